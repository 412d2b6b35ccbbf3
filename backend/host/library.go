package host

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	goruntime "runtime"
	"strings"

	"descend/backend/libllvm"
	"descend/backend/link"
	"descend/backend/runtime"
)

// This file makes executables and shared libraries with LLVM's library and our own linker (backend/link), for which no compiler of C, no
// linker and no headers have to be there: the runtime is there as IR.

// oldestIR is the oldest LLVM that reads the runtime's IR.
const oldestIR = 19

// vectorizer are options of LLVM, for the library and for clang. LLVM 19 takes a[(7*i) % 32] for accesses with a
// stride, although the index wraps around, and joins them.
var vectorizer = []string{"-enable-interleaved-mem-accesses=0"}

// findLibrary is LLVM's library if it can make what is asked for, else nil.
func (o Options) findLibrary() *libllvm.Library {
	f := o.finder()
	l := f.Library()
	if l == nil || l.Major < oldestIR || !f.Allows("lib") || !o.libraryMakes() {
		return nil
	}
	return &libllvm.Library{Path: l.Path, Major: l.Major, Options: vectorizer}
}

// libraryMakes says whether LLVM's library would do. Names of processors are clang's on x86-64 only.
func (o Options) libraryMakes() bool {
	known := o.March == "" || o.March == "native" || goruntime.GOARCH == "amd64"
	links := o.Kind == Executable || o.Kind == Shared && goruntime.GOARCH == "amd64"
	return links && known && runtime.IR(goruntime.GOARCH) != nil
}

// runtimeIR is the runtime for the kind. It is made for executables, in which the places of variables of threads are known when they are linked.
func (o Options) runtimeIR() []byte {
	ir := runtime.IR(goruntime.GOARCH)
	if o.Kind == Shared {
		ir = bytes.Replace(ir, []byte(`!"PIE Level", i32 2}`), []byte(`!"PIE Level", i32 0}`), 1)
	}
	return ir
}

// link joins the parts.
func (o Options) link(objects ...[]byte) ([]byte, error) {
	if o.Kind == Shared {
		return link.Shared(goruntime.GOARCH, objects...)
	}
	return link.Executable(goruntime.GOARCH, objects...)
}

// Warm prepares Build while the program is being made: it has LLVM's library loaded, if that is what compiles, and the
// runtime compiled.
func Warm(ctx context.Context, o Options) {
	l := o.findLibrary()
	if l == nil {
		return
	}
	_, _, job := o.jobs()
	if o.Cache != nil && o.Cache.get(o.runtimeKey(l, job)) != nil {
		l.Warm(1)
		return
	}
	l.Warm(2) // one for the runtime
	go func() { _, _ = o.runtimeObject(ctx, l) }()
}

// jobs are how the parts of a program are compiled: the program, its outside, the runtime.
func (o Options) jobs() (inside, outside, rt libllvm.Job) {
	inside = libllvm.Job{CPU: o.March, Level: o.OptLevel, Object: true}
	outside = libllvm.Job{Object: true}
	rt = libllvm.Job{Object: true, Optimized: true, Level: 2}
	if o.Quick {
		rt.Level = 0
	}
	return inside, outside, rt
}

// withLibrary makes the result with the library.
func (o Options) withLibrary(ctx context.Context, l *libllvm.Library, inside, outside []byte) ([]byte, error) {
	type result struct {
		object []byte
		err    error
	}
	rt := make(chan result, 1)
	go func() {
		object, err := o.runtimeObject(ctx, l)
		rt <- result{object, err}
	}()
	insideJob, outsideJob, _ := o.jobs()
	in, err := object(ctx, l, insideJob, inside)
	if err != nil {
		return nil, err
	}
	out, err := object(ctx, l, outsideJob, outside)
	if err != nil {
		return nil, err
	}
	r := <-rt
	if r.err != nil {
		return nil, r.err
	}
	return o.link(in, out, r.object)
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

// runtimeKey is the name of the compiled runtime in a cache.
func (o Options) runtimeKey(l *libllvm.Library, job libllvm.Job) string {
	return cacheKey(l.Path, fmt.Sprint(job), false, map[string][]byte{"runtime.ll": o.runtimeIR()})
}

// runtimeObject is the compiled runtime: what this process or the cache has, or a new one. Who asks while it is being
// compiled waits.
func (o Options) runtimeObject(ctx context.Context, l *libllvm.Library) ([]byte, error) {
	_, _, job := o.jobs()
	slot, _ := runtimes.LoadOrStore(fmt.Sprintf("%s %d %d", l.Path, job.Level, o.Kind), &runtimeSlot{})
	s := slot.(*runtimeSlot)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.object != nil {
		return s.object, nil
	}
	key := func() string { return o.runtimeKey(l, job) }
	data, err := o.Cache.or(key, func() ([]byte, error) { return object(ctx, l, job, o.runtimeIR()) })
	if err == nil {
		s.object = data
	}
	return data, err
}

// gaveUp says whether another way may do what the library did not: not after the end of the context, nor for a
// processor that LLVM does not know.
func gaveUp(ctx context.Context, err error) bool {
	b, ok := errors.AsType[*BuildError](err)
	return err != nil && ctx.Err() == nil && !(ok && strings.HasPrefix(b.Stderr, unknownCPU))
}
