"""Which operator each module and function of torch.nn is one call of, and on what conditions.

What the library says is run with values that are not known: a test of an option, of a parameter or of
self.training is gone through both ways. Where all that remains of a way is one operator whose operands
are inputs, options, tensors of the module and literals, it is a row. Ways that loop, compute or write to
tensors beside that are none. An assertion is passed over: it tells wrong inputs, and does not compute.
"""

import ast
import re
from dataclasses import dataclass

from .tables import Rows, literal


@dataclass(frozen=True)
class Operand:
    kind: str  # "Input", "Setting", "Tensor", "Training", "Literal"
    text: str  # its name (of a module's input its number), or what Python writes for the literal


@dataclass(frozen=True)
class Condition:
    """On an option of the module, or a parameter of the function."""

    kind: str  # "IsTrue", "IsNone", "Equals"
    setting: str
    value: str
    holds: bool


@dataclass(frozen=True)
class Row:
    name: str  # "ReLU", "relu"
    operator: str  # "relu", "relu_"; "" of what gives its input
    conditions: tuple
    training: bool | None  # the mode that it is in; None: either
    operands: tuple  # of (keyword or "", Operand)


class NotOne(Exception):
    """This way is no single operator."""


@dataclass
class Path:
    conditions: dict  # (kind, setting, value): whether it holds
    training: bool | None = None


class Fork(Exception):
    """A test whose answer decides the way; `ways` are the paths to go instead."""

    def __init__(self, ways):
        super().__init__()
        self.ways = ways


@dataclass
class Call:
    operator: str
    operands: tuple
    kind = "Call"


class Run:
    """Of one body on one path."""

    def __init__(self, library, path):
        self.library, self.path = library, path
        self.writes = []  # calls whose results have names

    def ask(self, kind, setting, value=""):
        key = (kind, setting, value)
        if key in self.path.conditions:
            return self.path.conditions[key]
        ways = (Path({**self.path.conditions, key: answer}, self.path.training) for answer in (True, False))
        raise Fork(list(ways))

    def ask_mode(self):
        if self.path.training is None:
            raise Fork([Path(self.path.conditions, training) for training in (True, False)])
        return self.path.training

    def truth(self, node, names):
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return not self.truth(node.operand, names)
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            left, right = (self.value(part, names) for part in (node.left, node.comparators[0]))
            if isinstance(node.ops[0], (ast.Is, ast.IsNot)) and right == Operand("Literal", "None"):
                return self.is_none(left) == isinstance(node.ops[0], ast.Is)
            if isinstance(node.ops[0], ast.Eq) and left.kind == "Setting" and right.kind == "Literal":
                return self.ask("Equals", left.text, right.text)
            raise NotOne
        value = self.value(node, names)
        if value.kind == "Training":
            return self.ask_mode()
        if value.kind == "Literal" and value.text in ("True", "False"):
            return value.text == "True"
        if value.kind == "Setting":
            return self.ask("IsTrue", value.text)
        raise NotOne

    def is_none(self, value):
        if value.kind == "Setting":
            return self.ask("IsNone", value.text)
        if value.kind == "Literal":
            return value.text == "None"
        raise NotOne

    def value(self, node, names):
        if isinstance(node, ast.Name):
            if node.id not in names:
                raise NotOne
            return names[node.id]
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self":
            return Operand("Training", "") if node.attr == "training" else Operand("Tensor", node.attr)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name):
            operands = [("", self.value(argument, names)) for argument in node.args]
            operands += [(keyword.arg, self.value(keyword.value, names)) for keyword in node.keywords]
            if node.func.value.id == "__torch__":
                return self.called(self.library.functions[node.func.attr], operands)
            if node.func.value.id == "torch":
                return Call(node.func.attr, tuple(operands))
            raise NotOne
        try:
            return Operand("Literal", repr(ast.literal_eval(node)))
        except ValueError:
            raise NotOne from None

    def called(self, function, operands):
        head = ast.parse(function.text).body[0]
        parameters = [parameter.arg for parameter in head.args.args]
        names = {}
        for default, name in zip(reversed(head.args.defaults), reversed(parameters), strict=False):
            names[name] = self.value(default, {})
        names.update(zip(parameters, (value for keyword, value in operands if not keyword), strict=False))
        names.update((keyword, value) for keyword, value in operands if keyword)
        return self.body(head.body, names)

    def body(self, statements, names):
        for statement in statements:
            if isinstance(statement, ast.Return):
                return self.value(statement.value, names)
            if isinstance(statement, ast.If):
                chosen = statement.body if self.truth(statement.test, names) else statement.orelse
                result = self.body(chosen, names)
                if result is not None:
                    return result
            elif isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
                value = self.value(statement.value, names)
                if isinstance(value, Call) and value.operator.endswith("_"):
                    self.writes.append(value)
                names[statement.targets[0].id] = value
            elif not isinstance(statement, ast.Assert):
                raise NotOne
        return None


