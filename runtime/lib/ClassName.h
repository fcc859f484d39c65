// The names of the classes of modules.
#pragma once

#include "fx/Support/Symbol.h"

#include <string>
#include <typeinfo>

namespace torch::nn {
class Module;
}

namespace fx::runtime {

// Found once for each class and thread, because demangling takes longer than tracing a call. The
// references hold as long as the thread.

/// "torch::nn::LinearImpl", "(anonymous namespace)::NetImpl".
const std::string& qualified_class_name(const torch::nn::Module& module);
/// Without the namespace: "NetImpl".
Symbol class_name(const torch::nn::Module& module);
Symbol class_name(const std::type_info& type);
/// A class of torch::nn that is one node by itself: Sequential calls others, and a Functional holds
/// a function and nothing else, which no file has.
bool is_leaf_class(const torch::nn::Module& module);
/// The same without TORCH_MODULE's "Impl": "Net".
std::string holder_name(const torch::nn::Module& module);

} // namespace fx::runtime
