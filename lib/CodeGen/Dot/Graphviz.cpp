// Drawings as pictures, by Graphviz's own program.
#include "fx/CodeGen/Emitter.h"
#include "fx/Support/ProgramArguments.h"

#include "../Messages.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <spawn.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace fx {

namespace {

namespace fs = std::filesystem;

std::string message_of(int number) {
  return std::generic_category().message(number);
}

/// A folder of its own for what a program reads and writes, removed with the object.
class TemporaryFolder {
public:
  TemporaryFolder() {
    std::error_code problem;
    std::string name = (fs::temp_directory_path(problem) / "fx-clang-XXXXXX").string();
    if (problem)
      problem_ = problem.message();
    else if (::mkdtemp(name.data()) == nullptr)
      problem_ = message_of(errno);
    else
      folder_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    if (!folder_.empty()) fs::remove_all(folder_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  /// Empty: there is one.
  const std::string& problem() const { return problem_; }
  std::string file(const char* name) const { return (folder_ / name).string(); }
  std::string text(const char* name) const {
    std::ifstream stream(file(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

private:
  fs::path folder_;
  std::string problem_;
};

/// A program in the path, started with files in the place of its streams. They are opened by it, so
/// that it does not matter which streams this process has.
class Child {
public:
  Child(std::vector<std::string> words, const std::string& input, const std::string& output,
        const std::string& messages) {
    const std::vector<char*> arguments = program_arguments(words);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    constexpr int fresh = O_WRONLY | O_CREAT | O_TRUNC;
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, input.c_str(), O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, output.c_str(), fresh, 0600);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, messages.c_str(), fresh, 0600);
    problem_ =
        ::posix_spawnp(&process_, arguments.front(), &files, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&files);
  }

  /// An errno; 0: it runs.
  int problem() const { return problem_; }

  /// Waits for its end, and puts one to it when that takes too long. Why it did not end well; empty
  /// where its own messages tell. Nothing: it did.
  std::optional<std::string> wait(std::chrono::seconds at_most) const {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point end = Clock::now() + at_most;
    std::chrono::milliseconds pause(1);
    int status = 0;
    for (;;) {
      const pid_t ended = ::waitpid(process_, &status, WNOHANG);
      if (ended == process_) break;
      if (ended < 0 && errno != EINTR) return message_of(errno);
      if (Clock::now() > end) {
        ::kill(process_, SIGKILL);
        ::waitpid(process_, &status, 0);
        return "it took too long";
      }
      std::this_thread::sleep_for(pause);
      pause = std::min(2 * pause, std::chrono::milliseconds(20));
    }
    if (WIFSIGNALED(status)) return ::strsignal(WTERMSIG(status));
    if (WEXITSTATUS(status) != 0) return "";
    return std::nullopt;
  }

private:
  pid_t process_ = 0;
  int problem_ = 0;
};

Error failed(const std::string& reason) {
  return say(diag::graphviz_failed, reason);
}

} // namespace

Expected<std::string> render_svg(const std::string& drawing) {
  const TemporaryFolder folder;
  if (!folder.problem().empty()) return failed(folder.problem());
  std::ofstream input(folder.file("dot"), std::ios::binary);
  input << drawing << std::flush;
  if (!input) return failed("the drawing cannot be written to " + folder.file("dot"));
  const Child dot({"dot", "-Tsvg"}, folder.file("dot"), folder.file("svg"), folder.file("txt"));
  if (dot.problem() == ENOENT || dot.problem() == EACCES) return say(diag::graphviz_missing);
  if (dot.problem() != 0) return failed(message_of(dot.problem()));
  constexpr std::chrono::seconds at_most(300);
  if (const auto reason = dot.wait(at_most)) return failed(*reason + folder.text("txt"));
  return folder.text("svg");
}

} // namespace fx
