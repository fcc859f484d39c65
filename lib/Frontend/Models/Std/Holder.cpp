// std::optional and std::any: classes that hold one value or none.
//
// An engaged optional is the value it holds; only where that could be taken for an empty one (an
// undefined tensor, a pointer, which may become null) it is an object with the value for its one
// element.
#include "Frontend/Models/Elements.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

bool is_optional(const CXXRecordDecl* record) {
  return record && record->getIdentifier() && record->getName() == "optional" &&
         (record->isInStdNamespace() || is_torch_library(record));
}

/// Wraps what would look empty, or may later.
Value engaged(Machine& machine, const CXXRecordDecl* record, const Value& content) {
  const QualType type = template_type(record, 0);
  const CXXRecordDecl* held = type.isNull() ? nullptr : type->getAsCXXRecordDecl();
  const bool is_pointer =
      !type.isNull() && (type->isPointerType() || is_std_class(held, "unique_ptr") ||
                         is_std_class(held, "shared_ptr"));
  if (!is_pointer && !content.is(Value::Kind::None) && !content.is(Value::Kind::Uninitialized))
    return content;
  Object* holder = machine.storage().create(Object::Kind::Class, record);
  holder->elements.push_back(machine.storage().allocate(content));
  return Value::object(holder);
}

bool is_empty(const Value& value) {
  return value.is(Value::Kind::None) || value.is(Value::Kind::Uninitialized);
}

bool is_wrapped(const Value& value) {
  return value.is_object() && value.object()->kind == Object::Kind::Class &&
         is_optional(value.object()->type) && value.object()->elements.size() == 1;
}

/// What an engaged optional holds, as *optional gives it.
Operand content_of(Machine& machine, const Operand& optional) {
  Location* place = optional.place ? optional.place : machine.storage().allocate(optional.value);
  if (is_wrapped(optional.value)) place = optional.value.object()->elements[0];
  return operand_in(template_type(record_of(type_of(optional)), 0), place, is_movable(optional));
}

/// The overload of a constructor or an assignment that takes any value, which an optional can be,
/// and not an optional of another type.
bool takes_value(const FunctionDecl* callee) {
  const FunctionTemplateDecl* pattern = callee->getPrimaryTemplate();
  if (pattern == nullptr || callee->getNumParams() == 0) return false;
  const QualType taken = pattern->getTemplatedDecl()->getParamDecl(0)->getType();
  return taken.getNonReferenceType()->isTemplateTypeParmType();
}

/// What the constructor or the assignment makes of its arguments.
bool hold(ModelCall& call, const CXXRecordDecl* record, llvm::ArrayRef<Operand> args,
          Value& value) {
  Machine& machine = call.machine;
  const QualType type = template_type(record, 0);
  if (args.empty()) {
    value = Value::none();
    return true;
  }
  const Operand& from = args[0];
  const CXXRecordDecl* given = record_of(type_of(from));
  const llvm::StringRef name = given && given->getIdentifier() ? given->getName() : "";
  if (name == "nullopt_t") {
    value = Value::none();
    return true;
  }
  if (args.size() == 1 && is_optional(given) && modelled(given) == Modelled::Not &&
      given->getCanonicalDecl() != record_of(type.getCanonicalType()))
    return call.unsupported(missing::optional_of_an_optional_with_code);
  if (args.size() == 1 && (from.value.is_node() || from.value.is(Value::Kind::Opaque)) &&
      (is_optional(given) || type_of(from) == type.getCanonicalType().getUnqualifiedType())) {
    value = from.value;
    return true;
  }
  Value content;
  if (name == "in_place_t" || name == "in_place_type_t") {
    if (!make_element(machine, call.expr, type, args.drop_front(), content)) return false;
  } else if (args.size() == 1 && is_optional(given) && !takes_value(call.callee) &&
             given->getCanonicalDecl() != record_of(type.getCanonicalType())) {
    if (is_empty(from.value)) {
      value = Value::none();
      return true;
    }
    if (!make_element(machine, call.expr, type, content_of(machine, from), content)) return false;
  } else if (!make_element(machine, call.expr, type, args, content)) {
    return false;
  }
  value = engaged(machine, record, content);
  return true;
}

