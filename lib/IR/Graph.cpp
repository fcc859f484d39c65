#include "GraphMemory.h"

#include "fx/Support/Error.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <utility>

namespace fx {

/// Live nodes by opcode and target, in order of creation; placeholders and outputs, which are few
/// and asked for as such, by opcode alone. The others are looked up when one is first asked for:
/// most graphs are never asked, and each attribute of a large one may have a target of its own. The
/// table is one block of memory, in which targets that came up one after another are neighbours.
struct Graph::LookupTable {
  static bool has_targets(Opcode op) { return op != Opcode::Placeholder && op != Opcode::Output; }

  /// Most targets of attributes and modules have one node: the first stands here, the others there.
  struct Entry {
    Node* first = nullptr;     // null: removed
    std::vector<Node*> others; // the same
    uint32_t size = 0, holes = 0;

    Node*& at(size_t index) { return index == 0 ? first : others[index - 1]; }
    void add(Node* node) {
      if (size++ == 0)
        first = node;
      else
        others.push_back(node);
    }
    void close_holes() {
      uint32_t kept = 0;
      for (uint32_t i = 0; i < size; ++i)
        if (Node* node = at(i)) {
          node->lookup_index_ = kept;
          at(kept++) = node;
        }
      others.resize(kept == 0 ? 0 : kept - 1);
      size = kept;
      holes = 0;
    }
  };

  bool has_targets_by_now = false;

  bool has(const Node& node) const { return has_targets_by_now || !has_targets(node.op_); }
  /// Null: there is none.
  Entry* find(Opcode op, Symbol target) {
    if (!has_targets(op)) return &of_opcode(op);
    if (slots_.empty()) return nullptr;
    const Slot& slot = slots_[place_of(op, target)];
    return slot.entry != 0 ? &entries_[slot.entry - 1] : nullptr;
  }
  /// The one of a node; made where there is none.
  Entry& of(const Node& node) {
    if (!has_targets(node.op_)) return of_opcode(node.op_);
    if ((entries_.size() + 1) * 2 > slots_.size()) grow();
    Slot& slot = slots_[place_of(node.op_, node.target_)];
    if (slot.entry == 0) {
      entries_.emplace_back();
      slot = {node.target_, node.op_, static_cast<uint32_t>(entries_.size())};
    }
    return entries_[slot.entry - 1];
  }

private:
  struct Slot {
    Symbol target;
    Opcode op = {};
    uint32_t entry = 0; // its number, from 1 on; 0: none is here
  };

  Entry& of_opcode(Opcode op) { return op == Opcode::Output ? outputs_ : placeholders_; }

  /// Where it stands, or would stand.
  size_t place_of(Opcode op, Symbol target) const {
    constexpr uint64_t golden = 0x9e3779b97f4a7c15;
    const uint64_t number = reinterpret_cast<uintptr_t>(target.id()) / Symbol::alignment;
    const size_t mask = slots_.size() - 1;
    const uint64_t group = number / 4 * 8 + static_cast<uint64_t>(op);
    size_t at = ((group * golden) >> 24 << 2 | number % 4) & mask;
    while (slots_[at].entry != 0 && (slots_[at].op != op || slots_[at].target != target))
      at = (at + 1) & mask;
    return at;
  }

  void grow() {
    std::vector<Slot> old(slots_.empty() ? 16 : slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old)
      if (slot.entry != 0) slots_[place_of(slot.op, slot.target)] = slot;
  }

