// Package runtime holds the C sources that every native program brings along: device memory, launches on a pool
// of threads or through the CUDA driver, errors, printing, .npy files, and the command line of an executable.
// descend.h is for callers of programs, runtime.h says what a program tells about itself (backend/host).
package runtime

import "embed"

// Files are the sources, in the folder src; runtime.c includes the others.
//
//go:embed src
var Files embed.FS

// Header is descend.h: what callers of a program may use of the runtime.
//
//go:embed src/descend.h
var Header string
