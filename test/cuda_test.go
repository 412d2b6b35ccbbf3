package test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"descend/backend/cuda"
	"descend/backend/cuda/fakecuda"
	"descend/backend/harness"
	"descend/backend/npy"
	"descend/backend/ptx"
	"descend/ir/need"
	"descend/tools/driver"
)

// descendc runs the command in this process.
func descendc(args ...string) (status int, stdout, stderr string) {
	var out, errs bytes.Buffer
	status = driver.Main(args, strings.NewReader(""), &out, &errs)
	return status, out.String(), errs.String()
}

// indices writes 64 indices of which the one of block 1, thread 8 is given.
func indices(t *testing.T, i int32) string {
	t.Helper()
	var data []byte
	for k := range int32(64) {
		if k == 40 {
			k = i
		}
		data = binary.LittleEndian.AppendUint32(data, uint32(k))
	}
	file := filepath.Join(t.TempDir(), "index.npy")
	if err := npy.Write(file, npy.Array{DType: "i32", Shape: []int{64}, Data: data}); err != nil {
		t.Fatal(err)
	}
	return file
}

// gather runs cuda/gather.desc.
func gather(t *testing.T, i int32, out string, flags ...string) (status int, stdout, stderr string) {
	args := []string{"run", "cuda/gather.desc", "--arg", "index=" + indices(t, i), "--arg", "data=iota", "--arg", "out=zeros", "--out", "out=" + out}
	return descendc(append(args, flags...)...)
}

// TestFakeGPU runs a program on the driver library for tests, whose launches the host harness executes.
func TestFakeGPU(t *testing.T) {
	dir := t.TempDir()
	lib := fakecuda.Build(t, dir)
	for name, flags := range map[string][]string{"checked": nil, "unchecked": {"--unchecked"}} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
		installed(t, filepath.Join(dir, name), "cuda/gather.desc", flags...)
	}
	fakecuda.Use(t, lib, "programs="+filepath.Join(dir, "checked"))
	for _, i := range []int32{64, -1, 99} {
		faultsAgree(t, i)
	}
	for _, tt := range []struct {
		name    string
		options string
		index   int32
		flags   []string
		status  int
		want    []string // in the messages
	}{
		{name: "good", index: 3, flags: []string{"--stats"}, want: []string{
			"cuda: Fake GPU 0 (device 0, compute capability 9.0, 1024 MiB), driver for CUDA 12.4, code for sm_90\n",
			"cuda: 1 launch, 1024 bytes copied\n", "cuda: gather: 1 launch, ", " ms, 768 bytes, "}},
		{name: "second GPU", options: "devices=2 cc=7.2", index: 3, flags: []string{"--device=cuda:1", "--stats"}, want: []string{"Fake GPU 1", "code for sm_72"}},
		{name: "unknown GPU", options: "cc=12.1", index: 3, flags: []string{"--stats"}, want: []string{"code for sm_90\n"}},
		{name: "index", index: 64, status: 1, want: []string{
			"error: index out of bounds: i [device-bounds]", "gather.desc:8:", "the index is 64, there are 64 elements", "in block (1), thread (8)", "kernel `gather` was launched here"}},
		{name: "negative index", index: -1, status: 1, want: []string{"the index is -1, there are 64 elements"}},
		{name: "assert", index: 99, status: 1, want: []string{"error: assertion failed: i != 99 [device-trap]", "gather.desc:7:", "in block (1), thread (8)"}},
		{name: "unchecked", index: 1 << 20, flags: []string{"--unchecked"}, status: 1, want: []string{
			"error: kernel `gather`: cuEventSynchronize: an illegal memory access was encountered (CUDA_ERROR_ILLEGAL_ADDRESS, 700) [device-launch]", "gather.desc:17:"}},
		{name: "launch", options: "fail=cuLaunchKernel:1:1", index: 3, status: 1, want: []string{"kernel `gather`: cuLaunchKernel: invalid argument", "gather.desc:17:"}},
		{name: "memory", options: "fail=cuMemAlloc_v2:2:2", index: 3, status: 1, want: []string{"out of memory", "256 bytes were requested", "[device-memory]", "gather.desc:15:"}},
		{name: "copy", options: "fail=cuMemcpyDtoH_v2:1:999", index: 3, status: 1, want: []string{"unknown error", "gather.desc:18:"}},
		{name: "no device", options: "devices=0", index: 3, status: 3, want: []string{"a GPU with a working driver was not found", "CUDA_ERROR_NO_DEVICE"}},
		{name: "wrong device", options: "devices=2", index: 3, flags: []string{"--device=cuda:2"}, status: 2, want: []string{"there is no GPU 2; the driver finds Fake GPU 0 "}},
		{name: "no number", index: 3, flags: []string{"--device=cuda:x"}, status: 2, want: []string{`takes the number of a GPU, not "x"`}},
		{name: "old GPU", options: "cc=5.2", index: 3, status: 2, want: []string{"compute capability 5.2 is too old, the oldest target is sm_60"}},
		{name: "old driver", options: "version=11020", index: 3, status: 3, want: []string{"a newer NVIDIA driver was not found", "the driver knows CUDA up to 11.2"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			log, out := filepath.Join(t.TempDir(), "log"), filepath.Join(t.TempDir(), "out.npy")
			programs := "checked"
			if tt.name == "unchecked" {
				programs = "unchecked"
			}
			fakecuda.Use(t, lib, tt.options, "log="+log, "programs="+filepath.Join(dir, programs))
			status, _, stderr := gather(t, tt.index, out, append([]string{"--device=cuda"}, tt.flags...)...)
			if status != tt.status {
				t.Errorf("exit status %d, expected %d\n%s", status, tt.status, stderr)
			}
			for _, w := range tt.want {
				if !strings.Contains(stderr, w) {
					t.Errorf("%q is not in\n%s", w, stderr)
				}
			}
			if _, err := os.Stat(out); (err == nil) != (status == 0) {
				t.Errorf("exit status %d, and the output file: %v", status, err)
			}
			if status != 0 {
				return
			}
			calls, err := os.ReadFile(log)
			if err != nil {
				t.Fatal(err)
			}
			for call, n := range map[string]int{"cuMemAlloc_v2": 3, "cuMemFree_v2": 3, "cuMemcpyHtoD_v2": 4, "cuMemcpyDtoH_v2": 1, "cuLaunchKernel": 1,
				"cuMemHostAlloc": 1, "cuMemFreeHost": 1, "cuModuleUnload": 1, "cuDevicePrimaryCtxRelease_v2": 1, "cuEventDestroy_v2": 2} {
				if got := strings.Count(string(calls), call+" "); got != n {
					t.Errorf("%d calls of %s, expected %d", got, call, n)
				}
			}
			a, err := npy.Read(out)
			if err != nil || len(a.Data) != 256 || !bytes.Equal(a.Data[160:164], []byte{0, 0, 0x40, 0x40}) || !bytes.Equal(a.Data[164:168], []byte{0, 0, 0x24, 0x42}) {
				t.Errorf("%v, %v", err, a.Data)
			}
		})
	}
}

