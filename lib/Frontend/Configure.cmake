target_include_directories(fxFrontend SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS} ${CLANG_INCLUDE_DIRS})
target_include_directories(fxFrontend PRIVATE ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR})
separate_arguments(llvm_definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
target_compile_definitions(fxFrontend PRIVATE ${llvm_definitions})
target_precompile_headers(fxFrontend PRIVATE Frontend/ClangHeaders.h)
foreach(library fxCheck fxRefactor fxVerify fxDriver)
  target_precompile_headers(${library} REUSE_FROM fxFrontend)
endforeach()

# Where this machine keeps LibTorch and Clang's own headers: the defaults of the tool's parse.
list(GET FX_LIBTORCH_INCLUDE_DIRS 0 FX_LIBTORCH_API_DIR)
list(GET FX_LIBTORCH_INCLUDE_DIRS 1 FX_LIBTORCH_BASE_DIR)
execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-resource-dir
                OUTPUT_VARIABLE FX_CLANG_RESOURCE_DIR OUTPUT_STRIP_TRAILING_WHITESPACE)
configure_file(Frontend/Parse/Installation.h.in FrontendInstallation.h)
