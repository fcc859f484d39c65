#!/usr/bin/env python3
"""Writes OperatorSchemas.inc: every operator schema of the installed LibTorch as C++ tables.

    gen-operator-schemas.py <folder with ATen/> <tags> <output>

The schemas are the schema_str constants of ATen/ops/*_ops.h; <tags> is what dump-operator-tags
printed about the same operators. They are parsed here, so that the
program that includes the file starts with finished tables. Three static arrays come out: the
arguments and the return types of all operators, shared by schemas that have the same ones, and the
schemas sorted by name and overload.
"""

import pathlib
import re
import sys

SCHEMA = re.compile(r'STR_INL_EXCEPT_WIN_CUDA\(schema_str, "((?:[^"\\]|\\.)*)"\)')
ALIAS = re.compile(r"\(([a-z])(!)?(?: -> \*)?\)")
TAGS = ("random", "composite", "inplace_view")


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
        bool(alias and alias[2]),
        alias[1] if alias else "",
    )


def parse_return(text):
    # "Tensor(a!) values" -> "Tensor", "a"; a space inside an alias mark is not a separator.
    type_ = re.sub(r" [A-Za-z_][A-Za-z_0-9]*$", "", text)
    alias = ALIAS.search(type_)
    return ALIAS.sub("", type_), alias[1] if alias else ""


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
    returns = [parse_return(text) for text in split_top_level(returns_text)]
    return name, overload, tuple(arguments), tuple(returns)


def flag(value):
    return "true" if value else "false"


def alias_literal(letter):
    return f"'{letter}'" if letter else "0"


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
    include, tags_file, output = sys.argv[1:]
    tags = {}
    for line in pathlib.Path(tags_file).read_text().splitlines():
        operator, *words = line.split()
        tags[operator] = words
    schemas = set()
    for header in pathlib.Path(include, "ATen/ops").glob("*_ops.h"):
        for match in SCHEMA.finditer(header.read_text()):
            schemas.add(parse_schema(re.sub(r"\\(.)", r"\1", match.group(1))))
    unknown = [f"{name}.{overload}" for name, overload, *_ in schemas if f"{name}.{overload}" not in tags]
    if len(unknown) > len(schemas) // 100:
        sys.exit(f"{sys.argv[0]}: the dispatcher does not know {unknown[:5]} and others")
    if not schemas:
        sys.exit(f"{sys.argv[0]}: no schema_str found in {include}/ATen/ops")

    arguments, returns, rows = Pool(), Pool(), []
    for name, overload, schema_arguments, schema_returns in sorted(schemas):
        first_argument = arguments.place(schema_arguments)
        first_return = returns.place(schema_returns)
        rows.append(
            f"{{{literal(name)}, {literal(overload)}, "
            f"{{all_arguments + {first_argument}, {len(schema_arguments)}}}, "
            f"{{all_returns + {first_return}, {len(schema_returns)}}}, "
            + ", ".join(flag(tag in tags.get(f"{name}.{overload}", [])) for tag in TAGS)
            + "},"
        )

    lines = ["// Made by utils/gen-operator-schemas.py."]
    lines.append("constexpr SchemaArgument all_arguments[] = {")
    for name, type_, default, *flags, alias in arguments.rows:
        flags = ", ".join(flag(value) for value in flags)
        lines.append(
            f"{{{literal(name)}, {literal(type_)}, {literal(default)}, {flags}, {alias_literal(alias)}}},"
        )
    lines += ["};", "constexpr SchemaReturn all_returns[] = {"]
    lines += [f"{{{literal(type_)}, {alias_literal(alias)}}}," for type_, alias in returns.rows]
    lines += ["};", "constexpr Schema schema_table[] = {", *rows, "};", ""]
    pathlib.Path(output).write_text("\n".join(lines))


main()
