"""A strict reader of SecretFile containers, version 1.

Written from spec/secretfile-v1.md alone, as a second implementation of the format.
Numbers such as 8.4 in comments are sections of that text. Needs PyNaCl.

    container = open_container(data, Credentials(key_files=[text]))
    for record in container.records(): ...
    value = container.read(identity)
    report = container.verify()

Every failure of the format is a SecretFileError whose `name` is one of registry.md.
"""

import hashlib
import hmac
import struct
import unicodedata
from dataclasses import dataclass, field

from nacl import bindings as sodium
from nacl.exceptions import CryptoError
from nacl.exceptions import RuntimeError as SodiumRefusal

MAGIC = bytes.fromhex("89534631 0d0a1a0a")
TAIL = bytes.fromhex("5346310a")
MAX_OPSLIMIT, MAX_MEMLIMIT, MAX_TOTAL_COST = 16, 1_048_576, 33_554_432
PASSPHRASE, KEY_FILE, RECIPIENT = 1, 2, 3
DEVICE, PRESENCE, PASSCODE = 1, 2, 3
FACTOR_NAMES = {DEVICE: "device", PRESENCE: "presence", PASSCODE: "passcode"}
BODY_LENGTH = {PASSPHRASE: 168, KEY_FILE: 72, RECIPIENT: 104}
NO_SET = bytes(8)


class SecretFileError(Exception):
    """One of the errors of the format; `name` is its name in registry.md."""

    def __init__(self, name, detail=""):
        super().__init__(f"{name}: {detail}" if detail else name)
        self.name = name


def require(condition, name, detail=""):
    if not condition:
        raise SecretFileError(name, detail)


# ---- 2 and 5: primitives, derive, blobs ------------------------------------------------


def H(data):
    return hashlib.blake2b(data, digest_size=32).digest()


def KH(key, data):
    return hashlib.blake2b(data, digest_size=32, key=key).digest()


def derive(key, label, context=b""):
    return KH(key, b"SecretFile v1 " + label.encode() + b"\0" + context)


def u16(n):
    return struct.pack("<H", n)


def u32(n):
    return struct.pack("<I", n)


def u64(n):
    return struct.pack("<Q", n)


def same(a, b):
    return hmac.compare_digest(a, b)


def open_blob(blob, key, associated):
    """The plaintext, or None if the blob does not open."""
    try:
        return sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(blob[24:], associated, blob[:24], key)
    except CryptoError:
        return None


def argon2id(password, salt, opslimit, memlimit):
    return sodium.crypto_pwhash_alg(
        32, password, salt, opslimit, memlimit * 1024, sodium.crypto_pwhash_ALG_ARGON2ID13
    )


def x25519(scalar, point):
    """The shared secret, or None if it is all zeros."""
    try:
        return sodium.crypto_scalarmult(scalar, point)
    except SodiumRefusal:
        return None


