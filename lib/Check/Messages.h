// What the checks say: rows of lib/Check/Diagnostics.def.
#pragma once

#include "fx/Support/Messages.h"

namespace fx::check {

#define FX_DIAGNOSTIC FX_DECLARE_MESSAGE
#include "Diagnostics.def"
#undef FX_DIAGNOSTIC

} // namespace fx::check
