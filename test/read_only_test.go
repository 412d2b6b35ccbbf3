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
