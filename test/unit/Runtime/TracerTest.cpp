#include "TraceTest.h"

#include "fx/Runtime/Calls.h"

#include <thread>

TORCH_LIBRARY(fx_tracer_test, m) {
  m.def("twice", [](const torch::Tensor& x) { return x * 2; });
}

namespace fx {
namespace {

using testing::calls;
using testing::calls_of;
using ::testing::HasSubstr;
using testing::result;
using testing::trace_error;
using torch::Tensor;

TEST(Tracer, RecordsOperatorsAsTorchFxNamesThem) {
  EXPECT_EQ(calls_of([](Tensor x) {
              Tensor y = torch::relu(x) + 1;
              y = torch::gelu(y.view({2, -1}));
              return torch::cat({y, y * 2}, 1);
            }),
            "relu = call_function torch.relu input_1\n"
            "add = call_function torch.add relu 1\n"
            "view = call_method view add [2, -1]\n"
            "gelu = call_function torch._C._nn.gelu view\n"
            "mul = call_function torch.mul gelu 2\n"
            "cat = call_function torch.cat [gelu, mul] 1\n");
}

TEST(Tracer, SeesWhatAModuleGotSinceItsLastTrace) {
  struct Net : torch::nn::Module {
    Tensor forward(Tensor x) {
      for (const auto& child : children())
        x = child->as<torch::nn::Linear>()->forward(x);
      return x * scale;
    }
    Tensor scale = register_parameter("scale", torch::ones(2));
  };
  auto net = std::make_shared<Net>();
  net->register_module("first", torch::nn::Linear(2, 2));
  Tracer tracer;
  EXPECT_EQ(calls(tracer.trace(*net)), "first = call_module first input_1\n"
                                       "scale = get_attr scale\n"
                                       "mul = call_function torch.mul first scale\n");
  net->register_module("second", torch::nn::Linear(2, 2));
  net->scale = net->register_parameter("other", torch::ones(2));
  EXPECT_EQ(calls(tracer.trace(*net)), "first = call_module first input_1\n"
                                       "second = call_module second first\n"
                                       "other = get_attr other\n"
                                       "mul = call_function torch.mul second other\n");
}

TEST(Tracer, WritesKeywordsThatDifferFromTheirDefaults) {
  EXPECT_EQ(calls_of([](Tensor x, Tensor y) {
              return torch::add(x, y, 2).sum({1}, true, torch::kFloat64);
            }),
            "add = call_function torch.add input_1 input_2 alpha=2\n"
            "sum_1 = call_function torch.sum add [1] True dtype=torch.float64\n");
}

TEST(Tracer, NotesTheOverload) {
  const Graph graph = Tracer().trace([](Tensor x) { return x + x; });
  const Argument* overload = graph.output_node()->prev()->meta(free_meta_key("overload"));
  ASSERT_TRUE(overload);
  EXPECT_EQ(overload->symbol().view(), "aten::add.Tensor");
}

TEST(Tracer, SpreadsListsThatPythonSpreads) {
  EXPECT_EQ(calls_of([](Tensor x, Tensor y) { return torch::einsum("ij,jk->ik", {x, y}); }),
            "einsum = call_function torch.functional.einsum 'ij,jk->ik' input_1 input_2\n");
}

TEST(Tracer, TakesSeveralResultsApart) {
  const Graph graph = Tracer().trace([](Tensor x) {
    auto [values, indices] = torch::topk(x, 3);
    return values + indices;
  });
  EXPECT_EQ(calls(graph), "topk = call_function torch.topk input_1 3\n"
                          "getitem = call_function operator.getitem topk 0\n"
                          "getitem_1 = call_function operator.getitem topk 1\n"
                          "add = call_function torch.add getitem getitem_1\n");
}

TEST(Tracer, LeavesOutPartsThatNothingUses) {
  EXPECT_EQ(calls_of([](Tensor x) { return torch::chunk(x, 3, 1)[1]; }),
            "chunk = call_function torch.chunk input_1 3 1\n"
            "getitem_1 = call_function operator.getitem chunk 1\n");
}

TEST(Tracer, FollowsWritesInPlace) {
  const Graph graph = Tracer().trace([](Tensor x) {
    Tensor y = x * 2;
    y.add_(1);
    y += x;
    return y;
  });
  EXPECT_EQ(calls(graph), "mul = call_function torch.mul input_1 2\n"
                          "add_ = call_method add_ mul 1\n"
                          "add__1 = call_method add_ add_ input_1\n");
  EXPECT_EQ(result(graph), "add__1");
}

TEST(Tracer, KeepsIndexingAsLibTorchDoesIt) {
  EXPECT_EQ(calls_of(
                [](Tensor x) {
                  using namespace torch::indexing;
                  return x.index({"...", 0});
                },
                {.example_inputs = {torch::ones({2, 3})}}),
            "select = call_function torch.select input_1 1 0\n");
}

TEST(Tracer, RecordsFactoriesAndRandomNumbers) {
  EXPECT_EQ(calls_of([](Tensor x) {
              return x + torch::zeros({2, 3}, torch::kDouble) + torch::rand({3}) + torch::arange(3);
            }),
            "zeros = call_function torch.zeros [2, 3] dtype=torch.float64\n"
            "add = call_function torch.add input_1 zeros\n"
            "rand = call_function torch.rand [3]\n"
            "add_1 = call_function torch.add add rand\n"
            "arange = call_function torch.arange 3\n"
            "add_2 = call_function torch.add add_1 arange\n");
}

struct WithState : torch::nn::Module {
  WithState() {
    weight = register_parameter("weight", torch::ones({3, 4}));
    count = register_buffer("count", torch::zeros({1}));
  }
  Tensor forward(Tensor x) {
    count.add_(1);
    return torch::matmul(x, weight.t()) + count * weight.size(0) + weight.sum();
  }
  Tensor other(const Tensor& x) const { return x - weight; }
  Tensor weight, count;
};

TEST(Tracer, ReadsParametersAndBuffersByTheirPaths) {
  WithState module;
  const Graph graph = Tracer().trace(module);
  EXPECT_EQ(calls(graph), "count = get_attr count\n"
                          "add_ = call_method add_ count 1\n"
                          "weight = get_attr weight\n"
                          "t = call_function torch.t weight\n"
                          "matmul = call_function torch.matmul input_1 t\n"
                          "mul = call_function torch.mul add_ 3\n"
                          "add = call_function torch.add matmul mul\n"
                          "sum_1 = call_function torch.sum weight\n"
                          "add_1 = call_function torch.add add sum_1\n");
  EXPECT_EQ(module.count.item<float>(), 0) << "a trace changes nothing";
}

TEST(Tracer, test_trace_multiple_funcs) {
  WithState module;
  EXPECT_EQ(calls(Tracer().trace(module, &WithState::other)),
            "weight = get_attr weight\n"
            "sub = call_function torch.sub input_1 weight\n");
}

TEST(Tracer, test_tensor_attribute_coalseced) {
  const Tensor constant = torch::ones({2});
  Tracer tracer;
  const Graph graph = tracer.trace([=](Tensor x) { return x + constant + constant; });
  EXPECT_EQ(calls(graph), "_tensor_constant0 = get_attr _tensor_constant0\n"
                          "add = call_function torch.add input_1 _tensor_constant0\n"
                          "add_1 = call_function torch.add add _tensor_constant0\n");
  ASSERT_EQ(tracer.tensor_constants().size(), 1U);
  EXPECT_TRUE(tracer.tensor_constants().at("_tensor_constant0").is_same(constant));
}

TEST(Tracer, test_tensor_constant) {
  Tracer tracer;
  const Graph graph = tracer.trace([](Tensor x) { return x + torch::tensor({1.F, 2.F}); });
  EXPECT_EQ(calls(graph), "_tensor_constant0 = get_attr _tensor_constant0\n"
                          "add = call_function torch.add input_1 _tensor_constant0\n");
  EXPECT_EQ(tracer.tensor_constants().at("_tensor_constant0")[1].item<float>(), 2);
}

TEST(Tracer, ATensorMadeInForwardIsNewInEachCall) {
  const auto counts = [](Tensor x) {
    Tensor count = torch::tensor({1.F, 2.F});
    count[0] += 1;
    return x + count;
  };
  const Tensor x = torch::zeros({2}), expected = counts(x);
  GraphModule traced = symbolic_trace(counts);
  EXPECT_TRUE(traced->forward(x).equal(expected));
  EXPECT_TRUE(traced->forward(x).equal(expected));
  const auto gives = [](Tensor x) { return std::vector<Tensor>{x, torch::tensor({1.F})}; };
  GraphModule given = symbolic_trace(gives);
  given->forward<std::vector<Tensor>>(x)[1].add_(1);
  EXPECT_TRUE(given->forward<std::vector<Tensor>>(x)[1].equal(torch::ones({1})));
  // A graph with it is traced to the same.
  Graph graph;
  Node* input = graph.placeholder("x");
  Node* made = graph.call_function("torch.tensor", {Argument::list({1.0, 2.0})});
  graph.output(graph.call_function("torch.add", {input, graph.call_method("add_", {made, 1})}));
  GraphModule module(AttributeMap{}, std::move(graph));
  GraphModule again = symbolic_trace(module);
  EXPECT_TRUE(again->forward(x).equal(module->forward(x)));
  EXPECT_TRUE(again->forward(x).equal(module->forward(x)));
}

TEST(Tracer, AsksForNoSizesWithoutExamples) {
  const std::string error = trace_error([](Tensor x) { return x.view({x.size(0), -1}); });
  EXPECT_THAT(error, HasSubstr("of a tensor that is traced is not known"));
  EXPECT_THAT(error, HasSubstr("TracerTest.cpp:" + std::to_string(__LINE__ - 2)));
  EXPECT_THAT(error, HasSubstr("example_inputs"));
}

TEST(Tracer, AnswersSizesFromExamples) {
  EXPECT_EQ(calls_of(
                [](Tensor x) {
                  const Tensor y = torch::conv2d(x, torch::ones({4, 3, 3, 3}));
                  return y.view({y.size(0), y.size(1) * y.size(2), -1});
                },
                {.example_inputs = {torch::ones({2, 3, 8, 8})}}),
            "ones = call_function torch.ones [4, 3, 3, 3]\n"
            "conv2d = call_function torch.conv2d input_1 ones\n"
            "view = call_method view conv2d [2, 24, -1]\n");
}

TEST(Tracer, KnowsNoSizesThatDependOnNumbers) {
  EXPECT_THAT(trace_error([](Tensor x) { return torch::zeros(torch::nonzero(x).size(0)); },
                          {.example_inputs = {torch::ones({3})}}),
              HasSubstr("nonzero"));
}

TEST(Tracer, LeavesTheRandomNumbersOfTheProgramAlone) {
  torch::manual_seed(1);
  const Tensor expected = torch::rand({2});
  torch::manual_seed(1);
  calls_of([](Tensor x) { return torch::multinomial(x, 2) + torch::rand({2}); },
           {.example_inputs = {torch::ones({3})}});
  EXPECT_TRUE(torch::rand({2}).equal(expected));
}

TEST(Tracer, NamesTheLineThatDecidesByATensor) {
  const std::string error = trace_error([](Tensor x) {
    if (x.sum().is_nonzero()) return x;
    return -x;
  });
  EXPECT_THAT(error,
              HasSubstr("symbolically traced variables cannot be used as inputs to control"));
  EXPECT_THAT(error, HasSubstr("TracerTest.cpp:" + std::to_string(__LINE__ - 5)));
}

TEST(Tracer, RefusesNumbersOfTensors) {
  EXPECT_THAT(trace_error([](Tensor x) { return x * x.sum().item<float>(); }),
              HasSubstr("item of a tensor that is traced gives a number"));
  EXPECT_THAT(trace_error([](Tensor x) {
                x.data_ptr<float>();
                return x;
              }),
              HasSubstr("data_ptr()"));
}

TEST(Tracer, test_unpack_list_better_error) {
  EXPECT_THAT(trace_error([](Tensor x) { return torch::unbind(x)[0]; }),
              HasSubstr("Proxy object cannot be iterated."));
}

TEST(Tracer, UnpacksListsOfExamples) {
  EXPECT_EQ(calls_of([](Tensor x) { return torch::unbind(x).back(); },
                     {.example_inputs = {torch::ones({3, 2})}}),
            "unbind = call_function torch.unbind input_1\n"
            "getitem_2 = call_function operator.getitem unbind 2\n");
}

TEST(Tracer, test_throw_out_variant) {
  Tracer tracer;
  tracer.check_mutable_operations = true;
  try {
    tracer.trace([](Tensor x) {
      Tensor out = torch::empty({2});
      torch::sigmoid_out(out, x);
      return out;
    });
    FAIL();
  } catch (const TraceError& error) {
    EXPECT_THAT(error.what(), HasSubstr("Tried to trace mutable operation aten::sigmoid.out"));
  }
}

TEST(Tracer, test_disallow_override) {
  struct NoInplace : Tracer {
    Node* create_node(Opcode op, Symbol target, std::vector<Argument> args,
                      std::vector<KeywordArgument> kwargs, std::string_view name,
                      Symbol type) override {
      if (op == Opcode::CallMethod && target.view().ends_with("_"))
        throw TraceError("In-place operations are not supported");
      return Tracer::create_node(op, target, std::move(args), std::move(kwargs), name, type);
    }
  } tracer;
  EXPECT_THROW(tracer.trace([](Tensor x) { return x.add_(1); }), TraceError);
}

TEST(Tracer, ATracerMayKnowBools) {
  struct Known : Tracer {
    bool to_bool(const Proxy&) override { return true; }
  } tracer;
  EXPECT_EQ(calls(tracer.trace([](Tensor x) { return x.is_nonzero() ? torch::relu(x) : x; })),
            "relu = call_function torch.relu input_1\n");
}

TEST(Tracer, test_stack_traces) {
  Tracer tracer;
  tracer.record_stack_traces = true;
  const Graph graph = tracer.trace([](Tensor x) { return torch::relu(x); });
  const Node* relu = graph.output_node()->prev();
  const SourceRange* range = relu->meta(meta::source_range);
  ASSERT_TRUE(range);
  EXPECT_THAT(range->file.str(), HasSubstr("TracerTest.cpp"));
  EXPECT_EQ(range->line, static_cast<unsigned>(__LINE__ - 5));
  EXPECT_THAT(relu->meta(free_meta_key("stack_trace"))->symbol().str(),
              HasSubstr("TracerTest.cpp"));
}

TEST(Tracer, NamesRegisteredOperatorsWithTheirOverload) {
  const auto twice = [](Tensor x) {
    static const auto op = c10::Dispatcher::singleton()
                               .findSchemaOrThrow("fx_tracer_test::twice", "")
                               .typed<Tensor(const Tensor&)>();
    return op.call(x);
  };
  GraphModule traced = symbolic_trace(twice);
  EXPECT_EQ(calls(traced->graph()),
            "twice_default = call_function torch.ops.fx_tracer_test.twice.default input_1\n");
  EXPECT_TRUE(traced->forward(torch::ones({2})).equal(torch::full({2}, 2.F)));
}

TEST(Tracer, RecordsWhatDependsOnAnUnknownLayout) {
  EXPECT_EQ(calls_of([](Tensor x) { return x.contiguous(); }),
            "contiguous = call_method contiguous input_1\n");
}

TEST(Tracer, DetachesTheDataOfATensor) {
  EXPECT_EQ(calls_of([](Tensor x) { return x.data() + 1; }),
            "detach = call_method detach input_1\n"
            "add = call_function torch.add detach 1\n");
}

TEST(Tracer, KeepsThatAFactoryRequiresAGradient) {
  EXPECT_EQ(calls_of([](Tensor x) { return x + torch::zeros({2}, torch::requires_grad()); }),
            "zeros = call_function torch.zeros [2]\n"
            "requires_grad_ = call_method requires_grad_ zeros\n"
            "add = call_function torch.add input_1 requires_grad_\n");
}

TEST(Tracer, AnErrorOfTheProgramComesOutOfTheTrace) {
  EXPECT_THROW(calls_of([](Tensor x) { return torch::matmul(x, torch::ones({5})); },
                        {.example_inputs = {torch::ones({2, 3})}}),
               c10::Error);
  EXPECT_FALSE(is_tracing());
  EXPECT_TRUE(torch::ones({1}).item<float>() == 1) << "nothing is traced any more";
}

TEST(Tracer, ATraceInsideOfATraceIsOneOfItsOwn) {
  Graph inner;
  EXPECT_EQ(calls_of([&](Tensor x) {
              const Tensor before = x.neg();
              inner = Tracer().trace([](Tensor y) { return y.relu() + torch::ones({2}); });
              return before.tanh();
            }),
            "neg = call_function torch.neg input_1\ntanh = call_function torch.tanh neg\n");
  EXPECT_EQ(calls(inner), "relu = call_function torch.relu input_1\n"
                          "ones = call_function torch.ones [2]\n"
                          "add = call_function torch.add relu ones\n");
  EXPECT_THAT(trace_error([](Tensor x) {
                Tracer().trace([&](Tensor y) { return y + x; });
                return x;
              }),
              HasSubstr("Found multiple different tracers"));
  EXPECT_THAT(trace_error([](Tensor x) {
                const auto first = wrap("first", [](Tensor a, Tensor b) { return a; });
                Tracer().trace([&](Tensor y) { return first(y, x); });
                return x;
              }),
              HasSubstr("Found multiple different tracers"));
  Tracer tracer;
  try {
    tracer.trace([&](Tensor x) {
      tracer.trace([](Tensor y) { return y; });
      return x;
    });
    ADD_FAILURE() << "no error";
  } catch (const TraceError& error) {
    EXPECT_THAT(error.what(), HasSubstr("one Tracer traces twice at a time"));
  }
  EXPECT_FALSE(is_tracing());
}

TEST(Tracer, AProxyEndsWithItsTrace) {
  Tensor kept;
  Tracer tracer;
  const Graph graph = tracer.trace([&](Tensor x) { return kept = x + 1; });
  EXPECT_THROW(kept + 1, TraceError);
  EXPECT_THROW(kept.size(0), TraceError);
  EXPECT_EQ(graph.size(), 3U);
}

TEST(Tracer, TwoTracersTraceInTwoThreads) {
  const auto many = [](Tensor x) {
    for (int i = 0; i < 200; ++i)
      x = torch::relu(x) + torch::zeros({1});
    return x;
  };
  std::string first, second;
  std::thread thread([&] { first = calls_of(many); });
  second = calls_of(many);
  thread.join();
  EXPECT_EQ(first, second);
}

TEST(Tracer, OneTracerIsForOneThread) {
  Tracer tracer;
  std::string error;
  tracer.trace([&](Tensor x) {
    std::thread([&] {
      try {
        tracer.trace([](Tensor y) { return y; });
      } catch (const TraceError& thrown) {
        error = thrown.what();
      }
    }).join();
    return x;
  });
  EXPECT_THAT(error, HasSubstr("two threads"));
}

TEST(Tracer, AProxyIsOfOneThread) {
  std::string error;
  Tracer().trace([&](Tensor x) {
    std::thread([&] {
      try {
        x.neg();
      } catch (const TraceError& thrown) {
        error = thrown.what();
      }
    }).join();
    return x;
  });
  EXPECT_THAT(error, HasSubstr("another thread"));
}

} // namespace
} // namespace fx
