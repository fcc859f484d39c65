// The C++ type of a node's value, as far as generated code has to know it.
#pragma once

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
    Other,
  };
  Kind kind = Kind::Unknown;
  std::vector<CppType> items;
  std::string text; // what generated code writes

  bool is(Kind k) const { return kind == k; }
  bool is_number() const { return is(Kind::Int) || is(Kind::Float) || is(Kind::Bool); }

  static CppType tensor();
  static CppType of(Kind kind, std::string text);
  static CppType tuple(std::vector<CppType> items);
  static CppType list(CppType item);
  static CppType optional(CppType item);
  /// Reads a type as it stands in source or in meta::cpp_type: "const at::Tensor &".
  static CppType parse(std::string_view text);
  /// Reads one type of a schema's returns: "Tensor(a!)", "Tensor[]", "int".
  static CppType from_schema(std::string_view text);
};

} // namespace fx::codegen
