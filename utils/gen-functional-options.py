#!/usr/bin/env python3
"""Writes FunctionalOptions.inc: LibTorch's Options classes, functional functions and modules.

    gen-functional-options.py <folder with torch/torch.h> <output>

Read are torch/nn/options/*.h (classes, their constructors, TORCH_ARG fields, aliases),
torch/nn/functional/*.h (functions and the Options they take), torch/nn/modules/**/*.h (module
holders) and torch/enum.h (enum tags). Aliases and template parameters are resolved here:
MaxPool2dFuncOptions has the fields of MaxPoolOptions<2>.
"""

import ast
import pathlib
import re
import sys

# Where Python's spelling of an enum tag is not the tag in lower case.
ENUM_EXCEPTIONS = {
    "NearestExact": "nearest-exact",
    "FanIn": "fan_in",
    "FanOut": "fan_out",
    "LeakyReLU": "leaky_relu",
    "ConvTranspose1D": "conv_transpose1d",
    "ConvTranspose2D": "conv_transpose2d",
    "ConvTranspose3D": "conv_transpose3d",
    "RNN_TANH": "RNN_TANH",
    "RNN_RELU": "RNN_RELU",
    "LSTM": "LSTM",
    "GRU": "GRU",
}


def read(path):
    """The text of a header without comments and preprocessor lines, spaces collapsed."""
    text = path.read_text()
    text = re.sub(r"//[^\n]*|/\*.*?\*/", " ", text, flags=re.S)
    text = re.sub(r"^\s*#(?:[^\n]*\\\n)*[^\n]*$", "", text, flags=re.M)
    return re.sub(r"\s+", " ", text)


def closing(text, start):
    """The index of the bracket that closes the one at `start`."""
    pairs, depth = {"(": ")", "{": "}", "<": ">"}, 0
    opening, end = text[start], pairs[text[start]]
    for i in range(start, len(text)):
        depth += (text[i] == opening) - (text[i] == end)
        if depth == 0:
            return i
    raise ValueError(f"unbalanced {opening} at {text[start:start + 60]}")


def split_top_level(text):
    parts, depth, start = [], 0, 0
    for i, c in enumerate(text):
        if c in "([{<":
            depth += 1
        elif c in ")]}>":
            depth -= 1
        elif c == "," and depth == 0:
            parts.append(text[start:i].strip())
            start = i + 1
    return [*parts, text[start:].strip()] if text.strip() else []


def parse_parameter(text):
    """"const Tensor& input = {}" -> (type, name, default or None)"""
    declaration, _, default = text.partition("=")
    match = re.fullmatch(r"(.*?[\s&>*])(\w+)", declaration.strip())
    if not match:
        return None
    return match.group(1).strip(), match.group(2), default.strip() or None


def parse_parameters(text):
    parameters = [parse_parameter(p) for p in split_top_level(text)]
    return None if None in parameters else parameters


class OptionsClass:
    def __init__(self, template_parameter, constructor, fields, defaults, argument=None):
        self.template_parameter = template_parameter
        self.constructor = constructor
        self.fields = fields
        self.defaults = defaults  # C++ text by field
        self.argument = argument  # what the template parameter became, and its name

    def instantiate(self, argument):
        def replace(type_):
            type_ = re.sub(rf"\b{self.template_parameter}\b", argument, type_)
            return re.sub(r"(\d+) \* (\d+)", lambda m: str(int(m[1]) * int(m[2])), type_)

        fields = [(name, replace(type_)) for name, type_ in self.fields]
        return OptionsClass(
            None, self.constructor, fields, self.defaults, (self.template_parameter, argument)
        )


