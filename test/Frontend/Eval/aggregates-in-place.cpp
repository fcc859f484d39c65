// The base of an aggregate is made where it stays, and bit-fields without a name have no value.
// RUN: fx-clang-trace %s --root=main --emit=fx -- -std=c++20 2>&1 | FileCheck %s

struct Base {
  Base* self;
  int number;
  Base(int number = 3) : self(this), number(number) {}
};
struct Whole : Base {
  int last;
};
struct Outer : Whole {
  Whole member;
};
struct Fields {
  int first : 3;
  int : 5;
  int second;
  unsigned : 0;
  char third;
};

int main() {
  Whole given{{4}, 1};
  Whole left_out{};
  Outer outer{{{5}, 2}, {{6}, 3}};
  Whole array[2] = {{{7}, 1}, {8, 2}};
  const bool places = given.self == &given && left_out.self == &left_out && outer.self == &outer &&
                      outer.member.self == &outer.member && array[0].self == &array[0];
  const bool numbers = given.number == 4 && left_out.number == 3 && outer.number == 5 &&
                       outer.last == 2 && outer.member.number == 6 && array[0].last == 1;
  Fields braces{1, 2, 3};
  Fields round(1, 2, 3);
  // CHECK: return 1
  return places && numbers && braces.second == 2 && braces.third == 3 && round.second == 2 &&
         round.third == 3;
}
