#!/usr/bin/env python3
"""Writes TorchModules.inc or TorchFunctions.inc: how to make and call what torch::nn has.

    gen-torch-calls.py modules|functions <folder with torch/torch.h> <output>

The headers are read by gen-functional-options.py. Every module and function becomes a row with
functions that take options and arguments by name (runtime/lib/NamedArguments.h).
"""

import importlib.util
import pathlib
import re
import sys

spec = importlib.util.spec_from_file_location(
    "headers", pathlib.Path(__file__).with_name("gen-functional-options.py")
)
headers = importlib.util.module_from_spec(spec)
spec.loader.exec_module(headers)


def value_type(type_):
    """The type to hold a parameter of a type: "const Tensor&" -> "Tensor"."""
    type_ = re.sub(r"^const | ?&+$", "", type_).strip()
    # Views of lists need a list to look at.
    type_ = re.sub(r"(\w+::)*optional<(\w+::)*IntArrayRef>", "c10::OptionalArray<int64_t>", type_)
    return re.sub(r"(\w+::)*IntArrayRef", "std::vector<int64_t>", type_)


def literal(text):
    return '"' + text + '"'


def options_lines(cls, name, given):
    """Declares `options` and sets every field that was given."""
    types = dict(cls.fields)
    arguments = ", ".join(f"{given}.get<{types[n]}>({literal(n)})" for n in cls.constructor)
    lines = [f"{name} options{f'({arguments})' if arguments else ''};"]
    for field, _ in cls.fields:
        if field not in cls.constructor:
            lines.append(f"{given}.set({literal(field)}, options.{field}());")
    return lines


def taken(given, type_, name, default):
    type_ = value_type(type_)
    if default is None:
        return f"{given}.get<{type_}>({literal(name)})"
    default = "{}" if default.endswith("nullopt") else default
    default = default if default.startswith("{") else "{" + default + "}"
    return f"{given}.get<{type_}>({literal(name)}, {type_}{default})"


def module_rows(folder, options):
    for name, holder in sorted(headers.parse_modules(folder, options).items()):
        impl = name + "Impl"
        make = [f"return made_without_options<{impl}>();"]
        if holder.options:
            make = [
                *options_lines(options[holder.options], holder.options, "given"),
                f"return std::make_shared<{impl}>(options);",
            ]
        forward = "nullptr"
        if holder.parameters:
            names = ", ".join(literal(n) for _, n, _ in holder.parameters)
            arguments = ", ".join(taken("given", *p) for p in holder.parameters)
            forward = "\n".join(
                [
                    "[](torch::nn::Module& module, const Examples& arguments) -> Example {",
                    f"const NamedArguments given(arguments, {{{names}}});",
                    f"return returned(dynamic_cast<{impl}&>(module).forward({arguments}));",
                    "}",
                ]
            )
        yield "\n".join(
            [
                f"{{{literal(name)},",
                "[](const NamedArguments& given) -> std::shared_ptr<torch::nn::Module> {",
                *make,
                "},",
                forward + "},",
            ]
        )


def function_rows(folder, options):
    for name, function in sorted(headers.parse_functions(folder, options).items()):
        lines, arguments = [], []
        if function.options:
            name_of_options = "functional::" + function.options
            lines = options_lines(options[function.options], name_of_options, "given")
        for type_, parameter, default in function.signature:
            if function.options and headers.plain(type_) == function.options:
                arguments.append("options")
            else:
                arguments.append(taken("given", type_, parameter, default))
        yield "\n".join(
            [
                f"{{{literal(name)}, [](const NamedArguments& given) -> Example {{",
                *lines,
                f"return returned(functional::{name}({', '.join(arguments)}));",
                "}},",
            ]
        )


def main():
    what, api, output = sys.argv[1:]
    nn = pathlib.Path(api, "torch/nn")
    options = headers.parse_options(nn / "options")
    if what == "modules":
        rows, row_type = module_rows(nn / "modules", options), "ModuleCalls"
    else:
        rows, row_type = function_rows(nn / "functional", options), "FunctionCall"
    text = "\n".join(rows)
    lines = [
        "// Made by utils/gen-torch-calls.py.",
        f"constexpr {row_type} all_{what}[] = {{",
        text,
        "};",
    ]
    pathlib.Path(output).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
