#include "JsonReport.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace fx::tool {

namespace json = llvm::json;

namespace {

void write_place(json::OStream& out, const SourceLocation& place) {
  out.attribute("line", place.line);
  out.attribute("column", place.column);
}

void write_range(json::OStream& out, const DiagnosticRange& range) {
  out.attributeObject("range", [&] {
    out.attribute("file", json::fixUTF8(range.begin.file));
    out.attributeObject("begin", [&] { write_place(out, range.begin); });
    out.attributeObject("end", [&] { write_place(out, range.end); });
  });
}

void write(json::OStream& out, const Diagnostic& diagnostic) {
  out.attribute("severity", llvm::StringRef(severity_name(diagnostic.severity)));
  if (!diagnostic.id.empty()) out.attribute("id", llvm::StringRef(diagnostic.id));
  out.attribute("message", json::fixUTF8(diagnostic.message));
  if (diagnostic.location.line != 0) {
    out.attribute("file", json::fixUTF8(diagnostic.location.file));
    write_place(out, diagnostic.location);
  }
  if (diagnostic.range.begin.line != 0) write_range(out, diagnostic.range);
  if (!diagnostic.fix_its.empty())
    out.attributeArray("fixits", [&] {
      for (const FixIt& fix : diagnostic.fix_its)
        out.object([&] {
          write_range(out, fix.range);
          out.attribute("text", json::fixUTF8(fix.text));
        });
    });
  if (!diagnostic.notes.empty())
    out.attributeArray("notes", [&] {
      for (const Diagnostic& note : diagnostic.notes)
        out.object([&] { write(out, note); });
    });
}

} // namespace

void JsonReport::on_diagnostic(const Diagnostic& diagnostic) {
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
      for (const Diagnostic& diagnostic : diagnostics_)
        out.object([&] { write(out, diagnostic); });
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
