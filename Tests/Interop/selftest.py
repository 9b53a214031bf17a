#!/usr/bin/env python3
"""Tests of secretfile.py against the specification, without files from the other implementation.

The worked file of section 15.9 is built by the minimal writer below and compared with its
published hash; then it is damaged in every simple way, and re-sealed with broken contents.
"""

import random
import struct
import sys

from nacl import bindings as sodium

import secretfile as sf
from secretfile import H, KH, derive, padded, u16, u32, u64

KEY = bytes(range(32))
KEY_TEXT = "SECRETFILE-KEY-1QQQSYQCYQ5RQWZQFPG9SCRGWPUGPZYSNZS23V9CCRYDPK8QARC0SL9VZCW"
DEVICE_TEXT = "SECRETFILE-DEVICE-1QQQSYQCYQ5RQWZQFPG9SCRGWPUGPZYSNZS23V9CCRYDPK8QARC0SJC7D56"
IDENTITY_TEXT = "AGE-SECRET-KEY-1QQQSYQCYQ5RQWZQFPG9SCRGWPUGPZYSNZS23V9CCRYDPK8QARC0SWRYDWG"
CREDENTIALS = sf.Credentials(key_files=[KEY_TEXT])
IDENTITY = b"\x01\x00mail\x00me\x00\x00"
TIME = struct.pack("<q", 1_700_000_000_000)


def seal(plain, key, nonce, associated):
    return nonce + sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(plain, associated, nonce, key)


def tlv(tags):
    return b"".join(u16(t) + u32(len(v)) + v for t, v in tags)


def frame(content):
    return u32(len(content)) + content + bytes(-(4 + len(content)) % 256)


