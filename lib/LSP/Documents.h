// The open files of an editor, and what the last trace of each of them shows, moved along with the
// edits that were made since.
#pragma once

#include "TextLines.h"
#include "TraceProtocol.h"

#include "llvm/Support/LSP/Protocol.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace fx::lsp {

/// Moves what is shown in a file along with an edit of it; what stood in the replaced piece goes.
void shift(ShownFile& shown, const TextChange& change);
/// Moves the notes that lead to `file` along with its edit, and drops the fixes that change it.
void shift_references(ShownFile& shown, const std::string& file, const TextChange& change);

struct Document {
  using TimePoint = std::chrono::steady_clock::time_point;

  llvm::lsp::URIForFile uri;
  int64_t version = 0;
  TextLines text;

  /// What the last trace of it shows, in this file and in others.
  std::map<std::string, ShownFile> shown;
  std::set<std::string> read; // the files that it depends on
  std::set<std::string> log;  // what was said of how it was traced
  /// It has to be traced again, for something that it depends on changed.
  bool is_outdated = true;
  /// What is shown is of the first mode alone, and what the others showed of an earlier text.
  bool lacks_modes = false;
  /// The last edit, or when the trace of the first mode had ended.
  TimePoint changed;
  /// How long the last trace took: the time without an edit that is waited for before the next.
  std::optional<std::chrono::milliseconds> duration;

  bool is_to_be_traced() const { return is_outdated || lacks_modes; }
  /// Whether the file has the text, too.
  bool is_saved() const;
  /// When it is to be traced again.
  TimePoint due() const;
  /// Takes over what a trace says. `changes` were made since its texts were read.
  void show(TraceAnswer answer, const std::vector<std::pair<std::string, TextChange>>& changes);
};

class Documents {
public:
  Document* find(const std::string& file);
  const Document* find(const std::string& file) const;
  Document& open(llvm::lsp::URIForFile uri, int64_t version, std::string text);
  void close(const std::string& file) { open_.erase(file); }
  /// Replaces a piece of the text of a document, and moves what is shown there. Those that depend
  /// on it are outdated.
  TextChange change(Document& document, const std::optional<llvm::lsp::Range>& range,
                    std::string_view by);
  /// The text of `file` is another one now.
  void outdate(const std::string& file);
  void outdate_all();

  /// Of those that are to be traced the one that is due first; null: there is none.
  const Document* next() const;
  /// What all traces show in a file, without what several of them say.
  ShownFile shown(const std::string& file) const;

  auto begin() const { return open_.begin(); }
  auto end() const { return open_.end(); }

private:
  std::map<std::string, Document> open_; // by absolute path
};

} // namespace fx::lsp
