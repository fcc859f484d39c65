#include "fx/Refactor/LeafCalls.h"

#include "fx/IR/LeafCall.h"
#include "fx/Refactor/Format.h"

#include "Messages.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace fx::refactor {

namespace {

/// A call in the source, with all that runs there.
struct Site {
  const Node* first = nullptr; // that is to be fx::call
  size_t runs = 0, leaves = 0;
  bool are_alike = true;
};

/// By file and range; a call around another comes first.
struct OutermostFirst {
  using Key = std::pair<std::string, TextRange>;
  bool operator()(const Key& a, const Key& b) const {
    if (a.first != b.first) return a.first < b.first;
    if (a.second.begin != b.second.begin) return a.second.begin < b.second.begin;
    return a.second.end > b.second.end;
  }
};
using Sites = std::map<OutermostFirst::Key, Site, OutermostFirst>;

Sites sites_of(const TracedModule& model) {
  Sites sites;
  for (const Graph* graph : model.forward_graphs())
    for (const Node* node : *graph) {
      const SourceSyntax* syntax = node->meta(meta::syntax);
      if (node->op() != Opcode::CallModule || syntax == nullptr) continue;
      Site& site = sites[{syntax->file.str(), syntax->whole}];
      ++site.runs;
      const LeafCall* call = node->meta(meta::leaf_call);
      if (call == nullptr) continue;
      ++site.leaves;
      if (site.first == nullptr) site.first = node;
      site.are_alike &= *call == *site.first->meta(meta::leaf_call);
    }
  std::erase_if(sites, [](const auto& entry) { return entry.second.first == nullptr; });
  return sites;
}

Error refuse(const Site& site) {
  Error error(site.leaves < site.runs ? say(diag::change_of_some_runs, site.runs, site.leaves)
                                      : say(diag::changes_of_runs_differ, site.runs));
  if (const SourceRange* range = site.first->meta(meta::source_range))
    error.location = {range->file.str(), range->line, range->column};
  error.notes.emplace_back("a loop or a module that is used more than once has one source for all");
  return error;
}

/// block->forward(x) becomes fx::call(block, x): what stands before and behind the arguments.
std::vector<Edit> edits_of(const Node& node) {
  const SourceSyntax& syntax = *node.meta(meta::syntax);
  const bool has_arguments = !syntax.arguments.empty();
  const TextRange before{syntax.whole.begin, syntax.object.begin};
  const TextRange behind{syntax.object.end,
                         has_arguments ? syntax.arguments.front().begin : syntax.whole.end};
  const LeafCall& call = *node.meta(meta::leaf_call);
  return {{before, call.is_dereferenced ? "fx::call(*" : "fx::call("},
          {behind, call.access + (has_arguments ? ", " : ")")}};
}

/// Edits inside of `outer`, as one of the whole call.
Edit joined(llvm::StringRef text, const TextRange& outer, std::vector<Edit> inside) {
  for (Edit& edit : inside)
    edit.range = {edit.range.begin - outer.begin, edit.range.end - outer.begin};
  return {outer, apply_edits(text.slice(outer.begin, outer.end), inside)};
}

} // namespace

Expected<FileEdits> leaf_call_edits(const TracedModule& model, FileTexts& texts) {
  const Sites sites = sites_of(model);
  FileEdits edits;
  for (auto at = sites.begin(); at != sites.end();) {
    const auto& [file, outer] = at->first;
    std::vector<Edit> inside;
    for (; at != sites.end() && at->first.first == file && outer.contains(at->first.second); ++at) {
      if (at->second.leaves < at->second.runs || !at->second.are_alike) return refuse(at->second);
      std::ranges::move(edits_of(*at->second.first), std::back_inserter(inside));
    }
    std::ranges::sort(inside, {}, &Edit::range);
    // Other edits may stand between the small ones.
    if (Edit whole = joined(texts.text(file), outer, inside);
        makes_long_line(texts.text(file), file, whole))
      inside = {format_edit(texts.text(file), file, whole)};
    std::ranges::move(inside, std::back_inserter(edits[file]));
  }
  for (auto& [file, in_file] : edits)
    if (std::optional<Edit> include = include_edit(texts.text(file), file, "fx/fx.h"))
      in_file.insert(in_file.begin(), std::move(*include));
  for (auto& [file, in_file] : edits)
    std::ranges::sort(in_file, {}, &Edit::range);
  return edits;
}

} // namespace fx::refactor
