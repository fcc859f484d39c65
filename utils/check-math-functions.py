#!/usr/bin/env python3
"""Holds the TorchScript columns of MathFunctions.def, PythonFunctions.def, TensorMembers.def and
TensorAttributes.def, and what Operators.def says of tensors, against the installed torch.

usage: check-math-functions.py [ROOT]

Each function that TorchScript is said to have is compiled there and called with numbers; it has to give
what Python's target gives, as the type that the row says. Each operator of LibTorch that a row names has to
give what Python's gives of tensors. What MathFunctions.def says of Python's results, and the names that it
has for functions of C, have to be right too. Exit code 1 when something is not.
"""

import ctypes.util
import importlib
import math
import operator
import pathlib
import re
import sys

import torch

ROOT = pathlib.Path(__file__).resolve().parents[1]
FLOATS = [0.25, 0.5, 0.75]
INTEGERS = [1, 2, 3]
KINDS = {"Float": float, "Int": int, "Bool": bool}


def rows(root):
    """(target, operands, TorchScript's function, kind of the result) of each row that TorchScript has."""
    text = (root / "include/fx/Ops/MathFunctions.def").read_text()
    pattern = r'^FX_MATH_([12])\(\w+, "[^"]*", "([\w.]+)".*?FX_AS\("([^"]+)", (\w+)\)\)$'
    for row in re.findall(r"^FX_MATH_[12]\((?:.*\n)(?: .*\n)*", text, re.M):
        if found := re.search(pattern, row, re.M | re.S):
            yield found[2], int(found[1]), found[3], found[4]
    text = (root / "lib/Ops/PythonFunctions.def").read_text()
    pattern = r'FX_AS\("[^"]+", \w+\),\s+FX_AS\("([^"]+)", (\w+)\)'
    for row in re.findall(r"^FX_PYTHON_FUNCTION\((?:.*\n)(?: .*\n)*", text, re.M):
        target = re.match(r'FX_PYTHON_FUNCTION\("([\w.]+)"', row)[1]
        if (found := re.search(pattern, row)) and not target.startswith("torch."):
            yield target, 2 if target in ("builtins.max", "builtins.min") else 1, found[1], found[2]


def scripted(function, operands, of):
    names = "ab"[:operands]
    parameters = ", ".join(f"{name}: {of}" for name in names)
    call = f"{function} a" if function == "not" else f"{function}({', '.join(names)})"
    # What emitters write is read as an archive's code, which names operators so.
    call = call.replace("torch.", "torch.ops.aten.").replace("ops.prim.", "torch.ops.prim.")
    return torch.jit.CompilationUnit(f"def f({parameters}):\n    return {call}\n").f


def problems(target, operands, function, kind):
    module, name = target.split(".")
    python = getattr(importlib.import_module(module), name)
    numbers = FLOATS if module == "math" else INTEGERS
    try:
        compiled = scripted(function, operands, type(numbers[0]).__name__)
    except RuntimeError as error:
        yield f"{target}: TorchScript does not compile {function}: {str(error).strip().splitlines()[0]}"
        return
    for number in numbers:
        given = (number, numbers[0])[:operands]
        result, expected = compiled(*given), python(*given)
        if abs(result - expected) > 1e-12:
            yield f"{target}{given} is {expected}, {function} gives {result}"
        if kind in KINDS and type(result) is not KINDS[kind]:
            yield f"{target}: the row says {kind}, {function} gives {type(result).__name__}"


def operator_problems(root):
    """Of the rows of Operators.def, on tensors of whole numbers, and on matrices for matmul."""
    text = (root / "lib/Ops/Operators.def").read_text()
    tensors = [torch.tensor([[7, -5], [3, 2]]), torch.tensor([[2, 3], [1, 5]])]
    for name, operands, on_tensors in re.findall(r'^FX_OPERATOR\("(\w+)".*, (\d), "[^"]*", "(\w+)",', text, re.M):
        given = tensors[: int(operands)]
        found = getattr(torch.ops.aten, on_tensors, None)
        if found is None:
            yield f"operator.{name}: LibTorch has no {on_tensors}"
        elif not torch.equal(found(*given), getattr(operator, name)(*given)):
            yield f"operator.{name}: {on_tensors} gives something else"


def math_problems(root):
    """Of what MathFunctions.def says of Python and of C."""
    text = (root / "include/fx/Ops/MathFunctions.def").read_text()
    for count, target, kind in re.findall(r'^FX_MATH_([12])\(\w+, "[^"]*", "math\.(\w+)", (\w+),', text, re.M):
        result = getattr(math, target)(*[0.5, 0.25][: int(count)])
        if type(result) is not KINDS[kind]:
            yield f"math.{target}: the row says {kind}, Python gives {type(result).__name__}"
    library = ctypes.CDLL(ctypes.util.find_library("m"))
    for name, others in re.findall(r'^FX_(?:CPP_)?MATH_(?:LIKE_)?[12]\((\w+), "([^"]*)"', text, re.M):
        for function in [name, *filter(None, others.split(","))]:
            if not hasattr(library, function):
                yield f"{name}: C has no {function}"


def member_problems(root):
    """Of members of tensors, as TorchScript's code asks for them."""
    tensor = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]).transpose(0, 1)
    members = (root / "include/fx/Ops/TensorMembers.def").read_text()
    for name, effect in re.findall(r'^FX_TENSOR_MEMBER\("(\w+)", 0, (\w+),', members, re.M):
        # There is no GPU here; with a type, type gives a tensor; nbytes came later, as a number.
        if name in ("cuda", "type") or not hasattr(tensor, name):
            continue
        member = getattr(tensor[:1, :1], name)
        result = member() if callable(member) else member
        is_view = isinstance(result, torch.Tensor) and result.data_ptr() == tensor.data_ptr()
        expected = "View" if is_view else "Pure" if isinstance(result, torch.Tensor) else "Number"
        if effect != expected:
            yield f"{name}: the row says {effect}, and it is {expected}"
    attributes = (root / "include/fx/Ops/TensorAttributes.def").read_text()
    pattern = r'^FX_TENSOR_MEMBER\("(\w+)"(?:(?!^FX_|"torch).|\n)*FX_AS\("(torch\.[^"]*)"'
    rows = [(name, [1] if "$1" in text else [], text) for name, text in re.findall(pattern, members, re.M)]
    pattern = r'^FX_TENSOR_ATTRIBUTE\("(\w+)".*"(torch\.[^"]*)"'
    rows += [(name, None, text) for name, text in re.findall(pattern, attributes, re.M)]
    for name, given, text in rows:
        if name in ("cuda", "get_device", "imag", "type"):  # of tensors that are not here, or of a type
            continue
        of = tensor[:1, :1] if name == "item" else tensor
        call = text.replace("$1", "1").replace("$", "x").replace("torch.", "torch.ops.aten.")
        found = torch.jit.CompilationUnit(f"def f(x: Tensor):\n    return {call}\n").f(of)
        expected = getattr(of, name)
        if given is not None:
            expected = expected(*given)
        if isinstance(expected, tuple):  # a torch.Size: a list there
            expected = list(expected)
        is_same = torch.equal(found, expected) if isinstance(expected, torch.Tensor) else found == expected
        if not is_same:
            yield f"{name}: {text} gives {found}, and not {expected}"


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT
    known = list(rows(root))
    found = [problem for row in known for problem in problems(*row)] + [
        *operator_problems(root), *math_problems(root), *member_problems(root)
    ]
    print(f"{len(known)} functions")
    sys.exit("\n".join(found) or 0)


if __name__ == "__main__":
    main()
