/* The examples' kernels in plain C: the same algorithm with the same blocks, two threads, no intrinsics. A block's
 * threads are what a C programmer makes of them: loops. The program times every twin against the kernel that
 * descendc compiled into a shared library, in turns, and compares the results.
 *
 *	twins FOLDER ROUNDS [NAME]     FOLDER has saxpy.so, transpose_f32.so, .., whole_matmul.so
 *
 * It prints a line for each benchmark: name, size, the medians in seconds of the wall clock of C and of Descend and of
 * the processor time of C and of Descend, and whether the results agree. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Runs work(from, to) for the two halves of 0..n in two threads. */
struct half {
	void (*work)(int64_t from, int64_t to);
	int64_t from, to;
};

static void *run_half(void *p) {
	struct half *h = p;
	h->work(h->from, h->to);
	return NULL;
}

static void parallel(int64_t n, void (*work)(int64_t from, int64_t to)) {
	struct half first = {work, 0, n / 2}, second = {work, n / 2, n};
	pthread_t t;
	if (pthread_create(&t, NULL, run_half, &second))
		abort();
	run_half(&first);
	pthread_join(t, NULL);
}

static double now(clockid_t clock) {
	struct timespec t;
	clock_gettime(clock, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *memory(size_t bytes) {
	void *p = aligned_alloc(64, (bytes + 63) / 64 * 64);
	if (!p)
		abort();
	return p;
}

static uint32_t state = 1;

static uint32_t next(void) {
	state = state * 1664525u + 1013904223u;
	return state >> 8;
}

/* A random buffer of n floats: small whole numbers, so that sums are exact in every order. */
static float *floats(int64_t n) {
	float *p = memory(n * sizeof *p);
	for (int64_t i = 0; i < n; i++)
		p[i] = (float)(next() % 16) - 8;
	return p;
}

static void *symbol(const char *folder, const char *library, const char *name) {
	char path[4096];
	snprintf(path, sizeof path, "%s/%s.so", folder, library);
	void *l = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	void *f = l ? dlsym(l, name) : NULL;
	if (!f) {
		fprintf(stderr, "%s\n", dlerror());
		exit(1);
	}
	return f;
}

static void must(int status, const char *what) {
	if (status) {
		fprintf(stderr, "%s failed\n", what);
		exit(1);
	}
}

/* saxpy: y = a x + y, 16 Mi elements. */
enum { SAXPY = 16 << 20 };
static float *sx, *sy, *sy2;
static int (*saxpy_kernel)(float, const float *, float *, int64_t);

static void saxpy_part(int64_t from, int64_t to) {
	float *restrict y = sy;
	const float *restrict x = sx;
	for (int64_t i = from; i < to; i++)
		y[i] = 0.5f * x[i] + y[i];
}
static void saxpy_c(void) { parallel(SAXPY, saxpy_part); }
static void saxpy_d(void) { must(saxpy_kernel(0.5f, sx, sy2, SAXPY), "saxpy"); }
static void saxpy_init(const char *folder) {
	saxpy_kernel = symbol(folder, "saxpy", "saxpy_saxpy");
	sx = floats(SAXPY), sy = memory(SAXPY * 4), sy2 = memory(SAXPY * 4);
	memset(sy, 0, SAXPY * 4), memset(sy2, 0, SAXPY * 4);
}
static bool saxpy_same(void) { return !memcmp(sy, sy2, SAXPY * 4); }

/* Transposition of 2048 x 2048 floats by tiles of 32 x 32, through a local tile. */
#ifndef SIDE
#define SIDE 2048
#endif
enum { TILE = 32, MAX_ROUNDS = 1000 };
static float *tin, *tout, *tout2;
static int (*transpose_kernel)(const float *, float *, int64_t, int64_t);

static void transpose_part(int64_t from, int64_t to) {
	const float *restrict in = tin;
	float *restrict out = tout;
	for (int64_t bi = from; bi < to; bi++)
		for (int64_t bj = 0; bj < SIDE / TILE; bj++) {
			float tile[TILE][TILE];
			for (int i = 0; i < TILE; i++)
				for (int j = 0; j < TILE; j++)
					tile[i][j] = in[(bj * TILE + i) * SIDE + bi * TILE + j];
			for (int i = 0; i < TILE; i++)
				for (int j = 0; j < TILE; j++)
					out[(bi * TILE + i) * SIDE + bj * TILE + j] = tile[j][i];
		}
}
static void transpose_c(void) { parallel(SIDE / TILE, transpose_part); }
static void transpose_d(void) { must(transpose_kernel(tin, tout2, SIDE, SIDE), "transpose"); }
static void transpose_init(const char *folder) {
	transpose_kernel = symbol(folder, "transpose_f32", "transpose_f32_transpose");
	tin = floats(SIDE * SIDE), tout = memory(SIDE * SIDE * 4), tout2 = memory(SIDE * SIDE * 4);
	memset(tout, 0, SIDE * SIDE * 4), memset(tout2, 0, SIDE * SIDE * 4);
}
static bool transpose_same(void) { return !memcmp(tout, tout2, SIDE * SIDE * 4); }

/* Sums of blocks of 1024 numbers of 64 bits, 64 MiB: by a tree as on a GPU, or one after the other. */
enum { REDUCE = 8 << 20 };
static int64_t *rin, *rsum, *rsum2;
static int (*reduce_kernel)(const int64_t *, int64_t *, int64_t);

static void reduce_part(int64_t from, int64_t to) {
	for (int64_t b = from; b < to; b++) {
		int64_t sum[512];
		for (int t = 0; t < 512; t++)
			sum[t] = rin[b * 1024 + t] + rin[b * 1024 + 512 + t];
		for (int d = 256; d > 0; d /= 2)
			for (int t = 0; t < d; t++)
				sum[t] += sum[t + d];
		rsum[b] = sum[0];
	}
}
static void sum_part(int64_t from, int64_t to) {
	for (int64_t b = from; b < to; b++) {
		int64_t sum = 0;
		for (int i = 0; i < 1024; i++)
			sum += rin[b * 1024 + i];
		rsum[b] = sum;
	}
}
static void reduce_c(void) { parallel(REDUCE / 1024, reduce_part); }
static void sum_c(void) { parallel(REDUCE / 1024, sum_part); }
static void reduce_d(void) { must(reduce_kernel(rin, rsum2, REDUCE), "reduce"); }
static void reduce_init(const char *folder) {
	reduce_kernel = symbol(folder, "reduce_shared", "reduce_shared_reduce");
	rin = memory(REDUCE * 8), rsum = memory(REDUCE / 128), rsum2 = memory(REDUCE / 128);
	for (int64_t i = 0; i < REDUCE; i++)
		rin[i] = next();
}
static void sum_init(const char *folder) {
	if (!rin)
		reduce_init(folder);
}
static bool reduce_same(void) { return !memcmp(rsum, rsum2, REDUCE / 128); }

/* Inclusive scan of 64 MiB of i32: blocks of 256, in steps of 1, 2, 4 .. 128 as on a GPU, or one element after the
 * other as C would have it; the host scans the sums of the blocks, which are then added. */
enum { SCAN = 16 << 20 };
static int32_t *cin, *cout, *cout2, *csums;
static int (*scan_blocks_kernel)(const int32_t *, int32_t *, int32_t *, int64_t);
static int (*add_offsets_kernel)(int32_t *, const int32_t *, int64_t);

static void scan_part(int64_t from, int64_t to) {
	const int32_t *restrict in = cin;
	int32_t *restrict out = cout;
	for (int64_t b = from; b < to; b++) {
		int32_t sum[256], before[256];
		for (int t = 0; t < 256; t++)
			sum[t] = in[b * 256 + t];
		for (int d = 1; d < 256; d *= 2) {
			for (int t = d; t < 256; t++)
				before[t] = sum[t - d];
			for (int t = d; t < 256; t++)
				sum[t] += before[t];
		}
		for (int t = 0; t < 256; t++)
			out[b * 256 + t] = sum[t];
		csums[b] = sum[255];
	}
}
static void serial_part(int64_t from, int64_t to) {
	const int32_t *restrict in = cin;
	int32_t *restrict out = cout;
	for (int64_t b = from; b < to; b++) {
		int32_t sum = 0;
		for (int64_t i = b * 256; i < b * 256 + 256; i++) {
			sum += in[i];
			out[i] = sum;
		}
		csums[b] = sum;
	}
}
static void add_part(int64_t from, int64_t to) {
	int32_t *restrict out = cout;
	for (int64_t b = from; b < to; b++) {
		int32_t offset = csums[b];
		for (int64_t i = b * 256; i < b * 256 + 256; i++)
			out[i] += offset;
	}
}
static void scan_sums(void) {
	int32_t sum = 0;
	for (int64_t b = 0; b < SCAN / 256; b++) {
		int32_t x = csums[b];
		csums[b] = sum;
		sum += x;
	}
}
static void scan_c(void) {
	parallel(SCAN / 256, scan_part);
	scan_sums();
	parallel(SCAN / 256, add_part);
}
static void serial_c(void) {
	parallel(SCAN / 256, serial_part);
	scan_sums();
	parallel(SCAN / 256, add_part);
}
static void scan_d(void) {
	must(scan_blocks_kernel(cin, cout2, csums, SCAN), "scan_blocks");
	scan_sums();
	must(add_offsets_kernel(cout2, csums, SCAN), "add_offsets");
}
static void scan_init(const char *folder) {
	scan_blocks_kernel = symbol(folder, "scan", "scan_scan_blocks");
	add_offsets_kernel = symbol(folder, "scan", "scan_add_offsets");
	cin = memory(SCAN * 4), cout = memory(SCAN * 4), cout2 = memory(SCAN * 4), csums = memory(SCAN / 64);
	memset(cout, 0, SCAN * 4), memset(cout2, 0, SCAN * 4);
	for (int64_t i = 0; i < SCAN; i++)
		cin[i] = (int32_t)(next() % 100);
}
static void serial_init(const char *folder) {
	if (!cin)
		scan_init(folder);
}
static bool scan_same(void) { return !memcmp(cout, cout2, SCAN * 4); }

/* Products of matrices of 2048 x 2048 floats: row by row, and by tiles of 16 x 16. */
static float *ma, *mb, *mc, *mc2;
static int (*matmul_kernel)(const float *, const float *, float *, int64_t, int64_t, int64_t);
static int (*tiled_kernel)(const float *, const float *, float *, int64_t, int64_t, int64_t);

static void matmul_part(int64_t from, int64_t to) {
	const float *restrict a = ma, *restrict b = mb;
	float *restrict c = mc;
	for (int64_t i = from; i < to; i++) {
		for (int64_t j = 0; j < SIDE; j++)
			c[i * SIDE + j] = 0;
		for (int64_t k = 0; k < SIDE; k++)
			for (int64_t j = 0; j < SIDE; j++)
				c[i * SIDE + j] += a[i * SIDE + k] * b[k * SIDE + j];
	}
}
static int (*whole_matmul_kernel)(const float *, const float *, float *, int64_t, int64_t, int64_t);
static int (*whole_tiled_kernel)(const float *, const float *, float *, int64_t, int64_t, int64_t);

static void matmul_c(void) { parallel(SIDE, matmul_part); }
static void matmul_d(void) { must(matmul_kernel(ma, mb, mc2, SIDE, SIDE, SIDE), "matmul"); }
static void whole_matmul_d(void) { must(whole_matmul_kernel(ma, mb, mc2, SIDE / 16, SIDE, SIDE / 16), "matmul"); }
static void whole_tiled_d(void) { must(whole_tiled_kernel(ma, mb, mc2, SIDE / 16, SIDE / 16, SIDE / 16), "matmul_tiled"); }
static void matmul_init(const char *folder) {
	matmul_kernel = symbol(folder, "matmul", "matmul_matmul");
	tiled_kernel = symbol(folder, "matmul_tiled", "matmul_tiled_matmul");
	whole_matmul_kernel = symbol(folder, "whole_matmul", "matmul_matmul");
	whole_tiled_kernel = symbol(folder, "whole_matmul_tiled", "matmul_tiled_matmul");
	ma = floats(SIDE * SIDE), mb = floats(SIDE * SIDE), mc = memory(SIDE * SIDE * 4), mc2 = memory(SIDE * SIDE * 4);
	memset(mc, 0, SIDE * SIDE * 4), memset(mc2, 0, SIDE * SIDE * 4);
}
static bool matmul_same(void) { return !memcmp(mc, mc2, SIDE * SIDE * 4); }

static void tiled_part(int64_t from, int64_t to) {
	enum { T = 16 };
	const float *restrict a = ma, *restrict b = mb;
	float *restrict c = mc;
	for (int64_t bi = from; bi < to; bi++)
		for (int64_t bj = 0; bj < SIDE / T; bj++) {
			float ta[T][T], tb[T][T], sum[T][T] = {0};
			for (int64_t bk = 0; bk < SIDE / T; bk++) {
				for (int i = 0; i < T; i++)
					for (int j = 0; j < T; j++) {
						ta[i][j] = a[(bi * T + i) * SIDE + bk * T + j];
						tb[i][j] = b[(bk * T + i) * SIDE + bj * T + j];
					}
				for (int i = 0; i < T; i++)
					for (int k = 0; k < T; k++)
						for (int j = 0; j < T; j++)
							sum[i][j] += ta[i][k] * tb[k][j];
			}
			for (int i = 0; i < T; i++)
				for (int j = 0; j < T; j++)
					c[(bi * T + i) * SIDE + bj * T + j] = sum[i][j];
		}
}
static void tiled_c(void) { parallel(SIDE / 16, tiled_part); }
static void tiled_d(void) { must(tiled_kernel(ma, mb, mc2, SIDE, SIDE, SIDE), "matmul_tiled"); }
static void tiled_init(const char *folder) {
	if (!ma)
		matmul_init(folder);
}

/* Counts of the bytes of 64 MiB: blocks of 1024 count in local memory and then add to the common counts. */
enum { BYTES = 64 << 20 };
static uint8_t *hin;
static uint32_t hcounts[256], hcounts2[256];
static int (*histogram_kernel)(const uint8_t *, uint32_t *, int64_t);

static void histogram_part(int64_t from, int64_t to) {
	for (int64_t b = from; b < to; b++) {
		uint32_t local[256] = {0};
		for (int64_t i = b * 1024; i < b * 1024 + 1024; i++)
			local[hin[i]]++;
		for (int i = 0; i < 256; i++)
			__atomic_fetch_add(&hcounts[i], local[i], __ATOMIC_RELAXED);
	}
}
static void histogram_c(void) {
	memset(hcounts, 0, sizeof hcounts);
	parallel(BYTES / 1024, histogram_part);
}
static void histogram_d(void) {
	memset(hcounts2, 0, sizeof hcounts2);
	must(histogram_kernel(hin, hcounts2, BYTES), "histogram");
}
static void histogram_init(const char *folder) {
	histogram_kernel = symbol(folder, "histogram", "histogram_histogram");
	hin = memory(BYTES);
	for (int64_t i = 0; i < BYTES; i++)
		hin[i] = (uint8_t)(next() & next());
}
static bool histogram_same(void) { return !memcmp(hcounts, hcounts2, sizeof hcounts); }

#define TEXT(x) #x
#define SQUARE(x) TEXT(x) " x " TEXT(x)

static const struct {
	const char *name, *size;
	void (*init)(const char *folder);
	void (*twin)(void), (*kernel)(void);
	bool (*same)(void);
} benchmarks[] = {
	{"saxpy", "2 x 64 MiB", saxpy_init, saxpy_c, saxpy_d, saxpy_same},
	{"transpose_f32", SQUARE(SIDE), transpose_init, transpose_c, transpose_d, transpose_same},
	{"reduce", "64 MiB", reduce_init, reduce_c, reduce_d, reduce_same},
	{"reduce, serial C", "64 MiB", sum_init, sum_c, reduce_d, reduce_same},
	{"scan", "64 MiB", scan_init, scan_c, scan_d, scan_same},
	{"scan, serial C", "64 MiB", serial_init, serial_c, scan_d, scan_same},
	{"matmul", SQUARE(SIDE), matmul_init, matmul_c, matmul_d, matmul_same},
	{"matmul, whole tiles", SQUARE(SIDE), tiled_init, matmul_c, whole_matmul_d, matmul_same},
	{"matmul_tiled", SQUARE(SIDE), tiled_init, tiled_c, tiled_d, matmul_same},
	{"matmul_tiled, whole tiles", SQUARE(SIDE), tiled_init, tiled_c, whole_tiled_d, matmul_same},
	{"histogram", "64 MiB", histogram_init, histogram_c, histogram_d, histogram_same},
};

static int by_value(const void *a, const void *b) {
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* Times of one program: wall clock, and processor time of both threads. */
struct times {
	double wall[MAX_ROUNDS], cpu[MAX_ROUNDS];
};

static void time_one(void (*f)(void), struct times *t, int round) {
	double wall = now(CLOCK_MONOTONIC), cpu = now(CLOCK_PROCESS_CPUTIME_ID);
	f();
	t->wall[round] = now(CLOCK_MONOTONIC) - wall;
	t->cpu[round] = now(CLOCK_PROCESS_CPUTIME_ID) - cpu;
}

int main(int argc, char **argv) {
	int rounds = argc >= 3 ? atoi(argv[2]) : 0;
	if (rounds < 1 || rounds > MAX_ROUNDS || argc > 4) {
		fprintf(stderr, "usage: twins FOLDER ROUNDS [NAME]\n");
		return 2;
	}
	int status = 0;
	static struct times c, d;
	for (size_t i = 0; i < sizeof benchmarks / sizeof benchmarks[0]; i++) {
		if (argc == 4 && strcmp(argv[3], benchmarks[i].name))
			continue;
		benchmarks[i].init(argv[1]);
		for (int r = -1; r < rounds; r++) { /* one round to warm up */
			time_one(benchmarks[i].twin, &c, r < 0 ? 0 : r);
			time_one(benchmarks[i].kernel, &d, r < 0 ? 0 : r);
		}
		bool same = benchmarks[i].same();
		printf("%s\t%s", benchmarks[i].name, benchmarks[i].size);
		double *lists[] = {c.wall, d.wall, c.cpu, d.cpu};
		for (int k = 0; k < 4; k++) {
			qsort(lists[k], rounds, sizeof(double), by_value);
			printf("\t%.6f", lists[k][rounds / 2]);
		}
		printf("\t%s\n", same ? "equal" : "DIFFERENT");
		fflush(stdout);
		if (!same)
			status = 1;
	}
	return status;
}
