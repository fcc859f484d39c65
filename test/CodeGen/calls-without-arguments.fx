// What Python writes with brackets and dots has values around these: without them code is refused,
// and what is for a reader is written. A method without an object gets there unchecked alone.
// RUN: rm -rf %t && split-file %s %t
// RUN: not fx-opt --emit=cpp %t/getitem.fx 2>&1 | FileCheck %s --check-prefix=GETITEM
// GETITEM: getitem.fx:3:5: error: %y: operator.getitem takes another number of arguments [operator-of-other-operands]
// RUN: not fx-opt --emit=cpp %t/setitem.fx 2>&1 | FileCheck %s --check-prefix=SETITEM
// SETITEM: setitem.fx:3:5: error: %y: operator.setitem takes another number of arguments [operator-of-other-operands]
// RUN: not fx-opt --emit=cpp %t/getattr.fx 2>&1 | FileCheck %s --check-prefix=GETATTR
// GETATTR: getattr.fx:3:5: error: %y: builtins.getattr takes another number of arguments [operator-of-other-operands]
// RUN: not fx-opt --emit=cpp --verify-input=false %t/method.fx 2>&1 | FileCheck %s --check-prefix=METHOD
// RUN: not fx-opt --emit=python --verify-input=false %t/method.fx 2>&1 | FileCheck %s --check-prefix=METHOD
// RUN: not fx-opt --emit=torchscript --verify-input=false %t/method.fx 2>&1 | FileCheck %s --check-prefix=METHOD
// METHOD: method.fx:3:5: error: %y: relu takes a value [operand-needed]
// RUN: fx-opt --emit=readable --verify-input=false %t/method.fx | FileCheck %s --check-prefix=READABLE
// READABLE: y = relu()
//
// RUN: cat %t/getitem.fx %t/setitem.fx %t/getattr.fx %t/method.fx > %t/all.fx
// RUN: fx-opt --emit=graph --verify-input=false %t/all.fx -o /dev/null
// RUN: fx-opt --emit=fx --verify-input=false %t/all.fx -o /dev/null
// RUN: fx-opt --emit=table --verify-input=false %t/all.fx -o /dev/null
// RUN: fx-opt --emit=json --verify-input=false %t/all.fx -o /dev/null
// RUN: fx-opt --emit=dot --verify-input=false %t/all.fx -o /dev/null
// RUN: fx-opt --emit=readable --verify-input=false %t/all.fx -o /dev/null

//--- getitem.fx
graph():
    %x : [num_users=0] = placeholder[target=x]
    %y : [num_users=1] = call_function[target=operator.getitem](args = (), kwargs = {})
    return %y
//--- setitem.fx
graph():
    %x : [num_users=0] = placeholder[target=x]
    %y : [num_users=1] = call_function[target=operator.setitem](args = (), kwargs = {})
    return %y
//--- getattr.fx
graph():
    %x : [num_users=0] = placeholder[target=x]
    %y : [num_users=1] = call_function[target=builtins.getattr](args = (), kwargs = {})
    return %y
//--- method.fx
graph():
    %x : [num_users=0] = placeholder[target=x]
    %y : [num_users=1] = call_method[target=relu](args = (), kwargs = {})
    return %y
