// What a backend needs of the modules that a graph calls, at the nodes that call them (torch.fx:
// passes/param_fetch.py).
//
//     fx::lift_lowering_attrs_to_nodes(traced);
//     const auto* attrs = node.meta(fx::meta::attrs_for_lowering);
//     attrs->at("weight").toTensor(); attrs->at("stride").toIntVector();
#pragma once

#include "fx/Runtime/GraphModule.h"

#include <functional>
#include <map>
#include <string>

namespace fx {

/// By name. "name" is the class: "torch::nn::Conv2d".
using LoweringAttributes = std::map<std::string, Value, std::less<>>;

/// For classes that LibTorch does not have, by the names that Module::name() gives: "Block". What
/// is fetched of a module, beside "name" (torch.fx's module_fetch_book).
using ModuleFetchBook =
    std::map<std::string, std::function<LoweringAttributes(const torch::nn::Module&)>, std::less<>>;

/// Of a module of torch::nn its parameters and buffers, None where it has none ("bias"), shared
/// with it, and all its options with their values, a number for one that is the same in all
/// dimensions: what LibTorch itself says of the class, so that there is no book of versions to be
/// kept. Of others what the book says. RuntimeError: the class is not in it, or an option is no
/// value.
LoweringAttributes extract_attrs_for_lowering(const torch::nn::Module& module,
                                              const ModuleFetchBook& book = {});

namespace meta {
/// What lift_lowering_attrs_to_nodes() notes.
extern const MetaKey<LoweringAttributes> attrs_for_lowering;
} // namespace meta

/// Notes extract_attrs_for_lowering() at every call of a module, in all graphs of the module and of
/// the GraphModules in it. RuntimeError: as there; the nodes before it are noted.
void lift_lowering_attrs_to_nodes(GraphModule& module, const ModuleFetchBook& book = {});

} // namespace fx
