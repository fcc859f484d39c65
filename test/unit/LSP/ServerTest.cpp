// What the server does when its worker does not do its work; test/LSP has the rest.
#include "fx/LSP/Server.h"

#include "llvm/ADT/StringRef.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace fx::lsp {
namespace {

using testing::HasSubstr;

constexpr std::string_view initialize =
    R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"capabilities":{}}})";
constexpr std::string_view shutdown = R"({"jsonrpc":"2.0","id":9,"method":"shutdown"})";
constexpr std::string_view exit = R"({"jsonrpc":"2.0","method":"exit"})";
constexpr std::string_view open =
    R"({"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":)"
    R"({"uri":"file:///net.cpp","languageId":"cpp","version":1,"text":"int x;"}}})";
constexpr std::string_view hints =
    R"({"jsonrpc":"2.0","id":1,"method":"textDocument/inlayHint","params":{"textDocument":)"
    R"({"uri":"file:///net.cpp"},"range":{"start":{"line":0,"character":0},)"
    R"("end":{"line":9,"character":0}}}})";

std::string change(int version) {
  return fmt::format(
      R"({{"jsonrpc":"2.0","method":"textDocument/didChange","params":{{"textDocument":)"
      R"({{"uri":"file:///net.cpp","version":{}}},"contentChanges":[{{"text":"int y;"}}]}}}})",
      version);
}

struct Talk {
  int code = 0;
  std::string said;
  size_t count(llvm::StringRef text) const { return llvm::StringRef(said).count(text); }
};

Talk talk(const std::vector<std::string>& worker, const std::vector<std::string>& messages) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  const std::string all = fmt::format("{}\n", fmt::join(messages, "\n// -----\n"));
  EXPECT_EQ(write(ends[1], all.data(), all.size()), static_cast<ssize_t>(all.size()));
  close(ends[1]);
  Talk talk;
  llvm::raw_string_ostream output(talk.said);
  talk.code = run_server({.worker = worker, .input = ends[0], .output = output, .lit_test = true});
  close(ends[0]);
  return talk;
}

std::vector<std::string> all(std::initializer_list<std::string_view> messages) {
  return {messages.begin(), messages.end()};
}

TEST(Server, SaysOnceHowItsWorkerEnded) {
  const std::vector<std::string> worker{"/bin/sh", "-c", "read -r line; kill -SEGV $$"};
  const Talk said =
      talk(worker, all({initialize, open, change(2), change(3), hints, shutdown, exit}));
  EXPECT_EQ(said.code, 0);
  EXPECT_EQ(said.count("window/showMessage"), 1) << said.said;
  EXPECT_THAT(said.said, HasSubstr("the trace of /net.cpp ended its process: signal 11"));
  EXPECT_THAT(said.said, HasSubstr("\"result\": []")) << "a request does not wait for ever";
}

TEST(Server, ShowsWhatTakesItsWorkerLong) {
  // It reads what it is asked, says that something has begun and ended, and dies.
  const std::vector<std::string> worker{
      "/bin/sh", "-c",
      R"(say() { printf 'Content-Length: %d\r\n\r\n%s' ${#1} "$1"; }
         read -r line
         say '{"jsonrpc":"2.0","method":"fx/progress","params":{"text":"building","ended":false}}'
         say '{"jsonrpc":"2.0","method":"fx/progress","params":{"text":"built","ended":true}}')"};
  const std::string able =
      R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"capabilities":)"
      R"({"window":{"workDoneProgress":true}}}})";
  const Talk said = talk(worker, all({able, open, shutdown, exit}));
  EXPECT_EQ(said.count("window/workDoneProgress/create"), 1) << said.said;
  EXPECT_EQ(said.count("\"token\": \"fx-clang-1\""), 3) << said.said;
  EXPECT_THAT(said.said, HasSubstr("\"title\": \"building\""));
  EXPECT_THAT(said.said, HasSubstr("\"message\": \"built\""));
  EXPECT_EQ(talk(worker, all({initialize, open, shutdown, exit})).count("progress"), 0);
}

TEST(Server, SaysThatItsWorkerCannotStart) {
  const Talk said =
      talk({"/no/such/program"}, all({initialize, open, change(2), hints, shutdown, exit}));
  EXPECT_EQ(said.code, 0);
  EXPECT_EQ(said.count("cannot start /no/such/program"), 1) << said.said;
}

TEST(Server, AnswersWithoutAWorkerWhatItDoesNotKnow) {
  const Talk said = talk({"/no/such/program"}, all({initialize, hints, shutdown, exit}));
  EXPECT_THAT(said.said, HasSubstr("\"result\": []"));
}

TEST(Server, EndsWithAnErrorWithoutAShutdown) {
  EXPECT_EQ(talk({}, all({initialize, exit})).code, 1);
  EXPECT_EQ(talk({}, all({initialize})).code, 1);
}

TEST(Server, GoesOnAfterWhatIsNoMessage) {
  const Talk said = talk({}, all({"{", initialize, shutdown, exit}));
  EXPECT_THAT(said.said, HasSubstr("\"capabilities\""));
}

} // namespace
} // namespace fx::lsp
