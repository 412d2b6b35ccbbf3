/* Kernels on an NVIDIA GPU, by the driver's library, which is looked for when the program runs. Types and numbers
 * are those of the CUDA driver API. */
#include <dlfcn.h>

typedef uint64_t cu_pointer;

/* A GPU. It is opened when the program first uses it. */
typedef struct {
	bool open;
	void *context;
	int device;
	char name[100];
	int cc; /* 60 is compute capability 6.0 */
	bool lost, running; /* running: kernels that nobody has waited for yet */
	const descend_site *launch; /* of the last of these, NULL if it was launched from outside */
	const descend_kernel *kernel;
	uint64_t dims[6];
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
	int (*cuMemHostAlloc)(void **, size_t, unsigned);
	int (*cuMemHostGetDevicePointer_v2)(cu_pointer *, void *, unsigned);
	int (*cuFuncSetAttribute)(void *, int, int);
	int (*cuLaunchKernel)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **);
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
	FUNCTION(cuMemcpyHtoD_v2), FUNCTION(cuMemcpyDtoH_v2), FUNCTION(cuMemcpyDtoD_v2), FUNCTION(cuMemHostAlloc),
	FUNCTION(cuMemHostGetDevicePointer_v2), FUNCTION(cuFuncSetAttribute), FUNCTION(cuLaunchKernel), FUNCTION(cuPointerGetAttribute),
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

/* Reports that kernels were stopped: by a failed check, which has left a record, or otherwise. */
static int kernel_failed(gpu *g, int status, const descend_site *site) {
	const uint32_t *r = g->record;
	const descend_check *found = NULL;
	if (r && r[0] && g->kernel && r[9] >= 1 && r[9] <= (uint32_t)g->kernel->program->num_checks)
		found = &g->kernel->program->checks[r[9] - 1];
	if (found) {
		int64_t values[2];
		memcpy(values, r + 10, sizeof values);
		set_check(found, values[0], values[1]);
		int32_t at[6];
		memcpy(at, r + 3, sizeof at);
		note_place(at, g->dims);
	} else {
		char text[200];
		set_error(g->launch ? g->launch : site, "kernel %s failed: %s", g->kernel ? g->kernel->name : "", cuda_text(status, text, sizeof text));
	}
	g->lost = true;
	return 1;
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
			g->running = false;
	}
	pthread_mutex_unlock(&cuda.lock);
	return failed;
}

static int cuda_alloc(void **memory, uint64_t bytes, int on, const descend_site *site) {
	gpu *g = &cuda.gpus[on];
	if (cuda_enter(g, site))
		return 1;
	cu_pointer p = 0;
	int status = cuda.cuMemAlloc_v2(&p, bytes ? bytes : 1);
	if (status == 2) {
		set_error(site, "out of memory: %llu bytes of the GPU (%s)", (unsigned long long)bytes, g->name);
		return 1;
	}
	*memory = (void *)(uintptr_t)p;
	return status ? cuda_failed(g, status, "memory of the GPU", site) : 0;
}

/* Frees memory without a report. */
static void cuda_release(void *memory, int on) {
	gpu *g = gpu_of(on, memory);
	if (!cuda.cuCtxSetCurrent(g->context))
		cuda.cuMemFree_v2((cu_pointer)(uintptr_t)memory);
}

static int cuda_free(void *memory, int on) {
	gpu *g = gpu_of(on, memory);
	if (cuda_wait(NULL) || cuda_enter(g, NULL))
		return 1;
	int status = cuda.cuMemFree_v2((cu_pointer)(uintptr_t)memory);
	return status ? cuda_failed(g, status, "freeing memory of the GPU", NULL) : 0;
}

/* Copies between memories, which to_on and from_on name: a GPU, SOME_DEVICE or HOST. */
static int cuda_copy(void *to, int to_on, const void *from, int from_on, uint64_t bytes, const descend_site *site) {
	if (to_on == HOST && from_on == HOST) {
		memmove(to, from, bytes);
		return 0;
	}
	gpu *g = to_on != HOST ? gpu_of(to_on, to) : gpu_of(from_on, from);
	if (cuda_wait(site) || cuda_enter(g, site))
		return 1;
	cu_pointer d = (cu_pointer)(uintptr_t)to, s = (cu_pointer)(uintptr_t)from;
	int status;
	if (to_on == HOST)
		status = cuda.cuMemcpyDtoH_v2(to, s, bytes);
	else if (from_on == HOST)
		status = cuda.cuMemcpyHtoD_v2(d, from, bytes);
	else
		status = cuda.cuMemcpyDtoD_v2(d, s, bytes);
	return status ? cuda_failed(g, status, "copy", site) : 0;
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
		g->running = true, g->launch = site, g->kernel = k;
		memcpy(g->dims, d, sizeof g->dims);
		status = cuda.cuLaunchKernel(function, (unsigned)d[0], (unsigned)d[1], (unsigned)d[2], (unsigned)d[3], (unsigned)d[4], (unsigned)d[5], (unsigned)dynamic, NULL, args, NULL);
	}
	if (!status)
		return 0;
	if (g->record && g->record[0])
		return kernel_failed(g, status, site);
	char what[200];
	snprintf(what, sizeof what, "launch of %s", k->name);
	return cuda_failed(g, status, what, site);
}

static int cuda_launch(const descend_kernel *k, const uint64_t d[6], uint64_t dynamic, void **args, int on, const descend_site *site) {
	pthread_mutex_lock(&cuda.lock);
	int status = launch_locked(&cuda.gpus[on], k, d, dynamic, args, site);
	pthread_mutex_unlock(&cuda.lock);
	return status;
}
