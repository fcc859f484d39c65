// The ends of lifetimes: destructors of the user's classes run where C++ runs them, for variables,
// parameters, temporaries, elements and what handles own. What is never seen to end gets a remark.
#include "Frontend/Eval/Machine.h"

#include "llvm/ADT/SmallSet.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

llvm::SmallVector<QualType, 4> Machine::held_types(const CXXRecordDecl* record) {
  llvm::SmallVector<QualType, 4> types;
  const auto* spec = dyn_cast<ClassTemplateSpecializationDecl>(record);
  if (spec == nullptr) return types;
  const std::string name = qualified_name(record);
  const bool holds =
      llvm::StringSwitch<bool>(name)
          .Cases({"std::vector", "std::deque", "std::list", "std::array", "std::pair"}, true)
          .Cases({"std::tuple", "std::optional", "c10::optional", "std::unique_ptr"}, true)
          .Cases({"std::shared_ptr", "std::map", "std::multimap", "std::unordered_map"}, true)
          .Cases({"std::set", "std::multiset", "std::unordered_set"}, true)
          .Cases({"std::unordered_multimap", "std::unordered_multiset"}, true)
          .Default(false);
  if (!holds) return types;
  for (const TemplateArgument& argument : spec->getTemplateArgs().asArray()) {
    llvm::ArrayRef<TemplateArgument> all = argument;
    if (argument.getKind() == TemplateArgument::Pack) all = argument.pack_elements();
    for (const TemplateArgument& type : all)
      if (type.getKind() == TemplateArgument::Type) types.push_back(type.getAsType());
  }
  // The rest are comparisons, deleters and allocators.
  const size_t num_held = name == "std::tuple"                           ? types.size()
                          : name == "std::pair" || name.ends_with("map") ? 2
                                                                         : 1;
  if (types.size() > num_held) types.truncate(num_held);
  return types;
}

bool Machine::needs_destruction(QualType type) const {
  if (type->isReferenceType() || type->isPointerType()) return false;
  const Type* key = context_.getBaseElementType(type).getCanonicalType().getTypePtr();
  const CXXRecordDecl* top = key->getAsCXXRecordDecl();
  if (top == nullptr || !top->hasDefinition() || top->hasTrivialDestructor()) return false;
  if (const auto known = needs_destruction_.find(key); known != needs_destruction_.end())
    return known->second;
  llvm::SmallPtrSet<const CXXRecordDecl*, 8> seen;
  llvm::SmallVector<const CXXRecordDecl*, 8> todo;
  const auto add = [&](QualType part) {
    if (part->isReferenceType() || part->isPointerType()) return;
    const CXXRecordDecl* record = context_.getBaseElementType(part)->getAsCXXRecordDecl();
    if (record && record->hasDefinition() && !is_module_class(record) &&
        !record->hasTrivialDestructor() && seen.insert(record->getDefinition()).second)
      todo.push_back(record->getDefinition());
  };
  add(type);
  bool needs = false;
  while (!todo.empty() && !needs) {
    const CXXRecordDecl* record = todo.pop_back_val();
    if (!runs(record)) {
      needs = library_.has_destructor(record);
      for (const QualType held : held_types(record)) {
        // What a handle refers to may be of a derived class, whose destructor does something.
        const CXXRecordDecl* pointee =
            is_handle_class(record) ? held->getAsCXXRecordDecl() : nullptr;
        needs |= pointee && pointee->hasDefinition() && runs(pointee) &&
                 !is_module_class(pointee) && pointee->getDestructor() &&
                 pointee->getDestructor()->isVirtual();
        add(held);
      }
      continue;
    }
    const CXXDestructorDecl* destructor = record->getDestructor();
    needs = destructor && destructor->isUserProvided();
    for (const FieldDecl* field : record->fields())
      add(field->getType());
    for (const CXXBaseSpecifier& base : record->bases())
      add(base.getType());
  }
  needs_destruction_[key] = needs;
  return needs;
}

void Machine::own(QualType type, Location* location) {
  if (location && needs_destruction(type)) frames_.back().owned.push_back({location, type});
}

void Machine::own_discarded(const Expr* expr, const Result& discarded) {
  if (discarded.place == nullptr && expr->isPRValue() && needs_destruction(expr->getType()))
    own(expr->getType(), storage_.allocate(discarded.value));
}

