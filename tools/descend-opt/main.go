// Descend-opt reads IR in MLIR's text, runs passes on it and prints it, in the manner of mlir-opt.
package main

import (
	"math"
	"os"

	"descend/passes/driver"
	"descend/tools/collect"
	"descend/tools/registry"
)

func main() {
	collect.Late(os.Args[1:], 7, math.MaxInt64, 50)
	os.Exit(driver.Main(driver.Config{
		Name:       "descend-opt",
		NewContext: registry.Context,
		Passes:     registry.Passes(),
		Version:    "0.1 (MLIR 19 text)",
	}, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
