#include "TraceProtocol.h"

namespace fx::lsp {

using llvm::json::Object;
using llvm::json::ObjectMapper;
using llvm::json::Path;
using llvm::json::Value;

Value toJSON(const FileText& value) {
  return Object{{"file", value.file}, {"text", value.text}};
}

bool fromJSON(const Value& json, FileText& value, Path path) {
  ObjectMapper map(json, path);
  return map && map.map("file", value.file) && map.map("text", value.text);
}

static bool fromJSON(const Value& json, TraceModes& value, Path path) {
  bool is_first = false;
  if (!fromJSON(json, is_first, path)) return false;
  value = is_first ? TraceModes::First : TraceModes::All;
  return true;
}

static Value toJSON(TraceModes value) {
  return value == TraceModes::First;
}

Value toJSON(const TraceRequest& value) {
  return Object{{"id", value.id}, {"file", value.file}, {"firstMode", toJSON(value.modes)}};
}

bool fromJSON(const Value& json, TraceRequest& value, Path path) {
  ObjectMapper map(json, path);
  return map && map.map("id", value.id) && map.map("file", value.file) &&
         map.map("firstMode", value.modes);
}

Value toJSON(const CancelRequest& value) {
  return Object{{"id", value.id}};
}

bool fromJSON(const Value& json, CancelRequest& value, Path path) {
  ObjectMapper map(json, path);
  return map && map.map("id", value.id);
}

static Value toJSON(const ShownHint& value) {
  return Object{{"position", value.position}, {"label", value.label}, {"tooltip", value.tooltip}};
}

static bool fromJSON(const Value& json, ShownHint& value, Path path) {
  ObjectMapper map(json, path);
  return map && map.map("position", value.position) && map.map("label", value.label) &&
         map.map("tooltip", value.tooltip);
}

static Value toJSON(const ShownValue& value) {
  return Object{{"range", value.range}, {"text", value.text}};
}

static bool fromJSON(const Value& json, ShownValue& value, Path path) {
  ObjectMapper map(json, path);
  return map && map.map("range", value.range) && map.map("text", value.text);
}

Value toJSON(const ShownFix::Edit& value) {
  return Object{{"file", value.file}, {"range", value.range}, {"text", value.text}};
}

bool fromJSON(const Value& json, ShownFix::Edit& value, Path path) {
  ObjectMapper map(json, path);
  return map && map.map("file", value.file) && map.map("range", value.range) &&
         map.map("text", value.text);
}

static Value toJSON(const ShownFix& value) {
  return Object{{"title", value.title}, {"edits", value.edits}};
}

static bool fromJSON(const Value& json, ShownFix& value, Path path) {
  ObjectMapper map(json, path);
  return map && map.map("title", value.title) && map.map("edits", value.edits);
}

static Value toJSON(const ShownDiagnostic::Note& value) {
  return Object{{"file", value.file}, {"range", value.range}, {"message", value.message}};
}

static bool fromJSON(const Value& json, ShownDiagnostic::Note& value, Path path) {
  ObjectMapper map(json, path);
  return map && map.map("file", value.file) && map.map("range", value.range) &&
         map.map("message", value.message);
}

static Value toJSON(const ShownDiagnostic& value) {
  return Object{{"range", value.range}, {"severity", static_cast<int>(value.severity)},
                {"id", value.id},       {"message", value.message},
                {"notes", value.notes}, {"fixes", value.fixes}};
}

static bool fromJSON(const Value& json, ShownDiagnostic& value, Path path) {
  ObjectMapper map(json, path);
  int severity = 0;
  if (!map || !map.map("range", value.range) || !map.map("severity", severity) ||
      !map.map("id", value.id) || !map.map("message", value.message) ||
      !map.map("notes", value.notes) || !map.map("fixes", value.fixes))
    return false;
  value.severity = static_cast<llvm::lsp::DiagnosticSeverity>(severity);
  return true;
}

static Value toJSON(const ShownLens& value) {
  return Object{{"range", value.range}, {"title", value.title}, {"root", value.root}};
}

static bool fromJSON(const Value& json, ShownLens& value, Path path) {
  ObjectMapper map(json, path);
  return map && map.map("range", value.range) && map.map("title", value.title) &&
         map.map("root", value.root);
}

static Value toJSON(const ShownPlace& value) {
  return Object{
      {"range", value.range}, {"subject", value.subject}, {"declaration", value.is_declaration}};
}

static bool fromJSON(const Value& json, ShownPlace& value, Path path) {
  ObjectMapper map(json, path);
  return map && map.map("range", value.range) && map.map("subject", value.subject) &&
         map.map("declaration", value.is_declaration);
}

static Value toJSON(const ShownSymbol& value) {
  return Object{{"name", value.name},
                {"detail", value.detail},
                {"kind", static_cast<int>(value.kind)},
                {"range", value.range},
                {"selection", value.selection},
                {"children", value.children}};
}

static bool fromJSON(const Value& json, ShownSymbol& value, Path path) {
  ObjectMapper map(json, path);
  int kind = 0;
  if (!map || !map.map("name", value.name) || !map.map("detail", value.detail) ||
      !map.map("kind", kind) || !map.map("range", value.range) ||
      !map.map("selection", value.selection) || !map.map("children", value.children))
    return false;
  value.kind = static_cast<llvm::lsp::SymbolKind>(kind);
  return true;
}

static Value toJSON(const ShownFile& value) {
  return Object{{"file", value.file},
                {"hints", value.hints},
                {"values", value.values},
                {"lenses", value.lenses},
                {"diagnostics", value.diagnostics},
                {"places", value.places},
                {"symbols", value.symbols}};
}

static bool fromJSON(const Value& json, ShownFile& value, Path path) {
  ObjectMapper map(json, path);
  return map && map.map("file", value.file) && map.map("hints", value.hints) &&
         map.map("values", value.values) && map.map("lenses", value.lenses) &&
         map.map("diagnostics", value.diagnostics) && map.map("places", value.places) &&
         map.map("symbols", value.symbols);
}

Value toJSON(const ProgressNotice& value) {
  return Object{{"text", value.text}, {"ended", value.is_ended}};
}

bool fromJSON(const Value& json, ProgressNotice& value, Path path) {
  ObjectMapper map(json, path);
  return map && map.map("text", value.text) && map.map("ended", value.is_ended);
}

Value toJSON(const TraceAnswer& value) {
  return Object{{"id", value.id},
                {"file", value.file},
                {"firstMode", toJSON(value.modes)},
                {"cancelled", value.is_cancelled},
                {"hasModels", value.has_models},
                {"shown", value.shown},
                {"read", value.read},
                {"log", value.log},
                {"milliseconds", value.milliseconds}};
}

bool fromJSON(const Value& json, TraceAnswer& value, Path path) {
  ObjectMapper map(json, path);
  return map && map.map("id", value.id) && map.map("file", value.file) &&
         map.map("firstMode", value.modes) && map.map("cancelled", value.is_cancelled) &&
         map.map("hasModels", value.has_models) && map.map("shown", value.shown) &&
         map.map("read", value.read) && map.map("log", value.log) &&
         map.map("milliseconds", value.milliseconds);
}

} // namespace fx::lsp
