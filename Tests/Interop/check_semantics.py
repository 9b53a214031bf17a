#!/usr/bin/env python3
"""Runs the sequences of calls on a small model of an item layer: check_semantics.py TESTVECTORS [-v]

The model is written from spec/semantics.md alone, as plainly as it can be: a list of rows and the rules. It runs each
sequence twice, as a store in memory and as one on a container. Canaries must fail. Exit 1 on any failure.
"""

import json
import pathlib
import re
import sys

NAMES = {
    "errSecSuccess": 0, "errSecIO": -36, "errSecParam": -50, "errSecUserCanceled": -128, "errSecNotAvailable": -25291,
    "errSecAuthFailed": -25293, "errSecDuplicateItem": -25299, "errSecItemNotFound": -25300, "errSecNoSuchAttr": -25303,
    "errSecNoSuchClass": -25306, "errSecInteractionNotAllowed": -25308, "errSecMissingEntitlement": -34018,
}
CODES = {number: name for name, number in NAMES.items()}
USER, ANY, CURRENT, PASSCODE, OR, AND, PRIVATE, PASSWORD = 1, 2, 8, 16, 1 << 14, 1 << 15, 1 << 30, 1 << 31
TEXT_OR_DATA = {"acct", "svce", "agrp", "srvr", "sdmn", "ptcl", "atyp", "path"}
NAME = {"genp": ("agrp", "svce", "acct"), "inet": ("agrp", "srvr", "acct", "ptcl", "atyp", "port", "path", "sdmn")}
COMMON = {"acct", "agrp", "pdmn", "accc", "sync", "labl", "desc", "icmt", "crtr", "type", "invi", "nega", "cdat", "mdat"}
ATTRIBUTES = {"genp": COMMON | {"svce", "gena"}, "inet": COMMON | {"srvr", "sdmn", "ptcl", "atyp", "port", "path"}}
CLASSES = ("ak", "ck", "dk", "aku", "cku", "dku", "akpu")


class Status(Exception):
    def __init__(self, name):
        super().__init__(name)
        self.number = NAMES[name]


class Malformed(Exception):
    pass


def require(condition, name="errSecParam"):
    if not condition:
        raise Status(name)


def is_data(value):
    return isinstance(value, dict) and set(value) == {"data"}


def content(value):
    """The bytes of a text or of data; none of what is absent."""
    if not value:
        return b""
    return bytes.fromhex(value["data"]) if is_data(value) else value.encode()


def is_number(value):
    return isinstance(value, int) and not isinstance(value, bool)


def flag(value):
    if isinstance(value, str):
        require(re.fullmatch("[0-9]+", value))
        value = int(value)
    require(isinstance(value, (bool, int)))
    return bool(value)


def number(value):
    if isinstance(value, str):
        require(re.fullmatch("[0-9]+", value))
    require(isinstance(value, (str, int)) and 0 <= int(value) < 1 << 32)
    return int(value)


def is_empty(value):
    return not value or value == {"data": ""}


def check_type(key, value):
    if key in TEXT_OR_DATA or key == "gena":
        require(isinstance(value, str) or is_data(value))
    elif key in ("labl", "desc", "icmt"):
        require(isinstance(value, str))
    elif key in ("crtr", "type", "port"):
        number(value)
    elif key in ("cdat", "mdat"):
        require(isinstance(value, dict) and set(value) == {"date"})
    elif key == "pdmn":
        require(isinstance(value, str) and value in CLASSES)
    elif key == "accc":
        require(isinstance(value, dict) and set(value) == {"accessibility", "flags"})
    elif key == "v_Data":
        require(is_data(value))
    elif key in ("invi", "nega"):
        flag(value)


