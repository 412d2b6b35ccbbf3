// One process runs one launch: it reads a request on standard input, runs the
// blocks one after the other, and writes a response on standard output.
// launch.go has the other ends of both; the layouts must agree.
//
// The threads of a block are fibers on one system thread. A fiber runs until
// it meets a barrier or a warp operation, or ends. The scheduler goes through
// the threads in turn, in their linear order or, with a seed, in a new random
// order each time round.

#define _GNU_SOURCE
#include "runtime.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// What the module defines, in LLVM IR (see rewrite.go).
typedef struct { char *at; uint64_t size; } ds_shared;
extern const ds_shared ds_shared_table[];
extern const uint64_t ds_shared_count;
extern uint64_t ds_fault_address __asm__("dm.__descend_fault") __attribute__((weak));


#define DS_SHARED_GUARD 64
#define DS_RECORD_BYTES 256

ds_fiber *ds_self;
uint32_t ds_grid[3], ds_block[3], ds_ctaid[3];
__attribute__((aligned(256))) char ds_dynamic_shared[DS_DYNAMIC_BYTES + 4096];

// The stacks of all threads that are there at once: those of a block, or of all blocks if they wait for each other.
#define DS_MAX_STACKS 65536
static ds_fiber *fibers; // of the block that runs
static uint32_t fiber_count, done_count;
static ds_entry entry;
static void **kernel_args;
static uint64_t dynamic_bytes, seed;
static uint64_t fault_record[DS_RECORD_BYTES / 8];

// ---- output --------------------------------------------------------------

static char *output;
static size_t output_size, output_cap;

void ds_output(const char *text, size_t n) {
  if (output_size + n > output_cap) {
    output_cap = (output_size + n) * 2;
    output = realloc(output, output_cap);
    if (!output) _exit(9);
  }
  memcpy(output + output_size, text, n);
  output_size += n;
}

static void put(const void *data, size_t n) {
  const char *p = data;
  while (n > 0) {
    ssize_t k = write(1, p, n);
    if (k <= 0) _exit(8);
    p += k;
    n -= k;
  }
}
static void put_u64(uint64_t v) { put(&v, 8); }
static void put_bytes(const void *data, size_t n) { put_u64(n); put(data, n); }

static void put_head(const char *kind, const char *text) {
  put("DSR1", 4);
  put_bytes(kind, strlen(kind));
  put_bytes(text, strlen(text));
  for (int i = 0; i < 3; i++) put_u64(ds_ctaid[i]);
  for (int i = 0; i < 3; i++) put_u64(ds_self ? ds_self->tid[i] : 0);
  put_u64(ds_self != NULL);
  put_bytes(fault_record, sizeof fault_record);
  put_bytes(output, output_size);
}

void ds_fault(const char *kind, const char *format, ...) {
  char text[4096];
  va_list ap;
  va_start(ap, format);
  vsnprintf(text, sizeof text, format, ap);
  va_end(ap);
  put_head(kind, text);
  _exit(0);
}

// ---- switching -----------------------------------------------------------

static char *stacks;
static int free_stacks[DS_MAX_STACKS], free_stack_count, stack_count;
static void *scheduler_sp;

static void fiber_main(void) {
  entry(kernel_args);
  ds_no_copies();
  ds_exit_thread();
}

#if defined(__x86_64__) && !defined(DS_UCONTEXT)
// Saves the callee-saved registers and the stack pointer, loads others.
__attribute__((naked, noinline)) static void switch_stack(void **save, void *load) {
  __asm__("pushq %rbp\n pushq %rbx\n pushq %r12\n pushq %r13\n pushq %r14\n pushq %r15\n"
          "movq %rsp, (%rdi)\n movq %rsi, %rsp\n"
          "popq %r15\n popq %r14\n popq %r13\n popq %r12\n popq %rbx\n popq %rbp\n ret\n");
}
static void *first_frame(char *top) {
  void **sp = (void **)top; // a multiple of 16
  *--sp = 0;                // a function starts at 8 modulo 16
  *--sp = (void *)fiber_main;
  for (int i = 0; i < 6; i++) *--sp = 0;
  return sp;
}
#else
#include <ucontext.h>
static ucontext_t contexts[DS_MAX_STACKS], scheduler_context;
static ucontext_t *context_of(void *sp) { return sp ? sp : &scheduler_context; }
static void switch_stack(void **save, void *load) {
  ucontext_t *from = context_of(save == &scheduler_sp ? NULL : *save);
  swapcontext(from, context_of(load));
}
static void *first_frame(char *top) {
  ucontext_t *c = &contexts[(top - stacks) / DS_STACK_BYTES - 1];
  getcontext(c);
  c->uc_stack.ss_sp = top - DS_STACK_BYTES + 4096;
  c->uc_stack.ss_size = DS_STACK_BYTES - 4096;
  makecontext(c, fiber_main, 0);
  return c;
}
#endif

