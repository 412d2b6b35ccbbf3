// Command descendc compiles, checks and runs Descend programs. See "descendc help".
package main

import (
	"os"

	_ "descend/backend/libllvm/ahead"
	"descend/tools/collect"
	"descend/tools/driver"
)

func main() {
	collect.Late(os.Args[1:], 220, 1<<30, 200) // a check makes about 200 bytes for each byte of the program
	os.Exit(driver.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
