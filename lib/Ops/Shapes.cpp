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
  const std::string name(target.substr(prefix.size()));
  // operator.iadd; operator.iand, whose operator is called and_.
  if (name.starts_with('i'))
    for (const char* const end : {"", "_"})
      if (const OperatorSpelling* spelling =
              find_operator(std::string(prefix) + name.substr(1) + end))
        return libtorch.find_schemas(std::string(spelling->on_tensors) + "_");
  return libtorch.find_schemas(name);
}

} // namespace fx::ops
