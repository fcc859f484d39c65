// What the constructor's tensors are, where the program asks: sizes, types, and the numbers that
// follow from them, by LibTorch's kernels.
//
// Unlike the inputs of forward these tensors are made by the program itself, so that what is known
// of them is no example: it holds whenever the constructor runs.
#pragma once

#include "Frontend/Lower/GraphBuilder.h"
#include "fx/IR/GraphListener.h"
#include "fx/Ops/ExampleRun.h"

#include "llvm/ADT/DenseSet.h"

#include <optional>

namespace fx::frontend {

class ConstructedTensors : public GraphListener {
public:
  ConstructedTensors(const TraceOptions& options, Reporter& report, GraphBuilder& graph)
      : options_(options), report_(report), graph_(graph) {}
  ~ConstructedTensors() override { end(); }
  ConstructedTensors(const ConstructedTensors&) = delete;
  ConstructedTensors& operator=(const ConstructedTensors&) = delete;

  /// The value of a node of the init graph that is no tensor; nothing where it is not known.
  std::optional<Argument> literal(const Node& node);
  /// How many items a list has that an operator returned in the constructor.
  std::optional<size_t> length(const Node& node);
  /// The constructor is done.
  void end();

  void node_erased(Node& node) override;

private:
  bool open(clang::SourceLocation where);
  ops::ExampleValue value(const Node& node);
  void run(Node& node);
  ops::ExampleValue weight(const Node& node);

  const TraceOptions& options_;
  Reporter& report_;
  GraphBuilder& graph_;
  std::optional<ops::ExampleRun> run_;
  llvm::DenseSet<const Node*> done_;
  bool has_failed_ = false;
};

} // namespace fx::frontend
