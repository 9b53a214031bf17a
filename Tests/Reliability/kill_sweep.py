#!/usr/bin/env python3
"""Kills secretctl at every system call of every verb that writes, and looks at what is left.

usage: kill_sweep.py SECRETCTL [--full]

After each kill the container is the old one or the new one, whole; every secret is in the source or
in the container; and running the same command again finishes the work. The short form takes the
calls that change files; --full takes every call after the program has started.
"""

import json
import os
import plistlib
import subprocess

import day_two
import import_more
from common import (
    CANARY, Failure, Tool, adopt_orphans, command_line, passed, restore, scratch, snapshot, traced, wait_for_orphans,
)

CHANGING = {
    "openat", "write", "pwrite64", "writev", "copy_file_range", "sendfile", "fsync", "fdatasync", "fchmod", "fchown",
    "fsetxattr", "rename", "renameat", "renameat2", "link", "linkat", "unlink", "unlinkat", "flock", "ftruncate",
    "mkdir", "mkdirat", "utimensat", "close",
}


class Scenario:
    """One writing command, the files it starts from, and what must hold after a kill."""

    def __init__(self, name, arguments, stdin=b"", check=None, done=None, again=(0,), keys=None):
        self.name, self.arguments, self.stdin = name, arguments, stdin
        self.check, self.done = check, done
        # How a rerun may end: what was done before the kill may be refused the second time.
        self.again = again
        # What is typed when it asks; then it runs at a terminal.
        self.keys = keys

    def run(self, tool, **options):
        if self.keys:
            return tool.ask(*self.arguments, keys=self.keys, **options)
        return tool.run(*self.arguments, stdin=self.stdin, **options)


def calls(tool, folder, scenario, full):
    """(system call, how many times) in one undisturbed run."""
    counts, started = traced(tool, scenario.arguments, scenario.stdin, scenario.keys)
    for name, total in counts.items():
        if full or name in CHANGING:
            for nth in range(started[name] + 1, total + 1):
                yield name, nth


