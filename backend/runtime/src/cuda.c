/* Kernels on an NVIDIA GPU, by the driver's library, which is looked for when the program runs. Types and numbers
 * are those of the CUDA driver API. */
#include <dlfcn.h>

typedef uint64_t cu_pointer;

/* A launch of a kernel, at a place or from outside (NULL). */
typedef struct {
	const descend_site *site;
	const descend_kernel *kernel;
	uint64_t dims[6];
} queued;

/* How many launches that differ are remembered, and how much memory that is freed, until the host waits. */
enum { MAX_QUEUED = 64, MAX_FREED = 64 };

/* A GPU. It is opened when the program first uses it.
 *
 * Launches queue: the host waits where it could see what they did, when it copies from the GPU, prints, frees much, stops or ends. All work of a
 * GPU is in its one default stream, in the order in which the host asks for it, copies to and on the GPU too. Memory that is freed while
 * kernels run is given back when the host has waited, or when there is no other, so that nobody gets it before. */
typedef struct {
	bool open;
	void *context;
	int device;
	char name[100];
	int cc; /* 60 is compute capability 6.0 */
	bool lost, running; /* running: kernels that nobody has waited for yet */
	queued queue[MAX_QUEUED]; /* these, without repetitions, the last one first; num_queued may be larger */
	int num_queued, num_freed;
	cu_pointer freed[MAX_FREED];
	uint32_t *record; /* where a failed check writes, in memory of the host */
	cu_pointer record_address;
} gpu;

static struct {
	void *library;
	int first; /* the driver's number of GPU 0 */
	gpu gpus[MAX_DEVICES];
	pthread_mutex_t opening, lock; /* lock: of loading, launching and waiting */

	int (*cuInit)(unsigned);
	int (*cuDeviceGetCount)(int *);
	int (*cuDeviceGet)(int *, int);
	int (*cuDeviceGetName)(char *, int, int);
	int (*cuDeviceGetAttribute)(int *, int, int);
	int (*cuDevicePrimaryCtxRetain)(void **, int);
	int (*cuCtxSetCurrent)(void *);
	int (*cuCtxSynchronize)(void);
	int (*cuModuleLoadDataEx)(void **, const void *, unsigned, int *, void **);
	int (*cuModuleGetFunction)(void **, void *, const char *);
	int (*cuModuleGetGlobal_v2)(cu_pointer *, size_t *, void *, const char *);
	int (*cuMemAlloc_v2)(cu_pointer *, size_t);
	int (*cuMemFree_v2)(cu_pointer);
	int (*cuMemcpyHtoD_v2)(cu_pointer, const void *, size_t);
	int (*cuMemcpyDtoH_v2)(void *, cu_pointer, size_t);
	int (*cuMemcpyDtoD_v2)(cu_pointer, cu_pointer, size_t);
	int (*cuMemsetD8_v2)(cu_pointer, unsigned char, size_t);
	int (*cuMemsetD16_v2)(cu_pointer, unsigned short, size_t);
	int (*cuMemsetD32_v2)(cu_pointer, unsigned, size_t);
	int (*cuMemHostAlloc)(void **, size_t, unsigned);
	int (*cuMemHostGetDevicePointer_v2)(cu_pointer *, void *, unsigned);
	int (*cuFuncSetAttribute)(void *, int, int);
	int (*cuLaunchKernel)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **);
	int (*cuLaunchCooperativeKernel)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **);
	int (*cuPointerGetAttribute)(void *, int, cu_pointer);
	int (*cuGetErrorName)(int, const char **);
	int (*cuGetErrorString)(int, const char **);
} cuda = {.opening = PTHREAD_MUTEX_INITIALIZER, .lock = PTHREAD_MUTEX_INITIALIZER};

