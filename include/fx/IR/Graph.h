// A torch.fx graph: an ordered list of nodes with def-use edges (torch/fx/graph.py `Graph`).
//
// The graph owns its nodes; they live in an arena with stable addresses until the graph dies.
// Program order is a doubly linked list: insert, erase and move are O(1), and an iterator survives
// the erasure of the node it stands on. Not thread-safe; movable, copied with clone().
#pragma once

#include "fx/IR/GraphListener.h"
#include "fx/IR/Namespace.h"
#include "fx/IR/Node.h"

#include <deque>
#include <iosfwd>
#include <memory>
#include <unordered_map>

namespace fx::ops {
class LibTorch;
} // namespace fx::ops

namespace fx {

/// The live module that runs a graph: fx/Runtime/GraphModule.h, in a library that this one does not
/// know.
class GraphModuleImpl;

class Graph {
public:
  using ValueMap = std::unordered_map<const Node*, Node*>;

  Graph();
  ~Graph();
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;
  Graph(Graph&&) noexcept;
  Graph& operator=(Graph&&) noexcept;

  /// The LibTorch whose operators the targets name; null: the one that fx-clang was built with.
  /// Read through ops::libtorch_of(). Copies of a graph have the same.
  const std::shared_ptr<const ops::LibTorch>& libtorch() const { return libtorch_; }
  void set_libtorch(std::shared_ptr<const ops::LibTorch> libtorch) {
    libtorch_ = std::move(libtorch);
  }

  /// Grows with every change of a node, its operands, its target or its place: who made something
  /// of the graph sees by it that the graph has changed since. Meta and types do not count.
  uint64_t version() const { return version_; }

  /// Expires when the nodes die, for who keeps a Node* that may outlive its graph. Nodes move with
  /// their graph, and this with them.
  std::weak_ptr<const void> lifetime() const;

  /// The GraphModule that runs this graph, or null (Graph.owning_module).
  GraphModuleImpl* owning_module() const { return owning_module_; }
  /// For GraphModule alone.
  void set_owning_module(GraphModuleImpl* owner) { owning_module_ = owner; }

  /// Throws a GraphError that lists all that fx/IR/Lint.h finds in the graph alone (Graph.lint).
  void lint() const;

  /// Appends (or inserts at the insertion point) a node. `name` is a proposal; when empty it is
  /// made from the target by torch.fx's rules.
  Node* create_node(Opcode op, Symbol target, std::vector<Argument> args = {},
                    std::vector<KeywordArgument> kwargs = {}, std::string_view name = {},
                    Symbol type = {});
  Node* placeholder(std::string_view name, std::optional<Argument> default_value = {},
                    Symbol type = {});
  Node* get_attr(Symbol path);
  Node* call_function(Symbol function, std::vector<Argument> args = {},
                      std::vector<KeywordArgument> kwargs = {});
  Node* call_method(Symbol method, std::vector<Argument> args = {},
                    std::vector<KeywordArgument> kwargs = {});
  Node* call_module(Symbol path, std::vector<Argument> args = {},
                    std::vector<KeywordArgument> kwargs = {});
  Node* output(Argument value, Symbol type = {});

  /// Removes `node`. GraphError names the users while there are any, and when the node belongs to
  /// another graph or is erased already.
  void erase_node(Node* node);
  /// Renames to something unique like `candidate`; the old name stays reserved.
  void rename(Node* node, std::string_view candidate);

  // Iteration in program order.
  class Iterator : public NodeIteratorTypes<std::bidirectional_iterator_tag> {
  public:
    Iterator() = default;
    explicit Iterator(Node* at) : at_(at) {}
    Node* operator*() const { return at_; }
    Iterator& operator++() {
      prefetch(at_, ahead);
      do
        at_ = at_->next_;
      while (at_->erased_);
      return *this;
    }
    Iterator operator++(int) {
      auto old = *this;
      ++*this;
      return old;
    }
    Iterator& operator--();
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.at_ == b.at_; }

  private:
    /// Nodes mostly lie in memory in the order of their creation: gets one that comes later.
    static void prefetch(const void* part, std::ptrdiff_t nodes) {
      __builtin_prefetch(static_cast<const char*>(part) +
                         nodes * static_cast<std::ptrdiff_t>(sizeof(Node)));
    }
    static constexpr std::ptrdiff_t ahead = 64;

