// The types that forward declares: structs of the user's by name, references, numbers as they are.
#pragma once

#include "fx/IR/ValueType.h"

#include "fx/IR/TracedModule.h"

#include <optional>

namespace fx::codegen {

class CppStructs {
public:
  CppStructs() = default;
  /// The structs in the meta of `graph`, a graph of `module`.
  CppStructs(const TracedModule& module, const Graph& graph);

  /// The type of an input or of the output, without reference; nothing when it is not told, or
  /// names what only the user's own files define.
  std::optional<ValueType> declared(const Node& node) const;
  /// How the original takes a parameter.
  static Passing passing(const Node& node);

  /// Definitions that stand in front of the class and in it, each line with its end.
  const std::string& outer_definitions() const { return outer_; }
  const std::string& inner_definitions() const { return inner_; }
  /// Names that variables must not hide.
  const std::vector<std::string>& names() const { return names_; }

private:
  void define(const StructLayout& layout, std::string_view class_name);

  ValueType::Structs types_;
  std::string outer_;
  std::string inner_;
  std::vector<std::string> names_;
};

/// A constant as C++ text that a variable of `type` can start with.
std::string initial_text(const Argument& value, const ValueType& type);

} // namespace fx::codegen
