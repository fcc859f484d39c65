// How LibTorch computes the sizes of what an operator gives, for sizes that are not known yet.
#pragma once

#include "Values.h"

namespace fx_kernels {

FxAnswer* shape_function(FxText name, FxText overload);

} // namespace fx_kernels
