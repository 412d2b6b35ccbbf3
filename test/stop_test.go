package test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"descend/backend/cuda"
	"descend/backend/cuda/fakecuda"
)

// A kernel each of whose blocks takes long, and a function that launches it.
const slowSource = `fn slow<n: nat>(x: &uniq gpu.global [i32; n * 32]) -[grid: gpu.grid<X<n>, X<32>>]-> () {
  sched(X) block in grid {
    sched(X) thread in block {
      let mut s = 0;
      for i in 0..100000 { s = s * 3 + (i as i32) }
      x.group::<32>[[block]][[thread]] = s
    }
  }
}
fn main<n: nat>(x: &uniq cpu.mem [i32; n * 32]) -[t: cpu.thread]-> () {
  print(7);
  let mut d = GpuGlobal::alloc_copy(&*x);
  slow::<<<X<n>, X<32>>>>(&uniq d);
  copy_mem_to_host(x, &d);
  print(8)
}
`

// stopBox is a folder with slow.desc, whose temporary files are in the folder tmp.
type stopBox struct {
	*toolbox
	dir, tmp string
	env      []string
}

func newStopBox(t *testing.T) *stopBox {
	b := &stopBox{toolbox: newToolbox(t), dir: t.TempDir(), tmp: t.TempDir()}
	if err := os.WriteFile(filepath.Join(b.dir, "slow.desc"), []byte(slowSource), 0o666); err != nil {
		t.Fatal(err)
	}
	b.env = append(b.toolbox.env, "TMPDIR="+b.tmp, "DESCEND_CPU_CACHE="+t.TempDir(), "DESCEND_THREADS=2")
	return b
}

// command is a run of descendc.
func (b *stopBox) command(args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(b.bin, "descendc"), args...)
	cmd.Dir, cmd.Env = b.dir, b.env
	return cmd
}

// children are the processes that a process has started, with the names of their programs.
func children(pid int) map[int]string {
	out := map[int]string{}
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, list := range lists {
		text, _ := os.ReadFile(list)
		for _, word := range strings.Fields(string(text)) {
			if child, err := strconv.Atoi(word); err == nil {
				name, _ := os.ReadFile(fmt.Sprintf("/proc/%d/comm", child))
				out[child] = strings.TrimSpace(string(name))
			}
		}
	}
	return out
}

// await waits until something holds.
func await(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if holds() {
			return
		}
	}
	t.Fatalf("%s: not within a minute", what)
}

// gone says whether a process has ended. Nobody may wait for an orphan: a zombie has ended.
func gone(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || strings.Contains(string(stat), ") Z ")
}

// temporary are the files in the folder for temporary ones.
func (b *stopBox) temporary() []string {
	var out []string
	filepath.WalkDir(b.tmp, func(path string, _ os.DirEntry, _ error) error {
		if path != b.tmp {
			out = append(out, path)
		}
		return nil
	})
	return out
}

// childRuns waits until a process has a child with a name that starts so.
func (b *stopBox) childRuns(t *testing.T, pid int, name string) (child int) {
	t.Helper()
	await(t, "a child "+name, func() bool {
		for id, is := range children(pid) {
			if strings.HasPrefix(is, name) {
				child = id
			}
		}
		return child != 0
	})
	return child
}

