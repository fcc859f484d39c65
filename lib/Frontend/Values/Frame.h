// What a call under evaluation has: its object, its variables, what dies with it.
#pragma once

#include "Frontend/ClangHeaders.h"
#include "Frontend/Values/Storage.h"

#include <vector>

namespace fx::frontend {

/// The value of an expression, and its place when the expression is an lvalue or xvalue.
struct Result {
  Value value;
  Location* place = nullptr;
};

/// An argument of a call under evaluation.
struct Operand {
  const clang::Expr* expr = nullptr;
  clang::QualType type;
  Value value;
  Location* place = nullptr; // for glvalues
  bool defaulted = false;    // a default argument of a library function: not evaluated
  bool movable = false;      // an xvalue that no expression of the source gives
};

/// Leaves out the default arguments at the end, which stand nowhere in the call.
inline void drop_defaulted(llvm::SmallVectorImpl<Operand>& args) {
  while (!args.empty() && args.back().defaulted)
    args.pop_back();
}

/// What dies with a scope: a variable, parameter or temporary.
struct OwnedObject {
  Location* location;
  clang::QualType type;
};

struct Frame {
  const clang::FunctionDecl* function = nullptr; // null: an initialiser outside of functions
  const Object* self = nullptr;
  const Object* closure = nullptr;
  Location* handle = nullptr; // the holder of the user's whose method or constructor runs
  clang::SourceLocation call_site;
  clang::SourceRange call; // the whole of it
  llvm::DenseMap<const clang::ValueDecl*, Location*> variables;
  const Object* variadic = nullptr; // the arguments behind the last parameter
  Result result;
  std::vector<OwnedObject> owned;    // objects with destructors, in order of construction
  std::vector<OwnedObject> extended; // temporaries that live as long as the variable in the making
  /// How many objects were owned where a label of goto was passed.
  llvm::DenseMap<const clang::Stmt*, size_t> labels;
};

/// The calls under evaluation, the innermost last.
using CallStack = std::vector<Frame>;

} // namespace fx::frontend
