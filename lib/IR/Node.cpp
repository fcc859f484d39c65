#include "GraphMemory.h"

#include "fx/Support/Error.h"

#include <algorithm>
#include <fmt/format.h>

namespace fx {

std::string_view to_string(Opcode op) {
  switch (op) {
#define FX_OPCODE(ENUM, TEXT)                                                                      \
  case Opcode::ENUM: return TEXT;
#include "fx/IR/Opcodes.def"
  }
  return {};
}

std::optional<Opcode> parse_opcode(std::string_view text) {
#define FX_OPCODE(ENUM, TEXT)                                                                      \
  if (text == TEXT) return Opcode::ENUM;
#include "fx/IR/Opcodes.def"
  return std::nullopt;
}

Node::Node(Graph& graph, uint32_t id, Opcode op, Symbol name, Symbol target)
    : id_(id), op_(op), target_(target), graph_(&graph), name_(name) {}

void Node::free_args() {
  std::destroy_n(args_, num_args_);
  graph_->arena_->free_list(args_, num_args_ * sizeof(Argument));
  args_ = nullptr;
  num_args_ = 0;
}

/// Takes the arguments out of `args`, which may be those of another node moved or copied before.
void Node::store_args(std::span<Argument> args) {
  free_args();
  if (args.empty()) return;
  args_ = static_cast<Argument*>(graph_->arena_->allocate_list(args.size() * sizeof(Argument)));
  std::uninitialized_move(args.begin(), args.end(), args_);
  num_args_ = static_cast<uint32_t>(args.size());
}

const Argument* Node::kwarg(std::string_view name) const {
  for (const KeywordArgument& keyword : kwargs())
    if (keyword.name.view() == name) return &keyword.value;
  return nullptr;
}

void Node::unlink_uses() {
  for (uint32_t i = 0; i < num_uses_; ++i) {
    Use& use = uses_[i];
    Node* input = use.input;
    (use.prev ? use.prev->next : input->first_user_) = use.next;
    (use.next ? use.next->prev : input->last_user_) = use.prev;
    --input->num_users_;
  }
  graph_->arena_->free_list(uses_, num_uses_ * sizeof(Use));
  uses_ = nullptr;
  num_uses_ = 0;
}

void Node::rebuild_uses() {
  unlink_uses();
  ++graph_->version_;
  // A node's mark holds the last walk that saw it: no set is needed to drop repetitions.
  const uint32_t epoch = graph_->next_epoch();
  std::vector<Node*>& inputs = graph_->scratch_;
  inputs.clear();
  const auto visit = [&](Node* input) {
    if (input->mark_ == epoch && input->graph_ == graph_) return;
    if (input->graph_ != graph_ && std::find(inputs.begin(), inputs.end(), input) != inputs.end())
      return;
    input->mark_ = input->graph_ == graph_ ? epoch : input->mark_;
    inputs.push_back(input);
  };
  for (const Argument& argument : args()) {
    if (argument.is_node())
      visit(argument.as_node());
    else if (argument.has_nodes())
      for_each_node(argument, visit);
  }
  for (const KeywordArgument& keyword : kwargs())
    if (keyword.value.has_nodes()) for_each_node(keyword.value, visit);
  if (inputs.empty()) return;
  num_uses_ = static_cast<uint32_t>(inputs.size());
  uses_ = static_cast<Use*>(graph_->arena_->allocate_list(num_uses_ * sizeof(Use)));
  for (uint32_t i = 0; i < num_uses_; ++i) {
    Node* input = inputs[i];
    uses_[i] = {this, input, input->last_user_, nullptr};
    (input->last_user_ ? input->last_user_->next : input->first_user_) = &uses_[i];
    input->last_user_ = &uses_[i];
    ++input->num_users_;
  }
}

void Node::check_alive() const {
  if (erased_) throw GraphError(fmt::format("attempting to change the erased '{}'", name_.str()));
}

void Node::copy_place_from(const Node& other) {
  const MetaStore* theirs = other.meta_store();
  if (theirs == nullptr) return;
  if (auto range = theirs->share(meta::source_range)) share_meta(meta::source_range, range);
  if (auto modules = theirs->share(meta::module_stack)) share_meta(meta::module_stack, modules);
}

void Node::set_target(Symbol target) {
  check_alive();
  graph_->unindex(this);
  target_ = target;
  graph_->index(this);
  ++graph_->version_;
}

void Node::set_op(Opcode op) {
  check_alive();
  graph_->unindex(this);
  op_ = op;
  graph_->index(this);
  ++graph_->version_;
}

void Node::set_args(std::vector<Argument> args) {
  check_alive();
  store_args(args);
  rebuild_uses();
}

void Node::store_kwargs(std::vector<KeywordArgument> kwargs) {
  kwargs.shrink_to_fit();
  kwargs_ =
      kwargs.empty() ? nullptr : std::make_unique<std::vector<KeywordArgument>>(std::move(kwargs));
}

void Node::set_kwargs(std::vector<KeywordArgument> kwargs) {
  check_alive();
  store_kwargs(std::move(kwargs));
  rebuild_uses();
}

void Node::update_arg(size_t index, Argument value) {
  check_alive();
  if (index >= num_args_)
    throw GraphError(fmt::format("update_arg: '{}' has {} arguments, there is no argument {}",
                                 name_.str(), num_args_, index));
  args_[index] = std::move(value);
  rebuild_uses();
}

void Node::insert_arg(size_t index, Argument value) {
  check_alive();
  if (index > num_args_)
    throw GraphError(fmt::format("insert_arg: index {} must be between 0 and {}, the number of "
                                 "arguments of '{}'",
                                 index, num_args_, name_.str()));
  std::vector<Argument> longer(args().begin(), args().end());
  longer.insert(longer.begin() + static_cast<std::ptrdiff_t>(index), std::move(value));
  store_args(longer);
  rebuild_uses();
}

void Node::update_kwarg(Symbol name, Argument value) {
  check_alive();
  if (!kwargs_) kwargs_ = std::make_unique<std::vector<KeywordArgument>>();
  for (KeywordArgument& keyword : *kwargs_)
    if (keyword.name == name) {
      keyword.value = std::move(value);
      rebuild_uses();
      return;
    }
  kwargs_->push_back({name, std::move(value)});
  rebuild_uses();
}

std::vector<Node*> Node::all_input_nodes() const {
  std::vector<Node*> inputs;
  inputs.reserve(num_uses_);
  for (uint32_t i = 0; i < num_uses_; ++i)
    inputs.push_back(uses_[i].input);
  return inputs;
}

bool Node::has_user(const Node* user) const {
  for (uint32_t i = 0; i < user->num_uses_; ++i)
    if (user->uses_[i].input == this) return true;
  return false;
}

/// The use of `old_input` becomes one of `new_input`, at its place among the inputs. False when
/// there is one of `new_input` already, or none of the old: then the list has to be made anew.
bool Node::retarget_use(Node* old_input, Node* new_input) {
  Use* found = nullptr;
  constexpr uint32_t few = 8; // a longer list is not searched for each change
  if (num_uses_ > few || new_input->graph_ != graph_) return false;
  for (uint32_t i = 0; i < num_uses_; ++i) {
    if (uses_[i].input == new_input) return false;
    if (uses_[i].input == old_input) found = &uses_[i];
  }
  if (found == nullptr) return false;
  (found->prev ? found->prev->next : old_input->first_user_) = found->next;
  (found->next ? found->next->prev : old_input->last_user_) = found->prev;
  --old_input->num_users_;
  *found = {this, new_input, new_input->last_user_, nullptr};
  (new_input->last_user_ ? new_input->last_user_->next : new_input->first_user_) = found;
  new_input->last_user_ = found;
  ++new_input->num_users_;
  ++graph_->version_;
  return true;
}

void Node::replace_in_operands(Node* old_input, const Argument& value) {
  check_alive();
  const auto map = [&](Node* node) { return node == old_input ? value : Argument(node); };
  const auto replace = [&](Argument& argument) {
    if (argument.is_node()) {
      if (argument.as_node() == old_input) argument = value;
    } else if (argument.has_nodes()) {
      argument = map_nodes(argument, map);
    }
  };
  for (Argument& argument : mutable_args())
    replace(argument);
  if (kwargs_)
    for (KeywordArgument& keyword : *kwargs_)
      replace(keyword.value);
}

void Node::replace_input_with(Node* old_input, Node* new_input) {
  if (old_input == new_input) return;
  replace_in_operands(old_input, new_input);
  if (!retarget_use(old_input, new_input)) rebuild_uses();
}

void Node::replace_input_with(Node* old_input, const Argument& value) {
  if (value.is_node()) return replace_input_with(old_input, value.as_node());
  replace_in_operands(old_input, value);
  rebuild_uses();
}

std::vector<Node*> Node::users_for(const std::function<bool(Node*)>& filter) const {
  std::vector<Node*> found;
  found.reserve(num_users_);
  for (Node* user : users())
    if (!filter || filter(user)) found.push_back(user);
  return found;
}

std::vector<Node*> Node::replace_all_uses_with(Node* replacement,
                                               const std::function<bool(Node*)>& filter,
                                               bool propagate_meta) {
  if (propagate_meta) {
    if (replacement->meta_store() != nullptr && !replacement->meta_store()->empty())
      throw GraphError(fmt::format("replace_all_uses_with(propagate_meta): '{}' already has meta",
                                   replacement->name_.str()));
    replacement->copy_meta_from(*this);
  }
  std::vector<Node*> changed = users_for(filter);
  for (Node* user : changed) {
    for (GraphListener* listener : graph_->listeners_)
      listener->node_replaced(*this, *replacement, *user);
    user->replace_input_with(this, replacement);
  }
  return changed;
}

std::vector<Node*> Node::replace_all_uses_with(const Argument& replacement,
                                               const std::function<bool(Node*)>& filter) {
  if (replacement.is_node()) return replace_all_uses_with(replacement.as_node(), filter);
  std::vector<Node*> changed = users_for(filter);
  for (Node* user : changed) {
    for (GraphListener* listener : graph_->listeners_)
      listener->node_replaced_by_value(*this, replacement, *user);
    user->replace_input_with(this, replacement);
  }
  return changed;
}

void Node::move_before(Node* position, Node* node) {
  if (node->graph_ != graph_) throw GraphError("attempting to move a node into a different graph");
  check_alive();
  node->check_alive();
  if (node == this || node == position) return;
  graph_->unlink(node);
  graph_->ordered_ = false;
  graph_->reordered_ = true;
  graph_->insert_before(position, node);
  ++graph_->version_;
}

bool Node::is_before(const Node& other) const {
  if (other.graph_ != graph_) throw GraphError("nodes of different graphs have no order");
  check_alive();
  other.check_alive();
  if (!graph_->ordered_) graph_->number_nodes();
  return order_ < other.order_;
}

void Node::prepend(Node* node) {
  move_before(this, node);
}

void Node::append(Node* node) {
  move_before(next_, node);
}

Node* Node::next() const {
  Node* at = next_;
  while (at->erased_)
    at = at->next_;
  return at == graph_->root() ? nullptr : at;
}

Node* Node::prev() const {
  Node* at = prev_;
  while (at->erased_)
    at = at->prev_;
  return at == graph_->root() ? nullptr : at;
}

} // namespace fx
