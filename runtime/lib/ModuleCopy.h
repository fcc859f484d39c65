// What a GraphModule takes over from the module it was traced from, and copies of it.
#pragma once

#include "fx/IR/Graph.h"
#include "fx/Runtime/GraphModule.h"

#include <torch/nn/module.h>

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace fx::runtime {

/// A module that holds others, and does nothing itself.
class PlainModule : public torch::nn::Module {
public:
  explicit PlainModule(std::string name) : Module(std::move(name)) {}
};

/// The paths above those that the nodes of graphs refer to: "a" and "a.b" of "a.b.c". They are
/// parts of symbols, which stay.
std::unordered_set<std::string_view> paths_above_targets(const std::vector<const Graph*>& graphs);

/// Registers in `copy` what `module` registered, in its order and shared with it; children at the
/// paths `above`, but those of torch::nn's own classes, become plain modules of which the same
/// holds.
void share_state(const torch::nn::Module& module, torch::nn::Module& copy,
                 const std::unordered_set<std::string_view>& above);

/// Registers in `copy` clones of all that `module` registered, and returns one of `beside`, which
/// may be null. What stood in two places stands there again, once. RuntimeError: a module cannot be
/// cloned.
std::shared_ptr<torch::nn::Module> clone_state(const torch::nn::Module& module,
                                               torch::nn::Module& copy,
                                               const torch::nn::Module* beside,
                                               const torch::optional<torch::Device>& device);

/// Registers what a path of a map names, and the plain modules above it.
void put_attribute(torch::nn::Module& root, std::string_view path, const Attribute& attribute);

} // namespace fx::runtime
