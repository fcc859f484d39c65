#include "WorkerProcess.h"

#include "llvm/Support/raw_ostream.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fx::lsp {

namespace {

/// A pipe whose ends no other program inherits.
struct Pipe {
  std::array<int, 2> ends{-1, -1};
  bool open() { return pipe2(ends.data(), O_CLOEXEC) == 0; }
  int reader() const { return ends[0]; }
  int writer() const { return ends[1]; }
};

void close_if_open(int& descriptor) {
  if (descriptor >= 0) close(descriptor);
  descriptor = -1;
}

llvm::Error system_error(const std::string& what, int number) {
  return llvm::createStringError(std::error_code(number, std::generic_category()), what);
}

/// All of it, whatever the pipe takes at once. False: nobody reads it.
bool write_all(int descriptor, llvm::StringRef text) {
  while (!text.empty()) {
    const ssize_t count = write(descriptor, text.data(), text.size());
    if (count < 0 && errno != EINTR) return false;
    if (count > 0) text = text.drop_front(static_cast<size_t>(count));
  }
  return true;
}

} // namespace

llvm::Error WorkerProcess::start() {
  if (is_running()) return llvm::Error::success();
  Pipe to, from;
  if (!to.open() || !from.open()) {
    const int number = errno;
    for (int& end : to.ends)
      close_if_open(end);
    return system_error("no pipe", number);
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, to.reader(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, from.writer(), STDOUT_FILENO);
  std::vector<char*> words;
  words.reserve(command_.size() + 1);
  for (std::string& word : command_)
    words.push_back(word.data());
  words.push_back(nullptr);
  const int problem =
      posix_spawn(&process_, words.front(), &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(to.reader());
  close(from.writer());
  input_ = to.writer();
  output_ = from.reader();
  reader_ = MessageReader(llvm::lsp::JSONStreamStyle::Standard);
  end_.clear();
  if (problem == 0) return llvm::Error::success();
  process_ = 0;
  stop();
  return system_error(command_.front(), problem);
}

void WorkerProcess::notify(llvm::StringRef method, llvm::json::Value params) {
  if (!is_running()) return;
  std::string text;
  llvm::raw_string_ostream(text) << llvm::json::Value(
      llvm::json::Object{{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}});
  // Where nobody reads it the process has ended, which read() tells.
  (void)write_all(input_, fmt::format("Content-Length: {}\r\n\r\n{}", text.size(), text));
}

bool WorkerProcess::read(llvm::function_ref<void(const llvm::json::Value&)> take) {
  std::array<char, 65536> buffer;
  const ssize_t count = ::read(output_, buffer.data(), buffer.size());
  if (count < 0) {
    if (errno == EINTR) return true;
  } else {
    reader_.add({buffer.data(), static_cast<size_t>(count)});
  }
  while (const std::optional<std::string> text = reader_.next())
    if (llvm::Expected<llvm::json::Value> message = llvm::json::parse(*text))
      take(*message);
    else
      llvm::consumeError(message.takeError());
  if (count > 0) return true;
  stop();
  return false;
}

void WorkerProcess::stop() {
  close_if_open(input_);
  close_if_open(output_);
  if (!is_running()) return;
  // It may be amid a trace. What it writes are caches, whose files are renamed into place.
  kill(process_, SIGTERM);
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = 0;
  if (WIFSIGNALED(status))
    end_ = fmt::format("signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
  else
    end_ = fmt::format("exit code {}", WEXITSTATUS(status));
}

} // namespace fx::lsp
