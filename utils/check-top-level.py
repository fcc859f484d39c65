#!/usr/bin/python3
"""Holds the top level of the tree: what a command left behind there is not committed with the rest.

usage: check-top-level.py [ROOT]

Every file that git tracks lies in a folder of the list below or is one of its files. Exit code 1
when one does not.
"""

import pathlib
import subprocess
import sys

FOLDERS = {"cmake", "docs", "editors", "include", "lib", "python", "runtime", "test", "tool", "utils", ".ci"}
FILES = {
    ".clang-format",
    ".clang-tidy",
    ".editorconfig",
    ".gitattributes",
    ".gitignore",
    "CHANGELOG.md",
    "CMakeLists.txt",
    "CMakePresets.json",
    "CONTRIBUTING.md",
    "LICENSE",
    "README.md",
    "dev",
}


def belongs(name):
    folder, slash, _ = name.partition("/")
    return folder in (FOLDERS if slash else FILES)


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parents[1]
    listed = subprocess.run(
        ["git", "-C", root, "ls-files", "-z"], check=True, capture_output=True, text=True
    ).stdout
    files = [name for name in listed.split("\0") if name]
    misplaced = [name for name in files if not belongs(name)]
    for name in misplaced:
        print(f"{name}: error: does not belong at the top level: remove it, or add it to utils/check-top-level.py")
    print(f"{len(files)} files, {len(misplaced)} out of place")
    return 1 if misplaced else 0


if __name__ == "__main__":
    sys.exit(main())
