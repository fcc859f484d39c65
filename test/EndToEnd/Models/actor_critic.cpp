// An actor-critic policy: shared trunk, two heads, a learned deviation, several results.
// ROOT: ActorCritic(6, 3, {24, 16})
// INPUT: 4x6
#include <torch/torch.h>

#include <tuple>

struct MlpBase : torch::nn::Module {
  MlpBase(int64_t inputs, const std::vector<int64_t>& hidden) {
    for (size_t i = 0; i < hidden.size(); ++i) {
      trunk->push_back(torch::nn::Linear(i == 0 ? inputs : hidden[i - 1], hidden[i]));
      trunk->push_back(torch::nn::Tanh());
    }
    register_module("trunk", trunk);
  }
  virtual ~MlpBase() = default;

  virtual std::tuple<torch::Tensor, torch::Tensor, torch::Tensor> forward(torch::Tensor state) = 0;

protected:
  torch::nn::Sequential trunk;
};

class ActorCritic : public MlpBase {
public:
  ActorCritic(int64_t inputs, int64_t actions, std::vector<int64_t> hidden)
      : MlpBase(inputs, hidden), actor_(hidden.back(), actions), critic_(hidden.back(), 1) {
    register_module("ActorCritic::m_actor", actor_);
    register_module("critic", critic_);
    log_std_ = register_parameter("log_std", torch::full({actions}, -0.5));
  }

  std::tuple<torch::Tensor, torch::Tensor, torch::Tensor> forward(torch::Tensor state) override {
    torch::Tensor features = trunk->forward(state);
    torch::Tensor mean = actor_->forward(features);
    torch::Tensor deviation = log_std_.exp().expand_as(mean);
    torch::Tensor value = critic_->forward(features).squeeze(-1);
    return {mean, deviation, value};
  }

private:
  torch::nn::Linear actor_;
  torch::nn::Linear critic_;
  torch::Tensor log_std_;
};
