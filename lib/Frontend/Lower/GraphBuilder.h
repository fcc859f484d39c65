// The graph and module tree under construction: values into nodes and arguments.
//
// Knows what torch.fx wants of a graph (docs/Graph.md) and nothing of how C++ is run.
#pragma once

#include "fx/Frontend/TraceOptions.h"
#include "fx/IR/TracedModule.h"

#include "Frontend/Lower/Autocast.h"
#include "Frontend/Values/Reporter.h"

#include <map>
#include <memory>
#include <optional>

namespace fx::frontend {

/// The member of a LibTorch module that holds a parameter or buffer: `fc->weight`. (fx::LeafTensor
/// is what the module registers.)
struct LeafTensorField {
  const Object* object = nullptr;
  const clang::FieldDecl* field = nullptr;
};

/// Told of each node as it is made.
class NodeListener {
public:
  virtual ~NodeListener() = default;
  virtual void on_node(const clang::Expr* expr, Node* node) = 0;
};

class Construction;
class EarlierCall;

class GraphBuilder {
public:
  GraphBuilder(clang::ASTContext& context, const TraceOptions& options, Reporter& report,
               const CallStack& calls);
  ~GraphBuilder();
  void set_listener(NodeListener* listener) { listener_ = listener; }
  /// Before anything is built: whose operators the graphs name.
  void set_libtorch(const std::shared_ptr<const ops::LibTorch>& libtorch) {
    traced_.init.set_libtorch(libtorch);
    traced_.graph.set_libtorch(libtorch);
  }

  const clang::ASTContext& context() const { return context_; }
  /// The model; the graph that nodes are appended to: the constructor's, then forward's.
  TracedModule& traced() { return traced_; }
  Graph& graph() { return forward_ ? *forward_ : traced_.init; }
  bool in_constructor() const { return forward_ == nullptr; }
  /// A call of forward begins, in eval or in train mode: its nodes go to `graph`.
  void begin_call(Graph& graph, bool training);
  /// The call before the one that runs: its tensors may be used where they are constant. Null:
  /// none may.
  void set_earlier_call(EarlierCall* call) { earlier_call_ = call; }
  /// What is_training() of the model answers.
  bool is_training() {
    mode_was_asked_ = true;
    return in_constructor() || training_;
  }
  /// The mode of the call that runs.
  bool traces_training() const { return training_; }
  /// The module that an earlier call of forward made where `expr` makes `module`, if it made an
  /// equal one; null, and `module` is remembered, if it did not.
  ModuleNode* made_before(const clang::Expr* expr, ModuleNode& module);
  /// Whether a call of forward has asked for the mode.
  bool mode_was_asked() const { return mode_was_asked_; }

  /// Appends a node at the current place, with source range, call and module stack.
  Node* emit(const clang::Expr* expr, Opcode op, std::string_view target,
             std::vector<Argument> args, std::vector<KeywordArgument> kwargs = {});
  /// The argument a value becomes; tuples and lists of ints as the spelling rules say.
  bool lower(const clang::Expr* where, const Value& value, Argument& argument);
  bool lower(const Operand& operand, Argument& argument);
  /// The node of a tensor (a TensorSlot becomes a get_attr).
  bool tensor_node(const clang::Expr* where, const Value& value, Node*& node);
  /// The value of element `index` of what an operator returned: an operator.getitem node.
  Value get_item(const clang::Expr* expr, Node* node, int64_t index);
  /// Erases nodes behind `last` that only asked for a number and have no user.
  void erase_queries_after(const Node* last);
  /// Erases nodes behind `last` as far as none is used: those of an expression that decides
  /// nothing.
  void erase_unused_after(const Node* last);
  /// Erases all nodes behind `last`, which nothing but they themselves use.
  void erase_after(const Node* last);
  /// Erases the conversions of numbers to floating point ones that nothing uses.
  void erase_unused_conversions();
  /// How many nodes were made that may give a tensor another shape in place.
  size_t num_reshapes() const { return num_reshapes_; }
  /// The last node; null in an empty graph.
  const Node* last() { return graph().empty() ? nullptr : graph().back(); }

