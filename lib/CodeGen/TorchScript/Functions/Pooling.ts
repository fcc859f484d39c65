# Pooling of torch.nn.functional that are no operators: see Activations.ts.

def _sizes_with_default(sizes: List[Optional[int]], dims: int, input: Tensor) -> List[int]:
  result = annotate(List[int], [])
  for i in range(dims):
    size = sizes[i % len(sizes)]
    if size is None:
      wanted = torch.size(input, i - dims)
    else:
      wanted = size
    result.append(wanted)
  return result

def adaptive_avg_pool2d(input: Tensor, output_size: List[Optional[int]]) -> Tensor:
  return torch.adaptive_avg_pool2d(input, __torch__._sizes_with_default(output_size, 2, input))

def adaptive_avg_pool3d(input: Tensor, output_size: List[Optional[int]]) -> Tensor:
  return torch.adaptive_avg_pool3d(input, __torch__._sizes_with_default(output_size, 3, input))

def adaptive_max_pool1d_with_indices(input: Tensor, output_size: List[int],
    return_indices: bool = True) -> Tuple[Tensor, Tensor]:
  return torch.adaptive_max_pool1d(input, output_size)

def adaptive_max_pool2d_with_indices(input: Tensor, output_size: List[Optional[int]],
    return_indices: bool = True) -> Tuple[Tensor, Tensor]:
  return torch.adaptive_max_pool2d(input, __torch__._sizes_with_default(output_size, 2, input))

def adaptive_max_pool3d_with_indices(input: Tensor, output_size: List[Optional[int]],
    return_indices: bool = True) -> Tuple[Tensor, Tensor]:
  return torch.adaptive_max_pool3d(input, __torch__._sizes_with_default(output_size, 3, input))

def adaptive_max_pool1d(input: Tensor, output_size: List[int],
    return_indices: bool = False) -> Tensor:
  values, indices = __torch__.adaptive_max_pool1d_with_indices(input, output_size)
  return values

def adaptive_max_pool2d(input: Tensor, output_size: List[Optional[int]],
    return_indices: bool = False) -> Tensor:
  values, indices = __torch__.adaptive_max_pool2d_with_indices(input, output_size)
  return values

def adaptive_max_pool3d(input: Tensor, output_size: List[Optional[int]],
    return_indices: bool = False) -> Tensor:
  values, indices = __torch__.adaptive_max_pool3d_with_indices(input, output_size)
  return values

def _stride(stride: Optional[List[int]], kernel_size: List[int]) -> List[int]:
  if stride is None:
    result = kernel_size
  else:
    result = stride
  return result

def max_pool1d(input: Tensor, kernel_size: List[int], stride: Optional[List[int]] = None,
    padding: List[int] = [0], dilation: List[int] = [1], ceil_mode: bool = False,
    return_indices: bool = False) -> Tensor:
  return torch.max_pool1d(input, kernel_size, __torch__._stride(stride, kernel_size), padding,
      dilation, ceil_mode)

def max_pool2d(input: Tensor, kernel_size: List[int], stride: Optional[List[int]] = None,
    padding: List[int] = [0], dilation: List[int] = [1], ceil_mode: bool = False,
    return_indices: bool = False) -> Tensor:
  return torch.max_pool2d(input, kernel_size, __torch__._stride(stride, kernel_size), padding,
      dilation, ceil_mode)

def max_pool3d(input: Tensor, kernel_size: List[int], stride: Optional[List[int]] = None,
    padding: List[int] = [0], dilation: List[int] = [1], ceil_mode: bool = False,
    return_indices: bool = False) -> Tensor:
  return torch.max_pool3d(input, kernel_size, __torch__._stride(stride, kernel_size), padding,
      dilation, ceil_mode)

def max_pool1d_with_indices(input: Tensor, kernel_size: List[int],
    stride: Optional[List[int]] = None, padding: List[int] = [0], dilation: List[int] = [1],
    ceil_mode: bool = False, return_indices: bool = True) -> Tuple[Tensor, Tensor]:
  return torch.max_pool1d_with_indices(input, kernel_size, __torch__._stride(stride, kernel_size),
      padding, dilation, ceil_mode)

def max_pool2d_with_indices(input: Tensor, kernel_size: List[int],
    stride: Optional[List[int]] = None, padding: List[int] = [0], dilation: List[int] = [1],
    ceil_mode: bool = False, return_indices: bool = True) -> Tuple[Tensor, Tensor]:
  return torch.max_pool2d_with_indices(input, kernel_size, __torch__._stride(stride, kernel_size),
      padding, dilation, ceil_mode)

def max_pool3d_with_indices(input: Tensor, kernel_size: List[int],
    stride: Optional[List[int]] = None, padding: List[int] = [0], dilation: List[int] = [1],
    ceil_mode: bool = False, return_indices: bool = True) -> Tuple[Tensor, Tensor]:
  return torch.max_pool3d_with_indices(input, kernel_size, __torch__._stride(stride, kernel_size),
      padding, dilation, ceil_mode)

def _unpool_size(input: Tensor, dims: int, kernel_size: List[int], stride: Optional[List[int]],
    padding: List[int], output_size: Optional[List[int]]) -> List[int]:
  strides = __torch__._stride(stride, kernel_size)
  result = annotate(List[int], [])
  for i in range(dims):
    if output_size is None:
      step = strides[i % len(strides)]
      window = kernel_size[i % len(kernel_size)]
      size = (torch.size(input, i + 2) - 1) * step + window - 2 * padding[i % len(padding)]
    else:
      size = output_size[len(output_size) - dims + i]
    result.append(size)
  return result

