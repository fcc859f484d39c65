target_include_directories(fxDriver SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS} ${CLANG_INCLUDE_DIRS})
target_include_directories(fxDriver PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
target_compile_definitions(fxDriver PRIVATE ${llvm_definitions})