def rows_of(library, name, run_body):
    """`run_body(run)` gives what the body returns, on the path of the run."""
    pending, rows = [Path({})], []
    while pending:
        path = pending.pop()
        run = Run(library, path)
        try:
            result = run_body(run)
        except Fork as fork:
            pending += reversed(fork.ways)
            continue
        except NotOne:
            continue
        if isinstance(result, Operand) and result.kind == "Input":
            result = Call("", (("", result),))  # it gives what it takes
        if not isinstance(result, Call) or any(isinstance(value, Call) for _, value in result.operands):
            continue
        if any(write is not result for write in run.writes):
            continue
        conditions = tuple(Condition(*key, holds) for key, holds in path.conditions.items())
        rows.append(Row(name, result.operator, conditions, path.training, result.operands))
    return rows


def module_rows(library, cls):
    if cls.signature is None:
        return []
    options = [option.name for option, _ in cls.options]
    # The names of LibTorch's headers are others than Python's; the order is the same.
    inputs = {name: Operand("Input", str(i)) for i, (name, _, _) in enumerate(cls.signature.parameters)}

    def text(pieces):
        parts = [piece.text if piece.value < 0 else f"option_{options[piece.value]}" if piece.value < len(options)
                 else "variable_" for piece in pieces]
        return "".join(parts)

    def holds(run, tests):
        """Alternatives, of which the first test of each says that it begins one."""
        result, alternative = False, True
        for i, test in enumerate(tests):
            if test.begins_alternative and i > 0:
                result, alternative = result or alternative, True
            setting = text(test.left).removeprefix("option_")
            right = text(test.right)
            if test.kind == "string" or "option_" in right or setting not in options:
                raise NotOne
            kind = {"true": "IsTrue", "none": "IsNone", "equals": "Equals"}[test.kind]
            value = repr(ast.literal_eval(right)) if right else ""
            alternative = alternative and run.ask(kind, setting, value) != test.negated
        return result or alternative

    def chosen(run, steps, at, end):
        """The lines of the way that the options lead."""
        lines = []
        while at < end:
            step = steps[at]
            if step.kind == "line":
                lines.append(text(step.text))
            elif step.kind == "if":
                otherwise = step.next
                last = steps[otherwise].next if steps[otherwise].kind == "else" else otherwise
                if holds(run, step.condition):
                    lines += chosen(run, steps, at + 1, otherwise)
                elif steps[otherwise].kind == "else":
                    lines += chosen(run, steps, otherwise + 1, last)
                at = last
            else:
                raise NotOne
            at += 1
        return lines

    def run_body(run):
        lines = ["def forward():", *chosen(run, cls.body, 0, len(cls.body))]
        names = {f"option_{option}": Operand("Setting", option) for option in options} | inputs
        return run.body(ast.parse("\n".join(lines)).body[0].body, names)

    return rows_of(library, cls.name, run_body)


def function_rows(library, function):
    head = ast.parse(function.text).body[0]
    # What is a tensor is an input; numbers, flags and lists are settings, as options are.
    names = {name: Operand("Input" if re.search(r"Tensor", type_) else "Setting", name)
             for name, type_, _ in function.signature.parameters}
    return rows_of(library, function.name, lambda run: run.body(head.body, dict(names)))


class Operations:
    """The rows of all classes and functions of the library."""

    def __init__(self, library):
        self.modules = [row for _, cls in sorted(library.classes.items()) if not cls.name.startswith("_")
                        for row in module_rows(library, cls)]
        self.functions = [row for _, function in sorted(library.functions.items())
                          if not function.name.startswith("_") for row in function_rows(library, function)]

    def __str__(self):
        """As tables of C++; lib/Ops/Operations.cpp says what they are."""
        conditions, operands = Rows("Condition", "all_conditions"), Rows("RowOperand", "all_operands")

        def row(row):
            training = {None: "Mode::Any", True: "Mode::Training", False: "Mode::Evaluation"}[row.training]
            tests = conditions.span(
                f"{{Condition::Kind::{c.kind}, {literal(c.setting)}, {literal(c.value)}, {str(c.holds).lower()}}}"
                for c in row.conditions)
            values = operands.span(
                f"{{{literal(keyword)}, RowOperand::Kind::{value.kind}, {literal(value.text)}}}"
                for keyword, value in row.operands)
            return f"{{{literal(row.name)}, {literal(row.operator)}, {tests}, {training}, {values}}}"

        modules, functions = Rows("Row", "module_rows"), Rows("Row", "function_rows")
        modules.rows = [row(r) for r in self.modules]
        functions.rows = [row(r) for r in self.functions]
        tables = [conditions, operands, modules, functions]
        return "\n".join(["// Made by utils/gen-torchscript-library.py.", *map(str, tables)]) + "\n"