static void make_stacks(void) {
  uint64_t all = (uint64_t)ds_grid[0] * ds_grid[1] * ds_grid[2] * ds_block[0] * ds_block[1] * ds_block[2];
  stack_count = all > DS_MAX_THREADS && all <= DS_MAX_STACKS ? (int)all : DS_MAX_THREADS;
  size_t n = (size_t)stack_count * DS_STACK_BYTES;
  stacks = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (stacks == MAP_FAILED) _exit(9);
  for (int i = 0; i < stack_count; i++) free_stacks[free_stack_count++] = stack_count - 1 - i;
}

// The stacks used so far have a guard page at their low end.
static void take_stack(ds_fiber *f) {
  static int guarded[DS_MAX_STACKS];
  if (free_stack_count == 0) ds_fault("unsupported", "more than %d threads of blocks that wait for each other", stack_count);
  int i = free_stacks[--free_stack_count];
  char *low = stacks + (size_t)i * DS_STACK_BYTES;
  if (!guarded[i]) {
    mprotect(low, 4096, PROT_NONE);
    guarded[i] = 1;
  }
  f->stack = i;
  f->sp = first_frame(low + DS_STACK_BYTES);
}

static void resume(ds_fiber *f) {
  if (f->state == DS_NEW) take_stack(f);
  f->state = DS_READY;
  ds_self = f;
  switch_stack(&scheduler_sp, f->sp);
  ds_self = NULL;
}

static void suspend(ds_fiber *f) { switch_stack(&f->sp, scheduler_sp); }

void ds_exit_thread(void) {
  ds_self->state = DS_DONE;
  done_count++;
  free_stacks[free_stack_count++] = ds_self->stack;
  suspend(ds_self);
  __builtin_unreachable();
}

// ---- barriers ------------------------------------------------------------

// Writes "(0,0,0), (1,0,0) and 30 more" for the threads that pick chooses.
static void list_threads(char *to, size_t size, int (*pick)(const ds_fiber *)) {
  uint32_t shown = 0, total = 0;
  size_t n = 0;
  to[0] = 0;
  for (uint32_t i = 0; i < fiber_count; i++) {
    const ds_fiber *f = &fibers[i];
    if (!pick(f)) continue;
    if (total++ < 4) {
      n += snprintf(to + n, size - n, "%s(%u,%u,%u)", shown ? ", " : "", f->tid[0], f->tid[1], f->tid[2]);
      shown++;
    }
  }
  if (total > shown) snprintf(to + n, size - n, " and %u more", total - shown);
}

static const void *first_site;
static enum ds_op first_op;
static int at_barrier(const ds_fiber *f) { return f->state == DS_AT_BARRIER; }
static int at_warp_op(const ds_fiber *f) { return f->state == DS_AT_WARP_OP; }
static int at_part(const ds_fiber *f) { return f->state == DS_AT_PART; }
static int is_done(const ds_fiber *f) { return f->state == DS_DONE; }
static int same_barrier(const ds_fiber *f) { return at_barrier(f) && f->site == first_site && f->op == first_op; }
static int other_barrier(const ds_fiber *f) { return at_barrier(f) && !same_barrier(f); }

