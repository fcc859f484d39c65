// Turns the nodes of one graph into Python statements as torch.fx's python_code writes them.
//
// PythonNodes.cpp writes statements and arguments, PythonModule.cpp the class around them.
#pragma once

#include "../Failure.h"
#include "../Identifiers.h"

#include "fx/IR/GraphModule.h"

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace fx::codegen {

class PythonWriter {
public:
  PythonWriter(const GraphModule& module, Failure& failure) : module_(module), failure_(failure) {}

  /// The statements of `graph`, the return statement included. With `frees`, a value is dropped
  /// after its last use.
  std::vector<std::string> statements(const Graph& graph, bool frees);
  /// "self, x, mask=None"; call before statements().
  std::string parameters(const Graph& graph);
  std::string value(const Argument& argument) const;

private:
  std::string call(const Node* node);
  std::string call_function(const Node* node);
  std::string arguments(std::span<const Argument> args,
                        std::span<const KeywordArgument> kwargs) const;
  std::string expression(const Node* node) const;
  std::string statement(const Node* node);
  std::string frees_after(const Node* node) const;
  void find_last_uses(const Graph& graph);

  const GraphModule& module_;
  Failure& failure_;
  /// Nodes that are written where they are used: buffers. torch.fx makes a get_attr of a buffer
  /// when it is an argument, of a parameter when it is read.
  std::unordered_map<const Node*, std::string> inlined_;
  std::unordered_map<const Node*, std::vector<const Node*>> last_uses_;
  std::vector<std::string> first_lines_; // "input_1 = input"
};

/// An expression for the module at a dotted path below `root`: `getattr(self.layer1, "0").conv1`.
std::string python_module_path(std::string_view path, std::string_view root = "self");
/// Like that for a parameter or buffer.
std::string python_tensor_path(std::string_view path, bool parameter,
                               std::string_view root = "self");
/// A string literal, in double quotes where that needs no escapes.
std::string python_quoted(std::string_view text);
/// Whether every torch.nn.Module has an attribute of this name.
bool is_module_attribute(std::string_view name);

} // namespace fx::codegen
