// AIM: A generator-like range computes its next element in operator++.
// EXPECT: equal
// INPUT: torch::randn({4, 8})
#include <torch/torch.h>

class Bits {
public:
  explicit Bits(unsigned mask) : mask_(mask) {}
  class Iterator {
  public:
    explicit Iterator(unsigned rest) : rest_(rest) {}
    int operator*() const {
      int bit = 0;
      while (!(rest_ >> bit & 1))
        ++bit;
      return bit;
    }
    Iterator& operator++() {
      rest_ &= rest_ - 1;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return rest_ != other.rest_; }

  private:
    unsigned rest_;
  };
  Iterator begin() const { return Iterator(mask_); }
  Iterator end() const { return Iterator(0); }

private:
  unsigned mask_;
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto sum = torch::zeros({4});
    for (int bit : Bits(0b10100110u))
      sum = sum + x.select(1, bit) * (bit + 1);
    return sum;
  }
};
