// The C++ type of a node's value, as far as generated code has to know it.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace fx::codegen {

struct CppType {
  enum class Kind {
    Unknown,
    Void,
    Tensor,
    Int,
    Float,
    Bool,
    Scalar,
    Dtype,
    Device,
    Sizes,    // c10::IntArrayRef
    Tuple,    // std::tuple, std::pair; items are its parts
    List,     // std::vector, std::array; one item
    Optional, // one item
    Map,      // std::map, torch::OrderedDict and their like; key and value
    Struct,   // of the user's: its members are items
    Other,
  };
  Kind kind = Kind::Unknown;
  std::vector<CppType> items;
  std::string text;                 // what generated code writes
  std::vector<std::string> members; // of a struct: the names of its items

  bool is(Kind k) const { return kind == k; }
  bool is_number() const { return is(Kind::Int) || is(Kind::Float) || is(Kind::Bool); }

  static CppType tensor();
  static CppType of(Kind kind, std::string text);
  static CppType tuple(std::vector<CppType> items);
  static CppType list(CppType item);
  static CppType optional(CppType item);
  /// Structs by the names that meta::cpp_type gives them.
  using Structs = std::map<std::string, CppType, std::less<>>;
  /// Reads a type as it stands in source or in meta::cpp_type: "const at::Tensor &". With `structs`
  /// as somebody declared it, down to the kind of integer; else as a type to compute with.
  static CppType parse(std::string_view text, const Structs* structs = nullptr);
  /// Reads one type of a schema's returns: "Tensor(a!)", "Tensor[]", "int".
  static CppType from_schema(std::string_view text);
};

} // namespace fx::codegen
