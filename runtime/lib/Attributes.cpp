#include "Attributes.h"

#include "ClassName.h"

namespace fx::runtime {

namespace {

// The members are private, and LibTorch's functions copy all of a module to give one of its
// children. An explicit instantiation may name what is private: these give pointers to the members.
template <class Member, Member Pointer, class Tag>
struct Reach {
  friend Member reach(Tag) { return Pointer; }
};

using Module = torch::nn::Module;
struct ParametersTag {};
struct BuffersTag {};
struct ChildrenTag {};
struct ModeTag {};
struct NameTag {};
Parameters Module::* reach(ParametersTag);
Parameters Module::* reach(BuffersTag);
Children Module::* reach(ChildrenTag);
bool Module::* reach(ModeTag);
torch::optional<std::string> Module::* reach(NameTag);
template struct Reach<Parameters Module::*, &Module::parameters_, ParametersTag>;
template struct Reach<Parameters Module::*, &Module::buffers_, BuffersTag>;
template struct Reach<Children Module::*, &Module::children_, ChildrenTag>;
template struct Reach<bool Module::*, &Module::is_training_, ModeTag>;
template struct Reach<torch::optional<std::string> Module::*, &Module::name_, NameTag>;

} // namespace

Parameters& parameters_of(Module& module) {
  return module.*reach(ParametersTag());
}
const Parameters& parameters_of(const Module& module) {
  return module.*reach(ParametersTag());
}
Parameters& buffers_of(Module& module) {
  return module.*reach(BuffersTag());
}
const Parameters& buffers_of(const Module& module) {
  return module.*reach(BuffersTag());
}
const Children& children_of(const Module& module) {
  return module.*reach(ChildrenTag());
}
bool& mode_of(Module& module) {
  return module.*reach(ModeTag());
}
std::string name_of(const Module& module) {
  const torch::optional<std::string>& given = module.*reach(NameTag());
  return given ? *given : qualified_class_name(module);
}

namespace {

/// The child of that name, of a few: a search beats a hash. Null: there is none.
const Module* find_child(const Module& module, std::string_view name) {
  const Children& children = children_of(module);
  if (children.size() > 16) {
    const auto* child = children.find(std::string(name));
    return child ? child->get() : nullptr;
  }
  for (const auto& child : children)
    if (child.key() == name) return child.value().get();
  return nullptr;
}

const Module* walk(const Module& root, std::string_view path) {
  const Module* at = &root;
  while (at != nullptr && !path.empty()) {
    const size_t dot = path.find('.');
    at = find_child(*at, path.substr(0, dot));
    path = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
  }
  return at;
}

} // namespace

std::vector<std::string> Path::parts() const {
  std::vector<std::string> parts;
  std::string_view path = text_;
  while (!path.empty()) {
    const size_t dot = path.find('.');
    parts.emplace_back(path.substr(0, dot));
    path = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
  }
  return parts;
}

const Module* Path::find_module(const Module& root) const {
  return walk(root, text_);
}

const at::Tensor* Path::find_tensor(const Module& root) const {
  if (text_.empty()) return nullptr;
  const std::string_view text = text_;
  const size_t dot = text.rfind('.');
  const Module* owner = dot == std::string_view::npos ? &root : walk(root, text.substr(0, dot));
  if (owner == nullptr) return nullptr;
  const std::string name(dot == std::string_view::npos ? text : text.substr(dot + 1));
  if (const at::Tensor* found = parameters_of(*owner).find(name)) return found;
  return buffers_of(*owner).find(name);
}

const Module* Path::find_module(const Root& root) const {
  if (const Module* found = find_module(root.registered)) return found;
  return root.unregistered != nullptr ? find_module(*root.unregistered) : nullptr;
}

const at::Tensor* Path::find_tensor(const Root& root) const {
  if (const at::Tensor* found = find_tensor(root.registered)) return found;
  return root.unregistered != nullptr ? find_tensor(*root.unregistered) : nullptr;
}

} // namespace fx::runtime
