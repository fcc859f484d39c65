#include "fx/Analysis/Cost.h"

#include "CallCost.h"

#include "fx/Analysis/Aliasing.h"
#include "fx/Analysis/CallOperations.h"
#include "fx/Analysis/Types.h"
#include "fx/IR/ElementType.h"
#include "fx/Ops/CallBinding.h"
#include "fx/Ops/Callee.h"
#include "fx/Ops/Modules.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace fx {

Count num_elements(const TensorMeta& tensor) {
  return std::accumulate(tensor.shape.begin(), tensor.shape.end(), Count(1), std::multiplies<>());
}

Count num_bytes(const TensorMeta& tensor) {
  const ElementType* type = find_element_type(tensor.dtype);
  return type != nullptr ? num_elements(tensor) * type->bytes : Count();
}

ModelSize model_size(const TracedModule& module) {
  ModelSize size;
  const auto add = [&](TensorRole role, bool requires_grad, const TensorMeta& tensor) {
    if (role != TensorRole::Parameter) return void(size.buffer_bytes += num_bytes(tensor));
    size.parameters += num_elements(tensor);
    size.parameter_bytes += num_bytes(tensor);
    if (requires_grad) size.trainable += num_elements(tensor);
  };
  for (const ModuleNode* part : all_modules(module.modules)) {
    if (part->alias_of != nullptr) continue;
    bool is_known = part->kind != ModuleKind::Leaf || part->leaf_tensors.has_value();
    if (part->leaf_tensors)
      for (const LeafTensor& held : *part->leaf_tensors)
        add(held.role, held.requires_grad, held.tensor);
    for (const TensorSlot& slot : part->tensors) {
      const TensorMeta* initial =
          slot.init != nullptr ? slot.init->meta(meta::tensor_meta) : nullptr;
      if (initial != nullptr) add(slot.role, slot.requires_grad, *initial);
      is_known &= initial != nullptr || slot.init == nullptr;
    }
    if (!is_known && !size.unknown) size.unknown = part->path();
  }
  return size;
}

namespace {

/// Whether the elements stand one behind the other, so that reshape and contiguous give a view.
bool is_contiguous(const TensorMeta& tensor) {
  if (tensor.stride.size() != tensor.shape.size()) return false;
  int64_t expected = 1;
  for (size_t i = tensor.shape.size(); i-- > 0;) {
    if (tensor.shape[i] != 1 && tensor.stride[i] != expected) return false;
    expected *= tensor.shape[i];
  }
  return true;
}

/// What a value does with the memory of an operand.
enum class Sharing : uint8_t { Never, Maybe, Always };

/// An index with which a tensor gives a view: numbers, slices, None, an ellipsis.
bool is_basic_index(const Argument& index) {
  if (index.is(Argument::Kind::List) || index.is(Argument::Kind::Bool)) return false;
  if (index.is(Argument::Kind::Tuple)) return std::ranges::all_of(index.items(), is_basic_index);
  return !index.is_node() || index.as_node()->meta(meta::tensor_meta) == nullptr;
}

} // namespace

class CostAnalysis::Counting {
public:
  Counting(CostAnalysis& result, const Graph& graph, const TracedModule& module)
      : result_(result), graph_(graph), module_(module), operations_(graph, module),
        aliasing_(graph, module), types_(graph, module) {}

  void run() {
    result_.costs_.resize(graph_.id_limit());
    for (const Node* node : graph_)
      count(*node);
    find_live();
    for (const Node* node : graph_) {
      const NodeCost& cost = result_.costs_[node->id()];
      NodeCost& total = result_.total_;
      total.multiply_adds += cost.multiply_adds;
      total.elements += cost.elements;
      total.bytes_read += cost.bytes_read;
      total.bytes_written += cost.bytes_written;
      if (cost.live_bytes > total.live_bytes || result_.peak_ == nullptr) result_.peak_ = node;
      total.live_bytes = std::max(total.live_bytes, cost.live_bytes);
      if (cost.unknown == NodeCost::Unknown::Nothing) continue;
      if (result_.unknown_.empty()) total.unknown = cost.unknown;
      result_.unknown_.push_back(node);
    }
  }

private:
  using Unknown = NodeCost::Unknown;

  NodeCost& cost(const Node& node) { return result_.costs_[node.id()]; }

  const ModuleNode* called_module(const Node& node) const {
    if (node.op() != Opcode::CallModule || !module_.is_forward_graph(graph_)) return nullptr;
    const ModuleNode* called = module_.modules.find(node.target());
    return called != nullptr && called->alias_of != nullptr ? called->alias_of : called;
  }