def parse_options_class(name, template_parameter, body):
    constructors, defaults = [], {}
    for match in re.finditer(rf"(?<![\w~]){name}\(", body):
        end = closing(body, match.end() - 1)
        parameters = parse_parameters(body[match.end() : end])
        if parameters is not None:
            constructors.append(parameters)
            # ": kernel_size_(kernel_size), stride_(kernel_size) {}": the stride is the kernel's size.
            for field, parameter in re.findall(r"(\w+)_\((\w+)\)", body[end : body.find("{", end)]):
                if field != parameter and parameter in [p[1] for p in parameters]:
                    defaults[field] = parameter
    # Options are set by int, Tensor and the like; a constructor from a dimension's name or from
    # another module's options is not the one to call with fields.
    fields = []
    for match in re.finditer(r"TORCH_ARG\(", body):
        end = closing(body, match.end() - 1)
        type_, field = split_top_level(body[match.end() : end])
        fields.append((field, type_))
        if default := re.match(r"\) = ([^;]*);", body[end:]):
            defaults[field] = default[1]
    for match in re.finditer(r"TORCH_OPTIONS_CTOR_VARIANT_ARG\d\(", body):
        constructors.append([])
    names = {field for field, _ in fields}
    constructors = [c for c in constructors if all(p[1] in names for p in c)]
    for _, parameter, default in sum(constructors, []):
        if default is not None:
            defaults.setdefault(parameter, default)
    constructor = max(constructors, key=len, default=[])
    # Parameters with defaults need not be given: their fields are set by name like all others.
    return OptionsClass(
        template_parameter, [p[1] for p in constructor if p[2] is None], fields, defaults
    )


def parse_type_names(folder):
    """What `typedef` and `using` in the headers of options call types: by name, the C++ text."""
    names = {}
    for path in sorted(folder.glob("*.h")):
        text = read(path)
        names.update(re.findall(r"using (\w+) = ([^;]*);", text))
        names.update((name, type_) for type_, name in re.findall(r"typedef ([^;]*) (\w+);", text))
    return names


def parse_options(folder):
    classes, aliases = {}, {}
    pattern = re.compile(
        r"(?:template <\s*(?:size_t|typename|class) (?P<parameter>\w+)\s*> )?"
        r"(?:struct|class) (?:TORCH_API )?(?P<name>\w+Options) (?::[^{;]*)?{"
    )
    for path in sorted(folder.glob("*.h")):
        text = read(path)
        for match in pattern.finditer(text):
            body = text[match.end() : closing(text, match.end() - 1)]
            classes[match["name"]] = parse_options_class(match["name"], match["parameter"], body)
        for match in re.finditer(r"using (\w+Options) = ([\w:]*::)?(\w+)( ?<)?", text):
            argument = None
            if match[4]:
                argument = text[match.end() : closing(text, match.end() - 1)].strip()
            aliases[match[1]] = (match[3], argument)
    for name in aliases:
        target, argument = name, None
        while target in aliases:
            target, argument = aliases[target]
        found = classes.get(target)
        if found:
            classes[name] = found.instantiate(argument) if argument else found
    return {name: c for name, c in classes.items() if not c.template_parameter}


class Function:
    def __init__(self, name, result, options, signature):
        self.name, self.result, self.options, self.signature = name, result, options, signature
        names = [parameter for _, parameter, _ in signature]
        at = next((i for i, (t, _, _) in enumerate(signature) if options and plain(t) == options), len(names))
        self.parameters, self.trailing = names[:at], names[at + 1 :]


def plain(type_):
    """const F::PadFuncOptions& -> PadFuncOptions"""
    return re.sub(r"^const |&$|[\w:]*::", "", type_).strip()


def result_type(text):
    text = re.sub(r"\b(?:public|protected|private):|\binline ", "", text).strip()
    return re.sub(r"(?<![\w:])Tensor", "torch::Tensor", text)


def without_inner_namespaces(text):
    """`text` without the bodies of namespace detail."""
    while match := re.search(r"namespace (?:detail|_impl) {", text):
        text = text[: match.start()] + text[closing(text, match.end() - 1) + 1 :]
    return text


