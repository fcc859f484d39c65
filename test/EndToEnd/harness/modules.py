#!/usr/bin/python3
"""A model of all modules of torch::nn, from the list ../Modules/cases.txt.

    modules.py write <cases.txt> <LibTorch.json> <output.cpp>
                                                  the model, for prove.py; fails when a module or an
                                                  option of LibTorch's headers is not in the list
    modules.py refused <cases.txt> <LibTorch.json> <folder> <fx-clang-trace>
                                                  what cannot be built is refused at its place
    modules.py options <cases.txt> <generated.py> every option reaches a parameter of Python's
    modules.py table <cases.txt> <LibTorch.json> <output.inc>
                                                  each case by itself, also those that are refused,
                                                  for test/unit/Runtime/TracedModulesTest.cpp

LibTorch.json says what the headers declare; utils/read-libtorch writes it.
"""
from __future__ import annotations

import ast
import inspect
import json
import re
import subprocess
import sys
from pathlib import Path

# They have no class in Python, or no forward of their own.
CONTAINERS = {"Functional", "Sequential", "ModuleList", "ModuleDict", "ParameterList", "ParameterDict"}


class Case:
    """A line of the list."""

    def __init__(self, line: str):
        found = re.fullmatch(r"((?:python refuses|cannot trace) )?(\w+)(\(.*\)) \| (.*?)(?: -> (.*))?", line)
        if not found:
            raise SystemExit(f"cannot read the case '{line}'")
        self.text = line
        self.refused, self.holder, self.options, self.arguments, self.parts = found.groups()

    def setters(self) -> list[str]:
        """The options set by name: the calls outside of all brackets."""
        depth, outside = 0, ""
        for c in self.options:
            depth -= c in ")]}>"
            outside += c if depth == 0 else ""
            depth += c in "([{<"
        return re.findall(r"\.(\w+)\(", outside)

    def given(self) -> int:
        """How many arguments the constructor is called with."""
        depth, count = 0, 0
        for i, c in enumerate(self.options):
            depth -= c in ")]}>"
            if c == ")" and depth == 0:
                return count + (i > 1)
            count += c == "," and depth == 1
            depth += c in "([{<"
        raise SystemExit(f"cannot read the case '{self.text}'")


