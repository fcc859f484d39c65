#include "Questions.h"

namespace fx::tool {

using namespace llvm;

Questions::Questions(cl::OptionCategory& category)
    : list_supported_(
          "list-supported", cl::desc("List the library code whose meaning is known, and exit"),
          cl::ValueOptional, cl::init(SupportedFormat::None),
          cl::values(clEnumValN(SupportedFormat::Text, "", "a class a line"),
                     clEnumValN(SupportedFormat::Markdown, "markdown", "docs/Supported.md")),
          cl::cat(category)),
      list_diagnostics_(
          "list-diagnostics", cl::desc("List what the tool can say of a model, and exit"),
          cl::ValueOptional, cl::init(DiagnosticsFormat::None),
          cl::values(clEnumValN(DiagnosticsFormat::Text, "", "a message a line"),
                     clEnumValN(DiagnosticsFormat::Markdown, "markdown", "docs/Diagnostics.md")),
          cl::cat(category)),
      explain_("explain",
               cl::desc("Say what a message means and what to do, by the id in brackets behind it, "
                        "and exit"),
               cl::value_desc("id"), cl::cat(category)) {}

llvm::Expected<bool> Questions::answer() const {
  if (list_supported_ != SupportedFormat::None) return list_supported(list_supported_), true;
  if (list_diagnostics_ != DiagnosticsFormat::None)
    return list_diagnostics(list_diagnostics_), true;
  if (explain_.empty()) return false;
  const std::optional<std::string> wrong = explain(explain_);
  if (wrong) return createStringError(*wrong);
  return true;
}

} // namespace fx::tool
