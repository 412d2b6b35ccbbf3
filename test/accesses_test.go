package test

import (
	"fmt"
	"strings"
	"testing"

	"descend/test/kit"
)

// TestReadOnlyLoads holds that what a kernel reads through shared references goes through the read-only cache, also where LLVM does not
// find the parameter behind an address, and that nothing else does.
func TestReadOnlyLoads(t *testing.T) {
	for file, want := range map[string]bool{"../examples/matmul.desc": true, "../examples/scale_vec.desc": false} {
		ptx := ptxOf(t, kit.Read(t, file))
		cached, plain := strings.Contains(ptx, "ld.global.nc."), strings.Contains(strings.ReplaceAll(ptx, "ld.global.nc.", ""), "ld.global.")
		if cached != want || plain == want {
			t.Errorf("%s: loads through the read-only cache: %v, others: %v", file, cached, plain)
		}
	}
}

// TestPartsStoreOnce holds that the parts of a block that store to one element for each thread have one store, also a part of one thread,
// of which LLVM knows the address: the buffer is filled before the loop, in the four rounds that it does at once, and in the three that may be left over.
func TestPartsStoreOnce(t *testing.T) {
	ptx := ptxOf(t, kit.Read(t, "../examples/smooth.desc"))
	if n := strings.Count(ptx, "st.shared."); n != 8 {
		t.Errorf("%d stores\n%s", n, ptx)
	}
}

// TestWideAccesses holds which accesses of neighbours are one where sizes are known when the program runs: as wide as what divides the
// sizes allows for this very address.
func TestWideAccesses(t *testing.T) {
	for _, tt := range []struct {
		name, where, first string // of each group of four
		params             string
		wide               []string // the instructions that there are
	}{
		{"four", "where n % 4 == 0", "x.group::<n>[[b]]", "n", []string{"ld.global.nc.v4.f32", "st.global.v4.f32"}},
		{"eight", "where n % 8 == 0", "x.group::<n>[[b]]", "n", []string{"ld.global.nc.v4.f32", "st.global.v4.f32"}},
		{"two", "where n % 2 == 0", "x.group::<n>[[b]]", "n", []string{"ld.global.nc.v2.f32", "st.global.v2.f32"}},
		{"no clause", "", "x.group::<n>[[b]]", "n", []string{"ld.global.nc.f32", "st.global.f32"}},
		{"another size", "where m % 4 == 0", "x.group::<n>[[b]]", "n", []string{"ld.global.nc.f32", "st.global.f32"}},
		{"three", "where n % 3 == 0", "x.group::<n>[[b]]", "n", []string{"ld.global.nc.f32", "st.global.f32"}},
		{"half of four", "where n % 4 == 0", "x.group::<n / 2>[[b]]", "n / 2", []string{"ld.global.nc.v2.f32", "st.global.v2.f32"}},
		{"half of eight", "where n % 8 == 0", "x.group::<n / 2>[[b]]", "n / 2", []string{"ld.global.nc.v4.f32", "st.global.v4.f32"}},
		{"product", "", "x.group::<n * 4>[[b]]", "n * 4", []string{"ld.global.nc.v4.f32", "st.global.v4.f32"}},
		{"not from the start", "where n % 4 == 0", "x.take_right::<2>.group::<n>[[b]]", "n + 2", []string{"ld.global.nc.v2.f32", "st.global.v2.f32"}},
	} {
		size, _, _ := strings.Cut(tt.params, " + ")
		program := fmt.Sprintf(`fn k<m: nat, n: nat>(x: & gpu.global [f32; %[1]s * m%[5]s], y: &uniq gpu.global [f32; %[1]s * m%[5]s]) -[grid: gpu.grid<X<m>, X<8>>]-> () %[2]s {
  sched b in grid {
    sched t in b {
      let mut s = [0.0f32; 4];
      for i in 0..4 { s[i] = %[3]s.take_left::<32>.group::<4>[[t]][i] }
      for i in 0..4 { %[4]s.take_left::<32>.group::<4>[[t]][i] = s[3 - i] }
    }
  }
}`, size, tt.where, tt.first, "y"+tt.first[1:], strings.TrimPrefix(tt.params, size))
		if tt.where == "" {
			program = strings.Replace(program, "() ", "() where 32 <= "+size, 1)
		} else {
			program = strings.Replace(program, tt.where, tt.where+", 32 <= "+size, 1)
		}
		ptx := ptxOf(t, program)
		n := 4 // scalars
		if strings.Contains(tt.wide[0], ".v4") {
			n = 1
		} else if strings.Contains(tt.wide[0], ".v2") {
			n = 2
		}
		for _, w := range tt.wide {
			if got := strings.Count(ptx, w); got != n {
				t.Errorf("%s: %d of %s, expected %d\n%s", tt.name, got, w, n, ptx)
			}
		}
		for _, op := range []string{"ld.global.", "st.global."} {
			if got := strings.Count(ptx, op); got != n {
				t.Errorf("%s: %d of %s, expected %d", tt.name, got, op, n)
			}
		}
	}
}
