#!/usr/bin/python3
"""Writes lib/Ops/generated/PythonEffects*.def: what torch.nn's functions and modules do besides computing.

usage: gen-effects.py [--check]

Two sources, and what either of them finds counts. The text of torch/nn/functional.py and of the
modules' forward says which operators a function reaches, through other functions of the file; the
operators' schemas and tags say the rest. And every module that can be made from a few guesses is
run: twice with different seeds, with its state and the memory of its result looked at.
"""

import ast
import inspect
import itertools
import sys
import textwrap
import warnings

import torch
import torch.nn.functional as functional

import torch_tables

warnings.simplefilter("ignore")
# Not use_input_stats: instance_norm rewrites its statistics, a little, without it too.
TRAINING = {"train", "training"}


class Facts:
    """What is known of a function: each flag is a possibility."""

    FIELDS = (
        "random_in_training",
        "random_in_eval",
        "writes_state_in_training",
        "writes_state_in_eval",
        "has_inplace",
        "may_alias_input",
    )

    def __init__(self):
        for field in self.FIELDS:
            setattr(self, field, False)
        self.writes_switch = ""  # writes only when this parameter is given

    def join(self, other):
        for field in self.FIELDS:
            if field != "has_inplace":
                setattr(self, field, getattr(self, field) or getattr(other, field))
        self.writes_switch = self.writes_switch or other.writes_switch

    def row(self, macro, name):
        flags = ", ".join(str(int(getattr(self, field))) for field in self.FIELDS)
        return f'{macro}("{name}", {flags}, "{self.writes_switch}")'


def is_composite(operator):
    try:
        return torch._C._dispatch_has_kernel_for_dispatch_key(operator, "CompositeImplicitAutograd")
    except RuntimeError:
        return False  # of TorchScript alone


def operator_facts(name):
    """The facts of aten::name; None when there is no such operator."""
    schemas = torch._C._jit_get_schemas_for_operator("aten::" + name)
    if not schemas:
        return None
    facts = Facts()
    for schema in schemas:
        arguments = {argument.name for argument in schema.arguments}
        if "out" in arguments:
            continue
        overload = getattr(getattr(torch.ops.aten, name), schema.overload_name or "default", None)
        tags = overload.tags if overload is not None else []
        if arguments & TRAINING:
            # Dropout of a recurrent layer has no tag: in training everything may happen.
            facts.random_in_training = True
        elif torch.Tag.nondeterministic_seeded in tags:
            facts.random_in_training = facts.random_in_eval = True
        if any(argument.startswith("running_") for argument in arguments):
            facts.writes_state_in_training = True
            facts.writes_state_in_eval |= not arguments & TRAINING
        returned = {item.alias_info is not None for item in schema.returns}
        composite = is_composite(
            "aten::" + name + ("." + schema.overload_name if schema.overload_name else "")
        )
        facts.may_alias_input |= composite or True in returned
    return facts


class Reached(ast.NodeVisitor):
    """The names that a function refers to, with the parameter that guards the place."""

    def __init__(self):
        self.names, self.guards = [], []

    def visit_If(self, node):
        test = node.test
        guard = None
        if isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.IsNot):
            if isinstance(test.left, ast.Name):
                guard = test.left.id
            elif isinstance(test.left, ast.Attribute):
                guard = test.left.attr
        self.guards.append(guard)
        for child in node.body:
            self.visit(child)
        self.guards.pop()
        for child in [node.test, *node.orelse]:
            self.visit(child)

    def add(self, name, is_function):
        guards = [guard for guard in self.guards if guard]
        self.names.append((name, is_function, guards[-1] if guards else ""))

    def visit_Name(self, node):
        self.add(node.id, True)

    def visit_Attribute(self, node):
        # F.relu is a function of the file, torch.relu and x.relu are operators.
        base = node.value
        self.add(node.attr, isinstance(base, ast.Name) and base.id in ("F", "functional"))
        self.generic_visit(node)


def reach(tree):
    visitor = Reached()
    visitor.visit(tree)
    return visitor.names


def returns_parameter(tree):
    parameters = {argument.arg for argument in tree.args.args}
    return any(
        isinstance(node, ast.Return) and isinstance(node.value, ast.Name) and node.value.id in parameters
        for node in ast.walk(tree)
    )


def draws_in_training_alone(tree):
    """`if not training: dropout_p = 0.0`: what it passes that on to has nothing to draw in eval."""
    return any(
        isinstance(node, ast.If)
        and isinstance(node.test, ast.UnaryOp)
        and isinstance(node.test.op, ast.Not)
        and isinstance(node.test.operand, ast.Name)
        and node.test.operand.id in TRAINING
        and any(
            isinstance(step, ast.Assign)
            and isinstance(step.value, ast.Constant)
            and step.value.value == 0.0
            and step.targets[0].id.startswith("dropout")
            for step in node.body
        )
        for node in ast.walk(tree)
    )


