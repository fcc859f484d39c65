#include "fx/Runtime/Minimizer.h"

#include "Attributes.h"
#include "ExampleValues.h"
#include "GuardCall.h"
#include "KeptState.h"
#include "NoteShapes.h"
#include "SplitDescription.h"
#include "TensorDifference.h"

#include "fx/Passes/ExtractSubgraph.h"
#include "fx/Passes/Splitter.h"
#include "fx/Runtime/Interpreter.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <set>
#include <unordered_map>

namespace fx {

RunPart run_eagerly() {
  return [](GraphModule part, Args inputs) { return part->run(std::move(inputs)); };
}

CompareParts compare_close(EquivalenceOptions options) {
  return [options](const Value& a, const Value& b, const std::vector<std::string>&) {
    runtime::Run expected, found;
    expected.result = a;
    found.result = b;
    const runtime::Difference difference = runtime::compare_runs(expected, found, options);
    return std::pair(difference.max, difference.text.empty());
  };
}

namespace {

using Nodes = std::vector<Node*>; // in program order
using Environment = std::unordered_map<const Node*, Value>;

/// Stops a run before a node.
class Prefix final : public Interpreter {
public:
  struct Stop {};
  Prefix(GraphModule module, const Node* stop, const std::set<const Node*>& wanted)
      : Interpreter(std::move(module)), stop_(stop), wanted_(wanted) {}

  Value run_node(Node& node) override {
    if (&node == stop_) {
      // What there is now, not what it was when it was computed.
      for (const Node* wanted : wanted_)
        if (const Value* found = value(*wanted)) values[wanted] = runtime::copy(*found);
      modes.emplace();
      throw Stop();
    }
    return Interpreter::run_node(node);
  }
  Environment values;
  std::optional<runtime::ThreadModes> modes; // in which the node would have run

private:
  const Node* stop_;
  const std::set<const Node*>& wanted_;
};

/// Keeps a copy of each value.
class Recorder final : public Interpreter {
public:
  using Interpreter::Interpreter;
  Value run_node(Node& node) override {
    Value result = Interpreter::run_node(node);
    values[&node] = runtime::copy(result);
    return result;
  }
  Environment values;
};

std::vector<std::string> names_of(const Nodes& nodes) {
  std::vector<std::string> names;
  for (const Node* node : nodes)
    names.push_back(node->name().str());
  return names;
}

} // namespace

class Minimizer::Search {
public:
  Search(GraphModule module, Args sample_input, RunPart run_a, RunPart run_b, CompareParts compare,
         MinimizerSettings settings)
      : module_(std::move(module)), sample_input_(std::move(sample_input)),
        run_a_(std::move(run_a)), run_b_(std::move(run_b)), compare_(std::move(compare)),
        settings_(settings), state_({module_.get()}) {
    runtime::note_shapes(module_, sample_input_);
    description_.emplace(module_);
    const Graph& graph = description_->model().graph;
    aliasing_.emplace(graph, description_->model());
    for (Node* node : module_graph())
      if (is_callable(*node) && !is_barrier(node)) all_.push_back(node);
    is_pure_ = std::ranges::all_of(graph, [&](const Node* node) {
      return !is_callable(*node) ||
             (aliasing_->effects(*node).is_pure() && !aliasing_->effects(*node).barrier);
    });
    if (!is_pure_ && settings_.accumulate_error) check_no_writes();
    if (is_pure_) record_values();
    find_fusions();
  }

  std::vector<Culprit> minimize(std::string_view start, std::string_view end,
                                const std::vector<std::string>& skip_nodes) {
    const Nodes nodes = collect(start, end);
    culprits_.clear();
    of_b_.clear();
    if (nodes.empty()) return {};
    switch (settings_.traverse_method) {
    case TraverseMethod::Sequential: sequential(nodes); break;
    case TraverseMethod::Binary: binary(nodes, 0, nodes.size()); break;
    case TraverseMethod::Accumulate: accumulate(nodes); break;
    case TraverseMethod::Block: block(nodes); break;
    case TraverseMethod::Skip: skip(nodes, {skip_nodes.begin(), skip_nodes.end()}); break;
    case TraverseMethod::Defined: defined(nodes); break;
    }
    return taken();
  }

