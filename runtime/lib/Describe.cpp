// A GraphModule as a value: what fx-clang-trace would have made of its source.
#include "Attributes.h"
#include "InitialTensors.h"
#include "LiveOptions.h"
#include "ModuleCopy.h"
#include "OwnTensors.h"

#include "fx/Ops/Modules.h"
#include "fx/Runtime/GraphModule.h"

#include <fmt/format.h>

#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace fx {

namespace runtime {

class Describer {
public:
  static TracedModule describe(const GraphModuleImpl& module) {
    TracedModule model;
    Describer(model, module).describe_root();
    return model;
  }

private:
  Describer(TracedModule& model, const GraphModuleImpl& root)
      : model_(model), root_(root), tensors_(model.init),
        libtorch_(ops::libtorch_of(root.graph())) {}

  void describe_root() {
    model_.class_name = root_.class_name();
    model_.graph = root_.graph().clone();
    if (root_.training_graph() != nullptr)
      model_.training_graph = std::make_unique<Graph>(root_.training_graph()->clone());
    model_.eval_only = root_.modes_ == Modes::Eval;
    model_.training = root_.modes_ == Modes::Train;
    note_calls(root_, "");
    fill_graph_module(model_.modules.root(), root_, "");
  }

  /// The paths of all that is called, from the root.
  void note_calls(const GraphModuleImpl& module, const std::string& path) {
    for (const Graph* graph : {&module.graph(), module.training_graph()}) {
      if (graph == nullptr) continue;
      for (const Node* node : *graph)
        if (node->op() == Opcode::CallModule) called_.insert(joined(path, node->target()));
    }
  }

  void fill_graph_module(ModuleNode& node, const GraphModuleImpl& module, const std::string& path) {
    fill(node, module, path);
    if (module.unregistered_) add_unregistered(node, *module.unregistered_, path);
  }

  void fill(ModuleNode& node, const torch::nn::Module& module, const std::string& path) {
    for (const auto& item : parameters_of(module))
      add_tensor(node, TensorRole::Parameter, joined(path, item.key()), item.value());
    for (const auto& item : buffers_of(module))
      add_tensor(node, TensorRole::Buffer, joined(path, item.key()), item.value());
    for (const auto& child : children_of(module))
      add_child(node, child.key(), child.value(), joined(path, child.key()));
  }

  void add_tensor(ModuleNode& owner, TensorRole role, const std::string& path,
                  const at::Tensor& tensor) {
    TensorSlot slot;
    slot.name = Symbol(path.substr(path.rfind('.') + 1));
    slot.role = role;
    // A parameter that is undefined prints as others do.
    slot.requires_grad = tensor.defined() ? tensor.requires_grad() : role == TensorRole::Parameter;
    slot.init = is_unregistered_ ? tensors_.value_of(tensor, path) : tensors_.place_of(tensor);
    owner.tensors.push_back(slot);
  }

  /// What the original keeps without having registered it.
  void add_unregistered(ModuleNode& owner, const torch::nn::Module& kept, const std::string& path) {
    for (const auto* tensors : {&parameters_of(kept), &buffers_of(kept)})
      for (const auto& item : *tensors) {
        TensorSlot slot;
        slot.name = Symbol(item.key());
        slot.role = TensorRole::Constant;
        slot.requires_grad = item.value().defined() && item.value().requires_grad();
        slot.init = tensors_.value_of(item.value(), joined(path, item.key()));
        owner.tensors.push_back(slot);
      }
    for (const auto& child : children_of(kept)) {
      const std::string child_path = joined(path, child.key());
      if (ModuleNode* known = owner.child(child.key())) {
        const auto same = described_.find(child.value().get());
        const bool is_known =
            same != described_.end() && (same->second == known || same->second == known->alias_of);
        if (!is_known) add_unregistered(*known, *child.value(), child_path);
        continue;
      }
      const bool before = std::exchange(is_unregistered_, true);
      add_child(owner, child.key(), child.value(), child_path).registered = false;
      is_unregistered_ = before;
    }
  }

  ModuleNode& add_child(ModuleNode& parent, const std::string& name,
                        const std::shared_ptr<torch::nn::Module>& module, const std::string& path) {
    ModuleNode*& first = described_[module.get()];
    if (first != nullptr) {
      ModuleNode& alias = model_.modules.create(first->cpp_type, first->kind);
      model_.modules.attach(parent, alias, Symbol(name));
      alias.alias_of = first;
      return alias;
    }
    ModuleNode& node = model_.modules.create(Symbol(), ModuleKind::User);
    model_.modules.attach(parent, node, Symbol(name));
    first = &node;
    if (const auto* inner = dynamic_cast<const GraphModuleImpl*>(module.get()))
      describe_graph(node, *inner, path);
    else
      describe_module(node, *module, path);
    return node;
  }

  void describe_graph(ModuleNode& node, const GraphModuleImpl& module, const std::string& path) {
    if (module.training_graph() != nullptr)
      throw RuntimeError(fmt::format("'{}' has a graph of its own for training, which only the "
                                     "outermost module may have: inline it, or set_training_graph"
                                     "(nullptr)",
                                     path));
    node.kind = ModuleKind::Graph;
    node.cpp_type = Symbol(module.class_name());
    node.graph = std::make_shared<Graph>(module.graph().clone());
    note_calls(module, path);
    fill_graph_module(node, module, path);
  }

  void describe_module(ModuleNode& node, const torch::nn::Module& module, const std::string& path) {
    constexpr std::string_view library = "torch::nn::", suffix = "Impl";
    const std::string full_name = name_of(module);
    std::string_view name = full_name;
    if (name.starts_with(library) && name.ends_with(suffix)) name.remove_suffix(suffix.size());
    const ops::ModuleClass* row =
        name.starts_with(library) ? ops::find_module_class(name) : nullptr;
    const bool is_called = called_.contains(path);
    if (is_called && has_own_tensors(module))
      throw RuntimeError(fmt::format(
          "'{}' is called as one module, and computes with a tensor that it has not registered, "
          "which its state does not have: trace into it, as is_leaf_module() does by itself",
          path));
    if (is_torch_leaf(module)) {
      node.kind = ModuleKind::Leaf;
      node.cpp_type = Symbol(torch_holder(module));
      node.options = live_options(module, libtorch_, path, [&](const at::Tensor& tensor) {
        return Argument(tensors_.value_of(tensor, path));
      });
      return;
    }
    if (is_called)
      throw RuntimeError(fmt::format("'{}' is called as one module, and is a {}, which a program "
                                     "that loads a graph has no way "
                                     "to make: trace into it, or make it a GraphModule by itself",
                                     path, full_name));
    if (row != nullptr && row->name == "Functional") {
      node.kind = ModuleKind::Function;
    } else if (row != nullptr && row->is_container()) {
      node.kind = ModuleKind::Container;
    } else if (row != nullptr || name == "Module") {
      name = "torch::nn::Module"; // a part of what was a Linear, say
    }
    node.cpp_type = Symbol(name);
    fill(node, module, path);
  }

  TracedModule& model_;
  const GraphModuleImpl& root_;
  InitialTensors tensors_;
  const ops::LibTorch& libtorch_;
  bool is_unregistered_ = false; // below a module that no weights have
  std::unordered_set<std::string> called_;
  std::unordered_map<const torch::nn::Module*, ModuleNode*> described_;
};

} // namespace runtime

TracedModule GraphModuleImpl::describe() const {
  return runtime::Describer::describe(*this);
}

} // namespace fx