def padded(n):  # 12.1
    if n <= 512:
        return max(64, -(-n // 64) * 64)
    e = n.bit_length() - 1
    step = 1 << (e - e.bit_length())
    return -(-n // step) * step


class Cursor:
    """Takes fields from the front of some bytes; running out is the error given."""

    def __init__(self, data, error):
        self.data, self.error, self.at = data, error, 0

    @property
    def left(self):
        return len(self.data) - self.at

    def take(self, n):
        require(n <= self.left, self.error, "a field goes past the end of its structure")
        self.at += n
        return self.data[self.at - n : self.at]

    def number(self, n, signed=False):
        return int.from_bytes(self.take(n), "little", signed=signed)


def unframe(plain, error, limit=None):  # 8.1
    length = int.from_bytes(plain[:4], "little")
    require(len(plain) == -(-(4 + length) // 256) * 256, error, "contentLength does not match")
    require(limit is None or length <= limit, error, "content too long")
    require(not any(plain[4 + length :]), error, "padding is not zero")
    return plain[4 : 4 + length]


# ---- 7: TLV ----------------------------------------------------------------------------


def utf8(value, error):
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        raise SecretFileError(error, "a text is not UTF-8") from None


def t_text(value, error):
    require(value, error, "empty text")
    return utf8(value, error)


def t_data(value, error):  # also what is common to all lists
    require(value, error, "empty value")
    return value


def t_fixed(n):
    def check(value, error):
        require(len(value) == n, error, "value of the wrong length")
        return value

    return check


def t_u32(value, error):
    number = int.from_bytes(t_fixed(4)(value, error), "little")
    require(number != 0, error, "a default written out")
    return number


def t_bool(value, error):
    require(value == b"\1", error, "a bool that is not 1")
    return True


def t_i64(value, error):
    return int.from_bytes(t_fixed(8)(value, error), "little", signed=True)


def parse_tlv(data, types, error):
    """A dictionary of tag to value; unknown tags keep their bytes."""
    cursor, result, last = Cursor(data, error), {}, 0
    while cursor.left:
        tag = cursor.number(2)
        value = cursor.take(cursor.number(4))
        require(tag > last, error, "tags do not ascend")
        require(tag in types or tag < 0x8000, error, "unknown critical tag")
        result[tag] = types[tag](value, error) if tag in types else value
        last = tag
    return result


def t_provenance(value, error):
    return parse_tlv(t_data(value, error), {1: t_text, 2: t_text, 3: t_text, 4: t_text}, error)


def t_user_attributes(value, error):
    cursor, result, last = Cursor(t_data(value, error), error), {}, None
    while cursor.left:
        key = cursor.take(cursor.number(2))
        content = cursor.take(cursor.number(4))
        require(last is None or key > last, error, "user attributes do not ascend")
        result[utf8(key, error)] = content
        last = key
    return result


ROOT_TAGS = {
    1: t_text, 2: t_i64, 3: t_i64, 4: t_u32, 5: t_fixed(16), 6: t_fixed(32), 7: t_data, 8: t_data,
    9: t_fixed(32), 10: t_data, 11: t_fixed(32), 12: t_data, 13: t_data, 14: t_fixed(32),
}
NOTE_TAGS = {1: t_text, 2: t_i64, 3: t_fixed(32)}
RECORD_TAGS = {
    1: t_fixed(24), 2: t_text, 3: t_text, 4: t_text, 5: t_data, 6: t_u32, 7: t_u32, 8: t_bool,
    9: t_bool, 10: t_provenance, 11: t_fixed(16), 12: t_i64, 13: t_i64, 14: t_user_attributes, 15: t_u32,
}


# ---- 6: credentials --------------------------------------------------------------------

BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"


def bech32_checksum_good(hrp, values):
    check = 1
    expanded = [ord(c) >> 5 for c in hrp] + [0] + [ord(c) & 31 for c in hrp] + values
    for v in expanded:
        top = check >> 25
        check = (check & 0x1FFFFFF) << 5 ^ v
        for i, g in enumerate((0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)):
            if top >> i & 1:
                check ^= g
    return check == 1


def decode_key(text, hrp, upper=True):
    """The 32 bytes of a key in its text form, or None if the text is another thing (6.2)."""
    if text != (text.upper() if upper else text.lower()) or not text.isascii():
        return None
    head, data = hrp + "1", text.lower()
    if not data.startswith(head) or len(data) != len(head) + 58:
        return None
    values = [BECH32.find(c) for c in data[len(head) :]]
    if min(values) < 0 or not bech32_checksum_good(hrp, values):
        return None
    number = 0
    for v in values[:52]:
        number = number << 5 | v
    return None if number & 15 else (number >> 4).to_bytes(32, "big")


def key_lines(text, hrps):
    """The (hrp, key) pairs of a key file that may have keys of these kinds."""
    data = text.encode("utf-8", "surrogateescape") if isinstance(text, str) else bytes(text)
    keys = []
    for line in data.split(b"\n"):
        line = line.strip(b" \t\r")
        if not line or line.startswith(b"#"):
            continue
        found = [(h, k) for h in hrps if (k := decode_key(line.decode("latin-1"), h)) is not None]
        require(found, "credential", "a line that is no key of a kind this file can have")
        keys += found
    require(keys, "credential", "no key")
    return keys


KEY_HRP, DEVICE_HRP, IDENTITY_HRP = "secretfile-key-", "secretfile-device-", "age-secret-key-"


class Credentials:
    """Passphrases are bytes; everything else is the text (or bytes) of a file as in 6.2."""

    def __init__(self, passphrases=(), key_files=(), identities=(), device_keys=(), presence=()):
        self.passphrases = []
        for p in passphrases:
            require(p, "credential", "empty passphrase")
            self.passphrases.append(unicodedata.normalize("NFC", utf8(p, "credential")).encode())
        pairs = [pair for text in key_files for pair in key_lines(text, (KEY_HRP, IDENTITY_HRP))]
        pairs += [pair for text in identities for pair in key_lines(text, (KEY_HRP, IDENTITY_HRP))]
        self.keys = [k for hrp, k in pairs if hrp == KEY_HRP]
        self.identities = [k for hrp, k in pairs if hrp == IDENTITY_HRP]
        self.presence = [k for text in presence for _, k in key_lines(text, (IDENTITY_HRP,))]
        self.devices = {}
        for text in device_keys:
            keys = key_lines(text, (DEVICE_HRP,))
            require(len(keys) == 1, "credential", "a device-key file has one key")
            self.devices[derive(keys[0][1], "device")[:16]] = keys[0][1]


@dataclass
class Witness:  # 13.4
    keyEpoch: int
    generation: int
    mac: bytes
    pin: bytes


# ---- 4: header and slots ---------------------------------------------------------------


@dataclass
class Slot:
    kind: int
    role: int
    slotID: bytes
    before: bytes  # from kind up to the body
    body: bytes

    @property
    def cost(self):
        return struct.unpack("<II", self.body[:8])


def tail_differs(data):  # 4.4
    if len(data) < 16 or data[-4:] != TAIL:
        return False
    n, end = int.from_bytes(data[-8:-4], "little"), len(data) - 16
    return 12 <= n <= min(65_536, end // 2) and data[:n] != data[end - n : end]


class Header:
    """Steps 1 to 6 of 13.1."""

    def __init__(self, data):
        if data[:8] != MAGIC:
            torn = (data and MAGIC.startswith(data)) or 0 <= data[:6].find(b"SF1") <= 3
            require(not torn and not data.endswith(TAIL), "framing", "damaged magic")
            raise SecretFileError("notSecretFile")
        require(len(data) >= 12, "framing", "shorter than version and suite")
        if data[8:12] != u16(1) + u16(1):
            raise SecretFileError("headerHash" if tail_differs(data) else "version")
        require(len(data) >= 92, "framing", "shorter than a header")
        c = Cursor(data[12:92], "framing")
        self.length = c.number(4)
        require(156 <= self.length <= min(65_536, len(data)), "framing", "headerLength")
        self.bytes = data[: self.length]
        self.headerHash, self.mac = self.bytes[-64:-32], self.bytes[-32:]
        require(H(self.bytes[:-64]) == self.headerHash, "headerHash")
        self.containerID, self.keyEpoch, self.generation = c.take(16), c.number(4), c.number(8)
        self.fileLength, self.rootLength, self.rootLink = c.number(8), c.number(4), c.take(32)
        slotCount, reserved = c.number(2), c.number(2)
        require(0 < self.keyEpoch < 1 << 31, "header", "keyEpoch")
        require(0 < self.generation < 1 << 63, "header", "generation")
        require(1 <= slotCount <= 64 and reserved == 0, "header", "slotCount or reserved")
        require(296 <= self.rootLength <= 268_435_240 and self.rootLength % 256 == 40, "header", "rootLength")
        c = Cursor(self.bytes[92:-64], "header")
        self.slots = [self.slot(c) for _ in range(slotCount)]
        require(c.left == 0, "header", "slots do not fill their space")
        ids = [s.slotID for s in self.slots]
        require(all(a < b for a, b in zip(ids, ids[1:])), "header", "slotIDs do not ascend")
        require(any(s.role == 0 for s in self.slots), "header", "no slot of role 0")
        least = 2 * self.length + 2 * self.rootLength + 16
        require(least <= self.fileLength == len(data), "length")
        self.prefix = u16(1) + u16(1) + self.containerID + u32(self.keyEpoch)

    @staticmethod
    def slot(c):
        start = c.at
        kind, role, flags, slotID, bodyLength = c.number(2), c.number(1), c.number(1), c.take(8), c.number(4)
        slot = Slot(kind, role, slotID, c.data[start : c.at], c.take(bodyLength))
        require(role <= 1, "header", "unknown role")
        if kind in BODY_LENGTH:
            require(role == 0 or kind == RECIPIENT, "header", "role 1 on this kind")
            require(flags == 0 and bodyLength == BODY_LENGTH[kind], "header", "flags or bodyLength")
        if kind == PASSPHRASE:
            opslimit, memlimit = slot.cost
            require(opslimit >= 1 and memlimit >= 8, "header", "impossible cost")
        return slot


# ---- 9: key table ----------------------------------------------------------------------

U, A, S, P, OR, AND, APPLICATION_PASSWORD = 1, 2, 8, 16, 1 << 14, 1 << 15, 1 << 31
KNOWN_ACCESS = U | A | S | P | OR | AND | 1 << 30 | APPLICATION_PASSWORD


def alternatives(accessibility, access):
    """The sets of factors that 9.3 gives for a class, as sorted tuples of kinds."""
    bits = access & (U | A | S | P)
    both = bits in (A | P, S | P)
    if accessibility == 12:
        biometry = bits in (A, S) or both and not access & OR
        return {(DEVICE, PRESENCE, PASSCODE) if biometry else (DEVICE, PASSCODE)}
    device = (DEVICE,) if accessibility >= 9 else ()
    if bits == 0:
        return {device}
    if both and not access & OR:
        return {device + (PRESENCE, PASSCODE)}
    if both or bits == U:
        return {device + (PRESENCE,), device + (PASSCODE,)}
    return {device + ((PASSCODE,) if bits == P else (PRESENCE,))}


@dataclass
class Chain:
    kinds: tuple
    set: bytes  # None without a presence factor
    blob: bytes

    @property
    def known(self):
        return all(k <= PASSCODE for k in self.kinds)


@dataclass
class KeyEntry:
    keyID: int
    accessibility: int
    accessControl: int
    sinceEpoch: int
    deviceID: bytes  # empty without a device
    check: bytes
    chains: list = field(default_factory=list)

    @property
    def bound(self):
        return u32(self.keyID) + bytes([self.accessibility]) + u32(self.accessControl) + u32(self.sinceEpoch)


def parse_key_table(data, keyEpoch):
    entries, outer, last = {}, Cursor(data, "keyTable"), 0
    while outer.left:
        c = Cursor(outer.take(outer.number(2)), "keyTable")
        e = KeyEntry(c.number(4), c.number(1), c.number(4), c.number(4), b"", b"")
        require(e.keyID > last, "keyTable", "keyIDs do not ascend")
        require(6 <= e.accessibility <= 12, "keyTable", "accessibility")
        require(not e.accessControl & ~KNOWN_ACCESS, "keyTable", "unknown accessControl bit")
        require(e.accessControl & (OR | AND) != OR | AND, "keyTable", "or and and together")
        factors = e.accessControl & (U | A | S | P)
        require(factors in (0, U, A, S, P, A | P, S | P), "keyTable", "accessControl combination")
        require(1 <= e.sinceEpoch <= keyEpoch, "keyTable", "sinceEpoch")
        e.deviceID = c.take(16 if e.accessibility >= 9 else 0)
        e.check, chainCount = c.take(32), c.number(1)
        require(chainCount in (1, 2), "keyTable", "chainCount")
        before = None
        for _ in range(chainCount):
            start = c.at
            chain = parse_chain(c, e)
            front = c.data[start : c.at]
            require(before is None or before < front, "keyTable", "chains do not ascend")
            chain.blob, before = c.take(72 + 40 * len(chain.kinds)), front
            require(chain.kinds not in [x.kinds for x in e.chains] or not chain.known, "keyTable", "two alike")
            e.chains.append(chain)
        require(c.left == 0, "keyTable", "bytes left over in an entry")
        entries[e.keyID], last = e, e.keyID
        require(len(entries) <= 4096, "keyTable", "too many entries")
    return entries


def parse_chain(c, entry):
    kinds, chosen = [], None
    for _ in range(c.number(1)):
        kind = c.number(1)
        require(kind > (kinds[-1] if kinds else 0), "keyTable", "factor kinds do not ascend")
        kinds.append(kind)
        if kind == PRESENCE:
            chosen = c.take(8)
            require((chosen != NO_SET) == bool(entry.accessControl & S), "keyTable", "set and bit 3")
    chain = Chain(tuple(kinds), chosen, b"")
    allowed = not chain.known or chain.kinds in alternatives(entry.accessibility, entry.accessControl)
    require(allowed, "keyTable", "not an alternative of the class")
    return chain


# ---- 10 and 11: records and identities -------------------------------------------------

IDENTITY_PARTS = {
    1: ("accessGroup", "service", "account"),
    2: ("accessGroup", "server", "account", "protocol", "authenticationType", "port", "path", "securityDomain"),
}


def identity_part(c):
    part = bytearray()
    while (byte := c.number(1)) != 0:
        if byte == 1:
            byte = c.number(1) - 1
            require(byte in (0, 1), "record", "bad escape in an identity")
        part.append(byte)
    return bytes(part)


def parse_identity(data, deviceID):
    """The parts of an identity, by name, as bytes and numbers (section 11)."""
    c, parts = Cursor(data, "record"), {}
    parts["class"] = c.number(1)
    require(len(data) <= (2050 if parts["class"] == 3 else 2048), "record", "identity too long")
    if parts["class"] == 3:
        parts["companion"], parts["class"] = c.number(1), c.number(1)
        require(parts["companion"] in (1, 2), "record", "companion kind")
    require(parts["class"] in IDENTITY_PARTS, "record", "identity class")
    for name in IDENTITY_PARTS[parts["class"]]:
        parts[name] = int.from_bytes(c.take(4), "big") if name == "port" else identity_part(c)
    parts["synchronizable"] = c.number(1)
    require(parts["synchronizable"] <= 1, "record", "synchronizable")
    parts["scope"] = c.take(c.left)
    require(parts["scope"] == deviceID, "record", "scope")
    require(not (parts["synchronizable"] and deviceID), "record", "synchronizable with a scope")
    return parts


@dataclass
class Record:
    itemID: bytes
    keyID: int
    created: int
    modified: int
    revision: int
    payloadRevision: int
    contentType: int
    payloadLength: int
    link: bytes
    identity: bytes
    parts: dict
    tags: dict
    segment: int = 0
    position: int = 0  # of the payload in the file

    @property
    def is_companion(self):
        return self.identity[0] == 3

    @property
    def blobLength(self):
        return 40 + padded(self.payloadLength)


def parse_record(content, keys):
    length = content.number(2)
    require(length <= 61_440, "record", "record too long")
    c = Cursor(content.take(length), "record")
    r = Record(
        c.take(16), c.number(4), c.number(8, True), c.number(8, True), c.number(4), c.number(4),
        c.number(1), c.number(4), c.take(32), c.take(c.number(2)), {}, {},
    )
    require(r.keyID in keys, "record", "keyID without an entry")
    entry = keys[r.keyID]
    require(r.contentType <= 3 and not (r.contentType == 3 and r.payloadLength), "record", "contentType")
    require(r.payloadLength <= 1 << 26, "record", "payloadLength")
    require(1 <= r.payloadRevision <= r.revision, "record", "payloadRevision")
    r.parts = parse_identity(r.identity, entry.deviceID)
    r.tags = parse_tlv(c.take(c.left), RECORD_TAGS, "record")
    require((1 in r.tags) == bool(entry.accessControl & APPLICATION_PASSWORD), "record", "application password tag")
    if 1 in r.tags:
        opslimit, memlimit = struct.unpack("<II", r.tags[1][:8])
        require(opslimit >= 1 and memlimit >= 8, "record", "impossible cost")
    require(r.tags.get(15, 0) <= 7, "record", "data names")
    return r


# ---- 8: root ---------------------------------------------------------------------------


@dataclass
class Segment:
    first: bytes
    recordCount: int
    pageLength: int
    payloadBytes: int
    link: bytes
    start: int


def parse_segments(data, start):
    segments, c = [], Cursor(data, "root")
    while c.left:
        first = c.take(c.number(2))
        s = Segment(first, c.number(4), c.number(4), c.number(4), c.take(32), start)
        require(1 <= len(first) <= 2050, "root", "length of a first identity")
        require(not segments or segments[-1].first < first, "root", "first identities do not ascend")
        require(s.recordCount >= 1, "root", "segment without records")
        require(296 <= s.pageLength <= 65_832 and s.pageLength % 256 == 40, "root", "pageLength")
        require(s.payloadBytes <= 1 << 20 or s.recordCount == 1, "root", "payloadBytes")
        start += s.pageLength + s.payloadBytes
        segments.append(s)
    return segments, start


def parse_notes(data, slots):
    notes, c, last = {}, Cursor(data, "root"), b""
    while c.left:
        slotID = c.take(8)
        note = c.take(c.number(2))
        require(last < slotID and slotID in slots, "root", "slot notes")
        require(note, "root", "empty slot note")
        notes[slotID], last = parse_tlv(note, NOTE_TAGS, "root"), slotID
    for slotID, slot in slots.items():
        has_recipient = 3 in notes.get(slotID, {})
        require(has_recipient == (slot.kind == RECIPIENT), "root", "recipient of a slot")
    return notes


def check_digest_list(data):  # 8.5
    require(len(data) % 24 == 0 and len(data) <= 24 * 4096, "root", "length of a list of digests")
    digests = [data[i : i + 16] for i in range(0, len(data), 24)]
    require(all(a < b for a, b in zip(digests, digests[1:])), "root", "digests do not ascend")


# ---- 13: opening, reading, verifying ---------------------------------------------------


def open_container(data, credentials, slot=None, witness=None, accept=(), unlimited=False):
    """Opens a container. `accept` may hold "rollback", "fork" and "origin" (13.4)."""
    return Container(bytes(data), credentials, slot, witness, accept, unlimited)


class Container:
    def __init__(self, data, credentials, slot, witness, accept, unlimited):
        self.data, self.credentials, self.unlimited, self.kept = data, credentials, unlimited, None
        self.header = h = Header(data)
        self.containerID = h.containerID
        self.masterKey, self.passcodeKey, self.slot = self.unlock(slot)
        self.presenceKey = self.enrolment()
        self.pin = derive(self.masterKey, "pin", h.containerID)
        by_secret = self.slot.kind in (PASSPHRASE, KEY_FILE)
        known = witness is not None and same(witness.pin, self.pin)
        self.proven = by_secret or known or "origin" in accept
        if witness:
            older = h.keyEpoch < witness.keyEpoch or h.generation < witness.generation
            require(not older or "rollback" in accept, "rollback")
            other = h.generation == witness.generation and not same(h.mac, witness.mac)
            require(not other or "fork" in accept, "fork")
        self.open_root()
        if witness and h.generation == witness.generation + 1:
            based = same(self.root[6], witness.mac)
            require(based or "fork" in accept, "fork")
        self.keys = parse_key_table(self.root.get(8, b""), h.keyEpoch)

    # -- slots

    def unlock(self, named):
        h, tried = self.header, [s for s in self.header.slots if s.role == 0 and named in (None, s.slotID)]
        costs = [s.cost for s in tried if s.kind == PASSPHRASE] if self.credentials.passphrases else []
        total = sum(ops * mem for ops, mem in costs) * len(self.credentials.passphrases)
        for ops, mem in costs:
            self.judge(ops, mem)
        require(self.unlimited or total <= MAX_TOTAL_COST, "kdfCost", f"{total} KiB passes in all")
        for s in [s for s in tried if s.kind == PASSPHRASE] + [s for s in tried if s.kind != PASSPHRASE]:
            for master, passcode in self.slot_keys(s):
                if same(KH(derive(master, "header", h.containerID), h.bytes[:-32]), h.mac):
                    return master, passcode, s
        raise SecretFileError("unlock")

    def judge(self, opslimit, memlimit):
        low = opslimit <= MAX_OPSLIMIT and memlimit <= MAX_MEMLIMIT
        require(self.unlimited or low, "kdfCost", f"opslimit {opslimit}, memlimit {memlimit} KiB")

    def slot_keys(self, s):
        """The master key and passcode key that each fitting credential gives."""
        context, body = self.containerID + s.slotID, s.body
        front = self.header.prefix + s.before
        if s.kind == PASSPHRASE:
            for passphrase in self.credentials.passphrases:
                w = argon2id(passphrase, body[8:24], *s.cost)
                master = open_blob(body[24:96], derive(w, "slot passphrase", context), b"slot master\0" + front + body[:24])
                passcode = open_blob(body[96:], derive(w, "slot passcode", context), b"slot passcode\0" + front + body[:96])
                if master is not None and passcode is not None:
                    yield master, passcode
        elif s.kind == KEY_FILE:
            for key in self.credentials.keys:
                master = open_blob(body, derive(key, "slot keyfile", context), b"slot master\0" + front)
                if master is not None:
                    yield master, None
        elif s.kind == RECIPIENT:
            for identity in self.credentials.identities:
                master = self.open_recipient(s, identity, b"slot master\0")
                if master is not None:
                    yield master, None

    def open_recipient(self, s, identity, label):
        ephemeral, shared = s.body[:32], x25519(identity, s.body[:32])
        if shared is None:
            return None
        context = self.containerID + s.slotID + ephemeral + sodium.crypto_scalarmult_base(identity)
        key = derive(shared, "slot x25519", context)
        return open_blob(s.body[32:], key, label + self.header.prefix + s.before + ephemeral)

    def enrolment(self):
        for s in self.header.slots:
            for identity in self.credentials.presence if (s.kind, s.role) == (RECIPIENT, 1) else ():
                key = self.open_recipient(s, identity, b"slot presence\0")
                if key is not None:
                    return key
        return None

    # -- root

    def open_root(self):
        h = self.header
        blob = self.data[h.length : h.length + h.rootLength]
        require(H(blob) == h.rootLink, "root", "link")
        associated = b"root\0" + h.containerID + u32(h.keyEpoch) + u64(h.generation)
        plain = open_blob(blob, derive(self.masterKey, "root", h.containerID), associated)
        require(plain is not None, "root", "seal")
        self.root = root = parse_tlv(unframe(plain, "root"), ROOT_TAGS, "root")
        self.rootPlaintext = plain
        kinds, roles = [s.kind for s in h.slots], [s.role for s in h.slots]
        require(2 in root and 3 in root, "root", "created or modified")
        require((6 in root) == (h.generation > 1), "root", "previousMac")
        require((9 in root) == (PASSPHRASE in kinds), "root", "passcodeCheck")
        require((14 in root) == (1 in roles), "root", "presenceCheck")
        require(root.get(4, 0) <= 1 << 24, "root", "itemCount")
        self.notes = parse_notes(root.get(7, b""), {s.slotID: s for s in h.slots})
        self.segments, end = parse_segments(root.get(10, b""), h.length + h.rootLength)
        require(sum(s.recordCount for s in self.segments) == root.get(4, 0), "root", "recordCounts")
        require(end + h.length + h.rootLength + 16 == h.fileLength, "root", "fileLength")
        check_digest_list(root.get(12, b""))
        check_digest_list(root.get(13, b""))
        require(12 not in root or 11 in root, "root", "journal without its key")
        for key, label, tag in ((self.passcodeKey, "passcode check", 9), (self.presenceKey, "presence check", 14)):
            good = key is None or same(derive(key, label, h.containerID), root[tag])
            require(good, "root", label)
        self.today = root.get(14, b"")[:8]

    # -- pages

    def page(self, index):
        """The records of one segment, completely checked."""
        s = self.segments[index]
        blob = self.data[s.start : s.start + s.pageLength]
        require(H(blob) == s.link, "page", "link")
        plain = open_blob(blob, derive(self.masterKey, "page", self.containerID), b"page\0" + self.containerID)
        require(plain is not None, "page", "seal")
        content, records = Cursor(unframe(plain, "page", 65_536), "record"), []
        position = s.start + s.pageLength
        while content.left:
            r = parse_record(content, self.keys)
            r.segment, r.position = index, position
            position += r.blobLength
            records.append(r)
        require(len(records) == s.recordCount, "page", "recordCount")
        require(position == s.start + s.pageLength + s.payloadBytes, "page", "payloadBytes")
        identities = [r.identity for r in records]
        require(identities[0] == s.first, "order", "first identity")
        identities += [n.first for n in self.segments[index + 1 : index + 2]]
        require(all(a < b for a, b in zip(identities, identities[1:])), "order")
        return records

    def last_page(self, index):
        """A page, opened and checked once as long as the same one is asked for."""
        if self.kept is None or self.kept[0] != index:
            self.kept = index, self.page(index)
        return self.kept[1]

    def records(self, companions=False):
        for index in range(len(self.segments)):
            yield from (r for r in self.page(index) if companions or not r.is_companion)

    def find(self, identity):
        below = [i for i, s in enumerate(self.segments) if s.first <= identity]
        for r in self.last_page(below[-1]) if below else ():
            if r.identity == identity:
                return r
        raise SecretFileError("notFound")

    # -- class keys

    def usable(self, entry):
        """The chains that are neither bound to an old set nor of an unknown kind (9.5)."""
        old = entry.accessControl & S
        return [c for c in entry.chains if c.known and not (old and c.set is not None and c.set != self.today)]

    def factor(self, entry, kind):
        if kind == DEVICE:
            return self.credentials.devices.get(entry.deviceID)
        return self.presenceKey if kind == PRESENCE else self.passcodeKey

    def missing(self, entry, chain):
        return [FACTOR_NAMES[k] for k in chain.kinds if self.factor(entry, k) is None]

    def unwrap(self, entry, chain):
        context = self.containerID + u32(entry.keyID)
        start = b"chain\0" + self.containerID + entry.bound
        layers = [(derive(self.masterKey, "class", context), b"\0" + u32(self.header.keyEpoch))]
        for kind in reversed(chain.kinds):
            identifier = {DEVICE: entry.deviceID, PRESENCE: chain.set, PASSCODE: b""}[kind]
            layers.append((derive(self.factor(entry, kind), "factor", context), bytes([kind]) + identifier))
        inner = chain.blob
        for key, end in layers:
            inner = open_blob(inner, key, start + end)
            require(inner is not None, "keyTable", "a layer does not open")
        require(same(derive(inner, "check", context), entry.check), "keyTable", "check of a class key")
        return inner

    def class_key(self, entry):
        usable = self.usable(entry)
        if not usable:
            raise SecretFileError("invalidated" if any(c.known for c in entry.chains) else "version")
        for chain in usable:
            if not self.missing(entry, chain):
                return self.unwrap(entry, chain)
        raise SecretFileError(self.missing(entry, usable[0])[0])

    # -- values

    def payload(self, r):
        blob = self.data[r.position : r.position + r.blobLength]
        require(H(blob) == r.link, "payload", "link")
        return blob

    def read(self, identity, item_password=None):
        return self.value(self.find(identity), item_password)

    def value(self, r, item_password=None):
        blob, entry = self.payload(r), self.keys[r.keyID]
        key, context, error = self.class_key(entry), r.itemID, "payload"
        if 1 in r.tags:
            error = "applicationPassword"
            require(item_password, error, "none given")
            opslimit, memlimit = struct.unpack("<II", r.tags[1][:8])
            self.judge(opslimit, memlimit)
            context += argon2id(item_password, r.tags[1][8:], opslimit, memlimit)
        associated = b"payload\0" + self.containerID + r.itemID + u32(r.payloadRevision) + u32(r.keyID)
        associated += bytes([r.contentType]) + u32(r.payloadLength) + H(r.identity)
        plain = open_blob(blob, derive(key, "item", context), associated)
        require(plain is not None, error, "seal")
        require(not any(plain[r.payloadLength :]), "payload", "padding is not zero")
        return plain[: r.payloadLength]

    def verify(self, item_passwords=None):
        """Checks everything within reach; returns (what, error name) for the rest (13.3)."""
        report = [] if self.proven else [("opening", "notProven")]
        for entry in self.keys.values():
            what = f"key {entry.keyID}"
            for chain in entry.chains:
                if not chain.known:
                    report.append((what, "version"))
                elif chain not in self.usable(entry):
                    report.append((what, "invalidated"))
                elif lacking := self.missing(entry, chain):
                    report += [(what, name) for name in lacking]
                else:
                    self.unwrap(entry, chain)  # two chains with one check have one key
        seen = set()
        for index in range(len(self.segments)):
            records = self.page(index)
            for r in records:
                require(r.itemID not in seen, "record", "itemID twice")
                seen.add(r.itemID)
            for r in records:
                self.payload(r)
                try:
                    self.value(r, (item_passwords or {}).get(r.identity))
                except SecretFileError as e:
                    if e.name not in ("version", "invalidated", "applicationPassword", *FACTOR_NAMES.values()):
                        raise
                    report.append((r.identity.hex(), e.name))
        h = self.header
        start = self.data[: h.length + h.rootLength]
        tail = start[h.length :] + h.bytes + u64(h.fileLength) + u32(h.length) + TAIL
        require(self.data.endswith(tail), "copies")
        return report


def verify(data, credentials, item_passwords=None, **options):
    return open_container(data, credentials, **options).verify(item_passwords)
