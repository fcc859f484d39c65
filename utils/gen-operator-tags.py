#!/usr/bin/env python3
"""Writes lib/Ops/generated/OperatorTags.def from what dispatchers say of their operators.

    gen-operator-tags.py <tags of 1.13> <tags of 2.6> <output>

Each is the output of utils/dump-operator-tags, built and run with that LibTorch (it is in the folder
lib/ of the build). Overloads of an operator have the same tags; the program fails when that ends.
"""

import pathlib
import sys

TAGS = {"random": "Random", "inplace_view": "InplaceView"}


def read(path):
    """The tag of each operator: None without."""
    found = {}
    for line in pathlib.Path(path).read_text().splitlines():
        operator, *words = line.split()
        tags = [TAGS[word] for word in words if word in TAGS]
        name = operator.partition(".")[0]
        tag = tags[0] if tags else "None"
        if len(tags) > 1 or found.setdefault(name, tag) != tag:
            sys.exit(f"{sys.argv[0]}: {path}: the overloads of {name} differ, or have two tags")
    return found


def main():
    *inputs, output = sys.argv[1:]
    first, last = map(read, inputs)
    lines = [
        "// Made by utils/gen-operator-tags.py from LibTorch's dispatchers; do not edit.",
        "// FX_OPERATOR_TAG(name, its tag in LibTorch 1.13, its tag in 2.6): Random draws from a",
        "// generator, InplaceView changes the sizes of its input. An operator that one of them does",
        "// not have is tagged as in the other.",
    ]
    for name in sorted(first | last):
        before, after = first.get(name, last.get(name)), last.get(name, first.get(name))
        lines.append(f'FX_OPERATOR_TAG("{name}", {before}, {after})')
    pathlib.Path(output).write_text("\n".join(lines) + "\n")


main()
