// Tracing roots of one parsed unit. It reads no files: what it lacks is a part of its result.
#pragma once

#include "Frontend/Eval/MissingBody.h"
#include "Frontend/Parse/ParsedUnit.h"
#include "Frontend/Roots/Find.h"
#include "fx/Frontend/Diagnostics.h"
#include "fx/Frontend/Trace.h"

#include <span>
#include <string>
#include <vector>

namespace fx::frontend {

/// What came of it. The models and diagnostics are those of the files that were read: a caller that
/// reads more because of `missing_bodies` throws them away.
struct UnitTrace {
  enum class Status : uint8_t {
    Traced,
    Failed,
    NothingFound,
  };
  Status status = Status::Failed;
  std::vector<TracedModule> models;
  std::vector<ClassResult> classes;
  size_t num_failed = 0;
  bool has_named_sizes = false; // see TraceResult
  std::vector<fx::Diagnostic> diagnostics;
  /// By root: functions that were needed and that other files define, if any do.
  std::vector<std::vector<MissingBody>> missing_bodies;
};

/// Traces what options.root names, or every root that can be constructed. `candidates` are those of
/// the unit, and `named` the absolute paths of the files that the user named: a class of another
/// one that is part of a root is none itself, whatever says what makes it. It may be called as
/// often as wanted, with other options, and gives the same each time.
UnitTrace trace(ParsedUnit& unit, const RootCandidates& candidates, const TraceOptions& options,
                std::span<const std::string> named, DiagnosticStyle style);

} // namespace fx::frontend