void Machine::own_extended(size_t first) {
  Frame& frame = frames_.back();
  frame.owned.insert(frame.owned.end(), frame.extended.begin() + static_cast<ptrdiff_t>(first),
                     frame.extended.end());
  frame.extended.resize(first);
}

void Machine::disown(const Location* location) {
  llvm::erase_if(frames_.back().owned,
                 [&](const OwnedObject& object) { return object.location == location; });
}

void Machine::note_constructed(const Expr* where, const Object* object) {
  if (graph_.in_constructor() || !needs_destruction(context_.getCanonicalTagType(object->type)))
    return;
  const CXXDestructorDecl* destructor = object->type->getDestructor();
  const FunctionDecl* body = destructor ? definition(destructor) : nullptr;
  const auto* statements = dyn_cast_or_null<CompoundStmt>(body ? body->getBody() : nullptr);
  if (statements == nullptr || !statements->body_empty())
    undestroyed_.emplace_back(object, where->getExprLoc());
}

void Machine::report_undestroyed() {
  for (const auto& [object, place] : undestroyed_)
    report_.loss(place, diag::destructor_not_run, object->type->getNameAsString());
}

bool Machine::destroy(const Object* object, const CXXRecordDecl* record, bool is_complete) {
  std::erase_if(undestroyed_, [&](const auto& entry) { return entry.first == object; });
  record = record->getDefinition();
  auto* where = new (context_) OpaqueValueExpr(record->getLocation(), context_.VoidTy, VK_PRValue);
  const bool is_dynamic = record->isDynamicClass();
  if (is_dynamic) under_construction_.push_back({object, record});
  std::optional<Exception> thrown;
  // What a destructor throws waits until the members and bases are gone.
  const auto goes_on = [&](bool ok) {
    if (ok) return true;
    if (report_.failed() || !unwinding()) return false;
    return hold_back(thrown);
  };
  const auto parts = [&] {
    if (const CXXDestructorDecl* destructor = record->getDestructor();
        destructor && destructor->isUserProvided()) {
      const FunctionDecl* body = definition(destructor);
      if (body == nullptr) {
        note_missing_body(destructor);
        return report_.unsupported(where, missing::destructor_that_is_defined_in_another_file);
      }
      // Its handlers run behind the ends of the members and bases.
      if (isa<CXXTryStmt>(body->getBody()))
        return report_.unsupported(where, missing::destructor_whose_body_is_a_try);
      llvm::SmallVector<Operand, 4> none;
      Result ignored;
      if (!goes_on(run_body(where, body, object, none, ignored))) return false;
    }
    std::vector<FieldDecl*> fields(record->field_begin(), record->field_end());
    if (record->isUnion()) fields.clear(); // who put something into a union ends it
    for (const FieldDecl* field : llvm::reverse(fields))
      if (needs_destruction(field->getType()) &&
          !goes_on(destroy_value(where, field->getType(), field_place(object, field))))
        return false;
    const auto destroy_base = [&](const CXXBaseSpecifier& base) {
      return !needs_destruction(base.getType()) || !runs(base.getType()->getAsCXXRecordDecl()) ||
             goes_on(destroy(object, base.getType()->getAsCXXRecordDecl(), /*is_complete=*/false));
    };
    const std::vector<CXXBaseSpecifier> bases(record->bases_begin(), record->bases_end());
    for (const CXXBaseSpecifier& base : llvm::reverse(bases))
      if (!base.isVirtual() && !destroy_base(base)) return false;
    const std::vector<CXXBaseSpecifier> shared(record->vbases_begin(), record->vbases_end());
    if (is_complete)
      for (const CXXBaseSpecifier& base : llvm::reverse(shared))
        if (!destroy_base(base)) return false;
    return true;
  };
  // The expression lives in the AST's arena, as every one does.
  // NOLINTNEXTLINE(clang-analyzer-cplusplus.NewDeleteLeaks)
  const bool ok = parts();
  if (is_dynamic) under_construction_.pop_back();
  let_go(thrown);
  return ok && !unwinding();
}

bool Machine::call_destructor(const Expr* where, const CXXDestructorDecl* destructor,
                              const Operand& self, bool is_virtual) {
  const CXXRecordDecl* record = destructor->getParent();
  const Object* object = self.value.is_object() ? self.value.object() : nullptr;
  if (object && object->type && object->kind == Object::Kind::Class && runs(record))
    return destroy(object, is_virtual && destructor->isVirtual() ? dynamic_type(object) : record);
  return self.place == nullptr ||
         destroy_value(where, context_.getCanonicalTagType(record), self.place);
}

