#include "SessionTest.h"

#include "Support/ClosedStreams.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <gmock/gmock.h>

#include <chrono>
#include <thread>

namespace fx::frontend {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr const char* twice = "double f(double x) { return 2 * x; }\n";
constexpr const char* thrice = "double f(double x) { return 3 * x; }\n";

TEST_F(SessionTest, ReadsUnsavedTextInThePlaceOfTheDisk) {
  Session session(database, without_cache());
  session.set_text("/nowhere/net.cpp", twice);
  EXPECT_THAT(graph(session, "/nowhere/net.cpp", named("f")), HasSubstr("2"));
  session.set_text("/nowhere/net.cpp", thrice);
  const std::string changed = graph(session, "/nowhere/net.cpp", named("f"));
  EXPECT_THAT(changed, HasSubstr("3"));
  EXPECT_THAT(changed, Not(HasSubstr("2")));
  session.clear_texts();
  EXPECT_THAT(graph(session, "/nowhere/net.cpp", named("f")), HasSubstr("cannot read"));
}

TEST_F(SessionTest, ReadsUnsavedHeaders) {
  Session session(database, without_cache());
  session.set_text("/nowhere/net.cpp",
                   "#include \"factor.h\"\ndouble f(double x) { return factor * x; }\n");
  session.set_text("/nowhere/factor.h", "constexpr double factor = 5;\n");
  EXPECT_THAT(graph(session, "/nowhere/net.cpp", named("f")), HasSubstr("5"));
  session.set_text("/nowhere/factor.h", "constexpr double factor = 7;\n");
  EXPECT_THAT(graph(session, "/nowhere/net.cpp", named("f")), HasSubstr("7"));
}

TEST_F(SessionTest, RelativeNamesBeginAtItsOwnDirectory) {
  llvm::SmallString<128> before;
  ASSERT_FALSE(llvm::sys::fs::current_path(before));
  SessionOptions options = without_cache();
  options.directory = "/usr";
  Session session(database, options);
  session.set_text("net.cpp", twice);
  Said said;
  const TraceResult result = session.trace({"net.cpp"}, named("f"), said);
  ASSERT_TRUE(result.ok()) << said.text();
  EXPECT_EQ(result.models.front().origin.files.front(), "/usr/net.cpp");
  llvm::SmallString<128> after;
  ASSERT_FALSE(llvm::sys::fs::current_path(after));
  EXPECT_EQ(before, after);
}

TEST_F(SessionTest, ParsesOnceAndTracesOften) {
  const std::string text = "struct Scale { template <class T> T by(T x) { return x + x; } };\n"
                           "double f(double x) { return Scale().by(x); }\n"
                           "double g(double x) { return x / 0.5; }\n";
  Session session(database, without_cache());
  session.set_text("/nowhere/net.cpp", text);
  TraceOptions both = named("f");
  both.eval_only = false;
  for (int i = 0; i < 3; ++i)
    for (const TraceOptions& options : {named("f"), both}) {
      Session fresh(database, without_cache());
      fresh.set_text("/nowhere/net.cpp", text);
      EXPECT_EQ(graph(session, "/nowhere/net.cpp", options),
                graph(fresh, "/nowhere/net.cpp", options));
    }
  EXPECT_EQ(session.num_parses(), 1u);
}

TEST_F(SessionTest, SaysTheSameInEachTraceOfAUnit) {
  Session session(database, without_cache());
  session.set_text("/nowhere/net.cpp", "template <class T> T half(T x) { return x.no_member; }\n"
                                       "double f(double x) { if (x > 0) return x; return -x; }\n");
  const std::string said = graph(session, "/nowhere/net.cpp", named("f"));
  EXPECT_THAT(said, HasSubstr("/nowhere/net.cpp:2:"));
  EXPECT_THAT(said, HasSubstr("error: "));
  EXPECT_EQ(graph(session, "/nowhere/net.cpp", named("f")), said);
  EXPECT_EQ(session.num_parses(), 1u);
}

TEST_F(SessionTest, ReadsAFileAgainThatChanged) {
  llvm::SmallString<128> file;
  int descriptor = -1;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("net", "cpp", descriptor, file));
  llvm::raw_fd_ostream(descriptor, /*shouldClose=*/true) << twice;
  Session session(database, without_cache());
  EXPECT_THAT(graph(session, file.str().str(), named("f")), HasSubstr("2"));
  std::error_code problem;
  llvm::raw_fd_ostream(file, problem) << thrice << "// longer\n";
  EXPECT_THAT(graph(session, file.str().str(), named("f")), HasSubstr("3"));
  EXPECT_EQ(session.num_parses(), 2u);
  llvm::sys::fs::remove(file);
}

TEST_F(SessionTest, KnowsWhatTheLastParseRead) {
  Session session(database, without_cache());
  session.set_text("/nowhere/a.h", "double a(double x) { return x; }\n");
  session.set_text("/nowhere/net.cpp", "#include \"a.h\"\ndouble f(double x) { return a(x); }\n");
  (void)graph(session, "/nowhere/net.cpp", named("f"));
  EXPECT_THAT(session.files_read(), ElementsAre("/nowhere/a.h", "/nowhere/net.cpp"));
  session.set_text("/nowhere/net.cpp", twice);
  (void)graph(session, "/nowhere/net.cpp", named("f"));
  EXPECT_THAT(session.files_read(), ElementsAre("/nowhere/net.cpp"));
}

