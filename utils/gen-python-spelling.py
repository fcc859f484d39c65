#!/usr/bin/env python3
"""Writes lib/Ops/generated/PythonSpelling*.def: how calls of torch's functions arrive in a torch.fx graph.

    gen-python-spelling.py [--check] <folder with ATen/>

Needs torch in Python; run by developers, the result is checked in. Every function of
torch.nn.functional and every operator that LibTorch has is called with torch.fx's own proxies, and
the node that comes out is written down: its target, which parameters it has by position and which
by keyword, with their defaults. --check compares the file with the installed torch instead.
"""

import argparse
import inspect
import pathlib
import re
import sys
import warnings

import torch
import torch.fx
import torch.nn.functional
from torch.fx.node import _get_qualified_name

import torch_tables

# Where Python keeps operators that are not torch.NAME, in the order of preference.
NATIVE_MODULES = [
    torch,
    torch._C._nn,
    torch._C._linalg,
    torch._C._fft,
    torch._C._special,
    torch._C._sparse,
]


class Call:
    """What one call of a Python function leaves in a graph."""

    def __init__(self, kind, target, positional=(), keywords=(), variadic=False):
        self.kind, self.target, self.variadic = kind, target, variadic
        self.positional, self.keywords = positional, keywords

    def row(self, table, name):
        def quoted(text):
            return '"' + str(text).replace("\\", "\\\\").replace('"', '\\"') + '"'

        if self.kind != "FUNCTION":
            return f"FX_{self.kind}({table}, {name}, {quoted(self.target)})"
        head = f"FX_FUNCTION({table}, {name}, {quoted(self.target)}, {str(self.variadic).lower()},"
        positional = ", ".join(quoted(p) for p in self.positional)
        lines = [head, f"            FX_POSITIONAL({positional}),", "            FX_KEYWORDS("]
        # A row of keywords is filled up to column 100.
        pieces = [f"FX_KEYWORD({quoted(k)}, {quoted(v)})" for k, v in self.keywords]
        for i, piece in enumerate(pieces):
            piece += "))" if i + 1 == len(pieces) else ","
            if len(lines[-1]) + len(piece) > 99:
                lines.append(" " * 24)
            space = "" if lines[-1].endswith(("(", " ")) else " "
            lines[-1] += space + piece
        if not pieces:
            lines[-1] += "))"
        return "\n".join(lines)


def trace(function, arguments, variadic):
    """The one node that calling `function` makes, or None."""
    graph = torch.fx.Graph()
    tracer = torch.fx.proxy.GraphAppendingTracer(graph)
    proxies = {}

    def proxy(name):
        proxies[name] = torch.fx.Proxy(graph.placeholder(name), tracer)
        return proxies[name]

    try:
        function(
            *[a if not isinstance(a, inspect.Parameter) else proxy(a.name) for a in arguments],
            *([proxy("a"), proxy("b")] if variadic else []),
        )
    except Exception:  # a function that looks at values cannot be traced; it has no spelling
        return None
    nodes = [node for node in graph.nodes if node.op != "placeholder"]
    return nodes[0] if len(nodes) == 1 else None


def record(function):
    """How a call of `function` arrives, or None when it is not one node."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except ValueError:  # written in C: its parser hands on what the caller wrote
        return Call("PASSES_THROUGH", qualified_name(function))
    kinds = inspect.Parameter
    variadic = any(p.kind == kinds.VAR_POSITIONAL for p in parameters)
    if variadic and any(p.kind == kinds.VAR_KEYWORD for p in parameters):
        wrapped = inspect.unwrap(function)
        if wrapped is not function:
            return record(wrapped)
        both = torch._jit_internal.boolean_dispatched.get(function)
        return record(both["if_false"]) if both else None
    parameters = [p for p in parameters if p.kind == kinds.POSITIONAL_OR_KEYWORD]
    required = [p for p in parameters if p.default is kinds.empty]
    node = trace(function, required, variadic)
    if node is None:
        return None
    if node.op == "call_method":
        return Call("METHOD", node.target)
    target = qualified_name(node.target)
    if target is None:
        return None
    if not inspect.isfunction(node.target):
        return Call("PASSES_THROUGH", target)
    positional = [
        a.target if isinstance(a, torch.fx.Node) else parameters[i].name
        for i, a in enumerate(node.args)
    ]
    if variadic:
        positional = [*positional[:-2], "operands"]
    keywords = [
        (name, "" if isinstance(value, torch.fx.Node) else repr(value))
        for name, value in node.kwargs.items()
    ]
    return Call("FUNCTION", target, positional, keywords, variadic)


def qualified_name(function):
    try:
        return _get_qualified_name(function)
    except (RuntimeError, AttributeError):
        return None


def functional_calls():
    calls = {}
    for name, function in sorted(vars(torch.nn.functional).items()):
        if name.startswith("_") or not callable(function) or inspect.isclass(function):
            continue
        module = getattr(function, "__module__", None)
        if module not in (None, "torch", "torch.nn.functional", "torch._C._nn"):
            continue
        call = record(function)
        if call and call.target:
            calls[name] = call
    return calls


def operator_calls(include):
    names = set()
    for header in pathlib.Path(include, "ATen/ops").glob("*_ops.h"):
        names.update(re.findall(r'schema_str(?:, | = )"(\w+)', header.read_text()))
    calls = {}
    for name in sorted(names):
        for module in NATIVE_MODULES:
            function = getattr(module, name, None)
            if callable(function) and not inspect.isclass(function):
                if returns_what_flags_say(function):
                    break
                call = record(function)
                if call and call.target:
                    calls[name] = call
                    break
        else:
            # A method written in Python is not the operator: Tensor.resize.
            if name in tensor_methods() and not inspect.isfunction(getattr(torch.Tensor, name)):
                calls[name] = Call("METHOD", name)
    return calls


def returns_what_flags_say(function):
    """torch.unique_consecutive: one tensor or three, where the operator has always three."""
    return inspect.isfunction(function) and "return_inverse" in (function.__doc__ or "")


def tensor_methods():
    return sorted(
        name
        for name in dir(torch.Tensor)
        if not name.startswith("__") and callable(getattr(torch.Tensor, name))
    )


def text(include):
    lines = [
        "// Made by utils/gen-python-spelling.py from what torch.fx records; see there.",
        "// FX_PASSES_THROUGH(table, name, target): arguments arrive as the user wrote them.",
        "// FX_METHOD(table, name, method): arrives as call_method.",
        "// FX_FUNCTION(table, name, target, variadic, positional, keywords): arrives with all",
        "// keywords filled in; variadic: the last parameter takes the rest of the arguments.",
    ]
    for table, calls in (("functional", functional_calls()), ("torch", operator_calls(include))):
        lines += [call.row(table, name) for name, call in sorted(calls.items())]
    lines += [f'FX_TENSOR_METHOD("{name}")' for name in tensor_methods()]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    parser.add_argument("include")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    torch_tables.keep("PythonSpelling", text(options.include), options.check)


main()