bool construct(ModelCall& call) {
  drop_defaulted(call.args);
  Value value;
  return hold(call, class_made_by(call), call.args, value) && call.ret(value);
}

bool make_optional(ModelCall& call) {
  const CXXRecordDecl* record = class_made_by(call);
  Value content;
  return make_element(call.machine, call.expr, template_type(record, 0), call.args, content) &&
         call.ret(engaged(call.machine, record, content));
}

/// What two engaged optionals hold changes its value, and not its place.
bool swap_optionals(ModelCall& call, QualType type) {
  Storage& storage = call.storage();
  if (exchanged_by_own_code(call.machine, type))
    return call.unsupported(missing::swap_of_optionals_with_code);
  Location* left = call.self.place;
  Location* right = call.args[0].place;
  if (left == right) return call.ret(Value::none());
  if (is_empty(left->value()) || is_empty(right->value())) {
    exchange_values(storage, left, right);
    return call.ret(Value::none());
  }
  const Value mine = storage.copy(left->value());
  storage.assign(left, storage.copy(right->value()));
  storage.assign(right, mine);
  return call.ret(Value::none());
}

bool optional_method(ModelCall& call) {
  Machine& machine = call.machine;
  const Value& value = call.self.value;
  const auto* record = llvm::cast<CXXMethodDecl>(call.callee)->getParent();
  if (!is_optional(record))
    if (const CXXRecordDecl* own = record_of(type_of(call.self)); is_optional(own)) record = own;
  const QualType type = template_type(record, 0);
  const bool empty = is_empty(value);
  if (call.name == "has_value" || call.name == "operator bool" || call.name == "value_or")
    call.report().optional_taken_as_given(call.location(), value);
  if (call.name == "has_value" || call.name == "operator bool")
    return call.ret(Value::boolean(!empty));
  if (call.name == "value_or") {
    Value result;
    const Operand& from = empty ? call.args[0] : content_of(machine, call.self);
    return make_element(machine, call.expr, type, from, result) && call.ret(result);
  }
  if (call.name == "operator=" || call.name == "emplace" || call.name == "reset") {
    if (call.self.place == nullptr) return call.unsupported();
    Value held;
    if (call.name == "emplace") {
      if (!make_element(machine, call.expr, type, call.args, held)) return false;
      held = engaged(machine, record, held);
    } else if (!hold(call, record, call.args, held)) {
      return false;
    }
    // An object that is assigned to keeps its place.
    if (call.name == "operator=" && !empty && held.is_object() && value.is_object() &&
        !is_wrapped(held) && !is_wrapped(value))
      machine.storage().assign(call.self.place, held, /*moves=*/true);
    else
      machine.storage().write(call.self.place, held);
    if (call.name == "emplace")
      return call.ret_place(content_of(machine,
                                       [&] {
                                         Operand now = call.self;
                                         now.value = now.place->value();
                                         return now;
                                       }())
                                .place);
    return call.ret_place(call.self.place);
  }
  if (call.name == "swap" && call.self.place && call.args[0].place)
    return swap_optionals(call, type);
  if (call.name == "value" || call.name == "operator*" || call.name == "operator->") {
    if (empty && call.name == "value")
      return raise_std(call, "bad_optional_access", "bad optional access");
    if (empty) return call.error(diag::empty_optional_read);
    if (call.name == "operator->") {
      Location* place = content_of(machine, call.self).place;
      return call.ret(Value::pointer(place));
    }
    if (is_wrapped(value)) return call.ret_place(value.object()->elements[0]);
    if (call.self.place) return call.ret_place(call.self.place);
    return call.ret(value);
  }
  return call.unsupported(missing::method_of_an_optional, call.name);
}

// std::any: an object of its class with what it holds, or None; hidden is the type.

