"""The cases of testvectors/import: preference files, what is in them, and what a scrub must leave.

Every file is put together here from its parts, and what a scrub leaves is put together from the parts that stay: no
program that is tested has a hand in it. All values are dummies that open nothing.
"""

import base64
import hashlib
import json
import plistlib

from make_import import b64url, dummy, jwt

PLACEHOLDER = "moved to secretctl"
PASSWORD = "kestrel-41-Marble"
TOKEN = b64url(dummy("token", 32))
OTHER = b64url(dummy("other", 32))
REFRESH = dummy("refresh data", 32)
JWT = jwt("user-7")


class Found:
    """A finding: a path of keys and indexes, the way on inside the value, what it is and how bad."""

    def __init__(self, path, kind, severity="high", inner=()):
        self.path = list(path) if isinstance(path, (list, tuple)) else [path]
        self.kind, self.severity, self.inner = kind, severity, list(inner)


def decode(name):
    return {"decode": name}


class Case:
    """One file. `values` are the values that are planned, by path; `removed` and `placeholder` are what a scrub of them
    leaves, or the name of the error with which it is refused."""

    def __init__(self, name, clauses, description, source, form=None, found=(), values=(), removed=None, placeholder=None,
                 expect="ok", file_name="com.example.app.plist"):
        self.name, self.clauses, self.description = name, clauses, description
        self.source, self.form, self.found, self.values = source, form, list(found), list(values)
        self.removed, self.placeholder, self.expect, self.file_name = removed, placeholder, expect, file_name
        self.planned = {}  # what a canary says of the items of the plan instead

    def json(self):
        out = {"name": self.name, "description": self.description, "fileName": self.file_name, "expect": self.expect,
               "exit": 0 if self.expect == "ok" else 65}
        if self.form:
            out["format"] = self.form
        if self.expect == "ok":
            out["findings"] = [{"path": f.path, "inner": f.inner, "kind": f.kind, "severity": f.severity} for f in self.found]
            out["plan"] = [{"path": list(path), "service": service(self.file_name), "account": account(path),
                            "sha256": hashlib.sha256(value).hexdigest(), **self.planned} for path, value in self.values]
            for name in ("removed", "placeholder"):
                result = getattr(self, name)
                if result is not None:
                    out[name] = "ok" if isinstance(result, bytes) else result
        out["clauses"] = ["SF-" + clause for clause in self.clauses.split()]
        out["flags"] = []
        return out


def service(file_name):
    return file_name.rsplit(".", 1)[0]


def account(path):
    return "/".join(str(part).replace("~", "~0").replace("/", "~1") for part in path)


def simple(name, clauses, description, make, form, path, kind, value, *, severity="high", held=None, inner=(), parts=None,
           blank=None, gone=None, **more):
    """A file with one secret. `make(spelling)` gives its bytes with the secret's entry spelt so, `make(None)` without it;
    `held` is the content of the value where the spelling is another."""
    path = list(path) if isinstance(path, (list, tuple)) else [path]
    content = held if held is not None else value
    content = content.encode() if isinstance(content, str) else content
    found = parts or [Found(path, kind, severity, inner)]
    return Case(name, clauses, description, make(value), form, found, [(path, content)],
                make(gone), make(blank if blank is not None else PLACEHOLDER), **more)


# -- XML property lists

XML_HEAD = ['<?xml version="1.0" encoding="UTF-8"?>',
            '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
            '<plist version="1.0">', "<dict>"]
XML_TAIL = ["</dict>", "</plist>", ""]


def xml_lines(entries, head=XML_HEAD, tail=XML_TAIL, eol="\n"):
    """Each entry is a list of lines, or None."""
    body = [line for entry in entries if entry is not None for line in entry]
    return eol.join(head + body + tail)


def string(key, value, indent="\t"):
    return None if value is None else [f"{indent}<key>{key}</key>", f"{indent}<string>{value}</string>"]


def xml_one(key="password", element="string", around=True, eol="\n", head=XML_HEAD, tail=XML_TAIL, encode=str.encode):
    """A maker of files with the value of one key."""
    def make(value):
        entry = None if value is None else [f"\t<key>{key}</key>", f"\t<{element}>{value}</{element}>"]
        before = string("AppleLocale", "en_GB") if around else None
        after = ["\t<key>launchCount</key>", "\t<integer>42</integer>"] if around else None
        return encode(xml_lines([before, entry, after], head, tail, eol))
    return make


