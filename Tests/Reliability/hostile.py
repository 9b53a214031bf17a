#!/usr/bin/env python3
"""Links, things that are no files, and names made to deceive: on disk, in items, on a terminal.

usage: hostile.py SECRETCTL
"""

import os
import pty
import select
import signal
import subprocess

from common import CANARY, Failure, Tool, command_line, passed, scratch

# Control characters, an escape sequence, right-to-left overrides, zero-width characters, a line break, broken UTF-8.
NAMES = [
    b"plain\x1b[31mred", b"bell\x07", b"back\x08space", b"line\nbreak", b"return\rover", "abc\u202exe.txt".encode(),
    "zero\u200bwidth".encode(), "tag\U000e0041".encode(), b"c1\xc2\x9b2J", b"broken\xff\xfeutf", b"-rf", b"--json",
    b"quote\"'`$(id)", b" ", "e\u0301".encode(), "\u00e9".encode(), b"a" * 200,
]


def harmless(text):
    """Whether a terminal can be shown these bytes: no control but line feeds and our own, nothing that reorders."""
    shown = text.decode("utf-8", "replace").replace("\r\n", "\n")
    bad = [c for c in shown if c != "\n" and (ord(c) < 32 or 0x7F <= ord(c) < 0xA0)]
    bad += [c for c in shown if 0x200B <= ord(c) <= 0x200F or 0x202A <= ord(c) <= 0x202E or ord(c) >= 0xE0000]
    return not bad


def on_a_terminal(tool, *arguments):
    """What a person sees on a terminal of 200 columns."""
    child, terminal = pty.fork()
    if child == 0:
        os.execve(tool.path, [tool.path, *arguments], {**tool.env, "NO_COLOR": "1", "TERM": "xterm"})
    seen = b""
    while select.select([terminal], [], [], 30)[0]:
        try:
            more = os.read(terminal, 65536)
        except OSError:
            break
        if not more:
            break
        seen += more
    os.close(terminal)
    os.kill(child, signal.SIGCONT)
    return seen, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def content(path):
    with open(path, "rb") as file:
        return file.read()


def links(tool, folder, common):
    file = os.path.join(folder, "c.secretfile")
    link, loop = os.path.join(folder, "link"), os.path.join(folder, "loop")
    os.symlink("c.secretfile", link)
    os.symlink("loop", loop)
    through = ("-f", link, *common[2:])
    tool.run("set", *through, "-s", "app", "-a", "linked", stdin=b"through the link")
    if not os.path.islink(link) or tool.run("get", *common, "-s", "app", "-a", "linked").stdout != b"through the link":
        raise Failure("a write through a symbolic link did not reach the file, or replaced the link")
    before = content(file)
    tool.run("set", "-f", loop, *common[2:], "-s", "app", "-a", "x", stdin=b"x", expect=65)
    second = os.path.join(folder, "second name")
    os.link(file, second)
    tool.run("set", *common, "-s", "app", "-a", "x", stdin=b"x", expect=65)
    if tool.run("get", *common, "-s", "app", "-a", "kept").stdout != CANARY:
        raise Failure("a file with two names cannot be read")
    os.unlink(second)
    tool.run("salvage", *common, "-o", link, expect=73)
    tool.run("keygen", "-o", link, expect=73)
    if content(file) != before:
        raise Failure("a refused write changed the file")
    pipe = os.path.join(folder, "pipe")
    os.mkfifo(pipe)
    for what in (pipe, folder, "/dev/null"):
        for verb in (("set", "-s", "a", "-a", "b"), ("verify", "--structure"), ("repair",), ("list",)):
            done = tool.run(verb[0], "-f", what, *(common[2:] if verb[0] in ("set", "list") else ()), *verb[1:],
                            stdin=b"x", expect=None)
            if done.returncode not in (65, 66):
                raise Failure(f"{verb[0]} of {what}: exit {done.returncode}: {done.stderr!r}")
    for name in (link, loop, pipe):
        os.unlink(name)
    return passed("symbolic links, hard links, pipes and folders", 18)


def file_names(tool, home, key):
    runs = 0
    for name in NAMES:
        folder = os.path.join(home, "names").encode()
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, name)
        common = ("-f", path, "-i", key, "--no-witness")
        tool.run("init", *common)
        tool.run("set", *common, "-s", "app", "-a", "kept", stdin=CANARY)
        for arguments in (("verify", *common), ("repair", "-f", path), ("audit", *common), ("inspect", "-f", path),
                          ("rotate", *common), ("get", *common, "-s", "no")):
            done = tool.run(*arguments, expect=None)
            if not harmless(done.stderr) or not harmless(done.stdout):
                raise Failure(f"{arguments[0]} of {name!r} writes {done.stderr!r} {done.stdout!r}")
            runs += 1
        if tool.run("get", *common, "-s", "app", "-a", "kept").stdout != CANARY:
            raise Failure(f"{name!r}: the secret is lost")
        if os.listdir(folder) != [name]:
            raise Failure(f"{name!r}: left behind {os.listdir(folder)}")
        os.unlink(path)
    return passed("hostile names of files", runs)


def item_names(tool, common):
    """Names of items on a terminal: every one a line, told apart, none of them able to move the cursor."""
    for name in NAMES:
        tool.run("set", *common, b"--service=" + name, b"--account=" + name, b"--label=" + name.replace(b"\xff\xfe", b""),
                 stdin=CANARY)
    runs = 0
    shown, status = on_a_terminal(tool, "list", *common)
    if status != 0 or not harmless(shown):
        raise Failure(f"list on a terminal: exit {status}, {shown!r}")
    lines = [line for line in shown.replace(b"\r\n", b"\n").split(b"\n") if b"whenUnlocked" in line]
    if len(set(lines)) < len(NAMES):
        raise Failure(f"{len(NAMES)} items are {len(set(lines))} lines")
    for arguments in (("audit", *common), ("list", *common, "--json"), ("rm", *common, "--all", "-g", "", "--dry-run"),
                      ("renew", *common, "--all", "--propose", "printf 'no \\033[2Jway' >&2; exit 1"),
                      ("get", *common, "-g", ""), ("verify", *common)):
        shown, _ = on_a_terminal(tool, *arguments)
        if not harmless(shown) or CANARY in shown:
            raise Failure(f"{arguments[0]} on a terminal: {shown!r}")
        runs += 1
    for name in NAMES:
        if tool.run("get", *common, b"--service=" + name, b"--account=" + name).stdout != CANARY:
            raise Failure(f"{name!r}: the secret is lost")
        runs += 1
    return passed("hostile names of items on a terminal", runs)


def main(secretctl, full):
    with scratch() as home:
        tool = Tool(secretctl, home)
        folder, key = os.path.join(home, "files"), os.path.join(home, "key")
        os.mkdir(folder)
        common = ("-f", os.path.join(folder, "c.secretfile"), "-i", key, "--no-witness")
        tool.run("keygen", "-o", key)
        tool.run("init", *common)
        tool.run("set", *common, "-s", "app", "-a", "kept", stdin=CANARY)
        return links(tool, folder, common) + file_names(tool, home, key) + item_names(tool, common)


if __name__ == "__main__":
    command_line(main, __doc__)
