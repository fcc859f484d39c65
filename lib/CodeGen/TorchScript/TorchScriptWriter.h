// Turns the nodes of one graph into TorchScript statements, in the form of its serialised code.
//
// One statement per node. TorchScriptValues.cpp spells arguments, TorchScriptCalls.cpp calls,
// TorchScriptNodes.cpp statements and the signature, TorchScriptModule.cpp the classes around them.
#pragma once

#include "../Failure.h"
#include "../Identifiers.h"
#include "Library.h"

#include "fx/IR/GraphModule.h"
#include "fx/Ops/CallBinding.h"
#include "fx/Ops/Callee.h"

#include <unordered_map>
#include <unordered_set>

namespace fx::codegen {

class TorchScriptWriter {
public:
  TorchScriptWriter(const GraphModule& module, Failure& failure);

  /// "x: Tensor, mask: Optional[Tensor]=None"; call before statements().
  std::string parameters(const Graph& graph);
  /// The statements of `graph`, the return statement included.
  std::vector<std::string> statements(const Graph& graph);
  /// The declared type of forward; call after statements().
  const std::string& result() const { return result_; }

  /// For a parameter of schema type `type` ("int[2]", "Tensor?"); empty: as it is.
  std::string value(const Argument& argument, std::string_view type = {});

private:
  struct Call {
    std::string text;
    ValueType type;
  };

  // TorchScriptValues.cpp
  std::string literal(const Argument& argument);
  std::string node_value(const Node* node, std::string_view type);
  std::string list_value(const Argument& argument, std::string_view type);
  std::string index_value(const Argument& argument);
  ValueType argument_type(const Argument& argument) const;

  // TorchScriptCalls.cpp
  Call call_function(const Node* node);
  Call call_method(const Node* node);
  Call call_module(const Node* node);
  Call call_library(const Node* node, std::string_view callee,
                    const std::vector<LibraryParameter>& parameters, const ValueType& result,
                    const ops::PythonFunction* python);
  Call call_operator(const Node* node, std::span<const ops::Schema> schemas,
                     const ops::PythonFunction* python);
  std::string bound_arguments(const Node* node, const ops::BoundCall& call);
  Call make_tensor(const Node* node);

  // TorchScriptEffects.cpp
  bool write_guard(const Node* node, const std::unordered_set<const Node*>& blocks,
                   std::string& indent, std::vector<std::string>& lines);
  Call assertion(const Node* node);

  // TorchScriptNodes.cpp
  Call expression_of(const Node* node);
  Call python_operator(const Node* node, const ops::OperatorSpelling& spelling);
  Call get_item(const Node* node);
  Call set_item(const Node* node);
  Call attribute(const Node* node);
  Call get_attr(const Node* node);
  std::string statement(const Node* node);
  std::string return_statement(const Node* node);
  const ValueType& type(const Node* node) const;

  const GraphModule& module_;
  Failure& failure_;
  Identifiers names_;
  const Node* current_ = nullptr; // being written: where failures happen
  struct Known {
    std::string name;
    ValueType type;
  };
  std::unordered_map<const Node*, Known> known_;
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
std::optional<LibraryModule> library_module_of(const Module& module, TorchScriptWriter& values,
                                               Failure& failure);
/// "torch::nn::Conv2d" -> "Conv2d".
std::string_view library_name(const Module& module);

} // namespace fx::codegen