// Names who waits where; called when no thread can go on.
static void stalled(void) {
  char text[4][256], message[1600];
  size_t n = 0;
  list_threads(text[0], sizeof text[0], at_barrier);
  list_threads(text[1], sizeof text[1], at_warp_op);
  list_threads(text[2], sizeof text[2], at_part);
  list_threads(text[3], sizeof text[3], is_done);
  static const char *what[4] = {"wait at the block's barrier", "wait at a warp operation", "wait at the barrier of a part of the block", "have ended"};
  for (int i = 0; i < 4; i++)
    if (text[i][0]) n += snprintf(message + n, sizeof message - n, "%sthreads %s %s", n ? "; " : "", text[i], what[i]);
  ds_fault("barrier-divergence", "block (%u,%u,%u): %s", ds_ctaid[0], ds_ctaid[1], ds_ctaid[2], message);
}

// All threads of the block wait at its barrier: checks that it is the same
// one, and lets them go; not if it is that of the grid, then it returns 1.
static int release_block(void) {
  first_site = fibers[0].site;
  first_op = fibers[0].op;
  uint32_t sum = 0;
  for (uint32_t i = 0; i < fiber_count; i++) {
    ds_fiber *f = &fibers[i];
    if (f->op != first_op || (ds_check_sites && f->site != first_site)) {
      char here[256], there[256];
      list_threads(here, sizeof here, same_barrier);
      list_threads(there, sizeof there, other_barrier);
      ds_fault("barrier-divergence", "block (%u,%u,%u): threads %s wait at one barrier, threads %s at another",
               ds_ctaid[0], ds_ctaid[1], ds_ctaid[2], here, there);
    }
    sum += f->value;
  }
  if (first_op == DS_BARRIER_GRID) return 1;
  for (uint32_t i = 0; i < fiber_count; i++) {
    ds_fiber *f = &fibers[i];
    f->state = DS_READY;
    f->result = first_op == DS_BARRIER_AND ? sum == fiber_count : first_op == DS_BARRIER_OR ? sum > 0 : sum;
  }
  return 0;
}

uint32_t ds_wait_block(enum ds_op op, uint32_t value, const void *site) {
  ds_fiber *f = ds_self;
  f->op = op;
  f->value = value;
  f->site = site;
  f->state = DS_AT_BARRIER;
  suspend(f);
  return f->result;
}

// ---- barriers of a part of the block --------------------------------------

// The barriers with the numbers 1 to 15: how many threads have come to each,
// and how many it waits for.
static struct { uint32_t come, threads; } parts[DS_NAMED_BARRIERS + 1];

// Counts the thread at a barrier; 1 if all have come, which lets those go
// that wait.
static int come(uint32_t id, uint32_t threads) {
  if (id == 0 || id > DS_NAMED_BARRIERS) ds_fault("unsupported", "a barrier of a part with the number %u", id);
  if (threads == 0 || threads % DS_WARP) ds_fault("barrier-divergence", "barrier %u is of %u threads, which are no whole warps", id, threads);
  if (parts[id].come && parts[id].threads != threads)
    ds_fault("barrier-divergence", "barrier %u is of %u threads, and of %u", id, parts[id].threads, threads);
  if (ds_self->arrived >> id & 1)
    ds_fault("barrier-divergence", "thread (%u,%u,%u) arrives twice at barrier %u, for which others have not come yet", ds_self->tid[0], ds_self->tid[1], ds_self->tid[2], id);
  parts[id].threads = threads;
  ds_self->arrived |= 1u << id;
  if (++parts[id].come < threads) return 0;
  parts[id].come = 0;
  for (uint32_t i = 0; i < fiber_count; i++) {
    fibers[i].arrived &= ~(1u << id);
    if (fibers[i].state == DS_AT_PART && fibers[i].value == id) fibers[i].state = DS_READY;
  }
  return 1;
}

void ds_arrive_part(uint32_t id, uint32_t threads) { come(id, threads); }

void ds_wait_part(uint32_t id, uint32_t threads) {
  if (come(id, threads)) return;
  ds_fiber *f = ds_self;
  f->op = DS_BARRIER_PART;
  f->value = id;
  f->state = DS_AT_PART;
  suspend(f);
}

// ---- warp operations -----------------------------------------------------

