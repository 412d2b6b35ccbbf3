package driver

import (
	"cmp"
	"io"
	"path/filepath"
	"strings"

	"descend/ir/outfile"
)

// stdinName is standard input as a source file, and standard output as the file of a result.
const stdinName = "-"

// outputName is where a build goes: -o, or the first file's name with the kind's extension, in the
// current folder; standard output for a program from standard input.
func (o *options) outputName() string {
	if o.output != "" || o.files[0] == stdinName {
		return cmp.Or(o.output, stdinName)
	}
	return strings.TrimSuffix(filepath.Base(o.files[0]), ".desc") + kindExt(o.emit)
}

// writeOutput writes a result, to standard output for "-". A program may be executed.
func (s *session) writeOutput(name string, data []byte, program bool) error {
	write := func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}
	if name == stdinName {
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
