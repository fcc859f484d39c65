// ROOT: EveryModule
// INPUT: 2x4x9
// INPUT: 2x4x8x8
// INPUT: 2x4x6x6x6
// INPUT: 5x2x8
// INPUT: 3x6
// INPUT: 3:int64<6
// INPUT: 3x4:int64<6
//
// Every module of torch::nn, some with several sets of options. forward returns what each computes.
#include <torch/torch.h>

namespace nn = torch::nn;
using torch::Tensor;

struct EveryModuleImpl : nn::Module {
  std::vector<Tensor> lines(Tensor x) {
    Tensor p = x.abs() + 0.5;
    auto [pooled, at] = torch::max_pool1d_with_indices(x, 3);
    return {conv1(x),
            conv1_same(x),
            conv1_reflect(x),
            up1(x),
            batch1(x),
            instance1(x),
            average1(x),
            max1(x),
            adaptive_average1(x),
            adaptive_max1(x),
            unpool1(pooled, at),
            lp1(p),
            reflection1(x),
            replication1(x),
            constant1(x),
#if TORCH_VERSION_MAJOR >= 2
            zero1(x),
#endif
            upsample1(x),
            local(x),
            linear(x),
            bilinear(x, x),
            group(x),
            layer(x),
            layer_plain(x),
            glu(x),
            prelu(x),
            dropout(x),
            alpha(x),
            feature_alpha(x),
            identity(x),
            flatten(x),
            unflatten(x)};
  }
  std::vector<Tensor> images(Tensor x) {
    auto [pooled, at] = torch::max_pool2d_with_indices(x, 2);
    Tensor p = x.abs() + 0.5;
    return {conv2(x),
            conv2_circular(x),
            conv2_valid(x),
            up2(x),
            batch2(x),
            batch2_plain(x),
            batch2_cumulative(x),
            instance2(x),
            instance2_affine(x),
            average2(x),
            max2(x),
            adaptive_average2(x),
            adaptive_max2(x),
            unpool2(pooled, at),
            lp2(p),
            reflection2(x),
            replication2(x),
            constant2(x),
            zero2(x),
            upsample2(x),
            upsample2_size(x),
            local(x),
            cross(x),
            dropout2(x),
            softmax2(x),
            shuffle(x),
            unshuffle(x),
            fold(unfold(x)),
            unfold(x),
            fractional2(x),
            fractional2_ratio(x)};
  }
  std::vector<Tensor> volumes(Tensor x) {
    auto [pooled, at] = torch::max_pool3d_with_indices(x, 2);
#if TORCH_VERSION_MAJOR >= 2
    Tensor p = x.abs() + 0.5;
#endif
    return {conv3(x),         conv3_replicate(x),  up3(x),         batch3(x),
            instance3(x),     average3(x),         max3(x),        adaptive_average3(x),
            adaptive_max3(x), unpool3(pooled, at), reflection3(x), replication3(x),
            constant3(x),
#if TORCH_VERSION_MAJOR >= 2
            lp3(p),           lp3_strided(p),      zero3(x),
#endif
            upsample3(x),     dropout3(x),         fractional3(x)};
  }
  std::vector<Tensor> activations(Tensor x) {
    return {elu(x),           celu(x),           selu(x),     relu(x),
            relu6(x),         rrelu(x),          leaky(x),    hardtanh(x),
            hardshrink(x),    softshrink(x),     softplus(x), threshold(x),
            gelu(x),          gelu_tanh(x),      sigmoid(x),  log_sigmoid(x),
            tanh(x),          tanhshrink(x),     softsign(x), silu(x),
            mish(x),          softmax(x),        softmin(x),  log_softmax(x),
            cosine(x, x + 1), distance(x, x + 1)};
  }
  std::vector<Tensor> sequences(Tensor x) {
    auto [y, h] = rnn(x);
    auto [y2, h2] = rnn_relu(x);
    auto [y3, h3] = gru(x);
    auto [y4, hc4] = lstm(x);
    auto [y5, hc5] = lstm_projected(x);
    auto [y6, hc6] = lstm(x, hc4);
    auto [y7, h7] = gru(x, h3);
    Tensor step = x[0];
    Tensor cell = rnn_cell(step), gated = gru_cell(step);
    auto [h8, c8] = lstm_cell(step);
    auto [h9, c9] = lstm_cell(step, std::make_tuple(h8, c8));
    auto [a, w] = attention(x, x, x);
    auto [a2, w2] = attention_kv(x, x + 1, x - 1);
    auto [a3, w3] = attention_dims(x, x.narrow(2, 0, 6), x.narrow(2, 0, 6));
    Tensor causal = torch::full({5, 5}, -INFINITY).triu(1);
    Tensor hidden = torch::arange(5).unsqueeze(0).expand({2, 5}) > 3;
    auto [a4, w4] = attention(x, x, x, hidden, true, causal, false);
    auto [a5, w5] = attention_kv(x, x, x, hidden, true, causal);
    auto [a6, w6] = attention(x, x, x, hidden, false);
    return {y,
            h,
            y2,
            h2,
            y3,
            h3,
            y4,
            std::get<0>(hc4),
            std::get<1>(hc4),
            y5,
            std::get<0>(hc5),
            y6,
            y7,
            h7,
            cell,
            rnn_cell(step, cell),
            gated,
            gru_cell(step, gated),
            h8,
            c8,
            h9,
            c9,
            a,
            w,
            a2,
            w2,
            a3,
            w3,
            encoder(x),
            encoder_gelu(x),
            a4,
            w4,
            a5,
            w5,
            a6,
            encoder(x, causal, hidden),
            decoder(x, x, causal, causal, hidden, hidden),
            decoder(x, x),
            transformer(x, x + 1)};
  }
  std::vector<Tensor> losses(Tensor x, Tensor target, Tensor many) {
    Tensor y = x.flip(0), p = x.sigmoid(), q = y.sigmoid();
    Tensor sign = (x.sum(1) > 0).to(torch::kFloat) * 2 - 1;
    Tensor signs = (x > 0).to(torch::kFloat) * 2 - 1;
    Tensor labels = (x > 0).to(torch::kFloat);
    Tensor classes = many.narrow(1, 0, 1).expand({3, 6});
    Tensor log_probs = torch::log_softmax(x, 1);
    Tensor times = torch::log_softmax(torch::stack({x, y, x + y, x - y, x * 2}), 2);
    Tensor spoken = target.unsqueeze(1).remainder(5) + 1;
    auto scored = adaptive(x, target);
    return {
        l1(x, y),
        l1_sum(x, y),
        kl(log_probs, q),
        kl_batch(log_probs, q),
        mse(x, y),
        bce(p, q),
        bce_logits(x, q),
        hinge(x, signs),
        multi_margin(x, target),
        cosine_loss(x, y, sign),
        multi_label(x, classes),
        soft_margin(x, signs),
        multi_label_soft(x, labels),
        triplet(x, y, x + y),
        triplet_swapped(x, y, x + y),
        triplet_distance(x, y, x + y),
        ctc(times, spoken, torch::full({3}, 5, torch::kLong), torch::full({3}, 1, torch::kLong)),
        smooth(x, y),
        huber(x, y),
        poisson(x, p),
        poisson_full(p, p + 1),
        ranking(p, q, signs),
        nll(log_probs, target),
        cross_entropy(x, target),
        cross_entropy_smooth(x, target),
        embedding(many),
        embedding_padded(many),
        embedding_normed(many),
        embedding_given(many),
        bags(many),
        bags_max(many),
        bce_weighted(p, q),
        bce_logits_weighted(x, q),
        cross_entropy_weighted(x, target),
        scored.output,
        x * scored.loss};
  }
  std::vector<Tensor> forward(Tensor line, Tensor image, Tensor volume, Tensor sequence, Tensor x,
                              Tensor target, Tensor many) {
    std::vector<Tensor> all;
    for (auto& part : {lines(line), images(image), volumes(volume), activations(x),
                       sequences(sequence), losses(x, target, many)})
      for (auto& value : part)
        all.push_back(value);
    return all;
  }

