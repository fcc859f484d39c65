#include "Protocol.h"

#include "Commands.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

namespace fx::lsp {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Path;
using llvm::json::Value;

namespace {

const Object* object_of(const Value& json, Path path) {
  const Object* object = json.getAsObject();
  if (object == nullptr) path.report("expected object");
  return object;
}

ClientSettings settings_of(const Object* object) {
  ClientSettings settings;
  if (object == nullptr) return settings;
  settings.compile_commands_dir = object->getString("compileCommandsDir").value_or("").str();
  if (const Array* arguments = object->getArray("extraArgs"))
    for (const Value& argument : *arguments)
      if (const auto text = argument.getAsString()) settings.extra_arguments.push_back(text->str());
  return settings;
}

} // namespace

bool fromJSON(const Value& json, ClientParams& params, Path path) {
  const Object* all = object_of(json, path);
  if (all == nullptr) return false;
  const auto inner = [](const Object* object, llvm::StringRef name) {
    return object == nullptr ? nullptr : object->getObject(name);
  };
  const Object* workspace = inner(all->getObject("capabilities"), "workspace");
  const auto can = [&](llvm::StringRef what, llvm::StringRef how) {
    const Object* object = inner(workspace, what);
    return object != nullptr && object->getBoolean(how).value_or(false);
  };
  params.refreshes_hints = can("inlayHint", "refreshSupport");
  params.refreshes_lenses = can("codeLens", "refreshSupport");
  params.watches_files = can("didChangeWatchedFiles", "dynamicRegistration");
  params.edits_versions = can("workspaceEdit", "documentChanges");
  const Object* window = inner(all->getObject("capabilities"), "window");
  params.shows_progress =
      window != nullptr && window->getBoolean("workDoneProgress").value_or(false);
  const Object* show = inner(window, "showDocument");
  params.shows_documents = show != nullptr && show->getBoolean("support").value_or(false);
  params.settings = settings_of(all->getObject("initializationOptions"));
  return true;
}

bool fromJSON(const Value& json, ConfigurationParams& params, Path path) {
  const Object* all = object_of(json, path);
  if (all == nullptr) return false;
  const Object* settings = all->getObject("settings");
  const Object* own = settings != nullptr ? settings->getObject("fx-clang") : nullptr;
  if (own != nullptr) params.settings = settings_of(own);
  return true;
}

bool fromJSON(const Value& json, ChangedFilesParams& params, Path path) {
  const Object* all = object_of(json, path);
  if (all == nullptr) return false;
  const auto add = [&](const Object* of_file) {
    const Value* uri = of_file != nullptr ? of_file->get("uri") : nullptr;
    llvm::lsp::URIForFile file;
    // What is not on the disk does not change there.
    llvm::json::Path::Root ignored;
    if (uri != nullptr && llvm::lsp::fromJSON(*uri, file, ignored)) params.files.push_back(file);
  };
  add(all->getObject("textDocument"));
  if (const Array* changes = all->getArray("changes"))
    for (const Value& change : *changes)
      add(change.getAsObject());
  return true;
}

namespace {

/// "refactor" is around "refactor.inline", and "" around all.
bool is_around(llvm::StringRef outer, llvm::StringRef inner) {
  return outer.empty() || outer == inner || inner.starts_with((outer + ".").str());
}

} // namespace

bool ActionParams::wants(llvm::StringRef kind) const {
  return only.empty() ||
         llvm::any_of(only, [&](const std::string& asked) { return is_around(asked, kind); });
}

bool ActionParams::may_want(llvm::StringRef kind) const {
  return wants(kind) ||
         llvm::any_of(only, [&](const std::string& asked) { return is_around(kind, asked); });
}

bool fromJSON(const Value& json, ActionParams& params, Path path) {
  llvm::json::ObjectMapper map(json, path);
  if (!map || !map.map("textDocument", params.file) || !map.map("range", params.range))
    return false;
  const Object* context = json.getAsObject()->getObject("context");
  if (context == nullptr) return true;
  if (const Array* only = context->getArray("only"))
    for (const Value& kind : *only)
      if (const auto text = kind.getAsString()) params.only.push_back(text->str());
  constexpr int64_t automatic = 2; // CodeActionTriggerKind
  params.is_automatic = context->getInteger("triggerKind") == automatic;
  return true;
}

bool fromJSON(const Value& json, OfferedAction& params, Path path) {
  const Object* action = object_of(json, path);
  if (action == nullptr) return false;
  params.action = *action;
  const Value* data = action->get("data");
  if (data == nullptr) return true; // one with its edit
  llvm::json::ObjectMapper map(*data, path.field("data"));
  return map && map.map("file", params.file) && map.map("version", params.version) &&
         map.map("range", params.range) && map.map("rewrite", params.rewrite);
}

bool fromJSON(const Value& json, DocumentParams& params, Path path) {
  llvm::json::ObjectMapper map(json, path);
  return map && map.map("textDocument", params.file);
}

bool fromJSON(const Value& json, RenameParams& params, Path path) {
  llvm::json::ObjectMapper map(json, path);
  return map && map.map("textDocument", params.file) && map.map("position", params.position) &&
         map.map("newName", params.name);
}

bool fromJSON(const Value& json, CommandParams& params, Path path) {
  llvm::json::ObjectMapper map(json, path);
  if (!map || !map.map("command", params.command)) return false;
  const Array* arguments = json.getAsObject()->getArray("arguments");
  if (arguments == nullptr || arguments->empty() ||
      !fromJSON(arguments->front(), params.uri, path.field("arguments").index(0)))
    return false;
  if (arguments->size() > 1) params.root = (*arguments)[1].getAsString().value_or("").str();
  return true;
}

Value watch_registration() {
  Array watchers;
  for (const auto pattern :
       {llvm::StringLiteral("**/*.{c,cc,cpp,cxx,cu,cuh,h,hh,hpp,hxx,inl,ipp,tpp}"),
        llvm::StringLiteral("**/.fx-clang"), llvm::StringLiteral("**/compile_commands.json")})
    watchers.push_back(Object{{"globPattern", pattern}});
  return Object{{"registrations",
                 Array{Object{{"id", "changed-files"},
                              {"method", "workspace/didChangeWatchedFiles"},
                              {"registerOptions", Object{{"watchers", std::move(watchers)}}}}}}};
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

static Object command_with(const Command& command, llvm::StringRef title, const ShownLens& lens,
                           llvm::StringRef uri) {
  return Object{
      {"title", title}, {"command", command.name}, {"arguments", Array{uri.str(), lens.root}}};
}

std::vector<Value> code_lenses(const ShownLens& lens, llvm::StringRef uri) {
  std::vector<Value> lenses;
  lenses.emplace_back(
      Object{{"range", lens.range}, {"command", Object{{"title", lens.title}, {"command", ""}}}});
  for (const Command& command : commands())
    lenses.emplace_back(Object{{"range", lens.range},
                               {"command", command_with(command, command.label, lens, uri)}});
  return lenses;
}

std::vector<Value> command_actions(const ShownLens& lens, llvm::StringRef uri) {
  std::vector<Value> actions;
  for (const Command& command : commands())
    actions.emplace_back(Object{{"title", command.title},
                                {"kind", "source.fx-clang"},
                                {"command", command_with(command, command.title, lens, uri)}});
  return actions;
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

Value document_symbol(const ShownSymbol& symbol) {
  Object shown{{"name", symbol.name},
               {"kind", static_cast<int>(symbol.kind)},
               {"range", symbol.range},
               {"selectionRange", symbol.selection}};
  if (!symbol.detail.empty()) shown["detail"] = symbol.detail;
  Array children;
  for (const ShownSymbol& child : symbol.children)
    children.push_back(document_symbol(child));
  if (!children.empty()) shown["children"] = std::move(children);
  return shown;
}

Value workspace_edit(const std::vector<ShownFix::Edit>& edits, const EditVersions& versions) {
  std::map<std::string, Array> by_file;
  for (const ShownFix::Edit& edit : edits)
    by_file[edit.file].push_back(Object{{"range", edit.range}, {"newText", edit.text}});
  Object changes;
  Array versioned;
  for (auto& [file, of_file] : by_file) {
    if (!versions) {
      changes[uri_of(file)] = std::move(of_file);
      continue;
    }
    Object document{{"uri", uri_of(file)}, {"version", nullptr}}; // that of the disk
    if (const auto open = versions->find(file); open != versions->end())
      document = Object{{"uri", open->second.uri.uri()}, {"version", open->second.version}};
    versioned.push_back(
        Object{{"textDocument", std::move(document)}, {"edits", std::move(of_file)}});
  }
  return versions ? Object{{"documentChanges", std::move(versioned)}}
                  : Object{{"changes", std::move(changes)}};
}

Value code_action(const ShownDiagnostic& of, const ShownFix& fix, const EditVersions& versions) {
  return Object{{"title", fix.title},
                {"kind", "quickfix"},
                {"diagnostics", Array{diagnostic(of)}},
                {"edit", workspace_edit(fix.edits, versions)}};
}

Value code_action(const Offer& offer, const std::string& file, int64_t version,
                  llvm::lsp::Range range) {
  return Object{
      {"title", offer.title},
      {"kind", offer.kind},
      {"data",
       Object{{"file", file}, {"version", version}, {"range", range}, {"rewrite", offer.rewrite}}}};
}

} // namespace fx::lsp
