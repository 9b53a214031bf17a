"""What the reliability scripts share: the built tool, a scratch folder, and runs of the tool."""

import base64
import collections
import contextlib
import ctypes
import json
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time

CANARY = b"canary-7c1f04b2-zinfandel"


class Failure(Exception):
    """Something that must never happen did."""


def environment(home):
    env = {key: value for key, value in os.environ.items() if not key.startswith(("SECRETCTL_", "XDG_"))}
    env.update(HOME=home, XDG_DATA_HOME=home + "/data", XDG_STATE_HOME=home + "/state")
    return env


class Tool:
    """Runs of one secretctl binary with a home of its own."""

    def __init__(self, path, home):
        self.path, self.home = os.path.abspath(path), home
        self.env = environment(home)

    def run(self, *arguments, stdin=b"", expect=0, prefix=()):
        done = subprocess.run(
            [*prefix, self.path, *arguments], input=stdin, capture_output=True, env=self.env, timeout=120
        )
        if expect is not None and done.returncode != expect:
            raise Failure(f"{arguments}: exit {done.returncode}, wanted {expect}: {done.stderr.decode(errors='replace')}")
        return done

    def ask(self, *arguments, keys, expect=0, prefix=()):
        """A run at a terminal of its own, where each question is answered with the next of `keys`."""
        command = [*prefix, self.path, *arguments]
        child, terminal = pty.fork()
        if child == 0:
            os.execvpe(command[0], command, self.env)
        screen, keys, limit = b"", list(keys), time.monotonic() + 120
        with contextlib.suppress(OSError):  # the end of a terminal is an error on Linux
            while time.monotonic() < limit:
                # What is typed before the question is asked in full is thrown away: keys wait for silence.
                if select.select([terminal], [], [], 0.05)[0]:
                    piece = os.read(terminal, 4096)
                    if not piece:
                        break
                    screen += piece
                elif keys and screen.endswith(b"quit: "):
                    os.write(terminal, keys.pop(0))
        os.close(terminal)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if expect is not None and status != expect:
            raise Failure(f"{arguments}: exit {status}, wanted {expect}: {screen!r}")
        return subprocess.CompletedProcess(command, status, screen, screen)

    def values(self, *common):
        """Every secret of the default access group by service and account, in one run."""
        done = self.run("get", *common, "--json", "--all", "-g", "", expect=None)
        if done.returncode not in (0, 44):
            raise Failure(f"get --all: exit {done.returncode}: {done.stderr!r}")
        items = json.loads(done.stdout)["items"] if done.returncode == 0 else []
        return {
            (item["service"], item["account"]):
                item["value"].encode() if "value" in item else base64.b64decode(item["valueBase64"])
            for item in items
        }


def traced(tool, arguments, stdin=b"", keys=None):
    """How often each system call happens in one undisturbed run: in all, and before the tool reaches its own files."""
    log = os.path.join(tool.home, "trace")
    prefix = ("strace", "-qq", "-o", log)
    if keys:
        tool.ask(*arguments, keys=keys, prefix=prefix)
    else:
        tool.run(*arguments, stdin=stdin, prefix=prefix)
    total, before = collections.Counter(), collections.Counter()
    seen = False
    with open(log, errors="replace") as lines:
        for line in lines:
            match = re.match(r"(\w+)\(", line)
            if not match:
                continue
            total[match[1]] += 1
            # The arguments of execve name them too.
            seen = seen or tool.home in line and match[1] != "execve"
            if not seen:
                before[match[1]] += 1
    os.unlink(log)
    return total, before


@contextlib.contextmanager
def scratch():
    folder = tempfile.mkdtemp(prefix="secretfile-")
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def adopt_orphans():
    """Makes this process the parent of whatever a killed tool leaves running, so that it can be waited for."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER


def wait_for_orphans():
    """Waits until no process that a killed tool started is left."""
    with contextlib.suppress(ChildProcessError):
        while True:
            os.waitpid(-1, 0)


def passed(fault, runs, note=""):
    """Says that a fault was met so often and nothing was lost; the table of the README is made from these."""
    print(f"  {fault}: {runs} runs, 0 secrets lost, 0 containers unreadable" + (f"; {note}" if note else ""), flush=True)
    log = os.environ.get("RELIABILITY_LOG")
    if log and runs:
        with open(log, "a") as out:
            out.write(json.dumps({"fault": fault, "runs": runs}) + "\n")
    return runs


def command_line(main, description):
    """The end of every script: runs it, and turns a failure into its exit code."""
    if len(sys.argv) < 2:
        sys.exit(description)
    try:
        total = main(sys.argv[1], "--full" in sys.argv[2:])
    except Failure as reason:
        sys.exit(f"failed: {reason}")
    print(f"{total} passed, 0 failed")


def snapshot(folder):
    """Every file below the folder with its bytes, so that two states can be compared."""
    found = {}
    for place, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(place, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, folder)] = file.read()
    return found


def restore(folder, files):
    shutil.rmtree(folder, ignore_errors=True)
    for name, data in files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)
        os.chmod(path, 0o600)
