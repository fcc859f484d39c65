// Which live module each module of a description stands for, so that passes may change the
// description and the live module follows: what they kept is the same object, what is new is made.
#pragma once

#include "fx/IR/TracedModule.h"
#include "fx/Runtime/GraphModule.h"

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace fx::runtime {

class LiveModules {
public:
  /// `model` is what `module` describes itself as. Both outlive this.
  LiveModules(GraphModuleImpl& module, const TracedModule& model);

  /// Gives the module the modules, tensors and graphs of a model that passes made of the one that
  /// was described. RuntimeError, and nothing changed: a module or tensor cannot be made, and why.
  void apply(TracedModule& model);

private:
  class Builder;
  struct Child {
    ModuleNode* node;
    Symbol name;
    bool registered;
    ModuleNode* alias_of;
    friend bool operator==(const Child&, const Child&) = default;
  };
  /// A module when it was described.
  struct Known {
    std::shared_ptr<torch::nn::Module> live; // null: it is not found
    Symbol cpp_type;
    ModuleKind kind;
    std::vector<ModuleOption> options;
    std::vector<Child> children;
    std::unordered_map<Symbol, std::optional<at::Tensor>> tensors;
    const Graph* graph = nullptr;
    uint64_t version = 0; // of the graph
  };

  static std::vector<Child> children_of(const ModuleNode& node);
  void add(const ModuleNode& node);
  const Known* find(const ModuleNode& node) const;
  /// Whether it is as it was described, with all below it.
  bool is_kept(const ModuleNode& node) const;
  bool compute_is_kept(const ModuleNode& node) const;
  void take(GraphModuleImpl& made);

  GraphModuleImpl& module_;
  std::unordered_map<const ModuleNode*, Known> known_;
  mutable std::unordered_map<const ModuleNode*, bool> is_kept_;
  /// By the node that makes it; nothing: it makes several.
  std::unordered_map<const Node*, std::optional<at::Tensor>> by_init_;
};

} // namespace fx::runtime
