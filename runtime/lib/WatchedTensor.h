// Whether a tensor at a path of a module is still the one that it was, with the values that it had.
#pragma once

#include "Attributes.h"

#include <c10/core/Storage.h>
#include <c10/core/TensorImpl.h>
#include <c10/core/UndefinedTensorImpl.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fx::runtime {

class WatchedTensor {
public:
  /// What stands there now.
  WatchedTensor(const std::string& path, const Root& root);

  /// False: it can be written to without a trace.
  bool is_watched() const { return is_watched_; }
  bool requires_grad() const { return requires_grad_; }
  bool is_unchanged(const Root& root) const;

private:
  Path path_;
  // References that keep no memory of tensors, and let no other object have the same address.
  std::optional<c10::weak_intrusive_ptr<c10::TensorImpl, c10::UndefinedTensorImpl>> tensor_;
  std::optional<c10::weak_intrusive_ptr<c10::StorageImpl>> storage_;
  bool is_defined_ = false;
  bool is_watched_ = true;
  bool requires_grad_ = false;
  const void* data_ = nullptr;
  uint32_t version_ = 0;
  c10::DispatchKeySet keys_;
  c10::ScalarType type_ = c10::ScalarType::Undefined;
  std::vector<int64_t> sizes_, strides_;
  /// Of a tensor that may be the running statistics of a norm, which batch_norm() writes to past
  /// the counter of versions: a copy.
  at::Tensor values_;
};

} // namespace fx::runtime
