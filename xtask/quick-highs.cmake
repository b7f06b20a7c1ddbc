# How the test command compiles HiGHS: its sources are mostly headers, so several files at a time take half as long, and
# a comparison of answers needs no more optimisation than this. Benchmarks build it as its authors would.
set(CMAKE_UNITY_BUILD ON)
set(CMAKE_CXX_FLAGS_RELEASE "-O1 -DNDEBUG" CACHE STRING "")
