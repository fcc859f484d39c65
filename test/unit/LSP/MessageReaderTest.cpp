#include "LSP/MessageReader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fx::lsp {
namespace {

using llvm::lsp::JSONStreamStyle;
using testing::Eq;
using testing::Optional;

TEST(MessageReader, PutsPiecesTogether) {
  const std::string bytes = "Content-Length: 2\r\n\r\n{}content-length:7\r\nContent-Type: x\r\n\r\n"
                            "{\"a\":1}";
  for (size_t cut = 0; cut <= bytes.size(); ++cut) {
    MessageReader reader(JSONStreamStyle::Standard);
    std::vector<std::string> messages;
    for (const std::string& piece : {bytes.substr(0, cut), bytes.substr(cut)}) {
      reader.add(piece);
      while (const auto message = reader.next())
        messages.push_back(*message);
    }
    EXPECT_THAT(messages, testing::ElementsAre("{}", "{\"a\":1}")) << "cut at " << cut;
  }
}

TEST(MessageReader, SkipsHeadersWithoutALength) {
  MessageReader reader(JSONStreamStyle::Standard);
  reader.add("Hello: you\r\n\r\nContent-Length: 2\r\n\r\n[]");
  EXPECT_THAT(reader.next(), Optional(Eq("[]")));
  EXPECT_EQ(reader.next(), std::nullopt);
}

TEST(MessageReader, WaitsForAWholeMessage) {
  MessageReader reader(JSONStreamStyle::Standard);
  reader.add("Content-Length: 4\r\n\r\n[1");
  EXPECT_EQ(reader.next(), std::nullopt);
  reader.add(",");
  EXPECT_EQ(reader.next(), std::nullopt);
  reader.add("]");
  EXPECT_THAT(reader.next(), Optional(Eq("[1,]")));
}

TEST(MessageReader, SeparatesDelimitedMessages) {
  MessageReader reader(JSONStreamStyle::Delimited);
  reader.add("// RUN: a comment\n{\"a\":\n1}\n// -----\n// CHECK: x\n\n// -----\n{\"b\":2}");
  EXPECT_THAT(reader.next(), Optional(Eq("{\"a\":\n1}\n")));
  EXPECT_EQ(reader.next(), std::nullopt) << "more of it may come";
  reader.end();
  EXPECT_THAT(reader.next(), Optional(Eq("{\"b\":2}\n")));
  EXPECT_EQ(reader.next(), std::nullopt);
}

} // namespace
} // namespace fx::lsp