/* The names of the functions and where their addresses go. */
#define FUNCTION(name) {#name, (void **)&cuda.name}
static const struct {
	const char *name;
	void **address;
} cuda_functions[] = {
	FUNCTION(cuInit), FUNCTION(cuDeviceGetCount), FUNCTION(cuDeviceGet), FUNCTION(cuDeviceGetName), FUNCTION(cuDeviceGetAttribute),
	FUNCTION(cuDevicePrimaryCtxRetain), FUNCTION(cuCtxSetCurrent), FUNCTION(cuCtxSynchronize), FUNCTION(cuModuleLoadDataEx),
	FUNCTION(cuModuleGetFunction), FUNCTION(cuModuleGetGlobal_v2), FUNCTION(cuMemAlloc_v2), FUNCTION(cuMemFree_v2),
	FUNCTION(cuMemcpyHtoD_v2), FUNCTION(cuMemcpyDtoH_v2), FUNCTION(cuMemcpyDtoD_v2), FUNCTION(cuMemsetD8_v2), FUNCTION(cuMemsetD16_v2), FUNCTION(cuMemsetD32_v2), FUNCTION(cuMemHostAlloc),
	FUNCTION(cuMemHostGetDevicePointer_v2), FUNCTION(cuFuncSetAttribute), FUNCTION(cuLaunchKernel), FUNCTION(cuLaunchCooperativeKernel), FUNCTION(cuPointerGetAttribute),
	FUNCTION(cuGetErrorName), FUNCTION(cuGetErrorString),
};
#undef FUNCTION

static const char *cuda_text(int status, char *out, size_t n) {
	const char *name = NULL, *text = NULL;
	if (cuda.cuGetErrorName)
		cuda.cuGetErrorName(status, &name);
	if (cuda.cuGetErrorString)
		cuda.cuGetErrorString(status, &text);
	snprintf(out, n, "%s (%s)", name ? name : "CUDA error", text ? text : "unknown");
	if (!name)
		snprintf(out, n, "CUDA error %d", status);
	return out;
}

/* The best image of a program for the GPU: the newest that is not newer than it. */
static const descend_image *best_image(const descend_program *p, const gpu *g) {
	const descend_image *best = NULL;
	for (int i = 0; i < p->num_images; i++)
		if (p->images[i].target <= g->cc && (!best || p->images[i].target > best->target))
			best = &p->images[i];
	return best;
}

/* Starts to use a GPU; on failure says in why what is missing. */
static bool open_gpu(int number, char *why, size_t n) {
	gpu *g = &cuda.gpus[number];
	int major = 0, minor = 0, ordinal = cuda.first + number;
	char text[200];
	int status = cuda.cuDeviceGet(&g->device, ordinal);
	if (!status)
		status = cuda.cuDeviceGetName(g->name, sizeof g->name, g->device);
	if (!status)
		status = cuda.cuDeviceGetAttribute(&major, 75, g->device);
	if (!status)
		status = cuda.cuDeviceGetAttribute(&minor, 76, g->device);
	g->cc = 10 * major + minor;
	for (const descend_program *p = programs; p && !status; p = p->next)
		if (p->num_images > 0 && !best_image(p, g))
			return snprintf(why, n, "the program is compiled for sm_%d, the GPU (%s) is an sm_%d", p->images[0].target, g->name, g->cc), false;
	if (!status)
		status = cuda.cuDevicePrimaryCtxRetain(&g->context, g->device);
	if (status)
		return snprintf(why, n, "GPU %d cannot be used: %s", ordinal, cuda_text(status, text, sizeof text)), false;
	__atomic_store_n(&g->open, true, __ATOMIC_RELEASE);
	return true;
}

/* Finds the driver and opens the GPU with number DESCEND_GPU (0), the program's GPU 0; those behind it are its GPUs 1,
 * 2 and so on. */
