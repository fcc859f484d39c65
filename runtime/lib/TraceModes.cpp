#include "TraceModes.h"

#include "Attributes.h"
#include "ClassName.h"
#include "Decisions.h"
#include "Scripts.h"

#include "fx/Runtime/SymbolicTrace.h"

#include <ATen/core/Tensor.h>
#include <ATen/ops/equal.h>

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <unordered_map>

namespace fx {

using runtime::Path;

namespace runtime {

namespace {

void collect(torch::nn::Module& module, std::pmr::vector<std::pair<bool*, bool>>& modes) {
  bool& mode = mode_of(module);
  modes.emplace_back(&mode, mode);
  for (const auto& child : children_of(module))
    if (child.value()) collect(*child.value(), modes);
}

using NodeMap = std::unordered_map<const Node*, const Node*>;

bool same_operand(const Argument& a, const Argument& b, const NodeMap& nodes) {
  if (a.is_node() || b.is_node())
    return a.is_node() && b.is_node() && nodes.at(a.as_node()) == b.as_node();
  if (!a.has_nodes() || !b.has_nodes()) return a == b;
  return a.kind() == b.kind() &&
         std::equal(
             a.items().begin(), a.items().end(), b.items().begin(), b.items().end(),
             [&](const Argument& x, const Argument& y) { return same_operand(x, y, nodes); });
}

} // namespace

KeptModes::KeptModes(torch::nn::Module& root) {
  collect(root, modes_);
}

// Not by train(): a module may do anything there, and it is the mode of all modules below, too.
KeptModes::~KeptModes() {
  for (const auto& [mode, value] : modes_)
    *mode = value;
}

bool same_computation(const Graph& a, const Graph& b) {
  if (a.size() != b.size()) return false;
  NodeMap nodes;
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](const Node* x, const Node* y) {
    nodes.emplace(x, y);
    if (x->op() != y->op() || x->target() != y->target()) return false;
    const auto same = [&](const Argument& p, const Argument& q) {
      return same_operand(p, q, nodes);
    };
    return std::equal(x->args().begin(), x->args().end(), y->args().begin(), y->args().end(),
                      same) &&
           std::equal(x->kwargs().begin(), x->kwargs().end(), y->kwargs().begin(),
                      y->kwargs().end(), [&](const KeywordArgument& p, const KeywordArgument& q) {
                        return p.name == q.name && same(p.value, q.value);
                      });
  });
}

bool same_contents(const at::Tensor& a, const at::Tensor& b) {
  if (a.layout() != c10::kStrided || a.is_quantized()) return true;
  const at::Tensor left = a.detach().cpu().contiguous(), right = b.detach().cpu().contiguous();
  return left.sizes() == right.sizes() && left.dtype() == right.dtype() &&
         (left.numel() == 0 || std::memcmp(left.data_ptr(), right.data_ptr(), left.nbytes()) == 0);
}

bool same_constant(const Attribute& a, const Attribute& b) {
  if (a.index() != b.index()) return false;
  using Held = std::shared_ptr<torch::nn::Module>;
  if (const auto* module = std::get_if<Held>(&a))
    return same_script_method(**module, *std::get<Held>(b));
  const auto &left = std::get<torch::Tensor>(a), &right = std::get<torch::Tensor>(b);
  if (left.is_same(right)) return true;
  const auto is_plain = [](const at::Tensor& tensor) {
    return tensor.layout() == c10::kStrided && !tensor.is_quantized() && !tensor.requires_grad();
  };
  return is_plain(left) && is_plain(right) && left.dtype() == right.dtype() &&
         left.device() == right.device() && at::equal(left, right);
}

} // namespace runtime

