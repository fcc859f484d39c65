// Turns the nodes of one graph into Python statements as torch.fx's python_code writes them.
//
// PythonNodes.cpp writes statements and arguments, PythonModule.cpp the class around them.
#pragma once

#include "../Comments.h"
#include "../Failure.h"
#include "../Identifiers.h"
#include "../Lists.h"
#include "../SourceLines.h"

#include "fx/Analysis/Liveness.h"
#include "fx/CodeGen/Emitter.h"
#include "fx/IR/TracedModule.h"

#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace fx::codegen {

/// Who the text is for. A reader gets types, the places in the source and calls of C++ functions by
/// their names; Python gets what it can run.
enum class PythonStyle : uint8_t { Runnable, Readable };

class PythonWriter {
public:
  PythonWriter(const TracedModule& module, Failure& failure,
               PythonStyle style = PythonStyle::Runnable, bool with_places = false)
      : module_(module), failure_(failure), style_(style), with_places_(with_places) {}

  /// What the init graph's nodes that make modules, or read of modules that are not registered yet,
  /// are in Python: asked first for each node.
  using Making = std::function<std::optional<std::string>(const Node*)>;
  void set_making(Making making) { making_ = std::move(making); }
  /// The statements of `graph`, the return statement included. With `frees`, a value is dropped
  /// after its last use.
  std::vector<std::string> statements(const Graph& graph, bool frees);
  /// "self, x : torch.Tensor, mask = None"; call before statements().
  std::string parameters(const Graph& graph);
  std::string value(const Argument& argument) const;
  /// What a get_attr reads: "self.conv1.weight".
  std::string attribute_path(const Node* node) const;
  /// For each line of the last statements() the node that it computes; null: none.
  const std::vector<const Node*>& nodes_of_lines() const { return nodes_of_lines_; }

private:
  std::string call(const Node* node);
  std::string call_function(const Node* node);
  std::string call_without_object(const Node* node);
  /// Dropout2d takes (C, H, W) for an image without a batch in C++, for a batch of signals in
  /// Python.
  bool adds_batch(const Node* node) const;
  std::string arguments(std::span<const Argument> args,
                        std::span<const KeywordArgument> kwargs) const;
  std::string expression(const Node* node) const;
  std::string statement(const Node* node);
  std::string in_place_statement(const Node* node) const;
  std::string frees_after(const Node* node) const;
  std::string annotation(const Node* node) const;
  void write_place(const Node* node, std::vector<std::string>& lines);

  const TracedModule& module_;
  Failure& failure_;
  PythonStyle style_;
  Making making_;
  bool with_places_; // a comment where each value is computed in the source
  SourceLines source_;
  /// Nodes that are written where they are used: buffers. torch.fx makes a get_attr of a buffer
  /// when it is an argument, of a parameter when it is read.
  std::unordered_map<const Node*, std::string> inlined_;
  std::optional<Liveness> liveness_;     // of the graph that is written
  std::vector<std::string> first_lines_; // "input_1 = input"
  std::vector<const Node*> nodes_of_lines_;
};

/// forward, of all graphs of a model: those of training under `if self.training:`.
struct PythonForward {
  std::string parameters;
  std::string result; // the annotation; empty: none
  std::vector<std::string> lines;
};
PythonForward python_forward(const TracedModule& module, Failure& failure, PythonStyle style,
                             bool with_places);

/// An expression for the module at a dotted path below `root`: `getattr(self.layer1, "0").conv1`.
std::string python_module_path(std::string_view path, std::string_view root = "self");
/// Like that for a parameter or buffer.
std::string python_tensor_path(std::string_view path, bool parameter,
                               std::string_view root = "self");
/// The annotation of a placeholder, or of forward for the output node: the graph's own, or what its
/// C++ type is in Python; empty when Python has no such type.
std::string python_annotation(const Node* node);
/// A string literal, in double quotes where that needs no escapes.
std::string python_quoted(std::string_view text);
/// Whether every torch.nn.Module has an attribute of this name.
bool is_module_attribute(std::string_view name);

} // namespace fx::codegen
