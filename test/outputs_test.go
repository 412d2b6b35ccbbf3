package test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const addSource = `fn add<n: nat>(x: & cpu.mem [i32; n], y: &uniq cpu.mem [i32; n], z: &uniq cpu.mem [i32; n]) -[t: cpu.thread]-> () {
  for i in 0..n { y[i] = x[i]; z[i] = x[i] }
}
fn main() -[t: cpu.thread]-> () { }
`

// outputFolder is a folder with programs and arrays, which becomes the current one; state is all that lies in it.
func outputFolder(t *testing.T) (state func() string) {
	t.Helper()
	dir := t.TempDir()
	t.Chdir(dir)
	for name, text := range map[string]string{"add.desc": addSource, "more.desc": "// a comment\nfn more() -[t: cpu.thread]-> () { }\n", "plain": addSource} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll("folder/inner", 0o777); err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{os.Symlink("add.desc", "soft.desc"), os.Link("add.desc", "hard.desc"), os.Symlink("folder", "other")} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if status, _, errs := descendc("run", "add.desc", "--fn", "add", "-D", "n=4", "--arg", "x=iota", "--arg", "y=zeros", "--arg", "z=zeros", "--out", "y=y.npy", "--out", "z=z.npy"); status != 0 {
		t.Fatal(errs)
	}
	if err := os.Symlink("y.npy", "soft.npy"); err != nil {
		t.Fatal(err)
	}
	return func() string {
		var b strings.Builder
		err := filepath.WalkDir(".", func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || path == "other" {
				return err
			}
			data, err := os.ReadFile(path)
			fmt.Fprintf(&b, "%s %v %q\n", path, d.Type(), data)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
}

// TestOutputIsNoInput holds that no output replaces an input, by whatever name, or another output: it is an error and
// nothing is written.
func TestOutputIsNoInput(t *testing.T) {
	state := outputFolder(t)
	before := state()
	absolute, err := filepath.Abs("add.desc")
	if err != nil {
		t.Fatal(err)
	}
	run := "run add.desc --fn add --arg x=y.npy --arg y=zeros --arg z=zeros "
	for _, tt := range []struct{ args, want string }{
		{"build add.desc -o add.desc", "-o add.desc would replace the input add.desc; nothing was written"},
		{"build add.desc --emit=ast -o ./folder/../add.desc", "would replace the input add.desc"},
		{"build add.desc --emit=ast -o other/../add.desc", "would replace the input add.desc"},
		{"build add.desc --emit=gpu -o " + absolute, "would replace the input add.desc"},
		{"build add.desc --emit=manifest -o soft.desc", "-o soft.desc would replace the input add.desc"},
		{"build add.desc --emit=header -o hard.desc", "-o hard.desc would replace the input add.desc"},
		{"build soft.desc --emit=python -o add.desc", "would replace the input soft.desc"},
		{"build hard.desc --emit=exe -o soft.desc", "would replace the input hard.desc"},
		{"add.desc more.desc -o more.desc", "-o more.desc would replace the input more.desc"},
		{"build plain --emit=exe", "the output plain would replace the input plain"},
		{run + "--out y=y.npy", "--out y=y.npy would replace the input y.npy"},
		{run + "--out z=soft.npy", "--out z=soft.npy would replace the input y.npy"},
		{run + "--out y=add.desc", "--out y=add.desc would replace the input add.desc"},
		{run + "--out y=new.npy --out z=./new.npy", "--out y=new.npy and --out z=./new.npy are one file"},
		{run + "--out y=folder/new.npy --out z=other/new.npy", "are one file"},
		{run + "--device=cpu --out z=y.npy", "--out z=y.npy would replace the input y.npy"},
	} {
		status, _, errs := descendc(strings.Fields(tt.args)...)
		if status != 2 || !strings.Contains(errs, tt.want) {
			t.Errorf("descendc %s: exit status %d, expected 2 and %q:\n%s", tt.args, status, tt.want, errs)
		}
		if after := state(); after != before {
			t.Fatalf("descendc %s changed files:\n%s\nbefore:\n%s", tt.args, after, before)
		}
	}
}

// TestOutputNames holds the default names: each emit has one of its own, and none is the source's.
func TestOutputNames(t *testing.T) {
	state := outputFolder(t)
	if err := os.Rename("more.desc", "my-add.desc"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("my-add.desc", []byte(kernelAndHost), 0o666); err != nil {
		t.Fatal(err)
	}
	before := state()
	for emit, name := range map[string]string{"ast": "my-add.ast", "descend": "my-add.descend.mlir", "checked": "my-add.checked.mlir", "gpu": "my-add.gpu.mlir",
		"llvm": "my-add.ll", "header": "my-add.h", "manifest": "my-add.json", "python": "my_add.py", "shared": "libmy_add.so", "ptx": "my-add.ptx", "obj": "my-add.o", "exe": "my-add"} {
		if status, _, errs := descendc("build", "my-add.desc", "--emit="+emit); status != 0 {
			t.Errorf("--emit=%s: %s", emit, errs)
		}
		if err := os.Remove(name); err != nil {
			t.Errorf("--emit=%s: %v", emit, err)
		}
	}
	if after := state(); after != before {
		t.Errorf("files changed:\n%s\nbefore:\n%s", after, before)
	}
}

// TestDevicesAreNoInput: what is no regular file may be read and written.
func TestDevicesAreNoInput(t *testing.T) {
	outputFolder(t)
	for _, args := range []string{"build add.desc --emit=ast -o /dev/null", "run add.desc --fn add --arg x=y.npy --arg y=y.npy --arg z=z.npy --out y=/dev/null --out z=/dev/null"} {
		if status, _, errs := descendc(strings.Fields(args)...); status != 0 {
			t.Errorf("descendc %s: exit status %d\n%s", args, status, errs)
		}
	}
}
