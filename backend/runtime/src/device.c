/* Which device kernels run on. It is decided once, when memory or a kernel first needs it. */
#include <pthread.h>

static descend_program *programs;

/* count is the number of GPUs that a program can use, or on the CPU that it stands for. */
static struct {
	bool decided, cuda, announce, missing;
	int count;
	pthread_mutex_t lock;
	const char *wished_by;
} device = {.lock = PTHREAD_MUTEX_INITIALIZER, .wished_by = "DESCEND_DEVICE"};

/* The GPU of the next allocation of this thread. */
static _Thread_local int next_device;

/* What the process did, for --stats. */
static struct {
	uint64_t launches, blocks, threads, bytes;
	double kernel_seconds;
} stats;

DESCEND_RT void descend_register(descend_program *p) {
	p->next = programs;
	programs = p;
}

static bool cuda_open(char *why, size_t n);
static int cuda_wait(const descend_site *site);

/* The CPU stands for as many GPUs as DESCEND_DEVICES says. */
static bool cpu_open(const descend_site *site) {
	const char *s = getenv("DESCEND_DEVICES");
	char *end;
	long n = s && *s ? strtol(s, &end, 10) : 1;
	if (s && *s && (*end || n < 1 || n > MAX_DEVICES)) {
		set_error(site, "DESCEND_DEVICES must be a number from 1 to %d, not %s", MAX_DEVICES, s);
		return false;
	}
	device.count = (int)n;
	return true;
}

/* use_device decides; it is false if the device that DESCEND_DEVICE asks for is not there. */
static bool use_device(const descend_site *site) {
	if (__atomic_load_n(&device.decided, __ATOMIC_ACQUIRE))
		return true;
	pthread_mutex_lock(&device.lock);
	const char *wish = getenv("DESCEND_DEVICE");
	if (!wish || !*wish)
		wish = "auto";
	char why[512] = "";
	bool ok = device.decided;
	if (ok) {
		/* another thread was faster */
	} else if (!strcmp(wish, "cpu")) {
		ok = cpu_open(site);
	} else if (strcmp(wish, "cuda") && strcmp(wish, "auto")) {
		set_error(site, "DESCEND_DEVICE must be cpu, cuda or auto, not %s", wish);
	} else if (cuda_open(why, sizeof why)) {
		ok = device.cuda = true;
	} else if (!strcmp(wish, "auto")) {
		ok = cpu_open(site);
	} else {
		device.missing = true;
		set_error(site, "%s is cuda, but %s", device.wished_by, why);
	}
	if (ok && !device.decided) {
		if (device.announce)
			fprintf(stderr, "descend: kernels run on %s%s%s%s\n", device.cuda ? "cuda" : "cpu", why[0] ? " (" : "", why, why[0] ? ")" : "");
		__atomic_store_n(&device.decided, true, __ATOMIC_RELEASE);
	}
	pthread_mutex_unlock(&device.lock);
	return ok;
}

/* Ends the call if there is no GPU with a number. */
DESCEND_RT void descend_rt_open_device(int64_t n, const descend_site *site) {
	if (!use_device(site))
		end_call();
	if (n >= 0 && n < device.count)
		return;
	set_error(site, "there is no GPU %lld", (long long)n);
	if (device.count == 1)
		snprintf(last.label, sizeof last.label, "there is one, number 0");
	else
		snprintf(last.label, sizeof last.label, "there are %d, numbers 0 to %d", device.count, device.count - 1);
	if (!device.cuda)
		snprintf(last.note, sizeof last.note, "DESCEND_DEVICES says how many GPUs sim and cpu stand for");
	end_call();
}

/* The next allocation is on the GPU with a number. */
DESCEND_RT void descend_rt_use_device(int64_t n, const descend_site *site) {
	descend_rt_open_device(n, site);
	next_device = (int)n;
}

DESCEND_API const char *descend_device(void) { return !use_device(NULL) ? NULL : device.cuda ? "cuda" : "cpu"; }

/* Whether a kernel that was launched before was stopped, which is noted. */
static bool kernels_failed(void) { return device.cuda && cuda_wait(NULL); }
