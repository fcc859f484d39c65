# Attention of torch.nn.functional that are no operators: see Activations.ts.

def _zero_column(mask: Optional[Tensor]) -> Optional[Tensor]:
  result = mask
  if result is not None:
    column = torch.zeros([torch.size(result, 0), 1], dtype=result.dtype, device=result.device)
    result = torch.cat([result, column], 1)
  return result

def _part(bias: Optional[Tensor], start: int, end: int) -> Optional[Tensor]:
  result = bias
  if result is not None:
    result = torch.slice(result, 0, start, end)
  return result

def multi_head_attention_forward(query: Tensor, key: Tensor, value: Tensor,
    embed_dim_to_check: int, num_heads: int, in_proj_weight: Optional[Tensor],
    in_proj_bias: Optional[Tensor], bias_k: Optional[Tensor], bias_v: Optional[Tensor],
    add_zero_attn: bool, dropout_p: float, out_proj_weight: Tensor,
    out_proj_bias: Optional[Tensor], training: bool = True,
    key_padding_mask: Optional[Tensor] = None, need_weights: bool = True,
    attn_mask: Optional[Tensor] = None, use_separate_proj_weight: bool = False,
    q_proj_weight: Optional[Tensor] = None, k_proj_weight: Optional[Tensor] = None,
    v_proj_weight: Optional[Tensor] = None, static_k: Optional[Tensor] = None,
    static_v: Optional[Tensor] = None, average_attn_weights: bool = True) -> Tuple[Tensor,
    Optional[Tensor]]:
  length = torch.size(query, 0)
  batch = torch.size(query, 1)
  width = torch.size(query, 2)
  head = width // num_heads
  if q_proj_weight is not None and k_proj_weight is not None and v_proj_weight is not None:
    q_weight, k_weight, v_weight = q_proj_weight, k_proj_weight, v_proj_weight
  else:
    assert in_proj_weight is not None, "multi_head_attention_forward: no projection weights"
    weights = torch.chunk(in_proj_weight, 3)
    q_weight, k_weight, v_weight = weights[0], weights[1], weights[2]
  q = torch.linear(query, q_weight, __torch__._part(in_proj_bias, 0, width))
  k = torch.linear(key, k_weight, __torch__._part(in_proj_bias, width, 2 * width))
  v = torch.linear(value, v_weight, __torch__._part(in_proj_bias, 2 * width, 3 * width))
  q = torch.mul(q, 1.0 / torch.sqrt(head))
  mask = attn_mask
  padding = key_padding_mask
  if bias_k is not None and bias_v is not None:
    k = torch.cat([k, torch.repeat(bias_k, [1, batch, 1])])
    v = torch.cat([v, torch.repeat(bias_v, [1, batch, 1])])
    mask = __torch__._zero_column(mask)
    padding = __torch__._zero_column(padding)
  q = torch.transpose(torch.view(torch.contiguous(q), [length, batch * num_heads, head]), 0, 1)
  k = torch.transpose(torch.view(torch.contiguous(k), [-1, batch * num_heads, head]), 0, 1)
  v = torch.transpose(torch.view(torch.contiguous(v), [-1, batch * num_heads, head]), 0, 1)
  if static_k is not None:
    k = static_k
  if static_v is not None:
    v = static_v
  if add_zero_attn:
    k = torch.cat([k, torch.zeros([torch.size(k, 0), 1, head], dtype=k.dtype, device=k.device)], 1)
    v = torch.cat([v, torch.zeros([torch.size(v, 0), 1, head], dtype=v.dtype, device=v.device)], 1)
    mask = __torch__._zero_column(mask)
    padding = __torch__._zero_column(padding)
  source = torch.size(k, 1)
  scores = torch.bmm(q, torch.transpose(k, 1, 2))
  if mask is not None:
    scores = torch.add_(scores, torch.unsqueeze(mask, 0))
  if padding is not None:
    hidden = torch.unsqueeze(torch.unsqueeze(padding, 1), 2)
    scores = torch.masked_fill(torch.view(scores, [batch, num_heads, length, source]), hidden, -inf)
    scores = torch.view(scores, [batch * num_heads, length, source])
  scores = torch.dropout(torch.softmax(scores, -1), dropout_p, training)
  output = torch.contiguous(torch.transpose(torch.bmm(scores, v), 0, 1))
  output = torch.linear(torch.view(output, [length, batch, width]), out_proj_weight, out_proj_bias)
  attention = annotate(Optional[Tensor], None)
  if need_weights:
    heads = torch.view(scores, [batch, num_heads, length, source])
    if average_attn_weights:
      attention = torch.div(torch.sum(heads, [1]), num_heads)
    else:
      attention = heads
  return (output, attention)
