# Schema files: the only test of codec/ that reads the files beside the captures.
add_executable(codec_schema_json_test schema_json_test.c)
target_link_libraries(codec_schema_json_test tfplugin_codec)
target_compile_definitions(codec_schema_json_test
  PRIVATE TEST_CAPTURES="${PROJECT_SOURCE_DIR}/test-captures")
add_test(NAME codec/schema_json COMMAND codec_schema_json_test)
