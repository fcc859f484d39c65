"""Plants complaints in a copy of a file of each kind, and prints what clang-tidy says of them.

usage: plant-complaints.py ROOT BUILD FOLDER [OPTION...]

FOLDER lies below ROOT, whose .clang-tidy holds for it, and gets the copies with the compile commands of
the originals. OPTIONs are clang-tidy's. Prints "FILE: CHECK..." for each of the files that are planted
or include a planted header, the checks in order.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

# A library's file, one that has Clang's headers precompiled, one that has LibTorch's, a tool's.
FILES = ["lib/IR/Lint.cpp", "lib/Frontend/Roots/Find.cpp", "runtime/kernels/Values.cpp",
         "tool/common/WriteOutput.cpp"]
HEADER = """#pragma once
struct fx_planted { int* nothing = 0; };
"""
COMPLAINTS = """
#include "PLANTED"
namespace planted_elsewhere { struct Forward; }
namespace planted_here { struct Forward {}; }
namespace planted {
struct bad_type { int value = 0; };
struct _Reserved {};
struct Base { virtual ~Base(); virtual void f(); };
struct Derived : Base { virtual void f(); };
int null_dereference(bool deep) {
  int* nothing = nullptr;
  if (deep) return *nothing;
  return 0;
}
bool same(int x) { return x == x; }
} // namespace planted
"""


def main() -> int:
    root, build, folder = (pathlib.Path(argument) for argument in sys.argv[1:4])
    shutil.rmtree(folder, ignore_errors=True)
    header = folder / "include/fx/Planted.h"
    header.parent.mkdir(parents=True)
    header.write_text(HEADER)
    entries = []
    for entry in json.loads((build / "compile_commands.json").read_text()):
        name = os.path.relpath(entry["file"], root)
        if name not in FILES:
            continue
        copy = folder / name
        copy.parent.mkdir(parents=True)
        copy.write_text((root / name).read_text() + COMPLAINTS.replace("PLANTED", str(header)))
        for parent in pathlib.PurePath(name).parents:
            if parent != pathlib.PurePath(".") and (root / parent / ".clang-tidy").exists():
                shutil.copy(root / parent / ".clang-tidy", folder / parent)
        # Headers beside the file are found where they are.
        command = entry["command"].replace(
            entry["file"], f"-iquote {pathlib.Path(entry['file']).parent} {copy}")
        entries.append({**entry, "file": str(copy), "command": command})
    (folder / "compile_commands.json").write_text(json.dumps(entries))
    if len(entries) != len(FILES):
        print("not every file has a compile command:", *FILES)
        return 1
    for entry in entries:
        said = subprocess.run(["clang-tidy-22", "-p", folder, "--quiet", *sys.argv[4:], entry["file"]],
                              capture_output=True, text=True).stdout
        found = re.findall(r"^(\S+?):\d+:\d+: (?:warning|error): .* \[([^\],]+)", said, re.M)
        for file in (header, pathlib.Path(entry["file"])):
            checks = sorted({check for where, check in found if pathlib.Path(where) == file})
            print(f"{entry['file'].rsplit('/', 1)[1]}: {file.name}:", *checks)
        if "clang-diagnostic-error" in said:
            print(said)
    return 0


if __name__ == "__main__":
    sys.exit(main())
