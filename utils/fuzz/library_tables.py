"""The tables of library/: templates of snippets by the rows that they use, and how snippets are drawn from them."""

import itertools
import pathlib
import random
import re

HERE = pathlib.Path(__file__).resolve().parent
FOLDER = HERE / "library"
WORD = re.compile(r"\b[A-Z]\w*\b|\b[a-z]\w*\b")

WORDS = ["", "a", "b", "abc", "abd", "Abc", "zz top", "0", "-17", "3.25e2x", "x" * 70, "tab\tend", 'quo"te', "back\\slash", "  lead", "é", "nul\0in", "key", "weight", "1e999"]  # fmt: skip
INTS = [0, 1, 2, 3, 5, 7, -1, -2, -8, 42, 100, 255, 256, 2**31 - 1, -(2**31)]
LONGS = [*INTS, 2**31, 2**32 + 5, -(2**40), 2**63 - 1, -(2**63)]
BYTES = [0, 1, 2, 3, 7, 65, 127, 128, 200, 255]
DOUBLES = ["0.0", "-0.0", "1.0", "-1.0", "0.5", "1.5", "2.5", "-2.5", "0.1", "3.14159265358979", "1e10", "-1e300", "1e-310", "123456789.123", "-0.49999999999999994", "4503599627370497.5", "7.0"]  # fmt: skip
WILD = [*DOUBLES, "NAN", "INFINITY", "-INFINITY", "-7.5", "1e308", "9007199254740993.0"]
FLOATS = ["0.0f", "-0.0f", "1.0f", "-1.5f", "0.1f", "16777216.0f", "3.4e38f", "1e-40f", "2.5f", "-2.5f"]


def long_literal(value):
    return "(-9223372036854775807L - 1)" if value == -(2**63) else f"{value}L"


def text_literal(text):
    escaped = "".join(
        chr(byte) if 32 <= byte < 127 and chr(byte) not in '"\\' else f"\\{byte:03o}" for byte in text.encode()
    )
    return f'"{escaped}"'


def text_value(text):
    size = f", {len(text.encode())}" if "\0" in text else ""
    return f"std::string({text_literal(text)}{size})"


def narrow(pool, edge):
    """Small values come up often, so that some are equal."""
    return lambda r: r.choice(pool[:edge]) if r.random() < 0.6 else r.choice(pool)


def int_literal(value):
    return "(-2147483647 - 1)" if value == -(2**31) else str(value)


DRAWN = {
    "int": lambda r: int_literal(narrow(INTS, 7)(r)),
    "int64_t": lambda r: long_literal(narrow(LONGS, 7)(r)),
    "uint8_t": lambda r: f"uint8_t({narrow(BYTES, 5)(r)})",
    "bool": lambda r: r.choice(["true", "false"]),
    "char": lambda r: r.choice(["'a'", "'b'", "'Z'", "'0'", "' '", "'-'", "'x'", "'\\0'", "'\\n'", "'c'"]),
    "float": narrow(FLOATS, 5),
    "double": narrow(DOUBLES, 6),
    "double?": lambda r: r.choice(WILD),
    "float?": lambda r: r.choice([*FLOATS, "NAN", "INFINITY", "-INFINITY"]),
    "unit": lambda r: r.choice(["0.0", "-0.0", "0.25", "-0.7", "1.0", "1.5707963267948966", "-3.0", "12.0", "1e-9"]),
    "std::string": lambda r: text_value(narrow(WORDS, 6)(r)),
    "text": lambda r: text_literal(narrow([w for w in WORDS if "\0" not in w], 6)(r)),
    "letter": lambda r: str(r.choice([*range(128), *map(ord, "azAZ09 _-\t\n\x7f")])),
    "Pair": lambda r: f"Pair({r.choice([0, 1, 2, -5])}, {text_literal(r.choice(['', 'a', 'b', 'long ' * 8]))})",
    "User": lambda r: f"User({r.choice([0, 1, 2, 3, 3, 5, 8, -4])})",
    "Opt": lambda r: r.choice(["std::nullopt", "std::optional<int>(3)", "std::optional<int>(-1)"]),
    "n": lambda r: str(r.choice([0, 1, 1, 2, 2, 3, 4, 5])),
    "m": lambda r: str(r.choice([1, 2, 3, 4, 5, 6])),
    "N": lambda r: str(r.choice([0, 1, 2, 3, 4, 7, 20, 100])),
}
PLACE = re.compile(r"\$(?:\[([^\]]*)\]|([A-Za-z_][\w:]*)(\?)?(\*|\+)?)")


class Mistake(Exception):
    """Of a table."""


class Template:
    def __init__(self, file, line):
        self.file = file
        self.line = line
        self.rows = []  # names as --list-supported has them, with the variables of `for:`
        self.implicit = []  # as rows, but the text of a snippet does not name them
        self.variables = {}
        self.draws = None
        self.wrong = None  # why it is known to be wrong
        self.members = []
        self.code = []

    @property
    def place(self):
        return f"{self.file.name}:{self.line}"

    def expansions(self):
        """Each way to replace the variables."""
        names = list(self.variables)
        for values in itertools.product(*self.variables.values()):
            yield dict(zip(names, values))

    def rows_of(self, values):
        return [replaced(row, values) for row in self.rows], [replaced(row, values) for row in self.implicit]

    def all_rows(self):
        return {row for values in self.expansions() for rows in self.rows_of(values) for row in rows}


