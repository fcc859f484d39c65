// A GraphModule reads its state at get_attr nodes, and its library modules read their own. Both are
// given other tensors: the plan at the node, and what a module hands to an operator by the key that
// brings the operators of a thread here (Dispatch.cpp).
#include "fx/Runtime/FunctionalCall.h"

#include "ClassName.h"
#include "ExampleValues.h"
#include "TraceState.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

namespace fx {

namespace {

using runtime::StandIns;

/// While it lives, operators of the thread take the tensors that stand in.
class Standing {
public:
  explicit Standing(const StandIns& stand_ins)
      : keys_(c10::DispatchKeySet(c10::DispatchKey::TESTING_ONLY_GenericMode)),
        outer_(std::exchange(runtime::this_thread().stand_ins, &stand_ins)) {}
  ~Standing() { runtime::this_thread().stand_ins = outer_; }
  Standing(const Standing&) = delete;
  Standing& operator=(const Standing&) = delete;

private:
  c10::impl::IncludeDispatchKeyGuard keys_;
  const StandIns* outer_;
};

std::string description(const at::Tensor& tensor) {
  return fmt::format("{}[{}] on {}", c10::toString(tensor.scalar_type()),
                     fmt::join(tensor.sizes(), ", "), tensor.device().str());
}

/// The tensors of a module by their names, those that have two under each.
std::map<std::string, at::Tensor> state_of(const torch::nn::Module& module) {
  std::map<std::string, at::Tensor> state;
  for (const auto& named : {module.named_parameters(), module.named_buffers()})
    for (const auto& item : named)
      if (item.value().defined()) state.emplace(item.key(), item.value());
  return state;
}

/// A module of the program's own that is called as one node may read its tensors where no operator
/// is called: data(), data_ptr(), a torch::autograd::Function.
void check_leaves(const GraphModuleImpl& module, const StandIns& stand_ins) {
  for (const Node* node : module.current_graph().find_nodes(Opcode::CallModule)) {
    const torch::nn::Module* called = module.find_module(node->target());
    if (called == nullptr) continue;
    for (const std::shared_ptr<torch::nn::Module>& part : called->modules()) {
      if (runtime::qualified_class_name(*part).starts_with("torch::nn::") ||
          dynamic_cast<const GraphModuleImpl*>(part.get()) != nullptr)
        continue;
      for (const auto& own : {part->named_parameters(false), part->named_buffers(false)})
        for (const auto& item : own)
          if (stand_ins.contains(item.value().unsafeGetTensorImpl()))
            throw RuntimeError(fmt::format(
                "node '{}' calls a {} as one node, which may read its '{}' where no other tensor "
                "can stand for it. Trace into it: without fx::call, and is_leaf_module() false",
                node->name().view(), runtime::class_name(*part).view(), item.key()));
    }
  }
}

/// The value, with another tensor of the same memory for each that is one of the module's: it is
/// given, and nothing stands for it.
Value given(const Value& value, const StandIns& stand_ins) {
  return runtime::map_tensors(value, [&](const at::Tensor& tensor) {
    return Value(stand_ins.contains(tensor.unsafeGetTensorImpl()) ? tensor.alias() : tensor);
  });
}

std::string names_of(const std::map<std::string, at::Tensor>& state) {
  std::vector<std::string_view> names;
  names.reserve(state.size());
  for (const auto& [name, tensor] : state)
    names.push_back(name);
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

} // namespace

Value functional_call(const GraphModule& module,
                      const std::map<std::string, torch::Tensor>& parameters_and_buffers,
                      Args args) {
  const std::map<std::string, at::Tensor> state = state_of(*module);
  StandIns stand_ins;
  for (const auto& [name, tensor] : parameters_and_buffers) {
    const auto own = state.find(name);
    if (own == state.end())
      throw RuntimeError(fmt::format("{} has no parameter or buffer '{}' that a tensor could stand "
                                     "for; it has {}",
                                     module->class_name(), name, names_of(state)));
    if (!tensor.defined() || tensor.sizes() != own->second.sizes() ||
        tensor.scalar_type() != own->second.scalar_type() ||
        tensor.device() != own->second.device())
      throw RuntimeError(fmt::format("{} cannot stand for '{}' of {}, which is {}: what the graph "
                                     "computes could depend on it",
                                     tensor.defined() ? description(tensor) : "an undefined tensor",
                                     name, module->class_name(), description(own->second)));
    const auto [at, is_first] = stand_ins.emplace(own->second.unsafeGetTensorImpl(), tensor);
    if (!is_first && !at->second.is_same(tensor))
      throw RuntimeError(fmt::format("'{}' of {} is another name of a tensor that another one "
                                     "stands for already: give one tensor for both names",
                                     name, module->class_name()));
  }
  check_leaves(*module, stand_ins);
  StandIns aliases = stand_ins;
  for (auto& [own, tensor] : aliases)
    tensor = given(Value(tensor), stand_ins).toTensor();
  for (Value& arg : args)
    arg = given(arg, stand_ins);
  const Standing standing(aliases);
  // The holder is const, the module that it holds is not.
  return GraphModule(module)->run(std::move(args));
}

} // namespace fx
