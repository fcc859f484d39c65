// The names of the classes of modules.
#pragma once

#include <string>

namespace torch::nn {
class Module;
}

namespace fx::runtime {

/// "torch::nn::LinearImpl", "(anonymous namespace)::NetImpl".
std::string qualified_class_name(const torch::nn::Module& module);
/// Without the namespace: "NetImpl".
std::string class_name(const torch::nn::Module& module);
/// The same without TORCH_MODULE's "Impl": "Net".
std::string holder_name(const torch::nn::Module& module);

} // namespace fx::runtime
