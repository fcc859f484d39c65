// Messages by name, with arguments that are counted where they are given: each library has a table
// of rows, FX_DIAGNOSTIC(id, kind, text, explanation), and its code names a row (diag::) and writes
// no text.
#pragma once

#include "fx/Support/Diagnostic.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>

namespace fx {

enum class MessageKind : uint8_t {
  Error,
  Warning,
  Remark,
  Loss, // a remark that the graph lacks something of the program
  Note,
  Missing, // the error that something is not supported yet
  Absent,  // the error that a model has nothing of what is meant
};

/// A row of a table.
struct MessageInfo {
  std::string_view id; // "past-the-end"
  Severity severity;
  /// A remark that the graph does not have all of the program: an error with --strict.
  bool is_loss;
  /// It is about a part of C++ or of a library that the tracer does not know yet.
  bool is_missing_feature;
  /// The model has nothing of what is meant, which another model of the file may have.
  bool is_absence;
  std::string_view text; // with {} for what differs
  /// What it means, and the ways out. Empty of missing features, which have the same.
  std::string_view explanation;
  /// The test below test/ that shows it, of a missing feature.
  std::string_view test;
};

constexpr MessageInfo message_row(std::string_view id, MessageKind kind, std::string_view text,
                                  std::string_view explanation, std::string_view test = {}) {
  Severity severity = Severity::Error;
  if (kind == MessageKind::Warning) severity = Severity::Warning;
  if (kind == MessageKind::Remark || kind == MessageKind::Loss) severity = Severity::Remark;
  if (kind == MessageKind::Note) severity = Severity::Note;
  return {.id = id,
          .severity = severity,
          .is_loss = kind == MessageKind::Loss,
          .is_missing_feature = kind == MessageKind::Missing,
          .is_absence = kind == MessageKind::Absent,
          .text = text,
          .explanation = explanation,
          .test = test};
}

/// An id as it is shown: past-the-end for past_the_end.
template <size_t Size>
struct ShownId {
  consteval ShownId(const char (&name)[Size]) {
    for (size_t i = 0; i < Size; ++i)
      text[i] = name[i] == '_' ? '-' : name[i];
  }
  char text[Size];
};

template <ShownId Id>
constexpr std::string_view shown_id = Id.text;

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

/// Puts a message and its arguments together.
template <MessageKind Kind, unsigned Expected, class... Arguments>
Saying say(Message<Kind, Expected> message, const Arguments&... arguments) {
  static_assert(sizeof...(Arguments) == Expected, "the text of this message takes others");
  return {message.info, fmt::vformat(message.info->text, fmt::make_format_args(arguments...))};
}

/// The rows of a table by their ids.
template <size_t Size>
consteval std::array<MessageInfo, Size> sorted_messages(const MessageInfo (&rows)[Size]) {
  std::array<MessageInfo, Size> sorted{};
  std::copy(std::begin(rows), std::end(rows), sorted.begin());
  std::ranges::sort(sorted, {}, &MessageInfo::id);
  return sorted;
}

/// The row with that id among rows by their ids, or null.
inline const MessageInfo* find_message(std::span<const MessageInfo> rows, std::string_view id) {
  const auto found = std::ranges::lower_bound(rows, id, {}, &MessageInfo::id);
  return found != rows.end() && found->id == id ? &*found : nullptr;
}

} // namespace fx

/// What FX_DIAGNOSTIC is where a header of a library includes its table. Each row is an object of
/// its own: a new one changes no code but that which says it.
#define FX_DECLARE_MESSAGE(ID, KIND, TEXT, EXPLANATION)                                            \
  namespace rows {                                                                                 \
  extern const ::fx::MessageInfo ID;                                                               \
  }                                                                                                \
  namespace diag {                                                                                 \
  inline constexpr ::fx::Message<::fx::MessageKind::KIND, ::fx::count_arguments(TEXT)> ID{         \
      &rows::ID};                                                                                  \
  }

/// And in the one file that has the objects.
#define FX_DEFINE_MESSAGE(ID, KIND, TEXT, EXPLANATION)                                             \
  namespace rows {                                                                                 \
  constexpr ::fx::MessageInfo ID = FX_MESSAGE_ROW(ID, KIND, TEXT, EXPLANATION);                    \
  }

/// And where it is one of a list.
#define FX_MESSAGE_ROW(ID, KIND, TEXT, EXPLANATION)                                                \
  ::fx::message_row(::fx::shown_id<#ID>, ::fx::MessageKind::KIND, TEXT, EXPLANATION)

/// The row of FX_MISSING(id, what, test).
#define FX_MISSING_ROW(ID, WHAT, TEST)                                                             \
  ::fx::message_row(::fx::shown_id<#ID>, ::fx::MessageKind::Missing, WHAT " is not supported yet", \
                    "", TEST)