// TestFakePrint compares what a program prints on the CPU and in a kernel: the driver prints itself, to the standard
// output of a process.
func TestFakePrint(t *testing.T) {
	args := []string{"run", "cuda/print.desc", "--arg", "v=iota", "-D", "n=2"}
	if os.Getenv("DESCEND_PRINT") != "" {
		os.Exit(driver.Main(append(args, "--device=cuda"), os.Stdin, os.Stdout, os.Stderr))
	}
	dir := t.TempDir()
	lib := fakecuda.Build(t, dir)
	installed(t, dir, "cuda/print.desc", "-D", "n=2")
	fakecuda.Use(t, lib, "programs="+dir)
	cmd := exec.Command(os.Args[0], "-test.run=^TestFakePrint$")
	cmd.Env = append(os.Environ(), "DESCEND_PRINT=1")
	var notes bytes.Buffer
	cmd.Stderr = &notes
	out, err := cmd.Output()
	if _, want, _ := descendc(args...); err != nil || string(out) != want {
		t.Errorf("%v, printed %q, sim printed %q\n%s", err, out, want, notes.String())
	}
}

// TestFakeNothing makes a launch with an extent of 0, known when the program runs or is compiled: the driver gets none, and no
// memory of 0 bytes, which it refuses.
func TestFakeNothing(t *testing.T) {
	dir := t.TempDir()
	lib := fakecuda.Build(t, dir)
	none := filepath.Join(dir, "none.npy")
	if err := npy.Write(none, npy.Array{DType: "i32", Shape: []int{0}}); err != nil {
		t.Fatal(err)
	}
	for name, args := range map[string][]string{"run": {"--arg", "v=" + none}, "compiled": {"-D", "n=0", "--arg", "v=" + none}} {
		log := filepath.Join(dir, name)
		fakecuda.Use(t, lib, "log="+log)
		status, stdout, stderr := descendc(append([]string{"run", "cuda/print.desc", "--device=cuda"}, args...)...)
		calls, err := os.ReadFile(log)
		if status != 0 || stdout != "1\n2\n" || err != nil {
			t.Errorf("%s: status %d, printed %q, %v\n%s", name, status, stdout, err, stderr)
		}
		if !bytes.Contains(calls, []byte("cuMemAlloc_v2 1\n")) || bytes.Contains(calls, []byte("cuLaunchKernel")) {
			t.Errorf("%s: calls of the driver:\n%s", name, calls)
		}
	}
}

