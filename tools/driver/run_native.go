package driver

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"descend/backend/host"
	"descend/backend/npy"
	"descend/backend/sim"
	funcd "descend/dialects/func"
	gpud "descend/dialects/gpu"
	"descend/frontend/std"
	"descend/ir"
	"descend/ir/child"
	"descend/ir/room"
	"descend/ir/scratch"
	"descend/tools/arguments"
)

// runNative builds an executable of the lowered program in a temporary folder and runs it on the CPU. A program of its
// own cannot harm the compiler, whatever becomes of its stack. Once it runs, nothing of it has a name: arrays go through
// open files, and the folder is removed. Where open files cannot be named it stays until the end.
func (c *compilation) runNative(b *arguments.Binding, asked map[string]string) error {
	folder, err := scratch.New()
	if err != nil {
		return err
	}
	defer folder.Remove()
	program, err := c.nativeProgram(folder)
	if err != nil {
		return err
	}
	files := newSharedFiles(folder)
	defer files.close()
	args, outs, err := c.nativeArgs(b, files, asked)
	if err != nil {
		return err
	}
	report, reportName, err := files.add()
	if err != nil {
		return err
	}
	notes, notesName, err := files.add()
	if err != nil {
		return err
	}
	if err := notes.Truncate(monitorSize); err != nil {
		return err
	}
	cmd := exec.CommandContext(c.s.ctx, program, args...)
	cmd.Stdout, cmd.Stderr, cmd.ExtraFiles = forProgram(c.s.stdout), c.s.stderr, files.handed()
	cmd.Env = append(os.Environ(), "DESCEND_DEVICE=cpu", "DESCEND_REPORT="+reportName, "DESCEND_MONITOR="+notesName)
	err = c.runProgram(cmd, files, &monitor{file: notes, fn: c.o.fn, place: placeOf(b.Place)})
	if text, readErr := io.ReadAll(report); readErr != nil || len(text) > 0 {
		c.readReport(string(text))
		return c.verdict()
	}
	if err != nil {
		return err
	}
	return readOuts(outs)
}

// nativeProgram builds the executable in a folder.
func (c *compilation) nativeProgram(folder *scratch.Folder) (string, error) {
	p := host.New(c.module, c.o.programName(), host.Device{})
	if err := c.cpuKernels(); err != nil {
		return "", err
	}
	c.o.optLevel, c.o.march = 3, "native"
	data, err := c.native(p, host.Executable, c.o.fn)
	if err != nil {
		return "", err
	}
	program := filepath.Join(folder.Path, host.Identifier(c.o.fn))
	return program, os.WriteFile(program, data, 0o700)
}

// runProgram runs the program to its end; meanwhile what it notes says what the command is at.
func (c *compilation) runProgram(cmd *exec.Cmd, files *sharedFiles, now *monitor) error {
	err := c.stage("run", func() error {
		return c.s.limit(c.o, func() error {
			return child.Program(cmd, func() {
				if !files.named {
					files.folder.Remove()
				}
				c.s.runs(now.read)
			})
		})
	})
	defer c.s.runs(nil)
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		c.s.awaitSignal(exit) // which may ask what was running
		if exit.String() == killed {
			return rejected{"the run was killed, which the system does to programs when memory does not suffice"}
		}
		return rejected{fmt.Sprintf("the run failed: %v", exit)}
	}
	return err
}

// killed is how a program ends that the system or somebody killed.
const killed = "signal: killed"

// readOuts reads what the program has written of arrays.
func readOuts(outs map[*arguments.Param]string) error {
	for p, name := range outs {
		p.Array = nil // what is read may need the memory
		a, err := npy.Read(name)
		if short, ok := errors.AsType[*room.Short](err); ok {
			err = fmt.Errorf("--out %s: %w", p.Name, short)
		}
		if err != nil {
			return err
		}
		a = p.FromFile(a)
		p.Array = &a
	}
	return nil
}

// firstShared is the descriptor of the first file that a program gets beside the standard ones.
const firstShared = 3

// sharedFiles are files that a program has with this one: open files without a name that it gets, or, where the system does not name open
// files (on Linux /dev/fd leads to /proc), files of the folder.
type sharedFiles struct {
	folder *scratch.Folder
	list   []*os.File
	named  bool
}

func newSharedFiles(folder *scratch.Folder) *sharedFiles {
	_, err := os.Stat(descriptors)
	return &sharedFiles{folder: folder, named: err != nil}
}

