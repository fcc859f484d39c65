// What the text of a graph cannot say, each with the id under which --explain tells more. What is
// shown by parse-errors.fx and lint-errors.fx is not repeated.
// RUN: fx-opt %s --verify-diagnostics --split-input-file

module Net {
  // expected-error@below {{only a module written 'NAME: graph CLASS' has a graph of its own [graph-of-another-module]}}
  graph():
  // expected-error@below {{a module with a graph of its own has no options [module-with-a-graph-and-options]}}
  part: graph Part(size = 3)
  // expected-error@below {{the template arguments of the class are not closed by '>' [template-arguments-not-closed]}}
  made: Stack<Layer
  // expected-error@below {{only a buffer can be one that is not saved [parameter-not-saved]}}
  parameter weight = %zeros {persistent = False}
}
init():
    %zeros : = call_function[target=torch.zeros](args = ((2,),), kwargs = {})
graph():
    %x : = placeholder[target=x]
    // expected-error@below {{meta does not refer to nodes [node-in-meta]}}
    %a : = call_function[target=torch.relu](args = (%x,), kwargs = {}) meta = {tag: %x}
    // expected-error@below {{a slice has a start, a stop and a step [range-or-slice-bounds]}}
    %b : = call_function[target=operator.getitem](args = (%x, slice(1)), kwargs = {})
    // expected-error@below {{unknown escape '\q' in a string [string-escape-unknown]}}
    %c : = call_function[target=torch.einsum](args = ("\q", %x), kwargs = {})
    // expected-error@below {{a call_function has a target [target-left-out]}}
    %d : = call_function[target=](args = (%x,), kwargs = {})
    // expected-error@below {{keyword 'dim' is given twice [keyword-given-twice]}}
    %e : = call_function[target=torch.sum](args = (%x,), kwargs = {dim: 1, dim: 2})
    return %x
