// AIM: An enumerate() of a user gives pairs of an index and a reference to the element.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

template <typename T>
class Enumerated {
public:
  explicit Enumerated(std::vector<T>& items) : items_(items) {}
  struct Iterator {
    size_t index;
    typename std::vector<T>::iterator item;
    std::pair<size_t, T&> operator*() { return {index, *item}; }
    void operator++() { ++index, ++item; }
    bool operator!=(const Iterator& other) const { return item != other.item; }
  };
  Iterator begin() { return {0, items_.begin()}; }
  Iterator end() { return {items_.size(), items_.end()}; }

private:
  std::vector<T>& items_;
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<double> gains{2, 3, 5};
    for (auto [index, gain] : Enumerated<double>(gains))
      gain += index;
    for (auto [index, gain] : Enumerated<double>(gains))
      x = x * gain - double(index);
    return x;
  }
};
