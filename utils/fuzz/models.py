#!/usr/bin/python3
"""Draws random LibTorch models, regenerates each, and runs original and regenerated side by side.

usage: models.py --tool TOOL [--count N] [--first I] [--seed S] [--jobs J] [--python SHARE] [--out DIR] [--reach N] [--all]

A model is drawn from the seed and its index, so that `--first=17 --count=1` gives the 18th again. Each is compiled and
run twice in eval and twice in train mode beside the regenerated C++, SHARE of them (default: 0.2) beside the
regenerated Python too. Outcomes:

  equal      nothing differs
  refused    the tool says an error and writes nothing
  said       something differs, and the tool printed a remark (read it: is it that?)
  wrong      something differs, and the tool said nothing
  compile    what was regenerated does not compile
  crash      the tool or a program ends by a signal, or takes too long
  bad model  the model itself does not compile, or differs from itself (LibTorch reads memory that nothing wrote)

What fails is made smaller and written to DIR (default: a new folder below /tmp). --reach=N shows for up to N draws of
each construct whether the original's outputs change when it is taken away (in models that are equal first). Productions that are known to be wrong
(known.txt) are left out unless --all is given; --only=NAME draws one production or construct alone, --each=N each
production alone N times from the --first on, with a line for each (with --only='NAME; NAME', of those).

Exit code 1 when a model is wrong, does not compile, or crashes.
"""

import argparse
import collections
import os
import pathlib
import sys
import tempfile
import time

import program
import reduce
import report
from generator import PRODUCTIONS
from model import Model

HERE = pathlib.Path(__file__).resolve().parent


def known():
    """What known.txt says: names of productions that are wrong, that are refused, and checks that are left out."""
    kinds = {"wrong": {}, "refused": {}, "check": {}}
    for line in (HERE / "known.txt").read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            kind, name, reason = line.split(": ", 2)
            kinds[kind][name] = reason
            if kind != "check" and name not in PRODUCTIONS:
                sys.exit(f"known.txt: no production {name!r}")
    return kinds


def reach(workshop, models, limit, seconds):
    """How many draws of each construct were tried, and how many of those reach an output."""
    tried, reached = collections.Counter(), collections.Counter()
    deadline = time.monotonic() + seconds

    def work(part):
        if time.monotonic() > deadline:
            return
        tags, groups = [], []
        for model in part:
            base, seen = model.write()
            variants = {}
            for tag, nodes in report.tags_of(model, seen).items():
                if reached[tag] < limit and tried[tag] < 4 * limit:
                    text, _ = model.write({nodes[0].id: "alt"})
                    if text != base:
                        variants[tag] = text
            if variants:
                tags.append(list(variants))
                groups.append([base, *variants.values()])
        for names, answers in zip(tags, workshop.tells_apart(groups) if groups else []):
            for tag, answer in zip(names, answers):
                tried[tag] += answer is not None
                reached[tag] += answer is True

    list(workshop.pool.map(work, [models[at : at + workshop.batch] for at in range(0, len(models), workshop.batch)]))
    return tried, reached


def parsed():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True, help="fx-clang-trace, and words before it")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--python", type=float, default=0.2)
    parser.add_argument("--out")
    parser.add_argument("--work", help="folder that keeps the precompiled header")
    parser.add_argument("--batch", type=int, default=12, help="models in a program")
    parser.add_argument("--cxx", default="clang++-22")
    parser.add_argument("--reach", type=int, default=0)
    parser.add_argument("--reach-seconds", type=float, default=3600)
    parser.add_argument("--reductions", type=int, default=10, help="how many failures to make smaller")
    parser.add_argument("--rounds", type=int, default=12, help="how often each of them is made smaller, at most")
    parser.add_argument("--candidates", type=int, default=48, help="how many smaller models one such round tries")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--only")
    parser.add_argument("--each", type=int, default=0)
    parser.add_argument("--list", action="store_true", help="print the productions by construct, and exit")
    parser.add_argument("--print", action="store_true", help="print the models, and exit")
    return parser.parse_args()


