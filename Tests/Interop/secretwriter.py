"""A writer of SecretFile containers, version 1, beside the reader of secretfile.py.

Written from spec/secretfile-v1.md alone, sections 14 and those it names. Every output is a function of its inputs
and a seed, so it can be compared byte for byte.

    file = create(seed, time, slots, items)
    file = commit(file, credentials, seed, time, changes)
    file = compact(file, credentials, seed, time)
    file = rotate(file, credentials, seed, time, keep_recipients="all")

Slots, items and changes are dictionaries as in testvectors/writer. A change that 14 forbids is a SecretFileError.
"""

import struct
from dataclasses import dataclass, field

from nacl import bindings as sodium

import secretfile as sf
from secretfile import DEVICE, FACTOR_NAMES, H, KEY_FILE, KH, NO_SET, PASSCODE, PASSPHRASE, PRESENCE, RECIPIENT
from secretfile import SecretFileError, derive, padded, require, u16, u32, u64

LEAST_OPSLIMIT, LEAST_MEMLIMIT = 2, 19_456
CONTENT, PAYLOADS = 65_536, 1 << 20
ROLES = {"enrolment": 1}
KINDS = {"passphrase": PASSPHRASE, "keyFile": KEY_FILE, "recipient": RECIPIENT, "enrolment": RECIPIENT}


def i64(n):
    return struct.pack("<q", n)


def seal(plain, key, nonce, associated):
    return nonce + sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(plain, associated, nonce, key)


def tlv(tags):
    return b"".join(u16(t) + u32(len(v)) + v for t, v in sorted(tags.items()))


def raw_tlv(data):
    """Tag to value, as bytes, of something that has been checked."""
    tags, at = {}, 0
    while at < len(data):
        tag, length = struct.unpack_from("<HI", data, at)
        tags[tag] = data[at + 6 : at + 6 + length]
        at += 6 + length
    return tags


def frame(content):  # 8.1
    return u32(len(content)) + content + bytes(-(4 + len(content)) % 256)


def counted(data):
    return u16(len(data)) + data


# ---- 11: identities; 10.3: tags ---------------------------------------------------------


def part(data):
    return data.replace(b"\1", b"\1\2").replace(b"\0", b"\1\1") + b"\0"


def identity_of(item, scope):
    get = lambda name: bytes.fromhex(item.get(name, ""))  # noqa: E731
    out = bytes([item["class"]]) + part(get("accessGroup"))
    if item["class"] == 1:
        out += part(get("service")) + part(get("account"))
    else:
        out += part(get("server")) + part(get("account")) + part(get("protocol")) + part(get("authenticationType"))
        out += item.get("port", 0).to_bytes(4, "big") + part(get("path")) + part(get("securityDomain"))
    return out + bytes([item.get("synchronizable", 0)]) + scope


TEXTS = {"label": 2, "description": 3, "comment": 4}
NUMBERS = {"creator": 6, "type": 7, "dataNames": 15}
FLAGS = {"invisible": 8, "negative": 9}
TIMES = {"expires": 12, "rotated": 13}
PROVENANCE = {"fileName": 1, "keyPath": 2, "originalType": 3, "innerPath": 4}


def attribute_tags(attributes):
    """The record's tags that attributes of a vector mean; defaults are left out."""
    tags = {}
    for name, value in attributes.items():
        if name in TEXTS:
            tags[TEXTS[name]] = value.encode()
        elif name in NUMBERS:
            tags[NUMBERS[name]] = u32(value) if value else b""
        elif name in FLAGS:
            tags[FLAGS[name]] = b"\1" if value else b""
        elif name in TIMES:
            tags[TIMES[name]] = i64(value)
        elif name == "generic":
            tags[5] = bytes.fromhex(value)
        elif name == "provenance":
            tags[10] = tlv({PROVENANCE[k]: v.encode() for k, v in value.items() if v})
        elif name == "userAttributes":
            pairs = sorted((k.encode(), bytes.fromhex(v)) for k, v in value.items())
            tags[14] = b"".join(counted(k) + u32(len(v)) + v for k, v in pairs)
        else:
            raise ValueError(f"no such attribute: {name}")
    return {tag: value for tag, value in tags.items() if value}


@dataclass
class Rec:
    """A record, its payload blob, and what is to be sealed."""

    itemID: bytes
    keyID: int
    created: int
    modified: int
    revision: int
    payloadRevision: int
    contentType: int
    length: int
    link: bytes
    identity: bytes
    tags: dict
    blob: bytes = b""
    value: bytes = None  # set if the payload is to be sealed
    password: bytes = b""
    cls: tuple = None  # the class it is to have
    sealed: bool = False  # revisions have been raised in this commit
    edited: bool = False

    @property
    def bytes(self):
        r = self.itemID + u32(self.keyID) + i64(self.created) + i64(self.modified) + u32(self.revision)
        r += u32(self.payloadRevision) + bytes([self.contentType]) + u32(self.length) + self.link
        return counted(r + counted(self.identity) + tlv(self.tags))

    @property
    def size(self):
        return len(self.bytes)

    @property
    def payload_size(self):
        return 40 + padded(self.length if self.value is None else len(self.value))


def parse_record(data):
    r = Rec(data[:16], *struct.unpack_from("<IqqIIBI", data, 16), data[49:81], b"", {})
    end = 83 + int.from_bytes(data[81:83], "little")
    r.identity, r.tags = data[83:end], raw_tlv(data[end:])
    return r


