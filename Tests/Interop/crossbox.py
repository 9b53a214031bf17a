"""What cross.py makes with the tool: a container, the secrets that open it, and what must be in it."""

import base64
import json
import os
import subprocess
from dataclasses import dataclass, field

import secretfile as sf

ACCESSIBILITY = {
    "whenUnlocked": 6, "afterFirstUnlock": 7, "always": 8, "whenUnlockedThisDeviceOnly": 9,
    "afterFirstUnlockThisDeviceOnly": 10, "alwaysThisDeviceOnly": 11, "whenPasscodeSetThisDeviceOnly": 12,
}
FLAGS = {
    "userPresence": 1 << 0, "biometryAny": 1 << 1, "biometryCurrentSet": 1 << 3, "devicePasscode": 1 << 4,
    "or": 1 << 14, "and": 1 << 15, "privateKeyUsage": 1 << 30, "applicationPassword": 1 << 31,
}


class Mismatch(Exception):
    """The two implementations, or one of them and the model, do not agree."""


def demand(condition, text):
    if not condition:
        raise Mismatch(text)


class Secret(bytes):
    """An argument that is not given itself but through a descriptor."""


class Tool:
    """Runs of the tool with a home of its own, and without a terminal."""

    def __init__(self, path, home):
        self.path = os.path.abspath(path)
        self.environment = {k: v for k, v in os.environ.items() if not k.startswith(("SECRETCTL_", "XDG_"))}
        self.environment.update(HOME=home, XDG_DATA_HOME=f"{home}/data", XDG_STATE_HOME=f"{home}/state")

    def run(self, *arguments, stdin=b"", expect=0):
        open_ends, given = [], []
        for argument in arguments:
            if isinstance(argument, Secret):
                read, write = os.pipe()
                os.write(write, argument)
                os.close(write)
                open_ends.append(read)
                argument = str(read)
            given.append(argument)
        try:
            done = subprocess.run(
                [self.path, *given], input=stdin, capture_output=True, env=self.environment, timeout=300,
                pass_fds=open_ends, start_new_session=True,
            )
        finally:
            for end in open_ends:
                os.close(end)
        if expect is not None and done.returncode != expect:
            shown = " ".join(os.fsdecode(a) for a in given)
            raise Mismatch(f"exit {done.returncode}, not {expect}: {shown}\n{done.stderr.decode(errors='replace')}")
        return done

    def json(self, *arguments, **options):
        return json.loads(self.run(*arguments, "--json", **options).stdout)


@dataclass(frozen=True)
class Name:
    """What makes an item this one, but for whether it synchronises and its device."""

    kind: int  # 1 generic, 2 internet
    group: bytes
    service: bytes  # of an internet password the server
    account: bytes
    protocol: bytes = b""
    authenticationType: bytes = b""
    port: int = 0
    path: bytes = b""
    securityDomain: bytes = b""

    def identity(self, synchronizable, scope):  # 11
        def s(part):
            return part.replace(b"\1", b"\1\2").replace(b"\0", b"\1\1") + b"\0"

        out = bytes([self.kind]) + s(self.group) + s(self.service) + s(self.account)
        if self.kind == 2:
            out += s(self.protocol) + s(self.authenticationType) + self.port.to_bytes(4, "big")
            out += s(self.path) + s(self.securityDomain)
        return out + bytes([synchronizable]) + scope

    @property
    def is_speakable(self):
        """Whether options of the command line can name it."""
        return not (self.authenticationType or self.securityDomain) and b"\0" not in self.group + self.service + self.account

    def options(self):
        out = [b"--access-group=" + self.group, b"--account=" + self.account]
        if self.kind == 1:
            return out + [b"--class=generic", b"--service=" + self.service]
        out += [b"--class=internet", b"--server=" + self.service, b"--protocol=" + self.protocol]
        return out + [b"--path=" + self.path, f"--port={self.port}".encode()]

    def fields(self):
        """The same for a line of a batch."""
        names = {"accessGroup": self.group, "account": self.account}
        names["service" if self.kind == 1 else "server"] = self.service
        if self.kind == 2:
            names.update(protocol=self.protocol, path=self.path, authenticationType=self.authenticationType)
            names["securityDomain"] = self.securityDomain
        out = {"class": "generic" if self.kind == 1 else "internet"}
        for key, value in names.items():
            out.update(text_field(key, value))
        if self.kind == 2:
            out["port"] = self.port
        return out


