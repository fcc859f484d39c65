// Objects: constructors run in the standard's order, initialiser lists, default values.
#include "Frontend/Eval/Machine.h"
#include "Frontend/Parse/Instantiations.h"

#include "llvm/ADT/ScopeExit.h"

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

} // namespace

const Object* Machine::create_object(const CXXRecordDecl* record) {
  llvm::SmallPtrSet<const CXXRecordDecl*, 8> seen;
  if (const CXXRecordDecl* base = is_user_code(record) ? repeated_base(record, seen) : nullptr)
    report_.error(record->getLocation(),
                  fmt::format("'{0}' has the base class '{1}' more than once, and so its members: "
                              "that is not supported yet; make '{1}' a virtual base or a member",
                              record->getNameAsString(), base->getNameAsString()));
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
  value = Value::record(made);
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

bool Machine::construct(const CXXConstructExpr* expr, Result& result) {
  const CXXConstructorDecl* constructor = expr->getConstructor();
  const CXXRecordDecl* record = constructor->getParent();
  if (expr->getType()->isArrayType()) {
    // T a[n]: every element default-constructed.
    return default_value(expr, expr->getType(), result.value);
  }

  // Before C++17 the copy of a temporary is left out by the compiler, not by the language.
  if (expr->isElidable() && compiler_.getLangOpts().ElideConstructors)
    if (const Expr* made = temporary_of(expr->getArg(0))) return eval(made, result);

  llvm::SmallVector<Operand, 4> args;
  // What of the library has a model is not run, but for the objects that it does not stand for.
  const bool interpreted = !is_user_code(record) &&
                           (is_own_class(record) ||
                            (is_interpreted_library(record) &&
                             library_.find(qualified_name(constructor), constructor) == nullptr));
  bool user = (is_user_code(record) || interpreted) && !is_handle_class(record);
  if (!eval_arguments({expr->getArgs(), expr->getNumArgs()}, !user, args)) return false;
  if (!user && !is_handle_class(record)) user = runs_own_code(constructor, {}, args);
  if (is_handle_class(record)) {
    // A holder with constructors of its own: what they hand to ModuleHolder is the value.
    if (constructor->isUserProvided() && !constructor->isInheritingConstructor() &&
        is_user_code(record) && !constructor->isCopyOrMoveConstructor())
      return construct_user_handle(expr, constructor, args, result);
    const bool moves = args.size() == 1 && args[0].place && args[0].expr &&
                       args[0].expr->isXValue() &&
                       is_handle_class(args[0].expr->getType()->getAsCXXRecordDecl()) &&
                       constructor->getParamDecl(0)->getType()->isRValueReferenceType() &&
                       qualified_name(record) != "std::reference_wrapper";
    Location* source = moves ? args[0].place : nullptr;
    const bool is_temporary = moves && isa<MaterializeTemporaryExpr>(args[0].expr->IgnoreParens());
    if (qualified_name(record) != "std::unique_ptr" &&
        !allocates_as_library(expr, context_.getCanonicalTagType(record)))
      return false;
    if (!library_.construct_handle(*this, expr, record, std::move(args), result)) return false;
    // A temporary has nothing left to destroy; another handle refers to nothing now.
    if (is_temporary)
      disown(source);
    else if (moves)
      storage_.write(source, Value::none());
    return true;
  }
  if (constructor->isCopyOrMoveConstructor() &&
      (!user || !constructor->isUserProvided() || record->isLambda())) {
    // A prvalue that C++17 would not even copy keeps its identity; everything else is copied.
    const Operand& from = args[0];
    if (qualified_name(record) == "std::initializer_list") {
      result.value = from.value; // of the list, not of its elements
      return true;
    }
    if (const Object* module = from.value.is_record() ? from.value.object() : nullptr;
        module && module->kind == Object::Kind::Module && from.place && user &&
        constructor->isCopyConstructor()) {
      result.value = Value::record(library_.copy_module(*this, *module));
      return true;
    }
    if (const Object* module = from.value.is_record() ? from.value.object() : nullptr;
        module && module->kind == Object::Kind::Module && from.place && !user)
      return report_.unsupported(
          expr, "a copy of a module of LibTorch's by value, which is another module with the same "
                "tensors: copy the holder (auto copy = layer), or make the module anew,");
    if (const Object* object = from.place && from.value.is_record() ? from.value.object() : nullptr;
        object && user &&
        (object->kind == Object::Kind::Class || object->kind == Object::Kind::Closure))
      return copy_object(expr, record, *object, constructor->isMoveConstructor(), result.value);
    if (const Object* sequence =
            !user && from.place && from.value.is_record() && from.expr && !from.expr->isXValue()
                ? from.value.object()
                : nullptr;
        sequence && sequence->kind == Object::Kind::Sequence && !sequence->is_tuple &&
        sequence->hidden.empty() && sequence->type == record->getDefinition())
      if (const auto types = held_types(record); types.size() == 1 && needs_destruction(types[0]))
        return copy_sequence(*this, *sequence, types[0], result.value);
    return initial_value(expr, expr->getType(), from, result.value);
  }
  if (user) {
    const Object* object = create_object(record);
    if (!run_constructor(expr, constructor, object, args)) return false;
    if (expr->requiresZeroInitialization() && object->kind == Object::Kind::Class &&
        !fill_with_zeros(expr, object, record))
      return false;
    note_constructed(expr, object);
    result.value = Value::record(object);
    return true;
  }

  ModelCall call{*this, expr, constructor, {}, {}, std::move(args), {}};
  call.self.type = expr->getType();
  const std::string name = record->getNameAsString();
  call.name = name;
  if (const ModelEntry* model = library_.find(qualified_name(constructor), constructor)) {
    if (!run_model(*model, call)) return false;
    result = call.result;
    return true;
  }
  result.value = Value::opaque(
      expr->getExprLoc(),
      fmt::format("'{}' is a library class the tracer does not model", qualified_name(record)));
  return forget_what_it_reaches(call, result.value, nullptr);
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
    return report_.error(expr, fmt::format("'{}' cannot be made: Clang finds an error in its "
                                           "definition, or does not see it",
                                           type_name(type)));
  llvm::SmallVector<Expr*, 4> opaque;
  for (const Operand& operand : args) {
    OpaqueValueExpr* expression = stand_in(expr, operand);
    opaque_values_[expression] = operand;
    opaque.push_back(expression);
  }
  const InitializedEntity entity = InitializedEntity::InitializeTemporary(type);
  const InitializationKind kind =
      args.empty() ? InitializationKind::CreateValue(expr->getExprLoc(), expr->getExprLoc(),
                                                     expr->getExprLoc())
                   : InitializationKind::CreateDirect(expr->getExprLoc(), expr->getExprLoc(),
                                                      expr->getExprLoc());
  InitializationSequence sequence(semantics, entity, kind, opaque);
  if (!sequence) {
    std::string types;
    for (const Operand& operand : args)
      types += (types.empty() ? "" : ", ") +
               type_name(operand.expr ? operand.expr->getType() : operand.type);
    return report_.error(expr,
                         fmt::format("no constructor of '{}' takes ({})", type_name(type), types));
  }
  const ExprResult built = sequence.Perform(semantics, entity, kind, opaque);
  postpone_library_instantiations(semantics);
  semantics.PerformPendingInstantiations();
  if (built.isInvalid()) return report_.error(expr, "this object cannot be constructed");
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
    if (initial.is_record()) storage_.change(initial.object())->self = place;
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
    if (!holder.place->value().is_record())
      return report_.unsupported(init, "a member of an anonymous struct or union");
    object = holder.place->value().object();
  }
  return true;
}

