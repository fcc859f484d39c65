// What an expression of the user's program is worth while it is run abstractly.
//
// A Value is small and copied freely. Objects, containers and closures live in an arena
// (Storage.h) and a Value refers to them; copying such a Value shares the object, as a C++ handle
// would, and clone() makes what a C++ copy makes.
#pragma once

#include "fx/IR/Argument.h"

#include "clang/AST/Type.h"
#include "clang/Basic/SourceLocation.h"

#include <optional>
#include <string>
#include <string_view>

namespace fx {
class ModuleNode;
class Node;
} // namespace fx

namespace fx::frontend {

class Location;
struct Object;

/// The reason of an opaque value that was read out of a tensor, or leads into one: whatever hands
/// out a pointer into a tensor notes that the program may write through it.
inline constexpr std::string_view value_of_a_tensor = "the value of a tensor";

class Value {
public:
  enum class Kind : uint8_t {
    Uninitialized,
    None, // nullptr, nullopt, an undefined tensor, an empty module holder
    Int,  // also bool, char and plain enumerators
    Float,
    String,     // std::string, const char*
    Pointer,    // raw, smart, or a module holder: refers to a Location
    Iterator,   // into a sequence object, by index
    Object,     // a class object, container, tuple or closure
    Function,   // a pointer to a function or member function
    Member,     // a pointer to a data member
    Node,       // a tensor, or another value known when the model runs only
    TensorSlot, // a registered parameter or buffer, not yet read
    Constant,   // dtype, device, slice, ... : an immutable fx::Argument
    Type,       // the stand-in for a value of a stateless library class (NoGradGuard)
    Opaque,     // exists, but is not known: see origin
  };

  Value() = default;
  static Value none() { return Value(Kind::None); }
  static Value boolean(bool value) { return integer(value, 1, false); }
  static Value integer(int64_t value, unsigned width = 64, bool is_signed = true);
  static Value floating(double value);
  /// The double nearest to a number in a wider type, which is not known exactly.
  static Value rounded(double value);
  /// A number in long double. Nothing where a double, and another for what it leaves, do not hold
  /// it.
  static std::optional<Value> extended(long double value);
  static Value string(std::string_view text);
  /// Text that a pointer or view shows of the string in `source`.
  static Value view(std::string_view text, Location* source);
  /// `offset`: the byte of the object there that a pointer without a type leads to, index().
  static Value pointer(Location* target, int64_t offset = 0);
  static Value iterator(const Object* sequence, int64_t index);
  static Value object(const Object* object);
  static Value function(const clang::FunctionDecl* function);
  static Value member(const clang::FieldDecl* field);
  static Value node(Node* node, bool non_negative = false);
  static Value tensor_slot(ModuleNode* module, uint32_t index);
  static Value constant(Argument argument);
  static Value opaque(clang::SourceLocation origin, std::string_view reason);
  static Value stateless() { return Value(Kind::Type); }

  /// The same value of the same kind: for what has identity, the same thing.
  bool is_same(const Value& other) const {
    return kind_ == other.kind_ && int_ == other.int_ && index_ == other.index_ &&
           argument_ == other.argument_;
  }

  Kind kind() const { return kind_; }
  bool is(Kind kind) const { return kind_ == kind; }
  bool is_node() const { return kind_ == Kind::Node; }
  bool is_object() const { return kind_ == Kind::Object; }
  bool is_bool() const { return kind_ == Kind::Int && width_ == 1; }
  /// Int or Float: a number known now.
  bool is_number() const { return kind_ == Kind::Int || kind_ == Kind::Float; }

  /// A Float that stands for a number near it: it may be turned into a double, and no more.
  bool is_rounded() const { return kind_ == Kind::Float && width_ == 128; }
  /// A Float in long double that no double holds: as_double is the one nearest.
  bool is_extended() const { return kind_ == Kind::Float && width_ == 80; }

  int64_t as_int() const { return int_; }
  double as_double() const { return kind_ == Kind::Float ? float_ : static_cast<double>(int_); }
  /// The number exactly, in long double; not of a rounded one.
  long double as_extended() const;
  unsigned width() const { return width_; }
  bool is_signed() const { return signed_; }
  std::string_view text() const { return argument_.symbol(); }
  /// Of a String: where the string is that it shows; null where that is not followed.
  Location* source() const { return location_; }
  Location* target() const { return location_; }
  const Object* object() const { return object_; }
  int64_t index() const { return index_; }
  /// An iterator into the same sequence, as good as this one.
  Value at(int64_t index) const;
  /// How often iterators of the sequence had lost their meaning when this one was made.
  size_t generation() const { return static_cast<size_t>(argument_.as_int()); }
  const clang::FunctionDecl* function() const { return function_; }
  const clang::FieldDecl* member() const { return member_; }
  Node* node() const { return node_; }
  /// A symbolic integer that cannot be negative: a size or made of sizes.
  bool non_negative() const { return signed_; }
  ModuleNode* module() const { return module_; }
  const Argument& argument() const { return argument_; }
  clang::SourceLocation origin() const {
    return clang::SourceLocation::getFromRawEncoding(static_cast<unsigned>(index_));
  }
  /// Why an opaque value is not known.
  std::string_view reason() const { return argument_.symbol(); }

private:
  explicit Value(Kind kind) : kind_(kind) {}

  Kind kind_ = Kind::Uninitialized;
  bool signed_ = true;
  uint8_t width_ = 64;
  union {
    int64_t int_ = 0;
    double float_;
    Location* location_;
    const Object* object_;
    const clang::FunctionDecl* function_;
    const clang::FieldDecl* member_;
    Node* node_;
    ModuleNode* module_;
  };
  int64_t index_ = 0; // of a number in long double: the bits of what the nearest double leaves
  Argument argument_;
};

} // namespace fx::frontend
