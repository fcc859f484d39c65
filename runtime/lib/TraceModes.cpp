#include "TraceModes.h"

#include "Attributes.h"
#include "ClassName.h"

#include "fx/Runtime/SymbolicTrace.h"

#include <ATen/core/Tensor.h>
#include <ATen/ops/equal.h>

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <unordered_map>

namespace fx {

using runtime::Path;

namespace runtime {

namespace {

void collect(torch::nn::Module& module, std::vector<std::pair<bool*, bool>>& modes) {
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

} // namespace runtime

namespace {

bool same_tensor(const at::Tensor& a, const at::Tensor& b) {
  if (a.is_same(b)) return true;
  const auto is_plain = [](const at::Tensor& tensor) {
    return tensor.layout() == c10::kStrided && !tensor.is_quantized() && !tensor.requires_grad();
  };
  return is_plain(a) && is_plain(b) && a.dtype() == b.dtype() && a.device() == b.device() &&
         at::equal(a, b);
}

/// A graph, and the tensors that it refers to and the module does not hold.
struct Traced {
  Graph graph;
  AttributeMap constants;
};

Traced trace_mode(torch::nn::Module& root, const TracedFunction& function,
                  const TraceOptions& options, bool training) {
  const runtime::KeptModes kept(root);
  // The mode that it is in may differ from module to module.
  if (root.is_training() != training) root.train(training);
  Tracer tracer;
  Traced traced{tracer.trace_root(&root, function, options), {}};
  for (const auto& [path, tensor] : tracer.tensor_constants())
    traced.constants.emplace(path, tensor);
  return traced;
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
    } else if (!same_tensor(std::get<torch::Tensor>(known->second),
                            std::get<torch::Tensor>(attribute))) {
      std::string name = path;
      for (size_t number = 0; is_taken(name); ++number)
        name = fmt::format("_tensor_constant{}", number);
      constants.emplace(name, attribute);
      renamed.emplace(path, name);
    }
  }
  for (Node& node : second.graph.nodes())
    if (const auto found = renamed.find(node.target());
        found != renamed.end() && node.op() == Opcode::GetAttr)
      node.set_target(found->second);
}

Traced trace_training(torch::nn::Module& root, const TracedFunction& function,
                      const TraceOptions& options) {
  try {
    return trace_mode(root, function, options, /*training=*/true);
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

  Traced traced = trace_mode(root, function, options, /*training=*/modes == Modes::Train);
  std::unique_ptr<Graph> training_graph;
  if (modes == Modes::Both) {
    Traced training = trace_training(root, function, options);
    AttributeMap constants = traced.constants;
    add_constants(training, root, constants);
    if (!runtime::same_computation(traced.graph, training.graph)) {
      training_graph = std::make_unique<Graph>(std::move(training.graph));
      traced.constants = std::move(constants);
    }
  }
  const GraphModule state(root, Graph(), runtime::holder_name(root));
  GraphModule made =
      state->with_graphs(std::move(traced.graph), std::move(training_graph), traced.constants);
  made->set_modes(modes);
  if (graph_module != nullptr) made->set_codegen(graph_module->codegen());
  return made;
}

} // namespace fx
