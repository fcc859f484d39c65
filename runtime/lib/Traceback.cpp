#include "fx/Runtime/Traceback.h"

#include "CurrentMeta.h"
#include "UserFrames.h"

#include "fx/IR/Argument.h"

#include <fmt/format.h>

#include <utility>

namespace fx {

namespace traceback {

namespace {

struct Current {
  bool is_preserved = false;
  std::shared_ptr<const MetaStore> meta; // null: none
};
Current& current() {
  thread_local Current of_this_thread;
  return of_this_thread;
}

const MetaKey<Argument>& from_node_key() {
  static const MetaKey<Argument>& key = free_meta_key("from_node");
  return key;
}
const MetaKey<Argument>& stack_trace_key() {
  static const MetaKey<Argument>& key = free_meta_key("stack_trace");
  return key;
}

std::string_view word(NodeSourceAction action) {
  return action == NodeSourceAction::Replace ? "replace" : "create";
}

/// The chain of a node, and the node itself.
Argument chain_with(const Node& origin, std::string_view pass_name, NodeSourceAction action) {
  std::vector<Argument> chain;
  if (const Argument* known = origin.meta(from_node_key()))
    chain.assign(known->items().begin(), known->items().end());
  chain.push_back(
      Argument::tuple({Argument::string(origin.name()), Argument::string(origin.target()),
                       Argument::string(pass_name), Argument::string(word(action))}));
  return Argument::list(std::move(chain));
}

std::string text_of(const Argument& item) {
  return item.is(Argument::Kind::String) ? item.symbol().str() : std::string();
}

} // namespace

std::string NodeSource::print_readable() const {
  return fmt::format("(name={}, target={}, pass_name={}, action={})\n", name, target, pass_name,
                     word(action));
}

std::vector<NodeSource> from_node(const Node& node) {
  std::vector<NodeSource> chain;
  const Argument* written = node.meta(from_node_key());
  if (written == nullptr || !written->is_sequence()) return chain;
  for (const Argument& step : written->items()) {
    // What others write may have the name and the target alone, as torch.fx 2.6 has.
    if (!step.is_sequence() || step.items().size() < 2) continue;
    NodeSource& source = chain.emplace_back();
    source.name = text_of(step.items()[0]);
    source.target = text_of(step.items()[1]);
    if (step.items().size() > 2) source.pass_name = text_of(step.items()[2]);
    if (step.items().size() > 3 && text_of(step.items()[3]) == word(NodeSourceAction::Replace))
      source.action = NodeSourceAction::Replace;
  }
  return chain;
}

void add_from_node(Node& made, const Node& origin, std::string_view pass_name,
                   NodeSourceAction action) {
  made.set_meta(from_node_key(), chain_with(origin, pass_name, action));
}

PreserveNodeMeta::PreserveNodeMeta(bool enable)
    : outer_(std::exchange(current().is_preserved, enable)) {}
PreserveNodeMeta::~PreserveNodeMeta() {
  current().is_preserved = outer_;
}

bool has_preserved_node_meta() {
  return current().is_preserved;
}

SetCurrentMeta::SetCurrentMeta(const Node& node, std::string_view pass_name)
    : outer_(current().meta) {
  if (!has_preserved_node_meta()) return;
  MetaStore meta = node.meta_store() != nullptr ? *node.meta_store() : MetaStore();
  meta.set(from_node_key(), chain_with(node, pass_name, NodeSourceAction::Create));
  current().meta = std::make_shared<const MetaStore>(std::move(meta));
}
SetCurrentMeta::~SetCurrentMeta() {
  current().meta = std::move(outer_);
}

const MetaStore* get_current_meta() {
  return current().meta.get();
}

void set_stack_trace(const std::string& text) {
  if (!has_preserved_node_meta()) return;
  MetaStore meta = current().meta ? *current().meta : MetaStore();
  meta.set(stack_trace_key(), Argument::string(text));
  current().meta = std::make_shared<const MetaStore>(std::move(meta));
}

std::string format_stack() {
  if (has_preserved_node_meta() && current().meta)
    if (const Argument* text = current().meta->get(stack_trace_key())) return text_of(*text);
  return runtime::stack_text(runtime::user_frames());
}

} // namespace traceback

void runtime::carry_current_meta(Node& made) {
  const MetaStore* meta = traceback::get_current_meta();
  if (meta == nullptr || !traceback::has_preserved_node_meta()) return;
  const auto carry = [&]<class T>(const MetaKey<T>& key) {
    if (const T* value = meta->get(key)) made.set_meta(key, *value);
  };
  carry(meta::source_range);
  carry(meta::call_stack);
  carry(meta::module_stack);
  // What the user put there, but which overload another node calls.
  for (const MetaStore::Entry& entry : meta->entries())
    if (const Argument* free = entry.free();
        free != nullptr && std::string_view(entry.key->name) != "overload")
      made.set_meta(free_meta_key(entry.key->name), *free);
}

} // namespace fx
