#!/usr/bin/python3
"""Writes models with comments, macros, tabs, line ends of both kinds and non-ASCII text at random between their
tokens, and changes relu to gelu in them: no byte outside of the edits changes, and what is edited is what was meant.

usage: edits.py --tool TOOL [--count N] [--seed S] [--jobs J] [--out DIR]

N is how many edits are wanted at least. Each file is changed twice: by -i, and by --export-fixes, whose replacements
are applied here to the bytes of the original: both give the same file. Without comments and blanks, that has the
tokens of the original with gelu for relu. Files that fail are kept in DIR. Exit code 1 when there is any.
"""

import argparse
import concurrent.futures
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
RULES = ROOT / "docs/examples/activations.cpp"
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
HEAD = """#include <torch/torch.h>
#define SAME(x) x
#define \u00fcber 3
namespace F = torch::nn::functional;
const char* said = "gr\u00fc\u00df /* no comment */ \u6f22\u5b57";
struct Net : torch::nn::Module {
  Net ( ) { act = register_module ( "act" , torch::nn::ReLU ( ) ) ; }
  torch::nn::ReLU act{nullptr};
"""
# A statement, and what it is afterwards.
STATEMENTS = [
    ("x = torch::relu ( x ) ;", "x = torch::gelu ( x ) ;"),
    ("x = x . relu ( ) ;", "x = torch::gelu ( x ) ;"),
    ("x = F::relu ( x ) ;", "x = F::gelu ( x ) ;"),
    ("x = torch::relu ( torch::sin ( x ) ) + torch::relu ( x ) ;", "x = torch::gelu ( torch::sin ( x ) ) + torch::gelu ( x ) ;"),
    ("x = torch::cat ( { torch::relu ( x ) , x } , 0 ) ;", "x = torch::cat ( { torch::gelu ( x ) , x } , 0 ) ;"),
    ("if ( true ) x = torch::relu ( x * 2 ) ;", "if ( true ) x = torch::gelu ( x * 2 ) ;"),
    ("x = SAME ( torch::cos ( x ) ) ;",) * 2,
    ("x = x + 1 ;",) * 2,
    ("x = act ( x ) ;",) * 2,
]


def blank(draw, number, word):
    kind = draw.randrange(12)
    return [" ", "  ", "\t", "\n", "\n\t", f" /* {number} \u00e9 */ ", f" // {number} \u6f22 torch::relu(x)\n", f" /* {number}\n */ ",
            "\n#define EMPTY\n" if word == ";" else " "][kind] if kind < 9 else " "


def model(draw):
    """The text, and its tokens afterwards."""
    statements = [draw.choice(STATEMENTS) for _ in range(draw.randrange(4, 16))]
    words = ("torch::Tensor forward ( torch::Tensor x ) { " + " ".join(before for before, _ in statements) + " return x ; } } ;").split(" ")
    text = HEAD + "".join(word + blank(draw, number, word) for number, word in enumerate(words)) + "\n"
    is_called = any("act" in before for before, _ in statements)
    after = HEAD.replace("ReLU", "GELU" if is_called else "ReLU") + "torch::Tensor forward(torch::Tensor x){" + " ".join(after for _, after in statements) + "return x;}};"
    ends = draw.choice(["\n", "\r\n", None])
    lines = text.split("\n")
    return "".join(line + (ends or draw.choice(["\n", "\r\n"])) for line in lines), after


def tokens(text):
    text = text.replace("\r", "").replace("#define EMPTY\n", "")
    return re.sub(r"\s+", "", COMMENT.sub(" ", text.replace("/* no comment */", "no comment")))


def replaced(original, fixes):
    """The bytes with the replacements of a file of fixes."""
    edits = [(edit["Offset"], edit["Length"], edit["ReplacementText"].encode()) for edit in yaml.safe_load(fixes)["Replacements"]]
    result, at = b"", 0
    for offset, length, text in sorted(edits):
        result += original[at:offset] + text
        at = offset + length
    return result + original[at:], len(edits)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=pathlib.Path)
    options = parser.parse_args()
    out = options.out or pathlib.Path(tempfile.mkdtemp(prefix="fx-fuzz-edits-"))
    out.mkdir(parents=True, exist_ok=True)

    def attempt(number):
        """How many edits, and what is wrong."""
        draw = random.Random(options.seed * 1_000_003 + number)
        text, after = model(draw)
        original = text.encode()
        file, changed, fixes = out / f"{number}.cpp", out / f"{number}-changed.cpp", out / f"{number}.yaml"
        file.write_bytes(original)
        shutil.copy(file, changed)
        for source, more in ((file, [f"--export-fixes={fixes}"]), (changed, ["-i"])):
            run = subprocess.run([options.tool, "--no-config", "--quiet", f"--rules={RULES}", *more, str(source), "--"], capture_output=True, text=True)
            if run.returncode != 0:
                return 0, f"{file}: {' '.join(more)}: {run.stderr[-500:]}"
        expected, count = replaced(original, fixes.read_text())
        result = changed.read_bytes()
        if result != expected:
            return count, f"{file}: -i and --export-fixes differ"
        if tokens(result.decode()) != tokens(after):
            return count, f"{file}: not what was meant"
        for path in (file, changed, fixes):
            path.unlink()
        return count, ""

    total, files, wrong = 0, 0, []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        while total < options.count and len(wrong) < 10:
            for count, said in pool.map(attempt, range(files, files + 10 * options.jobs)):
                total += count
                wrong += [said] if said else []
            files += 10 * options.jobs
    for said in wrong:
        print(said)
    print(f"{total} edits in {files} files, {len(wrong)} files wrong")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
