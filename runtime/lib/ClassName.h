// The names of the classes of modules.
#pragma once

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
const std::string& class_name(const torch::nn::Module& module);
const std::string& class_name(const std::type_info& type);
/// The same without TORCH_MODULE's "Impl": "Net".
std::string holder_name(const torch::nn::Module& module);

} // namespace fx::runtime
