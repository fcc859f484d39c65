#!/usr/bin/python3
"""Holds the dependency rules of docs/Architecture.md: which folder may include what.

usage: check-layers.py [ROOT]

Reads the #include lines of include/fx, lib, runtime and tool. Exit code 1 when a line breaks a rule.
"""

import os
import pathlib
import re
import sys

BELOW_DRIVER = [
    "Check", "Refactor", "Verify", "Frontend", "Passes", "CodeGen", "Analysis", "IR", "Ops", "Support"
]
# Folder: the folders of ours it may include, besides itself. docs/Architecture.md has the same table.
ALLOWED = {
    "Support": [],
    "IR": ["Support"],
    "Ops": ["IR", "Support"],
    "Analysis": ["IR", "Ops", "Support"],
    "Passes": ["IR", "Ops", "Analysis", "Support"],
    "CodeGen": ["IR", "Ops", "Analysis", "Support"],
    "Frontend": ["IR", "Ops", "Analysis", "Support"],
    "runtime/kernels": ["IR", "Ops"],
    "runtime/verify": ["IR"],
    "Runtime": ["IR", "Ops", "Analysis", "Passes", "CodeGen", "Support"],
    "runtime/modules": ["Runtime"],
    "Verify": ["Frontend", "CodeGen", "Analysis", "IR", "Ops", "Support"],
    "Refactor": ["Frontend", "Passes", "CodeGen", "Analysis", "IR", "Ops", "Support"],
    "Check": ["Frontend", "Analysis", "IR", "Ops", "Support"],
    "Driver": BELOW_DRIVER,
    "LSP": ["Driver", *BELOW_DRIVER],
}
# Folders inside a library or a folder of it, the lowest first: what each may include of the others.
# Files beside the folders may include all of them.
INSIDE = {
    "Frontend": {
        "Parse": [],
        "Values": ["Parse"],
        "Lower": ["Values"],
        "Eval": ["Lower", "Values", "Parse"],
        "Models": ["Eval", "Lower", "Values"],
        "Roots": ["Values"],
    },
    # What a library of classes is to others stands beside the families, in Models.
    "Frontend/Models": {"Std": [], "Torch": []},
    "IR": {"Parse": []},
    # TorchScript is written in Python's notation.
    "CodeGen": {
        "Cpp": [],
        "Dot": [],
        "Json": [],
        "Python": [],
        "Summary": [],
        "TorchScript": ["Python"],
    },
}
# What may include Clang's and LLVM's headers, and what LibTorch's.
USES_LIBTORCH = {"Runtime", "runtime/kernels", "runtime/modules", "runtime/verify"}
USES_CLANG = {"Frontend", "Check", "Verify", "Refactor", "Driver", "LSP"}
TOOL_USES_CLANG = {"sources", "fx-clang-check", "fx-clang-trace", "fx-clang-lsp"}
# Every tool has LLVM's command line; without Clang there is no more of it.
TOOL_USES_LLVM = {"common", "fx-opt", "fx-reduce"} | TOOL_USES_CLANG
TOOL_FORBIDDEN = dict.fromkeys(["common", "fx-opt", "fx-reduce"], USES_CLANG)

INCLUDE = re.compile(r'\s*#\s*include\s*[<"]([^>"]+)[>"]')
CLANG = re.compile(r"(clang|clang-c)/")
LLVM = re.compile(r"(llvm|llvm-c)/")
# Folders that may include no more of ours than some headers: which, and how they are called.
ONLY = {
    # What has no C++ of ours in it: the plugin is compiled as other LibTorches want it.
    **dict.fromkeys(
        ["runtime/kernels", "runtime/verify"],
        (re.compile(r"\.def$|/KernelsApi\.h$"), "tables and plain C"),
    ),
    # What takes the place of LibTorch's own functions is linked into users' programs.
    "runtime/modules": (
        re.compile(r"fx/Runtime/(Errors|ModuleCalls|Value)\.h$"),
        "Errors.h, ModuleCalls.h and Value.h",
    ),
}
TORCH = re.compile(r"(torch|ATen|c10|caffe2)/")


def layer_of(path):
    """("lib" or "tool", folder) of a source file; None for files that belong to no layer."""
    parts = path.parts
    if parts[:2] == ("include", "fx") and len(parts) > 3:
        return "lib", parts[2]
    if parts[0] == "runtime" and len(parts) > 2:
        return "lib", "Runtime" if parts[1] == "lib" else f"runtime/{parts[1]}"
    if parts[0] in ("lib", "tool") and len(parts) > 2:
        return parts[0], parts[1]
    return None


def inner_complaint(path, included):
    """Why a file may not include `included`, a file of another folder of its library, or None."""
    parts = path.parts
    if parts[0] != "lib":
        return None
    if included.startswith("../"):
        included = os.path.normpath(os.path.join(*parts[1:-1], included))
    for depth in range(2, len(parts) - 1):
        parent, room = "/".join(parts[1:depth]), parts[depth]
        rooms = INSIDE.get(parent)
        if rooms is None:
            continue
        if room not in rooms:
            return f"{parent}/{room} has no row in the table of utils/check-layers.py"
        own = re.match(rf"{parent}/(\w+)/", included)
        if own and own[1] != room and own[1] in rooms and own[1] not in rooms[room]:
            return f"{parent}/{room} may not include {parent}/{own[1]}"
    return None


def complaint(kind, folder, included):
    """Why `folder` may not include `included`, or None."""
    own = re.match(r"fx/(\w+)/", included)
    if kind == "lib":
        if folder not in ALLOWED:
            return f"{folder} has no row in the table of utils/check-layers.py"
        if own and own[1] != folder and own[1] not in ALLOWED[folder]:
            return f"{folder} may not include {own[1]}"
        only, called = ONLY.get(folder, (None, None))
        if only and own and not only.search(included):
            return f"{folder} may include {called} alone"
        clang = llvm = folder in USES_CLANG
    else:
        if own and own[1] in TOOL_FORBIDDEN.get(folder, []):
            return f"{folder} may not include {own[1]}"
        clang = folder in TOOL_USES_CLANG
        llvm = folder in TOOL_USES_LLVM
    if CLANG.match(included) and not clang:
        return f"{folder} may not include Clang"
    if LLVM.match(included) and not llvm:
        return f"{folder} may not include LLVM"
    if TORCH.match(included) and folder not in USES_LIBTORCH:
        return f"{folder} may not include LibTorch"
    return None


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parents[1]
    files = broken = 0
    for folder in ("include", "lib", "runtime", "tool"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in (".h", ".cpp", ".def", ".inc", ".in"):
                continue
            relative = path.relative_to(root)
            layer = layer_of(relative)
            if layer is None:
                continue
            files += 1
            for number, line in enumerate(path.read_text().splitlines(), 1):
                match = INCLUDE.match(line)
                text = match and (
                    complaint(*layer, match[1]) or inner_complaint(relative, match[1])
                )
                if text:
                    broken += 1
                    print(f"{relative}:{number}: error: {text}: {match[1]}")
    print(f"{files} files, {broken} includes that break a rule")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
