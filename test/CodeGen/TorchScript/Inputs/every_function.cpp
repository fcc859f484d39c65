// ROOT: EveryFunction
// INPUT: 2x4x9
// INPUT: 2x4x8x8
// INPUT: 2x4x6x6x6
// INPUT: 3x6
// INPUT: 3:int64<6
// INPUT: 3x4:int64<6
//
// The functions of torch::nn::functional, some with several sets of options.
#include <torch/torch.h>

namespace F = torch::nn::functional;
using torch::Tensor;

struct EveryFunctionImpl : torch::nn::Module {
  std::vector<Tensor> lines(Tensor x) {
    Tensor p = x.abs() + 0.5;
    auto [values, at] = F::max_pool1d_with_indices(x, F::MaxPool1dFuncOptions(3));
    return {
        F::avg_pool1d(x, F::AvgPool1dFuncOptions(3).stride(2).padding(1)),
        F::max_pool1d(x, F::MaxPool1dFuncOptions(3).stride(2).padding(1)),
        F::max_unpool1d(values, at, F::MaxUnpool1dFuncOptions(3)),
        F::max_unpool1d(values, at,
                        F::MaxUnpool1dFuncOptions(3).output_size(std::vector<int64_t>{2, 4, 9})),
        F::adaptive_avg_pool1d(x, F::AdaptiveAvgPool1dFuncOptions(4)),
        F::adaptive_max_pool1d(x, F::AdaptiveMaxPool1dFuncOptions(4)),
        F::lp_pool1d(p, F::LPPool1dFuncOptions(2, 3).stride(2)),
        F::interpolate(x, F::InterpolateFuncOptions().scale_factor(std::vector<double>{2})),
        F::interpolate(x, F::InterpolateFuncOptions()
                              .size(std::vector<int64_t>{5})
                              .mode(torch::kLinear)
                              .align_corners(true)),
        F::interpolate(
            x, F::InterpolateFuncOptions().size(std::vector<int64_t>{5}).mode(torch::kArea)),
        F::pad(x, F::PadFuncOptions({1, 2})),
        F::pad(x, F::PadFuncOptions({1, 2}).value(3)),
        F::pad(x, F::PadFuncOptions({1, 2}).mode(torch::kReflect)),
        F::pad(x, F::PadFuncOptions({1, 2}).mode(torch::kCircular)),
        F::conv1d(x, weight1, F::Conv1dFuncOptions().stride(2).padding(1)),
        F::conv_transpose1d(x, weight1.transpose(0, 1)),
        F::local_response_norm(x, F::LocalResponseNormFuncOptions(2).alpha(0.1)),
        F::instance_norm(x, F::InstanceNormFuncOptions().weight(four).bias(four)),
        F::batch_norm(x, mean, variance, F::BatchNormFuncOptions().weight(four).eps(0.1)),
        F::batch_norm(x, mean.clone(), variance.clone(),
                      F::BatchNormFuncOptions().training(true).momentum(0.3)),
        F::group_norm(x, F::GroupNormFuncOptions(2).weight(four)),
        F::layer_norm(x, F::LayerNormFuncOptions({9}).eps(0.1)),
        F::normalize(x, F::NormalizeFuncOptions().p(1).dim(-1)),
        F::normalize(x),
        F::glu(x, F::GLUFuncOptions(1)),
        F::bilinear(x, x, weight_bilinear, torch::Tensor()),
        F::prelu(x, four.abs()),
        F::pdist(x[0]),
        F::linear(x, weight_linear)};
  }
  std::vector<Tensor> images(Tensor x) {
    Tensor p = x.abs() + 0.5;
    auto [values, at] = F::max_pool2d_with_indices(x, F::MaxPool2dFuncOptions(2));
    auto [adapted, where] =
        F::adaptive_max_pool2d_with_indices(x, F::AdaptiveMaxPool2dFuncOptions(3));
    auto grid = F::affine_grid(theta, {2, 4, 5, 7}, false);
    Tensor columns = F::unfold(x, F::UnfoldFuncOptions(3).padding(1).stride(2));
    return {F::avg_pool2d(x, F::AvgPool2dFuncOptions(3).divisor_override(2)),
            F::max_pool2d(x, F::MaxPool2dFuncOptions({3, 2}).ceil_mode(true)),
            F::max_unpool2d(values, at, F::MaxUnpool2dFuncOptions(2)),
            adapted,
            F::adaptive_avg_pool2d(x, F::AdaptiveAvgPool2dFuncOptions({3, c10::nullopt})),
            F::adaptive_avg_pool2d(x, F::AdaptiveAvgPool2dFuncOptions(1)),
            F::adaptive_max_pool2d(x, F::AdaptiveMaxPool2dFuncOptions(2)),
            F::lp_pool2d(p, F::LPPool2dFuncOptions(2, {3, 2})),
            F::interpolate(x, F::InterpolateFuncOptions()
                                  .scale_factor(std::vector<double>{1.5, 2})
                                  .mode(torch::kBilinear)
                                  .align_corners(false)),
            F::interpolate(x, F::InterpolateFuncOptions()
                                  .scale_factor(std::vector<double>{1.3, 1.6})
                                  .mode(torch::kBicubic)
                                  .align_corners(false)
                                  .recompute_scale_factor(true)),
            F::interpolate(x, F::InterpolateFuncOptions()
                                  .size(std::vector<int64_t>{5, 6})
                                  .mode(torch::kBilinear)
                                  .align_corners(false)
                                  .antialias(true)),
            F::interpolate(x, F::InterpolateFuncOptions()
                                  .scale_factor(std::vector<double>{0.7, 0.6})
                                  .mode(torch::kNearestExact)),
            grid,
            F::grid_sample(x, grid),
            F::grid_sample(x, grid,
                           F::GridSampleFuncOptions()
                               .mode(torch::kNearest)
                               .padding_mode(torch::kBorder)
                               .align_corners(true)),
            columns,
            F::fold(columns, F::FoldFuncOptions({8, 8}, {3, 3}).padding(1).stride(2)),
            F::pixel_shuffle(x, F::PixelShuffleFuncOptions(2)),
            F::pixel_unshuffle(x, F::PixelUnshuffleFuncOptions(2)),
            F::pad(x, F::PadFuncOptions({1, 2, 0, 1}).mode(torch::kReplicate)),
            F::conv2d(x, weight2, F::Conv2dFuncOptions().bias(four).padding(torch::kSame)),
            F::conv_transpose2d(x, weight2, F::ConvTranspose2dFuncOptions().stride(2)),
            F::local_response_norm(x, F::LocalResponseNormFuncOptions(3)),
            F::dropout2d(x, F::Dropout2dFuncOptions().training(is_training())),
            F::fractional_max_pool2d(
                x, F::FractionalMaxPool2dFuncOptions(2).output_size(4)._random_samples(samples))};
  }
  std::vector<Tensor> volumes(Tensor x) {
    auto [values, at] = F::max_pool3d_with_indices(x, F::MaxPool3dFuncOptions(2));
    return {F::avg_pool3d(x, F::AvgPool3dFuncOptions(2).stride(1)),
            values,
            F::max_pool3d(x, F::MaxPool3dFuncOptions({2, 3, 2})),
            F::max_unpool3d(values, at, F::MaxUnpool3dFuncOptions(2)),
#if TORCH_VERSION_MAJOR >= 2
            F::lp_pool3d(x.abs() + 0.5, F::LPPool3dFuncOptions(2, {3, 2, 1})),
            F::lp_pool3d(x.abs() + 0.5, F::LPPool3dFuncOptions(2, 2).stride(1).ceil_mode(true)),
#endif
            F::adaptive_avg_pool3d(x, F::AdaptiveAvgPool3dFuncOptions({2, 3, c10::nullopt})),
            F::adaptive_max_pool3d(x, F::AdaptiveMaxPool3dFuncOptions(2)),
            F::interpolate(x, F::InterpolateFuncOptions()
                                  .scale_factor(std::vector<double>{2, 1.5, 1})
                                  .mode(torch::kTrilinear)
                                  .align_corners(true)),
            F::conv3d(x, weight3),
            F::conv_transpose3d(x, weight3),
            F::dropout3d(x, F::Dropout3dFuncOptions().training(false))};
  }
  std::vector<Tensor> activations(Tensor x) {
    Tensor in_place = x.clone();
    F::relu(in_place, F::ReLUFuncOptions().inplace(true));
    return {F::elu(x, F::ELUFuncOptions().alpha(0.4)),
            F::celu(x, F::CELUFuncOptions().alpha(0.4)),
            F::selu(x),
            F::relu(x),
            F::relu6(x),
            in_place,
            F::rrelu(x, F::RReLUFuncOptions().lower(0.1).upper(0.2)),
            F::leaky_relu(x, F::LeakyReLUFuncOptions().negative_slope(0.2)),
            F::hardtanh(x, F::HardtanhFuncOptions().min_val(-0.1)),
            F::hardshrink(x),
            F::softshrink(x),
            F::softplus(x, F::SoftplusFuncOptions().beta(2)),
            F::threshold(x, F::ThresholdFuncOptions(0.1, 2)),
            F::gelu(x),
            F::gelu(x, F::GELUFuncOptions().approximate("tanh")),
            F::logsigmoid(x),
            F::tanhshrink(x),
            F::softsign(x),
            F::silu(x),
            F::mish(x),
            F::softmax(x, 1),
            F::softmax(x, F::SoftmaxFuncOptions(1).dtype(torch::kFloat64)),
            F::softmin(x, 0),
            F::log_softmax(x, -1),
            F::dropout(x, F::DropoutFuncOptions().p(0.2).training(false)),
            F::alpha_dropout(x),
            F::feature_alpha_dropout(x),
            F::cosine_similarity(x, x + 1, F::CosineSimilarityFuncOptions().dim(0)),
            F::pairwise_distance(x, x + 1, F::PairwiseDistanceFuncOptions().p(3))};
  }
  std::vector<Tensor> losses(Tensor x, Tensor target, Tensor many) {
    Tensor y = x.flip(0), p = x.sigmoid(), q = y.sigmoid();
    Tensor sign = (x.sum(1) > 0).to(torch::kFloat) * 2 - 1;
    Tensor signs = (x > 0).to(torch::kFloat) * 2 - 1;
    Tensor classes = many.narrow(1, 0, 1).expand({3, 6});
    Tensor log_probs = torch::log_softmax(x, 1);
    Tensor times = torch::log_softmax(torch::stack({x, y, x + y, x - y, x * 2}), 2);
    Tensor spoken = target.unsqueeze(1).remainder(5) + 1;
    return {
        F::l1_loss(x, y),
        F::l1_loss(x, y, F::L1LossFuncOptions(torch::kSum)),
        F::kl_div(log_probs, q, F::KLDivFuncOptions().reduction(torch::kBatchMean)),
        F::kl_div(log_probs, log_probs.flip(0), F::KLDivFuncOptions(torch::kSum).log_target(true)),
        F::mse_loss(x, y),
        F::mse_loss(x, y, F::MSELossFuncOptions(torch::kNone)),
        F::binary_cross_entropy(p, q),
        F::binary_cross_entropy(p, q, F::BinaryCrossEntropyFuncOptions().weight(six)),
        F::binary_cross_entropy_with_logits(
            x, q, F::BinaryCrossEntropyWithLogitsFuncOptions().pos_weight(six)),
        F::hinge_embedding_loss(x, signs, F::HingeEmbeddingLossFuncOptions().margin(2)),
        F::multi_margin_loss(x, target, F::MultiMarginLossFuncOptions().p(2).weight(six)),
        F::cosine_embedding_loss(x, y, sign, F::CosineEmbeddingLossFuncOptions().margin(0.5)),
        F::smooth_l1_loss(x, y, F::SmoothL1LossFuncOptions(torch::kSum), 0.5),
        F::huber_loss(x, y, F::HuberLossFuncOptions().delta(0.3)),
        F::multilabel_margin_loss(x, classes),
        F::soft_margin_loss(x, signs),
        F::multilabel_soft_margin_loss(
            x, p, F::MultilabelSoftMarginLossFuncOptions().reduction(torch::kSum).weight(six)),
        F::triplet_margin_loss(x, y, x + y, F::TripletMarginLossFuncOptions().swap(true)),
        F::triplet_margin_with_distance_loss(
            x, y, x + y, F::TripletMarginWithDistanceLossFuncOptions().margin(2)),
        F::ctc_loss(times, spoken, torch::full({3}, 5, torch::kLong),
                    torch::full({3}, 1, torch::kLong)),
        F::poisson_nll_loss(x, p, F::PoissonNLLLossFuncOptions().full(true)),
        F::margin_ranking_loss(p, q, signs),
        F::nll_loss(log_probs, target),
        F::nll_loss(log_probs, target, F::NLLLossFuncOptions().weight(six).ignore_index(2)),
        F::cross_entropy(x, target),
        F::cross_entropy(x, target,
                         F::CrossEntropyFuncOptions().label_smoothing(0.2).reduction(torch::kNone)),
        F::one_hot(target, 7),
        F::embedding(many, table),
        F::embedding(many, table, F::EmbeddingFuncOptions().padding_idx(-1)),
        F::embedding_bag(many, table),
        F::embedding_bag(many, table, F::EmbeddingBagFuncOptions().mode(torch::kSum)),
        F::embedding_bag(target, table,
                         F::EmbeddingBagFuncOptions()
                             .offsets(torch::zeros({1}, torch::kLong))
                             .mode(torch::kMax))};
  }
  std::vector<Tensor> forward(Tensor line, Tensor image, Tensor volume, Tensor x, Tensor target,
                              Tensor many) {
    std::vector<Tensor> all;
    for (auto& part :
         {lines(line), images(image), volumes(volume), activations(x), losses(x, target, many)})
      for (auto& value : part)
        all.push_back(value);
    return all;
  }

  EveryFunctionImpl() {
    weight1 = register_parameter("weight1", torch::randn({5, 4, 3}));
    weight2 = register_parameter("weight2", torch::randn({4, 4, 3, 2}));
    weight3 = register_parameter("weight3", torch::randn({4, 4, 2, 2, 2}));
    weight_bilinear = register_parameter("weight_bilinear", torch::randn({3, 9, 9}));
    weight_linear = register_parameter("weight_linear", torch::randn({5, 9}));
    table = register_parameter("table", torch::randn({6, 3}));
    four = register_parameter("four", torch::randn({4}));
    six = register_buffer("six", torch::arange(1., 7.));
    mean = register_buffer("mean", torch::zeros({4}));
    variance = register_buffer("variance", torch::ones({4}));
    theta = register_buffer("theta", torch::eye(2, 3).repeat({2, 1, 1}));
    samples = torch::full({2, 4, 2}, 0.4);
  }
  Tensor weight1, weight2, weight3, weight_bilinear, weight_linear, table, four, six, mean,
      variance;
  Tensor theta, samples;
};
TORCH_MODULE(EveryFunction);
