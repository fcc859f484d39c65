// The readers of LibTorch's headers, on small texts.
#include "Ops/Headers/Readers.h"
#include "Ops/Headers/Text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace fx::ops;
using namespace fx::ops::headers;
using testing::ElementsAre;
using testing::Pair;

namespace {

constexpr LibTorchVersion first_version = {1, 13, 0};
constexpr LibTorchVersion last_version = {2, 6, 0};

std::vector<DeclaredOptions> options_in(const std::string& text) {
  std::vector<DeclaredOptions> result = read_options({collapsed(text)});
  for (DeclaredOptions& options : result)
    for (DeclaredOptions::Field& field : options.fields)
      field.python_default = python_default(options, field, {{"kMean", "mean"}});
  return result;
}

/// "name type default" of each field.
std::vector<std::string> fields_of(const DeclaredOptions& options) {
  std::vector<std::string> result;
  result.reserve(options.fields.size());
  for (const DeclaredOptions::Field& field : options.fields)
    result.push_back(field.name + " " + field.type + " " + field.python_default);
  return result;
}

Headers with_modules(const std::string& text) {
  Headers headers;
  headers.options = options_in("struct PoolOptions { TORCH_ARG(int64_t, size); };");
  read_modules({collapsed(text)}, headers);
  return headers;
}

bool is_random(std::string name, LibTorchVersion version) {
  DeclaredOperator found;
  found.name = std::move(name);
  set_tags(found, version);
  return found.random;
}

TEST(HeaderText, HasNoCommentsAndDirectives) {
  EXPECT_EQ(collapsed("a // b\n#define c \\\n d\n  # if e\nf /* g\n */ h/i\n"), "a f h/i ");
}

TEST(HeaderText, SplitsOutsideOfBrackets) {
  EXPECT_THAT(split_top_level("std::tuple<A, B> a, f(b, c) , {1, 2}"),
              ElementsAre("std::tuple<A, B> a", "f(b, c)", "{1, 2}"));
  EXPECT_TRUE(split_top_level(" ").empty());
}

TEST(HeaderText, FindsTheClosingBracket) {
  EXPECT_EQ(inside("f(a(b)c)d", 1), "a(b)c");
  EXPECT_EQ(closing("f(a", 1), npos);
}

TEST(Operators, ParsesASchema) {
  const auto found = parse_schema("add.out(Tensor self, str mode=\"a, b\", *, Scalar[]? alpha=1, "
                                  "Tensor(a!) out) -> (Tensor(a!) values, int)");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->name, "add");
  EXPECT_EQ(found->overload, "out");
  ASSERT_EQ(found->arguments.size(), 4u);
  EXPECT_EQ(found->arguments[0].name, "self");
  EXPECT_FALSE(found->arguments[0].has_default);
  EXPECT_EQ(found->arguments[1].default_value, "\"a, b\"");
  EXPECT_FALSE(found->arguments[1].keyword_only);
  EXPECT_EQ(found->arguments[2].type, "Scalar[]?");
  EXPECT_TRUE(found->arguments[2].keyword_only);
  EXPECT_EQ(found->arguments[3].type, "Tensor");
  EXPECT_TRUE(found->arguments[3].mutated);
  EXPECT_EQ(found->arguments[3].alias_set, 'a');
  ASSERT_EQ(found->returns.size(), 2u);
  EXPECT_EQ(found->returns[0].type, "Tensor");
  EXPECT_EQ(found->returns[0].alias_set, 'a');
  EXPECT_EQ(found->returns[1].type, "int");
}

TEST(Operators, KnowsTheMarksOfLists) {
  const auto found = parse_schema("split(Tensor(a -> *) self, Tensor(b!)[] out) -> Tensor(a)[]");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->arguments[0].type, "Tensor");
  EXPECT_FALSE(found->arguments[0].mutated);
  EXPECT_EQ(found->arguments[1].type, "Tensor[]");
  EXPECT_TRUE(found->arguments[1].mutated);
  EXPECT_EQ(found->returns[0].type, "Tensor[]");
}

TEST(Operators, WhatIsNoSchemaIsNone) {
  for (const char* text :
       {"", "add", "add(Tensor self)", "add -> Tensor", "-> (", "add(Tensor -> a"})
    EXPECT_FALSE(parse_schema(text)) << text;
}

