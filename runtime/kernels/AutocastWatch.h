// What autocast on the CPU makes of a call, seen from outside: which operators run, and what it
// casts. Autocast's own lists decide, which nothing here knows.
#pragma once

#include "Values.h"

namespace fx_kernels {

FxAnswer* fill_tensor(FxPlace place, FxTensor* tensor);
void start_autocast(int32_t dtype);
FxAnswer* stop_autocast(FxTensor* const* tensors, size_t count);

} // namespace fx_kernels
