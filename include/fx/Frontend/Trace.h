// From C++ source to a traced model: the frontend's one entry.
//
//   fx::frontend::TraceOptions options;
//   auto traced = fx::frontend::trace(database, {"net.cpp"}, {}, options, sink);
//
// What there is to say goes to the sink, at the place in the user's file.
#pragma once

#include "fx/Frontend/Diagnostics.h"
#include "fx/Frontend/TraceOptions.h"
#include "fx/IR/GraphModule.h"

#include <map>
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

/// How files are read.
struct ParseOptions {
  HeaderCacheOptions header_cache;
  DiagnosticStyle style;
  /// Contents of files in the place of those on disk, by absolute path.
  std::map<std::string, std::string> edited_files;
};

/// What became of a module class, where no root was named.
struct ClassResult {
  std::string name;
  bool traced = false;
  /// It can be constructed, and its trace ended with an error.
  bool failed = false;
  std::string reason; // why not
};

struct TraceResult {
  /// False: there was an error, which the sink was told of, and nothing may be written.
  bool ok = false;
  std::vector<GraphModule> models;
  std::vector<ClassResult> classes;
  /// With TraceOptions::keep_going: roots that failed while others were traced.
  size_t num_failed = 0;
};

/// Where HeaderCacheOptions say that things are kept between runs; empty: nowhere.
std::string cache_folder(const HeaderCacheOptions& options);

/// The library functions, methods and constructors whose meaning the tracer knows one by one, by
/// qualified name, sorted; "std::map::*" stands for the rest of a class. Operators and modules of
/// LibTorch are known through its schemas and headers and are not among them.
std::vector<std::string_view> supported_library();

/// Traces every root found in `sources`, in order.
TraceResult trace(const clang::tooling::CompilationDatabase& database,
                  const std::vector<std::string>& sources, const ParseOptions& parsing,
                  const TraceOptions& options, DiagnosticSink& sink);

} // namespace fx::frontend
