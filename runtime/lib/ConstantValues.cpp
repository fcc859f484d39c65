#include "ConstantValues.h"

#include "Call.h"
#include "ExampleValues.h"
#include "TraceState.h"

#include "fx/IR/Meta.h"
#include "fx/Ops/CallBinding.h"

#include <ATen/Functions.h>
#include <c10/core/GradMode.h>

#include <algorithm>

namespace fx::runtime {

namespace {

/// How many elements are computed at most while a function is traced. Numbers that a program asks
/// for stand in tensors of a few; what is larger costs what it would in a run.
constexpr int64_t most_elements = 100;

/// Operators that leave memory as they find it. No schema and no tag says so; LibTorch calls all of
/// them empty or resize.
bool leaves_memory_unset(std::string_view target) {
  return target.find("empty") != std::string_view::npos ||
         target.find("resize") != std::string_view::npos;
}

bool is_large(const Node& node) {
  const TensorMeta* tensor = node.meta(meta::tensor_meta);
  if (tensor == nullptr) return false;
  int64_t count = 1;
  for (const int64_t size : tensor->shape)
    count *= size;
  return count > most_elements;
}

int64_t elements_in(const Value& value) {
  int64_t count = 0;
  for_each_tensor(value, [&](const at::Tensor& tensor) { count += tensor.numel(); });
  return count;
}

void for_each_operand(const Node& node, const std::function<void(size_t, const Node*)>& visit) {
  for (size_t i = 0; i < node.args().size() + node.kwargs().size(); ++i)
    for_each_node(ops::operand(node, i), [&](const Node* used) { visit(i, used); });
}

} // namespace

int ConstantValues::find(int memory) {
  while (memories_[memory].parent >= 0) {
    const int above = memories_[memories_[memory].parent].parent;
    if (above >= 0) memories_[memory].parent = above;
    memory = memories_[memory].parent;
  }
  return memory;
}

int ConstantValues::make_memory() {
  memories_.emplace_back();
  return static_cast<int>(memories_.size()) - 1;
}

void ConstantValues::join(int a, int b) {
  a = find(a);
  b = find(b);
  if (a == b) return;
  memories_[b].parent = a;
  memories_[a].is_written |= memories_[b].is_written;
  memories_[a].is_unknown |= memories_[b].is_unknown;
}

int ConstantValues::memory_of(const at::Tensor& tensor) {
  if (!tensor.has_storage()) return make_memory();
  const auto [found, is_new] = by_storage_.try_emplace(tensor.storage().unsafeGetStorageImpl());
  if (is_new) {
    held_.push_back(tensor.storage());
    found->second = make_memory();
  }
  return found->second;
}

ConstantValues::Of& ConstantValues::at(const Node& node) {
  if (nodes_.size() <= node.id()) nodes_.resize(node.graph().id_limit());
  return nodes_[node.id()];
}

void ConstantValues::add_tensor(const Node& node, const at::Tensor& tensor, bool is_made) {
  if (!is_made || tensor.numel() > most_elements) {
    tensors_.emplace(&node, tensor);
    return;
  }
  // The program's own has its first values until the trace is over, and nodes write to this one.
  const Untraced untraced;
  const c10::AutoGradMode no_gradients(false);
  const at::Tensor copy = tensor.detach().clone();
  by_storage_.emplace(copy.storage().unsafeGetStorageImpl(), memory_of(tensor));
  held_.push_back(copy.storage());
  tensors_.emplace(&node, copy);
  made_.insert(&node);
}

void ConstantValues::add_written(const at::Tensor& tensor) {
  Memory& memory = memories_[find(memory_of(tensor))];
  memory.is_written = memory.is_unknown = true;
}

std::optional<at::Tensor> ConstantValues::value_of(const Node& node) {
  read_on(node.graph());
  const Of& of = at(node);
  if (of.memory < 0 || !of.value || !of.value->isTensor()) return std::nullopt;
  if (memories_[find(of.memory)].is_unknown) return std::nullopt;
  return of.value->toTensor();
}

bool ConstantValues::is_written(const Graph& graph, const at::Tensor& tensor) {
  if (!tensor.has_storage()) return false;
  read_on(graph);
  const auto found = by_storage_.find(tensor.storage().unsafeGetStorageImpl());
  return found != by_storage_.end() && memories_[find(found->second)].is_written;
}

void ConstantValues::read_on(const Graph& graph) {
  std::vector<const Node*> unread;
  for (const Node* node = graph.empty() ? nullptr : graph.back();
       node != nullptr && node->id() >= next_id_; node = node->prev())
    unread.push_back(node);
  next_id_ = graph.id_limit();
  count_ += unread.size();
  std::ranges::reverse(unread);
  for (const Node* node : unread)
    read(*node);
  // A tracer of the program's own put nodes before others, or erased some: what they do is not in
  // what was read.
  if (count_ != graph.size())
    for (Memory& memory : memories_)
      memory.is_written = memory.is_unknown = true;
}

void ConstantValues::read(const Node& node) {
  Of& of = at(node);
  switch (node.op()) {
  case Opcode::GetAttr:
    if (const auto tensor = tensors_.find(&node); tensor != tensors_.end()) {
      of.memory = memory_of(tensor->second);
      if (made_.contains(&node)) of.value = Value(tensor->second);
      return;
    }
    break;
  case Opcode::CallFunction:
  case Opcode::CallMethod:
  case Opcode::CallModule: read_call(node); return;
  default: break;
  }
  of.memory = make_memory();
}

void ConstantValues::read_call(const Node& node) {
  const Effects effects = effects_of_(node);
  is_behind_mode_ |= effects.barrier;
  const int memory = make_memory();
  at(node).memory = memory;
  bool is_constant = !effects.unknown && !effects.random && !effects.required &&
                     node.op() != Opcode::CallModule && !is_behind_mode_ &&
                     !leaves_memory_unset(node.target());
  bool has_operands = false;
  for_each_operand(node, [&](size_t, const Node* used) {
    has_operands = true;
    const Of& operand = at(*used);
    is_constant = is_constant && operand.value && !memories_[find(operand.memory)].is_unknown;
  });
  std::optional<Value> value;
  if (is_constant && has_operands && (effects.writes != 0 || !is_large(node))) value = run(node);
  for_each_operand(node, [&](size_t i, const Node* used) {
    const uint64_t bit = Effects::operand_bit(i);
    const int other = at(*used).memory;
    if (effects.unknown || (effects.writes & bit) != 0) {
      Memory& written = memories_[find(other)];
      written.is_written = true;
      written.is_unknown |= !value;
    }
    if (effects.unknown || (effects.aliases & bit) != 0) join(memory, other);
  });
  if (value && (effects.writes != 0 || elements_in(*value) <= most_elements))
    at(node).value = std::move(value);
}

std::optional<Value> ConstantValues::run(const Node& node) {
  const auto operand_of = [&](Node* used) { return *at(*used).value; };
  std::vector<Value> operands;
  for (size_t i = 0; i < node.args().size() + node.kwargs().size(); ++i)
    operands.push_back(to_value(ops::operand(node, i), operand_of));
  const Untraced untraced;
  const c10::AutoGradMode no_gradients(false);
  try {
    return make_call(node)->run(operands);
  } catch (const std::exception&) {
    return std::nullopt; // the program's own call says what is wrong
  }
}

} // namespace fx::runtime
