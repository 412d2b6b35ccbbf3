package libllvm

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"

	"descend/backend/libllvm/worker"
)

// running is a process that was started.
type running struct {
	pid  int
	mu   sync.Mutex
	done bool  // it has ended, and its number may be another's
	how  error // nil for status 0
}

// spawn starts a worker, with files for its standard input, output and errors. It has a process group of its own, and ends with the thread that
// has started it: threads of ours end with the process only, unless a function locks itself to one and never lets go, which none does.
//
// os/exec would start a thread first, and try out another process, in which time a third of the library is loaded.
func (l *Library) spawn(target []string, files [3]*os.File) (*running, error) {
	attr := &syscall.ProcAttr{Env: os.Environ(), Sys: &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}}
	for _, f := range files {
		attr.Files = append(attr.Files, f.Fd())
	}
	var pid int
	var err error
	if l.isProgram() {
		pid, err = syscall.ForkExec(l.Path, append([]string{ProgramName, jobForm}, target...), attr)
	} else {
		pid, err = spawnOurs(append([]string{ProgramName, l.Path}, target...), attr)
	}
	if err != nil {
		return nil, err
	}
	return &running{pid: pid}, nil
}

// spawnOurs starts the worker that comes along with us.
func spawnOurs(args []string, attr *syscall.ProcAttr) (pid int, err error) {
	if path := inMemory(); path != "" {
		if pid, err = syscall.ForkExec(path, args, attr); err == nil {
			return pid, nil
		}
	}
	return spawnFile(args, attr) // there is no /proc, or what is in memory is not allowed to run
}

// inMemory is the worker as a file that is in memory only, open until we end; "" if there can be none.
var inMemory = sync.OnceValue(func() string {
	fd, err := unix.MemfdCreate(ProgramName, unix.MFD_CLOEXEC|unix.MFD_EXEC)
	if err == unix.EINVAL { // Linux before 6.3
		fd, err = unix.MemfdCreate(ProgramName, unix.MFD_CLOEXEC)
	}
	if err != nil {
		return ""
	}
	if n, err := unix.Write(fd, worker.Program(runtime.GOARCH)); err != nil || n != len(worker.Program(runtime.GOARCH)) {
		unix.Close(fd)
		return ""
	}
	return fmt.Sprintf("/proc/self/fd/%d", fd)
})

// spawnFile starts the worker from a file, which it needs no longer once it runs.
func spawnFile(args []string, attr *syscall.ProcAttr) (pid int, err error) {
	path, err := writeProgram()
	if path != "" {
		defer os.Remove(path)
	}
	if err != nil {
		return 0, err
	}
	return syscall.ForkExec(path, args, attr)
}

// writeProgram makes the file. No other process is started while it is open: that would have it open too, and what is written to cannot run.
func writeProgram() (path string, err error) {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	f, err := os.CreateTemp("", ProgramName+"-*")
	if err != nil {
		return "", err
	}
	_, err = f.Write(worker.Program(runtime.GOARCH))
	return f.Name(), errors.Join(err, f.Chmod(0o700), f.Close())
}

// kill ends the process and those that it has started.
func (r *running) kill() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.done {
		syscall.Kill(-r.pid, syscall.SIGKILL)
	}
}

// ended says whether the process has ended by now.
func (r *running) ended() bool { return r.reap(syscall.WNOHANG) }

// wait waits for the end, and says what it was.
func (r *running) wait() error {
	for { // without mu, for kill; the number stays the process's
		err := unix.Waitid(unix.P_PID, r.pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if err != unix.EINTR {
			break
		}
	}
	r.reap(0)
	return r.how
}

// reap takes the end of the process from the system, if there is one.
func (r *running) reap(options int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.done {
		return true
	}
	var status syscall.WaitStatus
	pid, err := syscall.Wait4(r.pid, &status, options, nil)
	for err == syscall.EINTR {
		pid, err = syscall.Wait4(r.pid, &status, options, nil)
	}
	switch {
	case err != nil:
		r.done, r.how = true, os.NewSyscallError("wait4", err)
	case pid == 0:
	case status.Signaled():
		r.done, r.how = true, fmt.Errorf("signal: %v", status.Signal())
	default:
		r.done = true
		if status.ExitStatus() != 0 {
			r.how = fmt.Errorf("exit status %d", status.ExitStatus())
		}
	}
	return r.done
}
