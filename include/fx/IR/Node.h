// One operation of a graph: torch.fx's Node (torch/fx/node.py).
//
// Nodes are created and owned by a Graph, which keeps them in an arena: a Node* stays valid, and
// its id unique, until the graph dies, even after the node is erased. Use-def edges are kept by the
// setters alone: whoever changes args or kwargs through them never sees a stale users() list.
#pragma once

#include "fx/IR/Argument.h"
#include "fx/IR/Meta.h"

#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fx {

class Graph;
class Node;

enum class Opcode : uint8_t {
#define FX_OPCODE(ENUM, TEXT) ENUM,
#include "fx/IR/Opcodes.def"
};

/// torch.fx's spelling: "call_function".
std::string_view to_string(Opcode op);
std::optional<Opcode> parse_opcode(std::string_view text);

/// What the standard library asks of an iterator, of one that gives nodes.
template <class Category>
struct NodeIteratorTypes {
  using iterator_category = Category;
  using value_type = Node*;
  using difference_type = std::ptrdiff_t;
  using pointer = Node* const*;
  using reference = Node*;
};

class Node {
  /// One def-use edge. It lives in the array of the user and is linked into the list of the used.
  struct Use {
    Node* user;
    Node* input;
    Use* prev;
    Use* next;
  };
  static const Use* use_beside(const Use* use) { return use + 1; }
  static const Use* use_linked(const Use* use) { return use->next; }

  /// Walks along uses by `Step`, and gives the node at one end of each.
  template <Node* Use::* End, const Use* (*Step)(const Use*)>
  class UseIterator : public NodeIteratorTypes<std::forward_iterator_tag> {
  public:
    UseIterator() = default;
    explicit UseIterator(const Use* use) : use_(use) {}
    Node* operator*() const { return use_->*End; }
    UseIterator& operator++() {
      use_ = Step(use_);
      return *this;
    }
    UseIterator operator++(int) {
      auto old = *this;
      ++*this;
      return old;
    }
    friend bool operator==(UseIterator a, UseIterator b) { return a.use_ == b.use_; }

  private:
    const Use* use_ = nullptr;
  };

public:
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  Graph& graph() const { return *graph_; }
  Opcode op() const { return op_; }
  /// Unique in the graph; a legal Python identifier.
  Symbol name() const { return name_; }
  /// placeholder: parameter name. get_attr, call_module: dotted path. call_function: qualified
  /// name as torch.fx prints it ("torch.relu", "operator.add"). call_method: method name.
  Symbol target() const { return target_; }
  /// Position in the order of creation, starting at 0; never reused.
  uint32_t id() const { return id_; }
  bool is_erased() const { return erased_; }

  bool is_call_function(std::string_view target) const {
    return op_ == Opcode::CallFunction && target_.view() == target;
  }
  bool is_call_method(std::string_view target) const {
    return op_ == Opcode::CallMethod && target_.view() == target;
  }

  std::span<const Argument> args() const { return {args_, num_args_}; }
  std::span<const KeywordArgument> kwargs() const {
    return kwargs_ ? std::span<const KeywordArgument>(*kwargs_)
                   : std::span<const KeywordArgument>();
  }
  const Argument& arg(size_t index) const { return args_[index]; }
  /// The value of keyword `name`, or null.
  const Argument* kwarg(std::string_view name) const;

  // The setters throw GraphError when the node is erased.
  void set_target(Symbol target);
  void set_op(Opcode op);
  void set_args(std::vector<Argument> args);
  void set_kwargs(std::vector<KeywordArgument> kwargs);
  /// Replaces args[index]. GraphError when there is no such argument.
  void update_arg(size_t index, Argument value);
  /// Inserts before args[index]. GraphError when index > args().size().
  void insert_arg(size_t index, Argument value);
  /// Replaces or appends keyword `name`.
  void update_kwarg(Symbol name, Argument value);

  /// The distinct nodes among args and kwargs, args first, in order of first occurrence.
  std::vector<Node*> all_input_nodes() const;
  size_t num_inputs() const { return num_uses_; }
  /// The same without a copy; valid until the arguments change.
  using InputIterator = UseIterator<&Use::input, &Node::use_beside>;
  struct InputRange {
    const Use* first;
    size_t count;
    InputIterator begin() const { return InputIterator(first); }
    InputIterator end() const { return InputIterator(first + count); }
  };
  InputRange input_nodes() const { return {uses_, num_uses_}; }

