#!/usr/bin/python3
"""Compares what the evaluator makes of each row of --list-supported with the compiled library.

usage: library.py --tool TOOL [--draws N] [--seed S] [--jobs J] [--only TEXT] [--kind KIND] [--sample N] [--out DIR]

The tables of library/ hold templates of C++ snippets by the rows that they use. Each is written out for all its types,
N times with other inputs (default: 2). Many snippets go into one program, which writes down what it sees after each
call; the tool evaluates the same program, and what it has seen is compared with what the compiled one has. A model
(tables with `kind: models`) is regenerated and run beside the original, as by ./dev fuzz models. Outcomes:

  right      the evaluator has seen the same, or nothing differs
  refused    the tool says an error, or remarks that a call stays in the graph, at this snippet
  wrong      it has seen something else
  known      wrong, and the template says why
  crash      the tool ends by a signal, or takes too long
  bad        the snippet does not compile, or the compiled program ends: a mistake of the table

Exit code 1 when a row has no template, or a snippet is wrong, bad or a crash, or known to be wrong and right in all draws.
"""

import argparse
import collections
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

import program
from library_tables import HERE, Mistake, Snippet, missing_rows, supported, tables

OUTCOMES = ("right", "refused", "wrong", "known", "crash", "bad")
PRELUDE = HERE / "library" / "prelude.h"
FLAGS = ["-std=c++17", "-O0", "-w", "-pthread"]
ENDS = re.compile("forward throws here|program ends here")
TRACE_LIMIT = 30  # seconds
MODEL_HELPERS = """inline void see(std::vector<torch::Tensor>& out, const torch::Tensor& tensor) { out.push_back(tensor); }
template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>>
void see(std::vector<torch::Tensor>& out, T number) { out.push_back(torch::full({1}, static_cast<double>(number))); }
"""


def function_of(snippet):
    body = "\n".join(snippet.code)
    return f"""inline void {snippet.name}() {{
  try {{
{body}
  }} catch (const std::out_of_range& error) {{
    see_error("out_of_range", error);
  }} catch (const std::invalid_argument& error) {{
    see_error("invalid_argument", error);
  }} catch (const std::length_error& error) {{
    see_error("length_error", error);
  }} catch (const std::exception& error) {{
    see_error("exception", error);
  }}
}}
"""


