// Where state lives, in words that hold in each trace of a program: from the model, or a variable
// that outlives the calls, through members and elements.
#pragma once

#include "Frontend/Eval/Machine.h"

#include <string>
#include <variant>
#include <vector>

namespace fx::frontend {

struct StatePath {
  using Step = std::variant<const clang::FieldDecl*, size_t>; // a member, an element

  const clang::VarDecl* variable = nullptr; // null: the model
  std::vector<Step> steps;

  friend bool operator==(const StatePath&, const StatePath&) = default;
  /// Whether `other` leads to the same, or to a part of it.
  bool is_around(const StatePath& other) const;
  /// The container that it is an element of; nothing when it is not one.
  std::optional<StatePath> container() const;
  /// The type of what it leads to, as declared; null where that is not known.
  clang::QualType type() const;
  /// A name for a buffer that keeps it in the module to which the first `skipped` steps lead:
  /// "hidden", "window_1".
  std::string name(size_t skipped) const;
};

/// What a path leads to.
struct StatePlace {
  Location* place = nullptr;   // null: it leads nowhere
  ModuleNode* owner = nullptr; // the innermost module of the tree on the way
  size_t steps_to_owner = 0;
};

/// `place`, or where the pointers lead that start there.
const Location* pointee_of(const Location* place);
/// The object that stands in `place`, through pointers; null when there is none.
const Object* object_at(const Location* place);
/// The path to `place`, or nothing. `root` is the model.
std::optional<StatePath> find_state(Machine& machine, const Object* root, const Location* place);
/// A variable that was not yet initialised is now. False: there was an error.
bool follow_state(Machine& machine, const clang::Expr* where, const Object* root,
                  const StatePath& path, StatePlace& found);
/// How many members, elements and variables of the program hold `tensor`.
size_t num_holders(const Machine& machine, const Object* root, const Node* tensor);
/// Whether the initialiser of a variable gives the same value whenever it runs, and does nothing
/// else.
bool is_initialised_alike(const Machine& machine, const clang::VarDecl* variable);

} // namespace fx::frontend
