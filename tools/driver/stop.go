package driver

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"sync/atomic"
	"syscall"
	"time"

	"descend/ir/outfile"
	"descend/ir/scratch"
)

// This file ends a command before its time: by a signal, or by --timeout. What can be ended (programs that were started,
// the simulator) sees the session's context; the command then returns as after an error. What cannot, as a check or a
// kernel on a GPU, ends with the process. Either way temporary files and started programs go too.

// exitTimeout is the status of a run that --timeout ended, that of the command timeout. A signal has its number above exitSignal.
const (
	exitTimeout = 124
	exitSignal  = 128
)

// stopping are the signals that ask a command to end.
var stopping = []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP}

// grace is how long a command that was stopped may take to return by itself.
const grace = time.Second

// stopped is why a command ends before its time.
type stopped struct {
	message string
	status  int
}

func (e *stopped) Error() string { return e.message }

// stopper is what a session needs to be stopped.
type stopper struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	// heeding counts what runs and ends with ctx.
	heeding  atomic.Int32
	stage    atomic.Value // the stage that runs, a string
	activity atomic.Pointer[func() activity]
}

// activity is what a program is at.
type activity struct {
	fn       string // that runs
	kernel   string // that runs, "" for host code
	place    string // of its launch, file:line:column, or of itself if it was launched from outside
	outside  bool
	launches int64 // so far
	done     int64 // blocks; -1 if nobody knows
	total    int64
}

func newStopper() stopper {
	ctx, cancel := context.WithCancelCause(context.Background())
	return stopper{ctx: ctx, cancel: cancel}
}

// stageName is the stage that runs.
func (s *stopper) stageName() string {
	name, _ := s.stage.Load().(string)
	return name
}

// heed runs what ends when the session's context does.
func (s *stopper) heed(f func() error) error {
	s.heeding.Add(1)
	defer s.heeding.Add(-1)
	return f()
}

// toolStage is a stage that runs other programs, which end with the context.
func (c *compilation) toolStage(name string, f func(ctx context.Context) error) error {
	return c.stage(name, func() error { return c.s.heed(func() error { return f(c.s.ctx) }) })
}

// runs makes known how to ask what the program is at, until it is called with nil.
func (s *stopper) runs(ask func() activity) {
	if ask == nil {
		s.activity.Store(nil)
		return
	}
	s.activity.Store(&ask)
}

// now is what runs, for messages: a kernel with its place, or a stage.
func (s *stopper) now() string {
	ask := s.activity.Load()
	if ask == nil {
		switch s.stageName() {
		case "":
			return "before anything was done"
		case waiting:
			return "while " + waiting
		}
		return "in stage " + s.stageName()
	}
	a := (*ask)()
	switch {
	case a.kernel == "" && a.launches == 0:
		return "in " + a.hostCode() + ", before the first launch"
	case a.kernel == "":
		return "in " + a.hostCode() + ", after " + count(a.launches, "launch")
	}
	text := fmt.Sprintf("in kernel `%s`, launched at %s", a.kernel, a.place)
	if a.outside {
		text = fmt.Sprintf("in kernel `%s` of %s", a.kernel, a.place)
	}
	if a.done >= 0 {
		text += fmt.Sprintf(", with %d of %s done", a.done, count(a.total, "block"))
	}
	return text
}

// hostCode is the code of the CPU that runs.
func (a activity) hostCode() string {
	if a.fn == evalFunction {
		return "the statements"
	}
	return "host code of `" + a.fn + "`"
}

func count(n int64, what string) string {
	switch {
	case n == 1:
		return "1 " + what
	case what == "launch":
		what = "launche"
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// stop ends the command. The message says what was running.
func (s *session) stop(why string, status int) {
	end := &stopped{why + " " + s.now(), status}
	s.cancel(end)
	if s.heeding.Load() == 0 {
		s.leave()
	}
	time.AfterFunc(grace, s.leave)
}

// leave ends the process at once, with what it has left behind.
func (s *session) leave() {
	end, _ := s.cause()
	s.reportStop(end)
	outfile.Abandon()
	scratch.RemoveAll()
	os.Exit(end.status)
}

// cause is why the command was stopped, if it was.
func (s *session) cause() (*stopped, bool) {
	if s.ctx == nil {
		return nil, false
	}
	return errors.AsType[*stopped](context.Cause(s.ctx))
}

// reportStop says once why the command ended.
func (s *session) reportStop(end *stopped) {
	s.stopReport.Do(func() { fmt.Fprintln(s.outside, "descendc: "+end.message) })
}

// listen stops the command at the first signal that asks for it, and ends the process at the second. The function that
// it gives ends that.
func (s *session) listen() (release func()) {
	signals := make(chan os.Signal, 2)
	for _, sig := range stopping {
		if !signal.Ignored(sig) { // as under nohup
			signal.Notify(signals, sig)
		}
	}
	over := make(chan struct{})
	go func() {
		for {
			select {
			case sig := <-signals:
				if _, again := s.cause(); again {
					s.leave()
				}
				why := map[os.Signal]string{syscall.SIGTERM: "terminated", syscall.SIGHUP: "hung up"}[sig]
				if why == "" {
					why = "interrupted"
				}
				s.stop(why, exitSignal+int(sig.(syscall.Signal)))
			case <-over:
				return
			}
		}
	}()
	return func() {
		signal.Stop(signals)
		close(over)
	}
}

// awaitSignal waits, after a program was ended by a signal, for what ^C at the terminal sends to us as well.
func (s *session) awaitSignal(exit *exec.ExitError) {
	if w, ok := exit.Sys().(syscall.WaitStatus); ok && w.Signaled() && slices.Contains(stopping, os.Signal(w.Signal())) {
		select {
		case <-s.ctx.Done():
		case <-time.After(grace / 4):
		}
	}
}

// limit stops the command if f takes longer than --timeout.
func (s *session) limit(o *options, f func() error) error {
	if o.timeout > 0 {
		timer := time.AfterFunc(o.timeout, func() { s.stop(fmt.Sprintf("stopped by --timeout=%s", o.timeout), exitTimeout) })
		defer timer.Stop()
	}
	return s.heed(f)
}
