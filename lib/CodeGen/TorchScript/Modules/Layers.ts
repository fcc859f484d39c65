# What the modules of torch::nn hold and compute, in TorchScript's serialised form.
#
#   class A, B:            the modules that this describes; $D is the digit in the name
#     options a: int[2], b: bool = True, c: int[2] = $a
#                          LibTorch's options with their defaults; a number stands for an int[2]
#     parameter NAME       a tensor of the state dict; `if CONDITION`: only then, else None
#     buffer NAME
#     child NAME: Class(option = value)
#     children NAME COUNT: Class(...)   a ModuleList
#     forward(...) -> T:   the body follows; $a stands for the option
# Lines of their own: @for i in COUNT ... @end, @if CONDITION ... @else ... @end. A condition is
# $a, not $a, $a == text, $a is str, $a is None, or several with `and` (or with `or`). COUNT is a
# number or the
# length of a list.

class Linear:
  options in_features: int, out_features: int, bias: bool = True
  parameter weight
  parameter bias if $bias
  forward(input: Tensor) -> Tensor:
    return torch.linear(input, self.weight, self.bias)

class Bilinear:
  options in1_features: int, in2_features: int, out_features: int, bias: bool = True
  parameter weight
  parameter bias if $bias
  forward(input1: Tensor, input2: Tensor) -> Tensor:
    return torch.bilinear(input1, input2, self.weight, self.bias)

class Identity:
  forward(input: Tensor) -> Tensor:
    return input

class Flatten:
  options start_dim: int = 1, end_dim: int = -1
  forward(input: Tensor) -> Tensor:
    return torch.flatten(input, $start_dim, $end_dim)

class Unflatten:
  options dim: int, sizes: int[]
  forward(input: Tensor) -> Tensor:
    return torch.unflatten(input, $dim, $sizes)

class Conv1d, Conv2d, Conv3d:
  options in_channels: int, out_channels: int, kernel_size: int[$D], stride: int[$D] = 1
  options padding: int[$D] = 0, dilation: int[$D] = 1, groups: int = 1, bias: bool = True
  options padding_mode: str = "zeros"
  parameter weight
  parameter bias if $bias
  forward(input: Tensor) -> Tensor:
    @if $padding_mode == "zeros"
    return torch.conv$Dd(input, self.weight, self.bias, $stride, $padding, $dilation, $groups)
    @else
    @if $padding == "same"
    sides = __torch__._same_padding($kernel_size, $dilation)
    @else
    @if $padding is str
    sides = __torch__._reversed_twice([0], $D)
    @else
    sides = __torch__._reversed_twice($padding, $D)
    @end
    @end
    padded = torch.pad(input, sides, $padding_mode)
    return torch.conv$Dd(padded, self.weight, self.bias, $stride, [0], $dilation, $groups)
    @end

class ConvTranspose1d, ConvTranspose2d, ConvTranspose3d:
  options in_channels: int, out_channels: int, kernel_size: int[$D], stride: int[$D] = 1
  options padding: int[$D] = 0, output_padding: int[$D] = 0, groups: int = 1, bias: bool = True
  options dilation: int[$D] = 1, padding_mode: str = "zeros"
  parameter weight
  parameter bias if $bias
  forward(input: Tensor, output_size: Optional[List[int]] = None) -> Tensor:
    output_padding = __torch__._transposed_padding(input, output_size, $output_padding,
        $kernel_size, $stride, $padding, $dilation)
    return torch.conv_transpose$Dd(input, self.weight, self.bias, $stride, $padding,
        output_padding, $groups, $dilation)

class BatchNorm1d, BatchNorm2d, BatchNorm3d:
  options num_features: int, eps: float = 1e-05, momentum: float? = 0.1, affine: bool = True
  options track_running_stats: bool = True
  parameter weight if $affine
  parameter bias if $affine
  buffer running_mean if $track_running_stats
  buffer running_var if $track_running_stats
  buffer num_batches_tracked if $track_running_stats
  forward(input: Tensor) -> Tensor:
    @if $momentum is None
    factor = 0.0
    @else
    factor = $momentum
    @end
    @if $track_running_stats
    if self.training:
      batches = torch.add_(self.num_batches_tracked, 1)
      @if $momentum is None
      factor = 1.0 / float(batches)
      @end
    @end
    @if $track_running_stats
    training = self.training
    @else
    training = True
    @end
    return torch.batch_norm(input, self.weight, self.bias, self.running_mean, self.running_var,
        training, factor, $eps, True)

