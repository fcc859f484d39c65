#include "VerifyModels.h"

#include "ModelReport.h"

#include "fx/Driver/Differences.h"

#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fx::tool {

using namespace llvm;

namespace {

class VerdictPrinter : public driver::VerdictSink {
public:
  VerdictPrinter(bool with_roots, Verbosity verbosity)
      : with_roots_(with_roots), verbosity_(verbosity) {}

  void on_comparison(const driver::Comparison& comparison) override {
    if (with_roots_) outs() << comparison.subject.origin.root << "\n";
    if (!comparison.guessed.empty())
      outs() << fmt::format("inputs: {}\n", fmt::join(comparison.guessed, " "));
    outs().flush(); // before what goes to stderr
  }

  void on_remark(const Saying& remark) override {
    if (verbosity_ != Verbosity::Quiet) report_saying(remark);
  }

  void on_verdict(const driver::Comparison& comparison, const verify::Verdict& verdict,
                  const driver::Step* step) override {
    outs() << verdict.report;
    outs().flush();
    if (!verdict.agrees())
      report_error(driver::difference_of(comparison, verdict, step));
    else if (verdict.other_weights)
      WithColor::warning(errs()) << "the regenerated model starts from other initial values of "
                                    "parameters than the original; given the same weights, it "
                                    "computes the same\n";
  }

private:
  bool with_roots_;
  Verbosity verbosity_;
};

} // namespace

VerifyModels::VerifyModels(cl::OptionCategory& category)
    : modes_("verify",
             cl::desc("Compile what is written, run it beside the original with the same weights "
                      "and inputs, and compare"),
             cl::ValueOptional, cl::init(Modes::Both),
             cl::values(clEnumValN(Modes::Both, "", ""),
                        clEnumValN(Modes::Both, "both", "in eval and in train mode (default)"),
                        clEnumValN(Modes::Eval, "eval", "in eval mode"),
                        clEnumValN(Modes::Train, "train", "in train mode")),
             cl::cat(category)),
      tolerance_("tolerance",
                 cl::desc("--verify: what the largest difference may be, absolute or relative to "
                          "the largest value (default: 1e-5)"),
                 cl::init(1e-5), cl::value_desc("number"), cl::cat(category)),
      link_arguments_("link-arg",
                      cl::desc("--verify: argument for the link, such as -lopencv_core"),
                      cl::value_desc("argument"), cl::cat(category)),
      megabytes_("memory-limit",
                 cl::desc("--verify: how much memory a program that is built may take (default: "
                          "three quarters of the machine's; 0: no limit)"),
                 cl::init(driver::VerifyOptions::most_of_memory()), cl::value_desc("megabytes"),
                 cl::cat(category)) {}

llvm::Error VerifyModels::prepare(const frontend::TraceOptions& options) const {
  const bool eval_of_train = options.training && modes_ == Modes::Eval;
  const bool train_of_eval = options.eval_only && modes_ == Modes::Train;
  if (!is_wanted() || (!eval_of_train && !train_of_eval)) return llvm::Error::success();
  return createStringError(
      fmt::format("--verify={} does not go with --mode={}: what is written is for that mode alone",
                  eval_of_train ? "eval" : "train", eval_of_train ? "train" : "eval"));
}

std::optional<driver::Verification> VerifyModels::verification(const driver::Models& models) const {
  if (!is_wanted()) return std::nullopt;
  driver::VerifyOptions how;
  how.eval = modes_ != Modes::Train;
  how.train = modes_ != Modes::Eval;
  how.tolerance = tolerance_;
  how.megabytes = megabytes_;
  how.link_arguments = {link_arguments_.begin(), link_arguments_.end()};
  return driver::Verification(models, std::move(how));
}

bool VerifyModels::compare(const driver::Verification& verification, Verbosity verbosity) {
  VerdictPrinter printer(/*with_roots=*/verification.comparisons().size() > 1, verbosity);
  const fx::Expected<bool> agree = verification.compare(printer);
  if (!agree) report_failure(agree.error().message_with_id());
  return agree && *agree;
}

} // namespace fx::tool
