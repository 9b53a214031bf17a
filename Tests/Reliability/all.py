#!/usr/bin/env python3
"""Runs the whole reliability suite and makes the table of the README from it.

usage: all.py SECRETCTL [--full] [--write README]
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile

SCRIPTS = ("kill_sweep", "faults", "io_errors", "hostile", "model")
BEGIN, END = "<!-- faults:begin -->", "<!-- faults:end -->"


def table(lines, full):
    rows = ["| fault | runs | secrets lost | containers unreadable |", "| --- | --- | --- | --- |"]
    rows += [f"| {line['fault']} | {line['runs']:,} | 0 | 0 |" for line in lines]
    form = "`.ci/test --full`" if full else "the short form, as in `.ci/test`"
    return f"{BEGIN}\nFrom {form}:\n\n" + "\n".join(rows) + f"\n{END}"


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    here = os.path.dirname(os.path.abspath(__file__))
    full = "--full" in sys.argv
    with tempfile.NamedTemporaryFile("r", suffix=".log") as log:
        env = {**os.environ, "RELIABILITY_LOG": log.name}
        for script in SCRIPTS:
            if script == "kill_sweep" and not shutil.which("strace"):
                continue
            print(f"{script}:", flush=True)
            path = os.path.join(here, script + ".py")
            done = subprocess.run([sys.executable, path, sys.argv[1]] + ["--full"] * full, env=env)
            if done.returncode != 0:
                sys.exit(done.returncode)
        lines = [json.loads(line) for line in log]
    if "--write" in sys.argv:
        readme = sys.argv[sys.argv.index("--write") + 1]
        with open(readme) as file:
            text = file.read()
        start, end = text.index(BEGIN), text.index(END) + len(END)
        with open(readme, "w") as file:
            file.write(text[:start] + table(lines, full) + text[end:])


if __name__ == "__main__":
    main()
