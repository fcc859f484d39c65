#include "LiveModules.h"

#include "Attributes.h"
#include "Call.h"
#include "Examples.h"
#include "ModuleBuilder.h"
#include "ModuleCopy.h"
#include "TorchCalls.h"

#include "../../lib/Ops/Kernels/Modules.h"

#include "fx/Analysis/Effects.h"
#include "fx/IR/Lint.h"
#include "fx/Ops/CallBinding.h"
#include "fx/Ops/LibTorch.h"

#include <c10/core/GradMode.h>

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

namespace fx::runtime {

namespace {

using ops::kernels::Plugin;

/// What nodes of an init graph compute, with the tensors that are there for those that made them.
class NewValues {
public:
  NewValues(const Graph& init,
            const std::unordered_map<const Node*, std::optional<at::Tensor>>& there)
      : init_(init), there_(there) {}

  Value operator()(const Node& wanted) {
    std::unordered_set<const Node*> needed;
    std::vector<const Node*> open{&wanted};
    while (!open.empty()) {
      const Node* node = open.back();
      open.pop_back();
      if (values_.contains(node) || !needed.insert(node).second || there_.contains(node)) continue;
      for (const Node* input : node->all_input_nodes())
        open.push_back(input);
    }
    for (const Node* node : init_) {
      if (!needed.contains(node)) continue;
      if (!there_.contains(node)) check_users(*node, needed);
      values_.emplace(node, computed(*node));
    }
    return values_.at(&wanted);
  }

private:
  /// What stands beside the computation of a value may write to it.
  void check_users(const Node& node, const std::unordered_set<const Node*>& needed) {
    for (const Node* user : node.users()) {
      if (needed.contains(user)) continue;
      const Effects effects = effects_of_(*user);
      if (effects.unknown || effects.writes != 0 || effects.aliases != 0)
        throw RuntimeError(fmt::format("'{}' may write to it in the constructor, which a live "
                                       "module has not",
                                       user->name().view()));
    }
  }

  Value computed(const Node& node) const {
    if (const auto found = there_.find(&node); found != there_.end()) {
      if (found->second) return *found->second;
      throw RuntimeError(fmt::format("'{}' makes several tensors of the module, which differ now",
                                     node.name().view()));
    }
    if (node.op() != Opcode::CallFunction && node.op() != Opcode::CallMethod)
      throw RuntimeError(fmt::format("'{}' is made by a constructor, which a live module has not",
                                     node.name().view()));
    std::vector<Value> operands;
    for (size_t i = 0; i < node.args().size() + node.kwargs().size(); ++i)
      operands.push_back(
          to_value(ops::operand(node, i), [&](Node* used) { return values_.at(used); }));
    const c10::AutoGradMode no_gradients(false);
    return make_call(node)->run(operands);
  }

  const Graph& init_;
  const std::unordered_map<const Node*, std::optional<at::Tensor>>& there_;
  std::unordered_map<const Node*, Value> values_;
  EffectOracle effects_of_;
};

} // namespace

/// Makes what is new.
class LiveModules::Builder : public ModuleBuilder {
public:
  Builder(const LiveModules& known, const TracedModule& model)
      : ModuleBuilder(model.modules), known_(known), model_(model),
        values_(model.init, known.by_init_) {}

protected:
  std::shared_ptr<torch::nn::Module> kept(const ModuleNode& node) override {
    return known_.is_kept(node) ? known_.find(node)->live : nullptr;
  }

  std::shared_ptr<torch::nn::Module> make_leaf(const ModuleNode& node,
                                               const std::string& path) override {
    const Plugin& plugin = own_kernels();
    if (ops::kernels::class_of(plugin, node).empty()) return nullptr;
    for (const Node* init : model_.init)
      if (init->op() == Opcode::GetAttr && init->target().view().starts_with(path + "."))
        throw RuntimeError(fmt::format("'{}', a {}, is initialised by a constructor, which a live "
                                       "module has not",
                                       path, node.cpp_type.view()));
    const bool training = known_.module_.is_training();
    std::shared_ptr<torch::nn::Module> made;
    try {
      made = ops::kernels::make_module(plugin, ops::libtorch_of(model_), node, training, FxAsIs,
                                       [&](const Node& init) { return to_example(values_(init)); })
                 ->module;
    } catch (const std::exception& error) {
      throw RuntimeError(
          fmt::format("'{}', a {}, cannot be made: {}", path, node.cpp_type.view(), error.what()));
    }
    if (known_.find(node) != nullptr && !(made->parameters().empty() && made->buffers().empty()))
      throw RuntimeError(fmt::format("'{}' is to be a {} with other options, and its weights are "
                                     "not known",
                                     path, node.cpp_type.view()));
    return made;
  }

  GraphModule make_graph_module(const ModuleNode& node, const AttributeMap& unregistered) override {
    GraphModule made = ModuleBuilder::make_graph_module(node, unregistered);
    const Known* before = known_.find(node);
    const auto* live =
        before != nullptr ? dynamic_cast<const GraphModuleImpl*>(before->live.get()) : nullptr;
    if (live == nullptr) return made;
    made->set_codegen(live->codegen());
    made->set_modes(live->modes());
    made->meta() = live->meta();
    return made;
  }

  void was_made(const ModuleNode& node, torch::nn::Module& module) override {
    const Known* before = known_.find(node);
    const bool is_there = before != nullptr && before->live != nullptr;
    module.train(is_there ? before->live->is_training() : known_.module_.is_training());
  }