// TestStopRun ends runs while their kernel runs natively, in every way: the program ends too, no file is left, and what
// was running is said where it can be.
func TestStopRun(t *testing.T) {
	b := newStopBox(t)
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGKILL} {
		cmd := b.command("run", "slow.desc", "--device=cpu", "-D", "n=200000", "--arg", "x=zeros")
		var out, errs bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &errs
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		child := b.childRuns(t, cmd.Process.Pid, "main")
		await(t, "the start of the kernel", func() bool { return threads(child) > 1 || gone(child) })
		if left := b.temporary(); len(left) > 0 {
			t.Errorf("while the program runs it has files: %q", left)
		}
		cmd.Process.Signal(sig)
		cmd.Wait()
		await(t, "the end of the program", func() bool { return gone(child) })
		if left := b.temporary(); len(left) > 0 {
			t.Errorf("%v: files are left: %q", sig, left)
		}
		if sig == syscall.SIGKILL {
			continue
		}
		word := map[syscall.Signal]string{syscall.SIGINT: "interrupted", syscall.SIGTERM: "terminated", syscall.SIGHUP: "hung up"}[sig]
		want := regexp.MustCompile("^descendc: " + word + " in kernel `slow`, launched at slow.desc:13:3, with [0-9]+ of 200000 blocks done\n$")
		if status := cmd.ProcessState.ExitCode(); status != 128+int(sig) || !want.MatchString(errs.String()) {
			t.Errorf("%v: status %d, it says %q", sig, status, errs.String())
		}
		if out.String() != "7\n" {
			t.Errorf("%v: it prints %q", sig, out.String())
		}
	}
}

// threads is the number of threads of a process.
func threads(pid int) int {
	all, _ := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
	return len(all)
}

// TestStopBuild ends builds while clang runs, or a worker with LLVM's library: that ends too and no file is left, but
// those of a killed one, which the next command removes.
func TestStopBuild(t *testing.T) {
	testStopBuild(t, "clang", "DESCEND_LLVM=clang")
	// where PTX is kept the worker does not begin before us
	testStopBuild(t, "descend-llvm", "DESCEND_LLVM=lib", "DESCEND_PTX_CACHE="+t.TempDir())
}

func testStopBuild(t *testing.T, program string, env ...string) {
	b := newStopBox(t)
	b.env = append(b.env, env...)
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGKILL} {
		cmd := b.command("build", "slow.desc", "--emit=exe", "--target=cpu")
		var errs bytes.Buffer
		cmd.Stderr = &errs
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		compiler := b.childRuns(t, cmd.Process.Pid, program)
		all := children(cmd.Process.Pid)
		all[compiler] = program
		cmd.Process.Signal(sig)
		cmd.Wait()
		for pid := range all {
			await(t, "the end of "+program, func() bool { return gone(pid) })
		}
		if sig == syscall.SIGINT {
			if status := cmd.ProcessState.ExitCode(); status != 130 || errs.String() != "descendc: interrupted in stage native code\n" {
				t.Errorf("status %d, it says %q", status, errs.String())
			}
		} else if r := b.toolbox.run(t, b.dir, b.env, "descendc", "build", "slow.desc", "--emit=exe", "--target=cpu"); r.status != 0 {
			t.Error(r.stderr)
		} else if err := os.Remove(filepath.Join(b.dir, "slow")); err != nil {
			t.Error(err)
		}
		if left := b.temporary(); len(left) > 0 {
			t.Errorf("%v: files are left: %q", sig, left)
		}
		if left, _ := os.ReadDir(b.dir); len(left) != 1 {
			t.Errorf("%v: beside the source there is more: %v", sig, left)
		}
	}
}

// TestStopMeasured ends commands that keep what their runs say from people, in the first stage: they say so nevertheless.
func TestStopMeasured(t *testing.T) {
	b := newStopBox(t)
	pipe := filepath.Join(b.dir, "pipe.desc")
	if err := unix.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"bench", "pipe.desc", "--fn=main"}, {"tune", "pipe.desc", "-D", "n=1,2"}} {
		cmd := b.command(args...)
		var errs bytes.Buffer
		cmd.Stderr = &errs
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		held, err := os.OpenFile(pipe, os.O_WRONLY, 0) // waits for the command to read
		if err != nil {
			t.Fatal(err)
		}
		cmd.Process.Signal(syscall.SIGINT)
		cmd.Wait()
		held.Close()
		if said := errs.String(); cmd.ProcessState.ExitCode() != 130 || !strings.HasPrefix(said, "descendc: interrupted ") || strings.Count(said, "\n") != 1 {
			t.Errorf("%q: %v, it says %q", args, cmd.ProcessState, said)
		}
	}
}

