// std::variant, and c10::variant, which LibTorch before 2.0 has in its place.
#include "Frontend/Models/Elements.h"
#include "Frontend/Values/Variants.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

llvm::SmallVector<QualType, 4> alternatives(const CXXRecordDecl* record) {
  llvm::SmallVector<QualType, 4> types;
  if (const auto* spec = dyn_cast_or_null<ClassTemplateSpecializationDecl>(record))
    for (const TemplateArgument& argument : spec->getTemplateArgs()[0].pack_elements())
      types.push_back(argument.getAsType());
  return types;
}

std::optional<size_t> index_of(llvm::ArrayRef<QualType> types, QualType type) {
  for (size_t i = 0; i < types.size(); ++i)
    if (types[i].getCanonicalType() == type.getCanonicalType()) return i;
  return std::nullopt;
}

size_t held_index(const Object& variant) {
  return static_cast<size_t>(variant.hidden[0]->value().as_int());
}

const Object* variant_of(const Operand& operand) {
  const Object* object = ModelCall::object_of(operand);
  return object && is_variant_class(object->type) && object->hidden.size() == 1 ? object : nullptr;
}

bool make_variant(ModelCall& call, const CXXRecordDecl* record, size_t index,
                  llvm::ArrayRef<Operand> args, Value& value) {
  Storage& storage = call.storage();
  const QualType type = alternatives(record)[index];
  if (call.machine.needs_destruction(type))
    return call.unsupported(missing::alternative_with_a_destructor);
  Value content;
  if (!make_element(call.machine, call.expr, type, args, content)) return false;
  Object* variant = storage.create(Object::Kind::Class, record);
  variant->elements.push_back(storage.allocate(content));
  variant->hidden.push_back(storage.allocate(Value::integer(static_cast<int64_t>(index))));
  value = Value::object(variant);
  return true;
}

/// The alternative that a template argument names, by its number or its type.
std::optional<size_t> named_alternative(const CXXRecordDecl* record,
                                        const TemplateArgument& argument) {
  const auto types = alternatives(record);
  if (argument.getKind() == TemplateArgument::Integral) {
    const auto index = static_cast<size_t>(argument.getAsIntegral().getExtValue());
    return index < types.size() ? std::optional(index) : std::nullopt;
  }
  if (argument.getKind() == TemplateArgument::Type) return index_of(types, argument.getAsType());
  return std::nullopt;
}

bool construct(ModelCall& call) {
  drop_defaulted(call.args);
  const CXXRecordDecl* record = class_made_by(call);
  const auto types = alternatives(record);
  Value value;
  if (call.args.empty()) return make_variant(call, record, 0, {}, value) && call.ret(value);
  const auto* given =
      dyn_cast_or_null<ClassTemplateSpecializationDecl>(record_of(type_of(call.args[0])));
  const llvm::StringRef tag = given && given->getIdentifier() ? given->getName() : "";
  if (tag == "in_place_type_t" || tag == "in_place_index_t") {
    const auto index = named_alternative(record, given->getTemplateArgs()[0]);
    if (!index) return call.unsupported();
    return make_variant(call, record, *index, llvm::ArrayRef<Operand>(call.args).drop_front(),
                        value) &&
           call.ret(value);
  }
  // Which alternative a value becomes stands among the constructor's own template arguments.
  const TemplateArgumentList* arguments = call.callee->getTemplateSpecializationArgs();
  if (arguments && call.args.size() == 1)
    for (unsigned i = 1; i < arguments->size(); ++i)
      if ((*arguments)[i].getKind() == TemplateArgument::Type)
        if (const auto index = index_of(types, (*arguments)[i].getAsType()))
          return make_variant(call, record, *index, call.args, value) && call.ret(value);
  return call.unsupported();
}

/// Makes `variant` hold what `from` holds.
void rehold(ModelCall& call, const Object& variant, const Object& from) {
  Object* changed = call.storage().change(&variant);
  changed->elements = from.elements;
  changed->hidden = from.hidden;
}