// The lane that a shuffle of this lane reads (PTX ISA, shfl.sync); its own where there is none.
static uint32_t shuffle_source(ds_fiber *f) {
  uint32_t lane = f->linear % DS_WARP, b = f->b & 31, clamp = f->c & 31, segment = f->c >> 8 & 31;
  uint32_t max = (lane & segment) | (clamp & ~segment);
  int32_t j = lane;
  int valid = 0;
  switch (f->op) {
  case DS_SHFL_UP: j = (int32_t)lane - (int32_t)b; valid = j >= (int32_t)max; break;
  case DS_SHFL_DOWN: j = lane + b; valid = j <= (int32_t)max; break;
  case DS_SHFL_BFLY: j = lane ^ b; valid = j <= (int32_t)max; break;
  default: j = (lane & segment) | (b & ~segment); valid = j <= (int32_t)max; break;
  }
  f->found = valid;
  return valid ? (uint32_t)j : lane;
}

// Completes the operation that f waits for if all lanes of its mask wait for
// it too. Lanes that the block does not have count as arrived.
static void try_warp(ds_fiber *f) {
  ds_fiber *warp = &fibers[f->linear / DS_WARP * DS_WARP];
  uint32_t lanes = fiber_count - warp->linear < DS_WARP ? fiber_count - warp->linear : DS_WARP;
  uint32_t votes = 0, present = 0;
  for (uint32_t l = 0; l < lanes; l++) {
    if (!(f->mask >> l & 1)) continue;
    if (warp[l].state != DS_AT_WARP_OP || warp[l].op != f->op || warp[l].mask != f->mask) return;
    present |= 1u << l;
    votes |= (uint32_t)(warp[l].value != 0) << l;
  }
  for (uint32_t l = 0; l < lanes; l++) {
    if (!(f->mask >> l & 1)) continue;
    ds_fiber *g = &warp[l];
    switch (g->op) {
    case DS_WARP_SYNC: break;
    case DS_VOTE_BALLOT: g->result = votes; break;
    case DS_VOTE_ANY: g->result = votes != 0; break;
    case DS_VOTE_ALL: g->result = votes == present; break;
    case DS_VOTE_UNI: g->result = votes == present || votes == 0; break;
    default: {
      // A lane that takes no part has no defined value.
      uint32_t source = shuffle_source(g);
      g->result = present >> source & 1 ? warp[source].value : DS_POISON * 0x10001u;
    }
    }
  }
  for (uint32_t l = 0; l < lanes; l++)
    if (f->mask >> l & 1) warp[l].state = DS_READY;
}

uint32_t ds_wait_warp(enum ds_op op, uint32_t mask, uint32_t value, uint32_t b, uint32_t c) {
  ds_fiber *f = ds_self;
  if (!(mask >> f->linear % DS_WARP & 1))
    ds_fault("barrier-divergence", "a warp operation's mask 0x%08x leaves out the lane %u that executes it", mask, f->linear % DS_WARP);
  f->op = op;
  f->mask = mask;
  f->value = value;
  f->b = b;
  f->c = c;
  f->state = DS_AT_WARP_OP;
  try_warp(f);
  if (f->state != DS_READY) suspend(f);
  return f->result;
}

// ---- the scheduler -------------------------------------------------------

