#!/usr/bin/env python3
"""Makes the writer vectors of testvectors/writer/, the same bytes at every run.

usage: make_writer.py TESTVECTORS           writes them, and their lines of index.json
       make_writer.py TESTVECTORS --check   runs the vectors that are there

Some are based on containers of testvectors/container, which testkit makes. A writer given what NAME.json says must write NAME.secretfile, bit for bit.
"""

import hashlib
import json
import pathlib
import sys

import secretfile as sf
import secretwriter as sw
import suite_index

SINCE = "0.2.0"
TIME = 1_700_000_000_000
KEY, OTHER_KEY = bytes(range(32)), bytes(range(0x20, 0x40))
IDENTITY, ENROLLED, ALSO_ENROLLED = (bytes(range(n, n + 32)) for n in (0x40, 0x80, 0xA0))
DEVICE = bytes(range(0xC0, 0xE0))
PHRASE, OTHER_PHRASE = b"correct horse", b"battery staple"
COST = {"opslimit": 2, "memlimit": 19_456}


def bech32(hrp, key):
    """The text of a key, by trying the checksum's polynomial backwards is not needed: it is computed (6.2)."""
    bits = int.from_bytes(key, "big") << 4
    values = [bits >> (5 * i) & 31 for i in range(51, -1, -1)]
    check, expanded = 1, [ord(c) >> 5 for c in hrp] + [0] + [ord(c) & 31 for c in hrp] + values + [0] * 6
    for v in expanded:
        top, check = check >> 25, (check & 0x1FFFFFF) << 5 ^ v
        for i, g in enumerate((0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)):
            check ^= g if top >> i & 1 else 0
    values += [(check ^ 1) >> (5 * (5 - i)) & 31 for i in range(6)]
    return (hrp + "1" + "".join(sf.BECH32[v] for v in values)).upper()


KEY_FILE, OTHER_FILE = bech32(sf.KEY_HRP, KEY), bech32(sf.KEY_HRP, OTHER_KEY)
DEVICE_FILE, IDENTITY_FILE = bech32(sf.DEVICE_HRP, DEVICE), bech32(sf.IDENTITY_HRP, IDENTITY)
ENROLLED_FILE, ALSO_FILE = bech32(sf.IDENTITY_HRP, ENROLLED), bech32(sf.IDENTITY_HRP, ALSO_ENROLLED)


def public(scalar):
    return sw.sodium.crypto_scalarmult_base(scalar).hex()


def slot(kind, **more):
    body = {
        "keyFile": {"key": KEY.hex()}, "passphrase": {"passphrase": PHRASE.hex(), **COST},
        "recipient": {"recipient": public(IDENTITY)}, "enrolment": {"recipient": public(ENROLLED)}}[kind]
    return {"kind": kind, **body, **more}


def item(service, account="me", value=b"dummy secret", **more):
    return {"class": 1, "service": service.encode().hex(), "account": account.encode().hex(), "value": value.hex(), **more}


def named(service, account="me", **more):
    return {"class": 1, "service": service.encode().hex(), "account": account.encode().hex(), **more}


def opening(device=False, phrase=False, presence=(), files=(KEY_FILE,), identities=()):
    out = {"keyFiles": list(files)} if files else {}
    if phrase:
        out["passphrases"] = [PHRASE.hex()]
    if identities:
        out["identities"] = list(identities)
    if device:
        out["deviceKeys"] = [DEVICE_FILE]
    if presence:
        out["presence"] = list(presence)
    return out


class Suite:
    def __init__(self, folder):
        self.folder, self.files, self.count = pathlib.Path(folder), {}, 0

    def add(self, name, clauses, description, operation, expect="ok", **fields):
        """A vector that writes a container; or one whose writer refuses, or finds nothing to write."""
        self.count += 1
        if "base" in fields and "/" not in fields["base"]:
            fields["base"] = "writer/" + fields["base"]
        seed = sf.H(b"SecretFile writer vector " + name.encode())
        if name == "create_worked":
            seed = b"\x53" * 32
        time = fields.pop("time", TIME + 1_000 * len(self.files))
        vector = {"name": name, "description": description, "operation": operation, "seed": seed.hex(), "time": time}
        if "base" in fields:
            vector["base"] = fields.pop("base")
        vector["credentials"] = fields.pop("credentials", {} if operation == "create" else opening())
        vector.update(fields, expect=expect)
        outcome, data = run(vector, self.base(vector))
        assert expect in (outcome, "refused") and outcome != "ok" or outcome == expect, (name, outcome)
        if outcome == "ok":
            self.files[name] = data
            vector["sha256"] = hashlib.sha256(data).hexdigest()
            self.folder.joinpath(name + ".secretfile").write_bytes(data)
        vector.update(clauses=["SF-" + c for c in clauses.split()], flags=[])
        self.folder.joinpath(name + ".json").write_text(json.dumps(vector, indent=2) + "\n")

    def base(self, vector):
        if "base" not in vector:
            return None
        folder, name = vector["base"].split("/")
        return self.files[name] if folder == "writer" else self.folder.parent.joinpath(folder, name + ".secretfile").read_bytes()

    def refuse(self, name, expect, clauses, description, operation, **fields):
        self.add("refuse_" + name, clauses, description, operation, expect, **fields)

    def create(self, name, clauses, description, slots=None, items=(), **fields):
        fields.setdefault("time", TIME)
        self.add(name, clauses, description, "create", slots=slots or [slot("keyFile")], items=list(items), **fields)

    def commit(self, name, clauses, description, base, *changes, **fields):
        self.add(name, clauses, description, "commit", base=base, changes=list(changes), **fields)

    def rotate(self, name, clauses, description, base, **fields):
        rotation = fields.pop("rotation", {})
        self.add(name, clauses, description, "rotate", base=base, rotation=rotation, **fields)


