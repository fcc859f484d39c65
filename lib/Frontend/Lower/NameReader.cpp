#include "Frontend/Lower/NameReader.h"

#include "Frontend/Lower/RunsWith.h"

#include "Frontend/Values/Names.h"

#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace fx::frontend {

namespace {

using Name = MethodSyntax::Name;

class NameReader : public RecursiveASTVisitor<NameReader> {
public:
  explicit NameReader(const ASTContext& context) : context_(context) {}

  std::vector<Name> read(const Stmt* code) {
    TraverseStmt(const_cast<Stmt*>(code));
    return std::move(names_);
  }

  bool TraverseStmt(Stmt* statement) {
    around_.push_back(statement);
    const bool result = RecursiveASTVisitor::TraverseStmt(statement);
    around_.pop_back();
    return result;
  }
  bool VisitDeclRefExpr(DeclRefExpr* use) {
    const ValueDecl* named = use->getDecl();
    const auto* variable = dyn_cast<VarDecl>(named);
    if (isa<BindingDecl>(named) ||
        (variable != nullptr && variable->isLocalVarDeclOrParm() && !variable->isStaticLocal())) {
      Name& name = add(Name::Kind::Variable, *named, use->getLocation());
      name.of.written = !is_read();
    } else if ((variable != nullptr && variable->isStaticLocal()) || is_of_class(*use)) {
      add(Name::Kind::Other, *named, use->getLocation());
    }
    return true;
  }
  bool VisitVarDecl(VarDecl* declared) {
    if (declared->getIdentifier() != nullptr && declared->isLocalVarDeclOrParm())
      add(declared->isStaticLocal() ? Name::Kind::Other : Name::Kind::Variable, *declared,
          declared->getLocation())
          .of.declared = true;
    return true;
  }
  bool VisitBindingDecl(BindingDecl* declared) {
    add(Name::Kind::Variable, *declared, declared->getLocation()).of.declared = true;
    return true;
  }
  bool VisitMemberExpr(MemberExpr* use) {
    const auto* object = dyn_cast<CXXThisExpr>(use->getBase()->IgnoreParenImpCasts());
    if (object == nullptr) return true;
    objects_.insert(object);
    const ValueDecl* named = use->getMemberDecl();
    const auto* method = dyn_cast<CXXMethodDecl>(named);
    const Name::Kind kind = isa<FieldDecl>(named)                      ? Name::Kind::Field
                            : method != nullptr && !method->isStatic() ? Name::Kind::Method
                                                                       : Name::Kind::Other;
    Name& name = add(kind, *named, use->getMemberLoc());
    name.is_qualified = !object->isImplicit() || use->hasQualifier();
    if (const AccessSpecifier access = use->getFoundDecl().getAccess();
        access == AS_private || access == AS_protected)
      name.hidden = source_range(context_, named->getSourceRange());
    if (kind == Name::Kind::Field) {
      name.of.written = !is_read();
      name.is_called = is_called();
      name.may_not_run = !runs_with(around_.front(), use);
    }
    return true;
  }
  bool VisitCXXThisExpr(CXXThisExpr* object) {
    if (!objects_.contains(object)) add_other(object->getLocation(), "this");
    return true;
  }
  bool VisitCXXDependentScopeMemberExpr(CXXDependentScopeMemberExpr* use) {
    if (use->isImplicitAccess() || isa<CXXThisExpr>(use->getBase()->IgnoreParenImpCasts()))
      add_other(use->getMemberLoc(), use->getMember().getAsString());
    return true;
  }
  bool VisitUnresolvedMemberExpr(UnresolvedMemberExpr* use) {
    add_other(use->getMemberLoc(), use->getMemberName().getAsString());
    return true;
  }
  /// A variable in a list of captures is named there too.
  bool VisitLambdaExpr(LambdaExpr* lambda) {
    for (const LambdaCapture& capture : lambda->explicit_captures())
      if (capture.capturesVariable() && !lambda->isInitCapture(&capture))
        add(Name::Kind::Variable, *capture.getCapturedVar(), capture.getLocation());
    return true;
  }

private:
  Name& add(Name::Kind kind, const ValueDecl& named, clang::SourceLocation where) {
    Name& name = names_.emplace_back();
    name.kind = kind;
    name.of = variable_of(named, context_);
    SpellingFinder finder(context_.getSourceManager(), context_.getLangOpts());
    name.range = finder.find(where);
    return name;
  }
  void add_other(clang::SourceLocation where, std::string text) {
    Name& name = names_.emplace_back();
    name.kind = Name::Kind::Other;
    name.of.name = std::move(text);
    SpellingFinder finder(context_.getSourceManager(), context_.getLangOpts());
    name.range = finder.find(where);
  }

