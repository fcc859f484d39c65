#include "Project.h"

#include "ShownDiagnostics.h"
#include "ShownModels.h"
#include "ShownSymbols.h"

#include "fx/Check/Check.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <chrono>

namespace fx::lsp {

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
  traces_ = std::make_unique<driver::TraceWithInputs>(*session_, file_, plugin_);
  trace_options_.keep_going = true;
  trace_options_.stored_values = true;
  trace_options_.open_kernels = driver::kernels_opener(plugin_);
  driver::add_config(config, {file_}, {}, trace_options_);
  checks_ = check::Selection(config.checks);
  find_rules_ = options.rules_file;
  rule_sets_ = options.rule_sets;
  for (const std::string& name : config.rules)
    if (!llvm::is_contained(rule_sets_, name)) rule_sets_.push_back(name);
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

driver::Models Project::models(PassManager passes, TraceModes modes, Examples examples,
                               std::stop_token stop, const std::string& root) const {
  frontend::TraceOptions options = trace_options_;
  if (!root.empty()) options.root = root;
  if (examples == Examples::All)
    options = traces_->with_inputs(options);
  else
    options.open_kernels = nullptr;
  options.stop = std::move(stop);
  if (modes == TraceModes::First && !options.training) options.eval_only = true;
  return {*session_, {file_}, options, std::move(passes), plugin_};
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
  driver::TraceWithInputs::Traced traced = traces_->trace(how);
  answer.is_cancelled = traced.is_cancelled() || stop.stop_requested();
  if (answer.is_cancelled) return answer;
  ShownFiles files(*session_, directory_);
  for (const Diagnostic& problem : problems_)
    traced.said.push_back(problem);
  // A file of other code that uses LibTorch is not told that it has no model.
  llvm::erase_if(traced.said, [](const Diagnostic& said) { return said.id == "no-module"; });
  // Nobody asks for them while one types.
  const bool has_places = answer.modes == TraceModes::All;
  std::vector<check::ClassPlaces> classes;
  const std::vector<Diagnostic> found =
      check::run_checks(*session_, checks_, traced.models->traced().models,
                        traced.models->options().kernels.get(), has_places ? &classes : nullptr);
  check::remove_repeated(traced.said, found);
  llvm::append_range(traced.said, found);
  NamedShapes shapes;
  if (const std::shared_ptr<ops::Kernels>& kernels = traced.models->options().kernels)
    for (TracedModule& model : *traced.models)
      shapes.merge(named_shapes(model, kernels, traces_->has_guessed(model)));
  show_models(traced.models->traced().models, shapes, files);
  if (has_places) {
    show_places(traced.models->traced().models, classes, files);
    show_symbols(traced.models->traced().models, classes, shapes, files);
  }
  answer.log = show_diagnostics(traced.said, file_, files);
  answer.has_models = traced.models->traced().ok();
  answer.shown = files.take();
  llvm::append_range(answer.read, session_->files_read());
  for (const std::optional<FileStamp>& stamp : {config_stamp_, commands_stamp_})
    if (stamp) answer.read.push_back(stamp->path);
  answer.milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(
                            std::chrono::steady_clock::now() - begin)
                            .count();
  return answer;
}

} // namespace fx::lsp
