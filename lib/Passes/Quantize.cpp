// Weights of 8-bit integers, and what layers take rounded to 8-bit integers, in the form that
// torch.ao gives what no kernel runs yet (convert_fx with is_reference): each value is quantised
// and made float again.
#include "MergedCalls.h"
#include "Messages.h"

#include "fx/Analysis/CallOperations.h"
#include "fx/Analysis/ConstantSubgraph.h"
#include "fx/Analysis/MemoryUses.h"
#include "fx/Ops/Modules.h"
#include "fx/Passes/ConstantParts.h"
#include "fx/Passes/Pass.h"
#include "fx/Passes/ReplacePattern.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <unordered_map>
#include <unordered_set>

namespace fx {

namespace {

/// torch's observers' eps: the least scale.
constexpr double least_scale = 1.1920928955078125e-07;
/// torch.quint8 with one bit less, which no kernel overflows with, as linear_dynamic does it.
constexpr bool reduce_range = true;

/// The operators whose weights have their channels in the first dimension; `is_dynamic`: torch
/// quantises what they take by its own range.
struct LayerKind {
  std::string_view name;
  bool is_dynamic;
};
constexpr std::array layer_kinds{LayerKind{"linear", true}, LayerKind{"conv1d", false},
                                 LayerKind{"conv2d", false}, LayerKind{"conv3d", false}};

/// Writes quantised values in front of the calls of a graph that take them.
class QuantizedValues {
public:
  QuantizedValues(Graph& graph, const TracedModule& module)
      : graph_(graph), aliasing_(graph, &module, Modes::Eval) {}

  const AliasAnalysis& aliasing() const { return aliasing_; }

  /// A parameter, as it is when `call` runs, with a scale for each row.
  Node* weight(Symbol path, const Node& call) {
    return shared(paths_[path], AliasAnalysis::external, call,
                  [&] { return per_channel(note(graph_.get_attr(path), call), call); });
  }
  Node* weight(Node* value, const Node& call) {
    return shared(weights_[value], aliasing_.memory(*value), call,
                  [&] { return per_channel(value, call); });
  }
  /// By the range that the value has in each run. `now`: what stands in its place.
  Node* input(const Node& value, Node* now, const Node& call) {
    return shared(inputs_[&value], aliasing_.memory(value), call, [&] {
      Node* quantized = function("torch.quantize_per_tensor_dynamic",
                                 {now, Argument::dtype("quint8"), Argument(reduce_range)}, call);
      return method("dequantize", {quantized}, call);
    });
  }
  /// The node, with the place of the call that it is made for.
  static Node* note(Node* made, const Node& call) {
    made->copy_place_from(call);
    return made;
  }

private:
  struct Made {
    Node* node = nullptr;
    uint32_t position = 0; // of the call that it was made for
  };

  /// What was made before, where nothing has been written to what it was made of, and no mode such
  /// as no_grad entered or left.
  template <class Make>
  Node* shared(Made& made, AliasAnalysis::MemoryClass memory, const Node& call, const Make& make) {
    const uint32_t here = aliasing_.position(call);
    if (made.node == nullptr || aliasing_.is_written_between(memory, made.position, here) ||
        aliasing_.has_barrier_between(made.position, here))
      made = {make(), here};
    return made.node;
  }

  /// Symmetric about 0 (torch: PerChannelMinMaxObserver with per_channel_symmetric).
  Node* per_channel(Node* weight, const Node& call) {
    Node* rows = method("flatten", {method("abs", {weight}, call), 1}, call);
    Node* largest = method("amax", {rows, 1}, call);
    Node* wide = method("to", {largest, Argument::dtype("float64")}, call);
    Node* scales =
        method("clamp_min", {function("operator.truediv", {wide, 127.5}, call), least_scale}, call);
    Node* zeros = note(graph_.call_function("torch.zeros_like", {scales},
                                            {{Symbol("dtype"), Argument::dtype("int64")}}),
                       call);
    Node* quantized = function("torch.quantize_per_channel",
                               {weight, scales, zeros, 0, Argument::dtype("qint8")}, call);
    return method("dequantize", {quantized}, call);
  }

