#!/usr/bin/env python3
"""Makes the inputs that fuzzing starts from: seeds.py VECTORS OUT

Containers of the published vectors, taken apart with the second implementation, and small preference files.
"""

import base64
import datetime
import json
import pathlib
import plistlib
import struct
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "Interop"))
import secretfile as sf  # noqa: E402


def part(kind, data):
    return bytes([kind]) + struct.pack("<H", len(data)) + data


def opened(path):
    vector = json.loads(path.with_suffix(".json").read_text())
    given = vector["credentials"]
    credentials = sf.Credentials(
        [bytes.fromhex(p) for p in given.get("passphrases", [])], given.get("keyFiles", []),
        given.get("identities", []), given.get("deviceKeys", []), given.get("presence", []))
    return sf.open_container(path.read_bytes(), credentials, accept=["origin", "rollback", "fork"])


def container_seeds(path, out):
    data = path.read_bytes()
    if len(data) > 20_000:
        return
    out("open", path.stem, data)
    if int.from_bytes(data[12:16], "little") <= len(data):
        out("header", path.stem, data[: int.from_bytes(data[12:16], "little")])
    try:
        container = opened(path)
    except sf.SecretFileError:
        return
    header = container.header
    content = sf.unframe(container.rootPlaintext, "root")
    out("root", path.stem, header.bytes + content)
    slots = b"".join(s.before + s.body for s in header.slots if s.kind != sf.KEY_FILE)
    inside = part(0, struct.pack("<IQB", header.keyEpoch, header.generation, 0)) + part(1, slots) + part(2, content)
    at = header.length + header.rootLength
    pages, payloads = b"", b""
    key = sf.derive(container.masterKey, "page", container.containerID)
    for segment in container.segments:
        plain = sf.open_blob(data[at : at + segment.pageLength], key, b"page\0" + container.containerID)
        if plain is None:
            return
        length = int.from_bytes(plain[:4], "little")
        table = next((v for t, v in tags(content) if t == 8), b"")
        out("page", f"{path.stem}-{at}", struct.pack("<HH", len(table), 0) + table + plain[4 : 4 + length])
        pages += part(3, plain[4 : 4 + length])
        at += segment.pageLength + segment.payloadBytes
    try:
        records = list(container.records(companions=True))
    except sf.SecretFileError:
        records = []
    for record in records:
        try:
            payloads += part(4, container.value(record))
        except sf.SecretFileError:
            payloads += part(4, b"")
    out("sealed", path.stem, inside + pages + payloads)


def tags(content):
    at = 0
    while at + 6 <= len(content):
        tag, length = struct.unpack_from("<HI", content, at)
        yield tag, content[at + 6 : at + 6 + length]
        at += 6 + length


TOKEN = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJkdW1teSIsImV4cCI6MTcwMDAwMDAwMH0." + "c2lnbmF0dXJl" * 3
SAMPLES = [
    {"a": 1, "b": [True, None, -1.5e3, "x\u00e9\n"], "c": {"d": "dummy", "e": {}}, "token": "dummy-secret-value-1"},
    {"session": {"accessToken": TOKEN, "refresh_token": "rt-0123456789abcdef0123456789abcdef"}, "list": [1, [2, [3]]]},
    {"Authorization": "Bearer " + TOKEN, "Cookie": "sid=dummy0123456789; theme=dark", "url": "https://u:dummy@example.org/?key=a"},
    {"nested": json.dumps({"password": "dummy password", "inner": json.dumps({"api_key": "sk_dummy_0123456789abcdef"})})},
    {"blob": base64.b64encode(json.dumps({"secret": "dummy"}).encode()).decode(), "form": "grant_type=x&client_secret=dummy123"},
]


def without_null(value):
    if isinstance(value, dict):
        return {k: without_null(v) for k, v in value.items() if v is not None}
    return [without_null(v) for v in value if v is not None] if isinstance(value, list) else value


def openstep(value):
    """The old property list: braces, parentheses, quotes, hexadecimal data."""
    if isinstance(value, dict):
        return "{\n" + "".join(f'  "{k}" = {openstep(v)};\n' for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "(" + ", ".join(map(openstep, value)) + ")"
    if isinstance(value, bytes):
        return "<" + value.hex() + ">"
    return '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'


def android(value):
    """SharedPreferences: a flat map."""
    lines = ['<?xml version="1.0" encoding="utf-8" standalone="yes" ?>', "<map>"]
    for key, v in value.items():
        if isinstance(v, bool):
            lines.append(f'    <boolean name="{key}" value="{str(v).lower()}" />')
        elif isinstance(v, int):
            lines.append(f'    <int name="{key}" value="{v}" />')
        elif isinstance(v, list):
            lines += [f'    <set name="{key}">', *(f"        <string>{x}</string>" for x in v), "    </set>"]
        else:
            text = json.dumps(v).replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
            lines.append(f'    <string name="{key}">{text}</string>')
    return "\n".join([*lines, "</map>", ""])


def preference_seeds(out):
    for number, sample in enumerate(SAMPLES):
        plist = without_null(sample) | {
            "when": datetime.datetime(2024, 1, 1), "data": b"\1\2\3", "shared": ["same text", "same text"]}
        files = {
            "json": [json.dumps(sample).encode(), json.dumps(sample, indent=2).encode(),
                     b"{\n  // note\n  \"a\": \"dummy\", /* x */\n  \"b\": [1, {\"c\": \"dummy-value\"},],\n}\n"],
            "xml": [plistlib.dumps(plist), ("\ufeff" + plistlib.dumps(plist).decode()).replace("UTF-8", "UTF-16").encode("utf-16-le"),
                    plistlib.dumps(plist).replace(b"\n", b"\r\n")],
            "binary": [plistlib.dumps(plist, fmt=plistlib.FMT_BINARY),
                       plistlib.dumps({"$archiver": "NSKeyedArchiver", "$version": 100000, "$top": {"root": plistlib.UID(1)},
                                       "$objects": ["$null", {"token": plistlib.UID(2)}, TOKEN]}, fmt=plistlib.FMT_BINARY)],
        }
        files["openstep"] = [openstep(plist).encode(), ("// note\n" + openstep(plist)).encode()]
        files["android"] = [android(sample).encode()]
        for form, variants in files.items():
            for variant, data in enumerate(variants):
                name = f"{form}-{number}-{variant}"
                out(f"read-{form}", name, data)
                out("detect", name, data)
                out(f"patch-{form}", name, data + bytes([number, 3, variant]))


def main(vectors, folder):
    def out(target, name, data):
        place = pathlib.Path(folder) / target
        place.mkdir(parents=True, exist_ok=True)
        (place / name).write_bytes(data)

    for path in sorted(pathlib.Path(vectors).glob("container/*.secretfile")):
        container_seeds(path, out)
    for path in sorted(pathlib.Path(vectors).glob("import/*")):
        if path.suffix in (".plist", ".json", ".xml") and path.stat().st_size < 20_000:
            form = "binary" if path.read_bytes()[:6] == b"bplist" else "json" if path.suffix == ".json" else "xml"
            out(f"read-{form}", path.name, path.read_bytes())
            out("detect", path.name, path.read_bytes())
            out(f"patch-{form}", path.name, path.read_bytes() + b"\1\2\3")
    preference_seeds(out)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
