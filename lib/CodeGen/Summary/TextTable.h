// Tables of text whose first column may be a tree of modules.
#pragma once

#include "../ModuleRuns.h"

#include "fx/Support/Count.h"

#include <string>
#include <utility>
#include <vector>

namespace fx::codegen {

/// The cells of a line.
using TableLine = std::vector<std::string>;

/// The columns side by side below a heading, and the line of '=' that ends a part of the table.
struct TextTable {
  std::string text;
  std::string rule;
};
TextTable text_table(const TableLine& heading, const std::vector<TableLine>& lines);

/// What stands before the name of each run of a module: "│    └─".
std::vector<std::string> tree_branches(const ModuleRuns& runs);

/// 25557032 -> "25,557,032".
std::string with_commas(Count number);

} // namespace fx::codegen
