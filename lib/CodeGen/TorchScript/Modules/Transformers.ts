# Modules of torch::nn; Layers.ts says how to read this.

class MultiheadAttention:
  options embed_dim: int, num_heads: int, dropout: float = 0.0, bias: bool = True
  options add_bias_kv: bool = False, add_zero_attn: bool = False, kdim: int = $embed_dim
  options vdim: int = $embed_dim
  parameter in_proj_weight if $kdim == $embed_dim and $vdim == $embed_dim
  parameter q_proj_weight if not $kdim == $embed_dim or not $vdim == $embed_dim
  parameter k_proj_weight if not $kdim == $embed_dim or not $vdim == $embed_dim
  parameter v_proj_weight if not $kdim == $embed_dim or not $vdim == $embed_dim
  parameter in_proj_bias if $bias
  parameter bias_k if $add_bias_kv
  parameter bias_v if $add_bias_kv
  child out_proj: Linear(in_features = $embed_dim, out_features = $embed_dim, bias = $bias)
  forward(query: Tensor, key: Tensor, value: Tensor, key_padding_mask: Optional[Tensor] = None,
      need_weights: bool = True, attn_mask: Optional[Tensor] = None,
      average_attn_weights: bool = True) -> Tuple[Tensor, Optional[Tensor]]:
    return __torch__.multi_head_attention_forward(query, key, value, $embed_dim, $num_heads,
        self.in_proj_weight, self.in_proj_bias, self.bias_k, self.bias_v, $add_zero_attn, $dropout,
        self.out_proj.weight, self.out_proj.bias, self.training, key_padding_mask, need_weights,
        attn_mask, False, self.q_proj_weight, self.k_proj_weight, self.v_proj_weight, None, None,
        average_attn_weights)

class TransformerEncoderLayer:
  options d_model: int, nhead: int, dim_feedforward: int = 2048, dropout: float = 0.1
  options activation: str = "relu"
  child self_attn: MultiheadAttention(embed_dim = $d_model, num_heads = $nhead, dropout = $dropout)
  child linear1: Linear(in_features = $d_model, out_features = $dim_feedforward)
  child dropout: Dropout(p = $dropout)
  child linear2: Linear(in_features = $dim_feedforward, out_features = $d_model)
  child norm1: LayerNorm(normalized_shape = [$d_model])
  child norm2: LayerNorm(normalized_shape = [$d_model])
  child dropout1: Dropout(p = $dropout)
  child dropout2: Dropout(p = $dropout)
  forward(src: Tensor, src_mask: Optional[Tensor] = None,
      src_key_padding_mask: Optional[Tensor] = None) -> Tensor:
    attended, weights = self.self_attn.forward(src, src, src, src_key_padding_mask, False, src_mask)
    normed = self.norm1.forward(torch.add(src, self.dropout1.forward(attended)))
    hidden = torch.$activation(self.linear1.forward(normed))
    fed = self.linear2.forward(self.dropout.forward(hidden))
    return self.norm2.forward(torch.add(normed, self.dropout2.forward(fed)))