const CXXConstructorDecl* Machine::constructor_body(const Expr* expr,
                                                    const CXXConstructorDecl* constructor) {
  const auto* body = llvm::cast_or_null<CXXConstructorDecl>(definition(constructor));
  if (body) return report_.is_whole(body->getSourceRange()) ? body : nullptr;
  note_missing_body(constructor);
  report_.error(expr,
                fmt::format("the constructor of '{}' is defined in another file; name that file on "
                            "the command line too",
                            constructor->getParent()->getNameAsString()));
  return nullptr;
}

bool Machine::construct_user_handle(const Expr* expr, const CXXConstructorDecl* constructor,
                                    llvm::SmallVector<Operand, 4>& args, Result& result) {
  const CXXConstructorDecl* body = constructor_body(expr, constructor);
  if (body == nullptr) return false;
  if (const auto* statements = dyn_cast_or_null<CompoundStmt>(body->getBody());
      statements && !statements->body_empty())
    return report_.unsupported(statements->body_front(),
                               "a statement in the constructor of a holder");
  Frame frame;
  frame.function = body;
  frame.call_site = expr->getExprLoc();
  frames_.push_back(std::move(frame));
  bool ok = bind_parameters(body, args);
  for (const CXXCtorInitializer* initializer : body->inits())
    if (ok && (initializer->isBaseInitializer() || initializer->isDelegatingInitializer())) {
      ok = eval(initializer->getInit(), result);
      result.place = nullptr;
    }
  frames_.pop_back();
  return ok;
}

