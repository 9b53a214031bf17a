#!/usr/bin/env python3
"""Runs published container vectors: check_vectors.py FOLDER [--no-canaries] [-v]

FOLDER is `testvectors`, with `container` and `canaries` in it, or one folder of vectors
beside `canaries`. Canaries carry a wrong expectation and must fail; otherwise this
program is broken and says so. The last line is `N passed, N failed`.
"""

import argparse
import hashlib
import json
import pathlib
import re
import sys

import check_primitives
import secretfile as sf

FIELDS = {"name", "description", "expect", "operation", "credentials", "slot", "itemPasswords", "witness",
          "item", "items", "intermediate", "clauses", "flags"}
CREDENTIALS = {"passphrases": "passphrases", "keyFiles": "key_files", "identities": "identities",
               "deviceKeys": "device_keys", "presence": "presence"}
ERRORS = {
    "framing", "version", "headerHash", "header", "length", "kdfCost", "unlock", "copies", "root", "keyTable", "page",
    "record", "order", "payload", "locked", "device", "passcode", "presence", "applicationPassword", "invalidated",
    "notProven", "rollback", "fork", "credential", "notFound", "notSecretFile",
}
INTERMEDIATE = {
    "containerID": lambda c: c.containerID,
    "masterKey": lambda c: c.masterKey,
    "passcodeKey": lambda c: c.passcodeKey,
    "presenceKey": lambda c: c.presenceKey,
    "pin": lambda c: c.pin,
    "headerHash": lambda c: c.header.headerHash,
    "mac": lambda c: c.header.mac,
    "rootLink": lambda c: c.header.rootLink,
    "headerKey": lambda c: sf.derive(c.masterKey, "header", c.containerID),
    "rootKey": lambda c: sf.derive(c.masterKey, "root", c.containerID),
    "pageKey": lambda c: sf.derive(c.masterKey, "page", c.containerID),
    "slotID": lambda c: c.slot.slotID,
    "rootPlaintext": lambda c: hashlib.sha256(c.rootPlaintext).digest(),
    "keyEpoch": lambda c: c.header.keyEpoch,
    "generation": lambda c: c.header.generation,
}
ACCEPT = {"acceptRollback": "rollback", "acceptFork": "fork", "acceptOrigin": "origin"}
REPORTED = {"notProven", "version", "invalidated", "device", "presence", "passcode", "applicationPassword"}


class BadVector(Exception):
    """The vector itself is malformed: never counted as passed, not even as a canary."""


def demand(condition, text):
    if not condition:
        raise BadVector(text)


def fields(value, allowed, what):
    demand(isinstance(value, dict), f"{what} is not an object")
    demand(not set(value) - set(allowed), f"unknown fields in {what}: {sorted(set(value) - set(allowed))}")
    return value


def unhex(text, what):
    demand(isinstance(text, str) and re.fullmatch("([0-9a-fA-F]{2})*", text), f"{what} is not hexadecimal")
    return bytes.fromhex(text)


def texts(value, what):
    demand(isinstance(value, list) and all(isinstance(t, str) for t in value), f"{what} is not a list of texts")
    return value


def no_duplicates(pairs):
    demand(len({k for k, _ in pairs}) == len(pairs), "a field twice in one object")
    return dict(pairs)


