// Descend-opt reads IR in MLIR's text, runs passes on it and prints it, in the manner of mlir-opt. `descend-opt lsp` serves an editor.
package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"strings"

	"descend/ir"
	"descend/passes/driver"
	"descend/tools/collect"
	"descend/tools/lsp"
	"descend/tools/registry"
	"descend/tools/version"
)

const serves = "descend-opt lsp serves an editor: the language server, on standard input and output"

func main() {
	if len(os.Args) > 1 && os.Args[1] == "lsp" {
		switch rest := strings.Join(os.Args[2:], " "); rest {
		case "", "--stdio":
		case "--help":
			fmt.Println(serves)
			return
		default:
			fmt.Fprintf(os.Stderr, "%s, and takes no %s\n", serves, rest)
			os.Exit(2)
		}
		collect.Late(nil, 1, 1, 100)
		os.Exit(lsp.ServeIR(context.Background(), lsp.Config{Version: version.Tool(), Log: os.Stderr}, lsp.Streams(os.Stdin, os.Stdout)))
	}
	collect.Late(os.Args[1:], 12, math.MaxInt64, 50)
	os.Exit(driver.Main(driver.Config{
		Name:       "descend-opt",
		NewContext: newContext,
		Passes:     registry.Passes(),
		Version:    version.Tool(),
		Help:       "\n" + serves + ".\n",
		About:      func() string { return "text of MLIR 19\n" + version.LLVM() },
	}, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// newContext takes for granted what mlir-opt does.
func newContext() *ir.Context {
	c := registry.Context()
	c.LoopsEnd = true
	return c
}
