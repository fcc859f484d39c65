"""Checks docs/Diagnostics.md, from standard input, against the tests: check_diagnostics.py TEST_FOLDER

Each feature that is missing names a test that says its id; each other message has an explanation.
"""

import pathlib
import re
import sys

tests = pathlib.Path(sys.argv[1])
page = sys.stdin.read()
wrong = []

messages = re.findall(r"^### (\S+)\n\n> .+\n\n(.*)$", page, re.M)
for name, explanation in messages:
    if not explanation or explanation.startswith("#"):
        wrong.append(f"{name}: no explanation")

features = re.findall(r"^\| ([a-z0-9-]+) \| .* \| \[(.*)\]\(\.\./test/.*\) \|$", page, re.M)
for name, test in features:
    path = tests / test
    if not test or not path.is_file():
        wrong.append(f"{name}: there is no test '{test}'")
    elif f"[{name}]" not in path.read_text():
        wrong.append(f"{name}: {test} does not show it")

print(*wrong, sep="\n")
print(f"{len(messages)} messages, {len(features)} missing features, {len(wrong)} wrong")
sys.exit(1 if wrong or not messages or not features else 0)