class TransformerDecoderLayer:
  options d_model: int, nhead: int, dim_feedforward: int = 2048, dropout: float = 0.1
  options activation: str = "relu"
  child self_attn: MultiheadAttention(embed_dim = $d_model, num_heads = $nhead, dropout = $dropout)
  child dropout1: Dropout(p = $dropout)
  child norm1: LayerNorm(normalized_shape = [$d_model])
  child multihead_attn: MultiheadAttention(embed_dim = $d_model, num_heads = $nhead,
      dropout = $dropout)
  child dropout2: Dropout(p = $dropout)
  child norm2: LayerNorm(normalized_shape = [$d_model])
  child linear1: Linear(in_features = $d_model, out_features = $dim_feedforward)
  child dropout: Dropout(p = $dropout)
  child linear2: Linear(in_features = $dim_feedforward, out_features = $d_model)
  child dropout3: Dropout(p = $dropout)
  child norm3: LayerNorm(normalized_shape = [$d_model])
  forward(tgt: Tensor, memory: Tensor, tgt_mask: Optional[Tensor] = None,
      memory_mask: Optional[Tensor] = None, tgt_key_padding_mask: Optional[Tensor] = None,
      memory_key_padding_mask: Optional[Tensor] = None) -> Tensor:
    attended, weights = self.self_attn.forward(tgt, tgt, tgt, tgt_key_padding_mask, False, tgt_mask)
    first = self.norm1.forward(torch.add(tgt, self.dropout1.forward(attended)))
    crossed, weights = self.multihead_attn.forward(first, memory, memory, memory_key_padding_mask,
        False, memory_mask)
    second = self.norm2.forward(torch.add(first, self.dropout2.forward(crossed)))
    hidden = torch.$activation(self.linear1.forward(second))
    fed = self.linear2.forward(self.dropout.forward(hidden))
    return self.norm3.forward(torch.add(second, self.dropout3.forward(fed)))

class TransformerEncoder:
  options d_model: int, nhead: int, dim_feedforward: int, dropout: float, activation: str
  options num_layers: int
  children layers $num_layers: TransformerEncoderLayer(d_model = $d_model, nhead = $nhead,
      dim_feedforward = $dim_feedforward, dropout = $dropout, activation = $activation)
  child norm: LayerNorm(normalized_shape = [$d_model])
  forward(src: Tensor, src_mask: Optional[Tensor] = None,
      src_key_padding_mask: Optional[Tensor] = None) -> Tensor:
    output = src
    @for i in $num_layers
    output = getattr(self.layers, "$i").forward(output, src_mask, src_key_padding_mask)
    @end
    return self.norm.forward(output)

class TransformerDecoder:
  options d_model: int, nhead: int, dim_feedforward: int, dropout: float, activation: str
  options num_layers: int
  children layers $num_layers: TransformerDecoderLayer(d_model = $d_model, nhead = $nhead,
      dim_feedforward = $dim_feedforward, dropout = $dropout, activation = $activation)
  child norm: LayerNorm(normalized_shape = [$d_model])
  forward(tgt: Tensor, memory: Tensor, tgt_mask: Optional[Tensor] = None,
      memory_mask: Optional[Tensor] = None, tgt_key_padding_mask: Optional[Tensor] = None,
      memory_key_padding_mask: Optional[Tensor] = None) -> Tensor:
    output = tgt
    @for i in $num_layers
    output = getattr(self.layers, "$i").forward(output, memory, tgt_mask, memory_mask,
        tgt_key_padding_mask, memory_key_padding_mask)
    @end
    return self.norm.forward(output)

class Transformer:
  options d_model: int = 512, nhead: int = 8, num_encoder_layers: int = 6
  options num_decoder_layers: int = 6, dim_feedforward: int = 2048, dropout: float = 0.1
  options activation: str = "relu"
  child encoder: TransformerEncoder(d_model = $d_model, nhead = $nhead,
      dim_feedforward = $dim_feedforward, dropout = $dropout, activation = $activation,
      num_layers = $num_encoder_layers)
  child decoder: TransformerDecoder(d_model = $d_model, nhead = $nhead,
      dim_feedforward = $dim_feedforward, dropout = $dropout, activation = $activation,
      num_layers = $num_decoder_layers)
  forward(src: Tensor, tgt: Tensor, src_mask: Optional[Tensor] = None,
      tgt_mask: Optional[Tensor] = None, memory_mask: Optional[Tensor] = None,
      src_key_padding_mask: Optional[Tensor] = None, tgt_key_padding_mask: Optional[Tensor] = None,
      memory_key_padding_mask: Optional[Tensor] = None) -> Tensor:
    memory = self.encoder.forward(src, src_mask, src_key_padding_mask)
    return self.decoder.forward(tgt, memory, tgt_mask, memory_mask, tgt_key_padding_mask,
        memory_key_padding_mask)