  std::vector<Culprit> run_nodes(std::string_view start, std::string_view end) {
    const Nodes nodes = collect(start, end);
    culprits_.clear();
    of_b_.clear();
    if (nodes.empty()) return {};
    report("Run nodes.");
    if (const auto failure =
            run_and_compare(nodes, settings_.return_intermediate ? nodes : Nodes()))
      add(nodes, *failure);
    return taken();
  }

  std::vector<std::vector<std::string>> reports;
  std::vector<std::pair<std::vector<std::string>, double>> results;

private:
  struct Failure {
    double difference = std::numeric_limits<double>::infinity();
    std::string text;
  };

  Graph& module_graph() { return const_cast<Graph&>(module_->current_graph()); }

  uint32_t position(const Node* node) const {
    return aliasing_->position(*description_->copy_of(node));
  }

  /// It changes the mode in which others compute, and is no computation itself.
  bool is_barrier(const Node* node) const {
    return aliasing_->effects(*description_->copy_of(node)).barrier;
  }

  void check_no_writes() const {
    for (const Node* node : description_->model().graph) {
      const Effects& effects = aliasing_->effects(*node);
      if (is_callable(*node) && (effects.writes != 0 || effects.unknown || effects.writes_state))
        throw RuntimeError(fmt::format(
            "accumulate_error keeps the values of nodes, and '{}' may write to memory, so that one "
            "is another later: functionalize the graph (make_fx), or compare from the same values",
            node->name().view()));
    }
  }

  void record_values() {
    const runtime::KeptState::Restored restored(state_);
    Recorder recorder(module_);
    recorder.run(module_->process_inputs(runtime::copies(sample_input_)), {}, false);
    of_a_ = std::move(recorder.values);
  }

  void find_fusions() {
    const Graph& graph = description_->model().graph;
    NodeSet calls;
    for (const Node* node : graph)
      if (is_callable(*node)) calls.insert(node);
    for (const std::vector<Node*>& fusion : fx::find_fusions(graph, *aliasing_, calls)) {
      // What is computed in a mode is no group because of what enters and leaves it.
      if (std::ranges::any_of(fusion,
                              [&](const Node* copy) { return aliasing_->effects(*copy).barrier; }))
        continue;
      const auto nodes = std::make_shared<Nodes>();
      for (const Node* copy : fusion)
        nodes->push_back(const_cast<Node*>(description_->original(copy)));
      for (const Node* node : *nodes)
        fusion_of_[node] = nodes;
    }
  }

  Nodes collect(std::string_view start, std::string_view end) {
    const auto place = [&](std::string_view name, size_t otherwise) {
      if (name.empty()) return otherwise;
      const auto found =
          std::ranges::find_if(all_, [&](const Node* node) { return node->name().view() == name; });
      if (found == all_.end())
        throw RuntimeError(fmt::format("Minimizer: the graph has no call '{}'", name));
      return static_cast<size_t>(found - all_.begin());
    };
    if (all_.empty()) return {};
    const size_t first = place(start, 0), last = place(end, all_.size() - 1);
    if (first > last)
      throw RuntimeError(fmt::format("Minimizer: '{}' comes after '{}'", start, end));
    return {all_.begin() + static_cast<ptrdiff_t>(first),
            all_.begin() + static_cast<ptrdiff_t>(last) + 1};
  }

  // What is said.
  void report(std::string line) { reports.push_back({std::move(line)}); }
  void tell(std::string line) { reports.back().push_back(std::move(line)); }

  void add(const Nodes& nodes, const Failure& failure) {
    for (Node* node : nodes) {
      const auto known = std::ranges::find(culprits_, node, &Culprit::node);
      if (known == culprits_.end()) culprits_.push_back({node, failure.difference, failure.text});
    }
  }

