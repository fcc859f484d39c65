// The driver as a second client uses it, an editor say: text that is on no disk, no command line,
// and streams that are closed.
#include "Frontend/SessionTest.h"
#include "Support/ClosedStreams.h"

#include "fx/Driver/AllMessages.h"
#include "fx/Driver/Emit.h"
#include "fx/Driver/Rewrite.h"
#include "fx/Driver/Verify.h"

#include <gmock/gmock.h>

namespace fx::driver {
namespace {

using frontend::Said;
using frontend::Session;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* file = "/nowhere/net.cpp";
constexpr const char* sum = "double f(double x, double y) { return x + y; }\n"
                            "double g(double x) { return x + 1; }\n";

/// Turns every call of `from` into one of `to`.
PassManager renaming(const std::string& from, const std::string& to) {
  PassManager passes;
  passes.add("renaming", make_pass([=](TracedModule& module, PassContext&) -> Expected<PassResult> {
               PassResult result;
               for (Node* node : module.graph)
                 if (node->target().view() == from) {
                   node->set_target(to);
                   result.modified = true;
                 }
               return result;
             }));
  return passes;
}

struct DriverTest : frontend::SessionTest {
  DriverTest() { session.set_text(file, sum); }

  Models models(const std::string& root, PassManager passes = {}) {
    return {session, {file}, frontend::named(root), std::move(passes)};
  }
  /// What one text of the file becomes, or the error.
  static std::string rewritten(Models& models, Said& said) {
    Rewriting rewriting(models, RewriteKind::Edits);
    if (!models.trace_with_syntax(said)) return "nothing to trace";
    for (TracedModule& model : models)
      if (const auto error = rewriting.transform(model)) return error->message;
    const Expected<CheckedEdits> edits = rewriting.check(said);
    return edits ? edits->texts_with(file).at(file) : edits.error().message;
  }

