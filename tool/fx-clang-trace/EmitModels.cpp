#include "EmitModels.h"

#include "ModelReport.h"
#include "TerminalSink.h"
#include "WriteOutput.h"

#include "fx/CodeGen/PythonNames.h"

#include "llvm/Support/WithColor.h"

#include <fmt/format.h>

namespace fx::tool {

using namespace llvm;

EmitModels::EmitModels(cl::OptionCategory& category)
    : description_("What to write, " + emitter_names()),
      emit_("emit", cl::desc(description_), cl::value_desc("kind"), cl::init("graph"),
            cl::cat(category)),
      output_("o", cl::desc("Where to write (default: standard output)"), cl::value_desc("file"),
              cl::init("-"), cl::cat(category)),
      class_name_("class-name", cl::desc("Name of the generated class"), cl::value_desc("name"),
                  cl::cat(category)),
      print_locations_("print-locations", cl::desc("Write where nodes come from"),
                       cl::cat(category)),
      print_meta_("print-meta", cl::desc("Write all that is known of nodes"), cl::cat(category)),
      weights_("weights",
               cl::desc("For --emit=torchscript -o NAME.pt and --emit=pt2: what C++'s torch::save "
                        "wrote (default: initial weights)"),
               cl::value_desc("file"), cl::cat(category)) {}

llvm::Error EmitModels::prepare() {
  emitter_ = find_emitter(emit_.getValue());
  if (!emitter_) return createStringError("--emit=" + emit_ + " is unknown; " + emitter_names());
  const std::string_view suffix = emitter_->archive_suffix;
  is_archive_ = !suffix.empty() && StringRef(output_).ends_with(suffix);
  if (emitter_->is_archive_only() && !is_archive_)
    return createStringError(fmt::format("--emit={0} writes a file that ends in {1}: -o NAME{1}",
                                         emit_.getValue(), suffix));
  if (!weights_.empty() && !is_archive_)
    return createStringError("--weights goes with --emit=torchscript and an output that ends in "
                             ".pt: -o NAME.pt; or with "
                             "--emit=pt2 -o NAME.pt2");
  return llvm::Error::success();
}

EmitOptions EmitModels::options() const {
  EmitOptions options;
  options.class_name = class_name_;
  options.print = {.locations = print_locations_, .meta = print_meta_};
  return options;
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
  driver::Emission emission(*emitter_, options());
  for (TracedModule& model : models) {
    if (const auto error =
            models.transform(model, verification ? &*verification : nullptr, emission.options()))
      return fail(models, *error);
    if (const auto error = emission.add(model)) return fail(models, *error);
    if (emitter_->language == Language::Python && verbosity == Verbosity::Normal)
      for (const Saying& remark : python_name_remarks(model))
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