class Writer:
    """Writes one-slot, one-class containers; `change(name, bytes)` may alter each part first."""

    def __init__(self, seed=b"\x53" * 32, change=lambda name, data: data):
        self.change = change
        self.cid = derive(seed, "seed container")[:16]
        self.commit = derive(seed, "seed commit", self.cid + u32(1) + u64(1) + bytes(32))
        self.mk = self.seed("master", 32)

    def seed(self, name, n, context=b""):
        return derive(self.commit, "seed " + name, context)[:n]

    def build(self, items=((IDENTITY, b"secret"),), kind=sf.KEY_FILE, role_one=False):
        cid, change = self.cid, self.change
        prefix = u16(1) + u16(1) + cid + u32(1)
        slots = sorted(self.slot(i, role, prefix) for i, role in enumerate((0, 1) if role_one else (0,)))
        if kind == sf.KEY_FILE:
            slots = [self.key_slot(prefix)]
        self.slot_ids = sorted(s[4:12] for s in slots)

        ck = self.seed("class key", 32, u32(1))
        bound = u32(1) + b"\x06" + u32(0) + u32(1)
        chain = seal(ck, derive(self.mk, "class", cid + u32(1)), self.seed("wrap nonce", 24, u32(1) + b"\0\0"),
                     b"chain\0" + cid + bound + b"\0" + u32(1))
        entry = bound + derive(ck, "check", cid + u32(1)) + b"\x01" + b"\0" + chain
        key_table = change("keyTable", u16(len(entry)) + entry)

        records, payloads = b"", b""
        for identity, value in sorted(items):
            item_id = self.seed("itemID", 16, H(identity))
            associated = b"payload\0" + cid + item_id + u32(1) + u32(1) + b"\x01" + u32(len(value)) + H(identity)
            plain = change("value", value + bytes(padded(len(value)) - len(value)))
            blob = change("payload", seal(plain, derive(ck, "item", item_id), self.seed("payload nonce", 24, item_id), associated))
            r = item_id + u32(1) + TIME + TIME + u32(1) + u32(1) + b"\x01" + u32(len(value)) + H(blob)
            r += u16(len(identity)) + identity
            records += u16(len(r)) + r
            payloads += blob
        self.record = records
        page_plain = change("page", frame(change("records", records)))
        page = seal(page_plain, derive(self.mk, "page", cid), self.seed("page nonce", 24, u32(0)), b"page\0" + cid)
        first = min(i for i, _ in items)
        table = change("segments", u16(len(first)) + first + u32(len(items)) + u32(len(page)) + u32(len(payloads)) + H(page))
        notes = b""
        for slot_id in self.slot_ids:
            note = tlv([(2, TIME)] + ([(3, self.recipient)] if kind == sf.RECIPIENT else []))
            notes += slot_id + u16(len(note)) + note
        tags = [(2, TIME), (3, TIME), (4, u32(len(items))), (7, change("notes", notes)), (8, key_table), (10, table)]
        if role_one:
            tags.append((14, derive(self.presence, "presence check", cid)))
        self.content = change("tags", tlv(tags))
        root = seal(change("root", frame(self.content)), derive(self.mk, "root", cid), self.seed("root nonce", 24),
                    b"root\0" + cid + u32(1) + u64(1))

        body = change("slots", b"".join(slots))
        length = 92 + len(body) + 64
        total = 2 * length + 2 * len(root) + len(page) + len(payloads) + 16
        fixed = sf.MAGIC + u16(1) + u16(1) + u32(length) + cid + u32(1) + u64(1) + u64(total) + u32(len(root))
        header = change("fixed", fixed + H(root) + u16(len(slots)) + u16(0)) + body
        header += H(header)
        header += KH(derive(self.mk, "header", cid), header)
        self.facts = ck, H(payloads), H(page), H(root), header[-32:]
        return header + root + page + payloads + root + header + u64(total) + u32(length) + sf.TAIL

    def key_slot(self, prefix):
        slot_id = self.seed("slotID", 8, u16(0))
        front = u16(2) + b"\0\0" + slot_id + u32(72)
        nonce = self.seed("slot nonce", 24, slot_id + b"\0")
        return front + seal(self.mk, derive(KEY, "slot keyfile", self.cid + slot_id), nonce, b"slot master\0" + prefix + front)

    def slot(self, ordinal, role, prefix):
        slot_id = self.seed("slotID", 8, u16(ordinal))
        scalar = self.seed("slot ephemeral", 32, slot_id)
        ephemeral, self.recipient = sodium.crypto_scalarmult_base(scalar), sodium.crypto_scalarmult_base(KEY)
        shared = sodium.crypto_scalarmult(scalar, self.recipient)
        front = u16(3) + bytes([role, 0]) + slot_id + u32(104) + ephemeral
        key = derive(shared, "slot x25519", self.cid + slot_id + ephemeral + self.recipient)
        self.presence = self.seed("presence", 32)
        label, secret = (b"slot presence\0", self.presence) if role else (b"slot master\0", self.mk)
        return front + seal(secret, key, self.seed("slot nonce", 24, slot_id + b"\0"), label + prefix + front)


def outcome(data, credentials=CREDENTIALS):
    """"ok" or the error's name; any other exception ends the test run."""
    try:
        container = sf.open_container(data, credentials)
        container.verify()
        return "ok"
    except sf.SecretFileError as e:
        return e.name


FAILED = []


def check(name, good, detail=""):
    print(("ok    " if good else "FAIL  ") + name + (f": {detail}" if detail else ""))
    if not good:
        FAILED.append(name)


def text_hex(text):
    return bytes.fromhex(text)


