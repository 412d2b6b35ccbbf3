// Descend-opt reads IR in MLIR's text, runs passes on it and prints it, in the manner of mlir-opt.
package main

import (
	"math"
	"os"

	"descend/passes/driver"
	"descend/tools/collect"
	"descend/tools/registry"
	"descend/tools/version"
)

func main() {
	collect.Late(os.Args[1:], 7, math.MaxInt64, 50)
	os.Exit(driver.Main(driver.Config{
		Name:       "descend-opt",
		NewContext: registry.Context,
		Passes:     registry.Passes(),
		Version:    version.Tool(),
		About:      func() string { return "text of MLIR 19\n" + version.LLVM() },
	}, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
