# Stands for a LibTorch of another version.
set(TORCH_LIBRARIES torch)
set(TORCH_INCLUDE_DIRS ${CMAKE_CURRENT_BINARY_DIR}/include)
file(WRITE ${TORCH_INCLUDE_DIRS}/torch/version.h
     "#define TORCH_VERSION_MAJOR 0\n#define TORCH_VERSION_MINOR 4\n#define TORCH_VERSION_PATCH 1\n")
