// How the source writes a call of a module, and whether it can be fx::call: what the rule
// leaf-modules asks before it makes a leaf of the module.
#pragma once

#include "Frontend/Models/Models.h"

#include "fx/IR/LeafCall.h"

namespace fx::frontend {

/// How a call of a module is written, and why fx::call cannot be written in its place.
class WrittenCall {
public:
  WrittenCall(Machine& machine, const clang::Expr* expr, const Object& module)
      : machine_(machine), context_(machine.context()), expr_(expr), module_(module) {}

  /// Empty: fx::call can be written. Then `leaf_call` says how.
  std::string why_not();
  LeafCall leaf_call() const { return {.is_dereferenced = is_dereferenced_, .access = access_}; }

private:
  std::string find_module();
  std::string through_pointer(const clang::Expr* pointer);
  std::string of_object(const clang::Expr* object);
  std::string of_any_module(const clang::Expr* object);
  std::string check_class() const;
  std::string check_forward() const;
  std::string check_arguments() const;
  std::string check_place() const;

  Machine& machine_;
  const clang::ASTContext& context_;
  const clang::Expr* expr_;
  const Object& module_;
  const clang::CXXRecordDecl* seen_ = nullptr; // the class that the call knows the module as
  bool is_dereferenced_ = false;
  std::string access_;
  llvm::ArrayRef<const clang::Expr*> arguments_;
};

} // namespace fx::frontend
