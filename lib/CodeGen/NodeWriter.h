// What the writers of languages have in common that write a node as one expression.
#pragma once

#include "Failure.h"

#include "fx/IR/Graph.h"

namespace fx::codegen {

class NodeWriter {
public:
  /// Asks the member for the node's opcode. A failure for a placeholder and an output, which are
  /// no expressions.
  std::string expression_of(const Node* node);

protected:
  explicit NodeWriter(Failure& failure) : failure_(failure) {}
  ~NodeWriter() = default;

  /// torch._assert(condition, message).
  struct Assertion {
    const Argument* condition; // null, and a failure: there is none
    const Argument* message;   // null: there is none
  };
  Assertion assertion_of(const Node* node);

  Failure& failure_;

private:
  virtual std::string get_attr(const Node* node) = 0;
  virtual std::string call_function(const Node* node) = 0;
  virtual std::string call_method(const Node* node) = 0;
  virtual std::string call_module(const Node* node) = 0;
};

} // namespace fx::codegen