  Node* function(std::string_view target, std::vector<Argument> args, const Node& call) {
    return note(graph_.call_function(target, std::move(args)), call);
  }
  Node* method(std::string_view name, std::vector<Argument> args, const Node& call) {
    return note(graph_.call_method(name, std::move(args)), call);
  }

  Graph& graph_;
  AliasAnalysis aliasing_;
  std::unordered_map<Symbol, Made> paths_;
  std::unordered_map<const Node*, Made> weights_, inputs_;
};

/// Calls of LSTMs, which become calls of torch.lstm, with weights that are rounded. What they take
/// stays: a state of 8-bit integers from step to step is nothing that operators of a graph say.
class Lstms {
public:
  Lstms(Graph& graph, const TracedModule& module,
        const std::function<void(const Node*, std::string)>& remark)
      : graph_(graph) {
    for (Node* call : graph.find_nodes(Opcode::CallModule)) {
      const ModuleNode* called = module.modules.find(call->target());
      const ops::ModuleClass* kind = called != nullptr ? ops::module_class_of(*called) : nullptr;
      if (kind == nullptr || kind->takes.kind != ops::ModuleInput::Kind::Recurrent) continue;
      const Lstm lstm{call, {ops::libtorch_of(module), *kind, called->options}};
      const std::string why = kind->name == "LSTM" ? why_not(lstm) : "it is recurrent, and no LSTM";
      if (why.empty())
        lstms_.push_back(lstm);
      else
        remark(call, fmt::format("this layer is left: {}", why));
    }
  }

  size_t count() const { return lstms_.size(); }
  void replace(QuantizedValues& values) {
    for (const Lstm& lstm : lstms_)
      replace(lstm, values);
  }

private:
  struct Lstm {
    Node* call;
    ops::ModuleOptions options;

    std::string path(const ops::RegisteredTensor& tensor) const {
      return fmt::format("{}.{}", call->target().view(), tensor.name);
    }
    Argument option(std::string_view name) const {
      return options.value(name).value_or(Argument());
    }
  };

  static std::string why_not(const Lstm& lstm) {
    const Node& call = *lstm.call;
    const bool has_state = call.args().size() == 2;
    if (call.args().empty() || call.args().size() > 2 || !call.kwargs().empty() ||
        !call.arg(0).is_node() || (has_state && !is_pair(call.arg(1))))
      return "its state is given by a value that is no pair of tensors";
    const TensorMeta* takes = call.arg(0).as_node()->meta(meta::tensor_meta);
    if (takes == nullptr) return "nothing says that it takes float32; shape-prop or --input do";
    if (takes->dtype != Symbol("float32") || takes->shape.size() != 3 ||
        std::ranges::count(takes->shape, 0) > 0)
      return "what it takes is no float32, has no numbers, or has no batch";
    for (const std::string_view option :
         {"num_layers", "hidden_size", "bias", "dropout", "bidirectional", "batch_first"})
      if (lstm.option(option).is_none()) return fmt::format("its {} is not known", option);
    if (!ops::registered_tensors(lstm.options)) return "its weights are not known";
    for (const Node* user : call.users())
      if (!is_item(*user) || (user->arg(1) == Argument(1) && !gives_items(*user)))
        return "its results are used as one value";
    return {};
  }

  static bool is_pair(const Argument& state) {
    return state.is(Argument::Kind::Tuple) && state.items().size() == 2 &&
           std::ranges::all_of(state.items(), [](const Argument& each) { return each.is_node(); });
  }
  /// Whether it takes one of two values.
  static bool is_item(const Node& node) {
    return node.is_call_function("operator.getitem") && node.args().size() == 2 &&
           (node.arg(1) == Argument(0) || node.arg(1) == Argument(1));
  }
  static bool gives_items(const Node& pair) {
    return std::ranges::all_of(pair.users(), [](const Node* user) { return is_item(*user); });
  }

