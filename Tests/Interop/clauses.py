#!/usr/bin/env python3
"""Makes the table of spec/vectors.md: which vectors, or which test, show each clause of the specification.

usage: clauses.py ROOT           writes the table
       clauses.py ROOT --check   exit 1 if the table is another, a row is empty, or a clause or a test is not there
"""

import json
import pathlib
import re
import sys

# Clauses that no file can show, and what shows them. A name in backquotes must occur in Tests or .ci.
ELSEWHERE = {
    "SF-2-2": "not tested: time is no output; comparisons go through the one function `constantTimeEqual`, which libsodium implements",
    "SF-6.5-4": "`dropsAndChangesSlots` for rotations; that a new slot takes its costs from the caller shows in every writer vector with a passphrase",
    "SF-8.4-5": "alone in `FormatRootTests` (sums that are right, a byte too much): a file that shows it has more than a megabyte",
    "SF-13.4-8": "a commit after an accepted opening in `ContainerWritingTests`",
    "SF-14.3-1": "payloads of more than 2^20 bytes in `fillByPayload` and `largeSecrets`",
    "SF-9.5-5": "not tested: there is no agent here, so no reader without the master key",
    "SF-14.1-2": "`sameSeedAndContentGiveTheSameBytes` has the seed as an input of one commit; that a second attempt draws anew is reviewed, not tested",
    "SF-14.1-3": "not tested: the public interface has no parameter for it (`FixedInputs` is no public type)",
    "SF-14.2-3": "every writer vector: sealing a thing twice would need a second nonce, and 14.1 has one for each thing",
    "SF-14.4-9": "not tested: there is no writer without the master key here",
    "SF-14.8-1": "`kill_sweep.py` (killed at every system call), `aKilledWriterLeavesTheOldFileAndNoLock`",
    "SF-14.8-2": "`kill_sweep.py`, `readersTakeNoLock`",
    "SF-14.8-3": "`neverOverwritesAndLeavesNothingBehind`",
    "SF-14.8-4": "`faults.py` (full disk, read-only folder), `aFileSizeLimit`",
}
SHOWN = 6
# The texts that have clauses, in their order.
TEXTS = ("secretfile-v1.md", "semantics.md", "import.md")


def table(root):
    spec = "".join((root / "spec" / name).read_text() for name in TEXTS)
    clauses = re.findall(r"^- \[(SF-[0-9.]+-[0-9]+)\]", spec, re.M)
    if len(set(clauses)) != len(clauses):
        raise SystemExit("a clause id stands twice in the specification")
    missing = [line for line in spec.splitlines() if " MUST " in line and not re.match(r"- \[SF-", line) and not line.startswith(("Each MUST", "A writer's MUST"))]
    if missing:
        raise SystemExit(f"a MUST without an id: {missing[0][:80]}")
    vectors = json.loads((root / "testvectors/index.json").read_text())["vectors"]
    shown = {}
    for vector in vectors:
        for clause in vector["clauses"]:
            shown.setdefault(clause, []).append(vector["file"])
    unknown = set(shown) - set(clauses)
    if unknown:
        raise SystemExit(f"vectors name clauses that are not there: {sorted(unknown)}")
    rows = []
    for clause in clauses:
        files, words = shown.get(clause, []), ELSEWHERE.get(clause)
        names = [f"`{f.removeprefix('container/')}`" for f in files]
        parts = names[:SHOWN] + ([f"and {len(names) - SHOWN} more"] if len(names) > SHOWN else [])
        if words:
            parts.append(words)
        if not parts:
            raise SystemExit(f"{clause}: no vector and no test; see {__file__}")
        rows.append(f"| {clause} | {', '.join(parts)} |")
    return "\n".join(["", "| clause | shown by |", "| --- | --- |", *rows, ""]) + "\n"


def check_names(root):
    """What ELSEWHERE names is there."""
    text = "".join(
        p.read_text(errors="replace") + p.name for folder in ("Tests", "Sources", ".ci") for p in (root / folder).rglob("*")
        if p.is_file() and p.suffix in (".swift", ".py", "") and p.name != "clauses.py")
    for words in ELSEWHERE.values():
        for name in re.findall(r"`([^`]+)`", words):
            if name not in text:
                raise SystemExit(f"{name} is named as a test and is not there")


def main(root, check):
    path = root / "spec/vectors.md"
    text = path.read_text()
    start, end = (text.index(mark) for mark in ("<!-- clauses:begin -->", "<!-- clauses:end -->"))
    made = text[:start] + "<!-- clauses:begin -->\n" + table(root) + text[end:]
    check_names(root)
    if check:
        if made != text:
            raise SystemExit(f"{path} shows an older table; run Tests/Interop/clauses.py .")
        return
    path.write_text(made)


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3) or len(sys.argv) == 3 and sys.argv[2] != "--check":
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]), len(sys.argv) == 3)
