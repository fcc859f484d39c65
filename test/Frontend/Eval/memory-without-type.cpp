// Objects of any type are made in memory that operator new gave, and in arrays of bytes.
// RUN: %fx-clang-trace %s --root='Net()' -- | FileCheck %s
// RUN: not %fx-clang-trace %s --root='Behind()' -- 2>&1 | FileCheck %s --check-prefix=BEHIND
#include <memory>
#include <new>
#include <torch/torch.h>

struct Point {
  int x;
  int y;
  Point(int x, int y) : x(x), y(y) {}
};

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto* points = static_cast<Point*>(::operator new(3 * sizeof(Point)));
    for (int i = 0; i < 3; ++i)
      new (points + i) Point(i, 10 * i);
    // CHECK: args = (%x, 20)
    x = x + points[2].y;
    ::operator delete(points);

    // Two objects of different types in one block.
    auto* block = static_cast<unsigned char*>(::operator new(sizeof(Point) + sizeof(double)));
    auto* number = new (block + sizeof(Point)) double(4);
    auto* point = new (block) Point(5, 6);
    new (block + sizeof(Point)) double(7);
    // CHECK: args = (%add, 7.0)
    // CHECK: args = (%add_1, 6)
    x = x + *reinterpret_cast<double*>(block + sizeof(Point)) + point->y;
    (void)number;

    alignas(Point) unsigned char buffer[2 * sizeof(Point)];
    auto* first = reinterpret_cast<Point*>(buffer);
    new (buffer + sizeof(Point)) Point(8, 9);
    // CHECK: args = (%add_2, 9)
    x = x + first[1].y;

    // With an allocator.
    std::allocator<int> allocator;
    int* numbers = allocator.allocate(4);
    std::uninitialized_fill_n(numbers, 4, 11);
    // CHECK: args = (%add_3, 11)
    x = x + numbers[3];
    allocator.deallocate(numbers, 4);
    return x;
  }
};

struct Behind : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto* numbers = static_cast<int*>(::operator new(2 * sizeof(int)));
    // BEHIND: :[[#@LINE+1]]:{{.*}} error: index 2 is out of range: there are 2 elements
    return x + numbers[2];
  }
};
