/* Errors, and the calls from outside that they end. */
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Memory that a call has allocated. What is left when an error ends the call is freed. */
typedef struct {
	void *memory;
	uint64_t bytes;
	int device;   /* the number of the GPU, HOST, or SOME_DEVICE for memory of the caller */
	bool foreign; /* of the caller, who frees it */
} descend_block;

enum { HOST = -1, SOME_DEVICE = -2 };

/* A call from outside that is going on in this thread. */
typedef struct descend_call {
	jmp_buf end;
	struct descend_call *outer;
	descend_block *blocks;
	size_t num_blocks, room;
	char *stack_end;
} descend_call;

static _Thread_local descend_call *current;
static _Thread_local char message[2048];

/* An error as its parts, for the report. */
typedef struct {
	descend_site site;
	char headline[1024], label[256], note[256];
} descend_error_parts;

static _Thread_local descend_error_parts last;

/* Notes an error at a place (or NULL). */
__attribute__((format(printf, 2, 3))) static void set_error(const descend_site *site, const char *format, ...) {
	va_list args;
	va_start(args, format);
	vsnprintf(last.headline, sizeof last.headline, format, args);
	va_end(args);
	last.site = site ? *site : (descend_site){0};
	last.label[0] = last.note[0] = 0;
}

static void finish_message(void) {
	size_t n = 0;
	message[0] = 0;
	if (last.site.file && last.site.line > 0)
		n = (size_t)snprintf(message, sizeof message, "%s:%d:%d: ", last.site.file, last.site.line, last.site.column);
	if (n < sizeof message)
		snprintf(message + n, sizeof message - n, "%s%s%s%s%s", last.headline, last.label[0] ? ": " : "", last.label, last.note[0] ? "; " : "", last.note);
}

DESCEND_API const char *descend_error(void) {
	finish_message();
	return message;
}

/* Ends the call with the error that was noted. */
_Noreturn static void end_call(void) {
	if (!current) {
		finish_message();
		fprintf(stderr, "%s\n", message);
		abort();
	}
	longjmp(current->end, 1);
}

/* The headline of a failed check. */
static void set_check(const descend_check *c, int64_t index, int64_t bound) {
	static const struct {
		const char *kind, *text;
	} kinds[] = {
		{"index", "index out of bounds"},
		{"division", "division by zero"},
		{"overflow", "overflow"},
		{"assert", "assertion failed"},
		{"requires", "the arguments break an obligation"},
		{"nat", "a value is no nat"},
		{"permutation", "the indices are no permutation"},
		{"", "the program stopped itself"},
	};
	const char *what = c->kind;
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
		if (!strcmp(c->kind, kinds[i].kind))
			what = kinds[i].text;
	set_error(&c->site, "%s%s%s", what, c->text[0] ? ": " : "", c->text);
	if (index == INT64_MIN && bound == INT64_MIN) /* not known */
		return;
	if (!strcmp(c->kind, "index") && bound >= 0)
		snprintf(last.label, sizeof last.label, "the index is %lld, there are %lld elements", (long long)index, (long long)bound);
	else if (!strcmp(c->kind, "requires"))
		snprintf(last.label, sizeof last.label, "the values are %lld and %lld", (long long)index, (long long)bound);
	else if (!strcmp(c->kind, "nat"))
		snprintf(last.label, sizeof last.label, "the value is %lld", (long long)index);
	else if (!strcmp(c->kind, "permutation"))
		snprintf(last.label, sizeof last.label, "the number at position %llu is %llu, which is too large or was there before",
			(unsigned long long)index >> 32, (unsigned long long)index & 0xffffffff);
}

/* An id with as many axes as the extents have. */
static void format_id(char *out, size_t n, const int32_t *id, const uint64_t *dim) {
	if (dim[2] > 1)
		snprintf(out, n, "(%d,%d,%d)", id[0], id[1], id[2]);
	else if (dim[1] > 1)
		snprintf(out, n, "(%d,%d)", id[0], id[1]);
	else
		snprintf(out, n, "(%d)", id[0]);
}

static void note_place(const int32_t at[6], const uint64_t dims[6]) {
	char block[40], thread[40];
	format_id(block, sizeof block, at, dims);
	format_id(thread, sizeof thread, at + 3, dims + 3);
	snprintf(last.note, sizeof last.note, "in block %s, thread %s", block, thread);
}

static bool kernels_failed(void);

/* A failed check of the host; that of a kernel which was launched before it counts. */
DESCEND_RT _Noreturn void descend_rt_fault(const descend_check *c, int64_t index, int64_t bound) {
	if (!kernels_failed())
		set_check(c, index, bound);
	end_call();
}

/* Every call of one function of the host by another asks whether there is room on the stack. */
DESCEND_RT void descend_rt_enter(const descend_site *site) {
	char here;
	if (current && &here < current->stack_end) {
		set_error(site, "calls are nested too deeply");
		end_call();
	}
}

/* The lowest address that a call may come to on the stack of this thread. */
static char *lowest_address(void) {
	static _Thread_local char *lowest;
	pthread_attr_t a;
	void *base;
	size_t size;
	if (!lowest && !pthread_getattr_np(pthread_self(), &a)) {
		if (!pthread_attr_getstack(&a, &base, &size))
			lowest = (char *)base + (size < 1 << 20 ? size / 2 : 256 << 10);
		pthread_attr_destroy(&a);
	}
	return lowest;
}
