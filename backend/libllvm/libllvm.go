// Package libllvm compiles LLVM IR with LLVM's shared library, through its C interface: no program of LLVM is
// needed, and what starting one costs is paid once for all modules.
//
// The library never runs in the process that asks. An instruction that it cannot select makes LLVM call exit, a
// mistake in it is a segmentation fault, and neither can be caught. So a worker loads it: a program of its own (package
// worker), which compiles what it is sent until its input ends. One that ends before is an *Ended for the module
// that it was at, and nothing else.
//
// The package must not know which module is compiled, or for what.
package libllvm

import (
	"context"
	"fmt"
	"strings"
)

// Job says how to compile a module.
type Job struct {
	// Triple is the target; "" is this machine.
	Triple string
	// CPU is the processor as llc's -mcpu has it; "native" is this machine's, with all that it can.
	CPU string
	// Features are more of llc's -mattr: "+ptx63".
	Features string
	// Level is the optimization level, 0 to 3, of passes and of code generation.
	Level int
	// Optimized says that the passes of that level, or others, have been run already.
	Optimized bool
	// Object asks for machine code in an object file, at any address; else the result is assembly text.
	Object bool
}

// NVPTX is the triple of GPUs.
const NVPTX = "nvptx64-nvidia-cuda"

// What Warm takes of jobs: PTX for the oldest chip, and code for this machine.
var (
	PTX    = Job{Triple: NVPTX, CPU: "sm_60", Features: "+ptx63"}
	Native = Job{CPU: "native"}
)

// Output is a compiled module, and what LLVM has said of it.
type Output struct {
	Data  []byte
	Notes string
}

// Refused is an input or target that LLVM reports as wrong.
type Refused struct {
	Library string
	Message string
}

func (e *Refused) Error() string { return e.Library + ": " + e.Message }

// Ended says that LLVM ended its process, by a fatal error or a crash.
type Ended struct {
	Library string
	How     error  // how the process ended
	Stderr  string // what LLVM said before
}

func (e *Ended) Error() string {
	if e.Stderr == "" {
		return fmt.Sprintf("%s ended its process: %v", e.Library, e.How)
	}
	first, _, _ := strings.Cut(strings.TrimSpace(e.Stderr), "\n")
	return fmt.Sprintf("%s ended its process (%v): %s", e.Library, e.How, first)
}

// Compile compiles IR text. Errors are *Refused, *Ended, and the context's.
func (l *Library) Compile(ctx context.Context, job Job, ir []byte) (Output, error) {
	if err := ctx.Err(); err != nil {
		return Output{}, err
	}
	w, err := l.worker()
	if err != nil {
		return Output{}, &Ended{Library: l.Path, How: err}
	}
	stop := context.AfterFunc(ctx, w.kill)
	reply, notes, err := w.ask(job, l.Options, ir)
	if !stop() { // the worker was killed, or will be
		go w.close()
		return Output{}, ctx.Err()
	}
	switch {
	case err != nil:
		return Output{}, &Ended{Library: l.Path, How: w.close(), Stderr: notes}
	case reply.refused:
		l.keep(w)
		return Output{}, &Refused{l.Path, string(reply.data)}
	}
	l.keep(w)
	return Output{reply.data, notes}, nil
}
