#!/usr/bin/python3
"""Lists every object of the libraries that a program can write to, local statics too.

usage: check-writable.py BUILD [LIST [LIBRARY...]]

Two sessions in two threads share these and nothing else, so each stands in LIST
(utils/writable-objects.txt) with the reason why that is right: "NAME: reason", where NAME is the
demangled one without parameters, and * in it stands for any text. An object that is not listed, and a line without an object, are
errors, unless the line begins with "perhaps": some versions of the C++ library make the object a constant.
"""

import fnmatch
import pathlib
import re
import subprocess
import sys

SECTIONS = (".data", ".bss", ".tdata", ".tbss")
# Written by the loader before the first thread starts, and write-protected then.
READ_ONLY = ".data.rel.ro"


def writable_objects(archive):
    """Demangled names of the objects in writable sections of an archive."""
    lines = subprocess.run(["nm", "-C", "--defined-only", "-f", "sysv", str(archive)],
                           check=True, capture_output=True, text=True).stdout.splitlines()
    for line in lines:
        columns = line.split("|")
        if len(columns) < 7:
            continue
        section = columns[-1].strip()
        if not section.startswith(SECTIONS) or section.startswith(READ_ONLY):
            continue
        name = "|".join(columns[:-6]).strip()
        name = name.removeprefix("guard variable for ")
        if "fx::" not in name:  # an inline function of another library's headers
            continue
        # A local static is named after its function, whose parameters tell nothing.
        yield re.sub(r"\((?!anonymous namespace\))[^()]*\)( const)?|\[abi:\w+\]", "", name)


def libraries(build):
    """What lib/CMakeLists.txt makes: a static library a folder, and one shared one of the core."""
    text = (pathlib.Path(__file__).resolve().parent.parent / "lib/CMakeLists.txt").read_text()
    names = ["libfx-core.so"] + [f"lib{name}.a" for name, core in re.findall(
        r"^fx_add_library\((\w+) \w+( CORE)?", text, re.M) if not core]
    return [found for name in names for found in build.glob(f"lib*/{name}")]


def main():
    build = pathlib.Path(sys.argv[1])
    root = pathlib.Path(__file__).resolve().parent
    listed_file = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else root / "writable-objects.txt"
    listed, may_be_absent = {}, set()
    for line in listed_file.read_text().splitlines():
        if line and not line.startswith("#"):
            name, _, reason = line.rpartition(": ")
            may_be_absent |= {name.removeprefix("perhaps ")} if name.startswith("perhaps ") else set()
            listed[name.removeprefix("perhaps ").strip()] = reason.strip()
    archives = [pathlib.Path(name) for name in sys.argv[3:]] or libraries(build)
    if not archives:
        sys.exit(f"{build}/lib has no libraries")
    found = {}
    for archive in archives:
        for name in writable_objects(archive):
            found.setdefault(name, archive.name)
    complaints = [f"{archive}: {name} can be written to, and {listed_file.name} does not have it"
                  for name, archive in sorted(found.items())
                  if not any(fnmatch.fnmatchcase(name, row) for row in listed)]
    complaints += [f"{listed_file.name}: {name}: there is no such object"
                   for name in sorted(listed.keys() - may_be_absent) if not fnmatch.filter(found, name)]
    complaints += [f"{listed_file.name}: {name}: the reason is missing"
                   for name, reason in sorted(listed.items()) if not reason]
    for complaint in complaints:
        print(complaint)
    print(f"{len(archives)} libraries, {len(found)} objects that can be written to")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
