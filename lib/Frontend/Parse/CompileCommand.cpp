#include "Frontend/Parse/CompileCommand.h"

#include "Frontend/Messages.h"
#include "Frontend/Parse/CommandWords.h"
#include "Frontend/Parse/IncludingFile.h"
#include "Frontend/Parse/PrecompiledHeaders.h"
#include "Frontend/Parse/SourceFiles.h"

#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"

#include <optional>
#include <utility>

namespace fx::frontend {

namespace path = llvm::sys::path;
using clang::tooling::CompilationDatabase;
using Entry = clang::tooling::CompileCommand;
using llvm::StringRef;

namespace {

/// What is said without one, alone or in the folder of this program: see FixedCompilationDatabase.
constexpr StringRef no_compiler = "clang-tool";

bool is_cuda(StringRef file) {
  return path::extension(file) == ".cu";
}

class Reader {
public:
  Reader(llvm::vfs::FileSystem& files, std::string file) : files_(files), file_(std::move(file)) {}

  Expected<CompileCommand> read(Entry entry) {
    set_directory(entry.Directory);
    Words words = std::move(entry.CommandLine);
    if (auto error = expand_response_files(words)) return *error;
    while (!words.empty()) {
      const size_t length = length_of_launcher(words);
      if (length == 0) break;
      words.erase(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(length));
    }
    if (words.empty()) return std::move(command_);
    set_compiler(words.front());
    if (is_of_microsoft(command_.compiler))
      return say(diag::compiler_of_microsoft, file_, command_.compiler);
    if (is_cuda(file_)) return say(diag::cuda_source, file_);
    words.erase(words.begin());
    source_ = absolute(entry.Filename);
    take(words);
    if (!is_nvcc(command_.compiler)) return std::move(command_);
    HostCommand host = host_command(command_.arguments);
    command_.compiler.clear();
    if (!host.compiler.empty()) set_compiler(host.compiler);
    command_.arguments = std::move(host.arguments);
    return std::move(command_);
  }

private:
  std::string absolute(StringRef name) const { return absolute_path_in(command_.directory, name); }

  void set_directory(StringRef directory) {
    const std::string folder = absolute_path(files_, directory.empty() ? "." : directory);
    const auto status = files_.status(folder);
    command_.directory_is_gone = !status || !status->isDirectory();
    command_.directory = folder;
  }

  void set_compiler(StringRef word) {
    if (path::filename(word) == no_compiler) return;
    command_.compiler = word.str();
    if (word.contains('/')) {
      llvm::SmallString<256> result(word);
      path::make_absolute(command_.directory, result);
      command_.compiler = std::string(result);
    }
  }

  std::optional<Error> expand_response_files(Words& words) const {
    if (!words.empty() && is_nvcc(words.front()))
      for (size_t at = 0; at + 1 < words.size(); ++at)
        if (words[at] == "--options-file" || words[at] == "-optf") {
          words[at] = "@" + words[at + 1];
          words.erase(words.begin() + static_cast<std::ptrdiff_t>(at) + 1);
        }
    const auto is_response = [](StringRef word) { return word.size() > 1 && word.front() == '@'; };
    if (llvm::none_of(words, is_response)) return std::nullopt;
    llvm::SmallVector<const char*, 64> pointers;
    for (const std::string& word : words)
      pointers.push_back(word.c_str());
    llvm::BumpPtrAllocator allocator;
    llvm::cl::ExpansionContext expansion(allocator, llvm::cl::TokenizeGNUCommandLine);
    expansion.setVFS(&files_).setCurrentDir(command_.directory);
    if (llvm::Error problem = expansion.expandResponseFiles(pointers))
      return Error(say(diag::response_file_not_read, llvm::toString(std::move(problem))));
    Words expanded(pointers.begin(), pointers.end());
    // CMake's lists of C++ modules, which a build writes.
    llvm::erase_if(expanded,
                   [&](StringRef word) { return is_response(word) && word.ends_with(".modmap"); });
    for (const std::string& word : expanded)
      if (is_response(word))
        return Error(
            say(diag::response_file_missing, absolute(StringRef(word).drop_front()), file_));
    words = std::move(expanded);
    return std::nullopt;
  }

