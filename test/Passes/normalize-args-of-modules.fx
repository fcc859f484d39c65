# Operands of LibTorch's modules get the order or the names of forward, by Python's words. C++
# and TorchScript are written with them by position.
# RUN: fx-opt %s --passes=normalize-args | FileCheck %s
# RUN: fx-opt %s --passes='normalize-args<keywords;keep-defaults>' | FileCheck %s --check-prefix=NAMES
# RUN: fx-opt %s --passes='normalize-args<keywords>' --emit=cpp | FileCheck %s --check-prefix=CPP
# RUN: fx-opt %s --passes='normalize-args<keywords>' --emit=python | FileCheck %s --check-prefix=PYTHON
# RUN: fx-opt %s --passes='normalize-args<keywords>' --emit=torchscript | FileCheck %s --check-prefix=TORCHSCRIPT
module Net {
  emb: torch::nn::Embedding(num_embeddings = 5, embedding_dim = 4)
  lstm: torch::nn::LSTM(input_size = 4, hidden_size = 3)
  mha: torch::nn::MultiheadAttention(embed_dim = 4, num_heads = 2)
}
graph():
    %x : = placeholder[target=x]
    %h : = placeholder[target=h]
    %emb : = call_module[target=emb](args = (%x,), kwargs = {})
    %lstm : = call_module[target=lstm](args = (%emb,), kwargs = {hx: None})
    %mha : = call_module[target=mha](args = (%emb, %emb, %emb), kwargs = {need_weights: False, key_padding_mask: %h})
    return (%lstm, %mha)
# CHECK: [target=emb](args = (%x,), kwargs = {})
# CHECK: [target=lstm](args = (%emb,), kwargs = {})
# CHECK: [target=mha](args = (%emb, %emb, %emb, %h, False), kwargs = {})
# NAMES: [target=emb](args = (), kwargs = {input: %x})
# NAMES: [target=lstm](args = (), kwargs = {input: %emb, hx: None})
# NAMES: [target=mha](args = (), kwargs = {query: %emb, key: %emb, value: %emb, key_padding_mask: %h, need_weights: False})
# CPP: emb->forward(x)
# CPP: lstm->forward(emb_out)
# CPP: mha->forward(emb_out, emb_out, emb_out, h, false)
# PYTHON: self.lstm(input = emb)
# TORCHSCRIPT: self.mha.forward(emb, emb, emb, h, False)
