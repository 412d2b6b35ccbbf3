package host

import (
	"context"
	"errors"
	goruntime "runtime"
	"strings"

	"descend/backend/libllvm"
	"descend/backend/link"
	"descend/backend/runtime"
)

// This file makes executables and shared libraries with LLVM's library and our own linker (backend/link), for which no compiler of C, no
// linker and no headers have to be there: the runtime is there as an object file.

// oldestLibrary is the oldest LLVM whose library does, since it is the oldest that was tried.
const oldestLibrary = 19

// vectorizer are options of LLVM, for the library and for clang. LLVM 19 takes a[(7*i) % 32] for accesses with a
// stride, although the index wraps around, and joins them.
var vectorizer = []string{"-enable-interleaved-mem-accesses=0"}

// findLibrary is LLVM's library if it can make what is asked for, else nil.
func (o Options) findLibrary() *libllvm.Library {
	f := o.finder()
	l := f.Library()
	if l == nil || l.Major < oldestLibrary || !f.Allows("lib") || !o.libraryMakes() {
		return nil
	}
	return &libllvm.Library{Path: l.Path, Major: l.Major, Options: vectorizer}
}

// libraryMakes says whether LLVM's library would do. Names of processors are clang's on x86-64 only.
func (o Options) libraryMakes() bool {
	known := o.March == "" || o.March == "native" || goruntime.GOARCH == "amd64"
	links := o.Kind == Executable || o.Kind == Shared && goruntime.GOARCH == "amd64"
	return links && known && o.runtime() != nil
}

// runtime is the runtime for the kind, compiled.
func (o Options) runtime() []byte {
	return runtime.Part{Arch: goruntime.GOARCH, Shared: o.Kind == Shared}.Object()
}

// link joins the parts.
func (o Options) link(objects ...[]byte) ([]byte, error) {
	if o.Kind == Shared {
		return link.Shared(goruntime.GOARCH, objects...)
	}
	return link.Executable(goruntime.GOARCH, objects...)
}

// Warm prepares Build while the program is being made: it has LLVM's library loaded, if that is what compiles.
func Warm(o Options) {
	if l := o.findLibrary(); l != nil {
		l.Warm(1, libllvm.Native)
	}
}

// jobs are how the parts of a program are compiled: the program and its outside.
func (o Options) jobs() (inside, outside libllvm.Job) {
	return libllvm.Job{CPU: o.March, Level: o.OptLevel, Object: true}, libllvm.Job{Object: true}
}

// withLibrary makes the result with the library.
func (o Options) withLibrary(ctx context.Context, l *libllvm.Library, inside, outside []byte) ([]byte, error) {
	insideJob, outsideJob := o.jobs()
	in, err := object(ctx, l, insideJob, inside)
	if err != nil {
		return nil, err
	}
	out, err := object(ctx, l, outsideJob, outside)
	if err != nil {
		return nil, err
	}
	return o.link(in, out, o.runtime())
}

// object compiles a part. A processor that LLVM does not know is an error.
func object(ctx context.Context, l *libllvm.Library, job libllvm.Job, ir []byte) ([]byte, error) {
	out, err := l.Compile(ctx, job, ir)
	said := out.Notes
	if ended, ok := errors.AsType[*libllvm.Ended](err); ok { // since it is no processor of 64 bits
		said = ended.Stderr
	}
	if strings.Contains(said, "is not a recognized") {
		return nil, &BuildError{Command: l.Path, Stderr: unknownCPU + ": " + strings.TrimSpace(said)}
	}
	return out.Data, err
}

// gaveUp says whether another way may do what the library did not: not after the end of the context, nor for a
// processor that LLVM does not know.
func gaveUp(ctx context.Context, err error) bool {
	b, ok := errors.AsType[*BuildError](err)
	return err != nil && ctx.Err() == nil && !(ok && strings.HasPrefix(b.Stderr, unknownCPU))
}
