// Descend-opt reads IR in MLIR's text, runs passes on it and prints it, in the manner of mlir-opt.
package main

import (
	"os"

	"descend/passes/driver"
	"descend/tools/registry"
)

func main() {
	os.Exit(driver.Main(driver.Config{
		Name:       "descend-opt",
		NewContext: registry.Context,
		Passes:     registry.Passes(),
		Version:    "0.1 (MLIR 19 text)",
	}, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
