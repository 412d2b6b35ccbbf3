// Package scratch makes temporary folders that go when their process ends, however it ends. A folder has a file that its
// process keeps locked. The kernel drops the lock with the process; the next process that makes a folder removes those
// whose lock is free.
package scratch

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// pattern are the names of the folders in the system's folder for temporary files, lockName the locked file in each.
const (
	pattern  = "descend-scratch-*"
	lockName = "lock"
)

// Folder is a temporary folder of this process.
type Folder struct {
	Path string
	lock *os.File
}

var (
	mu      sync.Mutex
	folders = map[*Folder]bool{}
	swept   sync.Once
)

// New makes a folder, and removes those that processes have left behind which are no more.
func New() (*Folder, error) {
	swept.Do(sweep)
	for {
		path, err := os.MkdirTemp("", pattern)
		if err != nil {
			return nil, err
		}
		lock, err := claim(path)
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, errLocked) {
			continue // another process took the folder for one left behind before it was locked
		}
		if err != nil {
			os.RemoveAll(path)
			return nil, err
		}
		f := &Folder{path, lock}
		mu.Lock()
		folders[f] = true
		mu.Unlock()
		return f, nil
	}
}

// claim makes the locked file of a folder.
func claim(path string) (*os.File, error) {
	name := filepath.Join(path, lockName)
	lock, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	if err = tryLock(lock); err == nil {
		_, err = os.Stat(name) // a sweep that had the lock before has removed it
	}
	if err != nil {
		lock.Close()
		return nil, err
	}
	return lock, nil
}

// Remove removes the folder and what is in it.
func (f *Folder) Remove() {
	mu.Lock()
	delete(folders, f)
	mu.Unlock()
	remove(f.Path)
	unlock(f.lock, f.Path)
}

// File makes an open file that has no name: it goes when nobody has it open.
func (f *Folder) File() (*os.File, error) {
	file, err := os.CreateTemp(f.Path, "file")
	if err != nil {
		return nil, err
	}
	if err := os.Remove(file.Name()); err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

// RemoveAll removes all folders of this process, for one that ends at once.
func RemoveAll() {
	mu.Lock()
	defer mu.Unlock()
	for f := range folders {
		remove(f.Path)
		unlock(f.lock, f.Path)
	}
}

// remove removes the locked file last: a folder whose removal stops half way is still known as one.
func remove(path string) {
	entries, _ := os.ReadDir(path)
	for _, e := range entries {
		if e.Name() != lockName {
			os.RemoveAll(filepath.Join(path, e.Name()))
		}
	}
	os.RemoveAll(path)
}

// sweep removes the folders of this user whose process is no more.
func sweep() {
	all, _ := filepath.Glob(filepath.Join(os.TempDir(), pattern))
	for _, path := range all {
		info, err := os.Lstat(path)
		if err != nil || !info.IsDir() {
			continue
		}
		if !ours(info) {
			continue
		}
		lock, err := os.OpenFile(filepath.Join(path, lockName), os.O_RDWR|noFollow, 0)
		if errors.Is(err, fs.ErrNotExist) {
			os.Remove(path) // if it is empty: its process ended, or makes the file just now and then another folder
			continue
		}
		if err != nil {
			continue
		}
		if tryLock(lock) == nil {
			remove(path)
		}
		unlock(lock, path)
	}
}
