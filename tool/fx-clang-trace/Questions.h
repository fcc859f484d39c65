// What is asked of the tool itself: lists and explanations.
#pragma once

#include "ListDiagnostics.h"
#include "ListSupported.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"

namespace fx::tool {

class Questions {
public:
  explicit Questions(llvm::cl::OptionCategory& category);

  /// Whether something was asked, and answered on the standard output. Error: it has no answer.
  llvm::Expected<bool> answer() const;

private:
  llvm::cl::opt<SupportedFormat> list_supported_;
  llvm::cl::opt<DiagnosticsFormat> list_diagnostics_;
  llvm::cl::opt<std::string> explain_;
};

} // namespace fx::tool
