// Members that hold modules of one class in a std::vector, as the user's files use them: what would
// make a torch::nn::ModuleList of each.
#pragma once

#include "fx/IR/ModuleTree.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/DenseMap.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace fx::frontend {

class ModuleVectorReader : public clang::RecursiveASTVisitor<ModuleVectorReader> {
public:
  explicit ModuleVectorReader(const clang::ASTContext& context) : context_(context) {}

  /// Takes note of the vectors of modules among the fields of a class.
  void add_class(const clang::CXXRecordDecl& record, ClassSyntax& syntax);
  bool has_any() const { return !vectors_.empty(); }
  /// Gives the classes ClassSyntax::module_vectors, when all code has been traversed.
  void finish();

  // How the code is traversed.
  bool TraverseStmt(clang::Stmt* statement);
  bool TraverseDecl(clang::Decl* declared);
  bool TraverseConstructorInitializer(clang::CXXCtorInitializer* initializer);
  bool VisitMemberExpr(clang::MemberExpr* use);
  bool VisitDeclRefExpr(clang::DeclRefExpr* use);

private:
  using Place = ClassSyntax::Place;
  struct Vector {
    ClassSyntax* of = nullptr;
    const clang::CXXRecordDecl* record = nullptr;
    ClassSyntax::ModuleVector syntax;
    std::string element; // the class, as the source names it: what as<>() takes
    bool is_of_holders = false;
  };

  Place place(clang::SourceRange range) const;
  Place statement_at(size_t index) const;
  void change(Vector& vector, clang::SourceRange range, std::string text);
  void insert(Vector& vector, const clang::Expr* expr, bool behind, std::string text);
  void refuse(Vector& vector, clang::SourceLocation where, std::string why);

  /// The statements and expressions around the one that is visited, without those that the source
  /// does not spell; null beyond the function.
  const clang::Stmt* around(size_t& index) const;
  bool is_argument(const clang::Expr* given, const clang::Expr* expr) const;
  const clang::CXXMemberCallExpr* registration(const clang::Expr* expr) const;
  void note_constructor(Vector& vector);
  void read_use(Vector& vector, const clang::Expr* use);
  void read_method(Vector& vector, const clang::Expr* use, const clang::MemberExpr& method,
                   const clang::CXXMemberCallExpr& call, size_t index);
  void read_push_back(Vector& vector, const clang::CXXMemberCallExpr& call);
  void read_element(Vector& vector, const clang::Expr* element, size_t index, bool is_made_there);
  void read_assignment(Vector& vector, const clang::Expr* element,
                       const clang::CXXOperatorCallExpr& assigns, size_t index);
  void read_variable(Vector& vector, const clang::Expr* element, const clang::DeclStmt& declares,
                     bool is_made_there);
  void unwrap(Vector& vector, const clang::CXXMemberCallExpr& registers);

  const clang::ASTContext& context_;
  llvm::DenseMap<const clang::FieldDecl*, std::unique_ptr<Vector>> vectors_;
  std::vector<Vector*> order_;
  /// Variables that are elements, and those that become elements.
  llvm::DenseMap<const clang::ValueDecl*, Vector*> elements_, pushed_;
  std::vector<std::pair<const clang::ValueDecl*, Place>> registered_; // variables, by statements
  std::vector<const clang::Stmt*> stack_;
  std::vector<const clang::Decl*> functions_;
};

} // namespace fx::frontend
