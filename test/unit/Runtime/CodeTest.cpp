// Text out of GraphModules: code(), str(), listings, files; fx/Runtime/GraphModule.h. Names as in
// torch.fx's own tests where a test is from there.
#include "fx/CodeGen/Emitter.h"
#include "fx/IR/Printer.h"
#include "fx/Runtime/Calls.h"
#include "fx/Runtime/GraphModule.h"
#include "fx/Runtime/SymbolicTrace.h"

#include "ToolFolder.h"

#include <gmock/gmock.h>
#include <torch/torch.h>

#include <sstream>

namespace fx {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

GraphModule small(const std::string& function = "torch.relu") {
  torch::nn::Module root("Root");
  root.register_module("linear", torch::nn::Linear(torch::nn::LinearOptions(4, 3).bias(false)));
  root.register_buffer("shift", torch::full({3}, 0.5));
  Graph graph;
  Node* linear = graph.call_module("linear", {graph.placeholder("x")});
  Node* shifted = graph.call_function("operator.add", {linear, graph.get_attr("shift")});
  graph.output(graph.call_function(function, {shifted}));
  return GraphModule(root, std::move(graph), "Small");
}

TEST(Code, test_pretty_print) {
  EXPECT_EQ(small()->str(), "Small(\n"
                            "  (linear): torch::nn::Linear(in_features=4, out_features=3, "
                            "bias=false)\n"
                            ")\n\n\n"
                            "def forward(self, x):\n"
                            "    linear = self.linear(x);  x = None\n"
                            "    add = linear + self.shift;  linear = None\n"
                            "    relu = torch.relu(add);  add = None\n"
                            "    return relu\n\n"
                            "# To see more debug info, please use `graph_module.print_readable()`");
  std::ostringstream text;
  text << small();
  EXPECT_EQ(text.str(), small()->str());
}

TEST(Code, a_function_that_Python_does_not_have_stands_by_its_name) {
  EXPECT_THAT(small("my::function")->str(), HasSubstr("my::function(add)"));
  EXPECT_THAT(message_of([] { (void)small("my::function")->code("python"); }),
              HasSubstr("my::function"));
}

TEST(Code, every_language_that_needs_no_shapes) {
  const GraphModule module = small();
  EXPECT_THAT(module->code(), HasSubstr("class Small(torch.nn.Module):\n"));
  EXPECT_THAT(module->code("cpp"), HasSubstr("TORCH_MODULE(Small);\n"));
  EXPECT_EQ(module->code("graph"), print_graph(module->describe()));
  EXPECT_THAT(module->code("json"), StartsWith("{"));
  for (const Emitter& emitter : emitters())
    if (!emitter.needs_shapes && !emitter.is_archive_only() && emitter.name != "svg")
      EXPECT_FALSE(module->code(emitter.name).empty()) << emitter.name;
}

TEST(Code, an_unknown_language_is_said) {
  for (const char* language : {"fortran", "pt2", "summary"})
    EXPECT_EQ(message_of([&] { (void)small()->code(language); }),
              "there is no code in '" + std::string(language) +
                  "'; one of: graph, fx, table, json, dot, svg, cpp, python, torchscript, "
                  "readable");
}

TEST(Code, test_print_readable) {
  std::ostringstream text;
  small()->print_readable(text);
  EXPECT_THAT(text.str(), StartsWith("class Small(torch.nn.Module):\n    def forward(self, x"));
}

TEST(Code, print_tabular) {
  std::ostringstream text;
  small()->print_tabular(text);
  EXPECT_EQ(text.str(), print_table(small()->graph()));
}

TEST(Code, test_lineno_map) {
  const GraphModule module = small();
  const TracedModule model = module->describe();
  std::vector<const Node*> nodes;
  (void)emit_python_forward(model, &model.graph, &nodes);
  std::vector<std::string> names;
  for (const Node* node : nodes)
    names.push_back(node == nullptr ? "" : node->name().str());
  EXPECT_THAT(names, ::testing::ElementsAre("", "linear", "add", "relu", "output"));
}

TEST(Code, an_error_shows_five_lines_of_the_code_that_runs) {
  GraphModule module = small();
  module->set_training_graph(std::make_unique<Graph>(small("torch.my_function")->graph().clone()));
  const torch::Tensor wrong = torch::ones({2, 5});
  const std::string text =
      "Call using an FX-traced Module, line 2 of the traced Module's generated "
      "forward function:\n"
      "def forward(self, x):\n"
      "    linear = self.linear(x);  x = None\n"
      "~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ <--- HERE\n"
      "    add = linear + self.shift;  linear = None\n";
  module->eval();
  EXPECT_THAT(message_of([&] { (void)module->forward(wrong); }),
              HasSubstr(text + "    relu = torch.relu(add);  add = None\n\nWhile executing "));
}

class Files : public ToolFolder {};

TEST_F(Files, save_and_load_give_the_same_graph_and_results) {
  const GraphModule module = small();
  save(module, file("small.fx"));
  torch::save(module, file("small.pt"));
  GraphModule loaded = load(file("small.fx"), file("small.pt"));
  EXPECT_EQ(print_graph(loaded->describe()), text_of(file("small.fx")));
  const torch::Tensor x = torch::randn({2, 4});
  EXPECT_TRUE(torch::equal(loaded->forward(x), GraphModule(module)->forward(x)));
}

TEST_F(Files, save_says_what_it_cannot_write) {
  EXPECT_EQ(message_of([&] { save(small(), file("missing/small.fx")); }),
            file("missing/small.fx") + ": the file cannot be written");
}

TEST_F(Files, to_folder_writes_what_load_reads) {
  const GraphModule module = small();
  module->to_folder(file("exported"), "small", {torch::randn({2, 4})});
  for (const char* name : {"small.fx", "small.pt", "small.h", "small.py", "CMakeLists.txt",
                           "main.cpp", "main.py", "inputs.pt"})
    EXPECT_TRUE(std::filesystem::exists(file("exported/") + name)) << name;
  GraphModule loaded = load(file("exported/small.fx"), file("exported/small.pt"));
  const torch::Tensor x = torch::randn({2, 4});
  EXPECT_TRUE(torch::equal(loaded->forward(x), GraphModule(module)->forward(x)));
}

TEST_F(Files, to_folder_refuses_names_and_folders) {
  EXPECT_THAT(message_of([&] { small()->to_folder(file("out"), "a b"); }),
              HasSubstr("'a b' is no name for a module of Python"));
  write("taken", "");
  EXPECT_THAT(message_of([&] { small()->to_folder(file("taken"), "small"); }), HasSubstr("taken"));
}

TEST(Code, parameters_are_not_the_variables_of_others) {
  // Inputs without names are called input and input_1, and their nodes input_1 and input_2.
  GraphModule traced =
      symbolic_trace([](const torch::Tensor& x, const torch::Tensor& y) { return x - y; });
  EXPECT_THAT(traced->code(), ::testing::HasSubstr("    def forward(self, input, input_2):\n"
                                                   "        input_1 = input\n"
                                                   "        sub = torch.sub(input_1, input_2);"));
}

struct Inner : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return torch::neg(x); }
};

TEST(Code, ForwardNamesModulesThatPythonDoesNotHave) {
  struct Net : torch::nn::Module {
    torch::Tensor forward(torch::Tensor x) { return call(*inner, x); }
    std::shared_ptr<Inner> inner = register_module("inner", std::make_shared<Inner>());
  } net;
  GraphModule module = symbolic_trace(net, {.input_names = {"x"}});
  EXPECT_EQ(module->forward_code(), "def forward(self, x):\n"
                                    "    inner = self.inner(x);  x = None\n"
                                    "    return inner\n");
  EXPECT_THAT(module->str(), HasSubstr(module->forward_code()));
}

} // namespace
} // namespace fx
