// Modules that nothing calls.
#include "Checks.h"

#include "Frontend/Roots/Find.h"

using namespace clang;

namespace fx::check {

namespace {

using Kind = MemberUse::Kind;

/// Takes the declaration away and the one statement that makes and registers the member.
void add_fix(Findings& findings, Finding& finding, const ClassMembers& of, const Member& member) {
  const FieldDecl* field = member.field;
  std::vector<const Registration*> registrations;
  for (const Registration& registration : of.registrations)
    if (registration.member == field) registrations.push_back(&registration);
  if (registrations.size() != 1 || member.uses.size() != 1) return;
  const Registration& only = *registrations.front();
  const clang::SourceRange declaration = field->getSourceRange();
  const clang::SourceRange statement = only.statement->getSourceRange();
  if (only.block == nullptr || !only.is_whole_statement || !findings.can_change(declaration) ||
      !findings.can_change(statement))
    return;
  // "Linear a{nullptr}, b{nullptr};" declares others, too.
  const auto shares = [&](const FieldDecl* other) {
    return other != field && other->getBeginLoc() == field->getBeginLoc();
  };
  if (llvm::any_of(of.record->fields(), shares)) return;
  finding.remove(findings.whole_lines(statement));
  finding.remove(findings.whole_lines(declaration));
}

} // namespace

void check_module_never_used(Findings& findings, std::span<const ClassMembers> classes) {
  for (const ClassMembers& of : classes) {
    // A base class, or one that others derive from, may leave its modules to others.
    if (!of.is_whole || of.lists_modules || of.record->getDescribedClassTemplate() ||
        of.record->isAbstract() || !frontend::has_method(of.record, "forward"))
      continue;
    const bool has_forward = llvm::any_of(of.record->methods(), [](const CXXMethodDecl* method) {
      return method->getDeclName().isIdentifier() && method->getName() == "forward";
    });
    if (!has_forward) continue;
    // What a header shows may be used by files that are not read.
    const clang::SourceManager& sources = findings.sources();
    const bool is_of_main_file =
        sources.isInMainFile(sources.getExpansionLoc(of.record->getLocation()));
    for (const Member& member : of.members) {
      if (!is_of_main_file && member.field->getAccess() != AS_private) continue;
      if (member.kind != MemberKind::Module || member.has(Kind::Read) || member.has(Kind::Passed) ||
          member.has(Kind::Given))
        continue;
      const MemberUse* made = member.first(Kind::Registered);
      if (made == nullptr) made = member.first(Kind::Made);
      if (made == nullptr) continue;
      Finding& finding = findings.warn(member.field->getLocation(), diag::module_never_used,
                                       member.field->getNameAsString());
      finding.note(made->location, "it is made here");
      add_fix(findings, finding, of, member);
    }
  }
}

} // namespace fx::check