  std::vector<Culprit> taken() {
    std::ranges::sort(culprits_, {},
                      [&](const Culprit& culprit) { return position(culprit.node); });
    return std::exchange(culprits_, {});
  }

  // Ways to search.
  void sequential(const Nodes& nodes) {
    std::set<const Node*> done;
    for (Node* node : nodes) {
      if (done.contains(node)) continue;
      report(fmt::format("Sequential traverse iteration {}.", reports.size() + 1));
      tell(fmt::format("Visit node: {}", node->name().view()));
      // A fusion is run once, and compared by the values of all of its nodes.
      const Nodes part = with_fusions({node});
      done.insert(part.begin(), part.end());
      const auto failure = run_and_compare({node}, part);
      if (!failure) continue;
      tell(fmt::format("Found culprit: {}", fmt::join(names_of(part), ", ")));
      add(part, *failure);
      if (!settings_.find_all) return;
    }
  }

  /// Whether a culprit was found in the nodes [begin, end).
  bool binary(const Nodes& all, size_t begin, size_t end) {
    const Nodes nodes(all.begin() + static_cast<ptrdiff_t>(begin),
                      all.begin() + static_cast<ptrdiff_t>(end));
    report(fmt::format("Binary search iteration {}.", reports.size() + 1));
    tell(fmt::format("From node index {} to {}. Size of the interested node list is {}", begin,
                     end - 1, nodes.size()));
    const auto failure = run_and_compare(nodes, {});
    if (!failure) {
      tell("No discrepancy found.");
      return false;
    }
    if (nodes.size() == 1) {
      const Nodes part = with_fusions(nodes);
      tell(fmt::format("This is the last node in the sub-module. Search in the current branch is "
                       "successful with culprit = {}.",
                       fmt::join(names_of(part), ", ")));
      add(part, *failure);
      return true;
    }
    tell("Proceed to split and lower the halves of the current sub-module individually.");
    const size_t middle = begin + nodes.size() / 2;
    const bool in_first = binary(all, begin, middle);
    if (in_first && !settings_.find_all) return true;
    const bool in_second = binary(all, middle, end);
    if (!in_first && !in_second) {
      report(fmt::format("Further split and lowering found no errors: the nodes from {} to {} part "
                         "only together.",
                         nodes.front()->name().view(), nodes.back()->name().view()));
      add(nodes, *failure);
    }
    return true;
  }

  void accumulate(const Nodes& nodes) {
    if (settings_.find_all)
      throw RuntimeError(
          "Minimizer: 'find_all' is not supported in accumulate traversal: all nodes "
          "after the first culprit are computed from it");
    Nodes part;
    for (Node* node : nodes) {
      report(fmt::format("Accumulate traverse iteration {}.", reports.size() + 1));
      tell(fmt::format("Add node: {}", node->name().view()));
      part.push_back(node);
      const auto failure = run_and_compare(part, {node});
      if (!failure) continue;
      tell(fmt::format("Found culprit {}", node->name().view()));
      return add({node}, *failure);
    }
  }

  /// Of the nodes [begin, end] as a part, by the value of its last one.
  std::optional<Failure> run_block(const Nodes& nodes, size_t begin, size_t end,
                                   std::string_view what) {
    report(fmt::format("{} block iteration {}.", what, reports.size() + 1));
    tell(fmt::format("From node {} to {}", nodes[begin]->name().view(), nodes[end]->name().view()));
    auto failure = run_and_compare({nodes.begin() + static_cast<ptrdiff_t>(begin),
                                    nodes.begin() + static_cast<ptrdiff_t>(end) + 1},
                                   {nodes[end]});
    tell(failure ? "Culprits found." : "Culprits not found.");
    return failure;
  }

