// Maps that forward takes, where --input says which keys they have.
#pragma once

#include "Frontend/Eval/Machine.h"

#include <span>

namespace fx::frontend {

/// A map of the class `type` whose elements are those of `input`, a map that a run is given, under
/// these keys. Nothing for a class that is no map.
std::optional<Value> map_of_input(Machine& machine, const clang::Expr* where, clang::QualType type,
                                  Node* input, std::span<const Argument> keys);
/// Whether a map of the class `type` has its elements in the order in which they were put in.
bool is_map_in_order(clang::QualType type);

} // namespace fx::frontend
