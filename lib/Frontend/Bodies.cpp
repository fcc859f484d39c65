#include "Frontend/Bodies.h"

#include "Frontend/Parse/IncludeScan.h"

#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <iterator>

namespace fx::frontend {

namespace path = llvm::sys::path;
namespace fs = llvm::sys::fs;

namespace {

// A search through more files than this would take longer than to name the file.
constexpr size_t most_files = 4000;
constexpr size_t most_entries = 10 * most_files; // of directories

bool is_source(llvm::StringRef file) {
  return llvm::StringSwitch<bool>(path::extension(file).lower())
      .Cases({".cpp", ".cc", ".cxx", ".c++"}, true)
      .Default(false);
}

void add_sources_below(llvm::StringRef folder, bool recursive, std::vector<std::string>& found) {
  std::error_code problem;
  size_t seen = 0;
  const auto add = [&](const fs::directory_entry& entry) {
    if (found.size() < most_files && is_source(entry.path())) found.push_back(entry.path());
  };
  if (recursive)
    for (fs::recursive_directory_iterator at(folder, problem), end;
         at != end && !problem && seen++ < most_entries; at.increment(problem))
      add(*at);
  else
    for (fs::directory_iterator at(folder, problem), end; at != end && !problem;
         at.increment(problem))
      add(*at);
}

bool is_named_like(llvm::StringRef file, llvm::StringRef header) {
  return path::stem(file) == path::stem(header);
}

bool is_word(char c) {
  return llvm::isAlnum(c) || c == '_';
}

/// Where `word` stands in the text as a word of its own, from `start` on; npos: nowhere.
size_t find_word(llvm::StringRef text, llvm::StringRef word, size_t start = 0) {
  for (size_t at = text.find(word, start); at != llvm::StringRef::npos;
       at = text.find(word, at + 1)) {
    const size_t end = at + word.size();
    const bool starts = at == 0 || !is_word(text[at - 1]);
    const bool ends = end == text.size() || !is_word(text[end]) || !is_word(word.back());
    if (starts && ends) return at;
  }
  return llvm::StringRef::npos;
}

/// Whether a parameter list starts here, with a body, an initialiser list or a trailing return type
/// behind it: what tells the definition of a function from a call and from a declaration.
bool is_definition(llvm::StringRef parameters) {
  if (!parameters.starts_with("(")) return false;
  int depth = 0;
  size_t at = 0;
  do {
    depth += parameters[at] == '(';
    depth -= parameters[at] == ')';
  } while (++at < parameters.size() && depth > 0);
  llvm::StringRef behind = parameters.drop_front(at).ltrim();
  while (behind.consume_front("const") || behind.consume_front("noexcept"))
    behind = behind.ltrim();
  return behind.starts_with("{") || behind.starts_with(":") || behind.starts_with("->") ||
         behind.starts_with("try");
}

/// Whether the text defines the function `name`: "Net::forward", "conv3x3".
bool defines(llvm::StringRef text, llvm::StringRef name) {
  for (size_t at = find_word(text, name); at != llvm::StringRef::npos;
       at = find_word(text, name, at + 1))
    if (is_definition(text.drop_front(at + name.size()).ltrim())) return true;
  return false;
}

/// Whether `text` names a class of which `definitions` defines a member: a module's class goes by
/// its holder's name.
bool uses_class_of(llvm::StringRef text, llvm::StringRef definitions) {
  for (size_t at = definitions.find("::"); at != llvm::StringRef::npos;
       at = definitions.find("::", at + 2)) {
    const llvm::StringRef before = definitions.take_front(at);
    llvm::StringRef name = before.take_back(
        before.size() -
        before.find_last_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") -
        1);
    llvm::StringRef member = definitions.drop_front(at + 2);
    member = member.drop_while([](char c) { return c == '~' || is_word(c); });
    if (name.empty() || !is_definition(member)) continue;
    name.consume_back("Impl");
    if (find_word(text, name) != llvm::StringRef::npos ||
        find_word(text, (name + "Impl").str()) != llvm::StringRef::npos)
      return true;
  }
  return false;
}

} // namespace

BodySearch::BodySearch(const clang::tooling::CompilationDatabase& database,
                       const SourceFiles& sources, std::vector<std::string> files)
    : database_(database), sources_(sources), files_(std::move(files)),
      before_last_(files_.size()) {
  for (const std::string& file : files_)
    known_.insert(absolute(file));
}

std::string BodySearch::absolute(llvm::StringRef file) const {
  llvm::SmallString<256> result(sources_.absolute(file));
  path::remove_dots(result, /*remove_dot_dot=*/true);
  return std::string(result);
}

std::vector<std::string> BodySearch::own_headers(llvm::StringRef file, llvm::StringRef text) const {
  std::vector<std::string> headers;
  for (const Include& include : includes_of(text)) {
    if (!include.quoted) continue;
    llvm::StringRef folder = path::parent_path(file);
    for (int level = 0; level < 5 && !folder.empty(); ++level, folder = path::parent_path(folder)) {
      llvm::SmallString<256> header(folder);
      path::append(header, include.name);
      if (!sources_.exists(header)) continue;
      headers.push_back(absolute(header));
      break;
    }
  }
  return headers;
}

const std::vector<std::string>& BodySearch::candidates(const std::string& header) {
  const auto [at, fresh] = candidates_.try_emplace(header);
  std::vector<std::string>& ordered = at->second;
  if (!fresh) return ordered;
  std::vector<std::string> found;
  const llvm::StringRef folder = path::parent_path(header);
  add_sources_below(folder, /*recursive=*/false, found);
  for (const std::string& file : files_)
    add_sources_below(path::parent_path(absolute(file)), /*recursive=*/false, found);
  for (const std::string& file : database_.getAllFiles())
    if (found.size() < most_files && is_source(file)) found.push_back(absolute(file));
  // The header net.h in include/model/, the source net.cpp in src/model/.
  llvm::StringRef above = folder;
  // /lib and /usr/src are no project.
  for (int level = 0; level < 4 && path::has_relative_path(above);
       ++level, above = path::parent_path(above))
    for (const char* name : {"src", "source", "lib"}) {
      llvm::SmallString<256> sources(above);
      path::append(sources, name);
      if (fs::is_directory(sources)) add_sources_below(sources, /*recursive=*/true, found);
    }
  // Those named like the header first: they are the likely ones.
  ordered.reserve(found.size());
  const auto is_like_header = [&](const std::string& file) { return is_named_like(file, header); };
  std::ranges::copy_if(found, std::back_inserter(ordered), is_like_header);
  std::ranges::copy_if(found, std::back_inserter(ordered), std::not_fn(is_like_header));
  return ordered;
}

llvm::StringRef BodySearch::text_of(const std::string& file) {
  const auto [at, fresh] = texts_.try_emplace(file);
  if (fresh) at->second = sources_.read(file);
  return at->second ? at->second->getBuffer() : llvm::StringRef();
}

void BodySearch::take(const std::string& file, const std::string& header, llvm::StringRef why) {
  const std::string folder = path::parent_path(header).str();
  if (!llvm::is_contained(folders_, folder)) folders_.push_back(folder);
  reasons_.emplace_back(file, why);
  known_.insert(file);
  files_.push_back(file);
}

void BodySearch::say_what_is_read(DiagnosticOutput& output) const {
  for (const auto& [file, why] : reasons_)
    if (llvm::is_contained(files_, file))
      output.message(diag::reading_more, file, why);
    else
      output.message(diag::left_out, file);
}

// A parse for each file that turns out to be missing would be too many: what is defined beside the
// headers of a file that is read is found from the text.
void BodySearch::guess_implementations() {
  if (!guesses_) return;
  for (size_t i = 0; i < files_.size(); ++i) {
    const std::string file = absolute(files_[i]);
    std::vector<std::string> headers = own_headers(file, text_of(file));
    for (size_t k = 0; k < headers.size(); ++k) {
      const std::string header = headers[k];
      if (is_named_like(file, header))
        for (const std::string& more : own_headers(header, text_of(header)))
          if (!llvm::is_contained(headers, more)) headers.push_back(more);
      for (const std::string& source : candidates(header)) {
        if (!is_named_like(source, header)) break;
        if (known_.contains(source) || !uses_class_of(text_of(file), text_of(source))) continue;
        take(source, header,
             fmt::format("what {} uses of {}", path::filename(file).str(),
                         path::filename(header).str()));
        guessed_.insert(source);
      }
    }
  }
}

bool BodySearch::add(const std::vector<MissingBody>& missing) {
  const size_t before = files_.size();
  for (const MissingBody& body : missing)
    for (const std::string& file : candidates(absolute(body.declared_in))) {
      if (known_.contains(file) || !defines(text_of(file), body.text)) continue;
      take(file, absolute(body.declared_in), fmt::format("'{}'", body.name));
      break;
    }
  if (files_.size() == before) return false;
  before_last_ = before;
  guess_implementations();
  return true;
}

bool BodySearch::drop_last(const std::set<std::string>& clashing) {
  has_dropped_ = true;
  const auto drop = [&](const auto& which) {
    const auto kept = std::ranges::remove_if(
        files_, [&](const std::string& file) { return guessed_.contains(file) && which(file); });
    const bool any = !kept.empty();
    files_.erase(kept.begin(), kept.end());
    return any;
  };
  if (drop([&](const std::string& file) { return clashing.contains(file); })) return true;
  if (drop([](const std::string&) { return true; })) {
    // Somebody may ask for one of them yet.
    for (const std::string& file : guessed_)
      known_.erase(file);
    guessed_.clear();
    guesses_ = false;
    return true;
  }
  if (files_.size() <= before_last_) return false;
  files_.resize(before_last_);
  return true;
}

} // namespace fx::frontend
