#include "OwnTensors.h"

#include "Attributes.h"

#include <torch/nn.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <typeindex>
#include <unordered_map>

namespace fx::runtime {

namespace {

namespace nn = torch::nn;

/// The value of that name, of a few: a search beats a hash. Null: there is none.
const at::Tensor* find(const Parameters& registered, std::string_view name) {
  for (const auto& item : registered)
    if (item.key() == name) return &item.value();
  return nullptr;
}

bool is_registered(const nn::Module& module, std::string_view name, const at::Tensor& member) {
  const at::Tensor* known = find(parameters_of(module), name);
  if (known == nullptr) known = find(buffers_of(module), name);
  // A loss does not register the weight that it was not given.
  if (known == nullptr) return !member.defined();
  return known->unsafeGetTensorImpl() == member.unsafeGetTensorImpl();
}

/// Whether all tensors that are members of this class are registered.
template <class M>
bool are_registered(const nn::Module& base) {
  // The class is known, so that where the object starts is all that its virtual base hides.
  const void* start = dynamic_cast<const void*>(&base);
  const auto& module = *static_cast<const M*>(start);
  bool all = true;
#define FX_MEMBER(NAME)                                                                            \
  if constexpr (requires { module.NAME.unsafeGetTensorImpl(); })                                   \
    all = all && is_registered(module, #NAME, module.NAME);
  FX_MEMBER(weight)
  FX_MEMBER(bias)
  FX_MEMBER(running_mean)
  FX_MEMBER(running_var)
  FX_MEMBER(num_batches_tracked)
  FX_MEMBER(_random_samples)
  FX_MEMBER(pos_weight)
  FX_MEMBER(in_proj_weight)
  FX_MEMBER(in_proj_bias)
  FX_MEMBER(q_proj_weight)
  FX_MEMBER(k_proj_weight)
  FX_MEMBER(v_proj_weight)
  FX_MEMBER(bias_k)
  FX_MEMBER(bias_v)
  FX_MEMBER(weight_ih)
  FX_MEMBER(weight_hh)
  FX_MEMBER(bias_ih)
  FX_MEMBER(bias_hh)
#undef FX_MEMBER
  return all;
}

using Check = bool (*)(const nn::Module&);
using Checks = std::unordered_map<std::type_index, Check>;

template <class... Ms>
Checks checks_of() {
  return {{typeid(Ms), &are_registered<Ms>}...};
}

/// A derived class has the members too, and is not of LibTorch: no leaf by itself.
const Checks& checks() {
  static const auto* const all = new Checks(
      checks_of<nn::LinearImpl, nn::BilinearImpl, nn::Conv1dImpl, nn::Conv2dImpl, nn::Conv3dImpl,
                nn::ConvTranspose1dImpl, nn::ConvTranspose2dImpl, nn::ConvTranspose3dImpl,
                nn::EmbeddingImpl, nn::EmbeddingBagImpl, nn::PReLUImpl, nn::MultiheadAttentionImpl,
                nn::BatchNorm1dImpl, nn::BatchNorm2dImpl, nn::BatchNorm3dImpl,
                nn::InstanceNorm1dImpl, nn::InstanceNorm2dImpl, nn::InstanceNorm3dImpl,
                nn::LayerNormImpl, nn::GroupNormImpl, nn::RNNCellImpl, nn::LSTMCellImpl,
                nn::GRUCellImpl, nn::BCELossImpl, nn::BCEWithLogitsLossImpl, nn::NLLLossImpl,
                nn::CrossEntropyLossImpl, nn::MultiLabelSoftMarginLossImpl, nn::MultiMarginLossImpl,
                nn::FractionalMaxPool2dImpl, nn::FractionalMaxPool3dImpl>());
  return *all;
}

/// Found once for each class and thread, because the hash of a type is that of its name. Null: it
/// has none.
Check check_of(const std::type_info& type) {
  struct Known {
    std::string name;
    Check check = nullptr;
  };
  thread_local std::unordered_map<const char*, Known> known;
  Known& found = known[type.name()];
  // A library that is unloaded leaves the address to another class.
  if (found.name != type.name()) {
    const auto check = checks().find(type);
    found = {type.name(), check == checks().end() ? nullptr : check->second};
  }
  return found.check;
}

} // namespace

bool has_own_tensors(const nn::Module& module) {
  const Check check = check_of(typeid(module));
  if (check != nullptr && !check(module)) return true;
  const Children& children = children_of(module);
  return std::any_of(children.begin(), children.end(), [](const auto& child) {
    return child.value() && has_own_tensors(*child.value());
  });
}

} // namespace fx::runtime