def worked_values():  # 15.1 to 15.7
    cid = bytes(range(0xA0, 0xB0))
    check("15.1 page", derive(KEY, "page", cid).hex().startswith("fa6ffb25c1ff8fae"))
    check("15.1 class", derive(KEY, "class", cid + u32(1)).hex().startswith("fe3e0d6efb982f2e"))
    check("15.1 deviceID", derive(KEY, "device")[:16].hex() == "4eb618e181f0de905e8d2a361833dffc")
    keys = (KEY_TEXT, sf.KEY_HRP), (DEVICE_TEXT, sf.DEVICE_HRP), (IDENTITY_TEXT, sf.IDENTITY_HRP)
    check("15.2 keys", all(sf.decode_key(t, h) == KEY for t, h in keys))
    recipient = sf.decode_key("age13aqvttdk3ujkyjh9kg2w5an6dmy5mq5a84a4uxk3hfhnugfc9p0sy5p2wh", "age", upper=False)
    check("15.2 recipient", recipient == sodium.crypto_scalarmult_base(KEY))
    bad = KEY_TEXT.lower(), KEY_TEXT[:-1] + "Q", KEY_TEXT[:-1], DEVICE_TEXT, KEY_TEXT + " X", "#", "x"
    for text in bad:
        try:
            sf.Credentials(key_files=[text])
            check("6.2 malformed key", False, text[:12])
        except sf.SecretFileError as e:
            check("6.2 malformed key", e.name == "credential")
    sf.Credentials(key_files=["# a comment\r\n\n \t" + KEY_TEXT + "\r\n" + IDENTITY_TEXT], device_keys=[DEVICE_TEXT])
    p = sf.Credentials(passphrases=[text_hex("63616665cc81")]).passphrases[0]
    context = cid + bytes(range(0xB0, 0xB8))
    w = sf.argon2id(p, KEY[:16], 2, 19_456)
    check("15.3 W", w.hex().startswith("8b71d55708d018875daccfd0"))
    check("15.3 passphrase", derive(w, "slot passphrase", context).hex().startswith("21c5ecdbdca636fd"))
    check("15.3 passcode", derive(w, "slot passcode", context).hex().startswith("aadd2841e278fc4a"))
    check("15.3 key file", derive(KEY, "slot keyfile", context).hex().startswith("37df29f2bf31b842"))
    e = sodium.crypto_scalarmult_base(bytes(range(0x60, 0x80)))
    shared = sf.x25519(KEY, e)
    check("15.3 x25519", e.hex().startswith("675dd574") and shared.hex().startswith("2cca6df951833fd6"))
    check("15.3 x25519 key", derive(shared, "slot x25519", context + e + recipient).hex().startswith("d17b21c2ece7b222"))
    check("6.3 zero", sf.x25519(KEY, bytes(32)) is None)
    table = {0: 64, 1: 64, 63: 64, 64: 64, 65: 128, 511: 512, 512: 512, 513: 544, 544: 544, 545: 576, 1023: 1024,
             1024: 1024, 1025: 1088, 4097: 4352, 65535: 65536, 65536: 65536, 65537: 67584, 1000000: 1015808,
             1048536: 1048576, 67108863: 67108864, 67108864: 67108864}
    check("15.6 padding", all(padded(n) == m for n, m in table.items()))
    identities = (
        "01006d61696c006d650000", "01006d61696c006d650001", "0302" "01006d61696c006d650000",
        "0167000061010101026200" "00",
        "02006578616d706c652e6f7267006d65006874707300" "00000001bb" "2f00" "00" "00",
    )
    check("15.5 identities", [sf.parse_identity(text_hex(i), b"").get("account") for i in identities]
          == [b"me", b"me", b"me", b"a\0\1b", b"me"])
    device = derive(KEY, "device")[:16]
    check("15.5 scope", sf.parse_identity(text_hex(identities[0]) + device, device)["scope"] == device)


def worked_file():  # 15.4 and 15.9
    writer = Writer()
    data = writer.build()
    check("15.4 seed", writer.cid.hex() == "8f1e4b15a3f5d0df46bd4668c08e51e9" and writer.mk.hex().startswith("4a8119fa184257b3"))
    check("15.9 sizes", (len(writer.content), len(writer.record), len(data)) == (258, 96, 2008))
    facts = [f.hex()[:16] for f in writer.facts]
    check("15.9 values", facts == ["25af9c6f733aa576", "142aec7b0f9b695d", "78a3a2ece6301212", "cb79fea5e6390770", "b0e652429f5b79f7"])
    check("15.9 H of the file", H(data).hex() == "ba9e50a2e775160b1b2ce18b3beeaed42860c2161a4dfb416469aef1d6f5d2c4")
    container = sf.open_container(data, CREDENTIALS)
    check("15.9 verifies", container.verify() == [] and container.proven)
    check("15.9 value", container.read(IDENTITY) == b"secret")
    wrong = sf.Credentials(identities=[IDENTITY_TEXT])
    check("wrong credential", outcome(data, wrong) == "unlock")
    return data


