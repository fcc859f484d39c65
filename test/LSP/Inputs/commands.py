"""Does with a file what the code lenses above its models offer, and prints what the server says.

    commands.py <server> <file> [--replace TEXT OTHER]... <command>...

TEXT is replaced before the first command, and not saved. A command that does not begin with
"fx-clang." is one of these: "lenses" prints them.
"""
import argparse
import pathlib
import re

import editor


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("server")
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--replace", nargs=2, action="append", default=[])
    parser.add_argument("commands", nargs="+")
    arguments = parser.parse_args()
    file = arguments.file.resolve()
    client = editor.Editor([arguments.server])
    text = file.read_text()
    for before, after in arguments.replace:
        assert before in text, before
        text = text.replace(before, after)
    client.open(file, text)
    document = {"textDocument": {"uri": file.as_uri()}}
    for command in arguments.commands:
        lenses = [lens["command"] for lens in client.request("textDocument/codeLens", document)]
        if command == "lenses":
            print(" | ".join(lens["title"] for lens in lenses))
            continue
        chosen = next(lens for lens in lenses if lens["command"] == command)
        try:
            client.request("workspace/executeCommand",
                           {"command": command, "arguments": chosen["arguments"]})
        except RuntimeError as error:
            print("refused:", error)
        for message in client.messages:
            print(re.sub(r"^fx-clang: ", "", message))
        client.messages.clear()
    client.close()


if __name__ == "__main__":
    main()
