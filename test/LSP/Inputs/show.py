"""Prints files as an editor shows them that has all of them open: hints at the ends of their lines,
messages below theirs.

  show.py fx-clang-lsp FILE...
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from editor import Editor, lines  # noqa: E402


def main():
    server, *files = sys.argv[1:]
    editor = Editor([server])
    opened = [editor.open(str(pathlib.Path(file).resolve()), pathlib.Path(file).read_text()) for file in files]
    # What one trace shows in the file of another counts too.
    for uri in opened:
        editor.wait(uri)
    for file, uri in zip(files, opened):
        print(f"{pathlib.Path(file).name}:")
        hints = editor.hints(uri)
        shown, _ = editor.diagnostics.get(uri, ([], 0))
        for number, text in enumerate(lines(editor.texts[uri])):
            labels = [label for line, _, label in hints if line == number]
            print(f"{text} {'  '.join(f'<<{label}>>' for label in labels)}".rstrip())
            for each in shown:
                if each["range"]["start"]["line"] == number:
                    print(f"  ^ {each.get('code', '')}: {each['message']}")
    for message in editor.messages:
        print(f"message: {message}")
    return editor.close()


if __name__ == "__main__":
    sys.exit(main())
