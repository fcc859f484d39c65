// C++ for single calls of a graph whose operands the caller spells: for edits of source that
// already has names for them.
#pragma once

#include "fx/IR/TracedModule.h"
#include "fx/Support/Error.h"

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

namespace fx {

class CppExpressions {
public:
  /// `modules` and `tensors`: what the place calls those at a dotted path ("conv1",
  /// "layer1->conv2"); a tensor of a module of LibTorch's needs no name of its own.
  CppExpressions(const TracedModule& module, std::unordered_map<std::string, std::string> modules,
                 std::unordered_map<std::string, std::string> tensors);
  /// The same of another graph with the modules of `module`. Both outlive this.
  CppExpressions(const TracedModule& module, const Graph& graph,
                 std::unordered_map<std::string, std::string> modules,
                 std::unordered_map<std::string, std::string> tensors);
  ~CppExpressions();
  CppExpressions(const CppExpressions&) = delete;
  CppExpressions& operator=(const CppExpressions&) = delete;

  /// What to write for the value of a node: something that binds as tightly as a variable.
  void set_operand(const Node& node, const std::string& text);
  /// A call, as an expression. Error: it cannot be written in C++, or it needs a module or tensor
  /// that has no name here.
  Expected<std::string> call(const Node& node);
  std::string literal(const Argument& argument);
  /// What reads an option of the module at a path: "conv1->options.stride()". Empty: the module has
  /// no name here, or C++ has no plain value for the option.
  std::string option(const std::string& path, std::string_view name);
  /// What makes a module of LibTorch's: "torch::nn::Dropout(torch::nn::DropoutOptions(0.5))".
  /// Error: an option cannot be written in C++.
  Expected<std::string> construction(const ModuleNode& module);

private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

/// The statements of the whole graph, return included, for a place that has the placeholders' names
/// as parameters. Where training has a graph of its own, both under is_training().
Expected<std::vector<std::string>>
cpp_statements(const TracedModule& module, std::unordered_map<std::string, std::string> modules,
               std::unordered_map<std::string, std::string> tensors);

} // namespace fx