  /// Remembers that `tensor` of the init graph was registered as `slot`.
  void note_registered(const Node* tensor, const Value& slot) {
    registered_.try_emplace(tensor, slot);
  }
  /// Remembers that the constructor got at the memory of `tensor` by `how`: what it writes there is
  /// not in the graph, so that the tensor and its views are not known any more.
  void note_written_outside(const Node* tensor, clang::SourceLocation where, std::string how);
  /// `tensor` has the memory of a variable of the program, which nothing may write to while it is
  /// used; the program has written there.
  void note_blob(const Node* tensor) { blobs_.insert({tensor, clang::SourceLocation()}); }
  /// The array that data_ptr() of a tensor gives; null: nothing has asked for it.
  const Object*& memory_of(const Node* tensor) { return memory_[tensor]; }
  void note_blob_changed(const Node* tensor, clang::SourceLocation where) {
    blobs_[tensor] = where;
  }
  /// Whether `now` is the tensor `before` that the model keeps, where forward has moved it to a
  /// device: `table = table.to(x.device())`.
  bool is_moved(const Value& before, const Value& now);
  /// An error when the values of a tensor of the init graph are not known.
  bool is_known(clang::SourceLocation where, const Node* tensor);
  /// A mode of computing begins with the node `guard`; it ends. False: it has ended already.
  void note_entered(const Node* guard, clang::SourceLocation where) { entered_[guard] = where; }
  bool note_left(const Node* guard) { return entered_.erase(guard); }
  /// Leaves what is left by the end of a call. An error when a mode outlives it.
  bool all_guards_left();
  /// Whether what the constructor runs now computes with gradients, and what switched them off.
  struct Gradients {
    bool on = true;
    clang::SourceLocation changed;
  };
  const Gradients& gradients() const { return gradients_; }
  void set_gradients(bool on, clang::SourceLocation where) { gradients_ = {on, where}; }
  /// A guard of the constructor begins; when it ends, there are gradients as there were before.
  void note_entered(const Object* guard) { replaced_gradients_[guard] = gradients_; }
  void note_left(const Object* guard);
  /// An error when the constructor leaves gradients switched off.
  bool gradients_are_on();
  /// The settings of at::autocast.
  Autocast& autocast() { return autocast_; }
  const Autocast& autocast() const { return autocast_; }
  /// `place` is where a tensor of a LibTorch module was read: what can be told of it later.
  void note_leaf_tensor(const Location* place, LeafTensorField tensor) {
    leaf_tensors_[place] = tensor;
  }
  const LeafTensorField* leaf_tensor(const Location* place) const {
    const auto found = leaf_tensors_.find(place);
    return found == leaf_tensors_.end() ? nullptr : &found->second;
  }

  /// `place` stands for the tensor that LibTorch made for `tensor`, whatever its module holds
  /// later.
  void note_made_tensor(const Location* place, LeafTensorField tensor) {
    made_tensors_[place] = tensor;
  }
  const LeafTensorField* made_tensor(const Location* place) const {
    const auto found = made_tensors_.find(place);
    return found == made_tensors_.end() ? nullptr : &found->second;
  }

  /// What the constructor makes, and in what order.
  Construction& construction() { return *construction_; }
  /// An error when `tensor`, which is to be an initial value of the model's, is one with a weight
  /// of a module, or has gradients that flow into it.
  bool stands_alone(clang::SourceLocation where, const Node* tensor);

  /// The module of the tree whose method runs, directly or through helpers; null outside of all.
  const Object* current_module() const;
  /// `module` as it stands in the tree: the root's own Module once the root is adopted.
  ModuleNode& in_tree(ModuleNode& module) {
    return &module == adopted_root_ ? traced_.modules.root() : module;
  }
  bool is_adopted_root(const ModuleNode* module) const { return module == adopted_root_; }
  void note_adopted_root(const ModuleNode* module) { adopted_root_ = module; }
  /// The forwards that run, for meta::module_stack.
  void enter_module(const ModuleNode& module) {
    const auto calls =
        llvm::count_if(calls_, [](const Frame& frame) { return frame.call.isValid(); });
    module_stack_.push_back({module.path(), module.cpp_type, static_cast<uint32_t>(calls)});
    module_calls_.push_back(++num_module_calls_);
  }
  void leave_module() {
    module_stack_.pop_back();
    module_calls_.pop_back();
  }

  /// `module`, which forward uses and nothing registers, joined the tree.
  void note_adopted(const ModuleNode& module) { adopted_modules_.insert(&module); }
  /// Whether a module was registered, and all that hold it.
  bool is_registered(const ModuleNode& module) const;

