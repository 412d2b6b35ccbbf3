// The program that compiles with LLVM's library: descend-llvm LIBRARY [TRIPLE CPU FEATURES].
//
// It loads the library, or with STATIC_LLVM has it (tools/llvm.sh), reads jobs from standard input until that ends, and writes an answer to each
// to standard output; the other side, and the form of both, is process.go of package libllvm. What LLVM says goes to standard error, where a
// zero byte ends what it has said of a job.
//
// It is a program of its own since nothing of LLVM may end the process that asks: an instruction that cannot be selected makes LLVM call exit,
// a mistake in it is a segmentation fault. It is in C since it starts in a tenth of the time that another process of ours would take.
//
// With a target it compiles a small module for that while no job is there yet: the pages and tables that any compilation touches are there then,
// and what makes code for that target.
//
// Source of the functions: llvm-c/Core.h, IRReader.h, Target.h, TargetMachine.h, Transforms/PassBuilder.h.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

typedef void *handle;

// FUNCTIONS are those of the library that are used: what they give back, the name, and what they take.
#define FUNCTIONS(F) \
  F(handle, LLVMContextCreate, (void)) \
  F(void, LLVMContextDispose, (handle)) \
  F(handle, LLVMCreateMemoryBufferWithMemoryRange, (const char *data, size_t bytes, const char *name, int zero)) \
  F(const char *, LLVMGetBufferStart, (handle)) \
  F(size_t, LLVMGetBufferSize, (handle)) \
  F(void, LLVMDisposeMemoryBuffer, (handle)) \
  F(int, LLVMParseIRInContext, (handle context, handle buffer, handle *module, char **message)) \
  F(void, LLVMSetTarget, (handle module, const char *triple)) \
  F(void, LLVMSetModuleDataLayout, (handle module, handle layout)) \
  F(int, LLVMGetTargetFromTriple, (const char *triple, handle *target, char **message)) \
  F(handle, LLVMCreateTargetMachine, (handle target, const char *triple, const char *cpu, const char *features, int level, int reloc, int model)) \
  F(void, LLVMDisposeTargetMachine, (handle)) \
  F(void, LLVMSetTargetMachineAsmVerbosity, (handle machine, int on)) \
  F(handle, LLVMCreateTargetDataLayout, (handle machine)) \
  F(void, LLVMDisposeTargetData, (handle)) \
  F(char *, LLVMGetDefaultTargetTriple, (void)) \
  F(char *, LLVMGetHostCPUName, (void)) \
  F(char *, LLVMGetHostCPUFeatures, (void)) \
  F(handle, LLVMCreatePassBuilderOptions, (void)) \
  F(void, LLVMPassBuilderOptionsSetSLPVectorization, (handle, int on)) \
  F(void, LLVMPassBuilderOptionsSetLoopVectorization, (handle, int on)) \
  F(void, LLVMPassBuilderOptionsSetLoopInterleaving, (handle, int on)) \
  F(void, LLVMPassBuilderOptionsSetLoopUnrolling, (handle, int on)) \
  F(void, LLVMDisposePassBuilderOptions, (handle)) \
  F(handle, LLVMRunPasses, (handle module, const char *passes, handle machine, handle options)) \
  F(char *, LLVMGetErrorMessage, (handle error)) \
  F(int, LLVMTargetMachineEmitToMemoryBuffer, (handle machine, handle module, int kind, char **message, handle *out)) \
  F(void, LLVMParseCommandLineOptions, (int count, const char *const *args, const char *overview))

#ifdef STATIC_LLVM
#define DECLARE(result, name, parameters) extern result name parameters;
#else
#define DECLARE(result, name, parameters) static result(*name) parameters;
#endif
FUNCTIONS(DECLARE)

// Values of enumerations of the library.
enum { assembly_file = 0, object_file = 1, reloc_default = 0, reloc_pic = 2 };

// Kinds of answers.
enum { answer_result = 0, answer_refused = 1 };

// Flags of a job.
enum { job_optimized = 1, job_object = 2 };

// Texts of a job, in this order; options follow, and the module is the last.
enum { text_triple, text_cpu, text_features, text_options };

