#include "TraceTest.h"

#include "fx/IR/Parser.h"
#include "fx/Passes/PassManager.h"
#include "fx/Runtime/RunPasses.h"

#include <fstream>
#include <set>

namespace fx {
namespace {

using testing::calls;
using ::testing::HasSubstr;
using torch::Tensor;

TEST(RunPasses, ChangesTheGraphThatRuns) {
  GraphModule module = symbolic_trace([](const Tensor& x) {
    const Tensor unused = x.tanh();
    return torch::relu(x) + torch::relu(x);
  });
  EXPECT_TRUE(run_passes(module, "cse,dce"));
  EXPECT_EQ(calls(module->graph()), "relu = call_function torch.relu input_1\n"
                                    "add = call_function torch.add relu relu\n");
  module->graph().lint();
  EXPECT_EQ(module->graph().owning_module(), module.get());
  const Tensor x = torch::tensor({-1.0, 2.0});
  EXPECT_TRUE(module->forward(x).equal(x.relu() * 2));
  EXPECT_FALSE(run_passes(module, "cse,dce"));
}

TEST(RunPasses, NotesShapesOfExampleInputs) {
  torch::nn::Sequential net(torch::nn::Linear(3, 4), torch::nn::ReLU());
  GraphModule module = symbolic_trace(net);
  EXPECT_TRUE(run_passes(module, "shape-prop<input=5x3>"));
  for (const Node* node : module->graph())
    if (node->op() == Opcode::CallModule) {
      ASSERT_NE(node->meta(meta::tensor_meta), nullptr);
      EXPECT_EQ(node->meta(meta::tensor_meta)->shape, (std::vector<int64_t>{5, 4}));
    }
  EXPECT_FALSE(run_passes(module, "shape-prop<input=5x3>"));
  try {
    run_passes(module, "shape-prop<input=5x4>");
    ADD_FAILURE() << "no error";
  } catch (const RuntimeError& error) {
    EXPECT_THAT(error.what(), HasSubstr("mat1 and mat2 shapes cannot be multiplied (5x4 and 3x4)"));
  }
}

TEST(RunPasses, LeavesTrainingItsGraph) {
  struct Net : torch::nn::Module {
    Tensor forward(const Tensor& x) {
      const Tensor unused = x.tanh();
      return is_training() ? x + 1 : x;
    }
  } net;
  GraphModule module = symbolic_trace(net);
  ASSERT_NE(module->training_graph(), nullptr);
  EXPECT_TRUE(run_passes(module, "dce"));
  const Tensor x = torch::tensor({-1.0, 2.0});
  EXPECT_EQ(calls(*module->training_graph()), "add = call_function torch.add input_1 1\n");
  EXPECT_TRUE(module->forward(x).equal(x + 1));
  module->eval();
  EXPECT_EQ(calls(module->graph()), "");
  EXPECT_TRUE(module->forward(x).equal(x));
}

TEST(RunPasses, LeavesTheModuleAsItWasOnErrors) {
  struct Net : torch::nn::Module {
    Tensor forward(const Tensor& x) { return torch::relu(linear(torch::neg(x))); }
    torch::nn::Linear linear{register_module("linear", torch::nn::Linear(2, 2))};
  } net;
  GraphModule module = symbolic_trace(net);
  const std::string before = calls(module->graph());
  const auto error = [&](const char* pipeline) {
    try {
      run_passes(module, pipeline);
    } catch (const RuntimeError& error) {
      EXPECT_EQ(calls(module->graph()), before);
      EXPECT_EQ(module->graph().owning_module(), module.get());
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_THAT(error("csee"), HasSubstr("csee"));
  EXPECT_THAT(error("fuse-conv-bn<fold>"), HasSubstr("fuse-conv-bn<fold> edits source"));
  EXPECT_THAT(error("fuse-conv-bn<fold>"),
              HasSubstr("without 'fold' the graph computes the weights"));
}

/// What is registered: modules with their classes, and the keys of the state.
std::vector<std::string> registered(const torch::nn::Module& module) {
  std::vector<std::string> names;
  for (const auto& item : module.named_modules())
    names.push_back(item.key());
  for (const auto& item : module.named_parameters())
    names.push_back("parameter " + item.key());
  for (const auto& item : module.named_buffers())
    names.push_back("buffer " + item.key());
  return names;
}

/// Runs a pipeline that changes which modules there are: the module computes the same, has the
/// modules and the state that the same passes give a module out of a file, and its tensors are
/// those that it had.
void expect_follows(GraphModule& module, const std::string& pipeline, const Args& inputs) {
  Expected<PassManager> passes = PassManager::parse(pipeline);
  ASSERT_TRUE(passes) << passes.error().to_string();
  TracedModule described = module->describe();
  ASSERT_TRUE(passes->run(described));
  const std::vector<std::string> expected = registered(*load(std::move(described)));
  std::set<const c10::TensorImpl*> before;
  for (const Tensor& tensor : module->parameters())
    before.insert(tensor.unsafeGetTensorImpl());
  const auto run = [&] {
    torch::manual_seed(1);
    return module->run(inputs).toTensor();
  };
  const bool training = module->is_training();
  const Tensor first = run();
  EXPECT_TRUE(run_passes(module, pipeline)) << pipeline;
  module->graph().lint();
  EXPECT_TRUE(torch::allclose(run(), first, 1e-5, 1e-5)) << pipeline;
  EXPECT_EQ(registered(*module), expected) << pipeline;
  for (const auto& item : module->named_parameters())
    EXPECT_TRUE(before.contains(item.value().unsafeGetTensorImpl())) << item.key();
  for (const auto& item : module->named_modules())
    EXPECT_EQ(item.value()->is_training(), training) << item.key();
  // What runs is what it holds.
  for (Tensor& tensor : module->parameters()) {
    const torch::NoGradGuard no_gradients;
    tensor.zero_();
  }
  GraphModule copy(std::dynamic_pointer_cast<GraphModuleImpl>(module->clone()));
  EXPECT_TRUE(torch::allclose(copy->run(inputs).toTensor(), run(), 1e-5, 1e-5)) << pipeline;
}

struct Classifier : torch::nn::Module {
  torch::nn::Sequential features = register_module(
      "features", torch::nn::Sequential(torch::nn::Conv2d(3, 4, 3), torch::nn::BatchNorm2d(4),
                                        torch::nn::Identity(), torch::nn::ReLU()));
  torch::nn::Linear head = register_module("head", torch::nn::Linear(4, 2));
  torch::nn::Linear spare = register_module("spare", torch::nn::Linear(4, 2));
  Tensor scale = register_buffer("scale", torch::full({4}, 2.0F));
  Tensor kept = torch::full({4}, 0.5F); // not registered
  Tensor forward(Tensor x) {
    x = torch::tanh(features->forward(x)).mean({2, 3});
    return torch::relu(head(x * scale + kept));
  }
};

TEST(RunPasses, ChangesWhichModulesThereAre) {
  const Args inputs{torch::randn({2, 3, 6, 6})};
  for (const bool training : {false, true})
    for (const char* pipeline :
         {"functional-to-module", "module-to-functional,remove-unused-modules",
          "remove-unused-modules", "rename-submodule<from=head;to=classifier>",
          "renumber-sequentials", "split-module<by=size;size=2>",
          "partition<ops=torch::nn::Conv2d|torch::nn::BatchNorm2d|torch.tanh>",
          "split-module<by=size;size=3>,inline-modules,remove-unused-modules",
          "functional-to-module,split-module<by=size;size=2>,cse,dce"}) {
      SCOPED_TRACE(pipeline);
      auto net = std::make_shared<Classifier>();
      net->train(training);
      GraphModule module = symbolic_trace(*net);
      expect_follows(module, pipeline, inputs);
      // What the program holds is as it was.
      EXPECT_EQ(net->features->size(), 4U);
      EXPECT_EQ(net->named_children().keys(),
                (std::vector<std::string>{"features", "head", "spare"}));
    }
}

/// The pass that replaces a pattern by a replacement, both in the text form.
std::string replacing(const std::string& pattern, const std::string& replacement) {
  std::string file = ::testing::TempDir() + "/run_passes_rules.fx";
  std::ofstream(file) << pattern << "\n" << replacement;
  return "replace-pattern<file=" + file + ">";
}

constexpr const char* relu_pattern = R"(module pattern {
}
graph():
    %x : = placeholder[target=x]
    %a : = call_function[target=torch.relu](args = (%x,), kwargs = {})
    return %a
)";

TEST(RunPasses, MakesTheModulesOfAReplacement) {
  Classifier net;
  net.eval();
  const Tensor x = torch::randn({2, 3, 6, 6});
  GraphModule module = symbolic_trace(net);
  expect_follows(module, replacing(relu_pattern, R"(module replacement {
  act: torch::nn::LeakyReLU(negative_slope = 0.0)
  same: torch::nn::Sequential {
    0: torch::nn::Identity()
  }
}
graph():
    %x : = placeholder[target=x]
    %a : = call_module[target=act](args = (%x,), kwargs = {})
    %b : = call_module[target=same.0](args = (%a,), kwargs = {})
    return %b
)"),
                 {x});
  EXPECT_NE(module->find_module("act"), nullptr);
}

TEST(RunPasses, MakesTheTensorsOfAReplacement) {
  GraphModule module = symbolic_trace([](const Tensor& x) { return torch::relu(x); });
  EXPECT_TRUE(run_passes(module, replacing(relu_pattern, R"(module replacement {
  buffer least = %least
  constant most = %most
}
init():
    %zeros : = call_function[target=torch.zeros](args = ([3],), kwargs = {})
    %least : = call_method[target=add](args = (%zeros, 1), kwargs = {})
    %most : = call_function[target=torch.full](args = ([3], 2.5), kwargs = {})
graph():
    %x : = placeholder[target=x]
    %least : = get_attr[target=least]
    %most : = get_attr[target=most]
    %a : = call_function[target=torch.maximum](args = (%x, %least), kwargs = {})
    %b : = call_function[target=torch.minimum](args = (%a, %most), kwargs = {})
    return %b
)")));
  const Tensor x = torch::tensor({0.0F, 2.0F, 4.0F});
  EXPECT_TRUE(torch::equal(module->forward(x), torch::tensor({1.0F, 2.0F, 2.5F})));
  EXPECT_TRUE(torch::equal(module->get_buffer("least"), torch::ones({3})));
  EXPECT_EQ(module->buffers().size(), 1U);
}

TEST(RunPasses, KeepsWhatIsSharedAndWhatIsNotRegistered) {
  Expected<TracedModule> model = parse_graph(R"(module Net {
  block: Block {
    buffer b = %b
    constant c = %c
    linear: torch::nn::Linear(in_features = 3, out_features = 3)
    hidden: unregistered torch::nn::Linear(in_features = 3, out_features = 3)
  }
  again: alias of block.linear
  spare: torch::nn::ReLU()
}
init():
    %b : = call_function[target=torch.ones](args = ([3],), kwargs = {})
    %c : = call_function[target=torch.full](args = ([3], 2.5), kwargs = {})
graph():
    %x : = placeholder[target=x]
    %b : = get_attr[target=block.b]
    %c : = get_attr[target=block.c]
    %l : = call_module[target=block.linear](args = (%x,), kwargs = {})
    %h : = call_module[target=block.hidden](args = (%l,), kwargs = {})
    %m : = call_module[target=again](args = (%h,), kwargs = {})
    %s : = call_function[target=torch.add](args = (%m, %b), kwargs = {})
    %t : = call_function[target=torch.mul](args = (%s, %c), kwargs = {})
    %r : = call_function[target=torch.relu](args = (%t,), kwargs = {})
    return %r)");
  ASSERT_TRUE(model) << model.error().to_string();
  GraphModule module = load(std::move(*model));
  const auto* linear = module->find_module("block.linear");
  const auto* hidden = module->find_module("block.hidden");
  for (const char* pipeline :
       {"functional-to-module", "split-module<by=size;size=2>", "inline-modules",
        "remove-unused-modules", "rename-submodule<from=block;to=part>"}) {
    SCOPED_TRACE(pipeline);
    const Tensor x = torch::randn({2, 3});
    const Tensor before = module->forward(x);
    EXPECT_TRUE(run_passes(module, pipeline));
    EXPECT_TRUE(torch::allclose(module->forward(x), before));
  }
  EXPECT_EQ(module->find_module("part.linear"), linear);
  EXPECT_EQ(module->find_module("spare"), nullptr);
  size_t num_hidden = 0;
  for (const Node* node : module->graph().find_nodes(Opcode::CallModule))
    num_hidden += module->find_module(node->target()) == hidden ? 1 : 0;
  EXPECT_EQ(num_hidden, 1U);
  EXPECT_EQ(module->parameters().size(), 2U); // hidden has those that are not registered
}

TEST(RunPasses, RefusesWhatCannotBeMade) {
  Classifier net;
  net.eval();
  const Tensor x = torch::randn({2, 3, 6, 6});
  GraphModule module = symbolic_trace(net);
  const std::string before = calls(module->graph());
  const std::vector<std::string> names = registered(*module);
  const Tensor expected = module->forward(x);
  const auto error = [&](const std::string& replacement) {
    try {
      run_passes(module, "functional-to-module," + replacing(R"(module pattern {
  m: torch::nn::Tanh()
}
graph():
    %x : = placeholder[target=x]
    %a : = call_module[target=m](args = (%x,), kwargs = {})
    return %a
)",
                                                             replacement));
    } catch (const RuntimeError& problem) {
      EXPECT_EQ(calls(module->graph()), before);
      EXPECT_EQ(registered(*module), names);
      EXPECT_TRUE(torch::equal(module->forward(x), expected));
      return std::string(problem.what());
    }
    return std::string("no error");
  };
  EXPECT_THAT(error(R"(module replacement {
  other: Squash()
}
graph():
    %x : = placeholder[target=x]
    %a : = call_module[target=other](args = (%x,), kwargs = {})
    return %a
)"),
              HasSubstr("'other' is a Squash, which is no class of LibTorch"));
  EXPECT_THAT(error(R"(module replacement {
  buffer b = %b
}
init():
    %c : = call_function[target=torch.ones](args = ([4],), kwargs = {})
    %d : = call_function[target=torch.ones](args = ([3],), kwargs = {})
    %b : = call_function[target=torch.matmul](args = (%c, %d), kwargs = {})
graph():
    %x : = placeholder[target=x]
    %b : = get_attr[target=b]
    %a : = call_function[target=torch.add](args = (%x, %b), kwargs = {})
    return %a
)"),
              HasSubstr("the tensor 'b' cannot be made"));
}

