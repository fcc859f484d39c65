#!/usr/bin/python3
"""Traces models live and from their source: both give one graph, or a row of a table says why not.

Graphs are compared in the normal form of live.h, in both modes, and each is run beside its model.

usage: live.py [--rows=FILE] [--work-dir=FOLDER] [--build=FOLDER] [--cxx=COMPILER] MODEL...

Each MODEL has ROOT and INPUT lines, as prove.py takes them; of a folder it is all files that have a ROOT and no
line "LIVE: not", which says why. A row of the table is "NAME MECHANISM"; a row of a model that needs none is an
error. What does not hold is printed, and the exit code is 1.
"""
from __future__ import annotations

import argparse
import concurrent.futures
import difflib
import re
import shlex
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))
from compile import options_of_headers  # noqa: E402
from prove import (Failure, Model, command, constructed, input_expression,  # noqa: E402
                   precompiled_header)

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[2]
STEPS = ["live trace", "live replay", "saved live", "saved normal", "static replay", "static normal",
         "aten replay"]


def models_of(given: Path) -> list[Path]:
    if not given.is_dir():
        return [given]
    return [path for path in sorted(given.glob("*.cpp"))
            if "// ROOT:" in (text := path.read_text()) and "// LIVE: not" not in text]


def program(models: list[Model], folder: Path) -> str:
    """All models in one program, each in a namespace of its own; what they include comes before."""
    includes = [i for m in models for i in re.findall(r"^#include <.+>$", m.whole_source(), re.M)]
    text = ['#include "live.h"', *dict.fromkeys(includes)]
    runs = []
    for model in models:
        name = f"model_{model.path.stem}"
        inputs = ", ".join(f"fx::Value({input_expression(spec)})" for spec in model.inputs)
        # A header that two models share is in the namespace of each.
        text += [f"namespace {name} {{", f'#include "{model.path}"',
                 f"auto make() {{ return [] {{ return {constructed(model.root)}; }}; }}", "}"]
        runs.append(f'  live::prove("{model.path.stem}", "{folder}", {name}::make(), '
                    f"[] {{ return fx::Args{{{inputs}}}; }});")
    return "\n".join([*text, "int main() {", *runs, "}", ""])


def write_static(model: Model, tool: str, folder: Path, flags: list[str] = [], more: list[Path] = []):
    """The graph from the source, with the sizes that the live trace has; `more` are files beside the model's."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    inputs = [f"--input={re.sub('<.*', '', spec)}" for spec in model.inputs]
    command([tool, "--emit=graph", f"--root={model.root}", *inputs, "-o", str(folder / "static.fx"),
             str(model.path), *map(str, more), "--", *flags], "fx-clang-trace")


def includes() -> list[str]:
    """What live.h and all that includes it need to compile."""
    return ["-std=c++20", "-O0", "-w", "-include", "ATen/core/ivalue.h", f"-I{HERE}",
            f"-I{REPOSITORY / 'include'}", f"-I{REPOSITORY / 'runtime/verify'}",
            "-isystem", "/usr/include/torch/csrc/api/include"]


def compile_program(source: Path, options: argparse.Namespace, flags: list[str] = []) -> Path:
    libraries, cxx = options.build / "lib", shlex.split(options.cxx)[0]
    target = source.with_suffix("")
    words = [*shlex.split(options.cxx)[1:], *includes(), *flags]
    if "-include-pch" not in flags:
        words += precompiled_header(cxx, options.build / "test/EndToEnd/prove", options_of_headers(words))
    command([cxx, *words, str(source), "-o", str(target),
             f"-L{libraries}", "-lfx-runtime", "-lfx-modules", "-lfx-core", "-ltorch",
             "-ltorch_cpu", "-lc10", f"-Wl,-rpath,{libraries}", "-fuse-ld=lld",
             "-Wl,--allow-shlib-undefined"], "compiling the models")
    return target


def outcomes(printed: str) -> dict[str, dict[str, str]]:
    """For each model what its steps said."""
    found: dict[str, dict[str, str]] = {}
    for line in printed.splitlines():
        what, _, text = line.partition(" " if line.startswith("model ") else ": ")
        if what == "model":
            current = found.setdefault(text, {})
        else:
            current[what] = text
    return found


def difference(folder: Path, other: str) -> str:
    """Where another graph's normal form is not that of the live graph; empty: nowhere."""
    for mode in ("eval", "train"):
        texts = [(folder / f"{name}.{mode}").read_text().splitlines() for name in ("live", other)]
        lines = list(difflib.unified_diff(*texts, f"live, {mode}", other, lineterm="", n=1))
        if lines:
            return "\n".join(lines[:24])
    return ""


def judge(name: str, said: dict[str, str], folder: Path) -> tuple[list[str], str]:
    """What a model must do and does not; and where the two graphs differ."""
    wrong = [f"{step}: {said.get(step, 'not reached')}" for step in STEPS if said.get(step) != "ok"]
    if wrong:
        return wrong, ""
    if lines := difference(folder, "saved"):
        wrong.append(f"what is saved is another graph\n{lines}")
    return wrong, difference(folder, "static")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("models", type=Path, nargs="+")
    parser.add_argument("--rows", type=Path)
    parser.add_argument("--build", type=Path, default=REPOSITORY / "build/release")
    parser.add_argument("--work-dir", type=Path)
    parser.add_argument("--cxx", default="clang++-22")
    options = parser.parse_args()
    folder = (options.work_dir or options.build / "test/EndToEnd/live").resolve()
    folder.mkdir(parents=True, exist_ok=True)
    rows = {}
    for line in options.rows.read_text().splitlines() if options.rows else []:
        if line.strip() and not line.startswith("#"):
            rows.update([line.split(None, 1)])
    models = [Model(path) for given in options.models for path in models_of(given)]
    tool = str(options.build / "tool/fx-clang-trace/fx-clang-trace")
    source = folder / "live.cpp"
    source.write_text(program(models, folder))
    try:
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            compiled = pool.submit(compile_program, source, options)
            for model in models:
                write_static(model, tool, folder / model.path.stem)
            done = subprocess.run([compiled.result()], capture_output=True, text=True, check=False)
    except Failure as failure:
        print(failure)
        return 1
    said = outcomes(done.stdout)
    counts = {"same": 0, "row": 0, "wrong": 0}
    for model in models:
        name = model.path.stem
        wrong, differs = judge(name, said.get(name, {}), folder / name)
        if differs and name not in rows:
            wrong.append(f"traced live it is another graph than from the source\n{differs}")
        if not differs and not wrong and name in rows:
            wrong.append("it has a row in the table, and needs none")
        for text in wrong:
            print(f"{name}: {text}")
        counts["wrong" if wrong else "row" if differs else "same"] += 1
    if done.returncode:
        print(f"the program ended with {done.returncode}\n{done.stderr}")
    print(f"{len(models)} models: {counts['same']} have one graph, {counts['row']} differ as a row says, "
          f"{counts['wrong']} are wrong")
    return 1 if counts["wrong"] or done.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
