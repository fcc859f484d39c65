// Objects: constructors run in the standard's order.
#include "Frontend/Eval/Machine.h"
#include "Frontend/Parse/Instantiations.h"
#include "Frontend/Values/Signatures.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

/// A class with members of its own that stands more than once among the bases of `record`.
const CXXRecordDecl* repeated_base(const CXXRecordDecl* record,
                                   llvm::SmallPtrSetImpl<const CXXRecordDecl*>& seen) {
  for (const CXXBaseSpecifier& specifier : record->bases()) {
    const CXXRecordDecl* base = specifier.getType()->getAsCXXRecordDecl();
    base = base ? base->getDefinition() : nullptr;
    if (base == nullptr) continue;
    if (!seen.insert(base).second) {
      if (!specifier.isVirtual() && !base->field_empty()) return base;
      continue;
    }
    if (const CXXRecordDecl* found = repeated_base(base, seen)) return found;
  }
  return nullptr;
}

/// What there is to call, and how a reference that is not const is given.
void note_constructors(Reporter& report, const CXXRecordDecl* record) {
  const auto constructors = constructors_of(record);
  constexpr size_t most_told = 6;
  for (size_t i = 0; i < std::min(constructors.size(), most_told); ++i) {
    const std::string call = call_to_copy(holder_spelling(record), constructors[i]);
    const bool has_variables = llvm::StringRef(call).starts_with("[]");
    report.note(constructors[i]->getLocation(),
                fmt::format("there is {}{}", signature(constructors[i]),
                            has_variables
                                ? fmt::format(", whose references that are not const take "
                                              "variables: --root='{}'",
                                              call)
                                : ""));
  }
}

} // namespace

const Object* Machine::create_object(const CXXRecordDecl* record) {
  llvm::SmallPtrSet<const CXXRecordDecl*, 8> seen;
  if (const CXXRecordDecl* base = is_user_code(record) ? repeated_base(record, seen) : nullptr)
    report_.error(record->getLocation(), diag::base_class_twice, record->getNameAsString(),
                  base->getNameAsString());
  if (!is_module_class(record)) {
    has_copy_constructors_ |=
        record->hasUserDeclaredCopyConstructor() || record->hasUserDeclaredMoveConstructor() ||
        (record->getNumBases() != 0 && record->hasNonTrivialCopyConstructor());
    return storage_.create(Object::Kind::Class, record);
  }
  if (is_user_code(record))
    constructed_classes_.insert(llvm::cast<CXXRecordDecl>(record->getCanonicalDecl()));
  return library_.create_module(*this, record);
}

namespace {

/// A container of copies: those that were made die where one throws.
bool copy_sequence(Machine& machine, const Object& from, QualType type, Value& value) {
  Storage& storage = machine.storage();
  Object* made = storage.create(from.kind, from.type);
  const size_t unfinished = machine.unfinished();
  for (const Location* element : from.elements) {
    const Value copy = storage.copy(element->value());
    if (machine.failed() || machine.unwinding()) return false;
    made->elements.push_back(storage.allocate(copy));
    machine.own_element(type, made->elements.back(), unfinished);
  }
  machine.finish(unfinished, made->elements);
  value = Value::object(made);
  return true;
}

/// What makes the temporary that `expr` refers to; null: it refers to something else.
const Expr* temporary_of(const Expr* expr) {
  while (true) {
    expr = expr->IgnoreParens();
    const auto* cast = dyn_cast<ImplicitCastExpr>(expr);
    const auto* temporary = dyn_cast<MaterializeTemporaryExpr>(expr);
    if (cast && cast->getCastKind() == CK_NoOp)
      expr = cast->getSubExpr();
    else if (temporary)
      expr = temporary->getSubExpr();
    else
      return expr->isPRValue() ? expr : nullptr;
  }
}

} // namespace

/// One construction as it is written.
class Machine::Construction {
public:
  Construction(Machine& machine, const CXXConstructExpr* expr, Result& result)
      : machine_(machine), report_(machine.report_), expr_(expr),
        constructor_(expr->getConstructor()), record_(constructor_->getParent()), result_(result) {}

  bool run();

private:
  bool runs_code() const;
  bool of_handle();
  bool of_user_handle();
  bool by_copy(bool is_own);
  bool by_code();
  bool of_library();
  bool is_of_another_file() const;
  bool unknown_object();
  // Nothing: it is copied like any other object.
  std::optional<bool> try_copy_of_module(const Operand& from, bool is_own);
  std::optional<bool> try_copy_of_sequence(const Operand& from);

