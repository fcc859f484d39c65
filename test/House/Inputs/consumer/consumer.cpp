// A project of somebody else's that links the graph library alone.
#include <fx/IR/Graph.h>
#include <fx/IR/Printer.h>

#include <cstdio>

int main() {
  fx::Graph graph;
  fx::Node* x = graph.placeholder("x");
  graph.output(graph.call_function("torch.relu", {x}));
  std::fputs(fx::print_graph(graph).c_str(), stdout);
}
