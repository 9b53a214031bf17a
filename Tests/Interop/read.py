#!/usr/bin/env python3
"""Lists or reads a container with the second implementation, for cross-checks.

    read.py FILE --key KEYFILE                      all items as JSON
    read.py FILE --key KEYFILE --get HEX-IDENTITY   one value, raw
    read.py FILE --key KEYFILE --verify             the report of a verification as JSON

A failure prints the error's name on standard error and exits with the code of registry.md.
"""

import argparse
import json
import pathlib
import sys

import secretfile as sf

EXIT = {"version": 21, "kdfCost": 23, "unlock": 77, "locked": 23, "device": 23, "passcode": 23, "presence": 23,
        "applicationPassword": 23, "invalidated": 23, "notProven": 22, "rollback": 22, "fork": 22, "credential": 65,
        "notFound": 44, "notSecretFile": 65}
TAG_NAMES = {2: "label", 3: "description", 4: "comment", 5: "generic", 6: "creator", 7: "type", 8: "invisible",
             9: "negative", 10: "provenance", 11: "installation", 12: "expires", 13: "rotated",
             14: "userAttributes", 15: "dataNames"}
PROVENANCE = {1: "fileName", 2: "keyPath", 3: "originalType", 4: "innerPath"}
CONTENT = ["bytes", "text", "plist", "none"]


def plain(value):
    if isinstance(value, bytes):
        return value.hex()
    return {k: plain(v) for k, v in value.items()} if isinstance(value, dict) else value


def part(value):
    """Text where it is UTF-8, else an object with the bytes."""
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return {"hex": value.hex()}


def describe(container, r):
    entry = container.keys[r.keyID]
    parts = {k: part(v) if isinstance(v, bytes) and k != "scope" else plain(v) for k, v in r.parts.items()}
    tags = {TAG_NAMES.get(t, f"tag{t}"): plain(v) for t, v in r.tags.items() if t != 1}
    if 10 in r.tags:
        tags["provenance"] = {PROVENANCE.get(t, f"tag{t}"): plain(v) for t, v in r.tags[10].items()}
    return {
        "identity": r.identity.hex(), "itemID": r.itemID.hex(), **parts, "keyID": r.keyID,
        "accessibility": entry.accessibility, "accessControl": entry.accessControl,
        "created": r.created, "modified": r.modified, "revision": r.revision, "payloadRevision": r.payloadRevision,
        "contentType": CONTENT[r.contentType], "payloadLength": r.payloadLength, "attributes": tags,
    }


def first_line(path):
    """A passphrase file: its bytes without one LF, or CR LF, at the end."""
    data = pathlib.Path(path).read_bytes()
    return data.removesuffix(b"\n").removesuffix(b"\r") if data.endswith(b"\n") else data


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    for option in ("key", "passphrase-file", "device-key", "presence"):
        parser.add_argument(f"--{option}", action="append", default=[], metavar="FILE")
    parser.add_argument("--item-password-file", metavar="FILE")
    parser.add_argument("--slot", type=bytes.fromhex, metavar="HEX")
    parser.add_argument("--get", type=bytes.fromhex, metavar="HEX-IDENTITY")
    parser.add_argument("--verify", action="store_true")
    parser.add_argument("--companions", action="store_true", help="list companions too")
    o = parser.parse_args()
    read = lambda paths: [pathlib.Path(p).read_bytes() for p in paths]  # noqa: E731
    password = first_line(o.item_password_file) if o.item_password_file else None
    try:
        credentials = sf.Credentials(
            passphrases=[first_line(p) for p in o.passphrase_file], key_files=read(o.key),
            device_keys=read(o.device_key), presence=read(o.presence),
        )
        container = sf.open_container(pathlib.Path(o.file).read_bytes(), credentials, slot=o.slot)
        if not container.proven:
            print("note: the origin of this container is not proven", file=sys.stderr)
        if o.get is not None:
            sys.stdout.buffer.write(container.read(o.get, password))
        elif o.verify:
            passwords = {r.identity: password for r in container.records(companions=True)} if password else {}
            print(json.dumps([{"what": w, "reason": n} for w, n in container.verify(passwords)], indent=2))
        else:
            items = [describe(container, r) for r in container.records(companions=o.companions)]
            print(json.dumps(items, indent=2, ensure_ascii=False))
    except sf.SecretFileError as e:
        print(e, file=sys.stderr)
        return EXIT.get(e.name, 20)
    return 0


if __name__ == "__main__":
    sys.exit(main())