bool Machine::run_constructor(const Expr* expr, const CXXConstructorDecl* constructor,
                              const Object* object, llvm::SmallVector<Operand, 4>& args,
                              bool is_complete) {
  if (constructor->isDefaulted() && !constructor->doesThisDeclarationHaveABody() &&
      !constructor->isDeleted() && constructor->isDefaultConstructor())
    sema().DefineImplicitDefaultConstructor(expr->getExprLoc(),
                                            const_cast<CXXConstructorDecl*>(constructor));
  if (!report_.is_whole(constructor->getParent())) return false;
  const CXXConstructorDecl* body = constructor_body(expr, constructor);
  if (body == nullptr) return false;
  if (frames_.size() > 400) return report_.error(expr, "constructors are nested too deeply");
  const ProgramCode code(*this);
  if (!code.may_run(expr)) return false;
  Frame frame;
  frame.function = body;
  frame.self = object;
  frame.call_site = expr->getExprLoc();
  frames_.push_back(std::move(frame));
  // Virtual calls go no further than to the class under construction.
  const bool is_dynamic = constructor->getParent()->isDynamicClass();
  if (is_dynamic)
    under_construction_.push_back({object, constructor->getParent()->getDefinition()});

  size_t num_done = 0;
  std::vector<OwnedObject> handed;
  bool ok = bind_parameters(body, args);
  const size_t num_parameters = frames_.back().owned.size();
  if (!ok) {
    if (unwinding()) leave_scope(0, Completion::Throw);
  } else {
    ok = run_initializers(body, object, is_complete, num_done);
    const auto* attempt = dyn_cast_or_null<CXXTryStmt>(body->getBody());
    if (ok) {
      Completion completion =
          leave_scope(num_parameters, run(attempt ? attempt->getTryBlock() : body->getBody()));
      if (completion != Completion::Failed) handed = take_parameters(expr);
      completion = leave_scope(0, completion);
      ok = completion == Completion::Normal || completion == Completion::Return;
    } else if (unwinding()) {
      leave_scope(num_parameters, Completion::Throw);
      handed = take_parameters(expr);
      leave_scope(0, Completion::Throw);
    }
    if (!ok && unwinding()) destroy_built(body, object, is_complete, num_done);
    if (!ok && unwinding() && attempt) {
      // The handlers of a constructor see its parameters, and cannot make the object good: what
      // does not throw another exception throws the same again.
      const std::optional<Exception> thrown = exception_;
      const Completion completion = run_handlers(attempt);
      if (completion == Completion::Normal || completion == Completion::Return) exception_ = thrown;
    }
  }
  if (is_dynamic) under_construction_.pop_back();
  frames_.pop_back();
  give_back(handed);
  return ok;
}

bool Machine::run_initializers(const CXXConstructorDecl* body, const Object* object,
                               bool is_complete, size_t& num_done) {
  // Initialisers stand in the AST in the order in which they run.
  for (const CXXCtorInitializer* initializer : body->inits()) {
    const Expr* init = initializer->getInit();
    if (initializer->isIndirectMemberInitializer()) {
      if (!init_indirect(initializer->getIndirectMember(), object, init)) return false;
      ++num_done;
      continue;
    }
    // The class of the whole object makes virtual bases, once.
    const bool is_skipped =
        initializer->isBaseInitializer() && initializer->isBaseVirtual() && !is_complete;
    const bool ok =
        is_skipped || (initializer->isMemberInitializer()
                           ? init_field(initializer->getMember(), object, init)
                           : run_base_initializer(body, initializer, object, is_complete));
    if (!ok) return false;
    ++num_done;
  }
  return true;
}

