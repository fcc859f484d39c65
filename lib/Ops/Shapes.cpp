#include "fx/Ops/Shapes.h"

#include "fx/Ops/Callee.h"

#include <algorithm>
#include <array>
#include <string>

namespace fx::ops {

namespace {

/// LibTorch tags what makes a view of itself in place (Schema::inplace_view). These give a tensor
/// another memory, without a tag.
constexpr auto resizes =
    std::to_array<std::string_view>({"_resize_output_", "resize_as_", "resize_as_sparse_", "set_",
                                     "set_data", "sparse_resize_", "sparse_resize_and_clear_"});

/// They have a form that works in place, and give something else without it: answers true or false,
/// numbers in double precision, a matrix of two vectors.
constexpr auto otherwise_in_place =
    std::to_array<std::string_view>({"addr", "eq", "float_power", "ge", "greater", "greater_equal",
                                     "gt", "le", "less", "less_equal", "logical_and", "logical_not",
                                     "logical_or", "logical_xor", "lt", "ne", "not_equal"});

bool is_mutated(const SchemaArgument& argument) {
  return argument.mutated;
}

} // namespace

bool may_change_shape(const Schema& schema) {
  return schema.inplace_view || std::ranges::binary_search(resizes, schema.name) ||
         std::ranges::any_of(schema.arguments, [](const SchemaArgument& argument) {
           return argument.mutated && argument.keyword_only;
         });
}

const Schema* form_in_place(const LibTorch& libtorch, const Schema& schema) {
  if (schema.returns.size() != 1 || schema.returns[0].type != "Tensor" ||
      schema.returns[0].alias_set != 0 || schema.arguments.empty() ||
      schema.arguments[0].type != "Tensor" || std::ranges::any_of(schema.arguments, is_mutated))
    return nullptr;
  const auto has_same_arguments = [&](const Schema& in_place) {
    return in_place.arguments.size() == schema.arguments.size() && in_place.arguments[0].mutated &&
           !may_change_shape(in_place) &&
           std::ranges::equal(in_place.arguments, schema.arguments, {}, &SchemaArgument::type,
                              &SchemaArgument::type);
  };
  const std::span<const Schema> forms = libtorch.find_schemas(std::string(schema.name) + "_");
  const auto found = std::ranges::find_if(forms, has_same_arguments);
  return found == forms.end() ? nullptr : &*found;
}

const Schema* functional_form(const LibTorch& libtorch, const Schema& schema) {
  const auto is_read = [](const SchemaArgument& argument) { return !argument.mutated; };
  if (!schema.name.ends_with('_') || schema.arguments.empty() || !schema.arguments[0].mutated ||
      may_change_shape(schema) || !std::ranges::all_of(schema.arguments.subspan(1), is_read))
    return nullptr;
  const std::span<const Schema> forms =
      libtorch.find_schemas(schema.name.substr(0, schema.name.size() - 1));
  const auto found = std::ranges::find_if(forms, [&](const Schema& form) {
    return form.returns.size() == 1 && form.returns[0].type == "Tensor" &&
           std::ranges::none_of(form.arguments, is_mutated) &&
           std::ranges::equal(form.arguments, schema.arguments, {}, &SchemaArgument::type,
                              &SchemaArgument::type);
  });
  return found == forms.end() ? nullptr : &*found;
}

const OperatorSpelling* operator_of_inplace(std::string_view target) {
  constexpr std::string_view prefix = "operator.i";
  if (!target.starts_with(prefix)) return nullptr;
  // operator.iadd; operator.iand, whose operator is called and_.
  for (const char* const end : {"", "_"})
    if (const OperatorSpelling* spelling =
            find_operator("operator." + std::string(target.substr(prefix.size())) + end))
      return spelling;
  return nullptr;
}

bool keeps_shape_and_type(const LibTorch& libtorch, const Schema& schema) {
  return !std::ranges::binary_search(otherwise_in_place, schema.name) &&
         form_in_place(libtorch, schema) != nullptr;
}

std::span<const Schema> schemas_on_tensors(const Node& call) {
  const LibTorch& libtorch = libtorch_of(call);
  const std::string_view target = call.target();
  constexpr std::string_view prefix = "operator.";
  if (call.op() == Opcode::CallMethod || !target.starts_with(prefix))
    return callee_of(call).schemas;
  if (const OperatorSpelling* spelling = find_operator(target))
    return libtorch.find_schemas(spelling->on_tensors);
  if (const OperatorSpelling* spelling = operator_of_inplace(target))
    return libtorch.find_schemas(std::string(spelling->on_tensors) + "_");
  return libtorch.find_schemas(target.substr(prefix.size()));
}

} // namespace fx::ops