class Query:
    """The keys of a call, understood."""

    def __init__(self, fields, call):
        self.attributes, self.returns, self.asking, self.limit = {}, set(), "u_AuthUIA", None
        self.sync, self.reference, self.list, self.data = None, None, None, None
        self.kind = fields.get("class")
        if self.kind is None:
            require("v_PersistentRef" in fields)
        else:
            require(isinstance(self.kind, str))
            require(self.kind in NAME, "errSecNoSuchClass")
        for key, value in sorted(fields.items()):
            if key != "class":
                self.take(key, value, call)
        if "accc" in self.attributes and "pdmn" in self.attributes:
            require(self.attributes["accc"]["accessibility"] == self.attributes["pdmn"])
        if self.reference is not None:
            require(not self.attributes and self.sync is None)

    def take(self, key, value, call):
        if key in ("r_Data", "r_Attributes", "r_PersistentRef"):
            if flag(value):
                require(call != "update")
                self.returns.add(key)
        elif key == "v_Data":
            check_type(key, value)
            self.data = content(value)
        elif key == "v_PersistentRef":
            require(call != "add" and isinstance(value, tuple))
            self.reference = value
        elif key == "m_Limit":
            self.limit = {"m_LimitOne": 1, "m_LimitAll": 1 << 62}.get(value) if isinstance(value, str) else value
            require(is_number(self.limit) and self.limit >= 1)
            require(call != "delete" or value == "m_LimitAll")
        elif key == "m_ItemList":
            require(call == "copyMatching" and isinstance(value, list))
            self.list = value
        elif key == "u_AuthUI":
            require(value in ("u_AuthUIA", "u_AuthUIF", "u_AuthUIS"))
            require(value != "u_AuthUIS" or call == "copyMatching")
            self.asking = value
        elif key == "u_NoAuthUI":
            self.asking = "u_AuthUIF" if flag(value) else self.asking
        else:
            self.attribute(key, value, call != "add")

    def attribute(self, key, value, is_query):
        require(key in COMMON | ATTRIBUTES["genp"] | ATTRIBUTES["inet"], "errSecNoSuchAttr")
        require(self.kind is None or key in ATTRIBUTES[self.kind], "errSecNoSuchAttr")
        if key == "sync":
            self.sync = "any" if is_query and value == "syna" else flag(value)
        else:
            check_type(key, value)
            value = number(value) if key in ("crtr", "type", "port") else flag(value) if key in ("invi", "nega") else value
            self.attributes[key] = {"data": content(value).hex()} if key == "gena" else value


class Changes(Query):
    """The changes of an update."""

    def __init__(self, fields, kind):
        self.attributes, self.sync, self.data, self.kind = {}, None, None, kind
        for key, value in sorted(fields.items()):
            if key == "v_Data":
                check_type(key, value)
                self.data = content(value)
            elif key == "musr":
                continue
            else:
                require(key != "ggrp" and key[:2] not in ("r_", "m_", "v_"))
                self.attribute(key, value, False)
        if "accc" in self.attributes and "pdmn" in self.attributes:
            require(self.attributes["accc"]["accessibility"] == self.attributes["pdmn"])


class Row:
    def __init__(self, kind, number):
        self.kind, self.number, self.sync, self.data, self.password = kind, number, False, None, None
        self.attributes, self.pdmn, self.flags, self.enrolments, self.lost = {}, "ak", 0, None, False

    def copy(self):
        row = Row(self.kind, self.number)
        row.__dict__ = dict(self.__dict__, attributes=dict(self.attributes))
        return row

    def name(self):
        def part(key):
            value = self.attributes.get(key, 0 if key == "port" else "")
            return value if key == "port" else content(value)
        return (self.kind, *map(part, NAME[self.kind]), self.sync)

    def apply(self, q):
        self.sync = q.sync if q.sync is not None else self.sync
        for key, value in q.attributes.items():
            if key == "accc":
                self.pdmn, self.flags = value["accessibility"], value["flags"]
            elif key == "pdmn":
                # An accessibility beside an access control is its own; alone it takes the access control away.
                self.pdmn, self.flags = value, self.flags if "accc" in q.attributes else 0
            elif key not in ("cdat", "mdat"):
                self.attributes[key] = value
        if q.data is not None:
            self.data = q.data

    def check(self):
        f = self.flags
        require(not (self.sync and (f or self.pdmn.endswith("u"))))
        require(not f & ~(USER | ANY | CURRENT | PASSCODE | OR | AND | PRIVATE | PASSWORD))
        require(not (f & OR and f & AND) and not (f & ANY and f & CURRENT))
        require(not (f & USER and f & (ANY | CURRENT | PASSCODE | OR | AND)))

    def value(self, key):
        own = self.attributes.get(key)
        if key in NAME[self.kind]:
            # Of four parts the type is remembered; the protocols are numbers to Apple, though those with a name are texts.
            if key in ("port", "ptcl") and is_empty(own):
                return 0
            try:
                return (own or "") if key in ("acct", "svce", "srvr", "agrp", "port") else content(own).decode()
            except UnicodeDecodeError:
                return own
        return {"class": self.kind, "pdmn": self.pdmn, "sync": self.sync, "cdat": {"date": self.created},
                "mdat": {"date": self.modified}, "accc": {"accessibility": self.pdmn, "flags": self.flags},
                }.get(key, None if is_empty(own) else own)


