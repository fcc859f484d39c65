#!/usr/bin/env python3
"""Checks lib/CodeGen/TorchScript/{Functions,Modules}/*.tsl and writes them as C++ tables; and which of
them are one operator.

    gen-torchscript-library.py <LibTorch.json> <TensorMembers.def> <Modules.def> <output> <operations> <file.tsl>...

docs/TorchScriptLibrary.md describes the language. What is wrong is said as "file:line: error: what;
the way out", and then nothing is written and the exit code is 1.
"""

import pathlib
import re
import sys

from torchscript_library import modules
from torchscript_library.headers import Headers
from torchscript_library.language import Reader
from torchscript_library.meaning import Library
from torchscript_library.operations import Operations
from torchscript_library.problems import Problems
from torchscript_library.tables import Tables


def operators(headers, members):
    """The names that follow "torch." in TorchScript: of schemas, and of what has none."""
    return headers.operators | set(re.findall(r'"torch\.(\w+)\(', pathlib.Path(members).read_text()))


def main():
    facts, members, registered, output, operations, *files = sys.argv[1:]
    problems = Problems()
    readers = [Reader(pathlib.Path(file), problems) for file in files]
    known = modules.read(registered, problems)
    # A tree with holes in it would only be wrong a second time.
    library = None
    if not problems:
        headers = Headers(facts)
        later = modules.read_later(registered)
        library = Library(readers, headers, operators(headers, members), known, later, problems)
    if problems:
        sys.exit(str(problems))
    pathlib.Path(output).write_text(str(Tables(library)))
    pathlib.Path(operations).write_text(str(Operations(library)))


if __name__ == "__main__":
    main()
