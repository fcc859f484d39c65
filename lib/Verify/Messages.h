// The messages of this library: rows of Diagnostics.def.
#pragma once

#include "fx/Support/Messages.h"

namespace fx {

#define FX_DIAGNOSTIC FX_DECLARE_MESSAGE
#include "Diagnostics.def"
#undef FX_DIAGNOSTIC

} // namespace fx
