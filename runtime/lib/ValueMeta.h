// What is noted of the value of a node: ShapeProp and FakeTensorProp.
#pragma once

#include "fx/Runtime/ShapeProp.h"

#include <functional>

namespace fx::runtime {

using MetadataOf = std::function<TensorMetadata(const at::Tensor&)>;

/// Sets meta::tensor_meta and meta::tensor_metadata() to what `metadata_of` says of the tensors in
/// a value, or erases them where there are none.
void note_value(Node& node, const Value& value, const MetadataOf& metadata_of);

/// "float32".
Symbol dtype_of(const at::Tensor& tensor);

} // namespace fx::runtime
