// A libcuda for tests, without a GPU: memory of the device is memory of the host at other addresses, and a
// launch runs a program of the host harness (backend/harness) or does nothing. It is strict where the driver
// is: a call needs a current context on its thread, and after a fault every call fails.
//
// The environment variable FAKE_CUDA configures it, words KEY=VALUE with spaces between; it is read by cuInit,
// which forgets everything before:
//   devices=N          number of GPUs (1)
//   cc=MAJOR.MINOR     their compute capability (9.0)
//   version=12040      what cuDriverGetVersion says; decides which PTX versions load
//   memory=BYTES       memory of a device (1 GiB)
//   registers=N        registers of a thread of each kernel (32), fewer where .minnctapersm or .maxnreg ask for fewer
//   programs=DIR       DIR/HASH/program and DIR/HASH/kernels run the kernels of an image; HASH is the FNV-1a
//                      hash of the image's text in hexadecimal; DIR/program and DIR/kernels those of any other
//   fail=F:CALL:CODE   the CALLth call of the function F answers CODE (several, with commas)
//   log=FILE           a line for each call
// A line of a file "kernels" is: NAME NUMBER REQX REQY REQZ PARAMETER.. where a parameter is p for a pointer,
// or the bytes of a scalar.
//
// Names, signatures and codes: CUDA Driver API. Protocol of programs: backend/harness/launch.go.

#define _GNU_SOURCE
#include <spawn.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum {
  SUCCESS = 0, INVALID_VALUE = 1, OUT_OF_MEMORY = 2, NOT_INITIALIZED = 3, NO_DEVICE = 100, INVALID_DEVICE = 101,
  INVALID_IMAGE = 200, INVALID_CONTEXT = 201, NO_BINARY_FOR_GPU = 209, INVALID_PTX = 218, UNSUPPORTED_PTX_VERSION = 222,
  INVALID_HANDLE = 400, NOT_FOUND = 500, ILLEGAL_ADDRESS = 700, LAUNCH_FAILED = 719, COOPERATIVE_LAUNCH_TOO_LARGE = 720, UNKNOWN = 999
};