  /// The nodes that use this one, each once, in the order in which the uses were made.
  using UserIterator = UseIterator<&Use::user, &Node::use_linked>;
  struct UserRange {
    const Use* first;
    size_t count;
    UserIterator begin() const { return UserIterator(first); }
    UserIterator end() const { return UserIterator(); }
    size_t size() const { return count; }
    bool empty() const { return count == 0; }
  };
  UserRange users() const { return {first_user_, num_users_}; }
  size_t num_users() const { return num_users_; }
  bool has_user(const Node* user) const;

  /// Makes every user for which `filter` holds use `replacement` instead; returns the users changed
  /// (Node.replace_all_uses_with). With propagate_meta, `replacement` takes over this node's meta,
  /// and must have none (GraphError).
  std::vector<Node*> replace_all_uses_with(Node* replacement,
                                           const std::function<bool(Node*)>& filter = {},
                                           bool propagate_meta = false);
  /// The same with any value: a computed literal, a tuple whose elements are known.
  std::vector<Node*> replace_all_uses_with(const Argument& replacement,
                                           const std::function<bool(Node*)>& filter = {});
  /// Replaces `old_input` by `new_input` in this node only.
  void replace_input_with(Node* old_input, Node* new_input);
  void replace_input_with(Node* old_input, const Argument& value);

  /// Moves `node` directly before (after) this one. GraphError when they are not in the same graph
  /// or one of them is erased.
  void prepend(Node* node);
  void append(Node* node);
  /// Neighbours in program order; null at the ends. From an erased node: the next one that is still
  /// in the graph.
  Node* next() const;
  Node* prev() const;

  /// Whether it stands before `other` in program order (torch.fx's node < other). GraphError when
  /// they are not in the same graph or one of them is erased. O(1), but for the first question
  /// after nodes were inserted in the middle or moved: then the graph is numbered anew.
  bool is_before(const Node& other) const;

  /// The annotation printed as ": TYPE"; empty when there is none (Node.type).
  Symbol type() const { return type_; }
  void set_type(Symbol type) { type_ = type; }

  template <class T>
  const T* meta(const MetaKey<T>& key) const {
    const MetaStore* store = meta_store();
    return store ? store->get(key) : nullptr;
  }
  template <class T>
  void set_meta(const MetaKey<T>& key, T value) {
    meta_.own().set(key, std::move(value));
  }
  /// The same of a value that others hold too; not null.
  template <class T>
  void share_meta(const MetaKey<T>& key, std::shared_ptr<const T> value) {
    meta_.own().set(key, std::move(value));
  }
  void erase_meta(const MetaKeyBase& key) {
    if (has_meta(key)) meta_.own().erase(key);
  }
  bool has_meta(const MetaKeyBase& key) const {
    const MetaStore* store = meta_store();
    return store != nullptr && store->has(key);
  }
  const MetaStore* meta_store() const { return meta_.get(); }
  void copy_meta_from(const Node& other) { meta_ = other.meta_; }
  /// The place in the source that `other` has: its range and its modules, as far as they are known.
  void copy_place_from(const Node& other);
  void clear_meta() { meta_ = {}; }

private:
  friend class Graph;
  friend class GraphLinter;
  Node(Graph& graph, uint32_t id, Opcode op, Symbol name, Symbol target);
  void check_alive() const;
  void move_before(Node* position, Node* node);
  std::span<Argument> mutable_args() { return {args_, num_args_}; }
  void store_args(std::span<Argument> args);
  void free_args();
  void store_kwargs(std::vector<KeywordArgument> kwargs);
  void rebuild_uses();
  void replace_in_operands(Node* old_input, const Argument& value);
  std::vector<Node*> users_for(const std::function<bool(Node*)>& filter) const;
  bool retarget_use(Node* old_input, Node* new_input);
  void unlink_uses();

  // What a walk over the graph reads comes first: the size is a multiple of 16 bytes, so that these
  // are always in one cache line.
  Node* next_ = nullptr;
  uint32_t id_;
  Opcode op_;
  bool erased_ = false;
  Node* prev_ = nullptr;
  uint32_t num_args_ = 0;
  uint32_t num_uses_ = 0;
  uint32_t num_users_ = 0;
  uint32_t mark_ = 0; // epoch of the last visit, see Graph::next_epoch
  Symbol target_;
  Use* uses_ = nullptr; // like args_ in memory of the graph
  Use* first_user_ = nullptr;
  Argument* args_ = nullptr;
  std::unique_ptr<std::vector<KeywordArgument>> kwargs_; // null: none, as in most nodes
  Graph* graph_;
  Symbol name_;
  Symbol type_;
  Use* last_user_ = nullptr;
  SharedMeta meta_;
  uint32_t lookup_index_ = 0;  // place in the graph's look-up by target
  mutable uint32_t order_ = 0; // place in program order, while Graph::ordered_
};

} // namespace fx
