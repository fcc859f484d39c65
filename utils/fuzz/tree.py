"""Trees of C++ text that a model is made of: what is drawn, what depends on what, and how a part is taken out.

A Node is a statement or an expression: text with holes, in which are other nodes and the names of locals and
declarations. Taking a node out leaves a valid program: an expression becomes another of its type (`alt`), a statement
nothing, a use of a local that is no longer declared a value of its type. Declarations (members, functions, classes)
are written only when something that is left names them. So the reducer and the check that a construct reaches an
output need no knowledge of C++.
"""

import re

HOLE = re.compile(r"\$(\w+)|@([a-z]\w*)")


class Node:
    """Text with holes. `type` is None for statements. `body` is the part that may stand for the whole of it."""

    def __init__(self, parts, *, type=None, alt=None, tag=None, needs=(), body=None):
        self.parts = parts
        self.type = type
        self.alt = alt
        self.tag = tag
        self.needs = tuple(needs)
        self.body = body
        self.id = None


class Expression(Node):
    """A node with a type. `bound` limits the absolute value of a number; `known` is false where only the run knows it."""

    def __init__(self, parts, type, alt, *, tag=None, bound=1, known=True, shape=None):
        super().__init__(parts, type=type, alt=alt, tag=tag)
        self.bound = bound
        self.known = known
        self.shape = shape


class Local:
    """A variable of a function; `node` is the statement that declares it (None: a parameter)."""

    def __init__(self, name, type, default, *, node=None, bound=1, known=True, shape=None):
        self.name = name
        self.type = type
        self.default = default
        self.node = node
        self.bound = bound
        self.known = known
        self.shape = shape


class Declaration:
    """Something outside of functions' bodies, in sections: "global" for the namespace, "member", "init", "constructor",
    "method" for the class `owner`. Written when something that is written names it."""

    def __init__(self, name, owner, sections):
        self.name = name
        self.owner = owner
        self.sections = sections
        self.order = 0


class Class:
    """A user's class; the generator fills it."""

    def __init__(self, name):
        self.name = name
        self.base = "torch::nn::Module"
        self.template = ""
        self.keyword = "struct"
        self.parameters = []  # of the constructor: (text, argument)
        self.base_arguments = ""
        self.forward = None  # node of the body
        self.signature = ""
        self.holder = False
        self.declarations = []
        self.extra = []  # nodes that always belong to the class

    @property
    def handle(self):
        return self.name[:-4] if self.holder else self.name


class Writer:
    """Writes a tree without the nodes in `removed`, a dictionary of a node's id to "alt" or "body"."""

    def __init__(self, removed=None):
        self.removed = removed or {}
        self.marked = {}  # declarations that are named, in order
        self.seen = set()

    def is_dead(self, node):
        return node.id in self.removed or any(self.lacks(need) for need in node.needs)

    def lacks(self, need):
        if isinstance(need, Local):
            return need.node is not None and self.is_dead(need.node)
        return isinstance(need, Node) and self.is_dead(need)

    def text(self, item):
        if isinstance(item, (str, int)):
            return str(item)
        if isinstance(item, Local):
            return item.default if item.node is not None and self.is_dead(item.node) else item.name
        if isinstance(item, Declaration):
            self.mark(item)
            return item.name
        if isinstance(item, Class):
            return item.name
        if isinstance(item, list):
            return "".join(map(self.text, item))
        if self.is_dead(item):
            if self.removed.get(item.id) == "body":
                return self.text(item.body)
            return self.text(item.alt) if item.alt is not None else ""
        self.seen.add(item.id)
        return "".join(map(self.text, item.parts))

    def mark(self, declaration):
        if id(declaration) in self.marked:
            return
        self.marked[id(declaration)] = declaration
        for nodes in declaration.sections.values():
            for node in nodes:
                if isinstance(node, Class):
                    self.mark_class(node)
                else:
                    self.text(node)

    def mark_class(self, cls):
        for node in cls.extra:
            self.text(node)
        if cls.forward is not None:
            self.text(cls.forward)

    def section(self, cls, name):
        chosen = [d for d in self.marked.values() if d.owner is cls and name in d.sections]
        chosen.sort(key=lambda d: d.order)
        return [text for d in chosen for node in d.sections[name] if (text := self.section_text(node))]

    def section_text(self, node):
        return self.class_text(node) if isinstance(node, Class) else self.text(node)

    def class_text(self, cls):
        lines = [f"{cls.template}{cls.keyword} {cls.name} : {'public ' if cls.keyword == 'class' else ''}{cls.base} {{"]
        if cls.keyword == "class":
            lines.append("public:")
        inits = ([f"{cls.base_arguments}"] if cls.base_arguments else []) + self.section(cls, "init")
        body = self.section(cls, "constructor")
        parameters = ", ".join(text for text, _ in cls.parameters)
        if inits or body or parameters:
            explicit = "explicit " if len(cls.parameters) == 1 else ""
            lines.append(f"{explicit}{cls.name}({parameters}){' : ' if inits else ''}{', '.join(inits)} {{")
            lines += body + ["}"]
        extra = [self.text(node) for node in cls.extra]
        lines += extra + self.section(cls, "method")
        if cls.forward is not None:
            lines += [f"{cls.signature} {{", self.text(cls.forward), "}"]
        lines += self.section(cls, "member")
        lines.append("};")
        if cls.holder:
            lines.append(f"TORCH_MODULE({cls.handle});")
        return "\n".join(lines)


def number(root):
    """Gives each node below the root class an id, parents before children; returns them as a list."""
    found = []
    done = set()

    def visit(item):
        if isinstance(item, list):
            for part in item:
                visit(part)
        elif isinstance(item, (Node, Declaration, Class)) and id(item) not in done:
            done.add(id(item))
            if isinstance(item, Declaration):
                visit([node for nodes in item.sections.values() for node in nodes])
                return
            if isinstance(item, Class):
                visit(item.extra)
                visit(item.forward)
                return
            item.id = len(found)
            found.append(item)
            visit(item.parts)
            visit(item.alt)
            visit(item.body)

    visit(root)
    return found


def indented(text):
    """One statement a line, indented by braces: what clang-format would do is not worth its time here."""
    depth = 0
    lines = []
    for line in (line.strip() for line in text.splitlines()):
        if not line:
            continue
        closing = len(line) - len(line.lstrip("})"))
        label = line in ("public:", "protected:", "private:")
        lines.append("  " * max(0, depth - closing - label) + line)
        bare = re.sub(r'"(\\.|[^"\\])*"|\'(\\.|[^\'\\])\'', "", line)
        depth += bare.count("{") - bare.count("}")
    return "\n".join(lines) + "\n"