def damage(data):
    """Every flipped bit, every length, bytes inserted, removed and doubled: never accepted."""
    def all_rejected(name, variants):
        names = {}
        for v in variants:
            result = outcome(v)
            names[result] = names.get(result, 0) + 1
        check(name, "ok" not in names, ", ".join(f"{n} {c}" for n, c in sorted(names.items())))

    def flipped():
        for i in range(len(data)):
            for bit in range(8):
                yield data[:i] + bytes([data[i] ^ 1 << bit]) + data[i + 1 :]

    rng = random.Random(1)
    all_rejected("flipped bits", flipped())
    all_rejected("cut at the end", (data[:n] for n in range(len(data))))
    all_rejected("cut at the start", (data[n:] for n in range(1, len(data))))
    all_rejected("bytes removed", (data[:i] + data[i + 1 :] for i in range(len(data)) if data[:i] + data[i + 1 :] != data))
    for b in (b"\0", b"\x0a", b"\xff"):
        all_rejected(f"{b!r} inserted", (data[:i] + b + data[i:] for i in range(len(data) + 1)))
    all_rejected("bytes set", (v for i in range(len(data)) for b in (0, 255) if (v := data[:i] + bytes([b]) + data[i + 1 :]) != data))
    all_rejected("blocks swapped", (v for _ in range(2000) if (v := swapped(data, rng)) != data))
    all_rejected("text mode", [data.replace(b"\r\n", b"\n"), data.replace(b"\n", b"\r\n"), data[1:], bytes(b & 127 for b in data)])
    all_rejected("noise", (rng.randbytes(rng.randrange(400)) for _ in range(2000)))
    all_rejected("noise behind the magic", (data[:12] + rng.randbytes(rng.randrange(3000)) for _ in range(2000)))


def swapped(data, rng):
    a, b, n = rng.randrange(len(data)), rng.randrange(len(data)), rng.randrange(1, 64)
    out = bytearray(data)
    out[a : a + n], out[b : b + n] = out[b : b + n], out[a : a + n]
    return bytes(out)


def resealed():
    """Broken contents under good seals: named errors only, from the right part."""
    errors = {  # "ok" only where some bytes are free: the value, times, revisions, unknown tags
        "fixed": {"header", "length", "framing", "headerHash", "version", "notSecretFile", "root", "unlock"},
        "slots": {"header", "unlock"},
        "keyTable": {"keyTable"},
        "value": {"payload", "page", "ok"},
        "payload": {"payload", "page"},
        "records": {"record", "page", "order", "payload", "ok"},
        "page": {"record", "page", "order", "payload", "root", "ok"},
        "segments": {"root", "page", "order"},
        "notes": {"root", "ok"},
        "tags": {"root", "keyTable", "record", "page", "order", "ok"},
        "root": {"root", "keyTable", "record", "page", "order", "header", "ok"},
    }
    rng = random.Random(2)
    for part, allowed in errors.items():
        names = {}
        for _ in range(1500):
            touched = []

            def change(name, data):
                if name != part:
                    return data
                touched.append((out := mutated(data, rng)) != data)
                return out

            result = outcome(Writer(change=change).build())
            if not any(touched):
                continue
            names[result] = names.get(result, 0) + 1
        check(f"resealed {part}", set(names) <= allowed, ", ".join(f"{n} {c}" for n, c in sorted(names.items())))


def mutated(data, rng):
    out, i = bytearray(data), rng.randrange(len(data))
    how = rng.randrange(5)
    if how == 0:
        out[i] ^= 1 << rng.randrange(8)
    elif how == 1:
        out[i] = rng.choice((0, 1, 127, 128, 255))
    elif how == 2:
        del out[i : i + rng.randrange(1, 9)]
    elif how == 3:
        out[i:i] = rng.randbytes(rng.randrange(1, 9))
    else:
        out[i : i + 4] = rng.choice((b"\xff" * 4, b"\0" * 4, b"\0\0\0\x80"))
    return bytes(out)


