// Compiles a CUDA C file to PTX with NVRTC:  nvrtc LIBRARY SOURCE.cu [OPTION..] > OUT.ptx
// The library is loaded at run time, so that this builds without CUDA:  cc -o nvrtc nvrtc.c -ldl
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

typedef void *Program;

static void *lib;

static void *symbol(const char *name) {
  void *p = dlsym(lib, name);
  if (!p) {
    fprintf(stderr, "nvrtc: the library has no %s\n", name);
    exit(1);
  }
  return p;
}

static char *readFile(const char *name) {
  FILE *f = fopen(name, "rb");
  if (!f) {
    perror(name);
    exit(1);
  }
  size_t n = 0, cap = 1 << 16;
  char *s = malloc(cap);
  for (;;) {
    n += fread(s + n, 1, cap - n - 1, f);
    if (n < cap - 1) break;
    s = realloc(s, cap *= 2);
  }
  fclose(f);
  s[n] = 0;
  return s;
}

int main(int argc, char **argv) {
  if (argc < 3) {
    fprintf(stderr, "usage: nvrtc LIBRARY SOURCE.cu [OPTION..]\n");
    return 2;
  }
  lib = dlopen(argv[1], RTLD_NOW);
  if (!lib) {
    fprintf(stderr, "nvrtc: %s\n", dlerror());
    return 1;
  }
  int (*create)(Program *, const char *, const char *, int, const char **, const char **) = symbol("nvrtcCreateProgram");
  int (*compile)(Program, int, const char **) = symbol("nvrtcCompileProgram");
  int (*logSize)(Program, size_t *) = symbol("nvrtcGetProgramLogSize");
  int (*getLog)(Program, char *) = symbol("nvrtcGetProgramLog");
  int (*ptxSize)(Program, size_t *) = symbol("nvrtcGetPTXSize");
  int (*getPTX)(Program, char *) = symbol("nvrtcGetPTX");
  Program p;
  if (create(&p, readFile(argv[2]), argv[2], 0, 0, 0)) {
    fprintf(stderr, "nvrtc: cannot create the program\n");
    return 1;
  }
  int failed = compile(p, argc - 3, (const char **)argv + 3);
  size_t n = 0;
  if (!logSize(p, &n) && n > 1) {
    char *log = malloc(n);
    if (!getLog(p, log)) fputs(log, stderr);
  }
  if (failed) return 1;
  if (ptxSize(p, &n)) return 1;
  char *ptx = malloc(n);
  if (getPTX(p, ptx)) return 1;
  fwrite(ptx, 1, n - 1, stdout);
  return 0;
}
