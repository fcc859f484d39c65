#include "TorchCalls.h"

#include "fx/Ops/LibTorch.h"

#include <torch/nn.h>

namespace fx::runtime {

namespace {

using namespace torch;     // NOLINT(google-build-using-namespace): types as LibTorch spells them
using namespace torch::nn; // NOLINT(google-build-using-namespace)
#include "TorchFunctions.inc"

} // namespace

const FunctionCall* find_function(std::string_view name) {
  return find_row(all_functions, name);
}

const FunctionCall* find_functional_target(const Node& node) {
  constexpr std::string_view functional = "torch.nn.functional.";
  const std::string_view target = node.target();
  return node.op() == Opcode::CallFunction && target.starts_with(functional)
             ? find_function(target.substr(functional.size()))
             : nullptr;
}

Example call_function(const FunctionCall& function, const Examples& arguments) {
  const ops::PythonFunction* python =
      ops::find_functional(function.name, ops::LibTorch::built_in()->version());
  std::vector<std::string_view> names;
  if (python) names = {python->positional.begin(), python->positional.end()};
  if (names.empty())
    if (const ops::CppFunctional* cpp =
            ops::LibTorch::built_in()->find_cpp_functional(function.name))
      names = {cpp->parameters.begin(), cpp->parameters.end()};
  const NamedArguments named(arguments, std::move(names));
  Example result = function.call(named);
  if (named.has_unread()) throw Unknown("a keyword that C++ does not have");
  return result;
}

} // namespace fx::runtime
