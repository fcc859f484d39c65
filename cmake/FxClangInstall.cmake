# cmake --install: the tools, the libraries, the headers and a CMake package (find_package(fx-clang)).
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/fx-clang)
get_property(libraries GLOBAL PROPERTY FX_LIBRARIES)
install(TARGETS ${libraries} EXPORT fx-clang-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/fx DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES README.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(EXPORT fx-clang-targets NAMESPACE fx-clang:: DESTINATION ${package_dir})
configure_package_config_file(cmake/fx-clang-config.cmake.in fx-clang-config.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(fx-clang-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/fx-clang-config.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/fx-clang-config-version.cmake
        DESTINATION ${package_dir})
