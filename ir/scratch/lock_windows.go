package scratch

import (
	"io/fs"
	"os"

	"golang.org/x/sys/windows"
)

// noFollow has no meaning here: making a symbolic link takes a privilege.
const noFollow = 0

// errLocked says that another process has the lock.
const errLocked = windows.ERROR_LOCK_VIOLATION

// tryLock locks an open file until it is closed.
func tryLock(f *os.File) error {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	return windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, &windows.Overlapped{})
}

// unlock ends the lock of a folder that was removed, as far as that went: here a file that is open stays, and so does its folder. What
// another process has locked meanwhile, or uses, stays too.
func unlock(f *os.File, folder string) {
	f.Close()
	os.Remove(f.Name())
	os.Remove(folder)
}

// ours says whether a file belongs to this user: the folder for temporary files is that of the user.
func ours(fs.FileInfo) bool { return true }
