#!/usr/bin/env python3
"""Makes random containers with the tool and reads them with the second implementation.

    cross.py SECRETCTL [--full] [--runs N] [--seed S] [--only RUN]

Every run is a series of random operations. Afterwards the second reader must verify the container, list exactly
what a model of the operations says, with the same values, and agree with the tool on every field and on the error
of every value that cannot be read with fewer factors. The keys differ from run to run, the operations come from
the seed, which is printed.
"""

import argparse
import base64
import collections
import json
import os
import random
import shutil
import sys
import tempfile
import time
import unicodedata

import secretfile as sf
from crossbox import ACCESSIBILITY, Box, Item, Mismatch, Name, Secret, Tool
from crosscheck import ATTRIBUTES, Check

WORDS = [
    "me", "you", "a/b~1c", "two words", "-dash", "=", "\u00fcml\u00e4ut", "u\u0308ml", "\u65e5\u672c\u8a9e", "\U0001f511",
    "tab\there", "", "\x01\x02",
]
CONTROLS = [
    ("userPresence",), ("biometryAny",), ("biometryCurrentSet",), ("devicePasscode",),
    ("biometryAny", "devicePasscode"), ("biometryAny", "devicePasscode", "or"), ("biometryAny", "devicePasscode", "and"),
    ("biometryCurrentSet", "devicePasscode"), ("biometryCurrentSet", "devicePasscode", "or"),
    ("biometryCurrentSet", "devicePasscode", "and"), ("privateKeyUsage",),
]
PASSPHRASES = ["correct horse", " not trimmed ", "\u00fcber", "u\u0308ber", "\u1e9b\u0323", "\uac01", "a\x01b"]


