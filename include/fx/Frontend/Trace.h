// From C++ source to a traced model: the frontend's one entry.
//
//   fx::frontend::TraceOptions options;
//   auto traced = fx::frontend::trace(database, {"net.cpp"}, options);
//
// Errors and remarks are reported as Clang diagnostics on stderr, at the place in the user's file;
// the returned llvm::Error then only says that there were some. Not thread-safe (Clang's driver
// changes the working directory).
#pragma once

#include "fx/IR/GraphModule.h"
#include "fx/Ops/Kernels.h"
#include "fx/Support/Error.h"

#include "llvm/Support/Error.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace clang::tooling {
class CompilationDatabase;
}

namespace fx::frontend {

/// Where precompiled LibTorch headers are kept.
struct HeaderCacheOptions {
  bool enabled = true;
  /// Empty: $XDG_CACHE_HOME/fx-clang or ~/.cache/fx-clang.
  std::string directory;
};

/// What was said to the user, as it was said: an error's notes follow it.
struct TraceDiagnostic {
  std::string_view severity; // "error", "warning", "remark", "note"
  SourceLocation location;   // line 0: no place in the source
  std::string message;
};

/// What became of a module class, where no root was named.
struct ClassResult {
  std::string name;
  bool traced = false;
  std::string reason; // why not
};

/// Told of everything while a trace runs.
class TraceListener {
public:
  virtual ~TraceListener() = default;
  virtual void on_diagnostic(const TraceDiagnostic& diagnostic) = 0;
  virtual void on_class(const ClassResult& result) = 0;
};

struct TraceOptions {
  /// A C++ expression, checked by Clang in the scope after the last line of the file: a class name,
  /// a constructor call, a make_shared, a function name. Empty: every root that can be found.
  std::string root;
  /// The method to trace instead of forward.
  std::string method = "forward";
  bool training = false; // --mode=train
  /// --mode=eval: nothing is said about training (GraphModule::eval_only). Without either both
  /// modes are traced.
  bool eval_only = false;
  /// Classes (qualified names) kept as call_module, functions kept as call_function.
  std::vector<std::string> leaves;
  std::vector<std::string> wrapped;
  /// TORCH_CHECK and assert on what is known only when the model runs become torch._assert nodes;
  /// else they are taken to hold.
  bool keep_checks = false;
  /// What is else a remark is an error: that state, weights or what a call does is not in the
  /// graph.
  bool strict = false;
  /// --state=buffers: a number that forward changes and a later call reads is kept in a buffer that
  /// is not saved; else it is an error. Tensors are kept in any case.
  bool state_buffers = false;
  /// "expression=value": what an expression, spelled as in the source, is where that is not known.
  std::vector<std::string> assumptions;
  /// "parameter=1x3x224x224:float32": example inputs, which decide what sizes decide. They need
  /// `kernels`, which run every node on them.
  std::vector<std::string> inputs;
  std::shared_ptr<ops::Kernels> kernels;
  /// Without a root: what can be traced is, and a summary of all classes goes to stderr.
  bool keep_going = false;
  HeaderCacheOptions header_cache;
  /// Whether nodes tell how the source spells them (meta::syntax).
  bool syntax = false;
  /// Contents of files in the place of those on disk, by absolute path.
  std::map<std::string, std::string> edited_files;
  /// Whether remarks are shown; errors always are.
  bool remarks = true;
  /// Whether nothing goes to stderr, errors neither: an attempt. The listener is told of them.
  bool quiet = false;
  TraceListener* listener = nullptr;
};

/// Where HeaderCacheOptions say that things are kept between runs; empty: nowhere.
std::string cache_folder(const HeaderCacheOptions& options);

/// The library functions, methods and constructors whose meaning the tracer knows one by one, by
/// qualified name, sorted; "std::map::*" stands for the rest of a class. Operators and modules of
/// LibTorch are known through its schemas and headers and are not among them.
std::vector<std::string_view> supported_library();

/// Traces every root found in `sources`, in order. An error means that nothing may be written. With
/// options.keep_going roots may fail while others are traced; `num_failed` tells how many did.
llvm::Expected<std::vector<GraphModule>> trace(const clang::tooling::CompilationDatabase& database,
                                               const std::vector<std::string>& sources,
                                               const TraceOptions& options,
                                               size_t* num_failed = nullptr);

} // namespace fx::frontend
