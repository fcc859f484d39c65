// What Embedding and EmbeddingBag read in forward alone may change until it runs; their constructor has read padding_idx.
// RUN: fx-clang-trace %s --root=Words -- | FileCheck %s --check-prefix=WORDS
// RUN: fx-clang-trace %s --root=Bags -- | FileCheck %s --check-prefix=BAGS
// RUN: not fx-clang-trace %s --root=Padded -- 2>&1 | FileCheck %s --check-prefix=PADDED
#include <torch/torch.h>

struct Words : torch::nn::Module {
  torch::nn::Embedding words{10, 4};
  Words() {
    register_module("words", words);
    // WORDS: words: torch::nn::Embedding(num_embeddings = 10, embedding_dim = 4) {max_norm = 1.0, norm_type = 1.0, scale_grad_by_freq = True, sparse = True}
    words->options.max_norm(1).norm_type(1).scale_grad_by_freq(true).sparse(true);
  }
  torch::Tensor forward(torch::Tensor x) { return words(x); }
};

struct Bags : torch::nn::Module {
  torch::nn::EmbeddingBag bags{10, 4};
  Bags() {
    register_module("bags", bags);
    auto& options = bags->options;
    // BAGS: bags: torch::nn::EmbeddingBag(num_embeddings = 10, embedding_dim = 4) {max_norm = 1.0, norm_type = 1.0, scale_grad_by_freq = True, mode = "sum", sparse = True, include_last_offset = True}
    options.max_norm(1).norm_type(1).scale_grad_by_freq(true).mode(torch::kSum);
    options.sparse(true).include_last_offset(true);
  }
  torch::Tensor forward(torch::Tensor x) { return bags(x); }
};

struct Padded : torch::nn::Module {
  torch::nn::Embedding words{10, 4};
  Padded() {
    register_module("words", words);
    // PADDED: error: the option 'padding_idx' of 'torch::nn::Embedding' is changed after
    words->options.padding_idx(1);
  }
  torch::Tensor forward(torch::Tensor x) { return words(x); }
};