bool Machine::run_base_initializer(const CXXConstructorDecl* body,
                                   const CXXCtorInitializer* initializer, const Object* object,
                                   bool is_complete) {
  // A base class or a delegated constructor: same object.
  const Expr* init = initializer->getInit();
  const size_t owned = frames_.back().owned.size();
  const Expr* inner = init;
  while (true) {
    if (const auto* full = dyn_cast<FullExpr>(inner))
      inner = full->getSubExpr();
    else if (const auto* temporary = dyn_cast<CXXBindTemporaryExpr>(inner))
      inner = temporary->getSubExpr();
    else
      break;
  }
  const CXXConstructorDecl* target = nullptr;
  llvm::SmallVector<Operand, 4> args;
  if (const auto* list = dyn_cast<InitListExpr>(inner)) {
    // An aggregate, made in place.
    const CXXRecordDecl* base = list->getType()->getAsCXXRecordDecl();
    if (base == nullptr || !runs(base))
      return report_.unsupported(init, "this base class initialiser");
    if (!init_base_part(list->isSemanticForm() ? list : list->getSemanticForm(), object))
      return false;
    return leave_scope(owned, Completion::Normal) == Completion::Normal;
  }
  if (const auto* construction = dyn_cast<CXXConstructExpr>(inner)) {
    target = construction->getConstructor();
    const bool library = !runs(target->getParent()) && !is_own_object(Value::record(object));
    if (!eval_arguments({construction->getArgs(), construction->getNumArgs()}, library, args))
      return false;
  } else if (const auto* inherited = dyn_cast<CXXInheritedCtorInitExpr>(inner)) {
    target = inherited->getConstructor();
    for (const ParmVarDecl* parameter : body->parameters()) {
      Operand operand;
      operand.type = parameter->getType();
      operand.place = frames_.back().variables.lookup(parameter);
      operand.value = operand.place->value();
      // What is passed by value is the parameter of the inherited constructor itself.
      if (!parameter->getType()->isReferenceType()) {
        disown(operand.place);
        operand.place = nullptr;
      }
      args.push_back(std::move(operand));
    }
  } else {
    return report_.unsupported(init, "this base class initialiser");
  }
  const bool is_whole = initializer->isDelegatingInitializer() && is_complete;
  bool ok = false;
  if (!runs(target->getParent()) && !is_own_object(Value::record(object))) {
    ok = library_.init_base(*this, init, target, object, args);
  } else if (target->isCopyOrMoveConstructor() && !target->isUserProvided() &&
             args[0].value.is_record() && object->kind == Object::Kind::Class) {
    ok = copy_parts(init, target->getParent(), *args[0].value.object(), storage_.change(object),
                    target->isMoveConstructor(), is_whole);
  } else {
    ok = run_constructor(init, target, object, args, is_whole);
  }
  if (!ok && !unwinding()) return false;
  const Completion completion = leave_scope(owned, ok ? Completion::Normal : Completion::Throw);
  return completion == Completion::Normal;
}

void Machine::destroy_built(const CXXConstructorDecl* body, const Object* object, bool is_complete,
                            size_t num_done) {
  const std::optional<Exception> thrown = std::exchange(exception_, std::nullopt);
  ++num_travelling_;
  const auto landed = llvm::scope_exit([&] { --num_travelling_; });
  const llvm::ArrayRef<CXXCtorInitializer*> initializers(body->init_begin(), num_done);
  for (const CXXCtorInitializer* initializer : llvm::reverse(initializers)) {
    if (initializer->isMemberInitializer()) {
      const FieldDecl* field = initializer->getMember();
      if (needs_destruction(field->getType()) &&
          !destroy_value(initializer->getInit(), field->getType(), field_place(object, field)))
        return;
      continue;
    }
    const bool is_delegating = initializer->isDelegatingInitializer();
    if (initializer->isBaseInitializer() && initializer->isBaseVirtual() && !is_complete) continue;
    const QualType type = is_delegating ? context_.getCanonicalTagType(body->getParent())
                                        : QualType(initializer->getBaseClass(), 0);
    if (needs_destruction(type) &&
        !destroy(object, type->getAsCXXRecordDecl(), is_delegating && is_complete))
      return;
  }
  exception_ = thrown;
}