@dataclass
class Seg:
    records: list
    page: bytes = None  # the blob as it was, while nothing has changed
    changed: bool = False

    @property
    def content(self):
        return sum(r.size for r in self.records)

    @property
    def payloads(self):
        return sum(r.payload_size for r in self.records)


# ---- The state of a container -----------------------------------------------------------


@dataclass
class Keys:
    """What wraps keys in one state of a container."""

    epoch: int
    master: bytes
    passcode: bytes = None
    presence: bytes = None
    today: bytes = b""  # the set
    devices: dict = field(default_factory=dict)

    def factor(self, kind, deviceID):
        return self.devices.get(deviceID) if kind == DEVICE else self.presence if kind == PRESENCE else self.passcode


class Draft:
    """A commit in the making, on a base or on nothing."""

    def __init__(self, seed, time, base=None, credentials=None, rotation=False, devices=None):
        self.time, self.base = time, None
        self.slots, self.notes, self.root = [], {}, {2: i64(time)}
        self.entries, self.segments = [], []
        if base is None:
            self.cid, self.generation, previous = derive(seed, "seed container")[:16], 1, bytes(32)
            self.keys = Keys(1, b"", devices=devices or {})
        else:
            self.load(base, credentials)
            previous = self.base.header.mac
            self.generation += 1
        self.epoch = self.keys.epoch + (1 if rotation else 0)
        require(self.epoch < 1 << 31 and self.generation < 1 << 63, "refused", "a counter is at its end")  # SF-3-1
        self.seed = derive(seed, "seed commit", self.cid + u32(self.epoch) + u64(self.generation) + previous)
        self.old = self.keys
        if base is None:
            self.keys.master = self.draw("master", 32)
        if rotation:
            self.keys = Keys(self.epoch, self.draw("master", 32), devices=self.old.devices)
        self.class_keys, self.new_slots = {}, 0

    def draw(self, name, n, context=b""):  # 14.1
        return derive(self.seed, "seed " + name, context)[:n]

    def load(self, base, credentials):
        self.base = c = sf.open_container(base, credentials)
        require(c.proven, "notProven")  # SF-13.4-5
        self.cid, self.generation = c.containerID, c.header.generation
        content = sf.unframe(c.rootPlaintext, "root")
        self.root = raw_tlv(content)
        self.slots = [(s.slotID, s.kind, s.role, s.before + s.body) for s in c.header.slots]
        self.notes = self.raw_notes(self.root.pop(7, b""))
        self.entries = list(c.keys.values())
        self.keys = Keys(c.header.keyEpoch, c.masterKey, c.passcodeKey, c.presenceKey, c.today, c.credentials.devices)
        for tag in (4, 6, 8, 10):
            self.root.pop(tag, None)
        page_key = derive(c.masterKey, "page", c.containerID)
        for s in c.segments:
            blob = base[s.start : s.start + s.pageLength]
            page = sf.unframe(sf.open_blob(blob, page_key, b"page\0" + c.containerID), "page")
            at, position, seg = 0, s.start + s.pageLength, Seg([], blob)
            while at < len(page):
                length = int.from_bytes(page[at : at + 2], "little")
                r = parse_record(page[at + 2 : at + 2 + length])
                r.blob = base[position : position + 40 + padded(r.length)]
                e = c.keys[r.keyID]
                r.cls = (e.accessibility, e.accessControl, e.deviceID)
                seg.records.append(r)
                at, position = at + 2 + length, position + len(r.blob)
            self.segments.append(seg)

    @staticmethod
    def raw_notes(data):
        notes, at = {}, 0
        while at < len(data):
            length = int.from_bytes(data[at + 8 : at + 10], "little")
            notes[data[at : at + 8]] = raw_tlv(data[at + 10 : at + 10 + length])
            at += 10 + length
        return notes

    # -- 14.5: slots

    def add_slot(self, s):
        kind, role = KINDS[s["kind"]], ROLES.get(s["kind"], 0)
        if kind == PASSPHRASE and self.keys.passcode is None:
            require(not any(k == PASSPHRASE for _, k, _, _ in self.slots), "passcode", "a second passphrase slot")
            self.new_passcode()
        slotID = self.draw("slotID", 8, u16(self.new_slots))
        self.new_slots += 1
        note = {2: i64(self.time)}
        if s.get("label"):
            note[1] = s["label"].encode()
        if kind == RECIPIENT:
            note[3] = bytes.fromhex(s["recipient"])
            below = int.from_bytes(note[3], "little") < (1 << 255) - 19  # SF-6.3-2
            require(below and sf.x25519(bytes(range(32)), note[3]) is not None, "credential", "no recipient")
        self.notes[slotID] = note
        self.slots.append((slotID, kind, role, None))
        return slotID, s

    def new_passcode(self):
        self.keys.passcode = self.draw("passcode", 32)
        self.root[9] = derive(self.keys.passcode, "passcode check", self.cid)

    def new_presence(self):
        """A new key for the enrolments that there are now (14.5-2), or none."""
        if not any(role == 1 for _, _, role, _ in self.slots):
            self.keys.presence, self.keys.today = None, b""
            self.root.pop(14, None)
            return
        self.keys.presence = self.draw("presence", 32)
        self.root[14] = derive(self.keys.presence, "presence check", self.cid)
        self.keys.today = self.root[14][:8]

    def seal_slot(self, slotID, kind, role, secret=b"", recipient=b"", cost=None):
        label, key = (b"slot presence\0", self.keys.presence) if role else (b"slot master\0", self.keys.master)
        prefix = u16(1) + u16(1) + self.cid + u32(self.epoch)
        front = u16(kind) + bytes([role, 0]) + slotID + u32(sf.BODY_LENGTH[kind])
        nonce = lambda n: self.draw("slot nonce", 24, slotID + bytes([n]))  # noqa: E731
        context = self.cid + slotID
        if kind == PASSPHRASE:
            require(cost[0] >= LEAST_OPSLIMIT and cost[1] >= LEAST_MEMLIMIT, "kdfCost", "too cheap")
            salt = self.draw("slot salt", 16, slotID)
            w = sf.argon2id(secret, salt, *cost)
            front += u32(cost[0]) + u32(cost[1]) + salt
            front += seal(key, derive(w, "slot passphrase", context), nonce(0), label + prefix + front)
            return front + seal(
                self.keys.passcode, derive(w, "slot passcode", context), nonce(1), b"slot passcode\0" + prefix + front)
        if kind == KEY_FILE:
            return front + seal(key, derive(secret, "slot keyfile", context), nonce(0), label + prefix + front)
        scalar = self.draw("slot ephemeral", 32, slotID)
        point, shared = sodium.crypto_scalarmult_base(scalar), sf.x25519(scalar, recipient)
        require(shared is not None, "credential", "a recipient of low order")
        front += point
        wrapping = derive(shared, "slot x25519", context + point + recipient)
        return front + seal(key, wrapping, nonce(0), label + prefix + front)

    def put_slot(self, slotID, raw):
        self.slots = [(i, k, r, raw if i == slotID else b) for i, k, r, b in self.slots]

    def seal_new(self, made):
        for slotID, s in made:
            secret = bytes.fromhex(s.get("key", "")) or normal(bytes.fromhex(s.get("passphrase", "")))
            recipient = bytes.fromhex(s.get("recipient", ""))
            cost = (s.get("opslimit", 0), s.get("memlimit", 0))
            self.put_slot(slotID, self.seal_slot(slotID, KINDS[s["kind"]], ROLES.get(s["kind"], 0), secret, recipient, cost))

    def seal_enrolments(self):
        for slotID, kind, role, _ in list(self.slots):
            if role == 1:
                require(kind == RECIPIENT, "version", "an enrolment of unknown kind")
                self.put_slot(slotID, self.seal_slot(slotID, kind, 1, recipient=self.notes[slotID][3]))

    @property
    def factors(self):
        """The kinds of factors that exist in the container."""
        out = {DEVICE}
        out |= {PASSCODE} if any(k == PASSPHRASE for _, k, _, _ in self.slots) else set()
        return out | ({PRESENCE} if any(r == 1 for _, _, r, _ in self.slots) else set())

    # -- 9, 14.4: class keys

    def layer(self, e, keys, kind, chain_set):
        identifier = {DEVICE: e.deviceID, PRESENCE: chain_set, PASSCODE: b""}[kind]
        key = keys.factor(kind, e.deviceID)
        require(key is not None, FACTOR_NAMES[kind])
        return derive(key, "factor", self.cid + u32(e.keyID)), bytes([kind]) + identifier

    def open_layers(self, e, chain, keys, down_to):
        """The blob inside the layers from outside down to this one; 0 gives the class key."""
        start, context = b"chain\0" + self.cid + e.bound, self.cid + u32(e.keyID)
        blob = sf.open_blob(chain.blob, derive(keys.master, "class", context), start + b"\0" + u32(keys.epoch))
        for number in range(len(chain.kinds) - 1, down_to - 1, -1):
            require(blob is not None, "keyTable", "a layer does not open")
            key, end = self.layer(e, keys, chain.kinds[number], chain.set)
            blob = sf.open_blob(blob, key, start + end)
        require(blob is not None, "keyTable", "a layer does not open")
        return blob

    def seal_layers(self, e, kinds, chain_set, index, inner, first=0):
        start, context = b"chain\0" + self.cid + e.bound, self.cid + u32(e.keyID)
        nonce = lambda n: self.draw("wrap nonce", 24, u32(e.keyID) + bytes([index, n]))  # noqa: E731
        for number in range(first, len(kinds)):
            key, end = self.layer(e, self.keys, kinds[number], chain_set)
            inner = seal(inner, key, nonce(number), start + end)
        outer = derive(self.keys.master, "class", context)
        return seal(inner, outer, nonce(len(kinds)), start + b"\0" + u32(self.epoch))

    def chain_set(self, e, kinds):
        if PRESENCE not in kinds:
            return None
        return self.keys.today if e.accessControl & sf.S else NO_SET

    @staticmethod
    def front(kinds, chain_set):
        return bytes([len(kinds)]) + b"".join(bytes([k]) + (chain_set if k == PRESENCE else b"") for k in kinds)

    def make_chains(self, e, class_key, copied=()):
        """Seals every alternative whose factors exist, beside chains that are only copied."""
        wanted = sorted(k for k in sf.alternatives(e.accessibility, e.accessControl) if set(k) <= self.factors)
        missing = sorted(sf.alternatives(e.accessibility, e.accessControl))[0]
        if not wanted:
            raise SecretFileError(FACTOR_NAMES[next(k for k in missing if k not in self.factors)])
        chains = [sf.Chain(k, self.chain_set(e, k), b"") for k in wanted if k not in [c.kinds for c in copied]]
        e.chains = sorted(list(copied) + chains, key=lambda c: self.front(c.kinds, c.set))
        for index, c in enumerate(e.chains):
            if c in chains:
                c.blob = self.seal_layers(e, c.kinds, c.set, index, class_key)

    def bound_to_old(self, e, chain, today=None):
        today = self.keys.today if today is None else today
        return bool(e.accessControl & sf.S) and chain.set is not None and chain.set != today

    def unwrap(self, e, keys=None, today=None):
        """The class key by the first usable chain with all factors."""
        keys = keys or self.keys
        usable = [c for c in e.chains if c.known and not self.bound_to_old(e, c, today)]
        if not usable:
            raise SecretFileError("invalidated" if any(c.known for c in e.chains) else "version")
        for c in usable:
            if all(keys.factor(k, e.deviceID) is not None for k in c.kinds):
                key = self.open_layers(e, c, keys, 0)
                require(derive(key, "check", self.cid + u32(e.keyID)) == e.check, "keyTable")
                return key
        raise SecretFileError(FACTOR_NAMES[next(k for k in usable[0].kinds if keys.factor(k, e.deviceID) is None)])

    def class_key(self, e):
        if e.keyID not in self.class_keys:
            self.class_keys[e.keyID] = self.unwrap(e)
        return self.class_keys[e.keyID]

    def renew(self, e, copied=()):
        key = self.class_keys[e.keyID] = self.draw("class key", 32, u32(e.keyID))
        e.sinceEpoch, e.check = self.epoch, derive(key, "check", self.cid + u32(e.keyID))
        self.make_chains(e, key, copied)

    def entry(self, cls):
        found = [e for e in self.entries if (e.accessibility, e.accessControl, e.deviceID) == cls]
        return found[-1] if found else None

    def is_spent(self, e):  # 14.4-1
        old_password = e.accessControl & sf.APPLICATION_PASSWORD and e.sinceEpoch < self.epoch
        return old_password or any(self.bound_to_old(e, c) for c in e.chains)

    def settle_classes(self):
        """Entries for everything that is to be sealed: new ones, renewed ones (14.4)."""
        new = set()
        for r in self.all_records():
            if r.value is not None:
                e = self.entry(r.cls)
                if e is None or self.is_spent(e):
                    new.add(r.cls)
        highest = max((e.keyID for e in self.entries), default=0)
        for number, cls in enumerate(sorted(new, key=lambda c: (c[0], c[1], c[2] or bytes(16))), highest + 1):
            e = sf.KeyEntry(number, *cls[:2], self.epoch, cls[2], b"")
            self.renew(e)
            self.entries.append(e)
        for e in self.entries:
            used = [r for r in self.all_records() if r.value is not None and self.entry(r.cls) is e]
            if used and e.sinceEpoch < self.epoch and not e.accessControl & sf.APPLICATION_PASSWORD:
                for r in self.all_records():
                    if r.keyID == e.keyID and r.value is None:
                        self.reseal(r)
                self.renew(e)
            elif e.keyID not in self.class_keys or e.sinceEpoch < self.epoch:
                self.complete(e)

    def complete(self, e):
        """Adds chains whose factors have come to exist (14.4-6)."""
        have = [c.kinds for c in e.chains]
        wanted = [k for k in sf.alternatives(e.accessibility, e.accessControl) if set(k) <= self.factors and k not in have]
        wanted = [k for k in wanted if all(self.keys.factor(f, e.deviceID) is not None for f in k)]
        if not wanted or not all(c.known for c in e.chains):
            return
        try:
            key = self.class_key(e)
        except SecretFileError:
            return
        added = [sf.Chain(k, self.chain_set(e, k), b"") for k in wanted]
        e.chains = sorted(e.chains + added, key=lambda c: self.front(c.kinds, c.set))
        for index, c in enumerate(e.chains):
            if c in added:
                c.blob = self.seal_layers(e, c.kinds, c.set, index, key)

    def entry_bytes(self, e):
        body = e.bound + e.deviceID + e.check + bytes([len(e.chains)])
        return counted(body + b"".join(self.front(c.kinds, c.set) + c.blob for c in e.chains))

    # -- records

    def all_records(self):
        for seg in self.segments:
            yield from seg.records

    def find(self, identity):
        return next((r for r in self.all_records() if r.identity == identity), None)

    def open_payload(self, r, key=None, password=b""):
        """The value of a record as the base has it."""
        e = next(e for e in self.base.keys.values() if e.keyID == r.keyID)
        context = r.itemID
        if 1 in r.tags:
            require(password, "applicationPassword", "none given")
            context += sf.argon2id(password, r.tags[1][8:], *struct.unpack("<II", r.tags[1][:8]))
        plain = sf.open_blob(r.blob, derive(key or self.class_key(e), "item", context), self.payload_associated(r))
        require(plain is not None, "applicationPassword" if 1 in r.tags else "payload")
        return plain[: r.length]

    def holds(self, r, value):
        """Whether a record has this value; what nobody can read any more is replaced."""
        try:
            return self.open_payload(r) == value
        except SecretFileError as e:
            if e.name != "invalidated":
                raise
            return False

    def payload_associated(self, r):
        out = b"payload\0" + self.cid + r.itemID + u32(r.payloadRevision) + u32(r.keyID)
        return out + bytes([r.contentType]) + u32(r.length) + H(r.identity)

    def reseal(self, r, key=None, password=b""):
        """Marks a record of the base whose payload is to be sealed again."""
        r.value, r.password = self.open_payload(r, key, password), password
        self.raise_both(r)

    @staticmethod
    def raise_both(r):
        if not r.sealed:
            # An attribute that changed in this commit has raised revision already.
            r.revision += 0 if r.edited else 1
            r.payloadRevision += 1
        r.sealed = True
        require(r.revision < 1 << 32, "record", "revision")

    @staticmethod
    def raise_one(r):
        if not (r.sealed or r.edited):
            r.revision += 1
        r.edited = True
        require(r.revision < 1 << 32, "record", "revision")

    def stamp(self, r):
        r.modified = self.time
        r.tags.pop(11, None)
        if 5 in self.root:
            r.tags[11] = self.root[5]

    def seal_payload(self, r):
        e = self.entry(r.cls)
        r.keyID, r.length = e.keyID, len(r.value)
        context = r.itemID
        if e.accessControl & sf.APPLICATION_PASSWORD:
            require(r.password, "applicationPassword", "none given")
            cost = struct.unpack("<II", r.tags[1][:8])
            salt = self.draw("item salt", 16, r.itemID)
            r.tags[1] = u32(cost[0]) + u32(cost[1]) + salt
            context += sf.argon2id(r.password, salt, *cost)
        else:
            r.tags.pop(1, None)
        plain = r.value + bytes(padded(r.length) - r.length)
        key = derive(self.class_key(e), "item", context)
        r.blob = seal(plain, key, self.draw("payload nonce", 24, r.itemID), self.payload_associated(r))
        r.link, r.value = H(r.blob), None

    def cls_of(self, change):
        device = b""
        if change.get("accessibility", 6) >= 9:
            require(self.keys.devices, "device")
            device = next(iter(self.keys.devices))
        return change.get("accessibility", 6), change.get("accessControl", 0), device

    # -- 8.5

    def digests(self, tag):
        data = self.root.get(tag, b"")
        return {data[i : i + 16]: struct.unpack_from("<q", data, i + 16)[0] for i in range(0, len(data), 24)}

    def put_digests(self, tag, digests):
        kept = sorted(digests.items(), key=lambda d: (d[1], d[0]))[-4096:]
        self.root.pop(tag, None)
        if kept:
            self.root[tag] = b"".join(k + i64(v) for k, v in sorted(kept))

    def settle_tombstones(self):
        before = {r.identity for s in (self.before or []) for r in s}
        now = {r.identity for r in self.all_records()}
        stones = self.digests(13)
        for identity in before - now:
            stones[H(identity)[:16]] = self.time
        for identity in now - before:
            stones.pop(H(identity)[:16], None)
        self.put_digests(13, stones)

    # -- 14.3: layout

    def insert(self, r):
        below = [i for i, first in enumerate(self.firsts) if first <= r.identity]
        seg = self.cuts[below[-1] if below else 0]
        seg.records = sorted(seg.records + [r], key=lambda x: x.identity)
        seg.changed = True

    def fresh(self):
        out = []
        for r in sorted(self.all_records(), key=lambda r: r.identity):
            if not out or out[-1].content + r.size > CONTENT or out[-1].payloads + r.payload_size > PAYLOADS:
                out.append(Seg([], changed=True))
            out[-1].records.append(r)
        self.segments = out

    def split(self):
        open_segs, out = list(self.segments), []
        while open_segs:
            s = open_segs.pop(0)
            long = s.content > CONTENT
            if not long and (len(s.records) == 1 or s.payloads <= PAYLOADS):
                out.append(s)
                continue
            measure = (lambda r: r.size) if long else (lambda r: r.payload_size)
            whole, sum_, count = sum(map(measure, s.records)), 0, 0
            while sum_ * 2 < whole and count < len(s.records) - 1:
                sum_ += measure(s.records[count])
                count += 1
            count = max(1, min(count, len(s.records) - 1))
            open_segs[:0] = [Seg(s.records[:count], changed=True), Seg(s.records[count:], changed=True)]
        self.segments = out

    def join(self):
        def fit(a, b):
            return a.content + b.content <= 49_152 and a.payloads + b.payloads <= PAYLOADS

        at, segs = 0, self.segments
        while at < len(segs):
            s = segs[at]
            if not s.changed or s.content >= 16_384:
                at += 1
                continue
            if at > 0 and fit(segs[at - 1], s):
                segs[at - 1 : at + 1] = [Seg(segs[at - 1].records + s.records, changed=True)]
                at -= 1
            elif at + 1 < len(segs) and fit(s, segs[at + 1]):
                segs[at : at + 2] = [Seg(s.records + segs[at + 1].records, changed=True)]
            else:
                at += 1

    # -- the file

    def finish(self, drops_unused=False):
        named = {r.keyID for r in self.all_records()}
        self.entries = [
            e for e in self.entries
            if e.keyID in named or not (drops_unused or any(self.bound_to_old(e, c) for c in e.chains))]
        self.root[3] = i64(self.time)
        if self.base:
            self.root[6] = self.base.header.mac
        pages, table, count = b"", b"", 0
        page_key = derive(self.keys.master, "page", self.cid)
        for index, s in enumerate(self.segments):
            content = b"".join(r.bytes for r in s.records)
            page = s.page
            if s.changed or page is None:
                page = seal(frame(content), page_key, self.draw("page nonce", 24, u32(index)), b"page\0" + self.cid)
            payloads = b"".join(r.blob for r in s.records)
            table += counted(s.records[0].identity) + u32(len(s.records)) + u32(len(page)) + u32(len(payloads)) + H(page)
            pages += page + payloads
            count += len(s.records)
        tags = dict(self.root)
        notes = b"".join(i + counted(tlv(n)) for i, n in sorted(self.notes.items()) if n)
        extra = {4: u32(count) if count else b"", 7: notes, 10: table}
        extra[8] = b"".join(map(self.entry_bytes, sorted(self.entries, key=lambda e: e.keyID)))
        tags.update({t: v for t, v in extra.items() if v})
        root = seal(frame(tlv(tags)), derive(self.keys.master, "root", self.cid), self.draw("root nonce", 24),
                    b"root\0" + self.cid + u32(self.epoch) + u64(self.generation))
        require(len(self.slots) <= 64, "header", "too many slots")
        body = b"".join(raw for _, _, _, raw in sorted(self.slots))
        length = 92 + len(body) + 64
        total = 2 * length + 2 * len(root) + len(pages) + 16
        header = sf.MAGIC + u16(1) + u16(1) + u32(length) + self.cid + u32(self.epoch) + u64(self.generation)
        header += u64(total) + u32(len(root)) + H(root) + u16(len(self.slots)) + u16(0) + body
        header += H(header)
        header += KH(derive(self.keys.master, "header", self.cid), header)
        return header + root + pages + root + header + u64(total) + u32(length) + sf.TAIL


