#include "Frontend/Parse/CommandWords.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Path.h"

#include <optional>

namespace fx::frontend {

namespace path = llvm::sys::path;
using llvm::StringRef;

namespace {

std::string stem_of_program(StringRef program) {
  return path::stem(path::filename(program)).lower();
}

bool is_assignment(StringRef word) {
  const size_t at = word.find('=');
  return at != StringRef::npos && at > 0 && !word.starts_with("-") &&
         word.take_front(at).find('/') == StringRef::npos;
}

/// The value of an option that has it behind itself or in the next word: "-Ix", "-I x", "-I=x".
std::optional<std::string> value_of(StringRef option, const Words& words, size_t& at) {
  StringRef word = words[at];
  if (!word.consume_front(option)) return std::nullopt;
  if (!word.empty()) return word.str();
  return at + 1 < words.size() ? std::optional(words[++at]) : std::nullopt;
}

constexpr StringRef portable_options[] = {"-I",      "-D",         "-U",       "-isystem",
                                          "-iquote", "-idirafter", "-include", "-imacros"};

} // namespace

size_t length_of_launcher(llvm::ArrayRef<std::string> words) {
  const std::string name = stem_of_program(words.front());
  size_t at = 1;
  const auto skip = [&](auto is_skipped) {
    while (at < words.size() && is_skipped(StringRef(words[at])))
      ++at;
  };
  const auto is_option = [](StringRef word) { return word.starts_with("-"); };
  if (llvm::is_contained({"ccache", "sccache", "distcc", "icecc", "gomacc", "buildcache"}, name)) {
    skip(is_assignment);
  } else if (llvm::is_contained({"rewrapper", "libtool", "glibtool", "time"}, name)) {
    skip(is_option);
  } else if (name == "env" || (name == "cmake" && words.size() > 2 && words[1] == "-E" &&
                               StringRef(words[2]) == "env")) {
    if (name == "cmake") at = 3;
    for (; at < words.size() && (is_option(words[at]) || is_assignment(words[at])); ++at)
      if (words[at] == "-u" || words[at] == "-C") ++at;
  } else {
    return 0;
  }
  // Without a compiler behind it, it is one by that name itself.
  return at < words.size() && !is_option(words[at]) ? at : 0;
}

bool is_of_microsoft(StringRef compiler) {
  const std::string name = path::filename(compiler).lower();
  return name == "cl" || StringRef(name).ends_with("cl.exe") ||
         StringRef(name).starts_with("clang-cl");
}

bool is_nvcc(StringRef compiler) {
  return StringRef(stem_of_program(compiler)).starts_with("nvcc");
}

Words portable_arguments(const Words& words) {
  Words kept;
  for (size_t at = 0; at < words.size(); ++at) {
    const StringRef word = words[at];
    if (word.starts_with("-std=") || word.starts_with("--std=") || word == "-pthread" ||
        word == "-fno-exceptions" || word == "-fno-rtti") {
      kept.push_back(word.str());
      continue;
    }
    for (const StringRef option : portable_options)
      if (const auto value = value_of(option, words, at)) {
        kept.insert(kept.end(), {option.str(), *value});
        break;
      }
  }
  return kept;
}

HostCommand host_command(const Words& words) {
  HostCommand host;
  Words taken;
  const auto add_list = [&](StringRef list) {
    llvm::SmallVector<StringRef> parts;
    list.split(parts, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    for (const StringRef part : parts)
      taken.push_back(part.str());
  };
  for (size_t at = 0; at < words.size(); ++at) {
    StringRef word = words[at];
    std::optional<std::string> value;
    if ((value = value_of("-Xcompiler", words, at)) ||
        (value = value_of("--compiler-options", words, at))) {
      add_list(StringRef(*value).ltrim('='));
    } else if ((value = value_of("-ccbin", words, at)) ||
               (value = value_of("--compiler-bindir", words, at))) {
      host.compiler = StringRef(*value).ltrim('=').str();
    } else if (word == "-std" && at + 1 < words.size()) {
      taken.push_back("-std=" + words[++at]);
    } else if (word.consume_front("-isystem=") || word.consume_front("--system-include=")) {
      taken.insert(taken.end(), {"-isystem", word.str()});
    } else if (word.consume_front("-I=") || word.consume_front("--include-path=")) {
      taken.push_back("-I" + word.str());
    } else {
      taken.push_back(word.str());
    }
  }
  host.arguments = portable_arguments(taken);
  return host;
}

} // namespace fx::frontend
