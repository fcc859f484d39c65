#include "ClassName.h"

#include <c10/util/Type.h>
#include <torch/nn/module.h>

#include <typeinfo>

namespace fx::runtime {

std::string qualified_class_name(const torch::nn::Module& module) {
  return c10::demangle(typeid(module).name());
}

std::string class_name(const torch::nn::Module& module) {
  const std::string name = qualified_class_name(module);
  // Colons in the arguments of a template are none of the name's.
  const size_t end = name.find('<');
  const size_t colon = name.rfind("::", end);
  return colon == std::string::npos ? name : name.substr(colon + 2);
}

std::string holder_name(const torch::nn::Module& module) {
  std::string name = class_name(module);
  if (name.size() > 4 && name.ends_with("Impl")) name.resize(name.size() - 4);
  return name;
}

} // namespace fx::runtime
