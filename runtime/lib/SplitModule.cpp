#include "fx/Runtime/SplitModule.h"

#include "Attributes.h"
#include "LiveOptions.h"
#include "ModuleCopy.h"
#include "SplitDescription.h"

#include "fx/Passes/ExtractSubgraph.h"
#include "fx/Passes/Outline.h"

#include <fmt/format.h>

#include <map>

namespace fx {

namespace runtime {

namespace {

/// A tree of the modules that a graph calls, of which nothing is known but where they are.
void add_called_modules(TracedModule& model) {
  for (const Node* node : model.graph.find_nodes(Opcode::CallModule)) {
    ModuleNode* owner = &model.modules.root();
    for (const std::string& part : Path(node->target().view()).parts()) {
      ModuleNode* child = owner->child(part);
      if (child == nullptr) {
        child = &model.modules.create(Symbol("unknown"), ModuleKind::Leaf);
        model.modules.attach(*owner, *child, Symbol(part));
      }
      owner = child;
    }
  }
}

TracedModule description_of(const GraphModule& module, const Graph& graph) {
  try {
    TracedModule model = module->describe();
    if (&graph == module->training_graph()) model.graph = std::move(*model.training_graph);
    model.training_graph = nullptr;
    return model;
  } catch (const RuntimeError&) {
    TracedModule model;
    model.class_name = module->class_name();
    model.graph = graph.clone();
    add_called_modules(model);
    return model;
  }
}

} // namespace

SplitDescription::SplitDescription(const GraphModule& module) : modes_(module->modes()) {
  const Graph& graph = module->current_graph();
  if (module->training_graph() != nullptr)
    modes_ = module->is_training() ? Modes::Train : Modes::Eval;
  model_ = description_of(module, graph);
  model_.training = modes_ == Modes::Train;
  model_.eval_only = modes_ == Modes::Eval;
  auto copy = model_.graph.begin();
  for (const Node* node : graph) {
    copies_[node] = *copy;
    originals_[*copy] = node;
    ++copy;
  }
}

Node* SplitDescription::copy_of(const Node* node) const {
  const auto found = copies_.find(node);
  if (found == copies_.end())
    throw RuntimeError(fmt::format("'{}' is no node of the graph that the module runs now, which "
                                   "is that of {}",
                                   node->name().view(),
                                   includes_training(modes_) ? "training" : "evaluation"));
  return found->second;
}

AttributeMap attributes_of(const GraphModule& module, const Graph& graph,
                           const std::function<std::string(const Node&)>& path_of) {
  AttributeMap attributes;
  for (const Node* node : graph) {
    if (node->op() == Opcode::CallModule) {
      torch::nn::Module* called = module->find_module(path_of(*node));
      attributes.emplace(node->target().str(), called->shared_from_this());
    } else if (node->op() == Opcode::GetAttr) {
      attributes.emplace(node->target().str(), *module->find_tensor(path_of(*node)));
    }
  }
  return attributes;
}

} // namespace runtime

namespace {

using runtime::SplitDescription;

/// A module that runs the graph of a part.
GraphModule part_module(const GraphModule& module, ModuleNode& part, Modes modes) {
  const AttributeMap used = runtime::attributes_of(module, *part.graph, [&](const Node& node) {
    return part.child(node.target())->alias_of->path();
  });
  GraphModule made = GraphModuleImpl::of(runtime::PlainModule(part.name.str()), part.graph->clone(),
                                         nullptr, used, part.name.str());
  made->set_modes(modes);
  runtime::mode_of(*made) = module->is_training(); // and not that of modules that it uses
  return made;
}

GraphModule assembled(const GraphModule& module, SplitDescription& description,
                      const Expected<std::vector<OutlinedPart>>& parts, std::string_view what) {
  if (!parts) throw RuntimeError(fmt::format("{}: {}", what, parts.error().message_with_id()));
  GraphModule made = module->with_graphs(Graph(), nullptr);
  ModuleTree& modules = description.model().modules;
  std::map<std::string, const OutlinedPart*, std::less<>> by_path;
  for (const OutlinedPart& part : *parts)
    by_path[part.path] = &part;
  // In the order in which they are computed.
  for (const Node* call : description.model().graph.find_nodes(Opcode::CallModule))
    if (by_path.contains(call->target().view()))
      made->add_submodule(
          call->target().view(),
          part_module(module, *modules.find(call->target()), description.modes()).ptr());
  made->set_graph(std::move(description.model().graph));
  made->set_modes(description.modes());
  return made;
}

} // namespace

Submodules submodules_of(const GraphModule& module) {
  return [&module](Symbol path) {
    const torch::nn::Module* called = module->find_module(path);
    if (called == nullptr) return Symbol();
    if (const auto* graph = dynamic_cast<const GraphModuleImpl*>(called))
      return Symbol(graph->class_name());
    if (runtime::is_torch_leaf(*called)) return Symbol(runtime::torch_holder(*called));
    std::string name = runtime::name_of(*called);
    if (name.ends_with("Impl")) name.resize(name.size() - 4);
    return Symbol(name);
  };
}

GraphModule split_module(const GraphModule& module,
                         const std::function<int64_t(const Node&)>& partition_of,
                         const std::string& prefix) {
  SplitDescription description(module);
  const AliasAnalysis aliasing(description.model().graph, description.model());
  const auto parts = split_module(
      description.model(), aliasing,
      [&](const Node& copy) { return partition_of(*description.original(&copy)); }, prefix);
  return assembled(module, description, parts, "split_module");
}

GraphModule fuse_by_partitions(const GraphModule& module, const std::vector<NamedNodes>& groups) {
  SplitDescription description(module);
  std::vector<std::vector<Node*>> copies;
  std::vector<std::string> names;
  for (const NamedNodes& group : groups) {
    copies.emplace_back();
    for (const Node* node : group.nodes)
      copies.back().push_back(description.copy_of(node));
    names.push_back(group.name);
  }
  const AliasAnalysis aliasing(description.model().graph, description.model());
  const auto parts = outline_as(description.model(), aliasing, copies, names);
  return assembled(module, description, parts, "fuse_by_partitions");
}

GraphModule extract_subgraph(const GraphModule& module, const std::vector<Node*>& nodes,
                             const std::vector<Node*>& inputs, const std::vector<Node*>& outputs) {
  const SplitDescription description(module);
  const auto copies = [&](const std::vector<Node*>& originals) {
    std::vector<Node*> found;
    found.reserve(originals.size());
    for (const Node* node : originals)
      found.push_back(description.copy_of(node));
    return found;
  };
  const Graph& graph = description.model().graph;
  Expected<Graph> extracted = extract_subgraph(graph, AliasAnalysis(graph, description.model()),
                                               copies(nodes), copies(inputs), copies(outputs));
  if (!extracted) throw RuntimeError("extract_subgraph: " + extracted.error().message_with_id());
  const AttributeMap used = runtime::attributes_of(
      module, *extracted, [](const Node& node) { return node.target().str(); });
  GraphModule made(used, std::move(*extracted), module->class_name());
  made->set_modes(description.modes());
  runtime::mode_of(*made) = module->is_training(); // and not that of modules that it shares
  return made;
}

} // namespace fx
