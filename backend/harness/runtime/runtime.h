// The harness's runtime: what a GPU would provide to a kernel that was
// compiled for the host. See runtime.c for the life of a launch.
#ifndef DS_RUNTIME_H
#define DS_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

// DS_WARP, DS_MAX_THREADS and DS_DYNAMIC_BYTES, the limits of the hardware, are given to the compiler.
#define DS_STACK_BYTES (1024 * 1024) // a thread may have 512 KiB of memory of its own

// Fresh shared memory holds this in every 16-bit unit: a NaN in f16, f32 and
// f64, a conspicuous number in every integer type.
#define DS_POISON 0xFFF7u

// What a thread waits for.
enum ds_op {
  DS_BARRIER = 1,
  DS_BARRIER_POPC,
  DS_BARRIER_AND,
  DS_BARRIER_OR,
  DS_BARRIER_GRID,
  DS_BARRIER_PART,
  DS_WARP_SYNC,
  DS_SHFL_UP,
  DS_SHFL_DOWN,
  DS_SHFL_BFLY,
  DS_SHFL_IDX,
  DS_VOTE_BALLOT,
  DS_VOTE_ANY,
  DS_VOTE_ALL,
  DS_VOTE_UNI,
};

enum ds_state { DS_NEW, DS_READY, DS_AT_BARRIER, DS_AT_WARP_OP, DS_AT_PART, DS_DONE };

// A thread of the block that runs.
typedef struct ds_fiber {
  void *sp;         // saved stack pointer while it does not run
  int stack;        // index of its stack, -1 if none
  uint32_t tid[3];  // x, y, z
  uint32_t linear;  // tid.x + ntid.x * (tid.y + ntid.y * tid.z)
  enum ds_state state;
  enum ds_op op;      // what it waits for
  const void *site;   // where in the code it waits, for block barriers
  uint32_t mask;      // warp operations: the lanes that take part
  uint32_t value;     // its operand, the number of the barrier of a part
  uint32_t b, c;      // shuffles: the other operands
  uint32_t arrived;   // the barriers of parts where it has arrived in a phase that is open, as bits
  uint32_t result;
  int found;          // shuffles: whether there is the lane that was to be read
  struct ds_copy *copies;  // that go on, the oldest first
  uint32_t groups;         // of them that were committed
} ds_fiber;

// A copy from global to shared memory. Hardware makes it at any time up to the
// wait for its group; here that is when it is made, as late as can be, and
// until then the destination holds DS_COPYING.
typedef struct ds_copy {
  struct ds_copy *next;
  void *to;
  const void *from;
  uint32_t bytes;
  uint32_t read;   // of these, the first ones; behind them are zeros
  uint32_t group;  // its number among those of the thread, from 0 on
} ds_copy;

#define DS_COPYING 0xA5

extern ds_fiber *ds_self;  // the thread that runs
extern uint32_t ds_grid[3], ds_block[3], ds_ctaid[3];

// Suspends the thread until all that take part have arrived; returns its
// result.
uint32_t ds_wait_block(enum ds_op op, uint32_t value, const void *site);
// Suspends the thread until as many threads have come to the barrier with the
// number, which is not 0.
void ds_wait_part(uint32_t id, uint32_t threads);
// Counts as having come there, and goes on.
void ds_arrive_part(uint32_t id, uint32_t threads);
uint32_t ds_wait_warp(enum ds_op op, uint32_t mask, uint32_t value, uint32_t b, uint32_t c);

// Reports a fault of the running thread and ends the process.
__attribute__((noreturn, format(printf, 2, 3))) void ds_fault(const char *kind, const char *format, ...);
// Ends the running thread.
__attribute__((noreturn)) void ds_exit_thread(void);

// Reports copies that go on when their thread ends.
void ds_no_copies(void);

void ds_output(const char *text, size_t n);

// What kernels.c defines, which is generated (dispatcher in build.go): the kernels by number, and whether barriers at different places of the code differ.
typedef void (*ds_entry)(void **args);
extern const ds_entry ds_kernels[];
extern const uint32_t ds_kernel_count;
extern const int ds_check_sites;

#endif