class Store:
    def __init__(self, on_container):
        self.on_container = on_container
        self.rows, self.count = [], 0
        self.phase, self.passcode, self.enrolled, self.set = "unlocked", True, 1, 1
        self.groups, self.user, self.password, self.time = ["app"], "accepts", None, 1_700_000_000_000
        self.faults, self.asked = [], 0

    # -- the device

    def device(self, step):
        do = step["do"]
        if do == "lock":
            self.phase = "locked" if self.phase == "unlocked" else self.phase
        elif do in ("unlock", "restart"):
            self.phase = {"unlock": "unlocked", "restart": "restarted"}[do]
        elif do == "setPasscode":
            self.passcode = True
        elif do == "removePasscode":
            self.passcode, self.enrolled, self.set = False, 0, self.set + 1
            self.rows = [r for r in self.rows if r.pdmn != "akpu"]
            if self.on_container:
                # The ways through the passcode are gone from the file.
                self.rows = [r for r in self.rows if not r.flags & PASSCODE or r.flags & OR and r.flags & (ANY | CURRENT)]
                for row in self.rows:
                    row.lost = bool(row.flags & CURRENT)
        elif do == "enrolBiometry":
            self.enrolled, self.set = self.enrolled + 1, self.set + 1
        elif do == "removeBiometry":
            self.enrolled, self.set = 0, self.set + 1
        elif do == "entitle":
            self.groups = step["groups"]
        elif do == "answer":
            self.user = step["answer"]
        elif do == "present":
            self.password = step["password"]
        elif do == "clock":
            self.time = step["time"]
        elif do == "fault":
            self.faults.append((step["call"], step["name"]))
        else:
            raise Malformed(f"unknown step {do}")

    def has_key(self, pdmn):
        phase = self.phase
        if self.on_container and phase == "locked" and not self.passcode:
            phase = "unlocked"
        if pdmn.startswith("d"):
            return True
        return phase != "restarted" if pdmn.startswith("c") else phase == "unlocked"

    def can_open(self, row, now=False):
        biometry = self.enrolled > 0 and (now or not row.flags & CURRENT or row.enrolments == self.set)
        if row.flags & USER:
            return biometry or self.passcode
        wanted = ([biometry] if row.flags & (ANY | CURRENT) else []) + ([self.passcode and not (row.lost and not now)] if row.flags & PASSCODE else [])
        return any(wanted) if row.flags & OR and wanted else all(wanted)

    # -- rules that calls share

    def entitled(self, attributes, writes=False):
        require(self.groups, "errSecMissingEntitlement")
        if "agrp" in attributes:
            group = content(attributes["agrp"])
            require("*" in self.groups or group in [g.encode() for g in self.groups], "errSecMissingEntitlement")
            require(not writes or group != b"com.apple.token", "errSecMissingEntitlement")

    def matches(self, q):
        return [r for r in self.rows if self.is_meant(r, q)]

    def is_meant(self, row, q):
        if q.kind is not None and q.kind != row.kind or q.reference is not None and q.reference != ("ref", row.number):
            return False
        if q.list is not None and ("ref", row.number) not in q.list:
            return False
        if q.sync is None and q.reference is None and q.list is None and row.sync or q.sync in (True, False) and q.sync != row.sync:
            return False
        if "*" not in self.groups and content(row.attributes["agrp"]) not in [g.encode() for g in self.groups]:
            return False
        for key, value in q.attributes.items():
            own = row.value(key)
            if key in TEXT_OR_DATA or key == "gena":
                if content(own) != content(value):
                    return False
            elif own != value and not (is_empty(own) and is_empty(value)):
                return False
        return True

    def open(self, row, q, asked):
        """What stands between a call and the data of a row. Returns whether the user was asked in this call."""
        require(self.has_key(row.pdmn), "errSecInteractionNotAllowed")
        if row.flags & (USER | ANY | CURRENT | PASSCODE):
            require(self.can_open(row), "errSecAuthFailed")
            require(q.asking != "u_AuthUIF", "errSecInteractionNotAllowed")
            if not asked:
                self.asked += 1
                require(self.user == "accepts",
                        {"cancels": "errSecUserCanceled", "fails": "errSecAuthFailed"}.get(self.user, "errSecInteractionNotAllowed"))
                asked = True
        return asked

    def unseal(self, row):
        if row.flags & PASSWORD:
            require(self.password is not None, "errSecInteractionNotAllowed")
            require(self.password == row.password, "errSecAuthFailed")

    def seal(self, row):
        require(row.pdmn != "akpu" or self.passcode, "errSecNotAvailable")
        require(self.has_key(row.pdmn), "errSecInteractionNotAllowed")
        require(self.can_open(row, now=True), "errSecNotAvailable")
        if row.flags & PASSWORD:
            require(self.password is not None, "errSecInteractionNotAllowed")
        row.password, row.enrolments, row.lost = self.password if row.flags & PASSWORD else None, self.set, False

    # -- calls

    def call(self, step, saved):
        do = step["do"]
        for fault in self.faults:
            if fault[0] == do:
                self.faults.remove(fault)
                raise Status(fault[1])
        require(not (self.on_container and self.phase == "restarted"), "errSecInteractionNotAllowed")
        before = [row.copy() for row in self.rows]
        try:
            if do == "add":
                return self.add(Query(step["attributes"], do))
            if do == "update":
                return self.update(Query(step["query"], do), step["changes"])
            q = Query(step["query"], do)
            return self.copy(q) if do == "copyMatching" else self.delete(q)
        except Status:
            self.rows = before
            raise

    def add(self, q):
        require(q.kind is not None)
        row = Row(q.kind, self.count + 1)
        row.apply(q)
        row.check()
        self.entitled(q.attributes, writes=True)
        row.attributes.setdefault("agrp", next((g for g in self.groups if g != "*"), None))
        self.seal(row)
        require(all(r.name() != row.name() for r in self.rows), "errSecDuplicateItem")
        row.created = row.modified = self.time
        self.rows.append(row)
        self.count += 1
        return self.result(row, q, row.data)

    def copy(self, q):
        self.entitled(q.attributes)
        results, found, asked = [], 0, False
        for row in self.matches(q):
            if found == (q.limit or 1):
                break
            wants = "r_Data" in q.returns
            if wants and q.asking == "u_AuthUIS" and row.flags & (USER | ANY | CURRENT | PASSCODE):
                continue
            found += 1
            if wants:
                asked = self.open(row, q, asked)
                self.unseal(row)
            elif self.phase == "restarted":
                require(self.has_key(row.pdmn), "errSecInteractionNotAllowed")
            result = self.result(row, q, row.data)
            if result is not None:
                results.append(result)
        require(found, "errSecItemNotFound")
        if not q.returns:
            return None
        return (results or [None])[0] if (q.limit or 1) == 1 else results

    def update(self, q, given):
        changes = Changes(given, q.kind)
        self.entitled(q.attributes)
        self.entitled(changes.attributes, writes=True)
        rows, asked = self.matches(q), False
        require(rows, "errSecItemNotFound")
        for row in rows:
            asked = self.open(row, q, asked)
            self.unseal(row)
            row.apply(changes)
            row.check()
            self.seal(row)
            require(all(r is row or r.name() != row.name() for r in self.rows), "errSecDuplicateItem")
            row.modified = max(self.time, row.modified + 1)

    def delete(self, q):
        self.entitled(q.attributes)
        rows = self.matches(q)
        require(rows, "errSecItemNotFound")
        self.rows = [row for row in self.rows if row not in rows]

    def result(self, row, q, data):
        wanted = {}
        if "r_Data" in q.returns and data is not None:
            wanted["v_Data"] = {"data": data.hex()}
        if "r_PersistentRef" in q.returns:
            wanted["v_PersistentRef"] = ("ref", row.number)
        if len(q.returns) > 1 or "r_Attributes" in q.returns:
            keys = ATTRIBUTES[row.kind] | {"class"} if "r_Attributes" in q.returns else ()
            own = {key: row.value(key) for key in keys}
            return {**{k: v for k, v in own.items() if v is not None}, **wanted}
        return next(iter(wanted.values()), None)


