"""Draws a model: an environment of typed values, and expressions and statements over it. What C++ and LibTorch offer
beyond plain expressions is in the productions (productions_*.py), each named after the construct it draws."""

import dataclasses
import random
from collections.abc import Callable

from tree import HOLE, Class, Declaration, Expression, Local, Node

PRODUCTIONS = {}  # by name


@dataclasses.dataclass(eq=False)
class Production:
    """How to draw a construct. `kind` says what it gives: "number" (statements and an integer), or "tensor" (a
    statement that changes the tensor of the scope and keeps its shape). `where`: "constructor" or "forward" force the
    place of a number; "this" needs a class, "root" the class that is traced."""

    draw: Callable
    construct: str
    name: str
    kind: str
    where: str
    risky: bool


def production(construct, kind="tensor", where="", risky=False, name=None):
    def add(function):
        key = name or function.__name__.replace("_", " ").strip()
        assert key not in PRODUCTIONS, key
        PRODUCTIONS[key] = Production(function, construct, key, kind, where, risky)
        return function

    return add


def plain(block):
    """The text of a block of C++ in a table of productions, without what lays it out there."""
    return "\n".join(line.strip() for line in block.strip().splitlines())


def drawn(g, s, draws):
    """The values of holes: what the functions of a table's row draw, in their order."""
    return {hole: draw(g, s) for hole, draw in draws.items()}


def small(g, s):
    return g.small(s)


def literal(g, s):
    return g.literal()


def boolean(g, s):
    return g.boolean(s)


def listing(shape):
    return "{" + ", ".join(map(str, shape)) + "}"


def count(shape):
    product = 1
    for size in shape:
        product *= size
    return product