static bool cuda_open(char *why, size_t n) {
	const char *library = getenv("DESCEND_LIBCUDA");
	char text[200];
	if (!(cuda.library = dlopen(library && *library ? library : "libcuda.so.1", RTLD_NOW | RTLD_LOCAL)))
		return snprintf(why, n, "the driver's library libcuda.so.1 cannot be loaded"), false;
	for (size_t i = 0; i < sizeof cuda_functions / sizeof cuda_functions[0]; i++)
		if (!(*cuda_functions[i].address = dlsym(cuda.library, cuda_functions[i].name)))
			return snprintf(why, n, "the driver is too old: it has no %s", cuda_functions[i].name), false;
	int status = cuda.cuInit(0), count = 0;
	if (!status)
		status = cuda.cuDeviceGetCount(&count);
	if (status)
		return snprintf(why, n, "the driver cannot be used: %s", cuda_text(status, text, sizeof text)), false;
	const char *wish = getenv("DESCEND_GPU");
	char *end = NULL;
	long first = wish && *wish ? strtol(wish, &end, 10) : 0;
	if (end && (end == wish || *end))
		return snprintf(why, n, "DESCEND_GPU must be the number of a GPU, not %s", wish), false;
	if (count == 0)
		return snprintf(why, n, "there is no GPU"), false;
	if (first < 0 || first >= count)
		return snprintf(why, n, "there is no GPU %ld: the machine has %d", first, count), false;
	cuda.first = (int)first;
	device.count = count - cuda.first > MAX_DEVICES ? MAX_DEVICES : count - cuda.first;
	return open_gpu(0, why, n);
}

/* The number of the GPU on which memory lies: that of another process or library too. */
static int cuda_device_of(const void *memory) {
	int ordinal = -1; /* 9: CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL */
	if (cuda.cuPointerGetAttribute(&ordinal, 9, (cu_pointer)(uintptr_t)memory))
		return SOME_DEVICE;
	return ordinal < cuda.first ? MAX_DEVICES : ordinal - cuda.first;
}

/* The GPU that on names, by the memory if it must be. */
static gpu *gpu_of(int on, const void *memory) {
	if (on == SOME_DEVICE)
		on = cuda_device_of(memory);
	return &cuda.gpus[on < 0 || on >= device.count ? 0 : on];
}

/* Reports a failed call. After an error of a kernel the driver answers every call with it: the first report counts. */
static int cuda_failed(const gpu *g, int status, const char *what, const descend_site *site) {
	char text[200];
	set_error(site, "%s: %s", what, cuda_text(status, text, sizeof text));
	if (g->lost)
		snprintf(last.note, sizeof last.note, "the GPU cannot be used any more after the earlier error");
	return 1;
}

/* Makes the context of a GPU current in this thread, which may be a new one. */
static int cuda_enter(gpu *g, const descend_site *site) {
	if (!__atomic_load_n(&g->open, __ATOMIC_ACQUIRE)) {
		char why[512];
		pthread_mutex_lock(&cuda.opening);
		bool ok = g->open || open_gpu((int)(g - cuda.gpus), why, sizeof why);
		pthread_mutex_unlock(&cuda.opening);
		if (!ok)
			return set_error(site, "%s", why), 1;
	}
	int status = cuda.cuCtxSetCurrent(g->context);
	return status ? cuda_failed(g, status, "the GPU cannot be used", site) : 0;
}

/* Remembers a launch. */
static void remember(gpu *g, const descend_kernel *k, const uint64_t d[6], const descend_site *site) {
	queued l = {site, k, {0}};
	memcpy(l.dims, d, sizeof l.dims);
	int n = g->num_queued < MAX_QUEUED ? g->num_queued : MAX_QUEUED, at = 0;
	while (at < n && memcmp(&g->queue[at], &l, sizeof l))
		at++;
	if (at == n) {
		g->num_queued++;
		at = n < MAX_QUEUED ? n : MAX_QUEUED - 1;
	}
	memmove(&g->queue[1], &g->queue[0], (size_t)at * sizeof l);
	g->queue[0] = l;
}

