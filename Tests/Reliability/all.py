#!/usr/bin/env python3
"""Runs the whole reliability suite and makes the table of the README from it.

usage: all.py SECRETCTL [--full] [--sample N] [--write README]

With --sample N each verb is killed at about N of its system calls only.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile

SCRIPTS = ("kill_sweep", "faults", "io_errors", "hostile", "model")
# In the full run it takes ten minutes whatever else goes on, and so goes on beside everything else.
BESIDE = "model"
BEGIN, END = "<!-- faults:begin -->", "<!-- faults:end -->"


def table(lines, form):
    rows = ["| fault | runs | secrets lost | containers unreadable |", "| --- | --- | --- | --- |"]
    rows += [f"| {line['fault']} | {line['runs']:,} | 0 | 0 |" for line in lines]
    return f"{BEGIN}\nFrom {form} (`Tests/Reliability/all.py`):\n\n" + "\n".join(rows) + f"\n{END}"


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    here = os.path.dirname(os.path.abspath(__file__))
    full = "--full" in sys.argv
    form = "the full run" if full else "the short run"
    sample = sys.argv[sys.argv.index("--sample") + 1] if "--sample" in sys.argv else None
    if sample:
        os.environ["RELIABILITY_SAMPLE"] = sample
        form += f", with about {sample} kills for each verb"

    def start(script, log, **options):
        path = os.path.join(here, script + ".py")
        return subprocess.Popen([sys.executable, path, sys.argv[1]] + ["--full"] * full,
                                env={**os.environ, "RELIABILITY_LOG": log.name}, **options)

    with tempfile.NamedTemporaryFile("r", suffix=".log") as log, tempfile.NamedTemporaryFile("r", suffix=".log") as last:
        beside = start(BESIDE, last, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) if full else None
        for script in SCRIPTS:
            if script == "kill_sweep" and not shutil.which("strace"):
                continue
            print(f"{script}:", flush=True)
            if full and script == BESIDE:
                print(beside.communicate()[0], end="", flush=True)
                done = beside.returncode
            else:
                done = start(script, log).wait()
            if done != 0:
                if beside:
                    beside.kill()
                sys.exit(done)
        lines = [json.loads(line) for line in [*log, *last]]
    if "--write" in sys.argv:
        readme = sys.argv[sys.argv.index("--write") + 1]
        with open(readme) as file:
            text = file.read()
        start, end = text.index(BEGIN), text.index(END) + len(END)
        with open(readme, "w") as file:
            file.write(text[:start] + table(lines, form) + text[end:])


if __name__ == "__main__":
    main()
