#!/usr/bin/env python3
"""Makes random containers with the second implementation's writer and reads them with the tool.

    crosswrite.py SECRETCTL [--full] [--runs N] [--seed S] [--only RUN]

The other direction of cross.py. Every run is a new container and a series of random commits and rotations, all
written by secretwriter.py; now and then the tool writes in between. After each step the tool must verify the file
and list and read exactly what a model says. The operations come from the seed, which is printed.
"""

import argparse
import json
import os
import pathlib
import random
import shutil
import sys
import tempfile
import time

import secretfile as sf
import secretwriter as sw
from crossbox import Mismatch, Tool, demand
from make_writer import DEVICE, DEVICE_FILE, ENROLLED, ENROLLED_FILE, IDENTITY, KEY, KEY_FILE, public

ACCESS = [0] * 6 + [2, 2 | 16, 8, 1, 1 << 30]
PASSWORD = b"open sesame"


class Run:
    def __init__(self, tool, folder, rng):
        self.tool, self.folder, self.rng = tool, folder, rng
        self.file, self.items, self.steps, self.time = f"{folder}/c.secretfile", {}, [], 1_700_000_000_000
        for name, text in (("key", KEY_FILE), ("device", DEVICE_FILE), ("presence", ENROLLED_FILE)):
            pathlib.Path(f"{folder}/{name}").write_text(text + "\n")
        self.has_presence = rng.random() < 0.5

    def credentials(self):
        return sf.Credentials([], [KEY_FILE], [], [DEVICE_FILE], [ENROLLED_FILE])

    @property
    def seed(self):
        self.time += self.rng.randint(0, 5_000)
        return self.rng.randbytes(32)

    # -- random things

    def part(self):
        return self.rng.choice([b"", b"\0", b"\1\2", b"me", "\u00fc".encode(), b"\xff", b"a/b", self.rng.randbytes(3)])

    def value(self):
        size = self.rng.choice([0, 1, 63, 64, 65, 200, 511, 513, 5_000] + ([70_000] if self.rng.random() < 0.2 else []))
        return self.rng.randbytes(size)

    def name(self):
        name = {"class": 1, "service": self.part().hex(), "account": (self.part() + str(self.rng.randrange(60)).encode()).hex()}
        if self.rng.random() < 0.2:
            name = {"class": 2, "server": name["service"], "account": name["account"], "protocol": b"htps".hex(),
                    "port": self.rng.choice([0, 443, 65_535]), "path": self.part().hex()}
        return name

    def protection(self):
        control = self.rng.choice(ACCESS)
        if control & (2 | 8 | 1) and not self.has_presence or control & 16:
            control = 0
        if self.rng.random() < 0.1:
            control |= 1 << 31
        out = {"accessibility": self.rng.randint(6, 11), "accessControl": control}
        if control >> 31:
            out.update(password=PASSWORD.hex(), opslimit=2, memlimit=19_456)
        return out

    def attributes(self):
        out = {}
        if self.rng.random() < 0.4:
            out["label"] = self.rng.choice(["one", "two \u00fc", "\U0001f511" * 5])
        if self.rng.random() < 0.3:
            out["comment"] = "c" * self.rng.choice([1, 300, 3_000])
        if self.rng.random() < 0.2:
            out["type"] = self.rng.randrange(1, 1 << 32)
        return out

    def new(self):
        """An item that is not there: the change, by the name."""
        while True:
            name = self.name()
            key = json.dumps(name, sort_keys=True)
            if key not in self.items:
                break
        value = self.value()
        change = {**name, **self.protection(), "contentType": 0, "value": value.hex(), "attributes": self.attributes()}
        return key, change

    # -- steps

    def create(self):
        slots = [{"kind": "keyFile", "key": KEY.hex()}]
        if self.rng.random() < 0.3:
            slots.append({"kind": "recipient", "recipient": public(IDENTITY), "label": "r"})
        if self.has_presence:
            slots.append({"kind": "enrolment", "recipient": public(ENROLLED)})
        made = dict(self.new() for _ in range(self.rng.choice([0, 1, 5, 40, 150])))
        self.items.update(made)
        devices = self.credentials().devices
        self.put(sw.create(self.seed, self.time, slots, list(made.values()), "label", devices))

    def commit(self):
        changes = []
        for _ in range(self.rng.choice([1, 1, 3, 20])):
            what = self.rng.random()
            if what < 0.45 or not self.items:
                key, change = self.new()
                self.items[key] = change
                changes.append({"do": "add", **change})
                continue
            key = self.rng.choice(list(self.items))
            old = self.items[key]
            scope = {"scope": sw.derive(DEVICE, "device")[:16].hex()} if old["accessibility"] >= 9 else {}
            password = {"password": PASSWORD.hex()} if old["accessControl"] >> 31 else {}
            name = json.loads(key)
            if what < 0.6:
                changes.append({"do": "remove", **name, **scope})
                del self.items[key]
            elif what < 0.8:
                old["value"] = self.value().hex()
                changes.append({"do": "set", **name, **scope, **password, "value": old["value"]})
            else:
                attributes = self.attributes()
                old["attributes"] = {**old["attributes"], **attributes}
                changes.append({"do": "edit", **name, **scope, "attributes": attributes})
        self.put(sw.commit(self.read(), self.credentials(), self.seed, self.time, changes))

    def rotate(self):
        passwords = {}
        if self.rng.random() < 0.7:
            passwords = {r.identity: PASSWORD for r in sf.open_container(self.read(), self.credentials()).records() if 1 in r.tags}
        self.put(sw.rotate(self.read(), self.credentials(), self.seed, self.time, "all", passwords=passwords))

    def compact(self):
        self.put(sw.compact(self.read(), self.credentials(), self.seed, self.time))

    def tool_writes(self):
        """The tool goes on from what the other writer has made."""
        self.tool.run("rotate", "--keep-recipient=all", *self.ways(), expect=0)

    def go(self):
        self.create()
        self.check()
        for _ in range(self.rng.randint(1, 5)):
            step = self.rng.choice([self.commit] * 6 + [self.rotate, self.compact, self.tool_writes])
            self.steps.append(step.__name__)
            step()
            self.check()

    # -- comparing

    def put(self, data):
        pathlib.Path(self.file).write_bytes(data)

    def read(self):
        return pathlib.Path(self.file).read_bytes()

    def ways(self):
        return ["-f", self.file, "-i", f"{self.folder}/key", "--device-key", f"{self.folder}/device",
                "--presence", f"{self.folder}/presence"]

    def check(self):
        self.tool.run("verify", *self.ways())
        sf.verify(self.read(), self.credentials())
        readers = [w for w in self.ways() if not w.endswith("presence")]
        listed = self.tool.json("list", *readers)["items"]
        records = list(sf.open_container(self.read(), self.credentials()).records())
        expected = sorted(self.identity(k, i) for k, i in self.items.items())
        demand([r.identity for r in records] == expected, "the second reader lists other items")
        demand([i["id"] for i in listed] == [r.itemID.hex() for r in records], "the tool lists other items")
        by_identity = {self.identity(k, i): i for k, i in self.items.items()}
        # A NUL cannot be an argument.
        plain = [r for r in records if 1 not in r.tags and not any(b"\0" in p for p in r.parts.values() if isinstance(p, bytes) and p is not r.parts["scope"])]
        for record, shown in zip(records, listed):
            item = by_identity[record.identity]
            for name in ("label", "comment"):
                demand((shown.get(name) or "") == item["attributes"].get(name, ""), f"another {name}")
            demand(shown["length"] == len(item["value"]) // 2, "another length")
        for record in self.rng.sample(plain, min(3, len(plain))):
            got = self.tool.run("get", *self.ways(), *self.options(record), expect=None)
            if got.returncode == 64:  # a name that options cannot say
                continue
            demand(got.returncode == 0, got.stderr.decode(errors="replace"))
            demand(got.stdout.hex() == by_identity[record.identity]["value"], "the tool reads another value")

    @staticmethod
    def identity(key, item):
        return sw.identity_of(json.loads(key), sw.derive(DEVICE, "device")[:16] if item["accessibility"] >= 9 else b"")

    @staticmethod
    def options(record):
        parts = record.parts
        kind = "generic" if parts["class"] == 1 else "internet"
        out = [f"--class={kind}", b"--account=" + parts["account"], b"--access-group="]
        if kind == "generic":
            return out + [b"--service=" + parts["service"]]
        out += [b"--server=" + parts["server"], b"--protocol=" + parts["protocol"], b"--path=" + parts["path"]]
        return out + [f"--port={parts['port']}"]


def one(secretctl, seed, run):
    folder = tempfile.mkdtemp(prefix="secretfile-cross-", dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
    scenario = Run(Tool(secretctl, folder), folder, random.Random(f"{seed}/{run}"))
    try:
        scenario.go()
        return scenario, None
    except (Mismatch, sf.SecretFileError) as e:
        return scenario, f"{e}\nafter create, {', '.join(scenario.steps)}"
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("secretctl", metavar="SECRETCTL")
    parser.add_argument("--full", action="store_true", help="200 runs instead of 25")
    parser.add_argument("--runs", type=int)
    parser.add_argument("--seed", default=str(random.randrange(1 << 32)))
    parser.add_argument("--only", type=int, metavar="RUN", help="one run of that seed")
    o = parser.parse_args()
    runs = [o.only] if o.only is not None else range(o.runs or (200 if o.full else 25))
    print(f"seed {o.seed}", flush=True)
    failed = items = steps = 0
    start = time.monotonic()
    for run in runs:
        scenario, problem = one(o.secretctl, o.seed, run)
        items, steps = items + len(scenario.items), steps + len(scenario.steps) + 1
        if problem:
            failed += 1
            print(f"run {run} (--seed {o.seed} --only {run}): {problem}", flush=True)
    print(f"{len(runs)} containers, {steps} files, {items} items in {time.monotonic() - start:.0f} s")
    print(f"{len(runs) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
