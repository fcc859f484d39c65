// Whether regenerated C++ computes what the original does: both are compiled into one program with
// the user's own compile command, given the same weights and inputs, and run. Regenerated Python is
// then run on what that program saved.
//
//   Expected<Subject> subject = before_passes(module);   // as traced
//   ... passes change `module` ...
//   subject->set_changed(module);
//   llvm::Expected<Verdict> verdict = verify(database, {*subject}, options);
#pragma once

#include "fx/Frontend/InputSpec.h"
#include "fx/IR/GraphModule.h"
#include "fx/Support/Error.h"

#include "llvm/Support/Error.h"

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
  /// Nothing: it has a default, and so have all that follow.
  std::optional<frontend::InputSpec> example;
};

/// A node of the changed graph.
struct ChangedNode {
  std::string name;
  std::string target;
  SourceRange range;
  /// In Subject::nodes: what it is given, and the new nodes that write to that before it.
  std::vector<size_t> inputs;
  bool is_returned = false;
  bool is_new = false; // the graph as traced has no node of this name
};

/// A model in one mode, before and after what is to be verified.
struct Subject {
  bool training = false;
  Origin origin;
  std::vector<Input> inputs;
  std::string traced_recorded;  // C++ that also tells the value of every node
  std::string changed;          // the C++ to verify
  std::string changed_recorded; // the same, telling
  std::string changed_python;   // the Python to verify; empty: none
  std::set<std::string> traced_names;
  std::vector<ChangedNode> nodes;    // in the order of the changed graph; the last is its output
  std::vector<std::string> returned; // the nodes in the changed graph's output, in order

  /// Error: the changed graph cannot be written in C++.
  std::optional<Error> set_changed(const GraphModule& changed);
  /// The same for Python, which is then verified too. It needs a Python that has torch: $FX_PYTHON,
  /// else the first python3 of PATH that has it.
  std::optional<Error> set_python(const GraphModule& changed);
};

/// Error: the graph cannot be written in C++, or a parameter has neither an example nor a default.
Expected<Subject> before_passes(const GraphModule& traced);

struct Options {
  /// What the largest difference may be, absolute or relative to the largest value.
  double tolerance = 1e-5;
  /// Given to the link besides LibTorch's libraries: "-lopencv_core".
  std::vector<std::string> link_arguments;
  /// Where LibTorch's header is kept compiled; empty: nowhere.
  std::string cache_directory;
};

struct Verdict {
  bool agrees = false;
  /// A line for each value that was compared, with shape and differences.
  std::string report;
  /// When they disagree: the first node of the changed graph, of those that the difference comes
  /// of, whose value is another one than in the graph as traced. Several: new nodes, which have no
  /// such value; it is one of them. Empty: all values are the same.
  std::vector<ChangedNode> nodes;
  bool traced_differs = false; // the graph as traced disagrees with the original already
  bool training = false;       // the mode in which they disagree
  bool in_python = false;      // it is the Python that disagrees
};

/// Builds and runs. All subjects are the same model, in different modes. Error: a program could not
/// be built or did not end well; the message has the reason and a way out.
llvm::Expected<Verdict> verify(const clang::tooling::CompilationDatabase& database,
                               const std::vector<Subject>& subjects, const Options& options);

} // namespace fx::verify
