#include "Messages.h"

namespace fx {

#define FX_DIAGNOSTIC FX_DEFINE_MESSAGE
#include "Diagnostics.def"
#undef FX_DIAGNOSTIC

} // namespace fx
