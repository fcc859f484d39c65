"""Tables about Python's torch, of which each version has its own: shared by utils/gen-*.py.

NAME.def holds the rows of torch 1.13. NAME-2.6.def holds what torch 2.6 has otherwise: rows that
are new or differ, and FX_GONE(list, name) for those that it does not have. A generator writes the
file of the torch that runs it.
"""

import difflib
import pathlib
import re
import sys

import torch

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "lib/Ops/generated"
VERSION = ".".join(torch.__version__.split(".")[:2])
FIRST = "1.13"


def rows(text):
    """The rows of a table by what they are about: ("functional", "pad")."""
    found = {}
    for row in re.findall(r"^FX_.*(?:\n[ \t].*)*", text, re.M):
        macro, table, name = re.match(r'FX_(\w+)\((?:(\w+), )?"?(\w+)', row).groups()
        found[table or macro, name] = row
    return found


def difference(old, new):
    """The text of `new` without what is the same in `old`."""
    before, after = rows(old), rows(new)
    comment = re.match(r"(?://.*\n)*", new)[0]
    lines = [row for key, row in after.items() if before.get(key) != row]
    gone = [f"FX_GONE({table}, {name})" for table, name in before if (table, name) not in after]
    return "\n".join([
        comment + "// Rows that differ from those of torch " + FIRST + ", which stand in the table without a version.",
        "// FX_GONE(list, name): this torch does not have it.",
        *lines, *gone, "",
    ])


def keep(name, text, check):
    """Writes lib/Ops/generated/NAME.def, or compares it, and ends the program where it differs."""
    path = FOLDER / f"{name}.def"
    if VERSION != FIRST:
        text = difference(path.read_text(), text)
        path = FOLDER / f"{name}-{VERSION}.def"
    if not check:
        path.write_text(text)
        return
    if not path.exists():
        sys.exit(f"no table of torch {VERSION}: run {sys.argv[0]}, and include {path.name}")
    old = path.read_text()
    if old != text:
        changes = difflib.unified_diff(old.splitlines(), text.splitlines(), str(path), "installed torch")
        sys.exit("\n".join([*changes, f"{path} is not what this torch has; run {sys.argv[0]}"]))
