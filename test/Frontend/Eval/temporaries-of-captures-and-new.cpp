// Temporaries in what a lambda captures and in the values of a new array end with the statement, and
// new takes values in parentheses, too.
// RUN: fx-clang-trace %s --root=main -- -std=c++20 2>&1 | FileCheck %s
static int ended;
struct Item {
  int number;
  ~Item() { ended += number; }
};
struct Value {
  int number;
  Value() : number(9) {}
  Value(int number) : number(number) {}
};
static int twice(Item item) {
  return item.number * 2;
}
int main() {
  auto lambda = [first = Item{3}.number, second = twice(Item{4})] { return first + second; };
  int* numbers = new int[2]{Item{5}.number};
  const int before = ended; // 12
  Value* values = new Value[3](1, Value(2));
  int* counted = new int[](6, 7);
  return before * 1000 + lambda() + numbers[0] + values[0].number + values[1].number * 2 +
         values[2].number * 4 + counted[1] * 8;
}
// CHECK: return 12113