    Node* at_ = nullptr;
  };
  Iterator begin() const;
  Iterator end() const;
  /// The same as references, for `for (Node& node : graph.nodes())` (Graph.nodes). The node at
  /// which the walk stands may be erased.
  class References {
  public:
    class Iterator {
    public:
      explicit Iterator(Graph::Iterator at) : at_(at) {}
      Node& operator*() const { return **at_; }
      Iterator& operator++() {
        ++at_;
        return *this;
      }
      friend bool operator==(const Iterator&, const Iterator&) = default;

    private:
      Graph::Iterator at_;
    };
    Iterator begin() const { return Iterator(graph_.begin()); }
    Iterator end() const { return Iterator(graph_.end()); }

  private:
    friend class Graph;
    explicit References(const Graph& graph) : graph_(graph) {}
    const Graph& graph_;
  };
  References nodes() const { return References(*this); }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  /// Greater than every node's id: the size of a table that is indexed by id.
  uint32_t id_limit() const { return next_id_; }
  Node* front() const;
  Node* back() const;
  /// The first output node, or null.
  Node* output_node() const;
  /// All nodes with this opcode (and target), in program order. With a target O(number found) as
  /// long as nodes were only appended, else one walk. The first question makes a table: not for two
  /// threads at once.
  std::vector<Node*> find_nodes(Opcode op, std::optional<Symbol> target = {}) const;
  std::vector<Node*> placeholders() const { return find_nodes(Opcode::Placeholder); }

  /// While it lives, new nodes go before (after) a node; its destructor restores the insertion
  /// point.
  class InsertPoint {
  public:
    InsertPoint(InsertPoint&& other) noexcept;
    ~InsertPoint();

  private:
    friend class Graph;
    InsertPoint(Graph* graph, Node* previous) : graph_(graph), previous_(previous) {}
    Graph* graph_;
    Node* previous_;
  };
  /// Null: before the first (after the last) node. GraphError when the node is not in this graph.
  [[nodiscard]] InsertPoint inserting_before(Node* node = nullptr);
  [[nodiscard]] InsertPoint inserting_after(Node* node = nullptr);

  /// Listeners are told in the order in which they were added; clones of the graph have none.
  void add_listener(GraphListener& listener) { listeners_.push_back(&listener); }
  void remove_listener(GraphListener& listener) { std::erase(listeners_, &listener); }

  /// Copies `node` of any graph into this one, its arguments mapped by `map` (Graph.node_copy).
  Node* node_copy(const Node& node, const std::function<Argument(Node*)>& map);
  /// Copies all nodes of `other` but its output; returns the mapped output value
  /// (Graph.graph_copy). `values` is extended by every node copied.
  std::optional<Argument> graph_copy(const Graph& other, ValueMap& values);
  /// A deep copy, iterative: a chain of a million nodes is no problem.
  Graph clone(ValueMap* values = nullptr) const;

private:
  friend class Node;
  Node* root() const { return root_.get(); }
  void insert_before(Node* position, Node* node);
  void unlink(Node* node);
  uint32_t next_epoch() { return ++epoch_; }
  void index(Node* node);
  void unindex(Node* node);
  void adopt_nodes();
  void number_nodes() const;

  Node* create_named(Opcode op, Symbol target, std::vector<Argument> args,
                     std::vector<KeywordArgument> kwargs, Symbol unique_name, Symbol type);

  struct Arena;
  std::unique_ptr<Arena> arena_;
  std::unique_ptr<Node> root_; // sentinel: its next is the first node, its prev the last
  Node* insert_point_;         // new nodes go before it
  Namespace names_;
  struct LookupTable;
  std::unique_ptr<LookupTable> lookup_;
  std::vector<GraphListener*> listeners_;
  std::shared_ptr<const ops::LibTorch> libtorch_;
  GraphModuleImpl* owning_module_ = nullptr;
  std::vector<Node*> scratch_; // of rebuild_uses, kept to save allocations
  size_t size_ = 0;
  uint64_t version_ = 0;
  uint32_t next_id_ = 0;
  uint32_t epoch_ = 0;
  mutable bool ordered_ = true; // Node::order_ is right
  bool reordered_ = false;      // ids no longer follow program order
};

/// Writes what torch.fx prints for print(graph): print_fx() of fx/IR/Printer.h.
std::ostream& operator<<(std::ostream& stream, const Graph& graph);
/// One node as a line of the same text, without its end (Node.format_node).
std::ostream& operator<<(std::ostream& stream, const Node& node);

} // namespace fx