  void replace(const Lstm& lstm, QuantizedValues& values) {
    Node& call = *lstm.call;
    const auto here = graph_.inserting_before(&call);
    std::vector<Argument> weights;
    const std::optional<std::vector<ops::RegisteredTensor>> tensors =
        ops::registered_tensors(lstm.options);
    for (const ops::RegisteredTensor& tensor : *tensors) {
      const Symbol path(lstm.path(tensor));
      const bool has_rows = tensor.name.starts_with("weight");
      weights.emplace_back(has_rows ? values.weight(path, call)
                                    : QuantizedValues::note(graph_.get_attr(path), call));
    }
    Node* result = QuantizedValues::note(
        graph_.call_function(
            "torch.lstm", {call.arg(0), state(lstm), Argument::list(weights), lstm.option("bias"),
                           lstm.option("num_layers"), lstm.option("dropout"), false,
                           lstm.option("bidirectional"), lstm.option("batch_first")}),
        call);
    // (output, (hidden, cell)) are (output, hidden, cell) now.
    for (Node* user : std::vector<Node*>(call.users().begin(), call.users().end())) {
      if (user->arg(1) == Argument(0)) {
        user->set_args({result, 0});
        continue;
      }
      for (Node* item : std::vector<Node*>(user->users().begin(), user->users().end()))
        item->set_args({result, item->arg(1) == Argument(0) ? 1 : 2});
      graph_.erase_node(user);
    }
    graph_.erase_node(&call);
  }

  /// What is given, or zeros, as the module makes them.
  Argument state(const Lstm& lstm) {
    Node& call = *lstm.call;
    if (call.args().size() == 2)
      return Argument::list({call.arg(1).items()[0], call.arg(1).items()[1]});
    const int64_t batch = lstm.options.is_on("batch_first").value_or(false) ? 0 : 1;
    const int64_t directions = lstm.options.is_on("bidirectional").value_or(false) ? 2 : 1;
    const bool has_projection = lstm.options.is_on("proj_size").value_or(false);
    Node* size =
        QuantizedValues::note(graph_.call_method("size", {call.arg(0), Argument(batch)}), call);
    const auto zeros = [&](std::string_view features) {
      const Argument sizes = Argument::tuple(
          {lstm.option("num_layers").as_int() * directions, size, lstm.option(features)});
      return Argument(
          QuantizedValues::note(graph_.call_method("new_zeros", {call.arg(0), sizes}), call));
    };
    const Argument hidden = zeros(has_projection ? "proj_size" : "hidden_size");
    return Argument::list({hidden, has_projection ? zeros("hidden_size") : hidden});
  }

  Graph& graph_;
  std::vector<Lstm> lstms_;
};

class Quantizer {
public:
  Quantizer(Graph& graph, const TracedModule& module, bool weights_alone,
            const std::function<void(const Node*, std::string)>& remark)
      : graph_(graph), module_(module), weights_alone_(weights_alone), remark_(remark),
        operations_(graph, module), lstms_(graph, module, remark) {
    const ConstantSubgraph constants(
        graph, &module, {.call_modules = false, .skip = [&](const Node& node) {
                           return node.op() == Opcode::GetAttr && !is_weight(module, node);
                         }});
    constants_.insert(constants.nodes().begin(), constants.nodes().end());
    const AliasAnalysis aliasing(graph, &module, Modes::Eval);
    for (const Node* node : graph) {
      // Views of weights, which are not worth keeping, are as good.
      const bool is_view = viewed_value(*node, aliasing) != nullptr && node->num_inputs() == 1 &&
                           constants_.contains(*node->input_nodes().begin());
      if (is_view || (node->op() == Opcode::GetAttr && is_weight(module, *node)))
        constants_.insert(node);
    }
  }

  /// Those that will be replaced, with a remark for those that will not. Changes nothing.
  bool find() {
    for (const LayerKind& kind : layer_kinds) {
      if (!kind.is_dynamic && !weights_alone_) continue;
      for (Node* call : operations_.named(kind.name))
        if (const std::string why = why_not(*call); why.empty())
          calls_.push_back(call);
        else
          remark_(call, fmt::format("this layer is left: {}", why));
    }
    return !calls_.empty() || lstms_.count() > 0;
  }