TEST(Operators, AreReadInTheSpellingOfEachVersion) {
  for (const char* text : {
           "STATIC_CONSTEXPR_STR_INL_EXCEPT_WIN_CUDA(schema_str, \"relu(Tensor self) -> Tensor\")",
           "static constexpr const char* schema_str = \"relu(Tensor self) -> Tensor\";",
           "static constexpr std::string_view schema_str{\"relu(Tensor \" \n \"self) -> Tensor\"};",
       }) {
    const std::vector<DeclaredOperator> found = operators_in(text, "");
    ASSERT_EQ(found.size(), 1u) << text;
    EXPECT_EQ(found[0].name, "relu");
    ASSERT_EQ(found[0].arguments.size(), 1u);
    EXPECT_EQ(found[0].arguments[0].name, "self");
  }
  EXPECT_TRUE(
      operators_in("const char* schema_str; f(\"relu(Tensor self) -> Tensor\");", "").empty());
  EXPECT_EQ(
      operators_in(R"(schema_str = "g(str s=\"a\") -> int")", "")[0].arguments[0].default_value,
      "\"a\"");
}

TEST(Operators, AreCompositeByTheirParameters) {
  constexpr const char* text = R"cpp(
    struct a { using schema = at::Tensor (const at::Tensor &, c10::SymIntArrayRef);
      schema_str = "f(Tensor self, SymInt[] size) -> Tensor"; };
    struct b { using schema = at::Tensor (const at::Tensor &, bool);
      schema_str = "f.b(Tensor self, bool b) -> Tensor"; };
    struct c { using schema = at::Tensor & (const at::Tensor &, at::Tensor &);
      schema_str = "f.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)"; };)cpp";
  const auto found = operators_in(text, R"cpp(
    TORCH_API at::Tensor f_symint(const at::Tensor & self, c10::SymIntArrayRef size={});
    TORCH_API at::Tensor & f_outf(const at::Tensor & self, at::Tensor & out);)cpp");
  ASSERT_EQ(found.size(), 3u);
  EXPECT_TRUE(found[0].composite);
  EXPECT_FALSE(found[1].composite);
  EXPECT_TRUE(found[2].composite);
}

TEST(Derivatives, TellWhichOperatorsSaveTheirFirstOperand) {
  const auto derivatives = derivatives_in(R"cpp(
struct TORCH_API SinBackward0 : public TraceableFunction {
  using TraceableFunction::TraceableFunction;
  std::string name() const override { return "SinBackward0"; }
  void release_variables() override {
    self_.reset_data();
  }

  SavedVariable self_;

};
struct TORCH_API LeakyReluBackward0 : public TraceableFunction {
  at::Scalar negative_slope;
  SavedVariable result_;
};
struct TORCH_API MulBackward0 : public TraceableFunction {
  SavedVariable other_;
  SavedVariable self_;
  at::ScalarType self_scalar_type;
};
struct TORCH_API MulBackward1 : public TraceableFunction {
  at::Scalar other;
  at::ScalarType self_scalar_type;
};)cpp");
  EXPECT_EQ(derivatives.size(), 4u);
  const auto saves = [&](const char* schema) {
    return saves_self(*parse_schema(schema), derivatives);
  };
  EXPECT_TRUE(saves("sin(Tensor self) -> Tensor"));
  EXPECT_TRUE(saves("sin_(Tensor(a!) self) -> Tensor(a!)"));
  EXPECT_FALSE(saves("leaky_relu(Tensor self, Scalar negative_slope=0.01) -> Tensor"));
  EXPECT_TRUE(saves("mul.Tensor(Tensor self, Tensor other) -> Tensor"));
  EXPECT_FALSE(saves("mul.Scalar(Tensor self, Scalar other) -> Tensor"));
  EXPECT_FALSE(saves("copy(Tensor self, Tensor src, bool non_blocking=False) -> Tensor"));
  // Of what is made of others nothing is known.
  EXPECT_TRUE(saves("square(Tensor self) -> Tensor"));
}

TEST(OperatorTags, DependOnTheVersion) {
  EXPECT_TRUE(is_random("rand", first_version));
  EXPECT_FALSE(is_random("relu", first_version));
  EXPECT_FALSE(is_random("gru", first_version));
  EXPECT_TRUE(is_random("gru", last_version));
  EXPECT_TRUE(is_random("gru", {2, 7, 1}));
  // When it changed is not known.
  EXPECT_TRUE(is_random("gru", {2, 0, 0}));
  EXPECT_TRUE(is_random("_lstm_mps", {2, 1, 0}));
  EXPECT_FALSE(is_random("gru", {1, 13, 1}));
}

TEST(OperatorTags, TakeWhatIsNewForTheWorst) {
  EXPECT_TRUE(is_random("not_yet_written", last_version));
  EXPECT_FALSE(is_random("cosine_similarity_", last_version)); // as without the line
  auto found = parse_schema("not_yet_written(Tensor(a!) self) -> Tensor(a!)");
  set_tags(*found, last_version);
  EXPECT_TRUE(found->inplace_view);
  found = parse_schema("not_yet_written(Tensor self) -> Tensor");
  set_tags(*found, last_version);
  EXPECT_FALSE(found->inplace_view);
}

