// Text out of graphs.
//
// Three dialects. `graph` is ours: it differs from torch.fx's just where that cannot be read back
// (strings quoted, '%' before every node, the module tree in the same text). `fx` is exactly what
// torch.fx 2.x prints with print(graph). `table` is Graph.print_tabular with tabulate installed.
#pragma once

#include "fx/IR/TracedModule.h"

#include <string>

namespace fx {

/// What print_graph writes beyond the computation.
struct PrintOptions {
  /// Where nodes, modules and tensors come from: ` loc("model.cpp":12:5-12:20)`.
  bool locations = false;
  /// All meta of every node, its location too: ` meta = {cpp_name: "out"}`.
  bool meta = false;
};

/// Our lossless dialect: module tree, init graph if any, forward graph. A model without a class
/// name and modules is a graph alone.
std::string print_graph(const TracedModule& module, const PrintOptions& options = {});
/// Our dialect for a bare graph.
std::string print_graph(const Graph& graph, const PrintOptions& options = {});
/// One node as a line of our dialect, without a line end (Node.format_node).
std::string print_node(const Node& node, const PrintOptions& options = {});
/// torch.fx's str(graph), num_users dialect, final newline added.
std::string print_fx(const Graph& graph);
/// torch.fx's print_tabular: opcode, name, target, args, kwargs. A function's target is its name as
/// in the other dialects: Python prints an address there, which no two runs share.
std::string print_table(const Graph& graph);

/// Python's repr() of a float: "1.0", "1e-05", "inf".
std::string python_float(double value);
/// Python's repr() of a str: quotes chosen and escapes written as CPython does.
std::string python_string(std::string_view text);
/// Python source text of an argument: nodes by name, "torch.float32", "device(type='cpu')".
std::string python_repr(const Argument& argument);

/// torch.fx's short form of what a tensor is: "f32[2, 4]".
std::string short_type(const TensorMeta& tensor);

} // namespace fx
