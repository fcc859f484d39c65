// A pass that goes wrong for each family of passes: each makes the mistake that a careless one would.
#include "fx/Passes/Plugin.h"

#include <functional>
#include <string_view>
#include <vector>

namespace {

using fx::Graph;
using fx::Node;
using fx::Opcode;

/// The calls of a function or method of this name, in the order of the graph.
std::vector<Node*> calls(Graph& graph, std::string_view name) {
  std::vector<Node*> found;
  for (Node* node : graph)
    if ((node->op() == Opcode::CallFunction || node->op() == Opcode::CallMethod ||
         node->op() == Opcode::CallModule) &&
        node->target().view() == name)
      found.push_back(node);
  return found;
}

/// Removes the first call of this name, which its first operand stands for.
bool drop(Graph& graph, std::string_view name) {
  for (Node* node : calls(graph, name)) {
    const bool is_by_keyword = node->args().empty();
    const fx::Argument& first = is_by_keyword ? node->kwargs()[0].value : node->args()[0];
    node->replace_all_uses_with(first.as_node());
    graph.erase_node(node);
    return true;
  }
  return false;
}

/// Writes into an operand that is read behind it.
bool reinplace(Graph& graph) {
  for (Node* node : calls(graph, "torch.exp")) {
    Node* operand = node->kwargs()[0].value.as_node();
    const Graph::InsertPoint here = graph.inserting_before(node);
    node->replace_all_uses_with(graph.call_method("exp_", {operand}));
    graph.erase_node(node);
    return true;
  }
  return false;
}

/// Makes a write a new value, which nobody reads.
bool functionalize(Graph& graph) {
  for (Node* node : calls(graph, "add_")) {
    node->set_target(fx::Symbol("add"));
    return true;
  }
  return false;
}

/// Takes the value that a buffer starts with for the one that it has.
bool fold(Graph& graph) {
  for (Node* node : graph)
    if (node->op() == Opcode::GetAttr && node->target().view() == "scale") {
      const Graph::InsertPoint here = graph.inserting_before(node);
      node->replace_all_uses_with(graph.call_function("torch.ones", {int64_t{4}}));
      return true;
    }
  return false;
}

/// Takes two draws for one.
bool merge(Graph& graph) {
  const std::vector<Node*> draws = calls(graph, "torch.rand");
  if (draws.size() < 2) return false;
  draws[1]->replace_all_uses_with(draws[0]);
  return true;
}

/// Takes operands for others.
bool normalize(Graph& graph) {
  for (Node* node : calls(graph, "operator.sub")) {
    node->set_args({node->arg(1), node->arg(0)});
    return true;
  }
  return false;
}

/// Puts parts in another order than they draw random numbers in.
bool split(Graph& graph) {
  const std::vector<Node*> draws = calls(graph, "torch.rand");
  if (draws.size() < 2) return false;
  draws[0]->prepend(draws[1]);
  return true;
}

class WrongPass final : public fx::GraphPass {
public:
  explicit WrongPass(bool (*change)(Graph&)) : change_(change) {}
  fx::Expected<fx::PassResult> run_on_graph(Graph& graph, fx::TracedModule& module,
                                            fx::PassContext&) override {
    return fx::PassResult{.modified = &graph != &module.init && change_(graph)};
  }

private:
  bool (*change_)(Graph&);
};

template <bool (*change)(Graph&)>
void add(std::string_view name) {
  fx::PassInfo info;
  info.name = name;
  info.summary = "Make a mistake";
  info.create = [](const fx::PassOptions&) -> fx::Expected<std::unique_ptr<fx::Pass>> {
    return std::make_unique<WrongPass>(change);
  };
  fx::register_pass(info);
}

} // namespace

extern "C" fx::PassPluginInfo fx_pass_plugin_info() {
  return {fx::abi_number, "WrongPasses", "1.0", [] {
            add<reinplace>("wrong-reinplace");
            add<functionalize>("wrong-functionalize");
            add<fold>("wrong-fold");
            add<merge>("wrong-cse");
            add<normalize>("wrong-normalize");
            add<split>("wrong-split");
            add<[](Graph& graph) { return drop(graph, "norm"); }>("wrong-fuse");
            add<[](Graph& graph) { return drop(graph, "add_"); }>("wrong-dce");
          }};
}
