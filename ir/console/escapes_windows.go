package console

import (
	"os"

	"golang.org/x/sys/windows"
)

// takesEscapes turns escape sequences on. Consoles before Windows 10 have none.
func takesEscapes(f *os.File) bool {
	h := windows.Handle(f.Fd())
	var mode uint32
	if windows.GetConsoleMode(h, &mode) != nil {
		return false
	}
	return windows.SetConsoleMode(h, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}
