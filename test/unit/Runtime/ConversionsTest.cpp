// Structs, tuples and maps as what traced functions take and return.
#include "TraceTest.h"

#include "fx/Runtime/Calls.h"
#include "fx/Runtime/CodeGen.h"
#include "fx/Runtime/Interpreter.h"
#include "fx/Runtime/Transformer.h"

namespace fx {
namespace {

using testing::calls;
using ::testing::HasSubstr;
using testing::result;
using torch::Tensor;

struct Pair {
  Tensor first, second;
};

struct Input : Pair {
  Tensor mask;
  Pair nested;
};

struct Output {
  Tensor logits;
  std::vector<Tensor> hidden;
  std::optional<Pair> pair;
};

struct NotKnown {
  Tensor x;
};

void register_all() {
  register_struct<Pair>({{"first", &Pair::first}, {"second", &Pair::second}});
  register_struct<Input>({{"first", &Input::first},
                          {"second", &Input::second},
                          {"mask", &Input::mask},
                          {"nested", &Input::nested}});
  register_struct<Output>(
      {{"logits", &Output::logits}, {"hidden", &Output::hidden}, {"pair", &Output::pair}});
}

struct Net : torch::nn::Module {
  Net() : linear(register_module("linear", torch::nn::Linear(3, 3))) {}
  Output forward(const Input& input) {
    const Tensor h = linear(input.first) * input.nested.second;
    return {h + input.second, {h, h + 1}, Pair{h - 1, input.first}};
  }
  torch::nn::Linear linear;
};

Input an_input() {
  Input input;
  input.first = torch::randn({2, 3});
  input.second = torch::randn({2, 3});
  input.mask = torch::randn({2});
  input.nested = {torch::randn(3), torch::randn({2, 3})};
  return input;
}

TEST(Conversions, test_trace_return_dataclass) {
  register_all();
  Net net;
  GraphModule traced = symbolic_trace(net);
  EXPECT_EQ(calls(traced->graph()),
            "getattr_1 = call_function builtins.getattr input_1 'first'\n"
            "getattr_2 = call_function builtins.getattr input_1 'second'\n"
            "getattr_4 = call_function builtins.getattr input_1 'nested'\n"
            "getattr_6 = call_function builtins.getattr getattr_4 'second'\n"
            "linear = call_module linear getattr_1\n"
            "mul = call_function torch.mul linear getattr_6\n"
            "add = call_function torch.add mul getattr_2\n"
            "add_1 = call_function torch.add mul 1\n"
            "sub = call_function torch.sub mul 1\n");
  EXPECT_EQ(result(traced->graph()), "(add, [mul, add_1], (sub, getattr_1))");
  const Input input = an_input();
  const Output expected = net.forward(input);
  const auto given = traced->forward<Output>(input);
  EXPECT_TRUE(given.logits.equal(expected.logits));
  ASSERT_EQ(given.hidden.size(), 2U);
  EXPECT_TRUE(given.hidden[1].equal(expected.hidden[1]));
  ASSERT_TRUE(given.pair);
  EXPECT_TRUE(given.pair->first.equal(expected.pair->first));
  EXPECT_TRUE(given.pair->second.is_same(input.first));
}

TEST(Conversions, test_trace_return_dataclass_nested) {
  register_all();
  struct Outer : torch::nn::Module {
    Outer() : net(register_module("net", std::make_shared<Net>())) {}
    Pair forward(const Input& input) {
      const Output inner = net->forward(input);
      return {inner.logits.relu(), inner.pair->first};
    }
    std::shared_ptr<Net> net;
  } outer;
  GraphModule traced = symbolic_trace(outer);
  const Input input = an_input();
  const Pair expected = outer.forward(input);
  const auto given = traced->forward<Pair>(input);
  EXPECT_TRUE(given.first.equal(expected.first));
  EXPECT_TRUE(given.second.equal(expected.second));
  EXPECT_TRUE(Interpreter(traced).run({detail::as_value(input)}).isTuple());
}

TEST(Conversions, test_namedtuple_return_trace) {
  register_all();
  GraphModule traced =
      symbolic_trace([](const Tensor& x, const Tensor& y) { return Pair{x + 1, y + 1}; });
  const Tensor x = torch::rand(3), y = torch::rand(3);
  const auto given = traced->forward<Pair>(x, y);
  EXPECT_TRUE(given.first.equal(x + 1));
  EXPECT_TRUE(given.second.equal(y + 1));
}

TEST(Conversions, test_named_tuple_inlined) {
  register_all();
  const auto sum_of =
      wrap("sum_of_pair", [](const Pair& pair) { return pair.first + pair.second; });
  GraphModule traced =
      symbolic_trace([&](const Tensor& x, const Tensor& y) { return sum_of(Pair{x, y}) * 2; });
  EXPECT_EQ(calls(traced->graph()), "sum_of_pair = call_function sum_of_pair (input_1, input_2)\n"
                                    "mul = call_function torch.mul sum_of_pair 2\n");
  const Tensor x = torch::rand(3), y = torch::rand(3);
  EXPECT_TRUE(traced->forward(x, y).equal((x + y) * 2));
}

// LibTorch 1.13 has an optional of its own; LibTorch 2 takes the standard library's.
template <class T>
class OptionalNumber : public ::testing::Test {};
using OptionalNumbers = ::testing::Types<std::optional<double>, c10::optional<double>>;
TYPED_TEST_SUITE(OptionalNumber, OptionalNumbers);

TYPED_TEST(OptionalNumber, TakesAWholeNumber) {
  EXPECT_EQ(detail::from_value<TypeParam>(Value(2)), 2.0);
  EXPECT_EQ(detail::from_value<TypeParam>(Value(2.5)), 2.5);
  EXPECT_FALSE(detail::from_value<TypeParam>(Value()).has_value());
  EXPECT_EQ(detail::as_value(TypeParam(2.5)).toDouble(), 2.5);
  EXPECT_TRUE(detail::as_value(TypeParam()).isNone());
}

TEST(Conversions, TuplesOfTensorsNeedNoConcreteArguments) {
  using State = std::tuple<Tensor, std::pair<Tensor, Tensor>>;
  GraphModule traced = symbolic_trace([](const State& state, const Tensor& x) {
    const auto& [a, b] = state;
    return State(a + x, {x, b.second});
  });
  EXPECT_EQ(result(traced->graph()), "(add, (input_2, getitem_3))");
  const State state(torch::rand(2), {torch::rand(2), torch::rand(2)});
  const Tensor x = torch::rand(2);
  const auto [sum, rest] = traced->forward<State>(state, x);
  EXPECT_TRUE(sum.equal(std::get<0>(state) + x));
  EXPECT_TRUE(rest.second.is_same(std::get<1>(state).second));
}

TEST(Conversions, MapsAreDictionaries) {
  using Map = std::map<std::string, Tensor>;
  c10::impl::GenericDict dict(c10::StringType::get(), c10::AnyType::get());
  dict.insert("a", PH());
  GraphModule traced = symbolic_trace(
      [](const Map& map) { return Map{{"sum", map.at("a") + 1}, {"same", map.at("a")}}; },
      {.concrete_args = {{0, Value(dict)}}});
  const Tensor x = torch::rand(2);
  const Map given = traced->forward<Map>(Map{{"a", x}});
  ASSERT_EQ(given.size(), 2U);
  EXPECT_TRUE(given.at("sum").equal(x + 1));
  EXPECT_TRUE(given.at("same").is_same(x));
}

TEST(Conversions, AStructThatIsNotKnownSaysHowToMakeItKnown) {
  const auto returns = [](const Tensor& x) { return NotKnown{x}; };
  try {
    (void)symbolic_trace(returns);
    FAIL() << "nothing was thrown";
  } catch (const RuntimeError& error) {
    EXPECT_THAT(error.what(), HasSubstr("NotKnown"));
    EXPECT_THAT(error.what(), HasSubstr("fx::register_struct<"));
  }
}

TEST(Conversions, AnotherNumberOfMembersIsAnError) {
  register_all();
  GraphModule traced = symbolic_trace([](const Tensor& x) { return std::make_tuple(x, x, x); });
  EXPECT_THROW((void)traced->forward<Pair>(torch::rand(2)), RuntimeError);
  EXPECT_THROW((void)traced->forward<Output>(torch::rand(2)), std::exception);
}

TEST(Conversions, test_metadata_on_ph) {
  const Graph graph = Tracer().trace(
      [](const Tensor& a, const std::tuple<Tensor, Tensor>& b) { return a + std::get<0>(b); },
      {.concrete_args = {
           {0, PHWithMeta({{"ph_key", "a_key"}})},
           {1, Value(c10::ivalue::Tuple::create({PHWithMeta({{"ph_key", int64_t{7}}}), PH()}))}}});
  const Argument* of_input = graph.placeholders()[0]->meta(free_meta_key("ph_key"));
  ASSERT_TRUE(of_input);
  EXPECT_EQ(of_input->symbol().view(), "a_key");
  const Node* item = graph.find_nodes(Opcode::CallFunction, "operator.getitem").front();
  const Argument* of_item = item->meta(free_meta_key("ph_key"));
  ASSERT_TRUE(of_item);
  EXPECT_EQ(of_item->as_int(), 7);
}

struct ListCodeGen : CodeGen {
  Args process_inputs(Args inputs) const override { return inputs.at(0).toListRef().vec(); }
  std::string gen_fn_def(const std::vector<std::string>& inputs) const override {
    std::string names;
    for (const std::string& input : inputs)
      names += input.substr(0, input.find_first_of(" :=")) + ", ";
    return "def forward(self, args_list):\n    " + names + "= args_list";
  }
};

struct SimpleNet : torch::nn::Module {
  Tensor forward(const Tensor& x, const Tensor& y) { return x + y; }
};

TEST(CodeGen, test_custom_codegen) {
  SimpleNet net;
  GraphModule traced = symbolic_trace(net);
  traced->set_codegen(std::make_shared<ListCodeGen>());
  const Tensor x = torch::rand(3), y = torch::rand(3);
  const std::vector<Tensor> list{x, y};
  EXPECT_TRUE(traced->forward(list).equal(x + y));
  EXPECT_THAT(traced->code(), HasSubstr("    def forward(self, args_list):\n"
                                        "        input, input_2, = args_list\n"
                                        "        input_1 = input\n"));
  GraphModule copy(std::dynamic_pointer_cast<GraphModuleImpl>(traced->clone()));
  EXPECT_TRUE(copy->forward(list).equal(x + y));
  GraphModule retraced = symbolic_trace(traced);
  EXPECT_TRUE(retraced->forward(list).equal(x + y));
  traced->set_codegen(nullptr);
  EXPECT_TRUE(traced->forward(x, y).equal(x + y));
}

TEST(CodeGen, test_custom_codegen_with_transformer) {
  SimpleNet net;
  GraphModule traced = symbolic_trace(net);
  traced->set_codegen(std::make_shared<ListCodeGen>());
  GraphModule transformed = Transformer(traced).transform();
  const std::vector<Tensor> list{torch::rand(3), torch::rand(3)};
  EXPECT_TRUE(transformed->forward(list).equal(list[0] + list[1]));
}

TEST(CodeGen, test_interpreter_with_codegen) {
  struct ListInOut : ListCodeGen {
    Value process_outputs(Value outputs) const override { return to_list({std::move(outputs)}); }
  };
  SimpleNet net;
  GraphModule traced = symbolic_trace(net);
  traced->set_codegen(std::make_shared<ListInOut>());
  const std::vector<Tensor> list{torch::rand(3), torch::rand(3)};
  const Value given = Interpreter(traced).run({Value(list)});
  EXPECT_TRUE(given.toTensorVector().at(0).equal(list[0] + list[1]));
  EXPECT_TRUE(traced->forward<std::vector<Tensor>>(list).at(0).equal(list[0] + list[1]));
  EXPECT_TRUE(traced->process_outputs(traced->run_graph(traced->process_inputs({Value(list)})))
                  .toTensorVector()
                  .at(0)
                  .equal(list[0] + list[1]));
  EXPECT_TRUE(Interpreter(traced)
                  .run({Value(list[0]), Value(list[1])}, {}, /*enable_io_processing=*/false)
                  .toTensor()
                  .equal(list[0] + list[1]));
}

TEST(CodeGen, ACodeGeneratorHasTheLastWordOnCode) {
  struct Commented : CodeGen {
    std::string on_generate_code(std::string_view language, std::string code) const override {
      return "of " + std::string(language) + "\n" + code;
    }
  };
  SimpleNet net;
  GraphModule traced = symbolic_trace(net);
  const std::string cpp = traced->code("cpp"), python = traced->code();
  traced->set_codegen(std::make_shared<Commented>());
  EXPECT_EQ(traced->code("cpp"), "of cpp\n" + cpp);
  EXPECT_EQ(traced->code(), "of python\n" + python);
}

TEST(CodeGen, TreesAreTakenApartAndPutTogether) {
  register_all();
  const Tensor x = torch::rand(1), y = torch::rand(2);
  const Value value = detail::as_value(
      std::make_tuple(Pair{x, y}, std::map<std::string, std::vector<Tensor>>{{"k", {y, x}}}, 3));
  const auto [leaves, spec] = tree_flatten(value);
  ASSERT_EQ(leaves.size(), 5U);
  EXPECT_TRUE(leaves[3].toTensor().is_same(x));
  EXPECT_EQ(leaves[4].toInt(), 3);
  Value again = tree_unflatten(leaves, spec);
  const auto [pair, map, number] =
      detail::from_value<std::tuple<Pair, std::map<std::string, std::vector<Tensor>>, int64_t>>(
          again);
  EXPECT_TRUE(pair.second.is_same(y));
  EXPECT_TRUE(map.at("k").at(0).is_same(y));
  EXPECT_EQ(number, 3);
  EXPECT_THROW((void)tree_unflatten({Value(x)}, spec), RuntimeError);
  Args more = leaves;
  more.emplace_back(x);
  EXPECT_THROW((void)tree_unflatten(more, spec), RuntimeError);
}

TEST(CodeGen, test_pytree) {
  register_all();
  const Value form = tree_flatten(detail::as_value(Pair{torch::rand(1), torch::rand(1)})).second;
  GraphModule traced = symbolic_trace([](const Tensor& a, const Tensor& b, const Tensor& c) {
    return std::make_tuple(a + b, b * c);
  });
  traced->set_codegen(std::make_shared<PyTreeCodeGen>(std::vector<Value>{form, PH()}, form));
  const Tensor a = torch::rand(2), b = torch::rand(2), c = torch::rand(2);
  const auto given = traced->forward<Pair>(Pair{a, b}, c);
  EXPECT_TRUE(given.first.equal(a + b));
  EXPECT_TRUE(given.second.equal(b * c));
  GraphModule copy(std::dynamic_pointer_cast<GraphModuleImpl>(traced->clone()));
  EXPECT_TRUE(copy->forward<Pair>(Pair{a, b}, c).second.equal(b * c));
  try {
    (void)traced->forward<Pair>(std::make_tuple(a, b, c), c);
    FAIL() << "nothing was thrown";
  } catch (const RuntimeError& error) {
    EXPECT_STREQ(error.what(), "argument 0 is a tuple of 2, and one of 3 was given");
  }
}

} // namespace
} // namespace fx
