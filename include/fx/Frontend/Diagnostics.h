// How the messages of a trace are written. They are values of fx/Support/Diagnostic.h;
// fx/Driver/AllMessages.h lists them.
#pragma once

#include "fx/Support/Diagnostic.h"

namespace fx::frontend {

/// How Diagnostic::text is written.
struct DiagnosticStyle {
  bool colors = false;
  /// Of the terminal that shows it; source lines are cut to it. 0: as long as they are.
  unsigned columns = 0;
};

} // namespace fx::frontend
