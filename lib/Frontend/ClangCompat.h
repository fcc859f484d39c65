// What differs between the versions of Clang that fx-clang builds with: one file to edit for the
// next one.
#pragma once

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Driver/CreateInvocationFromArgs.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <memory>

namespace fx::frontend::compat {

using FileSystem = llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>;

/// A compiler ready for ExecuteAction; `consumer` stays the caller's.
inline std::unique_ptr<clang::CompilerInstance>
make_compiler(std::shared_ptr<clang::CompilerInvocation> invocation, FileSystem files,
              clang::DiagnosticConsumer& consumer) {
  auto compiler = std::make_unique<clang::CompilerInstance>(std::move(invocation));
  compiler->setVirtualFileSystem(std::move(files));
  compiler->createDiagnostics(&consumer, /*ShouldOwnClient=*/false);
  compiler->createFileManager();
  return compiler;
}

/// Diagnostics without a compiler: for the driver and for messages that have no source location.
inline llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine>
make_diagnostics(llvm::vfs::FileSystem& files, clang::DiagnosticOptions& options,
                 clang::DiagnosticConsumer& consumer) {
  return clang::CompilerInstance::createDiagnostics(files, options, &consumer,
                                                    /*ShouldOwnClient=*/false);
}

/// Runs Clang's driver on `arguments`. Null when there is nothing to parse.
inline std::unique_ptr<clang::CompilerInvocation>
make_invocation(llvm::ArrayRef<const char*> arguments, FileSystem files,
                llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> diagnostics) {
  clang::CreateInvocationOptions options;
  options.Diags = std::move(diagnostics);
  options.VFS = std::move(files);
  options.RecoverOnError = true;
  return clang::createInvocation(arguments, std::move(options));
}

} // namespace fx::frontend::compat
