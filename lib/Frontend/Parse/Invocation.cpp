#include "Frontend/Parse/Invocation.h"

#include "Frontend/Parse/CompileCommand.h"
#include "Frontend/Parse/IncludeScan.h"

#include "FrontendInstallation.h"

#include "clang/Basic/DiagnosticDriver.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Basic/TargetOptions.h"
#include "clang/Frontend/FrontendOptions.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

#include <iterator>
#include <vector>

namespace fx::frontend {

namespace path = llvm::sys::path;

namespace {

// GCC lets these pass with a warning at most, Clang makes them errors: a model that its owner
// compiles every day must parse here.
constexpr const char* gcc_warnings[] = {
    "parentheses",
    "c++11-narrowing",
    "reserved-user-defined-literal",
    "register",
    "dynamic-exception-spec",
    "increment-bool",
    "address-of-temporary",
    "static-float-init",
    "non-pod-varargs",
    "missing-template-arg-list-after-template-kw",
    "invalid-constexpr",
    "return-mismatch",
    "return-type",
    "elaborated-enum-base",
    "elaborated-enum-class",
};

// Passes the driver's complaints on, except those about options that only another compiler knows.
class DriverDiagnostics : public clang::DiagnosticConsumer {
public:
  explicit DriverDiagnostics(DiagnosticOutput& output) : output_(output) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic& info) override {
    switch (info.getID()) {
    case clang::diag::err_drv_unknown_argument:
    case clang::diag::err_drv_unknown_argument_with_suggestion:
    case clang::diag::err_drv_unsupported_opt:
    case clang::diag::err_drv_unsupported_opt_with_suggestion:
    case clang::diag::err_drv_unsupported_opt_for_target:
    case clang::diag::err_drv_unsupported_option_argument: return;
    default: break;
    }
    if (level < clang::DiagnosticsEngine::Error) return;
    failed_ = true;
    llvm::SmallString<128> message;
    info.FormatDiagnostic(message);
    output_.message(diag::wrong_command, std::string(message));
  }

