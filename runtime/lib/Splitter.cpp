#include "fx/Runtime/Splitter.h"

#include "Attributes.h"
#include "KeptState.h"
#include "NoteShapes.h"
#include "SplitDescription.h"

#include "fx/IR/Printer.h"
#include "fx/Runtime/Interpreter.h"
#include "fx/Runtime/NodeSizes.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_set>

namespace fx {

namespace {

/// Runs a graph, and keeps what modules in it are called with.
class InputRecorder final : public Interpreter {
public:
  using Inputs = std::map<std::string, CallInputs>;
  InputRecorder(GraphModule module, std::string prefix,
                const std::set<std::string, std::less<>>& wanted, Inputs& inputs)
      : Interpreter(std::move(module)), prefix_(std::move(prefix)), wanted_(wanted),
        inputs_(inputs) {}

  Value call_module(Symbol target, const Args& args, const Kwargs& kwargs) override {
    const std::string path = runtime::joined(prefix_, target);
    if (wanted_.contains(path)) {
      CallInputs& inputs = inputs_[path];
      inputs.args = runtime::copies(args);
      inputs.kwargs.clear();
      for (const KeywordValue& keyword : kwargs)
        inputs.kwargs.push_back({keyword.name, runtime::copy(keyword.value)});
    }
    const auto below = wanted_.lower_bound(path + ".");
    const bool has_below = below != wanted_.end() && below->starts_with(path + ".");
    auto inner = std::dynamic_pointer_cast<GraphModuleImpl>(
        has_below ? module()->find_module(target)->shared_from_this() : nullptr);
    if (!inner || !kwargs.empty()) return Interpreter::call_module(target, args, kwargs);
    return InputRecorder(GraphModule(inner), path, wanted_, inputs_).run(args);
  }

private:
  std::string prefix_;
  const std::set<std::string, std::less<>>& wanted_;
  Inputs& inputs_;
};

} // namespace

std::map<std::string, CallInputs>
generate_inputs_for_submodules(const GraphModule& model, const Args& inputs,
                               const std::vector<std::string>& target_submodules) {
  GraphModule held = model;
  const runtime::KeptState state({held.get()});
  const runtime::KeptState::Restored restored(state);
  const std::set<std::string, std::less<>> wanted(target_submodules.begin(),
                                                  target_submodules.end());
  std::map<std::string, CallInputs> found;
  InputRecorder(model, "", wanted, found).run(runtime::copies(inputs));
  return found;
}

Splitter::Splitter(GraphModule module, Args sample_input, OperatorSupportPointer operator_support,
                   SplitterSettings settings, std::string non_acc_submodule_name)
    : module_(std::move(module)), sample_input_(std::move(sample_input)),
      operator_support_(std::move(operator_support)), settings_(settings),
      non_acc_submodule_name_(std::move(non_acc_submodule_name)) {
  runtime::note_shapes(module_, sample_input_);
  const Submodules submodules = submodules_of(module_);
  const runtime::SplitDescription description(module_);
  const Graph& graph = description.model().graph;
  NodeSet acc = find_acc_nodes(
      graph,
      [&](const Node& copy) {
        return operator_support_->is_node_supported(submodules, *description.original(&copy));
      },
      settings_.allow_non_tensor);
  std::vector<std::vector<Node*>> fusions;
  if (!settings_.skip_fusion)
    fusions = find_fusions(graph, AliasAnalysis(graph, description.model()), acc);
  for (const Node* copy : acc)
    acc_nodes_.insert(description.original(copy));
  for (const std::vector<Node*>& fusion : fusions) {
    fusions_.emplace_back();
    for (const Node* copy : fusion)
      fusions_.back().push_back(const_cast<Node*>(description.original(copy)));
  }
}

std::vector<Subgraph> Splitter::all_subgraphs() const {
  const runtime::SplitDescription description(module_);
  NodeSet acc;
  for (const Node* node : acc_nodes_)
    acc.insert(description.copy_of(node));
  std::vector<std::vector<Node*>> fusions;
  for (const std::vector<Node*>& fusion : fusions_) {
    fusions.emplace_back();
    for (const Node* node : fusion)
      fusions.back().push_back(description.copy_of(node));
  }
  const Graph& graph = description.model().graph;
  Expected<std::vector<Subgraph>> subgraphs =
      put_nodes_into_subgraphs(graph, AliasAnalysis(graph, description.model()), acc, fusions);
  if (!subgraphs) throw RuntimeError("Splitter: " + subgraphs.error().message_with_id());
  for (Subgraph& subgraph : *subgraphs)
    for (Node*& node : subgraph.nodes)
      node = const_cast<Node*>(description.original(node));
  return std::move(*subgraphs);
}

std::vector<Subgraph> Splitter::subgraphs() const {
  std::vector<Subgraph> large =
      remove_small_acc_subgraphs(all_subgraphs(), settings_.min_acc_module_size);
  if (const auto error = check_acc_splits(large, settings_))
    throw RuntimeError("Splitter: " + error->message_with_id());
  return large;
}

std::string Splitter::name_of(const Subgraph& subgraph, size_t index) const {
  return fmt::format("{}{}", subgraph.is_acc ? "_run_on_acc_" : non_acc_submodule_name_, index);
}

GraphModule Splitter::split_into(const std::vector<Subgraph>& subgraphs) {
  std::vector<NamedNodes> groups;
  node_submodule_map_.clear();
  for (const Subgraph& subgraph : subgraphs) {
    groups.push_back({name_of(subgraph, groups.size()), subgraph.nodes});
    for (const Node* node : subgraph.nodes)
      node_submodule_map_[node->name().str()] = groups.back().name;
  }
  return fuse_by_partitions(module_, groups);
}

GraphModule Splitter::split() {
  return split_into(subgraphs());
}

SplitResult Splitter::generate_split_results() {
  SplitResult result{split(), {}, non_acc_submodule_name_};
  std::vector<std::string> names;
  for (const Node* call : result.split_module->current_graph().find_nodes(Opcode::CallModule))
    names.push_back(call->target().str());
  result.submodule_inputs =
      generate_inputs_for_submodules(result.split_module, sample_input_, names);
  return result;
}

namespace {

/// "((torch.float32, None, torch.float32), {'alpha': torch.int64})": the types of a node's
/// operands, None where one is no tensor; those at the end are left out.
std::string operand_types(const Node& node) {
  const auto type_of = [](const Argument& operand) {
    const TensorMeta* tensor =
        operand.is_node() ? operand.as_node()->meta(meta::tensor_meta) : nullptr;
    return tensor == nullptr ? Argument() : Argument::dtype(tensor->dtype);
  };
  std::vector<Argument> args;
  for (const Argument& operand : node.args())
    args.push_back(type_of(operand));
  while (!args.empty() && args.back().is_none())
    args.pop_back();
  std::vector<std::pair<Argument, Argument>> kwargs;
  for (const KeywordArgument& keyword : node.kwargs())
    if (keyword.value.is_node())
      kwargs.emplace_back(Argument::string(keyword.name), type_of(keyword.value));
  return fmt::format("({}, {})", python_repr(Argument::tuple(std::move(args))),
                     python_repr(Argument::dict(std::move(kwargs))));
}

/// Lines in the order in which they first come.
class Lines {
public:
  void add(const std::string& line) {
    if (seen_.insert(line).second) text_ += line + "\n";
  }
  const std::string& text() const { return text_; }

private:
  std::unordered_set<std::string> seen_;
  std::string text_;
};

} // namespace

std::string Splitter::node_support_preview() const {
  const Submodules submodules = submodules_of(module_);
  Lines supported, unsupported;
  for (const Node* node : module_->current_graph()) {
    if (!is_callable(*node)) continue;
    Lines& lines =
        operator_support_->is_node_supported(submodules, *node) ? supported : unsupported;
    lines.add(
        fmt::format("{}: {}", get_node_target(submodules, *node).view(), operand_types(*node)));
  }
  return fmt::format("\nSupported node types in the model:\n{}"
                     "\nUnsupported node types in the model:\n{}",
                     supported.text(), unsupported.text());
}

namespace {

std::string count_text(const std::vector<Subgraph>& subgraphs, std::string_view when) {
  const auto acc = std::ranges::count_if(subgraphs, &Subgraph::is_acc);
  return fmt::format("{} removing small acc subgraphs, total {} subgraphs are created: {} acc "
                     "subgraphs and {} cpu subgraphs.\n",
                     when, subgraphs.size(), acc, static_cast<int64_t>(subgraphs.size()) - acc);
}

} // namespace

std::string Splitter::split_preview() {
  const std::vector<Subgraph> all = all_subgraphs();
  const std::vector<Subgraph> large = subgraphs();
  std::string report = count_text(all, "Before") + count_text(large, "After");
  for (size_t i = 0; i < large.size(); ++i)
    report += fmt::format("{}: {} node(s)\n", name_of(large[i], i), large[i].nodes.size());
  const GraphModule split = split_into(large);
  std::vector<std::string> names;
  for (size_t i = 0; i < large.size(); ++i)
    if (large[i].is_acc) names.push_back(name_of(large[i], i));
  const auto inputs = generate_inputs_for_submodules(split, sample_input_, names);
  double max_qps = pcie_bandwidth;
  std::string bottleneck;
  for (const std::string& name : names) {
    double qps = pcie_bandwidth;
    const GraphModule part(std::dynamic_pointer_cast<GraphModuleImpl>(split->get_submodule(name)));
    report += preview_part(name, part, inputs.at(name), qps);
    if (qps < max_qps) {
      max_qps = qps;
      bottleneck = name;
    }
  }
  return report + fmt::format("\nTheoretical max qps (bounds by PCIe bandwidth) for this model is "
                              "{}, bottleneck is submodule {}.",
                              python_repr(Argument(max_qps)), bottleneck);
}

std::string Splitter::preview_part(const std::string& name, const GraphModule& part,
                                   const CallInputs& inputs, double& qps) {
  std::string report = fmt::format("\nProcessing acc submodule {}\nChecking inputs...\n", name);
  const runtime::KeptState state({module_.get()});
  const runtime::KeptState::Restored restored(state);
  runtime::note_shapes(part, inputs.args);
  const auto bytes_of = [&](const Node& node, std::string_view what) {
    if (is_node_output_tensor(node)) return get_size_of_node(part, node).output_size;
    report += fmt::format("{} {} is not a tensor, this might cause problems during lowering!\n",
                          what, node.name().view());
    return int64_t(0);
  };
  int64_t in = 0, out = 0;
  for (const Node* node : part->current_graph().placeholders())
    in += bytes_of(*node, "Input");
  report += "Checking outputs...\n";
  for (const Node* node : part->current_graph().output_node()->input_nodes())
    out += bytes_of(*node, "Output");
  if (std::max(in, out) > 0) qps = pcie_bandwidth / static_cast<double>(std::max(in, out));
  report += fmt::format("Total input size in bytes is {}, total output size in bytes is {}, "
                        "theoretical max qps (bounds by PCIe bandwidth) for this submodule is "
                        "{}.\n",
                        in, out, python_repr(Argument(qps)));
  std::string_view doing = "lowering";
  try {
    const std::function<Value(Args)> lowered = lower_model_to_backend(part, inputs.args);
    doing = "inference";
    lowered(runtime::copies(inputs.args));
  } catch (const std::exception&) {
    return report + fmt::format("Run into an error during {}!\n", doing) +
           find_culprit(part, inputs.args);
  }
  return report + "Lowering and running succeed!\n";
}

std::function<Value(Args)> Splitter::lower_model_to_backend(const GraphModule& part,
                                                            const Args& /*inputs*/) {
  return [part = GraphModule(part)](Args args) mutable { return part->run(std::move(args)); };
}

std::string Splitter::find_culprit(const GraphModule& /*part*/, const Args& /*inputs*/) {
  return "Unable to find a culprit because _find_culprit() function is not implemented.";
}

} // namespace fx
