# Functions of torch.nn.functional that are no operators of their own, as LibTorch's C++ computes
# them (torch/nn/functional/*.h), in TorchScript's serialised form. Parameters are those of Python's
# functions, in their order; the emitter writes the functions that a model calls, and those that
# they call, behind its classes. A parameter that C++ has not (size_average, inplace of some) is
# left out: a call that sets it is refused.

def relu(input: Tensor, inplace: bool = False) -> Tensor:
  if inplace:
    result = torch.relu_(input)
  else:
    result = torch.relu(input)
  return result

def relu6(input: Tensor, inplace: bool = False) -> Tensor:
  if inplace:
    result = torch.relu6_(input)
  else:
    result = torch.relu6(input)
  return result

def silu(input: Tensor, inplace: bool = False) -> Tensor:
  if inplace:
    result = torch.silu_(input)
  else:
    result = torch.silu(input)
  return result

def mish(input: Tensor, inplace: bool = False) -> Tensor:
  if inplace:
    result = torch.mish_(input)
  else:
    result = torch.mish(input)
  return result

def hardsigmoid(input: Tensor, inplace: bool = False) -> Tensor:
  if inplace:
    result = torch.hardsigmoid_(input)
  else:
    result = torch.hardsigmoid(input)
  return result

def hardswish(input: Tensor, inplace: bool = False) -> Tensor:
  if inplace:
    result = torch.hardswish_(input)
  else:
    result = torch.hardswish(input)
  return result

def elu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> Tensor:
  if inplace:
    result = torch.elu_(input, alpha)
  else:
    result = torch.elu(input, alpha)
  return result

def leaky_relu(input: Tensor, negative_slope: float = 0.01, inplace: bool = False) -> Tensor:
  if inplace:
    result = torch.leaky_relu_(input, negative_slope)
  else:
    result = torch.leaky_relu(input, negative_slope)
  return result

def hardtanh(input: Tensor, min_val: float = -1.0, max_val: float = 1.0,
    inplace: bool = False) -> Tensor:
  if inplace:
    result = torch.hardtanh_(input, min_val, max_val)
  else:
    result = torch.hardtanh(input, min_val, max_val)
  return result

def rrelu(input: Tensor, lower: float = 0.125, upper: float = 0.3333333333333333,
    training: bool = False, inplace: bool = False) -> Tensor:
  if inplace:
    result = torch.rrelu_(input, lower, upper, training)
  else:
    result = torch.rrelu(input, lower, upper, training)
  return result

def _threshold(input: Tensor, threshold: float, value: float, inplace: bool = False) -> Tensor:
  if inplace:
    result = torch.threshold_(input, threshold, value)
  else:
    result = torch.threshold(input, threshold, value)
  return result

def softsign(input: Tensor) -> Tensor:
  return torch.div(input, torch.add(torch.abs(input), 1))

def tanhshrink(input: Tensor) -> Tensor:
  return torch.sub(input, torch.tanh(input))

def softmax(input: Tensor, dim: int, dtype: Optional[int] = None) -> Tensor:
  return torch.softmax(input, dim, dtype)

def softmin(input: Tensor, dim: int, dtype: Optional[int] = None) -> Tensor:
  return torch.softmax(torch.neg(input), dim, dtype)

def log_softmax(input: Tensor, dim: int, dtype: Optional[int] = None) -> Tensor:
  return torch.log_softmax(input, dim, dtype)

def gumbel_softmax(logits: Tensor, tau: float = 1.0, hard: bool = False, eps: float = 1e-10,
    dim: int = -1) -> Tensor:
  gumbels = torch.neg(torch.log(torch.exponential_(torch.empty_like(logits))))
  soft = torch.softmax(torch.div(torch.add(logits, gumbels), tau), dim)
  result = soft
  if hard:
    value, index = torch.max(soft, dim, True)
    one_hot = torch.scatter_(torch.zeros_like(logits), dim, index, 1.0)
    result = torch.add(torch.sub(one_hot, torch.detach(soft)), soft)
  return result

def glu(input: Tensor, dim: int = -1) -> Tensor:
  return torch.glu(input, dim)

def dropout(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
  if inplace:
    result = torch.dropout_(input, p, training)
  else:
    result = torch.dropout(input, p, training)
  return result

def _feature_dropout(input: Tensor, p: float, training: bool, inplace: bool,
    batched: int) -> Tensor:
  batch = input
  if torch.dim(input) != batched:
    batch = torch.unsqueeze(input, 0)
  if inplace:
    result = torch.feature_dropout_(batch, p, training)
  else:
    result = torch.feature_dropout(batch, p, training)
  if torch.dim(input) != batched:
    result = torch.squeeze(result, 0)
  return result

def dropout1d(input: Tensor, p: float = 0.5, training: bool = True,
    inplace: bool = False) -> Tensor:
  return __torch__._feature_dropout(input, p, training, inplace, 3)

def dropout2d(input: Tensor, p: float = 0.5, training: bool = True,
    inplace: bool = False) -> Tensor:
  return __torch__._feature_dropout(input, p, training, inplace, 4)

def dropout3d(input: Tensor, p: float = 0.5, training: bool = True,
    inplace: bool = False) -> Tensor:
  return __torch__._feature_dropout(input, p, training, inplace, 5)

def alpha_dropout(input: Tensor, p: float = 0.5, training: bool = False,
    inplace: bool = False) -> Tensor:
  if inplace:
    result = torch.alpha_dropout_(input, p, training)
  else:
    result = torch.alpha_dropout(input, p, training)
  return result

def feature_alpha_dropout(input: Tensor, p: float = 0.5, training: bool = False,
    inplace: bool = False) -> Tensor:
  if inplace:
    result = torch.feature_alpha_dropout_(input, p, training)
  else:
    result = torch.feature_alpha_dropout(input, p, training)
  return result