  void replace() {
    QuantizedValues values(graph_, module_);
    std::ranges::sort(calls_, {},
                      [&](const Node* call) { return values.aliasing().position(*call); });
    for (Node* call : calls_)
      replace(*call, values);
    for (const auto& [call, by] : replaced_)
      graph_.erase_node(const_cast<Node*>(call));
    lstms_.replace(values);
    remark_(nullptr, fmt::format("quantize: {} layers have weights of int8",
                                 calls_.size() + lstms_.count()));
  }

private:
  std::string why_not(const Node& call) const {
    const ops::Operation& operation = *operations_.of(call);
    const ops::Operation::Operand* input = operation.find("input");
    const ops::Operation::Operand* weight = operation.find("weight");
    if (operation.in_place || input == nullptr || weight == nullptr || !input->value.is_node())
      return "it is no call that gives a value of its own";
    if (weight->tensor.empty() &&
        (!weight->value.is_node() || !constants_.contains(weight->value.as_node())))
      return "its weight does not follow from parameters alone";
    ops::Operation with_values = operation;
    for (ops::Operation::Operand& operand : with_values.operands)
      if (!operand.tensor.empty()) {
        operand.tensor = {};
        operand.value = input->value; // any value
      }
    if (!ops::function_for(with_values, module_)) return "no function computes what it does";
    const TensorMeta* takes = input->value.as_node()->meta(meta::tensor_meta);
    if (takes == nullptr) return "nothing says that it takes float32; shape-prop or --input do";
    if (takes->dtype != Symbol("float32") || std::ranges::count(takes->shape, 0) > 0)
      return "what it takes is no float32, or has no numbers";
    const std::optional<std::vector<int64_t>> sizes =
        weight->tensor.empty()
            ? weight_sizes(module_, *weight->value.as_node())
            : weight_sizes(module_, fmt::format("{}.{}", call.target().view(), weight->tensor));
    if (!sizes || sizes->size() < 2 || std::ranges::count(*sizes, 0) > 0)
      return "its weight has no rows, or nothing says how large it is; shape-prop or --input do";
    return {};
  }

  Node* now(Node* node) const {
    const auto found = replaced_.find(node);
    return found == replaced_.end() ? node : found->second;
  }

  void replace(Node& call, QuantizedValues& values) {
    const auto here = graph_.inserting_before(&call);
    ops::Operation operation = *operations_.of(call);
    for (ops::Operation::Operand& operand : operation.operands) {
      const bool is_weight = operand.parameter == "weight";
      if (!operand.tensor.empty()) {
        const Symbol path(fmt::format("{}.{}", call.target().view(), operand.tensor));
        operand.value = is_weight ? values.weight(path, call)
                                  : QuantizedValues::note(graph_.get_attr(path), call);
        operand.tensor = {};
      } else if (is_weight) {
        operand.value = values.weight(operand.value.as_node(), call);
      } else if (operand.parameter == "input" && !weights_alone_) {
        Node* input = operand.value.as_node();
        operand.value = values.input(*input, now(input), call);
      } else if (operand.value.has_nodes()) {
        operand.value = map_nodes(operand.value, [&](Node* node) { return Argument(now(node)); });
      }
    }
    ops::OtherCall function = *ops::function_for(operation, module_);
    Node* result = graph_.create_node(function.op, function.target, std::move(function.args),
                                      std::move(function.kwargs));
    result->copy_meta_from(call);
    call.replace_all_uses_with(result);
    replaced_.emplace(&call, result);
  }

  Graph& graph_;
  const TracedModule& module_;
  bool weights_alone_;
  const std::function<void(const Node*, std::string)>& remark_;
  CallOperations operations_;
  Lstms lstms_;
  std::unordered_set<const Node*> constants_;
  std::vector<Node*> calls_;
  std::unordered_map<const Node*, Node*> replaced_;
};

bool sets_autocast(const Graph& graph) {
  return std::ranges::any_of(graph, [](const Node* node) {
    return node->op() == Opcode::CallFunction &&
           node->target().view().find("autocast") != std::string_view::npos;
  });
}

class Quantize final : public GraphPass {
public:
  explicit Quantize(bool weights_alone) : weights_alone_(weights_alone) {}

