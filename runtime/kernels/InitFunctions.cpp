// torch::nn::init: functions of the init graph that write initial values into a tensor. Arguments
// are named by their places.
#include "TorchCalls.h"

#include <torch/nn/init.h>

namespace fx_kernels {

namespace {

namespace init = torch::nn::init;

at::Tensor tensor(const NamedArguments& given) {
  return given.get<at::Tensor>("0");
}

using Kaiming = at::Tensor (*)(at::Tensor, double, init::FanModeType, init::NonlinearityType);

template <Kaiming Function>
Example kaiming(const NamedArguments& given) {
  return Function(tensor(given), given.get<double>("1", 0),
                  given.get<init::FanModeType>("2", torch::kFanIn),
                  given.get<init::NonlinearityType>("3", torch::kLeakyReLU));
}

using Given = const NamedArguments&;

const FunctionCall all_init_functions[] = {
    {"constant_",
     [](Given given) -> Example {
       return init::constant_(tensor(given), given.get<double>("1", 0));
     }},
    {"dirac_", [](Given given) -> Example { return init::dirac_(tensor(given)); }},
    {"eye_", [](Given given) -> Example { return init::eye_(tensor(given)); }},
    {"kaiming_normal_", kaiming<init::kaiming_normal_>},
    {"kaiming_uniform_", kaiming<init::kaiming_uniform_>},
    {"normal_",
     [](Given given) -> Example {
       return init::normal_(tensor(given), given.get<double>("1", 0), given.get<double>("2", 1));
     }},
    {"ones_", [](Given given) -> Example { return init::ones_(tensor(given)); }},
    {"orthogonal_",
     [](Given given) -> Example {
       return init::orthogonal_(tensor(given), given.get<double>("1", 1));
     }},
    {"sparse_",
     [](Given given) -> Example {
       return init::sparse_(tensor(given), given.get<double>("1", 0), given.get<double>("2", 0.01));
     }},
    {"uniform_",
     [](Given given) -> Example {
       return init::uniform_(tensor(given), given.get<double>("1", 0), given.get<double>("2", 1));
     }},
    {"xavier_normal_",
     [](Given given) -> Example {
       return init::xavier_normal_(tensor(given), given.get<double>("1", 1));
     }},
    {"xavier_uniform_",
     [](Given given) -> Example {
       return init::xavier_uniform_(tensor(given), given.get<double>("1", 1));
     }},
    {"zeros_", [](Given given) -> Example { return init::zeros_(tensor(given)); }},
};

} // namespace

const FunctionCall* find_init_function(std::string_view name) {
  return find_row(all_init_functions, name);
}

} // namespace fx_kernels
