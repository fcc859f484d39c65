// The order in which the constructor makes LibTorch's modules and writes to their weights, among
// the nodes of the init graph.
//
// While the constructor runs, paths are not known yet: a module is registered after it was made, if
// at all. So each module gets a node where it is made, and each weight that is read one where it is
// read; when the tree is complete they get their targets, and those that say nothing go.
#pragma once

#include "fx/IR/TracedModule.h"

#include "Frontend/Values/Reporter.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <map>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace fx::frontend {

/// A parameter or buffer of a LibTorch module, by the name it is registered under.
struct Weight {
  ModuleNode* module = nullptr;
  std::string name;
};

/// Whether `module` is one of LibTorch's of which the graph has a name and options only.
bool is_library_leaf(const ModuleNode& module);

class Construction {
public:
  Construction(TracedModule& traced, Reporter& report) : traced_(traced), report_(report) {}

  /// A leaf is made here.
  void note_made(ModuleNode& leaf, clang::SourceLocation where);
  /// Whether `node` stands for the making of a leaf that LibTorch does not refuse: its options are
  /// in the bounds that LibTorch checks.
  bool surely_succeeds(const Node* node) const;
  /// LibTorch's own reset_parameters(): as if the leaf were made here, and where it was made
  /// before, a module that is dropped. False: what was written into its weights since is not
  /// followed.
  bool note_reset(ModuleNode& leaf, clang::SourceLocation where);
  /// A leaf that is an option of another, which makes it anew.
  void note_option(const ModuleNode& leaf) { options_.insert(&leaf); }
  /// The weights of `module`, and of those below it, get the values that a file holds.
  void note_loaded(const ModuleNode& module) { loaded_.insert(&module); }
  /// The values of a weight, without its history: what the constructor reads and writes.
  Node* read(ModuleNode& leaf, const std::string& name, bool is_buffer,
             clang::SourceLocation where);
  /// The weight that `node`, as read() gave it, stands for; null for other nodes.
  const Weight* weight(const Node* node) const;
  /// The same for the parameter or buffer itself.
  const Weight* weight_of(const Node* tensor) const {
    const auto found = weights_.find(tensor);
    return found == weights_.end() ? nullptr : &found->second;
  }
  /// The parameter itself, for what is more than its values (requires_grad).
  static Node* parameter(Node* node);
  /// The weight of which `tensor` is computed, if gradients of what is computed with it flow there.
  const Weight* origin(const Node* tensor) const;

  /// `call` is what a leaf returns that the constructor runs, to find a size mostly: a trial. Its
  /// values depend on weights that a generated module draws by itself, and so do those of all that
  /// is computed of it; the init graph ends without them.
  void note_trial(const Node* call, ModuleNode& leaf) { trials_[call] = &leaf; }
  bool is_of_a_trial(const Node* node) const { return trials_.contains(node); }
  /// The leaf that ran; null for all else.
  const ModuleNode* module_that_ran(const Node* call) const { return trials_.lookup(call); }

  /// A weight, as read() gave it, gets a shape that is not followed.
  void note_lost_shape(Node* weight) { lost_shapes_.insert(parameter(weight)); }
  bool has_lost_shape(const Node* tensor) const { return lost_shapes_.contains(tensor); }

  /// Modules were moved to another device.
  void note_moved() { has_moved_ = true; }
  bool has_moved() const { return has_moved_; }

  /// `tensor` of the init graph is a parameter of the program's own from here on, trained or not.
  void note_parameter(const Node* tensor, bool is_trained);
  /// `node` was appended to the init graph, with gradients switched on or off.
  void note_computed(const Node* node, bool with_gradients);
  /// Whether gradients of what is computed with `tensor` flow into a parameter of the program's
  /// own, of which it is computed.
  bool has_own_origin(const Node* tensor) const { return flowing_.contains(tensor); }

  /// Whether autograd refuses the call where it records: it writes to a parameter that requires a
  /// gradient, or to a view of one.
  bool writes_to_parameter(const Node& call) const;

  /// The program registers `what` in a module of LibTorch's, of which a generated module has what
  /// LibTorch registers in it, and no more.
  void note_added(const ModuleNode& leaf, clang::SourceLocation where, std::string what);
  /// An error where something was registered in a module of LibTorch's. The model itself may be
  /// one: it is a module of the program's in what is generated.
  /// `where` is told of what it has of the program without a registration.
  bool leaves_are_plain(const ModuleNode* root, clang::SourceLocation where);

  /// Ends the construction: the init graph says in what order modules are made where that is not
  /// the one that follows from the tree. False: something of it cannot be said.
  bool settle();

private:
  struct Added {
    const ModuleNode* leaf;
    clang::SourceLocation where;
    std::string what;
  };
  struct Made {
    ModuleNode* leaf;
    clang::SourceLocation where;
    bool is_dropped = false; // its numbers are drawn, and others come after them
  };
  bool erase_trials();
  bool is_kept(const Node& tensor, const std::unordered_set<const Node*>& initial) const;
  bool trials_write_to_their_own();
  void erase_repeated_reads();
  /// `x.data()` through which the program only writes: that is x.
  void erase_plain_data();
  void erase_unused_reads();
  bool name_reads();
  void discard(Node* making, const Made& made);
  bool is_default_order() const;
  bool is_loaded(const Weight& weight) const;

  TracedModule& traced_;
  Reporter& report_;
  llvm::DenseMap<const Node*, Made> made_;
  llvm::DenseMap<const Node*, Weight> weights_; // by the node of the parameter or buffer
  std::map<std::pair<const ModuleNode*, std::string>, Node*> reads_;
  std::vector<Added> added_;
  llvm::DenseSet<const Node*> values_;  // the nodes that read() gave
  llvm::DenseSet<const Node*> trained_; // parameters of the program's own
  llvm::DenseSet<const Node*> frozen_;  // parameters of LibTorch's modules without gradients
  llvm::DenseSet<const Node*> flowing_; // what is computed of them with gradients
  llvm::DenseSet<const ModuleNode*> options_;
  llvm::DenseSet<const ModuleNode*> loaded_;
  llvm::DenseMap<const Node*, const ModuleNode*> trials_; // null for what is computed of them
  llvm::DenseSet<const Node*> lost_shapes_;
  bool has_moved_ = false;
};

} // namespace fx::frontend
