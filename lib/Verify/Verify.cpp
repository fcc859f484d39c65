#include "fx/Verify/Verify.h"

#include "Build.h"
#include "Program.h"
#include "Python.h"
#include "Suspects.h"

#include "fx/CodeGen/Emitter.h"
#include "fx/Verify/GuessInputs.h"

#include "llvm/ADT/StringRef.h"

#include <fmt/format.h>

namespace fx::verify {

namespace {

constexpr const char* generated_class = "Regenerated";

EmitOptions emit_options(bool records) {
  EmitOptions options;
  options.class_name = generated_class;
  if (records) options.recorder = "fx_verify::recording";
  return options;
}

llvm::Error failure(const std::string& message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

/// What the program answers; the models themselves may print too.
llvm::SmallVector<llvm::StringRef> answers(llvm::StringRef output) {
  llvm::SmallVector<llvm::StringRef> lines;
  output.split(lines, '\n');
  llvm::SmallVector<llvm::StringRef> found;
  for (llvm::StringRef line : lines)
    if (line.consume_front("@fx-verify ")) found.push_back(line.trim());
  return found;
}

/// What follows a word in the answers.
std::vector<std::string> answers(llvm::StringRef output, llvm::StringRef word) {
  std::vector<std::string> found;
  for (llvm::StringRef line : answers(output))
    if (line.consume_front(word)) found.push_back(line.trim().str());
  return found;
}

std::string thrown_text(const Run& run) {
  const std::vector<std::string> thrown = answers(run.output, "thrown:");
  if (thrown.empty())
    return fmt::format("the program that compares the models ended with {}:\n{}", run.code,
                       run.output);
  const bool by_inputs = thrown.front().starts_with("the original throws");
  return thrown.front() +
         (by_inputs ? "; say which inputs it takes: --input <parameter>=<sizes>[:<dtype>[<<bound>]]"
                    : "");
}

} // namespace

Expected<Subject> before_passes(const GraphModule& traced) {
  Subject subject;
  subject.training = traced.training;
  subject.origin = traced.origin;
  if (subject.origin.root.empty()) return Error{"it is not known how the original is made", {}, {}};
  for (const Node* node : traced.graph.placeholders()) {
    Input input;
    input.name = node->target().str();
    if (const std::string* type = node->meta(meta::cpp_type)) input.cpp_type = *type;
    if (const frontend::InputSpec* spec = node->meta(frontend::example_input)) {
      input.example = *spec;
    } else if (node->args().empty()) {
      return missing_example(*node);
    }
    subject.inputs.push_back(std::move(input));
  }
  for (const Node* node : traced.graph)
    subject.traced_names.insert(node->name().str());
  Expected<std::string> recorded = emit_cpp(traced, emit_options(true));
  if (!recorded) return recorded.error();
  subject.traced_recorded = std::move(*recorded);
  return subject;
}

std::optional<Error> Subject::set_changed(const GraphModule& module) {
  Expected<std::string> text = emit_cpp(module, emit_options(false));
  if (!text) return text.error();
  Expected<std::string> recorded = emit_cpp(module, emit_options(true));
  if (!recorded) return recorded.error();
  changed = std::move(*text);
  changed_recorded = std::move(*recorded);
  nodes = changed_nodes(module, traced_names);
  returned.clear();
  if (const Node* output = module.graph.output_node())
    for_each_node(output->arg(0),
                  [&](const Node* node) { returned.push_back(node->name().str()); });
  return std::nullopt;
}

std::optional<Error> Subject::set_python(const GraphModule& module) {
  Expected<std::string> text = emit_python(module, emit_options(false));
  if (!text) return text.error();
  changed_python = std::move(*text);
  return std::nullopt;
}

llvm::Expected<Verdict> verify(const clang::tooling::CompilationDatabase& database,
                               const std::vector<Subject>& subjects, const Options& options) {
  llvm::Expected<BuildCommand> command = build_command(database, subjects.front().origin, options);
  if (!command) return command.takeError();
  const TemporaryFolder folder;
  const bool with_python = !subjects.front().changed_python.empty();
  std::vector<std::string> arguments;
  if (with_python) {
    if (llvm::Error problem = write_python(subjects, folder)) return problem;
    arguments = {folder.file("")};
  }
  llvm::Expected<Run> run = build_and_run(*command, comparing_program(subjects, options.tolerance),
                                          options, folder, arguments);
  if (!run) return run.takeError();
  if (run->code > 1) return failure(thrown_text(*run));
  Verdict verdict;
  verdict.agrees = run->code == 0;
  const llvm::SmallVector<llvm::StringRef> lines = answers(run->output);
  for (const llvm::StringRef line : lines)
    if (line.starts_with("eval: ") || line.starts_with("train: "))
      verdict.report += line.str() + "\n";
  if (verdict.agrees && with_python)
    if (llvm::Error problem = verify_python(subjects, options.tolerance, folder, verdict))
      return problem;
  if (verdict.agrees || verdict.in_python) return verdict;
  for (const Subject& subject : subjects) {
    const std::string mode = subject.training ? "train: " : "eval: ";
    bool differs = false;
    for (const llvm::StringRef line : lines)
      differs |= line.starts_with(mode) && line.ends_with(": DIFFERENT");
    if (!differs) continue;
    verdict.training = subject.training;
    llvm::Expected<Run> recorded =
        build_and_run(*command, recording_program(subject, options.tolerance), options, folder);
    if (!recorded) return recorded.takeError();
    if (recorded->code != 0) return failure(thrown_text(*recorded));
    verdict.traced_differs = !answers(recorded->output, "traced").empty();
    verdict.nodes = suspects(subject.nodes, {answers(recorded->output, "same "),
                                             answers(recorded->output, "differs "),
                                             answers(recorded->output, "returned ")});
    break;
  }
  return verdict;
}

} // namespace fx::verify
