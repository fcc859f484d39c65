// Modules and tensors that a class makes and uses, and no register_module, register_parameter or
// register_buffer gets (pytorch issue 59925).
#include "Checks.h"

#include "Frontend/Roots/Find.h"
#include "Frontend/Values/Names.h"

using namespace clang;

namespace fx::check {

namespace {

using Kind = MemberUse::Kind;

/// Whether anything differs when such a module is not registered: it has tensors or modules, or its
/// mode counts.
bool has_state(const CXXRecordDecl* module) {
  if (!frontend::is_torch_library(module)) return true;
  const ops::ModuleClass* known = library_class(module);
  // A Functional holds no modules, which others that are made of what they are given do.
  if (known && known->is_container()) return frontend::has_method(module, "size");
  if (known) return !known->registers.empty() || !known->same.empty();
  return llvm::any_of(module->fields(), [](const FieldDecl* field) {
    return frontend::is_tensor_type(field->getType()) || held_module(field->getType());
  });
}

/// Whether an expression says that its tensor is trained.
bool requires_grad(const Stmt* expr) {
  if (expr == nullptr) return false;
  if (const auto* call = dyn_cast<CallExpr>(expr);
      call && called_name(call).contains("requires_grad")) {
    const Expr* argument =
        call->getNumArgs() > 0 ? call->getArg(0)->IgnoreUnlessSpelledInSource() : nullptr;
    const auto* literal = dyn_cast_or_null<CXXBoolLiteralExpr>(argument);
    return literal == nullptr || literal->getValue();
  }
  return llvm::any_of(expr->children(), requires_grad);
}

/// Passes what the member gets through the registration.
void add_fix(Findings& findings, Finding& finding, const Member& member, const MemberUse& made,
             llvm::StringRef function) {
  const FieldDecl* field = member.field;
  std::string name = "\"" + field->getNameAsString() + "\"";
  if (member.kind == MemberKind::Modules)
    name += " + std::to_string(" + field->getNameAsString() + ".size())";
  const std::string begin = function.str() + "(" + name + ", ";
  const TypeSourceInfo* type = field->getTypeSourceInfo();
  if (type == nullptr || !findings.can_change(type->getTypeLoc().getSourceRange())) return;
  const std::string type_text = findings.text(type->getTypeLoc().getSourceRange());
  if (made.written.isInvalid()) {
    // "fc{}", or nothing at all.
    if (field->hasInClassInitializer() || made.location != field->getLocation()) return;
    finding.insert(findings.behind(field->getLocation()), "{" + begin + type_text + "())}");
    return;
  }
  if (!findings.can_change(made.written)) return;
  finding.insert(made.written.getBegin(), made.is_whole_value ? begin : begin + type_text + "(");
  finding.insert(findings.behind(made.written.getEnd()), made.is_whole_value ? ")" : "))");
}

/// What runs when the class is made; elsewhere it would be registered each time, or by another.
bool is_of_constructor(const MemberUse& use, const clang::CXXRecordDecl* record) {
  if (use.in == nullptr) return true;
  const auto* method = dyn_cast<CXXMethodDecl>(use.in);
  return method && method->getParent()->getCanonicalDecl() == record->getCanonicalDecl() &&
         (isa<CXXConstructorDecl>(method) || method->getDeclName().getAsString() == "reset");
}

/// Whether the fix of one place that makes it would leave it right: no other one makes it, and the
/// name is free.
bool can_fix(const ClassMembers& of, const Member& member) {
  const auto makes = [](const MemberUse& use) { return use.kind == Kind::Made; };
  const MemberUse* made = member.first(Kind::Made);
  // Each element has to have a name of its own.
  if (!is_of_constructor(*made, of.record) ||
      (member.kind == MemberKind::Modules && !made->is_pushed))
    return false;
  return llvm::count_if(member.uses, makes) == 1 &&
         llvm::none_of(of.registrations, [&](const Registration& other) {
           return other.name && other.name->getString() == member.field->getName();
         });
}

void check_member(Findings& findings, const ClassMembers& of, const Member& member) {
  const MemberUse* made = member.first(Kind::Made);
  const MemberUse* read = member.first(Kind::Read);
  if (made == nullptr || read == nullptr || member.has(Kind::Registered) ||
      member.has(Kind::Given) || member.has(Kind::Passed))
    return;
  const std::string name = member.field->getNameAsString();
  if (member.kind != MemberKind::Tensor) {
    const CXXRecordDecl* module = held_module(member.field->getType());
    if (module && !has_state(module)) return;
    Finding& finding = findings.warn(made->location, diag::module_not_registered, name);
    finding.note(read->location, "it is used here");
    if (can_fix(of, member)) add_fix(findings, finding, member, *made, "register_module");
    return;
  }
  // One that a method makes anew is no state of the model, or one that the method means.
  bool is_read_outside = false;
  for (const MemberUse& use : member.uses) {
    if (use.kind == Kind::Made && !is_of_constructor(use, of.record)) return;
    is_read_outside |= use.kind == Kind::Read && !is_of_constructor(use, of.record);
  }
  if (!is_read_outside) return;
  const auto where = llvm::find_if(member.uses, [&](const MemberUse& use) {
    return use.kind == Kind::Read && !is_of_constructor(use, of.record);
  });
  Finding& finding = findings.warn(made->location, diag::tensor_not_registered, name);
  finding.note(where->location, "it is used here");
  const bool is_trained = requires_grad(made->value) || member.asks_for_gradient;
  if (can_fix(of, member))
    add_fix(findings, finding, member, *made,
            is_trained ? "register_parameter" : "register_buffer");
}

} // namespace

void check_not_registered(Findings& findings, std::span<const ClassMembers> classes) {
  for (const ClassMembers& of : classes) {
    // A constructor that another file has may register all of them.
    if (!of.is_whole) continue;
    for (const Member& member : of.members)
      check_member(findings, of, member);
  }
}

} // namespace fx::check
