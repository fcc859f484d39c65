"""Writes compile_commands.json: database.py FOLDER DIRECTORY FILE COMMAND, or with --arguments its words."""
import json
import pathlib
import sys

folder, directory, file, *command = sys.argv[1:]
entry = {"directory": directory, "file": file}
if command[0] == "--arguments":
    entry["arguments"] = command[1:]
else:
    entry["command"] = " ".join(command)
pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
path = pathlib.Path(folder, "compile_commands.json")
entries = json.loads(path.read_text()) if path.exists() else []
path.write_text(json.dumps(entries + [entry], indent=1))
