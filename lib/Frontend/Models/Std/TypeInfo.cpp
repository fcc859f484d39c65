// What typeid gives: std::type_info, and std::type_index made of it.
#include "Frontend/Models/Models.h"

using namespace clang;

namespace fx::frontend {

namespace {

/// The mangled name that stands for the type.
const Value* name_of(const Operand& operand) {
  const Object* info = ModelCall::object_of(operand);
  return info && info->elements.size() == 1 ? &info->elements.front()->value() : nullptr;
}

bool compare(ModelCall& call) {
  const Value* left = name_of(call.self);
  const Value* right = call.args.empty() ? nullptr : name_of(call.args[0]);
  if (left == nullptr || right == nullptr || !left->is(Value::Kind::String) ||
      !right->is(Value::Kind::String))
    return call.unsupported(missing::comparing_these_types);
  const int order = left->text().compare(right->text());
  if (call.name == "operator!=") return call.ret(Value::boolean(order != 0));
  if (call.name == "before" || call.name == "operator<") return call.ret(Value::boolean(order < 0));
  return call.ret(Value::boolean(order == 0));
}

bool name(ModelCall& call) {
  const Value* text = name_of(call.self);
  return text ? call.ret(*text) : call.unsupported(missing::name_of_this_type);
}

bool make_index(ModelCall& call) {
  return call.ret(call.storage().copy(call.args[0].value));
}

} // namespace

extern const ModelTable std_type_info_models = {
    {"std::type_info::{operator==,operator!=,before}", compare, computes},
    {"std::type_info::name", name, computes},
    {"std::type_index::type_index", make_index, computes},
    {"std::type_index::{operator==,operator!=,operator<}", compare, computes},
    {"std::type_index::name", name, computes},
};

} // namespace fx::frontend
