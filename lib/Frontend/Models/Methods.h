// Families whose row ends in "::*": which function each of their methods has.
#pragma once

#include "Frontend/Models/Models.h"

namespace fx::frontend {

/// A row of such a table: the unqualified name, and what stands for it.
template <class Function>
struct Method {
  std::string_view name;
  Function function;
};

/// The function that a table has for `name`, or null.
template <class Function, size_t Size>
Function find_method(const Method<Function> (&methods)[Size], std::string_view name) {
  const auto* found =
      llvm::find_if(methods, [&](const Method<Function>& method) { return method.name == name; });
  return found == std::end(methods) ? nullptr : found->function;
}

} // namespace fx::frontend
