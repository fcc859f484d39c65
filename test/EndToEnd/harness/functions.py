#!/usr/bin/python3
"""Writes a model of all functions of torch::nn::functional, from ../Modules/functions.txt.

    functions.py <functions.txt> <LibTorch.json> <output.cpp>

Fails when a function or an option of LibTorch's headers is not in the list.
"""
from __future__ import annotations

import json
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import modules

# Chance decides what it gives; its parameters alone are told by no schema; C++'s `out` is what
# Python's `out` is, an output, which no graph can hold.
ELSEWHERE = {"gumbel_softmax", "multi_head_attention_forward", "normalize: out",
             "avg_pool1d: divisor_override",  # Python has none
             "triplet_margin_with_distance_loss: distance_function"}


def left_out(lines: list[str], functions: dict, options: dict) -> list[str]:
    missing = []
    for name, function in functions.items():
        of_function = [line for line in lines if line.startswith(f"{name}(")]
        if name.startswith("_") or name in ELSEWHERE:
            continue
        if not of_function:
            missing.append(name)
        elif function["options"]:
            cls = options[function["options"]]
            given = {field for line in of_function for field in re.findall(r"\.(\w+)\(", line)}
            # A function of one option has it as its constructor's argument, or as a setter.
            given |= set(cls["constructor"])
            missing += [f"{name}: {field}" for field, *_ in cls["fields"] if field not in given]
    return [item for item in missing if item not in ELSEWHERE]


def model(lines: list[str], functions: dict) -> str:
    inputs: list[str] = []

    def argument(found: re.Match) -> str:
        if found[1] not in inputs:
            inputs.append(found[1])
        return f"in{inputs.index(found[1])}.clone()"

    forward = []
    for i, line in enumerate(lines):
        call = re.sub(r"\[(\d[^\]]*)\]", argument, line)
        result = functions[line.partition("(")[0]]["result"]
        forward.append(f"auto r{i} = F::{call};")
        forward += [f"out.push_back({part.replace('%', f'r{i}')});"
                    for part in modules.parts_of(result)]
    parameters = ", ".join(f"torch::Tensor in{i}" for i in range(len(inputs)))
    head = ["// ROOT: Functions()", *(f"// INPUT: {spec.split()[0]}" for spec in inputs)]
    return "\n".join([
        *head, "#include <torch/torch.h>", "namespace F = torch::nn::functional;",
        "struct Functions : torch::nn::Module {",
        f"std::vector<torch::Tensor> forward({parameters}) {{", "std::vector<torch::Tensor> out;",
        *forward, "return out;", "}", "};"]) + "\n"


def main() -> None:
    headers = json.loads(Path(sys.argv[2]).read_text())
    lines = modules.read_lines(Path(sys.argv[1]), headers["version"])
    functions = headers["functions"]
    if missing := left_out(lines, functions, headers["options"]):
        raise SystemExit("missing in the list:\n" + "\n".join(missing))
    Path(sys.argv[3]).write_text(model(lines, functions))
    print(f"{len(lines)} calls of {len({line.partition('(')[0] for line in lines})} functions")


if __name__ == "__main__":
    main()
