// The next text of a file is read at once with the files that the last one was read with, and traces
// as if they were searched for.
#include "SessionTest.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <gmock/gmock.h>

namespace fx::frontend {
namespace {

using testing::HasSubstr;
using testing::Not;

class ReadAheadTest : public SessionTest {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("ahead", folder_));
    write("scale.h", "#pragma once\ndouble scale(double x);\n");
    write("scale.cpp", "#include \"scale.h\"\n#include \"shift.h\"\n"
                       "double scale(double x) { return 9 * shift(x); }\n");
    write("shift.h", "#pragma once\ndouble shift(double x);\nextern double most;\n");
    write("shift.cpp", "#include \"shift.h\"\nstatic double by = 5;\n"
                       "double shift(double x) { return x + by; }\n");
  }

  void TearDown() override { ASSERT_FALSE(llvm::sys::fs::remove_directories(folder_)); }

  void write(const std::string& name, const std::string& text) const {
    std::error_code problem;
    llvm::raw_fd_ostream(path(name), problem) << text;
  }

  std::string path(const std::string& name) const { return folder_.str().str() + "/" + name; }

  /// The graphs of the text in one mode and in both, and all that is said of it.
  std::string traced(Session& session, const std::string& text) const {
    session.set_text(path("net.cpp"), "#include \"scale.h\"\n#include \"shift.h\"\n" + text);
    Said said;
    std::string graphs;
    for (const bool eval_only : {true, false}) {
      TraceOptions options = named("f");
      options.eval_only = eval_only;
      const TraceResult result = session.trace({path("net.cpp")}, options, said);
      for (const TracedModule& model : result.models)
        graphs += print_graph(model.graph);
    }
    return said.text() + graphs;
  }

  /// The same of a session that has read nothing yet.
  std::string fresh(const std::string& text) const {
    Session session(database, without_cache());
    return traced(session, text);
  }

  /// How many parses the text takes alone.
  size_t parses_of(const std::string& text) const {
    Session session(database, without_cache());
    traced(session, text);
    return session.num_parses();
  }

  /// How many parses the second text takes behind the first, which gives what it gives alone.
  size_t parses_of(const std::string& first, const std::string& second) const {
    Session session(database, without_cache());
    EXPECT_EQ(traced(session, first), fresh(first));
    const size_t before = session.num_parses();
    EXPECT_EQ(traced(session, second), fresh(second)) << first << second;
    return session.num_parses() - before;
  }

private:
  llvm::SmallString<128> folder_;
};

constexpr const char* scaled = "double f(double x) { return scale(x); }\n";
constexpr const char* scaled_twice = "double f(double x) { return 2 * scale(x); }\n";

TEST_F(ReadAheadTest, OneParseReadsWhatTheSearchFoundBefore) {
  const std::string text = fresh(scaled);
  EXPECT_THAT(text, HasSubstr("scale.cpp too, for 'scale'"));
  EXPECT_THAT(text, HasSubstr("shift.cpp too, for 'shift'"));
  EXPECT_EQ(parses_of(scaled, scaled_twice), 1u);
}

TEST_F(ReadAheadTest, TheFilesAreThoseThatTheNewTextAsksFor) {
  const char* const texts[] = {
      scaled,
      "double f(double x) { return 2 * x; }\n",
      "double f(double x) { return shift(x); }\n",
      "double f(double x) { return shift(x) + scale(x); }\n",
      "double scale(double x) { return x; }\ndouble f(double x) { return scale(x); }\n",
      "double f(double x) { return scale(x) + }\n",
      "double f(double x) { return most * scale(x); }\n",
      "static double by = 3;\ndouble f(double x) { return by * shift(x); }\n",
      "#include \"none.h\"\ndouble f(double x) { return scale(x); }\n",
  };
  for (const char* first : texts)
    for (const char* second : texts)
      parses_of(first, second);
}

TEST_F(ReadAheadTest, VariablesThatOthersSeeAreLookedForOneByOne) {
  write("shift.cpp", "#include \"shift.h\"\ndouble most = 7;\n"
                     "double shift(double x) { return x + 5; }\n");
  for (const char* text : {"double f(double x) { return most > 5 ? scale(x) : x; }\n",
                           "double f(double x) { return most * x; }\n", scaled_twice})
    EXPECT_EQ(parses_of(scaled, text), parses_of(text)) << text;
}

TEST_F(ReadAheadTest, ATraceThatIsCancelledForgetsNothing) {
  Session session(database, without_cache());
  EXPECT_EQ(traced(session, scaled), fresh(scaled));
  std::stop_source stop;
  stop.request_stop();
  TraceOptions cancelled = named("f");
  cancelled.stop = stop.get_token();
  session.set_text(path("net.cpp"), "double scale(double x);\n");
  EXPECT_EQ(graph(session, path("net.cpp"), cancelled), "cancelled");
  const size_t before = session.num_parses();
  EXPECT_EQ(traced(session, scaled_twice), fresh(scaled_twice));
  EXPECT_EQ(session.num_parses(), before + 1);
}

TEST_F(ReadAheadTest, FilesOnTheDiskMayChangeBetween) {
  Session session(database, without_cache());
  EXPECT_EQ(traced(session, scaled), fresh(scaled));
  write("scale.cpp", "#include \"scale.h\"\ndouble scale(double x) { return 4 * x; }\n");
  EXPECT_EQ(traced(session, scaled_twice), fresh(scaled_twice));
  EXPECT_THAT(traced(session, scaled), Not(HasSubstr("shift.cpp")));
}

} // namespace
} // namespace fx::frontend
