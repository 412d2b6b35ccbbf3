/* What the parts of the runtime know of each other, and the descriptors by which a program tells about itself. */
#ifndef DESCEND_RUNTIME_H
#define DESCEND_RUNTIME_H

#include <stdarg.h>

#include "descend.h"

/* Functions that callers of the program see, and such that only the program calls. They are weak: of several
 * programs that are linked together one runtime is taken. */
#define DESCEND_API __attribute__((weak, visibility("default")))
#define DESCEND_RT __attribute__((weak, visibility("hidden")))

/* A place in the source, and a check that stands there. kind and text are as in the IR. */
typedef struct {
	const char *file;
	int32_t line, column;
} descend_site;

typedef struct {
	descend_site site;
	const char *kind, *text;
} descend_check;

/* A buffer is handed to a host function as its first element and the number of elements. */
typedef struct {
	void *data;
	int64_t count;
} descend_buffer;

typedef enum { DESCEND_SCALAR, DESCEND_REF, DESCEND_BOX, DESCEND_NAT } descend_kind;

/* An expression over the nats of a function. It is false if it has no value that fits 64 bits. */
typedef bool descend_expr(const int64_t *nats, int64_t *value);

/* An enum in a scalar or element: a uint32_t, the number of one of the variants, at bytes from the start. */
typedef struct {
	int at, count;
	const char *const *variants;
} descend_enum;

/* A parameter, or a result. size is the number of bytes of an element, align what the address must be a multiple of;
 * both in bytes. shape has rank entries, outermost first. elem is i8 .. u64, f16 .. f64 or bool. */
typedef struct {
	const char *name, *type, *elem;
	descend_kind kind;
	bool device, written;
	int size, align, rank;
	descend_expr *const *shape;
	const char *complex; /* for elements of two f32 or two f64, given as their bytes: "<c8" or "<c16"; else NULL */
	int stride, num_enums; /* stride: the bytes from one value with enums to the next */
	const descend_enum *enums;
} descend_param;

typedef struct {
	const char *text;
	bool (*holds)(const int64_t *nats);
} descend_clause;

/* PTX for a chip: 60 is sm_60. */
typedef struct {
	int target;
	const char *ptx;
} descend_image;

typedef struct descend_program descend_program;

/* The most GPUs of a program. */
enum { MAX_DEVICES = 16 };

/* A kernel. cpu runs the blocks x to end - 1 of a row; dims are the numbers of blocks and of threads of a block, args
 * point to pointers and scalars. strips: the blocks of a column of the grid read the same memory; cooperative: the blocks wait for each other. */
typedef struct {
	const char *name, *symbol;
	void (*cpu)(void **args, const uint64_t dims[6], uint64_t x, uint64_t end, uint64_t y, uint64_t z, void *shared);
	bool strips, cooperative;
	const char *args; /* a letter for each argument: p for a pointer */
	descend_program *program;
	descend_expr *dims[6], *shared;
} descend_kernel;

/* A function that can be called from outside: of the host (entry) or a kernel. */
typedef struct {
	const char *name;
	int num_params, num_results, num_nats, num_clauses;
	const descend_param *params, *results;
	const descend_clause *clauses;
	const descend_kernel *kernel;
	void (*entry)(void **args);
} descend_function;

struct descend_program {
	const char *name;
	int num_functions, num_images, num_checks;
	const descend_function *functions;
	const descend_image *images;
	/* The checks of the kernels, by their number in a fault's record, from 1. */
	const descend_check *checks;
	const char *const *check_kernels; /* in which kernel each of them stands */
	void *modules[MAX_DEVICES]; /* on the GPUs, when loaded */
	descend_program *next;
};

DESCEND_RT void descend_register(descend_program *program);

/* Calls a function; args point to its arguments (pointers for buffers) and to where the results go. */
DESCEND_RT int descend_invoke(const descend_function *f, void **args);

/* Arithmetic of nat expressions; ok becomes false where a value does not fit or is not defined. */
DESCEND_RT int64_t descend_nat_add(int64_t a, int64_t b, bool *ok);
DESCEND_RT int64_t descend_nat_sub(int64_t a, int64_t b, bool *ok);
DESCEND_RT int64_t descend_nat_mul(int64_t a, int64_t b, bool *ok);
DESCEND_RT int64_t descend_nat_div(int64_t a, int64_t b, bool *ok);
DESCEND_RT int64_t descend_nat_mod(int64_t a, int64_t b, bool *ok);
DESCEND_RT int64_t descend_nat_min(int64_t a, int64_t b);
DESCEND_RT int64_t descend_nat_max(int64_t a, int64_t b);
DESCEND_RT bool descend_nat_divides(int64_t a, int64_t b);

/* The command line of an executable. */
DESCEND_RT int descend_main(descend_program *program, const char *function, int argc, char **argv);

#endif
