"""What the trees of the library mean, class by class: names are looked up, $class and $D are known.

Of `class Conv1d, Conv2d:` two classes are made. Text becomes pieces, in which each $name is the
number of a value: an option, or behind the options a variable of @for.
"""

import ast
import re
from dataclasses import dataclass, field

from .headers import Option
from .language import Child, For, Forward, If, Statement, Tensor, split_outside_brackets

TYPE = re.compile(r"(?:int|float|bool|str|Tensor)\??(?:\[\d*\])?\??")


@dataclass
class Piece:
    text: str = ""
    value: int = -1  # of an option or variable, if it is none of text
    in_name: bool = False  # it stands inside of a name: a string goes there without its quotes


@dataclass
class Test:
    begins_alternative: bool
    negated: bool
    kind: str
    left: list
    right: list


@dataclass
class Step:
    kind: str
    text: list = field(default_factory=list)
    condition: list | None = None
    child: object = None
    variable: int = 0
    next: int = 0  # of "if": its "else" or "end"; of "else" and "for": their "end"


@dataclass
class ChildRow:
    name: list
    module: str
    settings: list
    count: list | None


@dataclass
class Signature:
    text: str
    parameters: list  # (name, schema type, has a default)
    result: str


@dataclass
class Class:
    name: str
    options: list = field(default_factory=list)  # (Option, pieces of its default or None)
    variables: int = 0
    members: list = field(default_factory=list)
    signature: Signature | None = None
    body: list = field(default_factory=list)


def schema_type(text):
    """"Optional[List[int]]" -> "int[]?". Tuples stay as they are."""
    if match := re.fullmatch(r"Optional\[(.*)\]", text):
        return schema_type(match[1]) + "?"
    if match := re.fullmatch(r"List\[(.*)\]", text):
        return schema_type(match[1]) + "[]"
    return text


def read_signature(text, place, problems):
    parameters, _, result = text.rpartition(") -> ")
    rows = []
    for part in split_outside_brackets(parameters, ","):
        match = re.fullmatch(r"(\w+): ([^=]+?)( = .+)?", part)
        if match:
            rows.append((match[1], schema_type(match[2]), bool(match[3])))
        else:
            problems.add(place, f"'{part}' is no parameter", "write name: Type or name: Type = text")
    if not result.endswith(":"):
        problems.add(place, "the head of a function ends in its type", "write (...) -> Type:")
    return Signature(text, rows, result.removesuffix(":"))


class Library:
    """The classes and functions of all files, once `problems` is empty."""

    def __init__(self, readers, headers, operators, registered, later, problems):
        self.headers, self.operators, self.problems = headers, operators, problems
        self.registered = registered  # templates by class
        self.later = later  # classes that the LibTorch of the build may not have
        self.functions, self.classes, self.templates = {}, {}, {}
        for function in (f for reader in readers for f in reader.functions):
            if function.name in self.functions:
                problems.add(function.place, f"the function {function.name} is there already",
                             "remove one of the two")
            self.functions[function.name] = function
        for template in (t for reader in readers for t in reader.templates):
            for name in template.names:
                if name in self.templates:
                    problems.add(template.place, f"the class {name} is there already",
                                 "remove one of the two")
                self.templates[name] = template
        for function in self.functions.values():
            function.signature = read_signature(function.signature, function.place, problems)
            self.check_code(function.place, function.text, function.place.line)
        self.options = {name: self.options_of(name, t) for name, t in self.templates.items()}
        for name, template in self.templates.items():
            self.classes[name] = ClassMaker(self, name, template).made

    def options_of(self, name, template):
        """Those of LibTorch's Options class, and what the template declares besides."""
        if name in self.later:
            return self.options_of_later(name, template)
        known = self.headers.modules.get(name)
        if not known and not name.startswith("_"):
            self.problems.add(template.place, f"torch::nn has no module {name}", "a class is named "
                              "after a module of torch/nn/modules, or begins with _ where it is a "
                              "part of one")
        options = dict(known.options) if known else {}
        left = dict(known.strange) if known else {}
        own = [node for node in template.members if isinstance(node, (Tensor, Child))]
        registered = self.registered.get(name)
        if registered and own:
            self.problems.add(own[0].place, f"include/fx/Ops/Modules.def says what {name} registers",
                              "remove the line")
        for declared in (registered.declarations if registered else []) + template.declarations:
            self.declare(name, declared, options, left)
        for option, type_ in left.items():
            self.problems.add(template.place, f"the option {option} of {name} is a {type_}, which "
                              "TorchScript's text cannot hold", f"write without {option}")
        return options

    def options_of_later(self, name, template):
        """Those that the template declares, all of them, so that they are known whatever LibTorch
        the build has. Where it has the module its headers say the same."""
        options = {}
        for declared in template.declarations:
            self.declare(name, declared, options, {})
        known = self.headers.modules.get(name)
        if known:
            said = [vars(option) for option in known.options.values()]
            if said != [vars(option) for option in options.values()]:
                lines = (f"{o.name}: {o.type}" + (f" = {o.default}" if o.default else "")
                         for o in known.options.values())
                self.problems.add(template.place, f"LibTorch has other options of {name}",
                                  f"write option {', '.join(lines)}")
        return options

    def declare(self, name, declared, options, left):
        option, place = declared.name, declared.place
        if declared.word == "option":
            if option in options or option in left:
                self.problems.add(place, f"LibTorch says what the option {option} of {name} is",
                                  "remove the line")
            elif not TYPE.fullmatch(declared.type):
                self.problems.add(place, f"'{declared.type}' is no type of an option", "types are "
                                  "int, float, bool, str and Tensor, with ?, [] or [2]")
            options[option] = Option(option, declared.type, declared.default)
        elif declared.word == "default":
            if option not in options:
                self.problems.add(place, f"{name} has no option {option}", f"its options are "
                                  f"{', '.join(options) or 'none'}")
            elif options[option].default is not None:
                self.problems.add(place, f"LibTorch says that {option} of {name} is "
                                  f"{options[option].default} by default", "remove the line")
            else:
                options[option] = Option(option, options[option].type, declared.default)
        elif option in left:
            del left[option]
        elif options.pop(option, None) is None:
            self.problems.add(place, f"{name} has no option {option}", "remove it from the line")

    def check_code(self, place, text, first_line):
        """Whether text is Python, and calls what there is."""
        try:
            ast.parse(text)
        except SyntaxError as error:
            at = place._replace(line=first_line + (error.lineno or 1) - 1)
            self.problems.add(at, f"this is no statement of TorchScript: {error.msg}", "its syntax "
                              "is Python's")
        for at, line in enumerate(text.splitlines()):
            self.check_calls(place._replace(line=first_line + at), line)

    def check_calls(self, place, line):
        for prefix, name in re.findall(r"\b(__torch__|(?<!\.)torch)\.(\w+)", line):
            if prefix == "__torch__" and name not in self.functions:
                self.problems.add(place, f"the library has no function {name}", "write it, or call "
                                  "one of Functions/*.tsl")
            elif prefix == "torch" and name not in self.operators:
                self.problems.add(place, f"LibTorch has no operator {name}", "call one of "
                                  "ATen/Operators.h")