def parse_functions(folder, options):
    functions = {}
    pattern = re.compile(r"(?:inline|TORCH_API) (?:inline )?([\w:<>, ]+[&>\w]) (\w+)\(")
    for path in sorted(folder.glob("*.h")):
        text = without_inner_namespaces(read(path))
        for match in pattern.finditer(text):
            name = match[2]
            parameters = parse_parameters(text[match.end() : closing(text, match.end() - 1)])
            if parameters is None:
                continue
            types = [plain(t) for t, _, _ in parameters]
            taken = next((t for t in types if t in options and "Func" in t), "")
            found = Function(name, result_type(match[1]), taken, parameters)
            # Of several overloads the one with options says most.
            if name not in functions or (found.options and not functions[name].options):
                functions[name] = found
    return functions


class Holder:
    def __init__(self, options, result, parameters, tensors):
        self.options, self.result, self.parameters = options, result, parameters
        self.tensors = tensors  # the members of type Tensor


def bodies(texts, name):
    """The bodies of a class and of its bases, as far as they stand in `texts`."""
    while name:
        found = None
        for text in texts:
            found = re.search(rf"(?:class|struct) (?:TORCH_API )?{name}( : [^{{;]*)? {{", text)
            if found:
                yield text[found.end() : closing(text, found.end() - 1)]
                break
        base = re.search(r"public ([\w:]*::)?(\w+)", found[1] or "") if found else None
        name = base[2] if base else None


def members(body):
    """The fields of a class as (type, name), those that functions and classes in it have left out."""
    while match := re.search(r"\([^()]*\)|\{[^{}]*\}", body):
        body = body[: match.start()] + ("@" if match[0][0] == "(" else ";") + body[match.end() :]
    body = re.sub(r"\b(?:public|protected|private):", ";", body)
    return re.findall(r"(?:^|;) *([\w:<>, ]+?) (\w+)(?= *;)", body)


def parse_forward(texts, holder):
    """The result type and the parameters of HolderImpl::forward, its own or a base's."""
    for body in bodies(texts, holder + "Impl"):
        match = re.search(r"(?:^|[;:}] )([\w:<>, ]+?) forward\(", body)
        if match:
            parameters = body[match.end() : closing(body, match.end() - 1)]
            return result_type(match[1]), parse_parameters(parameters) or []
    return "torch::Tensor", []


def parse_structs(texts, modules):
    """The members of the structs that modules return, by the struct."""
    structs = {}
    for result in sorted({holder.result for holder in modules.values()}):
        if "::" not in result and (body := next(bodies(texts, result), None)) is not None:
            structs[result] = members(body)
    return structs


def module_headers(folder):
    return [read(path) for path in sorted(folder.rglob("*.h"))]


def parse_modules(folder, options):
    texts = module_headers(folder)
    modules = {}
    for text in texts:
        # Embedding is a holder with a function of its own, written out.
        holders = r"TORCH_MODULE(?:_IMPL)?\((\w+)|class (\w+) : public (?:torch::nn::)?ModuleHolder<"
        for match in re.finditer(holders, text):
            name = match[1] or match[2]
            found = name + "Options" if name + "Options" in options else ""
            if not found:
                explicit = re.search(
                    rf"\b{name}Impl\( ?(?:const )?([\w:]*?)(\w+Options)&? options", text
                )
                if explicit and explicit[2] in options:
                    found = explicit[2]
            tensors = [
                field for body in bodies(texts, name + "Impl") for type_, field in members(body)
                if result_type(type_) == "torch::Tensor"
            ]
            modules[name] = Holder(found, *parse_forward(texts, name), sorted(tensors))
    return modules


def arithmetic(node):
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        return arithmetic(node.left) / arithmetic(node.right)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -arithmetic(node.operand)
    return ast.literal_eval(node)


def python_default(cls, name, is_float, enums):
    """The default of an option as Python text, in which $NAME is another option: "1.0 / 8.0" ->
    "0.125". None where the header says none; ValueError where its text is no value."""
    text = cls.defaults.get(name)
    if text is None or text in (field for field, _ in cls.fields):
        return None if text is None else "$" + text
    if text in ("c10::nullopt", "Tensor()", "{}", "nullptr"):
        return "None"
    if text in ("true", "false"):
        return text.capitalize()
    if text.startswith("torch::k"):
        return '"' + enums[text.removeprefix("torch::")] + '"'
    if text.startswith('"'):
        return text
    try:
        value = arithmetic(ast.parse(text, mode="eval").body)
    except (SyntaxError, ValueError) as error:
        raise ValueError(f"{name} = {text}") from error
    return repr(float(value) if is_float else value)


