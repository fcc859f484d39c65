"""Checks docs/Diagnostics.md, from standard input, against the tests: check_diagnostics.py TEST_FOLDER

Each feature that is missing names a test that has its id or text; each other message has an explanation.
"""

import pathlib
import re
import sys



def shows(test, name, what):
    """Whether a test has the id, or the longest part of the text that is always the same."""
    fixed = max(what.split("..."), key=len).strip()
    return f"[{name}]" in test or (len(fixed) > 10 and fixed in test)


tests = pathlib.Path(sys.argv[1])
page = sys.stdin.read()
wrong = []

messages = re.findall(r"^### (\S+)\n\n> .+\n\n(.*)$", page, re.M)
for name, explanation in messages:
    if not explanation or explanation.startswith("#"):
        wrong.append(f"{name}: no explanation")

features = re.findall(r"^\| ([a-z0-9-]+) \| (.*) \| \[(.*)\]\(\.\./test/.*\) \|$", page, re.M)
for name, what, test in features:
    path = tests / test
    if not test or not path.is_file():
        wrong.append(f"{name}: there is no test '{test}'")
    elif not shows(path.read_text(), name, what):
        wrong.append(f"{name}: {test} does not show it")

print(*wrong, sep="\n")
print(f"{len(messages)} messages, {len(features)} missing features, {len(wrong)} wrong")
sys.exit(1 if wrong or not messages or not features else 0)
