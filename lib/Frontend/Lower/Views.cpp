#include "Frontend/Lower/Views.h"

#include "fx/Ops/CallBinding.h"
#include "fx/Ops/Callee.h"
#include "fx/Ops/Shapes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

namespace fx::frontend {

namespace {

/// Composite operators that may return what they got although their schemas do not say it.
bool may_return_operand(llvm::StringRef name) {
  return name.starts_with("atleast_") || name.ends_with("dropout") ||
         llvm::is_contained({"align_as", "chalf", "data", "sum_to_size", "to_dense", "type_as"},
                            name);
}

} // namespace

const Node* base_of(const Node* tensor) {
  const auto may_share = [](const Node& node) {
    if (node.args().empty() || !node.arg(0).is_node()) return false;
    if (node.is_call_function("operator.getitem") || node.is_call_function("builtins.getattr"))
      return true;
    const llvm::StringRef name = node.target().view();
    if (name == "clone" || name.ends_with("_like")) return false;
    return llvm::any_of(ops::callee_of(node).schemas, [&](const ops::Schema& schema) {
      if (schema.composite && may_return_operand(name)) return true;
      if (schema.returns.empty() || schema.arguments.empty()) return false;
      // Not that of `out`.
      const char result = schema.returns.front().alias_set;
      return result == '*' || (result != 0 && result == schema.arguments.front().alias_set);
    });
  };
  while (may_share(*tensor))
    tensor = tensor->arg(0).as_node();
  return tensor;
}

const Node* written_tensor(const Node& node) {
  for (const KeywordArgument& keyword : node.kwargs())
    if (keyword.name.view() == "out" && keyword.value.is_node()) return keyword.value.as_node();
  const llvm::StringRef target = node.target().view();
  const bool writes = node.is_call_function("operator.setitem") ||
                      (target.ends_with("_") && !target.ends_with("__"));
  return writes && !node.args().empty() && node.arg(0).is_node() ? node.arg(0).as_node() : nullptr;
}

bool keeps_numbers(std::string_view method) {
  constexpr std::string_view methods[] = {"detach_", "rename_", "requires_grad_", "share_memory_"};
  return llvm::is_contained(methods, method);
}

bool may_reshape(const Node& node) {
  if (node.op() != Opcode::CallFunction && node.op() != Opcode::CallMethod) return false;
  if (written_tensor(node) == nullptr && node.target().view() != "set_data") return false;
  if (node.is_call_function("operator.setitem")) return false;
  const auto schemas = ops::schemas_on_tensors(node);
  // What no schema describes may do anything to what it writes to.
  return schemas.empty() || llvm::any_of(schemas, [&](const ops::Schema& schema) {
           return ops::may_change_shape(schema) && ops::can_mean(node, schema);
         });
}

} // namespace fx::frontend
