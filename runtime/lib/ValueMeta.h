// What is noted of the value of a node: ShapeProp and FakeTensorProp.
#pragma once

#include "fx/Runtime/ShapeProp.h"

#include <ATen/core/Tensor.h>

#include <functional>
#include <memory>
#include <optional>

namespace fx::runtime {

using MetadataOf = std::function<TensorMetadata(const at::Tensor&)>;

/// Notes what is known of the values of nodes.
class ValueNotes {
public:
  explicit ValueNotes(MetadataOf metadata_of) : metadata_of_(std::move(metadata_of)) {}

  /// Sets meta::tensor_meta and meta::tensor_metadata() to what `metadata_of` says of the tensors
  /// in a value, or erases them where there are none.
  void note(Node& node, const Value& value);

private:
  void note_tensor(Node& node, const at::Tensor& tensor);
  bool is_like_last(const at::Tensor& tensor) const;

  MetadataOf metadata_of_;
  const MetaKey<Argument>& key_ = meta::tensor_metadata();
  /// What tensors that are alike have in common.
  struct Noted {
    TensorMetadata metadata;
    std::shared_ptr<const TensorMeta> tensor;
    std::shared_ptr<const Argument> text;
    at::ScalarType dtype;
    at::Device device;
  };
  std::optional<Noted> last_; // of the tensor before: many nodes have results that are alike
};

/// "float32".
Symbol dtype_of(const at::Tensor& tensor);

} // namespace fx::runtime
