/* The runtime as one unit, in an order in which each part knows those that it needs. */
#define _GNU_SOURCE
#include "runtime.h"

#include "error.c"
#include "device.c"
#include "cuda.c"
#include "memory.c"
#include "monitor.c"
#include "cpu.c"
#include "print.c"
#include "invoke.c"
#include "npy.c"
#include "main.c"
