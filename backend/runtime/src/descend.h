/* Functions that every Descend program brings along. All that give an int give 0, or on an error another number:
 * descend_error() then says what went wrong. */
#ifndef DESCEND_H
#define DESCEND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The bits of a half-precision number. */
typedef uint16_t descend_f16;

/* What went wrong in the last function that this thread called. It is valid until the thread calls the next one. */
const char *descend_error(void);

/* Where kernels run: "cpu" or "cuda", NULL on an error. The environment variable DESCEND_DEVICE (cpu, cuda or auto)
 * decides when the device is first used. */
const char *descend_device(void);

/* Memory of the device. On the CPU it is ordinary memory. */
int descend_alloc(void **memory, size_t bytes);
int descend_free(void *memory);
int descend_copy_to_device(void *device, const void *host, size_t bytes);
int descend_copy_to_host(void *host, const void *device, size_t bytes);

/* Waits until all kernels have ended; an error in one of them is reported here, if it was not before. */
int descend_wait(void);

#ifdef __cplusplus
}
#endif
#endif
