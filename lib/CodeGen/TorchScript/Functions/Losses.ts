# Losses of torch.nn.functional that are no operators: see Activations.ts.

def _reduction(name: str) -> int:
  if name == "none":
    code = 0
  elif name == "mean":
    code = 1
  else:
    code = 2
  return code

def _reduced(loss: Tensor, reduction: str) -> Tensor:
  if reduction == "mean":
    result = torch.mean(loss)
  elif reduction == "sum":
    result = torch.sum(loss)
  else:
    result = loss
  return result

def binary_cross_entropy(input: Tensor, target: Tensor, weight: Optional[Tensor] = None,
    reduction: str = "mean") -> Tensor:
  weights = weight
  if weights is not None:
    weights = torch.expand_as(weights, torch.add(target, weights))
  return torch.binary_cross_entropy(input, target, weights, __torch__._reduction(reduction))

def binary_cross_entropy_with_logits(input: Tensor, target: Tensor,
    weight: Optional[Tensor] = None, reduction: str = "mean",
    pos_weight: Optional[Tensor] = None) -> Tensor:
  return torch.binary_cross_entropy_with_logits(input, target, weight, pos_weight,
      __torch__._reduction(reduction))

def cosine_embedding_loss(input1: Tensor, input2: Tensor, target: Tensor, margin: float = 0.0,
    reduction: str = "mean") -> Tensor:
  return torch.cosine_embedding_loss(input1, input2, target, margin,
      __torch__._reduction(reduction))

def cross_entropy(input: Tensor, target: Tensor, weight: Optional[Tensor] = None,
    ignore_index: int = -100, reduction: str = "mean", label_smoothing: float = 0.0) -> Tensor:
  return torch.cross_entropy_loss(input, target, weight, __torch__._reduction(reduction),
      ignore_index, label_smoothing)

def ctc_loss(log_probs: Tensor, targets: Tensor, input_lengths: Tensor, target_lengths: Tensor,
    blank: int = 0, reduction: str = "mean", zero_infinity: bool = False) -> Tensor:
  return torch.ctc_loss(log_probs, targets, input_lengths, target_lengths, blank,
      __torch__._reduction(reduction), zero_infinity)

def hinge_embedding_loss(input: Tensor, target: Tensor, margin: float = 1.0,
    reduction: str = "mean") -> Tensor:
  return torch.hinge_embedding_loss(input, target, margin, __torch__._reduction(reduction))

def huber_loss(input: Tensor, target: Tensor, reduction: str = "mean",
    delta: float = 1.0) -> Tensor:
  both = torch.broadcast_tensors([input, target])
  return torch.huber_loss(both[0], both[1], __torch__._reduction(reduction), delta)

def kl_div(input: Tensor, target: Tensor, reduction: str = "mean",
    log_target: bool = False) -> Tensor:
  loss = torch.kl_div(input, target, __torch__._reduction(reduction), log_target=log_target)
  if reduction == "batchmean" and torch.dim(input) != 0:
    loss = torch.div(loss, torch.size(input, 0))
  return loss

def l1_loss(input: Tensor, target: Tensor, reduction: str = "mean") -> Tensor:
  return torch.l1_loss(input, target, __torch__._reduction(reduction))

def margin_ranking_loss(input1: Tensor, input2: Tensor, target: Tensor, margin: float = 0.0,
    reduction: str = "mean") -> Tensor:
  return torch.margin_ranking_loss(input1, input2, target, margin, __torch__._reduction(reduction))

def mse_loss(input: Tensor, target: Tensor, reduction: str = "mean") -> Tensor:
  both = torch.broadcast_tensors([input, target])
  return torch.mse_loss(both[0], both[1], __torch__._reduction(reduction))

def multi_margin_loss(input: Tensor, target: Tensor, p: int = 1, margin: float = 1.0,
    weight: Optional[Tensor] = None, reduction: str = "mean") -> Tensor:
  return torch.multi_margin_loss(input, target, p, margin, weight, __torch__._reduction(reduction))

def multilabel_margin_loss(input: Tensor, target: Tensor, reduction: str = "mean") -> Tensor:
  return torch.multilabel_margin_loss(input, target, __torch__._reduction(reduction))

def multilabel_soft_margin_loss(input: Tensor, target: Tensor, weight: Optional[Tensor] = None,
    reduction: str = "mean") -> Tensor:
  others = torch.mul(torch.rsub(target, 1), torch.log_sigmoid(torch.neg(input)))
  loss = torch.neg(torch.add(torch.mul(target, torch.log_sigmoid(input)), others))
  if weight is not None:
    loss = torch.mul(loss, weight)
  loss = torch.div(torch.sum(loss, [-1]), torch.size(input, -1))
  return __torch__._reduced(loss, reduction)

def nll_loss(input: Tensor, target: Tensor, weight: Optional[Tensor] = None,
    ignore_index: int = -100, reduction: str = "mean") -> Tensor:
  return torch.nll_loss_nd(input, target, weight, __torch__._reduction(reduction), ignore_index)

def poisson_nll_loss(input: Tensor, target: Tensor, log_input: bool = True, full: bool = False,
    eps: float = 1e-08, reduction: str = "mean") -> Tensor:
  return torch.poisson_nll_loss(input, target, log_input, full, eps,
      __torch__._reduction(reduction))

def smooth_l1_loss(input: Tensor, target: Tensor, reduction: str = "mean",
    beta: float = 1.0) -> Tensor:
  both = torch.broadcast_tensors([input, target])
  return torch.smooth_l1_loss(both[0], both[1], __torch__._reduction(reduction), beta)

def soft_margin_loss(input: Tensor, target: Tensor, reduction: str = "mean") -> Tensor:
  return torch.soft_margin_loss(input, target, __torch__._reduction(reduction))

def triplet_margin_loss(anchor: Tensor, positive: Tensor, negative: Tensor, margin: float = 1.0,
    p: float = 2.0, eps: float = 1e-06, swap: bool = False, reduction: str = "mean") -> Tensor:
  return torch.triplet_margin_loss(anchor, positive, negative, margin, p, eps, swap,
      __torch__._reduction(reduction))

def triplet_margin_with_distance_loss(anchor: Tensor, positive: Tensor, negative: Tensor,
    margin: float = 1.0, swap: bool = False, reduction: str = "mean") -> Tensor:
  near = torch.pairwise_distance(anchor, positive)
  far = torch.pairwise_distance(anchor, negative)
  if swap:
    far = torch.min(far, torch.pairwise_distance(positive, negative))
  loss = torch.clamp_min(torch.add(torch.sub(near, far), margin), 0)
  return __torch__._reduced(loss, reduction)
