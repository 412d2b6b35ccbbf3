// Package console says whether somebody sees what a program writes, at a terminal that takes escape sequences.
package console

import (
	"os"

	"golang.org/x/term"
)

// Terminal says whether a file is a terminal that takes escape sequences. On Windows the terminal is told to take them.
func Terminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) && takesEscapes(f) }
