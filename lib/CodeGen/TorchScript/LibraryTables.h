// The rows that utils/gen-torchscript-library.py writes. Names are looked up and syntax is read
// there: what is left for the program is to put the values of options into places.
#pragma once

#include "Library.h"

#include <cstdint>

namespace fx::codegen {

/// A part of a text: words, or a value. Values are numbered: a class's options as they stand in its
/// row, and behind them the variables of its @for.
struct LibraryPiece {
  std::string_view text;
  int value = -1;
  /// It stands in the middle of a name: a string loses its quotes.
  bool in_name = false;
};
using LibraryText = std::span<const LibraryPiece>;

/// One test of a condition. Tests hold together up to the next that begins an alternative.
struct LibraryTest {
  enum class Kind : uint8_t { True, Equals, None, String };
  bool begins_alternative;
  bool negated;
  Kind kind;
  LibraryText left;
  LibraryText right; // of Equals
};
using LibraryCondition = std::span<const LibraryTest>; // none: it holds

struct LibrarySetting {
  std::string_view option;
  LibraryText value;
};

struct LibraryChildRow {
  LibraryText name;
  std::string_view module;
  std::span<const LibrarySetting> settings;
  LibraryText count; // of a ModuleList
};

struct LibraryStep {
  enum class Kind : uint8_t { Line, Parameter, Buffer, Child, If, Else, For, End };
  Kind kind;
  LibraryText text; // a line; the name of a tensor; how often a @for runs
  LibraryCondition condition;
  const LibraryChildRow* child;
  unsigned variable; // of a @for: the number of its value
  unsigned next;     // @if: its @else or @end; @else and @for: their @end
};

struct LibraryOption {
  std::string_view name;
  std::string_view type; // as in a schema
  bool has_default;
  LibraryText default_text;
  int length; // of a list that one number stands for: 2 for "int[2]"
};

struct LibraryClass {
  std::string_view name;
  std::span<const LibraryOption> options;
  unsigned variables; // of its @for, at most at once
  std::span<const LibraryStep> members;
  std::span<const LibraryStep> body; // of forward
  std::string_view signature;
  std::span<const LibraryParameter> parameters;
  ValueType (*result)();
};

extern const std::span<const LibraryClass> library_classes; // by name

} // namespace fx::codegen