  /// The value is, or may be, a number, a size or the like: nothing that a tensor's operator
  /// computes.
  bool has_no_tensor(const Node& node) const {
    if (node.meta(meta::tensor_meta) != nullptr) return false;
    const bool has_default = node.op() == Opcode::Placeholder && !node.args().empty();
    return aliasing_.memory(node) == AliasAnalysis::none || types_.type(node).is_plain() ||
           (has_default && !node.arg(0).is_none());
  }

  void count(const Node& node) {
    const TensorMeta* tensor = node.meta(meta::tensor_meta);
    switch (node.op()) {
    case Opcode::Placeholder:
      if (tensor != nullptr)
        result_.input_bytes_ += num_bytes(*tensor);
      else if (!has_no_tensor(node) && node.num_users() > 0)
        cost(node).unknown = Unknown::Shape;
      return;
    case Opcode::GetAttr:
    case Opcode::Output: return;
    default: break;
    }
    if (has_no_tensor(node) || is_item_of_a_result(node)) return;
    count_computation(node);
    count_bytes(node);
  }

  /// operator.getitem of what an operator with several results gives, or of a list.
  bool is_item_of_a_result(const Node& node) const {
    return node.is_call_function("operator.getitem") && !node.args().empty() &&
           node.arg(0).is_node() && node.arg(0).as_node()->meta(meta::tensor_meta) == nullptr;
  }

  void count_computation(const Node& node) {
    NodeCost& counted = cost(node);
    const ModuleNode* called = called_module(node);
    if (node.op() == Opcode::CallModule &&
        (called == nullptr || called->kind != ModuleKind::Leaf)) {
      counted.unknown = Unknown::Module;
      return;
    }
    const ops::Operation* operation = operations_.of(node);
    const CallCost call = cost_of_call(node, called, operation, result_of(node),
                                       includes_training(module_.modes_of(graph_)) &&
                                           module_.modes_of(graph_) != Modes::Both);
    counted.multiply_adds = call.multiply_adds;
    counted.elements = call.elements;
    // A view computes nothing, whatever it is called.
    if (call.unknown != Unknown::Rule || sharing(node) != Sharing::Always ||
        aliasing_.effects(node).writes != 0)
      counted.unknown = call.unknown;
  }

  /// The tensors that a node gives: itself, or those that are taken out of its tuple.
  static std::vector<const TensorMeta*> results_of(const Node& node) {
    if (const TensorMeta* tensor = node.meta(meta::tensor_meta)) return {tensor};
    std::vector<const TensorMeta*> results;
    std::vector<Argument> indices;
    for (const Node* user : node.users()) {
      const TensorMeta* item = user->meta(meta::tensor_meta);
      if (!user->is_call_function("operator.getitem") || user->args().size() != 2 ||
          item == nullptr || std::ranges::find(indices, user->arg(1)) != indices.end())
        continue;
      indices.push_back(user->arg(1));
      results.push_back(item);
    }
    return results;
  }
  static const TensorMeta* result_of(const Node& node) {
    const std::vector<const TensorMeta*> results = results_of(node);
    return results.empty() ? nullptr : results.front();
  }

  void count_bytes(const Node& node) {
    NodeCost& counted = cost(node);
    const std::vector<const TensorMeta*> results = results_of(node);
    if (results.empty() && counted.unknown != Unknown::Module) counted.unknown = Unknown::Shape;
    const Effects& effects = aliasing_.effects(node);
    const bool is_view = effects.writes == 0 && sharing(node) == Sharing::Always;
    if (is_view) return;
    for (const TensorMeta* result : results)
      counted.bytes_written += num_bytes(*result);
    if (is_lookup(node, operations_.of(node))) {
      // Of the table it reads the rows that it gives.
      counted.bytes_read = counted.bytes_written;
      for (const Node* input : node.input_nodes())
        if (const TensorMeta* indices = input->meta(meta::tensor_meta);
            indices != nullptr && indices->dtype == "int64")
          counted.bytes_read += num_bytes(*indices);
      return;
    }
    for (const Node* input : node.input_nodes()) {
      const TensorMeta* operand = input->meta(meta::tensor_meta);
      if (operand != nullptr)
        counted.bytes_read += num_bytes(*operand);
      else if (!has_no_tensor(*input) && counted.unknown == Unknown::Nothing)
        counted.unknown = Unknown::Shape;
    }
    const ModuleNode* called = called_module(node);
    if (called != nullptr && called->leaf_tensors)
      for (const LeafTensor& held : *called->leaf_tensors)
        counted.bytes_read += num_bytes(held.tensor);
  }

