// An Interpreter whose values are proxies, so that running a graph makes another one: torch.fx's
// Transformer (torch/fx/interpreter.py).
//
//     struct NegSigmSwap : fx::Transformer {
//       using Transformer::Transformer;
//       fx::Value call_function(fx::Symbol target, const fx::Args& args,
//                               const fx::Kwargs& kwargs) override {
//         if (target.view() == "torch.sigmoid") return torch::neg(args[0].toTensor());
//         return Transformer::call_function(target, args, kwargs);
//       }
//     };
//     fx::GraphModule transformed = NegSigmSwap(traced).transform();
#pragma once

#include "fx/Runtime/Interpreter.h"
#include "fx/Runtime/Tracer.h"

#include <memory>

namespace fx {

class Transformer : public Interpreter {
public:
  explicit Transformer(GraphModule module);
  ~Transformer() override;

  /// Runs the graph on proxies. The result computes what the functions below recorded, on the state
  /// of the original, which it shares; where training has a graph of its own both are transformed.
  /// Nodes keep what is known of where they came from; one that does the same keeps all meta.
  GraphModule transform();

  // Each makes a node and gives its proxy, whatever it stands for: an override may do with it what
  // a program does with a tensor.
  Value run_node(Node& node) override;
  Value placeholder(Symbol target, const Args& args, const Kwargs& kwargs) override;
  Value get_attr(Symbol target, const Args& args, const Kwargs& kwargs) override;
  Value call_function(Symbol target, const Args& args, const Kwargs& kwargs) override;
  Value call_method(Symbol target, const Args& args, const Kwargs& kwargs) override;
  Value call_module(Symbol target, const Args& args, const Kwargs& kwargs) override;

  /// What makes the nodes.
  TracerBase& tracer();

private:
  class NewGraph;
  Graph transform_graph(Graph& graph);

  std::unique_ptr<NewGraph> new_graph_;
};

} // namespace fx
