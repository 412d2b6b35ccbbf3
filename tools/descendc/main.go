// Command descendc compiles, checks and runs Descend programs. See "descendc help".
package main

import (
	"os"

	"descend/tools/driver"
)

func main() { os.Exit(driver.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
