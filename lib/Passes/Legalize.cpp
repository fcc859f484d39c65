// Putting nodes into an order in which every value is defined before it is used.
#include "fx/Analysis/Effects.h"

#include "Messages.h"

#include "fx/Passes/Pass.h"

#include <algorithm>

namespace fx {

namespace {

class Legalize final : public GraphPass {
public:
  Expected<PassResult> run_on_graph(Graph& graph, TracedModule& module, PassContext&) override {
    // Nodes keep their order; what a node needs and comes too late is taken forward to it.
    order_.clear();
    order_.reserve(graph.size());
    state_.assign(highest_id(graph) + 1, State::Waiting);
    for (const bool placeholders : {true, false})
      for (Node* node : graph)
        if ((node->op() == Opcode::Placeholder) == placeholders)
          if (auto error = visit(node)) return *error;
    if (auto error = check_barriers(graph, module)) return *error;
    bool modified = false;
    Node* next = graph.front();
    for (Node* node : order_) {
      if (node == next) {
        next = next->next();
        continue;
      }
      next->prepend(node);
      modified = true;
    }
    return PassResult{.modified = modified};
  }

private:
  enum class State : uint8_t { Waiting, Open, Done };

  /// What stands on one side of an enter or exit of a mode must not be taken to the other.
  std::optional<Error> check_barriers(const Graph& graph, const TracedModule& module) const {
    EffectOracle effects(&module);
    std::vector<const Node*> region(state_.size()); // by id: the last barrier before the node
    const Node* barrier = nullptr;
    for (const Node* node : graph) {
      region[node->id()] = barrier;
      if (effects(*node).barrier) barrier = node;
    }
    if (barrier == nullptr) return std::nullopt;
    barrier = nullptr;
    for (const Node* node : order_) {
      const bool is_computed = node->op() != Opcode::Placeholder && node->op() != Opcode::GetAttr;
      if (is_computed && region[node->id()] != barrier)
        return say(diag::moved_across_a_mode, node->name().str(),
                   (barrier ? barrier : region[node->id()])->name().str());
      if (effects(*node).barrier) barrier = node;
    }
    return std::nullopt;
  }

  static uint32_t highest_id(const Graph& graph) {
    uint32_t highest = 0;
    for (const Node* node : graph)
      highest = std::max(highest, node->id());
    return highest;
  }

  /// Appends `node` after all that it needs; a list instead of recursion.
  std::optional<Error> visit(Node* first) {
    std::vector<Node*> open{first};
    while (!open.empty()) {
      Node* node = open.back();
      State& state = state_[node->id()];
      if (state == State::Done) {
        open.pop_back();
        continue;
      }
      if (state == State::Open) {
        state = State::Done;
        order_.push_back(node);
        open.pop_back();
        continue;
      }
      state = State::Open;
      const size_t before = open.size();
      for (Node* input : node->input_nodes()) {
        if (state_[input->id()] == State::Open) return cycle(open, input);
        if (state_[input->id()] == State::Waiting) open.push_back(input);
      }
      // The first operand is taken first.
      std::reverse(open.begin() + static_cast<std::ptrdiff_t>(before), open.end());
    }
    return std::nullopt;
  }

  Error cycle(const std::vector<Node*>& open, const Node* again) const {
    std::string path;
    bool inside = false;
    for (const Node* node : open) {
      inside |= node == again;
      if (inside && state_[node->id()] == State::Open) path += "'" + node->name().str() + "' -> ";
    }
    return say(diag::nodes_in_a_cycle, path, again->name().str());
  }

  std::vector<Node*> order_;
  std::vector<State> state_; // by node id
};

} // namespace

extern const PassInfo legalize_pass{
    .name = "legalize",
    .summary = "Put nodes into an order in which every value is defined before it is used",
    .description = R"(
Nodes keep their order as far as it is legal; a node that stands after its first user is taken forward to
it, with all that it needs. Placeholders go first. A graph whose nodes depend on each other is an error
that names them, and one in which a node would be taken across an enter or exit of a mode (no_grad). The text form may use names before they are defined, so that graphs can be put
together by hand; `fx-opt --verify-input=false --passes=legalize` sorts them.

torch.fx: `legalize_graph`, `_topological_sort`; they drop what they know about the graph.
)",
    .parameters = {},
    .create = [](const PassOptions&) -> Expected<std::unique_ptr<Pass>> {
      return std::make_unique<Legalize>();
    }};

} // namespace fx
