"""Edits models in a server at random, and compares what it shows with what is said of the same text
from scratch: hints with those of a new server, diagnostics with those of fx-clang-trace and of
fx-clang-check.

  random_edits.py fx-clang-lsp fx-clang-trace fx-clang-check MODEL.cpp... [--edits 100] [--every 10]
                  [--seed 1]
"""
import argparse
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from editor import LINE_END, Editor, units  # noqa: E402

PIECES = ["x", "(", ")", "{", "}", ";", "\n", "\r\n", " ", '"ü"', "/*", "torch::relu(", "->", ".flatten(1)", "3",
          "auto y_ = x + 1;", "// \U0001F600"]
COMMENTS = ["// ä€\U0001F600\n", "/* \U0001F600 */ ", "\n", "  \r\n", "\t// \r\n", "/* two\r\nlines ü */\n"]
SEVERITY = {"error": 1, "warning": 2, "remark": 3}


class Typist:
    """Someone who types: mostly what leaves a program right, now and then what breaks it, half a
    token say, which is taken back after a while."""

    def __init__(self, seed):
        self.draw = random.Random(seed)
        self.before = None  # what broke it, and the edits since
        self.broken_for = 0

    def edit(self, text):
        """(begin, end, by) of the next edit."""
        if self.before is not None:
            self.broken_for += 1
            if self.broken_for > 3:
                # All at once, as an undo does: of the text that differs.
                old, self.before = self.before, None
                return replacement(text, old)
            return self.breaking(text)
        if self.draw.random() < 0.15:
            self.before, self.broken_for = text, 0
            return self.breaking(text)
        return self.harmless(text)

    def harmless(self, text):
        starts = [0] + [match.end() for match in LINE_END.finditer(text)]
        # Not into a directive, or into a comment of several lines.
        lines_ = [at for at in starts if not text[:at].rstrip().endswith("\\") and text[:at].count("/*") == text[:at].count("*/")]
        begin = self.draw.choice(lines_)
        if self.draw.random() < 0.2 and (end := LINE_END.search(text, begin)):
            return end.start(), end.end(), "\n" if end[0] == "\r\n" else "\r\n"
        comment = self.draw.choice(COMMENTS)
        if text.startswith("#", begin) and not LINE_END.search(comment):
            comment += "\n"
        if self.draw.random() < 0.3 and (old := next((each for each in COMMENTS if text.startswith(each, begin)), None)):
            return begin, begin + len(old), ""
        return begin, begin, comment

    def breaking(self, text):
        begin = self.draw.randrange(len(text) + 1)
        end = min(len(text), begin + self.draw.randrange(0, 12))
        kind = self.draw.random()
        if kind < 0.4:
            return begin, begin, self.draw.choice(PIECES)
        if kind < 0.8:
            return begin, end, self.draw.choice(["", self.draw.choice(PIECES)])
        # A line once more, elsewhere.
        starts = [0] + [match.end() for match in LINE_END.finditer(text)]
        line = self.draw.randrange(len(starts))
        line_end = starts[line + 1] if line + 1 < len(starts) else len(text)
        to = self.draw.choice(starts)
        return to, to, text[starts[line]:line_end]


def whole(text, offset):
    """The nearest place before that an editor has: none is within a line end."""
    return offset - (text[max(0, offset - 1):offset + 1] == "\r\n")


def replacement(text, by):
    """The smallest edit that makes one text the other."""
    begin = whole(text, len(os.path.commonprefix([text, by])))
    behind = len(os.path.commonprefix([text[begin:][::-1], by[begin:][::-1]]))
    end = whole(text, len(text) - behind)
    return begin, end, by[begin:len(by) - (len(text) - end)]


def utf16(text_lines, place):
    """A line and a column of bytes, from 1, as an editor has them."""
    if place["line"] == 0 or place["line"] > len(text_lines):
        return 0, 0
    line = text_lines[place["line"] - 1].encode()
    return place["line"] - 1, units(line[:place["column"] - 1].decode(errors="ignore"))


def expected_diagnostics(trace, file, text):
    """What fx-clang-trace says of the file: {(line, character, severity, id, message)}."""
    run = subprocess.run([trace, "--emit=json", "--keep-going", "--assume-filename=" + file, "-", "--"],
                         input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    report = json.loads(run.stdout) if run.stdout else {"diagnostics": []}
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
    return said, run.returncode == 0


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


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("server")
    parser.add_argument("trace")
    parser.add_argument("check")
    parser.add_argument("models", nargs="+")
    parser.add_argument("--edits", type=int, default=100)
    parser.add_argument("--every", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    typist = Typist(options.seed)
    wrong = compared = traced = 0
    with tempfile.TemporaryDirectory() as folder:
        for model in options.models:
            file = str(pathlib.Path(folder) / pathlib.Path(model).name)
            original = pathlib.Path(model).read_text()
            editor = Editor([options.server])
            uri = editor.open(file, original)
            typist.before = None
            for number in range(1, options.edits + 1):
                begin, end, by = typist.edit(editor.texts[uri])
                editor.edit(uri, whole(editor.texts[uri], begin), whole(editor.texts[uri], end), by)
                if number % options.every == 0:
                    text = editor.texts[uri]
                    editor.wait(uri)
                    hints = editor.hints(uri)
                    said, ok = expected_diagnostics(options.trace, file, text)
                    said |= expected_checks(options.check, file, text)
                    said = {each for each in said if each[3] not in REPEATED}
                    # Guesses depend on what was traced before; fx-clang-trace makes none.
                    shown = {each for each in shown_diagnostics(editor, uri)
                             if each[3] not in REPEATED and "the inputs were guessed" not in each[4]}
                    compared += 1
                    traced += ok
                    if shown != said:
                        wrong += 1
                        print(f"{model}: edit {number}: diagnostics differ: shown alone "
                              f"{shown - said}, said alone {said - shown}")
                    if ok:
                        fresh = Editor([options.server])
                        at = fresh.open(file, text)
                        fresh.wait(at)
                        expected = fresh.hints(at)
                        fresh.close()
                        if hints != expected:
                            wrong += 1
                            print(f"{model}: edit {number}: hints differ: {hints} {expected}")
            if editor.messages:
                wrong += 1
                print(f"{model}: {editor.messages}")
            if editor.close() != 0:
                wrong += 1
                print(f"{model}: the server ended with an error")
    print(f"{compared} texts compared, {traced} of them trace, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
