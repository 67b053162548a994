# What `show -json` writes of values, and the reading of its files.
foreach(concern value_json plan_file plan_expression plan_match)
  add_executable(codec_${concern}_test ${concern}_test.c)
  target_link_libraries(codec_${concern}_test codec_test_support)
  target_compile_definitions(codec_${concern}_test
    PRIVATE TEST_CAPTURES="${PROJECT_SOURCE_DIR}/test-captures")
  add_test(NAME codec/${concern} COMMAND codec_${concern}_test)
endforeach()
