// Turns the nodes of one graph into TorchScript statements, in the form of its serialised code.
//
// One statement per node. TorchScriptValues.cpp spells arguments, TorchScriptCalls.cpp calls,
// TorchScriptNodes.cpp statements and the signature, TorchScriptModule.cpp the classes around them.
#pragma once

#include "../Identifiers.h"
#include "../Lists.h"
#include "../NodeWriter.h"
#include "Library.h"

#include "fx/Analysis/Types.h"
#include "fx/IR/TracedModule.h"
#include "fx/Ops/Callee.h"

#include <unordered_map>
#include <unordered_set>

namespace fx::codegen {

class TorchScriptWriter final : public NodeWriter {
public:
  TorchScriptWriter(const TracedModule& module, Failure& failure);

  /// "x: Tensor, mask: Optional[Tensor]=None"; call before statements().
  std::string parameters(const Graph& graph);
  /// The statements of `graph`, the return statement included.
  std::vector<std::string> statements(const Graph& graph);
  /// The declared type of forward; call after statements().
  const std::string& result() const { return result_; }

  /// For a parameter of schema type `type` ("int[2]", "Tensor?"); empty: as it is.
  std::string value(const Argument& argument, std::string_view type = {});

private:
  // TorchScriptValues.cpp
  std::string literal(const Argument& argument);
  std::string node_value(const Node* node, std::string_view type);
  std::string list_value(const Argument& argument, std::string_view type);
  std::string index_value(const Argument& argument);
  ValueType type(const Argument& argument) const { return types_.type(argument); }
  const ValueType& type(const Node* node) const { return types_.type(*node); }

  // TorchScriptCalls.cpp
  std::string call_function(const Node* node) override;
  std::string call_method(const Node* node) override;
  std::string call_module(const Node* node) override;
  std::string call_library(const Node* node, std::string_view callee,
                           std::span<const LibraryParameter> parameters,
                           const ops::PythonFunction* python);
  std::string call_operator(const Node* node);
  std::string bound_arguments(const Node* node, const ops::BoundCall& call);
  std::string make_tensor(const Node* node);

  // TorchScriptEffects.cpp
  bool write_guard(const Node* node, const std::unordered_set<const Node*>& blocks,
                   std::string& indent, std::vector<std::string>& lines);
  std::string assertion(const Node* node);

  // TorchScriptNodes.cpp
  std::string python_operator(const Node* node, const ops::OperatorSpelling& spelling);
  std::string get_item(const Node* node);
  std::string indices(const Argument& index);
  std::string set_item(const Node* node);
  std::string attribute(const Node* node);
  std::string get_attr(const Node* node) override;
  std::optional<ValueType> declared_type(const Node& node);
  std::string statement(const Node* node);
  std::string return_statement(const Node* node);

  const TracedModule& module_;
  Identifiers names_;
  const Node* current_ = nullptr;                     // being written: where failures happen
  TypeAnalysis types_;                                // of the graph that is being written
  std::unordered_map<const Node*, ValueType> inputs_; // as forward declares them
  std::unordered_map<const Node*, std::string> variables_;
  std::string result_ = "NoneType";
};

/// `self.layer1.conv`, with getattr(..., "0") where a name is none of the language.
std::string torchscript_path(std::string_view path);
/// The classes of guards that `text` makes objects of.
std::string_view torchscript_guards_in(std::string_view text);
/// Whether a class can declare an attribute of this name by `name : type`.
bool is_torchscript_name(std::string_view name);
/// The options of a leaf of torch::nn and the library's class of it; nothing, and a failure, when
/// TorchScript cannot hold it.
std::optional<LibraryModule> library_module_of(const ModuleNode& module, TorchScriptWriter& values,
                                               Failure& failure);
/// "torch::nn::Conv2d" -> "Conv2d".
std::string_view library_name(const ModuleNode& module);

} // namespace fx::codegen
