"""What the reliability scripts share: the built tool, a scratch folder, and runs of the tool."""

import contextlib
import os
import shutil
import subprocess
import tempfile

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


@contextlib.contextmanager
def scratch():
    folder = tempfile.mkdtemp(prefix="secretfile-")
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


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