  /// A static member or an enumerator that the class around it lends its scope.
  static bool is_of_class(const DeclRefExpr& use) {
    const ValueDecl* named = use.getDecl();
    const auto* method = dyn_cast<CXXMethodDecl>(named);
    return !use.hasQualifier() && named->getDeclContext()->getRedeclContext()->isRecord() &&
           (method == nullptr || method->isStatic());
  }

  /// Whether the use takes the value, or a constant reference to it.
  bool is_read() const {
    if (cast<Expr>(around_.back())->getType().isConstQualified()) return true;
    for (size_t i = around_.size() - 1; i > 0; --i) {
      const Stmt* parent = around_[i - 1];
      if (const auto* cast = dyn_cast<ImplicitCastExpr>(parent))
        return cast->getCastKind() == CK_LValueToRValue || cast->getType().isConstQualified();
      if (const auto* member = dyn_cast<MemberExpr>(parent)) {
        const auto* method = dyn_cast<CXXMethodDecl>(member->getMemberDecl());
        return method != nullptr && method->isConst();
      }
      if (const auto* made = dyn_cast<CXXConstructExpr>(parent))
        return takes_constant(*made->getConstructor(), {made->getArgs(), made->getNumArgs()},
                              around_[i]) ||
               hands_on_values(made->getConstructor()->getParent(), /*of_constructor=*/true);
      if (const auto* call = dyn_cast<CallExpr>(parent)) return is_handed_on(*call);
      if (!isa<ParenExpr>(parent)) return !isa<Expr>(parent);
    }
    return true;
  }

  static bool takes_constant(const FunctionDecl& function, llvm::ArrayRef<const Expr*> arguments,
                             const Stmt* argument) {
    for (unsigned i = 0; i < arguments.size() && i < function.getNumParams(); ++i)
      if (arguments[i] == argument)
        return function.getParamDecl(i)->getType().getNonReferenceType().isConstQualified();
    return false;
  }

  /// A call that takes references to whatever it is given, and hands them on: make_shared<Impl>(n),
  /// conv(x).
  static bool is_handed_on(const CallExpr& call) {
    const FunctionDecl* function = call.getDirectCallee();
    if (function == nullptr) return false;
    if (qualified_name(function) == "std::make_shared" &&
        function->getTemplateSpecializationArgs() != nullptr)
      return hands_on_values(
          function->getTemplateSpecializationArgs()->get(0).getAsType()->getAsCXXRecordDecl(),
          /*of_constructor=*/true);
    const auto* method = dyn_cast<CXXMethodDecl>(function);
    return method != nullptr && is_torch_library(method) && method->isTemplateInstantiation() &&
           hands_on_values(method->getParent(), /*of_constructor=*/false);
  }

  /// Whether a class of modules, or the one that a holder holds, changes nothing that it is given
  /// by reference.
  static bool hands_on_values(const CXXRecordDecl* record, bool of_constructor) {
    if (record == nullptr) return false;
    const CXXRecordDecl* holder = qualified_name(record) == "torch::nn::ModuleHolder"
                                      ? record
                                      : base_named(record, "torch::nn::ModuleHolder");
    if (const auto* held = dyn_cast_or_null<ClassTemplateSpecializationDecl>(holder))
      record = held->getTemplateArgs()[0].getAsType()->getAsCXXRecordDecl();
    if (record == nullptr || !record->hasDefinition() || !is_module_class(record)) return false;
    for (const Decl* member : record->decls()) {
      const bool is_template = isa<FunctionTemplateDecl>(member);
      if (const auto* templated = dyn_cast<FunctionTemplateDecl>(member))
        member = templated->getTemplatedDecl();
      const auto* method = dyn_cast<CXXMethodDecl>(member);
      const bool is_meant =
          method != nullptr &&
          (of_constructor ? isa<CXXConstructorDecl>(method)
                          : method->getDeclName().isIdentifier() && method->getName() == "forward");
      if (!is_meant || is_torch_library(record)) continue;
      if (is_template) return false;
      for (const ParmVarDecl* parameter : method->parameters())
        if (parameter->getType()->isLValueReferenceType() &&
            !parameter->getType().getNonReferenceType().isConstQualified() &&
            record_of(parameter->getType()) != record)
          return false;
    }
    return true;
  }

  /// conv(x), conv->forward(x)
  bool is_called() const {
    for (size_t i = around_.size() - 1; i > 0; --i) {
      const Stmt* parent = around_[i - 1];
      if (isa<ImplicitCastExpr>(parent) || isa<ParenExpr>(parent)) continue;
      if (const auto* call = dyn_cast<CXXOperatorCallExpr>(parent)) {
        if (call->getOperator() == OO_Call)
          return call->getArg(0)->IgnoreParenImpCasts() == cast<Expr>(around_.back());
        if (call->getOperator() == OO_Arrow) continue;
      }
      const auto* member = dyn_cast<MemberExpr>(parent);
      return member != nullptr && isa<CXXMethodDecl>(member->getMemberDecl()) &&
             member->getMemberDecl()->getDeclName().isIdentifier() &&
             member->getMemberDecl()->getName() == "forward";
    }
    return false;
  }