  void block(const Nodes& nodes) {
    std::optional<Failure> failure = run_block(nodes, 0, nodes.size() - 1, "Find last node");
    if (!failure) return;
    // The first node behind which the values differ, computed from the start; then the last node
    // from which on they do.
    size_t low = 0, last = nodes.size() - 1;
    while (low < last) {
      const size_t middle = low + (last - low) / 2;
      if (auto found = run_block(nodes, 0, middle, "Find last node")) {
        last = middle;
        failure = std::move(found);
      } else {
        low = middle + 1;
      }
    }
    size_t first = 0, high = last;
    while (first < high) {
      const size_t middle = first + (high - first + 1) / 2;
      if (auto found = run_block(nodes, middle, last, "Find first node")) {
        first = middle;
        failure = std::move(found);
      } else {
        high = middle - 1;
      }
    }
    add({nodes.begin() + static_cast<ptrdiff_t>(first),
         nodes.begin() + static_cast<ptrdiff_t>(last) + 1},
        *failure);
  }

  void skip(const Nodes& nodes, const std::set<std::string, std::less<>>& skipped) {
    Nodes part;
    const auto run = [&] {
      if (part.empty()) return;
      report(
          fmt::format("Nodes {} to {}", part.front()->name().view(), part.back()->name().view()));
      const auto failure = run_and_compare(part, {});
      tell(failure ? "Found culprits." : "No discrepancy found.");
      if (failure) add(part, *failure);
      part.clear();
    };
    for (Node* node : nodes)
      skipped.contains(node->name().view()) ? run() : part.push_back(node);
    run();
  }

  void defined(const Nodes& nodes) {
    report(fmt::format("Defined graph with nodes from {} to {}", nodes.front()->name().view(),
                       nodes.back()->name().view()));
    if (const auto failure = run_and_compare(nodes, {nodes.back()})) add(nodes, *failure);
  }

  // A part.
  Nodes with_fusions(const Nodes& nodes) const {
    std::set<std::pair<uint32_t, Node*>> all;
    std::set<const Nodes*> seen;
    for (Node* node : nodes) {
      all.emplace(position(node), node);
      const auto fusion = fusion_of_.find(node);
      if (fusion == fusion_of_.end() || !seen.insert(fusion->second.get()).second) continue;
      for (Node* other : *fusion->second)
        all.emplace(position(other), other);
    }
    return closed(all);
  }

  /// With what is computed between two of them from one for the other.
  Nodes closed(const std::set<std::pair<uint32_t, Node*>>& part) const {
    const uint32_t begin = part.begin()->first, end = part.rbegin()->first;
    Nodes nodes;
    if (end - begin + 1 == part.size()) {
      for (const auto& [at, node] : part)
        nodes.push_back(node);
      return nodes;
    }
    const auto node_at = [&](uint32_t at) {
      return const_cast<Node*>(description_->original(aliasing_->at(at)));
    };
    std::vector<bool> from(end - begin + 1), to(end - begin + 1);
    for (const auto& [at, node] : part)
      from[at - begin] = to[at - begin] = true;
    for (uint32_t at = begin; at <= end; ++at)
      for (const Node* input : node_at(at)->input_nodes())
        if (position(input) >= begin && from[position(input) - begin]) from[at - begin] = true;
    for (uint32_t at = end + 1; at-- > begin;)
      for (const Node* user : node_at(at)->users())
        if (position(user) <= end && to[position(user) - begin]) to[at - begin] = true;
    for (uint32_t at = begin; at <= end; ++at)
      if ((from[at - begin] && to[at - begin]) || is_barrier(node_at(at)))
        nodes.push_back(node_at(at));
    return nodes;
  }

  struct Part {
    Nodes nodes, inputs, outputs;
    GraphModule module{nullptr};
  };