def read_lines(path: Path, version: str) -> list[str]:
    """The lines of a list that are about a version of LibTorch."""
    major = int(version.partition(".")[0])
    lines = [line.strip() for line in path.read_text().splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    since = [re.fullmatch(r"(?:since (\d+): )?(.*)", line) for line in lines]
    return [found[2] for found in since if int(found[1] or 0) <= major]


def read_cases(path: Path, version: str) -> list[Case]:
    return [Case(line) for line in read_lines(path, version)]


def left_out(cases: list[Case], holders: dict, options: dict) -> list[str]:
    """Modules of LibTorch without a case, options that no case sets, modules it does not have."""
    missing = [name for name in holders if name not in CONTAINERS]
    missing = [name for name in missing if not any(c.holder == name for c in cases)]
    missing += [f"LibTorch has no {c.holder}" for c in cases if c.holder not in holders]
    for name, holder in holders.items():
        of_holder = [case for case in cases if case.holder == name]
        if not holder["options"] or not of_holder:
            continue
        cls = options[holder["options"]]
        fields = [field for field, *_ in cls["fields"]]
        set_ = {setter for case in of_holder for setter in case.setters()}
        most = max(case.given() for case in of_holder)
        # A constructor with one parameter sets the first field, however it may be called.
        set_ |= set(cls["constructor"] or fields[:1][:most])
        missing += [f"{name}: {field}" for field in fields if field not in set_]
    return missing


def parts_of(result: str) -> list[str]:
    """Accessors of the tensors in what forward returns: "std::get<0>(%)"."""
    if "ASMoutput" in result:
        # The loss is a number in C++ alone. torch.fx makes a node of an attribute where it is used.
        return ["%.output.neg()"]
    found = re.match(r"std::tuple<(.*)>", result)
    if not found:
        return ["%"]
    items = re.findall(r"std::tuple<[^<>]*>|[^,<> ][^,<>]*", found[1])
    return [part.replace("%", f"std::get<{i}>(%)")
            for i, item in enumerate(items) for part in parts_of(item)]


def written(case: Case, name: str, holder: dict, inputs: list[str]) -> tuple[str, str, list[str]]:
    """The class of a case, its constructor call, and the statements that call it. What it takes
    beyond `inputs` is added there."""

    def argument(found: re.Match) -> str:
        if found[1] not in inputs:
            inputs.append(found[1])
        # Some modules write to their input.
        return f"in{inputs.index(found[1])}.clone()"

    made = f"torch::nn::{case.holder}"
    given = f"torch::nn::{holder['options']}{case.options}" if holder["options"] else ""
    arguments = re.sub(r"\[(\d[^\]]*)\]", argument, case.arguments)
    result = name.replace("m", "r")
    parts = [f"{case.parts}(%)"] if case.parts else parts_of(holder["result"])
    return made, f"{made}({given})", [
        f"auto {result} = {name}->forward({arguments});",
        *(f"out.push_back({part.replace('%', result)});" for part in parts)]


def table(cases: list[Case], holders: dict) -> str:
    """A call of `add` for each case: its text, its inputs, and what registers the module and gives
    the function that calls it."""
    lines = []
    for case in cases:
        inputs: list[str] = []
        _, made, forward = written(case, "m", holders[case.holder], inputs)
        parameters = ", ".join(f"torch::Tensor in{i}" if i < len(inputs) else "torch::Tensor"
                               for i in range(5))
        specs = ", ".join(f'"{spec.split()[0]}"' for spec in inputs)
        lines += [f'add(R"case({case.text})case", {{{specs}}}, [](torch::nn::Module& owner) -> Body {{',
                  f'auto m = owner.register_module("m", {made});',
                  f"return [m]({parameters}) mutable {{ Outputs out;", *forward, "return out; }; });"]
    return "\n".join(lines) + "\n"


def model(cases: list[Case], holders: dict) -> str:
    inputs: list[str] = []
    constructor, forward, members = [], [], []

    for i, case in enumerate(cases):
        name = f"m{i}"
        holder, made, statements = written(case, name, holders[case.holder], inputs)
        constructor.append(f"{name} = register_module(\"{name}\", {made});")
        members.append(f"{holder} {name}{{nullptr}};")
        forward += statements
    parameters = ", ".join(f"torch::Tensor in{i}" for i in range(len(inputs)))
    lines = ["// ROOT: Modules()", "// TRAINS"]
    lines += [f"// INPUT: {spec.split()[0]}" for spec in inputs]
    lines += ["#include <torch/torch.h>", "struct Modules : torch::nn::Module {", "Modules() {",
              *constructor, "}", f"std::vector<torch::Tensor> forward({parameters}) {{",
              "std::vector<torch::Tensor> out;", *forward, "return out;", "}", *members, "};"]
    return "\n".join(lines) + "\n"


def check_refused(cases: list[Case], holders: dict, folder: Path, tool: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    source = folder / "refused.cpp"
    for case in cases:
        source.write_text(model([case], holders))
        lines = source.read_text().splitlines()
        # A tracer's error is where the module is made, an emitter's where it is registered.
        place = next(i for i, line in enumerate(lines, 1) if "register_module" in line)
        for kind in ("python",) if case.refused.startswith("python") else ("python", "cpp", "fx"):
            done = subprocess.run([tool, f"--emit={kind}", "--root=Modules()", source, "--"],
                                  capture_output=True, text=True)
            if done.returncode == 0 or f"refused.cpp:{place}:" not in done.stderr:
                raise SystemExit(f"{case.text}\nis not refused by --emit={kind}:\n{done.stderr}")
        print(f"refused: {case.holder}")


def check_options(cases: list[Case], generated: Path) -> None:
    """The constructors' calls in the generated Python against Python's signatures."""
    import torch

    calls = {}
    for statement in ast.walk(ast.parse(generated.read_text())):
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Attribute):
            calls[statement.targets[0].attr] = statement.value
    for i, case in enumerate(cases):
        call = calls[f"m{i}"]
        if ast.unparse(call.func) != f"torch.nn.{case.holder}" or call.args:
            raise SystemExit(f"{case.text}\nbecomes {ast.unparse(call)}")
        names = [keyword.arg for keyword in call.keywords]
        inspect.signature(getattr(torch.nn, case.holder)).bind(**dict.fromkeys(names))
        if len(names) != case.given() + len(case.setters()):
            raise SystemExit(f"{case.text}\nloses options: {ast.unparse(call)}")
    print(f"{len(cases)} constructors take their options")


def main() -> None:
    what = sys.argv[1]
    if what == "options":
        import torch

        cases = read_cases(Path(sys.argv[2]), torch.__version__)
        check_options([case for case in cases if not case.refused], Path(sys.argv[3]))
        return
    headers = json.loads(Path(sys.argv[3]).read_text())
    cases = read_cases(Path(sys.argv[2]), headers["version"])
    built = [case for case in cases if not case.refused]
    holders = headers["modules"]
    if what == "table":
        Path(sys.argv[4]).write_text(table(cases, holders))
    elif what == "write":
        if missing := left_out(cases, holders, headers["options"]):
            raise SystemExit("missing in the list:\n" + "\n".join(missing))
        Path(sys.argv[4]).write_text(model(built, holders))
        names = {case.holder for case in built}
        print(f"{len(built)} cases of {len(names)} modules, LibTorch has "
              f"{len(holders) - len(CONTAINERS)} and {len(CONTAINERS)} containers")
    else:
        refused = [case for case in cases if case.refused]
        check_refused(refused, holders, Path(sys.argv[4]), sys.argv[5])


if __name__ == "__main__":
    main()
