//go:build unix

package scratch

import (
	"io/fs"
	"os"
	"syscall"
)

// noFollow makes opening a symbolic link an error.
const noFollow = syscall.O_NOFOLLOW

// errLocked says that another process has the lock.
const errLocked = syscall.EWOULDBLOCK

// tryLock locks an open file until it is closed.
func tryLock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }

// unlock ends the lock of a folder that was removed.
func unlock(f *os.File, _ string) { f.Close() }

// ours says whether a file belongs to this user.
func ours(info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) == os.Getuid()
}
