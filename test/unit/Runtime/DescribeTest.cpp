// GraphModuleImpl::describe() of fx/Runtime/GraphModule.h.
#include "fx/IR/Parser.h"
#include "fx/IR/Printer.h"
#include "fx/Runtime/GraphModule.h"

#include "../../../docs/examples/lenet.cpp"
#include "Inputs/kept.cpp"
#include "ToolFolder.h"

#include "fx/Ops/Modules.h"

#include <gmock/gmock.h>
#include <torch/torch.h>

#include <algorithm>
#include <set>

namespace fx {
namespace {

using ::testing::HasSubstr;

class Describe : public ToolFolder {
protected:
  static TracedModule parsed(const std::string& graph) {
    Expected<TracedModule> model = parse_graph(text_of(graph));
    EXPECT_TRUE(model) << text_of(graph);
    return std::move(*model);
  }
};

/// A module of one child, which its graph does not use.
template <class Module>
GraphModule holding(Module module) {
  torch::nn::Module root("Root");
  root.register_module("it", module);
  Graph graph;
  graph.output(graph.placeholder("x"));
  return GraphModule(root, std::move(graph));
}

std::string line_of(const GraphModule& module) {
  const std::string text = print_graph(module->describe());
  const size_t begin = text.find("  it: ");
  return text.substr(begin + 6, text.find('\n', begin) - begin - 6);
}

TEST_F(Describe, has_the_tree_that_the_tool_writes) {
  LeNet original;
  TracedModule traced = parsed(this->traced("docs/examples/lenet.cpp"));
  const std::string expected = print_graph(traced);
  GraphModule module(*original, std::move(traced.graph), "LeNet");
  EXPECT_EQ(print_graph(module->describe()), expected);
}

TEST_F(Describe, what_was_loaded_is_what_the_file_says) {
  const std::string graph = traced("test/unit/Runtime/Inputs/kept.cpp");
  GraphModule loaded = load(graph);
  const TracedModule described = loaded->describe();
  const std::string text = print_graph(described);
  EXPECT_THAT(text, HasSubstr("  again: alias of conv\n"));
  EXPECT_THAT(text, HasSubstr("  hidden: unregistered torch::nn::Linear("));
  EXPECT_THAT(text, HasSubstr("  constant \"constant\" = %tensor"));
  EXPECT_THAT(text, HasSubstr("{padding = 1, padding_mode = \"reflect\"}"));
  GraphModule again = load(loaded->describe());
  EXPECT_EQ(print_graph(again->describe()), text);
  torch::save(loaded, file("weights.pt"));
  again = load(loaded->describe(), file("weights.pt"));
  again->eval();
  loaded->eval();
  // What the state dict does not have is drawn anew.
  again->find_module("hidden")->named_parameters()["weight"].data().copy_(
      loaded->find_module("hidden")->named_parameters()["weight"]);
  again->find_module("hidden")->named_parameters()["bias"].data().copy_(
      loaded->find_module("hidden")->named_parameters()["bias"]);
  const torch::Tensor x = torch::randn({2, 1, 4, 4});
  EXPECT_TRUE(torch::equal(again->forward(x), loaded->forward(x)));
}

/// A line of the list of cases without "since 2: ", which stands before what came with LibTorch 2;
/// empty: this LibTorch does not have it.
std::string case_of(const std::string& line) {
  const std::string since = "since ";
  if (!line.starts_with(since)) return line;
  const bool is_here =
      ops::LibTorch::built_in()->version().major >= std::stoi(line.substr(since.size()));
  return is_here ? line.substr(line.find(": ") + 2) : "";
}

/// Every option of each module with another value than its default, in C++.
std::string source_of_cases(std::vector<std::string>& holders) {
  std::ifstream list(FX_SOURCES "/test/EndToEnd/Modules/cases.txt");
  std::string text = "#include <torch/torch.h>\nstruct Net : torch::nn::Module {\n  Net() {\n";
  std::string line;
  while (std::getline(list, line)) {
    line = case_of(line);
    const size_t open = line.find('('), end = line.find(" | ");
    if (line.empty() || line.front() == '#' || end == std::string::npos) continue;
    const std::string holder = line.substr(0, open);
    // Lines of what cannot be built begin with words. A stack holds a module in an option, which
    // load() has no way to make.
    if (holder.find(' ') != std::string::npos || line.starts_with("TransformerEncoder(") ||
        line.starts_with("TransformerDecoder(") || line.find("AnyModule") != std::string::npos)
      continue;
    const std::string options = line.substr(open, end - open);
    const ops::OptionsClass* of = ops::LibTorch::built_in()->find_module_options(holder);
    const std::string argument =
        of == nullptr ? "" : "torch::nn::" + std::string(of->name) + options;
    text += "    register_module(\"m" + std::to_string(holders.size()) +
            "\", torch::nn::" + holder + "(" + argument + "));\n";
    holders.push_back(holder);
  }
  return text + "  }\n  torch::Tensor forward(torch::Tensor x) { return x; }\n};\n";
}

/// Of an init graph's node what it computes may have another spelling.
bool means_same(const Argument& a, const Argument& b) {
  if (a.is_node() || b.is_node()) return a.is_node() && b.is_node();
  const auto all = [](const Argument& items, const Argument& one) {
    return !items.items().empty() && std::ranges::all_of(items.items(), [&](const Argument& i) {
      return means_same(i, one);
    });
  };
  if (a.is_sequence() && b.is_sequence())
    return std::ranges::equal(a.items(), b.items(), means_same);
  return a == b || (a.is_sequence() && all(a, b)) || (b.is_sequence() && all(b, a));
}

TEST_F(Describe, reads_every_option_of_every_module_of_LibTorch) {
  std::vector<std::string> holders;
  write("all.cpp", source_of_cases(holders));
  const std::string graph = traced(file("all.cpp"), "--root=Net");
  const TracedModule expected = parsed(graph);
  const TracedModule described = load(graph)->describe();
  std::set<std::string> seen;
  for (const ModuleNode* module : expected.modules.root().children) {
    const ModuleNode* found = described.modules.find(module->path());
    ASSERT_NE(found, nullptr) << module->path();
    EXPECT_EQ(found->cpp_type, module->cpp_type);
    EXPECT_EQ(found->kind, module->kind) << module->cpp_type.view();
    const ops::ModuleClass* row = ops::find_module_class(module->cpp_type);
    ASSERT_NE(row, nullptr);
    seen.emplace(row->name);
    for (const ModuleOption& option : module->options) {
      const std::string name = module->cpp_type.str() + "." + option.name.str();
      if (option.name.view() == "_weight") continue; // it is the parameter by now
      const ModuleOption* other = found->option(option.name);
      if (other != nullptr) {
        EXPECT_TRUE(means_same(other->value, option.value))
            << name << " is " << python_repr(other->value) << ", not " << python_repr(option.value);
        const auto& needed = ops::LibTorch::built_in()->find_module_options(row->name)->constructor;
        if (std::ranges::find(needed, option.name.view()) != needed.end())
          EXPECT_TRUE(other->constructor_argument) << name;
        continue;
      }
      const auto by_default =
          ops::ModuleOptions(*ops::LibTorch::built_in(), *row, found->options).value(option.name);
      EXPECT_TRUE(by_default && means_same(*by_default, option.value)) << name << " is missing";
    }
    for (const ModuleOption& option : found->options)
      EXPECT_NE(module->option(option.name), nullptr)
          << module->cpp_type.view() << "." << option.name.view() << " was not given";
  }
  for (const ops::ModuleHolder& holder : ops::LibTorch::built_in()->module_holders()) {
    const ops::ModuleClass* row = ops::find_module_class(holder.name);
    if (row != nullptr && !row->is_container() && !holder.name.starts_with('_') &&
        holder.name != "TransformerEncoder" && holder.name != "TransformerDecoder")
      EXPECT_TRUE(seen.contains(std::string(holder.name))) << holder.name;
  }
}

TEST(LiveOptions, modules_among_the_options_of_a_module) {
  using namespace torch::nn; // NOLINT(google-build-using-namespace)
  const TransformerEncoderLayer layer(
      TransformerEncoderLayerOptions(8, 2).activation(torch::kGELU));
  EXPECT_EQ(
      line_of(holding(TransformerEncoder(
          TransformerEncoderOptions(layer, 2).norm(AnyModule(LayerNorm(LayerNormOptions({8}))))))),
      "torch::nn::TransformerEncoder(encoder_layer = (\"torch::nn::TransformerEncoderLayer\", "
      "{\"d_model\": 8, \"nhead\": 2, \"activation\": \"gelu\"}), num_layers = 2) {norm = "
      "(\"torch::nn::LayerNorm\", {\"normalized_shape\": (8,)})}");
}

TEST(LiveOptions, what_is_no_literal_is_an_error) {
  using namespace torch::nn; // NOLINT(google-build-using-namespace)
  const GraphModule module = holding(
      TripletMarginWithDistanceLoss(TripletMarginWithDistanceLossOptions().distance_function(
          [](const torch::Tensor& a, const torch::Tensor& b) { return a - b; })));
  EXPECT_EQ(message_of([&] { (void)module->describe(); }),
            "the option distance_function of 'it' is a function, which no graph can say: compute "
            "it in forward, or replace the module");
}

TEST(DescribedModule, a_class_of_the_program_as_a_leaf_is_an_error) {
  struct Own : torch::nn::Module {};
  torch::nn::Module root("Root");
  root.register_module("own", std::make_shared<Own>());
  Graph graph;
  graph.output(graph.call_module("own", {graph.placeholder("x")}));
  GraphModule module(root, std::move(graph));
  EXPECT_THAT(message_of([&] { (void)module->describe(); }),
              HasSubstr("'own' is called as one module, and is a "));
}

TEST(DescribedModule, graph_modules_are_parts_with_graphs_of_their_own) {
  torch::nn::Module inner_root("Inner");
  inner_root.register_parameter("scale", torch::full({1}, 3.0));
  Graph inner;
  Node* x = inner.placeholder("x");
  inner.output(inner.call_function("operator.mul", {x, inner.get_attr("scale")}));
  torch::nn::Module root("Root");
  root.register_module("part", GraphModule(inner_root, std::move(inner), "Part"));
  Graph graph;
  graph.output(graph.call_module("part", {graph.placeholder("x")}));
  GraphModule module(root, std::move(graph), "Whole");
  EXPECT_THAT(print_graph(module->describe()), HasSubstr("  part: graph Part {\n"));
  GraphModule again = load(module->describe());
  EXPECT_EQ(again->forward(torch::ones(1)).item<float>(), 3.0F);
}

TEST(DescribedModule, constants_have_their_values) {
  Graph graph;
  graph.output(graph.call_function("torch.add", {graph.placeholder("x"), graph.get_attr("c.d")}));
  const torch::Tensor constant = torch::randn({5, 7}, torch::kDouble);
  GraphModule module(torch::nn::Module("Root"), std::move(graph), "Root",
                     AttributeMap{{"c.d", constant}});
  GraphModule again = load(module->describe());
  EXPECT_TRUE(torch::equal(*again->find_tensor("c.d"), constant))
      << again->find_tensor("c.d")->dtype();
  EXPECT_TRUE(again->buffers().empty());
}

TEST(DescribedModule, modes) {
  Graph graph;
  graph.output(graph.placeholder("x"));
  GraphModule module(torch::nn::Module("Root"), std::move(graph));
  module->set_modes(Modes::Eval);
  EXPECT_TRUE(module->describe().eval_only);
  module->set_modes(Modes::Train);
  EXPECT_TRUE(module->describe().training);
}

// Module::name() writes the name that it makes into the module, and the thread sanitizer does not see
// what LibTorch writes. An explicit instantiation may name what is private.
using ModuleName = torch::optional<std::string> torch::nn::Module::*;
ModuleName module_name();
template <ModuleName Name>
struct ReachName {
  friend ModuleName module_name() { return Name; }
};
template struct ReachName<&torch::nn::Module::name_>;

TEST(DescribedModule, a_module_that_another_thread_may_describe_is_only_read) {
  torch::nn::Sequential it(torch::nn::Linear(2, 2));
  const GraphModule module = holding(it);
  EXPECT_EQ(line_of(module), "torch::nn::Sequential {");
  EXPECT_FALSE(((*it).*module_name()).has_value());
  EXPECT_FALSE(((*it[0]).*module_name()).has_value());
}

} // namespace
} // namespace fx
