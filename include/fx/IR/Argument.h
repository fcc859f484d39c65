// The value of one operand of a node: torch.fx's Argument type (torch/fx/node.py `Argument`).
//
// 16 bytes: a tag and one word. Scalars are stored inline, strings are interned, aggregates (list,
// tuple, dict, slice, range, complex) are immutable, reference counted and shared between copies.
// An Argument that mentions a Node does not keep it alive, and does not register a use: only
// Node's setters do that. Copies are cheap. Not thread-safe.
#pragma once

#include "fx/Support/Symbol.h"

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace fx {

class Node;

class Argument {
public:
  enum class Kind : uint8_t {
    None,
    Bool,
    Int,
    Float,
    Complex, // items: two Floats
    String,
    Dtype,        // symbol "float32"
    Device,       // symbol "cpu", "cuda:1"
    Layout,       // symbol "strided"
    MemoryFormat, // symbol "channels_last"
    Ellipsis,
    Slice, // items: start, stop, step (each None, Int or Node)
    Range, // items: start, stop, step
    Node,
    List,
    Tuple,
    Dict, // items: key0, value0, key1, value1, ...
  };

  /// None.
  Argument() : kind_(Kind::None), int_(0) {}
  Argument(std::nullptr_t) : Argument() {}
  Argument(bool value) : kind_(Kind::Bool), int_(value) {}
  Argument(int value) : kind_(Kind::Int), int_(value) {}
  Argument(int64_t value) : kind_(Kind::Int), int_(value) {}
  Argument(double value) : kind_(Kind::Float), float_(value) {}
  Argument(Node* node) : kind_(Kind::Node), node_(node) {}
  Argument(const char* text) : Argument(string(text)) {}
  Argument(const Argument& other);
  Argument(Argument&& other) noexcept;
  Argument& operator=(const Argument& other);
  Argument& operator=(Argument&& other) noexcept;
  ~Argument();

  static Argument string(std::string_view text) { return Argument(Kind::String, Symbol(text)); }
  /// `name` as Python spells it after "torch.": "float32", "int64", "bool".
  static Argument dtype(std::string_view name) { return Argument(Kind::Dtype, Symbol(name)); }
  /// "cpu", "cuda", "cuda:1".
  static Argument device(std::string_view name) { return Argument(Kind::Device, Symbol(name)); }
  /// "strided", "sparse_coo".
  static Argument layout(std::string_view name) { return Argument(Kind::Layout, Symbol(name)); }
  /// "contiguous_format", "channels_last".
  static Argument memory_format(std::string_view name) {
    return Argument(Kind::MemoryFormat, Symbol(name));
  }
  static Argument ellipsis() { return Argument(Kind::Ellipsis, Symbol()); }
  static Argument complex(double real, double imaginary);
  static Argument slice(Argument start, Argument stop, Argument step = {});
  static Argument range(Argument start, Argument stop, Argument step);
  static Argument list(std::vector<Argument> items);
  static Argument tuple(std::vector<Argument> items);
  static Argument dict(std::vector<std::pair<Argument, Argument>> items);

  Kind kind() const { return kind_; }
  bool is(Kind kind) const { return kind_ == kind; }
  bool is_none() const { return kind_ == Kind::None; }
  bool is_node() const { return kind_ == Kind::Node; }
  /// Whether it is a list or a tuple.
  bool is_sequence() const { return is(Kind::List) || is(Kind::Tuple); }
  bool is_aggregate() const;

  // Each accessor below requires the matching kind.
  bool as_bool() const { return int_ != 0; }
  int64_t as_int() const { return int_; }
  double as_float() const { return float_; }
  Node* as_node() const { return node_; }
  /// The text of a String, Dtype, Device, Layout or MemoryFormat.
  Symbol symbol() const { return Symbol(text_); }
  /// The parts of an aggregate: see Kind for the layout. Empty for every other kind.
  std::span<const Argument> items() const;

  /// True when a node stands anywhere in it. O(1).
  bool has_nodes() const;
  /// An aggregate of the same kind with other parts.
  Argument rebuild(std::vector<Argument> items) const;

  /// Structural equality, type for type and bit for bit: True, 1 and 1.0 differ, 0.0 and -0.0 too;
  /// NaN equals NaN, nodes are compared by identity.
  friend bool operator==(const Argument& a, const Argument& b);
  /// Equal arguments have equal hashes, in this process.
  size_t hash() const;

private:
  struct Aggregate;
  Argument(Kind kind, Symbol symbol) : kind_(kind), text_(symbol.text_) {}
  Argument(Kind kind, std::vector<Argument> items);
  void retain() const;
  void release();

  Kind kind_;
  union {
    int64_t int_;
    double float_;
    Node* node_;
    const Symbol::Text* text_;
    Aggregate* aggregate_;
  };
};

static_assert(sizeof(Argument) == 16);

/// A keyword argument.
struct KeywordArgument {
  Symbol name;
  Argument value;
};

/// Calls `visit` for every node in `argument`, in the order torch.fx's map_arg meets them (repeated
/// nodes repeatedly). Iterative: nesting depth is not limited by the stack.
void for_each_node(const Argument& argument, const std::function<void(Node*)>& visit);

/// A copy of `argument` with every node replaced by `map(node)`: torch.fx's map_arg. Iterative.
/// Parts without nodes stay shared with the original.
Argument map_nodes(const Argument& argument, const std::function<Argument(Node*)>& map);

/// A copy of `argument` with every leaf, a node or not, replaced by `map(leaf)`: torch.fx's
/// map_aggregate. Leaves come in the order they stand; keys of dicts stay. Iterative.
Argument map_leaves(const Argument& argument, const std::function<Argument(const Argument&)>& map);

} // namespace fx
