#include "OneDnnParts.h"

#include "FrozenLayers.h"
#include "LayerSteps.h"
#include "ModuleCopy.h"
#include "NoteShapes.h"
#include "Timing.h"

#include "fx/Passes/Partition.h"

#include <ATen/ops/full.h>

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <unordered_set>

namespace fx::runtime {

namespace {

bool is_constant(const Argument& operand) {
  return operand.as_node()->op() == Opcode::GetAttr;
}

/// A module of its own that computes what a part does, with the weights that it is called with.
GraphModule with_constants(const GraphModule& whole, const Node& call) {
  GraphModule part(
      std::dynamic_pointer_cast<GraphModuleImpl>(whole->get_submodule(call.target().view())));
  Graph& graph = part->graph();
  const std::vector<Node*> placeholders = graph.find_nodes(Opcode::Placeholder);
  Node* first_call = placeholders.back()->next();
  for (size_t i = 0; i < call.args().size(); ++i) {
    if (!is_constant(call.arg(i))) continue;
    const std::string path = call.arg(i).as_node()->target().str();
    if (part->find_tensor(path) == nullptr)
      put_attribute(*part, path, Attribute(*whole->find_tensor(path)));
    const auto here = graph.inserting_before(first_call);
    placeholders[i]->replace_all_uses_with(graph.get_attr(Symbol(path)));
    graph.erase_node(placeholders[i]);
  }
  return frozen(part);
}

void drop_constants(Node& call) {
  std::vector<Argument> rest;
  std::ranges::copy_if(call.args(), std::back_inserter(rest), std::not_fn(is_constant));
  call.set_args(std::move(rest));
}

/// A tensor for each operand of a call; nothing: one is no tensor of float32 with known sizes.
std::optional<std::vector<at::Tensor>> example_operands(const Node& call) {
  std::vector<at::Tensor> tensors;
  for (const Argument& operand : call.args()) {
    if (is_constant(operand)) continue;
    const TensorMeta* tensor = operand.as_node()->meta(meta::tensor_meta);
    if (tensor == nullptr || tensor->dtype.view() != "float32") return std::nullopt;
    tensors.push_back(at::full(tensor->shape, 0.5, at::kFloat));
  }
  return tensors;
}

} // namespace

OneDnnParts::OneDnnParts(GraphModule module, const Args& inputs, bool measures)
    : module_(std::move(module)) {
  note_shapes(module_, inputs);
  find_groups();
  if (!groups_.empty()) keep_faster_groups(inputs, measures);
}

void OneDnnParts::find_groups() {
  const LayerStepReader reader(module_);
  std::unordered_set<const Node*> steps, layers;
  const TracedModule& model = reader.operations().model();
  for (const Node* described : model.graph) {
    const auto read = reader.read(*reader.operations().live(*described));
    // A constant that is no weight would be an input of the part.
    if (!read || std::ranges::any_of(read->inputs, [](const Node* input) {
          return input->op() == Opcode::GetAttr;
        }))
      continue;
    steps.insert(described);
    if (read->step.kind == LayerStep::Kind::Layer) layers.insert(described);
  }
  PartitionOptions options;
  options.is_supported = [&](const Node& node) { return steps.contains(&node); };
  options.allow_single_node = true;
  options.skip_horizontal_fusion = true;
  const AliasAnalysis aliasing(model.graph, &model, Modes::Eval);
  for (const std::vector<Node*>& nodes : propose_partitions(model.graph, aliasing, options)) {
    if (std::ranges::none_of(nodes, [&](const Node* node) { return layers.contains(node); }))
      continue; // LibTorch's own are as fast
    NamedNodes group;
    group.name = fmt::format("onednn_{}", groups_.size());
    for (const Node* node : nodes)
      group.nodes.push_back(reader.operations().live(*node));
    groups_.push_back(std::move(group));
  }
}

void OneDnnParts::keep_faster_groups(const Args& inputs, bool measures) {
  const GraphModule split = fuse_by_partitions(module_, groups_);
  note_shapes(split, inputs); // of what parts give
  std::unordered_set<std::string> names;
  for (const NamedNodes& group : groups_)
    names.insert(group.name);
  for (Node* call : split->graph().find_nodes(Opcode::CallModule)) {
    if (!names.contains(call->target().str())) continue;
    const auto operands = example_operands(*call);
    if (!operands) continue;
    const Args args(operands->begin(), operands->end());
    const GraphModule part = with_constants(split, *call);
    note_shapes(part, args);
    const std::shared_ptr<OneDnnModuleImpl> made = OneDnnModuleImpl::of(part, *operands, measures);
    if (made != nullptr &&
        (!measures || times_of([&] { GraphModule(part)->run(args); }, [&] { made->run(args); })
                          .is_second_faster()))
      made_.emplace(call->target().str(), made);
  }
  std::erase_if(groups_, [&](const NamedNodes& group) { return !made_.contains(group.name); });
}

std::unordered_map<std::string, std::shared_ptr<torch::nn::Module>>
onednn_parts(const GraphModule& module) {
  std::unordered_map<std::string, std::shared_ptr<torch::nn::Module>> parts;
  for (const Node* call : module->graph().find_nodes(Opcode::CallModule)) {
    std::shared_ptr<torch::nn::Module> called = module->get_submodule(call->target().view());
    if (dynamic_cast<const OneDnnModuleImpl*>(called.get()) != nullptr)
      parts.emplace(call->target().str(), std::move(called));
  }
  return parts;
}

std::optional<GraphModule> OneDnnParts::replaced() {
  if (groups_.empty()) return std::nullopt;
  GraphModule whole = fuse_by_partitions(module_, groups_); // without the groups that were slower
  for (Node* call : whole->graph().find_nodes(Opcode::CallModule)) {
    const auto found = made_.find(call->target().str());
    if (found == made_.end()) continue;
    drop_constants(*call);
    whole->add_submodule(call->target().view(), found->second);
  }
  Graph& graph = whole->graph();
  for (Node* constant : graph.find_nodes(Opcode::GetAttr))
    if (constant->num_users() == 0) graph.erase_node(constant);
  whole->delete_all_unused_submodules();
  whole->eval();
  return whole;
}

} // namespace fx::runtime
