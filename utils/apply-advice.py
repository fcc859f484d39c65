#!/usr/bin/python3
"""Does what fx-clang-trace advises, word by word, and tells how often that helps.

usage: apply-advice.py [RESULTS]... [--tests=FOLDER] [--tool=PATH] [--count=N] [--seed=N] [--per-id=N]
                       [--only=TEXT] [--timeout=S] [--json=FILE]

RESULTS are what `survey.py --json=FILE` wrote; those with the outcome "failed" are taken. --tests adds the runs with
`not fx-clang-trace` of the tests in a folder (test/Frontend/Diagnostics). Of all those --count are drawn
by --seed, at most --per-id with the same message; all that "repository:class" or the test's name has --only in.

Of each the first error is read, with its notes. What they have to copy is applied as it stands, without looking at
the program: options (one attempt for each of the alternatives), a fix-it (in a copy of the project), the folder of
a header. What a user has to fill in is filled in by rule: <value> with true, 1 or float32, <sizes> with 1x3x32x32,
<int width> with 1, <Config config> with
Config{}, <function> and <class> with those that the notes name, innermost first. Then the same command
runs again:

  traced     the advice does what it promises
  further    another error, or the same at another place
  same       the same error at the same place: the advice does not help
  rejected   the option that was proposed is not accepted
  by hand    the advice is to change the program, or there is none; its text is listed

What is filled in is tried in the order above until the command traces. The best of what is advised counts for the
refusal; each advice that is "same" or "rejected" is listed all the same, for a user tries it in vain. An error at the
same place that no longer asks for the same (of two operands the second) is "further".

Exit code 1 when there is a refusal for which nothing that is advised helps.
"""

import argparse
import collections
import itertools
import json
import os
import pathlib
import random
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
ORDER = ["traced", "further", "same", "rejected", "crashed", "hung", "by hand"]

HEAD = re.compile(r"^(?P<place>[^\s:][^:\n]*:\d+:\d+: |fx-clang: |fx-clang-trace: |)"
                  r"(?P<severity>error|warning|remark|note): (?P<text>.*)$")
# An option to copy: with '=' or a blank, its value in quotes or up to where a sentence goes on.
OPTION = re.compile(r"(?<![\w-])--(?P<name>assume|input|root|config|state|wrap|leaf|link-arg|method|mode|emit|passes|"
                    r"rules|libtorch|weights|rewrite)"
                    r"(?:(?:=| (?=[\w<]+=))(?P<value>'[^']*'|<[^<>]*>|(?:\[[^\]]*\]|\([^)]*\)|[^\s,;:()']|:(?=[\w<]))+))?")
# "leave out --wrap": the option goes.
LEAVES_OUT = re.compile(r"(?:leave out|without|instead of naming it by) --(wrap|leaf)\b")
# Options that hold together with others of their name; of the rest a command has one.
SEVERAL = {"assume", "input", "wrap", "leaf", "link-arg", "rules"}
# What a proposed option that is not understood leads to.
REJECTED = {"assumption-not-readable", "input-not-readable", "input-of-another-type", "input-is-a-tensor",
            "input-of-no-parameter", "root-is-no-expression", "root-makes-no-module", "root-not-found"}
# What is said where the numbers that were filled in do not fit the model, which is no fault of the advice.
SIZES = ["1x3x32x32", "2x8", "1x8x32", "4"]
OF_TYPE = [
    (r"\bbool\b", "true"), (r"string|char ?\*|path", '"name"'), (r"float|double", "0.5"),
    (r"(vector|initializer_list|ArrayRef)<.*(int|size_t|long)|IntArrayRef", "{1, 1}"),
    (r"Tensor\b", "torch::ones({1})"), (r"Device", "torch::kCPU"), (r"ExpandingArray<(\d)", "1"),
    (r"(u?int(\d+_t)?|long|short|size_t|unsigned|char)\b(?!.*[<*])", "1"), (r"<(?:const )?([\w:]+)&? \w+>", r"\1{}"),
]


def messages_of(text):
    """The first error of a run with its notes: (place, message, id, [(place, note)]); None without one."""
    found = None
    for line in text.splitlines():
        head = HEAD.match(line)
        if head is None:
            continue
        place, severity, said = head["place"][:-2], head["severity"], head["text"]
        if severity == "error" and found is None:
            with_id = re.fullmatch(r"(.*) \[([\w-]+)\]", said)
            found = (place, with_id[1] if with_id else said, with_id[2] if with_id else "clang", [])
        elif severity == "note" and found is not None:
            found[3].append((place, said))
        elif found is not None:
            break
    return found


