// An exception of the user's says what its constructor hands to the exception that it derives from.
// RUN: %fx-clang-trace %s --root=said -- | FileCheck %s
// RUN: not %fx-clang-trace %s --root=unknown -- 2>&1 | FileCheck %s --check-prefix=UNKNOWN
#include <stdexcept>
#include <string>
#include <system_error>

struct Made : std::invalid_argument {
  int code;
  Made(int code) : std::invalid_argument("code " + std::to_string(code)), code(code) {}
};
struct Inheriting : std::runtime_error {
  using std::runtime_error::runtime_error;
};
struct Further : Inheriting {
  Further(const std::string& text) : Inheriting("further " + text) {}
};
struct Copied : std::logic_error {
  Copied() : std::logic_error("copied") {}
  Copied(const Copied& other) : std::logic_error(other) {}
};
struct Silent : std::exception {};
struct Own : std::exception {
  const char* what() const noexcept override { return "own"; }
};
struct Around : std::runtime_error {
  Around() : std::runtime_error("inner") {}
  const char* what() const noexcept override {
    text = std::string("around ") + std::runtime_error::what();
    return text.c_str();
  }
  mutable std::string text;
};
struct System : std::system_error {
  System() : std::system_error(std::make_error_code(std::errc::invalid_argument), "system") {}
};

template <typename Error, typename... Args>
std::string text_of(Args... args) {
  try {
    throw Error(args...);
  } catch (const std::exception& error) {
    return error.what();
  }
}

// CHECK: return "code 3|nine|further x|copied|std::exception|own|around inner"
std::string said() {
  const Inheriting made("not thrown");
  if (std::string(made.what()) != "not thrown") return made.what();
  return text_of<Made>(3) + "|" + text_of<Inheriting>("nine") + "|" + text_of<Further>("x") + "|" +
         text_of<Copied>() + "|" + text_of<Silent>() + "|" + text_of<Own>() + "|" +
         text_of<Around>();
}

// UNKNOWN: the text that 'std::system_error' makes is not known
int unknown() {
  return System().what()[0] == 's' ? 1 : 2;
}