def normal(passphrase):
    return sf.Credentials(passphrases=[passphrase]).passphrases[0] if passphrase else b""


# ---- 14.2, 14.4: create and commit ------------------------------------------------------


def new_record(draft, change):
    cls = draft.cls_of(change)
    identity = identity_of(change, cls[2])
    other = identity_of(change, b"" if cls[2] else next(iter(draft.keys.devices), b""))  # SF-11-7
    require(draft.find(identity) is None and draft.find(other) is None, "duplicate", "an item of that name exists")
    require(not (change.get("synchronizable") and cls[2]), "record", "synchronizable and bound to a device")
    r = Rec(draft.draw("itemID", 16, H(identity)), 0, draft.time, draft.time, 1, 1, change.get("contentType", 1), 0,
            bytes(32), identity, attribute_tags(change.get("attributes", {})), cls=cls, sealed=True)
    r.value, r.password = bytes.fromhex(change.get("value", "")), bytes.fromhex(change.get("password", ""))
    put_cost(r, change)
    draft.stamp(r)
    return r


def put_cost(r, change):
    if r.cls[1] & sf.APPLICATION_PASSWORD:
        cost = change.get("opslimit", 0), change.get("memlimit", 0)
        if 1 not in r.tags or cost[0]:
            require(cost[0] >= LEAST_OPSLIMIT and cost[1] >= LEAST_MEMLIMIT, "kdfCost", "too cheap")
            r.tags[1] = u32(cost[0]) + u32(cost[1]) + bytes(16)
    else:
        r.tags.pop(1, None)


