package test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestNativeWays runs programs on the CPU as LLVM's library and our linker make them, as LLVM in one program does, and as clang and its linker do:
// they print, fail and write the same, also by failed checks, stacks that overflow and what the environment says.
func TestNativeWays(t *testing.T) {
	b := newToolbox(t)
	dir, program := t.TempDir(), llvmProgram(t)
	for _, name := range []string{"kinds", "prints", "gpus"} {
		copyFile(t, "native/"+name+".desc", filepath.Join(dir, name+".desc"))
	}
	varies := regexp.MustCompile(`block \(\d+\), thread \(\d+\)|on cpu in [0-9.]+ m?s`) // which thread fails first, and times
	for _, tt := range []struct {
		args   string
		status int
		env    []string
	}{
		{args: "kinds.desc"},
		{args: "kinds.desc --fn numbers --arg a=-128 --arg b=255 --arg c=-7 --arg d=65535 --arg e=2147483647 --arg f=0 --arg g=-1 --arg h=18446744073709551615 --arg i=0.1 --arg j=-1e-9 --arg k=1e300 --arg l=false"},
		{args: "kinds.desc --fn show --arg x=nan --arg y=inf --arg z=0.000061"},
		{args: "kinds.desc --fn rows --arg x=random:7 --arg sums=zeros -D n=50 -D m=7 --out sums=OUT"},
		{args: "kinds.desc --fn shift --arg points=zeros --arg by=1.5 -D n=3 --out points=OUT"},
		{args: "kinds.desc --fn negate --arg v=random -D n=50000 --out v=OUT"},
		{args: "kinds.desc --fn negate --arg v=random -D n=50000 --out v=OUT", env: []string{"DESCEND_THREADS=5"}},
		{args: "kinds.desc --fn kept --arg a=random:1 --arg b=random:2 --arg c=random:3 --arg d=random:4 -D n=300"},
		{args: "kinds.desc --fn find --arg v=zeros --arg x=5 -D n=9", status: 1},
		{args: "kinds.desc --fn divide --arg a=1 --arg b=0", status: 1},
		{args: "kinds.desc --fn positive --arg x=-3", status: 1},
		{args: "kinds.desc --fn positive --arg x=-3 --unchecked"},
		{args: "kinds.desc --fn halves --arg v=iota -D n=1000", status: 1},
		{args: "kinds.desc --fn deep --arg n=1099511627776", status: 1},
		{args: "kinds.desc --fn use_gpu --arg number=1", status: 1},
		{args: "kinds.desc --fn use_gpu --arg number=1", env: []string{"DESCEND_DEVICES=2"}},
		{args: "prints.desc --arg last=63"},
		{args: "prints.desc --arg last=100", status: 1},
	} {
		var got [3]result
		var files [3]string
		for i, way := range []string{"lib", "clang", "lib DESCEND_LLVM_DIR=" + program} {
			out := filepath.Join(dir, "out.npy")
			os.Remove(out)
			args := strings.Fields(strings.ReplaceAll(tt.args, "OUT", out))
			got[i] = b.run(t, dir, append(tt.env, strings.Fields("DESCEND_LLVM="+way)...), "descendc", append([]string{"run", "--device=cpu"}, args...)...)
			got[i].stderr = varies.ReplaceAllString(got[i].stderr, "P")
			data, _ := os.ReadFile(out)
			files[i] = string(data)
		}
		if got[0] != got[1] || got[0] != got[2] || files[0] != files[1] || files[0] != files[2] || got[0].status != tt.status {
			t.Errorf("%s %v: by the library %+v\nby clang %+v\nby the program %+v", tt.args, tt.env, got[0], got[1], got[2])
		}
		if strings.Contains(tt.args, "OUT") == (files[0] == "") {
			t.Errorf("%s: %d bytes are written", tt.args, len(files[0]))
		}
	}
}
