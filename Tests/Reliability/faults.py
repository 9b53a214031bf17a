#!/usr/bin/env python3
"""Full disks, read-only folders, many writers beside many readers, and the largest secret: nothing is lost and the message names the cause.

usage: faults.py SECRETCTL [--full]
"""

import json
import os
import subprocess

from common import CANARY, Failure, Tool, command_line, passed, scratch, snapshot


def mounted(folder, options):
    os.makedirs(folder, exist_ok=True)
    return subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], capture_output=True).returncode == 0


def full_disk(tool, home, full):
    """Every amount of free space from none to enough: the old file or the new one."""
    folder = os.path.join(home, "small")
    if not mounted(folder, "size=256k"):
        print("  full disk: skipped, no tmpfs can be mounted here")
        return 0
    try:
        key, file = os.path.join(home, "key"), os.path.join(folder, "c.secretfile")
        common = ("-f", file, "-i", key, "--no-witness")
        tool.run("keygen", "-o", key)
        tool.run("init", *common)
        tool.run("set", *common, "-s", "app", "-a", "kept", stdin=CANARY)
        runs = refused = 0
        for free in range(0, 200 * 1024, 4096 if full else 12288):
            filler = os.path.join(folder, "filler")
            stat = os.statvfs(folder)
            size = stat.f_bavail * stat.f_frsize - free
            if size > 0:
                with open(filler, "wb") as out:
                    out.write(b"x" * size)
            before = snapshot(folder)["c.secretfile"]
            done = tool.run("set", *common, "-s", "app", "-a", "big", stdin=os.urandom(40_000), expect=None)
            after = snapshot(folder)
            if done.returncode == 74:
                refused += 1
                if after["c.secretfile"] != before:
                    raise Failure(f"full disk with {free} bytes free: the old file changed")
                if b"space" not in done.stderr.lower():
                    raise Failure(f"full disk is not named: {done.stderr!r}")
            elif done.returncode != 0:
                raise Failure(f"full disk with {free} bytes free: exit {done.returncode}: {done.stderr!r}")
            if set(after) - {"c.secretfile", "filler"}:
                raise Failure(f"full disk leaves {sorted(after)}")
            if os.path.exists(filler):
                os.unlink(filler)
            tool.run("verify", *common)
            if tool.run("get", *common, "-s", "app", "-a", "kept").stdout != CANARY:
                raise Failure("the kept secret is gone")
            runs += 1
        if refused == 0 or refused == runs:
            raise Failure(f"full disk: {refused} of {runs} refused, the sweep met no edge")
        return passed("full disk", runs, f"{refused} refused with exit 74")
    finally:
        subprocess.run(["umount", folder], check=True)


def read_only(tool, home):
    folder = os.path.join(home, "fixed")
    if not mounted(folder, "size=256k"):
        print("  read-only folder: skipped, no tmpfs can be mounted here")
        return 0
    try:
        key, file = os.path.join(home, "key2"), os.path.join(folder, "c.secretfile")
        common = ("-f", file, "-i", key, "--no-witness")
        tool.run("keygen", "-o", key)
        tool.run("init", *common)
        tool.run("set", *common, "-s", "app", "-a", "kept", stdin=CANARY)
        before = snapshot(folder)
        subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
        tool.run("set", *common, "-s", "app", "-a", "kept", stdin=b"other", expect=73)
        tool.run("init", "-f", folder + "/new", "-i", key, "--no-witness", expect=73)
        if tool.run("get", *common, "-s", "app", "-a", "kept").stdout != CANARY:
            raise Failure("a read-only folder cannot be read")
        if snapshot(folder) != before:
            raise Failure("a read-only folder changed")
        return passed("read-only folder", 2, "refused with exit 73, reading works")
    finally:
        subprocess.run(["umount", folder], check=True)


# Reads the kept secret, and now and then everything, as long as there are writers; prints how often.
READER = '''n=0; while [ ! -e "$5" ]; do
 v=$("$1" get -f "$2" -i "$3" --no-witness -s kept -a kept) || { echo "get: exit $?"; exit 1; }
 [ "$v" = "$4" ] || { echo "a wrong value"; exit 1; }
 if [ $((n % 8)) = 0 ]; then "$1" verify -q -f "$2" -i "$3" --no-witness >/dev/null || { echo "verify: $?"; exit 1; }; fi
 n=$((n+1)); done; echo $n'''


