#!/usr/bin/env python3
"""Holds the TorchScript columns of MathFunctions.def and PythonFunctions.def, and what Operators.def says of
tensors, against the installed torch.

usage: check-math-functions.py [ROOT]

Each function that TorchScript is said to have is compiled there and called with numbers; it has to give
what Python's target gives, as the type that the row says. Each operator of LibTorch that a row names has to
give what Python's gives of tensors. Exit code 1 when one does not.
"""

import importlib
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


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT
    known = list(rows(root))
    found = [problem for row in known for problem in problems(*row)] + list(operator_problems(root))
    print(f"{len(known)} functions")
    sys.exit("\n".join(found) or 0)


if __name__ == "__main__":
    main()
