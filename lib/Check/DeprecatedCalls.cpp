// Calls of what LibTorch's headers mark as deprecated.
#include "Checks.h"

#include "Frontend/Roots/Find.h"
#include "Frontend/Values/Names.h"

#include "clang/AST/Attr.h"

using namespace clang;

namespace fx::check {

namespace {

class DeprecatedFinder : public RecursiveASTVisitor<DeprecatedFinder> {
public:
  explicit DeprecatedFinder(Findings& findings) : findings_(findings) {}

  bool VisitMemberExpr(MemberExpr* expr) {
    check(*expr->getMemberDecl(), expr->getMemberLoc());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr* expr) {
    check(*expr->getDecl(), expr->getLocation());
    return true;
  }

private:
  void check(const NamedDecl& named, clang::SourceLocation where) {
    const auto* mark = named.getAttr<DeprecatedAttr>();
    if (mark == nullptr)
      if (const auto* function = dyn_cast<FunctionDecl>(&named))
        if (const FunctionDecl* pattern = function->getTemplateInstantiationPattern())
          mark = pattern->getAttr<DeprecatedAttr>();
    if (mark == nullptr || !frontend::is_torch_library(&named) || where.isMacroID()) return;
    const std::string message =
        mark->getMessage().empty() ? "LibTorch drops it" : mark->getMessage().str();
    Finding& finding =
        findings_.warn(where, diag::deprecated_call, named.getNameAsString(), message);
    if (const std::string successor = successor_in(message, named); !successor.empty())
      finding.replace(clang::SourceRange(where), successor);
  }

  /// "data_ptr" of "Please use Tensor.data_ptr<T>() instead", where the class has such a method.
  static std::string successor_in(llvm::StringRef message, const NamedDecl& named) {
    const auto* record = dyn_cast<CXXRecordDecl>(named.getDeclContext());
    const std::string lower = " " + message.lower();
    const size_t at = lower.find(" use "); // of the message, without the space
    if (record == nullptr || at == std::string::npos || !named.getDeclName().isIdentifier())
      return {};
    llvm::StringRef name = message.drop_front(at + 4).take_until(
        [](char c) { return c == '<' || c == '(' || c == ' ' || c == ','; });
    name = name.substr(
        name.find_last_of(".:") == llvm::StringRef::npos ? 0 : name.find_last_of(".:") + 1);
    name = name.rtrim('.');
    const bool is_there = !name.empty() && name != named.getName() &&
                          !record->lookup(&named.getASTContext().Idents.get(name)).empty();
    return is_there ? name.str() : std::string();
  }

  Findings& findings_;
};

} // namespace

void check_deprecated_calls(Findings& findings, std::span<const ClassMembers>) {
  DeprecatedFinder finder(findings);
  for (Decl* declaration : frontend::user_declarations(findings.context()))
    finder.TraverseDecl(declaration);
}

} // namespace fx::check
