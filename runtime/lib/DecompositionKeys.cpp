#include "DecompositionKeys.h"

#include "Call.h"
#include "ClassName.h"
#include "Functions.h"
#include "RuleOperands.h"

#include "fx/IR/Graph.h"
#include "fx/Ops/Callee.h"
#include "fx/Ops/LibTorch.h"
#include "fx/Runtime/FakeTensorProp.h"

#include <fmt/format.h>

namespace fx::runtime {

namespace {

constexpr std::string_view method_prefix = "torch.Tensor.";

/// "torch::nn::LinearImpl" -> "torch.nn.Linear".
std::string python_class(const torch::nn::Module& module) {
  std::string name = qualified_class_name(module);
  if (name.size() > 4 && name.ends_with("Impl")) name.resize(name.size() - 4);
  for (size_t at = name.find("::"); at != std::string::npos; at = name.find("::", at))
    name.replace(at, 2, ".");
  return name;
}

bool is_known_callee(Opcode op, std::string_view target) {
  Graph graph;
  const Node* node = graph.create_node(op, target);
  return !ops::callee_of(*node).is(ops::Callee::Kind::User) ||
         (op == Opcode::CallFunction && make_function_call(*node) != nullptr);
}

} // namespace

std::vector<std::string> keys_of(const Node& node, const GraphModuleImpl& module,
                                 bool with_operators) {
  std::vector<std::string> keys;
  switch (node.op()) {
  case Opcode::CallFunction: keys.push_back(node.target().str()); break;
  case Opcode::CallMethod: keys.push_back(std::string(method_prefix) + node.target().str()); break;
  case Opcode::CallModule:
    if (const torch::nn::Module* called = module.find_module(node.target()))
      keys.push_back(python_class(*called));
    return keys;
  default: return keys;
  }
  if (!with_operators) return keys;
  if (const std::optional<OperatorOf> called = operator_of(node)) {
    const c10::OperatorName& name = called->op.operator_name();
    keys.push_back(overload_key(name));
    keys.push_back(name.name);
  }
  return keys;
}

std::string overload_key(const c10::OperatorName& name) {
  return name.name + "." + (name.overload_name.empty() ? "default" : name.overload_name);
}

std::vector<c10::OperatorHandle> operators_of_key(std::string_view key) {
  std::vector<c10::OperatorHandle> found;
  for (const c10::OperatorName& name : c10::Dispatcher::singleton().getAllOpNames())
    if (name.name == key || overload_key(name) == key)
      if (const auto handle = c10::Dispatcher::singleton().findSchema(name))
        found.push_back(*handle);
  return found;
}

void check_key(const std::string& key) {
  const auto unknown = [&](const char* what) {
    throw RuntimeError(fmt::format("the table of decompositions has a rule for '{}', and there is "
                                   "no such {}",
                                   key, what));
  };
  if (key.find("::") != std::string::npos) {
    if (operators_of_key(key).empty())
      unknown("operator; a class of modules is written with dots, 'zoo.Block'");
  } else if (key.starts_with(method_prefix)) {
    if (!is_known_callee(Opcode::CallMethod, std::string_view(key).substr(method_prefix.size())))
      unknown("method of a tensor");
  } else if (key.starts_with("torch.nn.") && !key.starts_with("torch.nn.functional.")) {
    if (ops::LibTorch::built_in()->find_module_holder(key.substr(9)) == nullptr &&
        !is_known_callee(Opcode::CallFunction, key))
      unknown("class of modules");
  } else if (key.starts_with("torch.") && !key.starts_with("torch.ops.")) {
    if (!is_known_callee(Opcode::CallFunction, key))
      unknown("function. A method is 'torch.Tensor.relu', an operator 'aten::relu'");
  }
}

std::vector<const MetaKeyBase*> keys_of_values() {
  return {&meta::tensor_meta, &meta::tensor_metadata(), &meta::val,     &meta::example_value,
          &meta::cpp_type,    &meta::declared_type,     &meta::structs, &meta::cpp_name};
}

} // namespace fx::runtime
