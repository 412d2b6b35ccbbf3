//go:build unix

package child

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestMain makes the test program a parent that runs a child, which says its number and sleeps.
func TestMain(m *testing.M) {
	if kind := os.Getenv("CHILD_PARENT"); kind != "" {
		cmd := exec.CommandContext(context.Background(), "/bin/sh", "-c", "echo $$; exec sleep 600")
		cmd.Stdout = os.Stdout
		if kind == "tool" {
			Tool(cmd)
		} else {
			Program(cmd, nil)
		}
		return
	}
	os.Exit(m.Run())
}

// ends waits until a process is no more. (Nobody waits for an orphan here: a zombie has ended.)
func ends(pid int) bool {
	for range 100 {
		stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
		if err != nil || strings.Contains(string(stat), ") Z ") {
			return true
		}
		time.Sleep(50 * time.Millisecond)
	}
	return false
}

func readNumber(t *testing.T, r *bufio.Reader) int {
	t.Helper()
	line, err := r.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		t.Fatal(err)
	}
	return pid
}

// TestParentKilled kills the parent so that it can do nothing: the child ends.
func TestParentKilled(t *testing.T) {
	for _, kind := range []string{"tool", "program"} {
		for _, sig := range []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM} {
			parent := exec.Command(os.Args[0])
			parent.Env = append(os.Environ(), "CHILD_PARENT="+kind)
			out, err := parent.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := parent.Start(); err != nil {
				t.Fatal(err)
			}
			pid := readNumber(t, bufio.NewReader(out))
			parent.Process.Signal(sig)
			parent.Wait()
			if !ends(pid) {
				t.Errorf("%s: the child goes on after its parent's %v", kind, sig)
				syscall.Kill(pid, syscall.SIGKILL)
			}
		}
	}
}

// TestToolGroup ends a tool by its context: what it has started ends too.
func TestToolGroup(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", "sleep 600 & echo $!; wait")
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdout = w
	result := make(chan error, 1)
	go func() { result <- Tool(cmd) }()
	pid := readNumber(t, bufio.NewReader(r))
	cancel()
	if err := <-result; err == nil {
		t.Error("an ended tool has no error")
	}
	if !ends(pid) {
		t.Error("what the tool started goes on")
		syscall.Kill(pid, syscall.SIGKILL)
	}
}

// TestProgram runs a program to its end, with its status.
func TestProgram(t *testing.T) {
	started := false
	err := Program(exec.CommandContext(t.Context(), "/bin/sh", "-c", "exit 7"), func() { started = true })
	if exit, ok := err.(*exec.ExitError); !ok || exit.ExitCode() != 7 || !started {
		t.Errorf("%v, started %v", err, started)
	}
	if err := Program(exec.CommandContext(t.Context(), "/nonexistent"), func() { t.Error("started") }); err == nil {
		t.Error("no error")
	}
}

// TestOutput keeps no more of what a program prints than it should.
func TestOutput(t *testing.T) {
	out := &Output{Limit: 1000}
	cmd := exec.CommandContext(t.Context(), "/bin/sh", "-c", "head -c 300000 /dev/zero | tr '\\0' x")
	cmd.Stdout = out
	if err := Program(cmd, nil); err != nil || out.String() != strings.Repeat("x", 1000) || out.Len() != 1000 || !out.Cut {
		t.Errorf("%v, %d bytes, cut %v", err, out.Len(), out.Cut)
	}
}