// The form of a job: this head, the length of each text, and the texts. JOB_FORM changes with it, and with that of answers.
#define JOB_FORM "1"
struct job {
  uint32_t level, flags, count;
};

// The form of an answer: this head and so many bytes.
struct answer {
  uint32_t kind, zero;
  uint64_t bytes;
};

static _Noreturn void fail(const char *what) {
  dprintf(2, "error: %s\n", what);
  _exit(1);
}

#ifdef STATIC_LLVM

// INITIALIZERS are the functions that make targets known.
#ifdef __x86_64__
#define INITIALIZERS(F) NVPTX_INITIALIZERS(F) F(X86TargetInfo) F(X86Target) F(X86TargetMC) F(X86AsmPrinter) F(X86AsmParser)
#else
#define INITIALIZERS(F) NVPTX_INITIALIZERS(F) F(AArch64TargetInfo) F(AArch64Target) F(AArch64TargetMC) F(AArch64AsmPrinter) F(AArch64AsmParser)
#endif
#define NVPTX_INITIALIZERS(F) F(NVPTXTargetInfo) F(NVPTXTarget) F(NVPTXTargetMC) F(NVPTXAsmPrinter)

#define DECLARE_INITIALIZER(name) extern void LLVMInitialize##name(void);
INITIALIZERS(DECLARE_INITIALIZER)