  /// With the memory of the operands that it may alias.
  Sharing sharing(const Node& node) const {
    const Effects& effects = aliasing_.effects(node);
    if (effects.aliases == 0 || effects.no_memory) return Sharing::Never;
    if ((effects.aliases & effects.writes) != 0) return Sharing::Always;
    if (node.is_call_function("operator.getitem"))
      return node.args().size() == 2 && is_basic_index(node.arg(1)) ? Sharing::Always
                                                                    : Sharing::Never;
    const std::vector<ops::BoundCall> calls = ops::bind_all(node);
    const auto is_view = [](const ops::BoundCall& call) {
      return std::ranges::any_of(call.schema->returns, [](const ops::SchemaReturn& result) {
        return result.alias_set != 0;
      });
    };
    if (!calls.empty() && std::ranges::all_of(calls, is_view) && !may_copy(node))
      return Sharing::Always;
    return shares_by_shapes(node);
  }

  /// reshape, flatten, contiguous and to have views in their schemas and copy where they must.
  bool may_copy(const Node& node) const {
    const ops::Operation* operation = operations_.of(node);
    const std::string_view name = operation ? operation->name : ops::callee_of(node).name;
    return copies_where_it_must(name);
  }

  Sharing shares_by_shapes(const Node& node) const {
    const ops::Operation* operation = operations_.of(node);
    const std::string_view name = operation ? operation->name : ops::callee_of(node).name;
    const TensorMeta* result = node.meta(meta::tensor_meta);
    const Node* first =
        !node.args().empty() && node.arg(0).is_node() ? node.arg(0).as_node() : nullptr;
    const TensorMeta* operand = first != nullptr ? first->meta(meta::tensor_meta) : nullptr;
    if (operation != nullptr && operation->name.empty()) return Sharing::Always; // Identity
    if (is_dropout(name) && module_.modes_of(graph_) != Modes::Train) return Sharing::Always;
    if (computes(node, called_module(node), operation)) return Sharing::Never;
    if (result == nullptr || operand == nullptr) return Sharing::Maybe;
    if (result->dtype != operand->dtype) return Sharing::Never;
    // A view has the places of what it is a view of, in their order, and a copy stands in one
    // piece.
    if (!copies_where_it_must(name) || asks_for_a_copy(node)) return Sharing::Maybe;
    return is_contiguous(*result) == is_contiguous(*operand) ? Sharing::Always : Sharing::Never;
  }

  /// It may be told to copy: x.to(device), x.to(dtype, copy=True).
  static bool asks_for_a_copy(const Node& node) {
    const auto asks = [](const Argument& value) {
      return value.is(Argument::Kind::Bool) || value.is(Argument::Kind::Device) ||
             value.is(Argument::Kind::MemoryFormat);
    };
    return std::ranges::any_of(node.args(), asks) ||
           std::ranges::any_of(node.kwargs(),
                               [&](const KeywordArgument& keyword) { return asks(keyword.value); });
  }

  /// What is there while each node runs: a value lives until the last use of it or of a view of it.
  void find_live() {
    std::vector<uint32_t> last(graph_.id_limit());
    std::vector<const Node*> order(graph_.begin(), graph_.end());
    for (size_t i = order.size(); i-- > 0;) {
      const Node& node = *order[i];
      uint32_t& end = last[node.id()];
      end = static_cast<uint32_t>(i);
      for (const Node* user : node.users()) {
        end = std::max(end, aliasing_.position(*user));
        const bool may_share = user->op() != Opcode::Output && aliasing_.may_alias(node, *user) &&
                               sharing(*user) != Sharing::Never;
        if (may_share) end = std::max(end, last[user->id()]);
      }
    }
    std::vector<Count> freed(order.size() + 1);
    Count live;
    for (size_t i = 0; i < order.size(); ++i) {
      const Count made = allocated(*order[i]);
      live += made;
      freed[last[order[i]->id()]] += made;
      cost(*order[i]).live_bytes = live;
      live = live - freed[i];
    }
  }

  /// The bytes of memory that a node makes for its values.
  Count allocated(const Node& node) {
    if (node.op() != Opcode::CallFunction && node.op() != Opcode::CallMethod &&
        node.op() != Opcode::CallModule)
      return {};
    if (has_no_tensor(node) || is_item_of_a_result(node)) return {};
    const Sharing shares = sharing(node);
    if (shares == Sharing::Always) return {};
    if (shares == Sharing::Maybe) result_.is_peak_a_bound_ = true;
    Count bytes;
    for (const TensorMeta* result : results_of(node))
      bytes += num_bytes(*result);
    return bytes;
  }

  CostAnalysis& result_;
  const Graph& graph_;
  const TracedModule& module_;
  CallOperations operations_;
  AliasAnalysis aliasing_;
  TypeAnalysis types_;
};

CostAnalysis::CostAnalysis(const Graph& graph, const TracedModule& module) {
  Counting(*this, graph, module).run();
}

bool CostAnalysis::agrees_with(const CostAnalysis& other, const Graph& graph) const {
  return std::ranges::all_of(graph, [&](const Node* node) { return of(*node) == other.of(*node); });
}

} // namespace fx
