# `cpack` in the build folder makes a package for the Debian release that it runs on.
# SPDX-License-Identifier: GPL-2.0-or-later
find_program(TFPLUGIN_DPKG_QUERY dpkg-query)
if(NOT TFPLUGIN_DPKG_QUERY OR NOT TARGET tfplugindump)
  return()
endif()

# The library's package is named after its ABI, so ask which one holds it.
get_filename_component(libwireshark ${Wireshark_LIB_DIR}/libwireshark.so REALPATH)
execute_process(COMMAND ${TFPLUGIN_DPKG_QUERY} --search ${libwireshark}
  OUTPUT_VARIABLE owner RESULT_VARIABLE failed ERROR_QUIET)
if(failed)
  return()
endif()
string(REGEX REPLACE ":.*" "" owner "${owner}")
math(EXPR next_minor "${Wireshark_MINOR_VERSION} + 1")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tfplugin)
set(CPACK_PACKAGE_CONTACT "The tfplugin project")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Wireshark dissector for Terraform and OpenTofu providers")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "Finds the sessions between Terraform or OpenTofu and their providers in any capture, and shows
each call with its configs, states and plans as values that can be read and filtered. Comes with
tfplugindump, which records such sessions.")
set(CPACK_PACKAGING_INSTALL_PREFIX ${Wireshark_INSTALL_PREFIX})
set(CPACK_STRIP_FILES ON)

# One package of what is for everybody. Its version says which Wireshark it is for, so that packages
# for several releases can lie in one folder.
set(CPACK_COMPONENTS_ALL system)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_PACKAGE_VERSION ${PROJECT_VERSION}+wireshark${minor})
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION net)

set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS
  "${owner} (>= ${minor}~), ${owner} (<< ${Wireshark_MAJOR_VERSION}.${next_minor}~)")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "wireshark | tshark")
include(CPack)
