target_include_directories(fxLSP SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS} ${CLANG_INCLUDE_DIRS})
target_include_directories(fxLSP PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
target_compile_definitions(fxLSP PRIVATE ${llvm_definitions})