  std::vector<Slot> slots_; // a power of two of them
  std::vector<Entry> entries_;
  Entry placeholders_, outputs_;
};

Graph::Graph() : arena_(std::make_unique<Arena>()), lookup_(std::make_unique<LookupTable>()) {
  root_.reset(new Node(*this, UINT32_MAX, Opcode::Output, Symbol(), Symbol()));
  root_->prev_ = root_->next_ = root_.get();
  insert_point_ = root_.get();
}

Graph::~Graph() = default;

Graph::Graph(Graph&& other) noexcept
    : arena_(std::move(other.arena_)), root_(std::move(other.root_)),
      insert_point_(std::exchange(other.insert_point_, nullptr)), names_(std::move(other.names_)),
      lookup_(std::move(other.lookup_)), listeners_(std::move(other.listeners_)),
      libtorch_(std::move(other.libtorch_)), size_(std::exchange(other.size_, 0)),
      version_(other.version_ + 1), next_id_(other.next_id_), epoch_(other.epoch_), ordered_(false),
      reordered_(other.reordered_) {
  adopt_nodes();
}

Graph& Graph::operator=(Graph&& other) noexcept {
  if (this == &other) return *this;
  arena_ = std::move(other.arena_);
  root_ = std::move(other.root_);
  insert_point_ = std::exchange(other.insert_point_, nullptr);
  names_ = std::move(other.names_);
  lookup_ = std::move(other.lookup_);
  listeners_ = std::move(other.listeners_);
  libtorch_ = std::move(other.libtorch_);
  size_ = std::exchange(other.size_, 0);
  version_ = std::max(version_, other.version_) + 1;
  next_id_ = other.next_id_;
  epoch_ = other.epoch_;
  ordered_ = false;
  reordered_ = other.reordered_;
  adopt_nodes();
  return *this;
}

std::weak_ptr<const void> Graph::lifetime() const {
  if (!arena_) return {};
  if (!arena_->alive) arena_->alive = std::make_shared<const char>();
  return arena_->alive;
}

void Graph::adopt_nodes() {
  if (!root_) return;
  root_->graph_ = this;
  arena_->for_each_node([this](Node& node) { node.graph_ = this; });
}

void Graph::index(Node* node) {
  if (!lookup_->has(*node)) return;
  LookupTable::Entry& entry = lookup_->of(*node);
  node->lookup_index_ = entry.size;
  entry.add(node);
}

void Graph::unindex(Node* node) {
  if (!lookup_->has(*node)) return;
  LookupTable::Entry& entry = lookup_->of(*node);
  entry.at(node->lookup_index_) = nullptr;
  // Holes are closed when they are half of the list: constant time for each removal.
  if (++entry.holes * 2 > entry.size) entry.close_holes();
}

void Graph::insert_before(Node* position, Node* node) {
  if (position == root())
    node->order_ = size_ == 0 ? 0 : root_->prev_->order_ + 1;
  else
    ordered_ = false;
  node->prev_ = position->prev_;
  node->next_ = position;
  position->prev_->next_ = node;
  position->prev_ = node;
}

void Graph::number_nodes() const {
  uint32_t order = 0;
  for (const Node* node : *this)
    node->order_ = order++;
  ordered_ = true;
}

void Graph::unlink(Node* node) {
  node->prev_->next_ = node->next_;
  node->next_->prev_ = node->prev_;
}

Node* Graph::create_node(Opcode op, Symbol target, std::vector<Argument> args,
                         std::vector<KeywordArgument> kwargs, std::string_view name, Symbol type) {
  if (target.empty() && !(op == Opcode::CallModule || op == Opcode::GetAttr))
    throw GraphError(fmt::format("a {} node needs a target", to_string(op)));
  const Symbol unique =
      name.empty() ? names_.create_name(name_for_target(target, op == Opcode::CallFunction))
                   : names_.create_name(name);
  return create_named(op, target, std::move(args), std::move(kwargs), unique, type);
}

Node* Graph::create_named(Opcode op, Symbol target, std::vector<Argument> args,
                          std::vector<KeywordArgument> kwargs, Symbol unique, Symbol type) {
  Node* node =
      new (arena_->nodes.allocate(sizeof(Node))) Node(*this, next_id_++, op, unique, target);
  node->type_ = type;
  node->store_args(args);
  node->store_kwargs(std::move(kwargs));
  node->rebuild_uses();
  insert_before(insert_point_, node);
  index(node);
  ++size_;
  for (GraphListener* listener : listeners_)
    listener->node_created(*node);
  return node;
}

Node* Graph::placeholder(std::string_view name, std::optional<Argument> default_value,
                         Symbol type) {
  std::vector<Argument> args;
  if (default_value) args.push_back(std::move(*default_value));
  return create_node(Opcode::Placeholder, name, std::move(args), {}, {}, type);
}

Node* Graph::get_attr(Symbol path) {
  return create_node(Opcode::GetAttr, path);
}

Node* Graph::call_function(Symbol function, std::vector<Argument> args,
                           std::vector<KeywordArgument> kwargs) {
  return create_node(Opcode::CallFunction, function, std::move(args), std::move(kwargs));
}

Node* Graph::call_method(Symbol method, std::vector<Argument> args,
                         std::vector<KeywordArgument> kwargs) {
  return create_node(Opcode::CallMethod, method, std::move(args), std::move(kwargs));
}

Node* Graph::call_module(Symbol path, std::vector<Argument> args,
                         std::vector<KeywordArgument> kwargs) {
  return create_node(Opcode::CallModule, path, std::move(args), std::move(kwargs));
}

Node* Graph::output(Argument value, Symbol type) {
  std::vector<Argument> args;
  args.push_back(std::move(value));
  return create_node(Opcode::Output, "output", std::move(args), {}, {}, type);
}

void Graph::erase_node(Node* node) {
  if (node->graph_ != this)
    throw GraphError(
        fmt::format("attempting to remove '{}' from a graph it is not in", node->name_.str()));
  if (node->erased_) throw GraphError(fmt::format("'{}' is erased already", node->name_.str()));
  if (node->num_users_ > 0) {
    std::string users;
    for (const Node* user : node->users())
      users += (users.empty() ? "" : ", ") + user->name_.str();
    throw GraphError(
        fmt::format("tried to erase node '{}' but it still had {} users in the graph: {}",
                    node->name_.str(), node->num_users_, users));
  }
  for (GraphListener* listener : listeners_)
    listener->node_erased(*node);
  if (insert_point_ == node) insert_point_ = node->next_;
  unindex(node);
  node->unlink_uses();
  // The links of the erased node stay: an iterator that stands on it finds its way on.
  unlink(node);
  node->free_args();
  node->kwargs_.reset();
  node->erased_ = true;
  --size_;
  ++version_;
}

void Graph::rename(Node* node, std::string_view candidate) {
  if (node->graph_ != this)
    throw GraphError(
        fmt::format("attempting to rename '{}' in a graph it is not in", node->name_.str()));
  if (node->name_.view() == candidate) return;
  node->name_ = names_.create_name(candidate);
}

Graph::Iterator& Graph::Iterator::operator--() {
  prefetch(at_, -ahead);
  prefetch(&at_->meta_, -ahead); // walks back are made to note things
  do
    at_ = at_->prev_;
  while (at_->erased_);
  return *this;
}

Graph::Iterator Graph::begin() const {
  return Iterator(root_->next_);
}
Graph::Iterator Graph::end() const {
  return Iterator(root_.get());
}
Node* Graph::front() const {
  return empty() ? nullptr : root_->next_;
}
Node* Graph::back() const {
  return empty() ? nullptr : root_->prev_;
}

Node* Graph::output_node() const {
  const std::vector<Node*> found = find_nodes(Opcode::Output);
  return found.empty() ? nullptr : found.front();
}

std::vector<Node*> Graph::find_nodes(Opcode op, std::optional<Symbol> target) const {
  std::vector<Node*> found;
  const auto wanted = [&](const Node* node) {
    return node->op_ == op && (!target || node->target_ == *target);
  };
  const auto walk = [&] {
    found.clear();
    for (Node* node : *this)
      if (wanted(node)) found.push_back(node);
  };
  if (LookupTable::has_targets(op) && !target) {
    walk();
    return found;
  }
  if (LookupTable::has_targets(op) && !std::exchange(lookup_->has_targets_by_now, true))
    for (Node* node : *this)
      if (LookupTable::has_targets(node->op_)) {
        LookupTable::Entry& entry = lookup_->of(*node);
        node->lookup_index_ = entry.size;
        entry.add(node);
      }
  if (LookupTable::Entry* entry = lookup_->find(op, target.value_or(Symbol())))
    for (uint32_t i = 0; i < entry->size; ++i)
      if (Node* node = entry->at(i); node != nullptr && wanted(node)) found.push_back(node);
  // Creation order is program order unless nodes were inserted or moved.
  const bool moved = !std::is_sorted(found.begin(), found.end(),
                                     [](const Node* a, const Node* b) { return a->id_ < b->id_; });
  if (found.size() > 1 && (moved || reordered_)) walk();
  return found;
}

Graph::InsertPoint::InsertPoint(InsertPoint&& other) noexcept
    : graph_(std::exchange(other.graph_, nullptr)), previous_(other.previous_) {}

Graph::InsertPoint::~InsertPoint() {
  if (graph_ == nullptr) return;
  Node* previous = previous_;
  while (previous->erased_)
    previous = previous->next_;
  graph_->insert_point_ = previous;
}

Graph::InsertPoint Graph::inserting_before(Node* node) {
  if (node && (node->graph_ != this || node->erased_))
    throw GraphError("the node to insert before is not in this graph");
  InsertPoint restore(this, insert_point_);
  insert_point_ = node ? node : root_->next_;
  reordered_ = true;
  return restore;
}

Graph::InsertPoint Graph::inserting_after(Node* node) {
  if (node && (node->graph_ != this || node->erased_))
    throw GraphError("the node to insert after is not in this graph");
  InsertPoint restore(this, insert_point_);
  insert_point_ = node ? node->next_ : root_.get();
  reordered_ = true;
  return restore;
}

} // namespace fx