bool Machine::destroy_elements(const Expr* where, const CXXRecordDecl* record,
                               const Object* container) {
  const std::string name = qualified_name(record);
  const llvm::SmallVector<QualType, 4> types = held_types(record);
  std::vector<std::pair<Location*, QualType>> parts;
  for (size_t i = 0; i < container->elements.size(); ++i) {
    const size_t type = container->kind == Object::Kind::Map ? i % 2 : container->is_tuple ? i : 0;
    if (type < types.size() && needs_destruction(types[type]))
      parts.emplace_back(container->elements[i], types[type]);
  }
  // A tree of libstdc++'s goes from the last key to the first, a pair and an array as members do;
  // the others from the first to the last.
  if (name == "std::map" || name == "std::multimap" || name == "std::set" ||
      name == "std::multiset" || name == "std::pair" || name == "std::array")
    std::ranges::reverse(parts);
  return destroy_all(where, parts);
}

bool Machine::destroy_all(const Expr* where,
                          llvm::ArrayRef<std::pair<Location*, QualType>> locations) {
  // What one destructor throws waits until the others are done.
  std::optional<Exception> thrown;
  for (const auto& [location, type] : locations) {
    if (destroy_value(where, type, location)) continue;
    if (report_.failed() || !unwinding()) return false;
    if (hold_back(thrown)) continue;
    if (report_.failed()) return false;
    break;
  }
  let_go(thrown);
  return !unwinding();
}

bool Machine::destroy_value(const Expr* where, QualType type, Location* location) {
  if (!needs_destruction(type)) return true;
  const Value value = location->value();
  const Object* object = value.is_object() ? value.object() : nullptr;
  if (const auto* array = context_.getAsArrayType(type)) {
    if (object == nullptr) return true;
    std::vector<std::pair<Location*, QualType>> elements;
    for (Location* element : llvm::reverse(object->elements))
      elements.emplace_back(element, array->getElementType());
    return destroy_all(where, elements);
  }
  const CXXRecordDecl* record = type->getAsCXXRecordDecl()->getDefinition();
  if (runs(record) && !is_handle_class(record))
    return object == nullptr || !object->type || destroy(object, record);
  if (is_handle_class(record)) {
    storage_.write(location, Value::none());
    return release(where, record, value, location);
  }
  const std::string name = qualified_name(record);
  if (name == "std::optional" || name == "c10::optional") {
    if (value.is(Value::Kind::None) || value.is(Value::Kind::Uninitialized)) return true;
    return destroy_value(where, held_types(record).front(), location);
  }
  if (library_.has_destructor(record))
    return object == nullptr || library_.destroy(*this, where, object);
  return object == nullptr || destroy_elements(where, record, object);
}

bool Machine::destroy_pointee(const Expr* where, QualType pointee, const Value& pointer) {
  const bool ok = end_pointee(where, pointee, pointer);
  if (report_.failed()) return false;
  if (pointer.is(Value::Kind::Pointer)) end_place(pointee, pointer.target());
  if (pointer.is(Value::Kind::Iterator)) {
    storage_.invalidate(pointer.object());
    for (Location* element : pointer.object()->elements)
      end_place(pointee, element);
  }
  return ok;
}

bool Machine::end_pointee(const Expr* where, QualType pointee, const Value& pointer) {
  if (pointer.is(Value::Kind::Iterator)) { // an array
    std::vector<std::pair<Location*, QualType>> elements;
    for (Location* element : llvm::reverse(pointer.object()->elements)) {
      // Who owns T[] says so, and elements of a T[][2] are arrays.
      const Object* held = element->value().is_object() ? element->value().object() : nullptr;
      const bool is_array = held && held->type == nullptr && !held->is_tuple;
      elements.emplace_back(element, pointee->isArrayType() && !is_array
                                         ? context_.getAsArrayType(pointee)->getElementType()
                                         : pointee);
    }
    return destroy_all(where, elements);
  }
  if (!pointer.is(Value::Kind::Pointer)) return true;
  Location* target = pointer.target();
  const CXXRecordDecl* record = pointee->getAsCXXRecordDecl();
  const Object* object = target->value().is_object() ? target->value().object() : nullptr;
  if (record && record->hasDefinition() && runs(record) && object && object->type &&
      object->kind == Object::Kind::Class) {
    const CXXDestructorDecl* destructor = record->getDefinition()->getDestructor();
    if (destructor && destructor->isVirtual()) record = dynamic_type(object);
    const QualType type = context_.getCanonicalTagType(record);
    return !needs_destruction(type) || destroy(object, record);
  }
  return destroy_value(where, pointee, target);
}

