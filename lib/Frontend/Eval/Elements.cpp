// Elements of containers whose class does something when it is copied, moved or destroyed: what a
// container does to them on its own account is seen by the program.
#include "Frontend/Eval/Machine.h"

#include <algorithm>

using namespace clang;

namespace fx::frontend {

bool Machine::has_own_lifetime(QualType type) const {
  const CXXRecordDecl* record = type.isNull() ? nullptr : type->getAsCXXRecordDecl();
  if (record == nullptr || !record->hasDefinition() || is_module_class(record)) return false;
  if (needs_destruction(type)) return true;
  return runs(record) && llvm::any_of(record->ctors(), [](const auto* constructor) {
           return constructor->isCopyOrMoveConstructor() && constructor->isUserProvided();
         });
}

namespace {

bool is_vector(const Object& sequence) {
  return sequence.type && sequence.type->isInStdNamespace() && sequence.type->getIdentifier() &&
         sequence.type->getName() == "vector";
}

} // namespace

size_t Machine::capacity(const Object& vector, QualType type) const {
  const size_t room = std::max(vector.room, vector.elements.size());
  // Bits come in words.
  return type->isBooleanType() ? (room + 63) / 64 * 64 : room;
}

bool Machine::make_room(const Expr* where, const Object* vector, QualType type, size_t added,
                        std::optional<size_t> exactly) {
  if (!is_vector(*vector)) return true;
  const size_t size = vector->elements.size();
  const size_t wanted = exactly ? *exactly : size + added;
  if (wanted <= capacity(*vector, type)) return true;
  // As libstdc++ grows, and with what it decides by whether an element is copied or moved.
  const size_t room = exactly ? wanted : size + std::max(size, added);
  if (!has_own_lifetime(type)) {
    storage_.relocate_elements(vector);
    storage_.invalidate(vector);
    storage_.change(vector)->room = room;
    return true;
  }
  const CXXRecordDecl* record = type->getAsCXXRecordDecl()->getDefinition();
  bool moves = true;
  if (runs(record)) {
    const CXXConstructorDecl* moving = nullptr;
    bool is_copyable = false;
    for (const CXXConstructorDecl* constructor : record->ctors()) {
      if (constructor->isMoveConstructor() && !constructor->isDeleted()) moving = constructor;
      is_copyable |= constructor->isCopyConstructor() && !constructor->isDeleted();
    }
    const auto* signature = moving ? moving->getType()->getAs<FunctionProtoType>() : nullptr;
    const bool throws =
        moving && moving->isUserProvided() && signature && signature->canThrow() != CT_Cannot;
    moves = moving ? !throws || !is_copyable : record->needsImplicitMoveConstructor();
  }
  const std::vector<Location*> old = vector->elements;
  std::vector<Location*> made;
  const size_t first = unfinished();
  for (Location* element : old) {
    Value value;
    if (moves) {
      if (!move_out(where, type, element, value)) return false;
    } else {
      value = storage_.copy(element->value());
      if (report_.failed() || unwinding()) return false;
    }
    made.push_back(storage_.allocate(value));
    own_element(type, made.back(), first);
    // What is moved dies at once, what is copied when all are copied.
    if (moves && !destroy_value(where, type, element)) return false;
  }
  finish(first, made);
  for (Location* element : old) {
    if (!moves && !destroy_value(where, type, element)) return false;
    end_place(type, element);
  }
  storage_.invalidate(vector);
  Object* changed = storage_.change(vector);
  changed->elements = std::move(made);
  changed->room = room;
  return true;
}

void Machine::own_element(QualType type, Location* location, size_t first) {
  std::vector<OwnedObject>& owned = frames_.back().owned;
  if (needs_destruction(type))
    owned.insert(owned.begin() + static_cast<ptrdiff_t>(first), {location, type});
}

void Machine::finish(size_t first, llvm::ArrayRef<Location*> made) {
  std::vector<OwnedObject>& owned = frames_.back().owned;
  if (owned.size() <= first) return;
  const llvm::DenseSet<const Location*> kept(made.begin(), made.end());
  owned.erase(
      std::remove_if(owned.begin() + static_cast<ptrdiff_t>(first), owned.end(),
                     [&](const OwnedObject& object) { return kept.contains(object.location); }),
      owned.end());
}

bool Machine::end_elements(const Expr* where, const Object* container, QualType type, size_t first,
                           size_t last) {
  if (is_vector(*container)) storage_.change(container)->room = capacity(*container, type);
  storage_.invalidate(container, first);
  const std::vector<Location*> dying(container->elements.begin() + static_cast<ptrdiff_t>(first),
                                     container->elements.begin() + static_cast<ptrdiff_t>(last));
  const bool ok =
      type.isNull() || !needs_destruction(type) ||
      llvm::all_of(dying, [&](Location* element) { return destroy_value(where, type, element); });
  for (Location* element : dying)
    end_place(type, element);
  return ok;
}

} // namespace fx::frontend
