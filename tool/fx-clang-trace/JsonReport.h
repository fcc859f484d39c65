// The document of --emit=json: models and messages, for machines.
#pragma once

#include "fx/Frontend/Diagnostics.h"
#include "fx/Frontend/Trace.h"

#include <string>
#include <vector>

namespace fx::tool {

class JsonReport : public DiagnosticSink {
public:
  void on_diagnostic(const Diagnostic& diagnostic) override;

  /// `modules` are JSON texts, as the emitter writes them. docs/Json.md has the schema.
  std::string document(const std::vector<std::string>& modules,
                       const std::vector<frontend::ClassResult>& classes) const;

private:
  std::vector<Diagnostic> diagnostics_;
};

} // namespace fx::tool
