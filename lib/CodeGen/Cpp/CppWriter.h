// Turns the nodes of one graph into C++ statements.
//
// One statement per node, so every operand is a variable or a literal and no precedence has to be
// thought of. CppValues.cpp spells arguments, CppCalls.cpp binds calls to LibTorch's schemas,
// CppNodes.cpp writes the statements, CppModule.cpp the class around them.
#pragma once

#include "../Identifiers.h"
#include "../Lists.h"
#include "../NodeWriter.h"
#include "../SourceLines.h"
#include "CppHelpers.h"
#include "CppStructs.h"

#include "fx/Analysis/Numbers.h"
#include "fx/Analysis/Types.h"
#include "fx/IR/TracedModule.h"
#include "fx/Ops/Callee.h"

#include <functional>
#include <unordered_map>

namespace fx::codegen {

/// Expressions for the modules and tensors of a model: dotted path -> member.
struct CppMembers {
  std::unordered_map<std::string, std::string> modules;
  std::unordered_map<std::string, std::string> tensors;
};

class CppWriter final : public NodeWriter {
public:
  /// `with_places`: a comment where each value is computed in the source.
  CppWriter(const TracedModule& module, const CppMembers& members, Identifiers names,
            Failure& failure, bool with_places = false)
      : NodeWriter(failure), module_(module), members_(members), names_(std::move(names)),
        with_places_(with_places) {}

  /// The structs that forward takes and returns; known after parameters().
  const CppStructs& structs() const { return structs_; }

  /// Where statements may use members that the class gets for them; without it they cannot.
  void set_helpers(CppHelpers* helpers) { helpers_ = helpers; }
  /// How the init graph's nodes that make modules are written: asked first for each node; an empty
  /// statement is none, nothing leaves the node to the writer.
  using Making = std::function<std::optional<std::string>(const Node*)>;
  void set_making(Making making) { making_ = std::move(making); }
  /// EmitOptions::recorder.
  void set_recorder(std::string recorder) { recorder_ = std::move(recorder); }
  /// The statements of `graph` but placeholders and output. `kept`: nodes that need a variable
  /// although no node uses them. `suffix` tells variables from members of the same name.
  std::vector<std::string> statements(const Graph& graph,
                                      const std::unordered_set<const Node*>& kept,
                                      std::string_view suffix);
  /// "torch::Tensor x, torch::Tensor y = {}"; call before statements().
  std::string parameters(const Graph& graph);
  /// The declared type of forward and its last statement; call after statements().
  ValueType result_type(const Graph& graph);
  std::string return_statement(const Graph& graph, const ValueType& type);

  /// Arguments at the end of a call that say the default are left out.
  void omit_defaults() { omits_defaults_ = true; }
  /// For single calls of `graph`, whose operands set_expression() names.
  void begin_calls(const Graph& graph);
  void set_expression(const Node* node, std::string text) { expressions_[node] = std::move(text); }
  std::string call_text(const Node* node) {
    current_ = node;
    return expression_of(node);
  }

  /// The variable or expression that holds a node's value.
  const std::string& expression(const Node* node) const;
  /// What the values of the graph are that was written last.
  const TypeAnalysis& types() const { return types_; }

  // Arguments as C++ text (CppValues.cpp).
  /// For a parameter of schema type `type` ("int[2]", "Tensor?"); empty: unknown.
  std::string value(const Argument& argument, std::string_view type = {});
  /// For an Options field or constructor parameter declared with C++ type `type`.
  std::string option_value(const Argument& argument, std::string_view type);
  /// For a place between '{' and '}' of x.index({...}).
  std::string index_value(const Argument& argument);

private:
  // CppValues.cpp
  std::string literal(const Argument& argument);
  std::string list_value(const Argument& argument, std::string_view type);
  std::string braces(const Argument& argument, std::string_view item_type);
  /// What numbers torch::tensor gets: LibTorch wants all of one type, Python makes them so.
  struct TensorElements {
    bool has_float = false, has_int = false, has_bool = false;
    bool has_long = false; // an integer that may be no int in C++
    size_t count = 0;
  };
  void find_elements(const Argument& data, TensorElements& found) const;
  std::string tensor_data(const Argument& data, const TensorElements& elements);
  const ValueType& type(const Node* node) const { return types_.type(*node); }
  ValueType type(const Argument& argument) const { return types_.type(argument); }

