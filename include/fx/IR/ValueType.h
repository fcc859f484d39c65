// What a node's value is, in the terms that C++, Python and TorchScript share.
//
// It is read from the text of C++ types (meta::cpp_type) and of LibTorch's schemas. Emitters spell
// it in their language; analyses, passes and rules ask for its kind.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace fx {

struct ValueType {
  enum class Kind : uint8_t {
    Unknown,
    Void,
    Tensor,
    Int,
    Float,
    Bool,
    Scalar, // torch::Scalar: a number of any kind
    String,
    Dtype,
    Device,
    Layout,
    Sizes,    // c10::IntArrayRef
    Tuple,    // std::tuple, std::pair; items are its parts
    List,     // std::vector, std::array; one item
    Optional, // one item
    Map,      // std::map, torch::OrderedDict and their like; key and value
    Struct,   // its members are items
    None,     // Python's: an undefined tensor in C++
    Other,
  };
  Kind kind = Kind::Unknown;
  std::vector<ValueType> items;
  std::string text;                 // what generated C++ writes
  std::vector<std::string> members; // of a struct: the names of its items

  bool is(Kind k) const { return kind == k; }
  bool is_number() const { return is(Kind::Int) || is(Kind::Float) || is(Kind::Bool); }
  /// Whether a value of it holds numbers, names and containers of them alone: nothing that tensors
  /// could share memory with.
  bool is_plain() const;
  /// Whether C++'s type has no negative values: "size_t", "bool". Only of a type that was read with
  /// structs, as it was declared.
  bool is_unsigned() const;
  /// The type that Python computes with: int64_t of every integer, double of every float.
  ValueType computed() const;

  /// A type without items, and C++'s usual text for it: Int is int64_t.
  static ValueType of(Kind kind);
  static ValueType of(Kind kind, std::string text);
  static ValueType tensor() { return of(Kind::Tensor); }
  static ValueType tuple(std::vector<ValueType> items);
  static ValueType list(ValueType item);
  static ValueType optional(ValueType item);
  /// `name`: "std::map".
  static ValueType map(std::string_view name, ValueType key, ValueType value);
  /// Structs by the names that meta::cpp_type gives them.
  using Structs = std::map<std::string, ValueType, std::less<>>;
  /// Reads a type as it stands in C++ source or in meta::cpp_type: "const at::Tensor &". With
  /// `structs` as somebody declared it, down to the kind of integer; else as a type to compute
  /// with.
  static ValueType parse(std::string_view text, const Structs* structs = nullptr);
  /// Reads one type of a schema: "Tensor(a!)", "Tensor[]", "int[2]", "ScalarType?".
  static ValueType from_schema(std::string_view text);
  /// Reads what annotation() writes, and TorchScript's notation: "typing.List[int]", "List[int]".
  /// Unknown when it is empty.
  static ValueType from_annotation(std::string_view text);

  friend bool operator==(const ValueType&, const ValueType&) = default;
};

/// How a parameter of a declared type is passed: the reference behind it ("", "&", "&&"), and
/// whether it is one to what may not be changed.
struct Passing {
  std::string_view reference;
  bool is_const = false;
};
Passing passing_of(std::string_view declared);

/// The type as Python annotates it, and as torch.fx's Node.type is printed: "torch.Tensor",
/// "typing.List[int]"; empty when Python has no word for it.
std::string annotation(const ValueType& type);

} // namespace fx