def fills(placeholder, context, names):
    """What stands for a placeholder, the likeliest first; empty where no rule knows it."""
    if placeholder in ("<value>", "<number>", "<n>"):
        # "x.dtype()=<value>"
        if re.search(r"(dtype|scalar_?[tT]ype)\(\)(\.scalarType\(\))?$", context):
            return ["float32"]
        if found := re.search(r"[({;] *([\w:<>, *&]+) \w+ = ?$", context + "="):  # a variable of --root
            return fills(f"<{found[1]} x>", "", names)
        is_condition = re.search(r"==|!=|[<>]|&&|\|\||^!|(defined|empty|has_value|is_\w+|contains|training)\(", context)
        return ["true", "false"] if is_condition else ["1", "true", "2"]
    if placeholder == "<sizes>":
        return SIZES
    if placeholder == "<dtype>":
        return ["float32", "int64"]
    if placeholder == "<function>":
        return names["functions"]
    if placeholder == "<class>":
        return names["classes"]
    for pattern, value in OF_TYPE:
        if found := re.search(pattern, placeholder):
            return [found.expand(value) if "\\" in value else value]
    return []


def filled(value, names):
    """The ways to fill in a proposed value: each a text."""
    parts = re.split(r"(<(?:[^<>]|<[^<>]*>)*>)", value)
    is_placeholder = [
        part.startswith("<") and bool(re.fullmatch(r"<(value|number|n|sizes|dtype|function|class)>", part)
                                      or re.fullmatch(r"<.*[\w>&*] \w+>", part))
        for part in parts
    ]
    if not any(is_placeholder):
        return [value]
    choices = []
    for index, part in enumerate(parts):
        context = "".join(parts[:index])
        if context.endswith("="):
            context = context[:-1]
        choices.append(fills(part, context, names) if is_placeholder[index] else [part])
    return ["".join(way) for way in itertools.islice(itertools.product(*choices), 4)]


def names_in(notes):
    """The functions and classes that the notes name, innermost first."""
    functions = [found[1] for _, note in notes if (found := re.match(r"in the call of '([\w:~]+)' here", note))]
    functions = [name for name in functions if not name.endswith("::forward") and "::~" not in name]
    classes = [found[1] for _, note in notes if (found := re.match(r"in the call of '([\w:]+)::\w+' here", note))]
    return {"functions": functions[:2], "classes": classes[:2]}


def advised_options(texts, names, command):
    """Of each advice the ways to fill it in: lists of options to add. Those with nothing but a blank between them
    belong together."""
    advices = []
    for text in texts:
        advices += [[[("without", left_out[1])]] for left_out in LEAVES_OUT.finditer(text)]
        text = LEAVES_OUT.sub("", text)
        end, groups = None, []
        for found in OPTION.finditer(text):
            value = (found["value"] or "").strip("'").rstrip(".")
            # What there is to write may be left to the user, and what was written may be cited.
            if not value or "..." in value or value.startswith("<class>(") or f"--{found['name']}={value}" in command:
                continue
            if groups and text[end:found.start()] == " ":
                groups[-1].append((found["name"], value))
            else:
                groups.append([(found["name"], value)])
            end = found.end()
        for group in groups:
            ways = [[(name, way) for way in filled(value, names)] for name, value in group]
            advices.append([list(way) for way in itertools.islice(itertools.product(*ways), 4)])
    return [ways for i, ways in enumerate(advices) if ways and ways not in advices[:i]][:8]


def with_options(command, options, folder):
    split = command.index("--") if "--" in command else len(command)
    own, flags = list(command[:split]), list(command[split:])
    for name, value in options:
        if name == "-I":
            flags = flags or ["--"]
            flags.append(f"-I{value}")
            continue
        of_name = [i for i, word in enumerate(own) if word == f"--{name}" or word.startswith(f"--{name}=")]
        if name == "without" or name not in SEVERAL:
            wanted = value if name == "without" else name
            kept = []
            words = iter(own)
            for word in words:
                if word == f"--{wanted}":
                    next(words, None)
                elif not word.startswith(f"--{wanted}="):
                    kept.append(word)
            own = kept
        elif name == "input" and of_name:
            parameter = value.split("=")[0]
            own = [word for word in own if not word.startswith(f"--input={parameter}=")]
        if name == "without":
            continue
        if name == "emit" and value in ("torchscript", "pt2", "svg"):
            own = [word for i, word in enumerate(own) if word != "-o" and (i == 0 or own[i - 1] != "-o")]
            own += ["-o", f"{folder}/out.{'pt' if value == 'torchscript' else value}"]
        own.append(f"--{name}={value}")
    return own + flags


