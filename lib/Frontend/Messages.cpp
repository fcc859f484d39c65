#include "Frontend/Messages.h"

namespace fx::frontend {

#define FX_DIAGNOSTIC FX_DEFINE_MESSAGE
#include "Frontend/Diagnostics.def"
#undef FX_DIAGNOSTIC

#define FX_MISSING(ID, WHAT, TEST)                                                                 \
  namespace rows {                                                                                 \
  constexpr MessageInfo ID = FX_MISSING_ROW(ID, WHAT, TEST);                                       \
  }
#include "Frontend/MissingFeatures.def"
#undef FX_MISSING

namespace {

constexpr MessageInfo table[] = {
#define FX_DIAGNOSTIC(ID, KIND, TEXT, EXPLANATION) rows::ID,
#define FX_MISSING(ID, WHAT, TEST) rows::ID,
#include "Frontend/Diagnostics.def"
#include "Frontend/MissingFeatures.def"
#undef FX_DIAGNOSTIC
#undef FX_MISSING
};

constexpr auto by_id = sorted_messages(table);

} // namespace

const MessageInfo* find_message(std::string_view id) {
  return fx::find_message(by_id, id);
}

} // namespace fx::frontend
