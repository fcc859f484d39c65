// What leaves a mode may stand before what makes it in a graph that is not checked.
// RUN: not fx-opt %s --emit=torchscript --verify-input=false 2>&1 | FileCheck %s
// CHECK: mode-left-before-it-is-made.fx:[[# @LINE + 3]]:5: error: %l: {{.*}} [torchscript-modes-not-nested]
graph():
    %x : = placeholder[target=x]
    %l : = call_method[target=__exit__](args = (%m, None, None, None), kwargs = {})
    %m : = call_function[target=torch.no_grad](args = (), kwargs = {})
    return %x
