#!/usr/bin/env python3
"""Writes C++ that defines functions of LibTorch once more: forward of torch::nn's modules, the check
with which its norms begin, what sets a thread's modes, calls of TorchScript's methods, and what ends
apply() of a torch::autograd::Function. runtime/modules is compiled around it.

usage: redefine-forward.py NM CXXFILT OUTPUT LIBRARY...

What there is to define is asked of the libraries' own dynamic symbols.
"""

import re
import subprocess
import sys

METHODS = {"forward", "forward_with_indices", "forward_with_packed_input"}
SETTER = re.compile(
    r"c10::GradMode::set_enabled|c10::AutogradState::set_tls_state|"
    r"at::autocast::set_(?:\w+_)?(?:enabled|dtype)"
)
FUNCTION = re.compile(r"(?P<scope>.*)::(?P<name>\w+)\((?P<parameters>.*)\)")
# Names as they are mangled, to demangle only what may be meant.
CANDIDATE = re.compile(r"_ZN5torch2nn\d+\w*Impl\w*(?:7forward|20forward_|25forward_|16_check_input)"
                       r"|_ZN3c10(?:8GradMode|13AutogradState)\d|_ZN2at8autocast\d+set_"
                       r"|_ZNK5torch3jit6MethodclE|_ZN5torch8autograd13_wrap_outputsE")  # fmt: skip
SCRIPT_METHOD = "torch::jit::Method::operator()"


def functions(nm, cxxfilt, libraries):
    """(symbol, demangled) of each candidate."""
    symbols = []
    for library in libraries:
        lines = subprocess.run(
            [nm, "-D", "--defined-only", "-P", library], check=True, capture_output=True, text=True
        ).stdout.splitlines()
        # A symbol with a version would have it behind an @.
        words = [line.split() for line in lines]
        symbols += [w[0].partition("@")[0] for w in words if w[1] in "TWi" and CANDIDATE.match(w[0])]
    demangled = subprocess.run(
        [cxxfilt], check=True, capture_output=True, text=True, input="\n".join(symbols) + "\n"
    ).stdout.splitlines()
    # Those of modules first: messages name the first ones.
    return sorted(zip(symbols, demangled), key=lambda row: ("torch::nn" not in row[1], row[1]))


def split_parameters(text):
    """The types in a parameter list: commas outside of angle brackets."""
    types, depth, start = [], 0, 0
    for i, c in enumerate(text):
        depth += (c in "<(") - (c in ">)")
        if c == "," and depth == 0:
            types.append(text[start:i].strip())
            start = i + 1
    return [*types, text[start:].strip()] if text else []


class Function:
    def __init__(self, symbol, demangled, found):
        self.symbol, self.demangled = symbol, demangled
        self.scope, self.name = found["scope"], found["name"]
        self.types = split_parameters(found["parameters"])
        self.parameters = ", ".join(f"{type} a{i}" for i, type in enumerate(self.types))
        self.arguments = "".join(f", std::forward<{t}>(a{i})" for i, t in enumerate(self.types))
        self.all_types = "".join(f", {type}" for type in self.types)

    def method(self):
        """A public method: its definition outside of the class, which has to be the declared one."""
        operands = ", ".join(f"std::declval<{type}>()" for type in self.types)
        result = f"decltype(std::declval<{self.scope}&>().{self.name}({operands}))"
        special = "template <>\n" if "<" in self.scope else ""
        return (
            f"{special}FX_REDEFINED {result}\n{self.scope}::{self.name}({self.parameters}) {{\n"
            f"  using Call = Announced<{result}, {self.scope}{self.all_types}>;\n"
            f'  static const Call call("{self.symbol}", "{self.name}");\n'
            f"  return call(*this{self.arguments});\n}}\n"
        )

    def check(self, number):
        """A protected virtual method: a function of that symbol, since a definition of the method
        would bring the class's table of virtual functions along."""
        head = f"void check_{number}({self.scope}* self, {self.parameters})"
        return (
            f'{head} __asm__("{self.symbol}");\nFX_REDEFINED {head} {{\n'
            f'  static const AnnouncedNorm<{self.scope}> call("{self.symbol}");\n'
            f"  call(*self{self.arguments});\n}}\n"
        )

    def setter(self):
        return (
            f"FX_REDEFINED void {self.scope}::{self.name}({self.parameters}) {{\n"
            f'  static const AnnouncedSetter<{", ".join(self.types)}> call("{self.symbol}",'
            f' "{self.scope}::{self.name}");\n'
            f"  call({self.arguments[2:]});\n}}\n"
        )

    def apply(self):
        """What ends torch::autograd::Function::apply()."""
        operands = ", ".join(f"std::declval<{type}>()" for type in self.types)
        result = f"decltype({self.scope}::{self.name}({operands}))"
        return (
            f"FX_REDEFINED {result} {self.scope}::{self.name}({self.parameters}) {{\n"
            f'  static const AnnouncedApply<{result}{self.all_types}> call("{self.symbol}");\n'
            f"  return call({self.arguments[2:]});\n}}\n"
        )


def script_method(symbol):
    """A virtual method: a function of that symbol, as a check of norms is."""
    head = (
        "c10::IValue script_method(const torch::jit::Method* self, std::vector<c10::IValue> stack,"
        " const torch::jit::Kwargs& kwargs)"
    )
    return (
        f'{head} __asm__("{symbol}");\nFX_REDEFINED {head} {{\n'
        f'  static const AnnouncedScript call("{symbol}");\n'
        "  return call(*self, std::move(stack), kwargs);\n}\n"
    )


def main():
    nm, cxxfilt, output, *libraries = sys.argv[1:]
    definitions, rows = [], []
    for symbol, demangled in functions(nm, cxxfilt, libraries):
        if demangled.startswith(SCRIPT_METHOD):
            definitions.append(script_method(symbol))
            rows.append(f'{{"{symbol}", "{SCRIPT_METHOD}", nullptr}},')
            continue
        found = FUNCTION.fullmatch(demangled)
        if not found:
            continue
        function = Function(symbol, demangled, found)
        type_ = "nullptr"
        if SETTER.fullmatch(f"{function.scope}::{function.name}"):
            definitions.append(function.setter())
        elif function.name == "_check_input_dim":
            type_ = f"&typeid({function.scope})"
            definitions.append(function.check(len(definitions)))
        elif function.name == "_wrap_outputs":
            definitions.append(function.apply())
        elif function.name in METHODS:
            if function.name == "forward":
                type_ = f"announced_type<{function.scope}{function.all_types}>()"
            definitions.append(function.method())
        else:
            continue
        rows.append(f'{{"{symbol}", "{demangled}", {type_}}},')
    if not any(" &typeid" in row for row in rows) or len(rows) < 50:
        sys.exit(f"found {len(rows)} functions of torch::nn in {' '.join(libraries)}")
    with open(output, "w") as file:
        file.write("// Made by utils/redefine-forward.py from the symbols of LibTorch.\n\n")
        file.write("\n".join(definitions))
        file.write("\nnamespace {\nconst Redefined all_redefined[] = {\n")
        file.write("\n".join(rows) + "\n};\n} // namespace\n")


if __name__ == "__main__":
    main()
