target_include_directories(fxRefactor SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS} ${CLANG_INCLUDE_DIRS})
target_include_directories(fxRefactor PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
target_compile_definitions(fxRefactor PRIVATE ${llvm_definitions})