  const ASTContext& context_;
  std::vector<const Stmt*> around_; // the nodes around the one that is visited, and that one
  llvm::SmallPtrSet<const CXXThisExpr*, 8> objects_; // of a member
  std::vector<Name> names_;
};

} // namespace

std::string written_type(QualType type, const ASTContext& context) {
  PrintingPolicy policy(context.getLangOpts());
  policy.SuppressTagKeyword = true;
  policy.FullyQualifiedName = true;
  type = type.getNonReferenceType().getUnqualifiedType();
  if (const CXXRecordDecl* record = record_of(type);
      record && qualified_name(record) == "at::Tensor")
    return "torch::Tensor";
  std::string text = type.getAsString(policy);
  // What a template of LibTorch's computes has a name of its own.
  if (llvm::StringRef(text).starts_with("torch::detail::"))
    text = type.getCanonicalType().getAsString(policy);
  return llvm::join(llvm::split(llvm::StringRef(text), "at::Tensor"), "torch::Tensor");
}

/// Whether code could tell when the scope of such a variable ends: a guard's does something then.
bool is_ended(QualType type) {
  type = type.getCanonicalType();
  while (const ArrayType* array = type->getAsArrayTypeUnsafe())
    type = array->getElementType();
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (type.isDestructedType() == QualType::DK_none || record == nullptr) return false;
  const std::string name = qualified_name(record);
  // They give memory back.
  static constexpr llvm::StringLiteral values[] = {"at::Tensor", "c10::Scalar",
                                                   "c10::intrusive_ptr", "std::allocator"};
  if (llvm::is_contained(values, name)) return false;
  static constexpr llvm::StringLiteral containers[] = {
      "std::array",    "std::basic_string",  "std::deque",         "std::list",
      "std::map",      "std::optional",      "std::pair",          "std::set",
      "std::tuple",    "std::unordered_map", "std::unordered_set", "std::vector",
      "c10::optional", "c10::variant",       "std::variant"};
  const auto is_ended_argument = [](auto&& recurse, const TemplateArgument& argument) -> bool {
    if (argument.getKind() == TemplateArgument::Pack)
      return llvm::any_of(argument.pack_elements(),
                          [&](const TemplateArgument& each) { return recurse(recurse, each); });
    return argument.getKind() == TemplateArgument::Type && is_ended(argument.getAsType());
  };
  if (const auto* made = dyn_cast<ClassTemplateSpecializationDecl>(record);
      made && (llvm::is_contained(containers, name)))
    return llvm::any_of(made->getTemplateArgs().asArray(), [&](const TemplateArgument& argument) {
      return is_ended_argument(is_ended_argument, argument);
    });
  const CXXDestructorDecl* destructor = record->getDestructor();
  if (destructor != nullptr && destructor->isUserProvided()) return true;
  return llvm::any_of(record->bases(),
                      [](const CXXBaseSpecifier& base) { return is_ended(base.getType()); }) ||
         llvm::any_of(record->fields(),
                      [](const FieldDecl* field) { return is_ended(field->getType()); });
}

MethodSyntax::Variable variable_of(const ValueDecl& declared, const ASTContext& context) {
  MethodSyntax::Variable variable;
  const QualType type = declared.getType();
  variable.name = declared.getNameAsString();
  variable.type = written_type(type, context);
  variable.is_reference = type->isReferenceType();
  variable.is_scalar = type.getNonReferenceType()->isArithmeticType();
  variable.is_ended = is_ended(type);
  return variable;
}

std::vector<MethodSyntax::Parameter> parameters_of(const FunctionDecl& function,
                                                   const ASTContext& context) {
  std::vector<MethodSyntax::Parameter> parameters;
  // The class has the defaults, where the definition stands elsewhere.
  const FunctionDecl& first = *function.getCanonicalDecl();
  for (unsigned i = 0; i < function.getNumParams(); ++i) {
    MethodSyntax::Parameter& parameter = parameters.emplace_back(
        MethodSyntax::Parameter{variable_of(*function.getParamDecl(i), context), {}});
    const ParmVarDecl* declared = first.getParamDecl(i);
    if (!declared->hasDefaultArg() || declared->hasUninstantiatedDefaultArg()) continue;
    SpellingFinder finder(context.getSourceManager(), context.getLangOpts());
    parameter.default_argument = finder.find(declared->getDefaultArgRange());
  }
  return parameters;
}

std::vector<MethodSyntax::Name> names_in(const Stmt* code, const ASTContext& context) {
  return code == nullptr ? std::vector<Name>() : NameReader(context).read(code);
}

} // namespace fx::frontend