TEST(RunPasses, KeepsTheModulesThatPassesLeave) {
  Classifier net;
  net.eval();
  GraphModule module = symbolic_trace(net);
  EXPECT_TRUE(run_passes(module, "functional-to-module"));
  EXPECT_EQ(module->find_module("head"), net.head.ptr().get());
  EXPECT_EQ(module->find_module("features.0"), net.features[0].get());
  EXPECT_TRUE(module->get_buffer("scale").is_same(net.scale));
  // An optimizer that has the parameters goes on, where relu lets gradients through.
  torch::nn::init::constant_(net.head->bias, 5);
  torch::optim::SGD optimizer(net.parameters(), 0.1);
  const Tensor x = torch::randn({2, 3, 6, 6});
  const Tensor before = module->forward(x).detach();
  module->forward(x).sum().backward();
  optimizer.step();
  EXPECT_FALSE(torch::allclose(module->forward(x), before));
  EXPECT_TRUE(torch::allclose(module->forward(x), net.forward(x), 1e-5, 1e-5));
}

TEST(RunPasses, ChangesGraphsOfPartsToo) {
  Classifier net;
  net.eval();
  GraphModule module = symbolic_trace(net);
  EXPECT_TRUE(run_passes(module, "split-module<by=size;size=3>"));
  const auto* part = dynamic_cast<const GraphModuleImpl*>(module->find_module("submod_0"));
  ASSERT_NE(part, nullptr);
  const auto count = [&](const char* path) {
    return dynamic_cast<const GraphModuleImpl*>(module->find_module(path))->graph().size();
  };
  const Tensor x = torch::randn({2, 3, 6, 6});
  const Tensor before = module->forward(x);
  const size_t whole = count("submod_0");
  GraphModule first(std::dynamic_pointer_cast<GraphModuleImpl>(module->get_submodule("submod_0")));
  for (Node& node : first->graph().nodes())
    if (node.op() == Opcode::CallModule && node.target().view() == "features_0") {
      const auto here = first->graph().inserting_after(&node);
      first->graph().call_function("torch.neg", {Argument(&node)}); // which nobody uses
    }
  const bool has_unused = count("submod_0") > whole;
  EXPECT_EQ(run_passes(module, "dce"), has_unused);
  EXPECT_EQ(count("submod_0"), whole);
  EXPECT_TRUE(torch::allclose(module->forward(x), before));
}

