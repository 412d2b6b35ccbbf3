/* Kernels on the CPU: a pool of threads over the blocks of a launch. */
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

/* The launch that is going on. A launch of several blocks is cut into pieces, which the threads take. */
static struct {
	pthread_mutex_t launch; /* one launch at a time */
	pthread_mutex_t lock;   /* of what follows */
	pthread_cond_t start, done;
	int threads, running;
	uint64_t number;
	pid_t process;

	const descend_kernel *kernel;
	void **args;
	const uint64_t *dims;
	const descend_site *site;
	uint64_t shared, total, piece;
	atomic_uint_fast64_t next;
	atomic_bool failed;
	descend_error_parts error; /* the first one */
} pool = {.launch = PTHREAD_MUTEX_INITIALIZER, .lock = PTHREAD_MUTEX_INITIALIZER, .start = PTHREAD_COND_INITIALIZER, .done = PTHREAD_COND_INITIALIZER};

static _Thread_local void *scratch;
static _Thread_local uint64_t scratch_bytes;

/* The number of cores that the process may use, or what DESCEND_THREADS says. */
static int num_threads(void) {
	const char *s = getenv("DESCEND_THREADS");
	int n = s ? atoi(s) : 0;
	if (n <= 0) {
		cpu_set_t set;
		n = sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
	}
	return n < 1 ? 1 : n > 256 ? 256 : n;
}

/* A failed check of a kernel ends its block. The first one is reported; no further block begins. */
DESCEND_RT _Noreturn void descend_rt_kernel_fault(const descend_check *c, int64_t index, int64_t bound, int32_t bx, int32_t by, int32_t bz, int32_t tx, int32_t ty, int32_t tz) {
	const int32_t at[6] = {bx, by, bz, tx, ty, tz};
	set_check(c, index, bound);
	note_place(at, pool.dims);
	end_call();
}

static void free_blocks(descend_call *c);

static void fail_launch(void) {
	if (!atomic_exchange(&pool.failed, true))
		pool.error = last;
}

/* The most blocks that are run before a thread looks whether another one has failed: fewer where somebody looks on, to
 * whom 1000 steps of a launch show how it goes. */
enum { MAX_BLOCKS = 64 };

static uint64_t most_blocks(void) {
	uint64_t n = monitor ? pool.total / 1000 : MAX_BLOCKS;
	return n < 1 ? 1 : n > MAX_BLOCKS ? MAX_BLOCKS : n;
}

/* The columns of a strip: what so many blocks read of common memory stays in the caches. */
enum { STRIP = 16 };

/* The order of the blocks: plane by plane, strip by strip, row by row of a strip. Gives the place of block i, and how many
 * blocks follow in the row of its strip, with itself. */
static uint64_t place_of(uint64_t i, uint64_t at[3]) {
	uint64_t nx = pool.dims[0], ny = pool.dims[1];
	uint64_t width = pool.kernel->strips && nx > STRIP ? STRIP : nx;
	uint64_t rest = i % (nx * ny), first = rest / (width * ny) * width;
	if (width > nx - first) /* the last strip */
		rest -= first * ny, width = nx - first;
	else
		rest %= width * ny;
	at[0] = first + rest % width, at[1] = rest / width, at[2] = i / (nx * ny);
	return width - rest % width;
}

/* Runs pieces of the launch until none is left. */
static void run_blocks(void) {
	uint64_t most = most_blocks();
	for (;;) {
		uint64_t i = atomic_fetch_add(&pool.next, pool.piece), end = i + pool.piece;
		if (i >= pool.total)
			return;
		if (end > pool.total)
			end = pool.total;
		while (i < end) {
			if (atomic_load_explicit(&pool.failed, memory_order_relaxed))
				return;
			uint64_t at[3], n = place_of(i, at);
			n = n > end - i ? end - i : n;
			n = n > most ? most : n;
			pool.kernel->cpu(pool.args, pool.dims, at[0], at[0] + n, at[1], at[2], scratch);
			note_done(n);
			i += n;
		}
	}
}

/* The part of a thread in the launch. */
static void run_pieces(void) {
	if (scratch_bytes < pool.shared) {
		free(scratch);
		scratch = host_memory(pool.shared);
		scratch_bytes = scratch ? pool.shared : 0;
		if (!scratch) {
			set_error(pool.site, "out of memory: %llu bytes of shared memory on the host", (unsigned long long)pool.shared);
			fail_launch();
			return;
		}
	}
	descend_call call = {.outer = current, .stack_end = lowest_address()};
	current = &call;
	if (!setjmp(call.end)) {
		run_blocks();
	} else {
		fail_launch();
		free_blocks(&call);
	}
	current = call.outer;
	free(call.blocks);
}

static void *worker(void *unused) {
	(void)unused;
	uint64_t seen = 0;
	pthread_mutex_lock(&pool.lock);
	for (;;) {
		while (pool.number == seen)
			pthread_cond_wait(&pool.start, &pool.lock);
		seen = pool.number;
		pthread_mutex_unlock(&pool.lock);
		run_pieces();
		pthread_mutex_lock(&pool.lock);
		if (--pool.running == 0)
			pthread_cond_signal(&pool.done);
	}
	return NULL;
}

