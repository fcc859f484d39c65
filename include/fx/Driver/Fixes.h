// What fix-its of messages change, as edits of files.
#pragma once

#include "fx/Refactor/Edits.h"
#include "fx/Support/Diagnostic.h"

#include <span>
#include <string>
#include <vector>

namespace fx::driver {

struct Fixes {
  refactor::FileEdits edits;
  size_t num_fixed = 0;
  /// Messages whose fix changes what another one does, or a file that cannot be read: they are left
  /// for the next run.
  std::vector<const Diagnostic*> left;
};

/// The fix-its of `diagnostics`, whose names of files are absolute: each message's as a whole or
/// not at all.
Fixes fixes_of(std::span<const Diagnostic> diagnostics, refactor::FileTexts& texts);

} // namespace fx::driver