def create(seed, time, slots, items=(), label=None, devices=None):
    d = Draft(seed, time, devices=devices)
    made = [d.add_slot(s) for s in slots]
    require(any(role == 0 for _, _, role, _ in d.slots), "header", "no slot of role 0")
    if any(role == 1 for _, _, role, _ in d.slots):
        d.new_presence()
    d.seal_new(made)
    if label:
        d.root[1] = label.encode()
    d.before, d.segments = None, [Seg([], changed=True)]
    for item in items:
        d.segments[0].records.append(new_record(d, item))
    d.settle_classes()
    for r in d.all_records():
        d.seal_payload(r)
    d.fresh()
    return d.finish()


def commit(base, credentials, seed, time, changes):
    d = Draft(seed, time, base, credentials)
    d.before = [list(s.records) for s in d.segments]
    before = {r.identity for r in d.all_records()}
    d.before = [[Rec(*([b""] * 9), r.identity, {}) for r in d.all_records()]] if before else []
    d.firsts, d.cuts = [s.records[0].identity for s in d.segments], d.segments
    made, presence_changed, d.is_changed = [], False, False
    for change in changes:
        presence_changed |= apply(d, change, made)
    if not d.is_changed:
        return base  # SF-14.2-5
    if presence_changed:
        change_enrolments(d)
    d.seal_new(made)
    if presence_changed:
        d.seal_enrolments()
    d.settle_classes()
    for s in d.segments:
        for r in s.records:
            if r.value is not None:
                d.seal_payload(r)
                s.changed = True
    d.settle_tombstones()
    if d.firsts:
        d.segments = [s for s in d.segments if s.records]
        d.split()
        d.join()
    else:
        d.fresh()
    return d.finish()


