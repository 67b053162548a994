# Comparing values, and the rules for providers.
add_library(codec_rules_support STATIC rules_support.c)
target_link_libraries(codec_rules_support PUBLIC codec_test_support)
foreach(concern compare rules)
  add_executable(codec_${concern}_test ${concern}_test.c)
  target_link_libraries(codec_${concern}_test codec_rules_support)
  add_test(NAME codec/${concern} COMMAND codec_${concern}_test)
endforeach()
