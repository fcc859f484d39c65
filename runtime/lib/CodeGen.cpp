#include "fx/Runtime/CodeGen.h"

#include "Members.h"

#include "fx/Runtime/Errors.h"
#include "fx/Runtime/Tracer.h"

#include <ATen/core/function_schema.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fx {

namespace {

bool is_container(const Value& value) {
  return value.isTuple() || value.isList() || value.isGenericDict();
}

std::vector<Value> children_of(const Value& value) {
  if (value.isTuple()) return value.toTupleRef().elements();
  if (value.isList()) return value.toListRef().vec();
  std::vector<Value> children;
  for (const auto& entry : value.toGenericDict())
    children.push_back(entry.value());
  return children;
}

/// A value of the same form with other children.
Value with_children(const Value& form, std::vector<Value> children) {
  if (form.isList()) {
    // A list of tensors keeps none of what else stands for them.
    return to_list(children);
  }
  if (form.isTuple()) {
    const auto type = form.toTupleRef().type<c10::TupleType>();
    if (!type->schema()) return c10::ivalue::Tuple::create(std::move(children));
    std::vector<std::string> names;
    for (const c10::Argument& member : type->schema()->arguments())
      names.push_back(member.name());
    return runtime::named_tuple(type->name() ? type->name()->name() : "", names,
                                std::move(children));
  }
  std::vector<Value> items;
  size_t next = 0;
  for (const auto& entry : form.toGenericDict()) {
    items.push_back(entry.key());
    items.push_back(std::move(children[next++]));
  }
  return rebuild_value(Argument::dict({}), std::move(items));
}

Value flatten(const Value& value, Args& leaves) {
  if (!is_container(value)) {
    leaves.push_back(value);
    return PH();
  }
  std::vector<Value> forms;
  for (const Value& child : children_of(value))
    forms.push_back(flatten(child, leaves));
  return with_children(value, std::move(forms));
}

Value unflatten(const Args& leaves, size_t& next, const Value& spec) {
  if (!is_container(spec)) {
    if (next == leaves.size())
      throw RuntimeError(fmt::format("tree_unflatten: the spec has more leaves than {}", next));
    return leaves[next++];
  }
  std::vector<Value> children;
  for (const Value& child : children_of(spec))
    children.push_back(unflatten(leaves, next, child));
  return with_children(spec, std::move(children));
}

const char* kind_of(const Value& value) {
  if (value.isTuple()) return "tuple";
  if (value.isList()) return "list";
  return value.isGenericDict() ? "dictionary" : "leaf";
}

/// The leaves of a value that is to have the form of `spec`.
void flatten_spec(const Value& value, const Value& spec, const std::string& name, Args& leaves) {
  if (!is_container(spec)) {
    leaves.push_back(value);
    return;
  }
  const auto refuse = [&](const std::string& given) {
    throw RuntimeError(fmt::format("{} is a {} of {}, and {} was given", name, kind_of(spec),
                                   children_of(spec).size(), given));
  };
  if (std::string_view(kind_of(value)) != kind_of(spec)) refuse(std::string("a ") + kind_of(value));
  if (children_of(value).size() != children_of(spec).size())
    refuse(fmt::format("one of {}", children_of(value).size()));
  if (spec.isGenericDict()) {
    // In the order of the spec, whatever that of the value is.
    const auto given = value.toGenericDict();
    for (const auto& entry : spec.toGenericDict()) {
      const auto found = given.find(entry.key());
      if (found == given.end()) refuse("one without a key of these");
      flatten_spec(found->value(), entry.value(), name, leaves);
    }
    return;
  }
  const std::vector<Value> values = children_of(value), specs = children_of(spec);
  for (size_t i = 0; i < specs.size(); ++i)
    flatten_spec(values[i], specs[i], fmt::format("item {} of {}", i, name), leaves);
}

} // namespace

CodeGen::~CodeGen() = default;

std::string CodeGen::gen_fn_def(const std::vector<std::string>& inputs) const {
  std::string text = "def forward(self";
  for (const std::string& input : inputs)
    text += ", " + input;
  return text + "):";
}

std::pair<Args, Value> tree_flatten(const Value& value) {
  Args leaves;
  Value spec = flatten(value, leaves);
  return {std::move(leaves), std::move(spec)};
}

Value tree_unflatten(const Args& leaves, const Value& spec) {
  size_t next = 0;
  Value value = unflatten(leaves, next, spec);
  if (next != leaves.size())
    throw RuntimeError(
        fmt::format("tree_unflatten: the spec has {} leaves, not {}", next, leaves.size()));
  return value;
}

Args PyTreeCodeGen::process_inputs(Args inputs) const {
  if (inputs.size() != in_specs_.size())
    throw RuntimeError(fmt::format("the module takes {} arguments, and {} were given",
                                   in_specs_.size(), inputs.size()));
  Args leaves;
  for (size_t i = 0; i < inputs.size(); ++i)
    flatten_spec(inputs[i], in_specs_[i], fmt::format("argument {}", i), leaves);
  return leaves;
}

Value PyTreeCodeGen::process_outputs(Value outputs) const {
  Args leaves = is_container(outputs) ? children_of(outputs) : Args{std::move(outputs)};
  return tree_unflatten(leaves, out_spec_);
}

} // namespace fx
