// What a graph writes to, value by value: which of them are whole tensors, which are views of
// those, and where nobody can tell. For passes that take writes away.
#pragma once

#include "FunctionalForm.h"
#include "ViewSteps.h"

#include "fx/Analysis/Aliasing.h"
#include "fx/Analysis/Types.h"

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace fx {

/// It describes the graph as it is when it is made, and refers to it and to `aliasing`.
class WrittenMemory {
public:
  using Class = AliasAnalysis::MemoryClass;

  /// A value that lies in memory that the graph writes to.
  struct Value {
    enum class Kind : uint8_t {
      Whole,   // a tensor with memory of its own, an input, a parameter or a buffer
      View,    // of `parent`, in a way that can be repeated
      Element, // of `parent`, a list of views; the steps lead there from what the list is of
      Unsure,  // a view or a copy, or something of both
      Same,    // what a write gives: the value that it wrote to, which is `parent`
    };
    Kind kind = Kind::Whole;
    Node* node = nullptr;
    Value* parent = nullptr;
    /// The tensor that it is a part of; of an Unsure one, and of what is a view of it, that one.
    Value* root = nullptr;
    /// From a tensor to this view of it.
    std::optional<std::vector<ViewStep>> steps;
    Value* start = nullptr; // of the steps
    Class memory = AliasAnalysis::none;

    /// An input, a parameter or a buffer.
    bool is_from_outside() const {
      return node->op() == Opcode::Placeholder || node->op() == Opcode::GetAttr;
    }
  };
  /// A call that writes to its first operand alone.
  struct Write {
    Value* to;
    FunctionalForm form;
    /// x[index] = value: the steps from x, and no form.
    std::optional<std::vector<ViewStep>> index;
  };

  /// `are_distinct`: no two of the inputs, parameters and buffers share memory.
  WrittenMemory(Graph& graph, const AliasAnalysis& aliasing, const TypeAnalysis& types,
                bool are_distinct);

  /// Why the writes to some memory have to stay, and the write or read that makes them.
  struct Refusal {
    const Node* node;
    std::string reason;
  };
  /// Of memory that is written to, in order.
  const std::map<Class, Refusal>& refusals() const { return refusals_; }
  /// Whether all writes to it can be taken away.
  bool is_understood(Class memory) const { return !refusals_.contains(memory); }

  /// Null: the node's value lies in no memory that is written to, or the write is none.
  Value* value(const Node& node);
  const Write* write(const Node& node) const;
  /// Follows Same to what is written to.
  static Value* place(Value* value);

private:
  void add_value(Node& node);
  void add_write(Node& node);
  void note_last_uses();
  void check_unsure();
  void check_external();
  void check_modes();
  std::string refusal_of(const Node& node);
  Value& make(Value::Kind kind, Node& node, Value* parent);
  void refuse(Class memory, const Node& node, std::string reason);

  Graph& graph_;
  const AliasAnalysis& aliasing_;
  const TypeAnalysis& types_;
  bool are_distinct_;
  std::unordered_map<const Node*, Value> values_;
  std::unordered_map<const Node*, Write> writes_;
  std::unordered_map<Symbol, Value*> attributes_;        // the first one that reads each
  std::unordered_map<const Value*, uint32_t> last_uses_; // of Unsure ones and their views
  std::map<Class, Refusal> refusals_;
};

} // namespace fx
