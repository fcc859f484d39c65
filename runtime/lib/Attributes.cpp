#include "Attributes.h"

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
Parameters Module::* reach(ParametersTag);
Parameters Module::* reach(BuffersTag);
Children Module::* reach(ChildrenTag);
bool Module::* reach(ModeTag);
template struct Reach<Parameters Module::*, &Module::parameters_, ParametersTag>;
template struct Reach<Parameters Module::*, &Module::buffers_, BuffersTag>;
template struct Reach<Children Module::*, &Module::children_, ChildrenTag>;
template struct Reach<bool Module::*, &Module::is_training_, ModeTag>;

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

Path::Path(std::string_view text) : text_(text) {
  while (!text.empty()) {
    const size_t dot = text.find('.');
    parts_.emplace_back(text.substr(0, dot));
    text = dot == std::string_view::npos ? std::string_view() : text.substr(dot + 1);
  }
}

const Module* Path::walk(const Module& root, size_t count) const {
  const Module* at = &root;
  for (size_t i = 0; i < count; ++i) {
    const auto* child = children_of(*at).find(parts_[i]);
    if (child == nullptr) return nullptr;
    at = child->get();
  }
  return at;
}

const Module* Path::find_module(const Module& root) const {
  return walk(root, parts_.size());
}

const at::Tensor* Path::find_tensor(const Module& root) const {
  if (parts_.empty()) return nullptr;
  const Module* owner = walk(root, parts_.size() - 1);
  if (owner == nullptr) return nullptr;
  if (const at::Tensor* found = parameters_of(*owner).find(parts_.back())) return found;
  return buffers_of(*owner).find(parts_.back());
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
