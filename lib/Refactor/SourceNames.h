// How a source calls the modules and tensors of its model.
#pragma once

#include "fx/IR/Graph.h"
#include "fx/IR/TracedModule.h"
#include "fx/Refactor/Edits.h"

#include <string>
#include <unordered_map>

namespace fx::refactor {

/// By dotted path: "conv1" for the module that `conv1->forward(x)` calls, and for those that a call
/// of a Sequential runs "layers[0]->as<torch::nn::Conv2d>()".
std::unordered_map<std::string, std::string>
names_of_modules(const Graph& graph, const TracedModule& model, FileTexts& texts);

/// The same for any module of a Sequential that `call` calls together with others.
std::string name_in_sequential(const Node& call, const ModuleNode& module, FileTexts& texts);

/// By dotted path: "weight_" for the parameter that an expression reads. One that only a call of
/// its module reads has none.
std::unordered_map<std::string, std::string> names_of_tensors(const Graph& graph, FileTexts& texts);

} // namespace fx::refactor