bool Machine::init_base_part(const Expr* init, const Object* object) {
  const Expr* inner = init;
  if (const auto* temporary = dyn_cast<CXXBindTemporaryExpr>(inner))
    inner = temporary->getSubExpr();
  const auto* construction = dyn_cast<CXXConstructExpr>(inner);
  const CXXConstructorDecl* constructor = construction ? construction->getConstructor() : nullptr;
  if (constructor && constructor->isUserProvided() && !construction->requiresZeroInitialization()) {
    // It sees where it is made.
    llvm::SmallVector<Operand, 4> args;
    return eval_arguments({construction->getArgs(), construction->getNumArgs()}, false, args) &&
           run_constructor(init, constructor, object, args, /*is_complete=*/false);
  }
  // Made as an object of its own, whose parts move into this one.
  Result part;
  if (const auto* list = dyn_cast<InitListExpr>(inner);
      list && list->isSemanticForm() && !list->isTransparent() &&
      list->getType()->getAsCXXRecordDecl() && !list->getType()->isUnionType()) {
    part.value = Value::record(object);
    return init_list(list, part);
  }
  if (!eval(init, part)) return false;
  if (!part.value.is_record()) return report_.unsupported(init, "this base of an aggregate");
  for (const auto& [field, location] : part.value.object()->fields)
    storage_.change(object)->fields[field] = location;
  return true;
}

bool Machine::init_list(const InitListExpr* expr, Result& result) {
  if (!expr->isSemanticForm() && expr->getSemanticForm()) expr = expr->getSemanticForm();
  const QualType type = expr->getType();
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  // A braced scalar or a braced copy of the same class.
  if (expr->getNumInits() == 1 && (expr->isTransparent() || (!record && !type->isArrayType())))
    return eval(expr->getInit(0), result);
  // What is built belongs to this scope until the whole is: a later part may throw.
  llvm::SmallVector<const Location*, 4> built;
  const auto own_part = [&](QualType part, Location* location) {
    if (!needs_destruction(part)) return;
    own(part, location);
    built.push_back(location);
  };
  const auto release_parts = [&] {
    for (const Location* location : built)
      disown(location);
  };
  if (type->isArrayType()) {
    Object* array = storage_.create(Object::Kind::Sequence);
    const QualType element_type = context_.getAsArrayType(type)->getElementType();
    for (const Expr* init : expr->inits()) {
      Result element;
      if (!eval(init, element)) return false;
      array->elements.push_back(
          storage_.allocate(element.place ? storage_.copy(element.value) : element.value));
      own_part(element_type, array->elements.back());
    }
    if (const auto* constant = context_.getAsConstantArrayType(type))
      while (array->elements.size() < constant->getSize().getZExtValue()) {
        Value filler;
        // Temporaries of default arguments end before the next element is made.
        const size_t temporaries = unfinished();
        if (const Expr* fill = expr->getArrayFiller()) {
          if (!eval(fill, filler) ||
              leave_scope(temporaries, Completion::Normal) != Completion::Normal)
            return false;
        } else if (!default_value(expr, constant->getElementType(), filler)) {
          return false;
        }
        array->elements.push_back(storage_.allocate(filler));
        own_part(element_type, array->elements.back());
      }
    release_parts();
    result.value = Value::record(array);
    return true;
  }
  if (record == nullptr) return default_value(expr, type, result.value);
  if (qualified_name(record) == "std::array" && expr->getNumInits() == 1) {
    // std::array's one member is the C array of its elements.
    if (!eval(expr->getInit(0), result)) return false;
    if (result.value.is_record()) storage_.change(result.value.object())->type = record;
    return true;
  }
  if (record->isUnion()) {
    const Object* object = create_object(record);
    const FieldDecl* field = expr->getInitializedFieldInUnion();
    if (field && expr->getNumInits() > 0 && !init_field(field, object, expr->getInit(0)))
      return false;
    result.value = Value::record(object);
    return true;
  }
  if (!report_.is_whole(record)) return false;
  // A base of an aggregate is made in the object that it is a part of.
  const Object* object = result.value.is_record() ? result.value.object() : create_object(record);
  unsigned index = 0;
  for (const CXXBaseSpecifier& base : record->bases()) {
    if (index >= expr->getNumInits()) break;
    const Expr* init = expr->getInit(index++);
    const CXXRecordDecl* base_record = base.getType()->getAsCXXRecordDecl();
    if (!is_user_code(base_record)) {
      Result part;
      if (!eval(init, part)) return false;
      if (base_record->isEmpty()) continue;
      return report_.unsupported(init, "an aggregate with a base class of the library's");
    }
    if (!init_base_part(init, object)) return false;
  }
  for (const FieldDecl* field : record->fields()) {
    if (index >= expr->getNumInits()) break;
    if (field->isUnnamedBitField()) continue; // takes no initialiser
    // A default member initialiser may name other members of the same object.
    const Expr* init = expr->getInit(index++);
    const Object* outer = frames_.back().self;
    if (isa<CXXDefaultInitExpr>(init)) frames_.back().self = object;
    const bool ok = init_field(field, object, init);
    frames_.back().self = outer;
    if (!ok) return false;
    if (!field->getType()->isReferenceType())
      own_part(field->getType(), field_place(object, field));
  }
  release_parts();
  result.value = Value::record(object);
  return true;
}

