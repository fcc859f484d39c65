// What source reads that may have another value in another object, or in another call.
#pragma once

#include "fx/IR/ModuleTree.h"
#include "fx/Ops/LibTorch.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

#include "llvm/ADT/ArrayRef.h"

namespace fx::frontend {

bool is_tensor_or_base(clang::QualType type);

/// Whether one of some arguments that are no tensors reads a variable that is no constant of the
/// program, or calls a function of the program's.
bool reads_variables(llvm::ArrayRef<const clang::Expr*> arguments,
                     const clang::ASTContext& context);

/// Notes the options of a module of torch::nn that such variables decide. `arguments`: what it is
/// made of, "torch::nn::Conv2dOptions(in, out, 3).stride(stride)" or "in, out, 3".
void note_variable_options(llvm::ArrayRef<const clang::Expr*> arguments,
                           const clang::ASTContext& context, const ops::OptionsClass* options,
                           ModuleSyntax& syntax);

} // namespace fx::frontend