// add makes one more file, and gives the name that the program knows it by.
func (s *sharedFiles) add() (*os.File, string, error) {
	create := s.folder.File
	if s.named {
		create = func() (*os.File, error) { return os.CreateTemp(s.folder.Path, "shared") }
	}
	f, err := create()
	if err != nil {
		return nil, "", err
	}
	s.list = append(s.list, f)
	if s.named {
		return f, f.Name(), nil
	}
	return f, descriptorName(firstShared + len(s.list) - 1), nil
}

// handed are the files that the program gets open.
func (s *sharedFiles) handed() []*os.File {
	if s.named {
		return nil
	}
	return s.list
}

// ours is our name of a file of the program, which may have put another one in its place.
func (s *sharedFiles) ours(f *os.File) string {
	if s.named {
		return f.Name()
	}
	return descriptorName(int(f.Fd()))
}

func (s *sharedFiles) close() {
	for _, f := range s.list {
		f.Close()
	}
}

// descriptors is where the open files of a process have names for itself.
var descriptors = "/dev/fd"

func descriptorName(n int) string { return fmt.Sprintf("%s/%d", descriptors, n) }

// nativeArgs is the command line for the arguments; it writes the arrays. outs are our names of those that the program
// writes: of what is asked for.
func (c *compilation) nativeArgs(b *arguments.Binding, files *sharedFiles, asked map[string]string) (args []string, outs map[*arguments.Param]string, err error) {
	outs = map[*arguments.Param]string{}
	total := int64(0)
	for _, p := range b.Params {
		if !p.Ref {
			args = append(args, "--arg", p.Name+"="+sim.FormatScalar(p.DType, p.Bits))
			continue
		}
		in, name, err := files.add()
		if err == nil {
			err = npy.Encode(in, *p.Array)
		}
		if err != nil {
			return nil, nil, err
		}
		out := c.outOf(p, asked)
		if total += int64(len(p.Array.Data)); out == "" || p.Uniq { // it is in the file
			p.Array.Data = nil
		}
		args = append(args, "--arg", p.Name+"="+name)
		if out == "" || !p.Uniq {
			continue
		}
		written, name, err := files.add()
		if err != nil {
			return nil, nil, err
		}
		args, outs[p] = append(args, "--out", p.Name+"="+name), files.ours(written)
	}
	if err := room.AskOther(total); err != nil {
		return nil, nil, fmt.Errorf("the arrays of %s: %w", c.o.fn, err)
	}
	nats, err := c.entryNats()
	if err != nil {
		return nil, nil, err
	}
	for _, n := range nats {
		args = append(args, "-D", n+"="+b.Nats[n].String())
	}
	if c.o.stats {
		args = append(args, "--stats")
	}
	return args, outs, nil
}

// entryNats lists the nats that are parameters of the lowered function.
func (c *compilation) entryNats() ([]string, error) {
	for op := range c.module.All("") {
		if (ir.Is[funcd.FuncOp](op) || ir.Is[gpud.FuncOp](op)) && ir.SymbolName(op) == c.o.fn {
			return host.Nats(op), nil
		}
	}
	return nil, fmt.Errorf("no function %s after lowering", c.o.fn)
}

// readReport makes a diagnostic of what a program wrote about its end: file, line, column, headline, label and
// note, one a line.
func (c *compilation) readReport(text string) {
	l := strings.Split(text, "\n")
	if len(l) < 6 {
		c.diags.Errorf(c.ctx.UnknownLoc(), "run", "the run failed")
		return
	}
	line, _ := strconv.Atoi(l[1])
	col, _ := strconv.Atoi(l[2])
	code := "run"
	if strings.HasPrefix(l[3], "index out of bounds") {
		code = "sim-bounds"
	} else if l[0] != "" {
		code = "sim-trap"
	}
	d := c.diags.Errorf(c.locationOf(l[0], line, col), code, "%s", l[3])
	if l[4] != "" {
		d.WithLabel("%s", l[4])
	}
	if l[5] != "" {
		d.Note("%s", l[5])
	}
}

// locationOf is the location of the operations that start at a place in the source, which has the end too; if they came there through
// different calls, the place alone.
func (c *compilation) locationOf(file string, line, col int) ir.Location {
	if file == "" {
		return c.ctx.UnknownLoc()
	}
	var found ir.Location
	for op := range c.module.All("") {
		l := op.Loc()
		if r := ir.RangeOf(l); r.File != file || r.Line != line || r.Col != col {
			continue
		}
		if found == nil {
			found = l
		}
		if was, is := std.PlaceOf(found), std.PlaceOf(l); was.File != is.File || was.Line != is.Line || was.Col != is.Col {
			return c.ctx.FileLoc(file, line, col)
		}
	}
	if found == nil {
		return c.ctx.FileLoc(file, line, col)
	}
	return found
}
