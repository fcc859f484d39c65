// What C++ cannot say of a graph, each with the id under which --explain tells more. An emitter names
// the first that it meets, so that each has a graph of its own.
// RUN: fx-opt %s --emit=cpp --verify-diagnostics --split-input-file

// expected-error@below {{the alias again comes before its module [alias-before-its-module]}}
module Net {
  again: alias of part
  part: Part {
  }
}
graph():
    %x : = placeholder[target=x]
    return %x

// -----

graph():
    // expected-error@below {{%a: C++ has no name for the argument torch.float31 [argument-without-a-name]}}
    %a : = call_function[target=torch.zeros](args = ((2,),), kwargs = {dtype: torch.float31})
    return %a

// -----

graph():
    %x : = placeholder[target=x]
    // expected-error@below {{%m: C++ cannot write a torch.autocast without its cache; leave cache_enabled at True, or write Python (--emit=python) [autocast-without-a-cache]}}
    %m : = call_function[target=torch.autocast](args = ("cpu",), kwargs = {cache_enabled: False})
    %e : = call_method[target=__enter__](args = (%m,), kwargs = {})
    return %x

// -----

graph():
    %x : = placeholder[target=x]
    // expected-error@below {{%a: there is no my.function in LibTorch; a stand-alone header cannot call it [function-not-in-libtorch]}}
    %a : = call_function[target=my.function](args = (%x,), kwargs = {})
    return %a

// -----

module Net {
  fc: torch::nn::Linear(in_features = 1, out_features = 1)
}
init():
    %a : = call_module[target=fc](args = (), kwargs = {})
    // expected-error@below {{%b: the init graph makes fc, which is no leaf of the model, or is made already [init-graph-makes-no-leaf]}}
    %b : = call_module[target=fc](args = (), kwargs = {})
graph():
    %x : = placeholder[target=x]
    return %x

// -----

graph():
    %x : = placeholder[target=x]
    // expected-error@below {{%a: torch::nn::init takes its arguments by position in C++; give them so [initialiser-with-keywords]}}
    %a : = call_function[target=torch.nn.init.normal_](args = (%x,), kwargs = {mean: 0.0})
    return %a

// -----

graph():
    // expected-error@below {{%x: the type my::Thing of this input is not one that a header which stands alone can define: a struct is, when all there is to it are public members of such types [input-type-not-defined]}}
    %x : = placeholder[target=x] meta = {cpp_type: "my::Thing"}
    return %x

// -----

graph():
    %x : = placeholder[target=x] meta = {cpp_type: "int64_t"}
    // expected-error@below {{%a: C++ takes no keywords here; give the arguments of builtins.max by position [keywords-in-cpp]}}
    %a : = call_function[target=builtins.max](args = (%x, 1), kwargs = {key: None})
    return %a

// -----

graph():
    %x : = placeholder[target=x]
    %m : = call_function[target=torch.no_grad](args = (), kwargs = {})
    %e : = call_method[target=__enter__](args = (%m,), kwargs = {})
    // expected-error@below {{%f: C++ cannot enter a mode twice; make a second one [mode-entered-twice]}}
    %f : = call_method[target=__enter__](args = (%m,), kwargs = {})
    return %x

// -----

graph():
    %n : = placeholder[target=n] meta = {cpp_type: "int64_t"}
    // expected-error@below {{%a: operator.matmul of numbers cannot be written in C++ [operator-of-numbers]}}
    %a : = call_function[target=operator.matmul](args = (%n, %n), kwargs = {})
    return %a

// -----

graph():
    %x : = placeholder[target=x]
    // expected-error@below {{%a: operator.add takes another number of arguments [operator-of-other-operands]}}
    %a : = call_function[target=operator.add](args = (%x,), kwargs = {})
    return %a

// -----

graph():
    %x : = placeholder[target=x]
    // expected-error@below {{%a: LibTorch has no option value 'odd' [option-value-missing]}}
    %a : = call_function[target=torch.nn.functional.interpolate](args = (%x,), kwargs = {mode: "odd"})
    return %a

// -----

graph():
    %x : = placeholder[target=x]
    // expected-error@below {{%a: LibTorch has no overload of torch::relu with these arguments [overload-missing]}}
    %a : = call_function[target=torch.relu](args = (%x,), kwargs = {more: 3})
    return %a

// -----

graph():
    %x : = placeholder[target=x]
    // expected-error@below {{%a: torch::Tensor has no attribute nothing [tensor-attribute-missing]}}
    %a : = call_function[target=builtins.getattr](args = (%x, "nothing"), kwargs = {})
    return %a

// -----

graph():
    %x : = placeholder[target=x]
    // expected-error@below {{%a: torch::Tensor has no method nothing [tensor-method-missing]}}
    %a : = call_method[target=nothing](args = (%x,), kwargs = {})
    return %a

// -----

graph():
    // expected-error@below {{%a: the model has no parameter or buffer table [tensor-to-read-missing]}}
    %a : = get_attr[target=table]
    return %a

// -----

graph():
    %x : = placeholder[target=x]
    // expected-error@below {{%a: torch::nn::functional::relu takes fewer arguments than are given [too-many-arguments]}}
    %a : = call_function[target=torch.nn.functional.relu](args = (%x, True, 1, 2, 3), kwargs = {})
    return %a

// -----

graph():
    %x : = placeholder[target=x] meta = {cpp_type: "std::tuple<at::Tensor, at::Tensor>"}
    // expected-error@below {{%a: the tuple has no element 5 [tuple-element-missing]}}
    %a : = call_function[target=operator.getitem](args = (%x, 5), kwargs = {})
    return %a

// -----

module Net {
  buffer b : undefined
}
graph():
    %x : = placeholder[target=x]
    %b : = get_attr[target=b]
    // expected-error@below {{%a: 'b' is undefined at first, and forward writes into it; give it a value in the constructor [undefined-tensor-written]}}
    %a : = call_method[target=add_](args = (%b, %x), kwargs = {})
    return %a

// -----

graph():
    %p : = placeholder[target=p] meta = {cpp_type: "Pair", structs: [("Pair", "", [("first", "at::Tensor"), ("second", "at::Tensor")])]}
    // expected-error@below {{%a: Pair has no member third [member-missing]}}
    %a : = call_function[target=builtins.getattr](args = (%p, "third"), kwargs = {})
    return %a

// -----

graph():
    %p : = placeholder[target=p] meta = {cpp_type: "Pair", structs: [("Pair", "", [("first", "at::Tensor"), ("second", "at::Tensor")])]}
    // expected-error@below {{%a: C++ cannot call the method sum of Pair: the struct is defined anew, with its members alone; call the function while tracing (leave out --wrap and --leaf of it) [method-of-a-struct]}}
    %a : = call_method[target=sum](args = (%p,), kwargs = {})
    return %a

// -----

graph():
    %x : = placeholder[target=x]
    // expected-error@below {{%output: Pair does not have as many members as the value for it [struct-with-other-members]}}
    return (%x, %x, %x) meta = {cpp_type: "Pair", structs: [("Pair", "", [("first", "at::Tensor"), ("second", "at::Tensor")])]}

// -----

graph():
    %x : = placeholder[target=x]
    // expected-error@below {{%a: torch::nn::functional::max_pool2d needs kernel_size [argument-needed]}}
    %a : = call_function[target=torch.nn.functional.max_pool2d](args = (%x,), kwargs = {})
    return %a
