//go:build !windows

package console

import "os"

// takesEscapes is true: every terminal takes them.
func takesEscapes(*os.File) bool { return true }
