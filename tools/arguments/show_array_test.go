package arguments

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"descend/backend/npy"
	"descend/ir/need"
)

// TestShowArray compares with what NumPy prints.
func TestShowArray(t *testing.T) {
	python := "/usr/bin/python3"
	if exec.Command(python, "-c", "import numpy").Run() != nil {
		need.Tool(t, "python3 with NumPy")
	}
	dir := t.TempDir()
	var ours strings.Builder
	names := 0
	add := func(a npy.Array) {
		t.Helper()
		if err := npy.Write(filepath.Join(dir, fmt.Sprintf("%04d.npy", names)), a); err != nil {
			t.Fatal(err)
		}
		names++
		fmt.Fprintln(&ours, Show(&a, "x = "))
	}
	rng := rand.New(rand.NewPCG(1, 2))
	shapes := [][]int{{}, {0}, {1}, {7}, {40}, {1000}, {1001}, {3, 4}, {0, 3}, {30, 40}, {2, 600}, {600, 2}, {2, 3, 4}, {20, 10, 9}, {1, 1, 1200}}
	for _, dtype := range []string{"bool", "i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "f16", "f32", "f64"} {
		for _, shape := range shapes {
			for _, how := range []string{"iota", "random:3"} {
				a, err := npy.Generate(how, dtype, shape)
				if err != nil {
					t.Fatal(err)
				}
				add(a)
			}
		}
	}
	for dtype, size := range map[string]int{"f16": 2, "f32": 4, "f64": 8} { // all bits: nan, inf, tiny and large numbers
		for range 200 {
			a := npy.Array{DType: dtype, Shape: []int{1 + rng.IntN(12)}}
			for range a.Shape[0] {
				bits := rng.Uint64()
				switch rng.IntN(4) {
				case 0: // not far from 1
					bits = bits>>6&^(7<<(8*size-5)) | 3<<(8*size-4)
				case 1: // few digits
					bits <<= 8*size - 16
				}
				bits |= 1 << (8*size - 16) // no power of two, of which NumPy does not always print the nearest digits
				for k := range size {
					a.Data = append(a.Data, byte(bits>>(8*k)))
				}
			}
			add(a)
		}
	}
	script := `
import sys, glob, numpy as np
np.seterr(all="ignore")
for f in sorted(glob.glob(sys.argv[1] + "/*.npy")):
    print("x = " + np.array2string(np.load(f), prefix="x = "))
`
	out, err := exec.Command(python, "-c", script, dir).Output()
	if err != nil {
		t.Fatal(err)
	}
	theirs := strings.NewReplacer("True", "true", "False", "false").Replace(string(out)) // as the language writes them
	got, want := strings.Split(ours.String(), "\nx = "), strings.Split(theirs, "\nx = ")
	if len(got) != names || len(want) != names {
		t.Fatalf("%d and %d texts of %d arrays", len(got), len(want), names)
	}
	bad := 0
	for i := range got {
		if got[i] != want[i] && bad < 10 {
			bad++
			t.Errorf("array %d differs from NumPy's:\n%s", i, cmp.Diff(strings.Split(want[i], "\n"), strings.Split(got[i], "\n")))
		}
	}
}
