#include "Checker.h"

#include "SourcePlugin.h"

#include "fx/Driver/TraceWithInputs.h"

#include "clang/Tooling/CompilationDatabase.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <fmt/format.h>

namespace fx::tool {

using namespace llvm;

/// What a check says, or Clang of code that does not compile.
bool Checker::is_wanted(const Diagnostic& said) {
  constexpr std::string_view no_model[] = {"no-module", "no-root"};
  constexpr std::string_view of_clang[] = {"clang", "does-not-compile"};
  if (!check::is_of_trace(said.id))
    return said.severity == Severity::Error &&
           (said.location.line == 0 || is_contained(of_clang, said.id)) &&
           !is_contained(no_model, said.id);
  return selection_.is_on(said.id) &&
         !check::is_allowed(std::string_view(texts_.text(said.location.file)), said.location.line,
                            said.id);
}

void Checker::say(Diagnostic diagnostic) {
  const SourceLocation& at = diagnostic.location;
  if (!said_.insert(fmt::format("{}:{}:{}: {}", at.file, at.line, at.column, diagnostic.message))
           .second)
    return;
  std::string text = diagnostic.text;
  for (const Diagnostic& note : diagnostic.notes)
    text += note.text;
  const bool is_error = diagnostic.severity == Severity::Error ||
                        (!line_.as_errors.empty() && as_errors_.is_on(diagnostic.id));
  ++(is_error ? num_errors_ : num_warnings_);
  errs() << text;
  found_.push_back(std::move(diagnostic));
}

void Checker::make_absolute(Diagnostic& said, const std::string& file) const {
  SmallString<256> directory;
  if (const auto commands = session_.database().getCompileCommands(file); !commands.empty())
    directory = commands.front().Directory;
  (void)sys::fs::make_absolute(directory);
  const auto make_absolute = [&](SourceLocation& at) {
    SmallString<256> path(at.file);
    sys::path::make_absolute(directory, path);
    sys::path::remove_dots(path, /*remove_dot_dot=*/true);
    at.file = std::string(path);
  };
  if (said.location.line != 0) make_absolute(said.location);
  for (FixIt& fix : said.fix_its) {
    make_absolute(fix.range.begin);
    make_absolute(fix.range.end);
  }
}

void Checker::check(const std::string& file) {
  if (!session_.includes_libtorch(file) && sys::fs::exists(file)) return;
  frontend::TraceOptions options;
  options.keep_going = true;
  const driver::PluginFinder plugin = source_plugin(program_, session_, file, nullptr);
  options.open_kernels = driver::kernels_opener(plugin);
  driver::add_config(config_, {file}, {}, options);
  driver::TraceWithInputs traces(session_, file, plugin);
  driver::TraceWithInputs::Traced traced = traces.trace(options);
  std::vector<Diagnostic> said = std::move(traced.said);
  append_range(said, traced.models->traced().passed_over);
  for (Diagnostic& each : said)
    make_absolute(each, file);
  erase_if(said, [&](const Diagnostic& each) { return !is_wanted(each); });
  for (Diagnostic& each : check::run_checks(session_, selection_, traced.models->traced().models,
                                            traced.models->options().kernels.get())) {
    make_absolute(each, file);
    said.push_back(std::move(each));
  }
  for (Diagnostic& each : said)
    say(std::move(each));
}

llvm::Expected<bool> Checker::finish(const std::string& first) {
  if (!line_.quiet && num_errors_ + num_warnings_ > 0)
    errs() << fmt::format("{} warning{}, {} error{}\n", num_warnings_,
                          num_warnings_ == 1 ? "" : "s", num_errors_, num_errors_ == 1 ? "" : "s");
  const driver::Fixes fixes = driver::fixes_of(found_, texts_);
  if (!line_.export_fixes.empty()) {
    SmallString<256> main_file(first);
    (void)sys::fs::make_absolute(main_file);
    const std::string yaml = refactor::replacements_yaml(std::string(main_file), fixes.edits);
    if (llvm::Error wrong = writeToOutput(line_.export_fixes, [&](raw_ostream& stream) {
          stream << yaml;
          return llvm::Error::success();
        }))
      return wrong;
  }
  if (line_.fix) {
    if (llvm::Error wrong = refactor::write_files(texts_, fixes.edits)) return wrong;
    errs() << fmt::format("{} of {} fixed\n", fixes.num_fixed, found_.size());
  }
  return num_errors_ == 0;
}

} // namespace fx::tool
