// fx-reduce: makes a graph that a command fails on smaller while the command still fails.
#include "GraphDiagnostics.h"
#include "WriteOutput.h"

#include "fx/IR/Parser.h"
#include "fx/IR/Printer.h"
#include "fx/Passes/Reducer.h"
#include "fx/Support/Version.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;

namespace {

cl::OptionCategory category("fx-reduce options");
cl::opt<std::string> input(cl::Positional, cl::Required, cl::desc("<graph file>"),
                           cl::cat(category));
cl::list<std::string> command(cl::ConsumeAfter, cl::desc("<command> <arguments>..."),
                              cl::cat(category));
cl::opt<std::string> output("o", cl::desc("Where to write (default: standard output)"),
                            cl::value_desc("file"), cl::init("-"), cl::cat(category));
cl::opt<std::string> match("match", cl::desc("The failure is one that prints this"),
                           cl::value_desc("regular expression"), cl::cat(category));
cl::opt<unsigned> timeout("timeout", cl::desc("Seconds a command may take (default: 60)"),
                          cl::init(60), cl::cat(category));

int failure(const Twine& message, int code = 1) {
  WithColor::error(errs(), "fx-reduce") << message << "\n";
  return code;
}

/// Runs the command on a text; true when it fails, and says what it is to say.
class FailureTest {
public:
  explicit FailureTest(std::string program) : program_(std::move(program)), pattern_(match) {}

  bool operator()(const std::string& text) const {
    SmallString<128> file, log;
    if (sys::fs::createTemporaryFile("fx-reduce", "fx", file) ||
        sys::fs::createTemporaryFile("fx-reduce", "log", log))
      return false;
    const FileRemover remove_file(file), remove_log(log);
    if (Error problem = fx::tool::write_output(file, text)) {
      consumeError(std::move(problem));
      return false;
    }
    // {} stands for the file; without one it is the last argument.
    std::vector<std::string> arguments(command.begin(), command.end());
    bool placed = false;
    for (std::string& argument : arguments)
      for (size_t at = argument.find("{}"); at != std::string::npos; at = argument.find("{}", at)) {
        argument.replace(at, 2, file.str().str());
        at += file.size();
        placed = true;
      }
    if (!placed) arguments.push_back(file.str().str());
    const std::vector<StringRef> words(arguments.begin(), arguments.end());
    const std::optional<StringRef> streams[] = {StringRef(""), log.str(), log.str()};
    const int code = sys::ExecuteAndWait(program_, words, std::nullopt, streams, timeout);
    if (code == 0) return false;
    const auto said = MemoryBuffer::getFile(log);
    return match.empty() || (said && pattern_.match((*said)->getBuffer()));
  }

private:
  std::string program_;
  Regex pattern_;
};

} // namespace

int main(int argc, const char** argv) {
  InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::SetVersionPrinter([](raw_ostream& out) { out << "fx-reduce " << fx::version << "\n"; });
  if (!cl::ParseCommandLineOptions(
          argc, argv,
          "Makes a graph smaller while a command fails on it\n\n"
          "  fx-reduce -o small.fx --match='broken graph' model.fx fx-opt --passes=mine {}\n",
          &errs()))
    return 2;
  if (command.empty()) return failure("no command given; see --help", 2);
  std::string problem;
  if (!match.empty() && !Regex(match).isValid(problem)) return failure("--match: " + problem, 2);
  const auto program = sys::findProgramByName(command.front());
  if (!program) return failure("cannot find the command '" + command.front() + "'", 2);
  const auto buffer = MemoryBuffer::getFileOrSTDIN(input);
  if (!buffer) return failure("cannot read '" + input + "': " + buffer.getError().message());
  SourceMgr sources;
  const fx::ParseResult parsed = fx::parse_graphs((*buffer)->getBuffer(), {.file = input});
  sources.AddNewSourceBuffer(MemoryBuffer::getMemBufferCopy((*buffer)->getBuffer(), input),
                             SMLoc());
  for (const fx::Error& error : parsed.errors)
    fx::tool::report(sources, SourceMgr::DK_Error, error);
  if (!parsed.errors.empty()) return 1;

  const FailureTest fails(*program);
  std::string text;
  for (const fx::ParsedModule& model : parsed.modules) {
    text = fx::print_graph(model.module, {.meta = true});
    if (fails(text)) break;
    text.clear();
  }
  if (text.empty())
    return failure("the command does not fail on any single model of '" + input + "'");
  fx::Reducer reducer(std::cref(fails));
  const std::string smallest = reducer.reduce(text);
  errs() << "fx-reduce: " << text.size() << " -> " << smallest.size() << " bytes in "
         << reducer.attempts() << " attempts\n";
  if (Error error = fx::tool::write_output(output, smallest))
    return failure("cannot write '" + output + "': " + toString(std::move(error)));
  return 0;
}
