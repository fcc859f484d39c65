#include "Frontend/Messages.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <array>

namespace fx::frontend {

namespace {

constexpr MessageInfo row(std::string_view id, MessageKind kind, std::string_view text,
                          std::string_view explanation, std::string_view test) {
  Severity severity = Severity::Error;
  if (kind == MessageKind::Remark || kind == MessageKind::Loss) severity = Severity::Remark;
  if (kind == MessageKind::Note) severity = Severity::Note;
  return {id,          severity, kind == MessageKind::Loss, kind == MessageKind::Missing, text,
          explanation, test};
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

} // namespace

namespace rows {
#define FX_DIAGNOSTIC(ID, KIND, TEXT, EXPLANATION)                                                 \
  constexpr MessageInfo ID = row(shown_id<#ID>, MessageKind::KIND, TEXT, EXPLANATION, "");
#define FX_MISSING(ID, WHAT, TEST)                                                                 \
  constexpr MessageInfo ID =                                                                       \
      row(shown_id<#ID>, MessageKind::Missing, WHAT " is not supported yet", "", TEST);
#include "Frontend/Diagnostics.def"
#include "Frontend/MissingFeatures.def"
#undef FX_DIAGNOSTIC
#undef FX_MISSING
} // namespace rows

namespace {

constexpr MessageInfo table[] = {
#define FX_DIAGNOSTIC(ID, KIND, TEXT, EXPLANATION) rows::ID,
#define FX_MISSING(ID, WHAT, TEST) rows::ID,
#include "Frontend/Diagnostics.def"
#include "Frontend/MissingFeatures.def"
#undef FX_DIAGNOSTIC
#undef FX_MISSING
};

constexpr size_t num_messages = std::size(table);

consteval std::array<MessageInfo, num_messages> sorted_table() {
  std::array<MessageInfo, num_messages> sorted{};
  std::copy(std::begin(table), std::end(table), sorted.begin());
  std::sort(sorted.begin(), sorted.end(),
            [](const MessageInfo& a, const MessageInfo& b) { return a.id < b.id; });
  return sorted;
}

constexpr std::array<MessageInfo, num_messages> by_id = sorted_table();

} // namespace

std::span<const MessageInfo> messages() {
  return by_id;
}

const MessageInfo* find_message(std::string_view id) {
  const auto* found = llvm::lower_bound(
      by_id, id, [](const MessageInfo& row, std::string_view wanted) { return row.id < wanted; });
  return found != by_id.end() && found->id == id ? found : nullptr;
}

std::string shown_text(const MessageInfo& message) {
  std::string text;
  for (size_t i = 0; i < message.text.size(); ++i) {
    const char c = message.text[i];
    const bool is_brace = i + 1 < message.text.size() && message.text[i + 1] == c;
    if (c == '{' && !is_brace) {
      i = message.text.find('}', i);
      text += "...";
      continue;
    }
    if ((c == '{' || c == '}') && is_brace) ++i;
    text += c;
  }
  return text;
}

std::string explain(const MessageInfo& message) {
  std::string text = fmt::format("{}: {} [{}]\n\n", severity_name(message.severity),
                                 shown_text(message), message.id);
  text += message.is_missing_feature
              ? "The tracer runs the source of the model as the compiled program would run, and it "
                "does not know how to run this yet. It stops, because a graph without it could "
                "compute something else. Write it in another way; or keep the function that holds "
                "it out of the graph with --wrap=<function>, or its class with --leaf=<class>; or, "
                "where only a number or a text comes of it, say what it is with "
                "--assume='<expression>=<value>'."
              : message.explanation;
  text += '\n';
  if (message.is_loss) text += "\nWith --strict this is an error.\n";
  return text;
}

} // namespace fx::frontend
