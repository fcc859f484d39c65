// The results of calls on examples, for calls that come again: a model is the same few blocks many
// times, on tensors of the same few shapes.
#pragma once

#include "fx/Ops/Kernels.h"

#include <memory>
#include <unordered_map>
#include <vector>

namespace fx::ops {

/// Only while nothing writes to a tensor: ExampleRun::remember_calls().
class RememberedCalls {
public:
  explicit RememberedCalls(Kernels& kernels) : kernels_(kernels) {}

  struct Result {
    ExampleValue value;
    std::shared_ptr<const TensorMeta> tensor; // null: it is none
    /// Whether it lives as long as this object does, so that its address is it.
    bool is_remembered = false;
  };

  /// Gives the value of an input node where it is a remembered one, else null.
  using ValueOf = std::function<const void*(const Node&)>;
  /// What the same call on the same values gave; null: it did not run.
  const Result* find(const Node& node, const ValueOf& value_of);
  /// Notes what the call gave that find() was asked for last.
  Result add(const ExampleValue& value);
  /// The value that stands for all tensors of the same state, or the value itself.
  Result merged(const ExampleValue& value);

private:
  /// A literal, or something that only its address tells: a value, the name of a keyword, the kind
  /// of an aggregate.
  struct Part {
    const void* address;
    Argument literal;
    friend bool operator==(const Part&, const Part&) = default;
  };
  struct Call {
    Opcode op = Opcode::Output;
    Symbol target;
    std::vector<Part> parts;
    friend bool operator==(const Call&, const Call&) = default;
  };
  struct CallHash {
    size_t operator()(const Call& call) const;
  };
  struct StateHash {
    size_t operator()(const TensorState& state) const;
  };

  /// False: a node in it has no value that is remembered.
  bool append(const Argument& argument, const ValueOf& value_of);

  Kernels& kernels_;
  Call asked_; // of the last find()
  bool is_asked_known_ = false;
  std::unordered_map<Call, Result, CallHash> calls_;
  std::unordered_map<TensorState, Result, StateHash> tensors_;
};

} // namespace fx::ops
