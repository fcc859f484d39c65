// A text classifier: embedding, two-layer bidirectional LSTM, the last step and the final state.
// ROOT: TextClassifier(100, 12, 16, 5)
// INPUT: 4x9:int64<100
#include <torch/torch.h>

using torch::indexing::Slice;

class TextClassifierImpl : public torch::nn::Module {
public:
  TextClassifierImpl(int64_t vocabulary, int64_t embedding_size, int64_t hidden_size,
                     int64_t classes, int64_t layers = 2, double dropout = 0.3)
      : embedding(torch::nn::EmbeddingOptions(vocabulary, embedding_size).padding_idx(0)),
        lstm(torch::nn::LSTMOptions(embedding_size, hidden_size)
                 .num_layers(layers)
                 .batch_first(true)
                 .dropout(dropout)
                 .bidirectional(true)),
        gru(torch::nn::GRUOptions(2 * hidden_size, hidden_size).batch_first(true)), drop(dropout),
        fc(3 * hidden_size, classes) {
    register_module("embedding", embedding);
    register_module("lstm", lstm);
    register_module("gru", gru);
    register_module("drop", drop);
    register_module("fc", fc);
  }

  torch::Tensor forward(torch::Tensor tokens) {
    auto embedded = embedding->forward(tokens);
    auto [output, state] = lstm->forward(embedded);
    auto hidden = std::get<0>(state);
    auto summary = torch::cat({hidden[-2], hidden[-1]}, 1);
    auto last = std::get<0>(gru->forward(output)).index({Slice(), -1});
    return fc->forward(drop(torch::cat({summary, last}, 1)));
  }

private:
  torch::nn::Embedding embedding;
  torch::nn::LSTM lstm;
  torch::nn::GRU gru;
  torch::nn::Dropout drop;
  torch::nn::Linear fc;
};
TORCH_MODULE(TextClassifier);
