// A rule that takes a Dropout away is one for evaluation: the graph of both modes stays for training, and
// a graph of training is left alone. One that keeps the Dropout is right in both.
// RUN: rm -rf %t && split-file %s %t
// RUN: fx-opt %t/nets.fx --passes='replace-pattern<file=%t/drop.fx>' --verify-each | FileCheck %s --check-prefix=DROP
// RUN: fx-opt %t/nets.fx --passes='replace-pattern<file=%t/keep.fx>' --verify-each | FileCheck %s --check-prefix=KEEP

// DROP: module Both {
// DROP: {{^}}graph():
// DROP-NOT: target=drop
// DROP: {{^}}training graph():
// DROP: target=drop
// DROP: module Train [training] {
// DROP: target=drop
// DROP: module Eval [eval] {
// DROP-NOT: target=drop
// DROP-NOT: training graph
// KEEP: module Both {
// KEEP: target=drop
// KEEP-NEXT: target=neg
// KEEP-NOT: training graph
// KEEP: module Train [training] {
// KEEP: target=drop
// KEEP-NEXT: target=neg
//--- nets.fx
module Both {
  drop: torch::nn::Dropout(p = 0.5)
}
graph():
    %x : = placeholder[target=x]
    %a : = call_method[target=neg](args = (%x,), kwargs = {})
    %b : = call_module[target=drop](args = (%a,), kwargs = {})
    return %b
module Train [training] {
  drop: torch::nn::Dropout(p = 0.5)
}
graph():
    %x : = placeholder[target=x]
    %a : = call_method[target=neg](args = (%x,), kwargs = {})
    %b : = call_module[target=drop](args = (%a,), kwargs = {})
    return %b
module Eval [eval] {
  drop: torch::nn::Dropout(p = 0.5)
}
graph():
    %x : = placeholder[target=x]
    %a : = call_method[target=neg](args = (%x,), kwargs = {})
    %b : = call_module[target=drop](args = (%a,), kwargs = {})
    return %b
//--- drop.fx
module pattern {
  drop: torch::nn::Dropout()
}
graph():
    %x : = placeholder[target=x]
    %a : = call_method[target=neg](args = (%x,), kwargs = {})
    %b : = call_module[target=drop](args = (%a,), kwargs = {})
    return %b
module replacement {
}
graph():
    %x : = placeholder[target=x]
    %a : = call_method[target=neg](args = (%x,), kwargs = {})
    return %a
//--- keep.fx
module pattern {
  drop: torch::nn::Dropout()
}
graph():
    %x : = placeholder[target=x]
    %a : = call_method[target=neg](args = (%x,), kwargs = {})
    %b : = call_module[target=drop](args = (%a,), kwargs = {})
    return %b
module replacement {
  drop: torch::nn::Dropout(p = 0.5)
}
graph():
    %x : = placeholder[target=x]
    %b : = call_module[target=drop](args = (%x,), kwargs = {})
    %a : = call_method[target=neg](args = (%b,), kwargs = {})
    return %a
