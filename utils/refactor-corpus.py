#!/usr/bin/python3
"""Counts how many classes of checked-out projects a rule changes in place, wherever the operation stands.

usage: refactor-corpus.py RESULTS [--tool=PATH] [--jobs=N] [--timeout=S] [--json=FILE] [--only=TEXT] [OPERATION...]

RESULTS is what `survey.py --json=FILE` wrote; the classes with the outcome "traced" are tried. For each
operation the graph is searched for it in any spelling: by the names of functions, methods and modules,
which is not how the tool finds them. Those that have it are rewritten with a rule, and a class counts
when the tool wrote edits and says that it changed as many places as the graph has. A place of fuse-conv-bn is a
convolution whose result goes to a batch norm alone. A dropout that was not registered drops in evaluation
too, and is none that the rule may take out. Prints a line an operation, and the refusals by their ids.
"""

import argparse
import collections
import concurrent.futures
import json
import pathlib
import re
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]

RELU = """#include <torch/torch.h>
namespace relu_to_gelu {
torch::Tensor pattern(torch::Tensor x) { return torch::relu(x); }
torch::Tensor replacement(torch::Tensor x) { return torch::gelu(x); }
}
"""

# What each operation is called in a graph, and what replaces it.
OPERATIONS = {
    "relu": {"calls": r"(torch|torch\.nn\.functional)\.relu_?|relu_?", "modules": r"torch::nn::ReLU",
             "options": ["--rules={rules}/relu.cpp"]},
    "dropout": {"calls": r"(torch|torch\.nn\.functional)\.(alpha_|feature_|feature_alpha_)?dropout[123]?d?_?",
                "modules": r"torch::nn::(Feature)?(Alpha)?Dropout[23]?d?",
                "options": ["--mode=eval", "--rules=inference"]},
    "fuse-conv-bn": {"options": ["--mode=eval", "--passes=fuse-conv-bn<fold>"]},
}

CALL = re.compile(r"%(\w+) : \[num_users=(\d+)\] = call_(function|method|module)\[target=([^\]]+)\]"
                  r"\(args = (.*), kwargs = (.*)\)$")


def modules_of(listing):
    """The class of each module by its path, of what --emit=graph prints before the graph."""
    classes, path = {}, []
    for line in listing.splitlines()[1:]:
        match = re.match(r"( *)([^\s:]+): ([\w:]+)", line)
        if not match:
            continue
        depth = len(match[1]) // 2 - 1
        path[depth:] = [match[2]]
        classes[".".join(path)] = match[3]
    return classes


def places_of(text, operation):
    """How many calls of the operation the graph has."""
    listing, _, graph = text.partition("\ngraph():")
    graph = graph.partition("\ntraining graph():")[0]
    calls = [match.groups() for match in map(CALL.search, graph.splitlines()) if match]
    classes, count = modules_of(listing), 0
    if operation == OPERATIONS["fuse-conv-bn"]:
        return len(folding_pairs(calls, classes))
    for _, _, kind, target, _, keywords in calls:
        if "training: True" in keywords:
            continue
        if kind == "module":
            count += bool(re.fullmatch(operation["modules"], classes.get(target, "")))
        else:
            count += bool(re.fullmatch(operation["calls"], target))
    return count


def folding_pairs(calls, classes):
    """The convolutions and batch norms that run one behind the other."""
    convolutions = {name: target for name, users, kind, target, _, _ in calls
                    if kind == "module" and users == "1"
                    and re.fullmatch(r"torch::nn::Conv[123]d", classes.get(target, ""))}
    return {(convolutions[args[2:-2]], target) for _, _, kind, target, args, _ in calls
            if kind == "module" and re.fullmatch(r"torch::nn::BatchNorm[123]d", classes.get(target, ""))
            and args[2:-2] in convolutions}


def run(command, options, timeout):
    at = command.index("--") if "--" in command else len(command)
    try:
        return subprocess.run(command[:at] + options + command[at:], capture_output=True, text=True,
                              errors="replace", timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        return None


def try_class(entry, tool, rules, timeout, names):
    """One result an operation that the class has."""
    command = [tool] + entry["command"][1:]
    if "-o" in command:
        del command[command.index("-o"):command.index("-o") + 2]
    found = []
    for name in names:
        operation = OPERATIONS[name]
        options = [option.format(rules=rules) for option in operation["options"]]
        mode = [option for option in options if option.startswith("--mode")]
        traced = run(command, mode + ["--emit=graph"], timeout)
        places = places_of(traced.stdout, operation) if traced and traced.returncode == 0 else 0
        if not places:
            continue
        edited = run(command, options + ["--rewrite"], timeout)
        result = {"class": entry["class"], "operation": name, "places": places, "changed": 0, "why": ""}
        if edited is None:
            result["why"] = "timeout"
        elif edited.returncode != 0:
            errors = [line for line in edited.stderr.splitlines() if "error:" in line]
            result["why"] = (errors or ["no error"])[0]
        else:
            applied = re.findall(r"rule '\w+' applied in (\d+) place|(\d+) batch normalisations? folded",
                                 edited.stderr)
            applied = [int(rule or folded) for rule, folded in applied]
            result["changed"] = sum(applied)
            if result["changed"] < places:
                result["why"] = f"{result['changed']} of {places} places"
        found.append(result)
    return found


def reason(why):
    match = re.search(r"\[([\w-]+)\]$", why)
    return match[1] if match else re.sub(r"\d+ of \d+", "some", why)[-80:]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("results")
    parser.add_argument("--tool", default=str(ROOT / "build/release/tool/fx-clang-trace/fx-clang-trace"))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--json")
    parser.add_argument("--only", default="")
    parser.add_argument("operations", nargs="*", default=list(OPERATIONS), metavar="OPERATION")
    arguments = parser.parse_args()
    entries = [entry for entry in json.loads(pathlib.Path(arguments.results).read_text())
               if entry["outcome"] == "traced" and arguments.only in entry["class"]]
    results = []
    with tempfile.TemporaryDirectory() as rules, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        (pathlib.Path(rules) / "relu.cpp").write_text(RELU)
        for found in pool.map(lambda entry: try_class(entry, arguments.tool, rules, arguments.timeout,
                                                              arguments.operations), entries):
            results += found
    for name in arguments.operations:
        those = [result for result in results if result["operation"] == name]
        right = [result for result in those if result["changed"] and not result["why"]]
        print(f"{name}: {len(right)} of {len(those)} classes, {sum(r['places'] for r in those)} places")
        for why, count in collections.Counter(reason(r["why"]) for r in those if r["why"]).most_common():
            print(f"  {count:3} {why}")
    if arguments.json:
        pathlib.Path(arguments.json).write_text(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()
