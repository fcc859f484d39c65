#include "Rewrites.h"

#include "ShownFiles.h"
#include "ShownSymbols.h"

#include "Driver/Messages.h"

#include "fx/Driver/Rewrite.h"
#include "fx/Frontend/Rules.h"
#include "fx/Support/Identifier.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <fmt/format.h>

namespace fx::lsp {

namespace {

struct Candidate {
  std::string_view pipeline;
  std::string_view kind;
  bool is_of_statements; // of those that are selected, rather than of a place
  std::string_view title;
};

// The names are those that an editor can change then, by its own renaming.
constexpr Candidate candidates[] = {
    {"extract-submodule<name=Part;member=part>", "refactor.extract", true,
     "Make a submodule of the selected statements"},
    {"split-forward<name=part>", "refactor.extract", true,
     "Make a method of the selected statements"},
    {"members-to-sequential", "refactor.rewrite", true,
     "Make a Sequential of the modules that the selected statements call"},
    {"inline-submodule", "refactor.inline", false,
     "Take the members and statements of this submodule into its model"},
    {"inline-submodule<call>", "refactor.inline", false,
     "Write out this call of the submodule, which keeps its members"},
    {"functional-to-module", "refactor.rewrite", false,
     "Call a module in the place of this function"},
    {"module-to-functional", "refactor.rewrite", false,
     "Call a function in the place of this module"},
    {"sequential-to-members", "refactor.rewrite", false,
     "Make members of the modules of this Sequential"},
    {"loop-to-module-list", "refactor.rewrite", false,
     "Make a ModuleList of this vector of modules"},
    {"register-member", "refactor.rewrite", false, "Register this module"},
};

constexpr std::string_view rules_prefix = "rules:";

/// The place as --at names it.
SourcePlace source_place(ShownFiles& files, const std::string& file, llvm::lsp::Range range) {
  const TextLines& lines = files.lines(file);
  const auto column = [&](llvm::lsp::Position position) {
    const size_t begin = lines.offset({position.line, 0});
    return static_cast<uint32_t>(lines.offset(position) - begin + 1);
  };
  SourcePlace place{.file = file};
  place.line = static_cast<uint32_t>(range.start.line) + 1;
  if (range.start == range.end) {
    place.column = column(range.start);
    return place;
  }
  // A selection of whole lines ends where the next one begins.
  const bool ends_before = range.end.character == 0 && range.end.line > range.start.line;
  place.end_line = static_cast<uint32_t>(range.end.line) + (ends_before ? 0 : 1);
  return place;
}

/// Whether the pipeline has something to do for a model: it changes the graph, or where statements
/// stand (Origin::split).
bool is_possible(Project& project, const PassManager& passes, const std::stop_token& stop) {
  // Shapes are not asked for, which may take seconds, unless a size decides what is there.
  for (const Examples examples : {Examples::None, Examples::All}) {
    DiagnosticList ignored;
    driver::Models models = project.models({}, TraceModes::All, examples, stop);
    if (!models.trace_with_syntax(ignored)) continue;
    return llvm::any_of(models, [&](TracedModule& model) {
      const Expected<bool> changed = passes.run(model);
      return changed && (*changed || model.origin.split);
    });
  }
  return false;
}

size_t count_nodes(driver::Models& models) {
  size_t count = 0;
  for (const TracedModule& model : models)
    for (const Graph* graph : model.forward_graphs())
      count += static_cast<size_t>(std::distance(graph->begin(), graph->end()));
  return count;
}

/// The pass that gives a submodule another name, and the `root` of a model that has it. The class
/// of the submodule's owner names it for all others.
Expected<std::string> renaming(Project& project, const RewriteRequest& request, std::string& root) {
  if (!is_identifier(request.name)) return say(diag::renamed_to_no_name, request.name);
  DiagnosticList ignored;
  driver::Models models = project.models({}, TraceModes::All, Examples::All);
  if (!models.trace(ignored)) return Error(first_error(ignored), {}, {});
  ShownFiles files(project.session(), project.directory());
  for (const TracedModule& model : models)
    for (const ModuleNode* module : all_modules(model.modules))
      if (module->parent && module->location.line != 0 &&
          subject_of(files, module->location) == request.subject) {
        root = model.origin.root;
        return fmt::format("rename-submodule<from={};to={}>", module->path(), request.name);
      }
  return say(diag::renamed_module_not_traced);
}

/// The passes of a request, with what they say. Error: of a rule.
Expected<PassManager> passes_of(Project& project, const RewriteRequest& request,
                                std::vector<std::string>& remarks) {
  ShownFiles files(project.session(), project.directory());
  PassManager passes;
  llvm::StringRef name(request.rewrite);
  if (name.consume_front(rules_prefix)) {
    const Expected<std::string> file = project.rules_file(name.str());
    if (!file) return file.error();
    DiagnosticList said;
    llvm::Expected<std::vector<RewriteRule>> rules =
        frontend::trace_rules(project.session(), *file, said);
    if (!rules) return Error(llvm::toString(rules.takeError()) + " " + first_error(said), {}, {});
    passes.set_rules(std::move(*rules));
  } else {
    Expected<PassManager> parsed = PassManager::parse(request.rewrite);
    if (!parsed) return parsed.error();
    passes = std::move(*parsed);
    passes.set_places({source_place(files, request.file, request.range)});
  }
  passes.set_remark_handler([&](const Node*, const std::string& text) {
    if (!llvm::is_contained(remarks, text)) remarks.push_back(text);
  });
  return passes;
}

/// "3 lines change, 16 nodes become 14".
std::string describe(const driver::CheckedEdits& edits, size_t before, size_t after,
                     const std::vector<std::string>& remarks) {
  llvm::SmallVector<llvm::StringRef> lines;
  const std::string diff = edits.diff();
  llvm::StringRef(diff).split(lines, '\n');
  const auto is_changed = [](llvm::StringRef line) {
    return line.starts_with("+") && !line.starts_with("+++");
  };
  const auto count = llvm::count_if(lines, is_changed);
  std::string text =
      fmt::format("{} line{} changed, {}", count, count == 1 ? "" : "s",
                  before == after ? fmt::format("{} nodes as before", before)
                                  : fmt::format("{} nodes become {}", before, after));
  for (const std::string& remark : remarks)
    text += "\n" + remark;
  return text;
}

} // namespace

std::string with_notes(const Error& error) {
  std::string text = error.message_with_id();
  // "is used here": an editor shows the text alone.
  if (const SourceLocation& place = error.location; place.line != 0)
    text = fmt::format("{}:{}:{}: {}", llvm::sys::path::filename(place.file).str(), place.line,
                       place.column, text);
  for (const std::string& note : error.notes)
    text += "\n" + note;
  return text;
}

std::string first_error(const DiagnosticList& list) {
  const auto found = llvm::find_if(
      list.said, [](const Diagnostic& said) { return said.severity == Severity::Error; });
  if (found == list.said.end()) return {};
  const bool has_row = !found->id.empty() && found->id != "clang";
  return has_row ? fmt::format("{} [{}]", found->message, found->id) : found->message;
}

OfferAnswer offers(Project& project, const OfferRequest& request, const std::stop_token& stop) {
  OfferAnswer answer;
  answer.id = request.id;
  if (request.wants_rules)
    for (const std::string& name : project.rule_sets())
      answer.offers.push_back({std::string(rules_prefix) + name, "source.fx-clang." + name,
                               fmt::format("Rewrite by the rules '{}'", name)});
  if (!request.wants_refactorings) return answer;
  ShownFiles files(project.session(), project.directory());
  const SourcePlace place = source_place(files, request.file, request.range);
  for (const Candidate& candidate : candidates) {
    if (candidate.is_of_statements != (request.range.start != request.range.end)) continue;
    if (stop.stop_requested()) break;
    Expected<PassManager> passes = PassManager::parse(candidate.pipeline);
    passes->set_places({place});
    if (is_possible(project, *passes, stop))
      answer.offers.push_back({std::string(candidate.pipeline), std::string(candidate.kind),
                               std::string(candidate.title)});
  }
  return answer;
}

RewriteAnswer rewrite(Project& project, RewriteRequest request) {
  RewriteAnswer answer;
  answer.id = request.id;
  std::string root;
  if (request.rewrite == RewriteRequest::rename) {
    Expected<std::string> pipeline = renaming(project, request, root);
    if (!pipeline) {
      answer.message = with_notes(pipeline.error());
      return answer;
    }
    request.rewrite = *pipeline;
  }
  std::vector<std::string> remarks;
  Expected<PassManager> passes = passes_of(project, request, remarks);
  if (!passes) {
    answer.message = with_notes(passes.error());
    return answer;
  }
  DiagnosticList said;
  driver::Models models =
      project.models(std::move(*passes), TraceModes::All, Examples::All, {}, root);
  driver::Rewriting rewriting(models, driver::RewriteKind::Edits);
  if (!models.trace_with_syntax(said)) {
    answer.message = first_error(said);
    return answer;
  }
  const size_t before = count_nodes(models);
  for (TracedModule& model : models)
    if (const std::optional<Error> error = rewriting.transform(model)) {
      answer.message = with_notes(*error);
      return answer;
    }
  const Expected<driver::CheckedEdits> edits = rewriting.check(said);
  if (!edits) {
    answer.message = with_notes(edits.error());
    // Why the edited source does not compile, or cannot be traced.
    if (const std::string why = first_error(said); !why.empty()) answer.message += "\n" + why;
    return answer;
  }
  ShownFiles files(project.session(), project.directory());
  for (const auto& [file, of_file] : edits->edits())
    for (const refactor::Edit& edit : of_file) {
      const TextLines& lines = files.lines(file);
      answer.edits.push_back(
          {file, {lines.position(edit.range.begin), lines.position(edit.range.end)}, edit.text});
    }
  answer.message = answer.edits.empty() ? "nothing changes"
                                        : describe(*edits, before, count_nodes(models), remarks);
  return answer;
}

} // namespace fx::lsp
