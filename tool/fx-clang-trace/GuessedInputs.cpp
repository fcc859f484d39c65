#include "GuessedInputs.h"

#include "VerifyReport.h"

#include "fx/Verify/GuessInputs.h"

#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fx::tool {

namespace {

/// Keeps the last error of attempts.
class LastError : public frontend::TraceListener {
public:
  void on_diagnostic(const frontend::TraceDiagnostic& diagnostic) override {
    if (diagnostic.severity == "error") message = diagnostic.message;
  }
  void on_class(const frontend::ClassResult&) override {}
  std::string message;
};

} // namespace

bool guess_inputs(const clang::tooling::CompilationDatabase& database,
                  const std::vector<std::string>& sources, const GraphModule& model,
                  const std::vector<bool>& modes, const std::string& plugin,
                  frontend::TraceOptions& options) {
  fx::Expected<std::shared_ptr<ops::Kernels>> kernels = ops::load_kernels(plugin);
  if (!kernels) return report_error(kernels.error()), false;
  LastError refused;
  frontend::TraceOptions attempt = options;
  attempt.kernels = *kernels;
  attempt.quiet = true;
  attempt.listener = &refused;
  const auto accepts = [&](const std::vector<std::string>& inputs) {
    attempt.inputs = inputs;
    return std::ranges::all_of(modes, [&](bool training) {
      attempt.training = training;
      attempt.eval_only = !training;
      llvm::Expected<std::vector<GraphModule>> traced = frontend::trace(database, sources, attempt);
      if (traced) return true;
      llvm::consumeError(traced.takeError());
      return false;
    });
  };
  const fx::Expected<std::vector<std::string>> inputs =
      verify::guess_inputs(model, **kernels, accepts);
  if (!inputs) {
    Error error = inputs.error();
    if (!refused.message.empty()) error.notes.push_back("with that: " + refused.message);
    report_error(error);
    return false;
  }
  options.kernels = *kernels;
  options.inputs = *inputs;
  llvm::outs() << fmt::format("inputs: {}\n", fmt::join(*inputs, " "));
  llvm::outs().flush(); // before what goes to stderr
  return true;
}

} // namespace fx::tool
