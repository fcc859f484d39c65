#include "fx/LSP/Worker.h"

#include "CommandProtocol.h"
#include "Project.h"
#include "RewriteProtocol.h"
#include "Rewrites.h"
#include "RunCommand.h"

#include "clang/Basic/Stack.h"
#include "llvm/Support/LSP/Transport.h"
#include "llvm/Support/thread.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <stop_token>
#include <variant>

namespace fx::lsp {

namespace {

/// Traces, in one thread. Projects of the files that were traced last are kept.
class Tracer {
public:
  Tracer(const WorkerOptions& options, ProgressSink progress)
      : options_(options), progress_(std::move(progress)) {}

  void set_text(const FileText& text);
  TraceAnswer trace(const TraceRequest& request, const std::stop_token& stop);
  OfferAnswer offer(const OfferRequest& request, const std::stop_token& stop) {
    return offers(project(request.file), request, stop);
  }
  RewriteAnswer rewrite(const RewriteRequest& request) {
    return lsp::rewrite(project(request.file), request);
  }
  CommandAnswer command(const CommandRequest& request) {
    return run_command(project(request.file), request);
  }

private:
  static constexpr size_t most_projects = 4;

  Project& project(const std::string& file);

  const WorkerOptions& options_;
  const ProgressSink progress_;
  std::map<std::string, std::string> texts_;                              // of open files
  std::deque<std::pair<std::string, std::unique_ptr<Project>>> projects_; // used last first
};

void Tracer::set_text(const FileText& text) {
  if (text.text)
    texts_[text.file] = *text.text;
  else
    texts_.erase(text.file);
  for (auto& [file, project] : projects_)
    if (text.text)
      project->session().set_text(text.file, *text.text);
    else
      project->session().remove_text(text.file);
}

Project& Tracer::project(const std::string& file) {
  const auto known = std::ranges::find(
      projects_, file, [](const auto& entry) -> const auto& { return entry.first; });
  if (known != projects_.end() && known->second->is_current()) {
    std::rotate(projects_.begin(), known, known + 1);
    return *projects_.front().second;
  }
  if (known != projects_.end()) projects_.erase(known);
  if (projects_.size() == most_projects) projects_.pop_back();
  projects_.emplace_front(file, std::make_unique<Project>(file, options_, progress_));
  Project& made = *projects_.front().second;
  for (const auto& [name, text] : texts_)
    made.session().set_text(name, text);
  return made;
}

TraceAnswer Tracer::trace(const TraceRequest& request, const std::stop_token& stop) {
  TraceAnswer answer;
  if (stop.stop_requested()) {
    answer.file = request.file;
    answer.is_cancelled = true;
  } else {
    answer = project(request.file).trace(request.modes, stop);
  }
  answer.id = request.id;
  return answer;
}

/// Reads messages in the main thread, and does what they ask for, in their order, in another: so
/// that a trace can be cancelled.
class WorkerLoop {
public:
  WorkerLoop(const WorkerOptions& options, std::FILE* input, llvm::raw_ostream& output)
      : tracer_(options,
                [this](const std::string& text, bool is_ended) { progress_({text, is_ended}); }),
        transport_(input, output), handler_(transport_) {}

  void run();

private:
  struct Trace {
    TraceRequest request;
    std::stop_source stop;
  };
  struct Offering {
    OfferRequest request;
    std::stop_source stop;
  };
  using Task = std::variant<FileText, Trace, Offering, RewriteRequest, CommandRequest>;

  void on_text(const FileText& text) {
    stop_offers();
    add(text);
  }
  void on_trace(const TraceRequest& request) { add(Trace{request, {}}); }
  void on_offer(const OfferRequest& request) {
    stop_offers();
    add(Offering{request, {}});
  }
  void on_rewrite(const RewriteRequest& request) { add(request); }
  void on_command(const CommandRequest& request) { add(request); }
  void on_cancel(const CancelRequest& request);
  void add(Task task);
  /// Those of another text, or another place, are not wanted any more; they are answered.
  void stop_offers();
  void work();
  void run(const FileText& task) { tracer_.set_text(task); }
  void run(const Trace& task) { answer_(tracer_.trace(task.request, task.stop.get_token())); }
  void run(const Offering& task) { offered_(tracer_.offer(task.request, task.stop.get_token())); }
  void run(const RewriteRequest& task) { rewritten_(tracer_.rewrite(task)); }
  void run(const CommandRequest& task) { commanded_(tracer_.command(task)); }

