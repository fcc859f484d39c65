// Smart pointers and module holders: classes that stand for one pointer. How they are made, and
// what their methods do.
#include "Frontend/Models/Elements.h"
#include "Frontend/Models/Methods.h"
#include "Frontend/Models/Torch/Modules.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

/// Whether what a weak_ptr refers to still has an owner.
bool is_alive(Machine& machine, const Expr* where, const Value& weak, bool& lives) {
  lives = false;
  if (weak.is(Value::Kind::None) || weak.is(Value::Kind::Uninitialized)) return true;
  if (!weak.is(Value::Kind::Pointer))
    return machine.report().not_known(where, weak, "what this weak_ptr refers to");
  const std::optional<bool> owned = machine.has_owner(where->getExprLoc(), weak.target());
  if (!owned) return machine.report().error(where, diag::owner_not_known);
  lives = *owned;
  return true;
}

/// The class that a handle or a raw pointer of type `type` refers to.
const CXXRecordDecl* referred_class(QualType type) {
  const CXXRecordDecl* record = record_of(type);
  return is_handle_class(record) ? record_of(handle_target(record)) : record;
}

/// Whether a shared_ptr `record` does not show that what it owns, of class `owned`, has an end. It
/// ends what it was made of as what that is, whatever class it shows.
bool hides_an_end(Machine& machine, const CXXRecordDecl* record, const CXXRecordDecl* owned) {
  const auto ends = [&](const CXXRecordDecl* type) {
    return machine.needs_destruction(machine.context().getCanonicalTagType(type));
  };
  const CXXRecordDecl* shown = record_of(handle_target(record));
  return is_std_class(record, "shared_ptr") && owned && shown && owned->isDerivedFrom(shown) &&
         ends(owned) && !ends(record);
}

/// A handle made of `only`: nothing known, a null pointer, another handle or a raw pointer, to the
/// same class or one derived from it. No answer where it is something else.
std::optional<bool> made_of_pointer(Machine& machine, const Expr* expr, const CXXRecordDecl* record,
                                    const Operand& only, Result& result) {
  const QualType type = only.expr ? only.expr->getType() : only.type;
  if (is_std_class(type->getAsCXXRecordDecl(), "auto_ptr"))
    return machine.report().unsupported(expr, missing::smart_pointer_that_is_made_of_an);
  const bool is_pointer = type->isPointerType() || is_handle_class(record_of(type));
  if (type->isNullPtrType() || (is_pointer && only.value.is(Value::Kind::Opaque))) {
    result.value = only.value;
    return true;
  }
  if (!is_pointer) return std::nullopt;
  if (is_std_class(record_of(type), "weak_ptr") && is_std_class(record, "shared_ptr")) {
    bool lives = false;
    if (!is_alive(machine, expr, only.value, lives)) return false;
    if (!lives) return raise_std(machine, expr, "bad_weak_ptr", "bad_weak_ptr");
  }
  const CXXRecordDecl* wanted = record_of(handle_target(record));
  const CXXRecordDecl* given = referred_class(type);
  if (given && wanted && given->getCanonicalDecl() != wanted->getCanonicalDecl() &&
      !given->isDerivedFrom(wanted))
    return std::nullopt;
  if (hides_an_end(machine, record, given))
    return machine.report().unsupported(expr, missing::shared_ptr_without_virtual_destructor,
                                        wanted->getNameAsString());
  // What was moved from is empty; a copy of a shared one shares.
  if (is_movable(only) && is_handle_class(record_of(type_of(only))))
    return machine.move_out(expr, type_of(only), only.place, result.value);
  result.value = only.value;
  return true;
}

/// A smart pointer made of more than a pointer that it may take.
bool construct_pointer(Machine& machine, const Expr* expr, llvm::ArrayRef<Operand> args,
                       Result& result) {
  // What a deleter does when the last owner dies, and what an alias keeps alive, is not followed.
  const CXXRecordDecl* deleter = args.size() > 1 ? record_of(type_of(args[1])) : nullptr;
  if (args.size() > 1 && !is_std_class(deleter, "default_delete"))
    return machine.report().unsupported(expr,
                                        missing::smart_pointer_with_deleter_or_allocator_or_owner);
  if (args.empty() || !args[0].value.is(Value::Kind::Pointer))
    return machine.report().unsupported(expr, missing::construction_of_a_smart_pointer);
  result.value = args[0].value;
  return true;
}

} // namespace

