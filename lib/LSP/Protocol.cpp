#include "Protocol.h"

#include <map>

namespace fx::lsp {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Path;
using llvm::json::Value;

bool fromJSON(const Value& json, ClientParams& params, Path path) {
  const Object* all = json.getAsObject();
  if (all == nullptr) {
    path.report("expected object");
    return false;
  }
  const auto inner = [](const Object* object, llvm::StringRef name) {
    return object == nullptr ? nullptr : object->getObject(name);
  };
  const Object* hints = inner(inner(all->getObject("capabilities"), "workspace"), "inlayHint");
  if (hints != nullptr)
    params.refreshes_hints = hints->getBoolean("refreshSupport").value_or(false);
  const Object* settings = all->getObject("initializationOptions");
  if (settings == nullptr) return true;
  params.compile_commands_dir = settings->getString("compileCommandsDir").value_or("").str();
  if (const Array* arguments = settings->getArray("extraArgs"))
    for (const Value& argument : *arguments)
      if (const auto text = argument.getAsString()) params.extra_arguments.push_back(text->str());
  return true;
}

std::string uri_of(const std::string& file) {
  llvm::Expected<llvm::lsp::URIForFile> uri = llvm::lsp::URIForFile::fromFile(file);
  if (uri) return uri->uri().str();
  llvm::consumeError(uri.takeError());
  return {};
}

Value inlay_hint(const ShownHint& hint) {
  constexpr int type = static_cast<int>(llvm::lsp::InlayHintKind::Type);
  Object shown{
      {"position", hint.position}, {"label", hint.label}, {"kind", type}, {"paddingLeft", true}};
  if (!hint.tooltip.empty())
    shown["tooltip"] = Object{{"kind", "markdown"}, {"value", hint.tooltip}};
  return shown;
}

Value diagnostic(const ShownDiagnostic& diagnostic) {
  Object shown{{"range", diagnostic.range},
               {"severity", static_cast<int>(diagnostic.severity)},
               {"source", "fx-clang"},
               {"message", diagnostic.message}};
  if (!diagnostic.id.empty()) shown["code"] = diagnostic.id;
  Array notes;
  for (const ShownDiagnostic::Note& note : diagnostic.notes)
    if (const std::string uri = uri_of(note.file); !uri.empty())
      notes.push_back(Object{{"location", Object{{"uri", uri}, {"range", note.range}}},
                             {"message", note.message}});
  if (!notes.empty()) shown["relatedInformation"] = std::move(notes);
  return shown;
}

Value code_action(const ShownDiagnostic& of, const ShownFix& fix) {
  std::map<std::string, Array> edits;
  for (const ShownFix::Edit& edit : fix.edits)
    edits[uri_of(edit.file)].push_back(Object{{"range", edit.range}, {"newText", edit.text}});
  Object changes;
  for (auto& [uri, of_file] : edits)
    changes[uri] = std::move(of_file);
  return Object{{"title", fix.title},
                {"kind", "quickfix"},
                {"diagnostics", Array{diagnostic(of)}},
                {"edit", Object{{"changes", std::move(changes)}}}};
}

} // namespace fx::lsp