def default_text(cls, name, type_, enums):
    """The same for the table: empty where there is none, or it is no value."""
    try:
        return python_default(cls, name, "double" in type_, enums) or ""
    except ValueError:
        return ""


def enum_tags(path):
    names = sorted(set(re.findall(r"^TORCH_ENUM_DECLARE\((\w+)\)", path.read_text(), flags=re.M)))
    return [("k" + name, ENUM_EXCEPTIONS.get(name, name.lower())) for name in names]


def literal(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


class Pool:
    """One flat array of rows; a sequence seen before is not stored again."""

    def __init__(self):
        self.rows, self.places = [], {}

    def span(self, array, sequence):
        sequence = tuple(sequence)
        if sequence not in self.places:
            self.places[sequence] = len(self.rows)
            self.rows.extend(sequence)
        return f"{{{array} + {self.places[sequence]}, {len(sequence)}}}"


def main():
    api, output = sys.argv[1:]
    nn = pathlib.Path(api, "torch/nn")
    options = parse_options(nn / "options")
    functions = parse_functions(nn / "functional", options)
    modules = parse_modules(nn / "modules", options)
    enums = enum_tags(pathlib.Path(api, "torch/enum.h"))
    for what, found in (("Options classes", options), ("functions", functions), ("enums", enums)):
        if not found:
            sys.exit(f"{sys.argv[0]}: no {what} found in {api}")

    names, fields, forwards = Pool(), Pool(), Pool()
    class_rows, index = [], {}
    for name in sorted(options):
        index[name] = len(class_rows)
        constructor = names.span("all_names", options[name].constructor)
        cls = options[name]
        class_fields = fields.span(
            "all_fields", [(n, t, default_text(cls, n, t, dict(enums))) for n, t in cls.fields]
        )
        class_rows.append(f"{{{literal(name)}, {constructor}, {class_fields}}},")
    function_rows = []
    for name, function in sorted(functions.items()):
        parameters = names.span("all_names", function.parameters)
        trailing = names.span("all_names", function.trailing)
        function_rows.append(
            f"{{{literal(name)}, {literal(function.result)}, {literal(function.options)}, "
            f"{parameters}, {trailing}}},"
        )
    module_rows = []
    for name, holder in sorted(modules.items()):
        forward = forwards.span("all_forward_parameters", [(n, d or "") for _, n, d in holder.parameters])
        options_index = index[holder.options] if holder.options else -1
        tensors = names.span("all_names", holder.tensors)
        module_rows.append(
            f"{{{literal(name)}, {literal(holder.result)}, {forward}, {options_index}, {tensors}}},"
        )
    structs = parse_structs(module_headers(nn / "modules"), modules)
    lines = ["// Made by utils/gen-functional-options.py."]

    def table(declaration, rows):
        lines.extend([f"constexpr {declaration}[] = {{", *rows, "};"])

    table("std::string_view all_names", [literal(name) + "," for name in names.rows])
    table(
        "OptionsField all_fields",
        [f"{{{literal(n)}, {literal(t)}, {literal(d)}}}," for n, t, d in fields.rows],
    )
    table("OptionsClass all_options_classes", class_rows)
    table(
        "ForwardParameter all_forward_parameters",
        [f"{{{literal(n)}, {literal(d)}}}," for n, d in forwards.rows],
    )
    table("CppFunctional all_cpp_functionals", function_rows)
    table("ModuleHolder all_module_holders", module_rows)
    table(
        "ResultMember all_result_members",
        [
            f"{{{literal(struct)}, {literal(name)}, {literal(result_type(type_))}}},"
            for struct, fields_ in structs.items() for type_, name in fields_
        ],
    )
    table("EnumTag all_enum_tags", [f"{{{literal(c)}, {literal(p)}}}," for c, p in enums])
    pathlib.Path(output).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
