#include "TestModel.h"

namespace fx {
namespace {

using A = Argument;

TEST(PythonEmitter, FreesValuesAfterTheirLastUse) {
  TestModel model;
  model.leaf("fc", "torch::nn::Linear", {{"in_features", 4, true}, {"out_features", 2, true}});
  Node* x = model.input("x");
  Node* fc = model.graph.call_module("fc", {x});
  Node* add = model.graph.call_function("operator.add", {fc, x});
  model.graph.call_method("relu_", {add});
  model.output(add);
  expect_lines(model.emit("python"), {"self.fc = torch.nn.Linear(in_features=4, out_features=2)",
                                      "fc = self.fc(x)", "add = fc + x;  fc = x = None",
                                      "relu_ = add.relu_();  relu_ = None", "return add"});
}

TEST(PythonEmitter, OddNamesGoThroughGetattr) {
  TestModel model;
  ModuleNode& layer = model.nested("layer1", "torch::nn::Sequential");
  model.leaf("0", "torch::nn::Softshrink", {{"lambda", 0.5}}, &layer);
  model.leaf("type", "torch::nn::ReLU", {}, &layer);
  Node* x = model.input("input");
  Node* a = model.graph.call_module("layer1.0", {x});
  model.output(model.graph.call_module("layer1.type", {a}));
  expect_lines(model.emit("python"),
               {"layer1.add_module(\"0\", torch.nn.Softshrink(lambd=0.5))",
                "layer1._modules[\"type\"] = torch.nn.ReLU()",
                "def forward(self, input : torch.Tensor) -> torch.Tensor:", "input_1 = input",
                "layer1_0 = getattr(self.layer1, \"0\")(input_1);  input_1 = None",
                "layer1_type = self.layer1._modules[\"type\"](layer1_0);  layer1_0 = None"});
}

TEST(PythonEmitter, BuffersStandWhereTheyAreUsed) {
  TestModel model;
  ModuleNode& root = model.modules.root();
  model.slot(root, "weight", TensorRole::Parameter, model.init.call_function("torch.ones", {4}));
  model.slot(root, "mask", TensorRole::Buffer, model.init.call_function("torch.zeros", {4}));
  Node* x = model.input("x");
  Node* weight = model.graph.get_attr("weight");
  Node* mul = model.graph.call_function("operator.mul", {x, weight});
  model.output(model.graph.call_function("operator.add", {mul, model.graph.get_attr("mask")}));
  expect_lines(model.emit("python"),
               {"self.register_parameter(\"weight\", torch.nn.Parameter(ones))",
                "self.register_buffer(\"mask\", zeros)", "weight = self.weight",
                "add = mul + self.mask;  mul = None"});
}

TEST(PythonEmitter, ExpressionsAreNotMisread) {
  TestModel model;
  Graph& g = model.graph;
  Node* x = model.input("x");
  Node* power = g.call_function("operator.pow", {-1, x});
  Node* item = g.call_function("operator.getitem", {power, A::tuple({0, A::slice(1, A(), A())})});
  g.call_function("operator.setitem", {item, 0, 1.5});
  Node* dtype = g.call_function("builtins.getattr", {x, "dtype"});
  Node* zeros =
      g.call_function("torch.zeros", {2}, {{"dtype", dtype}, {"device", A::device("cpu")}});
  model.output(A::tuple({item, zeros}), "std::tuple<at::Tensor, at::Tensor>");
  expect_lines(model.emit("python"), {"import operator", "pow_1 = operator.pow(-1, x)",
                                      "getitem = pow_1[(0, slice(1, None, None))];  pow_1 = None",
                                      "getitem[0] = 1.5;  setitem = getitem;  setitem = None",
                                      "return (getitem, zeros)"});
}

TEST(PythonEmitter, SaysWhatCannotBeWritten) {
  TestModel model;
  model.output(model.graph.call_function("mylib::f", {model.input("x")}));
  EXPECT_FALSE(emit_python(model, {}));
}

TEST(Emitters, AreFoundByName) {
  EXPECT_TRUE(find_emitter("json"));
  EXPECT_TRUE(find_emitter("cpp"));
  EXPECT_TRUE(find_emitter("readable"));
  EXPECT_FALSE(find_emitter("cobol"));
}

} // namespace
} // namespace fx
