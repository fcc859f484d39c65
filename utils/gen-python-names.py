#!/usr/bin/env python3
"""Writes the names that a graph in Python cannot use, or that mean something else there:

    lib/IR/generated/ReservedNames.inc               keywords, builtins, what torch.fx's code predefines
    lib/CodeGen/Python/generated/ModuleAttributes.inc  attributes of every torch.nn.Module

    gen-python-names.py [--check]

Needs torch in Python; run by developers, the results are checked in. Code may run with other Pythons
and torches: the lists hold the names of all that this was run on. --check says whether those of this
one are among them.
"""

import builtins
import keyword
import pathlib
import re
import sys

import torch
import torch.fx.graph

ROOT = pathlib.Path(__file__).resolve().parents[1]
# What generated code may meet that runs with a later torch than the installed one.
LATER_ATTRIBUTES = {
    "call_super_init",
    "compile",
    "mtia",
    "set_submodule",
    "_backward_pre_hooks",
    "_call_impl",
    "_compiled_call_impl",
    "_forward_hooks_always_called",
    "_forward_hooks_with_kwargs",
    "_forward_pre_hooks_with_kwargs",
    "_load_state_dict_post_hooks",
    "_state_dict_pre_hooks",
    "_wrapped_call_impl",
}
BY = "// Made by utils/gen-python-names.py from Python and its torch; do not edit.\n"


def names_in(path):
    return set(re.findall(r'^"(.*)",$', path.read_text(), re.M)) if path.exists() else set()


def tables():
    predefined = set(torch.fx.graph._custom_builtins)
    yield (
        "lib/IR/generated/ReservedNames.inc",
        "// Names no node may have: keywords and builtins, and what every module that torch.fx generates\n"
        "// predefines.\n",
        set(keyword.kwlist) | set(dir(builtins)) | predefined,
    )
    # With those of each object: _modules is where torch.nn.Module keeps its children.
    attributes = set(dir(torch.nn.Module()))
    yield (
        "lib/CodeGen/Python/generated/ModuleAttributes.inc",
        "// Attributes that every torch.nn.Module has; a child of that name hides behind them.\n",
        attributes | LATER_ATTRIBUTES,
    )


def main():
    for name, comment, names in tables():
        path = ROOT / name
        # pybind11's own, with the number of the compiler's ABI
        missing = {name for name in names if "pybind11" not in name} - names_in(path)
        if "--check" not in sys.argv[1:]:
            path.parent.mkdir(exist_ok=True)
            lines = [f'"{name}",\n' for name in sorted(missing | names_in(path))]
            path.write_text(BY + comment + "".join(lines))
        elif missing:
            sys.exit(f"{path} does not have {', '.join(sorted(missing))}; run {sys.argv[0]}")


if __name__ == "__main__":
    main()
