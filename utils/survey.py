#!/usr/bin/python3
"""Runs fx-clang-trace over checked-out projects and tells how much of them it reads.

usage: survey.py RECORDS PROJECTS [--tool=PATH] [--roots=FILE] [--only=TEXT] [--models] [--json=FILE]

RECORDS is a JSON list with an object for each class: "repo" ("owner/name"), "class", "parse_unit" (the file
to read, relative to the project), and, where they matter, "std" ("c++17"), "extra_includes" (folders),
"root_expression" (how it is constructed), "ctor_signatures" and "ctor_args_example" (from which a
construction is taken when it is of literals alone), "root" (true: a model of its own, rather than a part),
"difficulty". A project lies in PROJECTS/owner+name.

--roots names a JSON object: "repo:class", or "repo:class@parse_unit" where a project has several of one name, to
a list of options for that class (["--root=Net(10)"]; "{project}" stands for the folder of the project). What users
of the projects in ../shared/corpus/open.json would say is in utils/corpus/options.json; utils/corpus/unseen.json has the classes of twelve projects that the tool was
not built against, unseen-options.json what users of those would say.
--models reads only records with "root" and a forward; --only those whose "repo:class@parse_unit" contains TEXT.
--json writes one result a class: command, outcome, messages, seconds.

Exit code 0 whatever is found; 1 when the tool crashed or took more than 10 seconds on a class.
"""

import argparse
import collections
import concurrent.futures
import json
import pathlib
import re
import statistics
import subprocess
import sys
import time

LIMIT = 10  # seconds a class
LITERALS = re.compile(r"^\(([-\d.,\s{}]|true|false|\"[^\"]*\"|'.'|\d+[eEfFlLuU]*)*\)$")


def constructs(record):
    """The expression that constructs the record's class, as far as the record tells."""
    if record.get("root_expression"):
        return record["root_expression"]
    name = record["class"]
    signatures = record.get("ctor_signatures") or ["()"]
    optional = any(
        all("= default" in part for part in signature.strip("()").split(", ") if part) for signature in signatures
    )
    example = (record.get("ctor_args_example") or "").split("  @ ")[0].strip()
    if not optional and LITERALS.match(example):
        return (name[:-4] if record.get("holder") and name.endswith("Impl") else name) + example
    return name


def key(record):
    return f"{record['repo']}:{record['class']}@{record['parse_unit']}"


def command(record, arguments, options):
    folder = arguments.projects / record["repo"].replace("/", "+")
    line = [arguments.tool, str(folder / record["parse_unit"])]
    options = [option.replace("{project}", str(folder)) for option in options or []]
    line += options or [f"--root={constructs(record)}"]
    line += ["-o", "/dev/null", "--", f"-std={record.get('std') or 'c++17'}", f"-I{folder}"]
    return line + [f"-I{folder / include}" for include in record.get("extra_includes") or []]


def kind(messages):
    """The first error without its place and its names: failures of one kind have the same."""
    for line in messages.splitlines():
        if ": error: " in line or line.startswith("error: "):
            text = line.split("error: ", 1)[1]
            return re.sub(r"'[^']*'", "'...'", text)[:110]
    return messages.strip().splitlines()[-1][:110] if messages.strip() else "no message"


def run(record, arguments, options):
    line = command(record, arguments, options)
    started = time.monotonic()
    result = {"class": key(record), "command": line}
    try:
        done = subprocess.run(line, capture_output=True, text=True, timeout=LIMIT, errors="replace")
        result["messages"] = done.stderr
        result["outcome"] = "traced" if done.returncode == 0 else "failed" if done.returncode == 1 else "crashed"
    except subprocess.TimeoutExpired:
        result["messages"], result["outcome"] = f"took more than {LIMIT} s", "hung"
    result["seconds"] = time.monotonic() - started
    result["whole"] = "passed over" not in result["messages"]
    if result["outcome"] != "traced":
        result["reason"] = kind(result["messages"])
    return result


def table(title, groups):
    print(f"\n{title:48}{'classes':>9}{'traced':>8}{'share':>8}{'whole file':>12}{'median s':>10}{'worst s':>9}")
    for name, results in groups:
        traced = sum(result["outcome"] == "traced" for result in results)
        whole = sum(result["whole"] for result in results)
        seconds = [result["seconds"] for result in results]
        print(
            f"{name[:47]:48}{len(results):9}{traced:8}{traced / len(results):8.0%}{whole:12}"
            f"{statistics.median(seconds):10.2f}{max(seconds):9.2f}"
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("records", type=pathlib.Path)
    parser.add_argument("projects", type=pathlib.Path)
    parser.add_argument("--tool", default="fx-clang-trace")
    parser.add_argument("--roots", type=pathlib.Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--models", action="store_true")
    parser.add_argument("--json", type=pathlib.Path)
    arguments = parser.parse_args()
    roots = json.loads(arguments.roots.read_text()) if arguments.roots else {}
    records = [
        record
        for record in json.loads(arguments.records.read_text())
        if arguments.only in key(record)
        and (not arguments.models or record.get("root") and record.get("forward_signatures"))
    ]
    if not records:
        sys.exit("no records")
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        jobs = [
            pool.submit(run, record, arguments, roots.get(key(record)) or roots.get(key(record).split("@")[0]))
            for record in records
        ]
        results = []
        for job in concurrent.futures.as_completed(jobs):
            print(f"\r{sum(job.done() for job in jobs)} of {len(jobs)}", end="", file=sys.stderr)
            results.append(job.result())
    print(file=sys.stderr)
    results = [job.result() for job in jobs]
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=1))

    def grouped(property_of):
        groups = collections.defaultdict(list)
        for record, result in zip(records, results):
            groups[str(property_of(record))].append(result)
        return sorted(groups.items())

    table("project", grouped(lambda record: record["repo"]))
    table("difficulty", grouped(lambda record: record.get("difficulty", "-")))
    table("all", [("", results)])
    reasons = collections.Counter(result["reason"] for result in results if "reason" in result)
    print("\nfailures by kind")
    for reason, count in reasons.most_common():
        print(f"{count:5}  {reason}")
    bad = [result for result in results if result["outcome"] in ("crashed", "hung")]
    for result in bad:
        print(f"{result['outcome']}: {' '.join(result['command'])}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
