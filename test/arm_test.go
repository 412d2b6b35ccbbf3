package test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"descend/backend/host"
	"descend/backend/libllvm"
	"descend/backend/link"
	"descend/backend/runtime"
	"descend/ir"
	"descend/ir/need"
	"descend/passes"
	"descend/passes/cpu"
)

// TestARM makes a program for AArch64: every part of it compiles. Where the C library for that processor and an emulator are,
// it is linked, and does what the program for this machine does.
func TestARM(t *testing.T) {
	l := libllvm.Find(libllvm.Folders(), 19)
	if l == nil {
		need.Tool(t, "libLLVM 19 or newer")
	}
	m := gpuModule(t, "native/kinds.desc")
	var diags ir.Diagnostics
	manager := passes.NewManager("builtin.module")
	manager.Add(&cpu.GPUToCPU{})
	if err := manager.Run(m, &diags, passes.RunOptions{}); err != nil {
		t.Fatal(err, diags.Sorted())
	}
	p := host.New(m, "kinds", host.Device{})
	inside, err := p.LLVM(false)
	if err != nil {
		t.Fatal(err)
	}
	outside, err := p.Outside("main")
	if err != nil {
		t.Fatal(err)
	}
	var objects [][]byte
	for _, ir := range [][]byte{inside, outside} {
		out, err := l.Compile(t.Context(), libllvm.Job{Triple: "aarch64-linux-gnu", Level: 2, Object: true}, ir)
		if err != nil || !bytes.HasPrefix(out.Data, []byte("\x7fELF")) {
			t.Fatalf("%v in\n%.1000s", err, ir)
		}
		objects = append(objects, out.Data)
	}
	emulator, err := exec.LookPath("qemu-aarch64")
	const system = "/usr/aarch64-linux-gnu"
	if _, missing := os.Stat(system + "/lib/libc.so.6"); err != nil || missing != nil {
		return
	}
	data, err := link.Executable("arm64", append(objects, runtime.Part{Arch: "arm64"}.Object())...)
	if err != nil {
		t.Fatal(err)
	}
	b := newToolbox(t)
	dir := t.TempDir()
	copyFile(t, "native/kinds.desc", filepath.Join(dir, "kinds.desc"))
	arm := filepath.Join(t.TempDir(), "kinds")
	if err := os.WriteFile(arm, data, 0o700); err != nil {
		t.Fatal(err)
	}
	place := regexp.MustCompile(`[\w./]+:\d+:\d+: `) // which this program has from its IR
	b.must(t, dir, "descendc", "build", "kinds.desc", "--emit=exe", "--target=cpu")
	for _, args := range []string{
		"", "--help", "--fn numbers --arg a=-128 --arg b=255 --arg c=-7 --arg d=65535 --arg e=2147483647 --arg f=0 --arg g=-1 --arg h=18446744073709551615 --arg i=0.1 --arg j=-1e-9 --arg k=1e300 --arg l=false",
		"--fn show --arg x=nan --arg y=inf --arg z=0.000061", "--fn factorial --arg n=20", "--fn deep --arg n=1099511627776",
		"--fn rows --arg x=random:7 --arg sums=zeros -D n=50 -D m=7 --out sums=OUT", "--fn negate --arg v=random -D n=50000 --out v=OUT",
		"--fn kept --arg a=random:1 --arg b=random:2 --arg c=random:3 --arg d=random:4 -D n=300", "--fn divide --arg a=1 --arg b=0", "--fn positive --arg x=-3",
	} {
		var got [2]result
		var files [2]string
		for i, command := range [][]string{{filepath.Join(dir, "kinds")}, {emulator, "-L", system, arm}} {
			out := filepath.Join(dir, "out.npy")
			os.Remove(out)
			command = append(command, strings.Fields(strings.ReplaceAll(args, "OUT", out))...)
			got[i] = b.run(t, dir, []string{"DESCEND_DEVICE=cpu"}, command[0], command[1:]...)
			written, _ := os.ReadFile(out)
			files[i] = string(written)
			got[i].stderr = place.ReplaceAllString(got[i].stderr, "")
		}
		if got[0] != got[1] || files[0] != files[1] {
			t.Errorf("%s: here %+v\non AArch64 %+v", args, got[0], got[1])
		}
	}
}