  Expected<PassResult> run_on_graph(Graph& graph, TracedModule& module,
                                    PassContext& context) override {
    const Modes modes = module.modes_of(graph);
    if (&graph == &module.init || modes == Modes::Train) return PassResult();
    if (context.module_changes == ModuleChanges::Identity) return say(diag::quantize_in_place);
    if (sets_autocast(graph)) {
      context.remark(nullptr,
                     "quantize leaves a graph that sets autocast, which gives layers other "
                     "types: quantize before");
      return PassResult();
    }
    if (&graph != &module.graph && modes == Modes::Both) {
      context.remark(nullptr, "quantize leaves a graph module that is called in training too; "
                              "inline-modules writes it into the model");
      return PassResult();
    }
    Quantizer quantizer(graph, module, weights_alone_, context.remark);
    if (!quantizer.find()) return PassResult();
    keep_for_training_if(graph, module);
    quantizer.replace();
    return PassResult{.modified = true};
  }

  bool keeps_gradients() const override { return false; }
  /// A weight loses up to 1/255 of its row's largest number, an input 1/127 of its range; a few
  /// layers add up, and differences of large numbers lose more.
  double lost_precision() const override { return 1.0 / 8; }

private:
  static void keep_for_training_if(const Graph& graph, TracedModule& module) {
    if (&graph == &module.graph) keep_for_training(module);
  }

  bool weights_alone_;
};

} // namespace

extern const PassInfo quantize_pass{
    .name = "quantize",
    .summary = "Round weights, and what linear layers take, to 8-bit integers",
    .description = R"(
Each linear layer computes with the numbers that it would have in dynamic quantisation, in the form that torch.ao
gives models that no kernel is chosen for (`convert_fx` with `is_reference=True`): what is quantised is made float
again, so that the graph runs everywhere, is saved, and is written by all emitters. Weights go through
`torch.quantize_per_channel` to `qint8`, with a scale for each row, symmetric about 0, that the graph computes from the
weights as they are when it runs; `const-fold<weights>` computes it once. What a layer takes goes through
`torch.quantize_per_tensor_dynamic` to `quint8` by its own range in each run, with 7 bits, as
`torch.ao.nn.quantized.dynamic.Linear` does it. Where several layers take one value it is quantised once, unless it
is written to between them. Biases and results stay float32. Results agree with `fx::quantize_dynamic`, which runs on
integers and is fast, but for the rounding of sums.

An LSTM becomes a call of `torch.lstm` with weights that are rounded; what it takes and its state stay float32, which
`fx::quantize_dynamic` rounds too.

With `weights`, inputs stay as they are, and convolutions get such weights too.

For evaluation: a graph that holds in both modes stays as it was for training. No gradients flow through rounded
values. The numbers have to be finite, and what a layer takes must not be empty, which
`quantize_per_tensor_dynamic` refuses.

Left alone, with a remark: layers that nothing tells the input's type of (`shape-prop<x=1x16>,quantize`, or `--input`),
or where it is not float32; weights that do not follow from parameters; recurrent layers other than LSTMs, and LSTMs
whose state is no pair of tensors, or whose results are used as one; and graphs that set autocast. Transposed
convolutions stay in float32. Static quantisation needs the ranges of a calibration, which no graph has: `fx::quantize_static` runs one on a live module,
and with `QuantizeOptions::reference` gives one that is saved and written.

`--verify` says what it costs, and allows 1/8 of the largest number.

torch: `torch.ao.quantization.quantize_dynamic` with `per_channel_dynamic_qconfig`; torch.fx: `convert_fx`.
)",
    .parameters = {{.name = "weights",
                    .description = "round weights alone, and those of convolutions too"}},
    .create = [](const PassOptions& options) -> Expected<std::unique_ptr<Pass>> {
      return std::make_unique<Quantize>(options.flag("weights"));
    }};

} // namespace fx