def xml_cases():
    utf16 = [XML_HEAD[0].replace("UTF-8", "UTF-16")] + XML_HEAD[1:]
    yield simple("xml_password", "30-1 31-2 32-1 33-1", "A password between harmless values.", xml_one(), "xml-plist",
                 "password", "password", PASSWORD)
    yield simple("xml_only", "33-1", "The password is all there is: the dictionary stays, empty.", xml_one(around=False),
                 "xml-plist", "password", "password", PASSWORD)
    yield simple("xml_crlf", "30-2 33-1", "Lines end with CR and LF.", xml_one(eol="\r\n"), "xml-plist", "password", "password",
                 PASSWORD)
    yield simple("xml_cr", "30-2 33-1", "Lines end with CR alone.", xml_one(eol="\r"), "xml-plist", "password", "password",
                 PASSWORD)
    yield simple("xml_no_final_newline", "30-2 33-1", "Nothing stands behind the last tag.", xml_one(tail=["</dict>", "</plist>"]),
                 "xml-plist", "password", "password", PASSWORD)
    yield simple("xml_utf8_mark", "30-2 33-1", "UTF-8 with a byte order mark.", xml_one(encode=lambda t: b"\xef\xbb\xbf" + t.encode()),
                 "xml-plist", "password", "password", PASSWORD)
    yield simple("xml_utf16_little", "30-2 33-1", "UTF-16, the low byte first.",
                 xml_one(head=utf16, encode=lambda t: b"\xff\xfe" + t.encode("utf-16-le")), "xml-plist", "password", "password", PASSWORD)
    yield simple("xml_utf16_big", "30-2 33-1", "UTF-16, the high byte first, lines ended by CR and LF.",
                 xml_one(head=utf16, eol="\r\n", encode=lambda t: b"\xfe\xff" + t.encode("utf-16-be")), "xml-plist", "password",
                 "password", PASSWORD)
    for name, mark, order in [("little", b"\xff\xfe\0\0", "le"), ("big", b"\0\0\xfe\xff", "be")]:
        utf32 = [XML_HEAD[0].replace("UTF-8", "UTF-32"), "<!-- \U0001d11e -->"] + XML_HEAD[1:]
        yield simple(f"xml_utf32_{name}", "30-2 33-1", f"UTF-32, the {'low' if order == 'le' else 'high'} byte first, with a character beyond the basic plane.",
                     xml_one(head=utf32, encode=lambda t, mark=mark, order=order: mark + t.encode(f"utf-32-{order}")), "xml-plist",
                     "password", "password", PASSWORD)
    latin = [XML_HEAD[0].replace("UTF-8", "ISO-8859-1")] + XML_HEAD[1:]
    yield simple("xml_ascii_latin", "30-2 33-1", "Latin-1 by its declaration, and nothing but ASCII in it.", xml_one(head=latin),
                 "xml-plist", "password", "password", PASSWORD)
    yield simple("xml_no_doctype", "30-1 33-1", "Without the document type, as other programs write it.",
                 xml_one(head=XML_HEAD[:1] + XML_HEAD[2:]), "xml-plist", "password", "password", PASSWORD)

    def one_line(value):
        entry = "" if value is None else f"<key>password</key><string>{value}</string>"
        return f'<plist version="1.0"><dict><key>a</key><true/>{entry}<key>b</key><real>1.50</real></dict></plist>'.encode()
    yield simple("xml_one_line", "33-1", "Everything on one line.", one_line, "xml-plist", "password", "password", PASSWORD)

    def commented(value):
        entry = None if value is None else string("password", value)
        return xml_lines([["\t<!-- kept by hand -->"], entry, ["\t<!-- the end -->", "\t<key>n</key>", "\t<integer>0x1F</integer>"]]).encode()
    yield simple("xml_comments", "33-1", "Comments and a number's odd spelling stay.", commented, "xml-plist", "password",
                 "password", PASSWORD)
    yield simple("xml_entities", "30-1 33-1", "A value with predefined entities and character references.", xml_one(), "xml-plist",
                 "password", "password", "kestrel&amp;41&#x2D;Marble&lt;&gt;", held="kestrel&41-Marble<>")
    yield simple("xml_cdata", "30-1 33-1", "A value in a CDATA section.", xml_one(), "xml-plist", "password", "password",
                 "<![CDATA[kestrel&41-Marble]]>", held="kestrel&41-Marble")
    yield simple("xml_key_entity", "30-1 32-1", "A key that has / and ~ and & in it.", xml_one(key="a/b~c&amp;password"), "xml-plist",
                 "a/b~c&password", "password", PASSWORD)
    yield simple("xml_not_ascii", "30-1 33-1", "Letters beyond ASCII.", xml_one(key="Passwort"), "xml-plist", "Passwort", "password",
                 "Kätzchen-41-Grün")
    yield simple("xml_data", "31-2 33-1", "A refresh token as data, over two lines.",
                 xml_one("refreshToken", "data"), "xml-plist", "refreshToken", "refresh_token",
                 "\n\t" + base64.b64encode(REFRESH).decode()[:28] + "\n\t" + base64.b64encode(REFRESH).decode()[28:] + "\n\t",
                 held=REFRESH, blank=base64.b64encode(PLACEHOLDER.encode()).decode())
    yield simple("xml_pin", "31-2 33-3", "A PIN as a number; what stands for it is zero.", xml_one("pin", "integer"), "xml-plist",
                 "pin", "pin", "471100", severity="medium", blank="0")

    def session(value):
        inner = None if value is None else [f"\t\t<key>accessToken</key>", f"\t\t<string>{value}</string>"]
        return xml_lines([["\t<key>session</key>", "\t<dict>"] , ["\t\t<key>account</key>", "\t\t<string>maren@example.com</string>"], inner, ["\t</dict>"]]).encode()
    yield simple("xml_session", "31-1 32-1", "A JSON Web Token in a dictionary in the dictionary.", session, "xml-plist",
                 ["session", "accessToken"], "json_web_token", JWT)

    def tokens(first, second):
        lines = ["\t<key>accessTokens</key>", "\t<array>"]
        return xml_lines([lines + [f"\t\t<string>{v}</string>" for v in (first, second)] + ["\t</array>"]]).encode()
    yield Case("xml_array", "33-2", "Two tokens in an array: the elements stay, empty.", tokens(TOKEN, OTHER), "xml-plist",
               [Found(["accessTokens", 0], "access_token"), Found(["accessTokens", 1], "access_token")],
               [(["accessTokens", 0], TOKEN.encode()), (["accessTokens", 1], OTHER.encode())], tokens("", ""),
               tokens(PLACEHOLDER, PLACEHOLDER))

    def several(password, api, secret):
        return xml_lines([string("apiKey", api), string("server", "https://sync.example.com/v2"), string("clientSecret", secret),
                          string("password", password), string("theme", "#1B6CA8")]).encode()
    yield Case("xml_several", "31-2 32-1 33-1", "Three secrets in one dictionary.", several(PASSWORD, TOKEN, OTHER), "xml-plist",
               [Found("apiKey", "api_key"), Found("clientSecret", "client_secret"), Found("password", "password")],
               [(["apiKey"], TOKEN.encode()), (["clientSecret"], OTHER.encode()), (["password"], PASSWORD.encode())],
               several(None, None, None), several(PLACEHOLDER, PLACEHOLDER, PLACEHOLDER))

    harmless = xml_lines([["\t<key>tokenCount</key>", "\t<integer>3</integer>", "\t<key>rememberPassword</key>", "\t<false/>"],
                          string("passwordHint", "the usual bird"), string("keyboardLayout", "de"), string("tokenType", "bearer"),
                          string("installationIdentifier", "6F1D2C3B-88A4-4C55-9E0B-52D1B7A4F0C9"),
                          string("NSWindow Frame Main", "194 221 1024 768 0 0 1440 877 "), string("bundle", "com.example.tidewatch"),
                          string("accessTokenExpiry", "2026-01-01T01:00:00Z"), string("passwordLength", "20")]).encode()
    yield Case("xml_harmless", "31-3", "Names that sound like secrets, and values that look like some.", harmless, "xml-plist",
               removed=harmless, placeholder=harmless)
    again = xml_one()(PLACEHOLDER)
    yield Case("xml_scrubbed_before", "31-5", "What an earlier scrub has left is no secret.", again, "xml-plist", removed=again,
               placeholder=again)
    empty = xml_one()("")
    yield Case("xml_empty_password", "31-3", "An empty password is none.", empty, "xml-plist", removed=empty, placeholder=empty)

    def twin(value):
        return xml_lines([string("lastInput", PASSWORD), string("password", value)]).encode()
    yield simple("xml_twin", "33-5", "The same text stands for itself under a harmless name: it was not chosen and stays.", twin,
                 "xml-plist", "password", "password", PASSWORD)

    def inside(value):
        return xml_lines([string("lastCommand", f"open --user maren --with {PASSWORD} now"), string("password", value)]).encode()
    yield Case("xml_leftover", "33-5", "The secret stands inside another value: the scrub is refused.", inside(PASSWORD), "xml-plist",
               [Found("password", "password")], [(["password"], PASSWORD.encode())], "secretRemains", "secretRemains")

    def in_comment(value):
        return xml_lines([[f"\t<!-- was {PASSWORD} -->"], string("password", value)]).encode()
    yield Case("xml_leftover_comment", "33-5", "The secret stands in a comment too: the scrub is refused.", in_comment(PASSWORD),
               "xml-plist", [Found("password", "password")], [(["password"], PASSWORD.encode())], "secretRemains", "secretRemains")
    def harmless_twice(value):
        return xml_lines([string("theme", "dark"), string("password", value), string("theme", "light")]).encode()
    yield simple("xml_duplicate_harmless", "30-4", "A harmless key stands twice: both stay.", harmless_twice, "xml-plist", "password",
                 "password", PASSWORD)
    twice = xml_lines([string("password", PASSWORD), string("password", OTHER)]).encode()
    yield Case("xml_duplicate_secret", "30-4 32-3", "The password stands twice, and nobody can say which one counts.", twice,
               "xml-plist", expect="duplicateKey")


