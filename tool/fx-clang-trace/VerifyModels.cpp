#include "VerifyModels.h"

#include "GuessedInputs.h"
#include "VerifyReport.h"

#include "fx/Verify/GuessInputs.h"

#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fx::tool {

using namespace llvm;

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
                      cl::value_desc("argument"), cl::cat(category)) {}

llvm::Error VerifyModels::prepare(const frontend::TraceOptions& options) const {
  const bool eval_of_train = options.training && modes_ == Modes::Eval;
  const bool train_of_eval = options.eval_only && modes_ == Modes::Train;
  if (!is_wanted() || (!eval_of_train && !train_of_eval)) return llvm::Error::success();
  return createStringError(
      fmt::format("--verify={} does not go with --mode={}: what is written is for that mode alone",
                  eval_of_train ? "eval" : "train", eval_of_train ? "train" : "eval"));
}

bool VerifyModels::begin(Tasks& tasks, frontend::Session& session,
                         const std::vector<std::string>& sources,
                         const frontend::TraceOptions& options, const std::string& plugin,
                         const TracedModule& traced, bool is_only) const {
  if (!is_wanted()) return true;
  fx::Expected<verify::Subject> subject = verify::before_passes(traced);
  if (!subject) return report_error(subject.error()), false;
  Task task{std::move(*subject), {}};
  task.subject.in_eval = modes_ != Modes::Train && !traced.training;
  task.subject.in_train = modes_ != Modes::Eval && !traced.eval_only;
  if (verify::needs_examples(traced)) {
    frontend::TraceOptions attempt = options;
    if (!is_only) attempt.root = traced.origin.root; // each model has inputs of its own
    if (!task.subject.in_train) attempt.eval_only = true;
    if (!task.subject.in_eval) attempt.training = true;
    std::optional<GuessedInputs> guessed =
        guess_inputs(session, sources, traced, plugin, std::move(attempt));
    if (!guessed) return false;
    task.guessed = std::move(guessed->texts);
    for (verify::Input& input : task.subject.inputs)
      if (const auto found = guessed->examples.find(input.name); found != guessed->examples.end())
        input.example = found->second;
  }
  tasks.push_back(std::move(task));
  return true;
}

bool VerifyModels::after_passes(Tasks& tasks, const TracedModule& changed,
                                const EmitOptions& how) const {
  if (!is_wanted()) return true;
  verify::Subject& subject = tasks.back().subject;
  if (const auto error = subject.set_changed(changed)) return report_error(*error), false;
  subject.cpp_class = cpp_class_name(changed, how);
  subject.python_class = python_class_name(changed, how);
  return true;
}

bool VerifyModels::compare(const frontend::Session& session, const Tasks& tasks) const {
  verify::Options how{tolerance_, {link_arguments_.begin(), link_arguments_.end()}, {}};
  const frontend::HeaderCacheOptions& cache = session.options().header_cache;
  if (cache.enabled) how.cache_directory = frontend::cache_folder(cache);
  bool agree = true;
  for (const Task& task : tasks) {
    const std::string& root = task.subject.origin.root;
    if (tasks.size() > 1) outs() << root << "\n";
    if (!task.guessed.empty()) outs() << fmt::format("inputs: {}\n", fmt::join(task.guessed, " "));
    outs().flush(); // before what goes to stderr
    llvm::Expected<verify::Verdict> verdict = verify::verify(session.database(), task.subject, how);
    if (!verdict) {
      WithColor::error(errs(), "fx-clang-trace")
          << root << ": " << toString(verdict.takeError()) << "\n";
      return false;
    }
    outs() << verdict->report;
    outs().flush();
    if (!verdict->agrees())
      report_difference(*verdict);
    else if (verdict->other_weights)
      WithColor::warning(errs()) << "the regenerated model starts from other initial values of "
                                    "parameters than the original; given the same weights, it "
                                    "computes the same\n";
    agree &= verdict->agrees();
  }
  return agree;
}

} // namespace fx::tool
