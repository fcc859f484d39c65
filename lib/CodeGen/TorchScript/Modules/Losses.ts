# Modules of torch::nn; Layers.ts says how to read this.

class L1Loss:
  options reduction: str = "mean"
  forward(input: Tensor, target: Tensor) -> Tensor:
    return __torch__.l1_loss(input, target, $reduction)

class KLDivLoss:
  options reduction: str = "mean", log_target: bool = False
  forward(input: Tensor, target: Tensor) -> Tensor:
    return __torch__.kl_div(input, target, $reduction, $log_target)

class MSELoss:
  options reduction: str = "mean"
  forward(input: Tensor, target: Tensor) -> Tensor:
    return __torch__.mse_loss(input, target, $reduction)

class BCELoss:
  options weight: Tensor? = None, reduction: str = "mean"
  buffer weight if not $weight is None
  forward(input: Tensor, target: Tensor) -> Tensor:
    return __torch__.binary_cross_entropy(input, target, self.weight, $reduction)

class BCEWithLogitsLoss:
  options weight: Tensor? = None, reduction: str = "mean", pos_weight: Tensor? = None
  buffer weight if not $weight is None
  buffer pos_weight if not $pos_weight is None
  forward(input: Tensor, target: Tensor) -> Tensor:
    return __torch__.binary_cross_entropy_with_logits(input, target, self.weight, $reduction,
        self.pos_weight)

class HingeEmbeddingLoss:
  options margin: float = 1.0, reduction: str = "mean"
  forward(input: Tensor, target: Tensor) -> Tensor:
    return __torch__.hinge_embedding_loss(input, target, $margin, $reduction)

class MultiMarginLoss:
  options p: int = 1, margin: float = 1.0, weight: Tensor? = None, reduction: str = "mean"
  buffer weight if not $weight is None
  forward(input: Tensor, target: Tensor) -> Tensor:
    return __torch__.multi_margin_loss(input, target, $p, $margin, self.weight, $reduction)

class CosineEmbeddingLoss:
  options margin: float = 0.0, reduction: str = "mean"
  forward(input1: Tensor, input2: Tensor, target: Tensor) -> Tensor:
    return __torch__.cosine_embedding_loss(input1, input2, target, $margin, $reduction)

class MultiLabelMarginLoss:
  options reduction: str = "mean"
  forward(input: Tensor, target: Tensor) -> Tensor:
    return __torch__.multilabel_margin_loss(input, target, $reduction)

class SoftMarginLoss:
  options reduction: str = "mean"
  forward(input: Tensor, target: Tensor) -> Tensor:
    return __torch__.soft_margin_loss(input, target, $reduction)

class MultiLabelSoftMarginLoss:
  options weight: Tensor? = None, reduction: str = "mean"
  buffer weight if not $weight is None
  forward(input: Tensor, target: Tensor) -> Tensor:
    return __torch__.multilabel_soft_margin_loss(input, target, self.weight, $reduction)

class TripletMarginLoss:
  options margin: float = 1.0, p: float = 2.0, eps: float = 1e-06, swap: bool = False
  options reduction: str = "mean"
  forward(anchor: Tensor, positive: Tensor, negative: Tensor) -> Tensor:
    return __torch__.triplet_margin_loss(anchor, positive, negative, $margin, $p, $eps, $swap,
        $reduction)

class TripletMarginWithDistanceLoss:
  options margin: float = 1.0, swap: bool = False, reduction: str = "mean"
  forward(anchor: Tensor, positive: Tensor, negative: Tensor) -> Tensor:
    return __torch__.triplet_margin_with_distance_loss(anchor, positive, negative, $margin, $swap,
        $reduction)

class CTCLoss:
  options blank: int = 0, reduction: str = "mean", zero_infinity: bool = False
  forward(log_probs: Tensor, targets: Tensor, input_lengths: Tensor,
      target_lengths: Tensor) -> Tensor:
    return __torch__.ctc_loss(log_probs, targets, input_lengths, target_lengths, $blank,
        $reduction, $zero_infinity)

class SmoothL1Loss:
  options reduction: str = "mean", beta: float = 1.0
  forward(input: Tensor, target: Tensor) -> Tensor:
    return __torch__.smooth_l1_loss(input, target, $reduction, $beta)

class HuberLoss:
  options reduction: str = "mean", delta: float = 1.0
  forward(input: Tensor, target: Tensor) -> Tensor:
    return __torch__.huber_loss(input, target, $reduction, $delta)

class PoissonNLLLoss:
  options log_input: bool = True, full: bool = False, eps: float = 1e-08, reduction: str = "mean"
  forward(log_input: Tensor, targets: Tensor) -> Tensor:
    return __torch__.poisson_nll_loss(log_input, targets, $log_input, $full, $eps, $reduction)

class MarginRankingLoss:
  options margin: float = 0.0, reduction: str = "mean"
  forward(input1: Tensor, input2: Tensor, target: Tensor) -> Tensor:
    return __torch__.margin_ranking_loss(input1, input2, target, $margin, $reduction)

class NLLLoss:
  options weight: Tensor? = None, ignore_index: int = -100, reduction: str = "mean"
  buffer weight if not $weight is None
  forward(input: Tensor, target: Tensor) -> Tensor:
    return __torch__.nll_loss(input, target, self.weight, $ignore_index, $reduction)

class CrossEntropyLoss:
  options weight: Tensor? = None, ignore_index: int = -100, reduction: str = "mean"
  options label_smoothing: float = 0.0
  buffer weight if not $weight is None
  forward(input: Tensor, target: Tensor) -> Tensor:
    return __torch__.cross_entropy(input, target, self.weight, $ignore_index, $reduction,
        $label_smoothing)

class AdaptiveLogSoftmaxWithLoss:
  options in_features: int, n_classes: int, cutoffs: int[], div_value: float = 4.0
  options head_bias: bool = False
  child head: Linear(in_features = $in_features, out_features = 0, bias = $head_bias)
  children tail $cutoffs: _AdaptiveTail()
  forward(input: Tensor, target: Tensor) -> Tuple[Tensor, float]:
    tails = annotate(List[Tensor], [])
    @for i in $cutoffs
    tails.append(getattr(self.tail, "$i").forward(input))
    @end
    log_probs = __torch__._adaptive_log_prob(input, self.head.forward(input), tails, $cutoffs[0])
    output = torch.squeeze(torch.gather(log_probs, 1, torch.unsqueeze(target, 1)), 1)
    return (output, float(torch.mean(torch.neg(output))))

class _AdaptiveTail:
  child 0: Linear(in_features = 0, out_features = 0, bias = False)
  child 1: Linear(in_features = 0, out_features = 0, bias = False)
  forward(input: Tensor) -> Tensor:
    return getattr(self, "1").forward(getattr(self, "0").forward(input))
