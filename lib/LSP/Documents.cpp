#include "Documents.h"

#include <algorithm>

namespace fx::lsp {

using llvm::lsp::Range;

void shift(ShownFile& shown, const TextChange& change) {
  std::erase_if(shown.hints, [&](const ShownHint& hint) { return change.removes(hint.position); });
  for (ShownHint& hint : shown.hints)
    hint.position = change.shifted(hint.position);
  std::erase_if(shown.values, [&](const ShownValue& value) {
    return change.removes(value.range.start) || change.removes(value.range.end);
  });
  for (ShownValue& value : shown.values)
    value.range = change.shifted(value.range);
  for (ShownDiagnostic& diagnostic : shown.diagnostics) {
    diagnostic.range = change.shifted(diagnostic.range);
    for (ShownDiagnostic::Note& note : diagnostic.notes)
      if (note.file == shown.file) note.range = change.shifted(note.range);
    // An edit of a text that has changed would be another one.
    diagnostic.fixes.clear();
  }
}

Document::TimePoint Document::due() const {
  using std::chrono::milliseconds;
  if (!duration) return changed;
  return changed + std::clamp(*duration, milliseconds(50), milliseconds(500));
}

void Document::show(TraceAnswer answer,
                    const std::vector<std::pair<std::string, TextChange>>& changes) {
  std::map<std::string, ShownFile> last;
  // What was seen of the models before still helps while the text cannot be traced.
  if (!answer.has_models) last = std::move(shown);
  shown.clear();
  for (auto& [file, before] : last) {
    before.diagnostics.clear();
    shown.emplace(file, std::move(before));
  }
  for (ShownFile& now : answer.shown) {
    for (const auto& [file, change] : changes)
      if (file == now.file) shift(now, change);
    ShownFile& of = shown[now.file];
    of.file = now.file;
    if (answer.has_models) {
      of.hints = std::move(now.hints);
      of.values = std::move(now.values);
    }
    of.diagnostics = std::move(now.diagnostics);
  }
  read = {answer.read.begin(), answer.read.end()};
  duration = std::chrono::milliseconds(answer.milliseconds);
}

Document* Documents::find(const std::string& file) {
  const auto found = open_.find(file);
  return found == open_.end() ? nullptr : &found->second;
}

Document& Documents::open(llvm::lsp::URIForFile uri, int64_t version, std::string text) {
  const std::string file = uri.file().str();
  Document& document = open_[file];
  document.uri = std::move(uri);
  document.version = version;
  document.text = TextLines(std::move(text));
  document.read = {file};
  outdate(file);
  return document;
}

TextChange Documents::change(Document& document, const std::optional<Range>& range,
                             std::string_view by) {
  const TextChange change = document.text.replace(range, by);
  const std::string file = document.uri.file().str();
  for (auto& [name, other] : open_)
    if (const auto shown = other.shown.find(file); shown != other.shown.end())
      shift(shown->second, change);
  outdate(file);
  return change;
}

namespace {

void outdate_now(Document& document) {
  document.is_outdated = true;
  document.changed = Document::TimePoint::clock::now();
}

} // namespace

void Documents::outdate(const std::string& file) {
  for (auto& [name, document] : open_)
    if (document.read.contains(file)) outdate_now(document);
}

void Documents::outdate_all() {
  for (auto& [name, document] : open_)
    outdate_now(document);
}

const Document* Documents::next() const {
  const Document* first = nullptr;
  for (const auto& [name, document] : open_)
    if (document.is_outdated && (first == nullptr || document.due() < first->due()))
      first = &document;
  return first;
}

ShownFile Documents::shown(const std::string& file) const {
  ShownFile all;
  all.file = file;
  const auto add = [](auto& to, const auto& from, const auto& is_same) {
    for (const auto& item : from)
      if (std::ranges::none_of(to, [&](const auto& other) { return is_same(item, other); }))
        to.push_back(item);
  };
  for (const auto& [name, document] : open_) {
    const auto found = document.shown.find(file);
    if (found == document.shown.end()) continue;
    const ShownFile& shown = found->second;
    if (all.hints.empty() && all.values.empty() && all.diagnostics.empty()) {
      all = shown;
      continue;
    }
    add(all.hints, shown.hints, [](const ShownHint& a, const ShownHint& b) {
      return a.position == b.position && a.label == b.label;
    });
    add(all.values, shown.values, [](const ShownValue& a, const ShownValue& b) {
      return a.range == b.range && a.text == b.text;
    });
    add(all.diagnostics, shown.diagnostics, [](const ShownDiagnostic& a, const ShownDiagnostic& b) {
      return a.range == b.range && a.message == b.message;
    });
  }
  return all;
}

} // namespace fx::lsp
