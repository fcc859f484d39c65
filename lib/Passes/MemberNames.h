// Names of members of classes of modules, and with them those of weights.
#pragma once

#include "fx/IR/ModuleTree.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fx {

/// The modules of the tree that are objects of the class of `owner`, which have its members.
std::vector<ModuleNode*> objects_of_class(const ModuleTree& tree, const ModuleNode& owner);

/// Whether one of them has a child or tensor of this name, or its class uses the name otherwise.
bool is_name_taken(std::span<ModuleNode* const> objects, std::string_view name);

/// `wish`, or that with the first number that makes it free.
std::string free_name(std::span<ModuleNode* const> objects, const std::string& wish);

/// Whether a member may be called so: an identifier, and no word of C++.
bool is_member_name(std::string_view name);

/// What a member that holds a module of a class is called: "conv" of "torch::nn::Conv2d",
/// "basic_block" of "zoo::BasicBlockImpl".
std::string name_for_class(std::string_view cpp_type);

} // namespace fx