  /// `outputs`: whose values are compared; empty: those that others use.
  Part part_of(const Nodes& wanted, const Nodes& outputs) {
    Part part;
    part.nodes = with_fusions(wanted);
    part.outputs = outputs;
    const std::set<const Node*> inside(part.nodes.begin(), part.nodes.end());
    const auto is_inside = [&](const Node* node) { return inside.contains(node); };
    std::set<const Node*> seen;
    for (Node* node : part.nodes) {
      for (Node* input : node->input_nodes())
        if (input->op() != Opcode::GetAttr && !is_inside(input) && seen.insert(input).second)
          part.inputs.push_back(input);
      if (outputs.empty() &&
          (!std::ranges::all_of(node->users(), is_inside) || node->users().empty()))
        part.outputs.push_back(node);
    }
    const auto copies = [&](const Nodes& nodes) {
      Nodes found;
      for (const Node* node : nodes)
        found.push_back(description_->copy_of(node));
      return found;
    };
    Expected<Graph> graph =
        extract_subgraph(description_->model().graph, *aliasing_, copies(part.nodes),
                         copies(part.inputs), copies(part.outputs));
    if (!graph) throw MinimizerBadModuleError("Minimizer: " + graph.error().message_with_id());
    const AttributeMap used = runtime::attributes_of(
        module_, *graph, [](const Node& node) { return node.target().str(); });
    part.module = GraphModule(used, std::move(*graph), "Minimize");
    part.module->set_modes(description_->modes());
    runtime::mode_of(*part.module) = module_->is_training();
    return part;
  }

  /// What the module has in the place of the inputs; its state is as it is there afterwards.
  Args inputs_of(const Part& part) {
    Environment values;
    if (!is_pure_) {
      const std::set<const Node*> wanted(part.inputs.begin(), part.inputs.end());
      Prefix prefix(module_, part.nodes.front(), wanted);
      try {
        prefix.run(module_->process_inputs(runtime::copies(sample_input_)), {}, false);
      } catch (const Prefix::Stop&) { // NOLINT: as asked for
      }
      values = std::move(prefix.values);
      modes_there_ = prefix.modes;
    }
    const Environment& known = is_pure_ ? of_a_ : values;
    Args inputs;
    for (const Node* input : part.inputs) {
      const auto found = known.find(input);
      if (found == known.end())
        throw MinimizerBadModuleError(
            fmt::format("Minimizer: the part with '{}' uses '{}', which is computed after its "
                        "first node",
                        part.nodes.front()->name().view(), input->name().view()));
      inputs.push_back(runtime::copy(found->second));
    }
    return inputs;
  }

  /// Copies for one run. What is computed from what requires a gradient may be written to.
  static Args fresh_inputs(const Part& part, const Args& inputs) {
    Args fresh = runtime::copies(inputs);
    for (size_t i = 0; i < fresh.size(); ++i)
      if (part.inputs[i]->op() != Opcode::Placeholder)
        fresh[i] = runtime::map_tensors(fresh[i], [](const at::Tensor& tensor) -> Value {
          return tensor.requires_grad() ? tensor.clone() : tensor;
        });
    return fresh;
  }

  /// What the second implementation has computed itself takes the place of the first's.
  Args own_inputs_of(const Part& part, Args inputs) const {
    for (size_t i = 0; i < inputs.size(); ++i)
      if (const auto own = of_b_.find(part.inputs[i]); own != of_b_.end()) inputs[i] = own->second;
    return inputs;
  }

  std::optional<Failure> run_and_compare(const Nodes& nodes, const Nodes& outputs) {
    const Part part = part_of(nodes, outputs);
    if (part.outputs.empty()) return std::nullopt;
    tell("Run and compare ...");
    const std::vector<std::string> names = names_of(part.outputs);
    const std::string which = fmt::format("'{}'", fmt::join(names, "', '"));
    // What changes nothing needs no copies of the state.
    std::optional<runtime::KeptState::Restored> restored;
    if (!is_pure_) restored.emplace(state_);
    const Args inputs = inputs_of(part);
    const Args b_inputs = own_inputs_of(part, inputs);
    Value a, b;
    const auto run = [&](const RunPart& function, const Args& given, Value& result,
                         std::string_view name) -> std::optional<Failure> {
      std::optional<runtime::KeptState> state;
      if (!is_pure_) state.emplace(std::vector<torch::nn::Module*>{module_.get()});
      std::optional<runtime::KeptState::Restored> again;
      if (state) again.emplace(*state);
      const runtime::KeptModesOfThread modes;
      if (modes_there_) modes_there_->set();
      try {
        result = runtime::copy(function(part.module, fresh_inputs(part, given)));
      } catch (const c10::Error& error) {
        return Failure{.text = fmt::format("{} throws at {}: {}", name, which,
                                           error.what_without_backtrace())};
      } catch (const std::exception& error) {
        return Failure{.text = fmt::format("{} throws at {}: {}", name, which, error.what())};
      }
      return std::nullopt;
    };
    for (auto failure : {run(run_a_, inputs, a, "run_a"), run(run_b_, b_inputs, b, "run_b")})
      if (failure) {
        tell(failure->text);
        return failure;
      }
    if (settings_.accumulate_error) keep(part, b);
    const auto [difference, is_near] = compare_(a, b, names);
    results.emplace_back(names, difference);
    tell(fmt::format("Numerical accuracy = {}", difference));
    if (is_near) return std::nullopt;
    tell(fmt::format("Result mismatch for {}", which));
    return Failure{difference, describe(part, a, b, which, difference)};
  }