bool construct_handle(Machine& machine, const Expr* expr, const CXXRecordDecl* record,
                      llvm::SmallVector<Operand, 4> args, Result& result) {
  drop_defaulted(args);
  const bool holder = derives_from(record, "torch::nn::ModuleHolder");
  if (args.empty() && !holder) {
    result.value = Value::none();
    return true;
  }
  if (is_std_class(record, "reference_wrapper") && args.size() == 1) {
    const bool is_one = is_std_class(record_of(type_of(args[0])), "reference_wrapper");
    result.value = is_one ? args[0].value : Value::pointer(referred_place(machine, args[0]));
    return true;
  }
  if (args.size() == 1)
    if (const auto made = made_of_pointer(machine, expr, record, args[0], result)) return *made;
  if (!holder) return construct_pointer(machine, expr, args, result);
  Result contained;
  if (!machine.construct_resolved(expr, handle_target(record), std::move(args), contained))
    return false;
  const Value& module = contained.value;
  result.value = module.is_object() ? Value::pointer(module.object()->self) : module;
  machine.graph().note_made(result.value, expr);
  return true;
}

namespace {

/// The handle refers to something else now: what it owned alone before dies, and an xvalue that was
/// assigned gave away what it had.
bool was_replaced(ModelCall& call, bool assigns) {
  Machine& machine = call.machine;
  const Operand* from = assigns && !call.args.empty() ? &call.args[0] : nullptr;
  if (from && from->place && from->place != call.self.place && from->expr &&
      from->expr->isXValue() && is_handle_class(from->expr->getType()->getAsCXXRecordDecl())) {
    if (isa<MaterializeTemporaryExpr>(from->expr->IgnoreParens()))
      machine.disown(from->place);
    else
      machine.storage().write(from->place, Value::none());
  }
  // reset() is of a base class of shared_ptr's.
  const Expr* self = call.self.expr ? call.self.expr->IgnoreParenImpCasts() : nullptr;
  const CXXRecordDecl* record = record_of(self ? self->getType() : call.self.type);
  return !is_handle_class(record) || machine.release(call.expr, record, call.self.value);
}

/// What a weak_ptr says of the object that it refers to: whether that still has an owner.
bool watched(ModelCall& call) {
  bool lives = false;
  if (!is_alive(call.machine, call.expr, call.self.value, lives)) return false;
  if (call.name != "lock") return call.ret(Value::boolean(!lives));
  return call.ret(lives ? call.self.value : Value::none());
}

/// holder(args...): the module's forward.
bool call_held(ModelCall& call) {
  const Object* module = module_of(call.self.value);
  if (module == nullptr) return call.error(diag::empty_holder_called);
  const CXXRecordDecl* holder = llvm::cast<CXXMethodDecl>(call.callee)->getParent();
  const CXXRecordDecl* given = is_handle_class(holder) ? record_of(handle_target(holder)) : nullptr;
  return call_module(call.machine, call.expr, module, call.args, call.result, given);
}

bool assign_handle(ModelCall& call) {
  Machine& machine = call.machine;
  if (call.self.place == nullptr) return call.unsupported();
  const Operand& from = call.args[0];
  const bool moves = is_movable(from) && is_handle_class(record_of(type_of(from))) &&
                     from.place != call.self.place;
  Value assigned = from.value;
  if (moves && !machine.move_out(call.expr, type_of(from), from.place, assigned)) return false;
  machine.storage().write(call.self.place, assigned);
  return was_replaced(call, /*assigns=*/true) && call.ret_place(call.self.place);
}

/// pointer[i], of a unique_ptr to an array.
bool index_array(ModelCall& call) {
  const Value& value = call.self.value;
  Value index = call.args[0].value;
  call.machine.oracle().concretize(call.args[0].expr, index);
  if (!index.is(Value::Kind::Int))
    return call.report().not_known(call.args[0].expr, index, "an index into an array");
  const auto& elements = value.object()->elements;
  const int64_t at = value.index() + index.as_int();
  if (at < 0 || at >= static_cast<int64_t>(elements.size()))
    return call.error(diag::index_out_of_range, index.as_int(), elements.size());
  return call.ret_place(elements[static_cast<size_t>(at)]);
}

bool index_handle(ModelCall& call) {
  if (call.self.value.is(Value::Kind::Iterator)) return index_array(call);
  // holder[i] is (*holder)[i]: the container's own.
  const Object* module = module_of(call.self.value);
  if (module == nullptr) return call.error(diag::empty_holder_indexed);
  const ModelEntry* element =
      find_model(qualified_name(library_class(module->type)) + "::operator[]", nullptr);
  return element ? element->model(call) : call.unsupported();
}

bool is_empty(ModelCall& call) {
  return call.ret(Value::boolean(call.self.value.is(Value::Kind::None)));
}

bool is_set(ModelCall& call) {
  return call.ret(Value::boolean(!call.self.value.is(Value::Kind::None)));
}

bool swap_handles(ModelCall& call) {
  Location* other = call.args[0].place;
  if (call.self.place == nullptr || other == nullptr) return call.unsupported();
  call.storage().write(call.self.place, other->value());
  call.storage().write(other, call.self.value);
  return call.ret(Value::none());
}

bool release(ModelCall& call) {
  if (call.self.place == nullptr) return call.unsupported();
  call.storage().write(call.self.place, Value::none());
  return call.ret(call.self.value);
}

bool reset(ModelCall& call) {
  if (call.self.place == nullptr) return call.unsupported();
  if (call.num_given() > 1)
    return call.unsupported(missing::smart_pointer_with_deleter_or_allocator);
  call.storage().write(call.self.place, call.num_given() == 0 ? Value::none() : call.args[0].value);
  return was_replaced(call, /*assigns=*/false) && call.ret(Value::none());
}

bool dereference(ModelCall& call) {
  const Value& value = call.self.value;
  if (!value.is(Value::Kind::Pointer)) return call.error(diag::null_pointer_dereferenced);
  return call.ret_place(value.target());
}

bool compare_handles(ModelCall& call) {
  Machine& machine = call.machine;
  Value equal;
  return machine.arithmetic(call.expr, call.name == "operator==" ? BO_EQ : BO_NE, call.self.value,
                            call.args[0].value, machine.context().BoolTy, equal) &&
         call.ret(equal);
}

/// operator->, get and ptr.
bool pointer_itself(ModelCall& call) {
  return call.ret(call.self.value);
}

bool count_owners(ModelCall& call) {
  return call.ret(Value::opaque(call.location(), "reference counts are not modelled"));
}

constexpr Method<ModelFunction> methods[] = {
    {"operator()", call_held},
    {"operator=", assign_handle},
    {"operator[]", index_handle},
    {"is_empty", is_empty},
    {"operator bool", is_set},
    {"swap", swap_handles},
    {"release", release},
    {"reset", reset},
    {"operator*", dereference},
    {"operator==", compare_handles},
    {"operator!=", compare_handles},
    {"operator->", pointer_itself},
    {"get", pointer_itself},
    {"ptr", pointer_itself},
    {"lock", watched},
    {"expired", watched},
    {"use_count", count_owners},
    {"unique", count_owners},
};

bool holder_method(ModelCall& call) {
  if (const ModelFunction method = find_method(methods, call.name)) return method(call);
  return call.unsupported(missing::method_of_a_handle, call.name);
}

} // namespace

extern const ModelTable handle_models = {
    {"{torch::nn::ModuleHolder,std::unique_ptr,std::__shared_ptr_access}::*", holder_method,
     handles},
    {"std::{,__}{shared,weak}_ptr::*", holder_method, handles},
};

} // namespace fx::frontend
