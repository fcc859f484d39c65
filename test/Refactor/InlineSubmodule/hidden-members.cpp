// Written out, a call names the submodule's members in the model's class, which has to be allowed to: what is private or
// protected is for friends.
// RUN: not fx-clang-trace %s --root=Private '--refactor=inline-submodule<target=block;call>' -- 2>&1 | FileCheck %s --check-prefix=PRIVATE
// RUN: not fx-clang-trace %s --root=Protected '--refactor=inline-submodule<target=block;call>' -- 2>&1 | FileCheck %s --check-prefix=PROTECTED
// RUN: not fx-clang-trace %s --root=Method '--refactor=inline-submodule<target=block;call>' -- 2>&1 | FileCheck %s --check-prefix=METHOD
// RUN: not fx-clang-trace %s --root=Inherited '--refactor=inline-submodule<target=block;call>' -- 2>&1 | FileCheck %s --check-prefix=INHERITED
// RUN: fx-clang-trace %s --root=zoo::Friend '--refactor=inline-submodule<target=block;call>' -- 2>&1 | FileCheck %s --check-prefix=FRIEND
// RUN: fx-clang-trace %s --root=FriendMethod '--refactor=inline-submodule<target=block;call>' -- 2>&1 | FileCheck %s --check-prefix=FRIEND
// RUN: fx-clang-trace %s --root=NotNamed '--refactor=inline-submodule<target=block;call>' -- 2>&1 | FileCheck %s --check-prefix=FRIEND

// The members themselves can be the model's.
// RUN: fx-clang-trace %s --root=Private '--refactor=inline-submodule<target=block>' -- 2>&1 | FileCheck %s --check-prefix=MEMBERS
// FRIEND: +{{.*}}return torch::relu(block->fc(x));
// MEMBERS: +{{.*}}return torch::relu(fc(x));

#include <torch/torch.h>

// No word of access: all is private.
class PrivateBlockImpl : public torch::nn::Module {
  // PRIVATE: hidden-members.cpp:[[@LINE+2]]:3: error: the call of 'block' cannot be written out: its forward names 'fc', which only its own class may name [inline-of-a-hidden-member]
  // PRIVATE: note: make it public, or 'Private' a friend
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 4))};

public:
  torch::Tensor forward(torch::Tensor x) { return torch::relu(fc(x)); }
};
TORCH_MODULE(PrivateBlock);

class ProtectedBlockImpl : public torch::nn::Module {
public:
  torch::Tensor forward(torch::Tensor x) { return torch::relu(fc(x)); }

protected:
  // PROTECTED: hidden-members.cpp:[[@LINE+1]]:3: error: the call of 'block' cannot be written out: its forward names 'fc'
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 4))};
};
TORCH_MODULE(ProtectedBlock);

struct MethodBlockImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return help(fc(x)); }
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 4))};

private:
  // METHOD: hidden-members.cpp:[[@LINE+1]]:3: error: the call of 'block' cannot be written out: its forward names 'help'
  torch::Tensor help(torch::Tensor x) { return x.relu(); }
};
TORCH_MODULE(MethodBlock);

struct Helper : torch::nn::Module {
protected:
  // INHERITED: hidden-members.cpp:[[@LINE+1]]:3: error: the call of 'block' cannot be written out: its forward names 'help'
  torch::Tensor help(torch::Tensor x) { return x.relu(); }
};

struct InheritedBlockImpl : Helper {
  torch::Tensor forward(torch::Tensor x) { return help(fc(x)); }
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 4))};
};
TORCH_MODULE(InheritedBlock);

namespace zoo {
struct Friend;
}

class FriendBlockImpl : public torch::nn::Module {
  friend zoo::Friend;
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 4))};

public:
  torch::Tensor forward(torch::Tensor x) { return torch::relu(fc(x)); }
};
TORCH_MODULE(FriendBlock);

struct NotNamedBlockImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return torch::relu(fc(x)); }
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 4))};

private:
  int64_t calls = 0;
};
TORCH_MODULE(NotNamedBlock);

struct Private : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return block(x); }
  PrivateBlock block{register_module("block", PrivateBlock())};
};
struct Protected : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return block(x); }
  ProtectedBlock block{register_module("block", ProtectedBlock())};
};
struct Method : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return block(x); }
  MethodBlock block{register_module("block", MethodBlock())};
};
struct Inherited : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return block(x); }
  InheritedBlock block{register_module("block", InheritedBlock())};
};
struct zoo::Friend : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return block(x); }
  FriendBlock block{register_module("block", FriendBlock())};
};
struct NotNamed : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return block(x); }
  NotNamedBlock block{register_module("block", NotNamedBlock())};
};

class KnownBlockImpl;
struct FriendMethod : torch::nn::Module {
  FriendMethod();
  torch::Tensor forward(torch::Tensor x);
  std::shared_ptr<KnownBlockImpl> block;
};
class KnownBlockImpl : public torch::nn::Module {
  friend torch::Tensor FriendMethod::forward(torch::Tensor);
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 4))};

public:
  torch::Tensor forward(torch::Tensor x) { return torch::relu(fc(x)); }
};
FriendMethod::FriendMethod()
    : block(register_module("block", std::make_shared<KnownBlockImpl>())) {}
torch::Tensor FriendMethod::forward(torch::Tensor x) {
  return block->forward(x);
}
