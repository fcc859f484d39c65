// A container with an allocator of its own runs the library's code, and so calls that allocator.
// RUN: %fx-clang-trace %s --root='Net()' -- | FileCheck %s
#include <deque>
#include <list>
#include <map>
#include <torch/torch.h>
#include <unordered_map>

struct Counts {
  int made = 0;
  int released = 0;
};

template <class T>
struct Counting {
  using value_type = T;
  Counts* counts;
  explicit Counting(Counts* counts) : counts(counts) {}
  template <class U>
  Counting(const Counting<U>& other) : counts(other.counts) {}
  T* allocate(std::size_t n) {
    counts->made += 1;
    return static_cast<T*>(::operator new(n * sizeof(T)));
  }
  void deallocate(T* memory, std::size_t) {
    counts->released += 1;
    ::operator delete(memory);
  }
  template <class U>
  bool operator==(const Counting<U>& other) const {
    return counts == other.counts;
  }
  template <class U>
  bool operator!=(const Counting<U>& other) const {
    return counts != other.counts;
  }
};

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    Counts counts;
    {
      std::vector<int, Counting<int>> numbers{Counting<int>(&counts)};
      for (int i = 0; i < 5; ++i)
        numbers.push_back(i * i);
      numbers.insert(numbers.begin(), 7);
      // CHECK: call_method[target=view](args = (%x, 7, 16, 6), kwargs = {})
      x = x.view({numbers[0], numbers.back(), static_cast<int64_t>(numbers.size())});
    }
    // It grew from 0 to 1, 2, 4 and 8.
    // CHECK: args = (%view, 4)
    // CHECK: args = (%add, 4)
    x = x + counts.made + counts.released;

    using Pair = std::pair<const int, int>;
    std::map<int, int, std::less<int>, Counting<Pair>> ordered{Counting<Pair>(&counts)};
    for (int i = 0; i < 12; ++i)
      ordered[i * 5 % 12] = i;
    ordered.erase(4);
    int digits = 0;
    for (const auto& [key, value] : ordered)
      digits = digits * 3 % 1000 + key + value;
    // CHECK: args = (%add_1, 240)
    x = x + digits;

    std::list<int, Counting<int>> list({3, 1, 2}, Counting<int>(&counts));
    list.sort();
    list.push_front(9);
    // CHECK: args = (%add_2, 9)
    // CHECK: args = (%add_3, 3)
    x = x + list.front() + list.back();

    std::deque<int, Counting<int>> queue{Counting<int>(&counts)};
    for (int i = 0; i < 200; ++i)
      queue.push_front(i);
    // CHECK: args = (%add_4, 150)
    x = x + queue[49];

    std::unordered_map<int, int, std::hash<int>, std::equal_to<int>, Counting<Pair>> hashed{
        Counting<Pair>(&counts)};
    for (int i = 0; i < 20; ++i)
      hashed[i * 14] = i;
    // The order of libstdc++'s table of 29 buckets: the last that came into an empty one is first.
    // CHECK: args = (%add_5, 266)
    // CHECK: args = (%add_6, 20)
    x = x + hashed.begin()->first + static_cast<int64_t>(hashed.size());
    return x;
  }
};