class Functions:
    """The functions of torch/nn/functional.py."""

    def __init__(self):
        self.trees, self.known = {}, {}
        for node in ast.parse(inspect.getsource(functional)).body:
            if isinstance(node, ast.FunctionDef):
                self.trees.setdefault(node.name, node)
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                self.trees.setdefault(node.targets[0].id, node.value)

    def facts(self, name):
        if name not in self.known:
            self.known[name] = Facts()  # a recursion ends here
            facts = Facts()
            tree = self.trees[name]
            self.add_reached(facts, reach(tree))
            if isinstance(tree, ast.FunctionDef):
                facts.random_in_eval &= not draws_in_training_alone(tree)
                facts.may_alias_input |= returns_parameter(tree)
                facts.has_inplace = any(a.arg == "inplace" for a in tree.args.args)
            elif isinstance(tree, ast.Name) and tree.id in self.trees:  # threshold = _threshold
                facts.has_inplace = self.facts(tree.id).has_inplace
            self.known[name] = facts
        return self.known[name]

    def add_reached(self, facts, names):
        for name, is_function, guard in names:
            if is_function:
                if name in self.trees:
                    found = self.facts(name)
                    facts.join(found)
                    if found.writes_state_in_eval and guard:
                        facts.writes_switch = guard
            elif name.endswith("_") and not name.endswith("__") and operator_facts(name):
                found = operator_facts(name)
                found.may_alias_input = False
                facts.join(found)
                if name == "embedding_renorm_":
                    facts.writes_state_in_training = facts.writes_state_in_eval = True
                    facts.writes_switch = guard or facts.writes_switch
            else:
                found = operator_facts(name)
                if found:
                    facts.join(found)


def candidates(module_class):
    """Modules made from a few guesses at the required arguments."""
    required = [
        parameter
        for parameter in inspect.signature(module_class.__init__).parameters.values()
        if parameter.name != "self"
        and parameter.default is parameter.empty
        and parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
    ]
    for guess in ((4,) * len(required), (2,) * len(required), (0.5,) * len(required), ((4, 4),)):
        options = [{}]
        names = inspect.signature(module_class.__init__).parameters
        if "dropout" in names:
            options.append({"dropout": 0.5, **({"num_layers": 2} if "num_layers" in names else {})})
        for extra in reversed(options):
            try:
                yield lambda guess=guess, extra=extra: module_class(*guess, **extra)
            except Exception:
                continue


SHAPES = [(3, 4, 8, 8), (3, 4, 8), (3, 4), (3, 4, 8, 8, 8), (4, 4), (8,), (3, 16, 8, 8)]


def inputs(count):
    for shape in SHAPES:
        yield [torch.rand(shape) for _ in range(count)]
    yield [torch.randint(0, 2, (3, 2)) for _ in range(count)]


def flat(value):
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, (tuple, list)):
        return [tensor for item in value for tensor in flat(item)]
    return []


def run(module, arguments, seed):
    torch.manual_seed(seed)
    return flat(module(*[argument.clone() for argument in arguments]))


def same(left, right):
    return len(left) == len(right) and all(
        a.shape == b.shape and torch.equal(a, b) for a, b in zip(left, right)
    )


def experiment(module_class):
    """What running a module shows; None when no guess makes one that runs."""
    for make in candidates(module_class):
        for count in (1, 2, 3):
            for arguments in inputs(count):
                try:
                    torch.manual_seed(0)
                    module = make()
                    module.train()
                    if not run(module, arguments, 0):
                        continue
                except Exception:
                    continue
                facts = Facts()
                for training in (True, False):
                    module.train(training)
                    before = {k: v.clone() for k, v in module.state_dict().items()}
                    results = [run(module, arguments, seed) for seed in (1, 2, 3)]
                    after = module.state_dict()
                    mode = "training" if training else "eval"
                    if any(not same(results[0], other) for other in results[1:]):
                        setattr(facts, "random_in_" + mode, True)
                    if any(not torch.equal(before[k], after[k]) for k in before):
                        setattr(facts, "writes_state_in_" + mode, True)
                    places = {a.untyped_storage().data_ptr() if hasattr(a, "untyped_storage")
                              else a.storage().data_ptr() for a in arguments}
                    for tensor in flat(module(*arguments)):
                        if tensor.storage().data_ptr() in places:
                            facts.may_alias_input = True
                return facts
    return None


def module_facts(module_class, functions):
    facts = Facts()
    pending, seen = ["forward"], set()
    while pending:
        method = getattr(module_class, pending.pop())
        seen.add(method.__name__)
        names = reach(ast.parse(textwrap.dedent(inspect.getsource(method))))
        functions.add_reached(facts, names)
        # self._apply_instance_norm(...)
        own = {name for name, *_ in names if inspect.isfunction(getattr(module_class, name, None))}
        pending += own - seen - set(dir(torch.nn.Module)) - {"forward"}
    facts.has_inplace = "inplace" in inspect.signature(module_class.__init__).parameters
    seen = experiment(module_class)
    if seen is None:
        facts.may_alias_input = True
    else:
        # Composite operators may return their input; whether this module does has been seen.
        facts.may_alias_input = False
        facts.join(seen)
    # What holds in training alone follows from the mode.
    return facts


def main():
    functions = Functions()
    lines = [
        "// Made by utils/gen-effects.py from the installed Python torch; do not edit.",
        "// FX_FUNCTIONAL and FX_MODULE(name, " + ", ".join(Facts.FIELDS) + ", writes_switch)",
    ]
    for name in sorted(functions.trees):
        if name.startswith("_") or not callable(getattr(functional, name, None)):
            continue
        if isinstance(functions.trees[name], ast.FunctionDef) or operator_facts(name) or reach(
            functions.trees[name]
        ):
            lines.append(functions.facts(name).row("FX_FUNCTIONAL", name))
    for name in sorted(dir(torch.nn)):
        module_class = getattr(torch.nn, name)
        if not inspect.isclass(module_class) or not issubclass(module_class, torch.nn.Module):
            continue
        if "Lazy" in name or name in ("Module", "Sequential", "ModuleList", "ModuleDict",
                                      "ParameterList", "ParameterDict", "DataParallel", "Container"):
            continue
        facts = module_facts(module_class, functions)
        if facts:
            lines.append(facts.row("FX_MODULE", name))
    torch_tables.keep("PythonEffects", "\n".join([*lines, ""]), "--check" in sys.argv[1:])


main()