def apply(d, change, made):
    """Does one change; True if it changes the set of enrolments."""
    what, root = change["do"], dict(d.root)
    if what in ("label", "installation"):
        put_text(d, what, change)
        d.is_changed |= d.root != root
        return False
    d.is_changed |= what not in ("edit", "set")
    if what == "addSlot":
        made.append(d.add_slot(change))
        return change["kind"] == "enrolment"
    elif what == "removeEnrolment":
        slotID = bytes.fromhex(change["slot"])
        d.slots = [s for s in d.slots if s[0] != slotID]
        d.notes.pop(slotID, None)
        return True
    elif what == "slotLabel":
        note = d.notes.setdefault(bytes.fromhex(change["slot"]), {})
        note.pop(1, None)
        if change["text"]:
            note[1] = change["text"].encode()
    elif what == "import":
        remember_import(d, change)
    else:
        change_item(d, what, change)
    return False


def put_text(d, what, change):
    tag, value = (1, change["text"].encode()) if what == "label" else (5, bytes.fromhex(change["id"]))
    d.root.pop(tag, None)
    if value:
        d.root[tag] = value


def remember_import(d, change):  # 8.5
    if 11 not in d.root:
        d.root[11] = d.draw("journal", 32)
    identity = identity_of(change, d.cls_of(change)[2])
    digest = derive(d.root[11], "journal", H(identity) + H(bytes.fromhex(change.get("value", ""))))[:16]
    entries = d.digests(12)
    entries[digest] = max(d.time, entries.get(digest, d.time))
    d.put_digests(12, entries)


