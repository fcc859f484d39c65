// What is asked of a call is what the template fx::call asks (fx/Runtime/Calls.h), and what a live
// trace asks of the module.
#include "Frontend/Models/Torch/WrittenCall.h"

#include "Frontend/Models/Torch/Modules.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

/// Whether a type that has been made known by fx::register_struct is this one.
bool is_registered_struct(const ASTContext& context, QualType type) {
  for (const NamedDecl* space :
       context.getTranslationUnitDecl()->lookup(&context.Idents.get("fx"))) {
    const auto* names = dyn_cast<NamespaceDecl>(space);
    if (names == nullptr) continue;
    for (const NamedDecl* found : names->lookup(&context.Idents.get("register_struct")))
      if (const auto* function = dyn_cast<FunctionTemplateDecl>(found))
        for (const FunctionDecl* made : function->specializations())
          if (context.hasSameType(made->getTemplateSpecializationArgs()->get(0).getAsType(), type))
            return true;
  }
  return false;
}

/// Why a live graph has no values of a type; empty: it has. `is_given`: of an argument, which is
/// converted to the parameter's type where forward is called, and is a value before.
std::string why_no_value(const ASTContext& context, QualType type, bool is_given) {
  type = type.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  std::string other =
      fmt::format("a live graph has no values of the type '{}'", type_name(context, type));
  if (const auto* number = type->getAs<BuiltinType>()) {
    if (!is_given && number->isInteger()) return {};
    switch (number->getKind()) {
    case BuiltinType::Bool:
    case BuiltinType::Short:
    case BuiltinType::Int:
    case BuiltinType::Long:
    case BuiltinType::Float:
    case BuiltinType::Double: return {};
    default: return other;
    }
  }
  // dtypes, layouts and memory formats.
  if (const EnumDecl* words = type->getAsEnumDecl())
    return is_in_user_file(context, words) ? other : std::string();
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (record == nullptr || record->isLambda() || is_module_class(record)) return other;
  if (!is_in_user_file(context, record) || is_registered_struct(context, type)) return {};
  return fmt::format("fx::register_struct does not make '{}' known", type_name(context, type));
}

} // namespace

/// Who makes a call that the program does not write.
static std::string made_elsewhere(const FunctionDecl* callee) {
  return callee ? fmt::format("'{}' makes it", qualified_name(callee))
                : std::string("it goes through a pointer to a function");
}

/// The class that the module has where it is called, and whether it takes a star to get there.
std::string WrittenCall::find_module() {
  const auto* call = dyn_cast<CallExpr>(expr_->IgnoreUnlessSpelledInSource());
  if (call == nullptr) return "no call is written for it";
  arguments_ = {call->getArgs(), call->getNumArgs()};
  const FunctionDecl* callee = call->getDirectCallee();
  if (const auto* overloaded = dyn_cast<CXXOperatorCallExpr>(call)) {
    const Expr* holder = arguments_.front();
    arguments_ = arguments_.drop_front();
    if (overloaded->getOperator() != OO_Call ||
        !derives_from(record_of(holder->getType()), "torch::nn::ModuleHolder"))
      return made_elsewhere(callee);
    return through_pointer(holder);
  }
  const auto* member = dyn_cast<MemberExpr>(call->getCallee()->IgnoreParens());
  const auto* method = dyn_cast_or_null<CXXMethodDecl>(callee);
  if (member && method && !member->isArrow() &&
      qualified_name(method) == "torch::nn::AnyModule::forward")
    return of_any_module(member->getBase());
  if (member == nullptr || method == nullptr || !is_module_class(method->getParent()) ||
      is_torch_library(method->getParent()))
    return made_elsewhere(callee);
  if (member->hasQualifier()) return "it names the class whose forward it is";
  return member->isArrow() ? through_pointer(member->getBase()) : of_object(member->getBase());
}

/// holder->, shared_ptr->, pointer->.
std::string WrittenCall::through_pointer(const Expr* pointer) {
  if (const auto* arrow = dyn_cast<CXXOperatorCallExpr>(pointer->IgnoreImplicit());
      arrow && arrow->getOperator() == OO_Arrow)
    pointer = arrow->getArg(0);
  pointer = pointer->IgnoreUnlessSpelledInSource();
  const CXXRecordDecl* handle = record_of(pointer->getType());
  QualType target;
  if (pointer->getType()->isPointerType()) {
    target = pointer->getType()->getPointeeType();
    is_dereferenced_ = true;
  } else if (is_handle_class(handle)) {
    target = handle_target(handle);
    is_dereferenced_ = !derives_from(handle, "torch::nn::ModuleHolder") || !pointer->isLValue();
  } else {
    return "it goes through a pointer of another kind";
  }
  if (target.isConstQualified()) return "the module is const";
  seen_ = record_of(target);
  return {};
}

