target_include_directories(fxCheck SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS} ${CLANG_INCLUDE_DIRS})
target_include_directories(fxCheck PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
target_compile_definitions(fxCheck PRIVATE ${llvm_definitions})
