// --emit=readable is torch.fx's print_readable: shapes, and where in the source a value is computed.
// Graph modules are classes inside. It is for readers: C++ functions are called by their names.
// RUN: sed "s|model.cpp|%/s|" %s > %t.fx
// RUN: fx-opt %t.fx --emit=readable | FileCheck %s --strict-whitespace --match-full-lines
// RUN: fx-opt %t.fx --passes=inline-modules --emit=readable | FileCheck %s --check-prefix=INLINED

//      CHECK:class Net(torch.nn.Module):
// CHECK-NEXT:    def forward(self, x: "f32[2, 3]", y : torch.Tensor = None):
// CHECK-EMPTY:
//      CHECK:        # File: {{.*}}readable.fx:1, code: // --emit=readable is torch.fx's print_readable: shapes, and where in the source a value is computed.
// CHECK-NEXT:        conv: "f32[2, 6]" = self.conv(x);  x = None
// CHECK-NEXT:        relu = torch.relu(conv);  conv = None
// CHECK-EMPTY:
// CHECK-NEXT:        # File: nowhere.cpp:7
// CHECK-NEXT:        part = self.part(relu);  relu = None
// CHECK-EMPTY:
// CHECK-NEXT:        # No source location for the following nodes
// CHECK-NEXT:        log = mylib::log(part, y);  part = y = None
// CHECK-NEXT:        return log
// CHECK-EMPTY:
// CHECK-NEXT:    class part(torch.nn.Module):
// CHECK-NEXT:        def forward(self, y: "b8[]"):
// CHECK-EMPTY:
// CHECK-NEXT:            # No source location for the following nodes
// CHECK-NEXT:            neg = y.neg();  y = None
// CHECK-NEXT:            return neg
// INLINED-NOT: class part
// INLINED: neg = relu.neg();  relu = None
module Net {
  conv: torch::nn::Conv2d(in_channels = 3)
  part: graph Part {
    graph():
        %y : [num_users=1] = placeholder[target=y] meta = {tensor_meta: {"shape": (), "dtype": torch.bool}}
        %neg : [num_users=1] = call_method[target=neg](args = (%y,), kwargs = {})
        return %neg
  }
}
graph():
    %x : [num_users=1] = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 3), "dtype": torch.float32}}
    %y : torch.Tensor [num_users=1] = placeholder[target=y](default=None)
    %conv : [num_users=1] = call_module[target=conv](args = (%x,), kwargs = {}) meta = {tensor_meta: {"shape": (2, 6), "dtype": torch.float32}} loc("model.cpp":1:3)
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%conv,), kwargs = {}) loc("model.cpp":1:9)
    %part : [num_users=1] = call_module[target=part](args = (%relu,), kwargs = {}) loc("nowhere.cpp":7:1)
    %log : [num_users=1] = call_function[target=mylib::log](args = (%part, %y), kwargs = {})
    return %log
