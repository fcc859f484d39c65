#include "CommandLine.h"

namespace fx::tool {

using namespace llvm;

CommandLine::CommandLine(cl::OptionCategory& category)
    : session(category), config(category),
      checks(
          "checks",
          cl::desc(
              "Globs with commas between them, - before those that switch off; they count behind "
              "those of the .fx-clang (default: all checks)"),
          cl::value_desc("globs"), cl::cat(category)),
      as_errors("warnings-as-errors", cl::desc("Which warnings are errors, as globs"),
                cl::value_desc("globs"), cl::cat(category)),
      fix("fix", cl::desc("Change the files as the fixes say"), cl::cat(category)),
      export_fixes("export-fixes",
                   cl::desc("Write the fixes to a file that clang-apply-replacements reads"),
                   cl::value_desc("file"), cl::cat(category)),
      list_checks("list-checks", cl::desc("List the checks that are on, and exit"),
                  cl::cat(category)),
      build_path("p", cl::desc("Folder of compile_commands.json"), cl::value_desc("folder"),
                 cl::cat(category)),
      extra_args("extra-arg", cl::desc("Argument to append to the compile command"),
                 cl::cat(category)),
      quiet("quiet", cl::desc("Do not sum up"), cl::cat(category)) {}

llvm::Expected<check::Selection> CommandLine::selection(const driver::Config& config) const {
  const std::string globs = config.checks.empty() || checks.empty() ? config.checks + checks
                                                                    : config.checks + "," + checks;
  for (const std::string& each : {globs, as_errors.getValue()})
    if (const std::string problem = check::Selection(each).problem(); !problem.empty())
      return createStringError("no check has a name like '" + problem +
                               "'; --list-checks names "
                               "them");
  return check::Selection(globs);
}

} // namespace fx::tool