def change_item(d, what, change):
    if what == "add":
        return place(d, new_record(d, change))
    scope = bytes.fromhex(change.get("scope", ""))
    identity = identity_of(change, scope)
    r = d.find(identity)
    require(r is not None, "notFound")
    seg = next(s for s in d.segments if r in s.records)
    password = bytes.fromhex(change.get("password", ""))
    if what == "remove":
        gone = [identity, b"\3\1" + identity, b"\3\2" + identity]
        for s in d.segments:
            kept = [x for x in s.records if x.identity not in gone]
            s.changed |= len(kept) != len(s.records)
            s.records = kept
        return None
    tags = {t: v for t, v in r.tags.items() if t not in removed_tags(change)}
    tags.update(attribute_tags(change.get("attributes", {})))
    if what == "edit":
        if tags == r.tags:
            return None
        r.tags, d.is_changed = tags, True
        seg.changed = True
        d.raise_one(r)
        return d.stamp(r)
    if what == "set":
        same = r.value is None and change.get("contentType", r.contentType) == r.contentType and tags == r.tags
        if same and 1 not in r.tags and d.holds(r, bytes.fromhex(change["value"])):
            return None
        r.tags, d.is_changed = tags, True
        r.value, r.contentType = bytes.fromhex(change["value"]), change.get("contentType", r.contentType)
        r.password = password
    elif what in ("rename", "reprotect"):
        to = {**change, **change["to"]} if what == "rename" else change
        cls = d.cls_of(change["to"]) if what == "reprotect" else r.cls
        target = identity_of(to, cls[2])
        require(target == identity or d.find(target) is None, "duplicate")
        for front in (b"", b"\3\1", b"\3\2"):  # the item and its companions (10.4)
            one = d.find(front + identity)
            if one is not None:
                move(d, one, front + target, cls, password, change["to"])
        return None
    d.raise_both(r)
    return d.stamp(r)


