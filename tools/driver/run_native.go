package driver

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"descend/backend/host"
	"descend/backend/npy"
	"descend/backend/sim"
	"descend/ir"
)

// runNative builds an executable of the lowered program in a temporary folder and runs it on the CPU. Arrays go
// through .npy files. A program of its own cannot harm the compiler, whatever becomes of its stack.
func (c *compilation) runNative(b *binding) error {
	dir, err := os.MkdirTemp("", "descend-run")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	p := host.New(c.module, c.o.programName(), host.Device{})
	if err := c.cpuKernels(); err != nil {
		return err
	}
	c.o.optLevel, c.o.march = 3, "native"
	data, err := c.native(p, host.Executable, c.o.fn)
	if err != nil {
		return err
	}
	program := filepath.Join(dir, host.Identifier(c.o.fn))
	if err := os.WriteFile(program, data, 0o700); err != nil {
		return err
	}
	report := filepath.Join(dir, "report")
	args, err := nativeArgs(c, b, dir)
	if err != nil {
		return err
	}
	cmd := exec.Command(program, args...)
	cmd.Stdout, cmd.Stderr = c.s.stdout, c.s.stderr
	cmd.Env = append(os.Environ(), "DESCEND_DEVICE=cpu", "DESCEND_REPORT="+report)
	err = c.stage("run", cmd.Run)
	if text, readErr := os.ReadFile(report); readErr == nil {
		c.readReport(string(text))
		return c.verdict()
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return rejected{fmt.Sprintf("the run failed: %v", exit)}
	}
	if err != nil {
		return err
	}
	for i, p := range b.params {
		if p.ref && p.uniq {
			a, err := npy.Read(arrayFile(dir, "out", i))
			if err != nil {
				return err
			}
			p.array = &a
		}
	}
	return nil
}

func arrayFile(dir, what string, i int) string {
	return filepath.Join(dir, what+strconv.Itoa(i)+".npy")
}

// nativeArgs is the command line for the arguments; it writes the arrays.
func nativeArgs(c *compilation, b *binding, dir string) ([]string, error) {
	var args []string
	for i, p := range b.params {
		if !p.ref {
			args = append(args, "--arg", p.name+"="+sim.FormatScalar(p.dtype, p.bits))
			continue
		}
		if err := npy.Write(arrayFile(dir, "in", i), *p.array); err != nil {
			return nil, err
		}
		args = append(args, "--arg", p.name+"="+arrayFile(dir, "in", i))
		if p.uniq {
			args = append(args, "--out", p.name+"="+arrayFile(dir, "out", i))
		}
	}
	nats, err := c.entryNats()
	if err != nil {
		return nil, err
	}
	for _, n := range nats {
		args = append(args, "-D", n+"="+b.nats[n].String())
	}
	if c.o.stats {
		args = append(args, "--stats")
	}
	return args, nil
}

// entryNats lists the nats that are parameters of the lowered function.
func (c *compilation) entryNats() ([]string, error) {
	for op := range c.module.All("") {
		if (op.Is("func.func") || op.Is("gpu.func")) && ir.SymbolName(op) == c.o.fn {
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

// locationOf is the location of an operation that starts at a place in the source, which has the end too.
func (c *compilation) locationOf(file string, line, col int) ir.Location {
	if file == "" {
		return c.ctx.UnknownLoc()
	}
	for op := range c.module.All("") {
		if r := ir.RangeOf(op.Loc()); r.File == file && r.Line == line && r.Col == col {
			return op.Loc()
		}
	}
	return c.ctx.FileLoc(file, line, col)
}