// TestTimeout ends runs on all devices after a time; what does not take so long is not disturbed.
func TestTimeout(t *testing.T) {
	b := newStopBox(t)
	lib := fakecuda.Build(t, t.TempDir())
	programs := t.TempDir() // a kernel that does not end is this program
	if err := os.WriteFile(filepath.Join(programs, "program"), []byte("#!/bin/sh\nexec sleep 15\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(programs, "kernels"), []byte("slow 0 32 1 1 p\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	env := append(b.env, cuda.LibraryVar+"="+lib, "FAKE_CUDA=programs="+programs)
	for device, blocks := range map[string]string{"sim": ", with [0-9]+ of 200000 blocks done", "cpu": ", with [0-9]+ of 200000 blocks done", "cuda": ""} {
		r := b.run(t, b.dir, env, "descendc", "run", "slow.desc", "--device="+device, "-D", "n=200000", "--arg", "x=zeros", "--timeout=2500ms", "--out", "x=x.npy")
		want := "^descendc: stopped by --timeout=2.5s in kernel `slow`, launched at slow.desc:13:3" + blocks + "\n$"
		if r.status != 124 || !regexp.MustCompile(want).MatchString(r.stderr) || r.stdout != "7\n" {
			t.Errorf("%s: status %d, it prints %q and says %q", device, r.status, r.stdout, r.stderr)
		}
		if _, err := os.Stat(filepath.Join(b.dir, "x.npy")); err == nil {
			t.Errorf("%s: an output was written", device)
		}
	}
	for _, device := range []string{"sim", "cpu"} {
		r := b.run(t, b.dir, b.env, "descendc", "run", "slow.desc", "--device="+device, "-D", "n=1", "--arg", "x=zeros", "--timeout=5m")
		if r.status != 0 || r.stdout != "7\n8\n" || strings.Contains(r.stderr, "timeout") {
			t.Errorf("%s: status %d, it prints %q and says %q", device, r.status, r.stdout, r.stderr)
		}
	}
	r := b.run(t, b.dir, b.env, "descendc", "eval", "while true {}", "--timeout=50ms")
	if want := "descendc: stopped by --timeout=50ms in the statements, before the first launch\n"; r.status != 124 || r.stderr != want {
		t.Errorf("eval: status %d, it says %q", r.status, r.stderr)
	}
	for _, wrong := range []string{"0", "-1s", "5", "soon"} {
		if r := b.run(t, b.dir, b.env, "descendc", "run", "slow.desc", "--timeout="+wrong); r.status != 2 || !strings.Contains(r.stderr, "timeout") {
			t.Errorf("--timeout=%s: status %d, it says %q", wrong, r.status, r.stderr)
		}
	}
	if left := b.temporary(); len(left) > 0 {
		t.Errorf("files are left: %q", left)
	}
}

// TestEndlessLoops holds that a loop without end, and without effect, is not dropped: what stands behind it is never done.
func TestEndlessLoops(t *testing.T) {
	b := newStopBox(t)
	program := `fn spin(x: &uniq gpu.global [i32; 32]) -[grid: gpu.grid<X<1>, X<32>>]-> () {
  sched(X) block in grid {
    sched(X) thread in block {
      let mut i = 0;
      while i < 5 { i = (i + 1) % 4 };
      x.group::<32>[[block]][[thread]] = 4
    }
  }
}

fn wait(i: i32) -[t: cpu.thread]-> () {
  while i > 3 {};
  print("behind it")
}
`
	if err := os.WriteFile(filepath.Join(b.dir, "endless.desc"), []byte(program), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, device := range []string{"sim", "cpu"} {
		for _, fn := range []string{"spin --arg x=zeros", "wait --arg i=4"} {
			args := strings.Fields("run endless.desc --device=" + device + " --fn " + fn)
			r := result{}
			for limit := 700 * time.Millisecond; limit < time.Minute; limit *= 4 { // what compiles longer has not been in the loop
				r = b.run(t, b.dir, b.env, "descendc", append(args, "--timeout="+limit.String())...)
				if r.status != 124 || strings.Contains(r.stderr, " in kernel `spin`") || strings.Contains(r.stderr, " in host code of `wait`") {
					break
				}
			}
			if r.status != 124 || r.stdout != "" || !strings.Contains(r.stderr, "stopped by --timeout=") || strings.Contains(r.stderr, "in stage") {
				t.Errorf("%q: status %d, it prints %q and says %q", args, r.status, r.stdout, r.stderr)
			}
		}
		if r := b.run(t, b.dir, b.env, "descendc", "run", "endless.desc", "--device="+device, "--fn", "wait", "--arg", "i=3"); r.status != 0 {
			t.Errorf("%s: a loop that ends: status %d, it says %q", device, r.status, r.stderr)
		}
	}
	if r := b.run(t, b.dir, b.env, "descendc", "build", "endless.desc", "-o", "-"); r.status != 0 || !regexp.MustCompile(`\tbra`).MatchString(r.stdout) {
		t.Errorf("the PTX has no loop: status %d\n%s%s", r.status, r.stdout, r.stderr)
	}
}

// terminal is a pseudo terminal: what is written to one end is typed at the other.
func terminal(t *testing.T) (person, program *os.File) {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { person.Close() })
	number := 0
	conn, err := person.SyscallConn()
	if err == nil {
		var inner error
		err = conn.Control(func(fd uintptr) {
			if inner = unix.IoctlSetPointerInt(int(fd), unix.TIOCSPTLCK, 0); inner == nil {
				number, inner = unix.IoctlGetInt(int(fd), unix.TIOCGPTN)
			}
		})
		if err == nil {
			err = inner
		}
	}
	if err == nil {
		program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	return person, program
}

// TestTerminal runs programs at a terminal: after a second it is shown how they go on, below what they print; ^C ends
// them as a signal does. Where standard error is no terminal nothing is shown.
func TestTerminal(t *testing.T) {
	b := newStopBox(t)
	for _, device := range []string{"cpu", "sim"} {
		person, program := terminal(t)
		cmd := b.command("run", "slow.desc", "--device="+device, "-D", "n=200000", "--arg", "x=zeros")
		cmd.Stdin, cmd.Stdout, cmd.Stderr = program, program, program
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		program.Close()
		var mu sync.Mutex
		var seen bytes.Buffer
		over := make(chan struct{})
		go func() {
			defer close(over)
			buf := make([]byte, 4096)
			for {
				n, err := person.Read(buf)
				mu.Lock()
				seen.Write(buf[:n])
				mu.Unlock()
				if err != nil {
					return
				}
			}
		}()
		text := func() string {
			mu.Lock()
			defer mu.Unlock()
			return seen.String()
		}
		shown := regexp.MustCompile(`slow: [0-9]+ of 200000 blocks, [0-9ms ]+, [0-9hms ]+ left`)
		await(t, device+": progress", func() bool { return shown.MatchString(text()) })
		if _, err := io.WriteString(person, "\x03"); err != nil {
			t.Fatal(err)
		}
		cmd.Wait()
		<-over
		if status := cmd.ProcessState.ExitCode(); status != 130 || !strings.Contains(text(), "\r\x1b[Kdescendc: interrupted in kernel `slow`, launched at slow.desc:13:3, with ") {
			t.Errorf("%s: status %d, the terminal shows %q", device, status, text())
		}
		if !regexp.MustCompile(`(^|\n|\x1b\[K)7\r\n`).MatchString(text()) {
			t.Errorf("%s: what is printed has no line of its own: %q", device, text())
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, filepath.Join(b.bin, "descendc"), "run", "slow.desc", "-D", "n=200000", "--arg", "x=zeros", "--timeout=3s")
	cmd.Dir, cmd.Env = b.dir, b.env
	if out, _ := cmd.CombinedOutput(); !strings.HasPrefix(string(out), "7\ndescendc: stopped by --timeout=3s in kernel") {
		t.Errorf("without a terminal: %q", out)
	}
}
