#include "fx/Runtime/Quantize.h"

#include "ExampleValues.h"
#include "FrozenLayers.h"
#include "KeptGenerator.h"
#include "KeptState.h"
#include "NoteShapes.h"
#include "QuantizedModules.h"

#include "fx/Analysis/Aliasing.h"
#include "fx/Runtime/Errors.h"
#include "fx/Runtime/Interpreter.h"

#include <ATen/Functions.h>
#include <ATen/core/grad_mode.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <unordered_set>

namespace fx {

namespace {

using runtime::LayerCall;
using runtime::QuantizationParameters;
using runtime::QuantizedLayer;
using runtime::QuantizedLstm;

struct Range {
  double least = std::numeric_limits<double>::infinity();
  double greatest = -std::numeric_limits<double>::infinity();
  bool is_known() const { return std::isfinite(least) && std::isfinite(greatest); }
};

/// Runs a graph and keeps the ranges of what layers take, when they do, and give.
class Calibration : public Interpreter {
public:
  Calibration(GraphModule module, const std::vector<LayerCall>& layers)
      : Interpreter(std::move(module)) {
    for (const LayerCall& layer : layers) {
      takes_.emplace(layer.call, layer.input);
      gives_.insert(layer.relu != nullptr ? layer.relu : layer.call);
    }
  }

  Value run_node(Node& node) override {
    if (const auto found = takes_.find(&node); found != takes_.end())
      observe(inputs_[&node], *value(*found->second));
    Value result = Interpreter::run_node(node);
    if (gives_.contains(&node)) observe(results_[&node], result);
    return result;
  }
  Range input(const Node* call) const { return of(inputs_, call); }
  Range result(const Node* call) const { return of(results_, call); }

private:
  using Ranges = std::unordered_map<const Node*, Range>;
  static Range of(const Ranges& ranges, const Node* node) {
    const auto found = ranges.find(node);
    return found == ranges.end() ? Range() : found->second;
  }
  static void observe(Range& range, const Value& value) {
    if (!value.isTensor() || value.toTensor().numel() == 0) return;
    const at::Tensor& tensor = value.toTensor();
    const bool counts = tensor.scalar_type() == at::kFloat && tensor.isfinite().all().item<bool>();
    range.least = std::min(range.least, tensor.min().to(at::kDouble).item<double>());
    range.greatest = counts ? std::max(range.greatest, tensor.max().to(at::kDouble).item<double>())
                            : std::numeric_limits<double>::infinity();
  }

