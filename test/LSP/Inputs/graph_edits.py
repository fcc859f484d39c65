"""Edits files of graph text in a server at random. After each edit it asks for all that there is of
the text and looks whether places are places of it; after some, messages are compared with fx-opt's.

  graph_edits.py fx-clang-lsp fx-opt FILE.fx... [--edits 100] [--every 10] [--seed 1]
"""
import argparse
import pathlib
import random
import re
import subprocess
import sys
from collections import Counter

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from editor import LINE_END, Editor, units  # noqa: E402

PIECES = ["%", "%x", "(", ")", "{", "}", "[", "]", "\"", "\\", "\n", "\r\n", "\r", "\0", "#", "//", ":", "=", ",", "ü",
          "\U0001F600", "graph():", "init():", "training graph():", "folding graph():", "module M {\n", "return %x\n",
          "alias of ", "fc: graph Part {\n", "parameter w = %w\n", "[target=", "loc(\"a.cpp\":1:2-3:4)", "meta = {", "\"\\xff\"",
          "%y : [num_users=1] = call_module[target=fc.0](args = (%x,), kwargs = {})\n", "[#users=1]", "-1e-05", "0: a\n"]
METHODS = ["hover", "definition", "implementation", "references"]


def edit(draw, text):
    """(begin, end, by) of the next edit."""
    begin = draw.randrange(len(text) + 1)
    end = min(len(text), begin + draw.randrange(0, 30))
    kind = draw.random()
    if kind < 0.5:
        return begin, begin, draw.choice(PIECES)
    if kind < 0.8:
        return begin, end, draw.choice(["", draw.choice(PIECES)])
    # Lines once more, elsewhere.
    lines = text.splitlines(keepends=True) or [""]
    first = draw.randrange(len(lines))
    return begin, begin, "".join(lines[first:first + draw.randrange(1, 4)])


class Places:
    """The lines of a text, as an editor counts in them."""

    def __init__(self, text):
        self.lines = LINE_END.split(text)

    def has(self, place):
        return (0 <= place["line"] < len(self.lines)
                and 0 <= place["character"] <= units(self.lines[place["line"]]))

    def text(self, line, begin, size):
        return self.lines[line].encode("utf-16-le")[2 * begin:2 * (begin + size)].decode("utf-16-le")

    def check(self, ranges, what):
        for each in ranges:
            start, end = each["start"], each["end"]
            assert self.has(start) and self.has(end), f"{what}: no place of the text: {each}"
            assert (start["line"], start["character"]) <= (end["line"], end["character"]), f"{what}: {each}"


def ranges_of(symbols):
    for symbol in symbols:
        whole, chosen = symbol["range"], symbol["selectionRange"]
        key = lambda place: (place["line"], place["character"])  # noqa: E731
        assert key(whole["start"]) <= key(chosen["start"]) and key(chosen["end"]) <= key(whole["end"]), symbol["name"]
        assert symbol["name"]
        yield whole
        yield from ranges_of(symbol.get("children", []))


def check_tokens(places, data):
    line = character = size = 0
    for delta_line, delta, length, meaning, _ in zip(*[iter(data)] * 5):
        assert delta_line >= 0 and delta >= 0 and length > 0 and 0 <= meaning <= 10, "a token"
        assert delta_line > 0 or delta >= size, "tokens that overlap"
        character = delta if delta_line else character + delta
        line, size = line + delta_line, length
        places.check([{"start": {"line": line, "character": character},
                       "end": {"line": line, "character": character + length}}], "tokens")
        if places.text(line, character, 1) == "%":
            assert re.fullmatch(r"%\w*", places.text(line, character, length), re.ASCII) or meaning != 1


def check_all(draw, editor, uri, text):
    places = Places(text)
    document = {"textDocument": {"uri": uri}}
    check_tokens(places, editor.request("textDocument/semanticTokens/full", document)["data"])
    places.check(ranges_of(editor.request("textDocument/documentSymbol", document)), "symbols")
    diagnostics, version = editor.diagnostics[uri]
    assert version == editor.versions[uri], "messages of another text"
    places.check([each["range"] for each in diagnostics], "messages")
    line = draw.randrange(len(places.lines))
    position = {"line": line, "character": draw.randrange(units(places.lines[line]) + 1)}
    for method in METHODS:
        answer = editor.request(f"textDocument/{method}",
                                {**document, "position": position, "context": {"includeDeclaration": True}})
        own = [each for each in answer or [] if method != "hover" and each["uri"] == uri]
        places.check([each["range"] for each in own], method)


def expected(opt, text, dialect):
    """Lines of the errors that fx-opt tells of."""
    run = subprocess.run([opt, f"--dialect={dialect}", "-"], input=text.encode(), capture_output=True)
    assert run.returncode in (0, 1), f"fx-opt ended with {run.returncode}"
    return Counter(re.findall(r"^<stdin>:(\d+):\d+: error: ", run.stderr.decode(errors="replace"), re.M))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("server")
    parser.add_argument("opt")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--edits", type=int, default=100)
    parser.add_argument("--every", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    editor = Editor([options.server])
    edits = compared = wrong = 0
    for number, file in enumerate(options.files):
        draw = random.Random(options.seed * 1000 + number)
        original = pathlib.Path(file).read_bytes().decode()
        uri = editor.open(str(pathlib.Path(file).resolve().with_suffix(f".{number}.fx")), original)
        for i in range(options.edits):
            text = editor.texts[uri]
            if i % 25 == 24 or len(text) > 4 * len(original) + 1000:
                editor.edit(uri, 0, len(text), original)
            else:
                begin, end, by = edit(draw, text)
                # No place of an editor is within a line end.
                if text[max(0, begin - 1):begin + 1] == "\r\n" or text[max(0, end - 1):end + 1] == "\r\n":
                    continue
                editor.edit(uri, begin, end, by)
            edits += 1
            check_all(draw, editor, uri, editor.texts[uri])
            # The parser's lines end with \n alone, an editor's with \r too.
            if i % options.every or "\r" in editor.texts[uri]:
                continue
            compared += 1
            shown = Counter(str(each["range"]["start"]["line"] + 1) for each in editor.diagnostics[uri][0]
                            if each["severity"] == 1)
            # A text that names its result as torch.fx does is read as torch.fx's.
            said = [expected(options.opt, editor.texts[uri], dialect) for dialect in ("graph", "torch.fx")]
            # Where it cannot read a model, fx-opt checks none of the others.
            if not any(lines <= shown and bool(lines) == bool(shown) for lines in said):
                wrong += 1
                print(f"{file}, edit {i}: lines {sorted(shown)}, fx-opt says {sorted(said[0])}")
        editor.close_file(uri)
    print(f"{edits} edits, {compared} texts compared, {wrong} wrong")
    return editor.close() or wrong


if __name__ == "__main__":
    sys.exit(main())
