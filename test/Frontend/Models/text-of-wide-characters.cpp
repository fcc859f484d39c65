// Text of other characters than char runs the library's code.
// RUN: %fx-clang-trace %s --root='Net()' -- | FileCheck %s
// RUN: not %fx-clang-trace %s --root='Number()' -- 2>&1 | FileCheck %s --check-prefix=NUMBER
#include <string>
#include <string_view>
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::wstring text = L"linear";
    text += L" layers, more of them than fit into the object itself";
    const std::u16string_view view = u"a view of text";
    // CHECK: call_method[target=view](args = (%x, 59, 7, 5), kwargs = {})
    x = x.view({static_cast<int64_t>(text.size()), static_cast<int64_t>(text.find(L"layers")),
                static_cast<int64_t>(view.substr(9, 20).size())});
    // CHECK: call_method[target=relu]
    if (text.substr(0, 6) == L"linear" && view.substr(2, 4) == u"view") x = x.relu();
    return x;
  }
};

struct Number : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // NUMBER: error: reading a number from text of this type of characters is not supported yet
    // NUMBER: :[[#@LINE+1]]:{{.*}} note: in the call of 'std::stoi' here
    return x + std::stoi(std::wstring(L"12"));
  }
};