def credentials(vector):
    given = vector["credentials"]
    return sf.Credentials([bytes.fromhex(p) for p in given.get("passphrases", [])], given.get("keyFiles", []),
                          given.get("identities", []), given.get("deviceKeys", []), given.get("presence", []))


def run(vector, base):
    """"ok" and the bytes, "unchanged", or the name of an error."""
    try:
        data = write(vector, base)
    except sf.SecretFileError as e:
        return e.name, None
    return ("unchanged", None) if data == base else ("ok", data)


def write(vector, base):
    """What the writer makes of a vector."""
    seed, time, keys = bytes.fromhex(vector["seed"]), vector["time"], credentials(vector)
    if vector["operation"] == "create":
        return sw.create(seed, time, vector["slots"], vector["items"], vector.get("label"), keys.devices)
    if vector["operation"] == "commit":
        return sw.commit(base, keys, seed, time, vector["changes"])
    if vector["operation"] == "compact":
        return sw.compact(base, keys, seed, time)
    r = vector["rotation"]
    passwords = {bytes.fromhex(k): bytes.fromhex(v) for k, v in r.get("passwords", {}).items()}
    return sw.rotate(base, keys, seed, time, r.get("keepRecipients", ()), r.get("drop", ()), r.get("add", ()),
                     r.get("passphrases"), passwords)


ATTRIBUTES = {
    "label": "a label", "description": "words", "comment": "and more", "generic": "00ff", "creator": 7, "type": 8,
    "invisible": True, "negative": True, "expires": TIME + 5, "rotated": TIME - 5, "dataNames": 3,
    "provenance": {"fileName": "a.plist", "keyPath": "a/b", "originalType": "string", "innerPath": "json"},
    "userAttributes": {"": "00", "a": "", "b": "0102"},
}
CONTROLS = {
    "user": 1, "biometry": 2, "set": 8, "passcode": 16, "both": 2 | 16, "either": 2 | 16 | 1 << 14,
    "and": 8 | 16 | 1 << 15, "private_key": 1 << 30,
}


def make_creations(s):
    s.create("create_worked", "14.1-1 14.2-1 14.2-2", "The container of spec 15.9.", items=[item("mail", value=b"secret")])
    s.create("create_empty", "14.3-1", "No items.")
    s.create("create_label", "14.5-5", "A label of the container and of its slot.", [slot("keyFile", label="CI")], label="tokens")
    s.create("create_passphrase", "14.1-1 6.5-3", "A passphrase slot: passcode key and check.", [slot("passphrase")], [item("a")])
    s.create("create_recipient", "14.5-5", "A recipient's slot, with the recipient in its note.", [slot("recipient")], [item("a")])
    s.create("create_enrolment", "14.5-2", "A key file and an enrolment: presence key and check.",
             [slot("keyFile"), slot("enrolment")], [item("a", accessControl=2)])
    s.create("create_every_slot", "14.1-1", "Four slots, and two enrolments; the ids come from the ordinals.",
             [slot("passphrase"), slot("keyFile"), slot("recipient"), slot("enrolment"),
              slot("enrolment", recipient=public(ALSO_ENROLLED))], [item("a"), item("b", accessControl=1)])
    s.create("create_300", "14.3-1", "300 items with long comments: two full segments and a rest.",
             items=[item("s", f"{i:03}", attributes={"comment": "c" * 400}) for i in range(300)])
    s.create("create_payloads", "14.3-1", "Large payloads, 540,792 bytes together: one segment holds them.",
             items=[item("s", str(i), bytes(180_000), contentType=0) for i in range(3)])
    for size in (0, 64, 513, 65_537):
        s.create(f"create_value_{size}", "12.1-3", f"A value of {size} bytes.", items=[item("a", value=bytes(size), contentType=0)])
    s.create("create_no_data", "10.2-3", "An item without data.", items=[item("a", value=b"", contentType=3)])
    s.create("create_attributes", "14.2-6", "Every attribute.", items=[item("a", attributes=ATTRIBUTES)])
    s.create("create_internet", "11-3", "An internet password, and a synchronising item.",
             items=[{"class": 2, "server": b"example.org".hex(), "account": b"me".hex(), "protocol": b"htps".hex(),
                     "port": 443, "path": b"/".hex(), "value": "00"}, item("a", synchronizable=1)])
    for number in range(6, 13):
        passphrase = [slot("passphrase")] if number == 12 else []
        s.create(f"create_accessibility_{number}", "14.4-3 14.4-4", f"Accessibility {number}.",
                 [slot("keyFile")] + passphrase, [item("a", accessibility=number)], credentials=opening(device=True, files=()))
    for name, control in CONTROLS.items():
        s.create(f"create_control_{name}", "14.4-4", f"Access control: {name}.",
                 [slot("keyFile"), slot("passphrase"), slot("enrolment")], [item("a", accessControl=control)])


