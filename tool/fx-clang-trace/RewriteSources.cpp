#include "RewriteSources.h"

#include "GraphDiagnostics.h"
#include "TerminalSink.h"
#include "WriteOutput.h"

#include "fx/IR/Printer.h"
#include "fx/Refactor/InPlace.h"

#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

#include <fmt/format.h>

namespace fx::tool {

using namespace llvm;

namespace {

int fail_with(const Error& error) {
  SourceMgr sources;
  report(sources, SourceMgr::DK_Error, error);
  return 1;
}

/// The edited source is read again: it has to be the program that the passes made.
std::optional<Error> check(frontend::Session& session, const std::vector<std::string>& sources,
                           frontend::TraceOptions options, const std::vector<TracedModule>& changed,
                           refactor::FileTexts& texts, const refactor::FileEdits& edits) {
  options.syntax = false;
  for (const auto& [file, text] : refactor::edited_texts(texts, edits))
    session.set_text(file, text);
  TerminalSink errors_alone(/*remarks=*/false);
  const frontend::TraceResult again = session.trace(sources, options, errors_alone);
  session.clear_texts();
  const std::vector<std::string> advice{
      "no file was touched", "--rewrite=method writes the body of the method anew; --emit=cpp "
                             "writes the whole model"};
  if (!again.ok())
    return Error{
        "the change cannot be made in place: the edited source does not trace", {}, advice};
  for (size_t i = 0; i < changed.size(); ++i)
    if (i >= again.models.size() || !refactor::same_computation(changed[i], again.models[i]))
      return Error{fmt::format("the change cannot be made in place: the edited source of '{}' "
                               "would compute something else",
                               changed[i].class_name),
                   {},
                   advice};
  return std::nullopt;
}

/// One source is both graphs. A change of what both have is checked like any other; an edit that a
/// pass makes for one mode alone would lose the other.
std::optional<Error> refuse_two_graphs(const TracedModule& module, bool had_two) {
  if (!module.training_graph || had_two) return std::nullopt;
  return Error{fmt::format("the change cannot be made in place: '{}' computes another graph in "
                           "training than in evaluation, and the source is both",
                           module.class_name),
               {},
               {"no file was touched",
                "--mode=eval or --mode=train changes the source for that mode alone; "
                "--rewrite=method writes the body of the method anew, for both"}};
}

} // namespace

RewriteSources::RewriteSources(cl::OptionCategory& category)
    : rewrite_("rewrite",
               cl::desc("Change the source as the passes changed the graph, and print a diff"),
               cl::ValueOptional, cl::init(Kind::Edits),
               cl::values(clEnumValN(Kind::Edits, "", ""),
                          clEnumValN(Kind::Edits, "edits", "the smallest edits (default)"),
                          clEnumValN(Kind::Method, "method", "the body of the method anew")),
               cl::cat(category)),
      in_place_("i", cl::desc("--rewrite: change the files instead of printing a diff"),
                cl::cat(category)),
      export_fixes_("export-fixes",
                    cl::desc("--rewrite: write the edits for clang-apply-replacements"),
                    cl::value_desc("file"), cl::cat(category)) {}

int RewriteSources::run(frontend::Session& session, const std::vector<std::string>& sources,
                        frontend::TraceOptions options, PassPipeline& pipeline,
                        const std::string& plugin, const VerifyModels& verify,
                        StringRef output) const {
  options.syntax = true;
  TerminalSink sink;
  frontend::TraceResult traced = session.trace(sources, options, sink);
  if (options.keep_going) print_classes(traced.classes);
  if (!traced.ok()) return 1;
  refactor::FileTexts texts;
  refactor::FileEdits edits;
  std::vector<VerifyModels::Task> tasks;
  for (TracedModule& module : traced.models) {
    if (!verify.begin(tasks, session, sources, options, plugin, module, traced.models.size() == 1))
      return 1;
    const refactor::GraphHistory history(module.graph);
    const std::optional<Graph> training =
        module.training_graph ? std::optional(module.training_graph->clone()) : std::nullopt;
    if (!pipeline.run_on_traced(module)) return 1;
    const bool is_method = rewrite_ == Kind::Method;
    if (const auto error = refuse_two_graphs(module, training.has_value()); error && !is_method)
      return fail_with(*error);
    std::vector<const Graph*> before{&history.before()};
    if (training) before.push_back(&*training);
    const fx::Expected<refactor::FileEdits> found =
        is_method ? refactor::method_body_edit(before, module, texts)
                  : refactor::edits_in_place(history, module, texts);
    if (!found) return fail_with(found.error());
    if (const auto conflict = refactor::merge_edits(edits, *found)) return fail_with(*conflict);
    if (!verify.after_passes(tasks, module, {})) return 1;
  }
  pipeline.finish();
  if (const auto error = check(session, sources, options, traced.models, texts, edits))
    return fail_with(*error);
  for (VerifyModels::Task& task : tasks) {
    const std::string& file = task.subject.origin.files.front();
    task.subject.edited = refactor::edited_texts(texts, edits);
    task.subject.edited.emplace(file, texts.text(file)); // no pass found anything to change
  }
  if (!tasks.empty() && !verify.compare(session, tasks)) return 1;
  const auto written = [](llvm::Error failure) {
    if (!failure) return 0;
    WithColor::error(errs(), "fx-clang-trace") << toString(std::move(failure)) << "\n";
    return 1;
  };
  if (!export_fixes_.empty())
    return written(write_output(
        export_fixes_,
        refactor::replacements_yaml(traced.models.front().origin.files.front(), edits)));
  if (in_place_) return written(refactor::write_files(texts, edits));
  return written(write_output(output, refactor::unified_diff(texts, edits)));
}

} // namespace fx::tool
