// Package driver is the descendc command: it reads flags, runs the compiler's stages and renders what
// they find. It holds no compilation logic of its own.
//
// Exit statuses are in statuses (help.go).
package driver

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"syscall"

	"descend/backend/host"
	"descend/backend/ptx"
	"descend/backend/sim"
	"descend/ir"
	"descend/ir/bail"
	"descend/ir/room"
	"descend/tools/arguments"
)

// Exit statuses of descendc.
const (
	exitOK       = 0
	exitRejected = 1
	exitUsage    = 2
	exitTool     = 3
	exitInternal = 70
)

// usageError ends the command with status 2, toolError with 3, rejected with 1 (its findings are rendered
// already when message is empty).
type (
	usageError struct{ message string }
	rejected   struct{ message string }
	internal   struct{ message string }
)

func (e usageError) Error() string { return e.message }
func (e rejected) Error() string   { return e.message }
func (e internal) Error() string   { return e.message }

func usagef(format string, args ...any) error { return usageError{fmt.Sprintf(format, args...)} }

// session is one run of the command.
type session struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	// outside is standard error of the command, also while stderr is kept from people.
	outside io.Writer
	// newDevice, if not nil, makes what "run" uses in place of the simulator.
	newDevice NewDevice
	args      []string          // the command line, for internal errors
	programs  *host.Cache       // of runs on the CPU, unless nil
	opened    func(file string) // is told of each file that is read, unless nil
	evalText  string            // what eval has as a program
	evaluated *evaluated        // of eval, else nil
	together  *together         // of the programs that check looks at one after the other, else nil

	stopper
	stopReport sync.Once
}

// NewDevice makes the device that runs the kernels of a module at the gpu level.
type NewDevice func(module *ir.Operation) (sim.Device, error)

// Main runs the command with the arguments after the program name and returns the exit status.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return MainWith(nil, args, stdin, stdout, stderr)
}

// MainWith is Main with another device than the simulator: tests compare with it.
func MainWith(device NewDevice, args []string, stdin io.Reader, stdout, stderr io.Writer) (status int) {
	out := &checkedWriter{w: stdout}
	s := &session{stdin: stdin, stdout: out, stderr: stderr, outside: stderr, newDevice: device, args: args, stopper: newStopper()}
	defer s.showProgress()()
	defer s.listen()()
	defer func() {
		if r := recover(); r != nil {
			status = s.exit(internal{fmt.Sprintf("internal error in stage %s: %v (in %s)", s.stageName(), r, bail.Site())})
		}
	}()
	return s.exit(out.result(s.dispatch(args)))
}

// exit reports an error and gives the status for it.
func (s *session) exit(err error) int {
	if err == nil {
		return exitOK
	}
	if end, ok := s.cause(); ok {
		s.reportStop(end)
		return end.status
	}
	if e, ok := errors.AsType[ended](err); ok {
		return e.status
	}
	status := exitInternal
	var (
		usage   usageError
		rej     rejected
		missing *ptx.MissingTool
		shape   arguments.BadLaunch
		short   *room.Short
	)
	switch {
	case errors.As(err, &usage):
		status = exitUsage
	case errors.As(err, &rej), errors.As(err, &shape), errors.As(err, &short):
		status = exitRejected
	case errors.As(err, &missing):
		status = exitTool
	}
	m := err.Error()
	if _, ofSystem := errors.AsType[syscall.Errno](err); ofSystem && status == exitInternal { // the disk is full, or the folder is not there
		status = exitUsage
		m += "; temporary files are made in " + os.TempDir() + ", as TMPDIR says"
	}
	if m != "" {
		prefix := "descendc: "
		if status == exitInternal && !strings.HasPrefix(m, "internal error") {
			prefix += "internal error: "
		}
		fmt.Fprintln(s.stderr, prefix+m)
		if status == exitInternal {
			fmt.Fprintf(s.stderr, "this is a mistake in the compiler; to reproduce it: descendc %q\n", s.args)
		}
	}
	return status
}