# -- binary property lists

def head(marker, count):
    return bytes([marker | count]) if count < 15 else bytes([marker | 15, 0x10, count])


def ascii_text(text):
    return head(0x50, len(text)) + text.encode()


def wide_text(text):
    return head(0x60, len(text)) + text.encode("utf-16-be")


def blob(data):
    return head(0x40, len(data)) + data


def array(*refs):
    return ("array", refs)


def elements(*refs):
    return ("set", refs)


def dictionary(*pairs):
    return ("dict", [k for k, _ in pairs] + [v for _, v in pairs])


FILLER = b"\x08"


def bplist(objects, ref=1, offset=1):
    """The file of these objects; the first is the outermost."""
    out, offsets = b"bplist00", []
    for o in objects:
        offsets.append(len(out))
        if isinstance(o, tuple):
            count = len(o[1]) // 2 if o[0] == "dict" else len(o[1])
            o = head({"array": 0xA0, "set": 0xC0, "dict": 0xD0}[o[0]], count) + b"".join(r.to_bytes(ref, "big") for r in o[1])
        out += o
    table = len(out)
    out += b"".join(o.to_bytes(offset, "big") for o in offsets)
    return out + bytes(6) + bytes([offset, ref]) + b"".join(n.to_bytes(8, "big") for n in (len(objects), 0, table))


