// torch.nn.init: functions of the init graph that write initial values into a tensor.
#pragma once

#include "Example.h"

namespace fx::runtime {

/// The function that "torch.nn.init.NAME" names, on the arguments of a node: it returns the tensor
/// that it wrote to. Throws Unknown for a name or arguments that C++ does not have.
Example call_init_function(std::string_view name, const Examples& arguments);

} // namespace fx::runtime
