# Modules of torch::nn; Layers.ts says how to read this.

class RNN, GRU, LSTM:
  options input_size: int, hidden_size: int, num_layers: int = 1, nonlinearity: str = "tanh"
  options bias: bool = True, batch_first: bool = False, dropout: float = 0.0
  options bidirectional: bool = False, proj_size: int = 0
  @for layer in $num_layers
  parameter weight_ih_l$layer
  parameter weight_hh_l$layer
  parameter bias_ih_l$layer if $bias
  parameter bias_hh_l$layer if $bias
  @if not $proj_size == 0
  parameter weight_hr_l$layer
  @end
  @if $bidirectional
  parameter weight_ih_l$layer_reverse
  parameter weight_hh_l$layer_reverse
  parameter bias_ih_l$layer_reverse if $bias
  parameter bias_hh_l$layer_reverse if $bias
  @if not $proj_size == 0
  parameter weight_hr_l$layer_reverse
  @end
  @end
  @end
  @if $class == LSTM
  forward(input: Tensor, hx: Optional[Tuple[Tensor, Tensor]] = None) -> Tuple[Tensor, Tuple[Tensor,
      Tensor]]:
  @else
  forward(input: Tensor, hx: Optional[Tensor] = None) -> Tuple[Tensor, Tensor]:
  @end
    weights = annotate(List[Tensor], [])
    @for layer in $num_layers
    weights.append(self.weight_ih_l$layer)
    weights.append(self.weight_hh_l$layer)
    @if $bias
    weights.append(self.bias_ih_l$layer)
    weights.append(self.bias_hh_l$layer)
    @end
    @if not $proj_size == 0
    weights.append(self.weight_hr_l$layer)
    @end
    @if $bidirectional
    weights.append(self.weight_ih_l$layer_reverse)
    weights.append(self.weight_hh_l$layer_reverse)
    @if $bias
    weights.append(self.bias_ih_l$layer_reverse)
    weights.append(self.bias_hh_l$layer_reverse)
    @end
    @if not $proj_size == 0
    weights.append(self.weight_hr_l$layer_reverse)
    @end
    @end
    @end
    @if $batch_first
    batch = torch.size(input, 0)
    @else
    batch = torch.size(input, 1)
    @end
    @if $bidirectional
    states = 2 * $num_layers
    @else
    states = $num_layers
    @end
    if hx is None:
      zeros = torch.zeros([states, batch, $hidden_size], dtype=input.dtype, device=input.device)
      @if $class == LSTM
      cell = zeros
      @end
      @if $proj_size == 0
      hidden = zeros
      @else
      hidden = torch.zeros([states, batch, $proj_size], dtype=input.dtype, device=input.device)
      @end
    else:
      @if $class == LSTM
      hidden, cell = hx
      @else
      hidden = hx
      @end
    @if $class == LSTM
    output, hn, cn = torch.lstm(input, [hidden, cell], weights, $bias, $num_layers, $dropout,
        self.training, $bidirectional, $batch_first)
    return (output, (hn, cn))
    @else
    @if $class == GRU
    return torch.gru(input, hidden, weights, $bias, $num_layers, $dropout, self.training,
        $bidirectional, $batch_first)
    @else
    return torch.rnn_$nonlinearity(input, hidden, weights, $bias, $num_layers, $dropout,
        self.training, $bidirectional, $batch_first)
    @end
    @end

class RNNCell:
  options input_size: int, hidden_size: int, bias: bool = True, nonlinearity: str = "tanh"
  parameter weight_ih
  parameter weight_hh
  parameter bias_ih if $bias
  parameter bias_hh if $bias
  forward(input: Tensor, hx: Optional[Tensor] = None) -> Tensor:
    if hx is None:
      state = torch.zeros([torch.size(input, 0), $hidden_size], dtype=input.dtype,
          device=input.device)
    else:
      state = hx
    return torch.rnn_$nonlinearity_cell(input, state, self.weight_ih, self.weight_hh, self.bias_ih,
        self.bias_hh)

class GRUCell:
  options input_size: int, hidden_size: int, bias: bool = True
  parameter weight_ih
  parameter weight_hh
  parameter bias_ih if $bias
  parameter bias_hh if $bias
  forward(input: Tensor, hx: Optional[Tensor] = None) -> Tensor:
    if hx is None:
      state = torch.zeros([torch.size(input, 0), $hidden_size], dtype=input.dtype,
          device=input.device)
    else:
      state = hx
    return torch.gru_cell(input, state, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)

class LSTMCell:
  options input_size: int, hidden_size: int, bias: bool = True
  parameter weight_ih
  parameter weight_hh
  parameter bias_ih if $bias
  parameter bias_hh if $bias
  forward(input: Tensor, hx: Optional[Tuple[Tensor, Tensor]] = None) -> Tuple[Tensor, Tensor]:
    if hx is None:
      hidden = torch.zeros([torch.size(input, 0), $hidden_size], dtype=input.dtype,
          device=input.device)
      cell = hidden
    else:
      hidden, cell = hx
    return torch.lstm_cell(input, [hidden, cell], self.weight_ih, self.weight_hh, self.bias_ih,
        self.bias_hh)