  void keep(const Part& part, const Value& result) {
    std::vector<Value> values;
    if (result.isTuple())
      values = result.toTupleRef().elements();
    else if (result.isList())
      for (const Value& value : result.toListRef())
        values.push_back(value);
    if (values.size() != part.outputs.size()) return;
    for (size_t i = 0; i < values.size(); ++i)
      of_b_[part.outputs[i]] = values[i];
  }

  static std::string describe(const Part& part, const Value& a, const Value& b,
                              const std::string& which, double difference) {
    runtime::Run expected, found;
    expected.result = a;
    found.result = b;
    EquivalenceOptions exact;
    exact.rtol = exact.atol = 0;
    const runtime::Difference apart = runtime::compare_runs(expected, found, exact);
    return fmt::format("{}{}: run_a and run_b differ by {:.3g}{}{}", which,
                       part.nodes.size() == 1
                           ? fmt::format(" ({})", part.nodes.front()->target().view())
                           : fmt::format(", a part of {} nodes", part.nodes.size()),
                       difference, apart.text.empty() ? "" : ": ", apart.text);
  }

  GraphModule module_;
  Args sample_input_;
  RunPart run_a_, run_b_;
  CompareParts compare_;
  MinimizerSettings settings_;
  runtime::KeptState state_;
  std::optional<runtime::SplitDescription> description_;
  std::optional<AliasAnalysis> aliasing_;
  Nodes all_;
  /// No node changes anything, so that values stay what they are.
  bool is_pure_ = false;
  std::unordered_map<const Node*, std::shared_ptr<const Nodes>> fusion_of_;
  Environment of_a_, of_b_;
  std::optional<runtime::ThreadModes> modes_there_; // at the place of the part that runs
  std::vector<Culprit> culprits_;
};

Minimizer::Minimizer(GraphModule module, Args sample_input, RunPart run_a, RunPart run_b,
                     CompareParts compare, MinimizerSettings settings)
    : search_(std::make_unique<Search>(std::move(module), std::move(sample_input), std::move(run_a),
                                       std::move(run_b), std::move(compare), settings)) {}
Minimizer::~Minimizer() = default;

std::vector<Culprit> Minimizer::minimize(std::string_view start, std::string_view end,
                                         const std::vector<std::string>& skip_nodes) {
  return search_->minimize(start, end, skip_nodes);
}

std::vector<Culprit> Minimizer::run_nodes(std::string_view start, std::string_view end) {
  return search_->run_nodes(start, end);
}

const std::vector<std::vector<std::string>>& Minimizer::reports() const {
  return search_->reports;
}

std::string Minimizer::reports_text() const {
  std::string text;
  for (const std::vector<std::string>& report : search_->reports)
    for (const std::string& line : report)
      text += (&line == &report.front() ? "" : " . ") + line + "\n";
  return text;
}

const std::vector<std::pair<std::vector<std::string>, double>>& Minimizer::results() const {
  return search_->results;
}

} // namespace fx
