"""What utils/new-pass, new-emitter and new-model share: names, files that are not there yet, rows."""

import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[0]).resolve().parents[1]


def arguments(usage, *patterns):
    """The words of the command line; the program ends when one does not have its pattern."""
    words = sys.argv[1:]
    if len(words) != len(patterns):
        sys.exit(f"usage: {usage}")
    for word, pattern in zip(words, patterns):
        if not re.fullmatch(pattern, word):
            sys.exit(f"'{word}' does not fit; usage: {usage}")
    return words


def camel(name):
    """"remove-identity" -> "RemoveIdentity"."""
    return "".join(part.capitalize() for part in re.split("[-_]", name))


def snake(name):
    return name.replace("-", "_")


def write(path, text):
    target = ROOT / path
    if target.exists():
        sys.exit(f"{path} is there already: take another name")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text)
    print("wrote", path)


def add_row(path, row):
    """Puts a row behind the last of a .def file, which ends in #undef."""
    target = ROOT / path
    text = target.read_text()
    at = text.rindex("#undef")
    target.write_text(text[:at] + row + "\n" + text[at:])
    print("added", row, "to", path)
