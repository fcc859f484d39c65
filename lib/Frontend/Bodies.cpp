#include "Frontend/Bodies.h"

#include "Frontend/Parse/ParseDiagnostics.h"

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

std::string absolute(llvm::StringRef file) {
  llvm::SmallString<256> result(file);
  (void)fs::make_absolute(result);
  path::remove_dots(result, /*remove_dot_dot=*/true);
  return std::string(result);
}

bool is_source(llvm::StringRef file) {
  return llvm::StringSwitch<bool>(path::extension(file).lower())
      .Cases({".cpp", ".cc", ".cxx", ".c++"}, true)
      .Default(false);
}

void add_sources_below(llvm::StringRef folder, bool recursive, std::vector<std::string>& found) {
  std::error_code problem;
  const auto add = [&](const fs::directory_entry& entry) {
    if (found.size() < most_files && is_source(entry.path())) found.push_back(entry.path());
  };
  if (recursive)
    for (fs::recursive_directory_iterator at(folder, problem), end; at != end && !problem;
         at.increment(problem))
      add(*at);
  else
    for (fs::directory_iterator at(folder, problem), end; at != end && !problem;
         at.increment(problem))
      add(*at);
}

/// Whether the text has `name` as a word of its own: "Net::forward" is not in "MyNet::forward".
bool spells(llvm::StringRef text, llvm::StringRef name) {
  for (size_t at = text.find(name); at != llvm::StringRef::npos; at = text.find(name, at + 1)) {
    const char before = at == 0 ? ' ' : text[at - 1];
    if (!llvm::isAlnum(before) && before != '_') return true;
  }
  return false;
}

} // namespace

BodySearch::BodySearch(const clang::tooling::CompilationDatabase& database,
                       std::vector<std::string> files)
    : database_(database), files_(std::move(files)), before_last_(files_.size()) {
  for (const std::string& file : files_)
    known_.insert(absolute(file));
}

std::vector<std::string> BodySearch::candidates(const MissingBody& missing) const {
  std::vector<std::string> found;
  const std::string header = absolute(missing.declared_in);
  const llvm::StringRef folder = path::parent_path(header);
  add_sources_below(folder, /*recursive=*/false, found);
  for (const std::string& file : files_)
    add_sources_below(path::parent_path(absolute(file)), /*recursive=*/false, found);
  for (const std::string& file : database_.getAllFiles())
    if (found.size() < most_files && is_source(file)) found.push_back(absolute(file));
  // include/model/net.h and src/model/net.cpp.
  llvm::StringRef above = folder;
  for (int level = 0; level < 3 && !above.empty(); ++level, above = path::parent_path(above))
    for (const char* name : {"src", "source", "lib"}) {
      llvm::SmallString<256> sources(above);
      path::append(sources, name);
      if (fs::is_directory(sources)) add_sources_below(sources, /*recursive=*/true, found);
    }
  // Those named like the header first: they are the likely ones.
  const auto is_like_header = [&](const std::string& file) {
    return path::stem(file) == path::stem(header);
  };
  std::vector<std::string> ordered;
  ordered.reserve(found.size());
  std::ranges::copy_if(found, std::back_inserter(ordered), is_like_header);
  std::ranges::copy_if(found, std::back_inserter(ordered), std::not_fn(is_like_header));
  return ordered;
}

bool BodySearch::add(const std::vector<MissingBody>& missing) {
  const size_t before = files_.size();
  for (const MissingBody& body : missing)
    for (const std::string& file : candidates(body)) {
      if (known_.contains(file)) continue;
      const auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/true);
      if (!buffer || !spells((*buffer)->getBuffer(), body.text)) continue;
      print_message(clang::DiagnosticsEngine::Remark,
                    fmt::format("reading {} too, for '{}'", file, body.name));
      known_.insert(file);
      files_.push_back(file);
      break;
    }
  if (files_.size() == before) return false;
  before_last_ = before;
  return true;
}

bool BodySearch::drop_last() {
  if (files_.size() == before_last_) return false;
  files_.resize(before_last_);
  return true;
}

} // namespace fx::frontend
