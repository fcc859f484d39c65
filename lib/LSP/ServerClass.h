// The server: its life, documents and traces are in Server.cpp, what it answers to a client's
// requests in Requests.cpp.
#pragma once

#include "Commands.h"
#include "Documents.h"
#include "EventLoop.h"
#include "Navigation.h"
#include "Protocol.h"
#include "ShownGraphs.h"
#include "TraceProtocol.h"
#include "Verifier.h"
#include "WorkerProcess.h"

#include "fx/LSP/Server.h"

#include "llvm/ADT/FunctionExtras.h"
#include "llvm/Support/LSP/Transport.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace fx::lsp {

class Server : public EventHandler {
public:
  explicit Server(const ServerOptions& options);
  int run();

  std::vector<int> descriptors() const override {
    return {worker_ ? worker_->descriptor() : -1, verifier_.descriptor()};
  }
  void on_readable(int descriptor) override;
  std::optional<TimePoint> deadline() const override;
  void on_deadline() override { start_trace(); }
  bool is_busy() const override {
    return is_lit_test_ && (is_tracing() || !asked_.empty() || verifier_.is_running());
  }

private:
  /// A trace that the worker was asked for.
  struct Running {
    int64_t id = 0;
    std::string file;
    TraceModes modes;
    bool is_cancelled = false;
    /// Edits since it was asked for, in whatever files.
    std::vector<std::pair<std::string, TextChange>> changes;
  };
  /// A request that waits for the trace of a file.
  struct Waiting {
    std::string file;
    TraceModes modes;
    llvm::unique_function<void()> answer;
  };

  void on_initialize(const ClientParams& params, llvm::lsp::Callback<llvm::json::Value> reply);
  void on_initialized(const llvm::lsp::NoParams&);
  void on_shutdown(const llvm::lsp::NoParams&, llvm::lsp::Callback<std::nullptr_t> reply);
  void on_open(const llvm::lsp::DidOpenTextDocumentParams& params);
  void on_change(const llvm::lsp::DidChangeTextDocumentParams& params);
  void on_close(const llvm::lsp::DidCloseTextDocumentParams& params);
  void on_files_changed(const ChangedFilesParams& params);
  void on_configuration(const ConfigurationParams& params);
  void on_hints(const llvm::lsp::InlayHintsParams& params,
                llvm::lsp::Callback<llvm::json::Value> reply);
  void on_hover(const llvm::lsp::TextDocumentPositionParams& params,
                llvm::lsp::Callback<llvm::json::Value> reply);
  void on_lenses(const DocumentParams& params, llvm::lsp::Callback<llvm::json::Value> reply);
  /// Of the documents as they are now.
  EditVersions edit_versions() const;
  void on_actions(const ActionParams& params, llvm::lsp::Callback<llvm::json::Value> reply);
  void on_resolve(const OfferedAction& params, llvm::lsp::Callback<llvm::json::Value> reply);
  void on_prepare_rename(const llvm::lsp::TextDocumentPositionParams& params,
                         llvm::lsp::Callback<llvm::json::Value> reply);
  void on_rename(const RenameParams& params, llvm::lsp::Callback<llvm::json::Value> reply);
  /// Asks for edits, and answers with what `result` makes of them, or why there are none.
  void ask_rewrite(const RewriteRequest& request, llvm::lsp::Callback<llvm::json::Value> reply,
                   llvm::unique_function<llvm::json::Value(const RewriteAnswer&)> result);
  void on_command(const CommandParams& params, llvm::lsp::Callback<llvm::json::Value> reply);
  void write_beside(const CommandRequest& request, llvm::lsp::Callback<llvm::json::Value> reply);
  void verify(const CommandRequest& request, llvm::lsp::Callback<llvm::json::Value> reply);
  void on_wait(const DocumentParams& params, llvm::lsp::Callback<std::nullptr_t> reply);
  /// Of notifications that ask for nothing.
  void ignore(const llvm::lsp::NoParams&) {}

  bool is_tracing() const { return running_.has_value() || documents_.next() != nullptr; }
  /// Whether what these modes show of a file may become another soon.
  bool is_settled(const std::string& file, TraceModes modes);
  /// Answers now, or when the trace of the file has ended.
  void when_settled(const std::string& file, TraceModes modes,
                    llvm::unique_function<void()> answer);
  void answer_waiting();

  /// The worker's program and arguments.
  std::vector<std::string> worker_command() const;
  void set_worker(const ClientSettings& settings);
  bool start_worker();
  void send_text(const Document& document);
  void start_trace();
  void cancel_outdated();
  void on_answer(TraceAnswer answer);
  void on_progress(const ProgressNotice& notice);
  void end_progress(const std::string& text);
  void on_message(const llvm::json::Value& message);
  /// Asks the worker for something that `take` gets the answer of, null where it has ended.
  void ask(llvm::StringRef method, int64_t id, llvm::json::Value params,
           llvm::unique_function<void(const llvm::json::Value*)> take);
  void fail_asked();
  void on_worker_ended();
  void publish(const std::set<std::string>& files);
  void publish(const GraphDocument& document);
  /// The files in which a document's trace shows something.
  static std::set<std::string> files_of(const Document& document);

  void say(llvm::lsp::MessageType type, llvm::StringRef text) {
    show_message_(llvm::json::Object{{"type", static_cast<int>(type)}, {"message", text}});
  }

  llvm::json::Value hints(const std::string& file, llvm::lsp::Range range);
  llvm::json::Value hover(const std::string& file, llvm::lsp::Position position);

  bool is_lit_test_;
  const std::vector<std::string> command_; // of the worker, without the client's settings
  ClientSettings settings_;
  Documents documents_;
  GraphDocuments graphs_;
  Navigation navigation_;
  std::unique_ptr<WorkerProcess> worker_; // null before initialize
  Verifier verifier_;
  std::optional<Running> running_;
  std::vector<Waiting> waiting_;
  std::map<int64_t, llvm::unique_function<void(const llvm::json::Value*)>> asked_;
  std::set<std::string> said_; // how the worker ended, by file
  int64_t last_id_ = 0, last_request_ = 0;
  bool refreshes_hints_ = false, refreshes_lenses_ = false, watches_files_ = false,
       shows_progress_ = false, shows_documents_ = false, edits_versions_ = false;
  bool is_shut_down_ = false;
  int64_t last_progress_ = 0;
  std::optional<std::string> progress_token_; // of what takes long just now

  llvm::lsp::JSONTransport transport_;
  llvm::lsp::MessageHandler handler_;
  llvm::lsp::OutgoingNotification<llvm::json::Value> publish_, show_message_, log_message_,
      progress_;
  llvm::lsp::OutgoingRequest<llvm::json::Value> refresh_hints_, refresh_lenses_, register_,
      create_progress_, show_document_;
};

} // namespace fx::lsp