def make_commits(s):
    two = [item("mail"), item("web")]
    s.create("base_two", "14.2-1", "A base for others: two items.", items=two)
    s.commit("commit_add", "14.2-6 14.3-1", "An item is added.", "base_two", {"do": "add", **item("news")})
    s.commit("commit_set", "14.2-7", "A new value.", "base_two", {"do": "set", **item("mail", value=b"dummy newer")})
    s.commit("commit_edit", "14.2-8 14.2-10", "Attributes alone: the payload stays.", "base_two",
             {"do": "edit", **named("mail"), "attributes": {"label": "new", "type": 5}})
    s.commit("commit_edit_and_set", "14.2-7 14.2-8", "Attributes and value in one commit: both counters go up once.", "base_two",
             {"do": "edit", **named("mail"), "attributes": {"label": "new"}},
             {"do": "set", **item("mail", value=b"dummy newer")})
    s.commit("commit_rename", "14.2-11 14.2-12 8.5-3", "Another account: the itemID stays, the old name gets a tombstone.",
             "base_two", {"do": "rename", **named("mail"), "to": {"account": b"you".hex()}})
    s.commit("commit_rename_back", "8.5-4", "The name of before again: its tombstone goes.", "commit_rename",
             {"do": "rename", **named("mail", "you"), "to": {"account": b"me".hex()}})
    s.commit("commit_remove", "8.5-3", "An item is removed.", "base_two", {"do": "remove", **named("mail")})
    s.commit("commit_remove_all", "8.5-3", "All items are removed: no segments.", "base_two",
             {"do": "remove", **named("mail")}, {"do": "remove", **named("web")})
    s.commit("commit_add_again", "8.5-4", "A removed item is added again, into no segment: a fresh layout.", "commit_remove_all",
             {"do": "add", **item("mail")})
    s.commit("commit_reprotect", "14.4-1 14.2-12", "Another accessibility: a new class with the next keyID.", "base_two",
             {"do": "reprotect", **named("mail"), "to": {"accessibility": 8}})
    s.commit("commit_two_classes", "14.4-3", "Two new classes in one commit, in the order of their classes.", "base_two",
             {"do": "add", **item("z", accessibility=8)}, {"do": "add", **item("a", accessibility=7)})
    s.commit("commit_password", "14.2-14", "An item with an application password.", "base_two",
             {"do": "add", **item("own", accessControl=1 << 31, password=b"open sesame".hex(), **COST)})
    s.commit("commit_password_set", "14.2-14", "A new value under the same password: a new salt.", "commit_password",
             {"do": "set", **item("own", value=b"dummy newer", password=b"open sesame".hex())})
    s.commit("commit_label", "14.2-4", "The container's label alone: every segment is copied.", "base_two",
             {"do": "label", "text": "tokens"})
    s.commit("commit_installation", "14.2-13", "An installation, and a value that gets its stamp.", "base_two",
             {"do": "installation", "id": bytes(range(16)).hex()}, {"do": "set", **item("web", value=b"dummy newer")})
    s.commit("commit_import", "8.5-6 14.1-1", "The first import: a journal key and an entry.", "base_two",
             {"do": "import", **item("old")})
    s.commit("commit_import_again", "8.5-6", "The same import later: one entry with the later time.", "commit_import",
             {"do": "import", **item("old")})
    s.commit("commit_slot", "14.1-1 14.5-5", "A recipient is added, with a label.", "base_two",
             {"do": "addSlot", **slot("recipient", label="recovery")})
    s.commit("commit_passphrase", "14.5-1", "The first passphrase slot: passcode key and check.", "base_two",
             {"do": "addSlot", **slot("passphrase")})
    s.commit("commit_second_passphrase", "14.5-1", "A second passphrase slot seals the same passcode key.", "commit_passphrase",
             {"do": "addSlot", **slot("passphrase", passphrase=OTHER_PHRASE.hex())}, credentials=opening(phrase=True))
    s.commit("commit_enrolment", "14.5-2", "The first enrolment.", "base_two", {"do": "addSlot", **slot("enrolment")})
    s.create("base_presence", "14.2-1", "A base for others: items under biometryAny and userPresence, and a passphrase.",
             [slot("keyFile"), slot("passphrase"), slot("enrolment")],
             [item("any", accessControl=2), item("user", accessControl=1), item("current", accessControl=8)])
    s.commit("commit_second_enrolment", "14.5-2 14.5-3", "A second enrolment: a new presence key, chains sealed again.",
             "base_presence", {"do": "addSlot", **slot("enrolment", recipient=public(ALSO_ENROLLED))},
             credentials=opening(phrase=True, presence=[ENROLLED_FILE]))
    s.commit("commit_chain_added", "14.4-6", "userPresence with an enrolment alone; then a passphrase comes: its chain is added.",
             "base_user", {"do": "addSlot", **slot("passphrase")}, credentials=opening(presence=[ENROLLED_FILE]))