def recipients():
    items = [(b"\x01\0mail\0" + bytes([c]) + b"\0\0", bytes([c]) * c * 9) for c in range(97, 123)]
    data = Writer().build(items=items, kind=sf.RECIPIENT, role_one=True)
    creds = sf.Credentials(identities=[IDENTITY_TEXT], presence=[IDENTITY_TEXT])
    container = sf.open_container(data, creds)
    check("recipient and enrolment", container.verify() == [("opening", "notProven")] and container.presenceKey is not None)
    check("many records", {r.identity: container.value(r) for r in container.records()} == dict(items))
    try:
        container.read(b"\x01\0mail\0m\0\1")
        check("notFound", False)
    except sf.SecretFileError as e:
        check("notFound", e.name == "notFound")
    h = container.header
    for name, keyEpoch, generation, mac, expected in (
        ("same", 1, 1, h.mac, "ok"), ("lower generation", 1, 2, h.mac, "rollback"),
        ("lower epoch", 2, 1, h.mac, "rollback"), ("other mac", 1, 1, bytes(32), "fork")):
        try:
            witnessed = sf.open_container(data, creds, witness=sf.Witness(keyEpoch, generation, mac, container.pin))
            result = "ok" if witnessed.proven else "notProven"
        except sf.SecretFileError as e:
            result = e.name
        check(f"witness {name}", result == expected, result)


