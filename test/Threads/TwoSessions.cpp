// Two sessions in two threads trace the same file, again and again, and have to agree. With --shared
// the threads have one session, one after the other, and nothing that orders them: Session.h forbids
// that, and the thread sanitizer has to find it.
//
// usage: fx-two-sessions FILE CACHE COUNT [--shared]
#include "fx/Frontend/Session.h"
#include "fx/IR/Printer.h"

#include "clang/Tooling/CompilationDatabase.h"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>
#include <thread>

namespace {

using namespace fx;
using namespace fx::frontend;

class Said : public DiagnosticSink {
public:
  void on_diagnostic(const Diagnostic& diagnostic) override { text += diagnostic.text; }
  std::string text;
};

/// The graphs of `file`, or what was said.
std::string graphs(Session& session, const std::string& file) {
  Said said;
  const TraceResult result = session.trace({file}, {}, said);
  std::string text;
  for (const TracedModule& model : result.models)
    text += print_graph(model.graph);
  return result.ok() ? text : "error: " + said.text;
}

/// Of this process, in kB.
long resident() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (long kilobytes = 0; word == "VmRSS:" && status >> kilobytes) return kilobytes;
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fputs("usage: fx-two-sessions FILE CACHE COUNT [--shared]\n", stderr);
    return 2;
  }
  const std::string file = argv[1];
  const long count = std::atol(argv[3]);
  const clang::tooling::FixedCompilationDatabase database(".", std::vector<std::string>{});
  SessionOptions options;
  options.header_cache.directory = argv[2];
  std::string answers[2];

  if (argc > 4 && std::string_view(argv[4]) == "--shared") {
    Session session(database, options);
    // Hands the session over in time, but not for the memory model.
    std::atomic<bool> done = false;
    const std::jthread one([&] {
      answers[0] = graphs(session, file);
      done.store(true, std::memory_order_relaxed);
    });
    const std::jthread other([&] {
      while (!done.load(std::memory_order_relaxed))
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      answers[1] = graphs(session, file);
    });
    return 0;
  }

  const auto work = [&](std::string& answer) {
    Session session(database, options);
    for (long i = 0; i < count; ++i) {
      // Each second trace parses anew.
      if (i % 2 == 0) session.set_text("/nowhere/other.h", std::to_string(i));
      std::string text = graphs(session, file);
      if (!answer.empty() && text != answer) {
        answer = "error: trace " + std::to_string(i) + " differs:\n" + text;
        return;
      }
      answer = std::move(text);
    }
  };
  const auto in_two_threads = [&] {
    const std::jthread one(work, std::ref(answers[0]));
    const std::jthread other(work, std::ref(answers[1]));
  };
  in_two_threads(); // the memory that is kept for later
  const long before = resident();
  const auto begin = std::chrono::steady_clock::now();
  in_two_threads();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  std::printf("%ld traces in two threads: %.2f s, %ld kB more\n", 2 * count, seconds.count(),
              resident() - before);
  for (const std::string& answer : answers)
    if (answer.starts_with("error: ") || answer != answers[0]) {
      std::printf("%s\n", answer.c_str());
      return 1;
    }
  return 0;
}
