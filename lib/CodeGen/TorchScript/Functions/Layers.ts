# Norms, embeddings, sizes, padding of torch.nn.functional that are no operators: see Activations.ts.

def selu(input: Tensor, inplace: bool = False) -> Tensor:
  if inplace:
    result = torch.selu_(input)
  else:
    result = torch.selu(input)
  return result

def celu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> Tensor:
  if inplace:
    result = torch.celu_(input, alpha)
  else:
    result = torch.celu(input, alpha)
  return result

def batch_norm(input: Tensor, running_mean: Optional[Tensor], running_var: Optional[Tensor],
    weight: Optional[Tensor] = None, bias: Optional[Tensor] = None, training: bool = False,
    momentum: float = 0.1, eps: float = 1e-05) -> Tensor:
  return torch.batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps,
      True)

def instance_norm(input: Tensor, running_mean: Optional[Tensor] = None,
    running_var: Optional[Tensor] = None, weight: Optional[Tensor] = None,
    bias: Optional[Tensor] = None, use_input_stats: bool = True, momentum: float = 0.1,
    eps: float = 1e-05) -> Tensor:
  return torch.instance_norm(input, weight, bias, running_mean, running_var, use_input_stats,
      momentum, eps, True)

def layer_norm(input: Tensor, normalized_shape: List[int], weight: Optional[Tensor] = None,
    bias: Optional[Tensor] = None, eps: float = 1e-05) -> Tensor:
  return torch.layer_norm(input, normalized_shape, weight, bias, eps, True)

def group_norm(input: Tensor, num_groups: int, weight: Optional[Tensor] = None,
    bias: Optional[Tensor] = None, eps: float = 1e-05) -> Tensor:
  return torch.group_norm(input, num_groups, weight, bias, eps, True)

