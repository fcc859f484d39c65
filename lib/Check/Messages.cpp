#include "Messages.h"

#include "Frontend/Messages.h"
#include "fx/Check/Check.h"

#include <algorithm>

namespace fx::check {

#define FX_DIAGNOSTIC FX_DEFINE_MESSAGE
#include "Diagnostics.def"
#undef FX_DIAGNOSTIC

namespace {

#define FX_DIAGNOSTIC(ID, KIND, TEXT, EXPLANATION) rows::ID,
constexpr MessageInfo table[] = {
#include "Diagnostics.def"
};
#undef FX_DIAGNOSTIC

} // namespace

std::vector<MessageInfo> checks() {
  std::vector<MessageInfo> all(std::begin(table), std::end(table));
  all.push_back(*frontend::diag::example_fails.info);
  std::ranges::sort(all, {}, &MessageInfo::id);
  return all;
}

bool is_of_trace(std::string_view id) {
  return id == frontend::diag::example_fails.info->id;
}

} // namespace fx::check