  /// The arguments, without what names files of this compilation.
  void take(const Words& words) {
    Words& taken = command_.arguments;
    std::optional<std::string> precompiled;
    for (size_t at = 0; at < words.size(); ++at) {
      const StringRef word = words[at];
      if (llvm::is_contained({"-o", "-MF", "-MT", "-MQ", "-MJ"}, word)) {
        ++at;
      } else if (word == "-c" || word == "-S" || word == "-E" || word == "-fsyntax-only" ||
                 word == "--" || is_output(word) || absolute(word) == source_ ||
                 absolute(word) == file_) {
        continue;
      } else if (const size_t length = skip_precompiled(words, at, precompiled)) {
        at += length - 1;
      } else {
        taken.push_back(word.str());
      }
    }
    if (!precompiled) return;
    // The header behind it, which another compiler or other flags made it of.
    StringRef header = *precompiled;
    if (!header.consume_back(".pch")) header.consume_back(".gch");
    if (header != StringRef(*precompiled) && !llvm::is_contained(taken, header) &&
        files_.exists(absolute(header)))
      taken.insert(taken.begin(), {"-include", header.str()});
  }

  static bool is_output(StringRef word) {
    return word.starts_with("-MF") || word.starts_with("-MT") || word.starts_with("-MQ") ||
           word.starts_with("-MJ") || word == "-M" || word == "-MD" || word == "-MM" ||
           word == "-MMD" || word == "-MG" || word == "-MP" || word.starts_with("-Wp,-M") ||
           word.starts_with("-fmodule") || word.starts_with("-fdeps-") ||
           (word.starts_with("-o") && word.ends_with(".o"));
  }

  /// The number of words that name a precompiled header, which goes to `precompiled`, or that name
  /// a header to Clang's inner compiler, which goes to the arguments.
  size_t skip_precompiled(const Words& words, size_t at, std::optional<std::string>& precompiled) {
    const auto is = [&](size_t index, StringRef word) {
      return index < words.size() && words[index] == word;
    };
    if (is(at, "-include-pch") && at + 1 < words.size()) {
      precompiled = words[at + 1];
      return 2;
    }
    if (!is(at, "-Xclang") || !is(at + 2, "-Xclang") || at + 3 >= words.size()) return 0;
    if (is(at + 1, "-include-pch")) {
      precompiled = words[at + 3];
      return 4;
    }
    if (!is(at + 1, "-include")) return 0;
    command_.arguments.insert(command_.arguments.end(), {"-include", words[at + 3]});
    return 4;
  }

  llvm::vfs::FileSystem& files_;
  std::string file_;
  std::string source_;
  CompileCommand command_;
};

/// The file of a command that LLVM has for a file which is not in the database.
std::string file_behind(const Entry& entry) {
  StringRef text = entry.Heuristic;
  return text.consume_front("inferred from ") ? text.str() : std::string();
}

} // namespace

Expected<CompileCommand> find_compile_command(const CompilationDatabase& database,
                                              llvm::vfs::FileSystem& files, StringRef file) {
  const std::string absolute = absolute_path(files, file);
  std::vector<Entry> entries = database.getCompileCommands(absolute);
  std::string taken_from;
  if (!entries.empty()) taken_from = file_behind(entries.front());
  if (entries.empty() || !taken_from.empty())
    if (std::string including = file_including(database, files, absolute); !including.empty())
      if (auto of_including = database.getCompileCommands(including); !of_including.empty()) {
        taken_from = std::move(including);
        entries = std::move(of_including);
      }
  Entry entry = entries.empty() ? Entry(".", absolute, {no_compiler.str(), absolute}, "")
                                : std::move(entries.front());
  Expected<CompileCommand> command = Reader(files, absolute).read(std::move(entry));
  if (!command) return command;
  command->taken_from = std::move(taken_from);
  name_precompiled_headers(database, files, *command);
  return command;
}

} // namespace fx::frontend
