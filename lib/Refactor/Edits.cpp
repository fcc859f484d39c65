#include "fx/Refactor/Edits.h"

#include "Messages.h"

#include "clang/Tooling/Core/Diagnostic.h"
#include "clang/Tooling/Core/Replacement.h"
#include "clang/Tooling/ReplacementsYaml.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/YAMLTraits.h"

#include <algorithm>
#include <fmt/format.h>

namespace fx::refactor {

namespace fs = llvm::sys::fs;

FileTexts::FileTexts(Unsaved unsaved) : unsaved_(std::move(unsaved)) {}
FileTexts::~FileTexts() = default;

std::unique_ptr<llvm::MemoryBuffer> FileTexts::read(const std::string& file) const {
  if (const std::string* unsaved = unsaved_ ? unsaved_(file) : nullptr)
    return llvm::MemoryBuffer::getMemBufferCopy(*unsaved, file);
  // Not mapped: the file may be written while it is in use here.
  auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/false, /*RequiresNullTerminator=*/true,
                                            /*IsVolatile=*/true);
  return buffer ? std::move(*buffer) : nullptr;
}

llvm::StringRef FileTexts::text(const std::string& file) {
  const auto [at, fresh] = buffers_.try_emplace(file);
  if (fresh) at->second = read(file);
  return at->second ? at->second->getBuffer() : llvm::StringRef();
}

bool FileTexts::is_unsaved(const std::string& file) const {
  return unsaved_ && unsaved_(file) != nullptr;
}

std::string apply_edits(llvm::StringRef text, const std::vector<Edit>& edits) {
  std::string result;
  uint32_t at = 0;
  for (const Edit& edit : edits) {
    result += text.slice(at, edit.range.begin);
    result += edit.text;
    at = edit.range.end;
  }
  return result + text.drop_front(at).str();
}

std::map<std::string, std::string> edited_texts(FileTexts& texts, const FileEdits& edits) {
  std::map<std::string, std::string> edited;
  for (const auto& [file, in_file] : edits)
    edited[file] = apply_edits(texts.text(file), in_file);
  return edited;
}

std::optional<Error> merge_edits(FileEdits& all, const FileEdits& more) {
  for (const auto& [file, edits] : more) {
    std::vector<Edit>& known = all[file];
    for (const Edit& edit : edits) {
      if (std::ranges::find(known, edit) != known.end()) continue;
      const bool overlaps = std::ranges::any_of(known, [&](const Edit& other) {
        return edit.range.begin < other.range.end && other.range.begin < edit.range.end;
      });
      if (overlaps)
        return Error{
            say(diag::models_change_the_same_lines, file), {}, {"name one of them: --root"}};
      known.push_back(edit);
    }
    std::ranges::sort(known, {}, &Edit::range);
  }
  return std::nullopt;
}

namespace {

constexpr size_t context_lines = 3;

std::vector<llvm::StringRef> lines_of(llvm::StringRef text) {
  std::vector<llvm::StringRef> lines;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    lines.push_back(text.take_front(end == llvm::StringRef::npos ? end : end + 1));
    text = text.drop_front(lines.back().size());
  }
  return lines;
}

/// Lines [begin, end) of the old text and what stands in their place.
struct ChangedLines {
  size_t begin, end;
  std::vector<std::string> fresh;
};

std::vector<ChangedLines> changed_lines(llvm::StringRef text, const std::vector<Edit>& edits) {
  const std::vector<llvm::StringRef> lines = lines_of(text);
  std::vector<uint32_t> starts;
  starts.reserve(lines.size());
  for (const llvm::StringRef line : lines)
    starts.push_back(static_cast<uint32_t>(line.begin() - text.begin()));
  const auto line_at = [&](uint32_t offset) {
    return static_cast<size_t>(std::ranges::upper_bound(starts, offset) - starts.begin()) - 1;
  };
  std::vector<ChangedLines> result;
  for (size_t i = 0; i < edits.size();) {
    size_t begin = line_at(edits[i].range.begin);
    size_t end = begin;
    size_t last = i;
    // All edits that share lines are one change.
    for (; last < edits.size(); ++last) {
      const TextRange& range = edits[last].range;
      if (last > i && line_at(range.begin) >= end) break;
      const size_t stop = line_at(range.empty() ? range.begin : range.end - 1) + 1;
      end = std::max(end, stop);
    }
    const uint32_t from = starts[begin];
    const auto to = static_cast<uint32_t>(end < starts.size() ? starts[end] : text.size());
    std::vector<Edit> inside;
    for (size_t k = i; k < last; ++k)
      inside.push_back({{edits[k].range.begin - from, edits[k].range.end - from}, edits[k].text});
    const std::string fresh = apply_edits(text.slice(from, to), inside);
    ChangedLines change{begin, end, {}};
    for (const llvm::StringRef line : lines_of(fresh))
      change.fresh.push_back(line.str());
    // Lines that came out as they were belong to the surroundings.
    while (change.begin < change.end && !change.fresh.empty() &&
           lines[change.begin] == change.fresh.front()) {
      ++change.begin;
      change.fresh.erase(change.fresh.begin());
    }
    while (change.begin < change.end && !change.fresh.empty() &&
           lines[change.end - 1] == change.fresh.back()) {
      --change.end;
      change.fresh.pop_back();
    }
    if (!result.empty() && result.back().end == change.begin) {
      result.back().end = change.end;
      result.back().fresh.insert(result.back().fresh.end(), change.fresh.begin(),
                                 change.fresh.end());
    } else if (change.begin != change.end || !change.fresh.empty()) {
      result.push_back(std::move(change));
    }
    i = last;
  }
  return result;
}