class Run:
    def __init__(self, box, rng):
        self.box, self.rng = box, rng
        self.operations = []
        # Argon2id is the slow part, so only some runs have passphrases or items with passwords.
        self.has_passphrase, self.has_passwords = rng.random() < 0.45, rng.random() < 0.4

    def tool(self, verb, *options, passcode=True, **more):
        ways, _ = self.box.ways(self.rng, passcode, presence=verb not in ("rm", "slot add"))
        return self.box.tool.json(*verb.split(), *ways, *options, **more)

    # -- random things

    def text(self, most=3):
        return " ".join(self.rng.choice(WORDS) for _ in range(self.rng.randint(1, most)))

    def part(self, batch):
        part = (self.text(2) + str(self.rng.randrange(200))).encode()
        if self.rng.random() < 0.05:
            part += b"x" * self.rng.randint(100, 400)
        if self.rng.random() < 0.1:
            part += bytes([self.rng.choice([0xFF, 0xC0, 0x80])])
        return part + (b"\0" if batch and self.rng.random() < 0.1 else b"")

    def name(self, batch=False):
        rng, group = self.rng, self.rng.choice([b"", b"", b"group.example", b"\xc3\xbc"])
        if rng.random() < 0.75:
            return Name(1, group, rng.choice([b"com.example.app", b"mail", self.part(batch)]), self.part(batch))
        more = {"authenticationType": rng.choice([b"", b"dflt"]), "securityDomain": self.part(True)} if batch else {}
        return Name(
            2, group, b"example.com", self.part(batch), rng.choice([b"", b"htps", b"ssh "]), port=rng.choice([0, 22, 65535]),
            path=rng.choice([b"", b"/a/b"]), **more)

    def value(self):
        rng, kind = self.rng, self.rng.random()
        length = rng.choice([0, 1, 63, 64, 65, 512, 513]) if kind < 0.3 else rng.randint(2, 300)
        if kind > 0.9:
            length = rng.choice([5_000, 70_000] if kind < 0.99 else [1_200_000])
        return rng.randbytes(length) if rng.random() < 0.4 else bytes(rng.choices(b"abcdef \n{}", k=length))

    def policy(self, item):
        """A random protection that the container can hold."""
        while True:
            item.accessibility = self.rng.choice(list(ACCESSIBILITY))
            item.control = self.rng.choice([()] * 8 + CONTROLS)
            if self.has_passwords and self.rng.random() < 0.4:
                item.control += ("applicationPassword",)
            if not (item.synchronizable and (item.number >= 9 or item.control)) and self.box.can_hold(item):
                return ["--accessibility=" + item.accessibility, "--access-control=" + ",".join(item.control)]

    def attributes(self):
        """Options, and what they set by tag."""
        options, tags = [], {}
        for tag, name in ATTRIBUTES.items():
            if self.rng.random() < 0.3:
                tags[tag] = "".join(c for c in self.text() if c >= " ")
                options.append(f"--{name}={tags[tag]}")
        if self.rng.random() < 0.2:
            options.append("--type=note")
            tags[7] = int.from_bytes(b"note", "big")
        if self.rng.random() < 0.2:
            options.append("--expires=2031-02-03T04:05:06Z")
            tags[12] = 1_927_857_906_000
        return options, tags

    def pick(self, **wanted):
        """A random item that options can name; stale ones only on demand."""
        found = [n for n, i in self.box.items.items() if n.is_speakable and (wanted.get("stale") or not i.maybe_stale)]
        return self.rng.choice(found) if found else None

    @staticmethod
    def password(item):
        return ["--item-passphrase-fd", Secret(item.password)] if item.password else []

    def needs(self, *items):
        """Whether the passcode is needed; sometimes it is given anyway."""
        return any(i.wants_passcode for i in items) or self.rng.random() < 0.2

    # -- operations

    def create(self):
        box, rng, ways = self.box, self.rng, []
        kinds = ["passphrase"] if self.has_passphrase else []
        # One key file at most: a list of slots does not tell which is whose.
        kinds += rng.sample(["key", "identity", "identity", "recipient"], k=rng.randint(0, 3))
        phrases, keys, recipients = [], [], []
        for kind in kinds or ["key"]:
            if kind == "passphrase":
                phrases.append(self.phrase())
                ways += ["--passphrase", "--new-passphrase-fd", Secret(phrases[0] + b"\n"), "--kdf=mobile"]
                continue
            path, recipient = box.key_file(*([] if kind == "key" else ["--x25519"]))
            ways += ["-r", recipient] if kind == "recipient" else ["-i", path]
            if kind == "key":
                keys.append(path)
            else:
                recipients.append((path, recipient))
        made = box.tool.json("init", "-f", box.file, *ways, f"--label={self.text()}")
        self.add_slots(made["slots"], phrases, keys, recipients)

    def phrase(self):
        """A passphrase that no slot has: the tool refuses a second slot for the same one."""
        used = {unicodedata.normalize("NFC", phrase.decode()) for phrase in self.box.passphrases.values()}
        while True:
            phrase = self.rng.choice(PASSPHRASES) + str(self.rng.randrange(10))
            if unicodedata.normalize("NFC", phrase) not in used:
                return phrase.encode()

    def add_slots(self, slots, phrases, keys, recipients):
        """Remembers which slot is whose, in the order in which they were made: ids are random."""
        for kind, places, ways in (("passphrase", self.box.passphrases, phrases), ("keyFile", self.box.keys, keys)):
            places.update(zip((s["id"] for s in slots if s["kind"] == kind), ways))
        ids = {s["recipient"]: s["id"] for s in slots if s["kind"] == "recipient"}
        self.box.recipients.update((ids[recipient], path) for path, recipient in recipients)

    def set(self):
        name = self.pick(stale=True) if self.rng.random() < 0.3 else self.name()
        if name is None or not name.is_speakable:
            return
        old = self.box.items.get(name)
        item = Item(self.value()) if old is None else Item(**{**vars(old), "value": self.value(), "maybe_stale": False})
        options, tags = self.attributes()
        if item.attributes is not None:
            item.attributes = {**item.attributes, **tags}
        if old is None and self.rng.random() < 0.15:
            item.synchronizable = True
            options.append("--synchronizable")
        if self.rng.random() < 0.6 and not (old and old.password):
            options += self.policy(item)
        if "applicationPassword" in item.control:
            item.password = item.password or self.rng.randbytes(5).hex().encode()
            options += self.password(item)
        options += ["--raw", "--kdf=mobile"] + ([] if item.value else ["--empty"])
        self.tool("set", *name.options(), *options, stdin=item.value, passcode=self.needs(item, old or item))
        self.box.items[name] = item

    def batch(self):
        lines, items = [], {}
        for _ in range(self.rng.choice([2, 8, 30, 120])):
            name = self.name(batch=True)
            if name in items or name in self.box.items:
                continue
            items[name] = item = Item(self.value()[:20_000])
            line = name.fields()
            if self.rng.random() < 0.3:
                self.policy(item)
                item.control = tuple(f for f in item.control if f != "applicationPassword")
                line.update(accessibility=item.accessibility, accessControl=list(item.control))
            elif self.rng.random() < 0.1:
                item.synchronizable = line["synchronizable"] = True
            try:
                line["value"] = item.value.decode()
            except UnicodeDecodeError:
                line["valueBase64"] = base64.b64encode(item.value).decode()
            if self.rng.random() < 0.3:
                line["label"] = item.attributes[2] = "".join(c for c in self.text() if c >= " ") or "x"
            lines.append(json.dumps(line))
        path = f"{self.box.folder}/batch"
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
        self.tool("set", "--batch", path, passcode=self.needs(*items.values()))
        self.box.items.update(items)

    def import_file(self):
        service = f"import{len(self.operations)}"
        values = {}
        for number in range(self.rng.randint(1, 6)):
            values[f"key{number}"] = "".join(self.rng.choices("abc\u00fc", k=self.rng.randint(1, 90)))
        path = f"{self.box.folder}/{service}.json"
        with open(path, "w", encoding="utf-8") as file:
            json.dump(values, file)
        self.tool("import", path, "--all", "--yes", f"--service={service}", passcode=self.needs())
        for key, value in values.items():
            self.box.items[Name(1, b"", service.encode(), key.encode())] = Item(value.encode(), attributes=None)

    def edit(self):
        if (name := self.pick()) is None:
            return
        item = self.box.items[name]
        old = Item(**vars(item))
        options, tags = self.attributes()
        if item.attributes is not None:
            item.attributes.update(tags)
        if not options or self.rng.random() < 0.5:
            options += self.policy(item)
        if old.password or "applicationPassword" in item.control:
            item.password = old.password or self.rng.randbytes(5).hex().encode()
            options += self.password(item)
        self.tool("edit", *name.options(), *options, "--kdf=mobile", passcode=self.needs(old, item))
        if "applicationPassword" not in item.control:
            item.password = b""

    def move(self):
        old, new = self.pick(), self.name()
        if old is None or not new.is_speakable or old.kind != 1 or new.kind != 1 or new in self.box.items:
            return
        item = self.box.items.pop(old)
        to = [b"--to-service=" + new.service, b"--to-account=" + new.account, b"--to-access-group=" + new.group]
        self.tool("mv", *old.options(), *to, *self.password(item), passcode=self.needs(item))
        self.box.items[new] = item

    def remove(self):
        if (name := self.pick(stale=True)) is None:
            return
        self.tool("rm", *name.options(), passcode=self.needs())
        del self.box.items[name]

    def compact(self):
        self.tool("compact", passcode=self.needs())

    def rotate(self):
        # Sometimes without the items' passwords: their entries are carried over then.
        passwords = self.box.passwords() if self.rng.random() < 0.7 else []
        self.tool("rotate", "--keep-recipient=all", *passwords)

    def change_passphrase(self):
        if not self.box.passphrases:
            return
        first, new = min(self.box.passphrases), self.phrase()
        # Several passphrases may open; the slot that comes first in the file is the one.
        options = ["--keep-recipient=all", "--new-passphrase-fd", Secret(new), "--kdf=mobile"]
        self.tool("slot passphrase", *options, *self.box.passwords())
        self.box.passphrases[first] = new

    def add_slot(self):
        box, kind = self.box, self.rng.choice(["passphrase", "key", "recipient"])
        if kind == "passphrase":
            if not self.has_passphrase or len(box.passphrases) > 1:
                return
            phrase = self.phrase()
            added = self.tool("slot add", "--passphrase", "--new-passphrase-fd", Secret(phrase), "--kdf=mobile")
            box.passphrases[added["added"][0]] = phrase
        elif kind == "key":
            path, _ = box.key_file()
            box.keys[self.tool("slot add", "--key-file", path, "--label=more")["added"][0]] = path
        else:
            path, recipient = box.key_file("--x25519")
            box.recipients[self.tool("slot add", "-r", recipient)["added"][0]] = path

    def remove_slot(self):
        box = self.box
        loose = [*box.keys, *box.recipients]
        if not loose or len(loose) + len(box.passphrases) < 2:
            return
        slot = self.rng.choice(loose)
        self.tool("slot remove", slot, "--keep-recipient=all", *box.passwords())
        for slots in (box.keys, box.recipients):
            slots.pop(slot, None)

    def enrol(self):
        path, recipient = self.box.key_file("--x25519")
        added = self.tool("slot enrol", recipient, "--lose-items", "--label=enrolled")
        self.box.enrolments_changed()
        self.box.enrolments[added["added"][0]] = path

    def end_enrolment(self):
        if len(self.box.enrolments) < 2:
            return
        slot = self.rng.choice(list(self.box.enrolments))
        self.tool("slot remove", slot, "--lose-items")
        self.box.enrolments_changed()
        del self.box.enrolments[slot]

    def go(self):
        self.create()
        verbs = [self.set] * 6 + [self.batch] * 3 + [self.edit] * 3 + [self.rotate, self.enrol] * 2
        verbs += [self.move, self.remove, self.import_file, self.compact]
        verbs += [self.change_passphrase, self.add_slot, self.remove_slot, self.end_enrolment]
        chosen = [self.batch, *self.rng.choices(verbs, k=self.rng.randint(4, 12))]
        self.rng.shuffle(chosen)
        for verb in chosen:
            self.operations.append(verb.__name__)
            verb()


