#include "fx/Driver/Model.h"

#include "fx/Driver/Verify.h"
#include "fx/Frontend/InputSpec.h"

#include <algorithm>

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

ops::KernelsOpener kernels_opener(PluginFinder plugin) {
  using Kernels = Expected<std::shared_ptr<ops::Kernels>>;
  return [plugin = std::move(plugin),
          opened = std::make_shared<std::optional<Kernels>>()]() -> Kernels {
    if (*opened) return **opened;
    const Expected<std::string> file = plugin();
    if (!file) return file.error();
    return opened->emplace(ops::load_kernels(*file));
  };
}

Models::Models(frontend::Session& session, std::vector<std::string> files,
               const frontend::TraceOptions& options, PassManager passes, PluginFinder plugin)
    : session_(session), files_(std::move(files)), options_(options), passes_(std::move(passes)),
      plugin_(std::move(plugin)) {
  passes_.set_examples(options_.kernels, example_of(options_.kernels));
  if (options_.open_kernels) passes_.set_kernels(options_.open_kernels);
}

bool Models::trace(DiagnosticSink& sink) {
  traced_ = trace_again(options_, sink);
  open_kernels();
  return traced_.ok();
}

void Models::open_kernels() {
  const auto has_example = [](const Node* input) {
    return input->meta(frontend::example_input) != nullptr;
  };
  if (options_.kernels || !options_.open_kernels ||
      std::ranges::none_of(traced_.models, [&](const TracedModule& model) {
        return std::ranges::any_of(model.graph.placeholders(), has_example);
      }))
    return;
  // The trace has opened them already.
  if (Expected<std::shared_ptr<ops::Kernels>> kernels = options_.open_kernels())
    options_.kernels = *kernels;
  passes_.set_examples(options_.kernels, example_of(options_.kernels));
}

bool Models::trace_with_syntax(DiagnosticSink& sink) {
  frontend::TraceOptions options = options_;
  options.syntax = true;
  traced_ = trace_again(options, sink);
  open_kernels();
  return traced_.ok();
}

frontend::TraceResult Models::trace_again(const frontend::TraceOptions& options,
                                          DiagnosticSink& sink) const {
  return session_.trace(files_, options, sink);
}

std::optional<Error> Models::run_passes(TracedModule& model, Verification* verification) const {
  struct : PassInstrumentation {
    Verification* verification;
    std::optional<Error> after_pass(std::string_view pass, const TracedModule& module,
                                    const PassResult& result, const AnalysisManager&) override {
      if (result.modified) verification->after_pass(pass, module);
      return std::nullopt;
    }
  } observer;
  observer.verification = verification;
  const Expected<bool> changed = passes_.run(model, verification != nullptr ? &observer : nullptr);
  return changed ? std::nullopt : std::optional(changed.error());
}

std::optional<Error> Models::transform(TracedModule& model, Verification* verification,
                                       const EmitOptions& how) const {
  if (verification != nullptr)
    if (auto error = verification->before_passes(model)) return error;
  if (auto error = run_passes(model, verification)) return error;
  return verification != nullptr ? verification->after_passes(model, how) : std::nullopt;
}

} // namespace fx::driver
