# Modules of torch::nn; Layers.ts says how to read this.

class ELU:
  options alpha: float = 1.0, inplace: bool = False
  forward(input: Tensor) -> Tensor:
    return __torch__.elu(input, $alpha, $inplace)

class CELU:
  options alpha: float = 1.0, inplace: bool = False
  forward(input: Tensor) -> Tensor:
    return __torch__.celu(input, $alpha, $inplace)

class SELU:
  options inplace: bool = False
  forward(input: Tensor) -> Tensor:
    return __torch__.selu(input, $inplace)

class ReLU:
  options inplace: bool = False
  forward(input: Tensor) -> Tensor:
    @if $inplace
    return torch.relu_(input)
    @else
    return torch.relu(input)
    @end

class ReLU6:
  options inplace: bool = False
  forward(input: Tensor) -> Tensor:
    return __torch__.relu6(input, $inplace)

class RReLU:
  options lower: float = 0.125, upper: float = 0.3333333333333333, inplace: bool = False
  forward(input: Tensor) -> Tensor:
    return __torch__.rrelu(input, $lower, $upper, self.training, $inplace)

class LeakyReLU:
  options negative_slope: float = 0.01, inplace: bool = False
  forward(input: Tensor) -> Tensor:
    return __torch__.leaky_relu(input, $negative_slope, $inplace)

class PReLU:
  options num_parameters: int = 1, init: float = 0.25
  parameter weight
  forward(input: Tensor) -> Tensor:
    return torch.prelu(input, self.weight)

class Hardtanh:
  options min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False
  forward(input: Tensor) -> Tensor:
    return __torch__.hardtanh(input, $min_val, $max_val, $inplace)

class Hardshrink:
  options lambda: float = 0.5
  forward(input: Tensor) -> Tensor:
    return torch.hardshrink(input, $lambda)

class Softshrink:
  options lambda: float = 0.5
  forward(input: Tensor) -> Tensor:
    return torch.softshrink(input, $lambda)

class Softplus:
  options beta: float = 1.0, threshold: float = 20.0
  forward(input: Tensor) -> Tensor:
    return torch.softplus(input, $beta, $threshold)

class Threshold:
  options threshold: float, value: float, inplace: bool = False
  forward(input: Tensor) -> Tensor:
    return __torch__._threshold(input, $threshold, $value, $inplace)

class GELU:
  options approximate: str = "none"
  forward(input: Tensor) -> Tensor:
    return torch.gelu(input, approximate=$approximate)

class GLU:
  options dim: int = -1
  forward(input: Tensor) -> Tensor:
    return torch.glu(input, $dim)

class Sigmoid:
  forward(input: Tensor) -> Tensor:
    return torch.sigmoid(input)

class LogSigmoid:
  forward(input: Tensor) -> Tensor:
    return torch.log_sigmoid(input)

class Tanh:
  forward(input: Tensor) -> Tensor:
    return torch.tanh(input)

class Tanhshrink:
  forward(input: Tensor) -> Tensor:
    return __torch__.tanhshrink(input)

class Softsign:
  forward(input: Tensor) -> Tensor:
    return __torch__.softsign(input)

class SiLU:
  forward(input: Tensor) -> Tensor:
    return torch.silu(input)

class Mish:
  forward(input: Tensor) -> Tensor:
    return torch.mish(input)

class Softmax:
  options dim: int
  forward(input: Tensor) -> Tensor:
    return torch.softmax(input, $dim)

class Softmin:
  options dim: int
  forward(input: Tensor) -> Tensor:
    return torch.softmax(torch.neg(input), $dim)

class LogSoftmax:
  options dim: int
  forward(input: Tensor) -> Tensor:
    return torch.log_softmax(input, $dim)

class Softmax2d:
  forward(input: Tensor) -> Tensor:
    return torch.softmax(input, -3)

class Dropout:
  options p: float = 0.5, inplace: bool = False
  forward(input: Tensor) -> Tensor:
    @if $inplace
    return torch.dropout_(input, $p, self.training)
    @else
    return torch.dropout(input, $p, self.training)
    @end

class Dropout2d:
  options p: float = 0.5, inplace: bool = False
  forward(input: Tensor) -> Tensor:
    return __torch__._feature_dropout(input, $p, self.training, $inplace, 4)

class Dropout3d:
  options p: float = 0.5, inplace: bool = False
  forward(input: Tensor) -> Tensor:
    return __torch__._feature_dropout(input, $p, self.training, $inplace, 5)

class AlphaDropout:
  options p: float = 0.5, inplace: bool = False
  forward(input: Tensor) -> Tensor:
    return __torch__.alpha_dropout(input, $p, self.training)

class FeatureAlphaDropout:
  options p: float = 0.5, inplace: bool = False
  forward(input: Tensor) -> Tensor:
    return __torch__.feature_alpha_dropout(input, $p, self.training)
