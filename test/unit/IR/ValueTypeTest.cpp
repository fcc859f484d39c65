#include "fx/IR/ValueType.h"

#include <gtest/gtest.h>
#include <map>

namespace fx {
namespace {

using Kind = ValueType::Kind;

Kind kind_of(std::string_view text) {
  return ValueType::parse(text).kind;
}

TEST(ValueType, ReadsTypesAsTheyStandInSource) {
  using enum ValueType::Kind;
  const std::map<std::string_view, Kind> kinds{
      {"const at::Tensor &", Tensor},
      {"unsigned long", Int},
      {"float", Float},
      {"c10::IntArrayRef", Sizes},
      {"c10::ArrayRef<long>", Sizes},
      {"std::basic_string<char>", String},
      {"std::pair<at::Tensor, long>", Tuple},
      {"std::array<at::Tensor, 3>", List},
      {"c10::optional<double>", Optional},
      {"std::map<std::string, at::Tensor>", Map},
      {"at::TensorOptions", Other},
      {"", Unknown},
  };
  for (const auto& [text, kind] : kinds)
    EXPECT_EQ(kind_of(text), kind) << text;
}

TEST(ValueType, ATupleMayBeEmpty) {
  for (const ValueType& type :
       {ValueType::parse("std::tuple<>"), ValueType::from_annotation("typing.Tuple[()]")}) {
    EXPECT_TRUE(type.is(Kind::Tuple));
    EXPECT_TRUE(type.items.empty());
    EXPECT_EQ(type.text, "std::tuple<>");
    EXPECT_EQ(annotation(type), "typing.Tuple[()]");
  }
}

TEST(ValueType, AClassOfTheUsersIsNoneOfLibTorchs) {
  EXPECT_EQ(kind_of("c10::Device"), Kind::Device);
  EXPECT_EQ(kind_of("audio::Device"), Kind::Other);
  EXPECT_FALSE(ValueType::parse("std::vector<audio::Device>").is_plain());
  EXPECT_EQ(kind_of("c10::Layout"), Kind::Layout);
  EXPECT_EQ(kind_of("Layout"), Kind::Other);
  EXPECT_EQ(kind_of("page::Layout"), Kind::Other);
}

TEST(ValueType, HasTheTextOfGeneratedCode) {
  EXPECT_EQ(ValueType::parse("std::tuple<at::Tensor, long>").text,
            "std::tuple<torch::Tensor, int64_t>");
  EXPECT_EQ(ValueType::parse("std::optional<at::Tensor>").text, "std::optional<torch::Tensor>");
  EXPECT_EQ(ValueType::of(Kind::Dtype).text, "torch::Dtype");
}

TEST(ValueType, ReadsTypesOfSchemas) {
  EXPECT_EQ(ValueType::from_schema("Tensor").kind, Kind::Tensor);
  EXPECT_EQ(ValueType::from_schema("int[2]").kind, Kind::Sizes);
  EXPECT_EQ(ValueType::from_schema("ScalarType").kind, Kind::Dtype);
  EXPECT_EQ(ValueType::from_schema("str").kind, Kind::String);
  const ValueType list = ValueType::from_schema("Tensor?[]");
  ASSERT_EQ(list.kind, Kind::List);
  EXPECT_EQ(list.items.front().kind, Kind::Optional);
}

TEST(ValueType, NumbersAndTheirContainersArePlain) {
  EXPECT_TRUE(ValueType::parse("std::vector<std::pair<long, std::string>>").is_plain());
  EXPECT_TRUE(ValueType::parse("std::array<double, 3>").is_plain());
  EXPECT_FALSE(ValueType::parse("std::vector<at::Tensor>").is_plain());
  EXPECT_FALSE(ValueType::parse("Options").is_plain());
}

TEST(ValueType, IsAnnotatedAsPythonDoes) {
  EXPECT_EQ(annotation(ValueType::parse("std::tuple<at::Tensor, std::vector<long>>")),
            "typing.Tuple[torch.Tensor, typing.List[int]]");
  EXPECT_EQ(annotation(ValueType::parse("c10::optional<at::Tensor>")),
            "typing.Optional[torch.Tensor]");
  EXPECT_EQ(annotation(ValueType::parse("std::map<std::string, at::Tensor>")),
            "typing.Dict[str, torch.Tensor]");
  EXPECT_EQ(annotation(ValueType::parse("std::vector<Options>")), "");
}

TEST(ValueType, ReadsAnnotations) {
  for (const char* text :
       {"torch.Tensor", "int", "str", "torch.dtype", "typing.List[torch.Tensor]",
        "typing.Tuple[torch.Tensor, typing.Tuple[int, float]]", "typing.Optional[torch.Tensor]",
        "typing.Dict[str, torch.Tensor]", "typing.Tuple[()]"})
    EXPECT_EQ(annotation(ValueType::from_annotation(text)), text);
  EXPECT_EQ(ValueType::from_annotation("List[Tensor]").text, "std::vector<torch::Tensor>");
  EXPECT_EQ(ValueType::from_annotation("MyTensor").kind, Kind::Other);
  EXPECT_EQ(ValueType::from_annotation("").kind, Kind::Unknown);
  for (const char* broken : {"typing.List[", "]", "typing.Tuple[,]", "[]", "typing.List]["})
    EXPECT_EQ(annotation(ValueType::from_annotation(broken)), "") << broken;
}

TEST(ValueType, OptionsOfModulesAreListsOfAKnownLength) {
  EXPECT_EQ(ValueType::parse("ExpandingArray<2>").items.front().kind, Kind::Int);
  EXPECT_EQ(ValueType::parse("torch::ExpandingArray<2, double>").items.front().kind, Kind::Float);
  EXPECT_EQ(ValueType::parse("c10::optional<ExpandingArrayDouble>").items.front().kind, Kind::List);
}

TEST(ValueType, KeepsWhetherItCanBeNegative) {
  const ValueType::Structs none;
  for (const char* text : {"size_t", "bool", "unsigned long", "uint8_t"})
    EXPECT_TRUE(ValueType::parse(text, &none).is_unsigned()) << text;
  for (const char* text : {"long", "int", "double", "at::Tensor"})
    EXPECT_FALSE(ValueType::parse(text, &none).is_unsigned()) << text;
}

TEST(ValueType, TellsHowAParameterIsPassed) {
  EXPECT_EQ(passing_of("const at::Tensor &").reference, "&");
  EXPECT_TRUE(passing_of("const at::Tensor &").is_const);
  EXPECT_EQ(passing_of("at::Tensor &&").reference, "&&");
  EXPECT_EQ(passing_of("at::Tensor").reference, "");
}

} // namespace
} // namespace fx