def binary_cases():
    def one(value, blank, name, clauses, description, key="password", kind="password", content=None, severity="high", **sizes):
        keys = [ascii_text("locale"), ascii_text(key), ascii_text("count"), ascii_text("en_GB")]
        full = [dictionary((1, 4), (2, 5), (3, 6))] + keys + [value, b"\x10\x2a"]
        # The key and the value are gone: a filler keeps the numbers of what follows.
        less = [dictionary((1, 4), (3, 6))] + [keys[0], FILLER, keys[2], keys[3], FILLER, b"\x10\x2a"]
        put = full[:5] + [blank] + full[6:]
        content = PASSWORD.encode() if content is None else content
        return Case(name, clauses, description, bplist(full, **sizes), "binary-plist", [Found(key, kind, severity)], [([key], content)],
                    bplist(less, **sizes), bplist(put, **sizes))
    text = ascii_text(PLACEHOLDER)
    yield one(ascii_text(PASSWORD), text, "binary_password", "30-1 31-2 33-4", "A password between harmless values.")
    yield one(wide_text("Kätzchen-41-Grün"), text, "binary_wide", "30-1 33-4", "A password of letters beyond ASCII, in UTF-16.",
              content="Kätzchen-41-Grün".encode())
    yield one(blob(REFRESH), blob(PLACEHOLDER.encode()), "binary_data", "31-2 33-4", "A refresh token as data.", "refreshToken",
              "refresh_token", REFRESH)
    yield one(b"\x12" + (471100).to_bytes(4, "big"), b"\x10\x00", "binary_pin", "31-2 33-3", "A PIN as a number.", "pin", "pin", b"471100", "medium")
    yield one(ascii_text(PASSWORD), text, "binary_sizes", "33-4", "References of two bytes and offsets of three stay so.", ref=2, offset=3)

    key, value = ascii_text("password"), ascii_text(PASSWORD)
    full = [dictionary((1, 2), (3, 4)), ascii_text("count"), b"\x10\x2a", key, value]
    yield Case("binary_last", "33-4", "The secret is the last object: the table becomes shorter.", bplist(full), "binary-plist",
               [Found("password", "password")], [(["password"], PASSWORD.encode())],
               bplist([dictionary((1, 2)), ascii_text("count"), b"\x10\x2a"]), bplist(full[:4] + [text]))
    full = [dictionary((1, 2)), key, value]
    yield Case("binary_only", "33-4", "The secret is all there is: an empty dictionary stays.", bplist(full), "binary-plist",
               [Found("password", "password")], [(["password"], PASSWORD.encode())], bplist([dictionary()]), bplist([full[0], key, text]))
    full = [dictionary((1, 2), (4, 5)), ascii_text("session"), dictionary((3, 6)), ascii_text("accessToken"), ascii_text("on"), b"\x09", ascii_text(JWT)]
    yield Case("binary_nested", "31-1 33-4", "A token in a dictionary in the dictionary.", bplist(full, offset=2), "binary-plist",
               [Found(["session", "accessToken"], "json_web_token")], [(["session", "accessToken"], JWT.encode())],
               bplist([full[0], full[1], dictionary(), FILLER, full[4], full[5]], offset=2), bplist(full[:6] + [text], offset=2))
    full = [dictionary((1, 2), (3, 2)), ascii_text("lastInput"), value, key]
    yield Case("binary_shared", "30-5 33-4 33-5", "A harmless key refers to the same object: it keeps it.", bplist(full), "binary-plist",
               [Found("password", "password")], [(["password"], PASSWORD.encode())],
               bplist([dictionary((1, 2)), full[1], value]), bplist([dictionary((1, 2), (3, 4)), full[1], value, key, text]))
    full = [dictionary((1, 2), (3, 4)), ascii_text("work"), dictionary((5, 6)), ascii_text("home"), dictionary((5, 7)), key, value, ascii_text("falcon-Harbor-36")]
    yield Case("binary_shared_key", "30-5 33-4", "Two dictionaries share the object of their key.", bplist(full), "binary-plist",
               [Found(["work", "password"], "password"), Found(["home", "password"], "password")],
               [(["work", "password"], PASSWORD.encode()), (["home", "password"], b"falcon-Harbor-36")],
               bplist([full[0], full[1], dictionary(), full[3], dictionary()]), bplist(full[:6] + [text, text]))
    full = [dictionary((1, 2)), ascii_text("accessTokens"), array(3, 4), ascii_text(TOKEN), ascii_text(OTHER)]
    yield Case("binary_array", "33-2 33-4", "Two tokens in an array: the elements stay, empty.", bplist(full), "binary-plist",
               [Found(["accessTokens", 0], "access_token"), Found(["accessTokens", 1], "access_token")],
               [(["accessTokens", 0], TOKEN.encode()), (["accessTokens", 1], OTHER.encode())],
               bplist(full[:3] + [ascii_text(""), ascii_text("")]), bplist(full[:3] + [text, text]))
    full = [full[0], full[1], elements(3, 4), full[3], full[4]]
    yield Case("binary_set", "30-1 33-2 33-4", "Two tokens in a set, which is read as an array and stays a set.", bplist(full), "binary-plist",
               [Found(["accessTokens", 0], "access_token"), Found(["accessTokens", 1], "access_token")],
               [(["accessTokens", 0], TOKEN.encode()), (["accessTokens", 1], OTHER.encode())],
               bplist(full[:3] + [ascii_text(""), ascii_text("")]), bplist(full[:3] + [text, text]))
    harmless = plistlib.dumps({"AppleLanguages": ["en-GB", "de"], "tokenCount": 3, "rememberPassword": False}, fmt=plistlib.FMT_BINARY)
    yield Case("binary_harmless", "31-3", "No secret: every byte stays.", harmless, "binary-plist", removed=harmless, placeholder=harmless)