  std::unordered_map<const Node*, const Node*> takes_;
  std::unordered_set<const Node*> gives_;
  Ranges inputs_, results_;
};

/// Whether anything is written to the memory of results, between their layers and others.
class Writes {
public:
  explicit Writes(const GraphModule& module)
      : model_(module->describe()), aliasing_(model_.graph, model_) {
    for (const Node* node : model_.graph)
      by_name_.emplace(node->name(), node);
  }
  bool are_between(const Node& value, const Node& user) const {
    const Node& written = *by_name_.at(value.name());
    return aliasing_.is_written_between(aliasing_.memory(written), aliasing_.position(written),
                                        aliasing_.position(*by_name_.at(user.name())));
  }

private:
  TracedModule model_;
  AliasAnalysis aliasing_;
  std::unordered_map<Symbol, const Node*> by_name_;
};

void check(const GraphModule& module, const char* function) {
  if (module->is_training())
    throw RuntimeError(fmt::format("{}: the module is in training; call eval() first", function));
  if (!runtime::has_quantized_engine())
    throw RuntimeError(
        fmt::format("{}: this LibTorch has no engine for quantised operators", function));
}

PrecisionError error_of(const GraphModule& module, const GraphModule& quantized,
                        const std::vector<Args>& inputs) {
  PrecisionError error;
  for (const Args& each : inputs) {
    const PrecisionError one = precision_error(runtime::run_on_copies(module, each),
                                               runtime::run_on_copies(quantized, each));
    error.absolute = std::max(error.absolute, one.absolute);
    error.relative = std::max(error.relative, one.relative);
  }
  return error;
}

void tell(const QuantizeOptions& options, const std::string& text) {
  if (options.remark) options.remark(text);
}

bool keeps_weights(const GraphModule& module, const QuantizeOptions& options) {
  const bool writes = runtime::writes_to_weights(module);
  if (writes)
    tell(options, "all layers are left: the graph may write to weights, or calls what may");
  return !writes;
}

Node* call_layer(GraphModule& module, std::shared_ptr<torch::nn::Module> layer, Node* input) {
  const std::string path = runtime::free_path(module, "quantized");
  module->add_submodule(path, std::move(layer));
  return module->graph().call_module(Symbol(path), {input});
}

Node* dequantize(Graph& graph, Node* value) {
  return graph.call_method("dequantize", {value});
}

/// The layer in float32, which takes what is made float again.
Node* call_rounded(GraphModule& module, const runtime::FrozenLayer& layer, runtime::WeightBits bits,
                   Node* quantized) {
  Graph& graph = module->graph();
  Node* call =
      call_layer(module, runtime::rounded_layer(layer, bits), dequantize(graph, quantized));
  return layer.has_relu ? graph.call_function("torch.relu", {call}) : call;
}

Node* quantize_per_tensor(Graph& graph, Node* value, QuantizationParameters parameters) {
  return graph.call_function(
      "torch.quantize_per_tensor",
      {value, parameters.scale, parameters.zero_point, Argument::dtype("quint8")});
}

/// A layer that quantises what it takes by its own range.
Node* call_dynamic(GraphModule& module, const runtime::FrozenLayer& layer, Node* input,
                   const QuantizeOptions& options) {
  if (!options.reference)
    return call_layer(module, std::make_shared<QuantizedLayer>(layer, std::nullopt), input);
  return call_rounded(module, layer, runtime::WeightBits::Eight,
                      module->graph().call_function("torch.quantize_per_tensor_dynamic",
                                                    {input, Argument::dtype("quint8"), true}));
}

/// Puts layers that take and give uint8 in the place of others.
class StaticQuantizer {
public:
  StaticQuantizer(GraphModule module, const Calibration& calibration,
                  const QuantizeOptions& options)
      : module_(std::move(module)), calibration_(calibration), options_(options) {}

  size_t run(std::vector<LayerCall> layers) {
    const Writes writes(module_);
    for (const LayerCall& layer : layers)
      if (writes.are_between(*layer.input, *layer.call)) written_.insert(layer.call);
    size_t count = 0;
    for (LayerCall& layer : layers) {
      const Node* result = layer.relu != nullptr ? layer.relu : layer.call;
      const Range takes = calibration_.input(layer.call), gives = calibration_.result(result);
      if (!takes.is_known() || !gives.is_known() || !runtime::is_quantizable(layer.layer)) {
        tell(options_, fmt::format("'{}' is left: it takes, gives or has what is no finite float32",
                                   layer.call->name().view()));
        continue;
      }
      quantize(layer, runtime::parameters_for(takes.least, takes.greatest),
               runtime::parameters_for(gives.least, gives.greatest));
      ++count;
    }
    return count;
  }

private:
  void quantize(LayerCall& layer, QuantizationParameters takes, QuantizationParameters gives) {
    Graph& graph = module_->graph();
    const auto here = graph.inserting_before(layer.call);
    Node* input = in_uint8(layer, takes);
    Node* call =
        options_.reference
            ? quantize_per_tensor(
                  graph, call_rounded(module_, layer.layer, runtime::WeightBits::Seven, input),
                  gives)
            : call_layer(module_, std::make_shared<QuantizedLayer>(layer.layer, gives), input);
    Node* result = dequantize(graph, call);
    Node* was = layer.relu != nullptr ? layer.relu : layer.call;
    quantized_[was] = {call, gives};
    replaced_.replace(graph, layer, result);
  }