namespace {

/// Looks for a smart pointer that refers to `target` in what the program can still reach.
class OwnerSearch {
public:
  /// `certain`: only by what is sure to live and to own, not through raw pointers.
  explicit OwnerSearch(const Location* target, bool certain = false)
      : target_(target), certain_(certain) {}
  /// The owners of an array.
  explicit OwnerSearch(const Object* array) : array_(array) {}
  bool found() const { return found_; }

  void visit(QualType type, const Location* location) {
    if (found_ || location == nullptr || !seen_.insert(location).second) return;
    visit_value(type, location->value());
  }

  /// The same for a value that stands nowhere yet.
  void visit_value(QualType type, const Value& value) {
    if (found_) return;
    const CXXRecordDecl* record =
        type.isNull() ? nullptr : type.getNonReferenceType()->getAsCXXRecordDecl();
    if (value.is(Value::Kind::Pointer)) {
      // A raw pointer does not own, and a weak_ptr neither.
      const bool owns = certain_ ? is_handle_class(record) && is_owner(record)
                                 : type.isNull() || (record && is_owner(record));
      if (value.target() == target_)
        found_ |= owns;
      else if (owns || !certain_)
        visit({}, value.target());
      return;
    }
    if (value.is(Value::Kind::Iterator)) {
      if (value.object() == array_)
        found_ |= is_handle_class(record) && is_owner(record);
      else if (!certain_)
        visit_object(nullptr, *value.object());
      return;
    }
    if (value.is_object()) visit_object(record, *value.object());
  }

  /// What the object at `location` holds.
  void visit_parts(const Location& location) {
    if (!found_ && location.value().is_object()) visit_object(nullptr, *location.value().object());
  }

private:
  static bool is_owner(const CXXRecordDecl* record) {
    const std::string name = qualified_name(record);
    return name != "std::weak_ptr" && name != "std::reference_wrapper";
  }

  void visit_object(const CXXRecordDecl* record, const Object& object) {
    for (const auto& [field, location] : object.fields)
      visit(field->getType(), location);
    if (object.type) record = object.type;
    const llvm::SmallVector<QualType, 4> types =
        record ? Machine::held_types(record) : llvm::SmallVector<QualType, 4>();
    for (size_t i = 0; i < object.elements.size(); ++i) {
      const Location* element = object.elements[i];
      if (object.kind == Object::Kind::Module && element->value().is(Value::Kind::Pointer)) {
        // A module owns what is registered in it.
        found_ |= element->value().target() == target_;
        visit({}, element->value().target());
        continue;
      }
      const size_t at = object.kind == Object::Kind::Map ? i % 2 : object.is_tuple ? i : 0;
      visit(at < types.size() ? types[at] : QualType(), element);
    }
    if (!certain_)
      for (const Location* location : object.hidden)
        visit({}, location);
  }

  const Location* target_ = nullptr;
  const Object* array_ = nullptr;
  bool certain_ = false;
  llvm::SmallPtrSet<const Location*, 32> seen_;
  bool found_ = false;
};

/// Where a variable that `body` declares is in scope: behind its declaration, up to the end of the
/// innermost statement that holds that. Nothing when `body` does not declare it.
std::optional<clang::SourceRange> scope_of(const Stmt* body, const ValueDecl* variable) {
  const Stmt* scope = nullptr;
  const auto find = [&](auto&& recurse, const Stmt* statement, const Stmt* around) -> bool {
    if (statement == nullptr || isa<LambdaExpr>(statement)) return false;
    if (const auto* declaration = dyn_cast<DeclStmt>(statement);
        declaration && llvm::is_contained(declaration->decls(), variable)) {
      scope = around;
      return true;
    }
    if (isa<CompoundStmt, ForStmt, WhileStmt, IfStmt, SwitchStmt, CXXForRangeStmt, CXXCatchStmt>(
            statement))
      around = statement;
    return llvm::any_of(statement->children(),
                        [&](const Stmt* child) { return recurse(recurse, child, around); });
  };
  if (!find(find, body, body)) return std::nullopt;
  return clang::SourceRange(variable->getLocation(), scope->getEndLoc());
}

} // namespace

