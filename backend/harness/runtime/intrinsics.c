// The functions that the kernel's llvm.nvvm.* calls are renamed to: dots
// become underscores and llvm.nvvm. becomes ds_nvvm_. build.go reads their
// names from this file, so a definition here is all that a new one needs.
// An i1 operand arrives with garbage above its lowest bit.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime.h"

#define SREG3(name, vector) \
  uint32_t name##_x(void) { return vector[0]; } \
  uint32_t name##_y(void) { return vector[1]; } \
  uint32_t name##_z(void) { return vector[2]; }
SREG3(ds_nvvm_read_ptx_sreg_tid, ds_self->tid)
SREG3(ds_nvvm_read_ptx_sreg_ntid, ds_block)
SREG3(ds_nvvm_read_ptx_sreg_ctaid, ds_ctaid)
SREG3(ds_nvvm_read_ptx_sreg_nctaid, ds_grid)

static uint32_t lane(void) { return ds_self->linear % DS_WARP; }

uint32_t ds_nvvm_read_ptx_sreg_laneid(void) { return lane(); }
uint32_t ds_nvvm_read_ptx_sreg_warpid(void) { return ds_self->linear / DS_WARP; }
uint32_t ds_nvvm_read_ptx_sreg_nwarpid(void) {
  return (ds_block[0] * ds_block[1] * ds_block[2] + DS_WARP - 1) / DS_WARP;
}
uint32_t ds_nvvm_read_ptx_sreg_warpsize(void) { return DS_WARP; }
uint32_t ds_nvvm_read_ptx_sreg_lanemask_eq(void) { return 1u << lane(); }
uint32_t ds_nvvm_read_ptx_sreg_lanemask_lt(void) { return (1u << lane()) - 1; }
uint32_t ds_nvvm_read_ptx_sreg_lanemask_le(void) { return ((1u << lane()) - 1) | 1u << lane(); }
uint32_t ds_nvvm_read_ptx_sreg_lanemask_gt(void) { return ~ds_nvvm_read_ptx_sreg_lanemask_le(); }
uint32_t ds_nvvm_read_ptx_sreg_lanemask_ge(void) { return ~ds_nvvm_read_ptx_sreg_lanemask_lt(); }

// Barriers of the block.

#define SITE __builtin_return_address(0)

static void only_barrier_0(uint32_t id) {
  if (id != 0) ds_fault("unsupported", "barrier %u: only barrier 0 is modelled", id);
}
void ds_nvvm_barrier0(void) { ds_wait_block(DS_BARRIER, 0, SITE); }
void ds_nvvm_bar_sync(uint32_t id) { only_barrier_0(id); ds_wait_block(DS_BARRIER, 0, SITE); }
void ds_nvvm_barrier_sync(uint32_t id) { only_barrier_0(id); ds_wait_block(DS_BARRIER, 0, SITE); }
void ds_nvvm_barrier_cta_sync_all(uint32_t id) { only_barrier_0(id); ds_wait_block(DS_BARRIER, 0, SITE); }
void ds_nvvm_barrier_cta_sync_aligned_all(uint32_t id) { only_barrier_0(id); ds_wait_block(DS_BARRIER, 0, SITE); }
void ds_nvvm_barrier(uint32_t id, uint32_t threads) { ds_wait_part(id, threads); }
uint32_t ds_nvvm_choose(uint32_t number, uint8_t there) { return there & 1 ? number : 0; }
void ds_nvvm_barrier_arrive(uint32_t id, uint32_t threads) { ds_arrive_part(id, threads); }
uint32_t ds_nvvm_barrier0_popc(uint32_t v) { return ds_wait_block(DS_BARRIER_POPC, v != 0, SITE); }
uint32_t ds_nvvm_barrier0_and(uint32_t v) { return ds_wait_block(DS_BARRIER_AND, v != 0, SITE); }
uint32_t ds_nvvm_barrier0_or(uint32_t v) { return ds_wait_block(DS_BARRIER_OR, v != 0, SITE); }

void ds_descend_sync_grid(void) { ds_wait_block(DS_BARRIER_GRID, 0, SITE); }

// One thread runs at a time, so memory is always consistent.
void ds_nvvm_membar_cta(void) {}
void ds_nvvm_membar_gl(void) {}
void ds_nvvm_membar_sys(void) {}

// Copies that go on while their thread does something else.

