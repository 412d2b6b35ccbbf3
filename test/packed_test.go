package test

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"descend/backend/ptx"
	"descend/ir/need"
	"descend/tools/driver"
)

// TestHalvesArePacked holds that f16 arithmetic on neighbouring elements of a thread is done in pairs, with one access for all of them.
func TestHalvesArePacked(t *testing.T) {
	need.Found(t, ptx.Ready())
	arithmetic := regexp.MustCompile(`(?m)^\s*((?:add|sub|mul|fma|neg|max)\.\S*|cvt\.\S*f16\S*)\s`)
	for _, target := range []string{"sm_60", "sm_80", "sm_90"} {
		for _, tt := range []struct {
			name, value, want string
			each              int // for a pair
		}{
			{"sum", "X + Y", "add.rn.f16x2", 1},
			{"difference", "X - Y", "sub.rn.f16x2", 1},
			{"product", "X * Y", "mul.rn.f16x2", 1},
			{"product and sum", "X * a + Y", "fma.rn.f16x2", 1},
			{"polynomial", "(X * a + Y) * X + a", "fma.rn.f16x2", 2},
			{"negation", "-X", "neg.f16x2", 1},
			{"maximum", "max(X, Y)", "max.f16x2", 1},
		} {
			for _, n := range []int{2, 4, 8} {
				if tt.name == "maximum" && target == "sm_60" { // of sm_80 and newer
					continue
				}
				t.Run(fmt.Sprintf("%s/%s/%d", target, tt.name, n), func(t *testing.T) {
					elem := fmt.Sprintf(".group::<%d>[[b]].group::<%d>[[t]][i]", 32*n, n)
					value := strings.NewReplacer("X", "x"+elem, "Y", "y"+elem).Replace(tt.value)
					text := fmt.Sprintf(`fn k<n: nat>(x: & gpu.global [f16; n * %d], y: &uniq gpu.global [f16; n * %d], a: f16) -[grid: gpu.grid<X<n>, X<32>>]-> () {
  sched b in grid { sched t in b { for i in 0..%d { y%s = %s } } }
}`, 32*n, 32*n, n, elem, value)
					var out, errs bytes.Buffer
					if status := driver.Main([]string{"build", "-", "--target=" + target, "-o", "-"}, strings.NewReader(text), &out, &errs); status != 0 {
						t.Fatalf("exit status %d\n%s", status, errs.String())
					}
					found := map[string]int{}
					for _, m := range arithmetic.FindAllStringSubmatch(out.String(), -1) {
						if strings.Contains(m[1], "f16") {
							found[m[1]]++
						}
					}
					if len(found) != 1 || found[tt.want] != n/2*tt.each {
						t.Errorf("found %v, expected %d of %s\n%s", found, n/2*tt.each, tt.want, out.String())
					}
					if n == 8 && strings.Count(out.String(), "st.global.v4") != 1 {
						t.Errorf("the elements are not stored at once\n%s", out.String())
					}
				})
			}
		}
	}
}