def make_layouts(s):
    long = {"comment": "c" * 1_000}
    forty = [item("s", f"{i:02}", attributes=long) for i in range(40)]
    s.create("base_forty", "14.3-1", "A base for others: one segment of about 45,000 bytes.", items=forty)
    s.commit("layout_split", "14.3-1", "Added records bring the content above 65,536 bytes: the segment is split.", "base_forty",
             *({"do": "add", **item("s", f"{i:02}x", attributes=long)} for i in range(20)))
    s.commit("layout_join", "14.3-1", "Removed records leave less than 16,384 bytes: joined with the segment before.", "layout_split",
             *({"do": "remove", **named("s", f"{i:02}")} for i in range(26, 40)),
             *({"do": "remove", **named("s", f"{i:02}x")} for i in range(18, 20)))
    s.commit("layout_copied", "14.2-4", "A change in the second segment: the first is copied byte for byte.", "layout_split",
             {"do": "set", **item("s", "39", b"dummy newer", attributes=long)})
    s.add("layout_compact", "14.3-1 14.4-8", "The layout of a fresh container.", "compact", base="layout_split")
    s.add("keep_compact", "14.2-5", "What is compact already is not written.", "compact", "unchanged", base="layout_compact")
    s.commit("layout_front", "14.3-1", "A record before all others joins the first segment.", "layout_split",
             {"do": "add", **item("a", "first")})


def make_rotations(s):
    s.rotate("rotate_simple", "14.6-2 14.6-7 14.2-7", "New keys for everything.", "base_two")
    s.rotate("rotate_twice", "14.2-1", "A rotation of a rotation.", "rotate_simple")
    s.commit("rotate_then_add", "14.4-1", "A new item after a rotation goes to the renewed entry.", "rotate_simple",
             {"do": "add", **item("news")})
    s.rotate("rotate_add_slot", "14.6-1 14.1-1", "A key file is added in a rotation.", "base_two",
             rotation={"add": [slot("keyFile", key=OTHER_KEY.hex(), label="second")]})
    recipient = s.slot_of("commit_slot", sf.RECIPIENT)
    s.rotate("rotate_keep_recipient", "14.6-1", "A recipient that the caller confirms.", "commit_slot",
             rotation={"keepRecipients": "all"})
    s.rotate("rotate_drop_recipient", "14.6-1", "A recipient that is dropped by name.", "commit_slot",
             rotation={"drop": [recipient]})
    s.rotate("rotate_passcode", "14.6-2 14.6-3 14.6-7", "With the passphrase: a new passcode key.", "base_presence",
             credentials=opening(phrase=True, presence=[ENROLLED_FILE]))
    s.create("base_device", "14.2-1", "A base for others: items bound to a device and not.",
             items=[item("free"), item("bound", accessibility=9)], credentials=opening(device=True, files=()))
    s.rotate("rotate_carry_over", "14.6-8", "Without the device key: its entry is carried over.", "base_device")
    s.rotate("rotate_device", "14.6-7", "With the device key: everything is renewed.", "base_device", credentials=opening(device=True))
    s.commit("rotate_renew_later", "14.4-2", "The carried-over entry is renewed when a value is sealed under it.", "rotate_carry_over",
             {"do": "add", **item("more", accessibility=9)}, credentials=opening(device=True))
    s.rotate("rotate_password", "14.6-7", "The application password is given: its entry is renewed.", "commit_password",
             rotation={"passwords": {sw.identity_of(named("own"), b"").hex(): b"open sesame".hex()}})
    s.rotate("rotate_password_missing", "14.6-8", "It is not given: its entry is carried over.", "commit_password")
    s.rotate("rotate_passphrase", "14.5-6 14.6-6", "Another passphrase for a slot, which keeps its id and note.", "commit_passphrase",
             rotation={"passphrases": {s.slot_of("commit_passphrase", sf.PASSPHRASE): {"passphrase": OTHER_PHRASE.hex(), **COST}}})


