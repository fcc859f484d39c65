#!/usr/bin/python3
"""Lists the operators that one LibTorch has and a later one has not, by the schemas in their headers, but for those
whose names say that they are not for users, and for backward functions.

usage: removed-operators.py OLD NEW, as in utils/removed-operators.py /usr/include "$(utils/other-libtorch headers 2.6)"

docs/Deprecated.md says what becomes of each.
"""

import pathlib
import re
import sys

# "static constexpr const char* schema_str", by a macro in older headers.
SCHEMA = re.compile(r'schema_str(?:,| =) "(?:aten::)?([^("]+)\(')


def operators(include):
    headers = list(pathlib.Path(include).glob("ATen/ops/*_ops.h"))
    found = {name for header in headers for name in SCHEMA.findall(header.read_text())}
    if not found:
        sys.exit(f"removed-operators.py: no schemas in {include}/ATen/ops")
    return found


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    old, new = map(operators, sys.argv[1:])
    for name in sorted(old - new):
        base = name.split(".")[0]
        if not base.startswith("_") and "_backward" not in base:
            print(name)


if __name__ == "__main__":
    main()
