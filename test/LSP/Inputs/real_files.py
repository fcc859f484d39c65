"""Does in the files of real projects what an editor offers there, and tells what comes of it.

    real_files.py SERVER TRACER SURVEY PROJECTS RESULTS [--only TEXT] [--per-action N] [--places N]
                  [--seconds N] [--roots N] [--verify N] [--kind KIND]... [--rules] [--commands]
                  [--mode MODE]

SURVEY is what `utils/survey.py --json=FILE` wrote of the folder PROJECTS: the classes that are traced, how
they are made and compiled. A project is copied to a temporary folder, where a .fx-clang says that. In each
file the server is asked for code actions at calls and registrations, and for 1 to 3 selected statements of
the methods. What it offers, N times an action and file, is resolved and applied to all files of the edit, and
the file is compiled before and after. The first N of an action (--verify) are done once more by
`fx-clang-trace --refactor --at --rewrite --verify`, which runs the program and the changed one side by side.
--rules asks for the rule sets as well, --commands does what the code lenses offer. --mode traces all models
in one mode alone, "eval" say.

Writes a line of JSON for each to RESULTS, with the diff, and prints a table: actions, and what was refused.
"""
import argparse
import collections
import difflib
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from code_actions import applied, range_of  # noqa: E402
from editor import Editor, position  # noqa: E402

LIBTORCH = "/usr/include/torch/csrc/api/include"
COMPILER = ["clang++-22", "-isystem", LIBTORCH, "-w"]
METHOD = re.compile(r"\b\w*forward\w*\s*\([^;{}]*\)\s*(?:const\s*|override\s*|noexcept\s*)*\{")
CALL = re.compile(r"(?:->|\.|::|\b)(\w+)\s*\(")
OTHERS = re.compile(r"\bregister_module|\bpush_back|\bemplace_back|(?<=std::)vector(?=<.*;)|\bSequential\b")
NO_CALLS = {"if", "for", "while", "switch", "return", "sizeof", "size"}
REFACTORINGS = {
    "Make a submodule of the selected statements": "extract-submodule<name=Part;member=part>",
    "Make a method of the selected statements": "split-forward<name=part>",
    "Make a Sequential of the modules that the selected statements call": "members-to-sequential",
    "Take the members and statements of this submodule into its model": "inline-submodule",
    "Write out this call of the submodule, which keeps its members": "inline-submodule<call>",
    "Call a module in the place of this function": "functional-to-module",
    "Call a function in the place of this module": "module-to-functional",
    "Make members of the modules of this Sequential": "sequential-to-members",
    "Make a ModuleList of this vector of modules": "loop-to-module-list",
    "Register this module": "register-member",
}


