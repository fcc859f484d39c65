// Messages by name, with arguments that are counted where they are given: the code of the frontend
// names a row of Diagnostics.def (diag::) or of MissingFeatures.def (missing::), and writes no
// text.
#pragma once

#include "fx/Frontend/Diagnostics.h"

#include <fmt/format.h>

#include <algorithm>

namespace fx::frontend {

/// Each row is an object of its own: a new one changes no code but that which says it.
namespace rows {
#define FX_DIAGNOSTIC(ID, KIND, TEXT, EXPLANATION) extern const MessageInfo ID;
#define FX_MISSING(ID, WHAT, TEST) extern const MessageInfo ID;
#include "Frontend/Diagnostics.def"
#include "Frontend/MissingFeatures.def"
#undef FX_DIAGNOSTIC
#undef FX_MISSING
} // namespace rows

enum class MessageKind : uint8_t {
  Error,
  Remark,
  Loss, // a remark that the graph lacks something of the program
  Note,
  Missing, // the error that something is not supported yet
};

/// How many arguments the text of a message takes: {} each one, {1} two.
consteval unsigned count_arguments(std::string_view text) {
  unsigned in_order = 0;
  unsigned by_number = 0;
  for (size_t i = 0; i + 1 < text.size(); ++i) {
    if (text[i] != '{') continue;
    if (text[i + 1] == '{')
      ++i;
    else if (text[i + 1] == '}')
      ++in_order;
    else
      by_number = std::max(by_number, static_cast<unsigned>(text[i + 1] - '0') + 1);
  }
  return std::max(in_order, by_number);
}

template <MessageKind Kind, unsigned Arguments>
struct Message {
  const MessageInfo* info;
};

namespace diag {
#define FX_DIAGNOSTIC(ID, KIND, TEXT, EXPLANATION)                                                 \
  inline constexpr Message<MessageKind::KIND, count_arguments(TEXT)> ID{&rows::ID};
#include "Frontend/Diagnostics.def"
#undef FX_DIAGNOSTIC
} // namespace diag

namespace missing {
#define FX_MISSING(ID, WHAT, TEST)                                                                 \
  inline constexpr Message<MessageKind::Missing, count_arguments(WHAT)> ID{&rows::ID};
#include "Frontend/MissingFeatures.def"
#undef FX_MISSING
} // namespace missing

/// A message with its arguments: what is said.
struct Saying {
  const MessageInfo* info;
  std::string text;
};

/// Puts a message and its arguments together.
template <MessageKind Kind, unsigned Expected, class... Arguments>
Saying say(Message<Kind, Expected> message, const Arguments&... arguments) {
  static_assert(sizeof...(Arguments) == Expected, "the text of this message takes others");
  return {message.info, fmt::vformat(message.info->text, fmt::make_format_args(arguments...))};
}

} // namespace fx::frontend
