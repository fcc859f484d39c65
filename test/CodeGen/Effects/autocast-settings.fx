// Settings of autocast are read and set by the same calls in C++ and in Python, and TorchScript says that it has none.
// RUN: fx-opt %s --emit=cpp | FileCheck %s --check-prefix=CPP
// RUN: fx-opt %s --emit=python | FileCheck %s --check-prefix=PYTHON
// RUN: fx-opt %s --passes=cse,dce | FileCheck %s --check-prefix=KEPT
// RUN: not fx-opt %s --emit=torchscript 2>&1 | FileCheck %s --check-prefix=REFUSED
// REFUSED: error: %is_autocast_cpu_enabled:
//
// CPP: #include <ATen/autocast_mode.h>
// CPP: auto is_autocast_cpu_enabled = at::autocast::is_cpu_enabled();
// CPP-NEXT: auto get_autocast_cpu_dtype = at::autocast::get_autocast_cpu_dtype();
// CPP-NEXT: at::autocast::set_cpu_enabled(false);
// CPP-NEXT: auto mm = torch::mm(x, x);
// CPP-NEXT: at::autocast::set_cpu_enabled(is_autocast_cpu_enabled);
// CPP-NEXT: at::autocast::set_autocast_cpu_dtype(torch::kBFloat16);
// CPP-NEXT: at::autocast::set_autocast_cpu_dtype(get_autocast_cpu_dtype);
// CPP-NEXT: at::autocast::increment_nesting();
// CPP-NEXT: at::autocast::decrement_nesting();
// CPP-NEXT: at::autocast::clear_cache();
// CPP-NEXT: auto mm_1 = torch::mm(x, x);
//
// PYTHON: is_autocast_cpu_enabled = torch.is_autocast_cpu_enabled()
// PYTHON: torch.set_autocast_cpu_enabled(False)
// PYTHON: torch.set_autocast_cpu_enabled(is_autocast_cpu_enabled)
// PYTHON: torch.set_autocast_cpu_dtype(torch.bfloat16)
// PYTHON: torch.clear_autocast_cache()
//
// KEPT: torch.set_autocast_cpu_enabled](args = (False,)
// KEPT: torch.mm
// KEPT: torch.set_autocast_cpu_enabled](args = (%is_autocast_cpu_enabled,)
// KEPT: torch.autocast_increment_nesting
// KEPT: torch.autocast_decrement_nesting
// KEPT: torch.clear_autocast_cache
// KEPT: torch.mm
graph():
    %x : = placeholder[target=x]
    %is_autocast_cpu_enabled : = call_function[target=torch.is_autocast_cpu_enabled](args = (), kwargs = {})
    %get_autocast_cpu_dtype : = call_function[target=torch.get_autocast_cpu_dtype](args = (), kwargs = {})
    %off : = call_function[target=torch.set_autocast_cpu_enabled](args = (False,), kwargs = {})
    %mm : = call_function[target=torch.mm](args = (%x, %x), kwargs = {})
    %back : = call_function[target=torch.set_autocast_cpu_enabled](args = (%is_autocast_cpu_enabled,), kwargs = {})
    %dtype : = call_function[target=torch.set_autocast_cpu_dtype](args = (torch.bfloat16,), kwargs = {})
    %dtype_1 : = call_function[target=torch.set_autocast_cpu_dtype](args = (%get_autocast_cpu_dtype,), kwargs = {})
    %deeper : = call_function[target=torch.autocast_increment_nesting](args = (), kwargs = {})
    %higher : = call_function[target=torch.autocast_decrement_nesting](args = (), kwargs = {})
    %clear : = call_function[target=torch.clear_autocast_cache](args = (), kwargs = {})
    %mm_1 : = call_function[target=torch.mm](args = (%x, %x), kwargs = {})
    return (%mm, %mm_1)