  EveryModuleImpl() {
#define ADD(NAME) register_module(#NAME, NAME)
    ADD(conv1);
    ADD(conv1_same);
    ADD(conv1_reflect);
    ADD(conv2);
    ADD(conv2_circular);
    ADD(conv2_valid);
    ADD(conv3);
    ADD(conv3_replicate);
    ADD(up1);
    ADD(up2);
    ADD(up3);
    ADD(batch1);
    ADD(batch2);
    ADD(batch2_plain);
    ADD(batch2_cumulative);
    ADD(batch3);
    ADD(instance1);
    ADD(instance2);
    ADD(instance2_affine);
    ADD(instance3);
    ADD(average1);
    ADD(average2);
    ADD(average3);
    ADD(max1);
    ADD(max2);
    ADD(max3);
    ADD(adaptive_average1);
    ADD(adaptive_average2);
    ADD(adaptive_average3);
    ADD(adaptive_max1);
    ADD(adaptive_max2);
    ADD(adaptive_max3);
    ADD(unpool1);
    ADD(unpool2);
    ADD(unpool3);
    ADD(lp1);
    ADD(lp2);
    ADD(reflection1);
    ADD(reflection2);
    ADD(reflection3);
    ADD(replication1);
    ADD(replication2);
    ADD(replication3);
    ADD(constant1);
    ADD(constant2);
    ADD(constant3);
    ADD(zero2);
#if TORCH_VERSION_MAJOR >= 2
    ADD(zero1);
    ADD(zero3);
    ADD(lp3);
    ADD(lp3_strided);
#endif
    ADD(upsample1);
    ADD(upsample2);
    ADD(upsample2_size);
    ADD(upsample3);
    ADD(local);
    ADD(cross);
    ADD(linear);
    ADD(bilinear);
    ADD(group);
    ADD(layer);
    ADD(layer_plain);
    ADD(glu);
    ADD(prelu);
    ADD(dropout);
    ADD(dropout2);
    ADD(dropout3);
    ADD(alpha);
    ADD(feature_alpha);
    ADD(identity);
    ADD(flatten);
    ADD(unflatten);
    ADD(softmax2);
    ADD(shuffle);
    ADD(unshuffle);
    ADD(fold);
    ADD(unfold);
    ADD(elu);
    ADD(celu);
    ADD(selu);
    ADD(relu);
    ADD(relu6);
    ADD(rrelu);
    ADD(leaky);
    ADD(hardtanh);
    ADD(hardshrink);
    ADD(softshrink);
    ADD(softplus);
    ADD(threshold);
    ADD(gelu);
    ADD(gelu_tanh);
    ADD(sigmoid);
    ADD(log_sigmoid);
    ADD(tanh);
    ADD(tanhshrink);
    ADD(softsign);
    ADD(silu);
    ADD(mish);
    ADD(softmax);
    ADD(softmin);
    ADD(log_softmax);
    ADD(cosine);
    ADD(distance);
    ADD(rnn);
    ADD(rnn_relu);
    ADD(gru);
    ADD(lstm);
    ADD(lstm_projected);
    ADD(rnn_cell);
    ADD(gru_cell);
    ADD(lstm_cell);
    ADD(attention);
    ADD(attention_kv);
    ADD(attention_dims);
    ADD(encoder);
    ADD(encoder_gelu);
    ADD(decoder);
    ADD(transformer);
    ADD(l1);
    ADD(l1_sum);
    ADD(kl);
    ADD(kl_batch);
    ADD(mse);
    ADD(bce);
    ADD(bce_logits);
    ADD(hinge);
    ADD(multi_margin);
    ADD(cosine_loss);
    ADD(multi_label);
    ADD(soft_margin);
    ADD(multi_label_soft);
    ADD(triplet);
    ADD(triplet_swapped);
    ADD(triplet_distance);
    ADD(ctc);
    ADD(smooth);
    ADD(huber);
    ADD(poisson);
    ADD(poisson_full);
    ADD(ranking);
    ADD(nll);
    ADD(cross_entropy);
    ADD(cross_entropy_smooth);
    ADD(embedding);
    ADD(embedding_padded);
    ADD(embedding_normed);
    ADD(bags);
    ADD(bags_max);
    ADD(adaptive);
    ADD(fractional2);
    ADD(embedding_given);
    ADD(fractional2_ratio);
    ADD(fractional3);
    ADD(bce_weighted);
    ADD(bce_logits_weighted);
    ADD(cross_entropy_weighted);
#undef ADD
  }

