// What constructors and destructors do, as digits in the order in which they do it.
#pragma once

static int written = 0;
static void write(int digit) {
  written = written * 10 + digit;
}
/// Writes its name when it ends.
struct Named {
  int name;
  Named(int name) : name(name) {}
  ~Named() { write(name); }
};
/// All that was written since the last time.
static int take() {
  const int all = written;
  written = 0;
  return all;
}
