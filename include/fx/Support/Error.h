// The error type of the libraries that know neither LLVM nor LibTorch (IR, Ops, CodeGen).
//
// Functions that can fail return fx::Expected<T>; a programming error that torch.fx answers with an
// exception (erasing a node in use, say) throws fx::GraphError with torch.fx's meaning.
#pragma once

#include <concepts>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
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

struct MessageInfo;

/// A message of a table with its arguments, as say() of fx/Support/Messages.h puts them together.
struct Saying {
  const MessageInfo* info;
  std::string text;
};

/// What went wrong, where, and what to do about it.
struct Error {
  std::string message;
  SourceLocation location;
  std::vector<std::string> notes;
  /// The row of the message. Null of what stands in no table, a plugin's error say.
  const MessageInfo* info = nullptr;

  Error() = default;
  Error(Saying said, SourceLocation location = {}, std::vector<std::string> notes = {})
      : message(std::move(said.text)), location(std::move(location)), notes(std::move(notes)),
        info(said.info) {}
  Error(std::string message, SourceLocation location, std::vector<std::string> notes)
      : message(std::move(message)), location(std::move(location)), notes(std::move(notes)) {}

  /// "past-the-end", what --explain takes; empty without a row.
  std::string_view id() const;
  /// The message with its id behind its first line: "message [id]".
  std::string message_with_id() const;
  /// "file:line:column: error: message [id]" followed by one "note:" line per note.
  std::string to_string() const;
};

template <class T>
class Expected {
public:
  template <class U = T>
    requires std::convertible_to<U, T> && (!std::same_as<std::remove_cvref_t<U>, Expected>)
  Expected(U&& value) : state_(std::in_place_index<0>, std::forward<U>(value)) {}
  Expected(Error error) : state_(std::in_place_index<1>, std::move(error)) {}
  Expected(Saying said) : state_(std::in_place_index<1>, std::move(said)) {}

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
