// What a warm trace of one mode costs in a process that keeps what it read: what editor_ratio.py
// measures the language server against.
//
//   fx-trace-benchmark PLUGIN FILE < texts
//
// A text of the file is its length in a line and its bytes; for each it is traced, and the
// milliseconds of processor time that this took are printed.
#include "fx/Driver/Model.h"

#include "clang/Basic/Stack.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/Support/thread.h"

#include <cstdio>
#include <ctime>
#include <iostream>
#include <string>

namespace {

class IgnoredDiagnostics : public fx::DiagnosticSink {
public:
  void on_diagnostic(const fx::Diagnostic&) override {}
};

double processor_ms() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (1e3 * static_cast<double>(time.tv_sec)) + (1e-6 * static_cast<double>(time.tv_nsec));
}

void trace_texts(const std::string& plugin, const std::string& file) {
  const clang::tooling::FixedCompilationDatabase database(".", std::vector<std::string>{});
  fx::frontend::Session session(database);
  const auto finder = [&]() -> fx::Expected<std::string> { return plugin; };
  fx::frontend::TraceOptions options;
  options.keep_going = true;
  options.eval_only = true;
  options.open_kernels = fx::driver::kernels_opener(finder);
  IgnoredDiagnostics ignored;
  for (std::string line; std::getline(std::cin, line);) {
    std::string text(std::stoul(line), '\0');
    std::cin.read(text.data(), static_cast<std::streamsize>(text.size()));
    const double begin = processor_ms();
    session.set_text(file, std::move(text));
    fx::driver::Models models(session, {file}, options, {}, finder);
    if (!models.trace(ignored)) {
      std::puts("failed");
      std::exit(1);
    }
    std::printf("%.3f\n", processor_ms() - begin);
    std::fflush(stdout);
  }
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: fx-trace-benchmark PLUGIN FILE < texts\n", stderr);
    return 2;
  }
  llvm::thread tracing(std::optional<unsigned>(clang::DesiredStackSize),
                       [&] { trace_texts(argv[1], argv[2]); });
  tracing.join();
}