class Runner:
    def __init__(self, tool, folder, jobs, batch, native):
        self.workshop = program.Workshop(tool, folder, folder, jobs, batch=12)
        self.folder = pathlib.Path(folder)
        self.batch = batch
        self.native = native
        self.programs = 0
        self.pch = self.folder / "prelude.pch"

    # --- the compiled library

    def precompile(self):
        """The prelude, with the bodies of what it instantiates."""
        command = [self.workshop.cxx, *FLAGS, *program.PRECOMPILE, "-x", "c++-header", str(PRELUDE), "-o", str(self.pch)]
        subprocess.run(command, check=True)

    def compile(self, snippets):
        """Sets what each snippet has seen, compiled. What does not compile is bad."""
        self.programs += 1
        source = self.folder / f"native{self.programs}.cpp"
        binary = source.with_suffix("")
        text = "".join(f'#line 1 "{s.name}"\n{function_of(s)}' for s in snippets)
        runs = "".join(f"  run({number}, {s.name});\n" for number, s in enumerate(snippets))
        source.write_text(f"""{text}#line 1 "main"
#include <sys/wait.h>
#include <unistd.h>
void run(int number, void (*snippet)()) {{
  std::fflush(stdout);
  if (fork() == 0) {{
    alarm(20);
    seen::begin();
    snippet();
    std::printf("%d %s\\n", number, seen::text.c_str());
    std::fflush(stdout);
    _exit(0);
  }}
  wait(nullptr);
}}
int main() {{
{runs}}}
""")
        command = [self.workshop.cxx, *FLAGS, "-ferror-limit=0", "-include-pch", str(self.pch), str(source), "-o", str(binary), "-fuse-ld=lld"]
        built = subprocess.run(command, capture_output=True, text=True, errors="replace")
        if built.returncode:
            guilty = [s for s in snippets if re.search(rf"^{s.name}:\d+:\d+: (fatal )?error", built.stderr, re.M)]
            guilty = guilty or [s for s in snippets if re.search(rf"\b{s.name}:\d+", built.stderr)]
            if not guilty:
                raise RuntimeError(built.stderr[:3000])
            for snippet in guilty:
                snippet.outcome = "bad"
                where = built.stderr.find(f"{snippet.name}:")
                errors = [line for line in built.stderr[where:].splitlines() if "error:" in line]
                snippet.message = errors[0] if errors else built.stderr[where : where + 200]
            rest = [s for s in snippets if s not in guilty]
            return self.compile(rest) if rest else None
        done = subprocess.run([str(binary)], capture_output=True, text=True, errors="replace")
        said = dict(line.split(" ", 1) for line in done.stdout.splitlines() if " " in line)
        for number, snippet in enumerate(snippets):
            snippet.expected = said.get(str(number))
            if snippet.expected is None:
                snippet.outcome, snippet.message = "bad", "the compiled program ends here"
        source.unlink()
        binary.unlink()

    # --- the evaluator

    def evaluate(self, snippets):
        """Sets the outcomes of snippets that are compiled."""
        if not snippets:
            return
        self.programs += 1
        path = self.folder / f"evaluated{self.programs}.cpp"
        lines = [f'#include "{PRELUDE}"']
        spans = []
        for snippet in snippets:
            begin = len(lines) + 1
            lines += function_of(snippet).splitlines()
            spans.append((begin, len(lines), snippet))
        lines += ["std::vector<std::string> answers() {", "  seen::begin();", "  std::vector<std::string> all;"]
        for snippet in snippets:
            lines += [f"  {snippet.name}();", "  all.push_back(seen::end());"]
            spans.append((len(lines) - 1, len(lines), snippet))
        path.write_text("\n".join([*lines, "  return all;", "}", ""]))
        command = [*self.workshop.tool, "--root=answers", "--emit=graph", str(path), "--"]
        try:
            done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=TRACE_LIMIT)
            code, out, err = done.returncode, done.stdout, done.stderr
        except subprocess.TimeoutExpired:
            code, out, err = None, "", f"more than {TRACE_LIMIT} s"
        if code == 0:
            answers = re.search(r"^ *return (.*)$", out, re.M)
            found = re.findall(r'"([^"]*)"|(%\w+)', answers[1]) if answers else []
            if len(found) == len(snippets):
                for snippet, (text, node) in zip(snippets, found):
                    self.judge(snippet, text, node, self.notes_at(snippet, spans, path, err))
                return
            code, err = None, f"{len(found)} answers of {len(snippets)}: {out[-500:]}"
        if len(snippets) == 1:
            snippets[0].outcome = "refused" if code == 1 and " error: " in err else "crash"
            snippets[0].message = first_error(err) if code == 1 else f"exit code {code}: {err[-300:]}"
            if snippets[0].outcome == "refused" and ENDS.search(err):
                snippets[0].outcome = "wrong"
            return
        # The snippet that the error names goes alone, the others once more.
        error = err[err.find(" error: ") - 400 if " error: " in err else 0 :]
        numbers = [int(number) for number in re.findall(rf"{re.escape(path.name)}:(\d+):", error)]
        guilty = [s for begin, end, s in spans if code == 1 and any(begin <= number <= end for number in numbers)]
        guilty = list(dict.fromkeys(guilty))
        if len(guilty) == 1 and not ENDS.search(err):
            guilty[0].outcome, guilty[0].message = "refused", first_error(err)
            self.evaluate([s for s in snippets if s not in guilty])
        elif guilty and len(guilty) < len(snippets):
            for snippet in guilty:
                self.evaluate([snippet])
            self.evaluate([s for s in snippets if s not in guilty])
        else:
            middle = len(snippets) // 2
            self.evaluate(snippets[:middle])
            self.evaluate(snippets[middle:])

    @staticmethod
    def notes_at(snippet, spans, path, err):
        """The remarks that the tool makes inside a snippet."""
        notes = []
        for line in err.splitlines():
            found = re.search(rf"{re.escape(path.name)}:(\d+):\d+: remark: (.*)", line)
            if found and any(begin <= int(found[1]) <= end for begin, end, s in spans if s is snippet):
                notes.append(found[2])
        return notes

    @staticmethod
    def judge(snippet, text, node, notes):
        snippet.got = text or node
        if text == snippet.expected:
            snippet.outcome = "right"
        elif notes:
            snippet.outcome, snippet.message = "refused", f"remark: {notes[0]}"
        else:
            snippet.outcome, snippet.message = "wrong", difference(snippet.expected, snippet.got)

    # --- all of a table

    def run(self, snippets, kind):
        if kind == "models":
            return self.run_models(snippets)
        if snippets:
            self.precompile()

        def both(batch):
            self.compile(batch)
            ready = [s for s in batch if s.outcome is None]
            for start in range(0, len(ready), self.batch):
                self.evaluate(ready[start : start + self.batch])

        batches = [snippets[start : start + self.native] for start in range(0, len(snippets), self.native)]
        list(self.workshop.pool.map(both, batches))

    def run_models(self, snippets):
        if not snippets:
            return
        self.workshop.precompile()
        cases = []
        for snippet in snippets:
            body = "\n".join(re.sub(r"\bsee\(", "see(out, ", line) for line in snippet.code)
            members = "\n".join(snippet.members)
            text = f"""// ROOT: Model
// INPUT: torch::randn({{2, 3, 4}})
#include <ATen/autocast_mode.h>
#include <torch/torch.h>
{MODEL_HELPERS}
struct Model : torch::nn::Module {{
{members}
  std::vector<torch::Tensor> forward(torch::Tensor x) {{
    std::vector<torch::Tensor> out;
{body}
    return out;
  }}
}};
"""
            cases.append(program.Case(snippet.name, text))
        self.workshop.run(cases)
        for snippet, case in zip(snippets, cases):
            outcome = {"equal": "right", "said": "refused", "compile": "wrong", "bad model": "bad"}
            snippet.outcome = outcome.get(case.outcome, case.outcome)
            if case.outcome == "refused" and "what does not compile cannot be traced" in case.message:
                snippet.outcome = "bad"
            snippet.message = first_error(case.message) if case.outcome in ("refused", "said") else case.detail[:300]


