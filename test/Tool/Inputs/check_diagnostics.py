"""Checks docs/Diagnostics.md, from standard input, against the tests: check_diagnostics.py TEST_FOLDER

Each feature that is missing names a test that has its id or text; each other message has an explanation.
What the libraries beside the tracer say is shown by some test.
"""

import pathlib
import re
import sys



def shows(test, name, what):
    """Whether a test has the id, or the longest part of the text that is always the same."""
    fixed = max(what.split("..."), key=len).strip()
    return f"[{name}]" in test or f'"{name}"' in test or (len(fixed) > 10 and fixed in test)


tests = pathlib.Path(sys.argv[1])
page = sys.stdin.read()
wrong = []

messages = re.findall(r"^### (\S+)\n\n> .+\n\n(.*)$", page, re.M)
for name, explanation in messages:
    if not explanation or explanation.startswith("#"):
        wrong.append(f"{name}: no explanation")

# Behind the missing features: a section for each library.
libraries = page[page.rindex("\n| "):]
texts = [path.read_text(errors="ignore") for path in tests.rglob("*")
         if path.is_file() and path.suffix in (".cpp", ".fx", ".test")]
for name, what in re.findall(r"^### (\S+)\n\n> (.+)$", libraries, re.M):
    if not any(shows(text, name, what) for text in texts):
        wrong.append(f"{name}: no test shows it")

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
