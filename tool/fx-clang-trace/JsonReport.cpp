#include "JsonReport.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace fx::tool {

namespace json = llvm::json;

namespace {

void write(json::OStream& out, const frontend::TraceDiagnostic& diagnostic) {
  out.attribute("severity", llvm::StringRef(diagnostic.severity));
  out.attribute("message", json::fixUTF8(diagnostic.message));
  if (diagnostic.location.line == 0) return;
  out.attribute("file", json::fixUTF8(diagnostic.location.file));
  out.attribute("line", diagnostic.location.line);
  out.attribute("column", diagnostic.location.column);
}

} // namespace

void JsonReport::on_diagnostic(const frontend::TraceDiagnostic& diagnostic) {
  diagnostics_.push_back(diagnostic);
}

std::string JsonReport::document(const std::vector<std::string>& modules,
                                 const std::vector<frontend::ClassResult>& classes) const {
  std::string text;
  llvm::raw_string_ostream stream(text);
  json::OStream out(stream, /*IndentSize=*/2);
  out.object([&] {
    out.attribute("version", 1);
    out.attributeArray("models", [&] {
      for (const std::string& module : modules)
        out.rawValue(llvm::StringRef(module).rtrim());
    });
    out.attributeArray("diagnostics", [&] {
      for (size_t i = 0; i < diagnostics_.size();) {
        out.object([&] {
          write(out, diagnostics_[i++]);
          if (i == diagnostics_.size() || diagnostics_[i].severity != "note") return;
          out.attributeArray("notes", [&] {
            for (; i < diagnostics_.size() && diagnostics_[i].severity == "note"; ++i)
              out.object([&] { write(out, diagnostics_[i]); });
          });
        });
      }
    });
    out.attributeArray("classes", [&] {
      for (const frontend::ClassResult& result : classes)
        out.object([&] {
          out.attribute("name", json::fixUTF8(result.name));
          out.attribute("traced", result.traced);
          if (!result.traced) out.attribute("reason", json::fixUTF8(result.reason));
        });
    });
  });
  text += '\n';
  return text;
}

} // namespace fx::tool
