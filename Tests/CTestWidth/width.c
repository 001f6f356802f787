#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// Swift Testing starts every test at once: thousands of tasks share as many threads as there are cores, each
// step of a test queues behind a step of all others, and a test of one second takes minutes. This bounds
// them: four tests for each core, because about half of them wait for a program, a socket or a clock.
//
// It runs before main, where Swift Testing reads the variable. A value that is set already stays.
__attribute__((constructor)) static void bound_tests(void) {
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  char width[24];
  snprintf(width, sizeof width, "%ld", 4 * (cores > 0 ? cores : 1));
  setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", width, 0);
}