def local_response_norm(input: Tensor, size: int, alpha: float = 0.0001, beta: float = 0.75,
    k: float = 1.0) -> Tensor:
  squares = torch.unsqueeze(torch.mul(input, input), 1)
  if torch.dim(input) == 3:
    padded = torch.constant_pad_nd(squares, [0, 0, size // 2, (size - 1) // 2], 0)
    means = torch.squeeze(torch.avg_pool2d(padded, [size, 1], [1, 1]), 1)
  else:
    sizes = torch.size(input)
    squares = torch.view(squares, [sizes[0], 1, sizes[1], sizes[2], -1])
    padded = torch.constant_pad_nd(squares, [0, 0, 0, 0, size // 2, (size - 1) // 2], 0)
    means = torch.view(torch.squeeze(torch.avg_pool3d(padded, [size, 1, 1], [1, 1, 1]), 1), sizes)
  return torch.div(input, torch.pow(torch.add(torch.mul(means, alpha), k), beta))

def _cross_map_lrn(input: Tensor, size: int, alpha: float, beta: float, k: int) -> Tensor:
  squares = torch.pow(input, 2)
  channels = torch.size(input, 1)
  side = (size - 1) // 2 + 1
  current = torch.sum(torch.slice(squares, 1, 0, ops.prim.min(side, channels)), [1])
  sums = [current]
  for i in range(channels - 1):
    channel = i + 1
    if channel < channels - side + 1:
      current = torch.add(current, torch.select(squares, 1, channel + side - 1))
    # LibTorch leaves the first channel in every sum.
    if channel > side:
      current = torch.sub(current, torch.select(squares, 1, channel - side))
    sums.append(current)
  scale = torch.add(torch.mul(torch.stack(sums, 1), alpha / float(size)), k)
  return torch.mul(torch.pow(scale, -beta), input)

def normalize(input: Tensor, p: float = 2.0, dim: int = 1, eps: float = 1e-12,
    out: Optional[Tensor] = None) -> Tensor:
  length = torch.expand_as(torch.clamp_min(torch.norm(input, p, [dim], True), eps), input)
  if out is None:
    result = torch.div(input, length)
  else:
    result = torch.div(input, length, out=out)
  return result

def embedding(input: Tensor, weight: Tensor, padding_idx: Optional[int] = None,
    max_norm: Optional[float] = None, norm_type: float = 2.0, scale_grad_by_freq: bool = False,
    sparse: bool = False) -> Tensor:
  padding = -1
  if padding_idx is not None:
    padding = padding_idx
    if padding < 0:
      padding = torch.size(weight, 0) + padding
  indices = input
  if max_norm is not None:
    indices = torch.contiguous(input)
    renormed = torch.embedding_renorm_(torch.detach(weight), indices, max_norm, norm_type)
  return torch.embedding(weight, indices, padding, scale_grad_by_freq, sparse)

def embedding_bag(input: Tensor, weight: Tensor, offsets: Optional[Tensor] = None,
    max_norm: Optional[float] = None, norm_type: float = 2.0, scale_grad_by_freq: bool = False,
    mode: str = "mean", sparse: bool = False, per_sample_weights: Optional[Tensor] = None,
    include_last_offset: bool = False, padding_idx: Optional[int] = None) -> Tensor:
  indices = input
  weights = per_sample_weights
  if torch.dim(input) == 2:
    starts = torch.arange(0, torch.numel(input), torch.size(input, 1), dtype=4, device=input.device)
    indices = torch.reshape(input, [-1])
    if weights is not None:
      weights = torch.reshape(weights, [-1])
  else:
    assert offsets is not None, "offsets has to be a 1D Tensor but got null"
    starts = offsets
  if mode == "sum":
    code = 0
  elif mode == "mean":
    code = 1
  else:
    code = 2
  if max_norm is not None:
    renormed = torch.embedding_renorm_(torch.detach(weight), indices, max_norm, norm_type)
  bags, offset2bag, sizes, maxima = torch.embedding_bag(weight, indices, starts,
      scale_grad_by_freq, code, sparse, weights, include_last_offset, padding_idx)
  return bags

def fold(input: Tensor, output_size: List[int], kernel_size: List[int], dilation: List[int] = [1],
    padding: List[int] = [0], stride: List[int] = [1]) -> Tensor:
  return torch.col2im(input, __torch__._two(output_size), __torch__._two(kernel_size),
      __torch__._two(dilation), __torch__._two(padding), __torch__._two(stride))

def unfold(input: Tensor, kernel_size: List[int], dilation: List[int] = [1],
    padding: List[int] = [0], stride: List[int] = [1]) -> Tensor:
  return torch.im2col(input, __torch__._two(kernel_size), __torch__._two(dilation),
      __torch__._two(padding), __torch__._two(stride))

def _two(values: List[int]) -> List[int]:
  return [values[0], values[1 % len(values)]]

def affine_grid(theta: Tensor, size: List[int], align_corners: Optional[bool] = None) -> Tensor:
  corners = False
  if align_corners is not None:
    corners = align_corners
  return torch.affine_grid_generator(theta, size, corners)

def grid_sample(input: Tensor, grid: Tensor, mode: str = "bilinear", padding_mode: str = "zeros",
    align_corners: Optional[bool] = None) -> Tensor:
  if mode == "bilinear":
    interpolation = 0
  elif mode == "nearest":
    interpolation = 1
  else:
    interpolation = 2
  if padding_mode == "zeros":
    padding = 0
  elif padding_mode == "border":
    padding = 1
  else:
    padding = 2
  corners = False
  if align_corners is not None:
    corners = align_corners
  return torch.grid_sampler(input, grid, interpolation, padding, corners)

def _interpolated_sizes(input: Tensor, size: Optional[List[int]],
    scale_factor: Optional[List[float]]) -> List[int]:
  result = annotate(List[int], [])
  for i in range(torch.dim(input) - 2):
    wanted = 0
    if size is not None:
      wanted = size[i % len(size)]
    elif scale_factor is not None:
      wanted = torch.floor(float(torch.size(input, i + 2)) * scale_factor[i % len(scale_factor)])
    result.append(wanted)
  return result

def _interpolated_scale(scale_factor: Optional[List[float]], recompute: Optional[bool],
    dim: int) -> Optional[float]:
  result = annotate(Optional[float], None)
  if scale_factor is not None:
    result = scale_factor[dim % len(scale_factor)]
  if recompute is not None:
    if recompute:
      result = annotate(Optional[float], None)
  return result

def interpolate(input: Tensor, size: Optional[List[int]] = None,
    scale_factor: Optional[List[float]] = None, mode: str = "nearest",
    align_corners: Optional[bool] = None, recompute_scale_factor: Optional[bool] = None,
    antialias: bool = False) -> Tensor:
  dim = torch.dim(input)
  sizes = __torch__._interpolated_sizes(input, size, scale_factor)
  first = __torch__._interpolated_scale(scale_factor, recompute_scale_factor, 0)
  second = __torch__._interpolated_scale(scale_factor, recompute_scale_factor, 1)
  third = __torch__._interpolated_scale(scale_factor, recompute_scale_factor, 2)
  corners = False
  if align_corners is not None:
    corners = align_corners
  result = input
  if dim == 3 and mode == "nearest":
    result = torch.upsample_nearest1d(input, sizes, first)
  elif dim == 4 and mode == "nearest":
    result = torch.upsample_nearest2d(input, sizes, first, second)
  elif dim == 5 and mode == "nearest":
    result = torch.upsample_nearest3d(input, sizes, first, second, third)
  elif dim == 3 and mode == "nearest-exact":
    result = torch._upsample_nearest_exact1d(input, sizes, first)
  elif dim == 4 and mode == "nearest-exact":
    result = torch._upsample_nearest_exact2d(input, sizes, first, second)
  elif dim == 5 and mode == "nearest-exact":
    result = torch._upsample_nearest_exact3d(input, sizes, first, second, third)
  elif dim == 3 and mode == "area":
    result = torch.adaptive_avg_pool1d(input, sizes)
  elif dim == 4 and mode == "area":
    result = torch.adaptive_avg_pool2d(input, sizes)
  elif dim == 5 and mode == "area":
    result = torch.adaptive_avg_pool3d(input, sizes)
  elif dim == 3 and mode == "linear":
    result = torch.upsample_linear1d(input, sizes, corners, first)
  elif dim == 4 and mode == "bilinear" and antialias:
    result = torch._upsample_bilinear2d_aa(input, sizes, corners, first, second)
  elif dim == 4 and mode == "bilinear":
    result = torch.upsample_bilinear2d(input, sizes, corners, first, second)
  elif dim == 5 and mode == "trilinear":
    result = torch.upsample_trilinear3d(input, sizes, corners, first, second, third)
  elif dim == 4 and mode == "bicubic" and antialias:
    result = torch._upsample_bicubic2d_aa(input, sizes, corners, first, second)
  elif dim == 4 and mode == "bicubic":
    result = torch.upsample_bicubic2d(input, sizes, corners, first, second)
  else:
    assert False, "interpolate: this mode does not fit the number of dimensions"
  return result

def _reversed_twice(padding: List[int], dims: int) -> List[int]:
  result = annotate(List[int], [])
  for i in range(dims):
    size = padding[(dims - 1 - i) % len(padding)]
    result.append(size)
    result.append(size)
  return result

def _same_padding(kernel_size: List[int], dilation: List[int]) -> List[int]:
  result = annotate(List[int], [])
  for i in range(len(kernel_size)):
    dim = len(kernel_size) - 1 - i
    total = dilation[dim] * (kernel_size[dim] - 1)
    result.append(total // 2)
    result.append(total - total // 2)
  return result

def _transposed_padding(input: Tensor, output_size: Optional[List[int]], given: List[int],
    kernel_size: List[int], stride: List[int], padding: List[int],
    dilation: List[int]) -> List[int]:
  result = given
  if output_size is not None:
    result = annotate(List[int], [])
    dims = len(kernel_size)
    for i in range(dims):
      smallest = (torch.size(input,
          i + 2) - 1) * stride[i] - 2 * padding[i] + dilation[i] * (kernel_size[i] - 1) + 1
      result.append(output_size[len(output_size) - dims + i] - smallest)
  return result

def _adaptive_log_prob(input: Tensor, head: Tensor, tails: List[Tensor], shortlist: int) -> Tensor:
  log_probs = torch.log_softmax(head, 1)
  parts = [torch.slice(log_probs, 1, 0, shortlist)]
  for i in range(len(tails)):
    cluster = torch.unsqueeze(torch.select(log_probs, 1, shortlist + i), 1)
    parts.append(torch.add(torch.log_softmax(tails[i], 1), cluster))
  return torch.cat(parts, 1)