def many_writers(tool, home, writers, readers, times):
    folder = os.path.join(home, "many")
    os.mkdir(folder)
    key, file = os.path.join(home, "key3"), os.path.join(folder, "c.secretfile")
    common = ("-f", file, "-i", key)
    tool.run("keygen", "-o", key)
    tool.run("init", *common)
    tool.run("set", *common, "-s", "kept", "-a", "kept", stdin=CANARY)
    script = (
        'i=0; while [ $i -lt "$5" ]; do'
        ' printf "value $4 $i" | "$1" set -q -f "$2" -i "$3" -s "writer$4" -a "item$i" || exit $?; i=$((i+1)); done'
    )
    running = [
        subprocess.Popen(
            ["sh", "-c", script, "sh", tool.path, file, key, str(number), str(times)],
            env=tool.env, stderr=subprocess.PIPE,
        )
        for number in range(writers)
    ]
    storm = [subprocess.Popen(["sh", "-c", READER, "sh", tool.path, file, key, CANARY.decode(), home + "/stop"],
                              env=tool.env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) for _ in range(readers)]
    for number, process in enumerate(running):
        errors = process.communicate()[1]
        if process.returncode != 0:
            raise Failure(f"writer {number}: exit {process.returncode}: {errors!r}")
    open(home + "/stop", "w").close()
    reads = 0
    for number, process in enumerate(storm):
        said = process.communicate()[0].decode()
        if process.returncode != 0:
            raise Failure(f"reader {number}: {said}")
        reads += int(said.split()[-1])
    tool.run("verify", *common)
    listed = json.loads(tool.run("list", *common, "--json").stdout)["items"]
    have = {(item["service"], item["account"]) for item in listed}
    want = {(f"writer{w}", f"item{i}") for w in range(writers) for i in range(times)}
    want.add(("kept", "kept"))
    if have != want:
        raise Failure(f"{len(want - have)} of {len(want)} sets were lost")
    for w in range(writers):
        last = tool.run("get", *common, "-s", f"writer{w}", "-a", f"item{times - 1}").stdout
        if last != b"value %d %d" % (w, times - 1):
            raise Failure(f"writer {w}: a wrong value came back")
    if os.listdir(folder) != ["c.secretfile"]:
        raise Failure(f"left behind: {os.listdir(folder)}")
    done = passed(f"{writers} writers at once", writers * times)
    passed(f"reads by {readers} readers beside these writers", reads)
    return done


def large_secret(tool, home):
    """The largest secret there is, through every verb that moves it, and one byte more."""
    key, file = os.path.join(home, "key4"), os.path.join(home, "large.secretfile")
    common = ("-f", file, "-i", key, "--no-witness")
    tool.run("keygen", "-o", key)
    tool.run("init", *common)
    # The hardest end there is: a newline that belongs to it.
    secret = (os.urandom((1 << 20) - 1) + b"\n") * 64
    tool.run("set", *common, "-s", "app", "-a", "large", "--raw", stdin=secret)
    tool.run("set", *common, "-s", "app", "-a", "kept", stdin=CANARY)
    tool.run("rotate", *common)
    tool.run("renew", *common, "-s", "app", "-a", "large", "--propose", "tr a b", "--raw",
             "--timeout", "100")
    tool.run("verify", *common)
    if tool.run("get", *common, "-s", "app", "-a", "large", "--which", "previous").stdout != secret:
        raise Failure("64 MiB came back differently")
    if tool.run("get", *common, "-s", "app", "-a", "large").stdout != secret.replace(b"a", b"b"):
        raise Failure("64 MiB were renewed to something else")
    tool.run("set", *common, "-s", "app", "-a", "more", "--raw", stdin=secret + b"x", expect=65)
    if tool.run("get", *common, "-s", "app", "-a", "kept").stdout != CANARY:
        raise Failure("the kept secret is gone")
    return passed("a secret of 64 MiB", 7, "one byte more is refused")


def main(secretctl, full):
    with scratch() as home:
        tool = Tool(secretctl, home)
        total = full_disk(tool, home, full) + read_only(tool, home)
        total += many_writers(tool, home, 16, 8, 100 if full else 12)
        return total + large_secret(tool, home)


if __name__ == "__main__":
    command_line(main, __doc__)
