#!/usr/bin/env python3
"""Errors of the disk at every call that reads, writes or flushes, and a clock that goes back.

usage: io_errors.py SECRETCTL [--full]

After each error the container is the old one or the new one, whole, the exit code says what happened, and a rerun
without the error finishes. The short form fails the writing calls, --full every reading one too.
"""

import json
import os
import shutil
import subprocess

from common import (
    CANARY, Failure, Tool, adopt_orphans, command_line, passed, restore, scratch, snapshot, traced, wait_for_orphans,
)

WRITING = ("write", "pwrite64", "fsync", "fdatasync", "copy_file_range", "renameat", "renameat2", "linkat", "ftruncate")
READING = ("read", "pread64", "fstat", "newfstatat", "openat", "flock")
CLOCK = """
#include <time.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <stdlib.h>
int clock_gettime(clockid_t id, struct timespec *t) {
  int result = (int)syscall(SYS_clock_gettime, id, t);
  const char *shift = getenv("CLOCK_SHIFT");
  if (result == 0 && id == CLOCK_REALTIME && shift) t->tv_sec += atol(shift);
  return result;
}
"""


def counts(tool, folder, arguments, stdin, names):
    """How often each call happens once the tool has reached its own files."""
    total, before = traced(tool, arguments, stdin)
    return [(name, nth) for name in names for nth in range(before[name] + 1, total[name] + 1)]


def disk(tool, folder, key, full):
    file = os.path.join(folder, "c.secretfile")
    common = ("-f", file, "-i", key)
    tool.run("init", *common)
    for number in range(5):
        tool.run("set", *common, "-s", "app", "-a", f"item{number}", stdin=b"value %d" % number)
    tool.run("set", *common, "-s", "app", "-a", "kept", stdin=CANARY)
    new = b"new " + CANARY

    def value(account):
        return tool.run("get", *common, "-s", "app", "-a", account).stdout

    def whole(where, old_or_new):
        # An error on the witness may leave it behind the file, never the other way round.
        tool.run("verify", *common)
        if value("kept") != CANARY or value("item3") not in old_or_new:
            raise Failure(f"{where}: a secret is lost")

    verbs = {
        "set": (("set", *common, "-s", "app", "-a", "item3"), new, (b"value 3", new)),
        "rotate": (("rotate", *common), b"", (b"value 3",)),
        "renew": (("renew", *common, "-s", "app", "-a", "item3", "--generate", "9", "--drop-previous", "--jobs", "1"), b"", None),
    }
    state = os.path.join(tool.home, "state")
    start = (snapshot(folder), snapshot(state))
    total = 0
    for name, (arguments, stdin, wanted) in verbs.items():
        runs = refused = 0
        for call, nth in counts(tool, folder, arguments, stdin, WRITING + (READING if full else ())):
            restore(folder, start[0])
            restore(state, start[1])
            where = f"{name}: EIO at {call} number {nth}"
            done = tool.run(*arguments, stdin=stdin, expect=None,
                            prefix=("strace", "-qq", "-o", "/dev/null", "-e", f"inject={call}:error=EIO:when={nth}"))
            wait_for_orphans()
            # A lock that could not be given back is in the way of the next commit of the same process: 75.
            if done.returncode not in (0, 1, 66, 73, 74, 77) and (done.returncode, call) != (75, "flock"):
                raise Failure(f"{where}: exit {done.returncode}: {done.stderr!r}")
            refused += done.returncode != 0
            if done.returncode and b"secretctl: " not in done.stderr and call != "write":
                raise Failure(f"{where}: no word about it")
            if wanted is None:
                tool.run("verify", *common)
                if value("kept") != CANARY:
                    raise Failure(f"{where}: a secret is lost")
            else:
                whole(where, wanted)
            left = [found for found in os.listdir(folder) if found != "c.secretfile"]
            if left:
                raise Failure(f"{where}: leaves {left}")
            tool.run(*arguments, stdin=stdin)
            runs += 1
        restore(folder, start[0])
        restore(state, start[1])
        total += passed(f"EIO during {name}", runs, f"{refused} refused")
    return total


def clock(tool, home, folder, key):
    """The clock a day, a year and forty years back between two commits: times of the container never go back."""
    compiler = shutil.which("cc") or shutil.which("clang")
    if compiler is None:
        print("  clock going back: skipped, no C compiler is here")
        return 0
    source, shim = os.path.join(home, "clock.c"), os.path.join(home, "clock.so")
    with open(source, "w") as out:
        out.write(CLOCK)
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", shim, source], check=True)
    file = os.path.join(folder, "clock.secretfile")
    common = ("-f", file, "-i", key)
    tool.run("init", *common)
    tool.run("set", *common, "-s", "app", "-a", "a", stdin=CANARY)
    runs, last = 0, ""
    try:
        for shift in (0, -86_400, -366 * 86_400, -40 * 366 * 86_400, 0):
            tool.env.update(LD_PRELOAD=shim, CLOCK_SHIFT=str(shift))
            for arguments, stdin in ((("set", *common, "-s", "app", "-a", "b"), b"at %d" % runs), (("rotate", *common), b""),
                                     (("renew", *common, "-s", "app", "-a", "b", "--generate", "8", "--drop-previous"), b"")):
                tool.run(*arguments, stdin=stdin)
                runs += 1
            items = json.loads(tool.run("list", *common, "--json").stdout)["items"]
            now = max(item["modified"] for item in items)
            if now <= last:
                raise Failure(f"clock {shift} s: modified goes back from {last} to {now}")
            last = now
            tool.run("verify", *common)
            if tool.run("get", *common, "-s", "app", "-a", "a").stdout != CANARY:
                raise Failure(f"clock {shift} s: a secret is lost")
    finally:
        tool.env.pop("LD_PRELOAD"), tool.env.pop("CLOCK_SHIFT")
    return passed("clock going back", runs)


def main(secretctl, full):
    adopt_orphans()
    with scratch() as home:
        folder = os.path.join(home, "files")
        os.mkdir(folder, 0o700)
        tool = Tool(secretctl, home)
        key = os.path.join(home, "key")
        tool.run("keygen", "-o", key)
        total = 0
        if shutil.which("strace"):
            total += disk(tool, folder, key, full)
        else:
            print("  EIO: skipped, strace is not on this system")
        return total + clock(tool, home, folder, key)


if __name__ == "__main__":
    command_line(main, __doc__)
