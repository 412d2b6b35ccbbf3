// Package outfile writes files whole or not at all: a failure leaves what was there. All tools and the .npy
// writer write their results through it.
package outfile

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Write makes the file at path with what write writes. A regular file, or a name that does not exist yet,
// is replaced by renaming a temporary file beside it (symbolic links are followed, permissions are kept);
// anything else, as a device or pipe, is opened and written to: it must never be replaced. Errors do not
// name the temporary file.
func Write(path string, write func(io.Writer) error) error { return writeMode(path, 0, write) }

// WriteText is Write for a text; path "-" is standard output.
func WriteText(path, text string) error {
	write := func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
	if path == "-" {
		return write(os.Stdout)
	}
	return Write(path, write)
}

// WriteProgram is Write for a file that everybody may execute who may read it.
func WriteProgram(path string, write func(io.Writer) error) error {
	return writeMode(path, 0o111&^umask(), write)
}

// writeMode is Write with permissions that the file gets in any case.
func writeMode(path string, more fs.FileMode, write func(io.Writer) error) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	mode := 0o666 &^ umask()
	if info, err := os.Stat(path); err == nil {
		if !info.Mode().IsRegular() {
			return direct(path, write)
		}
		mode = info.Mode().Perm()
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".out-*")
	if err != nil {
		return reason(err)
	}
	defer os.Remove(f.Name()) // gone after the renaming
	if err := write(f); err != nil {
		f.Close()
		return reason(err)
	}
	if err := f.Chmod(mode | more); err != nil {
		f.Close()
		return reason(err)
	}
	if err := f.Close(); err != nil {
		return reason(err)
	}
	return reason(os.Rename(f.Name(), path))
}

func direct(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return reason(err)
	}
	err = write(f)
	if err1 := f.Close(); err == nil {
		err = err1
	}
	return reason(err)
}

// reason is the cause of an error about a file, without the file's name.
func reason(err error) error {
	switch e := err.(type) {
	case *os.PathError:
		return e.Err
	case *os.LinkError:
		return e.Err
	}
	return err
}

// umask is the process's file mode mask.
func umask() fs.FileMode {
	old := syscall.Umask(0)
	syscall.Umask(old)
	return fs.FileMode(old)
}