  nn::Conv1d conv1{nn::Conv1dOptions(4, 6, 3).stride(2).padding(1).groups(2)};
  nn::Conv1d conv1_same{nn::Conv1dOptions(4, 6, 4).padding(torch::kSame).dilation(2)};
  nn::Conv1d conv1_reflect{
      nn::Conv1dOptions(4, 6, 4).padding(torch::kSame).padding_mode(torch::kReflect)};
  nn::Conv2d conv2{nn::Conv2dOptions(4, 6, {3, 2}).stride({2, 1}).padding({1, 0}).bias(false)};
  nn::Conv2d conv2_circular{
      nn::Conv2dOptions(4, 6, 3).padding({1, 2}).padding_mode(torch::kCircular)};
  nn::Conv2d conv2_valid{
      nn::Conv2dOptions(4, 6, 3).padding(torch::kValid).padding_mode(torch::kReflect)};
  nn::Conv3d conv3{nn::Conv3dOptions(4, 2, 3).dilation(2)};
  nn::Conv3d conv3_replicate{
      nn::Conv3dOptions(4, 2, {3, 2, 1}).padding({1, 1, 0}).padding_mode(torch::kReplicate)};
  nn::ConvTranspose1d up1{nn::ConvTranspose1dOptions(4, 6, 3).stride(2).output_padding(1)};
  nn::ConvTranspose2d up2{nn::ConvTranspose2dOptions(4, 6, 3).stride(2).padding(1).groups(2)};
  nn::ConvTranspose3d up3{nn::ConvTranspose3dOptions(4, 6, 2).bias(false).dilation(2)};
  nn::BatchNorm1d batch1{4};
  nn::BatchNorm2d batch2{nn::BatchNorm2dOptions(4).eps(1e-3).momentum(0.2)};
  nn::BatchNorm2d batch2_plain{nn::BatchNorm2dOptions(4).affine(false).track_running_stats(false)};
  nn::BatchNorm2d batch2_cumulative{nn::BatchNorm2dOptions(4).momentum(c10::nullopt)};
  nn::BatchNorm3d batch3{4};
  nn::InstanceNorm1d instance1{4};
  nn::InstanceNorm2d instance2{nn::InstanceNorm2dOptions(4).track_running_stats(true)};
  nn::InstanceNorm2d instance2_affine{nn::InstanceNorm2dOptions(4).affine(true)};
  nn::InstanceNorm3d instance3{4};
  nn::AvgPool1d average1{nn::AvgPool1dOptions(3).stride(2).padding(1).ceil_mode(true)};
  nn::AvgPool2d average2{nn::AvgPool2dOptions({3, 2}).count_include_pad(false).padding(1)};
  nn::AvgPool3d average3{nn::AvgPool3dOptions(2).divisor_override(3)};
  nn::MaxPool1d max1{nn::MaxPool1dOptions(3).stride(2).padding(1).dilation(2)};
  nn::MaxPool2d max2{2};
  nn::MaxPool3d max3{nn::MaxPool3dOptions(2).stride({1, 2, 1}).ceil_mode(true)};
  nn::AdaptiveAvgPool1d adaptive_average1{4};
  nn::AdaptiveAvgPool2d adaptive_average2{nn::AdaptiveAvgPool2dOptions({c10::nullopt, 3})};
  nn::AdaptiveAvgPool3d adaptive_average3{nn::AdaptiveAvgPool3dOptions({2, 3, 4})};
  nn::AdaptiveMaxPool1d adaptive_max1{4};
  nn::AdaptiveMaxPool2d adaptive_max2{3};
  nn::AdaptiveMaxPool3d adaptive_max3{nn::AdaptiveMaxPool3dOptions({2, c10::nullopt, 4})};
  nn::MaxUnpool1d unpool1{3};
  nn::MaxUnpool2d unpool2{2};
  nn::MaxUnpool3d unpool3{nn::MaxUnpool3dOptions(2).stride(2)};
  nn::FractionalMaxPool2d fractional2{
      nn::FractionalMaxPool2dOptions(2).output_size(5)._random_samples(
          torch::full({2, 4, 2}, 0.3))};
  nn::FractionalMaxPool2d fractional2_ratio{nn::FractionalMaxPool2dOptions({2, 3})
                                                .output_ratio(std::vector<double>{0.6, 0.5})
                                                ._random_samples(torch::full({2, 4, 2}, 0.7))};
  nn::FractionalMaxPool3d fractional3{
      nn::FractionalMaxPool3dOptions(2).output_size(4)._random_samples(
          torch::full({2, 4, 3}, 0.3))};
  nn::LPPool1d lp1{nn::LPPool1dOptions(2, 3).stride(2)};
  nn::LPPool2d lp2{nn::LPPool2dOptions(1.5, {3, 2}).ceil_mode(true)};
  nn::ReflectionPad1d reflection1{nn::ReflectionPad1dOptions({3, 1})};
  nn::ReflectionPad2d reflection2{2};
  nn::ReflectionPad3d reflection3{nn::ReflectionPad3dOptions({1, 2, 1, 0, 2, 1})};
  nn::ReplicationPad1d replication1{2};
  nn::ReplicationPad2d replication2{nn::ReplicationPad2dOptions({1, 2, 3, 4})};
  nn::ReplicationPad3d replication3{1};
  nn::ConstantPad1d constant1{nn::ConstantPad1dOptions(2, 1.5)};
  nn::ConstantPad2d constant2{nn::ConstantPad2dOptions({1, 2, -1, 0}, -3)};
  nn::ConstantPad3d constant3{nn::ConstantPad3dOptions(1, 7)};
  nn::ZeroPad2d zero2{nn::ZeroPad2dOptions({1, 0, 2, 3})};
#if TORCH_VERSION_MAJOR >= 2
  nn::ZeroPad1d zero1{nn::ZeroPad1dOptions({1, 2})};
  nn::ZeroPad3d zero3{nn::ZeroPad3dOptions({1, 0, 2, 3, 0, 1})};
  nn::LPPool3d lp3{2, 3};
  nn::LPPool3d lp3_strided{nn::LPPool3dOptions(1.5, {3, 2, 1}).stride({2, 1, 2}).ceil_mode(true)};
#endif
  nn::Upsample upsample1{nn::UpsampleOptions()
                             .scale_factor(std::vector<double>{1.7})
                             .mode(torch::kLinear)
                             .align_corners(true)};
  nn::Upsample upsample2{
      nn::UpsampleOptions().scale_factor(std::vector<double>{2, 1.5}).mode(torch::kNearest)};
  nn::Upsample upsample2_size{nn::UpsampleOptions()
                                  .size(std::vector<int64_t>{11, 5})
                                  .mode(torch::kBicubic)
                                  .align_corners(false)};
  nn::Upsample upsample3{nn::UpsampleOptions()
                             .scale_factor(std::vector<double>{2, 2, 2})
                             .mode(torch::kTrilinear)
                             .align_corners(false)};
  nn::LocalResponseNorm local{nn::LocalResponseNormOptions(3).k(2)};
  nn::CrossMapLRN2d cross{nn::CrossMapLRN2dOptions(3).alpha(0.5)};
  nn::Linear linear{nn::LinearOptions(9, 5).bias(false)};
  nn::Bilinear bilinear{nn::BilinearOptions(9, 9, 3)};
  nn::GroupNorm group{nn::GroupNormOptions(2, 4)};
  nn::LayerNorm layer{nn::LayerNormOptions({4, 9})};
  nn::LayerNorm layer_plain{nn::LayerNormOptions({9}).elementwise_affine(false).eps(0.1)};
  nn::GLU glu{nn::GLUOptions(1)};
  nn::PReLU prelu{nn::PReLUOptions().num_parameters(4)};
  nn::Dropout dropout{0.3};
  nn::Dropout2d dropout2;
  nn::Dropout3d dropout3;
  nn::AlphaDropout alpha;
  nn::FeatureAlphaDropout feature_alpha{0.2};
  nn::Identity identity;
  nn::Flatten flatten;
  nn::Unflatten unflatten{nn::UnflattenOptions(1, {2, 2})};
  nn::Softmax2d softmax2;
  nn::PixelShuffle shuffle{2};
  nn::PixelUnshuffle unshuffle{2};
  nn::Fold fold{nn::FoldOptions({8, 8}, 3).padding(1).stride(2)};
  nn::Unfold unfold{nn::UnfoldOptions(3).padding(1).stride(2)};
  nn::ELU elu{nn::ELUOptions().alpha(0.7)};
  nn::CELU celu{nn::CELUOptions().alpha(1.3)};
  nn::SELU selu;
  nn::ReLU relu;
  nn::ReLU6 relu6;
  nn::RReLU rrelu{nn::RReLUOptions().lower(0.1).upper(0.4)};
  nn::LeakyReLU leaky{nn::LeakyReLUOptions().negative_slope(0.3)};
  nn::Hardtanh hardtanh{nn::HardtanhOptions().min_val(-0.3).max_val(0.4)};
  nn::Hardshrink hardshrink;
  nn::Softshrink softshrink{0.2};
  nn::Softplus softplus{nn::SoftplusOptions().beta(2).threshold(1)};
  nn::Threshold threshold{nn::ThresholdOptions(0.1, -2)};
  nn::GELU gelu;
  nn::GELU gelu_tanh{nn::GELUOptions().approximate("tanh")};
  nn::Sigmoid sigmoid;
  nn::LogSigmoid log_sigmoid;
  nn::Tanh tanh;
  nn::Tanhshrink tanhshrink;
  nn::Softsign softsign;
  nn::SiLU silu;
  nn::Mish mish;
  nn::Softmax softmax{1};
  nn::Softmin softmin{nn::SoftminOptions(0)};
  nn::LogSoftmax log_softmax{-1};
  nn::CosineSimilarity cosine{nn::CosineSimilarityOptions().dim(0).eps(0.1)};
  nn::PairwiseDistance distance{nn::PairwiseDistanceOptions().p(1).keepdim(true)};
  nn::RNN rnn{nn::RNNOptions(8, 5).num_layers(2).bidirectional(true)};
  nn::RNN rnn_relu{nn::RNNOptions(8, 5).nonlinearity(torch::kReLU).bias(false)};
  nn::GRU gru{nn::GRUOptions(8, 5).batch_first(true).dropout(0.1).num_layers(2)};
  nn::LSTM lstm{nn::LSTMOptions(8, 5).num_layers(2).bidirectional(true).batch_first(true)};
  nn::LSTM lstm_projected{nn::LSTMOptions(8, 5).proj_size(3).bias(false)};
  nn::RNNCell rnn_cell{nn::RNNCellOptions(8, 5).nonlinearity(torch::kReLU)};
  nn::GRUCell gru_cell{nn::GRUCellOptions(8, 5)};
  nn::LSTMCell lstm_cell{nn::LSTMCellOptions(8, 5).bias(false)};
  nn::MultiheadAttention attention{nn::MultiheadAttentionOptions(8, 2)};
  nn::MultiheadAttention attention_kv{
      nn::MultiheadAttentionOptions(8, 4).add_bias_kv(true).add_zero_attn(true).bias(false)};
  nn::MultiheadAttention attention_dims{nn::MultiheadAttentionOptions(8, 2).kdim(6).vdim(6)};
  nn::TransformerEncoderLayer encoder{nn::TransformerEncoderLayerOptions(8, 2).dim_feedforward(16)};
  nn::TransformerEncoderLayer encoder_gelu{
      nn::TransformerEncoderLayerOptions(8, 2).dim_feedforward(16).activation(torch::kGELU)};
  nn::TransformerDecoderLayer decoder{nn::TransformerDecoderLayerOptions(8, 2).dim_feedforward(16)};
  nn::Transformer transformer{nn::TransformerOptions()
                                  .d_model(8)
                                  .nhead(2)
                                  .num_encoder_layers(2)
                                  .num_decoder_layers(2)
                                  .dim_feedforward(16)};
  nn::L1Loss l1;
  nn::L1Loss l1_sum{nn::L1LossOptions(torch::kSum)};
  nn::KLDivLoss kl{nn::KLDivLossOptions().reduction(torch::kSum)};
  nn::KLDivLoss kl_batch{nn::KLDivLossOptions().reduction(torch::kBatchMean)};
  nn::MSELoss mse{nn::MSELossOptions().reduction(torch::kNone)};
  nn::BCELoss bce;
  nn::BCEWithLogitsLoss bce_logits;
  nn::BCELoss bce_weighted{nn::BCELossOptions().weight(torch::arange(1., 7.))};
  nn::BCEWithLogitsLoss bce_logits_weighted{nn::BCEWithLogitsLossOptions()
                                                .pos_weight(torch::arange(1., 7.))
                                                .weight(torch::full({6}, 2.))};
  nn::CrossEntropyLoss cross_entropy_weighted{
      nn::CrossEntropyLossOptions().weight(torch::arange(1., 7.))};
  nn::HingeEmbeddingLoss hinge{nn::HingeEmbeddingLossOptions().margin(2)};
  nn::MultiMarginLoss multi_margin{nn::MultiMarginLossOptions().p(2)};
  nn::CosineEmbeddingLoss cosine_loss{nn::CosineEmbeddingLossOptions().margin(0.1)};
  nn::MultiLabelMarginLoss multi_label;
  nn::SoftMarginLoss soft_margin;
  nn::MultiLabelSoftMarginLoss multi_label_soft;
  nn::TripletMarginLoss triplet;
  nn::TripletMarginLoss triplet_swapped{nn::TripletMarginLossOptions().p(1).swap(true)};
  nn::TripletMarginWithDistanceLoss triplet_distance;
  nn::CTCLoss ctc;
  nn::SmoothL1Loss smooth;
  nn::HuberLoss huber{nn::HuberLossOptions().delta(0.4)};
  nn::PoissonNLLLoss poisson;
  nn::PoissonNLLLoss poisson_full{nn::PoissonNLLLossOptions().full(true).log_input(false)};
  nn::MarginRankingLoss ranking{nn::MarginRankingLossOptions().margin(0.2)};
  nn::NLLLoss nll{nn::NLLLossOptions().ignore_index(1)};
  nn::CrossEntropyLoss cross_entropy;
  nn::CrossEntropyLoss cross_entropy_smooth{
      nn::CrossEntropyLossOptions().label_smoothing(0.1).reduction(torch::kNone)};
  nn::Embedding embedding{6, 3};
  nn::Embedding embedding_padded{nn::EmbeddingOptions(6, 3).padding_idx(-1)};
  nn::Embedding embedding_normed{nn::EmbeddingOptions(6, 3).max_norm(0.5)};
  nn::Embedding embedding_given{nn::EmbeddingOptions(6, 3)._weight(torch::full({6, 3}, 0.5))};
  nn::EmbeddingBag bags{6, 3};
  nn::EmbeddingBag bags_max{nn::EmbeddingBagOptions(6, 3).mode(torch::kMax)};
  nn::AdaptiveLogSoftmaxWithLoss adaptive{
      nn::AdaptiveLogSoftmaxWithLossOptions(6, 6, {2, 4}).div_value(2)};
};
TORCH_MODULE(EveryModule);