/* Notes which launches may have been the one that stopped: those of the kernel that has the check, or all. dims are those of one. */
static void note_launches(gpu *g, const char *kernel, const uint64_t **dims) {
	char note[sizeof last.note];
	int n = g->num_queued < MAX_QUEUED ? g->num_queued : MAX_QUEUED, found = 0;
	size_t end = 0;
	const descend_site *sites[4];
	for (int i = n - 1; i >= 0; i--) {
		const queued *l = &g->queue[i];
		if (kernel && strcmp(l->kernel->name, kernel))
			continue;
		*dims = *dims ? *dims : l->dims;
		bool new = l->site != NULL;
		for (int j = 0; j < found; j++)
			new = new && memcmp(sites[j], l->site, sizeof *l->site);
		if (!new)
			continue;
		if (found == 3 || g->num_queued > MAX_QUEUED) { /* too many to name */
			found = 4;
			break;
		}
		end += (size_t)snprintf(note + end, sizeof note - end, "%s%s:%d:%d", found ? " or " : "", l->site->file, l->site->line, l->site->column);
		sites[found++] = l->site;
		if (end >= sizeof note)
			break;
	}
	size_t before = strlen(last.note);
	if (found > 0 && found < 4 && end < sizeof note)
		snprintf(last.note + before, sizeof last.note - before, "%skernel %s was launched at %s", before ? "; " : "", kernel ? kernel : g->queue[0].kernel->name, note);
	else if (kernel)
		snprintf(last.note + before, sizeof last.note - before, "%sin kernel %s", before ? "; " : "", kernel);
}

/* Reports that kernels were stopped: by a failed check, which has left a record, or otherwise. */
static int kernel_failed(gpu *g, int status, const descend_site *site) {
	const uint32_t *r = g->record;
	const descend_program *p = g->num_queued > 0 ? g->queue[0].kernel->program : NULL;
	const uint64_t *dims = NULL;
	if (r && r[0] && p && r[9] >= 1 && r[9] <= (uint32_t)p->num_checks) {
		int64_t values[2];
		memcpy(values, r + 10, sizeof values);
		set_check(&p->checks[r[9] - 1], values[0], values[1]);
		int32_t at[6];
		memcpy(at, r + 3, sizeof at);
		note_launches(g, p->check_kernels[r[9] - 1], &dims);
		char launches[sizeof last.note];
		memcpy(launches, last.note, sizeof launches);
		note_place(at, dims ? dims : g->queue[0].dims);
		size_t end = strlen(last.note);
		snprintf(last.note + end, sizeof last.note - end, "%s%s", launches[0] ? "; " : "", launches);
	} else if (g->num_queued == 1) {
		char text[200];
		const queued *l = &g->queue[0];
		set_error(l->site ? l->site : site, "kernel %s failed: %s", l->kernel->name, cuda_text(status, text, sizeof text));
	} else {
		char text[200];
		bool one = true;
		for (int i = 1; i < g->num_queued && i < MAX_QUEUED; i++)
			one = one && g->queue[i].kernel == g->queue[0].kernel;
		set_error(site ? site : g->num_queued > 0 ? g->queue[0].site : NULL, "%s%s failed: %s", one && p ? "kernel " : "one of the kernels before this",
			one && p ? g->queue[0].kernel->name : "", cuda_text(status, text, sizeof text));
		if (one && p)
			note_launches(g, NULL, &dims);
	}
	g->lost = true;
	return 1;
}

/* Gives back what was freed while kernels ran, which have ended. */
static int give_back(gpu *g) {
	int status = 0;
	while (g->num_freed > 0) {
		int s = cuda.cuMemFree_v2(g->freed[--g->num_freed]);
		status = status ? status : s;
	}
	return status ? cuda_failed(g, status, "freeing memory of the GPU", NULL) : 0;
}

/* Waits for the kernels of all GPUs. */
static int cuda_wait(const descend_site *site) {
	int failed = 0;
	pthread_mutex_lock(&cuda.lock);
	for (int i = 0; i < device.count && !failed; i++) {
		gpu *g = &cuda.gpus[i];
		if (!g->running)
			continue;
		failed = cuda_enter(g, site);
		int status = failed ? 0 : cuda.cuCtxSynchronize();
		if (status)
			failed = kernel_failed(g, status, site);
		if (status || !failed)
			g->running = false, g->num_queued = 0;
		if (!failed)
			failed = give_back(g);
	}
	pthread_mutex_unlock(&cuda.lock);
	return failed;
}

/* Reports a failed call, or that of kernels before it, which the driver answers every call with. */
static int call_failed(gpu *g, int status, const char *what, const descend_site *site) { return g->running && cuda_wait(site) ? 1 : cuda_failed(g, status, what, site); }