def listing():
    by_construct = collections.defaultdict(list)
    for entry in PRODUCTIONS.values():
        by_construct[entry.construct].append(entry.name)
    left_out = known()["wrong"]
    for construct in sorted(by_construct):
        names = [name + (" (left out)" if name in left_out else "") for name in by_construct[construct]]
        print(f"{construct}: {'; '.join(names)}")
    missing = [construct for construct in report.documented() if construct not in by_construct]
    for construct in missing:
        print(f"error: no production draws '{construct}' of docs/Constructs.md")
    return 1 if missing else 0


def write_failure(folder, case, original, removed):
    first = (case.difference or case.refusal).replace("\n", " ")
    names = ", ".join(sorted(set(original.model.generator.drawn)))
    text = f"// {case.outcome}: {first}\n// seed {original.model.seed}, model {original.model.index}, {removed} nodes taken away; drawn: {names}\n"
    (folder / f"{original.name}.cpp").write_text(text + case.text)
    (folder / f"{original.name}.full").write_text(original.text)


def main():
    arguments = parsed()
    if arguments.list:
        return listing()
    listed = known()
    excluded, rare = (set(), set()) if arguments.all or arguments.only or arguments.each else (listed["wrong"], listed["refused"])
    indices = range(arguments.first, arguments.first + arguments.count)
    models = [Model(arguments.seed, index, excluded, arguments.only, rare) for index in indices]
    if arguments.each:
        only = set(filter(None, (arguments.only or "").split("; ")))
        models = [
            Model(arguments.seed, index, (), name, (), f"m{at}_{index}")
            for at, name in enumerate(PRODUCTIONS) for index in range(arguments.each)
            if at >= arguments.first and (not only or only & {name, PRODUCTIONS[name].construct})
        ]
    if arguments.print:
        print("\n".join(model.write()[0] for model in models))
        return 0
    out = pathlib.Path(arguments.out or tempfile.mkdtemp(prefix="fx-fuzz-models-"))
    out.mkdir(parents=True, exist_ok=True)
    if arguments.work:
        os.makedirs(arguments.work, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=arguments.work) as temporary:
        workshop = program.Workshop(arguments.tool, temporary, arguments.work or temporary, arguments.jobs, arguments.batch, arguments.cxx)
        workshop.ignored = () if arguments.all else tuple(listed["check"])
        workshop.precompile()
        start = time.monotonic()
        every = 1 / arguments.python if arguments.python > 0 else 0
        tags = {}
        cases = []
        for model in models:
            text, seen = model.write()
            tags[model.name] = list(report.tags_of(model, seen))
            python = bool(every) and model.plain_inputs and int(model.index % every) == 0
            cases.append(program.Case(model.name, text, model, python))
        step = max(48, 8 * arguments.batch) if len(cases) > 96 else len(cases)
        for at in range(0, len(cases), step):
            workshop.run(cases[at : at + step])
            if at + step < len(cases):
                print(f"after {time.monotonic() - start:.0f} s: {report.outcomes(cases[: at + step])}", file=sys.stderr, flush=True)
            if arguments.each:
                print(report.by_production(cases[at : at + step]), flush=True)
        seconds = time.monotonic() - start
        print(report.summary(cases, seconds, arguments.jobs), flush=True)
        failures = [case for case in cases if case.failed or case.outcome in ("said", "bad model")]
        for case in failures:
            print(f"{case.outcome:9} {case.name}: {case.difference[:150]}", flush=True)
        kinds = set()
        left = arguments.reductions
        for case in failures:
            small, removed = case, 0
            if case.failed and left > 0 and (case.kind[1] == "" or case.kind not in kinds):
                kinds.add(case.kind)
                left -= 1
                small, removed = reduce.reduced(workshop, case, arguments.rounds, arguments.candidates)
                print(f"reduced   {case.name}: {len(case.text.splitlines())} to {len(small.text.splitlines())} lines", flush=True)
            write_failure(out, small, case, removed)
        if arguments.reach:
            drawn = collections.Counter(tag for found in tags.values() for tag in found)
            equal = [case.model for case in cases if case.outcome == "equal"]
            compared = collections.Counter(tag for model in equal for tag in tags[model.name])
            others = [case.model for case in cases if case.outcome != "equal"]
            tried, reached = reach(workshop, equal + others, arguments.reach, arguments.reach_seconds)
            print(report.table(drawn, compared, reached, tried))
    if failures:
        print(f"failures are in {out}")
    return 1 if any(case.failed for case in cases) else 0


if __name__ == "__main__":
    sys.exit(main())
