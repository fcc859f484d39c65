// What a row of a model's table states about its function, so that a call of it can be reasoned
// about where it cannot be run: on an object that is not known, or in code that may not run.
#pragma once

#include <concepts>
#include <cstdint>

namespace fx::frontend {

/// What of the program a function touches. These are upper bounds: of a family ("std::string::*")
/// what any of its members does; a const method leaves its own object as it is all the same.
enum class Part : uint8_t {
  Nothing = 0,
  /// The object of a method, or what a constructor makes, with all that belongs to it.
  Self = 1,
  /// What the arguments are, or name by reference.
  Arguments = 2,
  /// What the object or the arguments point to: containers behind iterators, what handles share,
  /// values of tensors.
  Reached = 4,
  /// What no operand names: registrations, modes, settings, seeds, files.
  Program = 8,
};

/// Code of the user's that a function may run before it returns.
enum class Calls : uint8_t {
  Nothing = 0,
  /// Special members, conversions, comparisons and hashes of what is held or given.
  Elements = 1,
  /// Callables among its operands.
  Callables = 2,
  /// Methods of modules: forward, train, reset.
  Modules = 4,
};

template <class Flags>
  requires std::same_as<Flags, Part> || std::same_as<Flags, Calls>
constexpr Flags operator|(Flags left, Flags right) {
  return static_cast<Flags>(static_cast<uint8_t>(left) | static_cast<uint8_t>(right));
}

enum class Returns : uint8_t {
  Nothing,
  /// A value of its own.
  Value,
  /// A reference to the object it is called on.
  Self,
  /// A reference to, or an iterator into, what belongs to an operand or is reached through it.
  Place,
};

/// A set of parts or calls that has to be stated: there is no default.
template <class Flags>
class Stated {
public:
  constexpr Stated(Flags flags) : flags_(flags) {} // NOLINT(google-explicit-constructor)
  constexpr bool has(Flags flag) const {
    return (static_cast<uint8_t>(flags_) & static_cast<uint8_t>(flag)) != 0;
  }
  constexpr bool none() const { return static_cast<uint8_t>(flags_) == 0; }
  constexpr Flags value() const { return flags_; }

private:
  Flags flags_;
};

/// An aggregate without defaults: a row that leaves one of the five out does not compile.
struct Contract {
  /// What its result or its effects depend on. Where Self is not among it, the object may be
  /// unknown: an assignment replaces it.
  Stated<Part> reads;
  /// What may be another value afterwards. A model that changes something older than its call
  /// although its row says Nothing is an error.
  Stated<Part> writes;
  Stated<Calls> calls;
  /// What is held on to beyond the call, by reference, by pointer or as a callable, so that a later
  /// call may change it or run it.
  Stated<Part> keeps;
  Stated<Returns> returns;

  // The same but for one of them.
  constexpr Contract but_reads(Part part) const { return {part, writes, calls, keeps, returns}; }
  constexpr Contract but_writes(Part part) const { return {reads, part, calls, keeps, returns}; }
  constexpr Contract but_calls(Calls code) const { return {reads, writes, code, keeps, returns}; }
  constexpr Contract but_keeps(Part part) const { return {reads, writes, calls, part, returns}; }
  constexpr Contract but_returns(Returns what) const { return {reads, writes, calls, keeps, what}; }
};

} // namespace fx::frontend
