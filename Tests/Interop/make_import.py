#!/usr/bin/env python3
"""Makes the preference files of import/ in a folder of vectors, the same bytes at every run, and puts them into its index.

usage: make_import.py TESTVECTORS

import_cases.py has the cases; the three files without an expectation are for trying imports.

Every credential is a dummy of the right shape. The files imitate what apps leave behind: a session
nested in dictionaries, a refresh token in data, a keyed archive, and many harmless neighbours.
"""
import base64
import datetime
import hashlib
import json
import os
import pathlib
import plistlib
import sys

import suite_index


def b64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def dummy(name, size):
    """Bytes that look random and are the same at every run."""
    out, block = b"", b""
    while len(out) < size:
        block = hashlib.sha256(block + name.encode()).digest()
        out += block
    return out[:size]


def jwt(subject):
    header = b64url(json.dumps({"alg": "HS256", "typ": "JWT"}, separators=(",", ":")).encode())
    claims = {"iss": "https://id.example.com", "sub": subject, "iat": 1767225600, "exp": 1767229200}
    body = b64url(json.dumps(claims, separators=(",", ":")).encode())
    return f"{header}.{body}.{b64url(dummy('signature', 32))}"


def keyed_archive():
    """An NSKeyedArchiver graph of one harmless object: a list of recent places."""
    uid = plistlib.UID
    return plistlib.dumps(
        {
            "$version": 100000,
            "$archiver": "NSKeyedArchiver",
            "$top": {"root": uid(1)},
            "$objects": [
                "$null",
                {"$class": uid(4), "NS.objects": [uid(2), uid(3)]},
                "North pier",
                "Lighthouse bay",
                {"$classname": "NSArray", "$classes": ["NSArray", "NSObject"]},
            ],
        },
        fmt=plistlib.FMT_BINARY,
        sort_keys=False,
    )


def preferences():
    return {
        "AppleLanguages": ["en-GB", "de"],
        "NSWindow Frame MainWindow": "194 221 1024 768 0 0 1440 877 ",
        "firstLaunchDate": datetime.datetime(2025, 11, 3, 8, 14, 52),
        "hasCompletedOnboarding": True,
        "installationIdentifier": "6F1D2C3B-88A4-4C55-9E0B-52D1B7A4F0C9",
        "launchCount": 42,
        "refreshInterval": 900.5,
        "rememberPassword": False,
        "recentPlaces": keyed_archive(),
        "session": {
            "account": "maren@example.com",
            "accessToken": jwt("user-20418"),
            "expires": datetime.datetime(2026, 1, 1, 1, 0, 0),
            "refreshToken": dummy("refresh", 48),
            "scopes": ["tides:read", "alerts:write"],
        },
        "sync": {
            "apiKey": "tw_" + dummy("api", 20).hex(),
            "enabled": True,
            "lastChange": datetime.datetime(2025, 12, 28, 19, 2, 7),
            "server": "https://sync.example.com/v2",
        },
        "themeColor": "#1B6CA8",
        "tokenCount": 3,
    }


def write(folder, name, data):
    with open(os.path.join(folder, name), "wb") as out:
        out.write(data)


SINCE = "0.3.0"


def examples(folder):
    """Files for trying imports, which the tour of the README uses."""
    tree = preferences()
    write(folder, "com.example.tidewatch.plist", plistlib.dumps(tree, fmt=plistlib.FMT_BINARY, sort_keys=False))
    small = {key: tree[key] for key in ("hasCompletedOnboarding", "launchCount", "session", "themeColor")}
    xml = plistlib.dumps(small, fmt=plistlib.FMT_XML, sort_keys=False)
    write(folder, "com.example.tidewatch.helper.plist", xml.replace(b"\n", b"\r\n"))
    text = (
        '{\n  // kept by the desktop companion\n  "editor.fontSize": 13,\n  "sync": {\n'
        '    "server": "https://sync.example.com/v2",\n'
        f'    "authorization": "Bearer {b64url(dummy("bearer", 30))}",\n'
        '    "interval": 1.50e2\n  },\n  "recent": ["North pier", "Lighthouse bay"],\n}\n'
    )
    write(folder, "settings.json", text.encode())


def write_case(folder, case):
    write(folder, f"{case.name}.source", case.source)
    for ending in ("removed", "placeholder"):
        if isinstance(getattr(case, ending), bytes):
            write(folder, f"{case.name}.{ending}", getattr(case, ending))
    text = json.dumps(case.json(), indent=2, ensure_ascii=False) + "\n"
    write(folder, f"{case.name}.json", text.encode())


def main(vectors):
    import import_cases

    folder, birds = os.path.join(vectors, "import"), os.path.join(vectors, "canaries", "import")
    for path in (folder, birds):
        os.makedirs(path, exist_ok=True)
    examples(folder)
    cases = list(import_cases.all_cases())
    if len({case.name for case in cases}) != len(cases):
        sys.exit("two cases of one name")
    for case in cases:
        write_case(folder, case)
    for case in import_cases.canaries():
        write_case(birds, case)
    suite_index.put(pathlib.Path(vectors), "import", [case.name for case in cases], SINCE)
    print(f"{len(cases)} import vectors")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