// Of the bytes the first ones are read; behind them are zeros.
static void begin_copy(void *to, const void *from, uint32_t bytes, uint32_t read) {
  if (read > bytes) ds_fault("copies", "cp.async of %u bytes reads %u", bytes, read);
  if ((uintptr_t)to % bytes || (uintptr_t)from % bytes)
    ds_fault("misaligned", "cp.async of %u bytes: an address is no multiple of that", bytes);
  ds_copy *c = malloc(sizeof *c), **end = &ds_self->copies;
  if (!c) ds_fault("unsupported", "out of memory");
  *c = (ds_copy){0, to, from, bytes, read, ds_self->groups};
  while (*end) end = &(*end)->next;
  *end = c;
  memset(to, DS_COPYING, bytes);
}
void ds_nvvm_cp_async_ca_shared_global_4(void *to, const void *from) { begin_copy(to, from, 4, 4); }
void ds_nvvm_cp_async_ca_shared_global_4_s(void *to, const void *from, uint32_t read) { begin_copy(to, from, 4, read); }
void ds_nvvm_cp_async_ca_shared_global_8(void *to, const void *from) { begin_copy(to, from, 8, 8); }
void ds_nvvm_cp_async_ca_shared_global_8_s(void *to, const void *from, uint32_t read) { begin_copy(to, from, 8, read); }
void ds_nvvm_cp_async_cg_shared_global_16(void *to, const void *from) { begin_copy(to, from, 16, 16); }
void ds_nvvm_cp_async_cg_shared_global_16_s(void *to, const void *from, uint32_t read) { begin_copy(to, from, 16, read); }
void ds_nvvm_cp_async_commit_group(void) { ds_self->groups++; }
// The copies of all groups but the last n are made.
void ds_nvvm_cp_async_wait_group(uint32_t n) {
  ds_copy *c;
  while ((c = ds_self->copies) && c->group + n < ds_self->groups) {
    if (c->read) memcpy(c->to, c->from, c->read);
    memset((char *)c->to + c->read, 0, c->bytes - c->read);
    ds_self->copies = c->next;
    free(c);
  }
}
void ds_no_copies(void) {
  if (ds_self->copies) ds_fault("copies", "a copy goes on when its thread ends");
  ds_self->groups = 0;
}

// Warps.

void ds_nvvm_bar_warp_sync(uint32_t mask) { ds_wait_warp(DS_WARP_SYNC, mask, 0, 0, 0); }

static uint32_t bits(float v) { uint32_t u; memcpy(&u, &v, 4); return u; }
static float number(uint32_t u) { float v; memcpy(&v, &u, 4); return v; }

// A structure of LLVM's {i32, i1} comes back in two registers, as the halves of 128 bits do.
static unsigned __int128 and_found(uint32_t v) { return (unsigned __int128)(ds_self->found != 0) << 64 | v; }

#define SHFL(name, op) \
  unsigned __int128 name##_i32p(uint32_t mask, uint32_t v, uint32_t b, uint32_t c) { return and_found(ds_wait_warp(op, mask, v, b, c)); } \
  uint32_t name##_i32(uint32_t mask, uint32_t v, uint32_t b, uint32_t c) { return ds_wait_warp(op, mask, v, b, c); } \
  float name##_f32(uint32_t mask, float v, uint32_t b, uint32_t c) { return number(ds_wait_warp(op, mask, bits(v), b, c)); }
SHFL(ds_nvvm_shfl_sync_up, DS_SHFL_UP)
SHFL(ds_nvvm_shfl_sync_down, DS_SHFL_DOWN)
SHFL(ds_nvvm_shfl_sync_bfly, DS_SHFL_BFLY)
SHFL(ds_nvvm_shfl_sync_idx, DS_SHFL_IDX)

uint32_t ds_nvvm_vote_ballot_sync(uint32_t mask, uint32_t p) { return ds_wait_warp(DS_VOTE_BALLOT, mask, p & 1, 0, 0); }
uint8_t ds_nvvm_vote_any_sync(uint32_t mask, uint32_t p) { return ds_wait_warp(DS_VOTE_ANY, mask, p & 1, 0, 0); }
uint8_t ds_nvvm_vote_all_sync(uint32_t mask, uint32_t p) { return ds_wait_warp(DS_VOTE_ALL, mask, p & 1, 0, 0); }
uint8_t ds_nvvm_vote_uni_sync(uint32_t mask, uint32_t p) { return ds_wait_warp(DS_VOTE_UNI, mask, p & 1, 0, 0); }

