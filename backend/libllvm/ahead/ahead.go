// Package ahead has LLVM's library loaded before anything else of a compiler is made: whoever imports it starts a worker when the process begins, if
// the command line looks like a compilation. Go initializes packages in the order of their paths, those that are imported first, so the worker
// begins before the compiler's own tables are made, which takes as long as half of the library.
//
// A guess that is wrong costs some milliseconds of another core: the worker ends with the process. Everything else stays with Warm, which finds
// the worker there.
package ahead

import (
	"os"
	"strings"

	"descend/backend/libllvm"
)

func init() {
	if way := os.Getenv(libllvm.WayVar); way != "" && way != "lib" || os.Getenv(libllvm.CacheVar) != "" {
		return
	}
	if job, ok := guess(os.Args[1:]); ok {
		if l := libllvm.Chosen(least); l != nil {
			l.Warm(1, job)
		}
	}
}

// least is the oldest version that makes both PTX and native code.
const least = 19

// guess tells for what a command line will compile.
func guess(args []string) (libllvm.Job, bool) {
	if len(args) < 2 {
		return libllvm.Job{}, false
	}
	emit, target, device := value(args, "--emit"), value(args, "--target"), value(args, "--device")
	switch {
	case args[0] == "build" && target != "cpu" && (emit == "" || emit == "ptx" || emit == "cubin" || emit == "exe" || emit == "shared"),
		args[0] == "run" && strings.HasPrefix(device, "cuda"):
		return libllvm.PTX, true
	case args[0] == "build" && target == "cpu" && (emit == "exe" || emit == "shared"), args[0] == "run" && device == "cpu":
		return libllvm.Native, true
	}
	return libllvm.Job{}, false
}

// value is that of a flag, in either of its forms; "" if it is not given.
func value(args []string, flag string) string {
	for i, a := range args {
		if v, ok := strings.CutPrefix(a, flag+"="); ok {
			return v
		}
		if a == flag && i+1 < len(args) {
			return args[i+1]
		}
	}
	return ""
}
