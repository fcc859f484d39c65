// Live modules out of a tree of modules that is described.
#pragma once

#include "fx/IR/TracedModule.h"
#include "fx/Runtime/GraphModule.h"

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

namespace fx::runtime {

/// Makes all modules of a tree, and registers them and their tensors in its order.
class ModuleBuilder {
public:
  explicit ModuleBuilder(const ModuleTree& modules) : modules_(modules) {}
  virtual ~ModuleBuilder() = default;

  /// Fills `root`; what the original does not register goes into `unregistered`. RuntimeError: what
  /// cannot be made, and why.
  void build(torch::nn::Module& root, AttributeMap& unregistered);

protected:
  /// A module that is there with all that is below it; null: it is made.
  virtual std::shared_ptr<torch::nn::Module> kept(const ModuleNode& node);
  /// One of LibTorch's own. Null: it is none.
  virtual std::shared_ptr<torch::nn::Module> make_leaf(const ModuleNode& node,
                                                       const std::string& path) = 0;
  /// One with a graph of its own; what it registers and its graph refers to comes later.
  virtual GraphModule make_graph_module(const ModuleNode& node, const AttributeMap& unregistered);
  /// The module was made, and holds nothing yet.
  virtual void was_made(const ModuleNode&, torch::nn::Module&) {}
  /// The tensor of a place. Nothing: it is none (a number that a member keeps). It is undefined
  /// where it is registered so.
  virtual std::optional<torch::Tensor> tensor_of(const ModuleNode& owner, const TensorSlot& slot,
                                                 const std::string& path) = 0;

private:
  struct Made {
    torch::nn::Module* module = nullptr;
    std::shared_ptr<torch::nn::Module> held; // null of the root
    bool is_kept = false;                    // with all below it
    /// It, or one above it, is a kept module with a graph, which has what it does not register.
    bool is_in_graph = false;
  };

  Made make(const ModuleNode& node, const std::string& path);
  AttributeMap unregistered_of(const ModuleNode& module, const std::string& path);
  void attach(const ModuleNode& node, const std::string& path, AttributeMap& unregistered);
  void add_below_kept(const ModuleNode& node, const Made& owner, const std::string& path,
                      AttributeMap& unregistered);
  void add_unregistered_tensor(const ModuleNode& node, const TensorSlot& slot,
                               const std::string& path, AttributeMap& unregistered);
  void add_tensor(torch::nn::Module& owner, const ModuleNode& node, const TensorSlot& slot,
                  const std::string& path, AttributeMap& unregistered);

  const ModuleTree& modules_;
  std::unordered_map<const ModuleNode*, Made> made_;
};

} // namespace fx::runtime
