// A variable of the program that is read before its initialiser runs is zero, and stays one place.
// RUN: fx-clang-trace %s --root=main --emit=fx -- 2>&1 | FileCheck %s

struct Part {
  int number;
  Part(int number) : number(number) {}
  int get() const { return number; }
};
extern int later;
extern Part object;
static int seen = later;
static int of_object = object.get() + object.number;
static int* place = &later;
static int make() {
  *place = 3; // lost: the initialiser comes behind it
  return 5;
}
static int kept = make();
int later = make();
Part object(9);
struct Half {
  Half() {}
  int left[2];
};
extern Half half;
static int fill() {
  half.left[0] = 4; // kept: the constructor leaves it alone
  return 1;
}
static int filled = fill();
Half half;
extern int constant_later;
static int of_constant = constant_later; // that is there before all others
int constant_later = 7;

int main() {
  // CHECK: return 1
  return seen == 0 && of_object == 0 && kept == 5 && later == 5 && place == &later &&
         object.get() == 9 && of_constant == 7 && half.left[0] == 4;
}
