// How the module classes of a file make, register and use their members, by their text alone: what
// a check knows of classes that no trace reaches. Where it is not sure, a member is passed on,
// which checks take for anything.
#pragma once

#include "Frontend/ClangHeaders.h"
#include "Frontend/Parse/ParsedUnit.h"
#include "fx/Ops/Modules.h"

#include <map>
#include <vector>

namespace fx::check {

enum class MemberKind : uint8_t {
  Module,  // a holder of one, or a pointer
  Modules, // a container of those
  Tensor,
};

struct MemberUse {
  enum class Kind : uint8_t {
    Made,  // it gets a new module or tensor: `value`, null where a default constructor makes it
    Given, // it gets another value
    Registered, // it, or what it gets, is passed to register_module and the like
    Read,       // called, or asked for something
    Passed,     // anything may be done with it
  };
  Kind kind;
  clang::SourceLocation location;
  /// As it is written. Of a container, what it gets is one element.
  const clang::Expr* value = nullptr;
  /// Null: the initialiser in the class.
  const clang::FunctionDecl* in = nullptr;
  /// Of a container: what push_back gets.
  bool is_pushed = false;
  /// What Made in an initialiser replaces: "8, 4" of fc(8, 4); the expression itself elsewhere.
  clang::SourceRange written = clang::SourceRange();
  /// Whether the expression has the type of the member, rather than being arguments to make it.
  bool is_whole_value = true;
};

struct Member {
  const clang::FieldDecl* field = nullptr;
  MemberKind kind = MemberKind::Module;
  std::vector<MemberUse> uses;
  bool asks_for_gradient = false;           // of a tensor, by a method that is called of it
  std::vector<clang::SourceLocation> names; // of it, in whatever expression or initialiser

  bool has(MemberUse::Kind kind) const;
  /// The first of the kind, or null.
  const MemberUse* first(MemberUse::Kind kind) const;
};

/// A call of register_module, register_parameter or register_buffer in a class.
struct Registration {
  const clang::CallExpr* call;
  const clang::StringLiteral* name; // null: it is computed
  const clang::FieldDecl* member;   // null: what is registered is no member
  const clang::CompoundStmt* block; // whose own statement it is a part of; else null
  const clang::Stmt* statement;     // that one
  bool is_whole_statement;          // it is the call, or gives the result to the member
  const clang::FunctionDecl* in;    // null: an initialiser in the class
  const clang::FieldDecl* initialized = nullptr; // whose initialiser it is in
};

struct ClassMembers {
  const clang::CXXRecordDecl* record;
  std::vector<Member> members;
  std::vector<Registration> registrations;
  /// Bodies of all its methods were seen.
  bool is_whole = false;
  /// A method asks for all modules that are registered.
  bool lists_modules = false;
};

/// Of the module classes that the user's own declarations define.
std::vector<ClassMembers> read_members(const frontend::ParsedUnit& unit);

/// The name of the function or method that a call names, also where it is not known which one it
/// is; empty: none.
llvm::StringRef called_name(const clang::CallExpr* call);
/// Whether it is register_module, register_parameter, register_buffer or replace_module.
bool is_registration(const clang::Stmt* statement);
/// What is known of a module class of LibTorch's, or null.
const ops::ModuleClass* library_class(const clang::CXXRecordDecl* module);
/// The module class that a member of the type holds or points to, or null.
const clang::CXXRecordDecl* held_module(clang::QualType type);

} // namespace fx::check
