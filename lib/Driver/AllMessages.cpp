#include "fx/Driver/AllMessages.h"

namespace fx::driver {

namespace {

#define FX_DIAGNOSTIC(ID, KIND, TEXT, EXPLANATION) FX_MESSAGE_ROW(ID, KIND, TEXT, EXPLANATION),

constexpr MessageInfo trace_rows[] = {
#define FX_MISSING(ID, WHAT, TEST) FX_MISSING_ROW(ID, WHAT, TEST),
#include "Frontend/Diagnostics.def"
#include "Frontend/MissingFeatures.def"
#undef FX_MISSING
};
constexpr MessageInfo ir_rows[] = {
#include "IR/Diagnostics.def"
};
constexpr MessageInfo ops_rows[] = {
#include "Ops/Diagnostics.def"
};
constexpr MessageInfo passes_rows[] = {
#include "Passes/Diagnostics.def"
};
constexpr MessageInfo codegen_rows[] = {
#include "CodeGen/Diagnostics.def"
};
constexpr MessageInfo check_rows[] = {
#include "Check/Diagnostics.def"
};
constexpr MessageInfo refactor_rows[] = {
#include "Refactor/Diagnostics.def"
};
constexpr MessageInfo verify_rows[] = {
#include "Verify/Diagnostics.def"
};
constexpr MessageInfo driver_rows[] = {
#include "Driver/Diagnostics.def"
};

#undef FX_DIAGNOSTIC

constexpr auto trace_by_id = sorted_messages(trace_rows);
constexpr auto ir_by_id = sorted_messages(ir_rows);
constexpr auto ops_by_id = sorted_messages(ops_rows);
constexpr auto passes_by_id = sorted_messages(passes_rows);
constexpr auto codegen_by_id = sorted_messages(codegen_rows);
constexpr auto check_by_id = sorted_messages(check_rows);
constexpr auto refactor_by_id = sorted_messages(refactor_rows);
constexpr auto verify_by_id = sorted_messages(verify_rows);
constexpr auto driver_by_id = sorted_messages(driver_rows);

constexpr MessageTable tables[] = {
    {"Traces", "lib/Frontend/Diagnostics.def", trace_by_id},
    {"Graphs and their text", "lib/IR/Diagnostics.def", ir_by_id},
    {"LibTorch's kernels and archives", "lib/Ops/Diagnostics.def", ops_by_id},
    {"Passes and pipelines", "lib/Passes/Diagnostics.def", passes_by_id},
    {"Writing code", "lib/CodeGen/Diagnostics.def", codegen_by_id},
    {"Checks", "lib/Check/Diagnostics.def", check_by_id},
    {"Changing the source", "lib/Refactor/Diagnostics.def", refactor_by_id},
    {"Verification", "lib/Verify/Diagnostics.def", verify_by_id},
    {"Workflows", "lib/Driver/Diagnostics.def", driver_by_id},
};

consteval size_t count_messages() {
  size_t count = 0;
  for (const MessageTable& table : tables)
    count += table.rows.size();
  return count;
}

consteval auto all_messages() {
  std::array<MessageInfo, count_messages()> all{};
  auto* end = all.begin();
  for (const MessageTable& table : tables)
    end = std::ranges::copy(table.rows, end).out;
  std::ranges::sort(all, {}, &MessageInfo::id);
  return all;
}

constexpr auto by_id = all_messages();
static_assert(std::ranges::adjacent_find(by_id, {}, &MessageInfo::id) == by_id.end(),
              "two messages have the same id");

} // namespace

std::span<const MessageTable> message_tables() {
  return tables;
}

std::span<const MessageInfo> messages() {
  return by_id;
}

const MessageInfo* find_message(std::string_view id) {
  return fx::find_message(by_id, id);
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

} // namespace fx::driver
