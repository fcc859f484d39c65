"""A whole model of a seed and an index: which productions it draws, its root class, its inputs, its text."""

import random

import productions_classes  # noqa: F401  (each registers its productions)
import productions_containers  # noqa: F401
import productions_forward  # noqa: F401
import productions_lifetime  # noqa: F401
import productions_numbers  # noqa: F401
import productions_state  # noqa: F401
from generator import PRODUCTIONS, Generator, Scope, listing
from tree import Class, Declaration, Expression, Local, Writer, indented, number

SAFE = 5  # productions of a model that are not risky; two of three models draw one risky one more
RARE_EVERY = 10  # one of so many models draws one more that is mostly refused
SHAPES = ([2, 6], [3, 4], [2, 3, 4], [2, 5], [1, 4, 3], [2, 4, 5, 5], [4, 2], [2, 2, 6, 4])
HEADERS = "algorithm array bitset cmath cstring deque fstream functional iostream list map memory mutex numeric optional queue set sstream stack string tuple unordered_map unordered_set variant vector ATen/autocast_mode.h".split()


def turn(names, seed, start, amount):
    """Some of the names: all of them come up equally often as `start` goes on, in an order of the seed."""
    chosen = []
    for at in range(start, start + amount):
        cycle, place = divmod(at, len(names))
        order = list(names)
        random.Random(f"{seed} {cycle}").shuffle(order)
        chosen.append(order[place])
    return chosen


class Model:
    def __init__(self, seed, index, excluded=(), only=None, rare=(), name=None):
        self.name = name or f"m{index}"
        self.seed = seed
        self.index = index
        g = self.generator = Generator(f"{seed} {index}")
        rare = sorted({*rare} - {*excluded})
        excluded = {*excluded, *rare}
        allowed = [p for p in PRODUCTIONS.values() if p.name not in excluded and (not only or only in (p.name, p.construct))]
        # A construct of one production is as frequent as one of five.
        weights = {}
        for p in allowed:
            weights.setdefault((p.risky, p.construct), []).append(p)
        safe = [c for risky, c in weights if not risky]
        risky = [c for risk, c in weights if risk]
        drawn = [g.random.choice(weights[False, c]) for c in turn(safe, f"{seed} safe", index * SAFE, SAFE)] if safe else []
        if risky and (index % 3 or not safe):
            drawn += [g.random.choice(weights[True, c]) for c in turn(risky, f"{seed} risky", index - index // 3 if safe else index, 1)]
        if rare and index % RARE_EVERY == 0:
            drawn += [PRODUCTIONS[name] for name in turn(rare, f"{seed} rare", index // RARE_EVERY, 1)]
        g.random.shuffle(drawn)
        # Blocks come first when they can have others inside.
        drawn.sort(key=lambda p: p.construct not in NESTING or g.chance(0.3))
        g.queue = drawn
        self.build(g)
        self.nodes = number(self.root)

    def build(self, g):
        shape = list(g.random.choice(SHAPES))
        g.parameters = ["torch::Tensor x"]
        g.inputs.append(f"torch::randn({listing(shape)})")
        g.struct_inputs = []
        g.side = None
        root = g.root = self.root = Class("NetImpl" if g.chance(0.6) else "Net")
        root.holder = root.name == "NetImpl"
        root.keyword = g.pick("struct", "class")
        arguments = []
        scope = Scope(root, Local("x", "torch::Tensor", "x", shape=shape))
        for _ in range(g.below(0, 2)):
            name = g.fresh("size")
            root.parameters.append((f"int64_t {name}" + (f" = {g.below(1, 8)}" if arguments == [] and g.chance(0.3) else ""), ""))
            arguments.append(str(g.below(1, 8)))
            made = g.declare(f"{name}_", root, exact=True, init=lambda d: g.code(f"{d.name}({name})"), member=lambda d: g.code(f"int64_t {d.name};"))
            scope.integers.append(Expression([made], "int64_t", "3", bound=8))
        for left in range(len(root.parameters) - 1, 0, -1):
            if "=" in root.parameters[left - 1][0] and "=" not in root.parameters[left][0]:
                root.parameters[left - 1] = (root.parameters[left - 1][0].split(" =")[0], "")
        body = g.statements(scope, 1)
        while g.queue:
            chosen = g.next_production(scope)
            if chosen is None:
                break
            body = g.sequence(body, g.draw(scope, chosen) if g.chance(0.85) else g.sequence(g.filler(scope), g.draw(scope, chosen)))
        result, last = "torch::Tensor", g.code("return $x;", x=scope.x)
        if g.result:
            result, template, *struct = g.result
            last = g.code(template, x=scope.x, y=g.side, t=struct[0] if struct else None)
        root.forward = g.sequence(body, last)
        self.result = result
        root.signature = None
        known = any(construct in g.drawn for construct in ("condition on size", "sizes as numbers", "scalar input")) or len(g.arguments) > 0 or g.chance(0.5)
        self.arguments = list(g.arguments)
        if known:
            self.arguments.insert(0, f"--input=x={'x'.join(map(str, shape))}")
            for name, example in zip(g.parameters, g.inputs):
                if isinstance(name, str) and "torch::Tensor other" in name or isinstance(name, str) and "const torch::Tensor& given" in name:
                    self.arguments.append(f"--input={name.split()[-1]}={'x'.join(map(str, shape))}")
                if isinstance(name, str) and name.split()[0] in ("double", "int64_t"):
                    self.arguments.append(f"--input={name.split()[1]}={example.split('(')[1][:-1]}")
        # The script that runs Python hands over tensors and numbers.
        self.plain_inputs = all(isinstance(item, str) and item.startswith(("torch::rand", "double(", "int64_t(")) for item in g.inputs)
        self.call = f"{root.handle}({', '.join(arguments)})" if arguments else root.handle

    def write(self, removed=None):
        """The text of the model, and the ids of the nodes that are in it."""
        writer = Writer(removed)
        root = self.root
        pieces = []
        for p in self.generator.parameters:
            pieces.append(writer.text(p))
        result = writer.text(self.result)
        root.signature = f"{result} forward({', '.join(pieces)})"
        writer.mark_class(root)
        # Writing may name more than marking did (it does not): twice, so that the first pass settles it.
        text = []
        for _ in range(2):
            text = writer.section(None, "global")
            text.append(writer.class_text(root))
        head = [f"// ROOT: {self.call}"]
        head += [f"// INPUT: {self.input_text(item)}" for item in self.generator.inputs]
        head += [f"// ARGS: '{argument}'" for argument in self.arguments]
        head += ["#include <torch/torch.h>"] + [f"#include <{header}>" for header in HEADERS]
        return "\n".join(head) + "\n" + indented("\n".join(text)), writer.seen

    def input_text(self, item):
        if isinstance(item, tuple):
            _, declaration, values = item
            return f"{declaration.name}{{{values}}}"
        return item


NESTING = {
    "if and else around tensors", "for loops around tensors", "lambda in forward", "tensors through free functions", "condition on a size", "branch on a member",
    "TORCH_MODULE / ModuleHolder", "user sub-modules", "class derives from another user module class", "forward inherited, virtual forward, pure virtual forward",
    "no forward at all: another method", "early return, several returns", "shared modules", "forward body in another file than the class",
}