class InstanceNorm1d, InstanceNorm2d, InstanceNorm3d:
  options num_features: int, eps: float = 1e-05, momentum: float = 0.1, affine: bool = False
  options track_running_stats: bool = False
  parameter weight if $affine
  parameter bias if $affine
  buffer running_mean if $track_running_stats
  buffer running_var if $track_running_stats
  buffer num_batches_tracked if $track_running_stats
  forward(input: Tensor) -> Tensor:
    is_single = torch.dim(input) == $D + 1
    batch = input
    if is_single:
      batch = torch.unsqueeze(input, 0)
    @if $track_running_stats
    from_input = self.training
    @else
    from_input = True
    @end
    result = torch.instance_norm(batch, self.weight, self.bias, self.running_mean,
        self.running_var, from_input, $momentum, $eps, True)
    if is_single:
      result = torch.squeeze(result, 0)
    return result

class LayerNorm:
  options normalized_shape: int[], eps: float = 1e-05, elementwise_affine: bool = True
  parameter weight if $elementwise_affine
  parameter bias if $elementwise_affine
  forward(input: Tensor) -> Tensor:
    return torch.layer_norm(input, $normalized_shape, self.weight, self.bias, $eps, True)

class GroupNorm:
  options num_groups: int, num_channels: int, eps: float = 1e-05, affine: bool = True
  parameter weight if $affine
  parameter bias if $affine
  forward(input: Tensor) -> Tensor:
    return torch.group_norm(input, $num_groups, self.weight, self.bias, $eps, True)

class LocalResponseNorm:
  options size: int, alpha: float = 0.0001, beta: float = 0.75, k: float = 1.0
  forward(input: Tensor) -> Tensor:
    return __torch__.local_response_norm(input, $size, $alpha, $beta, $k)

class CrossMapLRN2d:
  options size: int, alpha: float = 0.0001, beta: float = 0.75, k: int = 1
  forward(input: Tensor) -> Tensor:
    return __torch__._cross_map_lrn(input, $size, $alpha, $beta, $k)

class Embedding:
  options num_embeddings: int, embedding_dim: int, padding_idx: int? = None
  options max_norm: float? = None, norm_type: float = 2.0, scale_grad_by_freq: bool = False
  options sparse: bool = False, _weight: Tensor? = None
  parameter weight
  forward(input: Tensor) -> Tensor:
    return __torch__.embedding(input, self.weight, $padding_idx, $max_norm, $norm_type,
        $scale_grad_by_freq, $sparse)

class EmbeddingBag:
  options num_embeddings: int, embedding_dim: int, max_norm: float? = None
  options norm_type: float = 2.0, scale_grad_by_freq: bool = False, mode: str = "mean"
  options sparse: bool = False, _weight: Tensor? = None, include_last_offset: bool = False
  options padding_idx: int? = None
  parameter weight
  forward(input: Tensor, offsets: Optional[Tensor] = None,
      per_sample_weights: Optional[Tensor] = None) -> Tensor:
    return __torch__.embedding_bag(input, self.weight, offsets, $max_norm, $norm_type,
        $scale_grad_by_freq, $mode, $sparse, per_sample_weights, $include_last_offset, $padding_idx)

class CosineSimilarity:
  options dim: int = 1, eps: float = 1e-08
  forward(x1: Tensor, x2: Tensor) -> Tensor:
    return torch.cosine_similarity(x1, x2, $dim, $eps)

class PairwiseDistance:
  options p: float = 2.0, eps: float = 1e-06, keepdim: bool = False
  forward(x1: Tensor, x2: Tensor) -> Tensor:
    return torch.pairwise_distance(x1, x2, $p, $eps, $keepdim)