namespace {

using runtime::Traced;

Traced trace_mode(Tracer& tracer, torch::nn::Module& root, const TracedFunction& function,
                  const TraceOptions& options, bool training, bool record_stack_traces = false) {
  const runtime::KeptModes kept(root);
  // The mode that it is in may differ from module to module.
  if (root.is_training() != training) root.train(training);
  return runtime::trace_once(tracer, &root, function, options, record_stack_traces);
}

/// Adds the constants of a second trace of `root` to those of the first; what is equal is one. The
/// second graph then refers to them by the names that they have here.
void add_constants(Traced& second, const torch::nn::Module& root, AttributeMap& constants) {
  const auto is_taken = [&](const std::string& name) {
    return constants.contains(name) || second.constants.contains(name) ||
           Path(name).find_tensor(root) != nullptr || Path(name).find_module(root) != nullptr;
  };
  std::unordered_map<Symbol, Symbol> renamed;
  for (const auto& [path, attribute] : second.constants) {
    const auto known = constants.find(path);
    if (known == constants.end()) {
      constants.emplace(path, attribute);
    } else if (!runtime::same_constant(known->second, attribute)) {
      std::string name = path;
      const bool is_tensor = std::holds_alternative<torch::Tensor>(attribute);
      for (size_t number = 0; is_taken(name); ++number)
        name = fmt::format("_{}{}", is_tensor ? "tensor_constant" : "script_module", number);
      constants.emplace(name, attribute);
      renamed.emplace(path, name);
    }
  }
  for (Node& node : second.graph.nodes())
    if (const auto found = renamed.find(node.target());
        found != renamed.end() && (node.op() == Opcode::GetAttr || node.op() == Opcode::CallModule))
      node.set_target(found->second);
}

Traced trace_training(Tracer& tracer, torch::nn::Module& root, const TracedFunction& function,
                      const TraceOptions& options) {
  try {
    return trace_mode(tracer, root, function, options, /*training=*/true);
  } catch (const TraceError& error) {
    throw TraceError(fmt::format("{}\nThis is so in training. TraceOptions::modes says whether a "
                                 "trace is of both modes or of evaluation alone",
                                 error.what()));
  }
}

} // namespace

GraphModule detail::trace_modes(torch::nn::Module& root, const TracedFunction& function,
                                const TraceOptions& options) {
  Modes modes = options.modes;
  // One that was traced in one mode runs in no other.
  const auto* graph_module = dynamic_cast<const GraphModuleImpl*>(&root);
  if (graph_module && !graph_module->training_graph() && modes == Modes::Both)
    modes = graph_module->modes();

  Tracer tracer;
  const bool first_mode = modes == Modes::Train;
  Traced traced = trace_mode(tracer, root, function, options, first_mode);
  // A graph decides nothing.
  const bool checks =
      options.checks_decisions && graph_module == nullptr && options.example_inputs.empty();
  const auto check = [&](const Traced& known, bool training, size_t first_claim) {
    runtime::check_decisions(
        known,
        [&](bool record_stack_traces) {
          return trace_mode(tracer, root, function, options, training, record_stack_traces);
        },
        first_claim);
  };
  std::unique_ptr<Graph> training_graph;
  // One trace says both, where it differs neither by the mode nor by what proxies claim.
  const bool is_one = modes == Modes::Both && checks && runtime::same_with_claim(traced, [&] {
                        return trace_mode(tracer, root, function, options, true);
                      });
  if (modes == Modes::Both && !is_one) {
    Traced training = trace_training(tracer, root, function, options);
    AttributeMap constants = traced.constants;
    add_constants(training, root, constants);
    if (!runtime::same_computation(traced.graph, training.graph)) {
      if (checks) check(training, /*training=*/true, 0);
      training_graph = std::make_unique<Graph>(std::move(training.graph));
      traced.constants = std::move(constants);
    }
  }
  if (checks) check(traced, first_mode, 0);
  // What is one graph is so for every claim.
  if (checks && is_one) check(traced, /*training=*/true, 1);
  GraphModule made = GraphModuleImpl::of(root, std::move(traced.graph), std::move(training_graph),
                                         traced.constants, runtime::holder_name(root));
  made->set_modes(modes);
  if (graph_module != nullptr) made->set_codegen(graph_module->codegen());
  return made;
}

} // namespace fx