def first_error(text):
    line = next((line for line in text.splitlines() if " error: " in line or " remark: " in line), text.strip()[:200])
    return re.sub(r"^.*?(error|remark): ", r"\1: ", line)


def difference(expected, got):
    """Where two texts begin to differ."""
    at = next((i for i, (a, b) in enumerate(zip(expected, got)) if a != b), min(len(expected), len(got)))
    start = max(0, at - 30)
    return f"compiled '…{expected[start : at + 40]}', evaluated '…{got[start : at + 40]}'"


def parsed():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--tool", required=True, help="fx-clang-trace, and words before it")
    add("--draws", type=int, default=2)
    add("--seed", type=int, default=1)
    add("--jobs", type=int, default=os.cpu_count())
    add("--only", help="only templates with this in a row's name, or of this table (NAME.txt)")
    add("--kind", choices=("std", "models"), help="only tables of this kind")
    add("--sample", type=int, help="only so many snippets, drawn by the seed")
    add("--batch", type=int, default=20, help="snippets in a program of the evaluator")
    add("--native", type=int, default=60, help="snippets in a compiled program")
    add("--out", type=pathlib.Path, help="write what is not right to this folder, a file each")
    add("--json", type=pathlib.Path, help="write each outcome to this file")
    add("--refusals", type=int, default=25, help="how many kinds of refusal are shown")
    add("--rows", action="store_true", help="only look for rows without a template")
    return parser.parse_args()


def chosen(arguments, all_tables):
    """Snippets by the kind of their table."""
    by_kind = collections.defaultdict(list)
    number = 0
    for table in all_tables:
        if arguments.kind not in (None, table.kind):
            continue
        for template in table.templates:
            rows = template.all_rows()
            if arguments.only and arguments.only != table.path.name and not any(arguments.only in row for row in rows):
                continue
            for values in template.expansions():
                for draw in range(max(1, round((template.draws or 1) * arguments.draws))):
                    snippet = Snippet(template, values, draw, arguments.seed)
                    snippet.name = f"snippet{number}"
                    number += 1
                    by_kind[table.kind].append(snippet)
    return by_kind


def sampled(by_kind, count, seed):
    everything = [(kind, snippet) for kind, snippets in by_kind.items() for snippet in snippets]
    random.Random(seed).shuffle(everything)
    smaller = collections.defaultdict(list)
    for kind, snippet in everything[:count]:
        smaller[kind].append(snippet)
    return smaller