  std::optional<torch::Tensor> tensor_of(const ModuleNode& owner, const TensorSlot& slot,
                                         const std::string& path) override {
    if (const Known* before = known_.find(owner))
      if (const auto found = before->tensors.find(slot.name); found != before->tensors.end())
        return found->second;
    if (slot.init == nullptr) return torch::Tensor();
    Value value;
    try {
      value = values_(*slot.init);
    } catch (const std::exception& error) {
      throw RuntimeError(fmt::format("the tensor '{}' cannot be made: {}", path, error.what()));
    }
    if (!value.isTensor()) return std::nullopt;
    if (known_.by_init_.contains(slot.init)) return value.toTensor();
    const torch::Tensor tensor = value.toTensor().detach();
    return slot.role == TensorRole::Parameter ? tensor.set_requires_grad(slot.requires_grad)
                                              : tensor;
  }

private:
  const LiveModules& known_;
  const TracedModule& model_;
  NewValues values_;
};

LiveModules::LiveModules(GraphModuleImpl& module, const TracedModule& model) : module_(module) {
  for (const ModuleNode* node : all_modules(model.modules))
    add(*node);
}

std::vector<LiveModules::Child> LiveModules::children_of(const ModuleNode& node) {
  std::vector<Child> children;
  children.reserve(node.children.size());
  for (ModuleNode* child : node.children)
    children.push_back({child, child->name, child->registered, child->alias_of});
  return children;
}

void LiveModules::add(const ModuleNode& node) {
  Known known{nullptr, node.cpp_type, node.kind, node.options, children_of(node), {}};
  const std::string path = node.path();
  const GraphModuleImpl* graph_module = nullptr; // whose paths the names of its tensors are
  if (node.parent == nullptr) {
    known.live = module_.shared_from_this();
  } else if (node.alias_of == nullptr) {
    const Known* owner = find(*node.parent);
    const auto* outer = owner ? dynamic_cast<const GraphModuleImpl*>(owner->live.get()) : nullptr;
    torch::nn::Module* found = module_.find_module(path);
    if (found == nullptr && outer != nullptr) found = outer->find_module(node.name);
    if (found != nullptr) known.live = found->shared_from_this();
    graph_module = dynamic_cast<const GraphModuleImpl*>(found);
  }
  for (const TensorSlot& slot : node.tensors) {
    const at::Tensor* tensor = module_.find_tensor(joined(path, slot.name));
    if (tensor == nullptr && graph_module != nullptr) tensor = graph_module->find_tensor(slot.name);
    known.tensors.emplace(slot.name, tensor ? std::optional(*tensor) : std::nullopt);
    if (tensor == nullptr || slot.init == nullptr) continue;
    const auto [first, is_new] = by_init_.emplace(slot.init, *tensor);
    if (!is_new && first->second && !first->second->is_same(*tensor)) first->second = std::nullopt;
  }
  known.graph = node.graph.get();
  if (node.graph) known.version = node.graph->version();
  known_.emplace(&node, std::move(known));
}

const LiveModules::Known* LiveModules::find(const ModuleNode& node) const {
  const auto found = known_.find(&node);
  return found == known_.end() ? nullptr : &found->second;
}

bool LiveModules::is_kept(const ModuleNode& node) const {
  const auto [found, is_new] = is_kept_.try_emplace(&node, false);
  if (is_new) {
    const bool is_so = compute_is_kept(node);
    is_kept_[&node] = is_so;
    return is_so;
  }
  return found->second;
}

bool LiveModules::compute_is_kept(const ModuleNode& node) const {
  const Known* before = find(node);
  if (before == nullptr || before->live == nullptr || node.cpp_type != before->cpp_type ||
      node.kind != before->kind || node.options != before->options ||
      node.graph.get() != before->graph ||
      (node.graph && node.graph->version() != before->version) ||
      node.tensors.size() != before->tensors.size() || children_of(node) != before->children)
    return false;
  return std::ranges::all_of(
             node.tensors,
             [&](const TensorSlot& slot) { return before->tensors.contains(slot.name); }) &&
         std::ranges::all_of(node.children, [&](const ModuleNode* child) {
           return is_kept(child->alias_of != nullptr ? *child->alias_of : *child);
         });
}

void LiveModules::apply(TracedModule& model) {
  const auto is_there = [this](const Graph* graph) {
    return std::ranges::all_of(*graph, [this](const Node* node) {
      return (node->op() != Opcode::CallModule || module_.find_module(node->target())) &&
             (node->op() != Opcode::GetAttr || module_.find_tensor(node->target()));
    });
  };
  // Where a part was inlined, the root gets what only the part could name.
  if (is_kept(model.modules.root()) && std::ranges::all_of(model.forward_graphs(), is_there)) {
    module_.set_training_graph(std::move(model.training_graph));
    module_.set_graph(std::move(model.graph));
    return;
  }
  if (const std::vector<Error> errors = lint(model); !errors.empty())
    throw RuntimeError(errors.front().to_string());
  PlainModule root(model.class_name);
  root.train(module_.is_training());
  AttributeMap unregistered;
  Builder(*this, model).build(root, unregistered);
  GraphModule made =
      GraphModuleImpl::of(root, std::move(model.graph), std::move(model.training_graph),
                          unregistered, model.class_name);
  take(*made);
}

void LiveModules::take(GraphModuleImpl& made) {
  parameters_of(module_) = parameters_of(made);
  buffers_of(module_) = buffers_of(made);
  const std::vector<std::string> names = runtime::children_of(module_).keys();
  for (const std::string& name : names)
    module_.unregister_module(name);
  for (const auto& child : runtime::children_of(made))
    module_.register_module(child.key(), child.value());
  module_.unregistered_ = made.unregistered_;
  module_.set_training_graph(std::move(made.training_graph_));
  module_.set_graph(std::move(*made.graph_));
}

} // namespace fx::runtime
