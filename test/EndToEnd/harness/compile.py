#!/usr/bin/python3
"""Runs a compiler with LibTorch's headers precompiled for its options, for all tests together once.

usage: compile.py --headers DIR COMPILER WORDS...

DIR keeps what is precompiled. WORDS compile a program that includes torch/torch.h, as they are.
"""
from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
import prove  # noqa: E402


def options_of_headers(words: list[str]) -> list[str]:
    """What a precompiled header has to have in common with the program."""
    found, rest = [], iter(words)
    for word in rest:
        if word == "-isystem":
            found += [word, next(rest)]
        elif word.startswith(("-std=", "-O", "-f")) and not word.startswith("-fuse-ld"):
            found.append(word)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--headers", required=True, type=Path)
    parser.add_argument("cxx")
    parser.add_argument("words", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    headers = prove.precompiled_header(options.cxx, options.headers, options_of_headers(options.words))
    os.execvp(options.cxx, [options.cxx, *headers, *options.words])


if __name__ == "__main__":
    main()