class ClassMaker:
    def __init__(self, library, name, template):
        self.library, self.problems, self.template = library, library.problems, template
        self.statics = {"class": name}
        if digit := re.search(r"\d", name):
            self.statics["D"] = digit[0]
        options = library.options[name]
        self.values = {option: i for i, option in enumerate(options)}
        self.made = Class(name)
        for option in options.values():
            default = None if option.default is None else self.text(template.place, option.default)
            self.made.options.append((option, default))
        registered = library.registered.get(name)
        nodes = self.without_static((registered.members if registered else []) + template.members)
        at = next((i for i, node in enumerate(nodes) if isinstance(node, Forward)), None)
        if at is None or any(isinstance(node, Forward) for node in nodes[at + 1 :]):
            what = "no forward" if at is None else "two forwards"
            self.problems.add(template.place, f"{name} has {what}", "write one, outside of @for and "
                              "of @if but those on $class")
            return
        self.declared = {"training"}
        self.steps(nodes[:at], self.made.members)
        self.make_forward(nodes[at])
        self.steps(nodes[at + 1 :], self.made.body)
        self.check_body(nodes[at + 1 :])

    def make_forward(self, node):
        name = self.made.name
        self.made.signature = read_signature(node.signature, node.place, self.problems)
        known = self.library.headers.modules.get(name)
        if known and len(known.parameters) != len(self.made.signature.parameters):
            self.problems.add(node.place, f"forward of {name} takes ({', '.join(known.parameters)}) in "
                              "LibTorch's headers", "give it as many parameters here")

    def without_static(self, nodes):
        """The nodes, where those in an @if on $class stand or do not."""
        result = []
        for node in nodes:
            if not isinstance(node, If):
                result.append(node)
                continue
            condition = self.static(node.place, node.condition)
            if condition is True:
                result += self.without_static(node.then)
            elif condition is False:
                result += self.without_static(node.otherwise or [])
            else:
                result.append(If(node.place, condition, node.then, node.otherwise))
        return result

    def static(self, place, condition):
        """True, False, or the condition without what is known of $class."""
        left = []
        for alternative in condition:
            tests, holds = [], True
            for test in alternative:
                if test.left != "$class":
                    tests.append(test)
                elif test.kind != "equals" or test.right not in self.template.names:
                    self.problems.add(place, f"$class is one of {', '.join(self.template.names)}",
                                      "compare it with one of these by ==")
                elif (test.right == self.made.name) == test.negated:
                    holds = False
            if holds and not tests:
                return True
            if holds:
                left.append(tests)
        return left or False

    def text(self, place, source):
        """Pieces of a text. The longest name that is known counts: $layer_reverse is $layer and
        "_reverse"."""
        pieces = [Piece()]
        at = 0
        for match in re.finditer(r"\$(\w*)", source):
            pieces[-1].text += source[at : match.start()]
            names = (match[1][:end] for end in range(len(match[1]), 0, -1))
            name = next((n for n in names if n in self.values or n in self.statics), None)
            at = match.end() if name is None else match.start() + 1 + len(name)
            if name is None:
                known = ", ".join("$" + n for n in [*self.statics, *self.values])
                self.problems.add(place, f"{self.made.name} has no ${match[1]}", f"it has {known}")
            elif name in self.statics:
                pieces[-1].text += self.statics[name]
            else:
                in_name = bool(re.search(r"[\w.]$", pieces[-1].text)) or len(pieces) > 1 and not (
                    pieces[-1].text)
                pieces += [Piece(value=self.values[name], in_name=in_name), Piece()]
        pieces[-1].text += source[at:]
        return [piece for piece in pieces if piece.text or piece.value >= 0]

    def condition(self, place, alternatives):
        rows = []
        for alternative in alternatives:
            for i, test in enumerate(alternative):
                right = self.text(place, test.right)
                rows.append(Test(i == 0, test.negated, test.kind, self.text(place, test.left), right))
        return rows

    def steps(self, nodes, steps):
        for node in nodes:
            if isinstance(node, Tensor):
                self.add_tensor(node, steps)
            elif isinstance(node, Child):
                self.add_child(node, steps)
            elif isinstance(node, Statement):
                self.check_statement(node)
                steps.append(Step("line", self.text(node.place, node.text)))
            elif isinstance(node, If):
                self.add_if(node, steps)
            elif isinstance(node, For):
                self.add_for(node, steps)

    def add_tensor(self, node, steps):
        self.declared.add(node.name)
        condition = None
        if node.condition is not None:
            condition = self.condition(node.place, node.condition)
        kind = "parameter" if node.is_parameter else "buffer"
        steps.append(Step(kind, self.text(node.place, node.name), condition))

    def add_child(self, node, steps):
        self.declared.add(node.name)
        options = self.library.options.get(node.module)
        if options is None:
            self.problems.add(node.place, f"the library has no class {node.module}", "write one, or "
                              "make the child of one of Modules/*.tsl")
            options = {}
        given = [name for name, _ in node.settings]
        for name in given:
            if options and name not in options:
                self.problems.add(node.place, f"{node.module} has no option {name}", "its options "
                                  f"are {', '.join(options)}")
        for name, option in options.items():
            if name not in given and option.default is None:
                self.problems.add(node.place, f"{node.module} needs the option {name}", "give it")
        settings = [(name, self.text(node.place, text)) for name, text in node.settings]
        count = self.text(node.place, node.count) if node.count else None
        name = self.text(node.place, node.name)
        steps.append(Step("child", child=ChildRow(name, node.module, settings, count)))

    def add_if(self, node, steps):
        start = len(steps)
        steps.append(Step("if", condition=self.condition(node.place, node.condition)))
        self.steps(self.without_static(node.then), steps)
        steps[start].next = len(steps)
        if node.otherwise is not None:
            otherwise = len(steps)
            steps.append(Step("else"))
            self.steps(self.without_static(node.otherwise), steps)
            steps[otherwise].next = len(steps)
        steps.append(Step("end"))

    def add_for(self, node, steps):
        if node.variable in self.values or node.variable in self.statics:
            self.problems.add(node.place, f"${node.variable} has a meaning already", "take another "
                              "name")
        start, variable = len(steps), len(self.values)
        steps.append(Step("for", self.text(node.place, node.count), variable=variable))
        self.values[node.variable] = variable
        self.made.variables = max(self.made.variables, variable + 1 - len(self.made.options))
        self.steps(self.without_static(node.body), steps)
        del self.values[node.variable]
        steps[start].next = len(steps)
        steps.append(Step("end"))

    def check_statement(self, node):
        for name in re.findall(r"\bself\.([\w$]+)", node.text):
            if name not in self.declared:
                self.problems.add(node.place, f"{self.made.name} has no tensor or child {name}",
                                  "declare it before forward")
        text = re.sub(r"\$D\b|\$D(?=d)", self.statics.get("D", ""), node.text)
        # A name that ends in an option is known when the option is.
        self.library.check_calls(node.place, re.sub(r"\btorch\.\w*\$\w+", "", text))

    def check_body(self, nodes):
        """Whether the statements are Python, whatever way the @if and @for go."""
        lines, places = ["def forward(self):"], [self.template.place]

        def collect(nodes):
            for node in nodes:
                if isinstance(node, Statement):
                    lines.append(re.sub(r"\$(\w+)", r"_\1", node.text))
                    places.append(node.place)
                elif isinstance(node, (If, For)):
                    collect(node.then if isinstance(node, If) else node.body)
                    collect((isinstance(node, If) and node.otherwise) or [])

        collect(nodes)
        try:
            ast.parse("\n".join(lines))
        except SyntaxError as error:
            place = places[min(error.lineno or 1, len(places)) - 1]
            self.problems.add(place, f"this is no statement of TorchScript: {error.msg}", "its syntax "
                              "is Python's")
