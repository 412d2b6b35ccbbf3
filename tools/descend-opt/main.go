// Descend-opt reads IR in MLIR's text, runs passes on it and prints it, in the manner of mlir-opt. `descend-opt lsp` serves an editor.
package main

import (
	"context"
	"math"
	"os"

	"descend/passes/driver"
	"descend/tools/collect"
	"descend/tools/lsp"
	"descend/tools/registry"
	"descend/tools/version"
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == "lsp" {
		collect.Late(nil, 1, 1, 100)
		os.Exit(lsp.ServeIR(context.Background(), lsp.Config{Version: version.Tool(), Log: os.Stderr}, lsp.Streams(os.Stdin, os.Stdout)))
	}
	collect.Late(os.Args[1:], 7, math.MaxInt64, 50)
	os.Exit(driver.Main(driver.Config{
		Name:       "descend-opt",
		NewContext: registry.Context,
		Passes:     registry.Passes(),
		Version:    version.Tool(),
		About:      func() string { return "text of MLIR 19\n" + version.LLVM() },
	}, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
