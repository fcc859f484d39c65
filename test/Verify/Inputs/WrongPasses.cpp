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

/// Takes what was cast before a write for what is there behind it.
bool cast(Graph& graph) {
  for (Node* write : calls(graph, "add_")) {
    Node* written = *write->input_nodes().begin();
    const Graph::InsertPoint here = graph.inserting_before(write);
    Node* shorter = graph.call_method("to", {written, fx::Argument::dtype("bfloat16")});
    for (Node* user : calls(graph, "torch.exp"))
      user->replace_input_with(written, shorter);
    return true;
  }
  return false;
}

/// Rounds by the range of other numbers, which cuts these off.
bool quantize(Graph& graph) {
  for (Node* user : calls(graph, "torch.exp")) {
    Node* value = *user->input_nodes().begin();
    const Graph::InsertPoint here = graph.inserting_before(user);
    Node* rounded = graph.call_function("torch.quantize_per_tensor",
                                        {value, 0.004, 128, fx::Argument::dtype("quint8")});
    user->replace_input_with(value, graph.call_method("dequantize", {rounded}));
    return true;
  }
  return false;
}

/// Takes the parts of what was merged in another order than they were put together in.
bool merge_linears(Graph& graph) {
  const std::vector<Node*> first = calls(graph, "query"), second = calls(graph, "key");
  if (first.empty() || second.empty()) return false;
  first[0]->set_target(fx::Symbol("key"));
  second[0]->set_target(fx::Symbol("query"));
  return true;
}

/// Takes a product of a part for one of the whole: the sums are over other numbers.
bool merge_matmuls(Graph& graph) {
  for (Node* node : calls(graph, "torch.matmul")) {
    std::vector<fx::KeywordArgument> swapped(node->kwargs().begin(), node->kwargs().end());
    if (swapped.size() < 2) continue;
    std::swap(swapped[0].value, swapped[1].value);
    node->set_kwargs(swapped);
    return true;
  }
  return false;
}

/// Lays a tensor out otherwise, and takes its numbers in the order in which they lie.
bool lay_out(Graph& graph) {
  for (Node* node : calls(graph, "t")) {
    Node* value = *node->input_nodes().begin();
    const Graph::InsertPoint here = graph.inserting_before(node);
    node->replace_all_uses_with(graph.call_method("reshape", {value, 4, 4}));
    graph.erase_node(node);
    return true;
  }
  return false;
}

/// Gives a part what it takes in another order.
bool split_module(Graph& graph) {
  for (Node* node : graph)
    if (node->op() == Opcode::CallModule && node->args().size() > 1) {
      std::vector<fx::Argument> args(node->args().begin(), node->args().end());
      std::swap(args[0], args[1]);
      node->set_args(args);
      return true;
    }
  return false;
}

/// Takes one result of a module for another.
bool extract(Graph& graph) {
  const std::vector<Node*> items = calls(graph, "operator.getitem");
  if (items.size() < 2) return false;
  const fx::Argument first = items[0]->arg(1), second = items[1]->arg(1);
  items[0]->set_args({items[0]->arg(0), second});
  items[1]->set_args({items[1]->arg(0), first});
  return true;
}

class WrongPass final : public fx::GraphPass {
public:
  WrongPass(bool (*change)(Graph&), double lost) : change_(change), lost_(lost) {}
  double lost_precision() const override { return lost_; }
  bool keeps_gradients() const override { return lost_ == 0; }
  fx::Expected<fx::PassResult> run_on_graph(Graph& graph, fx::TracedModule& module,
                                            fx::PassContext&) override {
    return fx::PassResult{.modified = &graph != &module.init && change_(graph)};
  }

private:
  bool (*change_)(Graph&);
  double lost_;
};

/// Splits a model into graph modules, runs the next pass, if any, and makes a mistake in what this
/// leaves.
class WrongModulePass final : public fx::Pass {
public:
  WrongModulePass(const char* next, bool (*change)(Graph&)) : next_(next), change_(change) {}
  fx::Expected<fx::PassResult> run(fx::TracedModule& module, fx::PassContext& context) override {
    fx::PassOptions options;
    options.set("by", "size");
    options.set("size", "3");
    options.set("depth", "1");
    for (const char* name : {"split-module", next_}) {
      if (name == nullptr) continue;
      fx::Expected<std::unique_ptr<fx::Pass>> pass = fx::find_pass(name)->create(options);
      if (!pass) return pass.error();
      fx::Expected<fx::PassResult> result = (*pass)->run(module, context);
      if (!result) return result.error();
    }
    change_(module.graph);
    return fx::PassResult{.modified = true};
  }

private:
  const char* next_;
  bool (*change_)(Graph&);
};

void add(std::string_view name, std::function<std::unique_ptr<fx::Pass>()> make) {
  fx::PassInfo info;
  info.name = name;
  info.summary = "Make a mistake";
  info.create =
      [make = std::move(make)](const fx::PassOptions&) -> fx::Expected<std::unique_ptr<fx::Pass>> {
    return make();
  };
  fx::register_pass(info);
}

/// `lost`: how much of its precision the pass says that it costs.
template <bool (*change)(Graph&)>
void add(std::string_view name, double lost = 0) {
  add(name, [lost] { return std::make_unique<WrongPass>(change, lost); });
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
            add<cast>("wrong-mixed-precision", 1.0 / 32);
            add<quantize>("wrong-quantize", 1.0 / 8);
            add<merge_linears>("wrong-merge-linears");
            add<merge_matmuls>("wrong-merge-matmuls");
            add<lay_out>("wrong-layout");
            add("wrong-split-module",
                [] { return std::make_unique<WrongModulePass>(nullptr, split_module); });
            add("wrong-extract-submodule",
                [] { return std::make_unique<WrongModulePass>(nullptr, extract); });
            // The parameters of one module for those of another one of its class.
            add("wrong-inline-modules",
                [] { return std::make_unique<WrongModulePass>("inline-modules", merge_linears); });
          }};
}
