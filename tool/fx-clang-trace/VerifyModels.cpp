#include "VerifyModels.h"

#include "GraphDiagnostics.h"

#include "fx/Verify/Verify.h"

#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

#include <fmt/format.h>

namespace fx::tool {

using namespace llvm;

namespace {

void report_error(const Error& error) {
  SourceMgr sources;
  report(sources, SourceMgr::DK_Error, error);
}

/// The first node that computes something else, at its place in the user's source.
void report_node(const std::vector<verify::Subject>& subjects, const verify::Verdict& verdict) {
  const std::string mode = verdict.training ? "train" : "eval";
  for (const verify::Subject& subject : subjects) {
    if (subject.training != verdict.training) continue;
    const auto node = subject.nodes.find(verdict.node);
    if (node == subject.nodes.end()) {
      report_error({"the regenerated model computes something else in " + mode +
                        " mode, and so does the graph as traced: this is a mistake of fx-clang",
                    {},
                    {"please report it, with the model"}});
      return;
    }
    const auto& [range, target] = node->second;
    report_error({fmt::format("in {} mode %{} ({}) is the first node whose value differs", mode,
                              verdict.node, target),
                  {range.file.str(), range.line, range.column},
                  {"the graph as traced computes what the original does: a pass changed this"}});
  }
}

} // namespace

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

bool VerifyModels::run(const clang::tooling::CompilationDatabase& database,
                       const std::vector<std::string>& sources, frontend::TraceOptions options,
                       PassPipeline& pipeline) const {
  options.remarks = false;
  options.listener = nullptr;
  std::vector<std::vector<verify::Subject>> models;
  for (const bool training : {false, true}) {
    if (modes_ == (training ? Modes::Eval : Modes::Train)) continue;
    options.training = training;
    llvm::Expected<std::vector<GraphModule>> traced = frontend::trace(database, sources, options);
    if (!traced) {
      consumeError(traced.takeError()); // every error is on the screen already
      return false;
    }
    models.resize(traced->size());
    for (size_t i = 0; i < traced->size(); ++i) {
      GraphModule& module = (*traced)[i];
      fx::Expected<verify::Subject> subject = verify::before_passes(module);
      std::optional<Error> error = subject ? std::nullopt : std::optional(subject.error());
      if (!error) error = pipeline.run(module, {});
      if (!error) error = subject->set_changed(module);
      if (error) {
        report_error(*error);
        return false;
      }
      models[i].push_back(std::move(*subject));
    }
  }
  verify::Options how{tolerance_, {link_arguments_.begin(), link_arguments_.end()}, {}};
  if (options.header_cache.enabled)
    how.cache_directory = frontend::cache_folder(options.header_cache);
  bool agree = true;
  for (const std::vector<verify::Subject>& subjects : models) {
    llvm::Expected<verify::Verdict> verdict = verify::verify(database, subjects, how);
    if (!verdict) {
      WithColor::error(errs(), "fx-clang-trace")
          << subjects.front().origin.root << ": " << toString(verdict.takeError()) << "\n";
      return false;
    }
    if (models.size() > 1) outs() << subjects.front().origin.root << "\n";
    outs() << verdict->report;
    if (!verdict->agrees) report_node(subjects, *verdict);
    agree &= verdict->agrees;
  }
  outs().flush();
  return agree;
}

} // namespace fx::tool
