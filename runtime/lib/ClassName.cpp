#include "ClassName.h"

#include <c10/util/Type.h>
#include <torch/nn/module.h>

#include <unordered_map>

namespace fx::runtime {

namespace {

struct Names {
  std::string mangled, qualified;
  Symbol plain;
  bool is_leaf = false;
};

const Names& names_of(const std::type_info& type) {
  thread_local std::unordered_map<const char*, Names> known;
  const char* mangled = type.name();
  Names& names = known[mangled];
  // A library that is unloaded leaves the address to another class.
  if (names.mangled != mangled) {
    names.mangled = mangled;
    names.qualified = c10::demangle(mangled);
    // Colons in the arguments of a template are none of the name's.
    const size_t end = names.qualified.find('<');
    const size_t colon = names.qualified.rfind("::", end);
    names.plain = colon == std::string::npos ? names.qualified : names.qualified.substr(colon + 2);
    names.is_leaf = names.qualified.starts_with("torch::nn::") && names.plain != "SequentialImpl" &&
                    names.plain != "FunctionalImpl";
  }
  return names;
}

} // namespace

const std::string& qualified_class_name(const torch::nn::Module& module) {
  return names_of(typeid(module)).qualified;
}

Symbol class_name(const torch::nn::Module& module) {
  return class_name(typeid(module));
}

bool is_leaf_class(const torch::nn::Module& module) {
  return names_of(typeid(module)).is_leaf;
}

Symbol class_name(const std::type_info& type) {
  return names_of(type).plain;
}

std::string holder_name(const torch::nn::Module& module) {
  std::string name = class_name(module).str();
  if (name.size() > 4 && name.ends_with("Impl")) name.resize(name.size() - 4);
  return name;
}

} // namespace fx::runtime
