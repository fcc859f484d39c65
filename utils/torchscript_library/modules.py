"""What modules register, by include/fx/Ops/Modules.def: the members of the classes of the library."""

import re

from .language import Reader, Template
from .problems import Place

# A tensor's sizes and initial value are nothing that TorchScript's classes say.
TENSOR = re.compile(r"((?:parameter|buffer) [\w$]+)(?:\[.*?\])?(?: = .*?)?( if .*)?")
# Modules that options hold are no text of TorchScript's.
UNSAYABLE = re.compile(r"unknown\b|.*: \$|.* = \w+\(")


class Members(Reader):
    """Of one family; `template` holds them afterwards."""

    def __init__(self, path, lines, problems):
        self.path, self.problems = path, problems
        self.template = Template(Place(path, lines[0][0]), [])
        blocks, words = [self.template.members], []
        for at, line in lines:
            if line.startswith("@"):
                self.read_word(at - 1, line, blocks, words)
            else:
                match = TENSOR.fullmatch(line)
                text = match[1] + (match[2] or "") if match else line
                self.read_member(at - 1, text, self.template, blocks[-1])


def read_later(path):
    """The classes that only a later LibTorch has."""
    return set(re.findall(r'^FX_LATER_MODULE\("(\w+)",', open(path).read(), re.M))


def read(path, problems):
    """The members and declarations of each class, as a Template, by its name."""
    text = open(path).read()
    families = {}
    for family in re.finditer(r"^FX_MODULE_FAMILY\((\w+),.*?\n\s*FX_REGISTERS\((.*?)\)\)$", text, re.M | re.S):
        lines, end = [], None
        for part in re.finditer(r'"([^"]*)"', family[2]):
            # Literals without a comma between them are one.
            if end is not None and "," not in family[2][end : part.start()]:
                lines[-1][1] += part[1]
            else:
                lines.append([text.count("\n", 0, family.start(2) + part.start()) + 1, part[1]])
            end = part.end()
        if lines and not any(UNSAYABLE.match(line) for _, line in lines):
            families[family[1]] = Members(path, lines, problems).template
    classes = re.findall(r'^FX_(?:LATER_)?MODULE\("(\w+)", (\w+),', text, re.M)
    return {name: families[family] for name, family in classes if family in families}
