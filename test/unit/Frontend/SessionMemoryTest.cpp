// That a session gives back what it takes. FX_SESSION_TRACES=1000 runs the tests as often as an
// afternoon in an editor does, FX_SESSION_FILE=net.cpp on a model of the disk.
#include "SessionTest.h"

#include <cstdlib>
#include <fstream>

namespace fx::frontend {
namespace {

/// Of this process, in kB.
long resident() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (long kilobytes = 0; word == "VmRSS:" && status >> kilobytes) return kilobytes;
  return 0;
}

class SessionMemoryTest : public SessionTest {
protected:
  SessionMemoryTest() {
    if (const char* number = std::getenv("FX_SESSION_TRACES")) traces_ = std::atol(number);
    if (const char* file = std::getenv("FX_SESSION_FILE")) file_ = file;
  }

  /// Traces until the memory that is kept for later is there, then as often as asked for.
  void expect_no_growth(bool parse_each_time) {
    SessionOptions options;
    if (file_.empty()) options = without_cache();
    Session session(database, options);
    TraceOptions with;
    with.eval_only = true;
    if (file_.empty()) {
      with.root = "f";
      session.set_text("/nowhere/net.cpp", "#include <array>\n"
                                           "struct Scale { double by = 3; };\n"
                                           "double f(double x) {\n"
                                           "  std::array<Scale, 40> all;\n"
                                           "  for (Scale& s : all) x = x * s.by;\n"
                                           "  return x;\n"
                                           "}\n");
    }
    const std::string file = file_.empty() ? "/nowhere/net.cpp" : file_;
    const auto trace = [&](long count) {
      for (long i = 0; i < count; ++i) {
        Said said;
        if (parse_each_time) session.set_text("/nowhere/other.h", std::to_string(i));
        ASSERT_TRUE(session.trace({file}, with, said).ok()) << said.text();
      }
    };
    trace(30);
    const long before = resident();
    trace(traces_);
    const long grown = resident() - before;
    RecordProperty("kilobytes", std::to_string(grown));
    std::printf("%ld traces, %zu parses: %ld kB more\n", traces_, session.num_parses(), grown);
    EXPECT_LT(grown, std::max(20 * traces_, 9000L)) << traces_ << " traces"; // 20 MB for 1,000
  }

  long traces_ = 200;
  std::string file_;
};

TEST_F(SessionMemoryTest, ParsesAreGivenBack) {
  expect_no_growth(/*parse_each_time=*/true);
}

TEST_F(SessionMemoryTest, TracesOfOneUnitAreGivenBack) {
  expect_no_growth(/*parse_each_time=*/false);
}

} // namespace
} // namespace fx::frontend
