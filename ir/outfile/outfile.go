// Package outfile writes files whole or not at all: a failure leaves what was there. All tools and the .npy
// writer write their results through it. It also knows whether an output is an input, which it must not be.
package outfile

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
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
	pending.Store(f.Name(), nil)
	defer pending.Delete(f.Name())
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

// pending are the names of the temporary files.
var pending sync.Map

// Abandon removes the temporary files of what is being written, for a process that ends at once.
func Abandon() {
	pending.Range(func(name, _ any) bool {
		os.Remove(name.(string))
		return true
	})
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

// Output is a file that a command is to write: its path, and how the command line asks for it, as "-o x.ptx".
type Output struct{ Asked, Path string }

// Check refuses outputs that are inputs, and outputs of which two are one file. Commands call it before they write
// anything.
func Check(inputs []string, outputs ...Output) error {
	for i, o := range outputs {
		for _, in := range inputs {
			if Same(o.Path, in) {
				return fmt.Errorf("%s would replace the input %s; nothing was written", o.Asked, in)
			}
		}
		for _, other := range outputs[:i] {
			if Same(o.Path, other.Path) {
				return fmt.Errorf("%s and %s are one file; nothing was written", other.Asked, o.Asked)
			}
		}
	}
	return nil
}

// Same says whether two names are of one regular file, by whatever links and paths, or of one that does not exist yet.
// What is no regular file, as a terminal or /dev/null, can be read and written at once and is never the same.
func Same(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	if errX == nil && errY == nil {
		return x.Mode().IsRegular() && os.SameFile(x, y)
	}
	if errX == nil || errY == nil {
		return false
	}
	return place(a) == place(b)
}

// place is the path of a file that does not exist, without symbolic links in its folder.
func place(name string) string {
	dir, err := filepath.Abs(filepath.Dir(name))
	if err != nil {
		return name
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	return filepath.Join(dir, filepath.Base(name))
}
