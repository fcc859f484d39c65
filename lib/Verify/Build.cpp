#include "Build.h"

#include "Files.h"
#include "LinkProblems.h"
#include "Messages.h"
#include "Program.h"
#include "VerifyInstallation.h"

#include "Frontend/Parse/CacheBound.h"
#include "Frontend/Parse/CommandWords.h"
#include "Frontend/Parse/CompileCommand.h"
#include "Frontend/Parse/Undamaged.h"
#include "fx/Verify/LibTorchInstallation.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/LockFileManager.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <fmt/format.h>

namespace fx::verify {

using namespace llvm;
namespace fs = sys::fs;
namespace path = sys::path;

namespace {

constexpr unsigned build_seconds = 900;
constexpr unsigned run_seconds = 900;

std::string contents(const std::string& file) {
  auto buffer = MemoryBuffer::getFile(file, /*IsText=*/true);
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

/// Runs a program in `directory`; both of its outputs go to `log`. It gets `megabytes` of memory.
int execute(StringRef directory, const std::vector<std::string>& command, const std::string& log,
            unsigned seconds, std::string& problem, unsigned megabytes = 0) {
  // execv has no working directory; the shell does, and takes the words as they are.
  std::vector<StringRef> words{"/bin/sh", "-c", R"(cd "$0" && exec "$@")", directory};
  words.insert(words.end(), command.begin(), command.end());
  return sys::ExecuteAndWait("/bin/sh", words, std::nullopt, {StringRef(), log, log}, seconds,
                             megabytes, &problem);
}

/// A wrapper script and c++ do not say by their names what they are.
bool is_clang(const std::string& compiler) {
  const StringRef name = path::filename(compiler);
  if (name.contains("clang")) return true;
  if (name.contains("g++") || name.contains("gcc")) return false;
  const TemporaryFolder folder;
  std::string problem;
  (void)execute("/", {compiler, "--version"}, folder.file("log"), /*seconds=*/10, problem);
  return StringRef(contents(folder.file("log"))).contains("clang");
}

std::string find_program(std::initializer_list<StringRef> names) {
  for (const StringRef name : names) {
    if (name.empty()) continue;
    const auto found = sys::findProgramByName(name); // which takes a path as it is
    if (found && fs::can_execute(*found)) return *found;
  }
  return {};
}

bool is_unwanted(StringRef argument) {
  return argument.starts_with("-W") || argument.starts_with("-O") || argument.starts_with("-g") ||
         argument.starts_with("-fsanitize") || argument == "-w" || argument.starts_with("-flto") ||
         argument.starts_with("-fprofile-") || argument == "--coverage" ||
         argument.starts_with("-save-temps") || argument.starts_with("-fdiagnostics-") ||
         argument == "-fanalyzer" || argument == "-pedantic";
}

/// Adds the words of a compile command to what builds a program.
void add_arguments(BuildCommand& command, const std::vector<std::string>& words,
                   const ops::HeaderFolders& libtorch) {
  bool has_standard = false;
  for (size_t i = 0; i < words.size(); ++i) {
    const StringRef word = words[i];
    if (is_unwanted(word)) continue;
    if (!command.is_clang && (word.starts_with("--driver-mode=") || word.starts_with("--target=")))
      continue; // which LLVM adds for itself
    if (word == "-include" && i + 1 < words.size()) {
      command.includes.push_back(words[++i]);
    } else if (word == "-isystem" && i + 1 < words.size()) {
      // LibTorch's header is precompiled in another folder.
      SmallString<256> folder(words[++i]);
      path::make_absolute(command.directory, folder);
      command.arguments.insert(command.arguments.end(), {"-isystem", std::string(folder)});
    } else {
      has_standard |= word.starts_with("-std=") || word.starts_with("--std");
      command.arguments.push_back(word.str());
    }
  }
  if (!has_standard) command.arguments.push_back(ops::standard_argument(libtorch));
}

/// The first errors of a compiler's output, as many as a reader will look at.
std::string first_errors(StringRef log) {
  SmallVector<StringRef> lines;
  log.split(lines, '\n');
  std::string text;
  int shown = 0;
  for (const StringRef line : lines)
    if (shown < 4 && (line.contains("error:") || line.contains("undefined reference") ||
                      line.contains("undefined symbol"))) {
      text += "\n  " + line.str();
      ++shown;
    }
  return shown ? text : "\n  " + log.take_front(400).str();
}

llvm::Error failure(const std::string& message) {
  return createStringError(inconvertibleErrorCode(), message);
}

/// The project's folders are no part of LibTorch.
std::vector<std::string> without_folders(const std::vector<std::string>& words) {
  std::vector<std::string> arguments;
  for (size_t i = 0; i < words.size(); ++i) {
    const StringRef argument = words[i];
    if (argument == "-I" || argument == "-iquote")
      ++i;
    else if (!argument.starts_with("-I") && !argument.starts_with("-iquote"))
      arguments.push_back(argument.str());
  }
  return arguments;
}

/// Verification.h, and with it LibTorch's headers, compiled ahead; empty: it cannot be.
std::string precompiled_header(const BuildCommand& command, const Options& options) {
  if (!command.is_clang || options.cache_directory.empty()) return {};
  const std::vector<std::string> arguments = without_folders(command.arguments);
  SHA256 hash;
  const std::string text = std::string(libtorch_layers) + verification_header;
  hash.update(text);
  hash.update(command.compiler);
  hash.update(command.libtorch);
  for (const std::string& argument : arguments) {
    hash.update(argument);
    hash.update(StringRef("\0", 1));
  }
  const std::string key = toHex(hash.final(), /*LowerCase=*/true).substr(0, 24);
  SmallString<256> folder(options.cache_directory);
  path::append(folder, "verify");
  if (fs::create_directories(folder)) return {};
  SmallString<256> made(folder);
  path::append(made, key + ".pch");
  LockFileManager lock(made);
  // Clang trusts a header that is damaged, and crashes.
  const auto is_made = [&] { return frontend::is_intact(std::string(made)); };
  for (int tries = 0; !is_made() && tries < 2; ++tries) {
    llvm::Expected<bool> owned = lock.tryLock();
    if (!owned) {
      consumeError(owned.takeError());
      return {};
    }
    if (!*owned) {
      (void)lock.waitForUnlockFor(std::chrono::seconds(build_seconds));
      continue;
    }
    SmallString<256> header(folder);
    path::append(header, key + ".h");
    if (llvm::Error problem = write(std::string(header), text)) {
      consumeError(std::move(problem));
      return {};
    }
    const std::string fresh = std::string(made) + ".new";
    std::vector<std::string> words{command.compiler};
    words.insert(words.end(), arguments.begin(), arguments.end());
    words.insert(words.end(), {"-fpch-instantiate-templates", "-x", "c++-header",
                               std::string(header), "-o", fresh});
    std::string problem;
    if (execute("/", words, fresh + ".log", build_seconds, problem) != 0) {
      (void)fs::remove(fresh);
      return {};
    }
    (void)fs::remove(fresh + ".log");
    if (!frontend::seal(std::string(made), fresh) || fs::rename(fresh, made)) {
      (void)fs::remove(fresh);
      return {};
    }
    break;
  }
  if (!is_made()) return {};
  frontend::note_use(std::string(made));
  return std::string(made);
}

} // namespace

TemporaryFolder::TemporaryFolder() {
  (void)fs::createUniqueDirectory("fx-verify", folder_);
}

TemporaryFolder::~TemporaryFolder() {
  if (!folder_.empty()) (void)fs::remove_directories(folder_);
}

std::string TemporaryFolder::file(StringRef name) const {
  return below(folder_, name);
}

llvm::Error write(const std::string& file, StringRef text) {
  std::error_code problem;
  raw_fd_ostream stream(file, problem);
  if (problem) return errorCodeToError(problem);
  stream << text;
  return llvm::Error::success();
}

/// The LibTorch that the model was traced with.
static llvm::Error use_libtorch(BuildCommand& command, const Origin& origin,
                                const std::vector<std::string>& words) {
  const LibTorchInstallation libtorch =
      find_installation({origin.libtorch_base, origin.libtorch_api}, words);
  if (!libtorch.is_built_in)
    if (const std::string problem = libtorch.loader_problem(); !problem.empty())
      return failure(fmt::format("LibTorch {} cannot be used here: {}", libtorch.version, problem));
  // The words may name none, or the one in whose place it is.
  const std::vector<std::string> folders = libtorch.include_arguments();
  command.arguments.insert(command.arguments.begin(), folders.begin(), folders.end());
  // Only what has LibTorch's ABI links with it, whatever the words say.
  if (libtorch.old_abi || any_of(words, mentions_abi))
    command.arguments.insert(command.arguments.end(),
                             {"-U_GLIBCXX_USE_CXX11_ABI", libtorch.abi_argument()});
  command.libtorch = libtorch.identity();
  command.link = libtorch.link_arguments();
  return llvm::Error::success();
}

Compiler find_compiler(const frontend::CompileCommand& command, bool must_be_clang) {
  Compiler found;
  if (!command.compiler.empty()) {
    found.path = find_program({command.compiler});
    if (found.path.empty()) found.absent = command.compiler;
  }
  if (!found.path.empty()) {
    found.is_clang = is_clang(found.path);
    if (found.is_clang || !must_be_clang) return found;
    found.unfit = command.compiler;
  }
  // One of the same family reads the same words.
  const bool was_gcc =
      !found.absent.empty() && !must_be_clang && !path::filename(found.absent).contains("clang");
  found.path = must_be_clang ? find_program({"clang++", "clang++-22"})
               : was_gcc     ? find_program({"g++", "c++", default_compiler, "clang++"})
                             : find_program({default_compiler, "clang++", "c++"});
  found.is_clang = !found.path.empty() && is_clang(found.path);
  return found;
}

std::vector<std::string> words_for(const Compiler& compiler,
                                   const frontend::CompileCommand& command) {
  // What stands behind -- is read by Clang.
  const bool is_for_clang = command.compiler.empty() && !compiler.is_clang;
  return compiler.is_another() || is_for_clang ? frontend::portable_arguments(command.arguments)
                                               : command.arguments;
}

std::optional<Saying> Compiler::remark() const {
  if (!absent.empty()) return say(diag::compiler_absent, absent, path);
  if (!unfit.empty()) return say(diag::compiler_reads_no_edits, unfit, path);
  return std::nullopt;
}

llvm::Expected<BuildCommand> build_command(const clang::tooling::CompilationDatabase& database,
                                           const Origin& origin, const Options& options,
                                           bool must_be_clang) {
  const auto files = vfs::getRealFileSystem();
  const fx::Expected<frontend::CompileCommand> command =
      frontend::find_compile_command(database, *files, origin.files.front());
  if (!command) return failure(command.error().message);
  const Compiler compiler = find_compiler(*command, must_be_clang);
  if (compiler.path.empty())
    return failure(must_be_clang
                       ? "--verify reads edited files in the place of those on disk, which takes "
                         "clang++ as the compiler; the compile command names '" +
                             command->compiler + "'"
                       : "no C++ compiler was found to build the models with: install clang or "
                         "g++");
  if (const std::optional<Saying> remark = compiler.remark(); remark && options.tell)
    options.tell(*remark);
  BuildCommand result;
  result.directory = command->directory_is_gone ? path::parent_path(origin.files.front()).str()
                                                : command->directory;
  result.compiler = compiler.path;
  result.is_clang = compiler.is_clang;
  const std::vector<std::string> words = words_for(compiler, *command);
  add_arguments(result, words, {origin.libtorch_base, origin.libtorch_api});
  if (llvm::Error problem = use_libtorch(result, origin, words)) return problem;
  if (!result.is_clang) result.arguments.emplace_back("-fpermissive");
  result.arguments.insert(result.arguments.end(), {"-O0", "-w"});
  for (const std::string& folder : origin.folders)
    result.arguments.push_back("-I" + folder);
  for (const std::string& source : origin.files)
    result.arguments.push_back("-I" + path::parent_path(source).str());
  result.repaired = origin.repaired;
  result.sources = database.getAllFiles();
  result.link.insert(result.link.end(), options.link_arguments.begin(),
                     options.link_arguments.end());
  if (result.is_clang) result.link.emplace_back("-Wl,--allow-shlib-undefined");
  if (result.is_clang && sys::findProgramByName("ld.lld")) result.link.emplace_back("-fuse-ld=lld");
  return result;
}

std::string compile(StringRef directory, const std::vector<std::string>& command,
                    const TemporaryFolder& folder) {
  const std::string log = folder.file("log");
  std::string problem;
  // Its messages are looked at, so they are in English.
  std::vector<std::string> words{"env", "LC_ALL=C"};
  words.insert(words.end(), command.begin(), command.end());
  const int code = execute(directory, words, log, build_seconds, problem);
  if (code == 0) return {};
  std::string text = contents(log);
  if (text.empty()) text = fmt::format("'{}' ended with {}", command.front(), code);
  return first_errors(text) + (problem.empty() ? "" : "\n  " + problem);
}

std::string memory_hint(unsigned megabytes) {
  return fmt::format("a program of --verify may take {} MB of memory: say a smaller --input, or "
                     "--memory-limit=<megabytes>",
                     megabytes);
}

/// Why a program may have been killed.
static std::string explain_end(StringRef output, unsigned megabytes) {
  if (megabytes > 0 && (output.contains("bad_alloc") || output.contains("allocate memory")))
    return "; " + memory_hint(megabytes);
  if (output.contains("@fx-verify repeated") && !output.contains("@fx-verify repeats"))
    return "; the original ran for the second time, on memory that is filled with other bytes: it "
           "depends on memory that nothing has written to";
  return {};
}

llvm::Expected<Run> run_command(StringRef directory, const std::vector<std::string>& command,
                                const TemporaryFolder& folder, unsigned megabytes) {
  const std::string output = folder.file("output");
  std::string problem;
  Run run;
  run.code = execute(directory, command, output, run_seconds, problem, megabytes);
  run.output = contents(output);
  if (run.code < 0)
    return failure(fmt::format("the program that compares the models ended: {}{}", problem,
                               explain_end(run.output, megabytes)));
  return run;
}

/// Clang reads the repaired texts in the place of the files.
static llvm::Error write_overlay(const BuildCommand& command, const TemporaryFolder& folder) {
  json::Array files;
  for (const auto& [file, text] : command.repaired) {
    const std::string repaired = folder.file(fmt::format("repaired-{}", files.size()));
    if (llvm::Error problem = write(repaired, text)) return problem;
    files.push_back(
        json::Object{{"type", "file"}, {"name", file}, {"external-contents", repaired}});
  }
  // Messages name the user's files.
  json::Object overlay{{"version", 0}, {"use-external-names", false}, {"roots", std::move(files)}};
  std::string text;
  raw_string_ostream(text) << json::Value(std::move(overlay));
  return write(folder.file("overlay.json"), text);
}

/// Whether the program's own call of the model is refused: its method or constructor is private.
static bool is_about_access(StringRef problem) {
  SmallVector<StringRef> lines;
  problem.split(lines, '\n');
  return any_of(lines, [](StringRef line) {
    line = line.ltrim();
    return (line.starts_with(program_place) || line.starts_with(root_place)) &&
           (line.contains("private") || line.contains("protected"));
  });
}

/// What compiles the program, up to its link.
static llvm::Expected<std::vector<std::string>> compile_words(const BuildCommand& command,
                                                              const std::string& header,
                                                              const std::string& source,
                                                              const TemporaryFolder& folder) {
  std::vector<std::string> words{command.compiler};
  words.insert(words.end(), command.arguments.begin(), command.arguments.end());
  if (!header.empty()) words.insert(words.end(), {"-include-pch", header});
  for (const std::string& include : command.includes)
    if (command.is_clang) // whose driver takes a precompiled header that lies beside it
      words.insert(words.end(), {"-Xclang", "-include", "-Xclang", include});
    else
      words.insert(words.end(), {"-include", include});
  if (command.is_clang && !command.repaired.empty()) {
    if (llvm::Error problem = write_overlay(command, folder)) return problem;
    words.insert(words.end(), {"-ivfsoverlay", folder.file("overlay.json")});
  }
  words.insert(words.end(), {"-MMD", "-MF", folder.file("read"), "-x", "c++", source});
  return words;
}

/// Takes out of `words` those that the compiler says it does not know; false: there are none.
static bool drop_unknown(std::vector<std::string>& words, StringRef log) {
  const Regex spelled("(unrecognized command-line option|unknown argument:?) '([^']*)'");
  SmallVector<StringRef> lines;
  log.split(lines, '\n');
  const size_t before = words.size();
  for (const StringRef line : lines) {
    SmallVector<StringRef> matches;
    if (spelled.match(line, &matches))
      erase_if(words, [&](StringRef word) { return word == matches[2]; });
  }
  return words.size() < before;
}

static llvm::Error build(const BuildCommand& command, std::vector<std::string> words,
                         const std::string& executable, const TemporaryFolder& folder) {
  words.insert(words.end(), {"-o", executable});
  words.insert(words.end(), command.link.begin(), command.link.end());
  std::string problem = compile(command.directory, words, folder);
  if (!problem.empty() && drop_unknown(words, contents(folder.file("log"))))
    problem = compile(command.directory, words, folder);
  if (is_about_access(problem)) {
    words.insert(words.begin() + 1, "-fno-access-control");
    problem = compile(command.directory, words, folder);
  }
  if (problem.empty()) return llvm::Error::success();
  const std::vector<std::string> undefined = undefined_symbols(contents(folder.file("log")));
  if (undefined.empty())
    return failure("the program that compares the models does not build:" + problem);
  return failure(
      "the program that compares the models does not link:" +
      explain_undefined(undefined, files_of(contents(folder.file("read"))), command.sources));
}

llvm::Expected<Run> build_and_run(const BuildCommand& command, const std::string& program,
                                  const Options& options, const TemporaryFolder& folder,
                                  const std::vector<std::string>& arguments) {
  const std::string header = precompiled_header(command, options);
  const std::string source = folder.file("verify.cpp");
  const std::string executable = folder.file("verify");
  if (llvm::Error problem = write(source, (header.empty() ? verification_header : "") + program))
    return problem;
  llvm::Expected<std::vector<std::string>> words = compile_words(command, header, source, folder);
  if (!words) return words.takeError();
  if (llvm::Error problem = build(command, std::move(*words), executable, folder)) return problem;
  std::vector<std::string> run{executable};
  run.insert(run.end(), arguments.begin(), arguments.end());
  return run_command(command.directory, run, folder, options.megabytes);
}

} // namespace fx::verify
