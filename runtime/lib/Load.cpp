// Modules out of graph files.
#include "Attributes.h"
#include "Examples.h"
#include "ModuleCopy.h"
#include "TorchCalls.h"

#include "../../lib/Ops/Kernels/InitialValues.h"

#include "fx/IR/Lint.h"
#include "fx/IR/Parser.h"
#include "fx/Runtime/GraphModule.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <set>
#include <unordered_map>

namespace fx {

namespace {

using ops::kernels::InitialValues;
using ops::kernels::Plugin;

/// Makes the modules of a tree.
class TreeBuilder {
public:
  explicit TreeBuilder(TracedModule& model)
      : model_(model), values_(runtime::own_kernels(), model) {}

  /// Fills `root`; what the original does not register goes into `unregistered`.
  void build(torch::nn::Module& root, AttributeMap& unregistered) {
    for (ModuleNode* node : all_modules(model_.modules)) {
      const std::string path = node->path();
      if (node->parent == nullptr) {
        made_[node] = {&root, nullptr};
      } else if (node->alias_of == nullptr) {
        std::shared_ptr<torch::nn::Module> module = make(*node, path);
        made_[node] = {module.get(), module};
      }
      if (node->parent != nullptr) attach(*node, path, unregistered);
      if (node->alias_of == nullptr && node->kind != ModuleKind::Leaf)
        for (const TensorSlot& slot : node->tensors)
          add_tensor(*made_[node].module, slot, runtime::joined(path, slot.name), unregistered);
    }
  }

private:
  struct Made {
    torch::nn::Module* module = nullptr;
    std::shared_ptr<torch::nn::Module> held; // null of the root
  };

  std::shared_ptr<torch::nn::Module> make(ModuleNode& node, const std::string& path) {
    if (node.kind == ModuleKind::Graph) {
      // What it registers and its graph refers to comes later.
      GraphModule module = GraphModuleImpl::of(runtime::PlainModule("Module"), Graph(), nullptr,
                                               unregistered_of(node), node.cpp_type.str());
      module->set_graph(node.graph->clone());
      return module.ptr();
    }
    if (node.kind != ModuleKind::Leaf)
      return std::make_shared<runtime::PlainModule>(node.cpp_type.str());
    if (const Plugin::Module* module = values_.module_at(path)) return (*module)->module;
    if (const Error* problem = values_.problem_of(path)) throw RuntimeError(problem->message);
    throw RuntimeError(fmt::format("'{}' is a {}, which is no class of LibTorch: a program that "
                                   "loads a graph has no way to make one; trace it without --leaf",
                                   path, node.cpp_type.view()));
  }

  /// The modules of others that a graph module calls.
  AttributeMap unregistered_of(const ModuleNode& module) const {
    AttributeMap attributes;
    for (const ModuleNode* child : module.children)
      if (is_part_of_another(*child))
        if (const auto made = made_.find(child->alias_of); made != made_.end())
          attributes.emplace(child->name.str(), made->second.held);
    return attributes;
  }
  static bool is_part_of_another(const ModuleNode& node) {
    return !node.registered && node.alias_of != nullptr && node.parent->kind == ModuleKind::Graph;
  }

  void attach(const ModuleNode& node, const std::string& path, AttributeMap& unregistered) {
    if (is_part_of_another(node)) return;
    const Made& made = made_.at(node.alias_of ? node.alias_of : &node);
    if (!node.registered) {
      unregistered.emplace(path, made.held);
      return;
    }
    made_.at(node.parent).module->register_module(node.name.str(), made.held);
  }

  void add_tensor(torch::nn::Module& owner, const TensorSlot& slot, const std::string& path,
                  AttributeMap& unregistered) {
    torch::Tensor value;
    if (const ops::kernels::Example* found = values_.find(path)) {
      const Value initial = runtime::from_example(*found);
      if (!initial.isTensor()) return; // a number that a member keeps: the graph has it as one
      value = initial.toTensor();
    } else if (const Error* problem = values_.problem_of(path)) {
      throw RuntimeError(problem->message);
    }
    if (!slot.is_saved())
      unregistered.emplace(path, value);
    else if (slot.role == TensorRole::Parameter)
      owner.register_parameter(slot.name.str(), value, slot.requires_grad);
    else
      owner.register_buffer(slot.name.str(), value);
  }

  TracedModule& model_;
  InitialValues values_;
  std::unordered_map<const ModuleNode*, Made> made_;
};

std::string shape_of(const torch::Tensor& tensor) {
  return fmt::format("{}", fmt::join(tensor.sizes(), "x"));
}

/// Copies the tensors of a file of weights into those of a module.
void load_weights(torch::nn::Module& module, const std::string& file) {
  const Plugin& plugin = runtime::own_kernels();
  Plugin::NamedTensors weights;
  try {
    weights =
        Plugin::named_tensors(plugin.value(plugin.api().read_weights({file.data(), file.size()})));
  } catch (const std::exception& error) {
    const std::string text = error.what();
    throw RuntimeError(fmt::format("{}: {}", file, text.substr(0, text.find('\n'))));
  }
  std::map<std::string, torch::Tensor> wanted;
  for (const auto& item : module.named_parameters())
    if (item.value().defined()) wanted.emplace(item.key(), item.value());
  for (const auto& item : module.named_buffers())
    if (item.value().defined()) wanted.emplace(item.key(), item.value());
  std::string problems;
  std::vector<std::pair<torch::Tensor, torch::Tensor>> copies;
  for (const auto& [name, handle] : weights) {
    const torch::Tensor given = fx_kernels::tensor_of(handle.get());
    const auto found = wanted.find(name);
    if (found == wanted.end()) {
      problems += fmt::format("\n  '{}' is in the file and not in the model", name);
      continue;
    }
    if (found->second.sizes() != given.sizes())
      problems += fmt::format("\n  '{}' is {} in the file and {} in the model", name,
                              shape_of(given), shape_of(found->second));
    copies.emplace_back(found->second, given);
    wanted.erase(found);
  }
  for (const auto& [name, tensor] : wanted)
    problems +=
        fmt::format("\n  '{}', {}, is in the model and not in the file", name, shape_of(tensor));
  if (!problems.empty())
    throw RuntimeError(fmt::format("{} has the weights of another model:{}", file, problems));
  const torch::NoGradGuard no_gradients;
  for (auto& [to, from] : copies)
    to.copy_(from);
}

} // namespace

GraphModule load(TracedModule&& model, const std::string& weights) {
  // A live module keeps what follows from weights otherwise: split_const_subgraphs().
  model.inline_folding();
  if (const std::vector<Error> errors = lint(model); !errors.empty())
    throw RuntimeError(errors.front().to_string());
  runtime::PlainModule root(model.class_name);
  AttributeMap unregistered;
  TreeBuilder(model).build(root, unregistered);
  GraphModule module(root, std::move(model.graph), model.class_name, unregistered);
  if (model.training_graph) module->set_training_graph(std::move(model.training_graph));
  module->set_modes(model.eval_only ? Modes::Eval : model.training ? Modes::Train : Modes::Both);
  if (model.eval_only) module->eval();
  if (!weights.empty()) load_weights(*module, weights);
  return module;
}

GraphModule load(const std::string& graph, const std::string& weights) {
  std::ifstream file(graph, std::ios::binary);
  if (!file) throw RuntimeError(fmt::format("{}: the file cannot be read", graph));
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  ParseOptions options;
  options.file = graph;
  Expected<TracedModule> model = parse_graph(text, options);
  if (!model) throw RuntimeError(model.error().to_string());
  return load(std::move(*model), weights);
}

} // namespace fx
