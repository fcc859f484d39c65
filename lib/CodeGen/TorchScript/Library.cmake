# Puts lib/CodeGen/TorchScript/{Functions,Modules}/*.ts into the program.

set(folder ${CMAKE_CURRENT_LIST_DIR})
foreach(what Functions Modules)
  file(GLOB files CONFIGURE_DEPENDS ${folder}/${what}/*.ts)
  set(texts "")
  foreach(file ${files})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    file(READ ${file} text)
    string(APPEND texts "R\"FX(\n${text})FX\",\n")
  endforeach()
  string(TOUPPER ${what} name)
  set(FX_TORCHSCRIPT_${name} "${texts}")
endforeach()
configure_file(${folder}/LibraryText.cpp.in ${CMAKE_CURRENT_BINARY_DIR}/TorchScript/LibraryText.cpp
               @ONLY)
target_sources(fxCodeGen PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/TorchScript/LibraryText.cpp)
set_source_files_properties(${CMAKE_CURRENT_BINARY_DIR}/TorchScript/LibraryText.cpp PROPERTIES
  INCLUDE_DIRECTORIES ${folder})
