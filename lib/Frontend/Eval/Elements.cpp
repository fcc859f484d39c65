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

bool Machine::make_room(const Expr* where, const Object* vector, QualType type, size_t added,
                        std::optional<size_t> exactly) {
  if (!has_own_lifetime(type) || vector->type == nullptr ||
      qualified_name(vector->type) != "std::vector")
    return true;
  const size_t size = vector->elements.size();
  size_t& capacity = capacities_.try_emplace(vector, size).first->second;
  const size_t wanted = exactly ? *exactly : size + added;
  if (wanted <= capacity) return true;
  // As libstdc++ grows, and with what it decides by whether an element is copied or moved.
  capacity = exactly ? wanted : size + std::max(size, added);
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
  for (Location* element : old) {
    Value value;
    if (moves) {
      if (!move_out(where, type, element, value)) return false;
    } else {
      value = storage_.copy(element->value());
      if (report_.failed() || unwinding()) return false;
    }
    made.push_back(storage_.allocate(value));
    // What is moved dies at once, what is copied when all are copied.
    if (moves && !destroy_value(where, type, element)) return false;
  }
  for (Location* element : old)
    if (!moves && !destroy_value(where, type, element)) return false;
  storage_.change(vector)->elements = std::move(made);
  return true;
}

bool Machine::end_elements(const Expr* where, const Object* container, QualType type, size_t first,
                           size_t last) {
  if (type.isNull() || !needs_destruction(type)) return true;
  capacities_.try_emplace(container, container->elements.size());
  const std::vector<Location*> dying(container->elements.begin() + static_cast<ptrdiff_t>(first),
                                     container->elements.begin() + static_cast<ptrdiff_t>(last));
  return llvm::all_of(dying,
                      [&](Location* element) { return destroy_value(where, type, element); });
}

} // namespace fx::frontend
