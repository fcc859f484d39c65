#include "LinkProblems.h"

#include "Files.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"

#include <fmt/format.h>
#include <optional>

namespace fx::verify {

using namespace llvm;

namespace {

constexpr size_t most_shown = 4;

/// A symbol's function or class: "models::NetImpl::save" of "models::NetImpl::save(int) const".
struct Wanted {
  std::string name;       // with all that it is in
  std::string scope;      // "NetImpl"; empty outside of classes and namespaces
  std::string last;       // "save"
  std::string definition; // what a definition outside of the class spells: "NetImpl::save"
  bool is_class = false;  // the table of its virtual functions is missing
};

/// Without template arguments and parameters.
std::string plain_name(StringRef symbol) {
  // "operator bool", "operator<<", "operator()": as it is, up to the parameters.
  const Regex spelled("^(.*[^A-Za-z0-9_])?(operator)([^A-Za-z0-9_].*)$");
  if (SmallVector<StringRef> parts; spelled.match(symbol, &parts)) {
    const StringRef what = parts[3].starts_with("()") ? "()" : parts[3].split('(').first.rtrim();
    return plain_name(parts[1]) + "operator" + what.str();
  }
  std::string name;
  int depth = 0;
  for (const char letter : symbol) {
    if (letter == '(' && depth == 0) break;
    depth += (letter == '<') - (letter == '>');
    if (depth == 0 && letter != '>') name += letter;
  }
  // The result of a function template stands before it.
  return StringRef(name).trim().rsplit(' ').second.empty()
             ? StringRef(name).trim().str()
             : StringRef(name).trim().rsplit(' ').second.str();
}

Wanted wanted(StringRef symbol) {
  Wanted found;
  for (const StringRef table : {"vtable for ", "typeinfo for ", "VTT for "})
    found.is_class |= symbol.consume_front(table);
  found.name = plain_name(symbol);
  SmallVector<StringRef> parts;
  StringRef(found.name).split(parts, "::");
  found.last = parts.back().str();
  if (parts.size() > 1 && !found.is_class) found.scope = parts[parts.size() - 2].str();
  found.definition = parts.size() > 1 && !found.is_class
                         ? (parts[parts.size() - 2] + "::" + parts.back()).str()
                         : found.last;
  return found;
}

std::string contents(const std::string& file) {
  const auto buffer = MemoryBuffer::getFile(file, /*IsText=*/true);
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

/// `behind`: what stands before it in the file.
std::optional<std::string> find_in(ArrayRef<std::string> files, const std::string& pattern,
                                   const std::string& behind = "^") {
  const Regex before(behind);
  const Regex spelled(pattern);
  for (const std::string& file : files) {
    const std::string text = contents(file);
    SmallVector<StringRef> matches;
    if (!before.match(text, &matches)) continue;
    const StringRef rest(matches.front().end(), text.data() + text.size() - matches.front().end());
    if (!spelled.match(rest, &matches)) continue;
    const size_t at = matches.front().data() + matches.front().size() - text.data();
    return fmt::format("{}:{}", file, 1 + StringRef(text).take_front(at).count('\n'));
  }
  return std::nullopt;
}

std::optional<std::string> declaration(const Wanted& symbol, ArrayRef<std::string> read) {
  const std::string name = Regex::escape(symbol.last);
  if (symbol.is_class) return find_in(read, "(class|struct)[ \t]+" + name + "[^A-Za-z0-9_;]");
  // Other classes have methods of the same name.
  const std::string scope =
      symbol.scope.empty() ? "^"
                           : "(class|struct|namespace)[^;{}()]*[^A-Za-z0-9_;{}()]" +
                                 Regex::escape(symbol.scope) + "([ \t\r\n]+final)?[ \t\r\n]*[:{]";
  return find_in(read, "(^|[^A-Za-z0-9_.>~])" + name + "[ \t]*\\(", scope);
}

/// The sources beside the declaration before those of the project.
std::optional<std::string> definition(const Wanted& symbol, StringRef declared,
                                      ArrayRef<std::string> read, ArrayRef<std::string> sources) {
  if (symbol.is_class) return std::nullopt;
  std::vector<std::string> files;
  std::error_code problem;
  const StringRef folder = sys::path::parent_path(declared.rsplit(':').first);
  for (sys::fs::directory_iterator at(folder, problem), end; at != end && !problem;
       at.increment(problem))
    if (is_contained({".cpp", ".cc", ".cxx", ".C"}, sys::path::extension(at->path())))
      files.push_back(at->path());
  sort(files);
  append_range(files, sources);
  erase_if(files, [&](const std::string& file) { return is_contained(read, file); });
  const auto place =
      find_in(files, "(^|[^A-Za-z0-9_])" + Regex::escape(symbol.definition) + "[ \t]*\\(");
  return place ? std::optional(StringRef(*place).rsplit(':').first.str()) : std::nullopt;
}

} // namespace

std::vector<std::string> undefined_symbols(StringRef log) {
  const Regex spelled("undefined (symbol: |reference to [`'])(.*)$");
  std::vector<std::string> found;
  SmallVector<StringRef> lines;
  log.split(lines, '\n');
  for (const StringRef line : lines) {
    SmallVector<StringRef> matches;
    if (!spelled.match(line, &matches)) continue;
    const std::string symbol = matches[2].rtrim("'\r").str();
    if (!is_contained(found, symbol)) found.push_back(symbol);
  }
  return found;
}

std::vector<std::string> files_of(StringRef depfile) {
  std::vector<std::string> files;
  std::string name;
  const auto end_name = [&] {
    if (!name.empty()) files.push_back(std::exchange(name, {}));
  };
  StringRef rest = depfile.split(": ").second;
  while (!rest.empty()) {
    if (rest.consume_front("\\\n")) {
      end_name();
    } else if (rest.consume_front("\\ ")) {
      name += ' ';
    } else if (isSpace(rest.front())) {
      end_name();
      rest = rest.drop_front();
    } else {
      name += rest.front();
      rest = rest.drop_front();
    }
  }
  end_name();
  return files;
}

std::string explain_undefined(ArrayRef<std::string> symbols, ArrayRef<std::string> read,
                              ArrayRef<std::string> sources) {
  std::string text;
  bool lacks_library = false;
  for (const std::string& spelled : symbols.take_front(most_shown)) {
    const Wanted symbol = wanted(spelled);
    const auto declared = declaration(symbol, read);
    if (!declared) {
      text += fmt::format("\n  undefined: {}", spelled);
      lacks_library = true;
      continue;
    }
    text +=
        symbol.is_class
            ? fmt::format("\n  the class '{}' is in {}, and its virtual functions are", symbol.name,
                          *declared)
            : fmt::format("\n  the function '{}' is declared in {} and", symbol.name, *declared);
    text += " defined in no file that was read: ";
    const auto defined = definition(symbol, *declared, read, sources);
    text += defined ? fmt::format("name {} beside the others", *defined)
                    : "name the file that defines it, or its library with --link-arg";
  }
  if (symbols.size() > most_shown)
    text += fmt::format("\n  and {} more", symbols.size() - most_shown);
  if (lacks_library) text += "\nname the libraries that the project links: --link-arg=-lglog";
  return text;
}

} // namespace fx::verify