void add_line(std::string& out, char mark, llvm::StringRef line) {
  out += mark;
  out += line;
  if (!line.ends_with("\n")) out += "\n\\ No newline at end of file\n";
}

std::string display_name(const std::string& file) {
  llvm::SmallString<256> here;
  if (!fs::current_path(here) && llvm::StringRef(file).starts_with((here + "/").str()))
    return file.substr(here.size() + 1);
  return file;
}

} // namespace

std::string unified_diff(FileTexts& texts, const FileEdits& edits) {
  std::string out;
  for (const auto& [file, in_file] : edits) {
    const llvm::StringRef text = texts.text(file);
    const std::vector<llvm::StringRef> lines = lines_of(text);
    const std::vector<ChangedLines> changes = changed_lines(text, in_file);
    if (changes.empty()) continue;
    const std::string name = display_name(file);
    out += fmt::format("--- {}\n+++ {}\n", name, name);
    std::ptrdiff_t shift = 0;
    for (size_t i = 0; i < changes.size();) {
      size_t last = i;
      while (last + 1 < changes.size() &&
             changes[last + 1].begin <= changes[last].end + 2 * context_lines)
        ++last;
      const size_t begin = changes[i].begin - std::min(changes[i].begin, context_lines);
      const size_t end = std::min(lines.size(), changes[last].end + context_lines);
      std::string body;
      size_t at = begin;
      std::ptrdiff_t grown = 0;
      for (size_t k = i; k <= last; ++k) {
        for (; at < changes[k].begin; ++at)
          add_line(body, ' ', lines[at]);
        for (; at < changes[k].end; ++at)
          add_line(body, '-', lines[at]);
        for (const std::string& line : changes[k].fresh)
          add_line(body, '+', line);
        grown += static_cast<std::ptrdiff_t>(changes[k].fresh.size()) -
                 static_cast<std::ptrdiff_t>(changes[k].end - changes[k].begin);
      }
      for (; at < end; ++at)
        add_line(body, ' ', lines[at]);
      const auto span = [](std::ptrdiff_t start, std::ptrdiff_t count) {
        return count == 1 ? fmt::format("{}", start + 1)
                          : fmt::format("{},{}", count == 0 ? start : start + 1, count);
      };
      const auto old_count = static_cast<std::ptrdiff_t>(end - begin);
      out += fmt::format("@@ -{} +{} @@\n", span(static_cast<std::ptrdiff_t>(begin), old_count),
                         span(static_cast<std::ptrdiff_t>(begin) + shift, old_count + grown));
      out += body;
      shift += grown;
      i = last + 1;
    }
  }
  return out;
}

std::string replacements_yaml(const std::string& main_file, const FileEdits& edits) {
  clang::tooling::TranslationUnitReplacements unit;
  unit.MainSourceFile = main_file;
  for (const auto& [file, in_file] : edits)
    for (const Edit& edit : in_file)
      unit.Replacements.emplace_back(file, edit.range.begin, edit.range.end - edit.range.begin,
                                     edit.text);
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::yaml::Output yaml(stream);
  yaml << unit;
  return text;
}

llvm::Expected<FileEdits> read_replacements(llvm::StringRef yaml) {
  clang::tooling::TranslationUnitReplacements unit;
  llvm::yaml::Input input(yaml);
  input >> unit;
  if (input.error()) return llvm::errorCodeToError(input.error());
  FileEdits edits;
  for (const clang::tooling::Replacement& each : unit.Replacements) {
    const uint32_t begin = each.getOffset();
    edits[each.getFilePath().str()].push_back(
        {{begin, begin + each.getLength()}, each.getReplacementText().str()});
  }
  return edits;
}

} // namespace fx::refactor
