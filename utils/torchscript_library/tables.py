"""Writes the library as C++ tables; lib/CodeGen/TorchScript/LibraryTables.h says what they are."""

import re

RESULT_TYPES = {"Tensor": "ValueType::tensor()", "int": "ValueType::of(ValueType::Kind::Int)",
                "float": "ValueType::of(ValueType::Kind::Float)",
                "bool": "ValueType::of(ValueType::Kind::Bool)",
                "str": "ValueType::of(ValueType::Kind::String)",
                "List[int]": 'ValueType::from_schema("int[]")'}


def literal(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def result_type(text):
    """"Tuple[Tensor, int]" as an expression of C++."""
    if text in RESULT_TYPES:
        return RESULT_TYPES[text]
    word, inner = re.fullmatch(r"(Optional|List|Tuple)\[(.*)\]", text).groups()
    parts, depth = [""], 0
    for c in inner:
        depth += (c == "[") - (c == "]")
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    items = ", ".join(result_type(part.strip()) for part in parts)
    return f"ValueType::tuple({{{items}}})" if word == "Tuple" else f"ValueType::{word.lower()}({items})"


class Rows:
    """One array of the tables; a sequence of rows that is there already is not written again."""

    def __init__(self, type_, name):
        self.type, self.name, self.rows, self.places = type_, name, [], {}

    def span(self, rows):
        rows = tuple(rows)
        if not rows:
            return "{}"
        if rows not in self.places:
            self.places[rows] = len(self.rows)
            self.rows += rows
        return f"{{{self.name} + {self.places[rows]}, {len(rows)}}}"

    def __str__(self):
        return "\n".join([f"constexpr {self.type} {self.name}[] = {{", *(r + "," for r in self.rows), "};"])


class Tables:
    def __init__(self, library):
        self.pieces = Rows("LibraryPiece", "all_pieces")
        self.tests = Rows("LibraryTest", "all_tests")
        self.settings = Rows("LibrarySetting", "all_settings")
        self.children = Rows("LibraryChildRow", "all_children")
        self.steps = Rows("LibraryStep", "all_steps")
        self.options = Rows("LibraryOption", "all_options")
        self.parameters = Rows("LibraryParameter", "all_parameters")
        self.calls = Rows("std::string_view", "all_calls")
        self.functions = Rows("LibraryFunction", "all_functions")
        self.classes = Rows("LibraryClass", "all_classes")
        self.functions.rows = [self.function(f) for f in library.functions.values()]
        self.classes.rows = [self.cls(c) for _, c in sorted(library.classes.items())]

    def __str__(self):
        order = [self.pieces, self.tests, self.settings, self.children, self.steps, self.options,
                 self.parameters, self.calls, self.functions, self.classes]
        return "\n".join(["// Made by utils/gen-torchscript-library.py.", *map(str, order)]) + "\n"

    def text(self, pieces):
        return self.pieces.span(
            f"{{{literal(p.text)}, {p.value}, {str(p.in_name).lower()}}}" for p in pieces or [])

    def signature(self, signature):
        parameters = self.parameters.span(
            f"{{{literal(name)}, {literal(type_)}, {str(default).lower()}}}"
            for name, type_, default in signature.parameters)
        return f"{parameters}, [] {{ return {result_type(signature.result)}; }}"

    def function(self, function):
        called = dict.fromkeys(re.findall(r"__torch__\.(\w+)", function.text))
        calls = self.calls.span(literal(name) for name in called)
        return (f"{{{literal(function.name)}, {self.signature(function.signature)}, {calls},\n"
                f"R\"FX({function.text})FX\"}}")

    def condition(self, tests):
        kinds = {"true": "True", "equals": "Equals", "none": "None", "string": "String"}
        return self.tests.span(
            f"{{{str(t.begins_alternative).lower()}, {str(t.negated).lower()}, "
            f"LibraryTest::Kind::{kinds[t.kind]}, {self.text(t.left)}, {self.text(t.right)}}}"
            for t in tests or [])

    def step(self, step):
        child = "nullptr"
        if step.child:
            row = step.child
            settings = self.settings.span(
                f"{{{literal(name)}, {self.text(text)}}}" for name, text in row.settings)
            at = len(self.children.rows)
            self.children.rows.append(f"{{{self.text(row.name)}, {literal(row.module)}, {settings}, "
                                      f"{self.text(row.count)}}}")
            child = f"all_children + {at}"
        return (f"{{LibraryStep::Kind::{step.kind.capitalize()}, {self.text(step.text)}, "
                f"{self.condition(step.condition)}, {child}, {step.variable}, {step.next}}}")

    def cls(self, cls):
        options = self.options.span(
            f"{{{literal(o.name)}, {literal(o.type)}, {str(default is not None).lower()}, "
            f"{self.text(default)}, {length(o.type)}}}" for o, default in cls.options)
        members = self.steps.span(self.step(step) for step in cls.members)
        body = self.steps.span(self.step(step) for step in cls.body)
        return (f"{{{literal(cls.name)}, {options}, {cls.variables}, {members}, {body}, "
                f"{literal(cls.signature.text)}, {self.signature(cls.signature)}}}")


def length(type_):
    """Of a list whose length the type says: "int[2]"; else 0."""
    match = re.search(r"\[(\d+)\]", type_)
    return int(match[1]) if match else 0
