"""What LibTorch's headers say of the modules of torch::nn: options, their types and defaults, and
the parameters of forward. The headers are read by utils/gen-functional-options.py.
"""

import importlib.util
import pathlib
import re

spec = importlib.util.spec_from_file_location(
    "headers", pathlib.Path(__file__).parents[1] / "gen-functional-options.py"
)
reader = importlib.util.module_from_spec(spec)
spec.loader.exec_module(reader)

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


class Headers:
    def __init__(self, api):
        nn = pathlib.Path(api, "torch/nn")
        classes = reader.parse_options(nn / "options")
        self.type_names = reader.parse_type_names(nn / "options")
        self.enums = dict(reader.enum_tags(pathlib.Path(api, "torch/enum.h")))
        self.modules = {}
        for name, holder in reader.parse_modules(nn / "modules", classes).items():
            parameters = [parameter for _, parameter, _ in holder.parameters]
            self.modules[name] = self.module(classes.get(holder.options), parameters)

    def module(self, cls, parameters):
        options, strange = {}, {}
        for name, type_ in cls.fields if cls else []:
            known = self.schema_type(type_, cls.argument)
            if known:
                options[name] = Option(name, known, self.default(cls, name, known))
            else:
                strange[name] = type_
        return Module(options, strange, parameters)

    def schema_type(self, type_, argument):
        """"c10::optional<ExpandingArray<2>>" -> "int[2]?"; None for what is no value."""
        type_ = type_.strip()
        if type_ in PLAIN_TYPES:
            return PLAIN_TYPES[type_]
        if match := re.fullmatch(r"c10::optional<(.*)>", type_):
            inner = self.schema_type(match[1], argument)
            return inner and inner + "?"
        if match := re.fullmatch(r"std::vector<(.*)>", type_):
            inner = self.schema_type(match[1], argument)
            return inner and inner + "[]"
        if match := re.fullmatch(r"(?:torch::)?ExpandingArray(\w*)<(\w+)(, double)?>", type_):
            item = "int?" if match[1] else "float" if match[3] else "int"
            size = argument[1] if argument and match[2] == argument[0] else match[2]
            return f"{item}[{size}]"
        if match := re.fullmatch(r"c10:: ?variant<(.*)>", type_):
            # Of several types the list, which one number stands for too, or the names of an enum.
            kinds = reader.split_top_level(match[1])
            lists = [kind for kind in kinds if "ExpandingArray" in kind]
            is_enum = any(kind.startswith("enumtype::") for kind in kinds)
            return self.schema_type(lists[0], argument) if lists else "str" if is_enum else None
        name = re.sub(r"^(\w+::)+|<\w+>$", "", type_)
        return self.schema_type(self.type_names[name], argument) if name in self.type_names else None

    def default(self, cls, name, type_):
        """The default of an option as TorchScript text: "1.0 / 8.0" -> "0.125"."""
        return reader.python_default(cls, name, type_.startswith("float"), self.enums)
