import torch
from torch import nn


class TextClassifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(100, 12, padding_idx=0)
        self.lstm = nn.LSTM(12, 16, 2, batch_first=True, dropout=0.3, bidirectional=True)
        self.gru = nn.GRU(32, 16, batch_first=True)
        self.drop = nn.Dropout(0.3)
        self.fc = nn.Linear(48, 5)

    def forward(self, tokens):
        embedded = self.embedding(tokens)
        output, state = self.lstm(embedded)
        hidden = state[0]
        summary = torch.cat([hidden[-2], hidden[-1]], 1)
        last = self.gru(output)[0][:, -1]
        return self.fc(self.drop(torch.cat([summary, last], 1)))
