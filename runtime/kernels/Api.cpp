// The border: what the plugin offers.
#include "Archive.h"
#include "AutocastWatch.h"
#include "Operators.h"
#include "ShapeFunctions.h"
#include "TorchCalls.h"

#include <torch/version.h>

namespace fx_kernels {

namespace {

void keep_tensor(FxTensor* tensor) {
  c10::raw::intrusive_ptr::incref(reinterpret_cast<c10::TensorImpl*>(tensor));
}

void drop_tensor(FxTensor* tensor) {
  c10::raw::intrusive_ptr::decref(reinterpret_cast<c10::TensorImpl*>(tensor));
}

void drop_module(FxModule* module) {
  delete module;
}

void drop_answer(FxAnswer* answer) {
  delete static_cast<Answer*>(answer);
}

FxTensorFacts tensor_facts(const FxTensor* handle) {
  const at::Tensor tensor = tensor_of(const_cast<FxTensor*>(handle));
  FxTensorFacts facts{};
  facts.dtype = static_cast<int32_t>(tensor.scalar_type());
  facts.layout = static_cast<int32_t>(tensor.layout());
  facts.requires_grad = tensor.requires_grad() ? 1 : 0;
  facts.is_floating = tensor.is_floating_point() ? 1 : 0;
  facts.dimensions = tensor.sizes().size();
  facts.sizes = tensor.sizes().data();
  if (tensor.layout() != at::kStrided) return facts;
  facts.strides = tensor.strides().data();
  facts.offset = tensor.storage_offset();
  facts.storage_bytes = tensor.storage().nbytes();
  facts.is_plain = !tensor.unsafeGetTensorImpl()->is_wrapped_number() && !tensor.is_conj() &&
                   !tensor.is_neg() && !tensor._is_zerotensor() && !tensor.has_names() &&
                   !tensor.is_quantized();
  return facts;
}

FxAnswer* call_functional(FxPlace place, FxText name, const FxNamed* arguments, size_t count) {
  return answer(place, [&](Answer& result) {
    const FunctionCall* function = find_function(view(name));
    if (function == nullptr) throw Unknown("this function");
    const Examples values(place, arguments, count);
    const NamedArguments given(values, {});
    const Example returned = function->call(given);
    if (given.has_unread()) throw Unknown("a keyword that C++ does not have");
    result.give(returned);
  });
}

int32_t has_functional(FxText name) {
  return find_function(view(name)) != nullptr ? 1 : 0;
}

FxAnswer* call_init(FxText name, const FxValue* arguments, size_t count) {
  return answer(FxAsIs, [&](Answer& result) {
    const FunctionCall* function = find_init_function(view(name));
    if (function == nullptr) throw Unknown("torch.nn.init." + std::string(view(name)));
    std::vector<FxNamed> unnamed;
    unnamed.reserve(count);
    for (size_t i = 0; i < count; ++i)
      unnamed.push_back({text(""), arguments[i]});
    const Examples values(FxAsIs, unnamed.data(), count);
    result.give(function->call(NamedArguments(values, {"0", "1", "2", "3"})));
  });
}

int32_t has_module(FxText name) {
  return find_module(view(name)) != nullptr ? 1 : 0;
}

FxAnswer* make_module(FxPlace place, FxText name, const FxNamed* options, size_t count,
                      int32_t training) {
  return answer(place, [&](Answer& result) {
    const ModuleCalls* calls = find_module(view(name));
    if (calls == nullptr) throw Unknown("this module");
    const Examples values(FxAsIs, options, count);
    std::shared_ptr<torch::nn::Module> made = calls->make(NamedArguments(values, {}));
    made->train(training != 0);
    result.module = new FxModule{std::move(made), calls};
  });
}

FxAnswer* call_module(FxPlace place, FxModule* module, const FxNamed* arguments, size_t count) {
  return answer(place, [&](Answer& result) {
    if (module->calls->forward == nullptr) throw Unknown("this module");
    result.give(module->calls->forward(*module->module, Examples(place, arguments, count)));
  });
}

FxAnswer* module_tensors(FxPlace place, FxModule* module, int32_t recurse) {
  return answer(place, [&](Answer& result) {
    const auto defined = [](const auto& named) {
      Answer::Tensors tensors;
      for (const auto& item : named)
        if (item.value().defined()) tensors.emplace_back(item.key(), item.value());
      return tensors;
    };
    result.give(defined(module->module->named_parameters(recurse != 0)),
                defined(module->module->named_buffers(recurse != 0)));
  });
}

FxAnswer* backward(FxTensor* const* tensors, size_t count) {
  return answer(FxLive, [&](Answer&) {
    at::Tensor sum;
    for (size_t i = 0; i < count; ++i) {
      const at::Tensor tensor = tensor_of(tensors[i]);
      if (!tensor.requires_grad()) continue;
      const at::Tensor part = (tensor.is_complex() ? at::view_as_real(tensor) : tensor).sum();
      sum = sum.defined() ? sum + part : part;
    }
    if (sum.defined()) sum.backward();
  });
}

const FxKernelsApi api = {
    FX_KERNELS_VERSION, sizeof(FxKernelsApi), TORCH_VERSION,   keep_tensor,     drop_tensor,
    drop_module,        drop_archive,         drop_answer,     tensor_facts,    empty_tensor,
    tensor_of_numbers,  parameter_of,         call_operator,   index,           index_put,
    to_dtype,           tensor_attribute,     tensor_member,   call_functional, has_functional,
    call_init,          has_module,           make_module,     call_module,     module_tensors,
    read_weights,       make_archive,         archive_tensors, fill_archive,    archive_bytes,
    shape_function,     fill_tensor,          start_autocast,  stop_autocast,   backward,
};

} // namespace

} // namespace fx_kernels

extern "C" __attribute__((visibility("default"))) const FxKernelsApi* fx_kernels_api(void) {
  return &fx_kernels::api;
}
