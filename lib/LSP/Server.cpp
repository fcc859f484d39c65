#include "ServerClass.h"

#include "fx/Support/Version.h"

#include "llvm/Support/LSP/Logging.h"
#include "llvm/Support/Path.h"

#include <fmt/format.h>

namespace fx::lsp {

using namespace llvm::lsp;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

Server::Server(const ServerOptions& options)
    : is_lit_test_(options.lit_test), command_(options.worker),
      navigation_(documents_, graphs_,
                  [this](const std::string& file, Navigation::Answer answer) {
                    when_settled(file, TraceModes::All, std::move(answer));
                  }),
      transport_(std::make_unique<EventLoop>(options.input,
                                             options.lit_test ? JSONStreamStyle::Delimited
                                                              : JSONStreamStyle::Standard,
                                             *this),
                 options.output, options.lit_test),
      handler_(transport_) {
  handler_.method("initialize", this, &Server::on_initialize);
  handler_.notification("initialized", this, &Server::on_initialized);
  handler_.method("shutdown", this, &Server::on_shutdown);
  handler_.notification("textDocument/didOpen", this, &Server::on_open);
  handler_.notification("textDocument/didChange", this, &Server::on_change);
  handler_.notification("textDocument/didClose", this, &Server::on_close);
  handler_.method("textDocument/inlayHint", this, &Server::on_hints);
  handler_.method("textDocument/hover", this, &Server::on_hover);
  handler_.method("textDocument/codeLens", this, &Server::on_lenses);
  handler_.method("textDocument/codeAction", this, &Server::on_actions);
  handler_.method("codeAction/resolve", this, &Server::on_resolve);
  handler_.method("textDocument/prepareRename", this, &Server::on_prepare_rename);
  handler_.method("textDocument/rename", this, &Server::on_rename);
  handler_.method("workspace/executeCommand", this, &Server::on_command);
  navigation_.add_handlers(handler_);
  handler_.method("fx-clang/wait", this, &Server::on_wait);
  for (const auto method : {llvm::StringLiteral("textDocument/didSave"),
                            llvm::StringLiteral("workspace/didChangeWatchedFiles")})
    handler_.notification(method, this, &Server::on_files_changed);
  handler_.notification("workspace/didChangeConfiguration", this, &Server::on_configuration);
  for (const auto method :
       {llvm::StringLiteral("$/cancelRequest"), llvm::StringLiteral("$/setTrace")})
    handler_.notification(method, this, &Server::ignore);
  publish_ = handler_.outgoingNotification<Value>("textDocument/publishDiagnostics");
  log_message_ = handler_.outgoingNotification<Value>("window/logMessage");
  show_message_ = handler_.outgoingNotification<Value>("window/showMessage");
  progress_ = handler_.outgoingNotification<Value>("$/progress");
  const auto ignore_reply = [](const Value&, llvm::Expected<NoParams> reply) {
    if (!reply) llvm::consumeError(reply.takeError());
  };
  refresh_lenses_ =
      handler_.outgoingRequest<Value, NoParams>("workspace/codeLens/refresh", ignore_reply);
  refresh_hints_ =
      handler_.outgoingRequest<Value, NoParams>("workspace/inlayHint/refresh", ignore_reply);
  create_progress_ =
      handler_.outgoingRequest<Value, NoParams>("window/workDoneProgress/create", ignore_reply);
  show_document_ = handler_.outgoingRequest<Value, NoParams>("window/showDocument", ignore_reply);
  register_ = handler_.outgoingRequest<Value, NoParams>("client/registerCapability", ignore_reply);
}

int Server::run() {
  llvm::Error problem = transport_.run(handler_);
  const bool ended_by_exit = !problem;
  llvm::consumeError(std::move(problem));
  return ended_by_exit && is_shut_down_ ? 0 : 1;
}

void Server::on_initialize(const ClientParams& params, Callback<Value> reply) {
  refreshes_hints_ = params.refreshes_hints;
  refreshes_lenses_ = params.refreshes_lenses;
  watches_files_ = params.watches_files;
  shows_progress_ = params.shows_progress;
  shows_documents_ = params.shows_documents;
  edits_versions_ = params.edits_versions;
  set_worker(params.settings);
  Array names;
  for (const Command& command : commands())
    names.push_back(command.name);
  const Object sync{{"openClose", true},
                    {"save", true},
                    {"change", static_cast<int>(TextDocumentSyncKind::Incremental)}};
  Object capabilities{
      {"positionEncoding", "utf-16"},
      {"textDocumentSync", Object(sync)},
      {"inlayHintProvider", true},
      {"hoverProvider", true},
      {"codeLensProvider", Object{}},
      {"renameProvider", Object{{"prepareProvider", true}}},
      {"executeCommandProvider", Object{{"commands", std::move(names)}}},
      {"codeActionProvider",
       Object{{"codeActionKinds", Array{"quickfix", "refactor.extract", "refactor.inline",
                                        "refactor.rewrite", "source.fx-clang"}},
              {"resolveProvider", true}}}};
  Navigation::add_capabilities(capabilities);
  reply(Object{{"serverInfo", Object{{"name", "fx-clang-lsp"}, {"version", fx::version}}},
               {"capabilities", std::move(capabilities)}});
}

void Server::on_initialized(const NoParams&) {
  if (watches_files_) register_(watch_registration(), ++last_request_);
}

void Server::on_shutdown(const NoParams&, Callback<std::nullptr_t> reply) {
  is_shut_down_ = true;
  reply(nullptr);
}

void Server::on_open(const DidOpenTextDocumentParams& params) {
  if (const GraphDocument* graph = graphs_.open(params)) return publish(*graph);
  const TextDocumentItem& item = params.textDocument;
  send_text(documents_.open(item.uri, item.version, item.text));
  cancel_outdated();
}

void Server::on_change(const DidChangeTextDocumentParams& params) {
  if (const GraphDocument* graph = graphs_.change(params)) return publish(*graph);
  const std::string file = params.textDocument.uri.file().str();
  Document* document = documents_.find(file);
  if (document == nullptr) return;
  document->version = params.textDocument.version;
  for (const TextDocumentContentChangeEvent& event : params.contentChanges) {
    const TextChange change = documents_.change(*document, event.range, event.text);
    if (running_) running_->changes.emplace_back(file, change);
  }
  send_text(*document);
  cancel_outdated();
}

void Server::on_close(const DidCloseTextDocumentParams& params) {
  const std::string file = params.textDocument.uri.file().str();
  if (graphs_.close(params))
    return publish_(Object{{"uri", params.textDocument.uri.uri()}, {"diagnostics", Array{}}});
  const Document* document = documents_.find(file);
  if (document == nullptr) return;
  std::set<std::string> files = files_of(*document);
  // Under the client's own spelling of its name; what others say of it follows.
  publish_(Object{{"uri", document->uri.uri()}, {"diagnostics", Array{}}});
  documents_.close(file);
  documents_.outdate(file);
  if (worker_ && worker_->is_running())
    worker_->notify(FileText::method, toJSON(FileText{file, std::nullopt}));
  cancel_outdated();
  publish(files);
  answer_waiting();
}

/// They count where no open document stands for them; an open one has its text already.
void Server::on_files_changed(const ChangedFilesParams& params) {
  for (const URIForFile& uri : params.files) {
    const llvm::StringRef name = llvm::sys::path::filename(uri.file());
    // A new one may count for any.
    if (name == ".fx-clang" || name == "compile_commands.json")
      documents_.outdate_all();
    else if (documents_.find(uri.file().str()) == nullptr)
      documents_.outdate(uri.file().str());
  }
  cancel_outdated();
}

void Server::on_configuration(const ConfigurationParams& params) {
  if (!worker_ || !params.settings || *params.settings == settings_) return;
  set_worker(*params.settings);
  documents_.outdate_all();
}

bool Server::is_settled(const std::string& file, TraceModes modes) {
  const Document* document = documents_.find(file);
  if (document == nullptr) return true;
  const bool is_running = running_ && running_->file == file;
  if (modes == TraceModes::All) return !document->is_to_be_traced() && !is_running;
  return !document->is_outdated && !(is_running && running_->modes == modes);
}

void Server::when_settled(const std::string& file, TraceModes modes,
                          llvm::unique_function<void()> answer) {
  if (is_settled(file, modes)) return answer();
  waiting_.push_back({file, modes, std::move(answer)});
}

void Server::answer_waiting() {
  std::vector<Waiting> waiting = std::exchange(waiting_, {});
  for (Waiting& each : waiting)
    when_settled(each.file, each.modes, std::move(each.answer));
}

std::vector<std::string> Server::worker_command() const {
  std::vector<std::string> command = command_;
  if (!settings_.compile_commands_dir.empty())
    command.push_back("--compile-commands-dir=" + settings_.compile_commands_dir);
  for (const std::string& argument : settings_.extra_arguments)
    command.push_back("--extra-arg=" + argument);
  return command;
}

/// What the one before was asked for is asked for again of this one.
void Server::set_worker(const ClientSettings& settings) {
  settings_ = settings;
  running_.reset();
  fail_asked();
  end_progress({});
  worker_ = std::make_unique<WorkerProcess>(worker_command());
}

bool Server::start_worker() {
  if (worker_->is_running()) return true;
  if (llvm::Error problem = worker_->start()) {
    const std::string text = "fx-clang-lsp: cannot start " + llvm::toString(std::move(problem));
    if (said_.insert(text).second) say(MessageType::Error, text);
    return false;
  }
  for (const auto& [file, document] : documents_)
    send_text(document);
  return true;
}

void Server::send_text(const Document& document) {
  if (worker_ && worker_->is_running())
    worker_->notify(FileText::method,
                    toJSON(FileText{document.uri.file().str(), document.text.text()}));
}

std::optional<EventHandler::TimePoint> Server::deadline() const {
  if (running_ || !worker_) return std::nullopt;
  const Document* next = documents_.next();
  if (next == nullptr) return std::nullopt;
  // Where nobody types there is nothing to wait for.
  return is_lit_test_ ? next->changed : next->due();
}

void Server::start_trace() {
  const Document* next = documents_.next();
  if (running_ || next == nullptr) return;
  const std::string file = next->uri.file().str();
  Document& document = *documents_.find(file);
  const TraceModes modes = document.is_outdated ? TraceModes::First : TraceModes::All;
  document.is_outdated = false;
  if (!start_worker()) {
    document.lacks_modes = false;
    return answer_waiting();
  }
  running_ = Running{.id = ++last_id_, .file = file, .modes = modes, .changes = {}};
  worker_->notify(TraceRequest::method, toJSON(TraceRequest{running_->id, file, modes}));
}

void Server::cancel_outdated() {
  if (!running_ || running_->is_cancelled) return;
  const Document* traced = documents_.find(running_->file);
  // The other modes wait for what is typed elsewhere, too.
  const Document* next = documents_.next();
  const bool gives_way = running_->modes == TraceModes::All && next != nullptr && next->is_outdated;
  if (traced != nullptr && !traced->is_outdated && !gives_way) return;
  running_->is_cancelled = true;
  worker_->notify(CancelRequest::method, toJSON(CancelRequest{running_->id}));
}

void Server::on_readable(int descriptor) {
  if (descriptor == verifier_.descriptor()) return verifier_.on_readable();
  if (!worker_ || descriptor != worker_->descriptor()) return;
  const bool goes_on = worker_->read([this](const Value& message) { on_message(message); });
  if (!goes_on) on_worker_ended();
}

void Server::on_message(const Value& message) {
  const Object* object = message.getAsObject();
  const Value* params = object == nullptr ? nullptr : object->get("params");
  if (params == nullptr || params->getAsObject() == nullptr) return;
  const llvm::StringRef method = object->getString("method").value_or("");
  llvm::json::Path::Root root;
  if (method == ProgressNotice::method) {
    ProgressNotice notice;
    if (fromJSON(*params, notice, root)) on_progress(notice);
  } else if (method == TraceAnswer::method) {
    TraceAnswer answer;
    if (fromJSON(*params, answer, root)) on_answer(std::move(answer));
  } else {
    auto asked = asked_.extract(params->getAsObject()->getInteger("id").value_or(0));
    if (!asked.empty()) asked.mapped()(params);
  }
}

void Server::ask(llvm::StringRef method, int64_t id, Value params,
                 llvm::unique_function<void(const Value*)> take) {
  asked_.emplace(id, std::move(take));
  worker_->notify(method, std::move(params));
}

void Server::fail_asked() {
  for (auto& [id, take] : std::exchange(asked_, {}))
    take(nullptr);
}

std::set<std::string> Server::files_of(const Document& document) {
  std::set<std::string> files;
  for (const auto& [file, shown] : document.shown)
    files.insert(file);
  return files;
}

void Server::on_answer(TraceAnswer answer) {
  if (!running_ || answer.id != running_->id) return;
  const Running running = *std::exchange(running_, std::nullopt);
  Document* document = documents_.find(running.file);
  // One that was cancelled may be of a text that was closed meanwhile.
  if (document != nullptr && !answer.is_cancelled && !running.is_cancelled) {
    std::set<std::string> files = files_of(*document);
    for (const std::string& text : answer.log)
      if (document->log.insert(text).second)
        log_message_(Object{{"type", static_cast<int>(MessageType::Log)}, {"message", text}});
    document->show(std::move(answer), running.changes);
    files.merge(files_of(*document));
    files.insert(running.file);
    publish(files);
    if (refreshes_hints_) refresh_hints_(nullptr, ++last_request_);
    if (refreshes_lenses_) refresh_lenses_(nullptr, ++last_request_);
  }
  answer_waiting();
}

/// One thing at a time takes long. The messages of a client that can show it arrive in their order.
void Server::on_progress(const ProgressNotice& notice) {
  if (!shows_progress_) return;
  end_progress(notice.is_ended ? notice.text : std::string());
  if (notice.is_ended) return;
  progress_token_ = fmt::format("fx-clang-{}", ++last_progress_);
  create_progress_(Object{{"token", *progress_token_}}, ++last_request_);
  progress_(Object{{"token", *progress_token_},
                   {"value", Object{{"kind", "begin"}, {"title", notice.text}}}});
}

void Server::end_progress(const std::string& text) {
  if (!progress_token_) return;
  Object value{{"kind", "end"}};
  if (!text.empty()) value["message"] = text;
  progress_(Object{{"token", *progress_token_}, {"value", std::move(value)}});
  progress_token_.reset();
}

void Server::on_worker_ended() {
  const bool was_asked = !asked_.empty();
  fail_asked();
  end_progress({});
  if (!running_) return;
  if (Document* document = documents_.find(running_->file)) {
    document->lacks_modes = false;
    // What was asked besides may be the reason.
    document->is_outdated |= was_asked;
  }
  if (was_asked) {
    running_.reset();
    return answer_waiting();
  }
  const std::string file = std::exchange(running_, std::nullopt)->file;
  const std::string text = fmt::format(
      "fx-clang-lsp: the trace of {} ended its process: {}. It is tried again after the "
      "next edit.",
      file, worker_->end());
  if (said_.insert(text).second) say(MessageType::Error, text);
  answer_waiting();
}

void Server::publish(const std::set<std::string>& files) {
  for (const std::string& file : files) {
    Array diagnostics;
    for (const ShownDiagnostic& each : documents_.shown(file).diagnostics)
      diagnostics.push_back(diagnostic(each));
    const Document* document = documents_.find(file);
    Object params{{"uri", uri_of(file)}, {"diagnostics", std::move(diagnostics)}};
    if (document != nullptr) {
      params["uri"] = document->uri.uri();
      params["version"] = document->version;
    }
    publish_(std::move(params));
  }
}

void Server::publish(const GraphDocument& document) {
  Array diagnostics;
  for (const ShownDiagnostic& each : document.diagnostics())
    diagnostics.push_back(diagnostic(each));
  publish_(Object{{"uri", document.uri.uri()},
                  {"version", document.version},
                  {"diagnostics", std::move(diagnostics)}});
}

int run_server(const ServerOptions& options) {
  return Server(options).run();
}

} // namespace fx::lsp