# -- JSON

def joined(members, sep=", "):
    return "{" + sep.join(m for m in members if m is not None) + "}"


def member(key, value):
    return None if value is None else f'"{key}": "{value}"'


def json_cases():
    def pretty(position, eol="\n", encode=str.encode):
        def make(value):
            members = ['"editor.fontSize": 13', '"zoom": 1.50e2', '"recent": ["North pier", "Lighthouse bay"]']
            members.insert(position, member("password", value))
            lines = [f"  {m}" for m in members if m is not None]
            return encode(eol.join(["{"] + [line + "," for line in lines[:-1]] + lines[-1:] + ["}", ""]))
        return make
    where = {"file_name": "settings.json"}
    for position, name, words in [(0, "first", "first"), (1, "middle", "in the middle"), (3, "last", "last")]:
        yield simple(f"json_{name}", "30-1 33-1", f"The password stands {words}; numbers keep their spelling.", pretty(position), "json",
                     "password", "password", PASSWORD, **where)
    yield simple("json_crlf", "30-2 33-1", "Lines end with CR and LF.", pretty(1, "\r\n"), "json", "password", "password", PASSWORD, **where)
    yield simple("json_mark", "30-2 33-1", "UTF-8 with a byte order mark.", pretty(1, encode=lambda t: b"\xef\xbb\xbf" + t.encode()),
                 "json", "password", "password", PASSWORD, **where)

    def compact(value):
        return joined(['"a":1', None if value is None else f'"password":"{value}"', '"b":[true,null]'], ",").encode()
    yield simple("json_compact", "33-1", "Everything on one line, without a blank.", compact, "json", "password", "password", PASSWORD, **where)
    yield simple("json_only", "33-1", "The password is all there is.", lambda v: joined([member("password", v)]).encode(), "json",
                 "password", "password", PASSWORD, **where)

    def escaped(value):
        return joined(['"a": "\\u00e9\\/"', member("password", value)]).encode()
    yield simple("json_escapes", "30-1 33-1", "A value with escapes, a surrogate pair among them.", escaped, "json", "password", "password",
                 'kestrel\\u002d41\\"Marble\\ud83d\\ude00', held='kestrel-41"Marble\U0001f600', **where)
    yield simple("json_pin", "31-2 33-3", "A PIN as a number.", lambda v: joined(['"n": 7', None if v is None else f'"pin": {v}']).encode(),
                 "json", "pin", "pin", "471100", severity="medium", blank="0", **where)

    def nested(value):
        return ('{"accounts": [{"user": "maren", "on": true}, ' + joined(['"user": "sam"', member("password", value)]) + "]}").encode()
    yield simple("json_nested", "32-1 33-1", "A password in an object in an array.", nested, "json", ["accounts", 1, "password"], "password",
                 PASSWORD, **where)
    yield simple("json_flutter", "31-2 32-1", "The prefix of a framework before the name.",
                 lambda v: joined([member("flutter.theme", "dark"), member("flutter.refreshToken", v)], ",").encode(), "json",
                 "flutter.refreshToken", "refresh_token", TOKEN, file_name="shared_preferences.json")
    null = b'{"password": null, "token": false, "accessToken": ""}'
    yield Case("json_nothing", "31-3", "Null, false and the empty text are no secrets.", null, "json", removed=null, placeholder=null, **where)

    def with_comments(value, comma=""):
        line = "" if value is None else f'  "password": "{value}",\n'
        return f'{{\n  // kept by the companion\n  "size": 13,\n{line}  /* 1.0 would be wrong */ "zoom": 1.50{comma}\n}}\n'.encode()
    yield simple("jsonc_comments", "30-1 33-1", "Comments stay.", with_comments, "jsonc", "password", "password", PASSWORD, **where)
    yield simple("jsonc_trailing_comma", "30-1 33-1", "A comma behind the last member stays, where comments make it legal.",
                 lambda v: with_comments(v, ","), "jsonc", "password", "password", PASSWORD, **where)
    yield Case("json_duplicate_secret", "30-4 32-3", "The password stands twice.", b'{"password": "a-Bird-41-x", "n": 1, "password": "b-Bird-42-y"}',
               "json", expect="duplicateKey", **where)
    yield Case("json_duplicate_above", "30-4 32-3", "The object that holds the password stands twice.",
               b'{"smtp": {"password": "a-Bird-41-x"}, "smtp": {"password": "b-Bird-42-y"}}', "json", expect="duplicateKey", **where)


# -- Android and OpenStep

def android(entries):
    return "\n".join(["<?xml version='1.0' encoding='utf-8' standalone='yes' ?>", "<map>"] + [f"    {e}" for e in entries if e is not None]
                     + ["</map>", ""]).encode()


def openstep(entries, eol="\n"):
    return eol.join(["{"] + [f"    {e};" for e in entries if e is not None] + ["}", ""])


