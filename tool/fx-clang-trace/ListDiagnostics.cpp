#include "ListDiagnostics.h"

#include "fx/Driver/AllMessages.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <fmt/format.h>

using llvm::outs;
using llvm::StringRef;

namespace fx::tool {

namespace {

std::string section_of(const MessageInfo& message) {
  return fmt::format("\n### {}\n\n> {}\n\n{}\n", message.id, driver::shown_text(message),
                     message.explanation);
}

void write_section(StringRef title, StringRef about,
                   llvm::function_ref<bool(const MessageInfo&)> is_in) {
  outs() << "\n## " << title << "\n\n" << about << "\n";
  for (const MessageInfo& message : driver::message_tables().front().rows)
    if (is_in(message)) outs() << section_of(message);
}

void write_markdown() {
  outs() << "# Diagnostics\n\nWritten by `fx-clang-trace --list-diagnostics=markdown` from the "
            "tables `lib/*/Diagnostics.def` and `lib/Frontend/MissingFeatures.def`; a test "
            "compares. First what a trace says, then what the other parts refuse. The id in "
            "brackets behind a message is the heading here, and what "
            "`fx-clang-trace --explain=<id>` takes. Messages of Clang's own are not listed.\n";
  write_section(
      "Errors",
      "Nothing is written, and the exit code is 1; with `--keep-going` that is so of one model.",
      [](const MessageInfo& message) {
        return message.severity == Severity::Error && !message.is_missing_feature;
      });
  write_section("Losses",
                "Remarks that the graph does not have all of the program. With `--strict` they are "
                "errors.",
                [](const MessageInfo& message) { return message.is_loss; });
  write_section("Remarks", "What was decided, and can be decided otherwise.",
                [](const MessageInfo& message) {
                  return message.severity < Severity::Error && !message.is_loss;
                });
  outs() << "\n## Missing features\n\nErrors that something \"is not supported yet\", each with a "
            "test that shows it. The ways out: write it in another way; keep the function that "
            "holds it out of the graph with `--wrap=<function>`, or its class with "
            "`--leaf=<class>`; or say what it gives with `--assume='<expression>=<value>'`.\n\n"
            "| id | what | test |\n| --- | --- | --- |\n";
  const std::span<const driver::MessageTable> tables = driver::message_tables();
  for (const MessageInfo& message : tables.front().rows)
    if (message.is_missing_feature)
      outs() << fmt::format(
          "| {0} | {1} | [{2}](../test/{2}) |\n", message.id,
          StringRef(driver::shown_text(message)).rsplit(" is not supported yet").first.str(),
          message.test);
  for (const driver::MessageTable& table : tables.subspan(1)) {
    outs() << "\n## " << table.title << "\n\nRows of `" << table.file << "`.\n";
    for (const MessageInfo& message : table.rows)
      outs() << section_of(message);
  }
}

} // namespace

void list_diagnostics(DiagnosticsFormat format) {
  if (format == DiagnosticsFormat::Markdown) return write_markdown();
  for (const MessageInfo& message : driver::messages())
    outs() << fmt::format("{}: {}: {}\n", message.id, severity_name(message.severity),
                          driver::shown_text(message));
}

std::optional<std::string> explain(const std::string& id) {
  // As it stands behind a message.
  const StringRef plain = StringRef(id).trim("[]");
  if (const MessageInfo* message = driver::find_message(plain)) {
    outs() << driver::explain(*message);
    return std::nullopt;
  }
  std::string nearest;
  unsigned least = static_cast<unsigned>(plain.size()) / 3 + 1;
  for (const MessageInfo& message : driver::messages()) {
    const unsigned distance = plain.edit_distance(message.id, /*AllowReplacements=*/true, least);
    if (distance >= least) continue;
    least = distance;
    nearest = message.id;
  }
  return fmt::format("there is no message '{}'{}; --list-diagnostics lists them", plain.str(),
                     nearest.empty() ? "" : ", did you mean '" + nearest + "'?");
}

} // namespace fx::tool
