#!/usr/bin/python3
"""Traces classes of checked-out projects live and from their source, as test/EndToEnd/harness/live.py does models.

usage: live-corpus.py RECORDS PROJECTS CASES [--rows=FILE] [--only=TEXT] [--build=FOLDER] [--work-dir=FOLDER]

RECORDS and PROJECTS are those of survey.py. CASES is a JSON object: "repo:class@parse_unit" to an object with "root", the
expression that makes the module, "inputs", which prove.py's INPUT lines describe, and "files", what else has to be
compiled with the class, relative to the project. A row of --rows is "repo:class@parse_unit MECHANISM".

Prints a line a class: "same", "row", "wrong" with the reason, or "untried" where the tool does not read the class or the
project's code does not build here. Exit code 1 when one is wrong.
"""

import argparse
import collections
import concurrent.futures
import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "test/EndToEnd/harness"))
from live import compile_program, includes, judge, outcomes, write_static  # noqa: E402
from prove import Failure, command, constructed, input_expression  # noqa: E402
from survey import key  # noqa: E402


class Case:
    """A class of a project, with the names that live.write_static() asks of a model."""

    def __init__(self, record, case, arguments):
        project = arguments.projects / record["repo"].replace("/", "+")
        self.name = key(record)
        self.root = case["root"]
        self.inputs = case["inputs"]
        self.path = (project / record["parse_unit"]).resolve()
        self.files = [self.path, *((project / name).resolve() for name in case.get("files", []))]
        self.flags = [f"-I{project}", *(f"-I{project / name}" for name in record.get("extra_includes") or [])]
        self.std = f"-std={record.get('std') or 'c++17'}"
        self.id = hashlib.sha1(self.name.encode()).hexdigest()[:10]
        self.folder = arguments.work_dir / self.id


def program(cases, work_dir):
    """All of one file: what it declares may not stand in a program twice."""
    text = ['#include "live.h"', "#define main main_of_the_project",
            *(f'#include "{name}"' for name in cases[0].files), "#undef main", "int main() {"]
    for case in cases:
        inputs = ", ".join(f"fx::Value({input_expression(spec)})" for spec in case.inputs)
        text += [f'  live::prove("{case.id}", "{work_dir}", [] {{ return {constructed(case.root)}; }},',
                 f"              [] {{ return fx::Args{{{inputs}}}; }});"]
    return "\n".join([*text, "}", ""])


def reason(failure):
    errors = re.findall(r"^.*?error: (.*)$", str(failure), re.M)
    return errors[0] if errors else str(failure)[:300]


def verdict(case, said, ended, rows):
    wrong, differs = judge(case.id, said, case.folder)
    if ended:
        wrong.append(ended)
    if differs and case.name not in rows:
        wrong.append(f"traced live it is another graph than from the source\n{differs}")
    if not differs and not wrong and case.name in rows:
        wrong.append("it has a row in the table, and needs none")
    if wrong:
        return "wrong", "\n".join(wrong)
    return ("row", rows[case.name]) if differs else ("same", "")


def run(cases, header, rows, arguments):
    """For each class of a file its kind of outcome, and why. What fails together is tried one by one."""
    def apart():
        return [one for case in cases for one in run([case], header, rows, arguments)]

    found, built = [], []
    tool = str(arguments.build / "tool/fx-clang-trace/fx-clang-trace")
    for case in cases:
        try:
            write_static(case, tool, case.folder, [case.std, *case.flags], case.files[1:])
            built.append(case)
        except Failure as failure:
            found.append((case, "untried", reason(failure)))
    if not built:
        return found
    source = arguments.work_dir / f"program-{built[0].id}.cpp"
    source.write_text(program(built, arguments.work_dir))
    try:
        binary = compile_program(source, arguments, ["-include-pch", str(header), *built[0].flags])
    except Failure as failure:
        return apart() if len(cases) > 1 else [(cases[0], "untried", reason(failure))]
    try:
        done = subprocess.run([binary], capture_output=True, text=True, errors="replace", timeout=300, check=False)
        printed, ended = done.stdout, done.returncode and f"the program ended with {done.returncode}: {done.stderr[-300:]}"
    except subprocess.TimeoutExpired:
        printed, ended = "", "the program took more than 300 s"
    finally:
        binary.unlink()
    if ended and len(cases) > 1:
        return apart()
    said = outcomes(printed)
    return [*found, *((case, *verdict(case, said.get(case.id, {}), ended, rows)) for case in built)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("records", type=Path)
    parser.add_argument("projects", type=Path)
    parser.add_argument("cases", type=Path)
    parser.add_argument("--rows", type=Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--build", type=Path, default=ROOT / "build/release")
    parser.add_argument("--work-dir", type=Path, default=ROOT / "build/release/live-corpus")
    parser.add_argument("--cxx", default="clang++-22")
    arguments = parser.parse_args()
    arguments.work_dir = arguments.work_dir.resolve()
    arguments.work_dir.mkdir(parents=True, exist_ok=True)
    lines = arguments.rows.read_text().splitlines() if arguments.rows else []
    rows = dict(line.split(None, 1) for line in lines if line.strip() and not line.startswith("#"))
    wanted = json.loads(arguments.cases.read_text())
    cases = [Case(record, wanted[key(record)], arguments) for record in json.loads(arguments.records.read_text())
             if key(record) in wanted and arguments.only in key(record)]
    header = arguments.work_dir / "live.pch"
    command([arguments.cxx, *includes(), "-x", "c++-header", "-fpch-instantiate-templates",
             str(ROOT / "test/EndToEnd/harness/live.h"), "-o", str(header)], "precompiling live.h")
    counts = collections.Counter()
    units = collections.defaultdict(list)
    for case in cases:
        units[tuple(case.files)].append(case)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        jobs = [pool.submit(run, unit, header, rows, arguments) for unit in units.values()]
        for job in concurrent.futures.as_completed(jobs):
            for case, kind, why in job.result():
                counts[kind] += 1
                print(f"{kind:8}{case.name}" + (f": {why}" if why else ""), flush=True)
    print(f"{len(cases)} classes: " + ", ".join(f"{counts[kind]} {kind}" for kind in ("same", "row", "wrong", "untried")))
    return 1 if counts["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