class Rich:
    """A container with every kind of slot and the whole range of chains, in two segments."""

    DEVICE, PASSWORD = derive(KEY, "device")[:16], b"\xffnot text"
    S, OR = 8, 1 << 14
    # what is expected of reading with all credentials, then accessibility, accessControl, chains
    CLASSES = (
        ("ok", 6, 0, [()]), ("ok", 7, 1, [(2,), (3,)]), ("ok", 8, S, [(2,)]), ("invalidated", 6, S, [("old",)]),
        ("ok", 9, 0, [(1,)]), ("ok", 12, 2 | 16, [(1, 2, 3)]), ("version", 6, 0, [(9,)]),
        ("ok", 6, S | 16 | OR, [("old",), (3,)]), ("ok", 6, 1 << 31, [()]), ("ok", 10, 1, [(1, 2), (1, 2, 9)]),
        ("ok", 11, 16 | 1 << 15, [(1, 3)]), ("invalidated", 6, S, [("old",), ("old", 9)]),
    )

    def __init__(self, spoil=lambda name, data: data):
        rng = random.Random(3)
        r = rng.randbytes
        cid, mk, passcode, presence = r(16), r(32), r(32), r(32)
        prefix = u16(1) + u16(1) + cid + u32(3)
        today = derive(presence, "presence check", cid)
        recipient = sodium.crypto_scalarmult_base(KEY)

        def x25519_slot(sid, role):
            scalar = r(32)
            e = sodium.crypto_scalarmult_base(scalar)
            key = derive(sodium.crypto_scalarmult(scalar, recipient), "slot x25519", cid + sid + e + recipient)
            front = u16(3) + bytes([role, 0]) + sid + u32(104) + e
            label, secret = (b"slot presence\0", presence) if role else (b"slot master\0", mk)
            return front + seal(secret, key, r(24), label + prefix + front)

        sids = [bytes([i]) * 8 for i in range(5)]
        salt = r(16)
        w = sf.argon2id("é".encode(), salt, 1, 8)
        slot = u16(1) + b"\0\0" + sids[0] + u32(168) + u32(1) + u32(8) + salt
        slot += seal(mk, derive(w, "slot passphrase", cid + sids[0]), r(24), b"slot master\0" + prefix + slot)
        slot += seal(passcode, derive(w, "slot passcode", cid + sids[0]), r(24), b"slot passcode\0" + prefix + slot)
        key_slot = u16(2) + b"\0\0" + sids[1] + u32(72)
        key_slot += seal(mk, derive(KEY, "slot keyfile", cid + sids[1]), r(24), b"slot master\0" + prefix + key_slot)
        unknown = u16(9) + b"\x01\xff" + sids[4] + u32(5) + b"later"
        slots = slot + key_slot + x25519_slot(sids[2], 0) + x25519_slot(sids[3], 1) + unknown

        table, self.items, records = b"", {}, []
        for i, (expected, accessibility, control, chains) in enumerate(self.CLASSES):
            kid, ck, device = u32(i + 1), r(32), self.DEVICE if accessibility >= 9 else b""
            bound = kid + bytes([accessibility]) + u32(control) + u32(2)
            entry = bound + device + derive(ck, "check", cid + kid) + bytes([len(chains)])
            for kinds in chains:
                chosen = b"oldset!!" if "old" in kinds else today[:8] if control & self.S else bytes(8)
                kinds = [2 if k == "old" else k for k in kinds]
                blob, ids = ck, {1: device, 2: chosen}
                for k in kinds:
                    factor = {1: KEY, 2: presence, 3: passcode, 9: r(32)}[k]
                    ad = b"chain\0" + cid + bound + bytes([k]) + ids.get(k, b"")
                    blob = seal(blob, derive(factor, "factor", cid + kid), r(24), ad)
                blob = seal(blob, derive(mk, "class", cid + kid), r(24), b"chain\0" + cid + bound + b"\0" + u32(3))
                entry += bytes([len(kinds)]) + b"".join(bytes([k]) + (chosen if k == 2 else b"") for k in kinds) + blob
            table += u16(len(entry)) + entry
            identity = b"\x01\0s\0" + bytes([65 + i]) + b"\0\0" + device
            for identity in (identity, b"\x03\x02" + identity):
                value, item_id, tags, context = r(i * 97), r(16), [], b""
                if control >> 31:
                    tags.append((1, u32(1) + u32(8) + salt))
                    context = sf.argon2id(self.PASSWORD, salt, 1, 8)
                tags += [(2, b"L"), (10, tlv([(1, b"f"), (4, b"p")])), (14, u16(0) + u32(0) + u16(1) + b"k" + u32(1) + b"v")]
                tags += [(15, u32(5)), (0x7000, b"")]
                ad = b"payload\0" + cid + item_id + u32(4) + kid + b"\0" + u32(len(value)) + H(identity)
                blob = seal(value + bytes(padded(len(value)) - len(value)), derive(ck, "item", item_id + context), r(24), ad)
                rec = item_id + kid + TIME + TIME + u32(7) + u32(4) + b"\0" + u32(len(value)) + H(blob) + u16(len(identity)) + identity
                rec = spoil("record", rec + tlv(tags))
                records.append((identity, u16(len(rec)) + rec, blob))
                self.items[identity] = (expected, value)
        records.sort()
        table = spoil("keyTable", table)
        segments, body = b"", b""
        for part in (records[:7], records[7:]):
            page = seal(frame(b"".join(x[1] for x in part)), derive(mk, "page", cid), r(24), b"page\0" + cid)
            payloads = b"".join(x[2] for x in part)
            segments += u16(len(part[0][0])) + part[0][0] + u32(len(part)) + u32(len(page)) + u32(len(payloads)) + H(page)
            body += page + payloads
        noted = u16(len(tlv([(3, recipient)]))) + tlv([(3, recipient)])
        root = frame(spoil("tags", tlv([
            (1, b"CI"), (2, TIME), (3, TIME), (4, u32(len(records))), (5, r(16)), (6, b"m" * 32), (7, sids[2] + noted + sids[3] + noted),
            (8, table), (9, derive(passcode, "passcode check", cid)), (10, segments), (11, r(32)),
            (12, b"a" * 24 + b"b" * 24), (13, b"c" * 24), (14, today), (99, b"")])))
        root = seal(root, derive(mk, "root", cid), r(24), b"root\0" + cid + u32(3) + u64(5))
        length = 156 + len(slots)
        total = 2 * length + 2 * len(root) + len(body) + 16
        header = sf.MAGIC + u16(1) + u16(1) + u32(length) + cid + u32(3) + u64(5) + u64(total) + u32(len(root)) + H(root) + u16(5) + u16(0) + slots
        header += H(header)
        header += KH(derive(mk, "header", cid), header)
        self.data = header + root + body + root + header + u64(total) + u32(length) + sf.TAIL