// function is one of LLVM's that is not in every library.
static void (*function(const char *symbol))(void) {
#define COMPARE(name) \
  if (!strcmp(symbol, "LLVMInitialize" #name)) \
    return LLVMInitialize##name;
  INITIALIZERS(COMPARE)
  return NULL;
}

// load takes the place of a library's path: which form of jobs we are asked in.
static void load(const char *form) {
  if (strcmp(form, JOB_FORM))
    fail("descend-llvm is of another version than the compiler");
}

#else

static void *library;

static void (*function(const char *symbol))(void) { return (void (*)(void))dlsym(library, symbol); }

static void load(const char *path) {
  library = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
  if (!library)
    fail(dlerror());
#define LOOK(result, name, parameters) \
  if (!(*(void **)&name = dlsym(library, #name))) { \
    dprintf(2, "error: %s has no function %s\n", path, #name); \
    _exit(1); \
  }
  FUNCTIONS(LOOK)
}

#endif

// format makes a text that is never freed: there are few of them.
__attribute__((format(printf, 1, 2))) static char *format(const char *form, ...) {
  va_list list;
  va_start(list, form);
  char *text;
  if (vasprintf(&text, form, list) < 0)
    fail("no memory");
  va_end(list);
  return text;
}

// initialize makes a target known to LLVM; of a name that it does not have, LLVM itself says that there is no such target.
static const char *initialize(const char *triple) {
  static const struct backend {
    const char *arch, *name;
  } backends[] = {{"nvptx64", "NVPTX"}, {"x86_64", "X86"}, {"aarch64", "AArch64"}};
  static int ready[sizeof backends / sizeof *backends];
  static const char *const parts[] = {"TargetInfo", "Target", "TargetMC", "AsmPrinter", "AsmParser"};
  size_t n = strcspn(triple, "-");
  for (size_t i = 0; i < sizeof backends / sizeof *backends; i++) {
    const struct backend *b = &backends[i];
    if (strlen(b->arch) != n || strncmp(triple, b->arch, n) || ready[i])
      continue;
    for (size_t p = 0; p < sizeof parts / sizeof *parts; p++) {
      char symbol[64];
      snprintf(symbol, sizeof symbol, "LLVMInitialize%s%s", b->name, parts[p]);
      void (*known)(void) = function(symbol);
      if (known)
        known();
      else if (strcmp(parts[p], "AsmParser")) // NVPTX has none
        return format("unable to create target: the library was built without %s", b->name);
    }
    ready[i] = 1;
  }
  return NULL;
}

// new_machine is what makes code for a job's target, whose triple is not empty.
static const char *new_machine(const struct job *job, const char *const *texts, handle *machine) {
  const char *triple = texts[text_triple], *cpu = texts[text_cpu], *features = texts[text_features];
  const char *wrong = initialize(triple);
  if (wrong)
    return wrong;
  handle target;
  char *message;
  if (LLVMGetTargetFromTriple(triple, &target, &message))
    return message;
  if (!strcmp(cpu, "native")) {
    static const char *host_cpu, *host_features;
    if (!host_cpu) {
      host_cpu = LLVMGetHostCPUName();
      host_features = LLVMGetHostCPUFeatures();
    }
    cpu = host_cpu;
    features = host_features;
  }
  *machine = LLVMCreateTargetMachine(target, triple, cpu, features, (int)job->level, job->flags & job_object ? reloc_pic : reloc_default, 0);
  if (!*machine)
    return format("unable to create target %s", triple);
  LLVMSetTargetMachineAsmVerbosity(*machine, 1); // with the comments that clang and llc write
  return NULL;
}

// machine_of is new_machine, or the last one if that was for the same target. It fills in the triple.
static const char *machine_of(const struct job *job, const char **texts, handle *machine) {
  static struct {
    handle machine;
    uint32_t level, object;
    char *texts[text_options];
  } last;
  if (!*texts[text_triple]) {
    static const char *host;
    if (!host)
      host = LLVMGetDefaultTargetTriple();
    texts[text_triple] = host;
  }
  int same = last.machine && last.level == job->level && last.object == (job->flags & job_object);
  for (int i = 0; same && i < text_options; i++)
    same = !strcmp(last.texts[i], texts[i]);
  if (!same) {
    const char *wrong = new_machine(job, texts, machine);
    if (wrong)
      return wrong;
    if (last.machine)
      LLVMDisposeTargetMachine(last.machine);
    last.machine = *machine;
    last.level = job->level;
    last.object = job->flags & job_object;
    for (int i = 0; i < text_options; i++) {
      free(last.texts[i]);
      last.texts[i] = format("%s", texts[i]);
    }
  }
  *machine = last.machine;
  return NULL;
}

// optimize runs the passes that clang runs at a level.
static const char *optimize(handle module, handle machine, uint32_t level) {
  handle options = LLVMCreatePassBuilderOptions();
  int many = level >= 2;
  LLVMPassBuilderOptionsSetSLPVectorization(options, many);
  LLVMPassBuilderOptionsSetLoopVectorization(options, many);
  LLVMPassBuilderOptionsSetLoopInterleaving(options, many);
  LLVMPassBuilderOptionsSetLoopUnrolling(options, many);
  char passes[] = "default<O0>";
  passes[sizeof passes - 3] = (char)('0' + level);
  handle wrong = LLVMRunPasses(module, passes, machine, options);
  LLVMDisposePassBuilderOptions(options);
  return wrong ? LLVMGetErrorMessage(wrong) : NULL;
}

// warming is set while no job is done, but what jobs need is made ready. That stops when a job is there.
static int warming;
static const char stopped[] = "stopped";

static int stop(void) {
  struct pollfd input = {.fd = 0, .events = POLLIN};
  return warming && poll(&input, 1, 0) != 0;
}

// compile_module does a job on a module. What it gives back is wrong with it, else there is a result. Messages are never freed: whoever gets many
// of them gives up.
static const char *compile_module(const struct job *job, const char **texts, handle module, handle *out) {
  handle machine;
  const char *wrong = machine_of(job, texts, &machine);
  if (wrong)
    return wrong;
  if (stop())
    return stopped;
  handle layout = LLVMCreateTargetDataLayout(machine);
  LLVMSetTarget(module, texts[text_triple]);
  LLVMSetModuleDataLayout(module, layout);
  LLVMDisposeTargetData(layout);
  if (!(job->flags & job_optimized))
    wrong = optimize(module, machine, job->level);
  if (wrong)
    return wrong;
  if (stop())
    return stopped;
  char *message;
  return LLVMTargetMachineEmitToMemoryBuffer(machine, module, job->flags & job_object ? object_file : assembly_file, &message, out) ? message : NULL;
}

// compile does a job on the text of a module, which ends with a zero.
static const char *compile(const struct job *job, const char **texts, const char *ir, size_t bytes, handle *out) {
  handle context = LLVMContextCreate(), module;
  char *message;
  const char *wrong;
  // the buffer belongs to the parser from now on, the bytes stay ours
  if (LLVMParseIRInContext(context, LLVMCreateMemoryBufferWithMemoryRange(ir, bytes, "<stdin>", 1), &module, &message))
    wrong = message;
  else
    wrong = compile_module(job, texts, module, out);
  LLVMContextDispose(context); // with its module
  return wrong;
}

// get reads so many bytes; 0 at the end of the input.
static int get(void *to, size_t bytes) {
  for (char *at = to; bytes;) {
    ssize_t n = read(0, at, bytes);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return 0;
    at += n;
    bytes -= (size_t)n;
  }
  return 1;
}

// put writes all bytes. Where nobody listens any more there is nothing left to do.
static void put(int file, const void *from, size_t bytes) {
  for (const char *at = from; bytes;) {
    ssize_t n = write(file, at, bytes);
    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0)
      _exit(1);
    at += n;
    bytes -= (size_t)n;
  }
}

static void answer(uint32_t kind, const char *data, size_t bytes) {
  struct answer head = {kind, 0, bytes};
  put(1, &head, sizeof head);
  put(1, data, bytes);
  put(2, "", 1);
}

// set_options sets LLVM's options, which count for the whole process: once.
static void set_options(const char **options, size_t count) {
  static int set;
  if (set || !count)
    return;
  set = 1;
  const char *args[count + 1];
  args[0] = "descendc";
  memcpy(args + 1, options, count * sizeof *options);
  LLVMParseCommandLineOptions((int)count + 1, args, NULL);
}

// most is how many texts a job may have.
enum { most = 64 };

// work does a job of the input; 0 at its end.
static int work(void) {
  struct job job;
  uint64_t lengths[most];
  const char *texts[most];
  if (!get(&job, sizeof job))
    return 0;
  if (job.count <= text_options || job.count > most || job.level > 3)
    fail("this is no job");
  if (!get(lengths, job.count * sizeof *lengths))
    return 0;
  char *own[most];
  for (uint32_t i = 0; i < job.count; i++) {
    own[i] = malloc(lengths[i] + 1);
    if (!own[i])
      fail("no memory");
    if (!get(own[i], lengths[i]))
      return 0;
    own[i][lengths[i]] = 0;
    texts[i] = own[i];
  }
  uint32_t last = job.count - 1;
  set_options(texts + text_options, last - text_options);
  handle out;
  const char *wrong = compile(&job, texts, texts[last], lengths[last], &out);
  if (wrong)
    answer(answer_refused, wrong, strlen(wrong));
  else {
    answer(answer_result, LLVMGetBufferStart(out), LLVMGetBufferSize(out));
    LLVMDisposeMemoryBuffer(out);
  }
  for (uint32_t i = 0; i < job.count; i++)
    if (i < text_options || i == last)
      free(own[i]); // LLVM keeps options
  return 1;
}

// warm_up compiles a module as a job would be. What becomes of it is of no interest.
static void warm_up(const char **texts) {
  static const char module[] =
      "define void @warm(ptr %a, i64 %n) {\n"
      "entry:\n"
      "  br label %loop\n"
      "loop:\n"
      "  %i = phi i64 [ 0, %entry ], [ %next, %loop ]\n"
      "  %p = getelementptr inbounds float, ptr %a, i64 %i\n"
      "  %x = load float, ptr %p\n"
      "  %y = fadd float %x, 1.0\n"
      "  store float %y, ptr %p\n"
      "  %next = add i64 %i, 1\n"
      "  %more = icmp ult i64 %next, %n\n"
      "  br i1 %more, label %loop, label %done\n"
      "done:\n"
      "  ret void\n"
      "}\n";
  struct job job = {.level = 3, .flags = strncmp(texts[text_triple], "nvptx", 5) ? job_object : 0};
  handle out;
  warming = 1;
  if (!stop() && !compile(&job, texts, module, sizeof module - 1, &out))
    LLVMDisposeMemoryBuffer(out);
  warming = 0;
}

int main(int count, char **args) {
  prctl(PR_SET_NAME, "descend-llvm"); // of the file in memory that it may be of there is but a number
  if (count < 2)
    fail("descend-llvm is started by a compiler");
  load(args[1]);
  if (count > 2 + text_features)
    warm_up((const char *[]){args[2], args[3], args[4]});
  while (work())
    ;
  _exit(0); // what the library would do at the end helps nobody
}