/// module.forward(x)
std::string WrittenCall::of_object(const Expr* object) {
  object = object->IgnoreParens()->IgnoreUnlessSpelledInSource();
  if (object->getType().isConstQualified()) return "the module is const";
  const ValueDecl* named = nullptr;
  if (const auto* member = dyn_cast<MemberExpr>(object)) named = member->getMemberDecl();
  if (const auto* reference = dyn_cast<DeclRefExpr>(object)) named = reference->getDecl();
  if (!object->isLValue() || (named && !named->getType()->isReferenceType()))
    return "the module is held by value";
  seen_ = record_of(object->getType());
  return {};
}

/// any.forward(x): what it holds is known here, and get<Class>() asks for it.
std::string WrittenCall::of_any_module(const Expr* object) {
  if (object->getType().isConstQualified()) return "the module is const";
  seen_ = module_.type;
  access_ =
      fmt::format(".get<{}>()", machine_.type_name(context_.getCanonicalTagType(module_.type)));
  return {};
}

std::string WrittenCall::check_class() const {
  if (seen_ == nullptr) return "it goes through a pointer of another kind";
  if (seen_->getCanonicalDecl() == module_.type->getCanonicalDecl()) return {};
  const std::string name = qualified_name(seen_);
  return is_torch_library(seen_) ? fmt::format("a '{}' makes it", name)
                                 : fmt::format("it knows the module as a '{}'", name);
}

/// fx::call takes the address of forward, and gives it copies of what it gets.
std::string WrittenCall::check_forward() const {
  const CXXMethodDecl* forward = nullptr;
  for (const CXXRecordDecl* owner = module_.type; owner && !forward;) {
    const auto found = owner->lookup(&context_.Idents.get("forward"));
    for (const NamedDecl* one : found) {
      const auto* method = dyn_cast<CXXMethodDecl>(one);
      if (method == nullptr || forward != nullptr || method->getAccess() != AS_public)
        return "forward is overloaded, a template or not public";
      forward = method;
    }
    const CXXRecordDecl* parent = nullptr;
    for (const CXXBaseSpecifier& base : owner->bases())
      if (is_module_class(record_of(base.getType()))) parent = record_of(base.getType());
    owner = parent;
  }
  if (forward == nullptr) return "no class has the forward";
  if (forward->isVariadic()) return "forward takes any number of arguments";
  for (const ParmVarDecl* parameter : forward->parameters()) {
    const QualType type = parameter->getType();
    if (type->isRValueReferenceType() ||
        (type->isLValueReferenceType() && !type.getNonReferenceType().isConstQualified()))
      return fmt::format("forward takes '{}' by a reference that it may write through",
                         parameter->getNameAsString());
    if (std::string why = why_no_value(context_, type, /*is_given=*/false); !why.empty())
      return why;
  }
  if (forward->getReturnType()->isVoidType()) return "forward returns nothing";
  return why_no_value(context_, forward->getReturnType(), /*is_given=*/true);
}

/// {1, 2}, {}
static bool is_in_braces(const Expr* argument) {
  argument = argument->IgnoreUnlessSpelledInSource();
  if (isa<InitListExpr, CXXStdInitializerListExpr>(argument)) return true;
  const auto* made = dyn_cast<CXXConstructExpr>(argument);
  return made && made->isListInitialization() && !isa<CXXTemporaryObjectExpr>(made);
}

std::string WrittenCall::check_arguments() const {
  for (const Expr* argument : arguments_) {
    if (isa<CXXDefaultArgExpr>(argument)) continue;
    if (is_in_braces(argument)) return "an argument in braces has no type of its own";
    const QualType type = argument->IgnoreUnlessSpelledInSource()->getType();
    if (std::string why = why_no_value(context_, type, /*is_given=*/true); !why.empty()) return why;
  }
  return {};
}

std::string WrittenCall::check_place() const {
  const SourceManager& sources = context_.getSourceManager();
  if (sources.isInSystemHeader(sources.getExpansionLoc(expr_->getExprLoc())))
    return "library code makes it";
  const std::optional<SourceSyntax> syntax = machine_.graph().syntax_of(expr_);
  const auto is_there = [](const TextRange& range) { return !range.empty(); };
  if (!syntax || syntax->object.empty() || syntax->object.begin != syntax->whole.begin ||
      (syntax->callee.empty() && !isa<CXXOperatorCallExpr>(expr_->IgnoreUnlessSpelledInSource())) ||
      !llvm::all_of(syntax->arguments, is_there))
    return "a macro has a part in it";
  return {};
}

std::string WrittenCall::why_not() {
  std::string why = find_module();
  if (why.empty() && !machine_.graph().is_registered(*module_.module))
    why = "the module is not registered";
  if (why.empty()) why = check_class();
  if (why.empty()) why = check_forward();
  if (why.empty()) why = check_arguments();
  if (why.empty()) why = check_place();
  return why;
}

} // namespace fx::frontend