static uint64_t random_state;
static uint64_t next_random(void) { // splitmix64
  uint64_t z = (random_state += 0x9e3779b97f4a7c15u);
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

static void permute(uint32_t *a, uint32_t n) {
  for (uint32_t i = n; i > 1; i--) {
    uint32_t j = next_random() % i, t = a[i - 1];
    a[i - 1] = a[j];
    a[j] = t;
  }
}

static void poison(char *p, uint64_t n) {
  for (uint64_t i = 0; i < n; i++) p[i] = (char)(i & 1 ? DS_POISON >> 8 : DS_POISON);
}

/* check_poison looks at n poisoned bytes behind the first size bytes at p, which were poisoned with them. */
static void check_poison(const char *p, uint64_t size, uint64_t n, const char *what) {
  for (uint64_t i = 0; i < n; i++)
    if (p[size + i] != (char)((size + i) & 1 ? DS_POISON >> 8 : DS_POISON))
      ds_fault("out-of-bounds", "block (%u,%u,%u): something was written %llu bytes past the end of %s",
               ds_ctaid[0], ds_ctaid[1], ds_ctaid[2], (unsigned long long)i, what);
}

static void begin_block(void) {
  fiber_count = ds_block[0] * ds_block[1] * ds_block[2];
  done_count = 0;
  memset(parts, 0, sizeof parts);
  for (uint32_t i = 0; i < fiber_count; i++)
    fibers[i] = (ds_fiber){.stack = -1, .linear = i, .state = DS_NEW,
      .tid = {i % ds_block[0], i / ds_block[0] % ds_block[1], i / ds_block[0] / ds_block[1]}};
  for (uint64_t i = 0; i < ds_shared_count; i++)
    poison(ds_shared_table[i].at, ds_shared_table[i].size + DS_SHARED_GUARD);
  poison(ds_dynamic_shared, dynamic_bytes + 4096);
}

// Runs the block to its end, or, then it returns 1, to a barrier of the grid.
static int run_block(void) {
  static uint32_t order[DS_MAX_THREADS];
  for (uint32_t i = 0; i < fiber_count; i++) order[i] = i;
  while (done_count < fiber_count) {
    if (seed) permute(order, fiber_count);
    int moved = 0;
    uint32_t waiting = 0;
    for (uint32_t k = 0; k < fiber_count; k++) {
      ds_fiber *f = &fibers[order[k]];
      if (f->state == DS_NEW || f->state == DS_READY) {
        resume(f);
        moved = 1;
      }
    }
    for (uint32_t k = 0; k < fiber_count; k++) waiting += fibers[k].state == DS_AT_BARRIER;
    if (waiting == fiber_count) {
      if (release_block()) return 1;
    } else if (!moved) {
      stalled();
    }
  }
  for (uint32_t i = 1; i <= DS_NAMED_BARRIERS; i++)
    if (parts[i].come)
      ds_fault("barrier-divergence", "block (%u,%u,%u): %u of %u threads have come to barrier %u, and nobody has waited for them",
               ds_ctaid[0], ds_ctaid[1], ds_ctaid[2], parts[i].come, parts[i].threads, i);
  for (uint64_t i = 0; i < ds_shared_count; i++)
    check_poison(ds_shared_table[i].at, ds_shared_table[i].size, DS_SHARED_GUARD, "a shared array");
  check_poison(ds_dynamic_shared, dynamic_bytes, 4096, "the dynamic shared memory");
  return 0;
}

// ---- blocks that wait for each other ---------------------------------------

// A block while another one runs: its threads, and what its shared memory holds.
typedef struct { ds_fiber *fibers; char *shared; } waiting_block;

static size_t copy_shared(char *saved, int back) {
  size_t n = 0;
  for (uint64_t i = 0; i <= ds_shared_count; i++) {
    char *at = i < ds_shared_count ? ds_shared_table[i].at : ds_dynamic_shared;
    size_t size = i < ds_shared_count ? ds_shared_table[i].size + DS_SHARED_GUARD : dynamic_bytes + 4096;
    if (saved && back) memcpy(at, saved + n, size);
    else if (saved) memcpy(saved + n, at, size);
    n += size;
  }
  return n;
}

static void *allocated(size_t n) {
  void *p = calloc(n, 1);
  if (!p) _exit(9);
  return p;
}

static ds_fiber *new_fibers(void) { return allocated((size_t)ds_block[0] * ds_block[1] * ds_block[2] * sizeof(ds_fiber)); }

static void at_block(uint32_t i) {
  ds_ctaid[0] = i % ds_grid[0];
  ds_ctaid[1] = i / ds_grid[0] % ds_grid[1];
  ds_ctaid[2] = i / ds_grid[0] / ds_grid[1];
}

// The linear numbers of the blocks to run; NULL for all.
static uint32_t *chosen;
static uint64_t chosen_count;

static void run_grid(void) {
  uint64_t n = chosen ? chosen_count : (uint64_t)ds_grid[0] * ds_grid[1] * ds_grid[2];
  uint32_t *order = n <= UINT32_MAX ? malloc(n * sizeof *order) : NULL;
  if (!order) _exit(9);
  for (uint64_t i = 0; i < n; i++) order[i] = chosen ? chosen[i] : i;
  if (seed) permute(order, n);
  waiting_block *blocks = NULL; // made when the first one waits
  fibers = new_fibers();
  for (uint64_t left = n; left > 0;) {
    uint64_t wait = 0;
    for (uint64_t k = 0; k < n; k++) {
      at_block(order[k]);
      waiting_block *b = blocks ? &blocks[k] : NULL;
      if (b && b->fibers) { // all have come: it goes on
        fibers = b->fibers;
        copy_shared(b->shared, 1);
        for (uint32_t i = 0; i < fiber_count; i++) fibers[i].state = DS_READY;
        done_count = 0;
      } else {
        begin_block();
      }
      if (!run_block()) continue;
      if (!blocks) blocks = allocated(n * sizeof *blocks), b = &blocks[k];
      wait++;
      if (!b->fibers) {
        b->fibers = fibers;
        b->shared = allocated(copy_shared(NULL, 0));
        fibers = new_fibers();
      }
      copy_shared(b->shared, 0);
    }
    if (wait > 0 && wait < n)
      ds_fault("barrier-divergence", "%llu of %llu blocks wait for the others, which have ended", (unsigned long long)wait, (unsigned long long)n);
    left = wait;
  }
  free(order);
}

// ---- arguments -----------------------------------------------------------

// A buffer lies before a page that cannot be touched, at most 15 bytes away
// from it, and behind another one. The gaps hold the poison pattern.
// Of a buffer only the pages of its parts can be touched; a part that is all of it is the usual one.
typedef struct { uint64_t at, size; char *content; } part;
typedef struct { char *map, *data; uint64_t size, map_size; uint32_t readonly; int is_buffer; part *parts; uint64_t part_count; } argument;
static argument *arguments;
static uint64_t argument_count;

static uint64_t page_bytes;

// Lets the pages that hold n bytes at p be touched.
static void open_pages(char *p, uint64_t n, int protection) {
  char *first = (char *)((uintptr_t)p / page_bytes * page_bytes), *end = (char *)(((uintptr_t)p + n + page_bytes - 1) / page_bytes * page_bytes);
  if (mprotect(first, end - first, protection)) _exit(9);
}

static void place_buffer(argument *a) {
  uint64_t room = (a->size + 15) / 16 * 16;
  uint64_t pages = (room + page_bytes - 1) / page_bytes + 1; // one more for writes before the start
  a->map_size = (pages + 2) * page_bytes;
  a->map = mmap(NULL, a->map_size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (a->map == MAP_FAILED) _exit(9);
  char *first = a->map + page_bytes, *end = first + pages * page_bytes;
  a->data = end - room;
  for (int protect = 0; protect <= (int)a->readonly; protect++) {
    int protection = protect ? PROT_READ : PROT_READ | PROT_WRITE;
    open_pages(first, a->data - first, protection);
    open_pages(end - 1, 1, protection);
    for (uint64_t i = 0; i < a->part_count; i++) {
      const part *p = &a->parts[i];
      if (p->size == 0) continue;
      open_pages(a->data + p->at, p->size, protection);
      if (!protect) memcpy(a->data + p->at, p->content, p->size);
    }
    if (protect) break;
    poison(first, a->data - first);
    poison(a->data + a->size, room - a->size);
  }
}

static void check_buffer(const argument *a, uint64_t index) {
  const char *first = a->map + page_bytes, *end = a->map + a->map_size - page_bytes;
  for (const char *p = first; p < a->data; p++)
    if (*p != (char)((p - first) & 1 ? DS_POISON >> 8 : DS_POISON)) {
      ds_self = NULL;
      ds_fault("out-of-bounds", "something was written %lld bytes before the start of argument %llu",
               (long long)(a->data - p), (unsigned long long)index);
    }
  for (const char *p = a->data + a->size; p < end; p++)
    if (*p != (char)((p - a->data - a->size) & 1 ? DS_POISON >> 8 : DS_POISON)) {
      ds_self = NULL;
      ds_fault("out-of-bounds", "something was written %lld bytes past the end of argument %llu",
               (long long)(p - a->data - a->size), (unsigned long long)index);
    }
}

static void on_signal(int number, siginfo_t *info, void *context) {
  (void)context;
  char *at = info->si_addr;
  if (number == SIGFPE) ds_fault("arithmetic", "an integer division by zero or overflow");
  if (number == SIGILL) ds_fault("illegal-instruction", "the code reached an instruction that cannot be (an unreachable one)");
  for (uint64_t i = 0; i < argument_count; i++) {
    argument *a = &arguments[i];
    if (!a->is_buffer || at < a->map || at >= a->map + a->map_size) continue;
    long long offset = at - a->data;
    int touchable = 0;
    for (uint64_t k = 0; k < a->part_count; k++) touchable |= offset >= (long long)a->parts[k].at && (uint64_t)offset < a->parts[k].at + a->parts[k].size;
    if (offset >= 0 && (uint64_t)offset < a->size && !touchable)
      ds_fault("out-of-bounds", "an access at byte %lld of argument %llu, which is in none of its parts", offset, (unsigned long long)i);
    if (offset >= 0 && (uint64_t)offset < a->size)
      ds_fault("read-only", "a write at byte %lld of argument %llu, which is read-only", offset, (unsigned long long)i);
    ds_fault("out-of-bounds", "an access at byte %lld of argument %llu, which has %llu bytes", offset, (unsigned long long)i, (unsigned long long)a->size);
  }
  if (at >= stacks && at < stacks + (size_t)stack_count * DS_STACK_BYTES)
    ds_fault("stack-overflow", "the thread's private variables need more than %d bytes", DS_STACK_BYTES);
  ds_fault("bad-address", "an access at address %p, in no argument (an address of 0 here also means a misaligned vector access)", (void *)at);
}

static void catch_signals(void) {
  static char stack[65536];
  sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
  struct sigaction sa = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) sigaction(signals[i], &sa, NULL);
}

// ---- main ----------------------------------------------------------------

static void get(void *to, size_t n) {
  char *p = to;
  while (n > 0) {
    ssize_t k = read(0, p, n);
    if (k <= 0) _exit(7);
    p += k;
    n -= k;
  }
}
static uint64_t get_u64(void) { uint64_t v; get(&v, 8); return v; }

static void read_arguments(void) {
  argument_count = get_u64();
  arguments = calloc(argument_count + 1, sizeof *arguments);
  kernel_args = calloc(argument_count + 1, sizeof *kernel_args);
  if (!arguments || !kernel_args) _exit(9);
  for (uint64_t i = 0; i < argument_count; i++) {
    argument *a = &arguments[i];
    a->is_buffer = get_u64();
    a->readonly = get_u64();
    a->size = get_u64();
    a->part_count = get_u64();
    a->parts = allocated(a->part_count * sizeof *a->parts);
    for (uint64_t k = 0; k < a->part_count; k++) {
      part *p = &a->parts[k];
      p->at = get_u64();
      p->size = get_u64();
      if (p->at > a->size || p->size > a->size - p->at) _exit(7);
      p->content = allocated(p->size + 16);
      get(p->content, p->size);
    }
    if (a->is_buffer) {
      place_buffer(a);
      for (uint64_t k = 0; k < a->part_count; k++) free(a->parts[k].content);
      kernel_args[i] = &a->data;
    } else {
      kernel_args[i] = a->parts[0].content;
    }
  }
}

int main(void) {
  page_bytes = sysconf(_SC_PAGESIZE);
  uint64_t kernel = get_u64();
  if (kernel >= ds_kernel_count) _exit(7);
  entry = ds_kernels[kernel];
  for (int i = 0; i < 3; i++) ds_grid[i] = get_u64();
  for (int i = 0; i < 3; i++) ds_block[i] = get_u64();
  dynamic_bytes = get_u64();
  seed = random_state = get_u64();
  if (dynamic_bytes > DS_DYNAMIC_BYTES) _exit(7);
  chosen_count = get_u64();
  if (chosen_count > 0) chosen = allocated(chosen_count * sizeof *chosen);
  for (uint64_t i = 0; i < chosen_count; i++) chosen[i] = get_u64();
  read_arguments();
  make_stacks();
  catch_signals();
  if (&ds_fault_address) ds_fault_address = (uint64_t)fault_record;

  run_grid();

  for (uint64_t i = 0; i < argument_count; i++)
    if (arguments[i].is_buffer) check_buffer(&arguments[i], i);
  put_head("", "");
  for (uint64_t i = 0; i < argument_count; i++)
    if (arguments[i].is_buffer && !arguments[i].readonly)
      for (uint64_t k = 0; k < arguments[i].part_count; k++) put(arguments[i].data + arguments[i].parts[k].at, arguments[i].parts[k].size);
  _exit(0);
}
