// Command descendc compiles, checks and runs Descend programs. See "descendc help".
package main

import (
	"os"

	"descend/tools/collect"
	"descend/tools/driver"
)

func main() {
	collect.Late(os.Args[1:], 200, 1<<30, 200)
	os.Exit(driver.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
