package main

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// TestLibrary holds that the library has errors of at most 1 ulp, of f32 1.5 where they are computed without pairs, and for erfc 3.5, at arguments and values that MPFR has computed
// (go run ./bench/ulp -write bench/ulp/testdata/reference.txt); special ones are among them.
func TestLibrary(t *testing.T) {
	text, err := os.ReadFile("testdata/reference.txt")
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]function{}
	for _, f := range functions {
		named[f.name] = f
	}
	count := 0
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		words := strings.Fields(line)
		f, single := named[words[0]], words[1] == "f32"
		var x []float64
		for _, w := range words[2:] {
			v, err := strconv.ParseFloat(w, 64)
			if err != nil {
				t.Fatal(err)
			}
			x = append(x, v)
		}
		bound := 1.05
		switch {
		case f.name == "erfc":
			bound = 3.5
		case single && (f.name == "sin" || f.name == "cos" || f.name == "tanh"):
			bound = 1.5
		}
		got := library(f, single, x[:f.args])[0]
		if u := ulps(got, x[f.args], x[f.args+1], single); u > bound {
			t.Errorf("%s of %s at %v is %v, %g ulp from %v", f.name, words[1], x[:f.args], got, u, x[f.args])
		}
		count++
	}
	if count < 3000 {
		t.Errorf("only %d values", count)
	}
}