  fx::SourceRange source_range(clang::SourceRange range) const;
  /// How the file spells an expression of the statement that runs now; nothing when a macro spells
  /// it.
  std::optional<SourceSyntax> syntax_of(const clang::Expr* expr) const;
  /// Notes that a declaration or an assignment gives a variable this value, where that is asked
  /// for.
  void note_stored(const Value& value, clang::SourceRange place) const;
  /// Notes how the source spells what makes a module, where that is asked for.
  void note_made(const Value& module, const clang::Expr* expr) const;
  /// `call` is what a function of LibTorch's computes that a Functional calls: the source has the
  /// function where it makes the module, and no call.
  void note_function(Node& call, const ModuleNode& functional) const;
  /// Notes a member that holds a module of LibTorch's.
  void note_member(ModuleNode& module, const clang::FieldDecl& field) const;
  /// Notes how the source writes the class of a module of the user's (ClassSyntax.cpp).
  void note_class(ModuleNode& module, const clang::CXXRecordDecl& record);
  /// Notes where the fields of these classes are used.
  void note_uses_of_fields();
  /// Notes the call that registers a module.
  void note_registered(ModuleNode& module, const clang::CallExpr& call) const;
  /// Notes where the traced method stands.
  void set_method(const clang::FunctionDecl& method);
  /// The statement that runs, as an expression, a declaration or a return: for meta::syntax.
  const clang::Stmt* set_statement(const clang::Stmt* statement) {
    return std::exchange(statement_, statement);
  }

private:
  /// What forward reads where it uses a tensor that the constructor read from a module's weight.
  bool lower_weight(const clang::Expr* where, const Node* tensor, Argument& argument);
  /// A tensor of the init graph that only a member, or a variable, keeps: a constant of the model.
  Value adopt_constant(const clang::Expr* where, Node* tensor);
  bool lower_node(const clang::Expr* where, const Value& value, Argument& argument);
  bool lower_slot(const clang::Expr* where, const Value& value, Argument& argument);
  bool lower_sequence(const clang::Expr* where, const Object& object, Argument& argument);
  bool lower_map(const clang::Expr* where, const Object& object, Argument& argument);
  bool lower_struct(const clang::Expr* where, const Object& object, Argument& argument);

  clang::ASTContext& context_;
  const TraceOptions& options_;
  Reporter& report_;
  const CallStack& calls_;
  NodeListener* listener_ = nullptr;
  TracedModule traced_;
  std::unique_ptr<Construction> construction_;
  std::vector<ModuleFrame> module_stack_;
  std::vector<uint32_t> module_calls_; // for meta module_calls: a number for each of the stack
  uint32_t num_module_calls_ = 0;
  llvm::DenseSet<const ModuleNode*> adopted_modules_;
  std::map<std::pair<const ModuleNode*, int64_t>, Node*> parameter_nodes_;
  llvm::DenseMap<const Node*, Value> registered_;
  llvm::DenseMap<const Location*, LeafTensorField> leaf_tensors_;
  llvm::DenseMap<const Location*, LeafTensorField> made_tensors_;
  llvm::DenseMap<const Node*, clang::SourceLocation> entered_;
  Gradients gradients_;
  llvm::DenseMap<const Object*, Gradients> replaced_gradients_; // by the guards of the constructor
  llvm::DenseMap<const Node*, std::pair<clang::SourceLocation, std::string>> written_outside_;
  llvm::SmallVector<const Object*, 4> lowering_; // structs whose members are being lowered
  std::map<std::pair<const clang::Expr*, size_t>, ModuleNode*> made_in_forward_;
  llvm::DenseMap<const clang::Expr*, size_t> num_made_; // by the call that runs
  /// An error where `tensor`, or what it is a view of, has memory that was written to. `writes`: it
  /// is written to now.
  bool is_current(clang::SourceLocation where, const Node* tensor, bool writes);
  llvm::DenseMap<const Node*, clang::SourceLocation> blobs_;
  llvm::DenseMap<const Node*, const Object*> memory_;
  llvm::DenseMap<const clang::CXXRecordDecl*, std::shared_ptr<ClassSyntax>> classes_;
  Autocast autocast_{*this, report_};
  size_t num_reshapes_ = 0;
  const ModuleNode* adopted_root_ = nullptr;
  const clang::Stmt* statement_ = nullptr;
  Graph* forward_ = nullptr; // null: the constructor runs
  EarlierCall* earlier_call_ = nullptr;
  bool training_ = true;
  bool mode_was_asked_ = false;
};

} // namespace fx::frontend
