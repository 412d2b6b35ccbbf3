// Descend-opt reads IR in MLIR's text, runs passes on it and prints it, in the manner of mlir-opt.
package main

import (
	"os"
	"runtime/debug"

	"descend/passes/driver"
	"descend/tools/registry"
)

func main() {
	// A module lives until the end: collecting seldom saves a third of the time for little memory.
	debug.SetGCPercent(250)
	os.Exit(driver.Main(driver.Config{
		Name:       "descend-opt",
		NewContext: registry.Context,
		Passes:     registry.Passes(),
		Version:    "0.1 (MLIR 19 text)",
	}, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