class Vector:
    def __init__(self, path):
        self.path = path
        try:
            v = json.loads(path.read_text("utf-8"), object_pairs_hook=no_duplicates)
        except ValueError as e:
            raise BadVector(f"not JSON: {e}") from None
        fields(v, FIELDS, "the vector")
        demand(v.get("name") == path.stem, "name is not the file's name")
        demand(isinstance(v.get("description", ""), str), "description is not a text")
        self.expect, self.operation = v.get("expect"), v.get("operation", "verify")
        demand(self.expect == "ok" or self.expect in ERRORS, "expect is no error of the registry")
        demand(self.operation in ("verify", "open", "read"), "unknown operation")
        given = fields(v.get("credentials", {}), CREDENTIALS, "credentials")
        self.credentials = {CREDENTIALS[k]: texts(x, k) for k, x in given.items()}
        if "passphrases" in given:
            self.credentials["passphrases"] = [unhex(p, "passphrase") for p in given["passphrases"]]
        self.slot = unhex(v["slot"], "slot") if v.get("slot") is not None else None
        given = fields(v.get("itemPasswords", {}), v.get("itemPasswords", {}), "itemPasswords")
        self.item_passwords = {unhex(k, "identity"): unhex(p, "password") for k, p in given.items()}
        self.witness = self.parse_witness(v.get("witness"))
        demand(isinstance(v.get("items", []), list), "items is not a list")
        self.items = [self.parse_item(i) for i in v.get("items", [])]
        demand(self.expect != "ok" or "items" in v, "no items where nothing is to fail")
        demand(("item" in v) == (self.operation == "read"), "item stands in vectors that read, and only there")
        if "item" in v:
            self.items.append((unhex(v["item"], "item"), None, None))
        self.intermediate = fields(v.get("intermediate", {}), INTERMEDIATE, "intermediate")
        clauses = texts(v.get("clauses", []), "clauses")
        self.clauses = [c.strip("[]") for c in clauses]
        demand(all(re.fullmatch(r"SF-[0-9]+(\.[0-9]+)?-[0-9]+", c) for c in self.clauses), "no clause id")
        self.flags = texts(v.get("flags", []), "flags")
        demand(not set(self.flags) - set(ACCEPT) - REPORTED - {"slow", "proven"}, f"unknown flags in {self.flags}")

    @staticmethod
    def parse_witness(w):
        if w is None:
            return None
        fields(w, ("keyEpoch", "generation", "mac", "pin"), "witness")
        demand(len(w) == 4, "a witness has four fields")
        return sf.Witness(int(w["keyEpoch"]), int(w["generation"]), unhex(w["mac"], "mac"), unhex(w["pin"], "pin"))

    @staticmethod
    def parse_item(i):
        fields(i, ("identity", "sha256", "reason"), "an item")
        demand("identity" in i, "an item without identity")
        digest, reason = i.get("sha256"), i.get("reason")
        demand((digest is None) == (reason is not None), "an item has a value or a reason")
        demand(reason is None or reason in ERRORS, "reason is no error of the registry")
        digest = unhex(digest, "sha256") if digest is not None else None
        return unhex(i["identity"], "identity"), digest, reason

    # -- running

    def run(self):
        """None if all is as expected, else what is not."""
        data = self.path.with_suffix(".secretfile").read_bytes()
        try:
            container = sf.open_container(
                data, sf.Credentials(**self.credentials), slot=self.slot, witness=self.witness,
                accept=[ACCEPT[f] for f in self.flags if f in ACCEPT],
            )
        except sf.SecretFileError as e:
            good = e.name == self.expect and self.operation in ("verify", "open")
            return None if good else f"expected {self.expect}, opening gave {e}"
        if problem := self.wrong_intermediate(container):
            return problem
        report, thrown = [], set()
        if self.operation == "open" and self.expect != "ok":
            return f"expected {self.expect}, the container opened"
        if self.operation == "verify":
            try:
                report = container.verify(self.item_passwords)
            except sf.SecretFileError as e:
                return None if e.name == self.expect else f"expected {self.expect}, verifying gave {e}"
            if self.expect != "ok":
                return f"expected {self.expect}, the container verified"
        for identity, digest, reason in self.items:
            try:
                value = container.read(identity, self.item_passwords.get(identity))
            except sf.SecretFileError as e:
                thrown.add(e.name)
                told = e.name == reason or (e.name == self.expect and digest is None and reason is None)
                if not told:
                    return f"item {identity.hex()}: expected {reason or 'a value'}, reading gave {e}"
                continue
            if reason is not None:
                return f"item {identity.hex()}: expected {reason}, it could be read"
            if digest is not None and hashlib.sha256(value).digest() != digest:
                return f"item {identity.hex()}: another value"
        if self.expect != "ok":
            return None if self.expect in thrown else f"expected {self.expect}, reading threw {sorted(thrown)}"
        if self.items and (problem := self.wrong_listing(container)):
            return problem
        told = {name for _, name in report} | {"proven" if container.proven else "notProven"}
        lacking = [f for f in self.flags if f in REPORTED | {"proven"} and f not in told | thrown]
        return f"not reported: {lacking}" if lacking else None

    def wrong_intermediate(self, container):
        for name, expected in self.intermediate.items():
            value = INTERMEDIATE[name](container)
            if (value.hex() if isinstance(value, bytes) else value) != (expected.lower() if isinstance(expected, str) else expected):
                return f"intermediate {name} differs"
        return None

    def wrong_listing(self, container):
        """The items named are all there are; companions may be named or not."""
        named = {identity for identity, _, _ in self.items}
        listed = {r.identity for r in container.records()}
        missing = sorted(i.hex() for i in listed - named)
        return f"in the container but not in the vector: {missing}" if missing else None