  // CppCalls.cpp
  std::string call_function(const Node* node) override;
  std::string gradients(const Node* node);
  std::string not_in_libtorch(const Node* node);
  std::string call_method(const Node* node) override;
  std::string call_module(const Node* node) override;
  std::string python_function(const Node* node, const ops::PythonBuiltin& function);
  /// What a method is called on.
  std::string receiver(const Argument& object);
  /// What a node gives a function of torch::nn::functional.
  struct FunctionalArguments {
    /// In the order of C++'s parameters.
    std::vector<std::optional<Argument>> leading;
    /// The options, and what follows them.
    std::vector<std::pair<std::string_view, Argument>> named;

    /// Tells what is which; false: there are more than it takes.
    bool sort(const Node* node, const ops::CppFunction& function);
    /// The argument of this name, which is then no longer among `named`.
    std::optional<Argument> take(std::string_view name);
  };
  std::string call_functional(const Node* node, const ops::CppFunction& function);
  /// F::MaxPool2dFuncOptions(...).stride(...)
  std::string functional_options(const Node* node, const ops::CppFunction& function,
                                 FunctionalArguments& arguments);
  std::string call_operator(const Node* node, std::string_view callee);
  std::string initialiser(const Node* node, std::string_view name);
  std::string special_function(const Node* node, std::string_view callee);
  std::string bound_arguments(const Node* node, const ops::BoundCall& call, bool is_method);
  std::string call_overload(const Node* node);
  std::string default_value(const ops::SchemaArgument& argument);
  std::string joined(std::span<const Argument> arguments);

  // CppEffects.cpp
  std::string guard_object(const Node* call);
  std::optional<std::string> guard_statement(const Node* node);
  std::string assertion(const Node* node);

  // CppNodes.cpp
  std::string python_division(const Node* node, const std::string& left, const std::string& right);
  bool is_non_negative(const Argument& argument);
  std::string python_operator(const Node* node, const ops::OperatorSpelling& spelling);
  std::optional<std::string> python_syntax(const Node* node);
  std::string get_item(const Node* node);
  std::string list_slice(const Node* node, const std::string& list, const ValueType& known);
  std::string tensor_index(const Argument& index);
  std::string set_item(const Node* node);
  std::string attribute(const Node* node);
  static std::string widened(const std::string& text, const ValueType& type);
  /// `is_part`: among others in braces, where C++ would not find the type of a map.
  std::string result_value(const Argument& argument, const ValueType& type, bool is_part = true);
  std::string get_attr(const Node* node) override;
  std::string statement(const Node* node, bool kept, std::string_view suffix);

  const TracedModule& module_;
  const CppMembers& members_;
  Identifiers names_;
  std::string recorder_;
  Making making_;
  CppHelpers* helpers_ = nullptr;
  std::optional<NumberAnalysis> numbers_; // of the graph that is being written, when asked for
  const Graph* numbers_of_ = nullptr;
  bool omits_defaults_ = false;
  bool with_places_;
  SourceLines source_;
  CppStructs structs_;
  const Node* current_ = nullptr; // being written: where failures happen
  /// While a module is called: its forward may take an optional, an operator takes the value.
  bool keeps_optional_ = false;
  void find_types(const Graph& graph);

  TypeAnalysis types_; // of the graph that is being written
  std::unordered_map<const Node*, std::string> expressions_;
};

/// A call of the constructor of a class of torch::nn, for `module` itself or for a module among its
/// options. `values` spells options.
std::string construction_of(const ModuleNode& module, const ModuleLiteral& literal,
                            CppWriter& values, Failure& failure, const ops::LibTorch& libtorch);
/// "{a, b}" in at most 100 columns a line: `text` broken after commas, continued with four spaces
/// more than `indent`.
std::string wrap(std::string text, size_t indent);
/// `text` as a C++ string literal.
std::string cpp_string(std::string_view text);

} // namespace fx::codegen
