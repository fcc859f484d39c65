// What is traced of the files that are read, and how.
#pragma once

#include "fx/Ops/Kernels.h"
#include "fx/Support/Error.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

namespace fx::frontend {

/// Whose modules the rule leaf-modules makes leaves of: qualified names; none: all of the user's.
struct LeafCalls {
  std::vector<std::string> classes;
};

/// What is said of one class or of what one expression makes, as an entry of a .fx-clang does.
struct ModelOptions {
  enum class Mode : uint8_t { Both, Eval, Train };

  /// A class, or a function that is traced: its name, "Net" or "models::Net", without Impl. Empty:
  /// what `root` makes.
  std::string name;
  /// The expression that makes it. Empty: all that is traced of `name`.
  std::string root;
  /// The namespaces whose names `root` may use without their own, from outside; "": one without a
  /// name.
  std::vector<std::string> scope;
  /// It belongs to the files that are traced: a remark says when `name` is not among what they
  /// have.
  bool is_expected = false;
  /// Where it is said, for messages.
  SourceLocation place;
  std::optional<std::string> method;
  std::optional<Mode> mode;
  /// See TraceOptions: these are added to what is said there, which counts where both say something
  /// of one expression or parameter.
  std::vector<std::string> leaves;
  std::vector<std::string> wrapped;
  std::vector<std::string> assumptions;
  std::vector<std::string> inputs;
};

/// What stands at one place of a file of options; keys of lists are their numbers.
struct ConfigValue {
  std::vector<std::string> path;
  std::variant<bool, int64_t, double, std::string> value;
};

struct TraceOptions {
  /// A C++ expression, checked by Clang in the scope after the last line of the file: a class name,
  /// a constructor call, a make_shared, a function name. Empty: every root that can be found.
  std::string root;
  /// The method to trace instead of forward.
  std::string method = "forward";
  bool training = false; // --mode=train
  /// --mode=eval: nothing is said about training (TracedModule::eval_only). Without either both
  /// modes are traced.
  bool eval_only = false;
  /// Classes (qualified names) kept as call_module, functions kept as call_function.
  std::vector<std::string> leaves;
  std::vector<std::string> wrapped;
  /// --rules=leaf-modules: a call of a module of the user's is one node where fx::call of
  /// fx/Runtime/Calls.h can make it, with meta::leaf_call. Elsewhere it is entered, and a remark
  /// says why.
  std::optional<LeafCalls> leaf_calls;
  /// TORCH_CHECK and assert on what is known only when the model runs become torch._assert nodes;
  /// else they are taken to hold.
  bool keep_checks = false;
  /// --strict: an error instead of a remark where state, weights or effects of a call are missing
  /// from the graph.
  bool strict = false;
  /// --state=buffers: a number that forward changes and a later call reads is kept in a buffer that
  /// is not saved; else it is an error. Tensors are kept in any case.
  bool state_buffers = false;
  /// "expression=value": the value of an expression, spelled as in the source, where it is not
  /// known.
  std::vector<std::string> assumptions;
  /// --config: what objects that are not known give for a key, as a file has it.
  std::vector<ConfigValue> config;
  /// "parameter=1x3x224x224:float32": example inputs, which decide what sizes decide. They need
  /// `kernels`, which run every node on them.
  /// A size may be a name alone, "x=Nx3xHxW": ops::with_numbers() gives it `named_size`.
  std::vector<std::string> inputs;
  int64_t named_size = 64;
  std::shared_ptr<ops::Kernels> kernels;
  /// Opens them where a constructor asks for what only they know: the sizes of what a module
  /// returns, say; and for the inputs of `models` and of the source. Empty: they are not asked.
  std::function<Expected<std::shared_ptr<ops::Kernels>>()> open_kernels;
  /// What is said of some classes. Without a root, the expressions of those that the files have are
  /// traced before all that can be found.
  std::vector<ModelOptions> models;
  /// Without a root: traces the roots that can be traced, and counts the others.
  bool keep_going = false;
  /// Whether nodes tell how the source spells them (meta::syntax).
  bool syntax = false;
  /// Whether nodes tell where the source stores their values (StoredValues.h).
  bool stored_values = false;
  /// Asked while files are read and at every step of the evaluator: where a stop is requested, the
  /// trace ends without a result.
  std::stop_token stop;
};

} // namespace fx::frontend
