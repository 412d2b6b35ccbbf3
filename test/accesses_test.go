package test

import (
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
// of which LLVM knows the address: the buffer is filled before the loop, and in it.
func TestPartsStoreOnce(t *testing.T) {
	ptx := ptxOf(t, kit.Read(t, "../examples/smooth.desc"))
	if n := strings.Count(ptx, "st.shared."); n != 2 {
		t.Errorf("%d stores\n%s", n, ptx)
	}
}
