//go:build unix

package host

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// trusted says why others may have written a file or folder; nil if none could.
func trusted(info fs.FileInfo) error {
	stat, ok := info.Sys().(*syscall.Stat_t)
	switch {
	case !ok || int(stat.Uid) != os.Geteuid():
		return errors.New("it belongs to another user")
	case info.Mode().Perm()&0o022 != 0:
		return errors.New("others may write to it (chmod go-w helps)")
	}
	return nil
}