TEST_F(SessionTest, ReadsTheFilesThatDefineWhatIsMissing) {
  Session session(database, without_cache());
  llvm::SmallString<128> folder;
  ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("net", folder));
  const std::string base = folder.str().str();
  const auto write = [&](const std::string& name, const char* text) {
    std::error_code problem;
    llvm::raw_fd_ostream(base + "/" + name, problem) << text;
  };
  write("scale.h", "double scale(double x);\n");
  write("scale.cpp", "#include \"scale.h\"\ndouble scale(double x) { return 9 * x; }\n");
  write("net.cpp", "#include \"scale.h\"\ndouble f(double x) { return scale(x); }\n");
  EXPECT_THAT(graph(session, base + "/net.cpp", named("f")), HasSubstr("9"));
  const size_t parses = session.num_parses();
  EXPECT_GT(parses, 1u);
  EXPECT_THAT(graph(session, base + "/net.cpp", named("f")), HasSubstr("9"));
  EXPECT_EQ(session.num_parses(), parses); // what is read together is known by now
  llvm::sys::fs::remove_directories(folder);
}

TEST_F(SessionTest, ATraceCanBeCancelled) {
  Session session(database, without_cache());
  session.set_text("/nowhere/net.cpp",
                   "double f(double x) {\n  long n = 0;\n  for (long i = 0; i < 4000000000; ++i) n "
                   "+= i;\n  return n * x;\n}\ndouble g(double x) { return 2 * x; }\n");
  TraceOptions options = named("f");
  EXPECT_THAT(graph(session, "/nowhere/net.cpp", options), HasSubstr("gave up after"));
  std::stop_source stop;
  options.stop = stop.get_token();
  const std::jthread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    stop.request_stop();
  });
  Said said;
  const TraceResult result = session.trace({"/nowhere/net.cpp"}, options, said);
  EXPECT_EQ(result.status, TraceResult::Status::Cancelled);
  EXPECT_TRUE(result.models.empty());
  EXPECT_TRUE(said.all.empty());
  EXPECT_THAT(graph(session, "/nowhere/net.cpp", named("g")), HasSubstr("2"));
}

TEST_F(SessionTest, AParseCanBeCancelled) {
  Session session(database, without_cache());
  session.set_text("/nowhere/net.cpp", twice);
  std::stop_source stop;
  stop.request_stop();
  TraceOptions options = named("f");
  options.stop = stop.get_token();
  EXPECT_EQ(graph(session, "/nowhere/net.cpp", options), "cancelled");
  EXPECT_THAT(graph(session, "/nowhere/net.cpp", named("f")), HasSubstr("2"));
}

TEST_F(SessionTest, TwoInTwoThreadsDoNotMeet) {
  const auto run = [&](const std::string& directory, int factor, std::vector<std::string>& wrong) {
    for (int i = 0; i < 20; ++i) {
      SessionOptions options = without_cache();
      options.directory = directory;
      Session session(database, options);
      session.set_text("net.cpp",
                       "double f(double x) { return " + std::to_string(factor) +
                           " * x; }\ndouble g(double x) { if (x > 0) return x; return -x; }\n");
      const std::string text = graph(session, "net.cpp", named("f"));
      if (text.find(std::to_string(factor)) == std::string::npos) wrong.push_back(text);
      const std::string said = graph(session, "net.cpp", named("g"));
      if (said.find("net.cpp:2:") == std::string::npos) wrong.push_back(said);
    }
  };
  std::vector<std::string> first;
  std::vector<std::string> second;
  {
    const std::jthread one([&] { run("/usr", 1234567, first); });
    const std::jthread other([&] { run("/tmp", 7654321, second); });
  }
  EXPECT_THAT(first, testing::IsEmpty());
  EXPECT_THAT(second, testing::IsEmpty());
}

/// What is written to the standard streams in the meantime.
class CaughtStreams {
public:
  CaughtStreams() {
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
  }
  std::string text() {
    return testing::internal::GetCapturedStdout() + testing::internal::GetCapturedStderr();
  }
};

TEST_F(SessionTest, WritesToNoStream) {
  // Flags that make Clang itself print something, errors, remarks and a wrong command.
  const clang::tooling::FixedCompilationDatabase talkative(
      ".", {"-v", "-H", "-ftime-report", "--version", "-###"});
  const clang::tooling::FixedCompilationDatabase wrong(".", {"-x"});
  const auto trace_all = [&] {
    std::string said;
    for (const clang::tooling::CompilationDatabase* flags :
         {static_cast<const clang::tooling::CompilationDatabase*>(&talkative),
          static_cast<const clang::tooling::CompilationDatabase*>(&wrong)}) {
      Session session(*flags, without_cache());
      session.set_text("/nowhere/net.cpp", "#include <cstddef>\n#include \"missing.h\"\n"
                                           "double f(double x) { return 2 * x; }\n"
                                           "double g(double x) { return unknown; }\n");
      for (const char* root : {"f", "g", "none", "f(", ""})
        said += graph(session, "/nowhere/net.cpp", named(root));
    }
    return said;
  };
  CaughtStreams streams;
  const std::string said = trace_all();
  EXPECT_EQ(streams.text(), "");
  EXPECT_THAT(said, HasSubstr("missing.h"));
  EXPECT_THAT(said, HasSubstr("language not recognized"));
  std::string closed;
  {
    const test::ClosedStreams none;
    closed = trace_all();
  }
  EXPECT_EQ(closed, said);
}

} // namespace
} // namespace fx::frontend
