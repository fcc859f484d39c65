#include "EmitModels.h"

#include "ModelReport.h"
#include "TerminalSink.h"
#include "WriteOutput.h"

#include "llvm/Support/WithColor.h"

#include <fmt/format.h>

namespace fx::tool {

using namespace llvm;

EmitModels::EmitModels(cl::OptionCategory& category)
    : emit_(category), output_("o", cl::desc("Where to write (default: standard output)"),
                               cl::value_desc("file"), cl::init("-"), cl::cat(category)),
      weights_("weights",
               cl::desc("For --emit=torchscript -o NAME.pt and --emit=pt2: what C++'s torch::save "
                        "wrote (default: initial weights)"),
               cl::value_desc("file"), cl::cat(category)) {}

llvm::Error EmitModels::prepare() {
  llvm::Expected<const Emitter*> named = emit_.emitter();
  if (!named) return named.takeError();
  emitter_ = *named;
  const std::string_view suffix = emitter_->archive_suffix;
  is_archive_ = !suffix.empty() && StringRef(output_).ends_with(suffix);
  if (emitter_->is_archive_only() && !is_archive_)
    return createStringError(fmt::format("--emit={0} writes a file that ends in {1}: -o NAME{1}",
                                         emitter_->name, suffix));
  if (!weights_.empty() && !is_archive_)
    return createStringError("--weights goes with --emit=torchscript and an output that ends in "
                             ".pt: -o NAME.pt; or with "
                             "--emit=pt2 -o NAME.pt2");
  return llvm::Error::success();
}

int EmitModels::fail(const driver::Models& models, const fx::Error& error) {
  report_error(error);
  // What was said is a document even so.
  if (is_document()) report_.on_diagnostic(to_diagnostic(error));
  if (is_document() && output_ == "-") outs() << report_.document({}, models.traced().classes);
  return 1;
}

bool EmitModels::trace(driver::Models& models, Verbosity verbosity) {
  TerminalSink sink(verbosity, is_document() ? &report_ : nullptr);
  const bool is_traced = models.trace(sink);
  const std::vector<frontend::ClassResult>& classes = models.traced().classes;
  if (models.options().keep_going && verbosity == Verbosity::Normal) print_classes(classes);
  // The messages are a document even so.
  if (!is_traced && is_document() && output_ == "-") outs() << report_.document({}, classes);
  return is_traced;
}

fx::Expected<std::string> EmitModels::text(const driver::Emission& emission,
                                           const driver::Models& models) const {
  if (is_document()) {
    std::vector<std::string> parts;
    for (const EmittedModel& part : emission.parts())
      parts.push_back(part.text);
    return report_.document(parts, models.traced().classes);
  }
  if (!is_archive_) return emission.text();
  fx::Expected<std::string> bytes = emission.archive(models, weights_);
  if (!bytes) return bytes;
  if (weights_.empty())
    WithColor::warning(errs(), "fx-clang-trace")
        << "no --weights: the archive has initial weights, from random numbers of its own\n";
  return bytes;
}

bool EmitModels::verify(driver::Verification& verification, const driver::Emission& emission,
                        const std::string& text, Verbosity verbosity) {
  if (const auto error = verification.set_emitted(emission, text))
    return errs() << error->to_string(), false;
  return VerifyModels::compare(verification, verbosity);
}

int EmitModels::run(driver::Models& models, PassCommandLine& passes, const VerifyModels& verify,
                    Verbosity verbosity) {
  if (!trace(models, verbosity)) return 1;
  std::optional<driver::Verification> verification = verify.verification(models);
  driver::Emission emission(*emitter_, emit_.options());
  for (TracedModule& model : models) {
    if (const auto error =
            models.transform(model, verification ? &*verification : nullptr, emission.options()))
      return fail(models, *error);
    emitter_->prepare(model);
    if (const auto error = emission.add(model)) return fail(models, *error);
    if (emitter_->remarks != nullptr && verbosity == Verbosity::Normal)
      for (const Saying& remark : emitter_->remarks(model))
        report_saying(remark);
  }
  passes.finish();
  const fx::Expected<std::string> text = this->text(emission, models);
  if (!text) return fail(models, text.error());
  const int code = models.traced().num_failed == 0 ? 0 : 1;
  if (verification) {
    if (!EmitModels::verify(*verification, emission, *text, verbosity)) return 1;
    if (!is_asked_for()) return code;
  }
  if (llvm::Error failure = write_output(output_, *text)) {
    report_failure(("cannot write '" + output_ + "': " + toString(std::move(failure))));
    return 1;
  }
  return code;
}

} // namespace fx::tool
