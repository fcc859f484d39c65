#include "Frontend/TraceUnit.h"
#include "Frontend/Roots/Choose.h"
#include "Frontend/SessionState.h"
#include "SessionTest.h"

#include <gmock/gmock.h>

namespace fx::frontend {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// What a root of a module class needs of LibTorch.
constexpr const char* module_class = "namespace torch::nn { struct Module {}; }\n";

class TraceUnitTest : public SessionTest {
protected:
  std::unique_ptr<ParsedUnit> parse(const std::string& text) {
    session.set_text("/nowhere/net.cpp", text);
    ParseRequest request;
    request.file = "/nowhere/net.cpp";
    return session.state().parse(request, output, {});
  }

  Session session{database, without_cache()};
  Said said;
  DiagnosticOutput output{said, {}};
};

TEST_F(TraceUnitTest, SaysWhichBodiesAreMissing) {
  const auto unit = parse("namespace parts { double scale(double); }\n"
                          "double f(double x) { return parts::scale(x); }\n");
  ASSERT_TRUE(unit && unit->findings().is_traceable);
  const UnitTrace traced = trace(*unit, find_roots(unit->compiler().getSema()), named("f"), {}, {});
  ASSERT_THAT(traced.missing_bodies, SizeIs(1));
  ASSERT_THAT(traced.missing_bodies[0], SizeIs(1));
  EXPECT_EQ(traced.missing_bodies[0][0].name, "parts::scale");
  EXPECT_EQ(traced.missing_bodies[0][0].declared_in, "/nowhere/net.cpp");
  EXPECT_THAT(said.all, IsEmpty()); // what there is to say is in the result
}

TEST_F(TraceUnitTest, KeepsErrorsOfTheParseAsAResult) {
  const auto unit = parse("double f(double x) { return unknown; }\n"
                          "double g(double x) { return x; }\n");
  ASSERT_TRUE(unit && unit->findings().is_traceable);
  EXPECT_EQ(unit->errors().size(), 1u);
  EXPECT_THAT(said.all, IsEmpty());
  EXPECT_EQ(trace(*unit, find_roots(unit->compiler().getSema()), named("g"), {}, {}).status,
            UnitTrace::Status::Traced);
}

TEST_F(TraceUnitTest, SaysWhatItHasToSayInItsResult) {
  const auto unit = parse("double f(double x) { if (x > 0) return x; return -x; }\n");
  ASSERT_TRUE(unit && unit->findings().is_traceable);
  const UnitTrace failed = trace(*unit, find_roots(unit->compiler().getSema()), named("f"), {}, {});
  EXPECT_THAT(said.all, IsEmpty());
  EXPECT_EQ(failed.status, UnitTrace::Status::Failed);
  ASSERT_FALSE(failed.diagnostics.empty());
  EXPECT_EQ(failed.diagnostics[0].severity, Severity::Error);
  EXPECT_EQ(failed.diagnostics[0].location.file, "/nowhere/net.cpp");
  EXPECT_EQ(failed.diagnostics[0].location.line, 1u);
  EXPECT_THAT(failed.diagnostics[0].message, HasSubstr("the condition of this 'if'"));
  EXPECT_THAT(failed.diagnostics[0].text,
              HasSubstr("/nowhere/net.cpp:1:28: error: the condition of this 'if'"));
}

TEST_F(TraceUnitTest, FindsRootsAndChoosesOneOfThem) {
  const auto unit = parse(std::string(module_class) +
                          "struct A : torch::nn::Module { int forward(int x) { return x; } };\n"
                          "struct B : torch::nn::Module {\n"
                          "  explicit B(int width);\n"
                          "  int forward(int x) { return x; }\n"
                          "};\n"
                          "struct Bare : torch::nn::Module {};\n"
                          "int g(int x) { B b(3); return x; }\n");
  const RootCandidates found = find_roots(unit->compiler().getSema());
  EXPECT_EQ(found.appended, nullptr);
  EXPECT_THAT(found.constructions, SizeIs(1));
  EXPECT_THAT(found.functions, SizeIs(1));
  const RootChoice all = choose_roots(found, "", "forward");
  ASSERT_THAT(all.roots, SizeIs(2));
  EXPECT_EQ(all.roots[0].record->getName(), "A");
  EXPECT_EQ(all.roots[1].record->getName(), "B");
  EXPECT_NE(all.roots[1].construction, nullptr);
  EXPECT_TRUE(all.roots[1].is_guess);
  EXPECT_NE(choose_roots(found, "g", "forward").roots.at(0).function, nullptr);
  EXPECT_EQ(choose_roots(found, "A", "forward").roots.at(0).record->getName(), "A");
  const RootChoice none = choose_roots(found, "B", "forward");
  EXPECT_THAT(none.roots, IsEmpty());
  ASSERT_THAT(none.problems, SizeIs(2));
  EXPECT_EQ(none.problems[1].message, "B(int width): --root='B(<int width>)'");
}

} // namespace
} // namespace fx::frontend
