#include "RewriteSources.h"

#include "ModelReport.h"
#include "TerminalSink.h"
#include "WriteOutput.h"

namespace fx::tool {

using namespace llvm;

RewriteSources::RewriteSources(cl::OptionCategory& category)
    : rewrite_(
          "rewrite",
          cl::desc("Change the source as the passes changed the graph, and print a diff"),
          cl::ValueOptional, cl::init(driver::RewriteKind::Edits),
          cl::values(
              clEnumValN(driver::RewriteKind::Edits, "", ""),
              clEnumValN(driver::RewriteKind::Edits, "edits", "the smallest edits (default)"),
              clEnumValN(driver::RewriteKind::Method, "method", "the body of the method anew")),
          cl::cat(category)),
      in_place_("i", cl::desc("--rewrite: change the files instead of printing a diff"),
                cl::cat(category)),
      export_fixes_("export-fixes",
                    cl::desc("--rewrite: write the edits for clang-apply-replacements"),
                    cl::value_desc("file"), cl::cat(category)) {}

int RewriteSources::run(driver::Models& models, PassCommandLine& passes, const VerifyModels& verify,
                        StringRef output, Verbosity verbosity) const {
  TerminalSink sink(verbosity);
  const bool is_traced = models.trace_with_syntax(sink);
  if (models.options().keep_going && verbosity == Verbosity::Normal)
    print_classes(models.traced().classes);
  if (!is_traced) return 1;
  std::optional<driver::Verification> verification = verify.verification(models);
  driver::Rewriting rewriting(models, rewrite_);
  for (TracedModule& model : models)
    if (const auto error = rewriting.transform(model, verification ? &*verification : nullptr))
      return report_error(*error), 1;
  passes.finish();
  TerminalSink errors_alone(Verbosity::Quiet);
  const fx::Expected<driver::CheckedEdits> edits = rewriting.check(errors_alone);
  if (!edits) return report_error(edits.error()), 1;
  if (verification) {
    verification->set_edited(*edits);
    if (!verify.compare(*verification, verbosity)) return 1;
  }
  return write(*edits, output);
}

int RewriteSources::write(const driver::CheckedEdits& edits, StringRef output) const {
  llvm::Error failure = !export_fixes_.empty() ? write_output(export_fixes_, edits.replacements())
                        : in_place_            ? edits.write()
                                               : write_output(output, edits.diff());
  if (!failure) return 0;
  report_failure(toString(std::move(failure)));
  return 1;
}

} // namespace fx::tool
