#include "FunctionalForm.h"

#include "ViewSteps.h"

#include "fx/IR/ElementType.h"
#include "fx/Ops/CallBinding.h"
#include "fx/Ops/Callee.h"
#include "fx/Ops/LibTorch.h"
#include "fx/Ops/Shapes.h"

#include <algorithm>
#include <vector>

namespace fx {

namespace {

bool is_tensor(const ops::SchemaArgument& argument) {
  return argument.type.starts_with("Tensor");
}

/// Of a tensor; null: it is not known.
const ElementType* element_type(const Node& value) {
  const TensorMeta* tensor = value.meta(meta::tensor_meta);
  return tensor != nullptr ? find_element_type(tensor->dtype) : nullptr;
}

/// Whether what an overload gives has another type than its first operand, for all that is known.
bool may_change_type(const Node& node, const ops::Schema& form) {
  // It converts to the type of the first one itself.
  if (form.name == "copy") return false;
  if (!ops::keeps_shape_and_type(ops::libtorch_of(node), form)) return true;
  if (std::ranges::count_if(form.arguments, is_tensor) == 1) return false;
  // Integers and truth values do not make another type of a floating point one.
  using enum ElementType::Kind;
  const ElementType* type = element_type(*node.arg(0).as_node());
  return type == nullptr || type->kind != Floating ||
         std::ranges::any_of(node.input_nodes(), [&](const Node* input) {
           const ElementType* other = element_type(*input);
           return other == nullptr ||
                  (other != type && other->kind != Integral && other->kind != Bool);
         });
}

/// The target that names an operator where `in_place` named the one in place.
std::optional<FunctionalForm> spelled(const Node& node,
                                      const std::vector<const ops::Schema*>& forms) {
  const ops::LibTorch& libtorch = ops::libtorch_of(node);
  const ops::Schema& form = *forms.front();
  const auto is_other = [&](const ops::Schema* other) { return other->name != form.name; };
  if (std::ranges::any_of(forms, is_other)) return std::nullopt;
  FunctionalForm result;
  result.may_change_type = std::ranges::any_of(
      forms, [&](const ops::Schema* schema) { return may_change_type(node, *schema); });
  result.saves_operand =
      std::ranges::any_of(forms, [](const ops::Schema* schema) { return schema->saves_self; });
  const std::string_view target = node.target().view();
  const bool is_aten = target.starts_with("torch.ops.aten.");
  if (const ops::OperatorSpelling* spelling = ops::operator_of_inplace(target)) {
    result.target = Symbol(spelling->target);
  } else if (node.op() == Opcode::CallMethod &&
             ops::is_tensor_method(form.name, libtorch.version())) {
    result.op = Opcode::CallMethod;
    result.target = Symbol(form.name);
  } else if (const std::string_view plain = target.substr(0, target.size() - 1);
             node.op() == Opcode::CallFunction && !is_aten && target.ends_with('_') &&
             !libtorch.schemas_of_target(plain, false).empty()) {
    result.target = Symbol(plain);
  } else if (forms.size() == 1) {
    result.target = overload_target(form.name, form.overload);
  } else {
    return std::nullopt;
  }
  return result;
}

} // namespace

std::optional<FunctionalForm> functional_form(const Node& node) {
  const bool is_call = node.op() == Opcode::CallFunction || node.op() == Opcode::CallMethod;
  if (!is_call || node.args().empty() || !node.arg(0).is_node()) return std::nullopt;
  const ops::Callee& callee = ops::callee_of(node);
  if (callee.effects != nullptr) {
    const Argument* option = node.kwarg("inplace");
    if (!callee.effects->has_inplace || option == nullptr || *option != Argument(true))
      return std::nullopt;
    const std::span<const ops::Schema> of_name =
        ops::libtorch_of(node).find_schemas(callee.effects->name);
    return FunctionalForm{.op = node.op(),
                          .target = node.target(),
                          .by_option = true,
                          .may_change_type = false,
                          .saves_operand = of_name.empty() ||
                                           std::ranges::any_of(of_name, [](const auto& schema) {
                                             return schema.saves_self;
                                           })};
  }
  std::vector<const ops::Schema*> forms, with_python;
  for (const ops::Schema& schema : ops::schemas_on_tensors(node)) {
    const std::optional<ops::BoundCall> call = ops::bind_call(node, schema);
    if (!call || call->is_incomplete) continue;
    const ops::Schema* form = ops::functional_form(ops::libtorch_of(node), schema);
    if (form == nullptr) return std::nullopt;
    (call->needs_python ? with_python : forms).push_back(form);
  }
  if (forms.empty()) forms = with_python;
  return forms.empty() ? std::nullopt : spelled(node, forms);
}

} // namespace fx