def max_unpool1d(input: Tensor, indices: Tensor, kernel_size: List[int],
    stride: Optional[List[int]] = None, padding: List[int] = [0],
    output_size: Optional[List[int]] = None) -> Tensor:
  sizes = __torch__._unpool_size(input, 1, kernel_size, stride, padding, output_size)
  sizes.append(1)
  values = torch.max_unpool2d(torch.unsqueeze(input, 3), torch.unsqueeze(indices, 3), sizes)
  return torch.squeeze(values, 3)

def max_unpool2d(input: Tensor, indices: Tensor, kernel_size: List[int],
    stride: Optional[List[int]] = None, padding: List[int] = [0],
    output_size: Optional[List[int]] = None) -> Tensor:
  sizes = __torch__._unpool_size(input, 2, kernel_size, stride, padding, output_size)
  return torch.max_unpool2d(input, indices, sizes)

def _three(values: List[int]) -> List[int]:
  return [values[0], values[1 % len(values)], values[2 % len(values)]]

def max_unpool3d(input: Tensor, indices: Tensor, kernel_size: List[int],
    stride: Optional[List[int]] = None, padding: List[int] = [0],
    output_size: Optional[List[int]] = None) -> Tensor:
  sizes = __torch__._unpool_size(input, 3, kernel_size, stride, padding, output_size)
  strides = __torch__._three(__torch__._stride(stride, kernel_size))
  return torch.max_unpool3d(input, indices, sizes, strides, __torch__._three(padding))

def _fractional_size(input: Tensor, dims: int, output_size: Optional[List[int]],
    output_ratio: Optional[List[float]]) -> List[int]:
  result = annotate(List[int], [])
  for i in range(dims):
    size = 0
    if output_size is not None:
      size = output_size[i % len(output_size)]
    elif output_ratio is not None:
      size = int(float(torch.size(input, i - dims)) * output_ratio[i % len(output_ratio)])
    result.append(size)
  return result

def _fractional_samples(input: Tensor, dims: int, samples: Optional[Tensor]) -> Tensor:
  if samples is None:
    batch = 1
    if torch.dim(input) > dims + 1:
      batch = torch.size(input, 0)
    result = torch.rand([batch, torch.size(input, -1 - dims), dims], dtype=input.dtype,
        device=input.device)
  else:
    result = samples
  return result

def fractional_max_pool2d_with_indices(input: Tensor, kernel_size: List[int],
    output_size: Optional[List[int]] = None, output_ratio: Optional[List[float]] = None,
    return_indices: bool = True, _random_samples: Optional[Tensor] = None) -> Tuple[Tensor, Tensor]:
  sizes = __torch__._fractional_size(input, 2, output_size, output_ratio)
  samples = __torch__._fractional_samples(input, 2, _random_samples)
  return torch.fractional_max_pool2d(input, __torch__._two(kernel_size), sizes, samples)

def fractional_max_pool3d_with_indices(input: Tensor, kernel_size: List[int],
    output_size: Optional[List[int]] = None, output_ratio: Optional[List[float]] = None,
    return_indices: bool = True, _random_samples: Optional[Tensor] = None) -> Tuple[Tensor, Tensor]:
  sizes = __torch__._fractional_size(input, 3, output_size, output_ratio)
  samples = __torch__._fractional_samples(input, 3, _random_samples)
  return torch.fractional_max_pool3d(input, __torch__._three(kernel_size), sizes, samples)

def fractional_max_pool2d(input: Tensor, kernel_size: List[int],
    output_size: Optional[List[int]] = None, output_ratio: Optional[List[float]] = None,
    return_indices: bool = False, _random_samples: Optional[Tensor] = None) -> Tensor:
  values, indices = __torch__.fractional_max_pool2d_with_indices(input, kernel_size, output_size,
      output_ratio, True, _random_samples)
  return values

def fractional_max_pool3d(input: Tensor, kernel_size: List[int],
    output_size: Optional[List[int]] = None, output_ratio: Optional[List[float]] = None,
    return_indices: bool = False, _random_samples: Optional[Tensor] = None) -> Tensor:
  values, indices = __torch__.fractional_max_pool3d_with_indices(input, kernel_size, output_size,
      output_ratio, True, _random_samples)
  return values

def _lp_root(means: Tensor, count: int, norm_type: float) -> Tensor:
  positive = torch.mul(torch.sign(means), torch.relu(torch.abs(means)))
  return torch.pow(torch.mul(positive, count), 1.0 / norm_type)

def lp_pool1d(input: Tensor, norm_type: float, kernel_size: List[int],
    stride: Optional[List[int]] = None, ceil_mode: bool = False) -> Tensor:
  strides = __torch__._stride(stride, kernel_size)
  means = torch.avg_pool1d(torch.pow(input, norm_type), kernel_size, strides, [0], ceil_mode, True)
  return __torch__._lp_root(means, kernel_size[0], norm_type)

def lp_pool2d(input: Tensor, norm_type: float, kernel_size: List[int],
    stride: Optional[List[int]] = None, ceil_mode: bool = False) -> Tensor:
  strides = __torch__._stride(stride, kernel_size)
  means = torch.avg_pool2d(torch.pow(input, norm_type), kernel_size, strides, [0, 0], ceil_mode,
      True)
  return __torch__._lp_root(means, kernel_size[0] * kernel_size[1 % len(kernel_size)], norm_type)