  Machine& machine_;
  Reporter& report_;
  const CXXConstructExpr* expr_;
  const CXXConstructorDecl* constructor_;
  const CXXRecordDecl* record_;
  Result& result_;
  llvm::SmallVector<Operand, 4> args_;
};

bool Machine::Construction::run() {
  const bool is_handle = is_handle_class(record_);
  bool is_own = !is_handle && runs_code();
  if (!machine_.eval_arguments({expr_->getArgs(), expr_->getNumArgs()}, !is_own, args_))
    return false;
  if (is_handle) return of_handle();
  is_own = is_own || machine_.runs_own_code(constructor_, {}, args_);
  if (constructor_->isCopyOrMoveConstructor() &&
      (!is_own || !constructor_->isUserProvided() || record_->isLambda()))
    return by_copy(is_own);
  if (is_own && is_of_another_file()) return unknown_object();
  return is_own ? by_code() : of_library();
}

/// An object that is no module, whose constructor is not in the files at hand.
bool Machine::Construction::is_of_another_file() const {
  return constructor_->isUserProvided() && !is_module_class(record_) &&
         machine_.definition(constructor_) == nullptr;
}

/// What is in it is not known: that matters where something depends on it.
bool Machine::Construction::unknown_object() {
  machine_.note_missing_body(constructor_);
  result_.value = Value::opaque(
      expr_->getExprLoc(),
      fmt::format("the constructor of '{}' is defined in a file that was not read: name that file "
                  "on the command line too",
                  record_->getNameAsString()));
  ModelCall call{machine_, expr_, constructor_, {}, {}, std::move(args_), {}};
  machine_.pass_over(call); // it may change what the program shows to other files
  return machine_.havoc_reachable(call, result_.value, nullptr);
}

/// Whether constructors of this class are run: what of the library has a model is not, but for the
/// objects that it does not stand for.
bool Machine::Construction::runs_code() const {
  return machine_.is_user_code(record_) || machine_.is_own_class(record_) ||
         (machine_.is_interpreted_library(record_) &&
          machine_.library_.find(qualified_name(constructor_), constructor_) == nullptr);
}

/// A smart pointer or the holder of a module.
bool Machine::Construction::of_handle() {
  if (constructor_->isUserProvided() && !constructor_->isInheritingConstructor() &&
      machine_.is_user_code(record_) && !constructor_->isCopyOrMoveConstructor())
    return of_user_handle();
  const std::string name = qualified_name(record_);
  const bool moves = args_.size() == 1 && args_[0].place && args_[0].expr &&
                     args_[0].expr->isXValue() &&
                     is_handle_class(args_[0].expr->getType()->getAsCXXRecordDecl()) &&
                     constructor_->getParamDecl(0)->getType()->isRValueReferenceType() &&
                     name != "std::reference_wrapper";
  Location* source = moves ? args_[0].place : nullptr;
  const bool is_temporary = moves && isa<MaterializeTemporaryExpr>(args_[0].expr->IgnoreParens());
  if (name != "std::unique_ptr" &&
      !machine_.allocates_as_library(expr_, machine_.context_.getCanonicalTagType(record_)))
    return false;
  if (!machine_.library_.construct_handle(machine_, expr_, record_, std::move(args_), result_))
    return false;
  // A temporary has nothing left to destroy; another handle refers to nothing now.
  if (is_temporary)
    machine_.disown(source);
  else if (moves)
    machine_.storage_.write(source, Value::none());
  return true;
}

/// A holder with constructors of its own: what they hand to ModuleHolder is the value, which their
/// statements may change.
bool Machine::Construction::of_user_handle() {
  const CXXConstructorDecl* body = machine_.constructor_body(expr_, constructor_);
  if (body == nullptr) return false;
  Frame frame;
  frame.function = body;
  frame.handle = machine_.storage_.allocate(Value::none());
  frame.call_site = expr_->getExprLoc();
  frame.call = expr_->getSourceRange();
  Location* const holder = frame.handle;
  machine_.frames_.push_back(std::move(frame));
  bool ok = machine_.bind_parameters(body, args_);
  for (const CXXCtorInitializer* initializer : body->inits()) {
    if (!ok) break;
    if (initializer->isBaseInitializer() || initializer->isDelegatingInitializer()) {
      Result held;
      ok = machine_.eval(initializer->getInit(), held);
      if (ok) machine_.storage_.write(holder, held.value);
    } else if (initializer->isWritten()) {
      ok = report_.unsupported(initializer->getInit(), missing::member_of_a_holder);
    }
  }
  if (ok || machine_.unwinding()) {
    const Completion completion =
        machine_.leave_scope(0, ok ? machine_.run(body->getBody()) : Completion::Throw);
    ok = completion == Completion::Normal || completion == Completion::Return;
  }
  machine_.frames_.pop_back();
  result_.value = holder->value();
  return ok;
}

