"""Reads files of the library into trees. What names mean is looked at in meaning.py."""

import re
from dataclasses import dataclass, field

from .problems import Place

MEMBERS = "parameter, buffer, child, children, option, default, without, forward(...)"


@dataclass
class Test:
    negated: bool
    kind: str  # "true", "equals", "none" or "string"
    left: str
    right: str = ""


@dataclass
class Tensor:
    place: Place
    is_parameter: bool
    name: str
    condition: list | None  # of alternatives, lists of tests that hold together


@dataclass
class Child:
    place: Place
    name: str
    module: str
    settings: list  # of (option, text)
    count: str | None  # of a ModuleList


@dataclass
class Forward:
    place: Place
    signature: str  # "input: Tensor) -> Tensor:"


@dataclass
class Statement:
    place: Place
    text: str  # with its indentation


@dataclass
class If:
    place: Place
    condition: list
    then: list = field(default_factory=list)
    otherwise: list | None = None


@dataclass
class For:
    place: Place
    variable: str
    count: str
    body: list = field(default_factory=list)


@dataclass
class Declaration:
    """`option a: int = 1`, `default a = $b` or `without a`."""

    place: Place
    word: str
    name: str
    type: str | None = None
    default: str | None = None


@dataclass
class Template:
    place: Place
    names: list
    declarations: list = field(default_factory=list)
    members: list = field(default_factory=list)


@dataclass
class Function:
    place: Place
    name: str
    signature: str
    text: str


def split_outside_brackets(text, separator):
    parts, depth, quoted, start = [], 0, False, 0
    for i, c in enumerate(text):
        quoted ^= c == '"'
        depth += 0 if quoted else (c in "[(") - (c in "])")
        if not quoted and depth <= 0 and text.startswith(separator, i):
            parts.append(text[start:i].strip())
            start = i + len(separator)
    last = text[start:].strip()
    return parts + ([last] if last else [])


def is_open(text):
    return text.count("(") > text.count(")") or text.count("[") > text.count("]")


