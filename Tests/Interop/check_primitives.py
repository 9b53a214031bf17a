"""Runs the cases of testvectors/primitives with the second implementation. check_vectors.py calls it."""

import json

import secretfile as sf
import secretwriter as sw
from secretfile import H, KH, derive, u32

FIELDS = {
    "derive": {"key", "label", "context", "out"},
    "padding": {"length", "padded"},
    "frame": {"contentLength", "plaintextLength"},
    "identity": {"class", "accessGroup", "service", "server", "account", "protocol", "authenticationType", "port",
                 "path", "securityDomain", "synchronizable", "scope", "companion", "identity", "expect"},
    "keyText": {"part", "key", "text", "expect"},
    "passphrase": {"passphrase", "normalized", "expect"},
    "argon2id": {"password", "salt", "opslimit", "memlimit", "out"},
    "cost": {"slots", "passphrases", "expect"},
    "x25519": {"scalar", "point", "shared"},
    "slot": {"containerID", "keyEpoch", "slot", "secret", "masterKey", "presenceKey", "passcodeKey", "expect"},
    "chain": {"containerID", "keyEpoch", "masterKey", "entry", "deviceKey", "presenceKey", "passcodeKey", "set",
              "classKey", "expect"},
    "chainTable": {"accessibility", "accessControl", "chains"},
    "mac": {"header", "masterKey", "headerHash", "mac"},
}


class Fixed(sf.Container):
    """Parts of a container without a file."""

    def __init__(self, case, slots=()):
        self.containerID, self.unlimited = bytes.fromhex(case["containerID"]), False
        self.header = type("Header", (), {})()
        self.header.keyEpoch, self.header.slots = case["keyEpoch"], list(slots)
        self.header.prefix = sf.u16(1) + sf.u16(1) + self.containerID + u32(case["keyEpoch"])
        self.credentials = sf.Credentials()
        given = {k: bytes.fromhex(case[k]) for k in ("masterKey", "presenceKey", "passcodeKey", "deviceKey", "set") if k in case}
        self.masterKey, self.passcodeKey = given.get("masterKey"), given.get("passcodeKey")
        self.presenceKey, self.today = given.get("presenceKey"), given.get("set", b"")
        if "deviceKey" in given:
            self.credentials.devices[derive(given["deviceKey"], "device")[:16]] = given["deviceKey"]


def outcome(action):
    try:
        return action()
    except sf.SecretFileError as e:
        return e.name


def slot(case):
    data, secret = bytes.fromhex(case["slot"]), bytes.fromhex(case["secret"])
    s = sf.Header.slot(sf.Cursor(data, "header"))
    c = Fixed(case, [s])
    c.credentials.passphrases, c.credentials.keys = [secret], [secret]
    c.credentials.identities = c.credentials.presence = [secret]
    if s.role == 1:
        key = c.enrolment()
        return (key.hex() if key else "unlock"), None
    keys = next(iter(c.slot_keys(s)), None)
    return (keys[0].hex(), keys[1] and keys[1].hex()) if keys else ("unlock", None)


def cost(case):
    c = Fixed({"containerID": "00" * 16, "keyEpoch": 1})
    c.credentials.passphrases = [b"x"] * case["passphrases"]

    class Slot:
        kind, role, slotID = sf.PASSPHRASE, 0, b""

        def __init__(self, pair):
            self.cost = pair

    c.header.slots = [Slot(p) for p in case["slots"]]
    c.slot_keys = lambda s: iter(())  # nothing is derived
    return {"unlock": "ok"}.get(outcome(lambda: c.unlock(None)), "kdfCost")


def identity(case):
    data = bytes.fromhex(case["identity"])
    if "expect" in case:
        scope = data[-16:] if len(data) > 30 else b""
        return outcome(lambda: sf.parse_identity(data, b"")) == outcome(lambda: sf.parse_identity(data, scope)) == case["expect"]
    item = {k: v for k, v in case.items() if k not in ("id", "identity", "companion", "scope")}
    scope = bytes.fromhex(case.get("scope", ""))
    made = sw.identity_of(item, scope)
    made = bytes([3, case["companion"]]) + made if "companion" in case else made
    parts = sf.parse_identity(data, scope)
    return made == data and parts["account"].hex() == case.get("account", "")


def check(kind, case):
    get = lambda name: bytes.fromhex(case[name])  # noqa: E731
    if kind == "derive":
        return derive(get("key"), case["label"], get("context")) == get("out")
    if kind == "padding":
        return sf.padded(case["length"]) == case["padded"]
    if kind == "frame":
        return len(sw.frame(bytes(case["contentLength"]))) == case["plaintextLength"]
    if kind == "identity":
        return identity(case)
    if kind == "keyText":
        key = sf.decode_key(case["text"], case["part"], upper=case["part"] != "age")
        return key is None if "expect" in case else key == get("key")
    if kind == "passphrase":
        made = outcome(lambda: sf.Credentials(passphrases=[get("passphrase")]).passphrases[0].hex())
        return made == case.get("normalized", case.get("expect"))
    if kind == "argon2id":
        return sf.argon2id(get("password"), get("salt"), case["opslimit"], case["memlimit"]) == get("out")
    if kind == "cost":
        return cost(case) == case["expect"]
    if kind == "x25519":
        shared = sf.x25519(get("scalar"), get("point"))
        return (shared and shared.hex()) == case["shared"]
    if kind == "slot":
        key, passcode = slot(case)
        wanted = case.get("masterKey", case.get("presenceKey", "unlock"))
        return key == wanted and passcode == case.get("passcodeKey")
    if kind == "chain":
        c = Fixed(case)

        def open_entry():
            entry = next(iter(sf.parse_key_table(get("entry"), case["keyEpoch"]).values()))
            return c.class_key(entry).hex()

        return outcome(open_entry) == case.get("classKey", case.get("expect"))
    if kind == "chainTable":
        return sorted(sf.alternatives(case["accessibility"], case["accessControl"])) == [tuple(c) for c in case["chains"]]
    header, master = get("header"), get("masterKey")
    key = derive(master, "header", header[16:32])
    return H(header) == get("headerHash") and KH(key, header + H(header)) == get("mac")


def run(path):
    """(number of cases, what is wrong or None); a malformed file is an exception."""
    file = json.loads(path.read_text("utf-8"))
    if set(file) != {"name", "description", "kind", "clauses", "cases"} or file["name"] != path.stem:
        raise ValueError("other fields, or another name")
    for number, case in enumerate(file["cases"], 1):
        if set(case) - FIELDS[file["kind"]] - {"id"} or case["id"] != number:
            raise ValueError(f"case {number}: unknown fields or another id")
        if not check(file["kind"], case):
            return len(file["cases"]), f"case {number}"
    return len(file["cases"]), None


