"""Compares what cross.py made: the model, the second reader and the tool must agree."""

import base64
import collections
import json

import secretfile as sf
from crossbox import ACCESSIBILITY, FLAGS, Secret, demand

ATTRIBUTES = {2: "label", 3: "description", 4: "comment"}
CONTENT = ["bytes", "text", "plist", "none"]


class Check:
    def __init__(self, box, rng):
        self.box, self.rng = box, rng
        self.compared = 0
        self.unreadable = collections.Counter()

    def run(self):
        box = self.box
        with open(box.file, "rb") as file:
            data = file.read()
        ways, credentials = box.ways(self.rng, passcode=True)
        container = sf.open_container(data, credentials, accept=["origin"])
        expected = {identity: item for identity, _, item in box.ordered()}
        passwords = {identity: item.password for identity, item in expected.items() if item.password}
        records = list(container.records())
        demand([r.identity for r in records] == list(expected), "the second reader lists other items")
        for record in records:
            self.compare_item(container, record, expected[record.identity])
        told = {name for _, name in container.verify(passwords)}
        demand(told <= {"invalidated"}, f"the second reader tells {sorted(told)}")
        ways_to_list, _ = box.ways(self.rng, passcode=False, presence=False)
        self.compare_listing(records, container, box.tool.json("list", *ways_to_list)["items"])
        box.tool.run("verify", *ways, *box.passwords())
        if not any(i.maybe_stale for i in expected.values()) and expected:
            got = box.tool.json("get", "--all", *ways, *box.passwords())["items"]
            demand(len(got) == len(expected), "the tool reads another number of items")
            for item, shown in zip(expected.values(), got):
                demand(value_of(shown) == item.value, "the tool reads another value")
        for _ in range(2):
            self.compare_with_less(data)
        self.compared = len(records)

    @staticmethod
    def compare_item(container, record, item):
        what = f"item {record.identity.hex()[:60]}"
        entry = container.keys[record.keyID]
        demand((entry.accessibility, entry.accessControl) == (item.number, item.bits), f"{what}: another class")
        if item.attributes is not None:
            found = {t: v for t, v in record.tags.items() if t in (2, 3, 4, 7, 12)}
            wanted = {t: v for t, v in item.attributes.items() if v}
            demand(found == wanted, f"{what}: attributes {found}, not {wanted}")
        try:
            demand(container.value(record, item.password) == item.value, f"{what}: another value")
        except sf.SecretFileError as e:
            demand(e.name == "invalidated" and item.maybe_stale, f"{what}: {e}")

    @staticmethod
    def compare_listing(records, container, listed):
        """Every field of the tool's list against the second reader's."""
        demand([r.itemID.hex() for r in records] == [i["id"] for i in listed], "the tool lists other items")
        names = [n for names in sf.IDENTITY_PARTS.values() for n in names if n != "port"]
        for record, shown in zip(records, listed):
            entry, parts = container.keys[record.keyID], record.parts
            for name in names:
                demand((bytes_of(shown, name) or b"") == parts.get(name, b""), f"{shown['id']}: {name}")
            demand(ACCESSIBILITY[shown["accessibility"]] == entry.accessibility, f"{shown['id']}: accessibility")
            demand(sum(FLAGS[f] for f in shown["accessControl"]) == entry.accessControl, f"{shown['id']}: accessControl")
            found = [shown[n] for n in ("class", "synchronizable", "revision", "length", "contentType")]
            found += [shown.get("device", ""), shown.get("port", 0)]
            wanted = [["generic", "internet"][parts["class"] - 1], bool(parts["synchronizable"]), record.revision]
            wanted += [record.payloadLength, CONTENT[record.contentType], parts["scope"].hex(), parts.get("port", 0)]
            demand(found == wanted, f"{shown['id']}: {found}, not {wanted}")
            for tag, name in ATTRIBUTES.items():
                demand((shown.get(name) or "") == record.tags.get(tag, ""), f"{shown['id']}: {name}")

    def compare_with_less(self, data):
        """Both read the same, or fail with the same error, when factors are missing."""
        box, rng = self.box, self.rng
        presence, device, passcode = rng.random() < 0.5, rng.random() < 0.5, rng.random() < 0.3
        ways, credentials = box.ways(rng, passcode, presence, device, only="one")
        container = sf.open_container(data, credentials, accept=["origin"])
        guarded = [x for x in box.ordered() if x[1].is_speakable and (x[2].number >= 9 or x[2].control)]
        for identity, name, item in rng.sample(guarded, min(3, len(guarded))):
            password = rng.choice([item.password, b"wrong", b""]) if item.password else b""
            options = ["--item-passphrase-fd", Secret(password)] if password else []
            if not device:
                options += ["--device-key", f"{box.folder}/other.device"]
            shown = json.loads(box.tool.run("get", *ways, *name.options(), *options, "--json", expect=None).stdout)
            try:
                mine = container.read(identity, password)
            except sf.SecretFileError as e:
                mine = e.name
                self.unreadable[mine] += 1
            theirs = shown["error"]["code"] if "error" in shown else value_of(shown)
            shorter = [x if isinstance(x, str) else "a value" for x in (mine, theirs)]
            demand(mine == theirs, f"item {identity.hex()[:60]}: second reader {shorter[0]}, tool {shorter[1]}")


def bytes_of(shown, name):
    if name + "Base64" in shown:
        return base64.b64decode(shown[name + "Base64"])
    return shown[name].encode() if name in shown else None


def value_of(shown):
    return bytes_of(shown, "value")