// Products of matrices, and loads of them: each lane shows its registers, in 8 bytes each, to those of its warp. What they hold of which
// element is as PTX has it for mma.sync with .row.col (PTX ISA, "Matrix Fragments for mma").

#define MMA_REGISTERS 16
static uint64_t shown[DS_MAX_THREADS][MMA_REGISTERS];

typedef struct {
  uint32_t high, deep; /* rows of the left factor, its columns */
  uint32_t per, apart; /* neighbours in a register, columns between its registers */
  int f64, i8, tf32, bf, sign, halves;
} mma_shape;

static mma_shape shape_of(const char *name) {
  mma_shape s = {.f64 = strstr(name, ".f64") != 0, .i8 = strstr(name, ".s8") || strstr(name, ".u8"), .tf32 = strstr(name, "tf32") != 0,
    .bf = strstr(name, "bf16") != 0, .sign = strstr(name, ".s8") != 0, .halves = strstr(name, "f16.f16") != 0};
  if (sscanf(name, "m%un8k%u.row.col.", &s.high, &s.deep) != 2) ds_fault("unsupported", "mma of the shape %s", name);
  s.per = s.i8 ? 4 : s.f64 || s.tf32 ? 1 : 2;
  s.apart = 4 * s.per;
  return s;
}

static float half(uint16_t h, int bf) {
  if (bf) return number((uint32_t)h << 16);
  _Float16 f;
  memcpy(&f, &h, 2);
  return f;
}

/* factor is element (i, l) of the left factor, or (l, i) of the right one: register and part of it are those of the lane i % 8 * 4 + .. */
static double factor(const mma_shape *s, uint32_t first, uint32_t at, uint32_t i, uint32_t l, int right) {
  uint32_t t = l % s->apart / s->per, part = l % s->per, reg = l / s->apart;
  if (!right) reg = s->high / 8 * reg + i / 8;
  uint64_t v = shown[first + i % 8 * 4 + t][at + reg];
  if (s->i8) return s->sign ? (int8_t)(v >> 8 * part) : (uint8_t)(v >> 8 * part);
  if (s->f64) { double d; memcpy(&d, &v, 8); return d; }
  return s->tf32 ? number((uint32_t)v & 0xffffe000u) : half((uint16_t)(v >> 16 * part), s->bf);
}

// A load of x1, x2 or x4 tiles, of which lane 8 i + r gives the address of row r of tile i.
static void ldmatrix(const char *name, uint64_t row, uint64_t *out) {
  uint32_t self = ds_self->linear, first = self - self % DS_WARP, g = self % DS_WARP / 4, t = self % 4;
  uint32_t tiles = strstr(name, ".x4") ? 4 : strstr(name, ".x2") ? 2 : 1;
  if (self % DS_WARP < 8 * tiles && row % 16)
    ds_fault("misaligned", "ldmatrix: the address of a row is no multiple of 16");
  shown[self][0] = row;
  ds_wait_warp(DS_WARP_SYNC, 0xffffffffu, 0, 0, 0);
  for (uint32_t i = 0; i < tiles; i++) {
    uint16_t pair[2];
    for (uint32_t e = 0; e < 2; e++) {
      uint32_t r = strstr(name, ".trans") ? 2 * t + e : g, c = strstr(name, ".trans") ? g : 2 * t + e;
      memcpy(&pair[e], (const char *)(uintptr_t)shown[first + 8 * i + r][0] + 2 * c, 2);
    }
    out[i] = pair[0] | (uint64_t)pair[1] << 16;
  }
  ds_wait_warp(DS_WARP_SYNC, 0xffffffffu, 0, 0, 0);
}