def sweep(tool, folder, scenario, full, most=None):
    """Kills at every call, or in the short form at about `most` of them, evenly spread."""
    before = snapshot(folder)
    todo = list(calls(tool, folder, scenario, full))
    most = int(os.environ.get("RELIABILITY_SAMPLE", most or 0))
    if most and not full:
        todo = todo[:: max(1, len(todo) // most)]
    runs = 0
    for name, nth in todo:
        restore(folder, before)
        scenario.run(
            tool, expect=None,
            prefix=("strace", "-qq", "-o", "/dev/null", "-e", f"inject={name}:signal=KILL:when={nth}"),
        )
        wait_for_orphans()
        where = f"{scenario.name}: killed at {name} number {nth}"
        try:
            scenario.check()
            rerun = scenario.run(tool, expect=None)
            if rerun.returncode not in scenario.again:
                raise Failure(f"the rerun ends with {rerun.returncode}: {rerun.stderr!r}")
            scenario.done()
        except (Failure, subprocess.TimeoutExpired, OSError, ValueError) as reason:
            raise Failure(f"{where}: {reason}") from reason
        left = [file for file in snapshot(folder) if "tmp" in file.lower()]
        if left:
            raise Failure(f"{where}: temporary files stay after the rerun: {left}")
        runs += 1
    restore(folder, before)
    return passed(f"kill -9 during {scenario.name}", runs)


def main(secretctl, full):
    adopt_orphans()
    with scratch() as home:
        folder = os.path.join(home, "files")
        os.mkdir(folder, 0o700)
        tool = Tool(secretctl, home)
        key, file = os.path.join(home, "key"), os.path.join(folder, "c.secretfile")
        tool.run("keygen", "-o", key)
        common = ("-f", file, "-i", key, "--no-witness")
        tool.run("init", *common)
        for number in range(12):
            tool.run("set", *common, "-s", "app", "-a", f"item{number}", stdin=b"value %d" % number)
        tool.run("set", *common, "-s", "app", "-a", "kept", stdin=CANARY)

        held = {}

        def value(service, account):
            return held.get((service, account))

        def whole():
            """Everything is authenticated and read once; `value` then tells what was found."""
            tool.run("verify", *common)
            held.clear()
            held.update(tool.values(*common))
            if value("app", "kept") != CANARY:
                raise Failure("the kept secret is gone")

        def old_or_new():
            whole()
            if value("app", "item3") not in (b"value 3", b"new " + CANARY):
                raise Failure("neither the old nor the new value")

        def is_new():
            whole()
            if value("app", "item3") != b"new " + CANARY:
                raise Failure("the rerun did not store the value")

        total = sweep(
            tool, folder,
            Scenario("set", ("set", *common, "-s", "app", "-a", "item3"), b"new " + CANARY, old_or_new, is_new), full,
        )

        def all_values():
            whole()
            for number in range(12):
                if value("app", f"item{number}") != b"value %d" % number:
                    raise Failure(f"item{number} lost")

        total += sweep(tool, folder, Scenario("rotate", ("rotate", *common), b"", all_values, all_values), full)
        # A class without items, so that there is something to compact.
        tool.run("set", *common, "-s", "gone", "-a", "gone", "--accessibility", "always", stdin=b"x")
        tool.run("rm", *common, "-s", "gone", "-a", "gone")
        total += sweep(tool, folder, Scenario("compact", ("compact", *common), b"", all_values, all_values), full)

        source = os.path.join(folder, "com.example.app.plist")
        tokens = {"accessToken": "tok-" + CANARY.decode(), "refreshToken": CANARY * 2}
        with open(source, "wb") as out:
            plistlib.dump({"launches": 3, "session": dict(tokens), "done": True}, out, fmt=plistlib.FMT_BINARY)

        def somewhere():
            whole()
            with open(source, "rb") as read:
                tree = plistlib.load(read)
            if tree.get("launches") != 3 or tree.get("done") is not True:
                raise Failure("the source lost what was no secret")
            for name, secret in tokens.items():
                raw = secret.encode() if isinstance(secret, str) else secret
                if tree.get("session", {}).get(name) != secret and value("com.example.app", f"session/{name}") != raw:
                    raise Failure(f"{name} is neither in the source nor in the container")

        def moved():
            somewhere()
            with open(source, "rb") as read:
                if CANARY in read.read():
                    raise Failure("the source still holds a secret")
            for name, secret in tokens.items():
                raw = secret.encode() if isinstance(secret, str) else secret
                if value("com.example.app", f"session/{name}") != raw:
                    raise Failure(f"{name} did not arrive")

        total += sweep(
            tool, folder,
            Scenario("import --scrub", ("import", *common, "--only", "session/*Token", "--scrub", "--yes", source),
                     b"", somewhere, moved), full,
        )
        os.unlink(source)
        total += import_more.sweeps(tool, folder, common, whole, value, full, sweep, Scenario)

        marker = os.path.join(folder, "marker")
        first = ("first-run", *common, "--marker", marker, "-s", "app")
        tool.run(*first)
        tool.run("set", *common, "-s", "app", "-a", "stamped", stdin=b"old installation")
        os.unlink(marker)

        def purged_or_not():
            whole()
            if value("app", "stamped") not in (b"old installation", None):
                raise Failure("a damaged value")

        def purged():
            whole()
            if value("app", "stamped") is not None:
                raise Failure("the item of the earlier installation stays")

        total += sweep(tool, folder, Scenario("first-run", first, b"", purged_or_not, purged), full)
        listed = json.loads(tool.run("list", *common, "--json").stdout)["items"]
        if not listed:
            raise Failure("nothing is listed")
        total += day_two.sweeps(tool, folder, key, full, sweep, Scenario)
        return total


if __name__ == "__main__":
    command_line(main, __doc__)
