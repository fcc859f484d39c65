// The error type of the libraries that know neither LLVM nor LibTorch (IR, Ops, CodeGen).
//
// Functions that can fail return fx::Expected<T>; a programming error that torch.fx answers with an
// exception (erasing a node in use, say) throws fx::GraphError with torch.fx's meaning.
#pragma once

#include <concepts>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace fx {

/// A place in a source or graph file; line and column count from 1, 0 means unknown.
struct SourceLocation {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
};

/// What went wrong, where, and what to do about it.
struct Error {
  std::string message;
  SourceLocation location;
  std::vector<std::string> notes;

  /// "file:line:column: error: message" followed by one "note:" line per note.
  std::string to_string() const;
};

template <class T>
class Expected {
public:
  template <class U = T>
    requires std::convertible_to<U, T> && (!std::same_as<std::remove_cvref_t<U>, Expected>)
  Expected(U&& value) : state_(std::in_place_index<0>, std::forward<U>(value)) {}
  Expected(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return state_.index() == 0; }
  T& operator*() { return std::get<0>(state_); }
  const T& operator*() const { return std::get<0>(state_); }
  T* operator->() { return &std::get<0>(state_); }
  const T* operator->() const { return &std::get<0>(state_); }
  const Error& error() const { return std::get<1>(state_); }

private:
  std::variant<T, Error> state_;
};

/// Misuse of the graph API: what torch.fx raises as RuntimeError, AssertionError or ValueError.
class GraphError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

} // namespace fx