class Reader:
    """Of one file: `templates` and `functions` afterwards."""

    def __init__(self, path, problems):
        self.path, self.problems = str(path), problems
        self.lines = path.read_text().splitlines()
        self.templates, self.functions = [], []
        at = 0
        while at < len(self.lines):
            line = self.lines[at]
            if line.startswith("def "):
                at = self.read_function(at)
            elif line.startswith("class "):
                at = self.read_class(at)
            else:
                if line.strip() and not line.startswith("#"):
                    self.wrong(at, f"'{line.strip()}' stands in no class", "begin a line at its left "
                               "edge with class, def or #")
                at += 1

    def wrong(self, at, what, way_out):
        self.problems.add(Place(self.path, at + 1), what, way_out)

    def end_of_block(self, at):
        """The line behind the indented lines that follow."""
        end = at + 1
        while end < len(self.lines) and (not self.lines[end] or self.lines[end][0] == " "):
            end += 1
        return end

    def joined(self, at, end):
        """The line that begins at `at`, to where its brackets close, and the line behind it."""
        text, next_ = self.lines[at].rstrip(), at + 1
        while is_open(text) and next_ < end:
            text += " " + self.lines[next_].strip()
            next_ += 1
        if is_open(text):
            self.wrong(at, "a bracket is open to the end of the class or function", "close it")
        return text, next_

    def read_function(self, at):
        end = self.end_of_block(at)
        text = "\n".join(self.lines[at:end]).rstrip()
        head, body = self.joined(at, end)
        match = re.fullmatch(r"def (\w+)\((.*\) -> .*:)", head)
        if not match:
            self.wrong(at, "this is no head of a function", "write def name(a: Tensor) -> Tensor:")
        elif body == end:
            self.wrong(at, f"{match[1]} has no body", "indent it by two blanks")
        else:
            function = Function(Place(self.path, at + 1), match[1], match[2], text)
            self.functions.append(function)
        return end

    def read_class(self, at):
        end = self.end_of_block(at)
        head, next_ = self.joined(at, end)
        match = re.fullmatch(r"class (\w+(?:, ?\w+)*):", head)
        if not match:
            self.wrong(at, "this is no head of a class", "write class A, B: with names of modules")
            return end
        template = Template(Place(self.path, at + 1), re.split(", ?", match[1]))
        self.templates.append(template)
        # Lists that are open: the class's members, and those of each @if and @for inside of it.
        blocks, words = [template.members], []
        in_forward = False
        while next_ < end:
            at = next_
            line, next_ = self.joined(at, end)
            text = line.strip()
            place = Place(self.path, at + 1)
            if not text or text.startswith("#"):
                continue
            if text.startswith("@"):
                self.read_word(at, text, blocks, words)
            elif text.startswith("forward("):
                in_forward = True
                blocks[-1].append(Forward(place, text.removeprefix("forward(")))
            elif in_forward:
                blocks[-1].append(Statement(place, line))
            else:
                self.read_member(at, text, template, blocks[-1])
        for opened in words:
            word = "@if" if isinstance(opened, If) else "@for"
            self.problems.add(opened.place, f"this {word} has no @end", "close it with a line @end")
        return end

    def read_word(self, at, text, blocks, words):
        """A line that begins with @."""
        place = Place(self.path, at + 1)
        if match := re.fullmatch(r"@if (.*)", text):
            opened = If(place, self.condition(at, match[1]))
            inner = opened.then
        elif match := re.fullmatch(r"@for (\w+) in (\S.*)", text):
            opened = For(place, match[1], match[2])
            inner = opened.body
        elif text == "@else":
            if not words or not isinstance(words[-1], If) or words[-1].otherwise is not None:
                return self.wrong(at, "this @else belongs to no @if", "an @if has one @else at most, "
                                  "before its @end")
            words[-1].otherwise = blocks[-1] = []
            return None
        elif text == "@end":
            if not words:
                return self.wrong(at, "this @end closes nothing", "remove it, or write the @if or "
                                  "@for that it belongs to")
            words.pop()
            blocks.pop()
            return None
        else:
            word = text.split()[0]
            return self.wrong(at, f"the language has no such line with {word}", "write @if CONDITION, "
                              "@else, @for NAME in COUNT or @end")
        blocks[-1].append(opened)
        blocks.append(inner)
        words.append(opened)
        return None

    def condition(self, at, text):
        alternatives = []
        for alternative in split_outside_brackets(text, " or "):
            tests = [self.test(at, test) for test in split_outside_brackets(alternative, " and ")]
            alternatives.append([test for test in tests if test])
        return alternatives

    def test(self, at, text):
        negated = text.startswith("not ")
        rest = text.removeprefix("not ")
        if match := re.fullmatch(r"(\$\w+) == ([^=]+)", rest):
            return Test(negated, "equals", match[1], match[2])
        if match := re.fullmatch(r"(\$\w+)(?: is (None|str))?", rest):
            kind = {None: "true", "None": "none", "str": "string"}[match[2]]
            return Test(negated, kind, match[1])
        self.wrong(at, f"'{text}' is no condition", "one is $a, $a == text, $a is None or $a is str, "
                   "behind 'not' where it is the opposite, joined by 'and' and 'or'")
        return None

    def read_member(self, at, text, template, block):
        place = Place(self.path, at + 1)
        word, _, rest = text.partition(" ")
        if word in ("parameter", "buffer"):
            name, _, condition = rest.partition(" if ")
            if not re.fullmatch(r"[\w$]+", name):
                return self.wrong(at, f"'{name}' is no name of a tensor", f"write {word} NAME or "
                                  f"{word} NAME if CONDITION")
            tests = self.condition(at, condition) if condition else None
            return block.append(Tensor(place, word == "parameter", name, tests))
        if word in ("child", "children"):
            return self.read_child(at, word, rest, block)
        if word in ("option", "default", "without"):
            return self.read_declaration(at, word, rest, template, block)
        return self.wrong(at, f"a class has no '{word}'", f"its members are {MEMBERS}")

    def read_child(self, at, word, rest, block):
        name, module = (r"(\S+) (\S+)" if word == "children" else r"(\S+)()"), r"(\w+)\((.*)\)"
        match = re.fullmatch(rf"{name}: {module}", rest)
        if not match:
            count = " COUNT" if word == "children" else ""
            return self.wrong(at, f"this is no {word}", f"write {word} NAME{count}: Class(option = "
                              "text, ...)")
        settings = []
        for part in split_outside_brackets(match[4], ","):
            option, equals, text = part.partition(" = ")
            if not equals:
                return self.wrong(at, f"'{part}' gives no option", "write option = text")
            settings.append((option, text))
        place = Place(self.path, at + 1)
        return block.append(Child(place, match[1], match[3], settings, match[2] or None))

    def read_declaration(self, at, word, rest, template, block):
        if block is not template.members:
            return self.wrong(at, f"'{word}' stands in an @if or @for", "options are those of the "
                              "whole class: write it before the first @")
        forms = {"option": r"(\w+): ([^=]+?)(?: = (.*))?", "default": r"(\w+)() = (.*)",
                 "without": r"(\w+)()()"}
        for part in split_outside_brackets(rest, ","):
            match = re.fullmatch(forms[word], part)
            if not match:
                form = {"option": "NAME: TYPE = TEXT", "default": "NAME = TEXT", "without": "NAME"}
                return self.wrong(at, f"'{part}' is no {word}", f"write {word} {form[word]}")
            declared = Declaration(Place(self.path, at + 1), word, *match.groups())
            template.declarations.append(declared)
        return None
