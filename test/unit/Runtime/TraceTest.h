// What tests of traces share.
#pragma once

#include "fx/IR/Printer.h"
#include "fx/Runtime/SymbolicTrace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <torch/torch.h>

#include <string>

namespace fx::testing {

/// The nodes between placeholders and output, one a line: "torch.relu(input)".
inline std::string calls(const Graph& graph) {
  std::string text;
  for (const Node* node : graph) {
    if (node->op() == Opcode::Placeholder || node->op() == Opcode::Output) continue;
    text += node->name().str() + " = " + std::string(to_string(node->op())) + " " +
            node->target().str();
    for (const Argument& arg : node->args())
      text += " " + python_repr(arg);
    for (const KeywordArgument& keyword : node->kwargs())
      text += " " + keyword.name.str() + "=" + python_repr(keyword.value);
    text += "\n";
  }
  return text;
}

inline std::string result(const Graph& graph) {
  return python_repr(graph.output_node()->arg(0));
}

inline std::string calls_of(const TracedFunction& function, const TraceOptions& options = {}) {
  return calls(Tracer().trace(function, options));
}

/// The text of the TraceError that a trace ends with.
inline std::string trace_error(const TracedFunction& function, const TraceOptions& options = {}) {
  try {
    Tracer().trace(function, options);
  } catch (const TraceError& error) {
    return error.what();
  }
  return "no error";
}

} // namespace fx::testing