QualType held_type(const Value& any) {
  return QualType::getFromOpaquePtr(
      reinterpret_cast<void*>(any.object()->hidden[0]->value().as_int()));
}

bool hold_any(ModelCall& call, QualType type, llvm::ArrayRef<Operand> args, Value& value) {
  Storage& storage = call.storage();
  type = call.machine.context().getAdjustedParameterType(type.getNonReferenceType());
  type = type.getCanonicalType().getUnqualifiedType();
  Value content;
  if (!make_element(call.machine, call.expr, type, args, content)) return false;
  const auto* method = llvm::cast<CXXMethodDecl>(call.callee);
  Object* any = storage.create(Object::Kind::Class, method->getParent());
  any->elements.push_back(storage.allocate(content));
  any->hidden.push_back(storage.allocate(
      Value::integer(static_cast<int64_t>(reinterpret_cast<intptr_t>(type.getAsOpaquePtr())))));
  value = Value::object(any);
  return true;
}

bool any_method(ModelCall& call) {
  const bool construct = isa<CXXConstructorDecl>(call.callee);
  Location* self = call.self.place;
  Value value = Value::none();
  if (call.name == "has_value") return call.ret(Value::boolean(call.self.value.is_object()));
  if (call.name == "swap" && self && call.args[0].place) {
    exchange_values(call.storage(), self, call.args[0].place);
    return call.ret(Value::none());
  }
  if (construct || call.name == "operator=" || call.name == "reset" || call.name == "emplace") {
    if (!construct && self == nullptr) return call.unsupported();
    llvm::ArrayRef<Operand> args = call.args;
    QualType type = args.empty() ? QualType() : type_of(args[0]);
    const CXXRecordDecl* given = type.isNull() ? nullptr : type->getAsCXXRecordDecl();
    if (call.name == "emplace") {
      const TemplateArgumentList* types = call.callee->getTemplateSpecializationArgs();
      if (types == nullptr || !hold_any(call, (*types)[0].getAsType(), args, value)) return false;
    } else if (is_std_class(given, "any")) {
      value = call.storage().copy(args[0].value);
    } else if (is_std_class(given, "in_place_type_t")) {
      if (!hold_any(call, template_type(given, 0), args.drop_front(), value)) return false;
    } else if (!args.empty() && !hold_any(call, type, args, value)) {
      return false;
    }
    if (construct) return call.ret(value);
    call.storage().write(self, value);
    return call.name == "emplace" ? call.ret_place(value.object()->elements[0])
                                  : call.ret_place(self);
  }
  return call.unsupported();
}

bool any_cast(ModelCall& call) {
  const TemplateArgumentList* types = call.callee->getTemplateSpecializationArgs();
  if (types == nullptr) return call.unsupported();
  const bool by_pointer =
      call.args[0].value.is(Value::Kind::Pointer) ||
      (!type_of(call.args[0]).isNull() && type_of(call.args[0])->isPointerType());
  Value any = call.args[0].value;
  if (any.is(Value::Kind::Pointer)) any = any.target()->value();
  if (is_unknown(any)) return call.report().not_known(call.expr, any, "what an any holds");
  const QualType wanted =
      (*types)[0].getAsType().getNonReferenceType().getCanonicalType().getUnqualifiedType();
  const bool matches = any.is_object() && held_type(any) == wanted;
  if (by_pointer)
    return call.ret(matches ? Value::pointer(any.object()->elements[0]) : Value::none());
  if (!matches) return raise_std(call, "bad_any_cast", "bad any_cast");
  return call.ret_place(any.object()->elements[0]);
}

} // namespace

extern const ModelTable std_holder_models = {
    {"{std,c10}::optional::optional", construct, constructs},
    {"{std,c10}::optional::*", optional_method, handles},
    {"{std,c10}::make_optional", make_optional, constructs},
    {"std::any::{any,*}", any_method, handles},
    {"std::any_cast", any_cast, takes},
};

} // namespace fx::frontend
