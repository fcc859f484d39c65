"""What an editor offers at a place, and the text that comes of it: what is selected is LINE or
LINE-LINE (from 1; whole lines), or LINE:TEXT, the place where the text stands.

  code_actions.py fx-clang-lsp FILE PLACE... [--only KIND] [--apply TITLE] [--all]

Prints the titles of what is offered at each place, with a letter's difference of the text: the lines
that --apply (or each action, with --all) takes away and puts in.
"""
import argparse
import difflib
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from editor import Editor, position  # noqa: E402


def range_of(text, place):
    lines = text.split("\n")
    if found := re.fullmatch(r"(\d+)(?:-(\d+))?", place):
        begin, end = int(found[1]) - 1, int(found[2] or found[1])
        return {"start": {"line": begin, "character": 0}, "end": {"line": end, "character": 0}}
    line, word = place.split(":", 1)
    begin = sum(len(each) + 1 for each in lines[:int(line) - 1]) + lines[int(line) - 1].index(word)
    return {"start": position(text, begin), "end": position(text, begin)}


def offset(text, place):
    """The character of a Python string at a place of UTF-16 code units."""
    begin = sum(len(line) + 1 for line in text.split("\n")[:place["line"]])
    units = text[begin:].encode("utf-16-le")[:2 * place["character"]]
    return begin + len(units.decode("utf-16-le"))


def applied(text, edits):
    for edit in sorted(edits, key=lambda each: offset(text, each["range"]["start"]), reverse=True):
        begin, end = (offset(text, edit["range"][which]) for which in ("start", "end"))
        text = text[:begin] + edit["newText"] + text[end:]
    return text


def resolve(editor, uri, text, action):
    """The text with the action, or why there is none."""
    try:
        resolved = action if "edit" in action else editor.request("codeAction/resolve", action)
    except RuntimeError as problem:
        return None, problem.args[0]["message"]
    return applied(text, resolved["edit"]["changes"].get(uri, [])), None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("server")
    parser.add_argument("file")
    parser.add_argument("places", nargs="+")
    parser.add_argument("--only")
    parser.add_argument("--apply")
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args()
    file = pathlib.Path(options.file).resolve()
    text = file.read_text()
    editor = Editor([options.server])
    uri = editor.open(str(file), text)
    editor.wait(uri)
    for place in options.places:
        context = {"diagnostics": [], **({"only": [options.only]} if options.only else {})}
        actions = editor.request("textDocument/codeAction", {
            "textDocument": {"uri": uri}, "range": range_of(text, place), "context": context})
        print(f"{place}:")
        for action in actions:
            print(f"  {action['title']} ({action['kind']})")
            if not options.all and options.apply != action["title"]:
                continue
            changed, refusal = resolve(editor, uri, text, action)
            if refusal:
                print(f"    refused: {refusal}")
                continue
            print(f"    {editor.messages[-1]}" if editor.messages else "")
            for line in difflib.unified_diff(text.splitlines(), changed.splitlines(), lineterm="", n=0):
                if not line.startswith(("---", "+++", "@@")):
                    print(f"    {line}")
    return editor.close()


if __name__ == "__main__":
    sys.exit(main())