  Tracer tracer_;
  llvm::lsp::JSONTransport transport_;
  llvm::lsp::MessageHandler handler_;
  llvm::lsp::OutgoingNotification<TraceAnswer> answer_;
  llvm::lsp::OutgoingNotification<ProgressNotice> progress_;
  llvm::lsp::OutgoingNotification<OfferAnswer> offered_;
  llvm::lsp::OutgoingNotification<RewriteAnswer> rewritten_;
  llvm::lsp::OutgoingNotification<CommandAnswer> commanded_;
  std::mutex mutex_; // of what follows
  std::condition_variable is_changed_;
  std::deque<Task> tasks_;
  std::pair<int64_t, std::stop_source> current_; // trace
  std::stop_source offering_;
  bool is_ended_ = false;
};

void WorkerLoop::on_cancel(const CancelRequest& request) {
  const std::scoped_lock lock(mutex_);
  if (current_.first == request.id) current_.second.request_stop();
  for (Task& task : tasks_)
    if (auto* trace = std::get_if<Trace>(&task); trace && trace->request.id == request.id)
      trace->stop.request_stop();
}

void WorkerLoop::stop_offers() {
  const std::scoped_lock lock(mutex_);
  offering_.request_stop();
  for (Task& task : tasks_)
    if (auto* offer = std::get_if<Offering>(&task)) offer->stop.request_stop();
}

void WorkerLoop::add(Task task) {
  {
    const std::scoped_lock lock(mutex_);
    tasks_.push_back(std::move(task));
  }
  is_changed_.notify_one();
}

void WorkerLoop::work() {
  while (true) {
    std::unique_lock lock(mutex_);
    is_changed_.wait(lock, [&] { return is_ended_ || !tasks_.empty(); });
    if (is_ended_) return;
    Task task = std::move(tasks_.front());
    tasks_.pop_front();
    if (const auto* offer = std::get_if<Offering>(&task)) offering_ = offer->stop;
    if (const auto* trace = std::get_if<Trace>(&task)) current_ = {trace->request.id, trace->stop};
    lock.unlock();
    std::visit([this](const auto& each) { run(each); }, task);
  }
}

void WorkerLoop::run() {
  handler_.notification(FileText::method, this, &WorkerLoop::on_text);
  handler_.notification(TraceRequest::method, this, &WorkerLoop::on_trace);
  handler_.notification(CancelRequest::method, this, &WorkerLoop::on_cancel);
  handler_.notification(OfferRequest::method, this, &WorkerLoop::on_offer);
  handler_.notification(RewriteRequest::method, this, &WorkerLoop::on_rewrite);
  handler_.notification(CommandRequest::method, this, &WorkerLoop::on_command);
  commanded_ = handler_.outgoingNotification<CommandAnswer>(CommandAnswer::method);
  offered_ = handler_.outgoingNotification<OfferAnswer>(OfferAnswer::method);
  rewritten_ = handler_.outgoingNotification<RewriteAnswer>(RewriteAnswer::method);
  answer_ = handler_.outgoingNotification<TraceAnswer>(TraceAnswer::method);
  progress_ = handler_.outgoingNotification<ProgressNotice>(ProgressNotice::method);
  llvm::thread tracing(std::optional<unsigned>(clang::DesiredStackSize), [&] { work(); });
  // It ends with the server, whose end of the pipe is closed then: no error.
  llvm::consumeError(transport_.run(handler_));
  {
    const std::scoped_lock lock(mutex_);
    is_ended_ = true;
    current_.second.request_stop();
    offering_.request_stop();
  }
  is_changed_.notify_one();
  tracing.join();
}

} // namespace

void run_worker(const WorkerOptions& options, std::FILE* input, llvm::raw_ostream& output) {
  WorkerLoop(options, input, output).run();
}

} // namespace fx::lsp
