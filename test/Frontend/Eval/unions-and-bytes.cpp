// A union, a cast pointer, bit_cast and memcpy show the bytes of one type as another.
// RUN: fx-clang-trace %s --emit=fx -- | FileCheck %s
#include <cstring>
#include <torch/torch.h>

union Number {
  float single;
  uint32_t bits;
  uint8_t bytes[4];
};

struct Tagged {
  int tag;
  union {
    double real;
    int64_t whole;
  };
  explicit Tagged(double value) : tag(1), real(value) {}
};

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    Number number;
    number.single = 1.5f;
    // CHECK: operator.add](args = (%x, 1069547520)
    x = x + static_cast<int64_t>(number.bits);
    number.bytes[3] = 0x40;
    // CHECK: operator.add](args = ({{.*}}, 6.0)
    x = x + number.single;
    // CHECK: operator.add](args = ({{.*}}, 4607182418800017408)
    Tagged tagged(1.0);
    x = x + tagged.whole;
    // CHECK: operator.add](args = ({{.*}}, 1073741824)
    float two = 2.0f;
    x = x + *reinterpret_cast<int32_t*>(&two);
    // CHECK: operator.add](args = ({{.*}}, -1.0)
    uint32_t image = 0xbf800000;
    float copied;
    std::memcpy(&copied, &image, sizeof copied);
    x = x + copied;
    // CHECK: operator.add](args = ({{.*}}, 1075838976)
    return x + static_cast<int64_t>(__builtin_bit_cast(uint32_t, 2.5f));
  }
};
