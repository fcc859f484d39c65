// What comes of tracing: models, and what became of each class. Session.h has the call.
#pragma once

#include "fx/Frontend/TraceOptions.h"
#include "fx/IR/TracedModule.h"
#include "fx/Support/Diagnostic.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fx::frontend {

/// What became of a module class, where no root was named.
struct ClassResult {
  std::string name;
  bool traced = false;
  /// It can be constructed, and its trace ended with an error.
  bool failed = false;
  std::string reason; // why not
  std::string id;     // of the error, where it failed
};

struct TraceResult {
  enum class Status : uint8_t {
    Traced,
    /// There was an error, which the sink was told of: nothing may be written.
    Failed,
    /// A stop was requested (TraceOptions::stop).
    Cancelled,
  };

  bool ok() const { return status == Status::Traced; }

  Status status = Status::Failed;
  std::vector<TracedModule> models; // empty unless Traced
  std::vector<ClassResult> classes;
  /// With TraceOptions::keep_going: roots that failed while others were traced.
  size_t num_failed = 0;
  /// A size of an example is a name alone: another TraceOptions::named_size is another example.
  bool has_named_sizes = false;
  /// What does not compile and was not needed: Clang's errors in code that was not traced.
  std::vector<Diagnostic> passed_over;
  /// The id of the first error that the sink was told of.
  std::string first_error;
};

/// The library functions, methods and constructors whose meaning the tracer knows one by one, by
/// qualified name, sorted; "std::map::*" stands for the rest of a class. Operators and modules of
/// LibTorch are known through its schemas and headers and are not among them.
std::vector<std::string_view> supported_library();

} // namespace fx::frontend