def closing(text, begin):
    """Where the block that begins here ends."""
    depth = 0
    for at in range(begin, len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth == 0:
            return at
    return len(text)


def line_of(text, offset):
    return text.count("\n", 0, offset)


def statements(text, begin, end):
    """The first and last line of each statement of a block, of whole lines, outside of other blocks."""
    depth, first, found = 0, None, []
    for number in range(line_of(text, begin) + 1, line_of(text, end)):
        line = re.sub(r"//.*", "", text.split("\n")[number]).strip()
        if not line:
            continue
        first = number if first is None else first
        depth += sum(line.count(each) for each in "({[") - sum(line.count(each) for each in ")}]")
        if depth == 0 and line[-1] in ";}":
            found.append((first, number))
            first = None
    return found


def places(text, count):
    """Ranges to ask at: selections of statements, calls, and what is registered or declared."""
    selections, points = [], []
    for method in METHOD.finditer(text):
        begin = method.end() - 1
        end = closing(text, begin)
        parts = statements(text, begin, end)
        for i in range(len(parts)):
            for size in (1, 2, 3):
                if i + size <= len(parts):
                    selections.append(f"{parts[i][0] + 1}-{parts[i + size - 1][1] + 1}")
        points += [call.start(1) for call in CALL.finditer(text, begin, end) if call[1] not in NO_CALLS]
        points += [call.start(1) for call in re.finditer(r"(\w+)(?=(?:->|\.)forward\()", text[:end])
                   if call.start(1) > begin]
    points += [other.start() for other in OTHERS.finditer(text)]
    chance = random.Random(20)
    chance.shuffle(selections)
    chance.shuffle(points)
    ranges = [(place, range_of(text, place)) for place in selections[:count // 3]]
    for point in sorted(set(points[:count])):
        at = position(text, point)
        ranges.append((f"{at['line'] + 1}:{point - text.rfind(chr(10), 0, point)}", {"start": at, "end": at}))
    chance.shuffle(ranges)
    return ranges


class Project:
    """A copy of a project in a temporary folder, which edits change and `restore` puts back."""

    def __init__(self, projects, name, folder):
        self.original = projects / name
        self.name = name
        self.folder = pathlib.Path(folder) / name
        # Data and weights are not read.
        shutil.copytree(self.original, self.folder, symlinks=True, ignore=lambda at, names: [
            each for each in names if each == ".git" or (pathlib.Path(at) / each).is_file() and
            (pathlib.Path(at) / each).stat().st_size > 2_000_000])
        self.changed = {}

    def here(self, text):
        return text.replace(str(self.original), str(self.folder))

    def write(self, file, text):
        self.changed.setdefault(file, file.read_text())
        file.write_text(text)

    def restore(self):
        for file, text in self.changed.items():
            file.write_text(text)
        self.changed.clear()

    def configure(self, records, mode):
        """Writes the .fx-clang for the classes of one file."""
        command = records[0]["command"]
        flags = [self.here(word) for word in command[command.index("--") + 1:]]
        models = []
        for record in records:
            options = [word for word in record["command"][:record["command"].index("--")]]
            model = collections.defaultdict(list)
            for option in options:
                name, _, value = self.here(option).partition("=")
                if name in ("--input", "--assume", "--leaf", "--wrap"):
                    model[name[2:].title()].append(value)
                elif name in ("--root", "--method", "--mode"):
                    model[name[2:].title()] = value
            if mode:
                model["Mode"] = mode
            models.append(model)
        (self.folder / ".fx-clang").write_text(json.dumps({"Flags": flags, "Models": models}))
        return flags


class Compiler:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.known = {}

    def header(self, standard):
        built = self.folder / f"torch{standard}.pch"
        if not built.exists():
            subprocess.run([*COMPILER, standard, "-x", "c++-header", f"{LIBTORCH}/torch/torch.h", "-o", built],
                           check=True)
        return built

    def problem(self, file, flags):
        """The first error, or nothing."""
        standard = next((flag for flag in flags if flag.startswith("-std=")), "-std=c++17")
        command = [*COMPILER, *flags, "-include-pch", self.header(standard), "-fsyntax-only", "-x", "c++", file]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return next((line for line in done.stderr.split("\n") if "error:" in line), "")


def write_difference(project, edits):
    """Applies the edits to all files, and gives the diff."""
    diff = ""
    for uri, of_file in edits.items():
        file = pathlib.Path(urllib.parse.unquote(urllib.parse.urlparse(uri).path))
        before = file.read_text()
        after = applied(before, of_file)
        project.write(file, after)
        name = str(file.relative_to(project.folder)) if file.is_relative_to(project.folder) else str(file)
        diff += "".join(line + "\n" for line in difflib.unified_diff(
            before.splitlines(), after.splitlines(), name, name, lineterm="", n=1))
    return diff


class Run:
    def __init__(self, arguments, folder):
        self.arguments = arguments
        self.compiler = Compiler(folder)
        self.results = []
        self.verified = collections.defaultdict(set)
        self.log = open(arguments.results, "a", encoding="utf-8")

    def record(self, **result):
        self.results.append(result)
        self.log.write(json.dumps(result) + "\n")
        self.log.flush()

    def verify(self, file, pipeline, place, flags):
        """What `--verify` says of the refactoring, by the program that is traced."""
        command = [self.arguments.tracer, f"--refactor={pipeline}", f"--at={file}:{place}", "--rewrite",
                   "--verify", str(file), "--", *flags]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=400, check=False,
                                  errors="replace")
        except subprocess.TimeoutExpired:
            return "timeout"
        compared = re.findall(r"^(?:\S+ )?(?:eval|train): .*$", done.stdout, re.M)
        errors = [line for line in done.stderr.split("\n") if "error:" in line]
        return f"{done.returncode} " + " | ".join(compared[-4:] + errors[:2])

    def do(self, editor, project, file, flags, place, action):
        name = REFACTORINGS.get(action["title"], action["title"])
        base = {"project": project.name, "file": str(file.relative_to(project.folder)), "place": place,
                "action": name}
        begin = time.monotonic()
        editor.messages.clear()
        try:
            resolved = action if "edit" in action else editor.request("codeAction/resolve", action)
        except RuntimeError as problem:
            self.record(**base, refused=problem.args[0]["message"])
            return
        seconds = time.monotonic() - begin
        before = self.compiler.problem(file, flags)
        diff = write_difference(project, resolved["edit"]["changes"])
        problem = self.compiler.problem(file, flags)
        project.restore()
        result = "compiles" if not problem else "as the original" if before else "BROKEN"
        result = {"compiled": result, "problem": problem, "diff": diff, "says": list(editor.messages),
                  "seconds": round(seconds, 2)}
        some = self.verified[name]
        if action["kind"].startswith("refactor") and not problem and len(some) < self.arguments.verify and \
                (project.name, file) not in some:
            result["verify"] = self.verify(file, name, place, flags)
            if result["verify"].startswith("0 "):
                some.add((project.name, file))
        self.record(**base, **result)

    def ask(self, editor, uri, span, diagnostics=(), only=None):
        context = {"diagnostics": list(diagnostics), **({"only": [only]} if only else {})}
        return editor.request("textDocument/codeAction",
                              {"textDocument": {"uri": uri}, "range": span, "context": context})

    def file(self, project, file, records):
        arguments = self.arguments
        flags = project.configure(records, arguments.mode)
        text = file.read_bytes().decode("utf-8", "strict")
        editor = Editor([arguments.server])
        uri = editor.open(str(file), text)
        editor.wait(uri)
        begin = time.monotonic()
        count = collections.Counter()
        print(f"{project.name}/{file.relative_to(project.folder)}: {len(editor.hints(uri))} hints", flush=True)
        for diagnostic in editor.diagnostics.get(uri, [[]])[0]:
            for action in self.ask(editor, uri, diagnostic["range"], [diagnostic], "quickfix"):
                self.do(editor, project, file, flags, str(diagnostic["range"]["start"]["line"] + 1),
                        {**action, "title": f"{diagnostic.get('code')}: {action['title']}"})
        if arguments.rules:
            for action in self.ask(editor, uri, range_of(text, "1"), only="source"):
                self.do(editor, project, file, flags, "1", action)
        if arguments.commands:
            self.commands(editor, project, file, uri)
        for place, span in places(text, arguments.places) if arguments.places else []:
            if time.monotonic() - begin > arguments.seconds:
                break
            for action in self.ask(editor, uri, span, only="refactor"):
                wanted = REFACTORINGS.get(action["title"], "")
                if arguments.kind and wanted not in arguments.kind or count[wanted] >= arguments.per_action:
                    continue
                count[wanted] += 1
                self.do(editor, project, file, flags, place, action)
        editor.close()

    def commands(self, editor, project, file, uri):
        document = {"textDocument": {"uri": uri}}
        lenses = {lens["command"].get("command"): lens["command"]
                  for lens in editor.request("textDocument/codeLens", document)}
        lenses.pop("", None)  # one that only tells
        for lens in lenses.values():
            base = {"project": project.name, "file": str(file.relative_to(project.folder)),
                    "place": json.dumps(lens["arguments"])[:80], "action": lens["command"]}
            editor.messages.clear()
            before = set(file.parent.iterdir())
            try:
                editor.request("workspace/executeCommand",
                               {"command": lens["command"], "arguments": lens["arguments"]})
            except RuntimeError as problem:
                self.record(**base, refused=problem.args[0]["message"])
                continue
            written = sorted(str(each.name) for each in set(file.parent.iterdir()) - before)
            texts = [(file.parent / name).read_text() for name in written]
            self.record(**base, compiled="done", says=list(editor.messages), written=written, texts=texts)


def table(results):
    for action in sorted({result["action"] for result in results}):
        those = [result for result in results if result["action"] == action]
        done = [result for result in those if "refused" not in result]
        print(f"\n{action}: {len(done)} applied, {len(those) - len(done)} refused")
        for result in done:
            says = result.get("verify", "") or (result["says"][-1:] or [""])[0].replace("\n", " ")[:150]
            print(f"  {result['project']}/{result['file']}:{result['place']} {result['compiled']} "
                  f"{result.get('problem', '')} {says}")
        for why, count in collections.Counter(r["refused"] for r in those if "refused" in r).most_common():
            print(f"  refused {count}: {why}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("server")
    parser.add_argument("tracer")
    parser.add_argument("survey", type=pathlib.Path)
    parser.add_argument("projects", type=pathlib.Path)
    parser.add_argument("results", type=pathlib.Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--per-action", type=int, default=2)
    parser.add_argument("--places", type=int, default=45)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--roots", type=int, default=4)
    parser.add_argument("--verify", type=int, default=3)
    parser.add_argument("--kind", action="append")
    parser.add_argument("--rules", action="store_true")
    parser.add_argument("--commands", action="store_true")
    parser.add_argument("--mode", default="")
    arguments = parser.parse_args()
    files = collections.defaultdict(lambda: collections.defaultdict(list))
    for record in json.loads(arguments.survey.read_text()):
        name, _, unit = record["class"].partition("@")
        name = name.partition(":")[0].replace("/", "+")
        if record["outcome"] == "traced" and arguments.only in f"{name}/{unit}":
            files[name][unit].append(record)
    for units in files.values():
        for unit, records in units.items():
            units[unit] = sorted(records, key=lambda record: record["seconds"])[:arguments.roots]
    with tempfile.TemporaryDirectory() as folder:
        run = Run(arguments, folder)
        copies = {name: Project(arguments.projects, name, folder) for name in files}
        # In turns, so that an early end has seen all projects.
        turns = [(turn, name, unit) for name, units in files.items()
                 for turn, unit in enumerate(sorted(units, key=lambda each: units[each][-1]["seconds"]))]
        for _, name, unit in sorted(turns):
            try:
                run.file(copies[name], copies[name].folder / unit, files[name][unit])
            except (RuntimeError, UnicodeDecodeError, BrokenPipeError) as problem:
                print(f"  {problem}", flush=True)
    table(run.results)


if __name__ == "__main__":
    main()