std::optional<bool> Machine::has_owner(clang::SourceLocation where, const Location* target) const {
  const SourceManager& sources = context_.getSourceManager();
  const auto is_before = [&](clang::SourceLocation a, clang::SourceLocation b) {
    return sources.isBeforeInTranslationUnit(sources.getExpansionLoc(a),
                                             sources.getExpansionLoc(b));
  };
  // A variable keeps its value here when its scope is left.
  const auto lives = [&](const Frame& frame, const ValueDecl* variable,
                         clang::SourceLocation position) -> std::optional<bool> {
    if (isa<ParmVarDecl>(variable)) return true;
    const Stmt* body = frame.function ? frame.function->getBody() : nullptr;
    const std::optional<clang::SourceRange> scope = body ? scope_of(body, variable) : std::nullopt;
    if (!scope || !position.isValid()) return std::nullopt;
    return is_before(scope->getBegin(), position) && is_before(position, scope->getEnd());
  };
  // A variable is its own.
  const auto is_target = [&](const auto& entry) {
    return entry.second == target && !entry.first->getType()->isReferenceType();
  };
  if (llvm::any_of(globals_, is_target) || llvm::any_of(frames_, [&](const Frame& frame) {
        return llvm::any_of(frame.variables, is_target);
      }))
    return false;
  OwnerSearch certain(target, /*certain=*/true);
  OwnerSearch possible(target);
  const auto both = [&](QualType type, const Location* location) {
    certain.visit(type, location);
    possible.visit(type, location);
  };
  for (size_t i = frames_.size(); i-- > 0;) {
    const Frame& frame = frames_[i];
    const auto position = i + 1 < frames_.size() ? frames_[i + 1].call_site : where;
    for (const auto& [variable, location] : frame.variables) {
      const std::optional<bool> alive = lives(frame, variable, position);
      if (alive.value_or(false)) certain.visit(variable->getType(), location);
      if (alive.value_or(true)) possible.visit(variable->getType(), location);
    }
    for (const OwnedObject& owned : frame.owned)
      both(owned.type, owned.location);
    if (frame.variadic) possible.visit({}, frame.variadic->self);
    if (frame.result.place) possible.visit({}, frame.result.place);
    const auto returned = frame.result.value;
    if (returned.is(Value::Kind::Pointer) && returned.target() == target) return std::nullopt;
    for (const Object* object : {frame.self, frame.closure}) {
      if (object == nullptr) continue;
      // Whoever calls it holds it, or destroys it.
      if (object->self == target) return std::nullopt;
      both({}, object->self);
    }
  }
  for (const auto& [variable, location] : globals_)
    both(variable->getType(), location);
  for (const Exception& exception : handled_)
    both(exception.type, exception.place);
  if (exception_) both(exception_->type, exception_->place);
  if (certain.found()) return true;
  if (possible.found()) return std::nullopt;
  return false;
}

bool Machine::release(const Expr* where, const CXXRecordDecl* handle, const Value& value,
                      Location* dying) {
  const QualType pointee = handle_target(handle);
  if (pointee.isNull()) return true;
  const std::string name = qualified_name(handle);
  // Who else may hold what does nothing when it ends is not looked for, but of a unique_ptr.
  if (!needs_destruction(context_.getCanonicalTagType(handle)) &&
      (name != "std::unique_ptr" || is_module_class(record_of(pointee))))
    return true;
  // What dies may look at the handle, which still has it.
  const auto destroy_owned = [&] {
    if (dying) storage_.write(dying, value);
    // A shared_ptr ends what it was made of, whatever class it shows.
    const Value target = value.is(Value::Kind::Pointer) ? value.target()->value() : Value();
    const bool is_class = name == "std::shared_ptr" && pointee->isRecordType() &&
                          target.is_object() && target.object()->type &&
                          target.object()->kind == Object::Kind::Class;
    const bool done = destroy_pointee(
        where, is_class ? context_.getCanonicalTagType(dynamic_type(target.object())) : pointee,
        value);
    if (dying) storage_.write(dying, Value::none());
    return done;
  };
  const bool owns = name == "std::shared_ptr" || name == "std::unique_ptr";
  const bool is_array = value.is(Value::Kind::Iterator);
  if (owns && value.is(Value::Kind::Opaque) && needs_destruction(pointee))
    return report_.not_known(where, value, "what this owner ends, whose destructor has code,");
  if (!owns || !(is_array || value.is(Value::Kind::Pointer))) return true;
  // References are not counted: whether this was the last owner is seen from what is left. (Of a
  // unique_ptr there may be a second one where a model copied what it should have moved.)
  OwnerSearch search = is_array ? OwnerSearch(value.object()) : OwnerSearch(value.target());
  for (const Frame& frame : frames_) {
    for (const auto& [variable, location] : frame.variables)
      search.visit(variable->getType(), location);
    for (const OwnedObject& owned : frame.owned)
      search.visit(owned.type, owned.location);
    if (frame.result.value.is(Value::Kind::Pointer) || frame.result.value.is_object())
      search.visit_value({}, frame.result.value);
    for (const Object* object : {frame.self, frame.closure})
      if (object) search.visit({}, object->self);
  }
  for (const auto& [variable, location] : globals_)
    search.visit(variable->getType(), location);
  for (const Exception& exception : handled_)
    search.visit(exception.type, exception.place);
  if (exception_) search.visit(exception_->type, exception_->place);
  for (const auto& [held, type] : in_flight_)
    search.visit_value(type, held);
  // What holds itself, perhaps by way of others, never ends.
  if (!is_array) search.visit_parts(*value.target());
  return search.found() || destroy_owned();
}

