// What a backend can compute (torch.fx: passes/operator_support.py).
//
//     auto support = fx::chain({fx::operator_support({{"torch.relu", {}}, {"torch.add", {}}}),
//                               fx::OpSupports::decline_if_input_dtype(Symbol("int64"))});
//
// A support is asked of single nodes; chain() and any_chain() make one of several. Types of tensors
// are those that the nodes have: a trace with example inputs, --input and ShapeProp note them.
#pragma once

#include "fx/IR/TracedModule.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace fx {

/// What a call of a module calls: its class, "torch::nn::Linear", by its path; an empty Symbol: not
/// known (torch.fx's `submodules`).
using Submodules = std::function<Symbol(Symbol path)>;
/// Of the tree of a model, which must outlive it.
Submodules submodules_of(const TracedModule& module);

/// Whether a node is a call: of a function, a method or a module (CALLABLE_NODE_OPS).
bool is_callable(const Node& node);
/// What a call calls: the target of a function, the name of a method, the class of a module
/// (get_node_target).
Symbol get_node_target(const Submodules& submodules, const Node& node);
/// Whether the value is known to be one tensor (is_node_output_tensor).
bool is_node_output_tensor(const Node& node);

class OperatorSupportBase {
public:
  virtual ~OperatorSupportBase() = default;
  virtual bool is_node_supported(const Submodules& submodules, const Node& node) const = 0;
};
using OperatorSupportPointer = std::shared_ptr<const OperatorSupportBase>;

/// The element types that operands may have: by position, where nothing stands for any, and by
/// keyword. Operands beyond these lists, and those that are no nodes, are not looked at.
struct SupportedArgumentDtypes {
  std::vector<std::optional<std::vector<Symbol>>> args;
  std::map<std::string, std::vector<Symbol>> kwargs;
};
/// By what get_node_target() gives; without types: any.
using SupportDict = std::map<std::string, std::optional<SupportedArgumentDtypes>, std::less<>>;

/// Supports the targets in a table with the types that it has for them; an operand whose type is
/// not known is of none of them. Nodes that are no calls are supported. To be derived from.
class OperatorSupport : public OperatorSupportBase {
public:
  explicit OperatorSupport(SupportDict supported = {}) : supported_(std::move(supported)) {}
  bool is_node_supported(const Submodules& submodules, const Node& node) const override;

private:
  SupportDict supported_;
};

using IsNodeSupported = std::function<bool(const Submodules& submodules, const Node& node)>;
OperatorSupportPointer create_op_support(IsNodeSupported is_node_supported);
/// An OperatorSupport.
OperatorSupportPointer operator_support(SupportDict supported);
/// Supported by all of them; by none of them is supported too.
OperatorSupportPointer chain(std::vector<OperatorSupportPointer> supports);
/// Supported by one of them at least.
OperatorSupportPointer any_chain(std::vector<OperatorSupportPointer> supports);

/// Small supports to be put together.
struct OpSupports {
  /// Not the nodes that have an operand with a tensor of this type. Parameters and buffers do not
  /// count, as in torch.fx. A tensor whose type is not known counts as one that has it, while
  /// torch.fx fails there.
  static OperatorSupportPointer decline_if_input_dtype(Symbol dtype);
  static OperatorSupportPointer
  decline_if_node_in_names(std::set<std::string, std::less<>> disallowed);
};

} // namespace fx
