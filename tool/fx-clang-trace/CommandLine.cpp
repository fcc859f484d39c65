#include "CommandLine.h"

namespace fx::tool {

using namespace llvm;

CommandLine::CommandLine(cl::OptionCategory& category)
    : questions(category), passes(category), session(category), trace(category), config(category),
      verify(category), rewrite(category), refactorings(category), dependencies(category),
      emit(category), all(category), build_path("p", cl::desc("Folder of compile_commands.json"),
                                                cl::value_desc("folder"), cl::cat(category)),
      extra_args("extra-arg", cl::desc("Argument to append to the compile command"),
                 cl::cat(category)),
      verify_diagnostics("verify-diagnostics",
                         cl::desc("Trace, and compare messages with expected-error comments"),
                         cl::cat(category)),
      quiet("quiet", cl::desc("Say errors and warnings alone"), cl::cat(category)) {}

llvm::Error CommandLine::prepare(bool is_all) {
  if (session.reads_standard_input() && rewrite.is_in_place())
    return createStringError("-i changes files, and the source is standard input");
  if (rewrite.has_key_map() && !is_rewriting())
    return createStringError("--key-map goes with --rewrite or --refactor");
  if (rewrite.has_key_map() && is_all)
    return createStringError("--key-map is of one model, and several files may have several");
  if (is_all)
    if (llvm::Error wrong = all.prepare(emit.output(), session.reads_standard_input()))
      return wrong;
  if (llvm::Error wrong = emit.prepare()) return wrong;
  return dependencies.prepare(emit.output());
}

Verbosity CommandLine::verbosity() const {
  if (quiet) return Verbosity::Quiet;
  return all.is_one_of_many() ? Verbosity::OneOfMany : Verbosity::Normal;
}

} // namespace fx::tool