def move(d, r, identity, cls, password, to):
    """Gives a record another identity or class."""
    if r.value is None:
        key = d.class_key(next(e for e in d.entries if e.keyID == r.keyID))
        r.value, r.password = d.open_payload(r, key, password), password
    seg = next(s for s in d.segments if r in s.records)
    seg.records.remove(r)
    seg.changed = True
    if r.cls != cls or "password" in to:
        r.cls, r.password = cls, bytes.fromhex(to.get("password", "")) or password
        put_cost(r, to)
    r.identity = identity
    place(d, r)
    d.raise_both(r)
    d.stamp(r)


def removed_tags(change):
    names = {**TEXTS, **NUMBERS, **FLAGS, **TIMES, "generic": 5, "provenance": 10, "userAttributes": 14}
    return {names[n] for n in change.get("attributes", {})}


def place(d, r):
    if d.firsts:
        d.insert(r)
    else:
        if not d.segments:
            d.segments = [Seg([], changed=True)]
        d.segments[0].records.append(r)


def change_enrolments(d):
    """A new presence key, and the chains that it wraps (14.5-3)."""
    old = Keys(d.keys.epoch, d.keys.master, d.keys.passcode, d.keys.presence, d.keys.today, d.keys.devices)
    require(all(k == RECIPIENT for _, k, r, _ in d.slots if r == 1), "refused", "an enrolment of unknown kind")  # 14.5-4
    d.new_presence()
    for e in d.entries:
        kept = []
        for c in sorted(e.chains, key=lambda c: d.front(c.kinds, c.set)):
            if PRESENCE not in c.kinds or c.set != NO_SET:
                kept.append(c)
            elif d.keys.presence is not None:
                level = c.kinds.index(PRESENCE)
                kept.append(sf.Chain(c.kinds, c.set, d.open_layers(e, c, old, level)))
        for index, c in enumerate(kept):
            if c not in e.chains:
                c.blob = d.seal_layers(e, c.kinds, c.set, index, c.blob, c.kinds.index(PRESENCE))
        require(kept, "refused", "an entry would lose its last chain")
        e.chains = kept


def compact(base, credentials, seed, time):
    d = Draft(seed, time, base, credentials)
    before = [[r.identity for r in s.records] for s in d.segments]
    pages = [s.page for s in d.segments]
    entries = [d.entry_bytes(e) for e in d.entries]
    for e in d.entries:
        d.complete(e)
    d.fresh()
    for s in d.segments:
        same = [i for i, b in enumerate(before) if b == [r.identity for r in s.records]]
        if same:
            s.page, s.changed = pages[same[0]], False
    named = {r.keyID for r in d.all_records()}
    moved = len(d.segments) != len(before) or any(s.changed for s in d.segments)
    if not moved and entries == [d.entry_bytes(e) for e in d.entries if e.keyID in named]:
        return base  # SF-14.2-5
    return d.finish(drops_unused=True)


