// Parameters that are written to in place where gradients are recorded, which throws.
#include "Checks.h"

#include "Frontend/Lower/Views.h"
#include "Frontend/Roots/Find.h"
#include "Frontend/Values/Names.h"

using namespace clang;

namespace fx::check {

namespace {

/// Whether a function says anywhere that gradients are not recorded.
bool has_guard(const Stmt* statement) {
  if (statement == nullptr) return false;
  if (const auto* declared = dyn_cast<DeclStmt>(statement))
    for (const Decl* each : declared->decls())
      if (const auto* variable = dyn_cast<VarDecl>(each)) {
        constexpr llvm::StringLiteral guards[] = {"NoGradGuard", "AutoGradMode", "InferenceMode",
                                                  "AutoMode"};
        const CXXRecordDecl* record = frontend::record_of(variable->getType());
        if (record && llvm::is_contained(guards, record->getName())) return true;
      }
  return llvm::any_of(statement->children(), has_guard);
}

class WriteFinder : public RecursiveASTVisitor<WriteFinder> {
  using Base = RecursiveASTVisitor<WriteFinder>;

public:
  WriteFinder(Findings& findings, std::span<const ClassMembers> classes) : findings_(findings) {
    for (const ClassMembers& of : classes)
      for (const Registration& registration : of.registrations)
        // One that is told whether it is trained may not be.
        if (registration.member && called_name(registration.call) == "register_parameter" &&
            isa<CXXDefaultArgExpr>(registration.call->getArg(registration.call->getNumArgs() - 1)))
          parameters_.insert(registration.member);
  }

  bool TraverseDecl(Decl* declaration) {
    const bool outer = is_recorded_;
    if (const auto* function = dyn_cast_or_null<FunctionDecl>(declaration)) {
      // What calls other functions may have a guard.
      const bool runs_alone =
          isa<CXXConstructorDecl>(function) || function->getDeclName().getAsString() == "reset";
      is_recorded_ = runs_alone && function->hasBody() && !has_guard(function->getBody());
    }
    const bool goes_on = Base::TraverseDecl(declaration);
    is_recorded_ = outer;
    return goes_on;
  }

  // When it runs is not known.
  bool TraverseLambdaExpr(LambdaExpr*) { return true; }

  bool VisitCXXMemberCallExpr(CXXMemberCallExpr* call) {
    if (!is_recorded_ || !writes(called_name(call))) return true;
    const Expr* object = call->getImplicitObjectArgument();
    const auto* tensor =
        object ? dyn_cast<MemberExpr>(object->IgnoreUnlessSpelledInSource()) : nullptr;
    if (tensor == nullptr || !is_parameter(*tensor)) return true;
    Finding& finding = findings_.warn(tensor->getMemberLoc(), diag::written_in_place,
                                      tensor->getMemberDecl()->getNameAsString());
    if (findings_.can_change(tensor->getSourceRange()))
      finding.insert(findings_.behind(tensor->getEndLoc()), ".data()");
    return true;
  }

private:
  static bool writes(llvm::StringRef method) {
    return method.ends_with("_") && !method.ends_with("__") && !frontend::keeps_numbers(method);
  }

  bool is_parameter(const MemberExpr& expr) const {
    const auto* field = dyn_cast<FieldDecl>(expr.getMemberDecl());
    if (field == nullptr || !frontend::is_tensor_type(field->getType())) return false;
    if (parameters_.contains(field)) return true;
    // Of a layer of LibTorch's; a base class of it may declare the member.
    const CXXRecordDecl* record =
        frontend::record_of(expr.getBase()->IgnoreUnlessSpelledInSource()->getType());
    const ops::ModuleClass* layer = record ? library_class(record) : nullptr;
    if (layer == nullptr) return false;
    const auto tensors =
        ops::registered_tensors({findings_.libtorch(), *layer, std::span<const ModuleOption>()});
    return tensors && llvm::any_of(*tensors, [&](const ops::RegisteredTensor& tensor) {
             return !tensor.is_buffer() && tensor.name == field->getName();
           });
  }

  Findings& findings_;
  llvm::SmallPtrSet<const FieldDecl*, 8> parameters_;
  bool is_recorded_ = false;
};

} // namespace

void check_written_in_place(Findings& findings, std::span<const ClassMembers> classes) {
  WriteFinder finder(findings, classes);
  for (Decl* declaration : frontend::user_declarations(findings.context()))
    finder.TraverseDecl(declaration);
}

} // namespace fx::check