def make_refusals(s):
    phrase = opening(phrase=True, presence=[ENROLLED_FILE])
    s.commit("keep_unknown_root_tag", "7-6", "A change of a container whose root has an unknown tag.", "container/valid_unknown_tags",
             {"do": "edit", **named("mail"), "attributes": {"label": "new"}})
    s.commit("keep_full_tombstones", "8.5-5", "One tombstone more than there may be: the earliest goes.",
             "container/limit_tombstones_4096", {"do": "remove", **named("mail")})
    s.commit("keep_nothing_changed", "14.2-5", "Changes that amount to nothing: no file is written.", "base_two",
             {"do": "set", **item("mail")}, {"do": "label", "text": ""}, {"do": "edit", **named("web"), "attributes": {}},
             expect="unchanged")
    s.rotate("rotate_bound_chain", "14.4-7 14.6-2", "A chain bound to an old set is copied byte for byte.",
             "commit_second_enrolment", credentials=phrase)
    s.rotate("rotate_unknown_chain", "14.6-9", "An entry with a chain of unknown kind is carried over.",
             "container/value_unknown_second_chain")
    s.rotate("rotate_drop_enrolment", "14.6-10", "The only enrolment goes, and with it the chain that needs presence.",
             "create_control_user", credentials=opening(phrase=True),
             rotation={"drop": [s.slot_of("create_control_user", sf.RECIPIENT)]})
    for name, point in (("low_order", "01" + "00" * 31), ("not_canonical", "f6" + "ff" * 30 + "7f")):
        s.refuse(f"recipient_{name}", "credential", "6.3-2", "A recipient that no identity has.", "commit",
                 base="base_two", changes=[{"do": "addSlot", "kind": "recipient", "recipient": point}])
    for name, cost in (("passes", (1, 19_456)), ("memory", (2, 19_455))):
        s.refuse(f"cheap_{name}", "kdfCost", "6.5-3", "A passphrase slot that is too cheap.", "commit", base="base_two",
                 changes=[{"do": "addSlot", **slot("passphrase", opslimit=cost[0], memlimit=cost[1])}])
    s.refuse("revision", "record", "14.2-9", "A revision of 2^32 - 1 cannot be raised.", "commit",
             base="container/valid_every_attribute",
             changes=[{"do": "edit", **named("mail"), "attributes": {"label": "new"}}])
    for name, error, protection, device in (
            ("passcode", "passcode", {"accessibility": 12}, True), ("presence", "presence", {"accessControl": 2}, False),
            ("device", "device", {"accessibility": 9}, False)):
        s.refuse(f"class_{name}", error, "14.4-4 14.4-5", f"A class that the container cannot hold: {name}.", "commit",
                 base="base_two", changes=[{"do": "add", **item("new", **protection)}], credentials=opening(device=device))
    s.refuse("second_passphrase", "passcode", "14.5-1", "A second passphrase slot, opened by the key file.", "commit",
             base="commit_passphrase", changes=[{"do": "addSlot", **slot("passphrase", passphrase=OTHER_PHRASE.hex())}])
    s.refuse("unknown_enrolment", "refused", "14.5-4", "An enrolment beside one of unknown kind.", "commit",
             base="container/valid_unknown_slots", changes=[{"do": "addSlot", **slot("enrolment")}])
    s.refuse("rotate_unknown_enrolment", "refused", "14.5-4", "A rotation beside an enrolment of unknown kind.", "rotate",
             base="container/valid_unknown_slots", rotation={})
    s.refuse("rotate_presence", "presence", "14.6-4", "A rotation without the presence factor.", "rotate",
             base="base_presence", credentials=opening(phrase=True), rotation={})
    s.refuse("rotate_passcode", "passcode", "14.6-5", "A new passphrase without the old one, and a chain that needs it.", "rotate",
             base="create_control_passcode", credentials=opening(presence=[ENROLLED_FILE]),
             rotation={"passphrases": {s.slot_of("create_control_passcode", sf.PASSPHRASE): {"passphrase": OTHER_PHRASE.hex(), **COST}}})
    s.refuse("rotate_lost_slot", "refused", "14.6-1", "A recipient that nobody confirms or drops.", "rotate",
             base="commit_slot", rotation={})
    s.refuse("rotate_lost_items", "refused", "14.6-11", "The only enrolment goes, and an item needs presence.", "rotate",
             base="create_control_biometry", credentials=opening(phrase=True),
             rotation={"drop": [s.slot_of("create_control_biometry", sf.RECIPIENT)]})
    s.refuse("not_proven", "notProven", "13.4-5", "A change after an opening that is not proven.", "commit",
             base="create_recipient", credentials=opening(files=(), identities=[IDENTITY_FILE]),
             changes=[{"do": "label", "text": "mine"}])
    s.refuse("same_name_on_device", "refused", "11-7", "An item bound to this device beside one of its name.", "commit",
             base="base_device", credentials=opening(device=True), changes=[{"do": "add", **item("free", accessibility=9)}])


