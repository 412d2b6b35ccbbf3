//go:build unix

package outfile

import (
	"io/fs"
	"syscall"
)

// umask is the process's file mode mask.
func umask() fs.FileMode {
	old := syscall.Umask(0)
	syscall.Umask(old)
	return fs.FileMode(old)
}
