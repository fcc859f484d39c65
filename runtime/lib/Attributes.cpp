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

/// Calls `visit` with each part, in a string that it uses again, until that returns false.
bool visit_parts(std::string_view path, const auto& visit) {
  std::string part;
  while (!path.empty()) {
    const size_t dot = path.find('.');
    part.assign(path.substr(0, dot));
    if (!visit(part)) return false;
    path = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
  }
  return true;
}

const Module* walk(const Module& root, std::string_view path) {
  const Module* at = &root;
  const bool is_there = visit_parts(path, [&](const std::string& part) {
    const auto* child = children_of(*at).find(part);
    if (child != nullptr) at = child->get();
    return child != nullptr;
  });
  return is_there ? at : nullptr;
}

} // namespace

std::vector<std::string> Path::parts() const {
  std::vector<std::string> parts;
  visit_parts(text_, [&](const std::string& part) {
    parts.push_back(part);
    return true;
  });
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
