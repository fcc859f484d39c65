"""Edits models in a server at random, and compares what it shows with what is said of the same text
from scratch: hints with those of a new server and with the graph of fx-clang-trace, diagnostics with
those of fx-clang-trace and of fx-clang-check. --fresh: a new server for each N-th of these texts
alone. --recorded: edits that another editor has sent, in the
form that monaco/record.js writes. --beside: the texts stand beside the other files of the model's
folder. --keep: a folder for the texts of which something wrong was shown.

  random_edits.py fx-clang-lsp fx-clang-trace fx-clang-check MODEL.cpp... [--edits 100] [--every 10]
                  [--fresh 1] [--seed 1] [--recorded EDITS.json]... [--beside] [--keep FOLDER]
"""
import argparse
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from editor import LINE_END, Editor, offset, units  # noqa: E402
from typist import Typist  # noqa: E402

SEVERITY = {"error": 1, "warning": 2, "remark": 3}
# As torch.fx writes element types.
SHORT = {"uint8": "u8", "int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64", "float16": "f16",
         "float32": "f32", "float64": "f64", "bfloat16": "bf16", "bool": "b8"}


def utf16(text_lines, place):
    """A line and a column of bytes, from 1, as an editor has them. What is behind the end, in code that
    was made for a root, stands there."""
    if place["line"] == 0:
        return 0, 0
    if place["line"] > len(text_lines):
        return len(text_lines) - 1, units(text_lines[-1])
    line = text_lines[place["line"] - 1].encode()
    return place["line"] - 1, units(line[:place["column"] - 1].decode(errors="ignore"))


