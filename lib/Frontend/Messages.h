// The messages of the tracer: rows of Diagnostics.def (diag::) and of MissingFeatures.def
// (missing::).
#pragma once

#include "fx/Support/Messages.h"

namespace fx::frontend {

#define FX_DIAGNOSTIC FX_DECLARE_MESSAGE
#include "Frontend/Diagnostics.def"
#undef FX_DIAGNOSTIC

#define FX_MISSING(ID, WHAT, TEST)                                                                 \
  namespace rows {                                                                                 \
  extern const MessageInfo ID;                                                                     \
  }                                                                                                \
  namespace missing {                                                                              \
  inline constexpr Message<MessageKind::Missing, count_arguments(WHAT)> ID{&rows::ID};             \
  }
#include "Frontend/MissingFeatures.def"
#undef FX_MISSING

/// The message of the tracer with that id, or null.
const MessageInfo* find_message(std::string_view id);

} // namespace fx::frontend
