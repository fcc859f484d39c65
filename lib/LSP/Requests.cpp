// What the server answers to the requests of its client.
#include "ServerClass.h"

#include "Driver/Messages.h"

#include "llvm/ADT/STLExtras.h"

#include <utility>

namespace fx::lsp {

using namespace llvm::lsp;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

void Server::on_hints(const InlayHintsParams& params, Callback<Value> reply) {
  const std::string file = params.textDocument.uri.file().str();
  // Who is told when there are others gets at once what there is.
  if (refreshes_hints_) return reply(hints(file, params.range));
  when_settled(file, TraceModes::First,
               [this, file, range = params.range, reply = std::move(reply)]() mutable {
                 reply(hints(file, range));
               });
}

Value Server::hints(const std::string& file, Range range) {
  Array result;
  for (const ShownHint& hint : documents_.shown(file).hints)
    if (range.start <= hint.position && hint.position <= range.end)
      result.push_back(inlay_hint(hint));
  return result;
}

void Server::on_hover(const TextDocumentPositionParams& params, Callback<Value> reply) {
  if (const GraphDocument* graph = graphs_.find(params.textDocument.uri))
    return reply(hover_of(*graph, params.position));
  const std::string file = params.textDocument.uri.file().str();
  when_settled(file, TraceModes::First,
               [this, file, at = params.position, reply = std::move(reply)]() mutable {
                 reply(hover(file, at));
               });
}

/// What is said of the smallest expression around a place.
Value Server::hover(const std::string& file, Position position) {
  const ShownFile shown = documents_.shown(file);
  const ShownValue* smallest = nullptr;
  for (const ShownValue& value : shown.values) {
    const bool contains = value.range.start <= position && position <= value.range.end;
    if (contains && (smallest == nullptr || smallest->range.contains(value.range)))
      smallest = &value;
  }
  if (smallest == nullptr) return nullptr;
  Hover hover(smallest->range);
  hover.contents.value = smallest->text;
  return toJSON(hover);
}

void Server::on_lenses(const DocumentParams& params, Callback<Value> reply) {
  const std::string file = params.file.uri.file().str();
  when_settled(file, TraceModes::First, [this, file, reply = std::move(reply)]() mutable {
    Array lenses;
    for (const ShownLens& lens : documents_.shown(file).lenses)
      llvm::append_range(lenses, code_lenses(lens, uri_of(file)));
    reply(std::move(lenses));
  });
}

EditVersions Server::edit_versions() const {
  if (!edits_versions_) return std::nullopt;
  EditVersions versions(std::in_place);
  for (const auto& [file, document] : documents_)
    versions->emplace(file, VersionedTextDocumentIdentifier{document.uri, document.version});
  return versions;
}

void Server::on_actions(const ActionParams& params, Callback<Value> reply) {
  const std::string file = params.file.uri.file().str();
  Array actions;
  if (params.wants("quickfix"))
    for (const ShownDiagnostic& diagnostic : documents_.shown(file).diagnostics)
      if (diagnostic.range.start <= params.range.end && params.range.start <= diagnostic.range.end)
        for (const ShownFix& fix : diagnostic.fixes)
          actions.push_back(code_action(diagnostic, fix, edit_versions()));
  if (params.wants("source.fx-clang"))
    for (const ShownLens& lens : documents_.shown(file).lenses)
      if (lens.range.start.line <= params.range.end.line &&
          params.range.start.line <= lens.range.end.line)
        llvm::append_range(actions, command_actions(lens, uri_of(file)));
  const Document* document = documents_.find(file);
  // Rules mean the whole file: they are offered to who asks for such actions alone.
  const bool wants_rules = !params.only.empty() && params.may_want("source.fx-clang");
  // What is offered is tried, which is too much for each movement of a cursor.
  const bool wants_others = params.may_want("refactor") && !params.is_automatic;
  if (document == nullptr || document->shown.empty() || !(wants_rules || wants_others) ||
      !start_worker())
    return reply(std::move(actions));
  const OfferRequest request{++last_id_, file, params.range, wants_others, wants_rules};
  ask(OfferRequest::method, request.id, toJSON(request),
      [=, version = document->version, actions = std::move(actions),
       reply = std::move(reply)](const Value* message) mutable {
        OfferAnswer answer;
        llvm::json::Path::Root root;
        if (message != nullptr && fromJSON(*message, answer, root))
          for (const Offer& offer : answer.offers)
            if (params.wants(offer.kind))
              actions.push_back(code_action(offer, file, version, params.range));
        reply(std::move(actions));
      });
}

static void refuse(Callback<Value>& reply, const llvm::Twine& why) {
  reply(llvm::make_error<LSPError>(("fx-clang: " + why).str(), ErrorCode::RequestFailed));
}

void Server::on_resolve(const OfferedAction& params, Callback<Value> reply) {
  if (params.rewrite.empty()) return reply(Object(params.action));
  const Document* document = documents_.find(params.file);
  if (document == nullptr || document->version != params.version)
    return refuse(reply, "the text has changed since this was offered");
  const RewriteRequest request{++last_id_, params.file, params.range, params.rewrite};
  ask_rewrite(request, std::move(reply),
              [this, action = params.action](const RewriteAnswer& answer) {
                Object resolved = action;
                resolved["edit"] = workspace_edit(answer.edits, edit_versions());
                return Value(std::move(resolved));
              });
}

void Server::ask_rewrite(const RewriteRequest& request, Callback<Value> reply,
                         llvm::unique_function<Value(const RewriteAnswer&)> result) {
  if (!start_worker()) return refuse(reply, "the process that rewrites cannot be started");
  std::map<std::string, int64_t> versions;
  for (const auto& [file, open] : documents_)
    versions.emplace(file, open.version);
  ask(RewriteRequest::method, request.id, toJSON(request),
      [this, versions = std::move(versions), result = std::move(result),
       reply = std::move(reply)](const Value* message) mutable {
        RewriteAnswer answer;
        llvm::json::Path::Root root;
        if (message == nullptr || !fromJSON(*message, answer, root))
          return refuse(reply, "the process that rewrites has ended: " + worker_->end());
        if (answer.edits.empty()) return refuse(reply, answer.message);
        for (const ShownFix::Edit& edit : answer.edits)
          if (const Document* now = documents_.find(edit.file);
              now != nullptr && versions[edit.file] != now->version)
            return refuse(reply, "the text has changed meanwhile");
        say(MessageType::Info, "fx-clang: " + answer.message);
        reply(result(answer));
      });
}

void Server::on_prepare_rename(const TextDocumentPositionParams& params, Callback<Value> reply) {
  const std::string file = params.textDocument.uri.file().str();
  when_settled(file, TraceModes::All,
               [this, file, at = params.position, reply = std::move(reply)]() mutable {
                 const Document* document = documents_.find(file);
                 const auto named =
                     document ? navigation_.submodule_at(file, document->text, at) : std::nullopt;
                 reply(named ? Value(named->range) : Value(nullptr));
               });
}

void Server::on_rename(const RenameParams& params, Callback<Value> reply) {
  const std::string file = params.file.uri.file().str();
  when_settled(file, TraceModes::All, [this, file, params, reply = std::move(reply)]() mutable {
    const Document* document = documents_.find(file);
    const auto named =
        document ? navigation_.submodule_at(file, document->text, params.position) : std::nullopt;
    if (!named) return refuse(reply, Error(fx::say(diag::renamed_name_of_none)).message_with_id());
    RewriteRequest request{++last_id_, named->document, {}, RewriteRequest::rename.str()};
    request.subject = named->subject;
    request.name = params.name;
    ask_rewrite(request, std::move(reply), [this](const RewriteAnswer& answer) {
      return workspace_edit(answer.edits, edit_versions());
    });
  });
}

void Server::on_command(const CommandParams& params, Callback<Value> reply) {
  const CommandRequest request{++last_id_, params.command, params.uri.file().str(), params.root};
  if (params.command == verify_command)
    verify(request, std::move(reply));
  else
    write_beside(request, std::move(reply));
}

void Server::write_beside(const CommandRequest& request, Callback<Value> reply) {
  if (!start_worker()) return refuse(reply, "the process that traces cannot be started");
  ask(CommandRequest::method, request.id, toJSON(request),
      [this, reply = std::move(reply)](const Value* message) mutable {
        CommandAnswer answer;
        llvm::json::Path::Root root;
        if (message == nullptr || !fromJSON(*message, answer, root))
          return refuse(reply, "the process that traces has ended: " + worker_->end());
        if (!answer.is_right) return refuse(reply, answer.message);
        const std::string uri = uri_of(answer.written);
        // A picture is for a program that shows pictures.
        if (shows_documents_)
          show_document_(Object{{"uri", uri},
                                {"external", llvm::StringRef(answer.written).ends_with(".svg")},
                                {"takeFocus", true}},
                         ++last_request_);
        say(MessageType::Info, "fx-clang: " + answer.message);
        reply(Value(uri));
      });
}

void Server::verify(const CommandRequest& request, Callback<Value> reply) {
  if (verifier_.is_running()) return refuse(reply, "another model is being compared");
  std::vector<FileText> unsaved;
  for (const auto& [file, document] : documents_)
    if (!document.is_saved()) unsaved.push_back({file, document.text.text()});
  on_progress({.text = "comparing the graph with the program", .is_ended = false});
  auto take = [this, reply = std::move(reply)](const CommandAnswer& answer) mutable {
    on_progress({.text = {}, .is_ended = true});
    say(answer.is_right ? MessageType::Info : MessageType::Warning, "fx-clang: " + answer.message);
    reply(Value(answer.message));
  };
  verifier_.start(worker_command(), unsaved, request, std::move(take));
}

/// For tests and scripts: answers when all that there is to show of a file is shown.
void Server::on_wait(const DocumentParams& params, Callback<std::nullptr_t> reply) {
  when_settled(params.file.uri.file().str(), TraceModes::All,
               [reply = std::move(reply)]() mutable { reply(nullptr); });
}

} // namespace fx::lsp
