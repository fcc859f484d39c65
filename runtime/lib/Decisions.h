// What a program decides by answers that proxies cannot but give: types, devices and the like.
//
// C++ asks a tensor for its dtype without a call that could be seen, and LibTorch itself asks so
// often that to refuse an answer would end every trace. So the trace is made again with proxies
// that claim other things of themselves: where the graph is another one, the program decides by
// what is not known.
#pragma once

#include "fx/Runtime/GraphModule.h"
#include "fx/Runtime/Tracer.h"

#include <functional>

namespace fx::runtime {

/// A graph, and what it refers to that the module does not hold.
struct Traced {
  Graph graph;
  AttributeMap constants;
};

AttributeMap constants_of(const Tracer& tracer);
/// A tracer that is used again keeps the paths of the root.
Traced trace_once(Tracer& tracer, torch::nn::Module* root, const TracedFunction& function,
                  const TraceOptions& options, bool record_stack_traces = false);
/// Whether two constants are one: tensors with the same numbers, or the same method of TorchScript.
bool same_constant(const Attribute& a, const Attribute& b);

/// Makes a trace again, as this thread claims; places of nodes are recorded where that is asked.
using TraceAgain = std::function<Traced(bool record_stack_traces)>;

/// Throws a TraceError where one of the claims from `first_claim` on gives another graph than
/// `known`, and a trace without claims gives the same: it says by what the program decides, and
/// where. A program that throws for a claim decides nothing: it checks what it takes.
void check_decisions(const Traced& known, const TraceAgain& trace, size_t first_claim = 0);

/// Whether the trace with the first claim gives the graph of `known`.
bool same_with_claim(const Traced& known, const std::function<Traced()>& trace);

} // namespace fx::runtime
