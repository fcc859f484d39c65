#include "fx/Driver/Differences.h"

#include "llvm/ADT/STLExtras.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fx::driver {

namespace {

using verify::Verdict;

constexpr const char* report_it = "please report it, with the model";

/// "train mode", "train mode, second call,"
std::string when(const Verdict& verdict) {
  return std::string(verdict.training ? "train" : "eval") + " mode" +
         (verdict.call > 0 ? ", second call," : "");
}

/// What is to blame where all nodes have the value that they had.
const char* without_a_node(Verdict::Kind kind) {
  switch (kind) {
  case Verdict::Kind::Gradients: return "what differs is a gradient";
  case Verdict::Kind::Random:
    return "a node that draws random numbers is gone, or another one came";
  case Verdict::Kind::Thrown: return "what differs is what is thrown";
  default: return "a node that writes to an input or a buffer is gone";
  }
}

std::string with_nodes(const Verdict& verdict) {
  std::string others;
  for (const verify::ChangedNode& node : llvm::drop_begin(verdict.nodes))
    others += fmt::format("{}%{} ({})", others.empty() ? ", or one behind it: " : ", ", node.name,
                          node.target);
  const verify::ChangedNode& first = verdict.nodes.front();
  const std::string named = fmt::format("%{} ({})", first.name, first.target);
  switch (verdict.kind) {
  case Verdict::Kind::Gradients:
    return fmt::format("in {} the gradient differs; a pass made {}{}", when(verdict), named,
                       others);
  case Verdict::Kind::Random:
    return fmt::format("in {} other random numbers are drawn; the first suspect is {}{}",
                       when(verdict), named, others);
  default:
    return fmt::format("in {} {} is the first node whose value differs{}", when(verdict), named,
                       others);
  }
}

SourceLocation place(const verify::ChangedNode& node) {
  return {node.range.file.str(), node.range.line, node.range.column};
}

Error broken_check(const Verdict& verdict) {
  std::string values;
  for (const std::string& value : verdict.checked_values)
    values += (values.empty() ? "; " : ", ") + value;
  return Error(
      fmt::format("in {} a check of the regenerated model does not hold that the original "
                  "does not have: {}{}",
                  when(verdict), verdict.broken_check, values),
      place(verdict.nodes.front()),
      {"what is assumed of a value (--assume, --input) has to hold for the inputs that the "
       "model is called with"});
}

/// The graph as traced differs too.
Error wrong_trace(const Comparison& comparison, const Verdict& verdict) {
  const std::string what =
      fmt::format("the regenerated model computes something else in {}{} and so does the graph as "
                  "traced: ",
                  when(verdict), verdict.call > 0 ? "" : ",");
  if (comparison.assumed.empty())
    return Error(what + "this is a mistake of fx-clang", {}, {report_it});
  return Error(fmt::format("{}it took for given what the original may not do: --assume='{}'", what,
                           fmt::join(comparison.assumed, "' --assume='")),
               {},
               {"the original computes these expressions; where they are something else there, "
                "leave the assumption out, or say what they are",
                "where all of it holds for the original, this is a mistake of fx-clang: please "
                "report it, with the model"});
}

} // namespace

Error difference_of(const Comparison& comparison, const Verdict& verdict, const Step* step) {
  if (verdict.unrepeatable) return *verdict.unrepeatable;
  if (!verdict.broken_check.empty()) return broken_check(verdict);
  if (verdict.kind == Verdict::Kind::Constructed)
    return Error("the regenerated model has other initial values than the original; given "
                 "the same state, it computes the same",
                 {}, {});
  if (verdict.in_python)
    return Error("the regenerated Python computes something else in " + when(verdict) +
                     " than the original; the regenerated C++ does not",
                 {}, {report_it});
  if (verdict.traced_differs) return wrong_trace(comparison, verdict);
  std::string note = "the graph as traced computes what the original does: a pass changed this";
  if (step != nullptr)
    note = fmt::format("the graph as traced computes what the original does: the pass '{}' changed "
                       "this",
                       step->pass);
  if (verdict.nodes.empty())
    return Error(fmt::format("in {} every node has the value it had as traced: {}", when(verdict),
                             without_a_node(verdict.kind)),
                 {}, {note});
  return Error(with_nodes(verdict), place(verdict.nodes.front()), {note});
}

} // namespace fx::driver
