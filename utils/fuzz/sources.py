#!/usr/bin/python3
"""Changes tokens of the C++ sources below test/ and docs/, and traces what comes out.

usage: sources.py --tool TOOL [--count N] [--seconds S] [--seed S] [--jobs J] [--out DIR]

Most of what comes out does not compile, or is refused; nothing may crash the tool, take more than 20 s or more than
2 GB. What does is kept in DIR (default: a new folder below /tmp). Exit code 1 when there is any.
"""

import argparse
import pathlib
import random
import re
import sys
import tempfile

import bounded

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOKEN = re.compile(r'//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|#[^\n]*|\w+|\s+|->|::|<<|>>|[-+*/=!<>&|]=|&&|\|\||.', re.S)
# What is at the edge of what the evaluator knows.
WORDS = """0 1 -1 2147483647 9223372036854775807 18446744073709551615ull 1e308 (1ull<<40) nullptr true "" 'x' {} this auto int bool
double std::string std::vector<int> torch::Tensor const static virtual & * && ! ~ ++ -- + - / % << >> == < && || ? return break
continue goto throw new delete if while for do switch try catch sizeof std::move x""".split()


def texts():
    """The sources, without those that are made to take long."""
    files = sorted(path for folder in ("test", "docs/examples") for path in (ROOT / folder).rglob("*.cpp") if "bench" not in path.parts)
    return [(path, path.read_text(errors="replace")) for path in files if "torch" in path.read_text(errors="replace")]


def kind_of(token):
    return "number" if token[0].isdigit() else "word" if token[0].isalpha() else token[0] if token[0] in "\"'" else "sign"


def change(tokens, places, draw):
    """Most changes keep the kind of a token: then it more often compiles, and the evaluator gets to see it."""
    at = draw.choice(places)
    alike = [i for i in places if kind_of(tokens[i]) == kind_of(tokens[at])]
    statements = [i for i in places if tokens[i] == ";"]
    kind = draw.randrange(8)
    if kind == 0:
        tokens[at] = draw.choice(WORDS)
    elif kind == 1:
        tokens[at] = draw.choice([word for word in WORDS if kind_of(word) == kind_of(tokens[at])] or WORDS)
    elif kind == 2:
        tokens[at] = tokens[draw.choice(alike)]
    elif kind == 3:
        other = draw.choice(alike)
        tokens[at], tokens[other] = tokens[other], tokens[at]
    elif kind == 4:
        tokens[at] = draw.choice(("", tokens[at] * 2))
    elif len(statements) > 2:
        # A statement goes, is there twice, or is another's.
        number = draw.randrange(1, len(statements))
        begin, end = statements[number - 1] + 1, statements[number] + 1
        statement = "".join(tokens[begin:end])
        if kind == 5:
            tokens[begin:end] = [""] * (end - begin)
        tokens[draw.choice(statements) if kind == 6 else end - 1] += statement


def mutated(text, draw):
    tokens = TOKEN.findall(text)
    places = [i for i, token in enumerate(tokens) if not token.isspace() and not token.startswith(("//", "#"))]
    if len(places) < 2:
        return text
    for _ in range(draw.choice((1, 1, 1, 2, 3, 6))):
        change(tokens, [i for i in places if tokens[i]], draw)
    return "".join(tokens)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=pathlib.Path)
    options = parser.parse_args()
    if not options.seconds and options.count == 1_000_000:
        options.seconds = 600
    out = options.out or pathlib.Path(tempfile.mkdtemp(prefix="fx-fuzz-sources-"))
    out.mkdir(parents=True, exist_ok=True)
    sources = texts()

    def attempt(number):
        draw = random.Random(options.seed * 1_000_003 + number)
        path, text = draw.choice(sources)
        file = out / f"{number}.cpp"
        file.write_text(mutated(text, draw))
        emitter = draw.choice(("graph", "cpp", "python", "torchscript", "json", "readable"))
        command = [options.tool, "--no-config", f"--emit={emitter}", str(file), "--", f"-I{path.parent}"]
        outcome, said = bounded.run(command, out)
        if outcome in ("ok", "refused"):
            file.unlink()
        return outcome, f"{path.relative_to(ROOT)} as {file}, --emit={emitter}: {said}" if said else ""

    counts, found = bounded.run_many(attempt, options.count, options.seconds, options.jobs)
    print(f"{counts.total()} sources: " + ", ".join(f"{count} {outcome}" for outcome, count in counts.most_common()))
    sys.exit(1 if found or not counts else 0)


if __name__ == "__main__":
    main()