def text_field(key, value):
    """A field of JSON with any bytes: text where they are UTF-8."""
    try:
        return {key: value.decode()}
    except UnicodeDecodeError:
        return {key + "Base64": base64.b64encode(value).decode()}


@dataclass
class Item:
    value: bytes
    accessibility: str = "whenUnlocked"
    control: tuple = ()
    synchronizable: bool = False
    attributes: dict = field(default_factory=dict)  # by tag; what is not known is not here
    password: bytes = b""
    maybe_stale: bool = False  # the enrolments changed since

    @property
    def number(self):
        return ACCESSIBILITY[self.accessibility]

    @property
    def bits(self):
        return sum(FLAGS[f] for f in self.control)

    @property
    def is_bound_to_set(self):
        return "biometryCurrentSet" in self.control

    @property
    def wants_passcode(self):
        return any(sf.PASSCODE in a for a in sf.alternatives(self.number, self.bits))


class Box:
    """One container, what opens it, and what must be in it."""

    def __init__(self, tool, folder):
        self.tool, self.folder = tool, folder
        self.file = f"{folder}/container.secretfile"
        self.passphrases, self.keys, self.recipients, self.enrolments = {}, {}, {}, {}  # by slotID
        self.items = {}
        self.made = 0
        self.device = self.key_file("--device")[0]
        key = sf.key_lines(self.read(self.device), (sf.DEVICE_HRP,))[0][1]
        self.deviceID = sf.derive(key, "device")[:16]

    def key_file(self, *options):
        """A new key: its file, and its recipient if it has one."""
        self.made += 1
        path = f"{self.folder}/key{self.made}"
        return path, self.tool.json("keygen", "-o", path, *options).get("recipient")

    @staticmethod
    def read(path):
        with open(path, "rb") as file:
            return file.read()

    # -- ways in

    def ways(self, rng, passcode, presence=True, device=True, only=None):
        """Options that open the container, and the same credentials for the other reader."""
        files = sorted(self.keys.values()) + sorted(self.recipients.values())
        phrases = list(self.passphrases.values()) if passcode else []
        if not passcode and not files:
            phrases = list(self.passphrases.values())
        if only == "one" and files and not phrases:
            files = [rng.choice(files)]
        rng.shuffle(files)
        options = ["-f", self.file]
        for path in files:
            options += ["-i", path]
        for phrase in phrases:
            options += ["--passphrase-fd", Secret(phrase)]
        if device:
            options += ["--device-key", self.device]
        for path in self.enrolments.values() if presence else ():
            options += ["--presence", path]
        credentials = sf.Credentials(
            passphrases=phrases, key_files=[self.read(p) for p in files],
            device_keys=[self.read(self.device)] if device else [],
            presence=[self.read(p) for p in self.enrolments.values()] if presence else [],
        )
        return options, credentials

    def factors(self):
        out = {sf.DEVICE}
        out |= {sf.PASSCODE} if self.passphrases else set()
        return out | ({sf.PRESENCE} if self.enrolments else set())

    def can_hold(self, item):
        """Whether one alternative of the item's class has all its factors in the container."""
        return any(set(a) <= self.factors() for a in sf.alternatives(item.number, item.bits))

    def enrolments_changed(self):
        for item in self.items.values():
            item.maybe_stale |= item.is_bound_to_set

    # -- items

    def identity(self, name, item):
        return name.identity(item.synchronizable, self.deviceID if item.number >= 9 else b"")

    def ordered(self):
        """(identity, name, item), in the order of the file."""
        return sorted((self.identity(n, i), n, i) for n, i in self.items.items())

    def passwords(self):
        """Options with the items' own passwords, one for each in the order of the list."""
        out = []
        for _, _, item in self.ordered():
            out += ["--item-passphrase-fd", Secret(item.password)] if item.password else []
        return out
