#include "fx/Runtime/MixedPrecision.h"

#include "ExampleValues.h"
#include "NoteShapes.h"

#include "fx/Runtime/RunPasses.h"

#include <ATen/Functions.h>
#include <ATen/core/grad_mode.h>

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace fx {

namespace {

std::vector<at::Tensor> tensors_of(const Value& value) {
  std::vector<at::Tensor> tensors;
  runtime::for_each_tensor(value, [&](const at::Tensor& tensor) { tensors.push_back(tensor); });
  return tensors;
}

/// The value as shape-prop takes it; empty: in no way.
std::string example_text(const Value& value) {
  if (value.isBool()) return value.toBool() ? "true" : "false";
  if (value.isInt()) return fmt::format("{}", value.toInt());
  if (value.isDouble()) return fmt::format("{:#}", value.toDouble());
  return value.isNone() ? "none" : "";
}

/// Notes what the inputs are, and says what pipeline knows the others.
std::string note_inputs(Graph& graph, const Args& inputs) {
  std::string examples;
  const std::vector<Node*> placeholders = graph.placeholders();
  for (size_t i = 0; i < std::min(placeholders.size(), inputs.size()); ++i) {
    if (inputs[i].isTensor() && inputs[i].toTensor().defined())
      placeholders[i]->set_meta(meta::tensor_meta, runtime::tensor_meta_of(inputs[i].toTensor()));
    else if (const std::string text = example_text(inputs[i]); !text.empty())
      examples += fmt::format("{}{}={}", examples.empty() ? "" : ";",
                              placeholders[i]->target().view(), text);
  }
  return examples.empty() ? "" : fmt::format("shape-prop<{}>,", examples);
}

} // namespace

PrecisionError precision_error(const Value& expected, const Value& found) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const std::vector<at::Tensor> a = tensors_of(expected), b = tensors_of(found);
  if (a.size() != b.size()) return {infinity, infinity};
  PrecisionError error;
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i].sizes() != b[i].sizes()) return {infinity, infinity};
    if (a[i].numel() == 0 || a[i].is_complex()) continue;
    const at::Tensor x = a[i].detach().to(at::kDouble), y = b[i].detach().to(at::kDouble);
    // What is no number, or infinite, stands at the same places.
    const at::Tensor same = (x == y).logical_or(x.isnan().logical_and(y.isnan()));
    const at::Tensor apart = at::where(same, at::zeros_like(x), (x - y).abs());
    const double absolute =
        apart.isnan().any().item<bool>() ? infinity : apart.max().item<double>();
    const double largest = at::where(x.isfinite(), x.abs(), at::zeros_like(x)).max().item<double>();
    const double relative = absolute == 0 ? 0 : largest > 0 ? absolute / largest : infinity;
    error.absolute = std::max(error.absolute, absolute);
    error.relative = std::max(error.relative, relative);
  }
  return error;
}

MixedPrecisionModule mixed_precision(const GraphModule& module, const Args& inputs,
                                     const MixedPrecisionOptions& options) {
  const at::NoGradGuard no_grad;
  Graph graph = module->graph().clone();
  std::unique_ptr<Graph> training;
  if (const Graph* own = module->training_graph()) training = std::make_unique<Graph>(own->clone());
  const std::string before = note_inputs(graph, module->process_inputs(inputs));
  if (training) note_inputs(*training, module->process_inputs(inputs));
  GraphModule mixed = module->with_graphs(std::move(graph), std::move(training));
  run_passes(mixed, before + "mixed-precision", {.remark = options.remark});
  PrecisionError error = precision_error(runtime::run_on_copies(module, inputs),
                                         runtime::run_on_copies(mixed, inputs));
  return {std::move(mixed), error};
}

} // namespace fx