def make_companions(s):
    base = "container/valid_companions"
    s.commit("companions_rename", "10.4-2 8.5-3", "Companions follow to another name.", base,
             {"do": "rename", **named("mail"), "to": {"account": b"you".hex()}})
    s.commit("companions_reprotect", "10.4-2", "And into another class, though the name stays.", base,
             {"do": "reprotect", **named("mail"), "to": {"accessibility": 8}})
    s.commit("companions_device", "10.4-2 14.2-12", "A class bound to a device: with the scope the name changes too.", base,
             {"do": "reprotect", **named("mail"), "to": {"accessibility": 9}}, credentials=opening(device=True))
    s.commit("companions_remove", "10.4-2 8.5-3", "They are removed with their item; that of another item stays.", base,
             {"do": "remove", **named("mail")})


def make_rules(s):
    """One MUST of a writer each, where the vectors before could be met without it."""
    stamp = {"do": "installation", "id": bytes(range(16)).hex()}
    s.commit("keep_same_value", "14.2-5", "A value is set to what it is already: no file is written.", "base_two",
             {"do": "set", **item("mail")}, expect="unchanged")
    s.commit("commit_rename_modified", "14.2-10", "A rename changes modified, not created.", "commit_set",
             {"do": "rename", **named("mail"), "to": {"service": b"post".hex()}})
    s.commit("commit_stamp_edit", "14.2-13", "An edited item gets the installation.", "base_two", stamp,
             {"do": "edit", **named("mail"), "attributes": {"label": "new"}})
    s.commit("commit_stamp_rename", "14.2-13", "A renamed item gets it.", "base_two", stamp,
             {"do": "rename", **named("mail"), "to": {"account": b"you".hex()}})
    s.commit("commit_stamp_add", "14.2-13", "A new item gets it.", "base_two", stamp, {"do": "add", **item("news")})
    s.commit("commit_stamp_not", "14.2-13", "What nobody changes keeps what it has.", "commit_installation",
             {"do": "installation", "id": bytes(range(16, 32)).hex()}, {"do": "edit", **named("mail"), "attributes": {"label": "new"}})
    s.create("create_64_slots", "3-1", "64 slots are as many as there may be.",
             [slot("keyFile")] + [slot("recipient", recipient=public(bytes([n]) * 32)) for n in range(1, 64)])
    s.refuse("slot_65", "refused", "3-1", "One slot more than there may be.", "commit", base="create_64_slots",
             changes=[{"do": "addSlot", **slot("recipient")}])
    for name, operation, more in (("commit", "commit", {"changes": [{"do": "label", "text": "mine"}]}), ("rotate", "rotate", {"rotation": {}})):
        s.refuse(f"last_counter_{name}", "refused", "3-1", "The counters are at their end.", operation,
                 base="container/valid_highest_counters", **more)
    # Classes and chains.
    phrase = opening(phrase=True, presence=[ENROLLED_FILE, ALSO_FILE])
    s.commit("class_after_bound", "14.4-1 14.4-7", "The entry of the class is bound to an old set: a new one.", "commit_second_enrolment",
             {"do": "add", **item("new", accessControl=8)}, credentials=phrase)
    s.commit("commit_invalidated_set", "14.2-12 14.4-1 14.4-8", "An invalidated item gets a new value: the old class key is not needed.",
             "commit_second_enrolment", {"do": "set", **item("current", value=b"dummy newer")}, credentials=phrase)
    s.commit("class_bound_dropped", "14.4-8", "The last item of an entry that is bound to an old set goes, and the entry with it.",
             "commit_second_enrolment", {"do": "remove", **named("current")}, credentials=phrase)
    s.commit("class_unused_stays", "14.4-8", "The last item of an ordinary entry goes: the entry stays.", "commit_two_classes",
             {"do": "remove", **named("z")})
    s.add("class_unused_compact", "14.4-8", "Compacting drops it.", "compact", base="class_unused_stays")
    s.commit("class_password_renewed", "14.4-1", "An application password's entry from before a rotation is not used for new items.",
             "rotate_password_missing", {"do": "add", **item("next", accessControl=1 << 31, password=b"open barley".hex(), **COST)})
    s.create("base_either", "14.2-1", "A base for others: biometryCurrentSet or devicePasscode.",
             [slot("keyFile"), slot("passphrase"), slot("enrolment")], [item("either", accessControl=8 | 16 | 1 << 14)])
    s.commit("commit_either_bound", "14.5-2 14.4-7", "A second enrolment: the chain of before is copied, the other still opens.",
             "base_either", {"do": "addSlot", **slot("enrolment", recipient=public(ALSO_ENROLLED))}, credentials=phrase)
    s.rotate("rotate_bound_and_usable", "14.4-7 14.6-7 14.6-11", "An entry with a bound chain and a usable one: renewed, the bound one copied.",
             "commit_either_bound", credentials=phrase)
    s.refuse("class_no_device", "device", "14.4-4", "A carried-over entry cannot be renewed without its device key.", "commit",
             base="rotate_carry_over", changes=[{"do": "set", **item("free", value=b"dummy newer")}, {"do": "reprotect", **named("free"), "to": {"accessibility": 9}}])
    # Slots, enrolments, rotations.
    enrolled = s.slots_of("commit_second_enrolment", sf.RECIPIENT)
    s.commit("enrolment_removed", "14.5-2 14.5-3", "One of two enrolments is removed by an ordinary commit.", "commit_second_enrolment",
             {"do": "removeEnrolment", "slot": enrolled[0]}, credentials=phrase)
    s.commit("enrolment_last_removed", "14.5-3", "The last one: the chain that needs presence goes, the other stays.", "create_control_user",
             {"do": "removeEnrolment", "slot": s.slot_of("create_control_user", sf.RECIPIENT)},
             credentials=opening(phrase=True, presence=[ENROLLED_FILE]))
    s.refuse("enrolment_last_chain", "refused", "14.5-3 14.6-11", "The last one, and an item that only presence opens.", "commit",
             base="create_control_biometry", credentials=phrase,
             changes=[{"do": "removeEnrolment", "slot": s.slot_of("create_control_biometry", sf.RECIPIENT)}])
    s.commit("enrolment_and_passcode", "14.5-3", "Presence lies under the passcode: its layer is sealed again too.", "create_control_both",
             {"do": "addSlot", **slot("enrolment", recipient=public(ALSO_ENROLLED))}, credentials=phrase)
    s.refuse("enrolment_no_passcode", "passcode", "14.5-3", "The same without the passcode.", "commit", base="create_control_both",
             credentials=opening(presence=[ENROLLED_FILE]), changes=[{"do": "addSlot", **slot("enrolment", recipient=public(ALSO_ENROLLED))}])
    s.refuse("enrolment_no_presence", "presence", "14.5-3", "And without presence.", "commit", base="create_control_both",
             credentials=opening(phrase=True), changes=[{"do": "addSlot", **slot("enrolment", recipient=public(ALSO_ENROLLED))}])
    s.commit("slot_label", "14.5-5 14.2-4", "A slot's label alone.", "commit_slot",
             {"do": "slotLabel", "slot": s.slot_of("commit_slot", sf.RECIPIENT), "text": "safe"})
    both = [item("own", accessControl=1 << 31, password=b"open sesame".hex(), **COST),
            item("their", accessControl=1 << 31, password=b"open barley".hex(), **COST)]
    s.commit("base_passwords", "14.2-14", "A base for others: two items with application passwords.", "base_two",
             *({"do": "add", **i} for i in both))
    s.rotate("rotate_one_password", "14.6-7 14.6-8", "Only one of two application passwords is given: the entry is carried over.",
             "base_passwords", rotation={"passwords": {sw.identity_of(named("own"), b"").hex(): b"open sesame".hex()}})
    s.create("base_device_both", "14.2-1", "A base for others: device, presence and passcode in one chain.",
             [slot("keyFile"), slot("passphrase"), slot("enrolment")], [item("all", accessibility=12, accessControl=2)],
             credentials=opening(device=True, files=()))
    s.rotate("rotate_above_presence", "14.6-8 14.6-3",
             "Without the device key: only the layers from the passcode outward are sealed again, presence stays.",
             "base_device_both", credentials=phrase)
    s.rotate("rotate_cheap_slot", "14.6-6 14.6-1", "A slot cheaper than may be written is raised to the least cost.",
             "container/unlock_passphrase_first", credentials=opening(phrase=True))