def other_text_cases():
    where = {"file_name": "com.example.app_preferences.xml"}

    def text(value):
        return android(['<boolean name="onboarded" value="true" />', None if value is None else f'<string name="password">{value}</string>',
                        '<long name="installed" value="1700000000000" />'])
    yield simple("android_string", "30-1 33-1", "A password among typed values.", text, "android-xml", "password", "password", PASSWORD, **where)

    def number(value):
        return android(['<float name="scale" value="1.5" />', None if value is None else f'<int name="pin" value="{value}" />'])
    yield simple("android_pin", "31-2 33-3", "A PIN as a number.", number, "android-xml", "pin", "pin", "471100", severity="medium", blank="0", **where)

    def texts(first, second):
        return android(['<set name="accessTokens">', f"    <string>{first}</string>", f"    <string>{second}</string>", "</set>"])
    yield Case("android_set", "33-2", "Two tokens in a set: the elements stay, empty.", texts(TOKEN, OTHER), "android-xml",
               [Found(["accessTokens", 0], "access_token"), Found(["accessTokens", 1], "access_token")],
               [(["accessTokens", 0], TOKEN.encode()), (["accessTokens", 1], OTHER.encode())], texts("", ""),
               texts(PLACEHOLDER, PLACEHOLDER), **where)

    def quoted(value):
        return openstep(["locale = en_GB", None if value is None else f'password = "{value}"', "count = 42"]).encode()
    yield simple("openstep_text", "30-1 33-1", "A password in quotes.", quoted, "openstep-plist", "password", "password", PASSWORD)

    def data(value):
        return openstep(["locale = en_GB", None if value is None else f"refreshToken = <{value}>"]).encode()
    yield simple("openstep_data", "31-2 33-1", "A refresh token as data.", data, "openstep-plist", "refreshToken", "refresh_token",
                 REFRESH.hex(), held=REFRESH, blank=PLACEHOLDER.encode().hex())

    def wide(value):
        return b"\xff\xfe" + openstep(["locale = en_GB", None if value is None else f'password = "{value}"'], "\r\n").encode("utf-16-le")
    yield simple("openstep_utf16", "30-2 33-1", "UTF-16 with a mark, lines ended by CR and LF.", wide, "openstep-plist", "password",
                 "password", PASSWORD)

    def wider(value):
        lines = ["/* \U0001d11e */ locale = en_GB", None if value is None else f'password = "{value}"']
        return b"\0\0\xfe\xff" + openstep(lines).encode("utf-32-be")
    yield simple("openstep_utf32", "30-2 33-1", "UTF-32 with a mark, the high byte first.", wider, "openstep-plist", "password",
                 "password", PASSWORD)

    def strings(value):
        line = "" if value is None else f'"password" = "{value}";\n'
        return f'/* greetings */\n"hello" = "Good morning";\n{line}"bye" = "Farewell";\n'.encode()
    yield simple("openstep_strings", "30-1 33-1", "A strings file, which has no braces around it.", strings, "openstep-plist", "password",
                 "password", PASSWORD, file_name="Localizable.strings")


# -- inside values

def inner_cases():
    where = {"file_name": "settings.json"}

    def in_json(key):
        return lambda v: joined(['"n": 1', None if v is None else f'"{key}": {json.dumps(v)}']).encode()
    auth = json.dumps({"user": "sam", "accessToken": TOKEN})
    yield simple("inner_json", "31-4 32-2", "JSON in a text: the whole value is planned.", in_json("persist:root"), "json", "persist:root",
                 "access_token", auth, inner=[decode("json"), "accessToken"], **where)
    deep = json.dumps({"auth": auth})
    yield simple("inner_json_twice", "31-4 32-2", "JSON in a text in JSON in a text.", in_json("persist:root"), "json", "persist:root",
                 "access_token", deep, inner=[decode("json"), "auth", decode("json"), "accessToken"], **where)
    coded = base64.b64encode(json.dumps({"smtp": {"password": PASSWORD}}).encode()).decode()
    yield simple("inner_base64", "31-4 32-2", "Base64 of JSON.", in_json("state"), "json", "state", "password", coded,
                 inner=[decode("base64"), decode("json"), "smtp", "password"], **where)
    yield simple("inner_cookie", "31-4 32-2", "A line of cookies, one of which is a session's.", in_json("lastAnswer"), "json",
                 "lastAnswer", "session_cookie", f"theme=dark; sessionid={TOKEN}", inner=[decode("cookie"), "sessionid"], **where)
    yield simple("inner_cookie_named", "31-4 32-2", "A line of cookies under a cookie's name: the whole is the secret.", in_json("Cookie"),
                 "json", "Cookie", "session_cookie", f"theme=dark; sessionid={TOKEN}", **where)
    yield simple("inner_headers", "31-4 32-2", "Lines of headers, one with a credential.", in_json("request"), "json", "request",
                 "authorization_header", f"Host: api.example.com\nAuthorization: Bearer {TOKEN}",
                 inner=[decode("header"), "Authorization"], **where)
    yield simple("inner_header_alone", "31-4 32-2", "One header alone: the whole is the secret.", in_json("request"), "json", "request",
                 "authorization_header", f"Authorization: Bearer {TOKEN}", **where)
    yield simple("inner_url_user", "31-4 32-2", "A URL with a user and a password: the whole is the secret.", in_json("remote"), "json",
                 "remote", "url_with_secret", f"https://sam:{PASSWORD}@git.example.com/x", **where)
    yield simple("inner_url_query", "31-4 32-2", "A URL with a token in its query.", in_json("callback"), "json", "callback", "access_token",
                 f"https://example.com/x?lang=de&access_token={TOKEN}", inner=[decode("url"), "access_token"], **where)
    yield simple("inner_form", "31-4 32-2", "A form-encoded body.", in_json("lastBody"), "json", "lastBody", "password",
                 f"grant_type=password&username=sam&password={PASSWORD}", inner=[decode("form"), "password"], **where)
    plist = plistlib.dumps({"session": {"refreshToken": TOKEN}}, fmt=plistlib.FMT_BINARY)
    key = ascii_text("cache")
    full = [dictionary((1, 2), (3, 4)), ascii_text("n"), b"\x10\x01", key, blob(plist)]
    yield Case("inner_plist", "31-4 32-2", "A binary property list in data.", bplist(full, offset=2), "binary-plist",
               [Found("cache", "refresh_token", inner=[decode("plist"), "session", "refreshToken"])], [(["cache"], plist)],
               bplist([dictionary((1, 2)), full[1], full[2]], offset=2), bplist(full[:4] + [blob(PLACEHOLDER.encode())], offset=2))
    archive = archived({"password": PASSWORD, "user": "sam"})
    full = full[:4] + [head_long(0x40, len(archive)) + archive]
    yield Case("inner_archive", "31-4 32-2", "A keyed archive in data.", bplist(full, offset=2), "binary-plist",
               [Found("cache", "password", inner=[decode("nskeyedarchiver"), "$objects", 2])], [(["cache"], archive)],
               bplist([dictionary((1, 2)), full[1], full[2]], offset=2), bplist(full[:4] + [blob(PLACEHOLDER.encode())], offset=2))
    harmless = plistlib.dumps({"recentPlaces": archived({"name": "North pier", "note": "windy"})}, fmt=plistlib.FMT_BINARY)
    yield Case("inner_harmless", "31-3 31-4", "A keyed archive without a secret.", harmless, "binary-plist", removed=harmless, placeholder=harmless)


