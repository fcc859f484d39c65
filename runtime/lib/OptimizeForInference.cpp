#include "fx/Runtime/OptimizeForInference.h"

#include "ExampleValues.h"
#include "FrozenLayers.h"
#include "NoteShapes.h"
#include "TensorDifference.h"

#include "fx/Analysis/LayoutUses.h"
#include "fx/Runtime/ConstFold.h"
#include "fx/Runtime/RunPasses.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/rand.h>

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace fx {

namespace {

using runtime::LayerCall;
using runtime::PrepackedLayer;

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

/// Whether a call fails, or gives something else, where an operand lies otherwise in memory; and
/// what is returned.
bool wants_layout(const Node& node) {
  return node.op() == Opcode::Output || depends_on_layout(node);
}

bool is_contiguous(const TensorMeta& tensor) {
  int64_t expected = 1;
  for (size_t i = tensor.shape.size(); i-- > 0;) {
    if (tensor.shape[i] != 1 && tensor.stride[i] != expected) return false;
    expected *= tensor.shape[i];
  }
  return true;
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
    if (options_.reinplace) step("reinplace", [&] { reinplace(); });
    if (options_.use_mkldnn) step("use_mkldnn", [&] { use_mkldnn(); });
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
    pass("fuse-conv-bn,fuse-linear-bn,cse,dce");
    current_ = folded(current_);
    remark(fmt::format("{} calls are {} with weights folded", before, count_calls()));
  }

  static GraphModule folded(const GraphModule& module) {
    FoldedGraphModule made = split_const_subgraphs(module);
    made->eval();
    made->run_folding();
    return runtime::frozen(made);
  }

  /// Where it is measured to be faster.
  void merge() {
    runtime::note_shapes(current_, inputs_);
    GraphModule merged = runtime::frozen(current_);
    if (!run_passes(merged, "merge-linears,merge-matmuls,dce")) return;
    merged = folded(merged);
    const double apart = time_of(current_), together = time_of(merged);
    if (together < apart) current_ = merged;
    remark(fmt::format("linear layers and products that share an operand are {}: {:.3f} ms, and "
                       "{:.3f} ms merged",
                       together < apart ? "merged" : "left", apart * 1000, together * 1000));
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
    run_passes(current_, "reinplace<inference>,dce"); // its remarks are many
  }

  /// Both layouts, and the graph as it is: what takes least.
  void use_mkldnn() {
    if (runtime::writes_to_weights(current_)) {
      remark("oneDNN is left: the graph may write to weights, or calls what may");
      return;
    }
    runtime::note_shapes(current_, inputs_);
    GraphModule best = current_;
    double least = time_of(current_);
    std::string chosen = "no oneDNN";
    const bool keeps_layout = runtime::writes_by_layout(current_);
    if (keeps_layout)
      remark("channels_last is left: what is written to may be a view or a copy by layout");
    for (const auto& [layout, name] :
         {std::pair(at::MemoryFormat::Contiguous, "oneDNN"),
          std::pair(at::MemoryFormat::ChannelsLast, "oneDNN, channels_last")}) {
      if (keeps_layout && layout != at::MemoryFormat::Contiguous) continue;
      std::optional<GraphModule> made = with_prepacked_layers(layout);
      const double time = made ? time_of(*made) : least;
      if (time >= least) continue;
      best = *made;
      least = time;
      chosen = name;
    }
    current_ = best;
    remark(fmt::format("{} is fastest: {:.3f} ms", chosen, least * 1000));
  }

  double time_of(const GraphModule& module) const {
    GraphModule run = module;
    const Args inputs = copies_of(inputs_);
    return runtime::time_of([&] { run->run(inputs); });
  }

  /// Nothing: it does not run so.
  std::optional<GraphModule> with_prepacked_layers(at::MemoryFormat layout) const {
    GraphModule made = runtime::frozen(current_);
    runtime::ReplacedLayers packed;
    for (LayerCall& call : runtime::frozen_layers(made)) {
      call.input = packed.now(call.input);
      if (Node* fast = prepack(made, call, layout)) packed.replace(made->graph(), call, fast);
    }
    if (packed.empty()) return std::nullopt;
    restore_layouts(made->graph());
    try {
      made->run(copies_of(inputs_));
    } catch (const ExecutionError& error) {
      remark(fmt::format("a layout is left: {}", error.what()));
      return std::nullopt;
    }
    return made;
  }

  /// Where oneDNN is faster for this layer: the call of it. Null: it is not.
  static Node* prepack(GraphModule& module, const LayerCall& call, at::MemoryFormat layout) {
    const TensorMeta* shape = call.input->meta(meta::tensor_meta);
    if (shape == nullptr || shape->dtype.view() != "float32") return nullptr;
    at::Tensor example = at::rand(shape->shape);
    if (!PrepackedLayer::is_possible(call.layer, example)) return nullptr;
    if (!call.layer.is_linear()) example = example.contiguous(layout);
    const auto layer = std::make_shared<PrepackedLayer>(call.layer, example, layout);
    if (runtime::time_of([&] { layer->forward(example); }) >=
        runtime::time_of([&] { call.layer.run(example); }))
      return nullptr;
    const std::string path = runtime::free_path(module, "prepacked");
    module->add_submodule(path, layer);
    Graph& graph = module->graph();
    Node* last = call.relu != nullptr ? call.relu : call.call;
    const auto here = graph.inserting_before(call.call);
    Node* fast = graph.call_module(Symbol(path), {call.input});
    if (const TensorMeta* result = last->meta(meta::tensor_meta))
      fast->set_meta(meta::tensor_meta, *result);
    return fast;
  }

  /// Gives calls that want it, and the caller, the layout that there was before.
  static void restore_layouts(Graph& graph) {
    const std::vector<Node*> nodes(graph.begin(), graph.end());
    for (Node* node : nodes)
      if (wants_layout(*node))
        for (Node* input : node->all_input_nodes()) {
          const TensorMeta* was = input->meta(meta::tensor_meta);
          if (was != nullptr && is_contiguous(*was)) make_contiguous(graph, *node, input);
        }
  }

  static void make_contiguous(Graph& graph, Node& user, Node* value) {
    const auto here = graph.inserting_before(&user);
    user.replace_input_with(value, graph.call_method("contiguous", {value}));
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
