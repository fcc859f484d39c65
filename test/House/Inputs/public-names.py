"""Compares the names that a library exports from namespace fx with a list of them.

usage: public-names.py LIBRARY LIST [--update]

Names, not signatures: those of other versions of LibTorch and of the standard library differ. What
is inline is not looked at, because compilers differ in what they keep of it. --update writes the list.
"""
import difflib
import pathlib
import re
import subprocess
import sys

library, listed = sys.argv[1], pathlib.Path(sys.argv[2])
found, others = set(), set()
for line in subprocess.run(["nm", "-DC", "--defined-only", library], check=True, capture_output=True,
                           text=True).stdout.splitlines():
    kind, name = line.split(" ", 2)[1:]
    if kind not in "TDBR":
        continue
    name = re.sub(r"\[abi:\w+\]", "", name)
    name = re.sub(r"^(typeinfo|typeinfo name|vtable) for |^(non-)?virtual thunk to ", "", name)
    # An operator's name may have brackets in it.
    name = re.match(r".*?operator ?(?:\(\)|[^\w\s(]+)|[^(<]+", name)[0]
    (found if name.startswith("fx::") and not name.startswith("fx::runtime::") else others).add(name)
if "--update" in sys.argv:
    listed.write_text("".join(name + "\n" for name in sorted(found)))
expected = listed.read_text().split("\n")[:-1]
difference = list(difflib.unified_diff(expected, sorted(found), "listed", "exported", n=0, lineterm=""))
print(f"{len(found)} public names, {len(others)} that are not ours")
print(*difference, *sorted(others), sep="\n")
if difference:
    print("If users shall see the difference (CHANGELOG.md), write the list again:")
    print(f"  python3 {' '.join(sys.argv[:3])} --update")
sys.exit(bool(difference or others))
