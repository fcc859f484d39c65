// The keys of a table of decompositions.
#pragma once

#include "fx/IR/Node.h"
#include "fx/Runtime/GraphModule.h"

#include <ATen/core/dispatch/Dispatcher.h>

#include <string>
#include <string_view>
#include <vector>

namespace fx::runtime {

/// What a node may be called in a table, the most specific first; `with_operators`: its operator's
/// name too.
std::vector<std::string> keys_of(const Node& node, const GraphModuleImpl& module,
                                 bool with_operators);

/// "aten::add.Tensor", "aten::relu.default".
std::string overload_key(const c10::OperatorName& name);
/// The operators of LibTorch that "aten::relu" or "aten::add.Tensor" names.
std::vector<c10::OperatorHandle> operators_of_key(std::string_view key);

/// RuntimeError: the key names nothing in LibTorch or Python, though it looks so.
void check_key(const std::string& key);

/// Meta that is of a node's value, and not of where it comes from.
std::vector<const MetaKeyBase*> keys_of_values();

} // namespace fx::runtime
