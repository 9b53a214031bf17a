"""Kill sweeps of the verbs beside the first ones: the ways in, renewals, repair and salvage, outputs."""

import os

from common import CANARY, Failure


def sweeps(tool, folder, key, full, sweep, Scenario):
    file = os.path.join(folder, "d.secretfile")
    common = ("-f", file, "-i", key, "--no-witness")
    for name in os.listdir(folder):
        os.unlink(os.path.join(folder, name))
    tool.run("init", *common)
    for number in range(6):
        tool.run("set", *common, "-s", "app", "-a", f"item{number}", stdin=b"value %d" % number)
    tool.run("set", *common, "-s", "app", "-a", "kept", stdin=CANARY)
    other = os.path.join(tool.home, "other.key")
    recipient = tool.run("keygen", "--x25519", "-o", other).stderr.decode().split("age1")[1].split()[0]
    recipient = "age1" + recipient

    held = {}

    def value(account, which="current"):
        if which == "current":
            return held.get(("app", account))
        done = tool.run("get", *common, "-s", "app", "-a", account, "--which", which, expect=None)
        return done.stdout if done.returncode == 0 else None

    def whole(at=file):
        """Everything is authenticated and read once; `value` then tells what was found."""
        tool.run("verify", "-f", at, *common[2:])
        held.clear()
        held.update(tool.values("-f", at, *common[2:]))
        if value("kept") != CANARY:
            raise Failure("the kept secret is gone")

    def all_values(at=file):
        whole(at)
        for number in range(6):
            if value(f"item{number}") != b"value %d" % number:
                raise Failure(f"item{number} lost")

    def opened_by(identity):
        tool.run("verify", "-f", file, "-i", identity, "--no-witness")

    def run(name, arguments, check=all_values, done=all_values, again=(0,)):
        return sweep(tool, folder, Scenario(name, arguments, b"", check, done, again), full, most=12)

    total = run("edit", ("edit", *common, "-s", "app", "-a", "item1", "--label", "L"))
    total += run("slot add", ("slot", "add", *common, "-r", recipient), done=lambda: (all_values(), opened_by(other)),
                 again=(0, 45))
    tool.run("slot", "add", *common, "-r", recipient)
    total += run("rotate with two ways in", ("rotate", *common, "--keep-recipient", "all"),
                 done=lambda: (all_values(), opened_by(other)))
    total += run("purge", ("purge", *common, "-s", "nothing"))

    total += renew(tool, folder, common, value, whole, run)
    total += rescue(tool, folder, file, common, all_values, run)
    return total


def renew(tool, folder, common, value, whole, run):
    """The server is a file that --activate writes: its value is always one that is on disk here."""
    server = os.path.join(folder, "server")
    before = CANARY + b"-served"
    tool.run("set", *common, "-s", "app", "-a", "served", stdin=before)
    with open(server, "wb") as out:
        out.write(before)

    def live():
        with open(server, "rb") as file:
            return file.read()

    def both_are_there():
        whole()
        known = {which: value("served", which) for which in ("current", "pending", "previous")}
        if live() not in (known["current"], known["pending"]):
            raise Failure("the server has a value that is neither current nor pending")
        if before not in known.values():
            raise Failure("the value before the renewal is gone")

    def finished():
        whole()
        if live() != value("served") or value("served", "pending") is not None:
            raise Failure("the rerun did not finish the renewal")

    activate = f"cat > '{server}.next' && mv '{server}.next' '{server}'"
    command = ("renew", *common, "-s", "app", "-a", "served", "--generate", "24", "--activate", activate, "--jobs", "1")
    total = run("renew", command, both_are_there, finished)
    total += run("renew --check", (*command, "--check", f"cmp -s - '{server}'"), both_are_there, finished)
    tool.run(*command)
    before = live()
    back = ("renew", *common, "-s", "app", "-a", "served", "--rollback", "--activate", activate, "--jobs", "1")
    total += run("renew --rollback", back, both_are_there, finished)
    os.unlink(server)
    return total


def rescue(tool, folder, file, common, all_values, run):
    """A damaged start, rebuilt in place and beside, and taken out into a new container."""
    with open(file, "rb") as read:
        good = read.read()
    damaged = os.path.join(folder, "damaged")
    with open(damaged, "wb") as out:
        out.write(good[:40] + bytes([good[40] ^ 1]) + good[41:])
    kept = os.path.join(folder, "new")

    def untouched():
        with open(damaged, "rb") as read:
            now = read.read()
        if now[:40] + bytes([now[40] ^ 1]) + now[41:] != good and now != good:
            raise Failure("the damaged file is neither as it was nor repaired")
        if os.path.exists(kept):
            all_values(kept)
            os.unlink(kept)

    def repaired():
        with open(damaged, "rb") as read:
            if read.read() != good:
                raise Failure("not repaired")

    total = run("repair --in-place", ("repair", "-f", damaged, "--in-place"), untouched, repaired)
    total += run("salvage", ("salvage", "-f", damaged, *common[2:], "-o", kept), untouched, lambda: all_values(kept))
    total += run("repair -o", ("repair", "-f", damaged, "-o", kept), untouched, lambda: all_values(kept))
    return total
