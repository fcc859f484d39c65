#include "Decisions.h"

#include "ProxyTensor.h"
#include "UserFrames.h"

#include <fmt/format.h>

#include <array>
#include <unordered_map>

namespace fx::runtime {

namespace {

class Claimed {
public:
  explicit Claimed(const Claims& claims) { Claims::of_this_thread() = claims; }
  ~Claimed() { Claims::of_this_thread() = Claims(); }
  Claimed(const Claimed&) = delete;
  Claimed& operator=(const Claimed&) = delete;
};

/// Each thing that a program may ask for has to be told from its first answer by one of these.
const std::array<Claims, 3>& all_claims() {
  constexpr double large = 1e300;
  static const std::array<Claims, 3> claims{
      Claims{.dtype = c10::kLong, .is_contiguous = true, .number = large},
      Claims{.dtype = c10::kHalf,
             .device = c10::Device(c10::kCUDA, 0),
             .requires_grad = true,
             .number = -large},
      Claims{.dtype = c10::kBool, .layout = c10::kSparse}};
  return claims;
}

/// The parts of a claim, one at a time, and what a program asks for by them.
std::vector<std::pair<Claims, std::string>> parts_of(const Claims& all) {
  std::vector<std::pair<Claims, std::string>> parts;
  const auto add = [&](const char* what, auto Claims::* part) {
    Claims one;
    if (one.*part == all.*part) return;
    one.*part = all.*part;
    parts.emplace_back(one, what);
  };
  add("the dtype of a tensor (dtype(), scalar_type(), options())", &Claims::dtype);
  add("the device of a tensor (device(), is_cuda(), options())", &Claims::device);
  add("the layout of a tensor (layout(), options())", &Claims::layout);
  add("whether a tensor is contiguous (is_contiguous())", &Claims::is_contiguous);
  add("a number that a module computes (the loss of AdaptiveLogSoftmaxWithLoss)", &Claims::number);
  // A gradient needs a type that can have one.
  if (all.requires_grad)
    parts.emplace_back(Claims{.requires_grad = true},
                       "whether an input requires a gradient (requires_grad())");
  return parts;
}

/// Steps through two graphs at once. A call of contiguous() is left out: LibTorch makes none of
/// what claims to be contiguous.
class Comparison {
public:
  Comparison(const Traced& a, const Traced& b) : a_(a), b_(b) {}

  /// The first node of `a` that `b` has not, or its output node where `b` only goes on.
  const Node* first_difference() {
    auto x = a_.graph.begin(), y = b_.graph.begin();
    const auto x_end = a_.graph.end(), y_end = b_.graph.end();
    while (true) {
      while (x != x_end && is_contiguous_call(**x))
        ++x;
      while (y != y_end && is_contiguous_call(**y))
        ++y;
      if (x == x_end || y == y_end)
        return (x == x_end) == (y == y_end) ? nullptr : a_.graph.output_node();
      if (!same_node(**x, **y)) return *x;
      nodes_.emplace(*x, *y);
      ++x;
      ++y;
    }
  }

private:
  static bool is_contiguous_call(const Node& node) {
    return node.op() == Opcode::CallMethod && node.target().view() == "contiguous" &&
           node.arg(0).is_node();
  }
  static const Node* source_of(const Node* node) {
    while (is_contiguous_call(*node))
      node = node->arg(0).as_node();
    return node;
  }

  bool same_target(const Node& x, const Node& y) const {
    if (x.op() != y.op()) return false;
    if (x.op() != Opcode::GetAttr && x.op() != Opcode::CallModule) return x.target() == y.target();
    const auto left = a_.constants.find(x.target().view()),
               right = b_.constants.find(y.target().view());
    if (left == a_.constants.end() || right == b_.constants.end()) return x.target() == y.target();
    return same_constant(left->second, right->second) ||
           (is_number(left->second) && is_number(right->second));
  }
  /// LibTorch makes a tensor of the claimed type out of the number in x.index_put_(..., 1).
  static bool is_number(const Attribute& attribute) {
    const auto* tensor = std::get_if<torch::Tensor>(&attribute);
    return tensor != nullptr && tensor->dim() == 0;
  }

