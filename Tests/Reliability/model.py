#!/usr/bin/env python3
"""Random sequences of operations with a model beside them: after each, the container holds what the model says.

usage: model.py SECRETCTL [--full] [--seed N]

A few seconds, ten minutes with --full. A failure prints the seed and the operations that led to it.
"""

import base64
import json
import os
import random
import sys
import time

from common import Failure, Tool, command_line, passed, scratch

SERVICES, ACCOUNTS = ("app", "mail", "sync"), tuple(f"user{n}" for n in range(6))
CLASSES = ("whenUnlocked", "afterFirstUnlock", "whenUnlockedThisDeviceOnly", "always")


class Walk:
    """A container, its model, and what was done."""

    def __init__(self, tool, home, seed):
        self.tool, self.random, self.done = tool, random.Random(seed), []
        self.file, self.key = os.path.join(home, f"{seed}.secretfile"), os.path.join(home, "key")
        self.common = ("-f", self.file, "-i", self.key)
        self.items, self.previous, self.slots = {}, {}, 1
        tool.run("init", *self.common)

    def run(self, *arguments, stdin=b"", expect=0):
        self.done.append(" ".join(arguments))
        return self.tool.run(arguments[0], *(arguments[1:]), *self.common, stdin=stdin, expect=expect)

    def name(self, known=False):
        if known and self.items:
            return self.random.choice(sorted(self.items))
        return self.random.choice(SERVICES), self.random.choice(ACCOUNTS)

    def secret(self):
        size = self.random.choice((1, 9, 64, 65, 600, 5000, 70_000 if self.random.random() < 0.1 else 20))
        return self.random.randbytes(size) if self.random.random() < 0.5 else b"t" * size

    # MARK: Operations

    def set(self):
        name, secret = self.name(), self.secret()
        more = ("--accessibility", self.random.choice(CLASSES)) if self.random.random() < 0.3 else ()
        self.run("set", "--raw", "-s", name[0], "-a", name[1], *more, stdin=secret)
        self.items[name] = secret

    def batch(self):
        lines = []
        for name in {self.name() for _ in range(self.random.randint(1, 5))}:
            secret = self.secret()
            lines.append(json.dumps({"service": name[0], "account": name[1], "valueBase64": base64.b64encode(secret).decode()}))
            self.items[name] = secret
        self.run("set", "--batch", "-", stdin="\n".join(lines).encode())

    def remove(self):
        name = self.name()
        self.run("rm", "-s", name[0], "-a", name[1])
        self.items.pop(name, None), self.previous.pop(name, None)

    def move(self):
        old, new = self.name(True), self.name()
        if old not in self.items or old == new:
            return
        taken = new in self.items
        self.run("mv", "-s", old[0], "-a", old[1], "--to-service", new[0], "--to-account", new[1], expect=45 if taken else 0)
        if not taken:
            self.items[new] = self.items.pop(old)
            if old in self.previous:
                self.previous[new] = self.previous.pop(old)

    def edit(self):
        name = self.name(True)
        if name in self.items:
            self.run("edit", "-s", name[0], "-a", name[1], "--label", f"L{self.random.random()}")

    def renew(self):
        name = self.name(True)
        if name not in self.items:
            return
        secret = bytes(self.random.choices(b"abcdefgh", k=self.random.randint(1, 40)))
        if secret == self.items[name]:
            return
        self.run("renew", "-s", name[0], "-a", name[1], "--drop-previous", "--propose", f"printf {secret.decode()}")
        self.previous[name], self.items[name] = self.items[name], secret

    def rollback(self):
        name = self.name(True)
        if name in self.previous:
            self.run("renew", "-s", name[0], "-a", name[1], "--rollback")
            self.items[name], self.previous[name] = self.previous[name], self.items[name]

    def rotate(self):
        self.run("rotate", "--keep-recipient", "all")

    def compact(self):
        self.run("compact")

    def slot(self):
        if self.slots < 6:
            made = self.tool.run("keygen", "--x25519").stdout.decode()
            self.run("slot", "add", "-r", made.split("public key: ")[1].split()[0])
            self.slots += 1

    def salvage(self):
        """A whole container comes out of a salvage as it was, one generation further."""
        new = self.file + ".new"
        self.run("salvage", "-o", new)
        os.replace(new, self.file)

    # MARK: The model

    def check(self):
        found = json.loads(self.run("get", "--json", "--all", "-g", "", expect=None).stdout or b"{}").get("items", [])
        have = {}
        for item in found:
            value = item["value"].encode() if "value" in item else base64.b64decode(item["valueBase64"])
            have[item["service"], item["account"]] = value
        if have != self.items:
            raise Failure(f"the container has {sorted(have)}, the model {sorted(self.items)}")
        for name, secret in self.previous.items():
            if self.run("get", "-s", name[0], "-a", name[1], "--which", "previous").stdout != secret:
                raise Failure(f"{name}: another previous value")

    def go(self, until):
        operations = [self.set] * 6 + [self.batch, self.remove, self.remove, self.move, self.edit, self.renew, self.renew,
                                       self.rollback, self.rotate, self.compact, self.slot, self.salvage]
        count = 0
        while time.monotonic() < until and count < 150:
            self.random.choice(operations)()
            count += 1
            if count % 5 == 0:
                self.check()
        self.run("verify")
        self.check()
        return count


def main(secretctl, full):
    seed = int(sys.argv[sys.argv.index("--seed") + 1]) if "--seed" in sys.argv else random.SystemRandom().randrange(1 << 32)
    print(f"  seed {seed}", flush=True)
    total, end = 0, time.monotonic() + (600 if full else 8)
    with scratch() as home:
        tool = Tool(secretctl, home)
        tool.run("keygen", "-o", os.path.join(home, "key"))
        while time.monotonic() < end:
            walk = Walk(tool, home, seed)
            try:
                total += walk.go(end)
            except Failure as reason:
                raise Failure(f"seed {seed}: {reason}\n  " + "\n  ".join(walk.done[-25:])) from reason
            seed += 1
    return passed("random operations beside a model", total)


if __name__ == "__main__":
    command_line(main, __doc__)
