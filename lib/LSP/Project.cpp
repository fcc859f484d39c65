#include "Project.h"

#include "ShownDiagnostics.h"
#include "ShownModels.h"

#include "fx/Driver/GuessedInputs.h"
#include "fx/Frontend/ModelOptions.h"
#include "fx/IR/Printer.h"
#include "fx/Verify/GuessInputs.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <chrono>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fx::lsp {

namespace {

/// The name of a model by which inputs are given to it: "zoo::Net".
std::string input_name(const TracedModule& model) {
  frontend::ModelOptions made;
  made.root = model.origin.root;
  return frontend::name_of(made);
}

/// Whether a result, of "zoo::NetImpl" say, is that of a model with such a name.
bool is_of(const frontend::ClassResult& result, llvm::StringRef name) {
  llvm::StringRef whole = result.name;
  if (!name.ends_with("Impl")) whole.consume_back("Impl");
  return whole.consume_back(name) && (whole.empty() || whole.ends_with("::"));
}

/// The operands of an operator do not go together.
bool fails_with_inputs(const frontend::ClassResult& result) {
  return result.failed && result.id == "example-fails";
}

} // namespace

/// A trace of the file, and what was said of it.
struct Project::Attempt {
  std::unique_ptr<driver::Models> models;
  std::unique_ptr<DiagnosticList> list;
  bool is_cancelled() const {
    return models->traced().status == frontend::TraceResult::Status::Cancelled;
  }
};

Project::Project(std::string file, const WorkerOptions& options, const ProgressSink& progress)
    : file_(std::move(file)) {
  using namespace clang::tooling;
  driver::Config config;
  if (const std::string path = driver::find_config(file_); !path.empty()) {
    config_stamp_ = FileStamp::of(path);
    if (Expected<driver::Config> read = driver::read_config(path))
      config = std::move(*read);
    else
      problems_.push_back(to_diagnostic(read.error()));
  }
  std::string problem;
  std::unique_ptr<CompilationDatabase> database =
      options.compile_commands_dir.empty()
          ? driver::find_compile_commands(file_)
          : CompilationDatabase::autoDetectFromDirectory(options.compile_commands_dir, problem);
  command_folders_ = options.compile_commands_dir.empty()
                         ? driver::compile_commands_folders(file_)
                         : std::vector{options.compile_commands_dir};
  if (const std::string path = compile_commands(); !path.empty())
    commands_stamp_ = FileStamp::of(path);
  directory_ = llvm::sys::path::parent_path(file_).str();
  if (!database && !problem.empty()) {
    problems_.emplace_back();
    problems_.back().severity = Severity::Warning;
    problems_.back().message = std::move(problem);
  }
  if (!database)
    database = std::make_unique<FixedCompilationDatabase>(directory_, std::vector<std::string>{});
  database_ = driver::with_arguments(std::move(database), /*is_fixed=*/false, config,
                                     options.extra_arguments);
  if (const auto commands = database_->getCompileCommands(file_); !commands.empty())
    directory_ = commands.front().Directory;
  session_ = std::make_unique<frontend::Session>(*database_, options.session);
  plugin_ = options.plugin(*session_, file_, progress);
  trace_options_.keep_going = true;
  trace_options_.stored_values = true;
  trace_options_.open_kernels = driver::kernels_opener(plugin_);
  driver::add_config(config, {file_}, {}, trace_options_);
}

std::string Project::compile_commands() const {
  for (const std::string& folder : command_folders_) {
    llvm::SmallString<256> path(folder);
    llvm::sys::path::append(path, "compile_commands.json");
    if (llvm::sys::fs::exists(path)) return std::string(path);
  }
  return {};
}

bool Project::is_current() const {
  const auto is_as_read = [](const std::optional<FileStamp>& stamp, const std::string& path) {
    return stamp ? stamp->path == path && stamp->is_current() : path.empty();
  };
  return is_as_read(config_stamp_, driver::find_config(file_)) &&
         is_as_read(commands_stamp_, compile_commands());
}

Project::Attempt Project::attempt(const frontend::TraceOptions& how, const Inputs& inputs) {
  frontend::TraceOptions options = how;
  for (const auto& [name, texts] : inputs) {
    frontend::ModelOptions& model = options.models.emplace_back();
    model.name = name;
    model.inputs = texts;
  }
  Attempt attempt{.models = std::make_unique<driver::Models>(*session_, std::vector{file_}, options,
                                                             PassManager(), plugin_),
                  .list = std::make_unique<DiagnosticList>()};
  attempt.models->trace(*attempt.list);
  return attempt;
}