def make_orders(s):
    """14.3, where a writer that does one step otherwise writes other bytes."""
    def record(number, size):
        """An item whose record has that many bytes."""
        bare = sw.new_record(sw.Draft(bytes(32), TIME), item("s", f"{number:03}")).size
        return item("s", f"{number:03}", attributes={"comment": "c" * (size - bare - 6)})

    def removed(*numbers):
        return [{"do": "remove", **named("s", f"{n:03}")} for n in numbers]

    s.create("base_three", "14.3-1", "A base for others: three segments, of 65, 65 and 20 records of 1,000 bytes.",
             items=[record(n, 1_000) for n in range(150)])
    s.commit("base_twenties", "14.3-1", "The first and the second are left with 20,000 bytes and 40,000: nothing is joined.",
             "base_three", *removed(*range(20, 65), *range(65, 90)))
    s.commit("layout_before", "14.3-1", "One that could be joined with either is joined with the one before.", "base_twenties",
             *removed(*range(90, 115)))
    s.commit("layout_after", "14.3-1", "The one before has no room: joined with the one after.", "base_three", *removed(*range(70, 125)))
    s.commit("layout_again", "14.3-1", "A joined segment is looked at again: of three small ones one is left.", "base_three",
             *removed(*range(5, 65), *range(70, 130), *range(135, 150)))
    s.commit("base_small_last", "14.3-1", "The last one is left with 10,000 bytes; the one before has no room.", "base_three",
             *removed(*range(140, 150)))
    s.commit("layout_unchanged", "14.3-1", "The one before gets room: a small one that this commit did not change stays.",
             "base_small_last", *removed(*range(90, 130)))
    s.rotate("layout_rotation", "14.3-1 14.6-2", "A rotation keeps the cut, small segments too.", "layout_unchanged")
    for name, size, words in (("fits", 4_152, "exactly 49,152 bytes: joined"), ("over", 4_153, "49,153 bytes: not joined")):
        s.create(f"base_join_{name}", "14.3-1", "A base for others: two segments, the first of 65,000 bytes.",
                 items=[record(n, 1_000) for n in range(65)] + [record(65, size)] + [record(n, 1_000) for n in range(66, 86)])
        s.commit(f"layout_{name}", "14.3-1", f"Together {words}.", f"base_join_{name}", *removed(*range(35, 65), *range(66, 76)))
    four = [record(n, 20_000) for n in range(4)]
    s.create("base_half", "14.3-1", "A base for others: three records of 20,000 bytes.", items=four[:3])
    s.commit("layout_half", "14.3-1", "A fourth: two records are exactly half.", "base_half", {"do": "add", **four[3]})
    s.commit("layout_split_again", "14.3-1", "160,000 bytes: both parts of a split are split again.", "base_half",
             *({"do": "add", **record(n, 1_000)} for n in range(100, 200)))


