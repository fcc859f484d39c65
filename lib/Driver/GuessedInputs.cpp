#include "fx/Driver/GuessedInputs.h"

#include "fx/Verify/GuessInputs.h"

namespace fx::driver {

namespace {

/// Keeps the last error of attempts.
class LastError : public DiagnosticSink {
public:
  void on_diagnostic(const Diagnostic& diagnostic) override {
    if (diagnostic.severity == Severity::Error) message = diagnostic.message;
  }
  std::string message;
};

} // namespace

Expected<GuessedInputs> guess_inputs(const Models& models, const TracedModule& model,
                                     frontend::TraceOptions attempt,
                                     std::chrono::steady_clock::time_point deadline) {
  const Expected<std::string> plugin = models.plugin();
  if (!plugin) return plugin.error();
  const Expected<std::shared_ptr<ops::Kernels>> kernels = ops::load_kernels(*plugin);
  if (!kernels) return kernels.error();
  LastError refused;
  attempt.kernels = *kernels;
  GuessedInputs found;
  const auto accepts = [&](const std::vector<std::string>& inputs) {
    attempt.inputs = inputs;
    const frontend::TraceResult traced = models.trace_again(attempt, refused);
    if (!traced.ok()) return false;
    for (const Node* node : traced.models.front().graph.placeholders())
      if (const frontend::InputSpec* spec = node->meta(frontend::example_input))
        found.examples[node->target().str()] = *spec;
    return true;
  };
  Expected<std::vector<std::string>> inputs =
      verify::guess_inputs(model, **kernels, accepts, {.deadline = deadline, .stop = attempt.stop});
  if (!inputs) {
    Error error = inputs.error();
    if (!refused.message.empty()) error.notes.push_back("with that: " + refused.message);
    return error;
  }
  found.texts = std::move(*inputs);
  return found;
}

} // namespace fx::driver
