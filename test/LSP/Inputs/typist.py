"""Someone who types: edits of a model, drawn from a seed. Most leave it a program, some break it, half a
token say, and are taken back after a while.

An edit is a list of (begin, end, by): put `by` in the place of the characters [begin, end), one after
the other, as the changes of one notification are."""
import os
import random
import re

from editor import LINE_END

PIECES = ["x", "(", ")", "{", "}", ";", "\n", "\r\n", " ", '"ü"', "/*", "torch::relu(", "->", ".flatten(1)", "3",
          "auto y_ = x + 1;", "// \U0001F600"]
COMMENTS = ["// ä€\U0001F600\n", "/* \U0001F600 */ ", "\n", "  \r\n", "\t// \r\n", "/* two\r\nlines ü */\n"]
BEHIND = [" // \U0001F600 end", "  /* ü */", "\t"]
# What a line of its own that assigns a tensor looks like; of what it names, more tensors are made.
TENSOR = re.compile(
    r"^[ \t]+(?:auto |torch::Tensor |Tensor )?(\w+) [-+*]?= .*(?:torch::|forward\(|\(x\)|relu|view|mul).*;", re.M)
MADE = "/* \U0001F600 */ "
STATEMENTS = [MADE + "{0} = torch::relu({0});", MADE + "{0} = {0} * 2;", MADE + "{0} = {0}.contiguous(); // ü",
              MADE + "auto größe_{1} = torch::tanh({0});"]
METHOD = re.compile(r"^  (?!struct|class|enum|union)[^\s/#}].*\{\r?\n(?:    .*\r?\n|\r?\n)+?  \}\r?\n", re.M)
NUMBER = re.compile(r'(?<![\w."])\d+(?![\w.])')
LOCAL = re.compile(r"\b(?:auto|torch::Tensor|Tensor|int64_t)&? (\w+)(?= =|[,)]| :)")


def whole(text, offset):
    """The nearest place before that an editor has: none is within a line end."""
    return offset - (text[max(0, offset - 1):offset + 1] == "\r\n")


def replacement(text, by):
    """The smallest edit that makes one text the other."""
    begin = whole(text, len(os.path.commonprefix([text, by])))
    behind = len(os.path.commonprefix([text[begin:][::-1], by[begin:][::-1]]))
    end = whole(text, len(text) - behind)
    return begin, end, by[begin:len(by) - (len(text) - end)]


def all_of(matches, by):
    """Replaces every match, the last one first, so that the places of the others stay."""
    return [(match.start(), match.end(), by) for match in reversed(list(matches))]