bool method(ModelCall& call) {
  Machine& machine = call.machine;
  const Object* variant = variant_of(call.self);
  if (variant == nullptr) return call.unsupported(missing::this_variant);
  const CXXRecordDecl* record = variant->type;
  if (call.name == "index")
    return call.ret(Value::integer(static_cast<int64_t>(held_index(*variant)), 64, false));
  if (call.name == "valueless_by_exception") return call.ret(Value::boolean(false));
  if (call.name == "emplace") {
    const TemplateArgumentList* arguments = call.callee->getTemplateSpecializationArgs();
    const auto index = arguments ? named_alternative(record, (*arguments)[0]) : std::nullopt;
    Value value;
    if (!index) return call.unsupported();
    if (!make_variant(call, record, *index, call.args, value))
      return call.machine.unwinding() && call.unsupported(missing::valueless_variant);
    rehold(call, *variant, *value.object());
    return call.ret_place(variant->elements[0]);
  }
  if (call.name == "operator=") {
    // The constructor finds the alternative, as the assignment does.
    Result made;
    Value value;
    const QualType type = machine.context().getCanonicalTagType(record);
    if (type_of(call.args[0]) == type) {
      if (!make_element(machine, call.expr, type, call.args[0], value)) return false;
    } else {
      if (!machine.construct_resolved(call.expr, type, {call.args[0]}, made)) return false;
      value = made.value;
    }
    if (!value.is_object()) return call.unsupported(missing::assignment_to_a_variant);
    const Object& from = *value.object();
    if (held_index(from) == held_index(*variant)) {
      const QualType held = alternatives(record)[held_index(from)];
      if (!assign_element(machine, call.expr, variant->elements[0], held,
                          operand_in(held, from.elements[0], true)))
        return false;
    } else {
      rehold(call, *variant, from);
    }
    return call.ret_place(call.self.place ? call.self.place : variant->self);
  }
  if (call.name == "swap") {
    const Object* other = variant_of(call.args[0]);
    if (other == nullptr) return call.unsupported(missing::this_swap);
    if (llvm::any_of(alternatives(record),
                     [&](QualType held) { return exchanged_by_own_code(call.machine, held); }))
      return call.unsupported(missing::swap_of_variants_with_code);
    Object* left = call.storage().change(variant);
    Object* right = call.storage().change(other);
    std::swap(left->elements, right->elements);
    std::swap(left->hidden, right->hidden);
    return call.ret(Value::none());
  }
  return call.unsupported();
}

/// std::get, get_if and holds_alternative.
bool get(ModelCall& call) {
  const TemplateArgumentList* arguments = call.callee->getTemplateSpecializationArgs();
  if (call.name == "get_if" && call.args[0].value.is(Value::Kind::None))
    return call.ret(Value::none());
  const Object* variant = variant_of(call.args[0]);
  if (arguments == nullptr || variant == nullptr) return call.unsupported(missing::this_variant);
  const auto index = named_alternative(variant->type, (*arguments)[0]);
  if (!index) return call.unsupported();
  const bool held = held_index(*variant) == *index;
  if (call.name == "holds_alternative") return call.ret(Value::boolean(held));
  if (call.name == "get_if")
    return call.ret(held ? Value::pointer(variant->elements[0]) : Value::none());
  if (!held)
    return call.machine.raise(call.expr,
                              variant->type->isInStdNamespace() ? "std::bad_variant_access"
                                                                : "c10::bad_variant_access",
                              "std::get: wrong index for variant");
  return call.ret_place(variant->elements[0]);
}

bool visit(ModelCall& call) {
  std::vector<Operand> contents;
  for (const Operand& operand : llvm::ArrayRef<Operand>(call.args).drop_front()) {
    const Object* variant = variant_of(operand);
    if (variant == nullptr) return call.unsupported(missing::this_variant);
    QualType type = alternatives(variant->type)[held_index(*variant)];
    if (operand.expr && operand.expr->getType().isConstQualified()) type = type.withConst();
    contents.push_back(operand_in(type, variant->elements[0], is_movable(operand)));
  }
  return invoke(call, call.args[0], contents, call.result) &&
         convert_result(call, call.callee->getReturnType(), call.result);
}

} // namespace

extern const ModelTable std_variant_models = {
    {"{std,c10}::variant::variant", construct, constructs},
    {"{std::variant::get,std::get_if,c10::get,c10::get_if}", get, gives_access},
    {"{std,c10}::variant::*", method, handles},
    {"{std,c10}::holds_alternative", get, computes},
    {"{std,c10}::visit", visit, runs},
};

} // namespace fx::frontend
