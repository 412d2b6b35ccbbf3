/* Runs functions of a batch of programs with sizes and prints what each writes, or that it refuses them. Allocated memory has
 * guards before and behind it. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OUTPUTS = 64, GUARD = 64 };

typedef struct block {
	struct block *next;
	unsigned char *start; /* of the first guard */
	size_t bytes;
} block;

static block *blocks;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *__real_aligned_alloc(size_t align, size_t bytes);
void __real_free(void *memory);

void *__wrap_aligned_alloc(size_t align, size_t bytes) {
	if (bytes > (size_t)1 << 32)
		return NULL;
	unsigned char *p = __real_aligned_alloc(align, bytes + 2 * GUARD);
	block *b = malloc(sizeof *b);
	if (!p || !b)
		return NULL;
	memset(p, 0xC3, GUARD);
	memset(p + GUARD + bytes, 0xC3, GUARD);
	pthread_mutex_lock(&lock);
	*b = (block){blocks, p, bytes};
	blocks = b;
	pthread_mutex_unlock(&lock);
	return p + GUARD;
}

static void check(const unsigned char *guard) {
	for (int i = 0; i < GUARD; i++)
		if (guard[i] != 0xC3) {
			fprintf(stderr, "memory is written out of bounds\n");
			abort();
		}
}

void __wrap_free(void *memory) {
	pthread_mutex_lock(&lock);
	for (block **p = &blocks; *p; p = &(*p)->next) {
		block *b = *p;
		if (b->start + GUARD != memory)
			continue;
		check(b->start);
		check(b->start + GUARD + b->bytes);
		*p = b->next;
		memory = b->start;
		__real_free(b);
		break;
	}
	pthread_mutex_unlock(&lock);
	__real_free(memory);
}

typedef struct {
	int (*call)(int32_t *out, bool flag, int64_t n, int64_t m);
	bool flag;
	uint64_t n, m;
} run;

static const run runs[] = {
TABLE};

int main(void) {
	for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
		int32_t out[OUTPUTS];
		for (int j = 0; j < OUTPUTS; j++)
			out[j] = j * 7;
		if (runs[i].call(out, runs[i].flag, (int64_t)runs[i].n, (int64_t)runs[i].m))
			printf("refused %s", descend_error());
		else
			for (size_t j = 0; j < sizeof out; j++)
				printf("%02x", ((const unsigned char *)out)[j]);
		printf("\n");
		fflush(stdout);
		pthread_mutex_lock(&lock);
		for (block *b = blocks; b; b = b->next) {
			check(b->start);
			check(b->start + GUARD + b->bytes);
		}
		pthread_mutex_unlock(&lock);
	}
	return 0;
}