// onGPUs is a program with benchmarks.
const onGPUs = `fn twice(x: &uniq gpu.global [i32; 25600]) -[grid: gpu.grid<X<100>, X<256>>]-> () {
  sched(X) block in grid {
    sched(X) thread in block { x.group::<256>[[block]][[thread]] *= 2 }
  }
}
bench fn once() -[t: cpu.thread]-> () { let mut x = GpuGlobal::zeros::<[i32; 25600]>(); twice::<<<_, _>>>(&uniq x) }
bench fn again() -[t: cpu.thread]-> () {
  let mut x = GpuGlobal::zeros::<[i32; 25600]>();
  twice::<<<_, _>>>(&uniq x);
  twice::<<<_, _>>>(&uniq x)
}
`

// installed lets the driver library for tests run the kernels of a program.
func installed(t *testing.T, dir, program string, flags ...string) {
	t.Helper()
	status, text, errs := descendc(append([]string{"build", program, "--emit=llvm", "-o", "-"}, flags...)...)
	if status != 0 {
		t.Fatal(errs)
	}
	p, err := harness.Build([]byte(text), 3)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if err := fakecuda.Install(dir, nil, p); err != nil {
		t.Fatal(err)
	}
}

// TestBenchCUDA measures on the driver library for tests, and compares with what was saved.
func TestBenchCUDA(t *testing.T) {
	dir := t.TempDir()
	lib := fakecuda.Build(t, dir)
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a.desc", []byte(onGPUs), 0o600); err != nil {
		t.Fatal(err)
	}
	installed(t, dir, "a.desc")
	log := filepath.Join(dir, "log")
	fakecuda.Use(t, lib, "devices=2", "programs="+dir, "log="+log)
	status, out, errs := descendc("bench", "a.desc", "--device=cuda", "--runs=3", "--save=old.json")
	lines := regexp.MustCompile(`(?m)^(once|again) +[0-9.]+ (us|ms)  \([0-9.]+ (us|ms) to [0-9.]+ (us|ms), 3 runs\)$`).FindAllString(out, -1)
	if status != 0 || len(lines) != 2 || errs != "" || !strings.Contains(out, "\nmeasured on cuda: Fake GPU 0\n") {
		t.Errorf("status %d: %s\n%s", status, out, errs)
	}
	calls, err := os.ReadFile(log)
	if n := strings.Count(string(calls), "cuLaunchKernel "); err != nil || n != 4*(1+2) {
		t.Errorf("%v, %d launches: three runs of each benchmark, and one before that does not count", err, n)
	}
	type record struct {
		Device, Unit string
		Results      []struct {
			Name                       string
			Runs                       int
			Median, Least, Most, Ratio float64
		}
	}
	var old, now record
	text, err := os.ReadFile("old.json")
	if err != nil || json.Unmarshal(text, &old) != nil || old.Device != "cuda" || old.Unit != "seconds" || len(old.Results) != 2 {
		t.Fatalf("%v: %s", err, text)
	}
	for _, r := range old.Results {
		if r.Runs != 3 || r.Least <= 0 || r.Least > r.Median || r.Median > r.Most {
			t.Errorf("%+v", r)
		}
	}
	status, out, errs = descendc("bench", "a.desc", "--device=cuda", "--runs=3", "--against=old.json", "--json")
	if err := json.Unmarshal([]byte(out), &now); status != 0 || err != nil || len(now.Results) != 2 {
		t.Fatalf("status %d, %v: %s\n%s", status, err, out, errs)
	}
	for i, r := range now.Results {
		if want := r.Median / old.Results[i].Median; r.Name != old.Results[i].Name || r.Ratio != want {
			t.Errorf("%+v, expected the ratio %g", r, want)
		}
	}
	for _, c := range []struct {
		args   string
		status int
		want   string
	}{
		{"--device=cuda:1 --against=old.json", 2, "measured on cuda, not on cuda:1"},
		{"--device=cuda:2", 2, "there is no GPU 2"},
		{"--device=cuda --fn=again --runs=2", 0, "2 runs"},
	} {
		if status, out, errs := descendc(append([]string{"bench", "a.desc"}, strings.Fields(c.args)...)...); status != c.status || !strings.Contains(out+errs, c.want) {
			t.Errorf("%s: status %d: %s%s", c.args, status, out, errs)
		}
	}
}

