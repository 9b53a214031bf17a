"""Kill sweeps of the verbs beside the first ones: the ways in, renewals, repair and salvage, outputs."""

import json
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
    recipient = new_recipient(tool, other)

    held = {}

    def value(account, which="current", service="app"):
        if which == "current":
            return held.get((service, account))
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

    def run(name, arguments, check=all_values, done=all_values, again=(0,), stdin=b""):
        return sweep(tool, folder, Scenario(name, arguments, stdin, check, done, again), full, most=12)

    total = run("edit", ("edit", *common, "-s", "app", "-a", "item1", "--label", "L"))
    total += run("slot add", ("slot", "add", *common, "-r", recipient), done=lambda: (all_values(), opened_by(other)),
                 again=(0, 45))
    tool.run("slot", "add", *common, "-r", recipient)
    total += run("rotate with two ways in", ("rotate", *common, "--keep-recipient", "all"),
                 done=lambda: (all_values(), opened_by(other)))
    total += new_files(tool, folder, common, run, all_values)
    total += items(tool, common, value, whole, run)
    total += ways_in(tool, folder, file, common, run, all_values)
    total += renew(tool, folder, common, value, whole, run)
    total += rescue(tool, folder, file, common, all_values, run)
    return total


def new_files(tool, folder, common, run, all_values):
    """Verbs that make a file: it is not there or whole, and nothing is ever overwritten."""
    made = os.path.join(folder, "made")
    fresh = ("init", "-f", made, *common[2:])

    def key_or_none():
        if os.path.exists(made):
            tool.run("init", "-f", made + ".try", "-i", made, "--no-witness")
            os.unlink(made + ".try")
        all_values()

    def container_or_none():
        if os.path.exists(made):
            tool.run("verify", "-f", made, *common[2:])
        all_values()

    def export_or_none():
        if os.path.exists(made):
            with open(made, "rb") as read:
                if sum(CANARY.decode() in str(item) for item in json.load(read)["items"]) != 1:
                    raise Failure("an export that is not whole")
        all_values()

    def there(check):
        def body():
            if not os.path.exists(made):
                raise Failure("the rerun made nothing")
            check()
        return body

    total = 0
    for name, command, check in (
        ("keygen", ("keygen", "-o", made), key_or_none),
        ("init", fresh, container_or_none),
        ("export -o", ("export", *common, "--format", "json", "-o", made), export_or_none),
    ):
        total += run(name, command, check, there(check), again=(0, 73))
    return total


def items(tool, common, value, whole, run):
    """Removing and renaming: the item is where it was or where it goes, never in both places or in none."""
    tool.run("set", *common, "-s", "app", "-a", "moving", stdin=CANARY + b"-moves")

    def one_place():
        whole()
        if [value("moving"), value("moved")].count(CANARY + b"-moves") != 1:
            raise Failure("the item is not in exactly one place")

    def moved():
        one_place()
        if value("moved") is None:
            raise Failure("the rerun did not rename the item")

    def gone_or_not():
        whole()
        if value("moving") not in (None, CANARY + b"-moves"):
            raise Failure("a damaged value")

    def gone():
        whole()
        if value("moving") is not None:
            raise Failure("the rerun did not remove the item")

    name = ("-s", "app", "-a", "moving")
    total = run("mv", ("mv", *common, *name, "--to-account", "moved"), one_place, moved, again=(0, 44))
    total += run("rm", ("rm", *common, *name), gone_or_not, gone)
    tool.run("rm", *common, *name)

    stale = [b"stale %d" % number for number in range(3)]
    for number, secret in enumerate(stale):
        tool.run("set", *common, "-s", "old", "-a", str(number), stdin=secret)

    def all_or_none():
        whole()
        if [value(str(number), service="old") for number in range(3)] not in (stale, [None] * 3):
            raise Failure("some of the items are purged and some are not")

    def purged():
        whole()
        if any(value(str(number), service="old") for number in range(3)):
            raise Failure("the rerun did not purge the items")

    purge = ("purge", *common, "-s", "old", "--yes")
    total += run("purge", purge, all_or_none, purged)
    tool.run(*purge)
    return total


def ways_in(tool, folder, file, common, run, all_values):
    """Slots that come, change and go: the key file opens everything at every instant."""
    with open(file, "rb") as read:
        before = read.read()
    old, new = os.path.join(tool.home, "old.pass"), os.path.join(tool.home, "new.pass")
    for path, text in ((old, b"old pass phrase"), (new, b"new pass phrase")):
        with open(path, "wb", opener=lambda name, flags: os.open(name, flags, 0o600)) as out:
            out.write(text)

    def opened_by(passphrase):
        tool.run("get", "-f", file, "--passphrase-file", passphrase, "--no-witness", "-s", "app", "-a", "kept")

    def slots(kind):
        return [slot["id"] for slot in json.loads(tool.run("slot", "list", *common, "--json").stdout)["slots"]
                if slot["kind"] == kind]

    add = ("slot", "add", *common, "--new-passphrase-fd", "0", "--kdf", "mobile")
    # A second passphrase slot would be one more way in: what a kill before the answer leaves may be there twice.
    total = run("slot add, passphrase", add, done=lambda: (all_values(), opened_by(old)), stdin=b"old pass phrase",
                again=(0, 45))
    tool.run(*add, stdin=b"old pass phrase")
    change = ("slot", "passphrase", *common, "--passphrase-file", old, "--new-passphrase-fd", "0", "--kdf", "mobile",
              "--keep-recipient", "all")
    total += run("slot passphrase", change, done=lambda: (all_values(), opened_by(new)), stdin=b"new pass phrase",
                 again=(0, 23))
    total += run("slot remove", ("slot", "remove", *common, "--keep-recipient", "all", *slots("passphrase")),
                 done=lambda: (all_values(), removed(slots("passphrase"))), again=(0, 64))
    total += run("slot enrol", ("slot", "enrol", *common, new_recipient(tool, os.path.join(tool.home, "presence.key"))), again=(0, 45))
    with open(file, "wb") as out:
        out.write(before)
    return total


def removed(slots):
    if slots:
        raise Failure("the rerun did not remove the way in")


def new_recipient(tool, path):
    """Makes an age identity; its recipient."""
    said = tool.run("keygen", "--x25519", "-o", path).stderr.decode()
    return "age1" + said.split("age1")[1].split()[0]


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
