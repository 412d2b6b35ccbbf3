package test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const memorySource = `fn twice<n: nat>(x: &uniq gpu.global [f32; n]) -[grid: gpu.grid<X<(n + 255) / 256>, X<256>>]-> () {
  sched(X) block in grid { sched(X) thread in block { x.group_up::<256>[[block]][[thread]] *= 2.0 } }
}
fn main<n: nat>(x: &uniq cpu.mem [f32; n]) -[t: cpu.thread]-> () {
  let mut d = GpuGlobal::copy(&*x);
  twice::<<<_, _>>>(&uniq d);
  copy_mem(x, &d)
}
test fn much() -[t: cpu.thread]-> () {
  let mut d = GpuGlobal::zeros::<[f32; 100000000]>();
  twice::<<<_, _>>>(&uniq d)
}
`

// TestLittleMemory runs commands in processes that may take 2.8 gigabytes: what needs more says so, with what it needs, and ends with status 1, and
// what needs no more runs.
func TestLittleMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("fills gigabytes")
	}
	box := newToolbox(t)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "m.desc"), []byte(memorySource), 0o644); err != nil {
		t.Fatal(err)
	}
	sparse, err := os.Create(filepath.Join(dir, "sparse.npy")) // holes take no room on the disk
	if err == nil {
		head := "{'descr': '<f4', 'fortran_order': False, 'shape': (900000000,), }"
		head += strings.Repeat(" ", 117-len(head)) + "\n"
		_, err = sparse.WriteString("\x93NUMPY\x01\x00\x76\x00" + head)
	}
	if err == nil {
		err = sparse.Truncate(128 + 3600000000)
	}
	if err != nil {
		t.Fatal(err)
	}
	sparse.Close()
	const left = " are left of the addresses of the process (ulimit -v)"
	for _, c := range []struct {
		args, want string
		status     int
	}{
		{"run m.desc --arg x=iota -D n=4000000000 --device=cpu", "the arrays of --arg: out of memory: 14.9 GiB are needed, ", 1},
		{"run m.desc --arg x=zeros -D n=60000000", "out of memory: 916 MiB are needed, ", 1},
		{"run m.desc --arg x=sparse.npy", "--arg x=sparse.npy: out of memory: 3.35 GiB are needed, ", 1},
		{"run m.desc --arg x=sparse.npy --device=cpu", "--arg x=sparse.npy: out of memory: 3.35 GiB are needed, ", 1},
		{"test m.desc --device=sim --schedules=1", "    error: out of memory: 1.49 GiB are needed, ", 1},
		{"bench m.desc --device=sim --fn=main --arg x=zeros -D n=60000000", "out of memory: 916 MiB are needed, ", 1},
		{"draw m.desc --fn=main -D n=60000000 -o m.svg", "out of memory: 916 MiB are needed, ", 1},
		{"eval 'let x=GpuGlobal::zeros::<[f64;900000000]>();1'", "error: out of memory: 6.71 GiB are needed, ", 1},
		{"report m.desc -D n=1000000000", "kernel twice", 0},
		{"run m.desc --arg x=zeros -D n=1000000", "ran main on sim", 0},
	} {
		cmd := exec.Command("sh", "-c", "ulimit -v 2800000 && exec descendc "+c.args)
		cmd.Dir, cmd.Env = dir, append(box.env, "GOMAXPROCS=2")
		out, err := cmd.CombinedOutput()
		text := string(out)
		if status := cmd.ProcessState.ExitCode(); status != c.status || !strings.Contains(text, c.want) || c.status == 1 && !strings.Contains(text, left) || strings.Contains(text, "goroutine") {
			t.Errorf("%s: status %d, %v: %.1500s", c.args, status, err, text)
		}
	}
}