def without_repeats(by_kind):
    """A template without random places has one snippet for each expansion."""
    for kind, snippets in by_kind.items():
        unique = {}
        for snippet in snippets:
            unique.setdefault((snippet.title, "\n".join([*snippet.members, *snippet.code])), snippet)
        by_kind[kind] = list(unique.values())


def settle_known(snippets):
    """Marks what is known to be wrong, and gives the places of templates that are right by now."""
    by_template = collections.defaultdict(list)
    for snippet in snippets:
        if snippet.template.wrong:
            by_template[snippet.template].append(snippet)
    errors = []
    for template, group in by_template.items():
        wrong = [snippet for snippet in group if snippet.outcome == "wrong"]
        for snippet in wrong:
            snippet.outcome = "known"
        if not wrong:
            errors.append(f"{template.place}: nothing is wrong now: remove the line `wrong:`")
    return errors


def kind_of(message):
    return re.sub(r"\d+", "N", re.sub(r"'[^']*'", "'...'", message))[:120]


def main():
    arguments = parsed()
    all_tables = tables()
    tool = [*arguments.tool.split(), "--list-supported"]
    rows = supported(subprocess.run(tool, capture_output=True, text=True, check=True).stdout)
    errors = missing_rows(rows, all_tables)
    for error in errors:
        print(f"error: {error}")
    if arguments.rows:
        return 1 if errors else 0
    by_kind = chosen(arguments, all_tables)
    without_repeats(by_kind)
    if arguments.sample:
        by_kind = sampled(by_kind, arguments.sample, arguments.seed)
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="fx-fuzz-library-") as folder:
        runner = Runner(arguments.tool, folder, arguments.jobs, arguments.batch, arguments.native)
        for kind, snippets in by_kind.items():
            runner.run(snippets, kind)
    seconds = time.monotonic() - start
    snippets = [snippet for some in by_kind.values() for snippet in some]
    partial = arguments.sample or arguments.only or arguments.kind
    errors += [] if partial else settle_known(snippets)
    if partial:
        settle_known(snippets)
    return report(arguments, rows, all_tables, snippets, errors, seconds)


def report(arguments, rows, all_tables, snippets, errors, seconds):
    refused = collections.Counter(kind_of(s.message) for s in snippets if s.outcome == "refused")
    for text, count in refused.most_common(arguments.refusals):
        print(f"refused {count:4} {text}")
    for snippet in snippets:
        if snippet.outcome in ("wrong", "crash", "bad"):
            print(f"{snippet.outcome}: {snippet.title}: {snippet.message[:300]}")
    for error in errors:
        if "remove the line" in error:
            print(f"error: {error}")
    if arguments.out:
        arguments.out.mkdir(parents=True, exist_ok=True)
        for snippet in snippets:
            if snippet.outcome != "right":
                text = f"// {snippet.outcome}: {snippet.title}\n// {snippet.message}\n// compiled: {snippet.expected}\n// evaluated: {snippet.got}\n"
                code = "\n".join([*snippet.members, function_of(snippet)])
                (arguments.out / f"{snippet.outcome}-{snippet.name}.cpp").write_text(text + code)
    if arguments.json:
        arguments.json.write_text(json.dumps([[s.title, s.outcome, s.message] for s in snippets], indent=1))
    by_outcome = collections.defaultdict(set)
    for snippet in snippets:
        for some in snippet.template.rows_of(snippet.values):
            by_outcome[snippet.outcome].update(some)
    elsewhere = sum(len(table.elsewhere) for table in all_tables)
    compared = by_outcome["right"] | by_outcome["wrong"] | by_outcome["known"]
    counts = collections.Counter(snippet.outcome for snippet in snippets)
    print(f"{len(rows)} rows: {len(compared)} compared, {len(by_outcome['refused'] - compared)} refused in each snippet, "
          f"{elsewhere} compared elsewhere or not at all")  # fmt: skip
    figures = ", ".join(f"{counts[outcome]} {outcome}" for outcome in OUTCOMES if counts[outcome] or outcome in OUTCOMES[:3])
    print(f"{len(snippets)} comparisons: {figures} ({seconds:.0f} s)")
    return 1 if errors or counts["wrong"] or counts["crash"] or counts["bad"] else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Mistake as mistake:
        sys.exit(f"library: error: {mistake}")
