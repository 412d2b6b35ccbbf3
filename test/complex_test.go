package test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestComplex hands arrays of two floats over as NumPy's complex numbers: to a Python module and its library with their
// default names, which are made of a name that is no identifier, and in .npy files to run and to an executable.
func TestComplex(t *testing.T) {
	b := newToolbox(t)
	dir := t.TempDir()
	copyFile(t, "native/complex.desc", filepath.Join(dir, "my-complex.desc"))
	copyFile(t, "native/complex.py", filepath.Join(dir, "test.py"))
	for _, emit := range []string{"shared", "python", "exe"} {
		b.must(t, dir, "descendc", "build", "my-complex.desc", "--emit="+emit, "--target=cpu")
	}
	b.must(t, dir, "python3", "test.py")
	b.must(t, dir, "python3", "-c", `import numpy as np
z = np.arange(8) * (1 - 1j)
np.save("z.npy", z.astype(np.complex64)); np.save("big.npy", z.astype(">c8")); np.save("wide.npy", z.reshape(2, 4)); np.save("columns.npy", np.asfortranarray(z.reshape(2, 4)))
np.save("bytes.npy", z.astype(np.complex64).view(np.uint8).reshape(8, 8))`)
	check := func(command, file string) {
		t.Helper()
		b.must(t, dir, "python3", "-c", `import sys
import numpy as np
z = np.load(sys.argv[1])
assert z.dtype == np.complex64 and (z == (np.arange(8) * (1 - 1j)) ** 2).all(), (z.dtype, z)`, file)
		if err := os.Remove(filepath.Join(dir, file)); err != nil {
			t.Errorf("%s: %v", command, err)
		}
	}
	for _, command := range []string{"descendc run my-complex.desc --device=sim", "descendc run my-complex.desc --device=cpu", "./my-complex --device=cpu"} {
		words := strings.Fields(command)
		program := words[0]
		if strings.HasPrefix(program, "./") {
			program = filepath.Join(dir, program)
		}
		run := func(args ...string) result { return b.run(t, dir, nil, program, append(words[1:], args...)...) }
		for _, in := range []string{"z.npy", "bytes.npy"} {
			if r := run("--arg", "z="+in, "--out", "z=out.npy"); r.status != 0 {
				t.Fatalf("%s: %s", command, r.stderr)
			}
			check(command, "out.npy")
		}
		if r := run("--fn", "conjugates", "--arg", "z=wide.npy", "--arg", "out=zeros", "--out", "out=out.npy"); r.status != 0 {
			t.Errorf("%s: %s", command, r.stderr)
		}
		b.must(t, dir, "python3", "-c", `import numpy as np
assert (np.load("out.npy") == np.load("wide.npy").conj()).all()`)
		for _, wrong := range []string{"--arg z=wide.npy", "--fn three --arg p=z.npy", "--fn conjugates --arg z=z.npy --arg out=zeros", "--fn conjugates --arg z=columns.npy --arg out=zeros"} {
			if r := run(strings.Fields(wrong)...); r.status != 2 || !strings.Contains(r.stderr, "the parameter is") && !strings.Contains(r.stderr, "Fortran order") {
				t.Errorf("%s %s: status %d, it says %q", command, wrong, r.status, r.stderr)
			}
		}
	}
	if r := b.run(t, dir, nil, "descendc", "run", "my-complex.desc", "--arg", "z=big.npy", "--out", "z=out.npy"); r.status != 0 {
		t.Errorf("big-endian: %s", r.stderr)
	}
	check("big-endian", "out.npy")
	if r := b.run(t, dir, nil, "descendc", "run", "my-complex.desc", "--arg", "z=zeros", "-D", "n=1", "--out", "z=-"); r.stdout != "z = [[0. 0.]\n     [0. 0.]\n     [0. 0.]\n     [0. 0.]]\n" {
		t.Errorf("it prints %q", r.stdout)
	}
}
