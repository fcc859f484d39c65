// What LibTorch 1.13 does not have: settings of autocast by device, more devices to ask for, more
// modules, warnings by another name.
// REQUIRES: libtorch-2.6
// RUN: fx-clang-trace %s --root=Modules -- %libtorch_26 | FileCheck %s --check-prefix=MODULES
// RUN: fx-clang-trace %s --root=Modules --emit=torchscript -- %libtorch_26 | FileCheck %s --check-prefix=SCRIPT
// RUN: fx-clang-trace %s --root=Devices --emit=fx -- %libtorch_26 2>&1 | FileCheck %s --check-prefix=DEVICES
// RUN: fx-clang-trace %s --root=Autocast --emit=fx -- %libtorch_26 | FileCheck %s --check-prefix=AUTOCAST
// RUN: fx-clang-trace %s --root=Types --emit=fx -- %libtorch_26 | FileCheck %s --check-prefix=TYPES
// RUN: fx-clang-trace %s --root='Checks(8, 4)' --emit=fx -- %libtorch_26 2>&1 | FileCheck %s --check-prefix=CHECKS
// RUN: fx-clang-trace %s --root='Checks(8, 4)' --emit=fx --keep-checks -- %libtorch_26 | FileCheck %s --check-prefix=KEPT
// RUN: not fx-clang-trace %s --root='Checks(8, 3)' -- %libtorch_26 2>&1 | FileCheck %s --check-prefix=UNEVEN
// RUN: not fx-clang-trace %s --root='Checks(8, 8)' -- %libtorch_26 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: not fx-clang-trace %s --root='Checks(1, 1)' -- %libtorch_26 2>&1 | FileCheck %s --check-prefix=NARROW
// RUN: fx-clang-trace %s --root=text --emit=fx -- %libtorch_26 | FileCheck %s --check-prefix=TEXT
// RUN: %if libtorch-newest %{ fx-clang-trace %s --root=Modules -- %libtorch_newest | FileCheck %s --check-prefix=MODULES %}
// RUN: not fx-clang-trace %s --root=OtherAutocast -- %libtorch_26 2>&1 | FileCheck %s --check-prefix=OTHER
#include <torch/torch.h>

#include <ATen/autocast_mode.h>
#include <c10/util/irange.h>
#include <torch/mps.h>
#include <torch/xpu.h>

struct Modules : torch::nn::Module {
  torch::nn::ZeroPad1d narrow{nullptr};
  torch::nn::ZeroPad3d deep{nullptr};
  torch::nn::LPPool3d pool{nullptr};
  Modules() {
    TORCH_WARN_ONCE("weights are random");
    TORCH_WARN_DEPRECATION("use another");
    // MODULES: narrow: torch::nn::ZeroPad1d(padding = 2)
    narrow = register_module("narrow", torch::nn::ZeroPad1d(2));
    // MODULES: deep: torch::nn::ZeroPad3d(padding = (1, 1, 0, 0, 2, 2))
    deep = register_module("deep",
                           torch::nn::ZeroPad3d(torch::nn::ZeroPad3dOptions({1, 1, 0, 0, 2, 2})));
    // MODULES: pool: torch::nn::LPPool3d(norm_type = 2.0, kernel_size = 3) {stride = 1}
    pool = register_module("pool", torch::nn::LPPool3d(torch::nn::LPPool3dOptions(2, 3).stride(1)));
  }
  torch::Tensor forward(torch::Tensor x) {
    // MODULES: call_module[target=narrow]
    x = deep(narrow(x));
    // MODULES: operator.mul](args = ({{.*}}, 2)
    // MODULES-NOT: operator.mul
    for (const auto i : c10::irange(-3))
      x = x * i;
    for (const auto i : c10::irange(2, 3))
      x = x * i;
    return pool(x);
  }
};
// SCRIPT-LABEL: class ZeroPad1d(Module):
// SCRIPT: return torch.constant_pad_nd(input, [2, 2], 0)
// SCRIPT-LABEL: class ZeroPad3d(Module):
// SCRIPT: return torch.constant_pad_nd(input, [1, 1, 0, 0, 2, 2], 0)
// SCRIPT-LABEL: class LPPool3d(Module):
// SCRIPT: return __torch__.lp_pool3d(input, 2.0, [3, 3, 3], [1, 1, 1], False)

struct Devices : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    torch::Device device = torch::kCPU;
    // DEVICES: remark: traced as on a machine without XPU, where 'torch::xpu::is_available()' is false
    if (torch::xpu::is_available()) device = torch::kXPU;
    // DEVICES: remark: traced as on a machine without MPS, where 'torch::mps::is_available()' is false
    if (torch::mps::is_available()) device = torch::kMPS;
    // DEVICES: call_method[target=to](args = (%x,), kwargs = {device: cpu})
    return x.to(device);
  }
};

struct Autocast : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // AUTOCAST: call_function[target=torch.autocast](args = (cpu, torch.bfloat16, True)
    const bool was = at::autocast::is_autocast_enabled(at::kCPU);
    at::autocast::set_autocast_enabled(at::kCPU, true);
    at::autocast::set_autocast_dtype(at::kCPU, at::kBFloat16);
    x = x.mm(x);
    at::autocast::set_autocast_enabled(at::kCPU, was);
    return x;
  }
};

struct OtherAutocast : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // OTHER: :[[@LINE+1]]:{{[0-9]+}}: error: 'set_autocast_enabled' changes what operators do
    at::autocast::set_autocast_enabled(at::kXPU, true);
    return x.mm(x);
  }
};

struct Types : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // TYPES: call_method[target=to](args = (%x, torch.float8_e4m3fn)
    x = x.to(torch::kFloat8_e4m3fn);
    // TYPES: call_function[target=torch.zeros](args = (2,), kwargs = {dtype: torch.uint16, layout: torch.jagged})
    return x + torch::zeros({2}, torch::dtype(torch::kUInt16).layout(torch::kJagged));
  }
};

// Debian's 1.13 is built with glog, 2.6 without.
struct Checks : torch::nn::Module {
  Checks(int width, int heads) : width(width) {
    // UNEVEN: :[[@LINE+1]]:{{[0-9]+}}: error: the constructor throws here: the program ends here
    CHECK_EQ(width % heads, 0) << "heads share the width";
    if (heads > 2) LOG(WARNING) << "many heads";
    // MANY: :[[@LINE+1]]:{{[0-9]+}}: error: the constructor throws here: the program ends here
    if (heads > 4) LOG(FATAL) << "too many heads";
    // NARROW: :[[@LINE+1]]:{{[0-9]+}}: error: the constructor throws here: the program ends here
    CHECK(width > 1) << "too narrow";
  }
  torch::Tensor forward(torch::Tensor x) {
    // CHECKS-DAG: remark: glog's CHECK_EQ, which this LibTorch is built without, is read as TORCH_CHECK_EQ
    // CHECKS-DAG: :[[@LINE+2]]:{{[0-9]+}}: remark: taken to be true: otherwise the program ends here
    // KEPT: torch._assert](args = (%eq, Check failed: x.dim() == 2
    TORCH_CHECK_EQ(x.dim(), 2);
    // CHECKS-DAG: operator.mul](args = (%x, 8)
    return x * width;
  }
  int width;
};

// TEXT: call_function[target=torch._C._nn.gelu](args = (%x,), kwargs = {approximate: %mode})
torch::Tensor text(torch::Tensor x, std::string mode) {
  return torch::gelu(x, mode);
}
