package driver

import (
	"errors"
	"io"
	"sync"

	"descend/frontend/source"
)

// checkedWriter is standard output, of which it keeps the first error: what prints does not look for errors, and a full disk must not pass for
// success.
type checkedWriter struct {
	w   io.Writer
	mu  sync.Mutex
	err error
}

// Write writes on.
func (c *checkedWriter) Write(data []byte) (int, error) {
	n, err := c.w.Write(data)
	if err != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.err == nil {
			c.err = err
		}
	}
	return n, err
}

// result is what a command ends with that has ended with err.
func (c *checkedWriter) result(err error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil && (err == nil || errors.Is(err, c.err)) {
		return usagef("cannot write standard output: %s", source.Reason(c.err))
	}
	return err
}

// forProgram is standard output for a program that is started, which says itself what goes wrong: the file, if it is one, so that it knows what it
// writes to.
func forProgram(w io.Writer) io.Writer {
	if c, ok := w.(*checkedWriter); ok {
		return c.w
	}
	return w
}
