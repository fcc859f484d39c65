#include "GuessedInputs.h"

#include "VerifyReport.h"

#include "fx/Verify/GuessInputs.h"

namespace fx::tool {

namespace {

/// Keeps the last error of attempts.
class LastError : public frontend::DiagnosticSink {
public:
  void on_diagnostic(const frontend::TraceDiagnostic& diagnostic) override {
    if (diagnostic.severity == "error") message = diagnostic.message;
  }
  std::string message;
};

} // namespace

std::optional<GuessedInputs> guess_inputs(frontend::Session& session,
                                          const std::vector<std::string>& sources,
                                          const TracedModule& model, const std::string& plugin,
                                          frontend::TraceOptions attempt) {
  fx::Expected<std::shared_ptr<ops::Kernels>> kernels = ops::load_kernels(plugin);
  if (!kernels) return report_error(kernels.error()), std::nullopt;
  LastError refused;
  attempt.kernels = *kernels;
  GuessedInputs found;
  const auto accepts = [&](const std::vector<std::string>& inputs) {
    attempt.inputs = inputs;
    const frontend::TraceResult traced = session.trace(sources, attempt, refused);
    if (!traced.ok()) return false;
    for (const Node* node : traced.models.front().graph.placeholders())
      if (const frontend::InputSpec* spec = node->meta(frontend::example_input))
        found.examples[node->target().str()] = *spec;
    return true;
  };
  fx::Expected<std::vector<std::string>> inputs = verify::guess_inputs(model, **kernels, accepts);
  if (!inputs) {
    Error error = inputs.error();
    if (!refused.message.empty()) error.notes.push_back("with that: " + refused.message);
    report_error(error);
    return std::nullopt;
  }
  found.texts = std::move(*inputs);
  return found;
}

} // namespace fx::tool
