// From a graph that passes changed back into the user's own files: the smallest edits that make the
// source compute the changed graph.
#pragma once

#include "fx/IR/GraphListener.h"
#include "fx/IR/ModulePaths.h"
#include "fx/IR/TracedModule.h"
#include "fx/Refactor/Edits.h"
#include "fx/Support/Error.h"

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace fx::refactor {

/// What a graph was before passes changed it, and what became of its nodes. Lives as long as the
/// passes run.
class GraphHistory final : public GraphListener {
public:
  explicit GraphHistory(Graph& graph);
  ~GraphHistory() override;
  GraphHistory(const GraphHistory&) = delete;
  GraphHistory& operator=(const GraphHistory&) = delete;

  const Graph& before() const { return before_; }
  /// What took the place of a node: another one, by its name, or a literal; both empty: nothing.
  struct Successor {
    Symbol node;
    std::optional<Argument> literal;
  };
  Successor successor(Symbol name) const;
  void node_replaced(Node& old, Node& replacement, Node& user) override;
  void node_replaced_by_value(Node& old, const Argument& value, Node& user) override;

private:
  Graph& graph_;
  std::weak_ptr<const void> lifetime_; // of the graph, which a pass may drop
  Graph before_;
  std::unordered_map<Symbol, Successor> successors_;
};

/// What the modules were before passes changed them.
class ModuleHistory {
public:
  explicit ModuleHistory(const TracedModule& model);
  struct Made {
    Symbol cpp_type;
    std::vector<ModuleOption> options;
  };
  /// Those of LibTorch's that are of another class or have other options, in the order of the tree,
  /// with what they were.
  std::vector<std::pair<const ModuleNode*, Made>> changed(const TracedModule& after) const;
  /// Those of LibTorch's that were not there, in the order of the tree.
  std::vector<const ModuleNode*> added(const TracedModule& after) const;
  /// Those that have another name and the owner that they had, in the order of the tree, with the
  /// name that they had.
  std::vector<std::pair<const ModuleNode*, Symbol>> renamed(const TracedModule& after) const;
  /// Those that are gone, with what owned them and is still there.
  std::vector<std::pair<const ModuleNode*, const ModuleNode*>>
  removed(const TracedModule& after) const;
  /// What a module was that is there no more; there was one.
  const Made& made(const ModuleNode& module) const { return before_.at(&module).made; }
  /// Those that have another owner, in the order that they were in, with the one that they had.
  std::vector<std::pair<const ModuleNode*, const ModuleNode*>>
  moved(const TracedModule& after) const;
  /// What owned a module that was there.
  const ModuleNode* owner_of(const ModuleNode& module) const;
  bool is_new(const ModuleNode& module) const { return !before_.contains(&module); }
  const ModulePaths& paths() const { return paths_; }
  /// Those that were not registered, and are.
  std::vector<const ModuleNode*> registered(const TracedModule& after) const;

private:
  struct Was {
    Made made; // of LibTorch's
    Symbol name;
    bool registered;
    const ModuleNode* parent;
  };
  std::unordered_map<const ModuleNode*, Was> before_;
  std::vector<const ModuleNode*> order_; // of before_
  ModulePaths paths_;
};

/// The edits that take the source of `history` (traced with TraceOptions::syntax) to that of
/// `after`. A call whose target changed gets another name, one whose argument changed another
/// argument, a new node its expression or statement, and what is gone goes. A call that runs
/// several times (in a loop, in a module that is used twice) is changed when all of its runs change
/// alike. A module that became another one is made as that where it is made, and a new one becomes
/// a member. Error: something has no place in the source (a macro made it), some of its runs stay
/// as they are, or a value has no name where it is needed; with the place, and the way out.
/// `parametrises`: what some objects of a class need alone, a new parameter of its constructor
/// decides.
/// `training`: of the model's training graph, where it has one: code that runs in training alone
/// changes as that does.
Expected<FileEdits> edits_in_place(const GraphHistory& history, const GraphHistory* training,
                                   const ModuleHistory& modules, const TracedModule& after,
                                   FileTexts& texts, bool parametrises = false);

/// The edit that writes the body of the traced method anew, flat, in the file's style, with the
/// graphs of both modes where training has one of its own. `before`: the graphs as they were
/// traced. Error: the method calls other modules of the user's, whose members it cannot reach, or a
/// graph cannot be written in C++.
Expected<FileEdits> method_body_edit(std::span<const Graph* const> before,
                                     const TracedModule& after, FileTexts& texts);

/// Whether two models compute the same, node by node: names, places and the order of nodes without
/// effects aside. What Python computes from literals is the same as its value.
bool same_computation(const TracedModule& a, const TracedModule& b);
/// Of models that do not: whether they do in training, or in evaluation.
bool same_in_one_mode(const TracedModule& a, const TracedModule& b);
/// The first path at which one of two models registers a module and the other one does not, or one
/// of another class, or modules with weights in another order; empty: there is none.
std::string other_registration(const TracedModule& a, const TracedModule& b);
/// Of models that do not: the first node of `a` that computes what none of `b` does. Null: they
/// differ in the order of what has effects.
const Node* first_difference(const TracedModule& a, const TracedModule& b);

} // namespace fx::refactor
