// A box a node, an edge a use, a frame a graph module; Graphviz takes it.
// RUN: fx-opt %s --emit=dot | FileCheck %s

// CHECK: digraph "Net" {
// CHECK: "x" [label="%x\nplaceholder x", fillcolor=
// CHECK: "conv" [label="%conv\ncall_module conv\ntorch::nn::Conv2d(in_channels=3, padding='same')"
// CHECK: "x" -> "conv";
// CHECK: "conv" -> "part";
// CHECK: subgraph "cluster_part" {
// CHECK: "part/y" -> "part/neg";
module Net {
  conv: torch::nn::Conv2d(in_channels = 3) {padding = "same"}
  part: graph Part {
    graph():
        %y : [num_users=1] = placeholder[target=y]
        %neg : [num_users=1] = call_method[target=neg](args = (%y,), kwargs = {})
        return %neg
  }
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %conv : [num_users=1] = call_module[target=conv](args = (%x,), kwargs = {})
    %part : [num_users=1] = call_module[target=part](args = (%conv,), kwargs = {})
    return %part
