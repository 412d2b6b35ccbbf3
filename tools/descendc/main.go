// Command descendc compiles, checks and runs Descend programs. See "descendc help".
package main

import (
	"os"
	"runtime/debug"

	"descend/tools/driver"
)

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400) // a compiler keeps most of what it makes until it ends
	}
	os.Exit(driver.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
