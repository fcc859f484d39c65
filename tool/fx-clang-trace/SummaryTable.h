// What became of many files, at a glance.
#pragma once

#include "FileReport.h"

#include <string>
#include <vector>

namespace fx::tool {

/// A line for each model, and sums: how many were traced and refused, and by which message.
std::string summary_table(const std::vector<FileReport>& reports, double seconds);

} // namespace fx::tool