def head_long(marker, count):
    return head(marker, count) if count < 256 else bytes([marker | 15, 0x11]) + count.to_bytes(2, "big")


def archived(pairs):
    """An NSKeyedArchiver graph of one dictionary of texts."""
    uid = plistlib.UID
    keys = list(pairs)
    objects = ["$null", {"$class": uid(2 + 2 * len(keys)), "NS.keys": [uid(2 + 2 * i + 1) for i in range(len(keys))],
                         "NS.objects": [uid(2 + 2 * i) for i in range(len(keys))]}]
    # Value and name of each pair in turn, from 2 on.
    for name in keys:
        objects += [pairs[name], name]
    objects.append({"$classname": "NSDictionary", "$classes": ["NSDictionary", "NSObject"]})
    return plistlib.dumps({"$version": 100000, "$archiver": "NSKeyedArchiver", "$top": {"root": uid(1)}, "$objects": objects},
                          fmt=plistlib.FMT_BINARY, sort_keys=False)


# -- more kinds of secrets

def kind_cases():
    where = {"file_name": "settings.json"}

    def of(key):
        return lambda v: joined(['"n": 1', member(key, v)]).encode()
    words = "abandon " * 11 + "about"
    for name, key, kind, value, severity in [
        ("kind_jwt", "blob", "json_web_token", JWT, "high"),
        ("kind_id_token", "idToken", "id_token", TOKEN, "medium"),
        ("kind_wallet", "recoveryPhrase", "wallet_seed", words, "high"),
        ("kind_otp", "otp", "totp_seed", "otpauth://totp/Example:sam?secret=JBSWY3DPEHPK3PXP&issuer=Example", "high"),
        ("kind_connection", "database", "connection_string", f"postgres://app:{PASSWORD}@db.example.com:5432/app", "high"),
        ("kind_bearer", "authorization", "authorization_header", f"Bearer {TOKEN}", "high"),
        ("kind_encryption_key", "encryptionKey", "encryption_key", dummy("key", 32).hex(), "high"),
        ("kind_private_key", "signer", "private_key", "-----BEGIN PRIVATE KEY-----\\n" + base64.b64encode(b"0.\x02\x01\x000\x05\x06\x03+ep\x04\x22\x04 " + dummy("ed", 32)).decode() + "\\n-----END PRIVATE KEY-----\\n", "high"),
        ("kind_session", "sessionToken", "session_token", TOKEN, "high"),
    ]:
        # What no form tells is found by its name alone.
        clauses = "31-2" if name in ("kind_encryption_key", "kind_id_token", "kind_session") else "31-1 31-2"
        yield simple(name, clauses, f"A value of the kind {kind}.", of(key), "json", key, kind, value, severity=severity,
                     held=value.replace("\\n", "\n"), **where)


# -- refused files

