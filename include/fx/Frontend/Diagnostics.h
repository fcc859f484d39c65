// The messages of a trace: what a session can say, and how its text is written. What it does say
// are values of fx/Support/Diagnostic.h.
#pragma once

#include "fx/Support/Diagnostic.h"

#include <span>
#include <string>
#include <string_view>

namespace fx::frontend {

/// How Diagnostic::text is written.
struct DiagnosticStyle {
  bool colors = false;
  /// Of the terminal that shows it; source lines are cut to it. 0: as long as they are.
  unsigned columns = 0;
};

/// A row of lib/Frontend/Diagnostics.def or MissingFeatures.def.
struct MessageInfo {
  std::string_view id; // "past-the-end"
  Severity severity;
  /// A remark that the graph does not have all of the program: an error with --strict.
  bool is_loss;
  /// It is about a part of C++ or of a library that the tracer does not know yet.
  bool is_missing_feature;
  std::string_view text; // with {} for what differs
  /// What it means, and the ways out. Empty of missing features, which have the same.
  std::string_view explanation;
  /// The test below test/ that shows it, of a missing feature.
  std::string_view test;
};

/// All of them, by their ids.
std::span<const MessageInfo> messages();
/// The message with that id, or null.
const MessageInfo* find_message(std::string_view id);
/// Its text as a user reads it, with ... for what differs.
std::string shown_text(const MessageInfo& message);
/// What a user is told of a message that wants to know more: its text, what it means, the ways out.
std::string explain(const MessageInfo& message);

} // namespace fx::frontend
