#!/usr/bin/env python3
"""Writes OperatorSchemas.inc: every operator schema of the installed LibTorch as C++ tables.

    gen-operator-schemas.py <folder with ATen/> <output>

The schemas are the schema_str constants of ATen/ops/*_ops.h. They are parsed here, so that the
program that includes the file starts with finished tables. Three static arrays come out: the
arguments and the return types of all operators, shared by schemas that have the same ones, and the
schemas sorted by name and overload.
"""

import pathlib
import re
import sys

SCHEMA = re.compile(r'STR_INL_EXCEPT_WIN_CUDA\(schema_str, "((?:[^"\\]|\\.)*)"\)')
ALIAS = re.compile(r"\([a-z](?:!)?(?: -> \*)?\)")


def split_top_level(text):
    """Splits at the commas that stand in no bracket or string."""
    parts, depth, quote, start = [], 0, "", 0
    for i, c in enumerate(text):
        if quote:
            quote = "" if c == quote else quote
        elif c in "\"'":
            quote = c
        elif c in "([":
            depth += 1
        elif c in ")]":
            depth -= 1
        elif c == "," and depth == 0:
            parts.append(text[start:i].strip())
            start = i + 1
    if text[start:].strip():
        parts.append(text[start:].strip())
    return parts


def parse_argument(text, keyword_only):
    declaration, has_default, default = text.partition("=")
    type_, _, name = declaration.rpartition(" ")
    alias = ALIAS.search(type_)
    return (
        name,
        ALIAS.sub("", type_),
        default,
        bool(has_default),
        keyword_only,
        bool(alias) and "!" in alias.group(),
        bool(alias),
    )


def parse_schema(text):
    head, _, rest = text.partition("(")
    arguments_text, _, returns_text = rest.rpartition(" -> ")
    name, _, overload = head.partition(".")
    arguments, keyword_only = [], False
    for part in split_top_level(arguments_text[:-1]):
        if part == "*":
            keyword_only = True
        else:
            arguments.append(parse_argument(part, keyword_only))
    if returns_text.startswith("("):
        returns_text = returns_text[1:-1]
    # "Tensor(a!) values" -> "Tensor(a!)"; a space inside an alias mark is not a separator.
    returns = [re.sub(r" [A-Za-z_][A-Za-z_0-9]*$", "", r) for r in split_top_level(returns_text)]
    return name, overload, tuple(arguments), tuple(returns)


def literal(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


class Pool:
    """One flat array of rows; a sequence seen before is not stored again."""

    def __init__(self):
        self.rows, self.places = [], {}

    def place(self, sequence):
        if sequence not in self.places:
            self.places[sequence] = len(self.rows)
            self.rows.extend(sequence)
        return self.places[sequence]


def main():
    include, output = sys.argv[1:]
    schemas = set()
    for header in pathlib.Path(include, "ATen/ops").glob("*_ops.h"):
        for match in SCHEMA.finditer(header.read_text()):
            schemas.add(parse_schema(re.sub(r"\\(.)", r"\1", match.group(1))))
    if not schemas:
        sys.exit(f"{sys.argv[0]}: no schema_str found in {include}/ATen/ops")

    arguments, returns, rows = Pool(), Pool(), []
    for name, overload, schema_arguments, schema_returns in sorted(schemas):
        first_argument = arguments.place(schema_arguments)
        first_return = returns.place(schema_returns)
        rows.append(
            f"{{{literal(name)}, {literal(overload)}, "
            f"{{all_arguments + {first_argument}, {len(schema_arguments)}}}, "
            f"{{all_returns + {first_return}, {len(schema_returns)}}}}},"
        )

    lines = ["// Made by utils/gen-operator-schemas.py."]
    lines.append("constexpr SchemaArgument all_arguments[] = {")
    for name, type_, default, *flags in arguments.rows:
        flags = ", ".join("true" if flag else "false" for flag in flags)
        lines.append(f"{{{literal(name)}, {literal(type_)}, {literal(default)}, {flags}}},")
    lines += ["};", "constexpr std::string_view all_returns[] = {"]
    lines += [f"{literal(type_)}," for type_ in returns.rows]
    lines += ["};", "constexpr Schema schema_table[] = {", *rows, "};", ""]
    pathlib.Path(output).write_text("\n".join(lines))


main()
