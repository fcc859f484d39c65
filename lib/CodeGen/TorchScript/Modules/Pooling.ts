# Modules of torch::nn; Layers.ts says how to read this.

class AvgPool1d:
  options kernel_size: int[1], stride: int[1] = $kernel_size, padding: int[1] = 0
  options ceil_mode: bool = False, count_include_pad: bool = True, divisor_override: int? = None
  forward(input: Tensor) -> Tensor:
    return torch.avg_pool1d(input, $kernel_size, $stride, $padding, $ceil_mode, $count_include_pad)

class AvgPool2d, AvgPool3d:
  options kernel_size: int[$D], stride: int[$D] = $kernel_size, padding: int[$D] = 0
  options ceil_mode: bool = False, count_include_pad: bool = True, divisor_override: int? = None
  forward(input: Tensor) -> Tensor:
    return torch.avg_pool$Dd(input, $kernel_size, $stride, $padding, $ceil_mode,
        $count_include_pad, $divisor_override)

class MaxPool1d, MaxPool2d, MaxPool3d:
  options kernel_size: int[$D], stride: int[$D] = $kernel_size, padding: int[$D] = 0
  options dilation: int[$D] = 1, ceil_mode: bool = False
  forward(input: Tensor) -> Tensor:
    return torch.max_pool$Dd(input, $kernel_size, $stride, $padding, $dilation, $ceil_mode)

class AdaptiveAvgPool1d:
  options output_size: int[1]
  forward(input: Tensor) -> Tensor:
    return torch.adaptive_avg_pool1d(input, $output_size)

class AdaptiveAvgPool2d, AdaptiveAvgPool3d:
  options output_size: int?[$D]
  forward(input: Tensor) -> Tensor:
    return __torch__.adaptive_avg_pool$Dd(input, $output_size)

class AdaptiveMaxPool1d:
  options output_size: int[1]
  forward(input: Tensor) -> Tensor:
    return __torch__.adaptive_max_pool1d(input, $output_size)

class AdaptiveMaxPool2d, AdaptiveMaxPool3d:
  options output_size: int?[$D]
  forward(input: Tensor) -> Tensor:
    return __torch__.adaptive_max_pool$Dd(input, $output_size)

class MaxUnpool1d, MaxUnpool2d, MaxUnpool3d:
  options kernel_size: int[$D], stride: int[$D] = $kernel_size, padding: int[$D] = 0
  forward(input: Tensor, indices: Tensor, output_size: Optional[List[int]] = None) -> Tensor:
    return __torch__.max_unpool$Dd(input, indices, $kernel_size, $stride, $padding, output_size)

class FractionalMaxPool2d, FractionalMaxPool3d:
  options kernel_size: int[$D], output_size: int[$D]? = None, output_ratio: float[$D]? = None
  options _random_samples: Tensor? = None
  buffer _random_samples if not $_random_samples is None
  forward(input: Tensor) -> Tensor:
    return __torch__.fractional_max_pool$Dd(input, $kernel_size, $output_size, $output_ratio, False,
        self._random_samples)

class LPPool1d, LPPool2d:
  options norm_type: float, kernel_size: int[$D], stride: int[$D] = $kernel_size
  options ceil_mode: bool = False
  forward(input: Tensor) -> Tensor:
    return __torch__.lp_pool$Dd(input, $norm_type, $kernel_size, $stride, $ceil_mode)

class ReflectionPad1d, ReflectionPad2d, ReflectionPad3d:
  options padding: int[2*$D]
  forward(input: Tensor) -> Tensor:
    return torch.pad(input, $padding, "reflect")

class ReplicationPad1d, ReplicationPad2d, ReplicationPad3d:
  options padding: int[2*$D]
  forward(input: Tensor) -> Tensor:
    return torch.pad(input, $padding, "replicate")

class ConstantPad1d, ConstantPad2d, ConstantPad3d:
  options padding: int[2*$D], value: float
  forward(input: Tensor) -> Tensor:
    return torch.constant_pad_nd(input, $padding, $value)

class ZeroPad2d:
  options padding: int[4]
  forward(input: Tensor) -> Tensor:
    return torch.constant_pad_nd(input, $padding, 0)

class PixelShuffle:
  options upscale_factor: int
  forward(input: Tensor) -> Tensor:
    return torch.pixel_shuffle(input, $upscale_factor)

class PixelUnshuffle:
  options downscale_factor: int
  forward(input: Tensor) -> Tensor:
    return torch.pixel_unshuffle(input, $downscale_factor)

class Fold:
  options output_size: int[2], kernel_size: int[2], dilation: int[2] = 1, padding: int[2] = 0
  options stride: int[2] = 1
  forward(input: Tensor) -> Tensor:
    return torch.col2im(input, $output_size, $kernel_size, $dilation, $padding, $stride)

class Unfold:
  options kernel_size: int[2], dilation: int[2] = 1, padding: int[2] = 0, stride: int[2] = 1
  forward(input: Tensor) -> Tensor:
    return torch.im2col(input, $kernel_size, $dilation, $padding, $stride)

class Upsample:
  options size: int[]? = None, scale_factor: float[]? = None, mode: str = "nearest"
  options align_corners: bool? = None
  forward(input: Tensor) -> Tensor:
    return __torch__.interpolate(input, $size, $scale_factor, $mode, $align_corners)