bool Machine::default_value(const Expr* where, QualType type, Value& value) {
  type = type.getCanonicalType().getUnqualifiedType();
  if (type->isBooleanType()) {
    value = Value::boolean(false);
  } else if (type->isIntegralOrEnumerationType()) {
    value = Value::integer(0);
    return convert(where, type, value);
  } else if (type->isRealFloatingType()) {
    value = Value::floating(0);
  } else if (type->isPointerType() || type->isNullPtrType() || type->isMemberPointerType()) {
    value = Value::none();
  } else if (const auto* array = context_.getAsConstantArrayType(type)) {
    Object* object = storage_.create(Object::Kind::Sequence);
    // What was built is owned until the array is complete: another element may throw.
    const size_t owned = frames_.back().owned.size();
    for (uint64_t i = 0; i < array->getSize().getZExtValue(); ++i) {
      Value element;
      // The temporaries of default arguments end before the next element is made.
      const size_t temporaries = frames_.back().owned.size();
      if (!default_value(where, array->getElementType(), element) ||
          leave_scope(temporaries, Completion::Normal) != Completion::Normal)
        return false;
      object->elements.push_back(storage_.allocate(element));
      own(array->getElementType(), object->elements.back());
    }
    frames_.back().owned.resize(owned);
    value = Value::record(object);
  } else if (type->getAsCXXRecordDecl()) {
    Result result;
    if (!construct_resolved(where, type, {}, result)) return false;
    value = result.value;
  } else {
    return report_.unsupported(where, "a default value of this type");
  }
  return true;
}

bool Machine::fill_with_zeros(const Expr* where, const Object* object,
                              const CXXRecordDecl* record) {
  record = record->getDefinition();
  if (record->isUnion() && (record->field_empty() || !object->fields.empty())) return true;
  for (const CXXBaseSpecifier& base : record->bases()) {
    const CXXRecordDecl* part = base.getType()->getAsCXXRecordDecl();
    if ((is_user_code(part) || is_interpreted_library(part)) &&
        !fill_with_zeros(where, object, part))
      return false;
  }
  for (const FieldDecl* field : record->fields()) {
    if (field->isUnnamedBitField() || field->getType()->isReferenceType()) continue;
    Location* place = field_place(object, field);
    const Value value = place->value();
    const CXXRecordDecl* part = field->getType()->getAsCXXRecordDecl();
    if (value.is(Value::Kind::Uninitialized)) {
      Value zero;
      if (!default_value(where, field->getType(), zero)) return false;
      storage_.write(place, zero);
    } else if (part && value.is_record() && value.object()->kind == Object::Kind::Class &&
               value.object()->type == part->getDefinition()) {
      if (!fill_with_zeros(where, value.object(), part)) return false;
    }
    if (record->isUnion()) break; // its first member alone
  }
  return true;
}

} // namespace fx::frontend
