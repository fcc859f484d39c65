#!/usr/bin/python3
"""Looks that the tests that docs/TorchFxTests.md and docs/TorchFxInventory.md name exist.

usage: check-torchfx-tables.py [ROOT]

Prints how many rows have a test, by kind or mark. Exit code 1 when a test is missing.
"""

import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parents[1]


def main():
    tests = set()
    for path in (ROOT / "test/unit").rglob("*.cpp"):
        for suite, name in re.findall(r"^TEST(?:_F)?\(\s*(\w+),\s*(\w+)\)", path.read_text(), re.M):
            tests.add(f"{suite}.{name}")
    missing = 0
    for page, column in (("TorchFxTests.md", 3), ("TorchFxInventory.md", 3)):
        counts = collections.defaultdict(lambda: [0, 0])
        for number, line in enumerate((ROOT / "docs" / page).read_text().splitlines(), 1):
            cells = [cell.strip() for cell in line.split(" | ")]
            named = re.fullmatch(r"`([^`]+)` \|", cells[-1]) or re.fullmatch(r"-: .* \|", cells[-1])
            if not line.startswith("| ") or not named:
                continue
            count = counts[cells[column - 1]]
            count[1] += 1
            test = named[1] if named.re.groups else None
            if test is None:
                continue
            count[0] += 1
            if test not in tests and not (ROOT / test).exists():
                missing += 1
                print(f"docs/{page}:{number}: error: there is no test {test}")
        for kind, (done, of) in sorted(counts.items()):
            print(f"{page}: {kind}: {done} of {of}")
    return 1 if missing else 0


sys.exit(main())