# ---- 14.6: rotation ---------------------------------------------------------------------


def rotate(base, credentials, seed, time, keep_recipients=(), drop=(), add=(), passphrases=None, passwords=None):
    """`passphrases` has new ones by slotID, `passwords` application passwords by identity."""
    d = Draft(seed, time, base, credentials, rotation=True)
    opener, passphrases, passwords = d.base, passphrases or {}, passwords or {}
    drop = {bytes.fromhex(s) for s in drop}
    set_before = [s[0] for s in d.slots if s[2] == 1]
    slots, d.slots, sealed = d.slots, [], []
    for slotID, kind, role, raw in slots:
        if slotID in drop:
            d.notes.pop(slotID, None)
            continue
        slot = next(s for s in opener.header.slots if s.slotID == slotID)
        secret, cost = find_secret(d, slot, credentials), None
        if kind == PASSPHRASE:
            require(secret is not None or slotID.hex() in passphrases, "refused", "a passphrase is missing")
            cost = (max(slot.cost[0], LEAST_OPSLIMIT), max(slot.cost[1], LEAST_MEMLIMIT))
            if slotID.hex() in passphrases:
                given = passphrases[slotID.hex()]
                secret, cost = normal(bytes.fromhex(given["passphrase"])), (given["opslimit"], given["memlimit"])
        elif kind == KEY_FILE:
            require(secret is not None, "refused", "a key file is missing")
        elif kind == RECIPIENT and role == 0:
            confirmed = keep_recipients == "all" or slotID.hex() in keep_recipients
            require(confirmed, "refused", "a recipient is not confirmed")
        else:
            require(kind == RECIPIENT, "refused", "an unknown enrolment")
        d.slots.append((slotID, kind, role, raw))
        sealed.append((slotID, kind, role, secret, cost))
    kinds = [k for _, k, _, _ in d.slots] + [KINDS[s["kind"]] for s in add]
    d.root.pop(9, None)
    if PASSPHRASE in kinds:
        d.new_passcode()
    made = [d.add_slot(s) for s in add]
    if set_before != [s[0] for s in d.slots if s[2] == 1]:
        d.new_presence()
    else:
        require(not set_before or d.old.presence is not None, "presence")
        d.keys.presence, d.keys.today = d.old.presence, d.old.today
    for slotID, kind, role, secret, cost in sealed:
        d.put_slot(slotID, d.seal_slot(slotID, kind, role, secret or b"", d.notes.get(slotID, {}).get(3, b""), cost))
    d.seal_new(made)
    rotate_entries(d, passwords)
    for s in d.segments:
        for r in s.records:
            if r.value is not None:
                d.seal_payload(r)
        s.changed = True
    return d.finish()


def find_secret(d, slot, credentials):
    """The credential that opens a slot of kind 1 or 2, if it is there."""
    for secret in credentials.passphrases if slot.kind == PASSPHRASE else credentials.keys:
        alone = sf.Credentials()
        alone.passphrases, alone.keys = ([secret], []) if slot.kind == PASSPHRASE else ([], [secret])
        d.base.credentials, kept = alone, d.base.credentials
        opened = [m for m, _ in d.base.slot_keys(slot) if m == d.old.master]
        d.base.credentials = kept
        if opened:
            return secret
    return None


def rotate_entries(d, passwords):
    old_today = d.old.today
    for e in d.entries:
        records = [r for r in d.all_records() if r.keyID == e.keyID]
        bound = [c for c in e.chains if d.bound_to_old(e, c, d.keys.today)]
        known = all(c.known for c in e.chains)
        given = all(r.identity in passwords for r in records) or not e.accessControl & sf.APPLICATION_PASSWORD
        try:
            key = d.unwrap(e, d.old, old_today) if known and given else None
        except SecretFileError:
            key = None
        usable = [c for c in e.chains if c not in bound]
        if key is not None and usable and can_seal(d, e):
            for r in records:
                d.reseal(r, key, passwords.get(r.identity, b""))
            d.renew(e, bound)
        else:
            carry_over(d, e, bound)


def can_seal(d, e):
    wanted = [k for k in sf.alternatives(e.accessibility, e.accessControl) if set(k) <= d.factors]
    return bool(wanted) and all(d.keys.factor(f, e.deviceID) is not None for k in wanted for f in k)


def carry_over(d, e, bound):
    """The same class key, from the first layer outward whose key has changed (14.6-8)."""
    kept = []
    for c in e.chains:
        if c in bound:
            kept.append((c, None, 0))
            continue
        if any(k not in d.factors for k in c.kinds if k <= PASSCODE):
            continue
        changed = [i for i, k in enumerate(c.kinds) if k in (PRESENCE, PASSCODE) and d.old.factor(k, b"") != d.keys.factor(k, b"")]
        level = changed[0] if changed else len(c.kinds)
        require(all(k <= PASSCODE for k in c.kinds[level:]), "version", "a layer of unknown kind")
        kept.append((c, d.open_layers(e, c, d.old, level), level))
    require(kept, "refused", "an entry would lose its last chain")
    for index, (c, inner, level) in enumerate(kept):
        if inner is not None:
            c.blob = d.seal_layers(e, c.kinds, c.set, index, inner, level)
    e.chains = [c for c, _, _ in kept]
