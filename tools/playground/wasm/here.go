//go:build !js

// Outside of a browser the command answers one request: JSON on standard input, JSON on standard output.
package main

import (
	"fmt"
	"io"
	"os"

	"descend/tools/playground/engine"
)

func main() {
	request, err := io.ReadAll(os.Stdin)
	if err == nil {
		_, err = os.Stdout.Write(append(new(engine.Engine).JSON(request), '\n'))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
