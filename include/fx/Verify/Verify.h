// Whether what the tool writes computes what the original does: both are compiled with the user's
// own compile command, given the same weights and inputs, and called twice in each mode, their
// state kept from call to call. Regenerated C++ is compiled into one program with the original,
// edited source into a program of its own; regenerated Python is run on what that program saved.
//
//   Expected<Subject> subject = before_passes(module);   // as traced
//   ... passes change `module` ...
//   subject->set_changed(module);
//   subject->cpp = text;                                 // what is written
//   llvm::Expected<Verdict> verdict = verify(database, *subject, options);
#pragma once

#include "fx/Frontend/InputSpec.h"
#include "fx/IR/ModulePaths.h"
#include "fx/IR/TracedModule.h"
#include "fx/Support/Error.h"

#include "llvm/Support/Error.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace clang::tooling {
class CompilationDatabase;
}

namespace fx::verify {

/// One parameter of forward.
struct Input {
  std::string name;
  std::string cpp_type; // as declared, without references
  /// Whether it is declared as a reference to what may be changed.
  bool is_variable = false;
  /// Nothing: it has a default, and so have all that follow.
  std::optional<frontend::InputSpec> example;
};

/// A node of the changed graph.
struct ChangedNode {
  std::string name;
  std::string target;
  SourceRange range;
  /// In ForwardNodes::changed: what it is given, and the new nodes that write to that before it.
  std::vector<size_t> inputs;
  bool is_returned = false;
  bool is_new = false; // the graph as traced has no node of this name
  std::string message; // of a torch._assert
};

/// The nodes of the graph that forward is in one mode, before and after the passes.
struct ForwardNodes {
  std::set<std::string> traced;
  std::vector<ChangedNode> changed;  // in the order of the graph; the last is its output
  std::vector<std::string> returned; // the nodes in the changed graph's output, in order
};

/// A call of a module in a graph.
struct CalledModule {
  std::string path;
  std::string cpp_type;
  bool operator==(const CalledModule&) const = default;
};

/// A model before passes changed it, and the text that is written of it.
struct Subject {
  Origin origin;
  std::vector<Input> inputs;
  bool in_eval = true;
  bool in_train = true; // the modes to compare
  /// False: what is written is for programs that ask for no gradients.
  bool gradients = true;
  /// PassManager::lost_precision(): a larger difference is allowed then, and other floating types.
  double lost_precision = 0;
  std::string cpp; // the text; it may have several classes
  std::string cpp_class;
  std::string python; // empty: none
  std::string python_class;
  /// The user's files as they are after an edit, by absolute path, in the place of `cpp`.
  std::map<std::string, std::string> edited;
  /// The user's files as an editor holds them, by absolute path, in the place of those on the disk.
  std::map<std::string, std::string> unsaved;

  std::string traced_recorded;  // C++ that also tells the value of every node
  std::string changed_recorded; // the same, of the changed graph
  ForwardNodes eval;
  ForwardNodes train;
  /// Paths of modules and tensors that the changed model does not have any more.
  std::vector<std::string> removed;
  /// By the paths that modules had: those that they have now.
  std::map<std::string, std::string> renamed;
  /// Paths of modules that the changed model has registered, and the original has without that. An
  /// edited source gives them the initial values that the original's does.
  std::vector<std::string> registered;

  /// After the passes. Error: the changed graph cannot be written in C++.
  std::optional<Error> set_changed(const TracedModule& changed);
  /// In its place where what is compared is an edit that `now` is the trace of. Modules that the
  /// two traces call one after another are the same, whatever they are called.
  void set_edited(const TracedModule& now, std::map<std::string, std::string> texts);
  const ForwardNodes& nodes(bool training) const { return training ? train : eval; }

private:
  /// Finds what is removed and registered; `renamed` is known.
  void compare_paths(const TracedModule& now);

  std::optional<ModulePaths> traced_modules_;
  std::vector<std::vector<CalledModule>> traced_calls_; // of the graphs
  std::set<std::string> traced_paths_;
  std::vector<std::string> unregistered_;
  friend Expected<Subject> before_passes(const TracedModule& traced);
};

/// Error: the graph cannot be written in C++, or it is not known how the original is made. Inputs
/// have an example where the trace had one.
Expected<Subject> before_passes(const TracedModule& traced);

struct Options {
  /// What the largest difference may be, absolute or relative to the largest value.
  double tolerance = 1e-5;
  /// Given to the link besides LibTorch's libraries: "-lopencv_core".
  std::vector<std::string> link_arguments;
  /// How much memory a program may take; 0: as much as there is.
  unsigned megabytes = 0;
  /// Whether the nodes that are to blame for a difference are asked for: one more program.
  bool find_nodes = true;
  /// Where LibTorch's header is kept compiled; empty: nowhere.
  std::string cache_directory;
  /// Told when another compiler builds than the compile command names.
  std::function<void(const Saying&)> tell;
};

struct Verdict {
  /// What a difference is about.
  enum class Kind : uint8_t {
    None,
    Constructed, // buffers, or what gets a gradient, as constructed; the calls agree
    Values,      // outputs, inputs or state after a call
    Gradients,
    Random,       // the random generator after a call
    Thrown,       // one of the two throws, or another exception
    Unrepeatable, // the original does not compute the same twice: nothing is said of the model
  };
  Kind kind = Kind::None;
  bool agrees() const { return kind == Kind::None; }
  /// Parameters start from other values than the original's; both were called with the same ones.
  bool other_weights = false;
  /// A line for each output and each difference, with shape and differences.
  std::string report;
  /// When they disagree: of the nodes of the changed graph that lead to the difference, the first
  /// whose value differs from the graph as traced. Several: new nodes, which have no value there to
  /// compare with; one of them is to blame. Empty: all values are the same.
  std::vector<ChangedNode> nodes;
  bool traced_differs = false; // the graph as traced disagrees with the original already
  bool training = false;       // the mode in which they disagree
  int call = 0;                // in which call of that mode, from 0
  bool in_python = false;      // it is the Python that disagrees
  /// A check in the regenerated model that throws where the original does not: an assumption that
  /// does not hold. Its message, and the values that it looked at: "%size is 5".
  std::string broken_check;
  std::vector<std::string> checked_values;
  /// Kind Unrepeatable: what differs between two runs of the original.
  std::optional<Error> unrepeatable;
};

/// Builds and runs. Error: a program could not be built, or failed; the message has the reason and
/// a way out.
llvm::Expected<Verdict> verify(const clang::tooling::CompilationDatabase& database,
                               const Subject& subject, const Options& options);

} // namespace fx::verify
