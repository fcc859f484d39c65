// std::pair and std::tuple: how they are made, converted, assigned and taken apart.
#include "Frontend/Models/Elements.h"

using namespace clang;

namespace fx::frontend {

namespace {

/// The parts of a tuple as std::get<i>(std::forward<Tuple>(tuple)) gives them.
std::optional<std::vector<Operand>> parts_of_tuple(ModelCall& call, const Operand& tuple) {
  Value value = tuple.value;
  const auto types = tuple_types(record_of(type_of(tuple)));
  if (value.is_node() && !types.empty()) {
    std::vector<Operand> parts;
    for (size_t i = 0; i < types.size(); ++i) {
      Operand part;
      part.type = types[i].getNonReferenceType();
      part.value = call.graph().get_item(call.expr, value.node(), static_cast<int64_t>(i));
      parts.push_back(part);
    }
    return parts;
  }
  if (!value.is_object()) return std::nullopt;
  const CXXRecordDecl* record = record_of(type_of(tuple));
  const bool is_array = is_std_class(record, "array");
  if (!value.object()->is_tuple && !is_array) return std::nullopt;
  std::vector<Operand> parts;
  for (size_t i = 0; i < value.object()->elements.size(); ++i) {
    QualType type = i < types.size() ? types[i] : QualType();
    if (is_array) type = template_type(record, 0);
    // Of a temporary, too: who makes one makes its parts.
    const bool movable = !type.isNull() && !type->isLValueReferenceType() &&
                         (gives_parts(tuple) || tuple.place == nullptr);
    parts.push_back(operand_in(type.isNull() ? type : type.getNonReferenceType(),
                               value.object()->elements[i], movable));
  }
  return parts;
}

bool add_part(ModelCall& call, Object* tuple, QualType type, llvm::ArrayRef<Operand> args) {
  Machine& machine = call.machine;
  if (!type.isNull() && type->isReferenceType() && args.size() == 1) {
    // A reference to an object of another type would be one to a temporary.
    if (tuple->elements.size() < 64)
      tuple->reference_elements |= uint64_t(1) << tuple->elements.size();
    tuple->elements.push_back(referred_place(machine, args[0]));
    return true;
  }
  Value value;
  if (!make_element(machine, call.expr, type, args, value)) return false;
  tuple->elements.push_back(machine.storage().allocate(value));
  return true;
}

/// Whether a constructor of pair or tuple takes one whose parts become its own, and not a part.
bool takes_parts(const CXXConstructorDecl* constructor) {
  if (constructor->isCopyOrMoveConstructor()) return true;
  const FunctionTemplateDecl* made_from = constructor->getPrimaryTemplate();
  if (made_from == nullptr || constructor->getNumParams() != 1) return false;
  const QualType declared = made_from->getTemplatedDecl()->getParamDecl(0)->getType();
  return declared.getNonReferenceType()->getAs<TemplateSpecializationType>() != nullptr;
}

/// pair(...), tuple(...), make_pair, make_tuple: Clang has found the types of the parts.
bool make_tuple(ModelCall& call) {
  drop_defaulted(call.args);
  const CXXRecordDecl* record = class_made_by(call);
  const auto types = tuple_types(record);
  Object* tuple = call.storage().create(Object::Kind::Sequence);
  tuple->is_tuple = true;
  const auto fill = [&](llvm::ArrayRef<Operand> parts) {
    for (size_t i = 0; i < parts.size(); ++i)
      if (!add_part(call, tuple, i < types.size() ? types[i] : QualType(), parts[i])) return false;
    return call.ret(Value::object(tuple));
  };
  if (const auto* constructor = dyn_cast<CXXConstructorDecl>(call.callee);
      constructor && call.args.size() == 1) {
    const Operand& only = call.args[0];
    if (takes_parts(constructor)) {
      // One that an operator returned is converted when its parts are read.
      if (only.value.is_node() || only.value.is(Value::Kind::Opaque)) return call.ret(only.value);
      const auto parts = parts_of_tuple(call, only);
      if (!parts || (!types.empty() && parts->size() != types.size())) return call.unsupported();
      return fill(*parts);
    }
  }
  if (call.args.size() == 3 && is_std_class(record, "pair")) { // std::piecewise_construct
    const auto first = parts_of_tuple(call, call.args[1]);
    const auto second = parts_of_tuple(call, call.args[2]);
    if (!first || !second) return call.unsupported(missing::construction_of_a_pair);
    return add_part(call, tuple, types[0], *first) && add_part(call, tuple, types[1], *second) &&
           call.ret(Value::object(tuple));
  }
  if (call.args.empty()) {
    for (const QualType type : types)
      if (!add_part(call, tuple, type, {})) return false;
    return call.ret(Value::object(tuple));
  }
  if (call.args.size() != types.size() && !types.empty())
    return call.unsupported(missing::construction_of_a_tuple);
  return fill(call.args);
}

/// std::tie(a, b), forward_as_tuple: a tuple whose parts are the variables themselves.
bool tie(ModelCall& call) {
  Object* tuple = call.storage().create(Object::Kind::Sequence);
  tuple->is_tuple = true;
  tuple->reference_elements = ~uint64_t(0);
  for (const Operand& operand : call.args)
    tuple->elements.push_back(operand.place ? operand.place
                                            : call.storage().allocate(operand.value));
  return call.ret_place(tuple->self);
}

bool tuple_cat(ModelCall& call) {
  const auto types = tuple_types(class_made_by(call));
  Object* tuple = call.storage().create(Object::Kind::Sequence);
  tuple->is_tuple = true;
  for (const Operand& operand : call.args) {
    const auto parts = parts_of_tuple(call, operand);
    if (!parts) return call.unsupported(missing::std_tuple_cat);
    for (const Operand& part : *parts) {
      const size_t i = tuple->elements.size();
      if (!add_part(call, tuple, i < types.size() ? types[i] : QualType(), part)) return false;
    }
  }
  return call.ret(Value::object(tuple));
}

/// Writes what an operator returned. A tuple keeps its parts, which get an item each: whoever has a
/// reference to one sees the new value.
void write_items(Machine& machine, const Expr* where, Location* place, const Value& item) {
  const Value old = place->value();
  const bool is_tuple = item.is_node() && old.is_object() &&
                        old.object()->kind == Object::Kind::Sequence && old.object()->is_tuple;
  if (!is_tuple) return machine.storage().write(place, item);
  for (size_t i = 0; i < old.object()->elements.size(); ++i)
    write_items(machine, where, old.object()->elements[i],
                machine.graph().get_item(where, item.node(), static_cast<int64_t>(i)));
}

bool assign_tuple(ModelCall& call) {
  Machine& machine = call.machine;
  const Object* to = ModelCall::object_of(call.self);
  const Operand& source = call.args[0];
  const Value& from = source.value;
  if (from.is_node()) {
    if (to == nullptr) {
      if (call.self.place == nullptr) return call.unsupported();
      machine.storage().write(call.self.place, from);
      return call.ret_place(call.self.place);
    }
    // std::tie(a, b) = operator(...): one item a variable.
    for (size_t i = 0; i < to->elements.size(); ++i) {
      if (to->elements[i]->value().is(Value::Kind::Type)) continue; // std::ignore
      const Value item = machine.graph().get_item(call.expr, from.node(), static_cast<int64_t>(i));
      Location* place = to->elements[i];
      Operand part;
      if (machine.graph().leaf_tensor(place) == nullptr) {
        write_items(machine, call.expr, place, item);
        continue;
      }
      const auto types = tuple_types(record_of(type_of(call.self)));
      if (i >= types.size()) return call.unsupported(missing::assignment_of_a_tuple);
      part.type = types[i].getNonReferenceType();
      part.value = item;
      if (!assign_element(machine, call.expr, place, part.type, part)) return false;
    }
    return call.ret_place(to->self);
  }
  if (to == nullptr) {
    if (call.self.place == nullptr) return call.unsupported();
    machine.storage().write(call.self.place, machine.storage().copy(from));
    return call.ret_place(call.self.place);
  }
  const auto parts = parts_of_tuple(call, source);
  if (!parts || parts->size() != to->elements.size())
    return call.unsupported(missing::assignment_of_a_tuple);
  const auto types = tuple_types(record_of(type_of(call.self)));
  const auto source_types = tuple_types(record_of(type_of(source)));
  for (size_t i = 0; i < parts->size(); ++i) {
    if (to->elements[i]->value().is(Value::Kind::Type)) continue;
    if (!assign_element(machine, call.expr, to->elements[i],
                        i < types.size() ? types[i] : QualType(), (*parts)[i]))
      return false;
  }
  return call.ret_place(to->self);
}

/// std::get<i>(tuple), std::get<T>(tuple); of a variant, see Variant.cpp.
bool get(ModelCall& call) {
  Machine& machine = call.machine;
  const TemplateArgumentList* arguments = call.callee->getTemplateSpecializationArgs();
  if (arguments == nullptr || arguments->size() == 0) return call.unsupported();
  const Operand& operand = call.args[0];
  const CXXRecordDecl* record = record_of(operand.type);
  if (is_std_class(record, "variant")) return find_model("std::variant::get", nullptr)->model(call);
  int64_t index = -1;
  if ((*arguments)[0].getKind() == TemplateArgument::Integral) {
    index = (*arguments)[0].getAsIntegral().getExtValue();
  } else if ((*arguments)[0].getKind() == TemplateArgument::Type) {
    const auto types = tuple_types(record);
    for (size_t i = 0; i < types.size(); ++i)
      if (machine.context().hasSameType(types[i], (*arguments)[0].getAsType()))
        index = static_cast<int64_t>(i);
  }
  if (index < 0) return call.unsupported();
  if (operand.value.is_node() && operand.place && hands_out_reference(call))
    return call.ret_place(machine.element_place(call.expr, operand.place, index,
                                                static_cast<int64_t>(tuple_types(record).size()),
                                                /*is_tuple=*/true));
  if (operand.value.is_node())
    return call.ret(machine.graph().get_item(call.expr, operand.value.node(), index));
  if (operand.value.is(Value::Kind::Opaque)) return call.ret(operand.value);
  const Object* tuple = ModelCall::object_of(operand);
  if (tuple == nullptr || static_cast<size_t>(index) >= tuple->elements.size())
    return call.unsupported();
  return call.ret_place(tuple->elements[static_cast<size_t>(index)]);
}

bool apply(ModelCall& call) {
  const auto parts = parts_of_tuple(call, call.args[1]);
  if (!parts) return call.unsupported(missing::std_apply);
  return invoke(call, call.args[0], *parts, call.result);
}

bool make_from_tuple(ModelCall& call) {
  const auto parts = parts_of_tuple(call, call.args[0]);
  Value value;
  if (!parts) return call.unsupported(missing::std_make_from_tuple);
  return make_element(call.machine, call.expr, call.callee->getReturnType(), *parts, value) &&
         call.ret(value);
}

bool swap_tuples(ModelCall& call) {
  call.args.insert(call.args.begin(), call.self);
  return find_model("std::swap", nullptr)->model(call);
}

bool invoke_model(ModelCall& call) {
  return invoke(call, call.args[0], llvm::ArrayRef<Operand>(call.args).drop_front(), call.result);
}

} // namespace

extern const ModelTable std_tuple_models = {
    {"std::{make_tuple,make_pair,tuple::tuple,pair::pair}", make_tuple, constructs},
    {"std::{tie,forward_as_tuple}", tie, refers},
    {"std::tuple_cat", tuple_cat, constructs},
    {"std::{tuple,pair}::operator=", assign_tuple, assigns},
    {"std::{tuple,pair}::swap", swap_tuples, exchanges},
    {"std::get", get, gives_access},
    {"std::apply", apply, runs},
    {"std::make_from_tuple", make_from_tuple, constructs},
    {"std::{,__}invoke", invoke_model, runs},
};

} // namespace fx::frontend
