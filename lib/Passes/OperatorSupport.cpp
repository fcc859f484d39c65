#include "fx/Passes/OperatorSupport.h"

#include "fx/Analysis/Effects.h"

#include <algorithm>

namespace fx {

namespace {

/// The types of the tensors in what is noted of a value: see tensor_metadata of
/// fx/Runtime/ShapeProp.h.
void add_dtypes(const Argument& noted, std::vector<Symbol>& dtypes) {
  std::vector<const Argument*> parts{&noted};
  while (!parts.empty()) {
    const Argument& part = *parts.back();
    parts.pop_back();
    if (part.is(Argument::Kind::Dtype)) dtypes.push_back(part.symbol());
    for (const Argument& item : part.items())
      parts.push_back(&item);
  }
}

/// Of all tensors in a node's value; empty: not known, or there are none.
std::vector<Symbol> dtypes_of(const Node& node) {
  if (const TensorMeta* tensor = node.meta(meta::tensor_meta)) return {tensor->dtype};
  std::vector<Symbol> dtypes;
  if (const Argument* noted = node.meta(free_meta_key("tensor_metadata")))
    add_dtypes(*noted, dtypes);
  return dtypes;
}

bool is_one_of(const Argument& operand, const std::vector<Symbol>& allowed) {
  if (!operand.is_node()) return true;
  const TensorMeta* tensor = operand.as_node()->meta(meta::tensor_meta);
  return tensor != nullptr && std::ranges::find(allowed, tensor->dtype) != allowed.end();
}

class FunctionalOperatorSupport final : public OperatorSupportBase {
public:
  explicit FunctionalOperatorSupport(IsNodeSupported function) : function_(std::move(function)) {}
  bool is_node_supported(const Submodules& submodules, const Node& node) const override {
    return function_(submodules, node);
  }

private:
  IsNodeSupported function_;
};

} // namespace

Submodules submodules_of(const TracedModule& module) {
  return [&module](Symbol path) {
    const ModuleNode* called = module.modules.find(path);
    while (called != nullptr && called->alias_of != nullptr)
      called = called->alias_of;
    return called == nullptr ? Symbol() : called->cpp_type;
  };
}

bool is_callable(const Node& node) {
  return node.op() == Opcode::CallFunction || node.op() == Opcode::CallMethod ||
         node.op() == Opcode::CallModule;
}

Symbol get_node_target(const Submodules& submodules, const Node& node) {
  return node.op() == Opcode::CallModule ? submodules(node.target()) : node.target();
}

bool is_node_output_tensor(const Node& node) {
  return node.meta(meta::tensor_meta) != nullptr;
}

bool OperatorSupport::is_node_supported(const Submodules& submodules, const Node& node) const {
  if (!is_callable(node)) return true;
  const auto found = supported_.find(get_node_target(submodules, node).view());
  if (found == supported_.end()) return false;
  if (!found->second) return true;
  const SupportedArgumentDtypes& dtypes = *found->second;
  for (size_t i = 0; i < std::min(dtypes.args.size(), node.args().size()); ++i)
    if (dtypes.args[i] && !is_one_of(node.arg(i), *dtypes.args[i])) return false;
  return std::ranges::all_of(dtypes.kwargs, [&](const auto& entry) {
    const Argument* operand = node.kwarg(entry.first);
    return operand == nullptr || is_one_of(*operand, entry.second);
  });
}

OperatorSupportPointer create_op_support(IsNodeSupported is_node_supported) {
  return std::make_shared<FunctionalOperatorSupport>(std::move(is_node_supported));
}

OperatorSupportPointer operator_support(SupportDict supported) {
  return std::make_shared<OperatorSupport>(std::move(supported));
}

OperatorSupportPointer chain(std::vector<OperatorSupportPointer> supports) {
  return create_op_support(
      [supports = std::move(supports)](const Submodules& submodules, const Node& node) {
        return std::ranges::all_of(supports, [&](const OperatorSupportPointer& support) {
          return support->is_node_supported(submodules, node);
        });
      });
}

OperatorSupportPointer any_chain(std::vector<OperatorSupportPointer> supports) {
  return create_op_support(
      [supports = std::move(supports)](const Submodules& submodules, const Node& node) {
        return std::ranges::any_of(supports, [&](const OperatorSupportPointer& support) {
          return support->is_node_supported(submodules, node);
        });
      });
}

OperatorSupportPointer OpSupports::decline_if_input_dtype(Symbol dtype) {
  return create_op_support([dtype](const Submodules&, const Node& node) {
    EffectOracle effects;
    return std::ranges::none_of(node.input_nodes(), [&](const Node* input) {
      if (input->op() == Opcode::GetAttr) return false;
      const std::vector<Symbol> dtypes = dtypes_of(*input);
      if (dtypes.empty()) return !effects(*input).no_memory;
      return std::ranges::find(dtypes, dtype) != dtypes.end();
    });
  });
}

OperatorSupportPointer
OpSupports::decline_if_node_in_names(std::set<std::string, std::less<>> disallowed) {
  return create_op_support(
      [disallowed = std::move(disallowed)](const Submodules&, const Node& node) {
        return !disallowed.contains(node.name().view());
      });
}

} // namespace fx
