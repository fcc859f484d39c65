#include "CurrentMeta.h"
#include "ExampleValues.h"
#include "ProxyTensor.h"
#include "Results.h"
#include "UserFrames.h"

#include "fx/Runtime/Tracer.h"

#include <c10/util/Type.h>

#include <fmt/format.h>

namespace fx {

using runtime::ProxyTensor;
using runtime::TraceState;

namespace {

void record_frames(Node& node) {
  const std::vector<runtime::UserFrame> frames = runtime::user_frames();
  std::vector<SourceRange> calls;
  const std::string text = runtime::stack_text(frames);
  for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame)
    if (!frame->file.empty()) calls.push_back({frame->file, frame->line, 0, frame->line, 0});
  if (text.empty()) return;
  node.set_meta(free_meta_key("stack_trace"), Argument::string(text));
  if (calls.empty()) return;
  node.set_meta(meta::source_range, calls.back());
  calls.pop_back();
  node.set_meta(meta::call_stack, std::move(calls));
}

} // namespace

TracerBase::TracerBase() : state_(std::make_shared<TraceState>(TraceState{.tracer = this})) {}

TracerBase::~TracerBase() {
  state_->tracer = nullptr;
}

void TracerBase::renew_state() {
  state_->tracer = nullptr;
  state_ = std::make_shared<TraceState>(TraceState{.tracer = this});
}

Node* TracerBase::create_node(Opcode op, Symbol target, std::vector<Argument> args,
                              std::vector<KeywordArgument> kwargs, std::string_view name,
                              Symbol type) {
  Node* node = graph().create_node(op, target, std::move(args), std::move(kwargs), name, type);
  if (!module_stack().empty()) node->set_meta(meta::module_stack, module_stack());
  if (record_stack_traces) record_frames(*node);
  runtime::carry_current_meta(*node);
  return node;
}

Proxy TracerBase::proxy(Node* node) {
  return Proxy(node, this);
}

// NOLINTNEXTLINE(performance-unnecessary-value-param): an override may move them on.
Value TracerBase::create_proxy(Opcode op, Symbol target, Args args, Kwargs kwargs,
                               std::string_view name, Symbol type) {
  std::vector<Argument> operands;
  operands.reserve(args.size());
  for (const Value& arg : args)
    operands.push_back(create_arg(arg));
  std::vector<KeywordArgument> keywords;
  keywords.reserve(kwargs.size());
  for (const KeywordValue& keyword : kwargs)
    keywords.push_back({keyword.name, create_arg(keyword.value)});
  return {at::Tensor(
      proxy(create_node(op, target, std::move(operands), std::move(keywords), name, type)))};
}

Argument TracerBase::create_arg(const Value& value) {
  return to_argument(value, [this](const Value& part) -> std::optional<Argument> {
    if (part.isTensor() && part.toTensor().defined()) {
      if (ProxyTensor* proxy = ProxyTensor::of(part)) {
        if (proxy->node()->is_erased())
          throw TraceError(fmt::format(
              "the proxy of node {} is used, which was erased from its graph{}. Make a Proxy of "
              "the node that took its place, or erase the node after its last use",
              proxy->node()->name().view(), runtime::at_user_line()));
        if (&proxy->node()->graph() != &graph())
          throw TraceError("Found multiple different tracers: a value of one trace, or a Proxy of "
                           "one graph, is used in another" +
                           runtime::at_user_line());
        // torch::zeros(sizes, requires_grad()) tells no operator of it. Below autograd there is
        // none.
        if (!state_->below_autograd && proxy->requires_grad() && !proxy->claims_gradient() &&
            proxy->node()->op() != Opcode::Placeholder &&
            proxy->node()->target().view() != "requires_grad_")
          proxy->set_node(
              create_node(Opcode::CallMethod, "requires_grad_", {Argument(proxy->node())}, {}));
        return Argument(proxy->node());
      }
      return tensor_arg(part.toTensor());
    }
    if (runtime::is_unknown_number(part))
      throw TraceError("a number that a module computes is used, which is not known: the loss of "
                       "AdaptiveLogSoftmaxWithLoss" +
                       runtime::at_user_line() + ". Compute it of its output: output.neg().mean()");
    if (part.isGenerator() || part.isStorage() || part.isStream() || part.isObject() ||
        (part.isCapsule() && special_value(part) == nullptr))
      throw TraceError("argument of type: " + part.tagKind() + runtime::at_user_line());
    return std::nullopt;
  });
}

bool TracerBase::to_bool(const Proxy& proxy) {
  throw TraceError(fmt::format(
      "symbolically traced variables cannot be used as inputs to control flow{}. The value is what "
      "node {} gives. Compute both ways and choose with torch::where, or make the module or "
      "function one node, with is_leaf_module or fx::call, or trace for one value, with "
      "TraceOptions::concrete_args",
      runtime::at_user_line(), proxy.node().name().view()));
}

std::vector<Value> TracerBase::iter(const Proxy& proxy) {
  throw TraceError(fmt::format(
      "Proxy object cannot be iterated. This can be attempted when the Proxy is used in a loop or "
      "as a *args or **kwargs function argument. Node {} gives a list of tensors whose length is "
      "not known{}. Give TraceOptions::example_inputs",
      proxy.node().name().view(), runtime::at_user_line()));
}

std::vector<Value> TracerBase::keys(const Proxy& proxy) {
  throw TraceError(fmt::format("the keys of the dictionary that node {} gives are not known{}. "
                               "Give it as one of TraceOptions::concrete_args, with PH()",
                               proxy.node().name().view(), runtime::at_user_line()));
}

Argument TracerBase::tensor_arg(const at::Tensor& tensor) {
  // What the module of the graph holds has a name.
  if (const GraphModuleImpl* owner = graph().owning_module()) {
    const torch::nn::Module& module = *owner;
    for (const auto& entry : module.named_parameters())
      if (entry.value().is_same(tensor)) return {graph().get_attr(entry.key())};
    for (const auto& entry : module.named_buffers())
      if (entry.value().is_same(tensor)) return {graph().get_attr(entry.key())};
  }
  throw TraceError("argument of type: torch::Tensor, that is no proxy and neither a parameter nor "
                   "a buffer of the module whose graph is appended to" +
                   runtime::at_user_line() + ". Register it there, and use a get_attr node");
}

const std::vector<ModuleFrame>& TracerBase::module_stack() const {
  static const std::vector<ModuleFrame> none;
  return none;
}

void TracerBase::tensor_written(const at::Tensor&, Node*) {}

std::optional<at::Tensor> TracerBase::known_value(const at::Tensor& tensor) {
  return ProxyTensor::of(tensor) == nullptr ? std::optional(tensor) : std::nullopt;
}

} // namespace fx
