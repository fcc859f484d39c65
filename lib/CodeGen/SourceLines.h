// Where in the source a value is computed, for comments in generated code.
#pragma once

#include "fx/IR/Node.h"

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace fx::codegen {

/// Lines of source files, each file read once; a file that cannot be read has none.
class SourceLines {
public:
  /// "File: model.cpp:12, code: return relu(x);", or `unknown` for a node that says nothing of its
  /// place; empty when it is that of the node asked for before.
  std::string new_place(const Node* node, std::string_view unknown);

private:
  /// Without the blanks around it; empty when it is not known.
  std::string line(const SourceRange& range);

  std::unordered_map<std::string, std::vector<std::string>> files_;
  std::optional<std::string> last_;
};

} // namespace fx::codegen
