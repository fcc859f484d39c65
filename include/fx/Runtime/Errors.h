// What the runtime throws: one base, so that a program can catch all of it.
//
// GraphError (fx/Support/Error.h) is thrown by the graph itself, and derives from
// std::runtime_error as these do.
#pragma once

#include "fx/Support/Error.h"

#include <stdexcept>
#include <string>

namespace fx {

/// Base of what is thrown below. The text says what is wrong, why, and what to do.
class RuntimeError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// The program did something that a trace cannot see or cannot record: torch.fx's TraceError.
class TraceError : public RuntimeError {
public:
  using RuntimeError::RuntimeError;
};

/// A node of a graph failed while it ran. The text has what was thrown, the node, the line of the
/// source that it came from, and the generated code around it (torch.fx: "Call using an FX-traced
/// Module, line ..., of the traced Module's generated forward function").
class ExecutionError : public RuntimeError {
public:
  ExecutionError(const std::string& text, std::string node, SourceLocation location)
      : RuntimeError(text), node_(std::move(node)), location_(std::move(location)) {}

  /// The name of the node.
  const std::string& node() const { return node_; }
  /// Where the node comes from; line 0: not known.
  const SourceLocation& location() const { return location_; }

private:
  std::string node_;
  SourceLocation location_;
};

} // namespace fx
