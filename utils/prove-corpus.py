#!/usr/bin/python3
"""Proves what fx-clang-trace makes of checked-out projects: C++ and Python against the original, run by run.

usage: prove-corpus.py RESULTS [--tool=PATH] [--only=TEXT] [--per-repository=N] [--jobs=N] [--timeout=S]
                       [--quick] [--option=OPTION]... [--inputs=FILE] [--keep=FOLDER] [--json=FILE]

RESULTS is what `survey.py --json=FILE` wrote: a JSON list with "class" ("owner/name:class@file"), "command" and
"outcome" of each class; those with the outcome "traced" are tried. Needs a Python that has torch.

A class is ok in C++ when `--verify` says so: the regenerated C++ gives what the original gives, in eval and in
train mode, on inputs that the tool finds. Files that it names as missing are given to it beside the others. It is ok
in Python when the regenerated module reads the original's weights and gives the same, and the graph is the same when
torch.fx.symbolic_trace of that module prints what --emit=fx prints. Prints a line a class, a table of the repositories,
and the reasons of what failed.

--quick takes those first that were traced in the shortest time, which mostly compile and run in the shortest too.
--option is handed to the tool for every class: --option=--link-arg=-lglog. --inputs names a JSON object with inputs
for classes of which the tool does not find any: {"owner/name:class@file": ["x=1x3x8x8"]}. --keep leaves the regenerated C++ and
Python of the classes that are ok; test/EndToEnd/harness/compiles.py tells of its headers' warnings. --json writes one result a class, and goes on where such a file ends.

Exit code 1 when an output differs, or regenerated code does not compile or run.
"""

import argparse
import collections
import concurrent.futures
import hashlib
import importlib.util
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]

# What the tool says, and the reason that is counted; those that start with "OURS" are mistakes of the tool.
REASONS = [
    (r"regenerated Python (raises|computes)", "OURS: the Python"),
    (r"--link-arg=", "the original links more than LibTorch"),
    (r"fatal error: '([^'/]+)", r"the original needs headers that are not here: \1"),
    (r"does not build:\s+\S*fx_(regenerated|traced|changed)", "OURS: the C++ does not compile"),
    (r"does not build:\s+(/usr/include/ATen/|/)", "the original does not compile here"),
    (r"does not build", "the original does not compile here"),
    (r"does not link", "the original needs files that were not named"),
    (r"it is of type '(.*)'", "inputs that are no tensors"),
    (r"needs an example of", "no inputs were found"),
    (r"the constructor of the original throws", "the original cannot be constructed here"),
    (r"the original throws", "the original throws"),
    (r"into which --verify does not see", "the result has private members"),
    (r"the original's state dict has no", "weights that are not registered"),
    (r"the (constructor of the )?regenerated model throws", "OURS: the C++ throws"),
    (r"a check of the regenerated model does not hold", "OURS: an assumption does not hold"),
    (r"has other initial values than the original", "OURS: other initial values"),
    (r"throws|ended", "the program crashes"),
    (r"the first node whose value differs|mistake of fx-clang|as traced: |the gradient differs|random numbers are drawn", "OURS: another result"),
    (r"stand-alone header|in C\+\+", "the C++ cannot be written"),
    (r"error:", "cannot be traced with the inputs"),
]

# How often --verify may name more files that the original needs.
MOST_FILES = 4


def reason_of(text):
    for pattern, reason in REASONS:
        if found := re.search(pattern, text):
            return found.expand(reason)
    return "timeout" if text == "timeout" else "OURS: ended without a message"


def run(command, timeout):
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 124, "", "timeout")


def load(path, name):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def compare_graphs(python, graph):
    """Prints "same" when torch.fx of the regenerated module prints the graph, of both modes where there are two.

    Runs in a process of its own.
    """
    torchfx = load(ROOT / "test/EndToEnd/harness/torchfx.py", "torchfx")
    module = load(python, "regenerated").Regenerated()
    evaluation, _, training = pathlib.Path(graph).read_text().partition("training graph():")
    ours = [torchfx.normalised(text).strip() for text in (evaluation, training and "graph():" + training) if text]
    for tracer in (torchfx.torch.fx.Tracer, torchfx.BufferTracer):
        try:
            theirs = [str(tracer().trace(module.train(mode))) for mode in (False, True)[:len(ours)]]
            if [torchfx.normalised(text).strip() for text in theirs] == ours:
                print("same")
                return
            print("another text")
        except Exception as error:
            print(f"{type(error).__name__}: {error}")


