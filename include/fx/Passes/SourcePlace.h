// A place of the user's source, as --at and editors name it.
#pragma once

#include "fx/IR/Node.h"
#include "fx/Support/Error.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace fx {

/// A line, a position or a range of lines or positions of a file. Lines and columns count from 1.
struct SourcePlace {
  std::string file;
  uint32_t line = 0, column = 0;         // column 0: the whole line
  uint32_t end_line = 0, end_column = 0; // both 0: no range; column 0: to the end of the line

  /// "net.cpp:12", "net.cpp:12:7", "net.cpp:12-20", "net.cpp:12:7-14:1". Error: it is no such text.
  static Expected<SourcePlace> parse(std::string_view text);

  /// Whether a node's expression stands there: it begins in the line or the range, or is the
  /// innermost one of its graph around the position. False where nothing says where it stands.
  bool has(const Node& node) const;
  /// The same of one of the calls that lead to a node (meta::call_stack).
  bool has_call(const Node& node, const SourceRange& call) const;
  /// Whether a statement begins in the line or the range, or is around the position.
  bool begins(const SourceRange& range) const;

private:
  bool is_in_file(const SourceRange& range) const;
  bool has(const Graph& graph, const SourceRange& range) const;
};

} // namespace fx