def rich():
    made = Rich()
    full = {"passphrases": ["e\u0301".encode()], "presence": [IDENTITY_TEXT], "device_keys": [DEVICE_TEXT]}

    def reading(name, credentials, expect):
        container = sf.open_container(made.data, sf.Credentials(**credentials))
        wrong = []
        for identity, (expected, value) in made.items.items():
            try:
                result = "ok" if container.read(identity, made.PASSWORD) == value else "other value"
            except sf.SecretFileError as e:
                result = e.name
            if result != expect(expected, container.keys[container.find(identity).keyID]):
                wrong.append((identity, result))
        check(f"rich {name}", not wrong, str(wrong or ""))
        return container

    container = reading("with everything", full, lambda expected, entry: expected)
    names = sorted({n for _, n in container.verify()})
    check("rich report", names == ["applicationPassword", "invalidated", "version"], str(names))
    check("rich companions", len(list(container.records())) * 2 == len(list(container.records(companions=True))))

    def lacking(kinds):
        def expect(expected, entry):
            chains = [[FACTORS[k] for k in c.kinds] for c in container.usable(entry)]
            if not chains or any(not set(c) & set(kinds) for c in chains):
                return expected
            return next(k for k in chains[0] if k in kinds)
        return expect

    FACTORS = sf.FACTOR_NAMES
    key_only = {"key_files": [KEY_TEXT]}
    reading("with the key file", key_only, lacking(["device", "presence", "passcode"]))
    reading("without device", {**full, "device_keys": []}, lacking(["device"]))
    reading("without presence", {**full, "presence": []}, lacking(["presence"]))
    reading("recipient", {"identities": [IDENTITY_TEXT], "device_keys": [DEVICE_TEXT]}, lacking(["presence", "passcode"]))
    rng = random.Random(4)
    names = {}
    for part in ("record", "keyTable", "tags"):
        for n in range(600):
            countdown = [rng.randrange(24 if part == "record" else 1)]

            def spoil(name, data):
                if name != part:
                    return data
                countdown[0] -= 1
                return mutated(data, rng) if countdown[0] == -1 else data

            result = outcome(Rich(spoil).data, sf.Credentials(**full))
            names[part, result] = names.get((part, result), 0) + 1
    allowed = {"record": {"record", "page", "order", "payload", "ok"}, "keyTable": {"keyTable", "root", "record"},
               "tags": {"root", "keyTable", "record", "page", "order", "payload", "ok"}}
    check("rich resealed", all(r in allowed[p] or r == "ok" for p, r in names), ", ".join(f"{p} {r} {c}" for (p, r), c in sorted(names.items())))
    flips = (made.data[:i] + bytes([made.data[i] ^ 1 << rng.randrange(8)]) + made.data[i + 1 :] for i in range(0, len(made.data), 3))
    check("rich flipped", all(outcome(d, sf.Credentials(**full)) != "ok" for d in flips))
    for costs, expected in (((17, 8), "kdfCost"), ((1, 1_048_577), "kdfCost"), ((0, 8), "header"), ((1, 7), "header")):
        header = bytearray(made.data[: container.header.length])
        header[92 + 16 : 92 + 24] = struct.pack("<II", *costs)
        header[-64:-32] = H(bytes(header[:-64]))
        result = outcome(bytes(header) + made.data[len(header) :], sf.Credentials(**full))
        check(f"cost {costs}", result == expected, result)


if __name__ == "__main__":
    worked_values()
    whole = worked_file()
    recipients()
    rich()
    damage(whole)
    resealed()
    print(f"{len(FAILED)} failed")
    sys.exit(1 if FAILED else 0)
