package driver

import (
	"io"
	"path/filepath"
	"strings"

	"descend/ir/outfile"
)

// outputName is where a build goes: -o, or the first file's name with the kind's extension, in the
// current folder.
func (o *options) outputName() string {
	if o.output != "" {
		return o.output
	}
	return strings.TrimSuffix(filepath.Base(o.files[0]), ".desc") + kindExt(o.emit)
}

// writeOutput writes a result, to standard output for "-". A program may be executed.
func (s *session) writeOutput(name string, data []byte, program bool) error {
	write := func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}
	if name == "-" {
		return write(s.stdout)
	}
	to := outfile.Write
	if program {
		to = outfile.WriteProgram
	}
	if err := to(name, write); err != nil {
		return usagef("cannot write %s: %v", name, err)
	}
	return nil
}
