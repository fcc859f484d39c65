# cmake --install: the tools, the libraries, the headers and a CMake package (find_package(fx-clang)).
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/fx-clang)
get_property(libraries GLOBAL PROPERTY FX_LIBRARIES)
install(TARGETS ${libraries} EXPORT fx-clang-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/fx DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES README.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(EXPORT fx-clang-targets NAMESPACE fx-clang:: DESTINATION ${package_dir})
# What needs LibTorch: a program that does not ask for this component needs none.
install(EXPORT fx-clang-runtime-targets NAMESPACE fx-clang:: DESTINATION ${package_dir})
string(REGEX MATCH "^[0-9]+\\.[0-9]+" FX_LIBTORCH_SERIES "${FX_LIBTORCH_VERSION}")
configure_package_config_file(cmake/fx-clang-config.cmake.in fx-clang-config.cmake
  INSTALL_DESTINATION ${package_dir})
configure_file(cmake/fx-clang-libtorch.cmake.in fx-clang-libtorch.cmake @ONLY)
write_basic_package_version_file(fx-clang-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/fx-clang-config.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/fx-clang-config-version.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/fx-clang-libtorch.cmake
        DESTINATION ${package_dir})