static int cuda_alloc(void **memory, uint64_t bytes, int on, const descend_site *site) {
	gpu *g = &cuda.gpus[on];
	if (cuda_enter(g, site))
		return 1;
	cu_pointer p = 0;
	int status = cuda.cuMemAlloc_v2(&p, bytes ? bytes : 1);
	if (status == 2 && g->num_freed > 0) {
		if (cuda_wait(site) || cuda_enter(g, site))
			return 1;
		status = cuda.cuMemAlloc_v2(&p, bytes ? bytes : 1);
	}
	if (status == 2) {
		set_error(site, "out of memory: %llu bytes of the GPU (%s)", (unsigned long long)bytes, g->name);
		return 1;
	}
	*memory = (void *)(uintptr_t)p;
	return status ? call_failed(g, status, "memory of the GPU", site) : 0;
}

/* Frees memory without a report. */
static void cuda_release(void *memory, int on) {
	gpu *g = gpu_of(on, memory);
	if (!cuda.cuCtxSetCurrent(g->context))
		cuda.cuMemFree_v2((cu_pointer)(uintptr_t)memory);
}

static int cuda_free(void *memory, int on) {
	gpu *g = gpu_of(on, memory);
	pthread_mutex_lock(&cuda.lock);
	bool later = g->running && g->num_freed < MAX_FREED;
	if (later)
		g->freed[g->num_freed++] = (cu_pointer)(uintptr_t)memory;
	pthread_mutex_unlock(&cuda.lock);
	if (later)
		return 0;
	if (cuda_wait(NULL) || cuda_enter(g, NULL))
		return 1;
	int status = cuda.cuMemFree_v2((cu_pointer)(uintptr_t)memory);
	return status ? cuda_failed(g, status, "freeing memory of the GPU", NULL) : 0;
}

/* Work was queued that is no kernel: it ends before memory is given back. */
static void see_later(gpu *g) {
	pthread_mutex_lock(&cuda.lock);
	g->running = true;
	pthread_mutex_unlock(&cuda.lock);
}

/* Copies between memories, which to_on and from_on name: a GPU, SOME_DEVICE or HOST. */
static int cuda_copy(void *to, int to_on, const void *from, int from_on, uint64_t bytes, const descend_site *site) {
	if (to_on == HOST && from_on == HOST) {
		memmove(to, from, bytes);
		return 0;
	}
	gpu *g = to_on != HOST ? gpu_of(to_on, to) : gpu_of(from_on, from);
	bool see = to_on == HOST || (from_on != HOST && gpu_of(from_on, from) != g); /* the streams of two GPUs have no order */
	if ((see && cuda_wait(site)) || cuda_enter(g, site))
		return 1;
	cu_pointer d = (cu_pointer)(uintptr_t)to, s = (cu_pointer)(uintptr_t)from;
	int status;
	if (to_on == HOST)
		status = cuda.cuMemcpyDtoH_v2(to, s, bytes);
	else if (from_on == HOST)
		status = cuda.cuMemcpyHtoD_v2(d, from, bytes);
	else
		status = cuda.cuMemcpyDtoD_v2(d, s, bytes);
	if (!status && to_on != HOST && from_on != HOST)
		see_later(g);
	return status ? call_failed(g, status, "copy", site) : 0;
}

/* Sets elements of 1, 2, 4 or 8 bytes; false if the driver has no call for them. */
static bool cuda_fill(void *to, int on, uint64_t count, int64_t size, uint64_t bits, const descend_site *site, int *failed) {
	if (size == 8 && bits >> 32 != (uint32_t)bits)
		return false;
	gpu *g = gpu_of(on, to);
	if ((*failed = cuda_enter(g, site)))
		return true;
	cu_pointer d = (cu_pointer)(uintptr_t)to;
	int status = size == 1 ? cuda.cuMemsetD8_v2(d, (unsigned char)bits, count)
		: size == 2 ? cuda.cuMemsetD16_v2(d, (unsigned short)bits, count)
		: cuda.cuMemsetD32_v2(d, (unsigned)bits, size == 8 ? 2 * count : count);
	if (status)
		*failed = call_failed(g, status, "fill", site);
	else
		see_later(g);
	return true;
}