static const struct { int code; const char *name, *text; } codes[] = {
  {SUCCESS, "CUDA_SUCCESS", "no error"},
  {INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
  {OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
  {NOT_INITIALIZED, "CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
  {NO_DEVICE, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
  {INVALID_DEVICE, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
  {INVALID_IMAGE, "CUDA_ERROR_INVALID_IMAGE", "device kernel image is invalid"},
  {INVALID_CONTEXT, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
  {NO_BINARY_FOR_GPU, "CUDA_ERROR_NO_BINARY_FOR_GPU", "no kernel image is available for execution on the device"},
  {INVALID_PTX, "CUDA_ERROR_INVALID_PTX", "a PTX JIT compilation failed"},
  {UNSUPPORTED_PTX_VERSION, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION", "the provided PTX was compiled with an unsupported toolchain."},
  {INVALID_HANDLE, "CUDA_ERROR_INVALID_HANDLE", "invalid resource handle"},
  {NOT_FOUND, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
  {ILLEGAL_ADDRESS, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
  {COOPERATIVE_LAUNCH_TOO_LARGE, "CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE", "too many blocks in cooperative launch"},
  {LAUNCH_FAILED, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"},
  {UNKNOWN, "CUDA_ERROR_UNKNOWN", "unknown error"},
};

// ---- configuration and state ---------------------------------------------

#define TEXT 1024
#define MAX_DEVICES 8
// Device addresses are host addresses plus this, so that the host cannot use them by mistake.
#define DEVICE_BASE 0x4000000000000000u

static struct {
  int devices, major, minor, version, registers;
  size_t memory;
  char programs[TEXT], fail[TEXT], log[TEXT];
} config;

typedef struct allocation {
  struct allocation *next;
  char *data;
  size_t size;
  int host; // pinned host memory
  int device;
} allocation;

typedef struct {
  char program[TEXT], kernels[TEXT];
  char *text;
  int device;
  allocation *fault; // the variable __descend_fault
} module;

typedef struct {
  module *module;
  char name[TEXT];
  int number, count, req[3];
  int size[64]; // of parameters in bytes; 0: a pointer
} kernel;

static int initialized, retained[MAX_DEVICES], pending, sticky, generation;
static allocation *memory;
static size_t in_use[MAX_DEVICES];
static _Thread_local int current; // 1 + device of the current context

static const char *option(const char *key, char *to, size_t size) {
  const char *env = getenv("FAKE_CUDA"), *p = env ? env : "";
  size_t n = strlen(key);
  for (; *p; p += strcspn(p, " "), p += strspn(p, " ")) {
    if (strncmp(p, key, n) || p[n] != '=') continue;
    size_t m = strcspn(p + n + 1, " ");
    if (m >= size) m = size - 1;
    memcpy(to, p + n + 1, m);
    to[m] = 0;
    return to;
  }
  return NULL;
}

static void configure(void) {
  char s[TEXT];
  memset(&config, 0, sizeof config);
  config.devices = option("devices", s, sizeof s) ? atoi(s) : 1;
  if (config.devices > MAX_DEVICES) config.devices = MAX_DEVICES;
  config.registers = option("registers", s, sizeof s) ? atoi(s) : 32;
  config.major = 9;
  if (option("cc", s, sizeof s)) sscanf(s, "%d.%d", &config.major, &config.minor);
  config.version = option("version", s, sizeof s) ? atoi(s) : 12040;
  config.memory = option("memory", s, sizeof s) ? strtoull(s, NULL, 0) : (size_t)1 << 30;
  option("programs", config.programs, TEXT);
  option("fail", config.fail, TEXT);
  option("log", config.log, TEXT);
  while (memory) {
    allocation *a = memory;
    memory = a->next;
    free(a->data);
    free(a);
  }
  memset(in_use, 0, sizeof in_use);
  pending = sticky = current = 0;
  memset(retained, 0, sizeof retained);
  generation++;
}

typedef struct { int calls, generation; } counter; // of a function, since the last cuInit

// Notes a call; the result is what "fail" says of it.
__attribute__((format(printf, 3, 4))) static int enter(counter *c, const char *name, const char *format, ...) {
  if (config.log[0]) {
    FILE *f = fopen(config.log, "a");
    if (f) {
      va_list ap;
      va_start(ap, format);
      fprintf(f, "%s ", name);
      vfprintf(f, format, ap);
      fputc('\n', f);
      va_end(ap);
      fclose(f);
    }
  }
  if (c->generation != generation) *c = (counter){0, generation};
  c->calls++;
  size_t n = strlen(name);
  for (const char *p = config.fail; *p; p += strcspn(p, ","), p += *p == ',') {
    int call, code;
    if (!strncmp(p, name, n) && p[n] == ':' && sscanf(p + n + 1, "%d:%d", &call, &code) == 2 && call == c->calls) return code;
  }
  return SUCCESS;
}

#define ENTER(...)                                                   \
  do {                                                               \
    static counter count;                                            \
    int failed = enter(&count, __func__, __VA_ARGS__);               \
    if (!initialized) return NOT_INITIALIZED;                        \
    if (failed) return failed;                                       \
  } while (0)

// As ENTER, for calls that need a context.
#define ENTER_CONTEXT(...)                                           \
  do {                                                               \
    ENTER(__VA_ARGS__);                                              \
    if (sticky) return sticky;                                       \
    if (!current || !retained[current - 1]) return INVALID_CONTEXT;  \
  } while (0)

// ---- memory --------------------------------------------------------------

static allocation *allocate(size_t size, int host) {
  allocation *a = calloc(1, sizeof *a);
  size_t room = (size + 255) / 256 * 256;
  if (!a || !(a->data = aligned_alloc(256, room ? room : 256))) return NULL;
  memset(a->data, 0xA5, room);
  a->size = size;
  a->host = host;
  a->device = current - 1;
  a->next = memory;
  memory = a;
  if (!host) in_use[a->device] += size;
  return a;
}

static uint64_t address_of(const allocation *a) { return (uint64_t)a->data + DEVICE_BASE; }

// The host's view of n bytes of device memory; NULL if they are not in one allocation.
static char *device_bytes(uint64_t p, size_t n, allocation **of) {
  for (allocation *a = memory; a; a = a->next) {
    uint64_t start = address_of(a);
    if (p < start || p - start > a->size || n > a->size - (p - start)) continue;
    if (of) *of = a;
    return a->data + (p - start);
  }
  return NULL;
}

static int release(char *data, int host) {
  for (allocation **p = &memory; *p; p = &(*p)->next) {
    allocation *a = *p;
    if (a->data != data || a->host != host) continue;
    *p = a->next;
    if (!host) in_use[a->device] -= a->size;
    free(a->data);
    free(a);
    return SUCCESS;
  }
  return INVALID_VALUE;
}

// A copy waits for the kernels before it and tells of their errors.
static int settle(void) {
  if (pending) sticky = pending;
  pending = 0;
  return sticky;
}

// ---- the API: errors, devices, contexts ----------------------------------

int cuInit(unsigned flags) {
  configure();
  initialized = 1;
  static counter count;
  int failed = enter(&count, __func__, "%u", flags);
  if (failed) return failed;
  return config.devices > 0 ? SUCCESS : NO_DEVICE;
}

int cuGetErrorName(int code, const char **to) {
  for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
    if (codes[i].code == code) return *to = codes[i].name, SUCCESS;
  *to = NULL;
  return INVALID_VALUE;
}

int cuGetErrorString(int code, const char **to) {
  for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
    if (codes[i].code == code) return *to = codes[i].text, SUCCESS;
  *to = NULL;
  return INVALID_VALUE;
}

int cuDriverGetVersion(int *version) {
  *version = config.version;
  return SUCCESS;
}

int cuDeviceGetCount(int *n) {
  ENTER(" ");
  *n = config.devices;
  return SUCCESS;
}

int cuDeviceGet(int *device, int ordinal) {
  ENTER("%d", ordinal);
  if (ordinal < 0 || ordinal >= config.devices) return INVALID_DEVICE;
  *device = ordinal;
  return SUCCESS;
}

int cuDeviceGetName(char *name, int size, int device) {
  ENTER("%d", device);
  if (device < 0 || device >= config.devices) return INVALID_DEVICE;
  snprintf(name, size, "Fake GPU %d", device);
  return SUCCESS;
}

int cuDeviceTotalMem_v2(size_t *bytes, int device) {
  ENTER("%d", device);
  if (device < 0 || device >= config.devices) return INVALID_DEVICE;
  *bytes = config.memory;
  return SUCCESS;
}

int cuDeviceGetAttribute(int *value, int attribute, int device) {
  ENTER("%d %d", attribute, device);
  if (device < 0 || device >= config.devices) return INVALID_DEVICE;
  switch (attribute) {
  case 8: *value = 48 << 10; return SUCCESS;
  case 13: *value = 1000000; return SUCCESS;
  case 16: *value = 2; return SUCCESS;
  case 19: *value = 1; return SUCCESS;
  case 38: *value = 4 << 20; return SUCCESS;
  case 75: *value = config.major; return SUCCESS;
  case 76: *value = config.minor; return SUCCESS;
  case 97: *value = 227 << 10; return SUCCESS;
  }
  return INVALID_VALUE;
}

int cuDevicePrimaryCtxRetain(void **context, int device) {
  ENTER("%d", device);
  if (device < 0 || device >= config.devices) return INVALID_DEVICE;
  retained[device]++;
  *context = (void *)(uintptr_t)(device + 1);
  return SUCCESS;
}

int cuDevicePrimaryCtxRelease_v2(int device) {
  ENTER("%d", device);
  if (device < 0 || device >= config.devices || !retained[device]) return INVALID_CONTEXT;
  retained[device]--;
  return SUCCESS;
}

int cuCtxSetCurrent(void *context) {
  if (!initialized) return NOT_INITIALIZED;
  uintptr_t n = (uintptr_t)context;
  if (n > (uintptr_t)config.devices || (n && !retained[n - 1])) return INVALID_CONTEXT;
  current = (int)n;
  return SUCCESS;
}

int cuCtxSynchronize(void) {
  ENTER_CONTEXT(" ");
  return settle();
}

// ---- memory --------------------------------------------------------------

int cuMemAlloc_v2(uint64_t *p, size_t bytes) {
  ENTER_CONTEXT("%zu", bytes);
  if (!bytes) return INVALID_VALUE;
  if (bytes > config.memory - in_use[current - 1]) return OUT_OF_MEMORY;
  allocation *a = allocate(bytes, 0);
  if (!a) return OUT_OF_MEMORY;
  *p = address_of(a);
  return SUCCESS;
}

int cuMemFree_v2(uint64_t p) {
  ENTER_CONTEXT(" ");
  if (settle()) return sticky;
  return release((char *)(p - DEVICE_BASE), 0);
}

int cuMemGetInfo_v2(size_t *free_bytes, size_t *total) {
  ENTER_CONTEXT(" ");
  *free_bytes = config.memory - in_use[current - 1];
  *total = config.memory;
  return SUCCESS;
}

int cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t n) {
  ENTER_CONTEXT("%zu", n);
  if (settle()) return sticky;
  char *p = device_bytes(to, n, NULL);
  if (!p) return INVALID_VALUE;
  memcpy(p, from, n);
  return SUCCESS;
}

int cuMemcpyDtoH_v2(void *to, uint64_t from, size_t n) {
  ENTER_CONTEXT("%zu", n);
  if (settle()) return sticky;
  const char *p = device_bytes(from, n, NULL);
  if (!p) return INVALID_VALUE;
  memcpy(to, p, n);
  return SUCCESS;
}

int cuMemcpyDtoD_v2(uint64_t to, uint64_t from, size_t n) {
  ENTER_CONTEXT("%zu", n);
  char *p = device_bytes(to, n, NULL), *q = device_bytes(from, n, NULL);
  if (!p || !q) return INVALID_VALUE;
  memmove(p, q, n);
  return SUCCESS;
}

static int fill(uint64_t to, const void *pattern, size_t size, size_t n) {
  char *p = device_bytes(to, n * size, NULL);
  if (!p || to % size) return INVALID_VALUE;
  for (size_t i = 0; i < n; i++) memcpy(p + i * size, pattern, size);
  return SUCCESS;
}

int cuMemsetD8_v2(uint64_t to, unsigned char v, size_t n) {
  ENTER_CONTEXT("%zu", n);
  return fill(to, &v, 1, n);
}

int cuMemsetD16_v2(uint64_t to, unsigned short v, size_t n) {
  ENTER_CONTEXT("%zu", n);
  return fill(to, &v, 2, n);
}

int cuMemsetD32_v2(uint64_t to, unsigned v, size_t n) {
  ENTER_CONTEXT("%zu", n);
  return fill(to, &v, 4, n);
}

int cuMemHostAlloc(void **p, size_t bytes, unsigned flags) {
  ENTER_CONTEXT("%zu %u", bytes, flags);
  if (!bytes) return INVALID_VALUE;
  allocation *a = allocate(bytes, 1 + !!(flags & 2)); // 2: mapped into the device's address space
  if (!a) return OUT_OF_MEMORY;
  *p = a->data;
  return SUCCESS;
}

int cuMemFreeHost(void *p) {
  ENTER_CONTEXT(" ");
  return release(p, 1) == SUCCESS || release(p, 2) == SUCCESS ? SUCCESS : INVALID_VALUE;
}

int cuMemHostGetDevicePointer_v2(uint64_t *to, void *p, unsigned flags) {
  ENTER_CONTEXT("%u", flags);
  for (allocation *a = memory; a; a = a->next)
    if (a->data == p && a->host == 2) return *to = address_of(a), SUCCESS;
  return INVALID_VALUE;
}

int cuPointerGetAttribute(void *to, int attribute, uint64_t p) {
  ENTER("%d", attribute);
  allocation *a = NULL;
  if (attribute != 9 || !device_bytes(p, 0, &a)) return INVALID_VALUE;
  *(int *)to = a->device;
  return SUCCESS;
}

// ---- modules -------------------------------------------------------------

static void find_program(module *m) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (const char *p = m->text; *p; p++) hash = (hash ^ (unsigned char)*p) * 0x100000001b3u;
  const char *dirs = config.programs;
  if (!dirs[0]) return;
  snprintf(m->program, TEXT, "%.900s/%016llx/program", dirs, (unsigned long long)hash);
  snprintf(m->kernels, TEXT, "%.900s/%016llx/kernels", dirs, (unsigned long long)hash);
  if (access(m->program, X_OK)) {
    snprintf(m->program, TEXT, "%.900s/program", dirs);
    snprintf(m->kernels, TEXT, "%.900s/kernels", dirs);
  }
}

// The text of a number after a word at the start of a line of PTX.
static const char *directive(const char *ptx, const char *word) {
  for (const char *p = strstr(ptx, word); p; p = strstr(p + 1, word))
    if (p == ptx || p[-1] == '\n') return p + strlen(word);
  return "";
}

int cuModuleLoadDataEx(void **to, const void *image, unsigned n, int *options, void **values) {
  ENTER_CONTEXT("%u", n);
  char *log = NULL;
  size_t room = 0;
  for (unsigned i = 0; i < n; i++) {
    if (options[i] == 5) log = values[i];
    if (options[i] == 6) room = (size_t)values[i];
  }
  if (log && room) log[0] = 0;
  const char *ptx = image;
  if (memcmp(ptx, "\177ELF", 4)) {
    int target = 0, major = 0, minor = 0, ours = config.major * 10 + config.minor;
    if (sscanf(directive(ptx, ".version "), "%d.%d", &major, &minor) != 2 || sscanf(directive(ptx, ".target "), "sm_%d", &target) != 1) {
      if (log) snprintf(log, room, "ptxas fatal   : Missing .version directive at start of file");
      return INVALID_PTX;
    }
    // PTX 7.0 came with CUDA 11.0, and so on; before, 6.3 came with 10.0.
    int knows = config.version / 1000 >= 11 ? (config.version / 1000 - 4) * 10 + config.version % 1000 / 10 : 65;
    if (major * 10 + minor > knows) {
      if (log) snprintf(log, room, "ptxas fatal   : Unsupported .version %d.%d; current version is '%d.%d'", major, minor, knows / 10, knows % 10);
      return UNSUPPORTED_PTX_VERSION;
    }
    if (target > ours) {
      if (log) snprintf(log, room, "ptxas fatal   : PTX with .target 'sm_%d' cannot be compiled to architecture 'sm_%d'", target, ours);
      return NO_BINARY_FOR_GPU;
    }
  }
  module *m = calloc(1, sizeof *m);
  if (!m || !(m->text = strdup(ptx))) return OUT_OF_MEMORY;
  m->device = current - 1;
  find_program(m);
  if (strstr(ptx, " __descend_fault")) {
    m->fault = allocate(8, 0);
    if (!m->fault) return OUT_OF_MEMORY;
    memset(m->fault->data, 0, 8);
  }
  *to = m;
  return SUCCESS;
}

int cuModuleUnload(void *handle) {
  ENTER_CONTEXT(" ");
  module *m = handle;
  if (m->fault) release(m->fault->data, 0);
  free(m->text);
  free(m);
  return SUCCESS;
}

int cuModuleGetGlobal_v2(uint64_t *p, size_t *bytes, void *handle, const char *name) {
  ENTER_CONTEXT("%s", name);
  module *m = handle;
  if (strcmp(name, "__descend_fault") || !m->fault) return NOT_FOUND;
  if (p) *p = address_of(m->fault);
  if (bytes) *bytes = 8;
  return SUCCESS;
}

// Reads the kernel's line in the program's table.
static int read_kernel(kernel *k) {
  FILE *f = k->module->kernels[0] ? fopen(k->module->kernels, "r") : NULL;
  if (!f) return 0;
  char line[4096], *save, *word;
  int found = 0;
  while (!found && fgets(line, sizeof line, f)) {
    word = strtok_r(line, " \n", &save);
    if (!word || strcmp(word, k->name)) continue;
    found = 1;
    k->number = atoi(strtok_r(NULL, " \n", &save));
    for (int i = 0; i < 3; i++) k->req[i] = atoi(strtok_r(NULL, " \n", &save));
    while (k->count < 64 && (word = strtok_r(NULL, " \n", &save))) k->size[k->count++] = word[0] == 'p' ? 0 : atoi(word);
  }
  fclose(f);
  return found;
}

int cuModuleGetFunction(void **to, void *handle, const char *name) {
  ENTER_CONTEXT("%s", name);
  module *m = handle;
  char entry[TEXT];
  snprintf(entry, sizeof entry, ".entry %s(", name);
  if (!strstr(m->text, entry) && memcmp(m->text, "\177ELF", 4)) return NOT_FOUND;
  kernel *k = calloc(1, sizeof *k);
  if (!k) return OUT_OF_MEMORY;
  k->module = m;
  snprintf(k->name, TEXT, "%s", name);
  k->number = -1;
  if (!read_kernel(k) && config.programs[0]) return free(k), NOT_FOUND;
  *to = k;
  return SUCCESS;
}

int cuFuncSetAttribute(void *f, int attribute, int value) {
  (void)f;
  ENTER_CONTEXT("%d %d", attribute, value);
  return attribute == 8 && value >= 0 && value <= 227 << 10 ? SUCCESS : INVALID_VALUE;
}

// The number behind a word in the head of a kernel; 0 without it.
static int bound(const char *entry, const char *word) {
  const char *body = strchr(entry, '{'), *at = strstr(entry, word);
  return at && at < body ? atoi(at + strlen(word)) : 0;
}

int cuFuncGetAttribute(int *value, int attribute, void *f) {
  ENTER_CONTEXT("%d", attribute);
  const kernel *k = f;
  char entry[TEXT];
  snprintf(entry, sizeof entry, ".entry %s(", k->name);
  const char *head = strstr(k->module->text, entry);
  switch (attribute) {
  case 1: case 3: return *value = 0, SUCCESS;
  case 4: break;
  default: return INVALID_VALUE;
  }
  *value = config.registers;
  if (!head) return SUCCESS;
  int blocks = bound(head, ".minnctapersm"), most = bound(head, ".maxnreg"), threads = bound(head, ".reqntid");
  if (blocks && threads && 65536 / (blocks * threads) < *value) *value = 65536 / (blocks * threads) / 8 * 8;
  if (most && most < *value) *value = most;
  return SUCCESS;
}

// ---- launches ------------------------------------------------------------

static void put_u64(FILE *f, uint64_t v) { fwrite(&v, 8, 1, f); }
static uint64_t get_u64(FILE *f) {
  uint64_t v = 0;
  return fread(&v, 8, 1, f) == 1 ? v : 0;
}
static char *get_bytes(FILE *f, uint64_t *n) {
  *n = get_u64(f);
  char *p = *n < (uint64_t)1 << 40 ? calloc(1, *n + 1) : NULL;
  if (p && fread(p, 1, *n, f) != *n) *n = 0;
  return p;
}

// Takes the bytes that a kernel has changed. Arguments may be parts of one allocation, of which the program had a copy each.
static void take_results(kernel *k, char **buffers, const size_t *sizes, FILE *out) {
  char *before[64] = {0};
  for (int i = 0; i < k->count; i++)
    if (!k->size[i] && (before[i] = malloc(sizes[i] + 1))) memcpy(before[i], buffers[i], sizes[i]);
  for (int i = 0; i < k->count; i++) {
    if (k->size[i]) continue;
    char *after = malloc(sizes[i] + 1);
    if (!before[i] || !after || fread(after, 1, sizes[i], out) != sizes[i]) pending = UNKNOWN;
    else
      for (size_t j = 0; j < sizes[i]; j++)
        if (after[j] != before[i][j]) buffers[i][j] = after[j];
    free(after);
  }
  for (int i = 0; i < k->count; i++) free(before[i]);
}

// Runs the harness's program on a request; the error of the kernel is pending.
static int run_program(kernel *k, const unsigned dims[6], unsigned shared, void **params) {
  FILE *in = tmpfile(), *out = tmpfile();
  if (!in || !out) return UNKNOWN;
  char *buffers[64];
  size_t sizes[64];
  put_u64(in, k->number);
  for (int i = 0; i < 6; i++) put_u64(in, dims[i]);
  put_u64(in, shared);
  put_u64(in, 0); // the order of blocks and threads
  put_u64(in, 0); // all blocks
  put_u64(in, k->count);
  for (int i = 0; i < k->count; i++) {
    allocation *a = NULL;
    buffers[i] = params[i];
    sizes[i] = k->size[i];
    if (!k->size[i]) {
      uint64_t p = *(uint64_t *)params[i];
      buffers[i] = device_bytes(p, 0, &a);
      // no peer access: a kernel reaches the memory of its own device, and the host's that is mapped
      if (!buffers[i] || (!a->host && a->device != k->module->device)) return fclose(in), fclose(out), pending = ILLEGAL_ADDRESS, SUCCESS;
      sizes[i] = a->data + a->size - buffers[i];
    }
    put_u64(in, !k->size[i]);
    put_u64(in, 0); // may be written
    put_u64(in, sizes[i]);
    put_u64(in, 1); // one part, all of it
    put_u64(in, 0);
    put_u64(in, sizes[i]);
    fwrite(buffers[i], 1, sizes[i], in);
  }
  fflush(in);
  rewind(in);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, fileno(in), 0);
  posix_spawn_file_actions_adddup2(&actions, fileno(out), 1);
  pid_t pid;
  int status = 0, failed = posix_spawn(&pid, k->module->program, &actions, NULL, (char *[]){"program", NULL}, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (!failed) failed = waitpid(pid, &status, 0) != pid || status;
  fclose(in);
  rewind(out);
  char magic[4];
  if (failed || fread(magic, 1, 4, out) != 4 || memcmp(magic, "DSR1", 4)) return fclose(out), UNKNOWN;
  uint64_t n, bytes;
  char *kind = get_bytes(out, &n), *text = get_bytes(out, &n);
  for (int i = 0; i < 7; i++) get_u64(out); // block, thread, in a thread
  char *record = get_bytes(out, &bytes), *printed = get_bytes(out, &n);
  if (printed) fwrite(printed, 1, n, stdout); // buffered, as the driver's
  if (kind && kind[0]) {
    pending = strcmp(kind, "trap") ? ILLEGAL_ADDRESS : LAUNCH_FAILED;
    static counter count;
    enter(&count, "fault", "%s: %s", kind, text ? text : "");
    char *to = k->module->fault ? device_bytes(*(uint64_t *)k->module->fault->data, 56, NULL) : NULL;
    if (to && record && bytes >= 56 && *(uint32_t *)record) memcpy(to, record, 56);
  } else {
    take_results(k, buffers, sizes, out);
  }
  free(kind), free(text), free(record), free(printed);
  fclose(out);
  return SUCCESS;
}

int cuLaunchKernel(void *f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared,
                   void *stream, void **params, void **extra) {
  kernel *k = f;
  ENTER_CONTEXT("%s grid %u %u %u block %u %u %u shared %u", k->name, gx, gy, gz, bx, by, bz, shared);
  unsigned dims[6] = {gx, gy, gz, bx, by, bz};
  if (stream || extra || !gx || !gy || !gz || !bx || !by || !bz || gy > 65535 || gz > 65535 || (uint64_t)bx * by * bz > 1024) return INVALID_VALUE;
  for (int i = 0; i < k->count; i++)
    if (!params[i]) return INVALID_VALUE;
  for (int i = 0; i < 3; i++)
    if (k->req[i] && (unsigned)k->req[i] != dims[3 + i]) return INVALID_VALUE;
  if (k->module->device != current - 1) return INVALID_HANDLE;
  if (pending || k->number < 0) return SUCCESS;
  return run_program(k, dims, shared, params);
}

// The blocks of a cooperative launch that fit on a fake GPU.
#define MAX_COOPERATIVE 64

int cuLaunchCooperativeKernel(void *f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared,
                              void *stream, void **params) {
  kernel *k = f;
  ENTER_CONTEXT("%s grid %u %u %u block %u %u %u shared %u", k->name, gx, gy, gz, bx, by, bz, shared);
  unsigned dims[6] = {gx, gy, gz, bx, by, bz};
  if (stream || !gx || !gy || !gz || !bx || !by || !bz || gy > 65535 || gz > 65535 || (uint64_t)bx * by * bz > 1024) return INVALID_VALUE;
  for (int i = 0; i < k->count; i++)
    if (!params[i]) return INVALID_VALUE;
  for (int i = 0; i < 3; i++)
    if (k->req[i] && (unsigned)k->req[i] != dims[3 + i]) return INVALID_VALUE;
  if (k->module->device != current - 1) return INVALID_HANDLE;
  if ((uint64_t)gx * gy * gz > MAX_COOPERATIVE) return COOPERATIVE_LAUNCH_TOO_LARGE;
  if (pending || k->number < 0) return SUCCESS;
  return run_program(k, dims, shared, params);
}

// ---- events --------------------------------------------------------------

int cuEventCreate(void **to, unsigned flags) {
  ENTER_CONTEXT("%u", flags);
  *to = calloc(1, sizeof(struct timespec));
  return *to ? SUCCESS : OUT_OF_MEMORY;
}

int cuEventRecord(void *event, void *stream) {
  (void)stream;
  ENTER_CONTEXT(" ");
  clock_gettime(CLOCK_MONOTONIC, event);
  return SUCCESS;
}

int cuEventSynchronize(void *event) {
  (void)event;
  ENTER_CONTEXT(" ");
  return settle();
}

int cuEventElapsedTime(float *ms, void *start, void *end) {
  ENTER_CONTEXT(" ");
  const struct timespec *a = start, *b = end;
  if (!a->tv_sec || !b->tv_sec) return INVALID_HANDLE;
  *ms = (b->tv_sec - a->tv_sec) * 1e3f + (b->tv_nsec - a->tv_nsec) * 1e-6f;
  return SUCCESS;
}

int cuEventDestroy_v2(void *event) {
  ENTER_CONTEXT(" ");
  free(event);
  return SUCCESS;
}
