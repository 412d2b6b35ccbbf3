package driver

import (
	"os"
	"path/filepath"
	"strings"
)

// outputName is where a build goes: -o, or the first file's name with the kind's extension, in the
// current folder.
func (o *options) outputName() string {
	if o.output != "" {
		return o.output
	}
	return strings.TrimSuffix(filepath.Base(o.files[0]), ".desc") + kindExt(o.emit)
}

// writeOutput writes a result by renaming a temporary file, so that a failure leaves what was there.
func (s *session) writeOutput(name string, data []byte) error {
	if name == "-" {
		_, err := s.stdout.Write(data)
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(name), ".descendc-*")
	if err != nil {
		return usagef("cannot write %s: %v", name, unwrapPath(err))
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.Write(data)
	if err1 := tmp.Close(); err == nil {
		err = err1
	}
	if err == nil {
		err = os.Chmod(tmp.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(tmp.Name(), name)
	}
	if err != nil {
		return usagef("cannot write %s: %v", name, unwrapPath(err))
	}
	return nil
}

// unwrapPath drops the name of the temporary file from an error.
func unwrapPath(err error) error {
	switch e := err.(type) {
	case *os.PathError:
		return e.Err
	case *os.LinkError:
		return e.Err
	}
	return err
}
