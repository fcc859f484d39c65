#include "WatchedTensor.h"

#include <ATen/core/Tensor.h>
#include <ATen/ops/equal.h>
#include <c10/core/GradMode.h>

namespace fx::runtime {

namespace {

/// Running statistics have one dimension.
bool may_be_statistics(const at::Tensor& tensor) {
  return tensor.dim() == 1 && tensor.is_floating_point() && !tensor.requires_grad();
}

} // namespace

WatchedTensor::WatchedTensor(const std::string& path, const Root& root) : path_(path) {
  const at::Tensor* found = path_.find_tensor(root);
  if (found == nullptr || !found->defined()) return;
  const at::Tensor& tensor = *found;
  is_defined_ = true;
  requires_grad_ = tensor.requires_grad();
  is_watched_ = !tensor.is_inference() && tensor.layout() == at::kStrided && tensor.has_storage();
  if (!is_watched_) return;
  tensor_.emplace(tensor.getIntrusivePtr());
  storage_ = tensor.storage().getWeakStorageImpl();
  data_ = tensor.data_ptr();
  version_ = tensor._version();
  keys_ = tensor.key_set();
  type_ = tensor.scalar_type();
  sizes_ = tensor.sizes().vec();
  strides_ = tensor.strides().vec();
  if (!may_be_statistics(tensor)) return;
  const c10::NoGradGuard no_gradients;
  values_ = tensor.clone();
}

bool WatchedTensor::is_unchanged(const Root& root) const {
  const at::Tensor* found = path_.find_tensor(root);
  if (found == nullptr || !found->defined()) return !is_defined_;
  const at::Tensor& tensor = *found;
  return is_defined_ && is_watched_ &&
         tensor.unsafeGetTensorImpl() == tensor_->_unsafe_get_target() && tensor.has_storage() &&
         tensor.storage().unsafeGetStorageImpl() == storage_->_unsafe_get_target() &&
         tensor.data_ptr() == data_ && tensor._version() == version_ && tensor.key_set() == keys_ &&
         tensor.scalar_type() == type_ && tensor.requires_grad() == requires_grad_ &&
         tensor.sizes() == sizes_ && tensor.strides() == strides_ &&
         (!values_.defined() || at::equal(values_, tensor));
}

} // namespace fx::runtime