// TestFakeNotes runs on a GPU with a library of LLVM that cannot be loaded: clang does its work, and the user is told.
func TestFakeNotes(t *testing.T) {
	dir := t.TempDir()
	lib := fakecuda.Build(t, dir)
	installed(t, dir, "cuda/print.desc", "-D", "n=2")
	fakecuda.Use(t, lib, "programs="+dir)
	clang, err := ptx.Default().LLVM("clang")
	if err != nil {
		t.Fatal(err)
	}
	tools := t.TempDir()
	if err := os.Symlink(clang.Path, filepath.Join(tools, "clang")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(tools, "libLLVM.so.19.1"), []byte("#!/bin/false\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv(ptx.OverrideVar, tools)
	status, _, errs := descendc("run", "cuda/print.desc", "--arg", "v=iota", "-D", "n=2", "--device=cuda")
	if status != 0 || !strings.Contains(errs, "descendc: note: the PTX was made with "+filepath.Join(tools, "clang")) || strings.Count(errs, "note:") != 1 {
		t.Errorf("status %d: %s", status, errs)
	}
}

// TestUnchecked leaves out the checks on the simulator, which finds the access itself.
func TestUnchecked(t *testing.T) {
	none := filepath.Join(t.TempDir(), "none.npy")
	for i, want := range map[int32]string{1 << 20: "error: access out of bounds: element 1048576 of 64 in gpu.global", 99: "element 99 of 64"} {
		if status, _, errs := gather(t, i, none, "--unchecked"); status != 1 || !strings.Contains(errs, want) {
			t.Errorf("exit status %d\n%s", status, errs)
		}
	}
}

// faultsAgree compares what sim and a GPU say of a check that fails.
func faultsAgree(t *testing.T, i int32) {
	t.Helper()
	none := filepath.Join(t.TempDir(), "none.npy")
	simStatus, _, onSim := gather(t, i, none)
	status, _, onGPU := gather(t, i, none, "--device=cuda")
	if status != 1 || simStatus != 1 {
		t.Errorf("exit status %d and %d", simStatus, status)
	}
	for _, line := range strings.Split(onSim, "\n") {
		line = strings.ReplaceAll(line, "[sim-", "[device-")
		line = withoutSides(line)
		if !strings.Contains(onGPU, line) {
			t.Errorf("the line %q is not in\n%s", line, onGPU)
		}
	}
}

// withoutSides leaves out the values of a failed check: only the simulator says them.
func withoutSides(text string) string {
	return regexp.MustCompile(` the sides are .*`).ReplaceAllString(text, "")
}

// TestCUDAFault makes kernels fail on a GPU. A fault makes the driver useless for its process, so each runs in
// one of its own.
func TestCUDAFault(t *testing.T) {
	if _, err := cuda.Open(); err != nil {
		need.NVIDIA(t, err)
	}
	if os.Getenv("DESCEND_FAULT") != "" {
		faultsAgree(t, map[string]int32{"index": 64, "negative": -1, "assert": 99}[os.Getenv("DESCEND_FAULT")])
		return
	}
	for _, kind := range []string{"index", "negative", "assert"} {
		cmd := exec.Command(os.Args[0], "-test.run=^TestCUDAFault$", "-test.v")
		cmd.Env = append(os.Environ(), "DESCEND_FAULT="+kind)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", kind, err, out)
		}
	}
}