def fresh_trace(trace, file, text):
    """What fx-clang-trace says of the text, and whether it traces."""
    run = subprocess.run([trace, "--emit=json", "--keep-going", "--assume-filename=" + file, "-", "--"],
                         input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return json.loads(run.stdout) if run.stdout else {"diagnostics": []}, run.returncode == 0


def expected_diagnostics(report, file, text):
    """What the trace says of the file: {(line, character, severity, id, message)}."""
    text_lines = LINE_END.split(text)
    said = set()
    for each in report["diagnostics"]:
        if each.get("file", file) != file or each.get("id") == "no-module":
            continue
        if "file" not in each and each["severity"] == "remark":
            continue  # how the trace was made: in the log
        if each.get("id") == "no-root":
            continue  # each class says it for itself
        begin = each["range"]["begin"] if "range" in each else {
            "line": each.get("line", 0), "column": each.get("column", 0)}
        message = "\n".join([each["message"]] + [
            note["message"] for note in each.get("notes", []) if "line" not in note])
        said.add((*utf16(text_lines, begin), SEVERITY[each["severity"]], each.get("id", ""), message))
    return said


# What a trace says of something that a check finds is left out where the check says it.
REPEATED = {"unregistered-module", "dropout-never-evaluates", "unregistered-tensor"}


def expected_checks(check, file, text):
    """What the checks of fx-clang-check say of the file."""
    run = subprocess.run([check, "--quiet", "--assume-filename=" + file, "-", "--"], input=text.encode(),
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    text_lines = LINE_END.split(text)
    said = set()
    for line, column, message, name in re.findall(
            rf"^{re.escape(file)}:(\d+):(\d+): warning: (.*) \[([\w-]+)\]$", run.stderr.decode(errors="replace"), re.M):
        place = {"line": int(line), "column": int(column)}
        said.add((*utf16(text_lines, place), SEVERITY["warning"], name, message))
    return said


def shown_diagnostics(editor, uri):
    shown, _ = editor.diagnostics.get(uri, ([], 0))
    return {(each["range"]["start"]["line"], each["range"]["start"]["character"], each["severity"],
             each.get("code", ""), each["message"]) for each in shown if each.get("code") != "no-root"}


def is_of_guess(diagnostic):
    """Guesses depend on what was traced before, and on the time; fx-clang-trace makes none."""
    return diagnostic[3] == "inputs-not-found" or "the inputs were guessed" in diagnostic[4]


def shapes_of(value):
    """All shapes in a part of a report, as a hint writes them."""
    if isinstance(value, list):
        return {shape for each in value for shape in shapes_of(each)}
    if not isinstance(value, dict):
        return set()
    found = shapes_of(list(value.values()))
    if "shape" in value and "dtype" in value:
        found.add(f"{SHORT.get(value['dtype'], value['dtype'])}{value['shape']}")
    return found


def ends_of_nodes(report, file, text):
    """Where code stands that made nodes, behind a semicolon if one follows: the shapes of these, and
    whether a variable got one."""
    text_lines = LINE_END.split(text)
    found = {}
    for model in report.get("models", []):
        for node in model["graph"]:
            source = node.get("source", {})
            if "tensor" not in node or source.get("file") != file or node["op"] == "placeholder":
                continue
            line, character = utf16(text_lines, {"line": source["end_line"], "column": source["end_column"]})
            rest = text_lines[line].encode("utf-16-le")[2 * character:].decode("utf-16-le")
            semicolon = re.match(r"[ \t]*;", rest)
            if semicolon:
                character += len(semicolon[0])
            shapes, assigned = found.get((line, character), (set(), False))
            before = text_lines[source["line"] - 1].encode()[:source["column"] - 1]
            assigned |= semicolon is not None and re.search(rb"\w =\s*$", before) is not None
            found[line, character] = shapes | shapes_of(node["tensor"]), assigned
    return found


def beside_graph(hints, report, file, text):
    """Hints that are not behind code, or have shapes that the graph does not have there; places of the
    graph that have no hint; and at how many hints it has a node."""
    text_lines = LINE_END.split(text)
    ends, everywhere = ends_of_nodes(report, file, text), shapes_of(report.get("models", []))
    wrong, at_nodes = [], 0
    for line, character, label in hints:
        shapes = set(re.findall(r"\w+\[[\d, ]*\]", label))
        if "→" not in label and (line, character) in ends:
            at_nodes += 1
            right = shapes and shapes <= ends[line, character][0]
        else:
            code = text_lines[line].encode("utf-16-le")[:2 * character].decode("utf-16-le", "replace")
            right = re.search(r"[\w;){}\]]$", code) is not None and shapes <= everywhere
        if not right:
            wrong.append((line, character, label))
    places = {(line, character) for line, character, _ in hints}
    missing = sorted(place for place, (_, assigned) in ends.items() if assigned and place not in places)
    return wrong, missing, at_nodes


def with_example(text):
    """A model of test/EndToEnd, whose first lines say what makes it and what it gets, as the comment says
    it that the server reads; another text stays."""
    root = re.search(r"^// ROOT: (?:std::make_shared<)?(?:\w+::)*(\w+?)(?:Impl)?(?:>|(?=[({]|$))(.*)", text, re.M)
    inputs = re.findall(r"^// INPUT: (\S+)", text, re.M)
    declared = root and re.search(rf"^(?:struct|class) {root[1]}(?:Impl)? ?(?:: .*)?{{", text, re.M)
    method = declared and re.compile(r"\bforward\(((?:[^()]|\(\))*)\)").search(text, declared.end())
    if not method or not inputs:
        return text
    names = re.findall(r"(\w+)(?: = [^,]*)?(?:,|$)", method[1])
    made = f" root={root[1]}{root[2]}" if root[2] not in ("", "()") else ""
    example = "".join(f" {name}={shape}" for name, shape in zip(names, inputs))
    return f"{text[:declared.start()]}// fx:{made}{example}\n{text[declared.start():]}"


class Comparison:
    """Texts as a server shows them, beside what is said of them from scratch."""

    def __init__(self, options):
        self.options = options
        self.others = concurrent.futures.ThreadPoolExecutor(1)
        self.edits = self.compared = self.traced = self.hints = self.at_nodes = self.wrong = 0

    def complain(self, text):
        self.wrong += 1
        print(text, flush=True)

    def compare(self, what, editor, uri, file):
        """Whether the text as it is traces."""
        text = editor.texts[uri]
        options = self.options
        # Processes of their own, while the server waits whether somebody types on.
        report_of = self.others.submit(fresh_trace, options.trace, file, text)
        checks_of = self.others.submit(expected_checks, options.check, file, text)
        editor.wait(uri)
        hints = editor.hints(uri)
        report, traces = report_of.result()
        said = expected_diagnostics(report, file, text) | checks_of.result()
        said = {each for each in said if each[3] not in REPEATED}
        everything = shown_diagnostics(editor, uri)
        shown = {each for each in everything if each[3] not in REPEATED and not is_of_guess(each)}
        wrong = self.wrong
        if shown != said:
            self.complain(f"{what}: diagnostics differ: shown alone {shown - said}, said alone {said - shown}")
        if traces and not any(is_of_guess(each) for each in everything):
            self.compare_hints(what, hints, report, file, text)
            if self.traced % options.fresh == 0:
                fresh = Editor([options.server])
                at = fresh.open(file, text)
                fresh.wait(at)
                expected = fresh.hints(at)
                guesses = any(is_of_guess(each) for each in shown_diagnostics(fresh, at))
                fresh.close()
                if hints != expected and not guesses:
                    self.complain(f"{what}: hints differ: shown alone {sorted(set(hints) - set(expected))}, "
                                  f"by a new server alone {sorted(set(expected) - set(hints))}")
        self.compared += 1
        self.traced += traces
        if self.wrong != wrong and options.keep:
            (options.keep / f"{self.wrong}-{pathlib.Path(file).name}").write_bytes(text.encode())
        return traces

    def compare_hints(self, what, hints, report, file, text):
        """With the graph, which has shapes where the text says what the model gets: of inputs that are
        guessed, which have names, fx-clang-trace shows none."""
        self.hints += len(hints)
        if any(re.search(r"\[[^]]*[A-Za-z?]", label) for _, _, label in hints):
            return
        misplaced, missing, at_nodes = beside_graph(hints, report, file, text)
        self.at_nodes += at_nodes
        if misplaced:
            self.complain(f"{what}: the trace has other shapes, or no code there: {misplaced}")
        if missing:
            self.complain(f"{what}: no hint at {missing}")

    def close(self, model, editor):
        if editor.messages:
            self.complain(f"{model}: {editor.messages}")
        if editor.close() != 0:
            self.complain(f"{model}: the server ended with an error")


def type_at_random(comparison, model, folder, typist):
    options = comparison.options
    file = str(folder / pathlib.Path(model).name)
    editor = Editor([options.server])
    text = with_example(pathlib.Path(model).read_text())
    uri = editor.open(file, text)
    typist.begin(text)
    for number in range(1, options.edits + 1):
        editor.edit_all(uri, typist.edit(editor.texts[uri]))
        comparison.edits += 1
        # What is broken says less, and traces never.
        if number % (options.every if typist.broken_for == 0 else options.every * 5) == 0:
            if comparison.compare(f"{model}: edit {number}", editor, uri, file):
                typist.traced(editor.texts[uri])
            else:
                typist.failed()
    comparison.close(model, editor)


def type_again(comparison, recorded, folder):
    """The edits of a session of another editor, as that sent them: [{file, text, changes, result}]."""
    options = comparison.options
    for session in json.loads(pathlib.Path(recorded).read_text()):
        model = pathlib.Path(session["file"]).name
        file = str(folder / model)
        editor = Editor([options.server])
        uri = editor.open(file, session["text"])
        for number, changes in enumerate(session["changes"], 1):
            text = editor.texts[uri]
            for change in changes:
                begin, end = (offset(text, change["range"][side]) for side in ("start", "end"))
                text = text[:begin] + change["text"] + text[end:]
            editor.change(uri, text, changes)
            comparison.edits += 1
            if number % options.every == 0:
                comparison.compare(f"{recorded}: {model}: edit {number}", editor, uri, file)
        if editor.texts[uri] != session["result"]:
            comparison.complain(f"{recorded}: {model}: the other editor has another text in the end")
        comparison.close(model, editor)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("server")
    parser.add_argument("trace")
    parser.add_argument("check")
    parser.add_argument("models", nargs="*")
    parser.add_argument("--edits", type=int, default=100)
    parser.add_argument("--every", type=int, default=10)
    parser.add_argument("--fresh", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--recorded", action="append", default=[])
    parser.add_argument("--beside", action="store_true")
    parser.add_argument("--keep", type=pathlib.Path)
    comparison = Comparison(parser.parse_args())
    options = comparison.options
    typist = Typist(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        for recorded in options.recorded:
            type_again(comparison, recorded, pathlib.Path(folder))
        for model in options.models:
            beside = pathlib.Path(model).resolve().parent if options.beside else pathlib.Path(folder)
            type_at_random(comparison, model, beside, typist)
    print(f"{comparison.edits} edits, {comparison.compared} texts compared, {comparison.traced} of them trace, "
          f"{comparison.hints} hints, {comparison.at_nodes} of them at nodes, {comparison.wrong} wrong")
    return 1 if comparison.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
