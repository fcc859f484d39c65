#!/usr/bin/env python3
"""Writes lib/Ops/generated/PythonModules*.def: what the constructors of Python's torch.nn modules take.

    gen-python-modules.py [--check]

Needs torch in Python; run by developers, the result is checked in. --check compares instead.
"""

import inspect
import re
import sys

import torch

import torch_tables


def parameters(module_class):
    """The names a constructor takes: what it passes on as **kwargs, its base class takes."""
    names = []
    for cls in module_class.__mro__[:-1]:  # without object
        if cls is torch.nn.Module or "__init__" not in vars(cls):
            continue
        constructor = inspect.signature(cls.__init__).parameters.values()
        names += [p.name for p in constructor if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)]
        names += re.findall(r"kwargs\.pop\(['\"](\w+)", inspect.getsource(cls.__init__))
        if not any(p.kind is p.VAR_KEYWORD for p in constructor):
            break
    return [name for name in dict.fromkeys(names) if name not in ("self", "device", "dtype")]


def main():
    lines = [
        "// Made by utils/gen-python-modules.py from the installed Python torch; do not edit.",
        "// FX_PYTHON_MODULE(name, parameters of its constructor)",
    ]
    for name in sorted(dir(torch.nn)):
        value = getattr(torch.nn, name)
        if inspect.isclass(value) and issubclass(value, torch.nn.Module) and "Lazy" not in name:
            lines.append(f'FX_PYTHON_MODULE("{name}", "{" ".join(parameters(value))}")')
    torch_tables.keep("PythonModules", "\n".join([*lines, ""]), "--check" in sys.argv[1:])


if __name__ == "__main__":
    main()