def category(path):
    return path.stem.split("_")[0]


def result_of(path):
    """(malformed, problem): problem is None for a vector that passes."""
    try:
        return False, Vector(path).run()
    except BadVector as e:
        return True, f"malformed vector: {e}"
    except OSError as e:
        return True, f"no container: {e.strerror}"
    except Exception as e:  # anything but a named error is a fault of the reader
        return True, f"the reader crashed: {type(e).__name__}: {e}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--no-canaries", action="store_true", help="do not demand a folder of canaries")
    parser.add_argument("-v", "--verbose", action="store_true", help="a line for every vector")
    options = parser.parse_args()
    main_folder = options.folder / "container" if (options.folder / "container").is_dir() else options.folder
    canaries = next((f for f in (options.folder / "canaries", options.folder.parent / "canaries") if f.is_dir()), None)
    passed, failed, table = 0, 0, {}

    def count(group, good, line):
        nonlocal passed, failed
        counts = table.setdefault(group, [0, 0])
        counts[0 if good else 1] += 1
        passed, failed = passed + good, failed + (not good)
        if not good or options.verbose:
            print(("ok    " if good else "FAIL  ") + line)

    clauses = set()
    vectors = sorted(main_folder.glob("*.json"))
    for path in vectors:
        _, problem = result_of(path)
        count(category(path), problem is None, f"{path.stem}" + (f": {problem}" if problem else ""))
        if problem is None:
            clauses.update(Vector(path).clauses)
    for path in sorted(main_folder.glob("*.secretfile")):
        if not path.with_suffix(".json").exists():
            count(category(path), False, f"{path.stem}: no expectation beside it")
    if not vectors:
        count("runner", False, f"no vectors in {main_folder}")
    for path in sorted((options.folder / "primitives").glob("*.json")):
        try:
            cases, problem = check_primitives.run(path)
        except (ValueError, KeyError) as e:
            cases, problem = 0, f"malformed vector: {e}"
        count("primitives", problem is None, f"{path.stem}, {cases} cases" + (f": {problem}" if problem else ""))
    birds = sorted(canaries.glob("*.json")) if canaries else []
    for path in birds:
        malformed, problem = result_of(path)
        if problem is None:
            problem = "RUNNER BROKEN: a wrong expectation passed"
            count("canaries", False, f"{path.stem}: {problem}")
        else:
            count("canaries", not malformed, f"{path.stem}: {'' if malformed else 'fails as it must: '}{problem}")
    if not birds and not options.no_canaries:
        count("canaries", False, "no canaries: nothing shows that a wrong expectation would be seen")
    for group, (good, bad) in sorted(table.items()):
        print(f"{group}: {good} passed, {bad} failed")
    print(f"clauses named by passing vectors: {len(clauses)}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