void ds_nvvm_mma(const char *name, uint32_t args, const uint64_t *in, uint64_t *out) {
  if (!strncmp(name, "ldmatrix", 8)) {
    ldmatrix(name, in[0], out);
    return;
  }
  uint32_t self = ds_self->linear, first = self - self % DS_WARP, g = self % DS_WARP / 4, t = self % 4;
  memcpy(shown[self], in, args * sizeof *in);
  ds_wait_warp(DS_WARP_SYNC, 0xffffffffu, 0, 0, 0);
  mma_shape s = shape_of(name);
  uint32_t b = s.deep / s.apart, a = s.high / 8 * b; /* registers of the factors */
  if (args != a + b + (s.halves ? s.high / 8 : s.high / 4)) ds_fault("unsupported", "%s has %u operands", name, args);
  b += a;
  for (uint32_t e = 0; e < s.high / 4; e++) {
    uint64_t c = s.halves ? in[b + e / 2] >> 16 * (e % 2) & 0xffff : in[b + e];
    double d = 0;
    memcpy(&d, &c, 8);
    float f = s.halves ? half((uint16_t)c, 0) : number((uint32_t)c);
    uint32_t n = (uint32_t)c;
    for (uint32_t l = 0; l < s.deep; l++) {
      double x = factor(&s, first, 0, g + e / 2 * 8, l, 0), y = factor(&s, first, a, 2 * t + e % 2, l, 1);
      d = fma(x, y, d);
      f = fmaf((float)x, (float)y, f);
      n += (uint32_t)(int32_t)(x * y);
    }
    if (s.f64) memcpy(&out[e], &d, 8);
    else if (s.i8) out[e] = n;
    else if (s.halves) {
      _Float16 h = (_Float16)f;
      uint16_t u;
      memcpy(&u, &h, 2);
      out[e / 2] = e % 2 ? (out[e / 2] & 0xffff) | (uint64_t)u << 16 : u;
    } else out[e] = bits(f);
  }
  ds_wait_warp(DS_WARP_SYNC, 0xffffffffu, 0, 0, 0);
}

/* The nearest number of 10 bits behind the point, of two that are as near the one that is farther from 0. */
uint32_t ds_nvvm_f2tf32_rna(float x) { return x != x ? 0x7fffffffu : (bits(x) + 0x1000u) & 0xffffe000u; }

/* What LLVM has not decided yet: a GPU that has tensor cores. */
uint32_t ds___nvvm_reflect(const char *what) { return strcmp(what, "__CUDA_ARCH") ? 0 : 900; }

// Arithmetic. Approximations are computed exactly rounded or nearly so.

#define F1(name, e) float name(float x) { return e; }
#define D1(name, e) double name(double x) { return e; }
F1(ds_nvvm_sqrt_f, sqrtf(x)) F1(ds_nvvm_sqrt_rn_f, sqrtf(x)) F1(ds_nvvm_sqrt_rn_ftz_f, sqrtf(x))
F1(ds_nvvm_sqrt_approx_f, sqrtf(x)) F1(ds_nvvm_sqrt_approx_ftz_f, sqrtf(x)) D1(ds_nvvm_sqrt_rn_d, sqrt(x))
F1(ds_nvvm_rsqrt_approx_f, 1 / sqrtf(x)) F1(ds_nvvm_rsqrt_approx_ftz_f, 1 / sqrtf(x)) D1(ds_nvvm_rsqrt_approx_d, 1 / sqrt(x))
F1(ds_nvvm_rcp_rn_f, 1 / x) F1(ds_nvvm_rcp_approx_ftz_f, 1 / x) D1(ds_nvvm_rcp_rn_d, 1 / x) D1(ds_nvvm_rcp_approx_ftz_d, 1 / x)
F1(ds_nvvm_ex2_approx_f, exp2f(x)) F1(ds_nvvm_ex2_approx_ftz_f, x < -126 ? 0 : exp2f(x)) D1(ds_nvvm_ex2_approx_d, exp2(x))
F1(ds_nvvm_lg2_approx_f, log2f(x)) F1(ds_nvvm_lg2_approx_ftz_f, log2f(x)) D1(ds_nvvm_lg2_approx_d, log2(x))
F1(ds_nvvm_sin_approx_f, sinf(x)) F1(ds_nvvm_sin_approx_ftz_f, sinf(x))
F1(ds_nvvm_cos_approx_f, cosf(x)) F1(ds_nvvm_cos_approx_ftz_f, cosf(x))
F1(ds_nvvm_fabs_f, fabsf(x)) D1(ds_nvvm_fabs_d, fabs(x))
F1(ds_nvvm_floor_f, floorf(x)) D1(ds_nvvm_floor_d, floor(x))
F1(ds_nvvm_ceil_f, ceilf(x)) D1(ds_nvvm_ceil_d, ceil(x))
F1(ds_nvvm_trunc_f, truncf(x)) D1(ds_nvvm_trunc_d, trunc(x))

