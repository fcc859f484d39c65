// Weights that were saved before modules got other names.
#include "fx/weights.h"
#include "ToolFolder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace {

using testing::HasSubstr;

struct BeforeImpl : torch::nn::Module {
  BeforeImpl() {
    layers = register_module("layers",
                             torch::nn::Sequential(torch::nn::Linear(4, 4), torch::nn::Dropout(),
                                                   torch::nn::BatchNorm1d(4)));
    head = register_module("head", torch::nn::Linear(4, 2));
  }
  torch::nn::Sequential layers{nullptr};
  torch::nn::Linear head{nullptr};
};
TORCH_MODULE(Before);

struct AfterImpl : torch::nn::Module {
  explicit AfterImpl(int64_t out = 2) {
    layers = register_module(
        "layers", torch::nn::Sequential(torch::nn::Linear(4, 4), torch::nn::BatchNorm1d(4)));
    top = register_module("top", torch::nn::Linear(4, out));
  }
  torch::nn::Sequential layers{nullptr};
  torch::nn::Linear top{nullptr};
};
TORCH_MODULE(After);

class WeightsTest : public testing::Test {
protected:
  WeightsTest() {
    before_->layers->ptr(2)->as<torch::nn::BatchNorm1d>()->running_mean.fill_(3);
    torch::serialize::OutputArchive out;
    before_->save(out);
    std::stringstream stream;
    out.save_to(stream);
    saved_.load_from(stream);
  }
  Before before_;
  torch::serialize::InputArchive saved_;
  const fx::KeyMap keys_{{"layers.1", "layers.2"}, {"top", "head"}};
};

TEST_F(WeightsTest, AreLoadedByTheKeysThatTheyHad) {
  After after;
  fx::load_weights(*after, saved_, keys_);
  EXPECT_TRUE(after->top->weight.equal(before_->head->weight));
  EXPECT_TRUE(after->layers->ptr(0)->as<torch::nn::Linear>()->bias.equal(
      before_->layers->ptr(0)->as<torch::nn::Linear>()->bias));
  EXPECT_TRUE(after->layers->ptr(1)->as<torch::nn::BatchNorm1d>()->running_mean.equal(
      torch::full({4}, 3.0)));
}

std::string thrown_by(const std::function<void()>& run) {
  try {
    run();
  } catch (const c10::Error& error) {
    return error.what_without_backtrace();
  }
  return "nothing was thrown";
}

TEST_F(WeightsTest, WhatIsMissingIsNamed) {
  After after;
  EXPECT_THAT(thrown_by([&] { fx::load_weights(*after, saved_); }),
              HasSubstr("the saved weights have no 'layers.1.weight'"));
}

TEST_F(WeightsTest, OtherShapesAreNamed) {
  After after(3);
  EXPECT_THAT(
      thrown_by([&] { fx::load_weights(*after, saved_, keys_); }),
      HasSubstr("'top.weight' has the shape [3, 4], and what was saved as 'head.weight' has "
                "[2, 4]"));
}

using KeyMapTest = fx::ToolFolder;

TEST_F(KeyMapTest, InnermostModuleDecides) {
  const fx::KeyMap keys{{"a", "x"}, {"a.b", "y"}};
  EXPECT_EQ(fx::saved_key("a.b.weight", keys), "y.weight");
  EXPECT_EQ(fx::saved_key("a.bias", keys), "x.bias");
  EXPECT_EQ(fx::saved_key("ab.bias", keys), "ab.bias");
}

TEST_F(KeyMapTest, IsReadFromAFile) {
  const std::string file = write("net.keys", "layers.2\tlayers.1\r\n\nhead\ttop\n");
  EXPECT_EQ(fx::read_key_map(file), (fx::KeyMap{{"layers.1", "layers.2"}, {"top", "head"}}));
  write("net.keys", "head top\n");
  EXPECT_THAT(thrown_by([&] { fx::read_key_map(file); }), HasSubstr("net.keys:1: a line has"));
  EXPECT_THAT(thrown_by([&] { fx::read_key_map(file + ".none"); }), HasSubstr("cannot be read"));
}

} // namespace
