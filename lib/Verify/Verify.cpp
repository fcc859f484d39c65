#include "fx/Verify/Verify.h"

#include "Build.h"
#include "Messages.h"
#include "Program.h"
#include "Python.h"
#include "Suspects.h"

#include "fx/CodeGen/Emitter.h"
#include "fx/IR/ValueType.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace fx::verify {

namespace {

EmitOptions recording_options() {
  EmitOptions options;
  options.class_name = recorded_class;
  options.recorder = "fx_verify::recording";
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

/// What the program lacks, when it is memory.
std::string memory_text(const Run& run, const Options& options) {
  const std::vector<std::string> asked = answers(run.output, "memory:");
  if (asked.empty()) return {};
  return fmt::format("{}; {}", asked.front(), memory_hint(options.megabytes));
}

std::string thrown_text(const Run& run, const Options& options) {
  if (std::string lacks = memory_text(run, options); !lacks.empty()) return lacks;
  const std::vector<std::string> thrown = answers(run.output, "thrown:");
  if (thrown.empty())
    return fmt::format("the program that compares the models ended with {}:\n{}", run.code,
                       run.output);
  const bool by_inputs = thrown.front().starts_with("the original throws");
  return thrown.front() +
         (by_inputs ? "; say which inputs it takes: --input <parameter>=<sizes>[:<dtype>[<<bound>]]"
                    : "");
}

const Graph& forward_graph(const TracedModule& module, bool training) {
  return training && module.training_graph ? *module.training_graph : module.graph;
}

/// Modules, and the tensors that modules of the user's hold.
std::set<std::string> paths_of(const TracedModule& module) {
  std::set<std::string> paths;
  for (const ModuleNode* child : all_modules(module.modules)) {
    const std::string path = child->path();
    if (!path.empty()) paths.insert(path);
    for (const TensorSlot& slot : child->tensors)
      paths.insert((path.empty() ? "" : path + ".") + slot.name.str());
  }
  return paths;
}

/// Those of each graph, in order.
std::vector<std::vector<CalledModule>> called_modules(const TracedModule& model) {
  std::vector<std::vector<CalledModule>> found;
  for (const Graph* graph : model.forward_graphs()) {
    std::vector<CalledModule>& calls = found.emplace_back();
    for (const Node* node : *graph)
      if (const ModuleNode* module =
              node->op() == Opcode::CallModule ? model.modules.find(node->target()) : nullptr)
        calls.push_back({node->target().str(), module->cpp_type.str()});
  }
  return found;
}

/// By the paths of modules: those that are called in their place, of all that have another one.
/// Empty where the calls are not of the same classes one after another.
std::map<std::string, std::string>
renamed_by_calls(const std::vector<std::vector<CalledModule>>& was,
                 const std::vector<std::vector<CalledModule>>& now) {
  std::map<std::string, std::string> renamed;
  if (was.size() != now.size()) return {};
  for (size_t graph = 0; graph < was.size(); ++graph) {
    if (was[graph].size() != now[graph].size()) return {};
    for (size_t i = 0; i < was[graph].size(); ++i) {
      const CalledModule &first = was[graph][i], &second = now[graph][i];
      if (first.cpp_type != second.cpp_type) return {};
      if (!renamed.emplace(first.path, second.path).second && renamed[first.path] != second.path)
        return {};
    }
  }
  std::erase_if(renamed, [](const auto& entry) { return entry.first == entry.second; });
  return renamed;
}

/// What differs first, as the program tells: "train 1 gradient of 'fc.weight'".
void read_first(llvm::StringRef first, Verdict& verdict) {
  const auto [mode, rest] = first.split(' ');
  const auto [number, name] = rest.split(' ');
  verdict.training = mode == "train";
  (void)number.getAsInteger(10, verdict.call);
  verdict.kind = name.starts_with("gradient")     ? Verdict::Kind::Gradients
                 : name == "random generator"     ? Verdict::Kind::Random
                 : name.starts_with("exceptions") ? Verdict::Kind::Thrown
                                                  : Verdict::Kind::Values;
}

/// What the original does not do twice, as the program tells: "train 1 output 0".
void read_unrepeatable(llvm::StringRef first, Verdict& verdict) {
  read_first(first, verdict);
  const llvm::StringRef name = first.split(' ').second.split(' ').second;
  verdict.unrepeatable =
      Error(say(diag::original_unrepeatable,
                verdict.kind == Verdict::Kind::Thrown ? std::string("what is thrown") : name.str(),
                verdict.training ? "train" : "eval", verdict.call > 0 ? ", second call" : ""),
            {},
            {"it ran twice with the same weights, inputs and seed, the second time on memory that "
             "is filled with other bytes"});
  verdict.kind = Verdict::Kind::Unrepeatable;
}

/// Which check threw, when it is one, and what it looked at.
void name_check(const Subject& subject, const std::vector<std::string>& values, Verdict& verdict) {
  const std::vector<ChangedNode>& nodes = subject.nodes(verdict.training).changed;
  const auto value_of = [&](const ChangedNode& node) -> std::optional<std::string> {
    for (const std::string& value : values)
      if (llvm::StringRef(value).starts_with(node.name + " "))
        return fmt::format("%{} is {}", node.name, value.substr(node.name.size() + 1));
    return std::nullopt;
  };
  for (const ChangedNode& node : nodes) {
    if (node.message.empty() || !llvm::StringRef(verdict.report).contains(node.message)) continue;
    verdict.broken_check = node.message;
    verdict.nodes = {node};
    for (const size_t condition : node.inputs) {
      for (const size_t operand : nodes[condition].inputs)
        if (const auto value = value_of(nodes[operand])) verdict.checked_values.push_back(*value);
      if (verdict.checked_values.empty())
        if (const auto value = value_of(nodes[condition])) verdict.checked_values.push_back(*value);
    }
    return;
  }
}

/// Runs both graphs, and finds the nodes that are to blame.
llvm::Error find_nodes(const BuildCommand& command, const Subject& subject, const Options& options,
                       const TemporaryFolder& folder, Verdict& verdict) {
  llvm::Expected<Run> recorded = build_and_run(
      command, recording_program(subject, verdict, options.tolerance), options, folder);
  if (!recorded) return recorded.takeError();
  if (recorded->code != 0) return failure(thrown_text(*recorded, options));
  verdict.traced_differs = !answers(recorded->output, "traced").empty();
  verdict.nodes =
      suspects(subject.nodes(verdict.training).changed,
               {answers(recorded->output, "same "), answers(recorded->output, "differs "),
                answers(recorded->output, "returned ")});
  if (verdict.kind == Verdict::Kind::Thrown)
    name_check(subject, answers(recorded->output, "value "), verdict);
  return llvm::Error::success();
}

} // namespace

Expected<Subject> before_passes(const TracedModule& traced) {
  Subject subject;
  subject.origin = traced.origin;
  if (subject.origin.root.empty()) return say(diag::original_not_known);
  for (const Node* node : traced.graph.placeholders()) {
    Input input;
    input.name = node->target().str();
    if (const std::string* type = node->meta(meta::cpp_type)) input.cpp_type = *type;
    if (const std::string* declared = node->meta(meta::declared_type)) {
      const Passing passing = passing_of(*declared);
      input.is_variable = passing.reference == "&" && !passing.is_const;
    }
    if (const frontend::InputSpec* spec = node->meta(frontend::example_input))
      input.example = *spec;
    subject.inputs.push_back(std::move(input));
  }
  for (const bool training : {false, true})
    for (const Node* node : forward_graph(traced, training))
      (training ? subject.train : subject.eval).traced.insert(node->name().str());
  subject.traced_paths_ = paths_of(traced);
  subject.traced_modules_.emplace(traced.modules);
  subject.traced_calls_ = called_modules(traced);
  for (const ModuleNode* module : all_modules(traced.modules))
    if (!module->registered) subject.unregistered_.push_back(module->path());
  Expected<std::string> recorded = emit_cpp(traced, recording_options());
  if (!recorded) return recorded.error();
  subject.traced_recorded = std::move(*recorded);
  return subject;
}

std::optional<Error> Subject::set_changed(const TracedModule& changed) {
  Expected<std::string> recorded = emit_cpp(changed, recording_options());
  if (!recorded) return recorded.error();
  changed_recorded = std::move(*recorded);
  for (const bool training : {false, true}) {
    const Graph& graph = forward_graph(changed, training);
    ForwardNodes& nodes = training ? train : eval;
    nodes.changed = changed_nodes(changed, graph, nodes.traced);
    nodes.returned.clear();
    if (const Node* output = graph.output_node())
      for_each_node(output->arg(0),
                    [&](const Node* node) { nodes.returned.push_back(node->name().str()); });
  }
  renamed = traced_modules_->moved(changed.modules);
  compare_paths(changed);
  return std::nullopt;
}

void Subject::set_edited(const TracedModule& now, std::map<std::string, std::string> texts) {
  edited = std::move(texts);
  renamed = renamed_by_calls(traced_calls_, called_modules(now));
  compare_paths(now);
}

void Subject::compare_paths(const TracedModule& now) {
  std::set<std::string> left = paths_of(now);
  for (const auto& [was, path] : renamed) {
    left.insert(was);
    for (const TensorSlot& slot : now.modules.find(path)->tensors)
      left.insert(was + "." + slot.name.str());
  }
  registered.clear();
  for (const std::string& was : unregistered_) {
    const auto found = renamed.find(was);
    const std::string& path = found == renamed.end() ? was : found->second;
    const ModuleNode* module = now.modules.find(path);
    if (module != nullptr && module->registered) registered.push_back(path);
  }
  removed.clear();
  std::ranges::set_difference(traced_paths_, left, std::back_inserter(removed));
  // One whose modules went elsewhere: what has its path in front is theirs.
  std::erase_if(removed, [&](const std::string& path) {
    const auto below = renamed.lower_bound(path + ".");
    return below != renamed.end() && below->first.starts_with(path + ".");
  });
}

llvm::Expected<Verdict> verify(const clang::tooling::CompilationDatabase& database,
                               const Subject& subject, const Options& options) {
  const bool is_edit = !subject.edited.empty();
  llvm::Expected<BuildCommand> command =
      build_command(database, subject.origin, options,
                    /*must_be_clang=*/is_edit || !subject.unsaved.empty());
  if (!command) return command.takeError();
  command->repaired.insert(subject.unsaved.begin(), subject.unsaved.end());
  const TemporaryFolder folder;
  std::vector<std::string> arguments;
  if (!subject.python.empty() || is_edit) arguments = {folder.file("")};
  if (!subject.python.empty())
    if (llvm::Error problem = write_python(subject, folder)) return problem;
  if (llvm::Error problem = write(folder.file(regenerated_file), subject.cpp)) return problem;
  const std::string program = is_edit ? program_of_one(subject, options.tolerance)
                                      : comparing_program(subject, options.tolerance);
  llvm::Expected<Run> run = build_and_run(*command, program, options, folder, arguments);
  if (!run) return run.takeError();
  if (is_edit && run->code == 0) {
    BuildCommand edited = *command;
    for (const auto& [file, text] : subject.edited)
      edited.repaired[file] = text;
    arguments.emplace_back("edited");
    run = build_and_run(edited, program, options, folder, arguments);
    if (!run) return run.takeError();
  }
  if (run->code > 1 || (run->code == 1 && answers(run->output).empty()))
    return failure(thrown_text(*run, options));
  Verdict verdict;
  for (const llvm::StringRef line : answers(run->output))
    if (line.starts_with("eval") || line.starts_with("train") || line.starts_with("as constructed"))
      verdict.report += line.str() + "\n";
  if (run->code == 1) verdict.kind = Verdict::Kind::Constructed;
  verdict.other_weights = !answers(run->output, "as constructed: other initial values").empty();
  for (const std::string& first : answers(run->output, "first "))
    read_first(first, verdict);
  for (const std::string& first : answers(run->output, "unrepeatable "))
    read_unrepeatable(first, verdict);
  if (verdict.kind == Verdict::Kind::Unrepeatable) return verdict;
  if (verdict.kind == Verdict::Kind::None || verdict.kind == Verdict::Kind::Constructed) {
    if (!subject.python.empty())
      if (llvm::Error problem = verify_python(subject, options, folder, verdict)) return problem;
    return verdict;
  }
  if (!options.find_nodes) return verdict;
  if (llvm::Error problem = find_nodes(*command, subject, options, folder, verdict)) return problem;
  return verdict;
}

} // namespace fx::verify