def refused_cases():
    good = xml_one()("x").decode()
    cyclic = bplist([array(0)])
    ordered = bytearray(bplist([array(1), ascii_text("a")]))
    ordered[8] = 0xB1
    for name, clauses, description, source, code in [
        ("refused_empty", "30-3", "The empty file.", b"", "emptyFile"),
        ("refused_blank", "30-3", "White space and nothing else.", b" \n\t", "emptyFile"),
        ("refused_lfs", "30-3", "A git-lfs pointer.", b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n", "gitLFSPointer"),
        ("refused_git_crypt", "30-3", "A file that git-crypt has encrypted.", b"\0GITCRYPT\0" + dummy("crypt", 40), "gitCrypt"),
        ("refused_backup", "30-3", "An encrypted backup.", b"ANDROID BACKUP\n5\n1\nAES-256\nAB", "encryptedBackup"),
        ("refused_container", "30-3", "A container of this format.", bytes.fromhex("895346310d0a1a0a00"), "secretfile"),
        ("refused_random", "30-3", "Bytes that look encrypted.", b"\xd9" + dummy("random", 600), "encrypted"),
        ("refused_lines", "30-3", "JSON Lines.", b'{"a": 1}\n{"a": 2}\n', "jsonLines"),
        ("refused_word", "30-3", "One word, which is a property list without keys.", b"com.example.app\n", "noKeys"),
        ("refused_html", "30-3", "XML of another kind.", b"<html><body/></html>", "notAPlist"),
        ("refused_binary_cut", "30-3", "A binary property list that is cut.", bplist([dictionary((1, 2)), ascii_text("a"), ascii_text("b")])[:-9], "truncated"),
        ("refused_binary_version", "30-3", "Another version of the binary property list.", b"bplist15" + dummy("v15", 60), "binaryPlistVersion"),
        ("refused_binary_cycle", "30-3", "An array that holds itself.", cyclic, "damaged"),
        ("refused_binary_ordered_set", "30-3", "An ordered set.", bytes(ordered), "orderedSet"),
        ("refused_binary_key", "30-3", "A key that is no text.", bplist([dictionary((1, 2)), b"\x10\x01", ascii_text("b")]), "nonStringKey"),
        ("refused_xml_cut", "30-3", "An XML property list that is cut.", good.encode()[:-20], "truncated"),
        ("refused_xml_entity", "30-3", "A document type with an entity of its own.", good.replace(XML_HEAD[1], '<!DOCTYPE plist [<!ENTITY a "b">]>').encode(), "xmlEntity"),
        ("refused_xml_encoding", "30-2 30-3", "XML in Latin-1.",
         good.replace("UTF-8", "ISO-8859-1").replace("</dict>", "<key>a</key><string>caf\u00e9</string></dict>").encode("latin-1"), "encoding"),
        ("refused_xml_unmarked", "30-2 30-3", "XML in UTF-32 without a mark.", good.replace("UTF-8", "UTF-32").encode("utf-32-be"), "encoding"),
        ("refused_xml_trailing", "30-3", "Something stands behind the end.", good.encode() + b"more", "trailingGarbage"),
        ("refused_xml_value", "30-3", "An integer that is none.", xml_one("n", "integer")("4x").replace(b"\r", b""), "plistValue"),
        ("refused_json_wide", "30-2 30-3", "JSON in UTF-16.", b"\xff\xfe" + '{"a": 1}'.encode("utf-16-le"), "jsonEncoding"),
        ("refused_json_comma", "30-3", "A trailing comma, which comments alone allow.", b'{"a": 1,}', "trailingComma"),
        ("refused_json_number", "30-3", "A number without digits behind its point.", b'{"a": 1.}', "jsonNumber"),
        ("refused_json_zero", "30-3", "A zero before the digits of a number.", b'{"a": 01}', "jsonSyntax"),
        ("refused_json_surrogate", "30-3", "Half of a surrogate pair.", b'{"a": "\\ud800"}', "loneSurrogate"),
        ("refused_json_deep", "30-3", "More values inside each other than are read.", b"[" * 129 + b"]" * 129, "tooDeep"),
        ("refused_json_trailing", "30-3", "Something stands behind the end.", b'{"a": 1} x', "trailingGarbage"),
    ]:
        yield Case(name, clauses, description, source, expect=code)


def all_cases():
    for group in (xml_cases, binary_cases, json_cases, other_text_cases, inner_cases, kind_cases, refused_cases):
        yield from group()


# -- canaries: each says one thing that is wrong

def canaries():
    def wrong(name, description, **change):
        case = simple(name, "33-1", description, xml_one(), "xml-plist", "password", "password", PASSWORD)
        for field, value in change.items():
            setattr(case, field, value)
        return case
    yield wrong("canary_not_found", "Says that the password is no secret.", found=[])
    yield wrong("canary_wrong_kind", "Says that the password is an API key.", found=[Found("password", "api_key")])
    yield wrong("canary_severity", "Says that the finding may be nothing.", found=[Found("password", "password", "low")])
    yield wrong("canary_format", "Says that the file is JSON.", form="json")
    yield wrong("canary_account", "Says that the item gets another account.", planned={"account": "passwort"})
    yield wrong("canary_service", "Says that the item gets another service.", planned={"service": "com.example"})
    yield wrong("canary_remains", "Says that the secret would still stand in the file.", removed="secretRemains")
    auth = json.dumps({"user": "sam", "accessToken": TOKEN})
    yield simple("canary_inner", "31-4", "Says that another member of the JSON in a text is the token.",
                 lambda v: joined([None if v is None else f'"state": {json.dumps(v)}']).encode(), "json", "state", "access_token",
                 auth, inner=[decode("json"), "user"], file_name="settings.json")
    yield wrong("canary_wrong_byte", "Says that a scrub leaves one byte less.", removed=xml_one()(None)[:-1])
    yield wrong("canary_secret_stays", "Says that a scrub leaves the password.", removed=xml_one()(PASSWORD))
    yield wrong("canary_placeholder", "Says that another text stands for the password.", placeholder=xml_one()("moved"))
    yield wrong("canary_value", "Says that another value is planned.", values=[(["password"], b"another")])
    yield wrong("canary_refused", "Says that a good file is refused.", expect="duplicateKey")
