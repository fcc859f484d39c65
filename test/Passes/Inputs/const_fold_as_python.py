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

# Operands that are no numbers, as the text of a graph and Python both have them.
SEQUENCES = ["()", "[]", "(5,)", "[1, 5, 2]", "(1, 5, 2, 5.0)", "(True, 1)", '"ab"', '""', '("b", "ab")',
             "[(1, 2), (1, 3)]", "(1, None)"]
DICTS = ["{}", '{"a": 1, "b": 2}', '{"a": 1, "a": 2}', "{1: 2, True: 3}", "{1: 2, 1.0: 3}", "{0: 1, False: 2, 0.0: 3}"]
INDICES = ["0", "1", "-1", "True", "5", "-5", "1.0", '"a"', "None", "slice(None, None, -1)", "slice(1, None, None)",
           "slice(-2, 9, 2)", "slice(None, None, 0)"]


def functions(root):
    """(target, operands) of each row that is folded."""
    text = (root / "lib/Ops/Operators.def").read_text()
    for match in re.finditer(r'^FX_OPERATOR\("(\w+)".*, (\d), "[^"]*", "\w+", FX_FOLD\(', text, re.M):
        yield f"operator.{match[1]}", int(match[2])
    text = (root / "lib/Ops/PythonFunctions.def").read_text()
    for match in re.finditer(r'^FX_PYTHON_FUNCTION\("([\w.]+)"((?:(?!^FX_).*\n)*)', text, re.M):
        if count := re.search(r"FX_FOLD(_(\d))?\(", match[0]):
            yield match[1], int(count[2] or 2)
    text = (root / "include/fx/Ops/MathFunctions.def").read_text()
    for match in re.finditer(r'^FX_MATH_([12])\(\w+, "[^"]*", "(math.\w+)", \w+,\s+FX_(STD|FOLD)', text, re.M):
        yield match[2], int(match[1])


def calls_of(target, count):
    """The operands to call a function with, as text."""
    if target == "builtins.len":
        return [(value,) for value in [*SEQUENCES, *DICTS, "3"]]
    if target == "operator.getitem":
        return [(value, index) for value in [*SEQUENCES, *DICTS, "3"] for index in INDICES]
    numbers = [repr(number) for number in NUMBERS]
    if count == 1:
        return [(a,) for a in numbers]
    pairs = [(a, b) for a in numbers for b in numbers]
    if target in ("builtins.max", "builtins.min"):
        pairs += [(value,) for value in [*SEQUENCES, *DICTS, *numbers]] + [("1", "5", "2"), ("5", "5.0"), ("5.0", "5", "True")]
    return pairs


def expected(target, operands):
    module, name = target.split(".")
    function = getattr({"builtins": builtins, "math": math, "operator": operator}[module], name)
    try:
        return True, function(*map(eval, operands))
    except Exception:
        return False, None


def main():
    fx_opt, root = sys.argv[1], pathlib.Path(sys.argv[2])
    calls = []
    for target, count in functions(root):
        calls += [(target, operands) for operands in calls_of(target, count)]
    lines = ["graph():"]
    for at, (target, operands) in enumerate(calls):
        listed = ", ".join(operands) + ("," if len(operands) == 1 else "")
        lines.append(f"    %v{at} : [num_users=1] = call_function[target={target}](args = ({listed}), kwargs = {{}})")
    lines.append(f"    return ({', '.join(f'%v{at}' for at in range(len(calls)))})")
    left_alone = object()
    result = subprocess.run(
        [fx_opt, "-", "--passes=const-fold"], input="\n".join(lines) + "\n", text=True, capture_output=True, check=True
    )
    names = {"inf": math.inf, "nan": math.nan, "left_alone": left_alone}
    values = eval(re.sub(r"%v\d+", "left_alone", re.search(r"return (\(.*\))", result.stdout)[1]), names)
    problems, folded, left, ever = [], 0, 0, set()
    for (target, operands), value in zip(calls, values, strict=True):
        known, python = expected(target, operands)
        call = f"{target}({', '.join(operands)})"
        if value is left_alone:
            left += not known
        elif not known:
            problems.append(f"{call} raises, but was folded to {value!r}")
        else:
            folded += 1
            ever.add(target)
            if repr(value) != repr(python):
                problems.append(f"{call} is {python!r}, but was folded to {value!r}")
    problems += [f"{target} is never folded" for target in sorted({target for target, _ in calls} - ever)]
    if problems:
        sys.exit("\n".join(problems))
    print(f"{len(ever)} functions folded, {folded} calls folded, {left} left to raise")


if __name__ == "__main__":
    main()
