"""Folds calls of Python's functions with fx-opt and compares with what they give here.

usage: const_fold_as_python.py FX_OPT ROOT

ROOT has the tables. Exit code 1 when a folded call is another value than Python's, when one is folded that
raises here, or when a function that a table folds never is.
"""

import builtins
import math
import operator
import pathlib
import re
import subprocess
import sys

NUMBERS = [0, 1, 2, -3, 7, True, 0.5, -0.75, 2.0, 1e300, -1e300, 709.5, 1000, 63]


def functions(root):
    """(target, operands) of each row that is folded."""
    text = (root / "lib/Ops/Operators.def").read_text()
    for match in re.finditer(r'^FX_OPERATOR\("(\w+)".*, (\d), "[^"]*", FX_FOLD\(', text, re.M):
        yield f"operator.{match[1]}", int(match[2])
    text = (root / "lib/Ops/PythonFunctions.def").read_text()
    for match in re.finditer(r'^FX_PYTHON_FUNCTION\("([\w.]+)"((?:(?!^FX_).*\n)*)', text, re.M):
        if count := re.search(r"FX_FOLD(_(\d))?\(", match[0]):
            yield match[1], int(count[2] or 2)
    text = (root / "include/fx/Ops/MathFunctions.def").read_text()
    for match in re.finditer(r'^FX_MATH_([12])\(\w+, "[^"]*", "(math.\w+)", \w+,\s+FX_(STD|FOLD)', text, re.M):
        yield match[2], int(match[1])


def expected(target, operands):
    module, name = target.split(".")
    function = getattr({"builtins": builtins, "math": math, "operator": operator}[module], name)
    try:
        return True, function(*operands)
    except Exception:
        return False, None


def main():
    fx_opt, root = sys.argv[1], pathlib.Path(sys.argv[2])
    calls = []
    for target, count in functions(root):
        if target in ("builtins.len", "operator.getitem"):  # of no numbers: const-fold.fx has them
            continue
        pairs = [(a, b) for a in NUMBERS for b in NUMBERS] if count == 2 else [(a,) for a in NUMBERS]
        calls += [(target, operands) for operands in pairs]
    lines = ["graph():"]
    for at, (target, operands) in enumerate(calls):
        listed = ", ".join(map(repr, operands)) + ("," if len(operands) == 1 else "")
        lines.append(f"    %v{at} : [num_users=1] = call_function[target={target}](args = ({listed}), kwargs = {{}})")
    lines.append(f"    return ({', '.join(f'%v{at}' for at in range(len(calls)))})")
    result = subprocess.run(
        [fx_opt, "-", "--passes=const-fold"], input="\n".join(lines) + "\n", text=True, capture_output=True, check=True
    )
    values = re.search(r"return \((.*)\)", result.stdout)[1].split(", ")
    problems, folded, left, ever = [], 0, 0, set()
    for (target, operands), value in zip(calls, values, strict=True):
        known, python = expected(target, operands)
        call = f"{target}{operands}"
        if value.startswith("%"):
            left += not known
        elif not known:
            problems.append(f"{call} raises, but was folded to {value}")
        else:
            folded += 1
            ever.add(target)
            if repr(eval(value, {"inf": math.inf, "nan": math.nan})) != repr(python):
                problems.append(f"{call} is {python!r}, but was folded to {value}")
    problems += [f"{target} is never folded" for target in sorted({target for target, _ in calls} - ever)]
    if problems:
        sys.exit("\n".join(problems))
    print(f"{len(ever)} functions folded, {folded} calls folded, {left} left to raise")


if __name__ == "__main__":
    main()
