"""What LibTorch's headers say of the modules of torch::nn: options, their types and defaults, and
the parameters of forward. The headers are read by utils/read-libtorch, which says it as JSON.
"""

import json
import pathlib
import re

PLAIN_TYPES = {"int64_t": "int", "double": "float", "bool": "bool", "std::string": "str",
               "Tensor": "Tensor?", "torch::Tensor": "Tensor?"}


class Option:
    def __init__(self, name, type_, default):
        self.name = name
        self.type = type_  # as in a schema: "int[2]"
        self.default = default  # TorchScript text, in which $NAME is another option; or None


class Module:
    """`options` by name; those whose type is nothing that TorchScript has are in `strange`."""

    def __init__(self, options, strange, parameters):
        self.options, self.strange, self.parameters = options, strange, parameters


def split_top_level(text):
    """Splits at the commas that stand in no bracket."""
    parts, depth = [""], 0
    for c in text:
        depth += (c in "([{<") - (c in ")]}>")
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return [part.strip() for part in parts]


class Headers:
    def __init__(self, facts):
        """`facts`: the file that read-libtorch wrote."""
        known = json.loads(pathlib.Path(facts).read_text())
        classes, self.type_names = known["options"], known["type_names"]
        self.operators = {operator.partition(".")[0] for operator in known["operators"]}
        self.modules = {}
        for name, holder in known["modules"].items():
            parameters = [parameter for _, parameter, _ in holder["parameters"]]
            self.modules[name] = self.module(classes.get(holder["options"]), parameters)

    def module(self, cls, parameters):
        options, strange = {}, {}
        for name, type_, cpp_default, default in cls["fields"] if cls else []:
            known = self.schema_type(type_, cls["argument"])
            if not known:
                strange[name] = type_
            elif cpp_default is not None and not default:
                raise ValueError(f"{name} = {cpp_default}")
            else:
                options[name] = Option(name, known, default or None)
        return Module(options, strange, parameters)

    def schema_type(self, type_, argument):
        """"c10::optional<ExpandingArray<2>>" -> "int[2]?"; None for what is no value."""
        type_ = type_.strip()
        if type_ in PLAIN_TYPES:
            return PLAIN_TYPES[type_]
        if match := re.fullmatch(r"(?:c10|std)::optional<(.*)>", type_):
            inner = self.schema_type(match[1], argument)
            return inner and inner + "?"
        if match := re.fullmatch(r"std::vector<(.*)>", type_):
            inner = self.schema_type(match[1], argument)
            return inner and inner + "[]"
        if match := re.fullmatch(r"(?:torch::)?ExpandingArray(\w*)<(\w+)(, double)?>", type_):
            item = "int?" if match[1] else "float" if match[3] else "int"
            size = argument[1] if match[2] == argument[0] else match[2]
            return f"{item}[{size}]"
        if match := re.fullmatch(r"(?:c10|std):: ?variant<(.*)>", type_):
            # Of several types the list, which one number stands for too, or the names of an enum.
            kinds = split_top_level(match[1])
            lists = [kind for kind in kinds if "ExpandingArray" in kind]
            is_enum = any(kind.startswith("enumtype::") for kind in kinds)
            return self.schema_type(lists[0], argument) if lists else "str" if is_enum else None
        name = re.sub(r"^(\w+::)+|<\w+>$", "", type_)
        return self.schema_type(self.type_names[name], argument) if name in self.type_names else None
