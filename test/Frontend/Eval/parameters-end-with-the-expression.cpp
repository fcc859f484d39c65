// A parameter that is an object ends with the full expression of the call, as GCC and Clang have it.
// RUN: fx-clang-trace %s --root=main --emit=fx -- 2>&1 | FileCheck %s

long log_ = 0;
void note(int d) {
  log_ = log_ * 10 + d;
}
struct P {
  int n;
  P(int n) : n(n) {}
  P(const P& o) : n(o.n) {}
  ~P() { note(n); }
};
struct L {
  L(int d) { note(d); }
};
struct B {
  B(P) { note(6); }
};
struct D : B {
  L l;
  D() : B(P(1)), l(9) { note(2); }
};
struct E {
  P kept;
  E(P p) : kept(p) {}
};
int f(P) {
  note(5);
  return 1;
}
P pass(P p) {
  return p;
}
int main() {
  {
    D d;
  }
  long a = log_;
  log_ = 0;
  {
    E e(P(3));
    note(4);
  }
  long b = log_;
  log_ = 0;
  for (int i = 0; i < 2; i += f(P(7)))
    note(8);
  long c = log_;
  log_ = 0;
  if (f(P(1)) == 1) note(2);
  long d = log_;
  log_ = 0;
  {
    const P& r = pass(P(4));
    note(5);
  }
  long e = log_;
  log_ = 0;
  {
    int x = f(2) + f(3);
    note(x);
  }
  long g = log_;
  log_ = 0;
  auto lambda = [](P p) {
    note(6);
    return p.n;
  };
  {
    int y = lambda(1), z = lambda(3);
    note(8);
  }
  long h = log_;
  log_ = 0;
  B many[2] = {B(P(1)), B(P(2))};
  long i = log_;
  log_ = 0;
  switch (f(4)) {
  case 1: note(9);
  }
  while (f(3) == 2)
    note(1);
  long j = log_;
  log_ = 0;
  delete new B(P(5));
  long k = log_;
  static B s(P(8));
  int (*fp)(P) = f;
  log_ = 0;
  fp(3), L(1);
  long l = log_;
  // CHECK: return 0
  return a != 6192 || b != 343 || c != 857857 || d != 512 || e != 454 || g != 55322 || h != 61638 ||
         i != 6621 || j != 54953 || k != 65 || l != 513;
}
