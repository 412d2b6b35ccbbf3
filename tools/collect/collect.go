// Package collect sets up the garbage collector for a compiler, which keeps most of what it makes until it ends.
package collect

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"sync/atomic"
)

// small is a heap that is never worth a collection, in bytes, and unknown one that is none where nobody can tell how long the input is.
const (
	small   = 64 << 20
	unknown = 256 << 20
)

// Late keeps the collector from running until the heap has perByte bytes for each byte of the input, or atMost: a
// module lives until the end, and looking through it again and again would find little. After the first collection it runs
// whenever the heap has grown by percent. The input is the files among the arguments, and what standard input is redirected from. GOGC in the
// environment overrides all this.
func Late(args []string, perByte, atMost int64, percent int) {
	if os.Getenv("GOGC") != "" {
		return
	}
	limit := int64(small)
	consider := func(st os.FileInfo, err error) {
		if err == nil && st.Mode().IsRegular() {
			limit = max(limit, perByte*min(st.Size(), atMost/perByte))
		}
	}
	consider(os.Stdin.Stat())
	for _, a := range args {
		if a == "-" {
			limit = max(limit, min(unknown, atMost))
		}
		consider(os.Stat(a))
	}
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(limit)
	late.Store(limit)
	runtime.AddCleanup(new([16]byte), func(int) { // when the first collection finds the array unused
		late.Store(0)
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(bound.Load())
	}, 0)
}

var (
	bound atomic.Int64 // of the heap, behind the first collection
	late  atomic.Int64 // at which heap the first collection comes, 0 once it came
)

func init() { bound.Store(math.MaxInt64) }

// Bound has the collector run as often as it takes to keep the heap below a number of bytes where that can be. GOMEMLIMIT in the environment overrides
// it.
func Bound(bytes int64) {
	if os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	bound.Store(bytes)
	if first := late.Load(); first == 0 || bytes < first {
		debug.SetMemoryLimit(bytes)
	}
}