/* Starts the threads, once in a process (a child after fork has none of them). They take no signals. */
static void start_pool(void) {
	if (pool.process == getpid())
		return;
	pool.process = getpid();
	pool.threads = 0, pool.number = 0;
	sigset_t all, old;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	for (int i = num_threads(); i > 1; i--) {
		pthread_t t;
		if (pthread_create(&t, NULL, worker, NULL))
			break; /* fewer threads do as well */
		pthread_detach(t);
		pool.threads++;
	}
	pthread_sigmask(SIG_SETMASK, &old, NULL);
}

/* The most blocks of a grid whose blocks wait for each other: each has a thread of its own. */
enum { MAX_GRID = 4096 };

static struct {
	pthread_mutex_t lock;
	pthread_cond_t all;
	uint64_t waiting, round;
} grid = {.lock = PTHREAD_MUTEX_INITIALIZER, .all = PTHREAD_COND_INITIALIZER};

/* Where the blocks of a grid wait for each other. When one of them fails, the others end here. */
DESCEND_RT void descend_rt_sync_grid(void) {
	pthread_mutex_lock(&grid.lock);
	uint64_t round = grid.round;
	if (++grid.waiting == pool.total && !atomic_load(&pool.failed)) {
		grid.waiting = 0;
		grid.round++;
		pthread_cond_broadcast(&grid.all);
	}
	while (grid.round == round && !atomic_load(&pool.failed))
		pthread_cond_wait(&grid.all, &grid.lock);
	bool goes_on = grid.round != round;
	pthread_mutex_unlock(&grid.lock);
	if (!goes_on)
		end_call();
}

static void fail_grid(void) {
	pthread_mutex_lock(&grid.lock);
	fail_launch();
	pthread_cond_broadcast(&grid.all);
	pthread_mutex_unlock(&grid.lock);
}

static void *run_grid_block(void *number) {
	uint64_t at[3];
	place_of((uint64_t)(uintptr_t)number, at);
	void *volatile shared = pool.shared ? host_memory(pool.shared) : NULL;
	if (pool.shared && !shared) {
		set_error(pool.site, "out of memory: %llu bytes of shared memory on the host", (unsigned long long)pool.shared);
		fail_grid();
		return NULL;
	}
	descend_call call = {.stack_end = lowest_address()};
	current = &call;
	if (!setjmp(call.end)) {
		pool.kernel->cpu(pool.args, pool.dims, at[0], at[0] + 1, at[1], at[2], shared);
		note_done(1);
	} else {
		fail_grid();
		free_blocks(&call);
	}
	current = NULL;
	free(call.blocks);
	free(shared);
	return NULL;
}

/* Runs all blocks of the launch at once. */
static void run_grid(const descend_site *site) {
	static pthread_t threads[MAX_GRID];
	if (pool.total > MAX_GRID) {
		set_error(site, "the launch of %s has %llu blocks, which wait for each other: at most %d run at once", pool.kernel->name, (unsigned long long)pool.total, MAX_GRID);
		fail_launch();
		return;
	}
	sigset_t all, old;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	grid.waiting = 0;
	uint64_t n = 0;
	while (n < pool.total && !pthread_create(&threads[n], NULL, run_grid_block, (void *)(uintptr_t)n))
		n++;
	if (n < pool.total) {
		set_error(site, "the launch of %s has %llu blocks, which wait for each other: there are no more than %llu threads for them", pool.kernel->name, (unsigned long long)pool.total, (unsigned long long)n);
		fail_grid();
	}
	for (uint64_t i = 0; i < n; i++)
		pthread_join(threads[i], NULL);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
}

static int cpu_launch(const descend_kernel *k, const uint64_t dims[6], uint64_t dynamic, void **args, const descend_site *site) {
	if (!k->cpu) {
		set_error(site, "kernel %s cannot run on the CPU", k->name);
		return 1;
	}
	pthread_mutex_lock(&pool.launch);
	note_running(k, dims[0] * dims[1] * dims[2], site);
	start_pool();
	pthread_mutex_lock(&pool.lock);
	pool.kernel = k, pool.args = args, pool.dims = dims, pool.site = site;
	pool.shared = dynamic;
	pool.total = dims[0] * dims[1] * dims[2];
	uint64_t pieces = 16 * (uint64_t)(pool.threads + 1);
	pool.piece = (pool.total + pieces - 1) / pieces;
	atomic_store(&pool.next, 0);
	atomic_store(&pool.failed, false);
	bool alone = pool.total == 1 || pool.threads == 0 || k->cooperative;
	if (!alone) {
		pool.running = pool.threads;
		pool.number++;
		pthread_cond_broadcast(&pool.start);
	}
	pthread_mutex_unlock(&pool.lock);
	if (k->cooperative)
		run_grid(site);
	else
		run_pieces();
	if (!alone) {
		pthread_mutex_lock(&pool.lock);
		while (pool.running > 0)
			pthread_cond_wait(&pool.done, &pool.lock);
		pthread_mutex_unlock(&pool.lock);
	}
	note_running(NULL, 0, NULL);
	int status = atomic_load(&pool.failed);
	if (status)
		last = pool.error;
	pthread_mutex_unlock(&pool.launch);
	return status;
}