/* Compiles and loads the PTX of a program, and tells its kernels where a failed check is to be recorded. */
static int load_program(gpu *g, descend_program *p, const descend_site *site) {
	const descend_image *image = best_image(p, g);
	if (!image) {
		set_error(site, "the program has no PTX for the GPU (%s), an sm_%d", g->name, g->cc);
		return 1;
	}
	char log[4096] = "";
	int options[] = {5, 6}; /* CU_JIT_ERROR_LOG_BUFFER and its size */
	void *values[] = {log, (void *)(uintptr_t)sizeof log};
	void *module = NULL;
	int status = cuda.cuModuleLoadDataEx(&module, image->ptx, 2, options, values);
	if (status) {
		char text[200];
		set_error(site, "the driver cannot compile the PTX for sm_%d: %s: %.600s", image->target, cuda_text(status, text, sizeof text), log);
		return 1;
	}
	cu_pointer slot = 0;
	size_t bytes = 0;
	if (p->num_checks > 0 && !cuda.cuModuleGetGlobal_v2(&slot, &bytes, module, "__descend_fault")) {
		if (!g->record) {
			status = cuda.cuMemHostAlloc((void **)&g->record, 64, 3); /* portable, mapped */
			if (!status)
				status = cuda.cuMemHostGetDevicePointer_v2(&g->record_address, g->record, 0);
			if (status)
				return cuda_failed(g, status, "the record of failed checks", site);
			memset(g->record, 0, 64);
		}
		status = cuda.cuMemcpyHtoD_v2(slot, &g->record_address, 8);
		if (status)
			return cuda_failed(g, status, "the record of failed checks", site);
	}
	p->modules[g - cuda.gpus] = module;
	return 0;
}

static int launch_locked(gpu *g, const descend_kernel *k, const uint64_t d[6], uint64_t dynamic, void **args, const descend_site *site) {
	void **module = &k->program->modules[g - cuda.gpus];
	if (cuda_enter(g, site) || (!*module && load_program(g, k->program, site)))
		return 1;
	void *function = NULL;
	int status = cuda.cuModuleGetFunction(&function, *module, k->symbol);
	if (!status && dynamic > 48 << 10)
		status = cuda.cuFuncSetAttribute(function, 8, (int)dynamic); /* CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES */
	if (!status) {
		g->running = true;
		remember(g, k, d, site);
		if (k->cooperative)
			status = cuda.cuLaunchCooperativeKernel(function, (unsigned)d[0], (unsigned)d[1], (unsigned)d[2], (unsigned)d[3], (unsigned)d[4], (unsigned)d[5], (unsigned)dynamic, NULL, args);
		else
			status = cuda.cuLaunchKernel(function, (unsigned)d[0], (unsigned)d[1], (unsigned)d[2], (unsigned)d[3], (unsigned)d[4], (unsigned)d[5], (unsigned)dynamic, NULL, args, NULL);
	}
	if (!status)
		return 0;
	if (g->record && g->record[0])
		return kernel_failed(g, status, site);
	int before = cuda.cuCtxSynchronize();
	if (before && g->num_queued > 1)
		return kernel_failed(g, before, site);
	char what[300];
	if (status == 720) /* CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE */
		snprintf(what, sizeof what, "the %llu blocks of %s wait for each other, and do not fit on %s at once", (unsigned long long)(d[0] * d[1] * d[2]), k->name, g->name);
	else
		snprintf(what, sizeof what, "launch of %s", k->name);
	return cuda_failed(g, status, what, site);
}

static int cuda_launch(const descend_kernel *k, const uint64_t d[6], uint64_t dynamic, void **args, int on, const descend_site *site) {
	pthread_mutex_lock(&cuda.lock);
	int status = launch_locked(&cuda.gpus[on], k, d, dynamic, args, site);
	pthread_mutex_unlock(&cuda.lock);
	return status;
}