class Table:
    """A file: headers and templates."""

    def __init__(self, path):
        self.path = path
        self.settings = {}
        self.templates = []
        self.elsewhere = {}  # rows by what compares them
        template = None
        target = None
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if not line.strip() or line.startswith("#"):
                continue
            if line[0] in " \t":
                if target is None:
                    raise Mistake(f"{path}:{number}: code before a line `rows:`")
                target.append(line)
                continue
            key, _, rest = line.partition(":")
            rest = rest.strip()
            if key in ("rows", "implicit"):
                if template is None or template.code or template.members:
                    template = Template(path, number)
                    self.templates.append(template)
                    target = template.code
                getattr(template, key).extend(split_rows(rest))
            elif key == "for":
                for part in rest.split(";"):
                    name, _, words = part.partition("=")
                    template.variables[name.strip()] = words.split()
            elif key == "draws":
                template.draws = int(rest)
            elif key == "wrong":
                template.wrong = rest
            elif key == "members":
                target = template.members
            elif key == "code":
                target = template.code
            elif key in ("kind",):
                self.settings[key] = rest
            elif key == "elsewhere":
                rows, _, why = rest.partition(" -- ")
                self.elsewhere.update({row: why for row in split_rows(rows)})
            else:
                raise Mistake(f"{path}:{number}: what is '{key}'?")

    @property
    def kind(self):
        return self.settings.get("kind", "std")


def split_rows(text):
    """Names with one pair of braces each at most: std::{vector,list}::size std::max"""
    rows = []
    for word in text.split():
        if match := re.fullmatch(r"(.*?)\{(.*?)\}(.*)", word):
            rows += [match[1] + inner + match[3] for inner in match[2].split(",")]
        else:
            rows.append(word.replace("operator_", "operator "))  # a conversion has a blank in its name
    return rows


def replaced(text, values):
    if not values:
        return text
    return re.sub(r"(?<!\$)\b(" + "|".join(map(re.escape, values)) + r")\b", lambda found: values[found[1]], text)


def drawn(text, values, rng):
    """The text of a snippet: variables replaced, and each place filled."""

    def fill(found):
        choice, kind, wild, many = found.groups()
        if choice is not None:
            return rng.choice(choice.split("|"))
        kind = values.get(kind, kind) + (wild or "")
        if kind not in DRAWN:
            kind = kind.rstrip("?")
        if kind not in DRAWN:
            raise Mistake(f"nothing draws a '{kind}'")
        if not many:
            return DRAWN[kind](rng)
        count = rng.choice([0, 1, 2, 3, 3, 4, 6, 20]) if many == "*" else rng.choice([1, 2, 3, 4, 5, 18])
        return ", ".join(DRAWN[kind](rng) for _ in range(count))

    return PLACE.sub(fill, replaced(text, values))


class Snippet:
    """What is compiled and evaluated: a draw of a template."""

    def __init__(self, template, values, number, seed):
        self.template = template
        self.values = values
        rng = random.Random(f"{seed} {template.place} {sorted(values.items())} {number}")
        self.code = [drawn(line, values, rng) for line in template.code]
        self.members = [drawn(line, values, rng) for line in template.members]
        self.name = ""
        self.expected = None  # what the compiled one has seen
        self.got = ""
        self.outcome = None
        self.message = ""

    @property
    def title(self):
        values = ", ".join(f"{name}={value}" for name, value in self.values.items())
        return f"{self.template.place} {' '.join([*self.template.rows, *self.template.implicit][:2])}" + (
            f" [{values}]" if values else ""
        )


def names_row(code, row):
    """Whether the code has the last name of a row: what a program that does not use the row cannot have."""
    owner, _, name = row.rpartition("::")
    if name == "*":
        name = owner.rpartition("::")[2]
        if name.startswith(("basic_string", "_")):
            return True
    if name.startswith("operator"):
        symbol = name.removeprefix("operator").strip()
        return symbol in code or (not symbol.isalpha() and symbol in ("[]", "()") and symbol[0] in code)
    return re.search(rf"\b{re.escape(name)}\b", code) is not None


def tables():
    return [Table(path) for path in sorted(FOLDER.glob("*.txt"))]


def supported(text):
    """The rows of `--list-supported`."""
    rows = []
    for line in text.splitlines():
        scope, names = re.fullmatch(r"(.+?): (.*)", line).groups()
        prefix = "" if scope == "C" else scope + "::"
        rows += [prefix + ("*" if name == "and the rest" else name) for name in names.split(", ")]
    return rows


def missing_rows(rows, all_tables):
    """Errors: rows that no table knows, and names in tables that are no rows."""
    known = {}
    for table in all_tables:
        for template in table.templates:
            for row in template.all_rows():
                known.setdefault(row, template.place)
        for row in table.elsewhere:
            known.setdefault(row, table.path.name)
    errors = [f"no template of utils/fuzz/library uses the row '{row}'" for row in rows if row not in known]
    errors += [f"{place}: '{row}' is no row of --list-supported" for row, place in known.items() if row not in rows]
    for table in all_tables:
        for template in table.templates:
            code = "\n".join([*template.members, *template.code])
            for values in template.expansions():
                named = replaced(code, values)
                for row in template.rows_of(values)[0]:
                    if not names_row(named, row):
                        errors.append(f"{template.place}: the code does not name '{row}'")
    return list(dict.fromkeys(errors))
