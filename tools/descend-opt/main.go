// Descend-opt reads IR in MLIR's text, runs passes on it and prints it, in the manner of mlir-opt.
package main

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"

	"descend/passes/driver"
	"descend/tools/registry"
)

func main() {
	collectLate(os.Args[1:])
	os.Exit(driver.Main(driver.Config{
		Name:       "descend-opt",
		NewContext: registry.Context,
		Passes:     registry.Passes(),
		Version:    "0.1 (MLIR 19 text)",
	}, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// collectLate keeps the garbage collector from running until the heap is many times as large as the input: a
// module lives until the end, and looking through it again and again would find little. After the first
// collection it runs whenever the heap has grown by half.
func collectLate(args []string) {
	limit := int64(64 << 20)
	for _, a := range args {
		if st, err := os.Stat(a); err == nil && st.Mode().IsRegular() {
			limit = max(limit, 7*st.Size())
		}
	}
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(limit)
	runtime.AddCleanup(new([16]byte), func(int) { // when the first collection finds the array unused
		debug.SetGCPercent(50)
		debug.SetMemoryLimit(math.MaxInt64)
	}, 0)
}
