// A GraphModule trains as its original does: five steps of an optimiser leave the same weights, bit
// for bit.
#include "fx/Runtime/GraphModule.h"
#include "fx/Runtime/SymbolicTrace.h"

#include "../../EndToEnd/Models/resnet18.cpp"
#include "../../EndToEnd/Models/transformer_block.cpp"

#include <gtest/gtest.h>

namespace fx {
namespace {

/// Five steps of AdamW on the same batches, with the same random numbers.
void train(torch::nn::Module& module, const std::function<torch::Tensor(torch::Tensor)>& forward,
           at::IntArrayRef sizes) {
  torch::manual_seed(5);
  module.train();
  torch::optim::AdamW optimizer(module.parameters(), torch::optim::AdamWOptions(1e-2));
  for (int step = 0; step < 5; ++step) {
    optimizer.zero_grad();
    const torch::Tensor output = forward(torch::randn(sizes));
    torch::nn::functional::mse_loss(output, torch::randn_like(output)).backward();
    optimizer.step();
  }
}

/// How many tensors of the state changed since `before`, each to what the other module has.
void expect_trained_alike(const torch::nn::Module& original, const torch::nn::Module& traced,
                          const std::vector<torch::Tensor>& before) {
  const auto weights = original.named_parameters(), own = traced.named_parameters();
  const auto buffers = original.named_buffers(), own_buffers = traced.named_buffers();
  ASSERT_EQ(own.keys(), weights.keys());
  ASSERT_EQ(own_buffers.keys(), buffers.keys());
  for (size_t i = 0; i < weights.size(); ++i) {
    EXPECT_TRUE(torch::equal(own[i].value(), weights[i].value())) << weights[i].key();
    EXPECT_FALSE(torch::equal(before[i], weights[i].value()))
        << weights[i].key() << " is as it was";
  }
  for (size_t i = 0; i < buffers.size(); ++i)
    EXPECT_TRUE(torch::equal(own_buffers[i].value(), buffers[i].value())) << buffers[i].key();
}

template <class Make>
void expect_same_training(const Make& make, at::IntArrayRef sizes, const TraceOptions& options) {
  torch::manual_seed(1);
  auto original = make();
  torch::manual_seed(1);
  auto twin = make();
  GraphModule traced = symbolic_trace(twin, options);
  std::vector<torch::Tensor> before;
  for (const torch::Tensor& weight : original->parameters())
    before.push_back(weight.detach().clone());
  train(*original, [&](torch::Tensor x) { return original->forward(x); }, sizes);
  train(*traced, [&](torch::Tensor x) { return traced->forward(x); }, sizes);
  expect_trained_alike(*original, *traced, before);
}

TEST(Training, of_a_resnet_gives_the_weights_that_the_original_gets) {
  expect_same_training([] { return ResNet18(10); }, {2, 3, 64, 64},
                       {.example_inputs = {torch::randn({2, 3, 64, 64})}});
}

TEST(Training, of_a_transformer_gives_the_weights_that_the_original_gets) {
  expect_same_training([] { return Encoder(EncoderConfig{}); }, {2, 7, 16},
                       {.example_inputs = {torch::randn({2, 7, 16})}});
}

struct LibraryTransformerImpl : torch::nn::Module {
  LibraryTransformerImpl() : transformer(torch::nn::TransformerOptions(16, 4, 2, 2)), head(16, 8) {
    register_module("transformer", transformer);
    register_module("head", head);
  }
  torch::Tensor forward(torch::Tensor x) { return head(transformer(x, x.flip(0))); }
  torch::nn::Transformer transformer;
  torch::nn::Linear head;
};
TORCH_MODULE(LibraryTransformer);

TEST(Training, of_the_transformer_of_the_library_gives_the_weights_that_the_original_gets) {
  expect_same_training([] { return LibraryTransformer(); }, {7, 2, 16}, {});
}

} // namespace
} // namespace fx