/// A copy or move that no constructor of the program's own makes: a prvalue that C++17 would not
/// even copy keeps its identity; everything else is copied.
bool Machine::Construction::by_copy(bool is_own) {
  const Operand& from = args_[0];
  if (qualified_name(record_) == "std::initializer_list") {
    result_.value = from.value; // of the list, not of its elements
    return true;
  }
  if (const std::optional<bool> done = try_copy_of_module(from, is_own)) return *done;
  if (const Object* object = from.place && from.value.is_object() ? from.value.object() : nullptr;
      object && is_own &&
      (object->kind == Object::Kind::Class || object->kind == Object::Kind::Closure))
    return machine_.copy_object(expr_, record_, *object, constructor_->isMoveConstructor(),
                                result_.value);
  if (!is_own)
    if (const std::optional<bool> done = try_copy_of_sequence(from)) return *done;
  return machine_.initial_value(expr_, expr_->getType(), from, result_.value);
}

std::optional<bool> Machine::Construction::try_copy_of_module(const Operand& from, bool is_own) {
  const Object* module = from.value.is_object() ? from.value.object() : nullptr;
  if (!module || module->kind != Object::Kind::Module || !from.place) return std::nullopt;
  if (is_own && constructor_->isCopyConstructor()) {
    result_.value = Value::object(machine_.library_.copy_module(machine_, *module));
    return true;
  }
  if (!is_own) return report_.unsupported(expr_, missing::copy_of_a_library_module);
  return std::nullopt;
}

/// A container of objects that end with code of their own.
std::optional<bool> Machine::Construction::try_copy_of_sequence(const Operand& from) {
  if (!from.place || !from.value.is_object() || !from.expr || from.expr->isXValue())
    return std::nullopt;
  const Object& sequence = *from.value.object();
  if (sequence.kind != Object::Kind::Sequence || sequence.is_tuple || !sequence.hidden.empty() ||
      sequence.type != record_->getDefinition())
    return std::nullopt;
  const auto types = held_types(record_);
  if (types.size() != 1 || !machine_.needs_destruction(types[0])) return std::nullopt;
  return copy_sequence(machine_, sequence, types[0], result_.value);
}

/// The constructor runs.
bool Machine::Construction::by_code() {
  const Object* object = machine_.create_object(record_);
  if (!machine_.run_constructor(expr_, constructor_, object, args_)) return false;
  if (expr_->requiresZeroInitialization() && object->kind == Object::Kind::Class &&
      !machine_.fill_with_zeros(expr_, object, record_))
    return false;
  machine_.note_constructed(expr_, object);
  result_.value = Value::object(object);
  machine_.graph().note_made(result_.value, expr_);
  return true;
}

bool Machine::Construction::of_library() {
  ModelCall call{machine_, expr_, constructor_, {}, {}, std::move(args_), {}};
  call.self.type = expr_->getType();
  const std::string name = record_->getNameAsString();
  call.name = name;
  if (const ModelEntry* model =
          machine_.library_.find(qualified_name(constructor_), constructor_)) {
    if (!machine_.run_model(*model, call)) return false;
    result_ = call.result;
    return true;
  }
  result_.value = Value::opaque(
      expr_->getExprLoc(),
      fmt::format("'{}' is a library class the tracer does not model", qualified_name(record_)));
  return machine_.havoc_reachable(call, result_.value, nullptr);
}

bool Machine::construct(const CXXConstructExpr* expr, Result& result) {
  // T a[n]: every element default-constructed.
  if (expr->getType()->isArrayType()) return default_value(expr, expr->getType(), result.value);
  // Before C++17 the copy of a temporary is left out by the compiler, not by the language.
  if (expr->isElidable() && compiler_.getLangOpts().ElideConstructors)
    if (const Expr* made = temporary_of(expr->getArg(0))) return eval(made, result);
  return Construction(*this, expr, result).run();
}