  bool same_operand(const Argument& p, const Argument& q) const {
    if (p.is_node() && q.is_node()) {
      const auto found = nodes_.find(source_of(p.as_node()));
      return found != nodes_.end() && found->second == source_of(q.as_node());
    }
    if (!p.has_nodes() || !q.has_nodes()) return p == q;
    return p.kind() == q.kind() &&
           std::equal(p.items().begin(), p.items().end(), q.items().begin(), q.items().end(),
                      [&](const Argument& s, const Argument& t) { return same_operand(s, t); });
  }

  bool same_node(const Node& x, const Node& y) const {
    return same_target(x, y) &&
           std::equal(x.args().begin(), x.args().end(), y.args().begin(), y.args().end(),
                      [&](const Argument& p, const Argument& q) { return same_operand(p, q); }) &&
           std::equal(x.kwargs().begin(), x.kwargs().end(), y.kwargs().begin(), y.kwargs().end(),
                      [&](const KeywordArgument& p, const KeywordArgument& q) {
                        return p.name == q.name && same_operand(p.value, q.value);
                      });
  }

  const Traced& a_;
  const Traced& b_;
  std::unordered_map<const Node*, const Node*> nodes_;
};

/// Nothing: the program throws for such a claim.
std::optional<Traced> trace_claimed(const Claims& claims, const std::function<Traced()>& trace) {
  const Claimed claimed(claims);
  try {
    return trace();
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

bool differs(const Traced& known, const Claims& claims, const std::function<Traced()>& trace) {
  const std::optional<Traced> other = trace_claimed(claims, trace);
  return other && Comparison(known, *other).first_difference() != nullptr;
}

/// The text of the error, of a trace that has the places of its nodes.
std::string text_of(const std::string& asked, const Node* node) {
  return fmt::format(
      "the program decides something by {}, which is not known{}. Give "
      "TraceOptions::example_inputs, and the trace is one for such inputs; or make the module or "
      "function one node, with is_leaf_module or fx::call. What it decides is first seen at node "
      "{}",
      asked, node != nullptr ? place_of(*node) : "",
      node != nullptr ? node->name().view() : std::string_view("output"));
}

} // namespace

AttributeMap constants_of(const Tracer& tracer) {
  AttributeMap constants;
  for (const auto& [path, tensor] : tracer.tensor_constants())
    constants.emplace(path, tensor);
  for (const auto& [path, module] : tracer.script_modules())
    constants.emplace(path, module);
  return constants;
}

Traced trace_once(Tracer& tracer, torch::nn::Module* root, const TracedFunction& function,
                  const TraceOptions& options, bool record_stack_traces) {
  tracer.record_stack_traces = record_stack_traces;
  Graph graph = tracer.trace_root(root, function, options);
  return {std::move(graph), constants_of(tracer)};
}

void check_decisions(const Traced& known, const TraceAgain& trace, size_t first_claim) {
  const auto plain = [&] { return trace(/*record_stack_traces=*/false); };
  for (size_t i = first_claim; i < all_claims().size(); ++i) {
    const Claims& claims = all_claims()[i];
    if (!differs(known, claims, plain)) continue;
    // A program that keeps something from one call to the next differs by itself: every second
    // time, say.
    if (differs(known, Claims(), plain) || differs(known, Claims(), plain)) return;
    std::string asked = "what a tensor is";
    Claims by = claims;
    for (const auto& [part, what] : parts_of(claims))
      if (differs(known, part, plain)) {
        asked = what;
        by = part;
        break;
      }
    const Traced placed = trace(/*record_stack_traces=*/true);
    const std::optional<Traced> other = trace_claimed(by, plain);
    throw TraceError(
        text_of(asked, other ? Comparison(placed, *other).first_difference() : nullptr));
  }
}

bool same_with_claim(const Traced& known, const std::function<Traced()>& trace) {
  const std::optional<Traced> other = trace_claimed(all_claims().front(), trace);
  return other && Comparison(known, *other).first_difference() == nullptr;
}

} // namespace fx::runtime
