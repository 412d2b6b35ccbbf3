// Package bail leaves a computation from deep inside with an error, where every function on the way would else hand it on: reading
// a text, lowering a function, a run of the simulator. It is a panic with a value of a type of its own, which nobody but Catch takes;
// any other panic is a fault of this program, and goes on through Catch.
package bail

import (
	"fmt"
	"runtime"
	"strings"
)

// out is the value of the panic.
type out[E any] struct{ err E }

func (out[E]) leaves() {}

// Leaving says whether a recovered value is that of Out, on its way to Catch, and no fault.
func Leaving(r any) bool {
	_, ok := r.(interface{ leaves() })
	return ok
}

// Out leaves what is being computed, up to the innermost Catch of an error of this type.
func Out[E any](err E) { panic(out[E]{err}) }

// Catch is deferred by the function that a computation is left to, which returns the error: defer bail.Catch(&err).
func Catch[E any](err *E) {
	switch r := recover().(type) {
	case nil:
	case out[E]:
		*err = r.err
	default:
		panic(r)
	}
}

// Site names the function and line that panicked, also if a deferred function has let the panic go on; it is for deferred
// functions that recover.
func Site() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	site, raised := "an unknown place", false
	for more := true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		switch {
		case f.Function == "runtime.gopanic":
			raised = true
		case raised && !strings.HasPrefix(f.Function, "runtime."):
			site, raised = fmt.Sprintf("%s:%d", f.Function, f.Line), false
		}
	}
	return site
}