bool Machine::construct_resolved(const Expr* expr, QualType type,
                                 llvm::SmallVector<Operand, 4> args, Result& result) {
  type = type.getUnqualifiedType();
  // One argument of the class itself: the copy that make_shared<T>(object) makes.
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  const auto converts_itself = [&](const Operand& operand) {
    const QualType given = operand.expr ? operand.expr->getType() : operand.type;
    const CXXRecordDecl* source =
        given.isNull() ? nullptr : given.getNonReferenceType()->getAsCXXRecordDecl();
    return source && source->hasDefinition() &&
           (runs(source) || !source->getVisibleConversionFunctions().empty());
  };
  if (record == nullptr && !(args.size() == 1 && converts_itself(args[0]))) {
    if (args.empty()) return default_value(expr, type, result.value);
    result.value = args[0].value;
    return convert(expr, args[0].expr ? args[0].expr->getType() : args[0].type, type, result.value);
  }
  Sema& semantics = sema();
  if (record && !report_.is_whole(record)) return false;
  // A template that nothing in the file made Clang write out may be ill-formed with these
  // arguments.
  if (record && (!semantics.isCompleteType(expr->getExprLoc(), type) || record->isInvalidDecl()))
    return report_.error(expr, diag::class_cannot_be_made, type_name(type));
  llvm::SmallVector<Expr*, 4> opaque;
  for (const Operand& operand : args) {
    OpaqueValueExpr* expression = stand_in(expr, operand);
    opaque_values_[expression] = operand;
    opaque.push_back(expression);
  }
  const InitializedEntity entity = InitializedEntity::InitializeTemporary(type);
  const InitializationKind kind =
      args.empty() ? InitializationKind::CreateValue(expr->getExprLoc(), expr->getExprLoc(),
                                                     expr->getEndLoc())
                   : InitializationKind::CreateDirect(expr->getExprLoc(), expr->getExprLoc(),
                                                      expr->getEndLoc());
  InitializationSequence sequence(semantics, entity, kind, opaque);
  if (!sequence) {
    std::string types;
    for (const Operand& operand : args)
      types += (types.empty() ? "" : ", ") +
               type_name(operand.expr ? operand.expr->getType() : operand.type);
    report_.error(expr, diag::no_constructor, type_name(type), types);
    if (record) note_constructors(report_, record);
    return false;
  }
  const ExprResult built = sequence.Perform(semantics, entity, kind, opaque);
  postpone_library_instantiations(semantics);
  semantics.PerformPendingInstantiations();
  if (built.isInvalid()) return report_.error(expr, diag::object_not_constructible);
  return eval(built.get(), result);
}

bool Machine::init_field(const FieldDecl* field, const Object* object, const Expr* init) {
  field = llvm::cast<FieldDecl>(field->getCanonicalDecl());
  Result value;
  if (!eval(init, value)) return false;
  if (field->isBitField() && !fit_bit_field(init, field, value.value)) return false;
  if (field->getType()->isReferenceType() && value.place) {
    storage_.change(object)->fields[field] = value.place;
    return true;
  }
  const Value initial = value.place ? storage_.copy(value.value) : value.value;
  Location*& place = storage_.change(object)->fields[field];
  if (place && place->value().is(Value::Kind::Uninitialized)) {
    // An earlier member points to this one.
    storage_.write(place, initial);
    if (initial.is_object()) storage_.change(initial.object())->self = place;
  } else {
    place = storage_.allocate(initial);
  }
  return true;
}

bool Machine::init_indirect(const IndirectFieldDecl* member, const Object* object,
                            const Expr* init) {
  for (const NamedDecl* link : member->chain()) {
    const auto* field = llvm::cast<FieldDecl>(link);
    if (link == member->chain().back()) {
      if (field->getParent()->isUnion()) storage_.change(object)->fields.clear();
      return init_field(field, object, init);
    }
    Result holder;
    if (object->type && object->type->isUnion()) {
      if (!union_member(object, field, holder)) return false;
    } else {
      holder.place = field_place(object, field);
    }
    if (!make_room(init, holder.place, field->getType())) return false;
    if (!holder.place->value().is_object()) return report_.unsupported(init);
    object = holder.place->value().object();
  }
  return true;
}

const CXXConstructorDecl* Machine::constructor_body(const Expr* expr,
                                                    const CXXConstructorDecl* constructor) {
  const auto* body = llvm::cast_or_null<CXXConstructorDecl>(definition(constructor));
  if (body) return report_.is_whole(body->getSourceRange()) ? body : nullptr;
  note_missing_body(constructor);
  report_.error(expr, diag::constructor_in_another_file,
                constructor->getParent()->getNameAsString());
  return nullptr;
}

} // namespace fx::frontend