class Trial:
    def __init__(self, arguments):
        self.arguments = arguments

    def run(self, command):
        try:
            done = subprocess.run(command, capture_output=True, timeout=self.arguments.timeout,
                                  stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            return "hung", "", ""
        outcome = {0: "traced", 1: "refused", 2: "rejected"}.get(done.returncode, "crashed")
        return outcome, done.stderr.decode(errors="replace"), done.stdout.decode(errors="replace")

    def fixits(self, command, message):
        """What --emit=json says to put in the place of what, for the same error."""
        split = command.index("--") if "--" in command else len(command)
        if any(word.startswith(("--emit", "--verify", "--rewrite")) for word in command[:split]):
            return []
        plain = [w for i, w in enumerate(command[:split]) if w != "-o" and (i == 0 or command[i - 1] != "-o")]
        _, _, output = self.run(plain + ["--emit=json"] + command[split:])
        try:
            diagnostics = json.loads(output)["diagnostics"]
        except (ValueError, KeyError):
            return []
        for diagnostic in diagnostics:
            if diagnostic["severity"] == "error":
                if diagnostic["message"] != message:
                    return []
                own = diagnostic.get("fixits", [])
                return [own] if own else [n["fixits"] for n in diagnostic.get("notes", []) if n.get("fixits")]
        return []

    def apply_fixits(self, case, fixits, folder):
        """The command for a copy of the project in which they are applied: links, but for the file itself."""
        project, copy = case["project"], f"{folder}/project"
        subprocess.run(["cp", "-rs", project, copy], check=True, capture_output=True)
        by_file = collections.defaultdict(list)
        for fixit in fixits:
            by_file[fixit["range"].get("file") or fixit["range"]["begin"]["file"]].append(fixit)
        for name, edits in by_file.items():
            if not name.startswith(f"{project}/"):
                return None
            lines = pathlib.Path(name).read_bytes().split(b"\n")

            def offset(place):
                return sum(len(line) + 1 for line in lines[:place["line"] - 1]) + place["column"] - 1

            text = b"\n".join(lines)
            for fixit in sorted(edits, key=lambda fixit: -offset(fixit["range"]["begin"])):
                begin, end = offset(fixit["range"]["begin"]), offset(fixit["range"]["end"])
                text = text[:begin] + fixit["text"].encode() + text[end:]
            target = pathlib.Path(copy + name[len(project):])
            target.unlink()
            target.write_bytes(text)
        return [word.replace(project, copy) for word in case["command"]]

    def verdict(self, before, command, folder):
        outcome, stderr, _ = self.run(command)
        said = messages_of(stderr)
        after = {"outcome": outcome, "message": f"{said[0]}: {said[1]} [{said[2]}]" if said else stderr[-300:]}
        place = said[0].replace(f"{folder}/project", before["project"]) if said else ""
        if outcome in ("traced", "crashed", "hung", "rejected"):
            after["verdict"] = outcome
        elif said is None:
            after["verdict"] = "crashed"
        elif said[2] == before["id"] and place == before["place"]:
            # Of two operands that are asked for, one may be known now.
            asks = [note for _, note in said[3] if "--" in note]
            after["verdict"] = "same" if asks == [note for note in before["notes"] if "--" in note] else "further"
        elif said[2] in REJECTED or said[0].startswith("--root:") and not before["place"].startswith("--root:"):
            after["verdict"] = "rejected"
        else:
            after["verdict"] = "further"
        return after

    def missing_folder(self, case, texts):
        """The folder of a header that was not found, where it is in the project."""
        found = re.search(r"'([^']+)' file not found", texts[0])
        if not found or "-I <folder>" not in " ".join(texts):
            return []
        parts = pathlib.PurePath(found[1])
        return [[[("-I", str(path)[:-len(found[1]) - 1])]] for path in pathlib.Path(case["project"]).rglob(parts.name)
                if str(path).endswith("/" + found[1])][:2]

    def try_case(self, case):
        outcome, stderr, _ = self.run(case["command"])
        said = messages_of(stderr)
        if outcome != "refused" or said is None:
            return {"name": case["name"], "verdict": "none", "outcome": outcome}
        place, message, identifier, notes = said
        texts = [message] + [note for _, note in notes]
        result = {"name": case["name"], "command": case["command"], "id": identifier, "place": place,
                  "message": message, "notes": [note for _, note in notes], "project": case["project"], "attempts": []}
        with tempfile.TemporaryDirectory() as folder:
            for ways in advised_options(texts, names_in(notes), case["command"]) + self.missing_folder(case, texts):
                tried = []
                for options in ways:
                    command = with_options(case["command"], options, folder)
                    applied = " ".join(f"--{name}={value}" if name != "-I" else f"-I{value}" for name, value in options)
                    tried.append({"applied": applied, **self.verdict(result, command, folder)})
                    if tried[-1]["verdict"] == "crashed":
                        tried[-1]["command"] = command
                    if tried[-1]["verdict"] == "traced":
                        break
                result["attempts"].append(min(tried, key=lambda attempt: ORDER.index(attempt["verdict"])))
        for fixits in self.fixits(case["command"], message):
            with tempfile.TemporaryDirectory() as folder:
                command = self.apply_fixits(case, fixits, folder)
                if command:
                    applied = "fix-it " + "; ".join(fixit["text"].strip() for fixit in fixits)
                    result["attempts"].append({"applied": applied, **self.verdict(result, command, folder)})
        verdicts = [attempt["verdict"] for attempt in result["attempts"]]
        result["verdict"] = min(verdicts, key=ORDER.index) if verdicts else "by hand"
        return result


def cases_of_results(path, tool):
    for record in json.loads(path.read_text()):
        if record["outcome"] != "failed":
            continue
        command = [tool, *record["command"][1:]]
        project = re.match(r"(.*?/[^/+]+\+[^/]+)/", command[1])
        yield {"name": record["class"], "command": command,
               "project": project[1] if project else os.path.dirname(command[1]), "reason": record.get("reason", "")}


def cases_of_tests(folder, tool):
    for path in sorted(folder.rglob("*")):
        if path.suffix not in (".cpp", ".test") or "Inputs" in path.parts:
            continue
        text = path.read_text(errors="replace").replace("\\\n//", "").replace("\\\n", "")
        for number, run in enumerate(re.findall(r"RUN: *(not %?fx-clang-trace.*)", text)):
            line = re.split(r"\s(?:\d?>|\||&&)", run)[0].replace("%S", str(path.parent)).replace("%s", str(path))
            if "%" in line or "@" in line:
                continue  # what another command of the test makes
            try:
                words = shlex.split(line)[2:]
            except ValueError:
                continue
            yield {"name": f"{path.stem}#{number + 1}", "command": [tool, *words], "project": str(ROOT / "test"),
                   "reason": f"{path.stem}#{number + 1}"}


def drawn(cases, arguments):
    random.Random(arguments.seed).shuffle(cases)
    return (case for case in cases if arguments.only in case["name"])


def report(results):
    for result in results:
        print(f"\n{result['verdict']:9} {result['id']}  {result['name']}\n    {result['place']}: {result['message']}")
        if result["verdict"] == "by hand":
            for note in result["notes"][-2:]:
                print(f"    note: {note}")
        for attempt in result["attempts"]:
            then = "" if attempt["verdict"] == "traced" else f"\n              now {attempt['message']}"
            print(f"    {attempt['verdict']:9} {attempt['applied']}{then}")
    counts = collections.Counter(result["verdict"] for result in results)
    print("\n" + ", ".join(f"{counts[verdict]} {verdict}" for verdict in ORDER if counts[verdict]), "of", len(results))
    vain = [(result, attempt) for result in results for attempt in result["attempts"]
            if attempt["verdict"] not in ("traced", "further")]
    print(f"{len(vain)} of {sum(len(result['attempts']) for result in results)} advices in vain")
    for result, attempt in vain:
        print(f"    {attempt['verdict']:9} {result['id']}  {result['name']}  {attempt['applied']}")
    return counts


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=pathlib.Path, nargs="*")
    parser.add_argument("--tests", type=pathlib.Path)
    parser.add_argument("--tool", default=str(ROOT / "build/release/tool/fx-clang-trace/fx-clang-trace"))
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=17)
    parser.add_argument("--per-id", type=int, default=0)
    parser.add_argument("--only", default="")
    parser.add_argument("--timeout", type=int, default=60)
    parser.add_argument("--json", type=pathlib.Path)
    arguments = parser.parse_args()
    cases = [case for path in arguments.results for case in cases_of_results(path, arguments.tool)]
    if arguments.tests:
        cases += cases_of_tests(arguments.tests.resolve(), arguments.tool)
    results = []
    seen = collections.Counter()
    trial = Trial(arguments)
    for case in drawn(cases, arguments):
        if len(results) == arguments.count:
            break
        result = trial.try_case(case)
        if result["verdict"] == "none":
            continue  # traced, or too slow, on this machine: no refusal
        seen[result["id"]] += 1
        if arguments.per_id and seen[result["id"]] > arguments.per_id:
            continue
        results.append(result)
        print(f"\r{len(results)} of {arguments.count}", end="", file=sys.stderr, flush=True)
        if arguments.json:
            arguments.json.write_text(json.dumps(results, indent=1))
    print(file=sys.stderr)
    counts = report(results)
    return int(any(counts[verdict] for verdict in ("same", "rejected", "crashed", "hung")))


if __name__ == "__main__":
    sys.exit(main())
