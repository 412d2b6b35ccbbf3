/* Calls from outside: the checks of the arguments, and launches. */
#include <time.h>

static double seconds(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Runs a kernel: nothing, if an extent is 0. Sizes that no GPU takes are refused. */
static int launch(const descend_kernel *k, const uint64_t dims[6], uint64_t dynamic, void **args, const descend_site *site) {
	static const uint64_t most[6] = {INT32_MAX, 65535, 65535, 1024, 1024, 64};
	for (int i = 0; i < 6; i++)
		if (!dims[i])
			return 0;
	for (int i = 0; i < 6; i++)
		if (dims[i] > most[i] || dims[3] * dims[4] * dims[5] > 1024) {
			set_error(site, "launch of %s with a grid of %llu x %llu x %llu blocks of %llu x %llu x %llu threads", k->name,
				(unsigned long long)dims[0], (unsigned long long)dims[1], (unsigned long long)dims[2],
				(unsigned long long)dims[3], (unsigned long long)dims[4], (unsigned long long)dims[5]);
			return 1;
		}
	if (dynamic > 227 << 10) {
		set_error(site, "launch of %s with %llu bytes of dynamic shared memory; at most %d are possible", k->name, (unsigned long long)dynamic, 227 << 10);
		return 1;
	}
	if (!use_device(site))
		return 1;
	int on = device_of_launch(k, args, site);
	if (on < 0)
		return 1;
	stats.launches++;
	stats.blocks += dims[0] * dims[1] * dims[2];
	stats.threads += dims[0] * dims[1] * dims[2] * dims[3] * dims[4] * dims[5];
	if (device.cuda)
		return cuda_launch(k, dims, dynamic, args, on, site);
	double start = seconds();
	int status = cpu_launch(k, dims, dynamic, args, site);
	stats.kernel_seconds += seconds() - start;
	return status;
}

DESCEND_RT void descend_rt_launch(const descend_kernel *k, const uint64_t dims[6], uint64_t dynamic, void **args, const descend_site *site) {
	if (launch(k, dims, dynamic, args, site))
		end_call();
}

DESCEND_RT int64_t descend_nat_add(int64_t a, int64_t b, bool *ok) { return __builtin_add_overflow(a, b, &a) ? (*ok = false, 0) : a; }
DESCEND_RT int64_t descend_nat_sub(int64_t a, int64_t b, bool *ok) { return __builtin_sub_overflow(a, b, &a) ? (*ok = false, 0) : a; }
DESCEND_RT int64_t descend_nat_mul(int64_t a, int64_t b, bool *ok) { return __builtin_mul_overflow(a, b, &a) ? (*ok = false, 0) : a; }
DESCEND_RT int64_t descend_nat_div(int64_t a, int64_t b, bool *ok) { return b <= 0 ? (*ok = false, 0) : a / b - (a % b < 0); }
DESCEND_RT int64_t descend_nat_mod(int64_t a, int64_t b, bool *ok) { return b <= 0 ? (*ok = false, 0) : (a % b + b) % b; }
DESCEND_RT int64_t descend_nat_min(int64_t a, int64_t b) { return a < b ? a : b; }
DESCEND_RT int64_t descend_nat_max(int64_t a, int64_t b) { return a > b ? a : b; }
DESCEND_RT bool descend_nat_divides(int64_t a, int64_t b) { return a == 0 ? b == 0 : a == -1 || b % a == 0; }

/* The number of elements of a buffer; false if it does not fit. */
static bool count_of(const descend_param *p, const int64_t *nats, int64_t *count) {
	*count = 1;
	int64_t bytes;
	for (int i = 0; i < p->rank; i++) {
		int64_t extent;
		if (!p->shape[i](nats, &extent) || extent < 0 || __builtin_mul_overflow(*count, extent, count))
			return false;
	}
	return !__builtin_mul_overflow(*count, p->size, &bytes);
}

static bool is_buffer(const descend_param *p) { return p->kind == DESCEND_REF || p->kind == DESCEND_BOX; }

/* Checks that the enums in n bytes of values are variants. */
static bool check_enums(const descend_function *f, const descend_param *p, const char *data, int64_t n) {
	for (int64_t i = 0; i < n; i += p->stride)
		for (int j = 0; j < p->num_enums; j++) {
			uint32_t v;
			memcpy(&v, data + i + p->enums[j].at, sizeof v);
			if (v < (uint32_t)p->enums[j].count)
				continue;
			if (is_buffer(p))
				set_error(NULL, "%s: element %lld of %s is %u, which is no variant: there are %d", f->name, (long long)(i / p->stride), p->name, v, p->enums[j].count);
			else
				set_error(NULL, "%s: %s is %u, which is no variant: there are %d", f->name, p->name, v, p->enums[j].count);
			return false;
		}
	return true;
}

/* Fills nats from the arguments and buffers (one for each parameter) from the others, and checks all. */
static int check_arguments(const descend_function *f, void **args, int64_t *nats, descend_buffer *buffers) {
	int n = 0;
	for (int i = 0; i < f->num_params; i++)
		if (f->params[i].kind == DESCEND_NAT) {
			nats[n] = *(int64_t *)args[i];
			if (nats[n++] < 0) {
				set_error(NULL, "%s: %s is %lld", f->name, f->params[i].name, (long long)nats[n - 1]);
				return 1;
			}
		}
	for (int i = 0; i < f->num_clauses; i++)
		if (!f->clauses[i].holds(nats)) {
			set_error(NULL, "%s cannot run with these sizes: it needs `%s`", f->name, f->clauses[i].text);
			return 1;
		}
	for (int i = 0; i < f->num_params; i++) {
		const descend_param *p = &f->params[i];
		if (!is_buffer(p)) {
			if (p->num_enums && !check_enums(f, p, args[i], p->size))
				return 1;
			continue;
		}
		descend_buffer *b = &buffers[i];
		b->data = *(void **)args[i];
		if (!count_of(p, nats, &b->count)) {
			set_error(NULL, "%s: the size of %s, %s, is too large", f->name, p->name, p->type);
			return 1;
		}
		if (!b->data && b->count > 0) {
			set_error(NULL, "%s: %s is NULL", f->name, p->name);
			return 1;
		}
		if ((uintptr_t)b->data % (unsigned)p->align) {
			set_error(NULL, "%s: the address of %s is no multiple of %d", f->name, p->name, p->align);
			return 1;
		}
		if (p->num_enums && !(p->device && device.cuda) && !check_enums(f, p, b->data, b->count * p->size))
			return 1;
		for (int j = 0; j < i; j++) {
			const descend_param *q = &f->params[j];
			char *x = b->data, *y = buffers[j].data;
			if (is_buffer(q) && (p->written || q->written) && x < y + buffers[j].count * q->size && y < x + b->count * p->size) {
				set_error(NULL, "%s: %s and %s overlap, and one of them is written", f->name, q->name, p->name);
				return 1;
			}
		}
	}
	for (int i = 0; i < f->num_results; i++)
		if (!args[f->num_params + i]) {
			set_error(NULL, "%s: the pointer for %s is NULL", f->name, f->results[i].name);
			return 1;
		}
	return 0;
}

static int invoke_kernel(const descend_function *f, const int64_t *nats, void **args) {
	const descend_kernel *k = f->kernel;
	uint64_t dims[6];
	int64_t v;
	for (int i = 0; i < 6; i++) {
		if (!k->dims[i](nats, &v) || v < 0) {
			set_error(NULL, "%s: a size of its grid is too large", f->name);
			return 1;
		}
		dims[i] = (uint64_t)v;
	}
	if (!k->shared(nats, &v) || v < 0) {
		set_error(NULL, "%s: the size of its shared memory is too large", f->name);
		return 1;
	}
	if (launch(k, dims, (uint64_t)v, args, NULL))
		return 1;
	return device.cuda && cuda_wait(NULL);
}

/* Frees what a call that ended with an error has left. */
static void free_blocks(descend_call *c) {
	for (size_t i = c->num_blocks; i-- > 0;) {
		const descend_block *b = &c->blocks[i];
		if (b->foreign)
			continue;
		if (device.cuda && b->device != HOST)
			cuda_release(b->memory, b->device);
		else
			free(b->memory);
	}
	c->num_blocks = 0;
}

DESCEND_RT int descend_invoke(const descend_function *f, void **args) {
	descend_call call = {.outer = current, .stack_end = lowest_address()};
	int64_t nats[f->num_nats + 1];
	descend_buffer buffers[f->num_params + 1];
	void *slots[f->num_params + f->num_results + 1];
	set_error(NULL, "%s", "");
	next_device = 0;
	if (check_arguments(f, args, nats, buffers))
		return 1;
	if (f->kernel)
		return invoke_kernel(f, nats, args);
	current = &call;
	volatile int status = 1;
	if (!setjmp(call.end)) {
		for (int i = 0; i < f->num_params; i++) {
			const descend_param *p = &f->params[i];
			slots[i] = is_buffer(p) ? &buffers[i] : args[i];
			if (is_buffer(p) && (p->device || p->kind == DESCEND_BOX) && !note_block(buffers[i].data, (uint64_t)(buffers[i].count * p->size), p->device ? SOME_DEVICE : HOST, p->kind == DESCEND_REF)) {
				set_error(NULL, "out of memory");
				end_call();
			}
		}
		descend_buffer results[f->num_results + 1];
		for (int i = 0; i < f->num_results; i++)
			slots[f->num_params + i] = is_buffer(&f->results[i]) ? (void *)&results[i] : args[f->num_params + i];
		f->entry(slots);
		if (device.cuda && cuda_wait(NULL))
			end_call();
		for (int i = 0; i < f->num_results; i++)
			if (is_buffer(&f->results[i]))
				*(void **)args[f->num_params + i] = results[i].data;
		status = 0;
	} else {
		free_blocks(&call);
	}
	current = call.outer;
	free(call.blocks);
	fflush(stdout);
	return status;
}