TEST(RunPasses, LeavesWhatFollowsFromWeightsInTheGraph) {
  struct Net : torch::nn::Module {
    Tensor weight = register_parameter("weight", torch::randn({3, 3}));
    Tensor forward(const Tensor& x) { return torch::matmul(x, (weight * 2).t()); }
  } net;
  net.eval();
  GraphModule module = symbolic_trace(net, {.modes = Modes::Eval});
  module->eval();
  std::vector<std::string> told;
  run_passes(module, "const-fold<weights>",
             {.remark = [&](const std::string& text) { told.push_back(text); }});
  EXPECT_THAT(told, ::testing::Contains(HasSubstr("split_const_subgraphs()")));
  const Tensor x = torch::randn({2, 3});
  EXPECT_TRUE(torch::allclose(module->forward(x), net.forward(x)));
  const torch::NoGradGuard no_gradients;
  net.weight.fill_(1);
  EXPECT_TRUE(torch::allclose(module->forward(x), net.forward(x)));
}

TEST(RunPasses, TellsWhatPassesSay) {
  GraphModule module = symbolic_trace([](const Tensor& x) { return torch::relu(x); });
  std::vector<std::string> told;
  EXPECT_FALSE(run_passes(module, "reinplace<inference>",
                          {.remark = [&](const std::string& text) { told.push_back(text); }}));
  EXPECT_THAT(told, ::testing::ElementsAre(HasSubstr("may be memory of an input")));
}

} // namespace
} // namespace fx
