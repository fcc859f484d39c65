// forward_with_indices of the max pooling modules: what their forward computes, and where it was.
#include "Frontend/Models/Torch/Modules.h"

#include "fx/Ops/Spelling.h"

using namespace clang;

namespace fx::frontend {

namespace {

/// "MaxPool2dImpl" -> "max_pool2d_with_indices"
std::string function_name(llvm::StringRef module) {
  module.consume_back("Impl");
  std::string name;
  for (const char c : module) {
    if (llvm::isUpper(c) && !name.empty()) name += '_';
    name += llvm::toLower(c);
  }
  return name + "_with_indices";
}

bool forward_with_indices(ModelCall& call) {
  Machine& machine = call.machine;
  const Object* module = module_of(call.self.value);
  if (module == nullptr || module->module->kind != ModuleKind::Leaf) return call.unsupported();
  if (machine.graph().in_constructor())
    return call.ret(Value::opaque(call.location(), "a module is run in the constructor here"));
  const ops::PythonFunction* function = ops::find_functional(
      function_name(library_class(module->type)->getName()), machine.libtorch().version());
  if (function == nullptr) return call.machine.opaque_call(call, false);
  if (!compare_options(machine, call.expr, *module, /*may_update=*/false)) return false;
  std::vector<Argument> args(1);
  if (!machine.graph().lower(call.args[0], args[0])) return false;
  for (const std::string_view option : function->positional.subspan(1))
    if (!option_argument(machine, call.expr, *module, option, args.emplace_back())) return false;
  std::vector<KeywordArgument> kwargs;
  for (const ops::PythonKeyword& keyword : function->keywords) {
    if (keyword.name == "return_indices")
      kwargs.push_back({keyword.name, Argument(false)}); // as F::max_pool2d_with_indices has it
    else if (!option_keyword(machine, call.expr, *module, keyword.name, kwargs))
      return false;
  }
  return call.ret(Value::node(machine.graph().emit(
      call.expr, Opcode::CallFunction, function->target, std::move(args), std::move(kwargs))));
}

} // namespace

extern const ModelTable pooling_index_models = {
    {"torch::nn::{Adaptive,}MaxPool{1,2,3}dImpl::forward_with_indices", forward_with_indices,
     operates},
};

} // namespace fx::frontend
