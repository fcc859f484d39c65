#include "RewriteSources.h"

#include "ModelReport.h"
#include "TerminalSink.h"
#include "WriteOutput.h"

#include "llvm/Support/MemoryBuffer.h"

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
              clEnumValN(driver::RewriteKind::Parametrise, "parametrise",
                         "the same; what some blocks of a class need alone becomes a parameter of "
                         "its constructor"),
              clEnumValN(driver::RewriteKind::Method, "method", "the body of the method anew")),
          cl::cat(category)),
      in_place_("i", cl::desc("--rewrite: change the files instead of printing a diff"),
                cl::cat(category)),
      dry_run_("dry-run",
               cl::desc("--rewrite, -i: print the diff, change nothing, and exit with 1 when there "
                        "is something to change"),
               cl::cat(category)),
      export_fixes_("export-fixes",
                    cl::desc("--rewrite: write the edits for clang-apply-replacements"),
                    cl::value_desc("file"), cl::cat(category)),
      key_map_("key-map",
               cl::desc("--rewrite, --refactor: write which keys of saved weights are others now, "
                        "for fx::load_weights"),
               cl::value_desc("file"), cl::cat(category)),
      edits_("edits", cl::desc("Where the process of one file writes its edits"),
             cl::value_desc("file"), cl::cat(category), cl::Hidden),
      with_edits_("with-edits", cl::desc("Edits that other files need"), cl::value_desc("file"),
                  cl::cat(category), cl::Hidden) {}

std::vector<std::string> RewriteSources::words_for_one(StringRef edits, StringRef others) {
  std::vector<std::string> words{("--edits=" + edits).str()};
  if (!others.empty()) words.push_back(("--with-edits=" + others).str());
  return words;
}

bool RewriteSources::add_others(driver::Rewriting& rewriting) const {
  if (with_edits_.empty()) return true;
  const auto text = MemoryBuffer::getFile(with_edits_);
  if (!text) return report_failure(text.getError().message()), false;
  llvm::Expected<refactor::FileEdits> edits = refactor::read_replacements((*text)->getBuffer());
  if (!edits) return report_failure(toString(edits.takeError())), false;
  if (const auto error = rewriting.add(*edits)) return report_error(*error), false;
  return true;
}

int RewriteSources::run(driver::Models& models, PassCommandLine& passes,
                        const Refactorings& refactorings, const VerifyModels& verify,
                        StringRef output, Verbosity verbosity) const {
  TerminalSink sink(verbosity);
  const bool is_traced = models.trace_with_syntax(sink);
  if (models.options().keep_going && verbosity == Verbosity::Normal)
    print_classes(models.traced().classes);
  if (!is_traced) return 1;
  // Of many files each place is in one.
  if (verbosity != Verbosity::OneOfMany)
    if (llvm::Error wrong = refactorings.check(models.session().files_read()))
      return report_failure(toString(std::move(wrong))), 1;
  std::optional<driver::Verification> verification = verify.verification(models);
  driver::Rewriting rewriting(models, rewrite_);
  for (TracedModule& model : models)
    if (const auto error = rewriting.transform(model, verification ? &*verification : nullptr))
      return report_error(*error), 1;
  passes.finish();
  if (!add_others(rewriting)) return 1;
  TerminalSink errors_alone(Verbosity::Quiet);
  const fx::Expected<driver::CheckedEdits> edits = rewriting.check(errors_alone);
  if (!edits) return report_error(edits.error()), 1;
  if (verification) {
    verification->set_edited(*edits);
    if (!verify.compare(*verification, verbosity)) return 1;
  }
  const fx::Expected<std::string> key_map =
      has_key_map() ? rewriting.key_map() : fx::Expected<std::string>(std::string());
  if (!key_map) return report_error(key_map.error()), 1;
  const int code = write(edits->texts(), edits->edits(), edits->main_file(), output);
  if (code != 0 || !has_key_map() || dry_run_) return code;
  if (llvm::Error failure = write_output(key_map_, *key_map))
    return report_failure(toString(std::move(failure))), 1;
  return 0;
}

int RewriteSources::write(refactor::FileTexts& texts, const refactor::FileEdits& edits,
                          const std::string& main_file, StringRef output) const {
  const auto write = [&] {
    if (!edits_.empty()) return write_output(edits_, refactor::replacements_yaml(main_file, edits));
    if (dry_run_) return write_output(output, refactor::unified_diff(texts, edits));
    if (!export_fixes_.empty())
      return write_output(export_fixes_, refactor::replacements_yaml(main_file, edits));
    if (in_place_) return refactor::write_files(texts, edits);
    return write_output(output, refactor::unified_diff(texts, edits));
  };
  if (llvm::Error failure = write()) return report_failure(toString(std::move(failure))), 1;
  return dry_run_ && edits_.empty() && !edits.empty() ? 1 : 0;
}

} // namespace fx::tool
