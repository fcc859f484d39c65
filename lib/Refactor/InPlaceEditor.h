// The edits of the source of one graph, while they are being made. Where each change belongs and
// how the edits come together is in InPlace.cpp, what has to stand there in InPlaceSpelling.cpp and
// InPlaceSequentials.cpp.
#pragma once

#include "GraphChanges.h"
#include "OptionTexts.h"
#include "ParametrisedBlocks.h"
#include "Pieces.h"
#include "SequentialRuns.h"
#include "SourceTokens.h"

#include "fx/CodeGen/CppExpressions.h"
#include "fx/Refactor/InPlace.h"

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace fx::refactor {

/// A new call with literals that are options of modules. Whether its text reads them is known when
/// all runs of its place are.
struct CallWithOptions {
  const Node* node; // of the new graph
  const Node* at;   // of the old graph, in whose place it comes
  bool is_whole;    // it comes in the place of the expression
  std::vector<std::pair<const Node*, std::string>> inputs; // what they are called there
  std::vector<OptionOperand> options;
  std::vector<bool> is_read = {}; // for each of `options`
};

/// What has to be done at one place for one run of it.
struct SiteChange {
  const Node* node; // of the old graph, for messages
  Edit edit;
  std::vector<Edit> statements = {};        // inserted before the statement that the edit is in
  std::vector<CallWithOptions*> calls = {}; // in their order
};

/// A statement that goes and declares a variable, which other statements may give values too.
struct RemovedDeclaration {
  std::string type; // "auto "
  std::string name;
  TextRange removed;
};

class InPlaceEditor {
public:
  /// `graph`: what became of the one of `history`.
  InPlaceEditor(const GraphHistory& history, const Graph& graph, const ModuleHistory& modules,
                const TracedModule& after, FileTexts& texts, bool parametrises);

  /// The edits of modules and code.
  Expected<FileEdits> run();
  /// Those of the code of the graph.
  Expected<FileEdits> run_graph(FileEdits edits);

private:
  using Site = std::pair<std::string, TextRange>; // file, whole expression

  bool fail(const Node* node, Saying said, const std::string& advice = {});
  const SourceSyntax* syntax(const Node& old);
  SourceTokens& tokens(const std::string& file);
  std::string source(const std::string& file, TextRange range);

  std::unordered_map<std::string, std::string> names_of_all_modules() const;
  bool check_modules();
  bool is_gone(const ClassSyntax::Place& use) const;
  bool replace_values();
  bool change_survivors();
  bool remove_erased();
  bool check_new_nodes();
  bool is_in_chain(const Node& node) const;
  SiteChange expanded(SiteChange change, const FileEdits& edits);
  bool runs_other_code(const Node& node) const;
  std::map<Site, std::vector<const Node*>> runs_of_places() const;
  std::string runs_text(const std::vector<const Node*>& runs,
                        const std::vector<SiteChange>& changes, const FileEdits& edits);
  /// Which runs of a place have an edit.
  enum class Runs : uint8_t { None, Some, All };
  Runs change_alike(const std::vector<const Node*>& runs, const std::vector<SiteChange>& changes,
                    const FileEdits& edits);
  bool parametrise(const std::vector<const Node*>& runs, const std::vector<SiteChange>& changes);
  std::string parameter_name(const Node& old) const;
  static void put(const SiteChange& change, std::vector<Edit>& in_file);
  bool merge(FileEdits& edits);

  bool replace_value(const Node& old, const Argument& value);
  void return_value(const SourceSyntax& place, SiteChange& change);
  void keep_namespace(const Node& old, const Node& now, std::string& text);
  bool change_operand(const ChangedOperand& changed);
  bool change_literal(const ChangedOperand& changed);
  bool respell(const Node& old);
  bool is_kept(const Argument& was, const Argument& is) const;
  /// What stands there is a function, which torch::nn::Functional calls: "torch::relu".
  static bool is_function(const SourceSyntax& syntax) {
    return !syntax.callee.empty() && syntax.callee == syntax.whole;
  }
  void bind_parameter(const Node& old, const SourceSyntax& syntax);
  std::string lambda(const std::string& value);
  bool reads_a_literal(const Node& old, const SourceSyntax& syntax);
  bool rename(const Node& old, const SourceSyntax& syntax, const Node& now);
  TextRange removed_range(const SourceSyntax& syntax);
  void note_declaration(const SourceSyntax& syntax);
  void keep_declarations(FileEdits& edits);
  void declare_at(const std::string& file, const SourceTokens::Use& use, const std::string& type,
                  std::vector<Edit>& in_file);
  bool stays_in_block(const Node& old, const SourceSyntax& syntax);
  bool remove_statement(const Node& old, const SourceSyntax& syntax);

  std::optional<TextRange> operand_range(const Node& user, const SourceSyntax& syntax, size_t slot);
  void bind(const Node& old, const SourceSyntax& syntax, SiteChange& change);
  void bind_items(const Argument& list, const SourceSyntax& syntax, std::optional<TextRange> range);
  std::optional<std::string> spell(const Argument& value, const Node& at, SiteChange& change);
  bool has_room(const Node& at);
  bool runs_behind_effects(const Node& at);
  bool is_computed_again(const Node& operand, const std::string& text, const Node& at);
  std::optional<std::string> make_block(const SourceSyntax& place, SiteChange& change);
  std::string with_namespace(std::string call, const std::string& file);
  /// `is_whole`: it comes in the place of the expression, whose users stay where they are.
  std::optional<std::string> spell_new(const Node& node, const Node& at, SiteChange& change,
                                       bool is_whole = false);
  std::optional<std::string> hoisted(const Node& node, const Node& at, SiteChange& change,
                                     const std::string& expression);
  std::string spelled(const std::string& call, const Node& node, const Node& at, bool is_whole);
  bool is_taken_over(const Node& old) const;
  bool is_handed_on(const Node& old);
  bool is_meant_for_sequential(const Node& old);
  void bind_element(const Node& element, const std::string& value);
  void bind_taken_over(const SequentialRuns::Place& last, SiteChange& change);
  std::optional<std::string> arguments_of(const SequentialRun& run);
  std::optional<std::string> spell_element(const Node& old, const Node& at, SiteChange& change);
  std::optional<std::string> value_in(const SequentialRun& run, size_t end, const Node& at,
                                      SiteChange& change);
  bool write_out(const SequentialRun& run);
  bool is_written_out(const Node& old) const;
  /// The name of the text of a call, which `change` gets.
  std::string with_options(CallWithOptions call, SiteChange& change);
  std::string text_of(const CallWithOptions& call);
  void add(const std::string& file, SiteChange change) {
    sites_[{file, change.edit.range}].push_back(std::move(change));
  }

  const Graph before_;
  const ModuleHistory& modules_;
  const TracedModule& after_;
  const Graph& graph_; // of it
  FileTexts& texts_;
  GraphChanges changes_;
  SequentialRuns sequential_runs_;
  std::set<const SequentialRun*> written_out_; // or to be where their results are used
  Pieces pieces_;
  CppExpressions cpp_;
  OptionTexts option_texts_;
  std::deque<CallWithOptions> calls_with_options_;
  bool reads_all_options_ = false; // while a text is made that all runs have alike
  const bool parametrises_;
  ParametrisedBlocks blocks_;
  std::optional<Error> error_;
  std::map<std::string, SourceTokens> tokens_;
  /// What values are called where a change is being made: new nodes and survivors.
  std::unordered_map<Symbol, std::string> bound_;
  std::map<Site, RemovedDeclaration> removed_declarations_; // by the statement
  std::map<const Node*, const SourceSyntax*> absorbed_by_;  // in whose place they are computed
  std::set<const Node*> absorbed_;     // old nodes that a change has taken into account
  std::unordered_set<Symbol> spelled_; // new nodes that stand somewhere
  std::map<Site, std::vector<SiteChange>> sites_;
  std::map<std::pair<std::string, std::string>, std::string> hoisted_names_;
};

} // namespace fx::refactor
