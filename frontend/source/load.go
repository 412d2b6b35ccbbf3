package source

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"unicode/utf8"
)

// MaxSize is the largest source file in bytes.
const MaxSize = 64 << 20

// LoadError says why a file cannot be a source file. Line is the line concerned, 0 if it is the whole file.
type LoadError struct {
	Name   string
	Line   int
	Reason string
	Err    error // the system's error, if there is one
}

func (e *LoadError) Error() string {
	if e.Line > 0 {
		return fmt.Sprintf("%s:%d: %s", e.Name, e.Line, e.Reason)
	}
	return e.Name + ": " + e.Reason
}

// Unwrap is the system's error.
func (e *LoadError) Unwrap() error { return e.Err }

// Load reads a source file. The errors are of type *LoadError: a file that is missing, unreadable, a folder, or what
// Read refuses.
func Load(name string) (*File, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, &LoadError{Name: name, Reason: Reason(err), Err: err}
	}
	defer f.Close()
	if fi, err := f.Stat(); err == nil && fi.IsDir() {
		return nil, &LoadError{Name: name, Reason: "is a folder, not a file"}
	}
	return Read(name, f)
}

// Read reads the text of a source file from r. The errors are of type *LoadError: a text that is empty, larger than
// MaxSize, binary (it has NUL bytes) or not UTF-8. Time and memory are bounded by MaxSize.
func Read(name string, r io.Reader) (*File, error) {
	text, err := io.ReadAll(io.LimitReader(r, MaxSize+1))
	if err != nil {
		return nil, &LoadError{Name: name, Reason: Reason(err), Err: err}
	}
	if err := Check(name, text); err != nil {
		return nil, err
	}
	return NewFile(name, string(text)), nil
}

// Check says whether a text can be source text; the error is a *LoadError.
func Check(name string, text []byte) error {
	fail := func(at int, why string) error {
		line := 0
		if at >= 0 {
			line = 1 + bytes.Count(text[:at], []byte{'\n'})
		}
		return &LoadError{Name: name, Line: line, Reason: why}
	}
	switch {
	case len(text) > MaxSize:
		return fail(-1, fmt.Sprintf("the file is larger than %d MiB", MaxSize>>20))
	case len(bytes.TrimSpace(text)) == 0:
		return fail(-1, "the file is empty")
	}
	if i := bytes.IndexByte(text, 0); i >= 0 {
		return fail(i, "this is a binary file: it has NUL bytes")
	}
	if utf8.Valid(text) {
		return nil
	}
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && n == 1 {
			return fail(i, fmt.Sprintf("the text is not UTF-8: invalid byte 0x%02x", text[i]))
		}
		i += n
	}
	return nil
}

// Reason is a system error in words, without the name of the file.
func Reason(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "no such file"
	case errors.Is(err, fs.ErrPermission):
		return "permission denied"
	}
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}