TEST(Options, HaveFieldsAndDefaults) {
  const auto found = options_in(R"(
    struct TORCH_API PoolOptions {
      PoolOptions(int64_t size, bool ceil = false) : size_(size), stride_(size) {}
      PoolOptions(Other other);
      TORCH_ARG(int64_t, size);
      TORCH_ARG(int64_t, stride);
      TORCH_ARG(bool, ceil); // as given
      TORCH_ARG(double, eps) = 1e-5;
      TORCH_ARG(double, scale) = -1 / 8.0;
      TORCH_ARG(std::optional<Tensor>, weight) = std::nullopt;
      TORCH_ARG(reduction_t, reduction) = torch::kMean;
      TORCH_ARG(std::string, text) = "a";
      TORCH_ARG(int64_t, other) = f(2);
      TORCH_ARG(int64_t, most) = 99999999999999999999;
    };)");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_THAT(found[0].constructor, ElementsAre("size"));
  EXPECT_THAT(fields_of(found[0]),
              ElementsAre("size int64_t ", "stride int64_t $size", "ceil bool False",
                          "eps double 1e-05", "scale double -0.125",
                          "weight std::optional<Tensor> None", "reduction reduction_t \"mean\"",
                          "text std::string \"a\"", "other int64_t ", "most int64_t "));
}

TEST(Options, ResolveAliasesOfTemplates) {
  const auto found = options_in(R"(
    template <size_t D>
    struct PadOptions { TORCH_ARG(ExpandingArray<D * 2>, pad); };
    using Pad3dOptions = PadOptions<3>;
    namespace functional { using Pad3dFuncOptions = Pad3dOptions; })");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].name, "Pad3dFuncOptions");
  EXPECT_EQ(found[1].argument, std::pair(std::string("D"), std::string("3")));
  for (const DeclaredOptions& options : found)
    EXPECT_THAT(fields_of(options), ElementsAre("pad ExpandingArray<6> "));
}

TEST(Functions, HaveParametersAroundTheirOptions) {
  Headers headers;
  headers.options = options_in("struct PoolFuncOptions { TORCH_ARG(int64_t, size); };");
  const auto found = read_functions({collapsed(R"(
    namespace detail { inline Tensor hidden(Tensor a) { return a; } }
    inline Tensor pool(const Tensor& input);
    inline std::tuple<Tensor, Tensor> pool(const Tensor& input, const PoolFuncOptions& options = {},
                                           double beta = 1.) { return f(input); }
    TORCH_API Tensor relu(Tensor input);)")},
                                    headers);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].name, "pool");
  EXPECT_EQ(found[0].result, "std::tuple<torch::Tensor, torch::Tensor>");
  EXPECT_EQ(found[0].options, "PoolFuncOptions");
  ASSERT_EQ(found[0].parameters.size(), 3u);
  EXPECT_TRUE(found[0].takes_options(found[0].parameters[1]));
  EXPECT_FALSE(found[0].takes_options(found[0].parameters[2]));
  EXPECT_EQ(found[0].parameters[2].default_value, "1.");
  EXPECT_EQ(found[1].name, "relu");
}

TEST(Modules, HaveForwardAndTensorsOfTheirBases) {
  const Headers found = with_modules(R"(
    template <class D> class Base : public Cloneable<D> {
     public:
      Tensor forward(const Tensor& input, bool flag = true);
      Tensor weight; int64_t count = 0;
     protected:
      void f() { Tensor local; }
      Tensor bias;
    };
    class TORCH_API PoolImpl : public Base<PoolImpl> { public: using Base<PoolImpl>::Base; };
    TORCH_MODULE(Pool);
    struct Both { Tensor output; double loss; };
    class TwiceImpl : public Cloneable<TwiceImpl> {
     public:
      explicit TwiceImpl(const PoolOptions& options_);
      TwiceImpl(const torch::nn::PoolOptions& options);
      Both forward(const Tensor& input);
    };
    class Twice : public torch::nn::ModuleHolder<TwiceImpl> {};)");
  ASSERT_EQ(found.modules.size(), 2u);
  EXPECT_EQ(found.modules[0].name, "Pool");
  EXPECT_EQ(found.modules[0].options, "PoolOptions");
  EXPECT_EQ(found.modules[0].result, "torch::Tensor");
  ASSERT_EQ(found.modules[0].parameters.size(), 2u);
  EXPECT_EQ(found.modules[0].parameters[1].default_value, "true");
  EXPECT_THAT(found.modules[0].tensors, ElementsAre("bias", "weight"));
  EXPECT_EQ(found.modules[1].options, "PoolOptions");
  EXPECT_EQ(found.modules[1].result, "Both");
  ASSERT_EQ(found.result_members.size(), 2u);
  EXPECT_EQ(found.result_members[0].type, "torch::Tensor");
  EXPECT_EQ(found.result_members[1].name, "loss");
}

TEST(EnumTags, AreSpelledAsInPython) {
  EXPECT_THAT(read_enum_tags("#define TORCH_ENUM_DECLARE(name) x\nTORCH_ENUM_DECLARE(Sum)\n"
                             "TORCH_ENUM_DECLARE(FanIn)\nTORCH_ENUM_DECLARE(Sum)\n"),
              ElementsAre(Pair("kFanIn", "fan_in"), Pair("kSum", "sum")));
}

TEST(Headers, SayWhatIsMissing) {
  const fx::Expected<Headers> found = read_headers({"/nowhere", "/nowhere/api"});
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().id(), "libtorch-not-read");
  EXPECT_FALSE(read_version({"/nowhere", "/nowhere/api"}));
}

} // namespace
