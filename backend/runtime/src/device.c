/* Which device kernels run on. It is decided once, when memory or a kernel first needs it. */
#include <pthread.h>

static descend_program *programs;

static struct {
	bool decided, cuda, announce;
	int ordinal;
	pthread_mutex_t lock;
} device = {.lock = PTHREAD_MUTEX_INITIALIZER};

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
		ok = true;
	} else if (strcmp(wish, "cuda") && strcmp(wish, "auto")) {
		set_error(site, "DESCEND_DEVICE must be cpu, cuda or auto, not %s", wish);
	} else if (cuda_open(why, sizeof why)) {
		ok = device.cuda = true;
	} else if (!strcmp(wish, "auto")) {
		ok = true;
	} else {
		set_error(site, "DESCEND_DEVICE is cuda, but %s", why);
	}
	if (ok && !device.decided) {
		if (device.announce)
			fprintf(stderr, "descend: kernels run on %s%s%s%s\n", device.cuda ? "cuda" : "cpu", why[0] ? " (" : "", why, why[0] ? ")" : "");
		__atomic_store_n(&device.decided, true, __ATOMIC_RELEASE);
	}
	pthread_mutex_unlock(&device.lock);
	return ok;
}

DESCEND_API const char *descend_device(void) { return !use_device(NULL) ? NULL : device.cuda ? "cuda" : "cpu"; }
