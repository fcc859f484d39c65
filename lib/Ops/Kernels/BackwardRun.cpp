#include "BackwardRun.h"

#include "Calls.h"
#include "Modules.h"

#include <algorithm>
#include <vector>

namespace fx::ops::kernels {

namespace {

/// Whether LibTorch refuses something because it was written to, or is.
bool is_about_writing(std::string_view reason) {
  return reason.find("inplace") != std::string_view::npos ||
         reason.find("in-place") != std::string_view::npos;
}

void append_tensors(const Example& example, std::vector<FxTensor*>& tensors) {
  if (const Tensor* tensor = example.tensor()) tensors.push_back(tensor->get());
  if (const Sequence* sequence = example.sequence())
    for (const Example& item : sequence->items)
      append_tensors(item, tensors);
}

} // namespace

BackwardRun::BackwardRun(const Plugin& plugin, const TracedModule& module, const Graph& graph,
                         InputOf input)
    : plugin_(plugin), module_(module), graph_(graph), input_(std::move(input)),
      initial_(plugin, module) {
  std::vector<const Node*> open;
  const auto add_inputs = [&](const Node& node) {
    for (const Node* input_node : node.input_nodes())
      if (needed_.insert(input_node).second) open.push_back(input_node);
  };
  for (const Node* node : graph_)
    if (node->op() == Opcode::Output) {
      add_inputs(*node);
      outputs_.insert(open.begin(), open.end());
    }
  while (!open.empty()) {
    const Node* node = open.back();
    open.pop_back();
    add_inputs(*node);
  }
}

Example BackwardRun::call_module(const Node& node, const Examples& arguments) const {
  const ModuleNode* called = module_.modules.find(node.target());
  if (called && called->alias_of) called = called->alias_of;
  const Plugin::Module* made = called ? initial_.module_at(called->path()) : nullptr;
  if (made == nullptr) throw Unknown("this module");
  return call_forward(plugin_, libtorch_of(module_), *called, *made, FxLive, arguments);
}

Example BackwardRun::computed(const Node& node,
                              const std::unordered_map<const Node*, Example>& values) const {
  if (node.op() == Opcode::Placeholder) {
    Example example = input_(node);
    const Tensor* tensor = example.tensor();
    if (tensor == nullptr) return example;
    return plugin_.value(plugin_.api().fill_tensor(FxOnNumbers, tensor->get()));
  }
  if (node.op() == Opcode::GetAttr) {
    const Example* value = initial_.find(node.target().str());
    if (value == nullptr) throw Unknown("this attribute");
    return *value;
  }
  const auto value_of = [&values](const Node& input) { return values.at(&input); };
  Examples arguments;
  for (const Argument& argument : node.args())
    arguments.push_back({{}, example_of(argument, value_of)});
  for (const KeywordArgument& keyword : node.kwargs())
    arguments.push_back({keyword.name, example_of(keyword.value, value_of)});
  if (node.op() == Opcode::CallModule) return call_module(node, arguments);
  return call(plugin_, node, arguments, FxLive);
}

std::optional<BackwardRefusal> BackwardRun::attempt(const Node* last) const {
  std::unordered_map<const Node*, Example> values;
  for (const Node* node : graph_) {
    if (node->op() == Opcode::Output) break;
    try {
      values.emplace(node, computed(*node, values));
    } catch (const Refused& refused) {
      if (is_about_writing(refused.what())) return BackwardRefusal{node, refused.what()};
      throw;
    }
    if (node == last) break;
  }
  std::vector<FxTensor*> roots;
  const std::unordered_set<const Node*>& wanted = last ? needed_ : outputs_;
  for (const Node* node : graph_)
    if (const auto value = values.find(node); value != values.end() && wanted.contains(node))
      append_tensors(value->second, roots);
  try {
    plugin_.done(plugin_.api().backward(roots.data(), roots.size()));
  } catch (const std::runtime_error& refused) {
    if (is_about_writing(refused.what())) return BackwardRefusal{last, refused.what()};
    throw;
  }
  return std::nullopt;
}

std::optional<BackwardRefusal> BackwardRun::find(std::span<const Node* const> writes) const {
  std::optional<BackwardRefusal> found = attempt(nullptr);
  if (!found || found->node) return found;
  // A write goes wrong for all that come behind it: the first one does so alone.
  size_t fine = 0, wrong = writes.size();
  while (fine < wrong) {
    const size_t middle = fine + (wrong - fine) / 2;
    if (std::optional<BackwardRefusal> earlier = attempt(writes[middle])) {
      found = std::move(earlier);
      wrong = middle;
    } else {
      fine = middle + 1;
    }
  }
  return found->node ? found : std::nullopt;
}

} // namespace fx::ops::kernels