  Session session{database, without_cache()};
  Said said;
};

TEST_F(DriverTest, TracesTransformsAndEmits) {
  Models two(session, {file}, frontend::named("f"), renaming("operator.add", "operator.mul"));
  ASSERT_TRUE(two.trace(said)) << said.text();
  Emission emission(*find_emitter("fx"));
  for (TracedModule& model : two) {
    EXPECT_FALSE(two.transform(model));
    EXPECT_FALSE(emission.add(model));
  }
  const Expected<std::string> text = emission.text();
  ASSERT_TRUE(text) << text.error().message;
  EXPECT_THAT(*text, HasSubstr("operator.mul](args = (%x, %y)"));
}

TEST_F(DriverTest, RewritesTextThatIsNotSaved) {
  Models models = this->models("f", renaming("operator.add", "operator.mul"));
  EXPECT_THAT(rewritten(models, said), HasSubstr("return x * y;"));
  EXPECT_EQ(*session.unsaved_text(file), sum);
}

TEST_F(DriverTest, RefusesWhatTheEditedTextDoesNotCompute) {
  Models models = this->models("f");
  ASSERT_TRUE(models.trace_with_syntax(said));
  const auto checked = [&](const std::string& to) {
    Rewriting rewriting(models, RewriteKind::Edits);
    const auto at = static_cast<uint32_t>(std::string_view(sum).find("x + y"));
    EXPECT_FALSE(rewriting.add({{file, {{{at, at + 5}, to}}}}));
    const Expected<CheckedEdits> edits = rewriting.check(said);
    return edits ? edits->diff() : edits.error().message_with_id();
  };
  EXPECT_THAT(checked("x - y"), HasSubstr("the edited source of 'f' would compute something else "
                                          "[edits-compute-something-else]"));
  EXPECT_THAT(said.all, IsEmpty());
  EXPECT_THAT(checked("x < y ? x : x + y"),
              HasSubstr("the edited source does not trace [edits-do-not-trace]"));
  EXPECT_THAT(said.text(), HasSubstr("error: "));
  EXPECT_THAT(checked("(x) + y"), HasSubstr("+double f(double x, double y) { return (x) + y; }"));
  // What the editor holds is as it was, whatever became of the edits.
  EXPECT_EQ(*session.unsaved_text(file), sum);
}

TEST_F(DriverTest, WritesNoFileThatIsNotSaved) {
  Models models = this->models("f");
  ASSERT_TRUE(models.trace_with_syntax(said));
  Rewriting rewriting(models, RewriteKind::Edits);
  const auto at = static_cast<uint32_t>(std::string_view(sum).find("x + y"));
  ASSERT_FALSE(rewriting.add({{file, {{{at, at + 5}, "(x) + y"}}}}));
  const Expected<CheckedEdits> edits = rewriting.check(said);
  ASSERT_TRUE(edits) << edits.error().message;
  EXPECT_THAT(llvm::toString(edits->write()), HasSubstr("net.cpp: not written, because its text is "
                                                        "not saved"));
}

TEST_F(DriverTest, RefusesEditsThatLoseAModel) {
  const std::string two = "namespace torch::nn { struct Module {}; }\n"
                          "struct A : torch::nn::Module { int forward(int x) { return x; } };\n"
                          "struct B : torch::nn::Module { int forward(int x) { return x; } };\n";
  session.set_text(file, two);
  frontend::TraceOptions every;
  every.keep_going = true;
  Models models(session, {file}, every, {});
  ASSERT_TRUE(models.trace_with_syntax(said)) << said.text();
  Rewriting rewriting(models, RewriteKind::Edits);
  const auto begin = static_cast<uint32_t>(two.find("struct B"));
  EXPECT_FALSE(rewriting.add({{file, {{{begin, static_cast<uint32_t>(two.size())}, ""}}}}));
  const Expected<CheckedEdits> edits = rewriting.check(said);
  ASSERT_FALSE(edits);
  EXPECT_EQ(edits.error().id(), "edits-without-the-models");
}

TEST_F(DriverTest, JoinsWhatTheRowOfAnEmitterSays) {
  const std::vector<EmittedModel> both{{"A", "a\n"}, {"B", "b\n"}};
  Emitter row = *find_emitter("graph");
  EXPECT_EQ(*row.joined(both), "# A\na\n# B\nb\n");
  EXPECT_EQ(*row.joined(std::span(both).first(1)), "a\n");
  row.comment = "%%";
  EXPECT_EQ(*row.joined(both), "%% A\na\n%% B\nb\n");
  row.post_process = [](const std::string& text) { return Expected<std::string>(text + "end"); };
  EXPECT_EQ(*row.finished("a"), "aend");
  row.join = Join::None;
  EXPECT_EQ(*row.joined(std::span(both).first(1)), "a\n");
  EXPECT_FALSE(row.joined(both));
}

TEST_F(DriverTest, ComparesWhatIsNotSaved) {
  Models models = this->models("f");
  session.set_text("/nowhere/other.cpp", "int unread;");
  ASSERT_TRUE(models.trace(said));
  EXPECT_THAT(unsaved_texts(session),
              ElementsAre(std::pair<const std::string, std::string>(file, sum)));
}

TEST_F(DriverTest, DoesNotCompareWhatNoTraceMade) {
  const Expected<verify::Subject> subject = verify::before_passes(TracedModule());
  ASSERT_FALSE(subject);
  EXPECT_EQ(subject.error().id(), "original-not-known");
}

TEST_F(DriverTest, ListsTheMessagesOfAllLibraries) {
  for (const char* id : {"past-the-end", "node-not-defined", "kernels-not-loaded", "pass-unknown",
                         "overload-missing", "signature-changed", "example-needed",
                         "edits-do-not-trace", "weights-not-read"})
    EXPECT_TRUE(find_message(id)) << id;
  EXPECT_FALSE(find_message("nothing"));
  size_t count = 0;
  for (const MessageTable& table : message_tables())
    count += table.rows.size();
  EXPECT_EQ(count, messages().size());
}

TEST_F(DriverTest, NeedsNoStream) {
  const auto run = [&] {
    std::vector<std::string> results;
    Said said;
    Models good = models("f", renaming("operator.add", "operator.mul"));
    results.push_back(rewritten(good, said));
    Models none = models("nothing");
    results.push_back(rewritten(none, said));
    Models bad = models("f", renaming("operator.add", "operator.unheard_of"));
    results.push_back(rewritten(bad, said));
    results.push_back(said.text());
    return results;
  };
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const std::vector<std::string> results = run();
  EXPECT_EQ(testing::internal::GetCapturedStdout() + testing::internal::GetCapturedStderr(), "");
  EXPECT_THAT(results, ElementsAre(HasSubstr("return x * y;"), "nothing to trace",
                                   HasSubstr("cannot be"), HasSubstr("nothing")));
  std::vector<std::string> closed;
  {
    const test::ClosedStreams none;
    closed = run();
  }
  EXPECT_EQ(closed, results);
}

} // namespace
} // namespace fx::driver