  bool failed() const { return failed_; }

private:
  DiagnosticOutput& output_;
  bool failed_ = false;
};

bool is_header(llvm::StringRef file) {
  return llvm::StringSwitch<bool>(path::extension(file).lower())
      .Cases({".h", ".hh", ".hpp", ".hxx", ".h++", ".inl", ".ipp", ".tpp", ".cuh"}, true)
      .Default(false);
}

// Options that make the driver itself write something, rather than say what it compiles.
bool is_question(llvm::StringRef argument) {
  return argument.starts_with("-print-") || argument.starts_with("--print-") ||
         llvm::is_contained({"-v", "--verbose", "-###", "--version", "-dumpversion", "-dumpmachine",
                             "--help", "-help"},
                            argument);
}

// Options that change neither the AST of a model nor LibTorch's headers in any way that matters
// here, but would make another precompiled header each: -O2 of a Release build, -g, -fPIC.
bool is_code_generation(llvm::StringRef argument) {
  if (argument.starts_with("-O") || argument.starts_with("-fsanitize") ||
      argument.starts_with("-fno-sanitize"))
    return true;
  if (argument.starts_with("-g") && !argument.starts_with("-gcc")) return true;
  // They name files that a build makes, or that GCC alone reads.
  for (const char* prefix :
       {"-fprofile-", "-fauto-profile", "-fcoverage-", "-ftest-coverage", "-flto", "-fplugin",
        "-specs=", "--specs=", "-fdump-", "-Wa,", "-Wl,", "-save-temps", "--save-temps", "-mtune="})
    if (argument.starts_with(prefix)) return true;
  return llvm::is_contained({"-fPIC", "-fPIE", "-fpic", "-fpie", "-fno-pic", "-fno-pie", "-pipe",
                             "-fpermissive", "-pg", "--coverage"},
                            argument);
}

// What every LibTorch from 1.13 on compiles with, but for the newest.
constexpr llvm::StringLiteral usual_standard = "-std=c++17";
// What the headers of libfx-runtime want.
constexpr const char* runtime_standard = "-std=c++20";

bool names_standard(const CompileCommand& command) {
  return llvm::any_of(command.arguments, [](llvm::StringRef argument) {
    return argument.starts_with("-std=") || argument.starts_with("--std");
  });
}

std::vector<std::string> parse_arguments(const CompileCommand& command, const std::string& file,
                                         llvm::StringRef standard) {
  // Clang looks for its own headers, and for GCC's, beside the program.
  std::vector<std::string> arguments{command.compiler.empty() ? "clang++" : command.compiler};
  const auto is_given = [&](llvm::StringRef option) {
    return llvm::any_of(command.arguments,
                        [&](llvm::StringRef argument) { return argument.starts_with(option); });
  };
  if (!is_given("-resource-dir"))
    arguments.insert(arguments.end(), {"-resource-dir", clang_resource_dir});
  if (!names_standard(command)) arguments.push_back(standard.str());
  if (is_header(file)) arguments.insert(arguments.end(), {"-x", "c++"});
  llvm::copy_if(command.arguments, std::back_inserter(arguments), [](llvm::StringRef argument) {
    return !is_code_generation(argument) && !is_question(argument);
  });
  arguments.insert(arguments.end(), {"-fsyntax-only", file});
  return arguments;
}

/// What stood in a precompiled header that the driver found beside a header.
void include_instead_of_precompiled(clang::PreprocessorOptions& options) {
  llvm::StringRef header = options.ImplicitPCHInclude;
  if (header.consume_back(".pch") || header.consume_back(".gch"))
    if (!llvm::is_contained(options.Includes, header))
      options.Includes.insert(options.Includes.begin(), header.str());
  options.ImplicitPCHInclude.clear();
}

void set_up_options(clang::CompilerInvocation& compiler) {
  clang::FrontendOptions& frontend = compiler.getFrontendOpts();
  frontend.ProgramAction = clang::frontend::ParseSyntaxOnly;
  frontend.OutputFile.clear();
  frontend.Plugins.clear();
  frontend.AddPluginActions.clear();
  frontend.SkipFunctionBodies = true;
  frontend.ShowStats = false; // these, and what follows, would be written to stderr
  compiler.getHeaderSearchOpts().Verbose = false;
  compiler.getCodeGenOpts().TimePasses = false;
  compiler.getDependencyOutputOpts() = {};
  include_instead_of_precompiled(compiler.getPreprocessorOpts());

  clang::DiagnosticOptions& diagnostics = compiler.getDiagnosticOpts();
  diagnostics.Warnings.clear();
  for (const char* group : gcc_warnings)
    diagnostics.Warnings.push_back(std::string("no-error=") + group);
  diagnostics.Remarks.clear();
  diagnostics.DiagnosticSerializationFile.clear();
  diagnostics.IgnoreWarnings = true;
  diagnostics.ErrorLimit = 0;
  diagnostics.Pedantic = false;
  diagnostics.PedanticErrors = false;
  diagnostics.VerifyDiagnostics = false;
  diagnostics.ShowCarets = false; // no "1 error generated.";
}

/// A processor that GCC knows and Clang does not is read as any of its kind.
void drop_unknown_processor(llvm::vfs::FileSystem& files, clang::TargetOptions& target) {
  if (target.CPU.empty()) return;
  clang::IgnoringDiagConsumer silent;
  clang::DiagnosticOptions options;
  const auto diagnostics = compat::make_diagnostics(files, options, silent);
  clang::TargetOptions tried = target;
  const llvm::IntrusiveRefCntPtr<clang::TargetInfo> info(
      clang::TargetInfo::CreateTargetInfo(*diagnostics, tried));
  if (info) return;
  target.CPU.clear();
  target.TuneCPU.clear();
}

/// `result` has the file and the file system. `standard`: for a command that names none.
bool complete_invocation(Invocation& result, const CompileCommand& command,
                         const std::string& absolute, llvm::StringRef standard,
                         llvm::StringRef libtorch, DiagnosticOutput& output) {
  std::vector<std::string> arguments = parse_arguments(command, absolute, standard);
  llvm::SmallVector<const char*, 64> pointers;
  for (const std::string& argument : arguments)
    pointers.push_back(argument.c_str());

  DriverDiagnostics driver_consumer(output);
  clang::DiagnosticOptions options;
  auto diagnostics = compat::make_diagnostics(*result.files, options, driver_consumer);
  result.compiler = compat::make_invocation(pointers, result.files, diagnostics);
  if (driver_consumer.failed()) return false;
  if (!result.compiler || result.compiler->getFrontendOpts().Inputs.empty()) {
    diagnostics->Report(diagnostics->getCustomDiagID(
        clang::DiagnosticsEngine::Error, "the compile command of '%0' names no C++ source"))
        << result.file;
    return false;
  }

  set_up_options(*result.compiler);
  drop_unknown_processor(*result.files, result.compiler->getTargetOpts());
  // LibTorch's headers are the same without, and Clang's omp.h is seldom installed.
  clang::LangOptions& language = result.compiler->getLangOpts();
  result.with_openmp = language.OpenMP != 0 && !language.OpenMPSimd;
  language.OpenMP = 0;
  auto& inputs = result.compiler->getFrontendOpts().Inputs;
  clang::FrontendInputFile input(result.file, inputs.front().getKind());
  inputs.assign(1, input);
  result.libtorch = set_libtorch(*result.files, result.compiler->getHeaderSearchOpts(), libtorch);
  return true;
}

} // namespace

std::optional<Invocation> make_invocation(const clang::tooling::CompilationDatabase& database,
                                          const SourceFiles& files, llvm::StringRef file,
                                          llvm::StringRef libtorch, DiagnosticOutput& output) {
  Invocation result;
  result.files = files.open();
  std::string absolute = absolute_path(*result.files, file);
  const Expected<CompileCommand> command = find_compile_command(database, *result.files, file);
  if (!command) {
    output.message(Saying{command.error().info, command.error().message});
    return std::nullopt;
  }
  if (!command->taken_from.empty())
    output.message(diag::command_of_another_file, command->taken_from, file.str());
  if (command->directory_is_gone)
    output.message(diag::directory_of_command_gone, command->directory, file.str());
  (void)result.files->setCurrentWorkingDirectory(command->directory);
  result.file = absolute_path(*result.files, file) == absolute ? file.str() : absolute;

  if (!libtorch.empty() && !find_libtorch_at(*result.files, libtorch).are_whole()) {
    output.message(diag::no_libtorch_there, libtorch.str());
    return std::nullopt;
  }
  const auto complete = [&](llvm::StringRef standard) {
    return complete_invocation(result, *command, absolute, standard, libtorch, output);
  };
  if (!complete(usual_standard)) return std::nullopt;
  // Which LibTorch it is, the include folders of the command say.
  result.runtime_header = runtime_header_of(*result.files, *result.compiler, result.file);
  if (names_standard(*command)) return result;
  std::string standard =
      result.libtorch.are_whole() ? ops::standard_argument(result.libtorch) : usual_standard.str();
  if (standard == usual_standard && !result.runtime_header.empty()) standard = runtime_standard;
  if (standard != usual_standard && !complete(standard)) return std::nullopt;
  return result;
}

} // namespace fx::frontend