def one(secretctl, seed, run):
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    folder = tempfile.mkdtemp(prefix="secretfile-cross-", dir=memory)
    try:
        box = Box(Tool(secretctl, folder), folder)
        box.tool.run("keygen", "--device", "-o", f"{folder}/other.device")
        rng = random.Random(f"{seed}/{run}")
        scenario, check = Run(box, rng), Check(box, rng)
        try:
            scenario.go()
            check.run()
            return scenario, check, None
        except (Mismatch, sf.SecretFileError) as e:
            return scenario, check, f"{e}\nafter {', '.join(scenario.operations) or 'create'}"
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
    failed = items = operations = 0
    unreadable = collections.Counter()
    start = time.monotonic()
    for run in runs:
        scenario, check, problem = one(o.secretctl, o.seed, run)
        items, operations = items + check.compared, operations + len(scenario.operations)
        unreadable += check.unreadable
        if problem:
            failed += 1
            print(f"run {run} (--seed {o.seed} --only {run}): {problem}", flush=True)
    print(f"{len(runs)} containers, {operations} operations, {items} items compared in {time.monotonic() - start:.0f} s")
    print("same errors with less:", ", ".join(f"{count} {name}" for name, count in sorted(unreadable.items())) or "none")
    print(f"{len(runs) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
