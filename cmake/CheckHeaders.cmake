# check_headers(TARGET): while building, every header of this folder is compiled by itself, as TARGET
# is compiled, and included twice. So it includes what it needs, and guards itself.
# SPDX-License-Identifier: GPL-2.0-or-later
function(check_headers target)
  file(RELATIVE_PATH part ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  file(GLOB headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} *.h)
  foreach(header ${headers})
    string(REPLACE / _ name ${header})
    set(source ${CMAKE_CURRENT_BINARY_DIR}/headers/${name}.c)
    file(CONFIGURE OUTPUT ${source} CONTENT "#include \"@header@\"\n#include \"@header@\"\n" @ONLY)
    list(APPEND sources ${source})
  endforeach()

  add_library(${target}_headers OBJECT ${sources})
  # What a static function of a header is for is seen only where it is used.
  target_compile_options(${target}_headers PRIVATE -Wno-unused-function)
  foreach(property INCLUDE_DIRECTORIES COMPILE_DEFINITIONS LINK_LIBRARIES)
    get_target_property(value ${target} ${property})
    if(value)
      set_target_properties(${target}_headers PROPERTIES ${property} "${value}")
    endif()
  endforeach()
  target_include_directories(${target}_headers PRIVATE ${PROJECT_SOURCE_DIR})
endfunction()
