#!/usr/bin/env python3
"""Writes the names that a graph in Python cannot use, or that mean something else there:

    lib/IR/generated/ReservedNames.inc               keywords, builtins, what torch.fx's code predefines
    lib/CodeGen/Python/generated/ModuleAttributes.inc  attributes of every torch.nn.Module

    gen-python-names.py [--check]

Needs torch in Python; run by developers, the results are checked in. --check compares instead.
"""

import builtins
import keyword
import pathlib
import sys

import torch
import torch.fx.graph

ROOT = pathlib.Path(__file__).resolve().parents[1]
# What generated code may meet that runs with a later torch than the installed one.
LATER_ATTRIBUTES = {"call_super_init", "compile", "mtia", "set_submodule"}
BY = "// Made by utils/gen-python-names.py from the installed Python torch; do not edit.\n"


def listing(comment, names):
    return BY + comment + "".join(f'"{name}",\n' for name in sorted(names))


def tables():
    predefined = set(torch.fx.graph._custom_builtins)
    yield (
        "lib/IR/generated/ReservedNames.inc",
        listing(
            "// Names no node may have: keywords and builtins, and what every module that torch.fx generates\n"
            "// predefines.\n",
            set(keyword.kwlist) | set(dir(builtins)) | predefined,
        ),
    )
    attributes = {name for name in dir(torch.nn.Module()) if not name.startswith("_")}
    yield (
        "lib/CodeGen/Python/generated/ModuleAttributes.inc",
        listing(
            "// Attributes that every torch.nn.Module has; a child of that name hides behind them.\n",
            attributes | LATER_ATTRIBUTES,
        ),
    )


def main():
    for name, text in tables():
        path = ROOT / name
        if "--check" not in sys.argv[1:]:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        elif path.read_text() != text:
            sys.exit(f"{path} is not what this Python has; run {sys.argv[0]}")


if __name__ == "__main__":
    main()