bool Project::find_inputs(const Attempt& attempt) {
  const std::stop_token& stop = attempt.models->options().stop;
  bool found_some = false;
  for (const TracedModule& model : *attempt.models) {
    if (stop.stop_requested()) return false;
    if (!verify::needs_examples(model) || model.origin.root.empty()) continue;
    // What the last search was in vain for.
    std::string graph = print_graph(model);
    if (without_inputs_.contains(graph)) continue;
    frontend::TraceOptions options = attempt.models->options();
    // Each model has inputs of its own.
    if (attempt.models->size() > 1) options.root = model.origin.root;
    const Expected<driver::GuessedInputs> found =
        driver::guess_inputs(*attempt.models, model, std::move(options));
    if (found) {
      inputs_[input_name(model)] = found->texts;
      found_some = true;
    } else if (!stop.stop_requested()) {
      without_inputs_.insert(std::move(graph));
    }
  }
  return found_some;
}

Project::Attempt Project::trace_with_inputs(const frontend::TraceOptions& how) {
  Attempt with_known = attempt(how, inputs_);
  if (with_known.is_cancelled()) return with_known;
  // Inputs that were found for an earlier text may not be those of this one: its parameters may
  // have other names.
  const Inputs known = inputs_;
  const std::vector<frontend::ClassResult>& results = with_known.models->traced().classes;
  std::erase_if(inputs_, [&](const auto& entry) {
    return llvm::none_of(results, [&](const frontend::ClassResult& result) {
      return result.traced && is_of(result, entry.first);
    });
  });
  if (inputs_.size() == known.size())
    return find_inputs(with_known) ? attempt(how, inputs_) : std::move(with_known);
  Attempt without = attempt(how, inputs_);
  if (!without.is_cancelled() && find_inputs(without)) return attempt(how, inputs_);
  if (how.stop.stop_requested() || llvm::any_of(results, fails_with_inputs)) {
    // There are none: what does not go together with the known ones is what the user wants to see.
    inputs_ = known;
    return with_known;
  }
  return without;
}

TraceAnswer Project::trace(TraceModes modes, const std::stop_token& stop) {
  const auto begin = std::chrono::steady_clock::now();
  TraceAnswer answer;
  answer.file = file_;
  answer.read = {file_};
  // Where its line is being edited, the file is still one of LibTorch's.
  if (!has_libtorch_) has_libtorch_ = session_->includes_libtorch(file_);
  if (!has_libtorch_) return answer;
  frontend::TraceOptions how = trace_options_;
  how.stop = stop;
  const bool has_one_mode = how.training || how.eval_only;
  if (modes == TraceModes::First && !has_one_mode) {
    how.eval_only = true;
    answer.modes = modes;
  }
  const Attempt attempt = trace_with_inputs(how);
  answer.is_cancelled = attempt.is_cancelled() || stop.stop_requested();
  if (answer.is_cancelled) return answer;
  ShownFiles files(*session_, directory_);
  for (const Diagnostic& problem : problems_)
    attempt.list->on_diagnostic(problem);
  // A file of other code that uses LibTorch is not told that it has no model.
  llvm::erase_if(attempt.list->said, [](const Diagnostic& said) { return said.id == "no-module"; });
  std::vector<std::string> texts; // of guessed inputs that something fails with
  for (const auto& [name, inputs] : inputs_)
    if (llvm::any_of(attempt.models->traced().classes, [&](const frontend::ClassResult& result) {
          return fails_with_inputs(result) && is_of(result, name);
        }))
      texts.push_back(fmt::format("{}: {}", name, fmt::join(inputs, " ")));
  for (Diagnostic& said : attempt.list->said)
    if (said.id == "example-fails" && !texts.empty()) {
      Diagnostic& note = said.notes.emplace_back();
      note.severity = Severity::Note;
      note.message = fmt::format("the inputs were guessed ({}); a comment `// fx: x=1x3x224x224` "
                                 "above the class says others",
                                 fmt::join(texts, "; "));
    }
  NamedShapes shapes;
  if (const std::shared_ptr<ops::Kernels>& kernels = attempt.models->options().kernels)
    for (TracedModule& model : *attempt.models)
      shapes.merge(named_shapes(model, kernels, inputs_.contains(input_name(model))));
  show_models(attempt.models->traced().models, shapes, files);
  answer.log = show_diagnostics(attempt.list->said, file_, files);
  answer.has_models = attempt.models->traced().ok();
  answer.shown = files.take();
  answer.read.assign(session_->files_read().begin(), session_->files_read().end());
  answer.read.push_back(file_);
  for (const std::optional<FileStamp>& stamp : {config_stamp_, commands_stamp_})
    if (stamp) answer.read.push_back(stamp->path);
  answer.milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(
                            std::chrono::steady_clock::now() - begin)
                            .count();
  return answer;
}

} // namespace fx::lsp
