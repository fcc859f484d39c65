"""Runs the examples of a tutorial: blocks of ```python and ```cpp, each followed by a block without a
language that is what it prints.

usage: tutorial.py extract PAGE PROGRAM.cpp     writes one program of all blocks in C++
       tutorial.py cpp PAGE PROGRAM [--update]  runs it, and compares what it prints with the page
       tutorial.py python PAGE [--update]       runs the blocks in Python, and compares
       tutorial.py prints SOURCE PROGRAM        compares with the comment "// Prints:" at the end of SOURCE

"..." on a page stands for anything; a line of it alone for any lines. With --update what is printed is written
into the page. The blocks of a section of the page (##) share their variables in C++, all blocks do in Python.
"""

import contextlib
import io
import re
import subprocess
import sys

MARK = "@@ block "
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
DECLARATION = re.compile(r"(struct|class|template|using|namespace|enum|TORCH_MODULE)\b|const auto \w+ = fx::wrap"
                         r"|[\w:<>&*, ]+ [\w:]+\([^;]*\) \{$")


def sections(text):
    """The blocks of each section, as (language, code, what is printed or None, span of the latter)."""
    starts = [found.start() for found in re.finditer(r"^## ", text, re.M)] + [len(text)]
    for start, end in zip(starts, starts[1:]):
        found = list(BLOCK.finditer(text, start, end))
        blocks = []
        for block, following in zip(found, found[1:] + [None]):
            if not block[1]:
                continue
            printed = following if following is not None and not following[1] else None
            blocks.append((block[1], block[2], printed and printed[2], printed and printed.span(2)))
        yield blocks


def blocks_of(text, language):
    return [block for section in sections(text) for block in section if block[0] == language]


def items(code):
    """What stands at the left margin, each with the lines that belong to it."""
    lines = []
    for line in code.splitlines():
        if lines and (not line or line[0] in " })"):
            lines[-1] += "\n" + line
        else:
            lines.append(line)
    return lines


def extract(text):
    includes = sorted({line for block in BLOCK.finditer(text) if block[1] == "cpp"
                       for line in block[2].splitlines() if line.startswith("#include")}, reverse=True)
    program, calls, number = [*includes, ""], [], 0
    for index, section in enumerate(sections(text)):
        declarations, statements = [], []
        for _, code, *_ in [block for block in section if block[0] == "cpp"]:
            statements.append(f'std::cout << "\\n{MARK}{number}\\n";')
            number += 1
            for item in items(code):
                if not item.startswith("#include"):
                    (declarations if DECLARATION.match(item.splitlines()[0]) else statements).append(item)
        if statements:
            program += [f"namespace section{index} {{", *declarations, "void run() {", *statements, "}", "}", ""]
            calls.append(f"section{index}::run();")
    return "\n".join([*program, "int main() {", *calls, "}", ""])


def is_like(expected, actual):
    pattern = "".join(r"(.*\n)*?" if line.strip() == "..." else
                      ".*".join(map(re.escape, line.rstrip().split("..."))) + r" *\n"
                      for line in expected.splitlines())
    return re.fullmatch(pattern, actual) is not None


def as_in_either(printed):
    """torch.fx of torch 1.13 has another word for the users of a node; that of torch 2 frees what nobody uses."""
    unused = re.compile(r"^( *)(\w+)( = .*?);  (?:(.* = )?)\2 = None$", re.M)
    freed = unused.sub(lambda line: line[1] + line[2] + line[3] + (f";  {line[4]}None" if line[4] else ""), printed)
    return freed.replace("[#users=", "[num_users=")


def run_python(text):
    names = {"__name__": "tutorial"}
    for number, (_, code, *_) in enumerate(blocks_of(text, "python")):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, f"block {number}", "exec"), names)
        yield as_in_either(printed.getvalue())


def run_cpp(program):
    done = subprocess.run([program], stdout=subprocess.PIPE, text=True, check=True)
    for part in done.stdout.split("\n" + MARK)[1:]:
        yield part.split("\n", 1)[1]


def compare(path, text, language, outputs, update):
    blocks, failed, changes = blocks_of(text, language), False, []
    outputs = list(outputs)
    if len(blocks) != len(outputs) or not blocks:
        sys.exit(f"{path} has {len(blocks)} blocks in {language}, and {len(outputs)} ran")
    for (_, code, expected, span), actual in zip(blocks, outputs):
        actual = "".join(line.rstrip() + "\n" for line in actual.splitlines())
        actual = re.sub(r"\n{3,}", "\n\n", actual).strip("\n") + "\n" if actual.strip() else ""
        if is_like(expected or "", actual):
            continue
        if update and span:
            changes.append((span, actual))
            continue
        failed = True
        print(f"--- {path}: this block in {language}\n{code}--- prints\n{actual}--- and the page says\n{expected}")
    for (start, end), actual in reversed(changes):
        text = text[:start] + actual + text[end:]
    if changes:
        with open(path, "w") as file:
            file.write(text)
    if failed:
        sys.exit(1)
    print(f"{len(blocks)} blocks in {language} print what the page says")


def main():
    command, path, *rest = sys.argv[1:]
    with open(path) as file:
        text = file.read()
    if command == "extract":
        with open(rest[0], "w") as file:
            file.write(extract(text))
    elif command == "cpp":
        compare(path, text, "cpp", run_cpp(rest[0]), "--update" in rest)
    elif command == "python":
        compare(path, text, "python", run_python(text), "--update" in rest)
    elif command == "prints":
        said = re.search(r"^// Prints:\n((?:^//.*\n)+)\Z", text, re.M)
        if not said:
            sys.exit(f"{path} does not say what it prints")
        expected = "".join(line[3:] + "\n" for line in said[1].splitlines())
        done = subprocess.run([rest[0]], stdout=subprocess.PIPE, text=True, check=True)
        actual = "".join(line.rstrip() + "\n" for line in done.stdout.splitlines())
        if not is_like(expected, actual):
            sys.exit(f"{rest[0]} prints\n{actual}--- and {path} says\n{expected}")
    else:
        sys.exit(__doc__)


main()