def slot_of(self, name, kind):
    return next(x.slotID.hex() for x in sf.Header(self.files[name]).slots if x.kind == kind)


def slots_of(self, name, kind):
    return [x.slotID.hex() for x in sf.Header(self.files[name]).slots if x.kind == kind]


Suite.slot_of, Suite.slots_of = slot_of, slots_of


def make(folder):
    s = Suite(pathlib.Path(folder) / "writer")
    s.folder.mkdir(parents=True, exist_ok=True)
    s.create("base_user", "14.2-1", "A base for others: userPresence, and an enrolment alone.",
             [slot("keyFile"), slot("enrolment")], [item("user", accessControl=1)])
    for step in (make_creations, make_commits, make_layouts, make_rotations, make_refusals, make_companions, make_rules, make_orders):
        step(s)
    for data in s.files.values():
        sf.verify(data, every_key(), accept=["origin"])
    suite_index.put(pathlib.Path(folder), "writer", sorted(p.stem for p in s.folder.glob("*.json")), SINCE)
    print(f"{s.count} writer vectors")


def every_key():
    """Credentials that open whatever is written here."""
    keys = sf.Credentials([PHRASE], [KEY_FILE, OTHER_FILE], [IDENTITY_FILE], [DEVICE_FILE], [ENROLLED_FILE])
    keys.passphrases.append(OTHER_PHRASE)
    return keys


def check(folder):
    suite, wrong = Suite(pathlib.Path(folder) / "writer"), 0
    vectors = [json.loads(p.read_text()) for p in sorted(suite.folder.glob("*.json"))]
    for vector in vectors:
        if vector["expect"] == "ok":
            suite.files[vector["name"]] = suite.folder.joinpath(vector["name"] + ".secretfile").read_bytes()
    for vector in vectors:
        outcome, data = run(vector, suite.base(vector))
        good = outcome == vector["expect"] or vector["expect"] == "refused" and outcome not in ("ok", "unchanged")
        if not good or data != suite.files.get(vector["name"]):
            wrong += 1
            print(f"FAIL  {vector['name']}: {outcome}")
    print(f"writer: {len(vectors) - wrong} passed, {wrong} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[2] == "--check":
        sys.exit(check(sys.argv[1]))
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    make(sys.argv[1])
