// Tracing one root: construct it, run its forward on placeholders, hand out the graph.
#pragma once

#include "Frontend/Eval/Machine.h"

namespace fx::frontend {

/// Owns what one trace needs: the machine, and the rooms it works in.
class ModelTracer {
public:
  ModelTracer(clang::CompilerInstance& compiler, const ParseErrors& errors,
              const TraceOptions& options);
  ModelTracer(const ModelTracer&) = delete;
  ModelTracer& operator=(const ModelTracer&) = delete;

  /// Runs the expression that builds the root, then its forward. False: see report().
  bool trace_root(const clang::Expr* construction);
  bool trace_default_constructed(const clang::CXXRecordDecl* record);
  bool trace_function(const clang::FunctionDecl* function);
  /// What is traced belongs to a rule: parameters that are modules of LibTorch's are leaves without
  /// options, by their names, and conditions are computed later.
  void set_in_rule() {
    in_rule_ = true;
    machine_.set_in_rule();
  }

  GraphModule take() { return std::move(graph_.traced()); }
  Reporter& report() { return report_; }
  const Reporter& report() const { return report_; }
  bool in_constructor() const { return graph_.in_constructor(); }
  const Machine& machine() const { return machine_; }

private:
  /// Runs forward and looks at what it returned. `root` is null for a function.
  bool run_forward(const clang::Expr* where, const clang::FunctionDecl* forward, const Object* root,
                   clang::SourceLocation location);
  /// Makes a placeholder for each parameter.
  bool make_inputs(const clang::FunctionDecl* forward, llvm::SmallVector<Operand, 4>& args);
  bool make_module_input(clang::QualType type, const std::string& name, Operand& operand);
  bool run_sequential(const clang::Expr* where, const Object* root);
  bool finish(const clang::Expr* where, const Value& value, clang::QualType type,
              clang::SourceLocation location);
  bool trace_object(const clang::Expr* where, const Value& built, const char* no_module);
  /// Says that the program throws, unless an error was reported. Returns false.
  bool report_exception(const char* where_it_ends);

  clang::ASTContext& context_;
  const TraceOptions& options_;
  CallStack frames_;
  Storage storage_;
  Reporter report_;
  GraphBuilder graph_;
  Oracle oracle_;
  Machine machine_;
  bool in_rule_ = false;
};

} // namespace fx::frontend