class Prover:
    def __init__(self, arguments):
        self.arguments = arguments
        self.inputs = json.loads(arguments.inputs.read_text()) if arguments.inputs else {}

    def command(self, record, more, assume=True):
        split = record["command"].index("--")
        options, flags = record["command"][1:split], record["command"][split:]
        if "-o" in options:
            del options[options.index("-o"):options.index("-o") + 2]
        if not assume:
            options = [o for o in options if not o.startswith("--assume")]
        given = [f"--input={text}" for text in self.inputs.get(record["class"], [])]
        return [self.arguments.tool, *options, *given, *self.arguments.option, *more, *flags]

    def verify(self, record, result, python):
        """What --verify says, and the record with the files that it named as missing."""
        wanted = ["--verify", "--emit=python", "--class-name=Regenerated", "-o", python]
        # Assumptions stand for inputs, and may contradict those that are found.
        for assume in (True, False):
            if not assume and not any(o.startswith("--assume") for o in record["command"]):
                break
            now = run(self.command(record, wanted, assume), self.arguments.timeout)
            for _ in range(MOST_FILES):
                named = set(re.findall(r": name (\S+) beside the others", now.stderr)) - set(record["command"])
                if not named:
                    break
                split = record["command"].index("--")
                command = [*record["command"][:split], *sorted(named), *record["command"][split:]]
                record = {**record, "command": command}
                now = run(self.command(record, wanted, assume), self.arguments.timeout)
            if assume or now.returncode == 0:
                done = now
                result["assumed"] = assume
            if done.returncode == 0 or "the original throws" not in done.stderr and "needs an" not in done.stderr:
                break
        return done, record

    def prove(self, record):
        result = {"class": record["class"], "cpp": False, "python": False, "graph": ""}
        with tempfile.TemporaryDirectory() as folder:
            python = f"{folder}/regenerated.py"
            done, record = self.verify(record, result, python)
            compared = [line for line in done.stdout.splitlines() if re.match(r"(eval|train): ", line)]
            in_cpp = bool(compared) and not any(line.endswith("DIFFERENT") for line in compared)
            result["cpp"] = done.returncode == 0 or ("egenerated Python" in done.stderr and in_cpp)
            result["python"] = done.returncode == 0
            result["inputs"] = "".join(re.findall(r"^inputs: (.*)$", done.stdout, re.M))
            if done.returncode:
                result["output"] = done.stdout[-3000:]
                result["message"] = done.stderr[-3000:]
                result["reason"] = reason_of(done.stderr)
            if result["python"]:
                result["graph"] = self.graph(record, result, folder, python)
            if result["cpp"] and self.arguments.keep:
                self.keep(record, result, python)
        return result

    def emit(self, record, result, more):
        found = [f"--input={text}" for text in result["inputs"].split()]
        if found:  # those that were given are among them
            command = [o for o in record["command"] if not o.startswith("--input")]
            record = {**record, "class": "", "command": command}
        return run(self.command(record, [*found, *more], result["assumed"]), self.arguments.timeout)

    def graph(self, record, result, folder, python):
        graph = f"{folder}/graph.txt"
        self.emit(record, result, ["--emit=fx", "-o", graph])
        self.emit(record, result, ["--emit=python", "--class-name=Regenerated", "-o", python])
        done = run([sys.executable, __file__, "--compare", python, graph], self.arguments.timeout)
        lines = done.stdout.split("\n")
        return "same" if "same" in lines else (lines[0] or done.stderr[-300:])[:300]

    def keep(self, record, result, python):
        folder = self.arguments.keep
        folder.mkdir(parents=True, exist_ok=True)
        name = re.sub(r"\W+", "_", record["class"].partition("@")[0])
        name += "_" + hashlib.sha1(record["class"].encode()).hexdigest()[:6]
        self.emit(record, result, ["--emit=cpp", "-o", str(folder / f"{name}.h")])
        if pathlib.Path(python).exists():
            (folder / f"{name}.py").write_text(pathlib.Path(python).read_text())


def chosen(records, arguments):
    by_repository = collections.defaultdict(list)
    for record in records:
        if record["outcome"] == "traced" and arguments.only in record["class"]:
            by_repository[record["class"].partition(":")[0]].append(record)
    lists = []
    for some in by_repository.values():
        random.Random(5).shuffle(some)
        some = some[:arguments.per_repository or None]
        lists.append(sorted(some, key=lambda record: record["seconds"]) if arguments.quick else some)
    # In turns, so that an early end has seen all repositories.
    return [some[i] for i in range(max(map(len, lists), default=0)) for some in lists if i < len(some)]


def print_tables(results):
    rows = collections.defaultdict(collections.Counter)
    for result in results:
        for repository in (result["class"].partition(":")[0], "all"):
            rows[repository]["tried"] += 1
            rows[repository]["C++ ok"] += result["cpp"]
            rows[repository]["Python ok"] += result["python"]
            rows[repository]["graph same"] += result["graph"] == "same"
    columns = ("tried", "C++ ok", "Python ok", "graph same")
    print(f"\n{'repository':52}" + "".join(f"{column:>12}" for column in columns))
    for repository, row in rows.items():
        if repository != "all":
            print(f"{repository:52}" + "".join(f"{row[column]:12}" for column in columns))
    print(f"{'all':52}" + "".join(f"{rows['all'][column]:12}" for column in columns) + "\n")
    reasons = collections.Counter(result["reason"] for result in results if "reason" in result)
    for reason, count in reasons.most_common():
        print(f"{count:5} {reason}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=pathlib.Path)
    parser.add_argument("--tool", default=str(ROOT / "build/release/tool/fx-clang-trace/fx-clang-trace"))
    parser.add_argument("--only", default="")
    parser.add_argument("--per-repository", type=int, default=0)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=int, default=300)
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--inputs", type=pathlib.Path)
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--json", type=pathlib.Path)
    arguments = parser.parse_args()
    records = chosen(json.loads(arguments.results.read_text()), arguments)
    results = []
    if arguments.json and arguments.json.exists():
        results = json.loads(arguments.json.read_text())
    done = {result["class"] for result in results}
    prover = Prover(arguments)
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        todo = [pool.submit(prover.prove, record) for record in records if record["class"] not in done]
        for future in concurrent.futures.as_completed(todo):
            result = future.result()
            results.append(result)
            marks = " ".join(word if result[key] in (True, "same") else "-" * len(word)
                             for word, key in (("C++", "cpp"), ("Python", "python"), ("graph", "graph")))
            print(f"{marks}  {result['class']}  {result.get('reason', result['graph'])}", flush=True)
            if arguments.json:
                arguments.json.write_text(json.dumps(results, indent=1))
    print_tables(results)
    return int(any(result.get("reason", "").startswith("OURS") for result in results))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--compare"]:
        compare_graphs(*sys.argv[2:])
        sys.exit(0)
    sys.exit(main())