  /// What a layer before gives as it is, where nothing else is done to it.
  Node* in_uint8(const LayerCall& layer, QuantizationParameters parameters) {
    const auto found = quantized_.find(layer.input);
    if (found != quantized_.end() && found->second.second == parameters &&
        !written_.contains(layer.call))
      return found->second.first;
    return quantize_per_tensor(module_->graph(), replaced_.now(layer.input), parameters);
  }

  GraphModule module_;
  const Calibration& calibration_;
  const QuantizeOptions& options_;
  runtime::ReplacedLayers replaced_;
  std::unordered_set<const Node*> written_; // calls whose input changes before them
  /// By the results of the layers as they were: values in uint8.
  std::unordered_map<const Node*, std::pair<Node*, QuantizationParameters>> quantized_;
};

size_t quantize_lstms(GraphModule& module, const QuantizeOptions& options) {
  size_t count = 0;
  for (Node* call : module->graph().find_nodes(Opcode::CallModule)) {
    torch::nn::Module* called = module->find_module(call->target().view());
    const auto* lstm = dynamic_cast<const torch::nn::LSTMImpl*>(called);
    if (lstm == nullptr) continue;
    if (!QuantizedLstm::is_possible(*lstm)) {
      tell(options, fmt::format("'{}' is left: it has projections, no biases, or weights that are "
                                "no finite float32",
                                call->name().view()));
      continue;
    }
    const std::string path = runtime::free_path(module, "quantized");
    module->add_submodule(path, options.reference ? runtime::rounded_lstm(*lstm)
                                                  : std::make_shared<QuantizedLstm>(*lstm));
    call->set_target(Symbol(path));
    ++count;
  }
  return count;
}

} // namespace

QuantizedModule quantize_dynamic(const GraphModule& module, const Args& inputs,
                                 const QuantizeOptions& options) {
  check(module, "quantize_dynamic");
  const at::NoGradGuard no_grad;
  const runtime::KeptGenerator kept; // modules are made, and draw their initial values
  GraphModule made = runtime::frozen(module);
  const bool has_fixed_weights = keeps_weights(made, options);
  runtime::ReplacedLayers replaced;
  size_t count = 0;
  for (LayerCall& layer : runtime::frozen_layers(made)) {
    if (!layer.layer.is_linear()) continue;
    if (!runtime::is_quantizable(layer.layer)) {
      tell(options, fmt::format("'{}' is left: its weights are no finite float32",
                                layer.call->name().view()));
      continue;
    }
    const auto here = made->graph().inserting_before(layer.call);
    Node* call = call_dynamic(made, layer.layer, replaced.now(layer.input), options);
    replaced.replace(made->graph(), layer, call);
    ++count;
  }
  const size_t lstms = has_fixed_weights ? quantize_lstms(made, options) : 0;
  made->delete_all_unused_submodules();
  tell(options, fmt::format("{} linear layers and {} LSTMs have weights of int8", count, lstms));
  return {made, error_of(module, made, {inputs})};
}

QuantizedModule quantize_static(const GraphModule& module, const std::vector<Args>& calibration,
                                const QuantizeOptions& options) {
  check(module, "quantize_static");
  if (calibration.empty())
    throw RuntimeError("quantize_static: there are no inputs to calibrate with");
  const at::NoGradGuard no_grad;
  const runtime::KeptGenerator kept; // modules are made, and draw their initial values
  GraphModule made = runtime::frozen(module);
  keeps_weights(made, options);
  std::vector<LayerCall> layers = runtime::frozen_layers(made);
  Calibration ranges(made, layers);
  for (const Args& inputs : calibration)
    ranges.run(runtime::copies(inputs));
  const size_t count = StaticQuantizer(made, ranges, options).run(std::move(layers));
  made->delete_all_unused_submodules();
  tell(options, fmt::format("{} layers run on 8-bit integers", count));
  return {made, error_of(module, made, calibration)};
}

} // namespace fx