class Typist:
    def __init__(self, seed):
        self.draw = random.Random(seed)
        self.good = None  # the last text that was a program

    def begin(self, text):
        """Another model."""
        self.good = self.original = text
        self.broken_for = 0
        self.made = 0

    def edit(self, text):
        """The next edit of the text."""
        if self.broken_for > 0:
            self.broken_for += 1
            if self.broken_for > 4:
                return self.back_to(text, self.good)
            return self.breaking(text)
        if len(text) > 1.5 * len(self.original) + 500:
            return self.back_to(text, self.original)
        if self.draw.random() < 0.05:
            self.broken_for = 1
            return self.breaking(text)
        kinds = [self.comment, self.comment, self.behind, self.behind, self.line_end, self.statement, self.statement,
                 self.statement, self.rename, self.swap_lines, self.swap_methods]
        if self.draw.random() < 0.03:
            kinds = [self.number, self.comment]  # half of these fit no more
        for kind in self.draw.sample(kinds, len(kinds)):
            if edit := kind(text):
                return edit
        raise AssertionError("nothing to edit")

    def failed(self):
        """What was meant to be a program is none: the next edit takes it back."""
        if self.broken_for == 0:
            self.broken_for = 4

    def traced(self, text):
        self.good = text

    def back_to(self, text, old):
        """All at once, as an undo does."""
        self.broken_for = 0
        return [replacement(text, old)]

    def starts(self, text):
        """Where a line begins that is no part of a directive or of a comment of several lines, and has no
        comment before it that belongs to what follows."""
        starts = [0] + [match.end() for match in LINE_END.finditer(text)]
        return [at for at in starts if not re.search(r"(?:\\|// fx:.*)\s*\Z", text[:at])
                and text.count("/*", 0, at) == text.count("*/", 0, at)]

    def comment(self, text):
        begin = self.draw.choice(self.starts(text))
        old = next((each for each in COMMENTS if text.startswith(each, begin)), None)
        if old and self.draw.random() < 0.3:
            return [(begin, begin + len(old), "")]
        comment = self.draw.choice(COMMENTS)
        if re.match(r"#|\s*// fx:", text[begin:]) and not LINE_END.search(comment):
            comment += "\n"
        return [(begin, begin, comment)]

    def behind(self, text):
        """Behind a statement, or away from there."""
        ends = [match.end() for match in re.finditer(r"^[ \t]+\w.*;(?=\r?$)", text, re.M)]
        if self.draw.random() < 0.4:
            for old in BEHIND:
                if (at := text.find(";" + old)) >= 0:
                    return [(at + 1, at + 1 + len(old), "")]
        return [(at := self.draw.choice(ends), at, self.draw.choice(BEHIND))] if ends else []

    def line_end(self, text):
        ends = list(LINE_END.finditer(text))
        if not ends:
            return []
        if self.draw.random() < 0.1:
            by = self.draw.choice(["\n", "\r\n"])
            return [replacement(text, LINE_END.sub(by, text))]
        end = self.draw.choice(ends)
        return [(end.start(), end.end(), "\n" if end[0] == "\r\n" else "\r\n")]

    def number(self, text):
        """Another number for one that may stand in several places."""
        numbers = [match for match in NUMBER.finditer(text) if not self.in_comment(text, match.start())]
        if not numbers:
            return []
        old = self.draw.choice(numbers)[0]
        new = str(max(1, int(old) + self.draw.choice([-1, 1, 2, 7])))
        return all_of((match for match in numbers if match[0] == old), new)

    def in_comment(self, text, at):
        line = text[text.rfind("\n", 0, at) + 1:at]
        return "//" in line or line.lstrip().startswith("#") or text.count("/*", 0, at) != text.count("*/", 0, at)

    def statement(self, text):
        made = re.compile(rf"^[ \t]*{re.escape(MADE)}.*\r?\n", re.M)
        lines = list(made.finditer(text))
        if lines and self.draw.random() < 0.4:
            line = self.draw.choice(lines)
            return [(line.start(), line.end(), "")]
        tensors = [match for match in TENSOR.finditer(text)
                   if not re.search(r"register_|options|Options|std::|\[|nn::[A-Z]", match[0])]
        if not tensors:
            return []
        before = self.draw.choice(tensors)
        end = LINE_END.search(text, before.end())
        if end is None:
            return []
        indent = re.match(r"[ \t]*", before[0])[0]
        self.made += 1
        line = indent + self.draw.choice(STATEMENTS).format(before[1], self.made) + end[0]
        return [(end.end(), end.end(), line)]

    def rename(self, text):
        """A local variable or a parameter, wherever its name stands."""
        names = {match[1] for match in LOCAL.finditer(text)}
        names = [name for name in sorted(names)
                 if not re.search(rf'(?:::|\.|->|"){name}\b|\bfx:.*\broot=.*\b{name}\b|\b{name}(?:[({{]|::)', text)]
        if not names:
            return []
        old = self.draw.choice(names)
        new = old[:-1] if old.endswith("ä") else old + "ä"
        if re.search(rf"\b{new}\b", text):
            return []
        return all_of(re.finditer(rf"\b{old}\b", text), new)

    def swap_lines(self, text):
        """Two that register something, one after the other."""
        lines = r"^[ \t]+(?:(\w+) = )?register_\w+\(.*;[ \t]*\r?\n"
        pairs = [match for match in re.finditer(rf"(?=({lines})({lines}))", text, re.M)]
        if not pairs:
            return []
        pair = self.draw.choice(pairs)
        first, second = pair[1], pair[3]
        if pair[2] and re.search(rf"\b{pair[2]}\b", second):
            return []  # it needs the first
        at = pair.start()
        if self.draw.random() < 0.5:
            # As an editor moves a line: out of one place and into another.
            return [(at, at + len(first), ""), (at + len(second), at + len(second), first)]
        return [(at, at + len(first) + len(second), second + first)]

    def swap_methods(self, text):
        methods = list(METHOD.finditer(text))
        pairs = [(one, two) for one, two in zip(methods, methods[1:]) if not text[one.end():two.start()].strip()]
        if not pairs:
            return []
        one, two = self.draw.choice(pairs)
        between = text[one.end():two.start()]
        return [(one.start(), two.end(), two[0] + between + one[0])]

    def breaking(self, text):
        begin = whole(text, self.draw.randrange(len(text) + 1))
        end = whole(text, min(len(text), begin + self.draw.randrange(0, 12)))
        kind = self.draw.random()
        if kind < 0.4:
            return [(begin, begin, self.draw.choice(PIECES))]
        if kind < 0.8:
            return [(begin, end, self.draw.choice(["", self.draw.choice(PIECES)]))]
        # A line once more, elsewhere.
        starts = [0] + [match.end() for match in LINE_END.finditer(text)]
        line = self.draw.randrange(len(starts))
        line_end = starts[line + 1] if line + 1 < len(starts) else len(text)
        to = self.draw.choice(starts)
        return [(to, to, text[starts[line]:line_end])]
