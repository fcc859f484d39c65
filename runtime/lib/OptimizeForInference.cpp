#include "fx/Runtime/OptimizeForInference.h"

#include "ExampleValues.h"
#include "FrozenLayers.h"
#include "NoteShapes.h"
#include "OneDnnParts.h"
#include "TensorDifference.h"
#include "Timing.h"

#include "fx/Runtime/ConstFold.h"
#include "fx/Runtime/RunPasses.h"

#include <ATen/core/grad_mode.h>

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace fx {

namespace {

Args copies_of(const Args& inputs) {
  Args copies;
  for (const Value& input : inputs)
    copies.push_back(
        runtime::map_tensors(input, [](const at::Tensor& tensor) { return tensor.clone(); }));
  return copies;
}

std::vector<at::Tensor> tensors_of(const Value& value) {
  std::vector<at::Tensor> tensors;
  runtime::for_each_tensor(value, [&](const at::Tensor& tensor) { tensors.push_back(tensor); });
  return tensors;
}

class InferenceOptimizer {
public:
  InferenceOptimizer(const GraphModule& module, const Args& inputs,
                     const OptimizeForInferenceOptions& options)
      : options_(options), inputs_(inputs), current_(runtime::frozen(module)),
        expected_(tensors_of(current_->run(copies_of(inputs_)))) {}

  GraphModule run() {
    if (options_.remove_dropout) step("remove_dropout", [&] { pass("remove-dropout"); });
    if (options_.fold_weights) step("fold_weights", [&] { fold_weights(); });
    if (options_.merge) step("merge", [&] { merge(); });
    if (options_.use_mkldnn) step("use_mkldnn", [&] { use_mkldnn(); });
    if (options_.reinplace) step("reinplace", [&] { reinplace(); });
    return current_;
  }

private:
  void remark(const std::string& text) const {
    if (options_.remark) options_.remark(text);
  }

  /// Does it, and looks whether the module still gives the same. What cannot be done is left.
  template <class Work>
  void step(const char* name, const Work& work) {
    const GraphModule before = current_;
    Graph graph = before->graph().clone();
    try {
      work();
    } catch (
        const RuntimeError& error) { // a module of the program's own, of which nothing is known
      current_ = before;
      current_->set_graph(std::move(graph));
      remark(fmt::format("{} is left: {}", name, error.what()));
      return;
    }
    const std::vector<at::Tensor> found = tensors_of(current_->run(copies_of(inputs_)));
    std::string difference = found.size() == expected_.size() ? "" : "another number of tensors";
    for (size_t i = 0; i < found.size() && difference.empty(); ++i) {
      const double largest = expected_[i].numel() == 0 || !expected_[i].is_floating_point()
                                 ? 0.0
                                 : expected_[i].abs().max().to(at::kDouble).item<double>();
      difference = runtime::compare_tensors(expected_[i], found[i],
                                            {.rtol = 0, .atol = options_.tolerance * largest},
                                            fmt::format("result {}", i))
                       .text;
    }
    if (!difference.empty())
      throw RuntimeError(fmt::format("optimize_for_inference: after {} the module gives something "
                                     "else: {}",
                                     name, difference));
  }

  void pass(std::string_view pipeline) { run(current_, pipeline); }
  void run(GraphModule& module, std::string_view pipeline) const {
    run_passes(module, pipeline, {.remark = options_.remark});
  }

  void fold_weights() {
    const size_t before = count_calls();
    runtime::note_shapes(current_, inputs_);
    pass("fuse-conv-bn<input-ranks>,fuse-linear-bn<input-ranks>,cse,dce");
    current_ = folded(current_);
    remark(fmt::format("{} calls are {} with weights folded", before, count_calls()));
  }

  static GraphModule folded(const GraphModule& module) {
    FoldedGraphModule made = split_const_subgraphs(module);
    made->eval();
    made->run_folding();
    return runtime::frozen(made);
  }

  /// Where it is measured to be faster, in oneDNN where the rest will be there.
  void merge() {
    runtime::note_shapes(current_, inputs_);
    GraphModule merged = runtime::frozen(current_);
    if (!run_passes(merged, "merge-linears,merge-matmuls,dce")) return;
    merged = folded(merged);
    const bool uses_onednn = options_.use_mkldnn && !runtime::writes_to_weights(current_);
    const auto as_it_will_be = [&](const GraphModule& module) {
      return uses_onednn ? in_onednn(module).value_or(module) : module;
    };
    const runtime::Times times = compare(as_it_will_be(current_), as_it_will_be(merged));
    if (times.is_second_faster()) current_ = merged;
    remark(fmt::format("linear layers and products that share an operand are {}{}",
                       times.is_second_faster() ? "merged" : "left", told(times, "merged")));
  }

  size_t count_calls() const {
    const Graph& graph = current_->graph();
    return static_cast<size_t>(std::ranges::count_if(graph, [](const Node* node) {
      return node->op() == Opcode::CallFunction || node->op() == Opcode::CallMethod ||
             node->op() == Opcode::CallModule;
    }));
  }

  void reinplace() {
    runtime::note_shapes(current_, inputs_);
    // The pass goes into parts, too, where it is not their graphs that run.
    const auto parts = runtime::onednn_parts(current_);
    run_passes(current_, "reinplace<inference>,dce"); // its remarks are many
    for (const auto& [path, part] : parts)
      current_->add_submodule(path, part);
  }

  /// Parts of convolutions and linear layers become modules that oneDNN runs, where that is
  /// measured to be faster.
  void use_mkldnn() {
    if (runtime::writes_to_weights(current_)) {
      remark("oneDNN is left: the graph may write to weights, or calls what may");
      return;
    }
    const std::optional<GraphModule> made = in_onednn(current_);
    if (!made) {
      remark("oneDNN is left: no part of the graph is faster there");
      return;
    }
    const runtime::Times times = compare(current_, *made);
    const size_t parts = runtime::onednn_parts(*made).size();
    if (times.is_second_faster()) current_ = *made;
    const std::string count = parts == 1 ? "one part" : fmt::format("{} parts", parts);
    remark(fmt::format("oneDNN is {}{}", times.is_second_faster() ? "used" : "left",
                       told(times, fmt::format("with {} in it", count))));
  }

  std::optional<GraphModule> in_onednn(const GraphModule& module) const {
    return runtime::OneDnnParts(functional(module), inputs_, options_.measure).replaced();
  }

  /// Without writes, which no part has, where the pass can do that.
  GraphModule functional(const GraphModule& module) const {
    GraphModule made = runtime::frozen(module);
    try {
      run(made, "module-to-functional,functionalize,dce");
    } catch (const RuntimeError& error) {
      remark(fmt::format("writes to tensors are left: {}", error.what()));
      return runtime::frozen(module);
    }
    return made;
  }

  std::string told(const runtime::Times& times, std::string_view how) const {
    if (!options_.measure) return "";
    return fmt::format(": {:.3f} ms, and {:.3f} ms {}", times.first * 1000, times.second * 1000,
                       how);
  }

  /// Without measuring the second one counts as faster.
  runtime::Times compare(GraphModule before, GraphModule after) const {
    if (!options_.measure) return {1, 0};
    const Args first = copies_of(inputs_), second = copies_of(inputs_);
    return runtime::times_of([&] { before->run(first); }, [&] { after->run(second); });
  }

  const OptimizeForInferenceOptions& options_;
  const Args& inputs_;
  GraphModule current_;
  std::vector<at::Tensor> expected_;
};

} // namespace

GraphModule optimize_for_inference(const GraphModule& module, const Args& inputs,
                                   const OptimizeForInferenceOptions& options) {
  if (module->is_training())
    throw RuntimeError("optimize_for_inference: the module is in training; call eval() first");
  const at::NoGradGuard no_grad;
  return InferenceOptimizer(module, inputs, options).run();
}

} // namespace fx
