// What operators and tensors compute: calls of fx/Ops/KernelsApi.h.
#pragma once

#include "Values.h"

namespace fx_kernels {

FxAnswer* empty_tensor(int32_t dtype, const int64_t* sizes, const int64_t* strides,
                       size_t dimensions);
FxAnswer* tensor_of_numbers(FxPlace place, int32_t dtype, const int64_t* sizes, size_t dimensions,
                            const FxValue* numbers, size_t count);
FxAnswer* parameter_of(FxTensor* tensor, int32_t requires_grad);
FxAnswer* call_operator(FxPlace place, FxText name, FxText overload, const FxValue* parameters,
                        size_t count, int32_t wraps);
FxAnswer* index(FxPlace place, FxTensor* tensor, const FxValue* indices, size_t count);
FxAnswer* index_put(FxPlace place, FxTensor* tensor, const FxValue* indices, size_t count,
                    FxTensor* source);
FxAnswer* to_dtype(FxPlace place, FxTensor* tensor, int32_t dtype);
FxAnswer* tensor_attribute(FxPlace place, FxText name, FxTensor* tensor);
FxAnswer* tensor_member(FxPlace place, FxText name, FxTensor* tensor, int32_t arguments,
                        int64_t argument);

} // namespace fx_kernels
