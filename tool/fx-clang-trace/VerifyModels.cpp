#include "VerifyModels.h"

#include "GuessedInputs.h"
#include "VerifyReport.h"

#include "fx/Verify/GuessInputs.h"

#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <fmt/format.h>

namespace fx::tool {

using namespace llvm;

VerifyModels::VerifyModels(cl::OptionCategory& category)
    : modes_("verify",
             cl::desc("Compile and run the original and the regenerated C++ with the same weights "
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

struct VerifyModels::Task {
  const clang::tooling::CompilationDatabase& database;
  const std::vector<std::string>& sources;
  PassPipeline& pipeline;
  const std::string& plugin;
  bool with_python = false;
  frontend::TraceOptions options;

  /// Empty: an error, which is on the screen unless the options say quiet.
  std::optional<std::vector<GraphModule>> trace(bool training) {
    options.training = training;
    options.eval_only = !training;
    llvm::Expected<std::vector<GraphModule>> traced = frontend::trace(database, sources, options);
    if (traced) return std::move(*traced);
    consumeError(traced.takeError());
    return std::nullopt;
  }
};

std::vector<bool> VerifyModels::modes() const {
  if (modes_ == Modes::Both) return {false, true};
  return {modes_ == Modes::Train};
}

bool VerifyModels::guess(Task& task, const GraphModule& traced) const {
  return guess_inputs(task.database, task.sources, traced, modes(), task.plugin, task.options);
}

bool VerifyModels::run(const clang::tooling::CompilationDatabase& database,
                       const std::vector<std::string>& sources, frontend::TraceOptions options,
                       PassPipeline& pipeline, const std::string& plugin, bool with_python) const {
  options.remarks = false;
  options.listener = nullptr;
  Task task{database, sources, pipeline, plugin, with_python, std::move(options)};
  const std::optional<std::vector<GraphModule>> traced = task.trace(modes().front());
  if (!traced) return false;
  if (std::ranges::none_of(*traced, verify::needs_examples)) return verify_traced(task);
  // Each model has inputs of its own.
  bool agree = true;
  const std::vector<std::string> given = task.options.inputs;
  for (const GraphModule& module : *traced) {
    if (traced->size() > 1) {
      outs() << module.origin.root << "\n";
      task.options.root = module.origin.root;
    }
    task.options.inputs = given;
    agree &= (!verify::needs_examples(module) || guess(task, module)) && verify_traced(task);
  }
  return agree;
}

bool VerifyModels::verify_traced(Task& task) const {
  std::vector<std::vector<verify::Subject>> models;
  for (const bool training : modes()) {
    std::optional<std::vector<GraphModule>> traced = task.trace(training);
    if (!traced) return false;
    models.resize(traced->size());
    for (size_t i = 0; i < traced->size(); ++i) {
      GraphModule& module = (*traced)[i];
      fx::Expected<verify::Subject> subject = verify::before_passes(module);
      std::optional<Error> error = subject ? std::nullopt : std::optional(subject.error());
      if (!error) error = task.pipeline.run(module, {});
      if (!error) error = subject->set_changed(module);
      if (!error && task.with_python) error = subject->set_python(module);
      if (error) {
        report_error(*error);
        return false;
      }
      models[i].push_back(std::move(*subject));
    }
  }
  verify::Options how{tolerance_, {link_arguments_.begin(), link_arguments_.end()}, {}};
  if (task.options.header_cache.enabled)
    how.cache_directory = frontend::cache_folder(task.options.header_cache);
  bool agree = true;
  for (const std::vector<verify::Subject>& subjects : models) {
    llvm::Expected<verify::Verdict> verdict = verify::verify(task.database, subjects, how);
    if (!verdict) {
      WithColor::error(errs(), "fx-clang-trace")
          << subjects.front().origin.root << ": " << toString(verdict.takeError()) << "\n";
      return false;
    }
    if (models.size() > 1) outs() << subjects.front().origin.root << "\n";
    outs() << verdict->report;
    outs().flush();
    if (!verdict->agrees) report_node(*verdict);
    agree &= verdict->agrees;
  }
  return agree;
}

} // namespace fx::tool
