#include "Documents.h"

#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>
#include <utility>

namespace fx::lsp {

using llvm::lsp::Position;
using llvm::lsp::Range;

namespace {

/// A hint stands behind code, and so behind what is typed where it stands, unless a line ends
/// there.
Position shifted_hint(Position position, const TextChange& change) {
  const bool is_typed_there = change.replaced.start == position &&
                              change.replaced.end == position && change.end.line == position.line;
  return is_typed_there ? change.end : change.shifted(position);
}

void shift(std::vector<ShownSymbol>& symbols, const TextChange& change) {
  for (ShownSymbol& symbol : symbols) {
    symbol.range = change.shifted(symbol.range);
    symbol.selection = change.shifted(symbol.selection);
    shift(symbol.children, change);
  }
}

} // namespace

void shift(ShownFile& shown, const TextChange& change) {
  std::erase_if(shown.hints, [&](const ShownHint& hint) { return change.removes(hint.position); });
  for (ShownHint& hint : shown.hints)
    hint.position = shifted_hint(hint.position, change);
  std::erase_if(shown.values, [&](const ShownValue& value) {
    return change.removes(value.range.start) || change.removes(value.range.end);
  });
  for (ShownValue& value : shown.values)
    value.range = change.shifted(value.range);
  std::erase_if(shown.lenses,
                [&](const ShownLens& lens) { return change.removes(lens.range.start); });
  for (ShownLens& lens : shown.lenses)
    lens.range = change.shifted(lens.range);
  for (ShownDiagnostic& diagnostic : shown.diagnostics) {
    diagnostic.range = change.shifted(diagnostic.range);
  }
  std::erase_if(shown.places, [&](const ShownPlace& place) {
    return change.removes(place.range.start) || change.removes(place.range.end);
  });
  for (ShownPlace& place : shown.places)
    place.range = change.shifted(place.range);
  shift(shown.symbols, change);
}

void shift_references(ShownFile& shown, const std::string& file, const TextChange& change) {
  for (ShownDiagnostic& diagnostic : shown.diagnostics) {
    for (ShownDiagnostic::Note& note : diagnostic.notes)
      if (note.file == file) note.range = change.shifted(note.range);
    // An edit of a text that has changed would be another one.
    std::erase_if(diagnostic.fixes, [&](const ShownFix& fix) {
      return std::ranges::any_of(fix.edits,
                                 [&](const ShownFix::Edit& edit) { return edit.file == file; });
    });
  }
}

bool Document::is_saved() const {
  const auto saved = llvm::MemoryBuffer::getFile(uri.file());
  return saved && (*saved)->getBuffer() == text.text();
}

Document::TimePoint Document::due() const {
  using std::chrono::milliseconds;
  constexpr milliseconds shortest(50), longest(500);
  if (!is_outdated) return changed + longest;
  if (!duration) return changed;
  return changed + std::clamp(*duration, shortest, longest);
}

namespace {

bool is_same(const ShownHint& a, const ShownHint& b) {
  return a.position == b.position && a.label == b.label;
}

bool is_same(const ShownValue& a, const ShownValue& b) {
  return a.range == b.range && a.text == b.text;
}

bool is_same(const ShownLens& a, const ShownLens& b) {
  return a.range == b.range && a.title == b.title;
}

bool is_same(const ShownDiagnostic& a, const ShownDiagnostic& b) {
  return a.range == b.range && a.message == b.message;
}

bool is_empty(const ShownFile& file) {
  return file.hints.empty() && file.values.empty() && file.lenses.empty() &&
         file.diagnostics.empty() && file.places.empty() && file.symbols.empty();
}

/// Whether two things cannot be shown both.
bool is_at(const ShownHint& a, const ShownHint& b) {
  return a.position == b.position;
}

bool is_at(const ShownValue& a, const ShownValue& b) {
  return a.range == b.range;
}

bool is_at(const ShownLens& a, const ShownLens& b) {
  return a.range == b.range;
}

bool is_at(const ShownDiagnostic& a, const ShownDiagnostic& b) {
  return is_same(a, b);
}

/// What a trace of the first mode shows, with what the others showed where it has nothing.
template <typename Item>
void keep_other_modes(std::vector<Item>& now, const std::vector<Item>& before) {
  const size_t num_now = now.size();
  for (const Item& item : before)
    if (item.is_of_other_mode &&
        std::none_of(now.begin(), now.begin() + num_now,
                     [&](const Item& other) { return is_at(item, other); }))
      now.push_back(item);
}

/// Notes what a trace of all modes shows and the one of the first, of the same text, did not.
template <typename Item>
void mark_other_modes(std::vector<Item>& now, const std::vector<Item>& before) {
  for (Item& item : now)
    item.is_of_other_mode = std::ranges::none_of(
        before, [&](const Item& other) { return !other.is_of_other_mode && is_same(item, other); });
}

} // namespace

void Document::show(TraceAnswer answer,
                    const std::vector<std::pair<std::string, TextChange>>& changes) {
  const bool is_first = answer.modes == TraceModes::First;
  const bool is_after_first = !is_first && lacks_modes;
  std::map<std::string, ShownFile> before = std::exchange(shown, {});
  for (ShownFile& now : answer.shown) {
    for (const auto& [file, change] : changes) {
      if (file == now.file) shift(now, change);
      shift_references(now, file, change);
    }
    shown[now.file] = std::move(now);
  }
  for (auto& [file, last] : before) {
    ShownFile& now = shown[file];
    now.file = file;
    // What was seen of the models before still helps while the text cannot be traced.
    if (!answer.has_models) {
      now.hints = last.hints;
      now.values = last.values;
      now.lenses = last.lenses;
    } else if (is_first) {
      keep_other_modes(now.hints, last.hints);
      keep_other_modes(now.values, last.values);
      keep_other_modes(now.lenses, last.lenses);
    }
    if (is_first) keep_other_modes(now.diagnostics, last.diagnostics);
    if (is_first || !answer.has_models) {
      now.places = last.places;
      now.symbols = last.symbols;
    }
  }
  if (is_after_first)
    for (auto& [file, now] : shown) {
      const ShownFile& last = before[file];
      if (answer.has_models) {
        mark_other_modes(now.hints, last.hints);
        mark_other_modes(now.values, last.values);
        mark_other_modes(now.lenses, last.lenses);
      }
      mark_other_modes(now.diagnostics, last.diagnostics);
    }
  std::erase_if(shown, [](const auto& entry) { return is_empty(entry.second); });
  read = {answer.read.begin(), answer.read.end()};
  lacks_modes = is_first;
  if (!is_outdated) changed = TimePoint::clock::now();
  // Nobody waits for the other modes.
  if (!is_after_first) duration = std::chrono::milliseconds(answer.milliseconds);
}

Document* Documents::find(const std::string& file) {
  const auto found = open_.find(file);
  return found == open_.end() ? nullptr : &found->second;
}

const Document* Documents::find(const std::string& file) const {
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
    for (auto& [shown_in, shown] : other.shown) {
      if (shown_in == file) shift(shown, change);
      shift_references(shown, file, change);
    }
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
    // What one types comes before the other modes of what stands.
    if (document.is_to_be_traced() &&
        (first == nullptr || std::pair(!document.is_outdated, document.due()) <
                                 std::pair(!first->is_outdated, first->due())))
      first = &document;
  return first;
}

ShownFile Documents::shown(const std::string& file) const {
  ShownFile all;
  all.file = file;
  const auto add = [](auto& to, const auto& from) {
    for (const auto& item : from)
      if (std::ranges::none_of(to, [&](const auto& other) { return is_same(item, other); }))
        to.push_back(item);
  };
  for (const auto& [name, document] : open_) {
    const auto found = document.shown.find(file);
    if (found == document.shown.end()) continue;
    const ShownFile& shown = found->second;
    if (is_empty(all)) {
      all = shown;
      continue;
    }
    add(all.hints, shown.hints);
    add(all.values, shown.values);
    add(all.lenses, shown.lenses);
    add(all.diagnostics, shown.diagnostics);
  }
  return all;
}

} // namespace fx::lsp