#define F2(name, e) float name(float x, float y) { return e; }
#define D2(name, e) double name(double x, double y) { return e; }
F2(ds_nvvm_fmin_f, fminf(x, y)) F2(ds_nvvm_fmax_f, fmaxf(x, y))
D2(ds_nvvm_fmin_d, fmin(x, y)) D2(ds_nvvm_fmax_d, fmax(x, y))
F2(ds_nvvm_add_rn_f, x + y) D2(ds_nvvm_add_rn_d, x + y)
F2(ds_nvvm_mul_rn_f, x * y) D2(ds_nvvm_mul_rn_d, x * y)
F2(ds_nvvm_div_rn_f, x / y) D2(ds_nvvm_div_rn_d, x / y)
F2(ds_nvvm_div_approx_f, x / y) F2(ds_nvvm_div_approx_ftz_f, x / y)
float ds_nvvm_fma_rn_f(float x, float y, float z) { return fmaf(x, y, z); }
double ds_nvvm_fma_rn_d(double x, double y, double z) { return fma(x, y, z); }

int32_t ds_nvvm_mulhi_i(int32_t x, int32_t y) { return (int64_t)x * y >> 32; }
uint32_t ds_nvvm_mulhi_ui(uint32_t x, uint32_t y) { return (uint64_t)x * y >> 32; }
int64_t ds_nvvm_mulhi_ll(int64_t x, int64_t y) { return (__int128)x * y >> 64; }
uint64_t ds_nvvm_mulhi_ull(uint64_t x, uint64_t y) { return (unsigned __int128)x * y >> 64; }

double ds_nvvm_lohi_i2d(uint32_t low, uint32_t high) {
  double x;
  memcpy(&x, &(uint64_t){(uint64_t)high << 32 | low}, 8);
  return x;
}
int32_t ds_nvvm_d2i_lo(double x) { int64_t bits; memcpy(&bits, &x, 8); return bits; }

// The rest.

void ds_nvvm_nanosleep(uint32_t ns) { (void)ns; }
void ds_nvvm_nothing(void) {}
void ds_nvvm_fill(void *shared) { (void)shared; }
void ds_nvvm_exit(void) { ds_exit_thread(); }

void ds_aligned(void *p, uint64_t bytes) {
  if ((uintptr_t)p % bytes != 0) ds_fault("bad-address", "an address that is less than promised aligned: not to %d bytes", (int)bytes);
}

void ds_trap(void) { ds_fault("trap", "the kernel executed a trap"); }

// CUDA's printf: args points to the values, each aligned to its own size.
int32_t ds_vprintf(const char *format, const char *args) {
  size_t offset = 0;
  char text[512], spec[64];
  const char *p = format;
#define TAKE(T) (offset = (offset + sizeof(T) - 1) / sizeof(T) * sizeof(T), offset += sizeof(T), *(const T *)(args + offset - sizeof(T)))
  while (*p) {
    size_t plain = strcspn(p, "%");
    ds_output(p, plain);
    p += plain;
    if (!*p) break;
    if (p[1] == '%') { ds_output("%", 1); p += 2; continue; }
    size_t n = 1 + strspn(p + 1, "-+ #0123456789.");
    int wide = 0;
    while (p[n] == 'l' || p[n] == 'h' || p[n] == 'z') { wide += p[n] == 'l' || p[n] == 'z'; n++; }
    if (!p[n] || n + 2 > sizeof spec) ds_fault("unsupported", "printf: cannot read the format %s", p);
    memcpy(spec, p, n + 1);
    spec[n + 1] = 0;
    switch (p[n]) {
    case 'd': case 'i': case 'u': case 'x': case 'X': case 'o': case 'c':
      if (wide) snprintf(text, sizeof text, spec, TAKE(uint64_t));
      else snprintf(text, sizeof text, spec, TAKE(uint32_t));
      break;
    case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A':
      snprintf(text, sizeof text, spec, TAKE(double));
      break;
    case 'p': snprintf(text, sizeof text, spec, TAKE(void *)); break;
    case 's': {
      const char *s = TAKE(const char *);
      if (!strcmp(spec, "%s")) { ds_output(s, strlen(s)); text[0] = 0; }
      else snprintf(text, sizeof text, spec, s);
      break;
    }
    default: ds_fault("unsupported", "printf: cannot read the format %s", p);
    }
    ds_output(text, strlen(text));
    p += n + 1;
  }
  return 0;
}

void ds___assertfail(const char *message, const char *file, uint32_t line, const char *function, uint64_t width) {
  (void)width;
  ds_fault("assert", "%s:%u: %s: assertion `%s` failed", file, line, function, message);
}
