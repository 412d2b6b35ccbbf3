/* Memory of the host and of the device, and copies between them. */

/* note_block remembers memory until the call ends or frees it. */
static bool note_block(void *memory, uint64_t bytes, int on_device, bool foreign) {
	descend_call *c = current;
	if (!c)
		return true;
	if (c->num_blocks == c->room) {
		size_t room = c->room ? 2 * c->room : 16;
		descend_block *blocks = realloc(c->blocks, room * sizeof *blocks);
		if (!blocks)
			return false;
		c->blocks = blocks, c->room = room;
	}
	c->blocks[c->num_blocks++] = (descend_block){memory, bytes, on_device, foreign};
	return true;
}

/* Memory is mostly freed in reverse order, so the search is short. */
static void forget_block(const void *memory) {
	for (descend_call *c = current; c; c = c->outer)
		for (size_t i = c->num_blocks; i-- > 0;)
			if (c->blocks[i].memory == memory && !c->blocks[i].foreign) {
				memmove(&c->blocks[i], &c->blocks[i + 1], (c->num_blocks - i - 1) * sizeof *c->blocks);
				c->num_blocks--;
				return;
			}
}

/* The GPU on which memory of this call lies, or HOST. Memory of 0 bytes has an address of its own. */
static int device_of(const void *memory) {
	for (descend_call *c = current; c; c = c->outer)
		for (size_t i = c->num_blocks; i-- > 0;) {
			const descend_block *b = &c->blocks[i];
			uint64_t offset = (uint64_t)(uintptr_t)memory - (uint64_t)(uintptr_t)b->memory;
			if (b->device != HOST && (offset < b->bytes || !offset))
				return b->device;
		}
	return HOST;
}

/* The GPU on which all the memory lies that a kernel gets; -1 on an error. Of memory of a caller the driver knows
 * where it lies. */
static int device_of_launch(const descend_kernel *k, void **args, const descend_site *site) {
	int found = SOME_DEVICE;
	for (int i = 0; k->args[i]; i++) {
		const void *p = k->args[i] == 'p' ? *(void **)args[i] : NULL;
		int d = p ? device_of(p) : SOME_DEVICE;
		if (p && d < 0)
			d = device.cuda ? cuda_device_of(p) : SOME_DEVICE;
		if (d >= device.count) {
			set_error(site, "launch of %s with memory of a GPU that DESCEND_GPU leaves out", k->name);
			return -1;
		}
		if (d != SOME_DEVICE && found != SOME_DEVICE && d != found) {
			set_error(site, "launch of %s with memory of different GPUs", k->name);
			snprintf(last.label, sizeof last.label, "some lies on GPU %d, some on GPU %d", found, d);
			return -1;
		}
		found = d == SOME_DEVICE ? found : d;
	}
	return found == SOME_DEVICE ? 0 : found;
}

/* Memory of the host, aligned to 64 bytes; free() frees it. */
static void *host_memory(uint64_t bytes) { return bytes > INT64_MAX - 128 ? NULL : aligned_alloc(64, (bytes + 127) / 64 * 64); }

static uint64_t size_of(int64_t count, int64_t size, const descend_site *site) {
	int64_t bytes;
	if (count < 0 || __builtin_mul_overflow(count, size, &bytes)) {
		set_error(site, "an array of %lld elements of %lld bytes is too large", (long long)count, (long long)size);
		end_call();
	}
	return (uint64_t)bytes;
}

DESCEND_RT void *descend_rt_alloc(int64_t count, int64_t size, const descend_site *site) {
	uint64_t bytes = size_of(count, size, site);
	void *p = host_memory(bytes);
	if (!p || !note_block(p, bytes, HOST, false)) {
		free(p);
		set_error(site, "out of memory: %llu bytes of the host", (unsigned long long)bytes);
		end_call();
	}
	return p;
}

DESCEND_RT void descend_rt_free(void *memory) {
	forget_block(memory);
	free(memory);
}

static int device_alloc(void **memory, uint64_t bytes, int on, const descend_site *site) {
	if (!use_device(site))
		return 1;
	if (device.cuda)
		return cuda_alloc(memory, bytes, on, site);
	if ((*memory = host_memory(bytes)))
		return 0;
	set_error(site, "out of memory: %llu bytes of the device", (unsigned long long)bytes);
	return 1;
}

static int device_free(void *memory, int on) {
	if (device.cuda)
		return cuda_free(memory, on);
	free(memory);
	return 0;
}

DESCEND_RT void *descend_rt_device_alloc(int64_t count, int64_t size, const descend_site *site) {
	uint64_t bytes = size_of(count, size, site);
	void *p = NULL;
	int on = next_device;
	next_device = 0;
	if (device_alloc(&p, bytes, on, site))
		end_call();
	if (!note_block(p, bytes, on, false)) {
		device_free(p, on);
		set_error(site, "out of memory");
		end_call();
	}
	return p;
}

DESCEND_RT void descend_rt_device_free(void *memory, const descend_site *site) {
	(void)site;
	int on = device_of(memory);
	forget_block(memory);
	if (device_free(memory, on))
		end_call();
}

/* Copies a whole buffer. Which memory lies where is known of what the call allocated and was given. */
DESCEND_RT void descend_rt_copy(void *to, const void *from, int64_t to_count, int64_t from_count, int64_t size, const descend_site *site) {
	if (to_count != from_count) {
		set_error(site, "copy of %lld elements to memory of %lld elements", (long long)from_count, (long long)to_count);
		end_call();
	}
	uint64_t bytes = size_of(from_count, size, site);
	stats.bytes += bytes;
	if (!device.cuda)
		memmove(to, from, bytes);
	else if (bytes && cuda_copy(to, device_of(to), from, device_of(from), bytes, site))
		end_call();
}

DESCEND_RT void descend_rt_fill(void *to, int64_t count, int64_t size, uint64_t bits, const descend_site *site) {
	uint64_t bytes = size_of(count, size, site);
	char *p = to;
	int on = device_of(to);
	if (device.cuda && on != HOST) {
		int failed = 0;
		if (!bytes || cuda_fill(to, on, (uint64_t)count, size, bits, site, &failed)) {
			if (failed)
				end_call();
			return;
		}
		void *host = host_memory(bytes);
		if (!host) {
			set_error(site, "out of memory: %llu bytes of the host", (unsigned long long)bytes);
			end_call();
		}
		p = host;
	}
	for (int64_t i = 0; i < count; i++)
		memcpy(p + i * size, &bits, (size_t)size);
	if (p == to)
		return;
	int status = bytes && cuda_copy(to, on, p, HOST, bytes, site);
	free(p);
	if (status)
		end_call();
}

DESCEND_API int descend_alloc(void **memory, size_t bytes) { return device_alloc(memory, bytes, 0, NULL); }

DESCEND_API int descend_free(void *memory) { return memory && device_free(memory, SOME_DEVICE); }

static int api_copy(void *to, int to_device, const void *from, int from_device, size_t bytes) {
	if (!use_device(NULL))
		return 1;
	if (device.cuda)
		return bytes && cuda_copy(to, to_device, from, from_device, bytes, NULL);
	memcpy(to, from, bytes);
	return 0;
}

DESCEND_API int descend_copy_to_device(void *to, const void *from, size_t bytes) { return api_copy(to, SOME_DEVICE, from, HOST, bytes); }

DESCEND_API int descend_copy_to_host(void *to, const void *from, size_t bytes) { return api_copy(to, HOST, from, SOME_DEVICE, bytes); }

DESCEND_API int descend_wait(void) { return device.cuda && cuda_wait(NULL); }
