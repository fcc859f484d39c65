// How a source calls the modules and tensors of its model.
#pragma once

#include "fx/IR/Graph.h"
#include "fx/Refactor/Edits.h"

#include <string>
#include <unordered_map>

namespace fx::refactor {

/// By dotted path: "conv1" for the module that `conv1->forward(x)` calls.
std::unordered_map<std::string, std::string> names_of_modules(const Graph& graph, FileTexts& texts);

/// By dotted path: "weight_" for the parameter that an expression reads. One that only a call of
/// its module reads has none.
std::unordered_map<std::string, std::string> names_of_tensors(const Graph& graph, FileTexts& texts);

} // namespace fx::refactor
