package driver

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"descend/backend/ptx"
	"descend/ir/need"
)

// TestSharedOfTargets builds kernels whose blocks have as much shared memory as a target allows, and more: that is an error of code for one chip, and else told.
func TestSharedOfTargets(t *testing.T) {
	need.Found(t, ptx.Ready())
	t.Chdir(t.TempDir())
	build := func(bytes int, flags ...string) (int, string) {
		program := fmt.Sprintf(`fn f(x: &uniq gpu.global [u8; 32]) -[grid: gpu.grid<X<1>, X<32>>]-> () {
  sched b in grid {
    let s = alloc::<gpu.shared, [u8; %d]>();
    sched t in b { s.take_left::<32>[[t]] = 1; x.group::<32>[[b]][[t]] = s.take_left::<32>[[t]] }
  }
}
`, bytes)
		if err := os.WriteFile("p.desc", []byte(program), 0o644); err != nil {
			t.Fatal(err)
		}
		return call(append([]string{"build", "p.desc", "-o", "p.out"}, flags...)...)
	}
	for target, most := range map[string]int{"sm_60": 48 << 10, "sm_70": 96 << 10, "sm_75": 64 << 10, "sm_80": 163 << 10, "sm_86": 99 << 10, "sm_90": 227 << 10} {
		if status, text := build(most, "--target="+target); status != 0 || text != "" {
			t.Errorf("%d bytes on %s: status %d, %s", most, target, status, text)
		}
		if target == "sm_90" {
			continue // more is refused by check
		}
		want := fmt.Sprintf("a block of f has %d bytes of shared memory, and on %s at most %d", most+16, target, most)
		if status, text := build(most+16, "--target="+target); status != 0 || !strings.Contains(text, "note: p.desc:1:4: "+want) || !strings.Contains(text, "sm_90") {
			t.Errorf("%d bytes on %s: status %d, %s", most+16, target, status, text)
		}
		if status, text := build(most+16, "--target="+target, "--emit=cubin"); status != 1 || !strings.Contains(text, "descendc: p.desc:1:4: "+want) {
			t.Errorf("%d bytes of a cubin on %s: status %d, %s", most+16, target, status, text)
		}
	}
}
