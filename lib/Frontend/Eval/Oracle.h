// What a value is where the program does not say: what the user assumed (--assume), and what the
// example inputs show (--input).
//
// Every node is run on the examples as it is made, by LibTorch's own kernels. The graph stays the
// one that any sizes give: a number that follows from the examples is used only where something has
// to be decided, and a remark says so.
#pragma once

#include "Frontend/Eval/ConfigValues.h"
#include "Frontend/Eval/ConstructedTensors.h"
#include "Frontend/Lower/GraphBuilder.h"
#include "fx/Ops/ExampleRun.h"

#include <map>
#include <optional>
#include <set>

namespace fx::frontend {

/// What an expression denotes at a place and a time of the program.
struct Denotation {
  /// Identities of the values that its names stand for.
  using Parts = std::vector<std::pair<uintptr_t, int64_t>>;

  const clang::Expr* where = nullptr;
  std::vector<const clang::Decl*> declarations; // of its names, in order
  Parts parts;
  const Node* since = nullptr; // the last node of the graph then
  bool in_constructor = false;
  /// The length of this parameter of the traced method.
  const clang::ParmVarDecl* is_parameter = nullptr;

  clang::SourceLocation location() const {
    return is_parameter ? is_parameter->getLocation() : where->getExprLoc();
  }
};

/// One --assume.
struct Assumption {
  std::string text; // of the expression, without spaces
  Value value;
  /// What the text denotes in the traced method, by its declarations.
  std::vector<std::pair<const clang::Expr*, std::vector<const clang::Decl*>>> in_method;
  /// What it denotes where it was asked for first: that is meant.
  std::optional<Denotation> first;
  /// Where it denotes something else.
  std::vector<const clang::Expr*> others;
  bool was_used = false;
  bool is_key = false;     // '["width"]': what stands under this key, of whatever object
  bool is_checked = false; // by the graph of the call that runs, or said to be checked by none
};

class Oracle : public NodeListener {
public:
  Oracle(const TraceOptions& options, Reporter& report, GraphBuilder& graph, Storage& storage);

  /// Reads --assume. False: one of them cannot be read.
  bool read_assumptions();
  bool has_assumptions() const { return !assumptions_.empty(); }
  /// What --assume says of an expression, spelled without spaces, or of the key that it ends with;
  /// null when nothing.
  Assumption* assumption(const std::string& text);
  const std::map<std::string, Assumption>& assumptions() const { return assumptions_; }
  /// A call of forward begins: its values are others than those of the calls before.
  void begin_call();
  /// Says which assumptions were of no use.
  void report_unused_assumptions();

  /// What --config says.
  ConfigValues& config() { return config_; }

  bool has_examples() const { return options_.kernels != nullptr; }
  /// Gives the parameters of a method their --input.
  bool set_inputs(clang::SourceLocation where, llvm::StringRef method,
                  llvm::SmallVectorImpl<Operand>& args);
  /// Replaces a node by the number that the example inputs give for it, with a remark: for places
  /// where the program decides something (the concretization of concolic execution).
  void concretize(const clang::Expr* where, Value& value);
  /// The device of a value that x.device() gave: examples are on the CPU. With a remark.
  std::optional<Argument> known_device(const clang::Expr* where, const Value& device);
  /// How many items a list of a run has: by the arguments of the operator that makes it, or by its
  /// example, with a remark. For where that decides.
  std::optional<int64_t> known_length(const clang::Expr* where, const Value& value);
  /// What the constructor's tensors are.
  ConstructedTensors& constructed() { return constructed_; }

  void on_node(const clang::Expr* expr, Node* node) override;

private:
  class Inputs;

  ops::ExampleValue example(const Node& node) const;
  bool is_on_cpu(const Node& tensor) const;
  std::optional<Argument> known_literal(const Node& node);
  bool set_member(Node& node);
  void say_example(const clang::Expr* where, const std::string& what);

  const TraceOptions& options_;
  Reporter& report_;
  GraphBuilder& graph_;
  Storage& storage_;
  std::map<std::string, Assumption> assumptions_; // by source text without spaces
  std::optional<ops::ExampleRun> examples_;       // with --input
  /// --input x.pose=1x3: what the members of structs are, by parameter and path.
  std::map<std::pair<const Node*, std::string>, ops::ExampleValue> members_;
  ConstructedTensors constructed_;
  ConfigValues config_;
  std::set<clang::SourceLocation> concretized_;
};

} // namespace fx::frontend