std::vector<OwnedObject> Machine::take_parameters(const Expr* call) {
  std::vector<OwnedObject> taken;
  // A function of the library calls back at times of its own.
  const auto* construction = dyn_cast<CXXConstructExpr>(call);
  const FunctionDecl* named = construction ? construction->getConstructor() : nullptr;
  if (const auto* function = dyn_cast<CallExpr>(call)) named = function->getDirectCallee();
  if (const auto* inherited = dyn_cast<CXXInheritedCtorInitExpr>(call))
    named = inherited->getConstructor();
  const bool by_program = named ? is_user_code(named) : isa<CallExpr>(call);
  if (frames_.size() < 2 || !by_program) return taken;
  llvm::erase_if(frames_.back().owned, [&](const OwnedObject& object) {
    if (!needs_destruction(object.type)) return false;
    taken.push_back(object);
    return true;
  });
  return taken;
}

void Machine::give_back(const std::vector<OwnedObject>& parameters) {
  std::vector<OwnedObject>& owned = frames_.back().owned;
  size_t given = 0;
  for (const OwnedObject& parameter : parameters) {
    // It was made between the temporaries of the arguments before and behind it.
    const Value& value = parameter.location->value();
    const auto known =
        value.is_object() ? argument_positions_.find(value.object()) : argument_positions_.end();
    size_t at = owned.size();
    if (known != argument_positions_.end()) {
      at = std::min(at, known->second + given);
      argument_positions_.erase(known);
    }
    owned.insert(owned.begin() + static_cast<ptrdiff_t>(at), parameter);
    ++given;
  }
}

Completion Machine::leave_scope(size_t first, Completion completion) {
  std::vector<OwnedObject>& all = frames_.back().owned;
  if (completion == Completion::Failed || all.size() <= first) return completion;
  // What runs nothing when it ends.
  while (all.size() > first && !needs_destruction(all.back().type)) {
    const OwnedObject gone = all.back();
    all.pop_back();
    end_variable(gone);
  }
  if (all.size() <= first) return completion;
  // Destructors run while an exception travels.
  std::optional<Exception> travelling = std::exchange(exception_, std::nullopt);
  num_travelling_ += travelling.has_value() ? 1 : 0;
  while (frames_.back().owned.size() > first) {
    const OwnedObject dying = frames_.back().owned.back();
    frames_.back().owned.pop_back();
    auto* where =
        new (context_) OpaqueValueExpr(frames_.back().call_site, context_.VoidTy, VK_PRValue);
    // NOLINTNEXTLINE(clang-analyzer-cplusplus.NewDeleteLeaks): the AST's arena owns expressions
    const bool ok = destroy_value(where, dying.type, dying.location);
    end_variable(dying);
    if (ok) continue;
    if (report_.failed()) return Completion::Failed;
    if (travelling) {
      num_travelling_ -= 1;
      const Exception second = *std::exchange(exception_, std::nullopt);
      report_.error(second.location, diag::second_exception);
      return Completion::Failed;
    }
    completion = Completion::Throw;
    travelling = std::exchange(exception_, std::nullopt);
    num_travelling_ += 1;
  }
  num_travelling_ -= travelling.has_value() ? 1 : 0;
  exception_ = std::move(travelling);
  return completion;
}

} // namespace fx::frontend