# -- running

def resolve(value, saved):
    if isinstance(value, dict) and set(value) == {"saved"}:
        return saved[value["saved"]]
    return [resolve(v, saved) for v in value] if isinstance(value, list) else value


def same(a, b):
    return type(a) is type(b) and a == b


def wrong(expect, result, saved):
    if "nothing" in expect:
        return result is not None and "something came back"
    if "value" in expect:
        return not same(resolve(expect["value"], saved), result) and "another value came back"
    if "count" in expect:
        return (not isinstance(result, list) or len(result) != expect["count"]) and "another count came back"
    if "values" in expect:
        wanted = sorted(map(repr, resolve(expect["values"], saved)))
        return (not isinstance(result, list) or sorted(map(repr, result)) != wanted) and "other values came back"
    if "has" in expect:
        if not isinstance(result, dict):
            return "no dictionary came back"
        for key, value in expect["has"].items():
            if not same(resolve(value, saved), result.get(key)):
                return f"{key} is {result.get(key)!r}"
        return next((f"{key} came back" for key in expect.get("lacks", ()) if key in result), None)
    return None


def run(vector, on_container):
    store, saved = Store(on_container), {}
    for number, step in enumerate(vector["steps"], 1):
        if "expect" not in step:
            store.device(step)
            continue
        expect = step.get("onContainer", step["expect"]) if on_container else step["expect"]
        if CODES.get(expect["status"]) != expect["name"]:
            raise Malformed(f"step {number}: {expect['name']} has another number")
        given = {key: {k: resolve(v, saved) for k, v in step[key].items()} if key in step else None for key in ("attributes", "query", "changes")}
        asked, result, status = store.asked, None, 0
        try:
            result = store.call({**step, **given}, saved)
        except Status as e:
            status = e.number
        if status != expect["status"]:
            return f"step {number}: expected {expect['name']}, got {CODES[status]}"
        if "asked" in expect and store.asked - asked != expect["asked"]:
            return f"step {number}: asked {store.asked - asked} times"
        if "save" in step:
            saved[step["save"]] = result
        if problem := wrong(expect, result, saved):
            return f"step {number}: {problem}"
    return None


def problem(path):
    vector = json.loads(path.read_text("utf-8"))
    if vector["name"] != path.stem:
        raise Malformed("name is not the file's name")
    for on_container in (False, True):
        if found := run(vector, on_container):
            return ("on a container, " if on_container else "in memory, ") + found
    return None


def main(folder, verbose):
    passed, failed = 0, 0
    for group, is_canary in (("semantics", False), ("canaries/semantics", True)):
        paths = sorted((folder / group).glob("*.json"))
        if not paths:
            raise SystemExit(f"no vectors in {folder / group}")
        for path in paths:
            try:
                found = problem(path)
                good = (found is None) != is_canary
            except (Malformed, KeyError, ValueError) as e:
                found, good = f"malformed vector: {type(e).__name__} {e}", False
            passed, failed = passed + good, failed + (not good)
            if not good or verbose:
                print(("ok    " if good else "FAIL  ") + f"{group}/{path.stem}: {found or 'passes'}")
    print(f"item layer: {passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3) or len(sys.argv) == 3 and sys.argv[2] != "-v":
        sys.exit(__doc__)
    sys.exit(main(pathlib.Path(sys.argv[1]), len(sys.argv) == 3))
