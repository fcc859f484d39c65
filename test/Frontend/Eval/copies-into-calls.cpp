// A call copies an object that can go through registers, so that a pointer to itself that it keeps
// leads to another one; what cannot is made where it is to be.
// RUN: fx-clang-trace %s --root=main -- | FileCheck %s
struct Self {
  Self* self = this;
};

struct Large {
  Large* self = this;
  int more[9] = {};
};

struct Copied {
  Copied* self = this;
  Copied() = default;
  Copied(const Copied&) : self(this) {}
};

template <class T>
bool is_given(T object) {
  return object.self == &object;
}
template <class T>
T make() {
  return T();
}

int main() {
  const Self self = make<Self>();
  const Large large = make<Large>();
  const Copied copied = make<Copied>();
  // CHECK: return 11100
  return (is_given(Self()) ? 1 : 0) + (is_given(Large()) ? 2 : 0) + (is_given(Copied()) ? 100 : 0) +
         (self.self == &self ? 5 : 0) + (large.self == &large ? 1000 : 0) +
         (copied.self == &copied ? 10000 : 0);
}
