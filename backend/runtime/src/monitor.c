/* What runs, for the program that has started this one ("descendc run"): memory that both have. DESCEND_MONITOR
 * names its file. Nobody needs to answer for it to be read, also when this program is stopped or killed. */
#include <fcntl.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* tools/driver/monitor.go reads it: eight bytes a number, then the texts. version is odd while a launch is noted; an
 * empty kernel stands for code of the host. */
typedef struct {
	atomic_uint_fast64_t version, done;
	uint64_t launches, total, line, column;
	char kernel[1000], file[3000];
} descend_monitor;

static descend_monitor *monitor;

static void open_monitor(void) {
	const char *s = getenv("DESCEND_MONITOR");
	if (!s || !*s)
		return;
	int file = open(s, O_RDWR | O_CLOEXEC);
	struct stat st;
	if (file >= 0 && !fstat(file, &st) && st.st_size >= (off_t)sizeof *monitor) { /* beyond its end a file gives signals */
		void *p = mmap(NULL, sizeof *monitor, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
		monitor = p == MAP_FAILED ? NULL : p;
	}
	if (file >= 0)
		close(file);
	setvbuf(stdout, NULL, _IOLBF, 0); /* what is printed is seen at once, whoever passes it on */
}

/* Notes that a kernel starts, or with NULL that the host goes on. */
static void note_running(const descend_kernel *k, uint64_t total, const descend_site *site) {
	if (!monitor)
		return;
	atomic_fetch_add(&monitor->version, 1);
	atomic_store(&monitor->done, 0);
	monitor->launches += k != NULL;
	monitor->total = total;
	monitor->line = site ? (uint64_t)site->line : 0;
	monitor->column = site ? (uint64_t)site->column : 0;
	snprintf(monitor->kernel, sizeof monitor->kernel, "%s", k ? k->name : "");
	snprintf(monitor->file, sizeof monitor->file, "%s", site && site->file ? site->file : "");
	atomic_fetch_add(&monitor->version, 1);
}

static void note_done(uint64_t blocks) {
	if (monitor)
		atomic_fetch_add_explicit(&monitor->done, blocks, memory_order_relaxed);
}
