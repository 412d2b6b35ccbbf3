// Package console is about terminals: whether somebody sees what a program writes, at one that takes escape sequences, and how wide its lines are.
package console

import (
	"os"

	"golang.org/x/term"
)

// Terminal says whether a file is a terminal that takes escape sequences. On Windows the terminal is told to take them.
func Terminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) && takesEscapes(f) }
