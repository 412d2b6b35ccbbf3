package driver

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"descend/backend/host"
	"descend/ir/outfile"
	"descend/tools/arguments"
)

// stdinName is standard input as a source file, and standard output as the file of a result.
const stdinName = "-"

// outputName is where a build goes: -o, or the first file's name with the kind's extension, in the current folder;
// standard output for a program from standard input. What a Python module loads, and what Python imports, is named
// after the program.
func (o *options) outputName() string {
	if o.output != "" || o.files[0] == stdinName {
		return cmp.Or(o.output, stdinName)
	}
	switch o.emit {
	case "shared":
		return host.LibraryName(o.programName())
	case "python":
		return o.programName() + ".py"
	}
	return strings.TrimSuffix(filepath.Base(o.files[0]), ".desc") + kindExt(o.emit)
}

// checkOutputs refuses outputs that are inputs, by any name: the program's files, or those of more, and "-", which is
// standard input or output: the file that it is, if it is one.
func (s *session) checkOutputs(o *options, more []string, outputs ...outfile.Output) error {
	var inputs []string
	for _, in := range slices.Concat(o.files, more) {
		f, ok := s.stdin.(*os.File)
		switch {
		case in != stdinName:
			inputs = append(inputs, in)
		case ok:
			inputs = append(inputs, f.Name())
		}
	}
	outputs = slices.DeleteFunc(outputs, func(out outfile.Output) bool {
		return out.Path == stdinName && fileOf(s.stdout) == nil
	})
	for i, out := range outputs {
		if out.Path == stdinName {
			outputs[i] = outfile.Output{Asked: "standard output", Path: fileOf(s.stdout).Name()}
		}
	}
	if err := outfile.Check(inputs, outputs...); err != nil {
		return usagef("%v", err)
	}
	for _, out := range outputs {
		if err := canBeWritten(out.Path); err != nil {
			return usagef("%s: %v", out.Asked, err)
		}
	}
	return nil
}

// canBeWritten says what will keep a file from being written, before the work that it takes to know what to write.
func canBeWritten(path string) error {
	if i, err := os.Stat(path); err == nil && i.IsDir() {
		return errors.New("it is a folder")
	}
	folder := filepath.Dir(path)
	i, err := os.Stat(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no folder %s", folder)
	case err == nil && !i.IsDir():
		return fmt.Errorf("%s is no folder", folder)
	}
	return nil
}

// checkBuildOutput is checkOutputs for a build.
func (s *session) checkBuildOutput(o *options) error {
	asked := "-o " + o.output
	if o.output == "" {
		asked = "the output " + o.outputName()
	}
	return s.checkOutputs(o, nil, outfile.Output{Asked: asked, Path: o.outputName()})
}

// checkRunOutputs is checkOutputs for the files that a run reads and writes.
func (s *session) checkRunOutputs(o *options, b *arguments.Binding, outs map[string]string) error {
	var inputs []string
	var outputs []outfile.Output
	for _, p := range b.Params {
		if p.File != "" {
			inputs = append(inputs, p.File)
		}
		if file := outs[p.Name]; file != "" && file != stdinName {
			outputs = append(outputs, outfile.Output{Asked: "--out " + p.Name + "=" + file, Path: file})
		}
	}
	if o.profile != "" && o.profile != profileTable {
		outputs = append(outputs, outfile.Output{Asked: "--profile=" + o.profile, Path: o.profile})
	}
	return s.checkOutputs(o, inputs, outputs...)
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
