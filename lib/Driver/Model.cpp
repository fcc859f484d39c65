#include "fx/Driver/Model.h"

#include "fx/Driver/Verify.h"
#include "fx/Frontend/InputSpec.h"

namespace fx::driver {

namespace {

/// What was given to a placeholder, as `kernels` hold it; null when nothing was.
ExampleTypes::InputOf example_of(const std::shared_ptr<ops::Kernels>& kernels) {
  return [kernels](const Node& placeholder) -> ops::ExampleValue {
    const frontend::InputSpec* given = placeholder.meta(frontend::example_input);
    if (given == nullptr) return nullptr;
    const Expected<ops::ExampleValue> value = frontend::make_example(*kernels, *given);
    return value ? *value : nullptr;
  };
}

} // namespace

Models::Models(frontend::Session& session, std::vector<std::string> files,
               const frontend::TraceOptions& options, PassManager passes, PluginFinder plugin)
    : session_(session), files_(std::move(files)), options_(options), passes_(std::move(passes)),
      plugin_(std::move(plugin)) {
  passes_.set_examples(options_.kernels, example_of(options_.kernels));
}

bool Models::trace(DiagnosticSink& sink) {
  traced_ = trace_again(options_, sink);
  return traced_.ok();
}

bool Models::trace_with_syntax(DiagnosticSink& sink) {
  frontend::TraceOptions options = options_;
  options.syntax = true;
  traced_ = trace_again(options, sink);
  return traced_.ok();
}

frontend::TraceResult Models::trace_again(const frontend::TraceOptions& options,
                                          DiagnosticSink& sink) const {
  return session_.trace(files_, options, sink);
}

std::optional<Error> Models::transform(TracedModule& model, Verification* verification,
                                       const EmitOptions& how) const {
  if (verification != nullptr)
    if (auto error = verification->before_passes(model)) return error;
  const Expected<bool> changed = passes_.run(model);
  if (!changed) return changed.error();
  return verification != nullptr ? verification->after_passes(model, how) : std::nullopt;
}

} // namespace fx::driver
