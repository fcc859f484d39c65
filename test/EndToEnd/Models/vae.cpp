// A variational autoencoder that builds itself in reset() and returns a struct-like tuple.
// ROOT: VAE(VAEOptions(36, 24).latent(4))
// INPUT: 3x1x6x6
#include <torch/torch.h>

struct VAEOptions {
  VAEOptions(int64_t image, int64_t hidden) : image_(image), hidden_(hidden) {}
  TORCH_ARG(int64_t, image);
  TORCH_ARG(int64_t, hidden);
  TORCH_ARG(int64_t, latent) = 20;
};

class VAEImpl : public torch::nn::Cloneable<VAEImpl> {
public:
  explicit VAEImpl(VAEOptions options) : options_(std::move(options)) { reset(); }

  void reset() override {
    const auto& o = options_;
    fc1_ = register_module("fc1", torch::nn::Linear(o.image(), o.hidden()));
    mean_ = register_module("mean", torch::nn::Linear(o.hidden(), o.latent()));
    log_var_ = register_module("log_var", torch::nn::Linear(o.hidden(), o.latent()));
    decoder_ = register_module(
        "decoder", torch::nn::Sequential({{"fc", torch::nn::Linear(o.latent(), o.hidden())},
                                          {"act", torch::nn::ReLU()},
                                          {"out", torch::nn::Linear(o.hidden(), o.image())}}));
  }

  std::pair<torch::Tensor, torch::Tensor> encode(torch::Tensor x) {
    auto h = torch::nn::functional::relu(fc1_->forward(x));
    return {mean_->forward(h), log_var_->forward(h)};
  }

  torch::Tensor reparameterize(torch::Tensor mean, torch::Tensor log_var) {
    if (!is_training()) return mean;
    auto std = log_var.div(2).exp();
    return torch::randn_like(std) * std + mean;
  }

  torch::Tensor decode(torch::Tensor z) { return torch::sigmoid(decoder_->forward(z)); }

  std::tuple<torch::Tensor, torch::Tensor, torch::Tensor> forward(torch::Tensor x) {
    const auto shape = x.sizes();
    torch::Tensor mean, log_var;
    std::tie(mean, log_var) = encode(x.view({-1, options_.image()}));
    auto reconstruction = decode(reparameterize(mean, log_var)).view(shape);
    return std::make_tuple(reconstruction, mean, log_var);
  }

private:
  VAEOptions options_;
  torch::nn::Linear fc1_{nullptr}, mean_{nullptr}, log_var_{nullptr};
  torch::nn::Sequential decoder_{nullptr};
};
TORCH_MODULE(VAE);
