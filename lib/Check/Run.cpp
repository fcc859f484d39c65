// The checks of what a session read last.
#include "Checks.h"
#include "Frontend/Parse/ParseDiagnostics.h"
#include "Frontend/SessionState.h"
#include "MemberPlaces.h"
#include "fx/Check/Check.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <tuple>

namespace fx::check {

namespace {

constexpr CheckFunction functions[] = {
    check_always_in_training,    check_default_arguments_in_sequential,
    check_deprecated_calls,      check_module_never_used,
    check_module_without_holder, check_not_registered,
    check_registered_names,      check_written_in_place,
};

/// In a file of the user's, and not where a comment allows it.
bool is_wanted(const Findings& findings, const Finding& finding, const Selection& selection) {
  const frontend::PendingDiagnostic& warning = finding.all().front();
  if (!selection.is_on(warning.info->id)) return false;
  const clang::SourceManager& sources = findings.sources();
  const clang::SourceLocation where = sources.getExpansionLoc(warning.location);
  if (where.isInvalid() || sources.isInSystemHeader(where)) return false;
  return !is_allowed(sources.getBufferData(sources.getFileID(where)),
                     sources.getExpansionLineNumber(where), warning.info->id);
}

void say(const Finding& finding, clang::DiagnosticsEngine& engine) {
  for (const frontend::PendingDiagnostic& each : finding.all()) {
    clang::DiagnosticBuilder builder =
        engine.Report(each.location, frontend::clang_id(engine, each.level, each.info));
    builder << each.message;
    for (const clang::FixItHint& hint : each.fix_its)
      builder << hint;
  }
}

/// What the tracer says, where it comes to it, of what a check finds.
constexpr std::pair<std::string_view, std::string_view> repeated[] = {
    {"always-in-training", "dropout-never-evaluates"},
    {"module-not-registered", "unregistered-module"},
    {"module-not-registered", "dropout-never-evaluates"},
    {"tensor-not-registered", "unregistered-tensor"},
};

} // namespace

std::vector<Diagnostic> run_checks(frontend::Session& session, const Selection& selection,
                                   std::span<const TracedModule> models, ops::Kernels* kernels,
                                   std::vector<ClassPlaces>* places) {
  const std::optional<frontend::Reading>& last = session.state().last;
  if (!last || !last->unit || !last->unit->findings().is_traceable) return {};
  frontend::ParsedUnit& unit = *last->unit;
  Findings findings(unit);
  const std::vector<ClassMembers> classes = read_members(unit);
  if (places != nullptr) *places = class_places(classes, unit.context());
  for (const CheckFunction check : functions)
    check(findings, classes);
  if (kernels && selection.is_on(diag::backward_fails.info->id))
    for (const TracedModule& model : models)
      check_backward(findings, model, models, *kernels);
  DiagnosticList list;
  {
    frontend::DiagnosticOutput output(list, session.options().style);
    const frontend::ParsedUnit::OutputScope scope(unit, output);
    for (const Finding& finding : findings.found()) {
      if (!is_wanted(findings, finding, selection)) continue;
      const size_t num_said = list.said.size();
      say(finding, unit.compiler().getDiagnostics());
      output.flush();
      // The parse knows the rows of the tracer alone.
      if (list.said.size() > num_said) list.said.back().id = finding.all().front().info->id;
    }
  }
  const auto place = [](const Diagnostic& said) {
    const SourceLocation& at = said.location;
    return std::tie(at.file, at.line, at.column, said.id, said.message);
  };
  std::ranges::sort(list.said, [&](const auto& a, const auto& b) { return place(a) < place(b); });
  return std::move(list.said);
}

void remove_repeated(std::vector<Diagnostic>& traced, std::span<const Diagnostic> found) {
  const auto is_at = [](const SourceLocation& a, const SourceLocation& b) {
    return a.line == b.line && a.file == b.file;
  };
  std::erase_if(traced, [&](const Diagnostic& said) {
    if (said.severity == Severity::Error) return false;
    return llvm::any_of(found, [&](const Diagnostic& finding) {
      return llvm::is_contained(repeated, std::pair(finding.id, said.id)) &&
             (is_at(finding.location, said.location) ||
              llvm::any_of(finding.notes, [&](const Diagnostic& note) {
                return is_at(note.location, said.location);
              }));
    });
  });
}

} // namespace fx::check
