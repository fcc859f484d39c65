// Names that registrations give: one that is taken, and one that is not the member's.
#include "Checks.h"

using namespace clang;

namespace fx::check {

namespace {

/// What stays of "m_fc1", "fc1_" and "fc_1": people write a name and its member in two ways.
std::string core(llvm::StringRef name) {
  name.consume_front("m_");
  std::string result;
  for (const char c : name)
    if (llvm::isAlnum(c)) result += llvm::toLower(c);
  return result;
}

/// Whether all letters of one stand in the other, in their order: "bn" and "batch_norm",
/// "transformer_encoder" and "encoder" are names of one thing.
bool are_alike(llvm::StringRef a, llvm::StringRef b) {
  if (a.size() > b.size()) std::swap(a, b);
  for (const char letter : a) {
    const size_t at = b.find(letter);
    if (at == llvm::StringRef::npos) return false;
    b = b.drop_front(at + 1);
  }
  return true;
}

bool is_name(llvm::StringRef text) {
  return !text.empty() && !llvm::isDigit(text.front()) &&
         llvm::all_of(text, [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

/// Whether no registration of the class has the name.
bool is_free(const ClassMembers& of, llvm::StringRef name) {
  return llvm::none_of(of.registrations, [&](const Registration& other) {
    return other.name && other.name->getString() == name;
  });
}

std::string quoted(const FieldDecl* field) {
  return "\"" + field->getNameAsString() + "\"";
}

/// True: it has the name of one before it.
bool check_again(Findings& findings, const ClassMembers& of, const Registration& registration) {
  for (const Registration& first : of.registrations) {
    if (&first == &registration) return false;
    // In another branch, or another constructor, it is another model.
    if (!first.name || first.block == nullptr || first.block != registration.block ||
        first.name->getString() != registration.name->getString())
      continue;
    Finding& finding = findings.warn(registration.name->getBeginLoc(), diag::registered_again,
                                     registration.name->getString().str());
    finding.note(first.name->getBeginLoc(), "it is registered here first");
    const FieldDecl* member = registration.member;
    if (member && member == first.member) {
      if (registration.statement->getSourceRange() == registration.call->getSourceRange() &&
          findings.can_change(registration.call->getSourceRange()))
        finding.remove(findings.whole_lines(registration.call->getSourceRange()));
    } else if (member && is_free(of, member->getName()) &&
               findings.can_change(registration.name->getSourceRange())) {
      finding.replace(registration.name->getSourceRange(), quoted(member));
    }
    return true;
  }
  return false;
}

void check_name(Findings& findings, const ClassMembers& of, const Registration& registration) {
  const FieldDecl* member = registration.member;
  const std::string name = registration.name->getString().str();
  // A member that is a container, say, has several.
  if (member == nullptr || !is_name(name) || are_alike(core(name), core(member->getName()))) return;
  const auto registers_it = [&](const Registration& other) { return other.member == member; };
  if (llvm::count_if(of.registrations, registers_it) != 1) return;
  Finding& finding =
      findings.warn(registration.name->getBeginLoc(), diag::registered_under_another_name,
                    member->getNameAsString(), name);
  finding.note(member->getLocation(), "the member is declared here");
  if (is_free(of, member->getName()) && findings.can_change(registration.name->getSourceRange()))
    finding.replace(registration.name->getSourceRange(), quoted(member));
}

} // namespace

void check_registered_names(Findings& findings, std::span<const ClassMembers> classes) {
  for (const ClassMembers& of : classes)
    for (const Registration& registration : of.registrations)
      if (registration.name && !check_again(findings, of, registration))
        check_name(findings, of, registration);
}

} // namespace fx::check