class Scope:
    """What a place in the program can name, and what it can do there."""

    def __init__(self, cls=None, x=None):
        self.cls = cls
        self.x = x
        self.integers = []
        self.doubles = []
        self.flags = []
        self.tensors = []
        self.depth = 0
        self.repeats = False  # in a loop: declare nothing that is registered

    def inner(self, **changes):
        scope = Scope(self.cls, self.x)
        scope.integers = list(self.integers)
        scope.doubles = list(self.doubles)
        scope.flags = list(self.flags)
        scope.tensors = list(self.tensors)
        scope.depth = self.depth + 1
        scope.repeats = self.repeats
        for key, value in changes.items():
            setattr(scope, key, value)
        return scope


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.names = {}
        self.order = 0
        self.queue = []  # productions still to draw
        self.root = None
        self.inputs = []  # C++ of the example inputs
        self.arguments = []  # of the tool
        self.headers = set()
        self.notrain = False
        self.drawn = []
        self.result = None  # a node that returns, for productions that change the result's type

    # --- choices and names

    def pick(self, *options):
        return self.random.choice(options)

    def chance(self, probability):
        return self.random.random() < probability

    def below(self, low, high):
        """A number from low to high, both included."""
        return self.random.randint(low, high)

    def fresh(self, stem):
        self.names[stem] = self.names.get(stem, 0) + 1
        return f"{stem}{self.names[stem]}"

    # --- building nodes

    def parts(self, template, values, names=None):
        names = {} if names is None else names
        parts = []
        end = 0
        for match in HOLE.finditer(template):
            parts.append(template[end : match.start()])
            if match[1]:
                parts.append(values[match[1]])
            else:
                if match[2] not in names:
                    names[match[2]] = self.fresh(match[2])
                parts.append(names[match[2]])
            end = match.end()
        parts.append(template[end:])
        return parts

    def code(self, template, *, tag=None, alt=None, needs=(), body=None, **values):
        """A statement. `$name` is a hole, `@name` a name that no other statement has."""
        return Node(self.parts(template, values), tag=tag, alt=alt, needs=needs, body=body)

    def compute(self, template, result, bound=1000, **values):
        """Statements and the number they give; a bound of None is for results of any size."""
        names = {}
        known = all(getattr(value, "known", True) for value in values.values())
        pre = Node(self.parts(template, values, names))
        expression = Expression(self.parts(result, values, names), "int64_t", str(self.below(0, 3)), bound=bound, known=known)
        if bound > 10**6:
            expression = Expression(["(static_cast<int64_t>(", expression, ") % 997)"], "int64_t", "2", bound=997, known=known)
        return pre, expression

    def small(self, scope, limit=31):
        return self.capped(self.integer(scope), limit)

    def sequence(self, *nodes):
        parts = []
        for node in nodes:
            if node is not None:
                parts += [node, "\n"]
        return Node(parts)

    def number(self, template, *, bound, tag=None, known=True, type="int64_t", alt=None, **values):
        known = known and all(getattr(value, "known", True) for value in values.values())
        return Expression(self.parts(template, values), type, alt or str(self.below(0, 3)), tag=tag, bound=bound, known=known)

    def real(self, template, *, tag=None, known=True, bound=100, **values):
        known = known and all(getattr(value, "known", True) for value in values.values())
        return Expression(self.parts(template, values), "double", "0.5", tag=tag, bound=bound, known=known)

    def tensor(self, shape, template, *, tag=None, alt=None, **values):
        alt = alt if alt is not None else f"torch::full({listing(shape)}, 0.3)"
        return Expression(self.parts(template, values), "torch::Tensor", alt, tag=tag, shape=list(shape))

    def declare(self, stem, owner, exact=False, **sections):
        """A declaration whose sections are made by functions of its name, so that they can be templates."""
        declaration = Declaration(stem if exact else self.fresh(stem), owner, {})
        for key, value in sections.items():
            nodes = value(declaration) if callable(value) else value
            declaration.sections[key] = nodes if isinstance(nodes, list) else [nodes]
        self.order += 1
        declaration.order = self.order
        return declaration

    # --- expressions

    def literal(self, low=1, high=6):
        return self.number(str(self.below(low, high)), bound=high, alt=str(high + 1))

    def capped(self, expression, cap=1000):
        """The same number, small enough that arithmetic with it does not overflow."""
        if expression.bound <= cap:
            return expression
        prime = max(p for p in (5, 7, 13, 31, 97, 499, 997) if p <= cap)
        return self.number(f"(($e) % {prime})", e=expression, bound=prime - 1)

    def integer(self, scope, depth=2):
        """An int64_t whose value is known while tracing."""
        variables = [v for v in scope.integers if v.known]
        choice = self.random.random()
        if depth <= 0 or choice < 0.25:
            if variables and self.chance(0.7):
                variable = self.random.choice(variables)
                return self.number("$v", v=variable, bound=variable.bound)
            return self.literal()
        a = self.capped(self.integer(scope, depth - 1))
        if choice < 0.62:
            b = self.capped(self.integer(scope, depth - 1))
            operator = self.pick("+", "-", "*")
            bound = a.bound * b.bound if operator == "*" else a.bound + b.bound
            return self.number(f"($a {operator} $b)", a=a, b=b, bound=bound)
        if choice < 0.7:
            return self.number(f"($a {self.pick('/', '%')} {self.below(2, 9)})", a=a, bound=a.bound)
        if choice < 0.78:
            return self.number("($c ? $a : $b)", c=self.boolean(scope, depth - 1), a=a, b=self.literal(), bound=max(a.bound, 6), tag="ternary")
        if choice < 0.84:
            b = self.literal()
            return self.number(f"std::{self.pick('min', 'max')}<int64_t>($a, $b)", a=a, b=b, bound=max(a.bound, b.bound))
        if choice < 0.9:
            return self.number(f"($a {self.pick('&', '|', '^')} {self.below(1, 15)})", a=a, bound=2 * a.bound + 16)
        width, limit = self.pick(("uint8_t", 255), ("int8_t", 128), ("uint16_t", 65535), ("int32_t", a.bound), ("int16_t", 32768), ("uint32_t", 2**32))
        expression = self.number(f"static_cast<int64_t>(static_cast<{width}>($a * {self.pick(1, 37, 301)}))", a=a, bound=limit)
        return self.capped(expression)

    def double(self, scope, depth=2):
        choice = self.random.random()
        if depth <= 0 or choice < 0.3:
            if scope.doubles and self.chance(0.6):
                return self.real("$v", v=self.random.choice(scope.doubles))
            return self.real(self.pick("0.25", "0.5", "1.5", "0.75", "2.0", "1e-1", "0.125"))
        if choice < 0.5:
            return self.real(f"($a {self.pick('+', '-')} $b)", a=self.double(scope, depth - 1), b=self.double(scope, depth - 1))
        if choice < 0.65:
            return self.real("($n * 0.125)", n=self.capped(self.integer(scope, depth - 1), 31))
        if choice < 0.75:
            return self.real("($c ? $a : $b)", c=self.boolean(scope, depth - 1), a=self.double(scope, 0), b=self.double(scope, 0), tag="ternary")
        if choice < 0.85:
            return self.real("static_cast<double>(static_cast<float>($a))", a=self.double(scope, depth - 1))
        function = self.pick("std::floor($a)", "std::sqrt(std::abs($a))", "std::max($a, 0.5)", "std::tanh($a)", "std::fmod($a, 3.0)", "std::round($a * 4) / 4", "std::hypot($a, 1.0)")
        return self.real(function, a=self.double(scope, depth - 1), tag="std math on numbers")

    def boolean(self, scope, depth=1):
        choice = self.random.random()
        if choice < 0.15 and scope.flags:
            return Expression([self.random.choice(scope.flags)], "bool", "false")
        if depth <= 0 or choice < 0.7:
            operator = self.pick("<", "<=", ">", ">=", "==", "!=")
            a = self.integer(scope, depth - 1)
            return Expression(self.parts(f"($a {operator} $b)", {"a": a, "b": self.literal()}), "bool", "false")
        if choice < 0.8:
            return Expression(self.parts("!$a", {"a": self.boolean(scope, depth - 1)}), "bool", "false")
        values = {"a": self.boolean(scope, depth - 1), "b": self.boolean(scope, depth - 1)}
        return Expression(self.parts(f"($a {self.pick('&&', '||')} $b)", values), "bool", "false")

    def factor(self, scope, expression):
        """A double near one that tells apart what the number is."""
        if expression.type == "double":
            return self.real("(1 + 0.01 * std::fmod($e, 7.0))", e=expression)
        return self.real("(1 + 0.01 * ($e % 13))", e=expression)

    def value(self, scope, depth=2, shape=None):
        """A tensor of a shape (default: the one of the scope's tensor)."""
        shape = list(shape or scope.x.shape)
        same = [t for t in [scope.x] + scope.tensors if t.shape == shape]
        alt = scope.x if scope.x.shape == shape else None
        make = lambda template, **values: self.tensor(shape, template, alt=alt, **values)
        choice = self.random.random()
        if depth <= 0 or choice < 0.18:
            if same:
                return make("$v", v=self.random.choice(same))
            return self.fitted(scope, shape)
        a = self.value(scope, depth - 1, shape)
        if choice < 0.42:
            unary = self.pick(
                "torch::relu($a)", "torch::tanh($a)", "torch::sigmoid($a)", "$a.sin()", "torch::gelu($a)", "$a.clamp(-2, 2)", "(-$a)",
                "$a.abs()", "$a.cos()", "torch::leaky_relu($a, 0.1)", "torch::elu($a)", "torch::silu($a)", "$a.contiguous()", "torch::softplus($a)",
            )
            return make(unary, a=a, tag="tensor functions and methods")
        if choice < 0.52:
            template = self.pick("($a + $k)", "($a * $k)", "($k - $a)", "($a / ($k * $k + 1))", "torch::add($a, 1, $k)", "$a.sub($k)")
            return make(template, a=a, k=self.double(scope, 1), tag="tensor arithmetic")
        if choice < 0.66:
            b = self.value(scope, depth - 1, shape)
            binary = self.pick("($a + $b)", "($a - $b)", "($a * torch::sigmoid($b))", "torch::max($a, $b)", "torch::where($a > 0.1, $a, $b)", "torch::lerp($a, $b, 0.25)", "$a.addcmul($a, $b, 0.1)")
            return make(binary, a=a, b=b, tag="tensor arithmetic")
        dim = self.below(0, len(shape) - 1)
        negative = self.pick(dim, dim - len(shape))
        if choice < 0.75:
            template = self.pick(f"($a - $a.mean({negative}, true))", f"torch::softmax($a, {negative})", f"($a + $a.sum({negative}, true) * 0.1)", f"$a.flip({{{negative}}})", f"torch::roll($a, 1, {negative})", f"($a.cumsum({negative}) * 0.3)")
            return make(template, a=a, tag="tensor functions and methods")
        if choice < 0.83 and len(shape) >= 2:
            other = self.below(0, len(shape) - 1)
            turned = list(shape)
            turned[dim], turned[other] = turned[other], turned[dim]
            return make(f"$a.transpose({dim}, {other})", a=self.value(scope, depth - 1, turned), tag="permute, transpose")
        if choice < 0.91:
            other = [count(shape)] if self.chance(0.5) else [shape[0], count(shape[1:])]
            method = self.pick("reshape", "reshape", "contiguous().view")
            return make(f"$a.{method}({listing(shape)})", a=self.value(scope, depth - 1, other), tag="brace lists ({1, -1})")
        bigger = list(shape)
        bigger[dim] += self.below(1, 2)
        low = self.below(0, bigger[dim] - shape[dim])
        cut = self.pick(f"$a.slice({dim}, {low}, {low + shape[dim]})", f"$a.narrow({negative}, {low}, {shape[dim]})")
        return make(cut, a=self.value(scope, depth - 1, bigger), tag="slice, narrow, select, chunk")

    def fitted(self, scope, shape):
        """The scope's tensor brought to another shape."""
        have, want = count(scope.x.shape), count(shape)
        if have == want:
            return self.tensor(shape, f"$x.reshape({listing(shape)})", x=scope.x)
        if have > want:
            return self.tensor(shape, f"$x.reshape({{-1}}).slice(0, 0, {want}).reshape({listing(shape)})", x=scope.x)
        copies = -(-want // have)
        return self.tensor(shape, f"$x.reshape({{-1}}).repeat({{{copies}}}).slice(0, 0, {want}).reshape({listing(shape)})", x=scope.x)

    # --- statements

    def fold(self, scope, expression, tag=None):
        """A statement that makes the tensor depend on the number."""
        x = scope.x
        if expression.type == "double":
            return self.code("$x = $x * $f;", x=x, f=self.factor(scope, expression), tag=tag)
        if not expression.known:
            return self.code("$x = $x * (1 + 0.01 * static_cast<double>($e));", x=x, e=expression, tag=tag)
        small = self.capped(expression)
        choice = self.below(0, 7)
        last = len(x.shape) - 1
        if choice <= 2:
            return self.code("$x = $x * $f;", x=x, f=self.factor(scope, small), tag=tag)
        if choice == 3:
            return self.code("$x = $x + 0.05 * static_cast<double>($e);", x=x, e=small, tag=tag)
        if choice == 4:
            return self.code("$x = ($e) % 2 == 0 ? torch::sin($x) + 0.1 : torch::tanh($x);", x=x, e=small, tag=tag)
        if choice == 5:
            return self.code(f"$x = torch::roll($x, ($e) % {max(2, x.shape[last])}, {last});", x=x, e=small, tag=tag)
        if choice == 6:
            return self.code("for (int64_t @i = 0; @i < std::abs($e) % 4; ++@i) {\n$x = torch::sin($x + 0.3);\n}", x=x, e=small, tag=tag)
        return self.code("switch (std::abs($e) % 3) {\ncase 0: $x = $x * 1.125; break;\ncase 1: $x = $x.sigmoid();\ndefault: $x = $x - 0.25;\n}", x=x, e=small, tag=tag)

    def filler(self, scope):
        """A plain statement: a tensor operation, or a new local."""
        choice = self.random.random()
        if choice < 0.12:
            name = self.fresh("n")
            value = self.capped(self.integer(scope), 997)
            node = self.code(f"int64_t {name} = $v;", v=value)
            scope.integers.append(Local(name, "int64_t", "2", node=node, bound=1000))
            return self.sequence(node, self.fold(scope, self.number("$v", v=scope.integers[-1], bound=1000))) if self.chance(0.5) else node
        if choice < 0.22:
            name = self.fresh("t")
            node = self.code(f"torch::Tensor {name} = $v;", v=self.value(scope))
            scope.tensors.append(Local(name, "torch::Tensor", f"torch::ones({listing(scope.x.shape)})", node=node, shape=scope.x.shape))
            return node
        if choice < 0.3:
            name = self.fresh("d")
            node = self.code(f"double {name} = $v;", v=self.double(scope))
            scope.doubles.append(Local(name, "double", "0.5", node=node))
            return node
        if choice < 0.36:
            return self.code(f"$x {self.pick('+=', '-=')} $v;", x=scope.x, v=self.value(scope, 1), tag="in-place operations, +=") if scope.x.name != "x" else self.code("$x = $v;", x=scope.x, v=self.value(scope))
        return self.code("$x = $v;", x=scope.x, v=self.value(scope, self.below(1, 3)))

    def fits(self, production, scope):
        if production.where in ("this", "constructor") and scope.cls is None:
            return False
        if production.where == "root" and (scope.cls is not self.root or scope.depth):
            return False
        return not (scope.repeats and production.where == "root")

    def next_production(self, scope):
        for index, candidate in enumerate(self.queue):
            if self.fits(candidate, scope):
                return self.queue.pop(index)
        return None

    def draw(self, scope, chosen):
        """The statement that a production gives, tagged with its construct."""
        self.drawn.append(chosen.name)
        if chosen.kind == "tensor":
            node = chosen.draw(self, scope)
        else:
            node = self.place(scope, chosen)
        if node.tag is None:
            node.tag = chosen.construct
        elif node.tag != chosen.construct:
            node = Node([node], tag=chosen.construct)
        return node

    def statements(self, scope, amount):
        nodes = []
        for _ in range(amount):
            chosen = self.next_production(scope) if self.chance(0.75) else None
            nodes.append(self.draw(scope, chosen) if chosen else self.filler(scope))
        return self.sequence(*nodes)

    # --- numbers, and where they are computed

    def place(self, scope, chosen):
        """Computes a production's number somewhere (here, in a function, a method, a lambda, the constructor, a static
        constant) and folds it into the tensor."""
        places = ["here", "function", "lambda"]
        if scope.cls is not None:
            places += ["method", "constructor"]
        if chosen.where in ("constructor", "forward"):
            places = {"constructor": ["constructor"], "forward": ["here", "here", "lambda"]}[chosen.where]
        where = self.pick(*places)
        if where == "here":
            inner = scope.inner()
            pre, result = chosen.draw(self, inner)
            return self.code("{\n$pre\n$fold\n}", pre=pre, fold=self.fold(inner, result))
        if where == "constructor":
            return self.in_constructor(scope, chosen)
        parameter = Local(self.fresh("k"), "int64_t", "3", bound=1000)
        inner = Scope(scope.cls if where == "method" else None, None)
        if where == "lambda":
            inner = scope.inner()
        inner.integers = [v for v in inner.integers] + [parameter]
        inner.x = None
        pre, result = chosen.draw(self, inner)
        text = f"(int64_t {parameter.name}) %s {{\n$pre\nreturn $r;\n}}"
        argument = self.capped(self.integer(scope, 1), 997)
        if where == "lambda":
            name = self.fresh("compute")
            node = self.code(f"auto {name} = [{self.pick('&', '=')}]" + text % "-> int64_t" + ";", pre=pre, r=result)
            call = self.number(f"{name}($a)", a=argument, bound=result.bound, known=result.known)
            return self.code("{\n$l\n$fold\n}", l=node, fold=self.fold(scope, call), tag="lambda in forward" if chosen.where != "constructor" else None)
        if where == "function":
            maker = lambda d: self.code(f"{self.pick('static ', 'inline ', '')}int64_t {d.name}" + text % "" , pre=pre, r=result)
            declared = self.declare("compute", None, **{"global": maker})
        else:
            maker = lambda d: self.code(f"{self.pick('', 'static ') if not getattr(result, 'uses_this', False) else ''}int64_t {d.name}" + text % "", pre=pre, r=result)
            declared = self.declare("compute", scope.cls, method=maker)
        call = self.number("$f($a)", f=declared, a=argument, bound=result.bound, known=result.known)
        return self.fold(scope, call)

    def in_constructor(self, scope, chosen):
        inner = Scope(scope.cls, None)
        pre, result = chosen.draw(self, inner)
        maker = lambda d: self.code(f"{{\n$pre\n{d.name} = $r;\n}}", pre=pre, r=self.capped(result, 997), tag=chosen.construct)
        member = self.declare("kept", scope.cls, constructor=maker, member=lambda d: self.code(f"int64_t {d.name} = 0;"))
        use = self.number("$m", m=member, bound=1000)
        if self.chance(0.3) and not scope.repeats:
            return self.sized_layer(scope, member)
        return self.fold(scope, use)

    def sized_layer(self, scope, member):
        """Two layers whose inner size is the number."""
        width = scope.x.shape[-1]
        holders = f"torch::nn::Linear down_{member.name}{{nullptr}}, up_{member.name}{{nullptr}};"
        make = (
            f"down_{member.name} = register_module(\"down_{member.name}\", torch::nn::Linear({width}, 2 + std::abs($m) % 5));\n"
            f"up_{member.name} = register_module(\"up_{member.name}\", torch::nn::Linear(2 + std::abs($m) % 5, {width}));"
        )
        pair = self.declare(
            f"up_{member.name}", scope.cls, exact=True, constructor=lambda d: self.code(make, m=member), member=lambda d: self.code(holders)
        )
        return self.code(f"$x = $up->forward(torch::relu(down_{member.name}->forward($x)));", x=scope.x, up=pair)

    def member(self, scope, type, initial, stem="value_", tag=None):
        """A data member with an initialiser in the class."""
        return self.declare(stem, scope.cls, member=lambda d: self.code(f"{type} {d.name} = $i;", i=initial, tag=tag))

    def layer(self, scope, type, arguments, stem="fc"):
        """A registered module of the library."""
        handle = f"torch::nn::{type}"
        style = self.below(0, 2)
        if style == 0:
            return self.declare(
                stem, scope.cls,
                init=lambda d: self.code(f"{d.name}({arguments})"),
                constructor=lambda d: self.code(f'register_module("{d.name}", {d.name});'),
                member=lambda d: self.code(f"{handle} {d.name};"),
            )
        if style == 1:
            return self.declare(
                stem, scope.cls,
                constructor=lambda d: self.code(f'{d.name} = register_module("{d.name}", {handle}({arguments}));', tag="x = register_module(...) in the body"),
                member=lambda d: self.code(f"{handle} {d.name}{{nullptr}};"),
            )
        return self.declare(
            stem, scope.cls,
            init=lambda d: self.code(f'{d.name}(register_module("{d.name}", {handle}({arguments})))', tag="register_module in a member initialiser"),
            member=lambda d: self.code(f"{handle} {d.name};"),
        )

    def user_class(self, stem, amount, shape, x="x", holder=True):
        """A module class with a forward of its own, tensor to tensor of one shape."""
        cls = Class(self.fresh(stem) + ("Impl" if holder else ""))
        cls.holder = holder
        inner = Scope(cls, Local(x, "torch::Tensor", x, shape=list(shape)))
        cls.signature = f"torch::Tensor forward(torch::Tensor {x})"
        body = self.statements(inner, amount)
        cls.forward = self.code(f"$b\nreturn {x};", b=body)
        return cls

    def class_declaration(self, cls):
        return self.declare(cls.handle, None, exact=True, **{"global": lambda d: [cls]})
