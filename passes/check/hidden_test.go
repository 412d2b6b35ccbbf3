package check_test

import (
	"strings"
	"testing"

	"descend/dialects/descend"
)

// TestPinned has kernels of which a select leaves one value to a generic, which is warned of unless it is stated, and near misses.
func TestPinned(t *testing.T) {
	const grid = ") -[grid: gpu.grid<X<m>, X<256>>]-> () "
	body := func(value string) string {
		return " { sched block in grid { sched thread in block { y.group::<256>[[block]][[thread]] = " + value + " } } }\n"
	}
	const y = "y: &uniq gpu.global [f32; m * 256]"
	for _, c := range []struct {
		name, program, want string // want is in the label; empty: no warning
	}{
		{"forgets the block", "fn k<m: nat>(x: & gpu.global [f32; m * 256], " + y + grid + body("x[[thread]]"), "`256 == m*256`, which holds for no other `m`"},
		{"stated", "fn k<m: nat>(x: & gpu.global [f32; m * 256], " + y + grid + "where m == 1" + body("x[[thread]]"), ""},
		{"stated as it is needed", "fn k<m: nat>(x: & gpu.global [f32; m * 256], " + y + grid + "where 256 == m * 256" + body("x[[thread]]"), ""},
		{"selects the block", "fn k<m: nat>(x: & gpu.global [f32; m * 256], " + y + grid + body("x.group::<256>[[block]][[thread]]"), ""},
		{"a table for all blocks", "fn k<m: nat>(x: & gpu.global [f32; 256], " + y + grid + body("x[[thread]]"), ""},
		{"a generic in place of the number", "fn k<m: nat, n: nat>(x: & gpu.global [f32; n], " + y + grid + body("x[[thread]]"), "`256 == n`, which holds for no other `n`"},
		{"as many as another", "fn k<m: nat, n: nat>(x: & gpu.global [f32; n * 256], " + y + grid + body("x.group::<256>[[block]][[thread]]"), ""},
		{"multiples", "fn k<m: nat, n: nat>(x: & gpu.global [f32; n], " + y + grid + body("x.group::<256>[[block]][[thread]]"), ""},
		{"a generic block", "fn k<m: nat, bs: nat>(x: & gpu.global [f32; m * bs], y: &uniq gpu.global [f32; m * bs]) -[grid: gpu.grid<X<m>, X<bs>>]-> () " +
			"{ sched block in grid { sched thread in block { y.group::<bs>[[block]][[thread]] = x[[thread]] } } }\n", "`bs == bs*m`, which holds for no other `m`"},
		{"only its own block", "fn k<bs: nat>(x: & gpu.global [f32; bs], y: &uniq gpu.global [f32; bs]) -[grid: gpu.grid<X<1>, X<bs>>]-> () " +
			"{ sched block in grid { sched thread in block { y.group::<bs>[[block]][[thread]] = x[[thread]] } } }\n", ""},
		{"a block for each element", "fn k<n: nat>(x: &uniq gpu.global [f32; n]) -[grid: gpu.grid<X<n>, X<32>>]-> () " +
			"{ sched block in grid { sched thread in block { x.group::<32>[[block]][[thread]] = 0.0 } } }\n", "`n == n/32`, which holds for no other `n`"},
		{"a block for each element, rounded up", "fn k<n: nat>(x: &uniq gpu.global [f32; n]) -[grid: gpu.grid<X<n>, X<32>>]-> () " +
			"{ sched block in grid { sched thread in block { x.group_up::<32>[[block]][[thread]] = 0.0 } } }\n", "`n == (n + 31)/32`, which holds for no other `n`"},
		{"a part for two blocks", "fn k<n: nat>(x: &uniq gpu.global [f32; n]) -[grid: gpu.grid<X<n / 16>, X<32>>]-> () " +
			"{ sched block in grid { sched thread in block { x.group::<32>[[block]][[thread]] = 0.0 } } }\n", "`n/16 == n/32`, which holds for no other `n`"},
		{"one element less", "fn k<n: nat>(x: & gpu.global [f32; n], y: &uniq gpu.global [f32; n]) -[grid: gpu.grid<X<(n + 31) / 32>, X<32>>]-> () " +
			"{ sched block in grid { sched thread in block { y.group_up::<32>[[block]][[thread]] = x.take_right::<1>.group_up::<32>[[block]][[thread]] else 0.0 } } }\n",
			"`(n + 31)/32 == (n + 30)/32`, which does not hold for every `n`"},
		{"one element less, padded", "fn k<n: nat>(x: & gpu.global [f32; n], y: &uniq gpu.global [f32; n]) -[grid: gpu.grid<X<(n + 31) / 32>, X<32>>]-> () where n > 0 " +
			"{ sched block in grid { sched thread in block { y.group_up::<32>[[block]][[thread]] = x.take_right::<1>.pad::<n>.group_up::<32>[[block]][[thread]] else 0.0 } } }\n", ""},
		{"one or none", "fn k<n: nat>(x: &uniq gpu.global [f32; n]) -[grid: gpu.grid<X<n>, X<32>>]-> () where n <= 1 " +
			"{ sched block in grid { sched thread in block { x.group_up::<32>[[block]][[thread]] = 0.0 } } }\n", ""},
		{"a block for each part", "fn k<n: nat>(x: &uniq gpu.global [f32; n]) -[grid: gpu.grid<X<n / 32>, X<32>>]-> () " +
			"{ sched block in grid { sched thread in block { x.group::<32>[[block]][[thread]] = 0.0 } } }\n", ""},
		{"two arrays", "fn k<m: nat, n: nat>(x: &uniq gpu.global [f32; n]) -[grid: gpu.grid<X<m>, X<32>>]-> () " +
			"{ sched block in grid { sched thread in block { x.group_up::<32>[[block]][[thread]] = 0.0 } } }\n", ""},
		{"part of a block", "fn k<m: nat, n: nat>(x: & gpu.global [f32; n], " + y + ") -[grid: gpu.grid<X<m>, X<256>>]-> () where n == 256" + body("x[[thread]]"), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, diags := compileAndCheck("t.desc", c.program)
			var labels []string
			for _, d := range diags.Sorted() {
				if d.Code != descend.CodeHiddenClause {
					t.Fatalf("%s: %s\n%s", d.Code, details(diags), c.program)
				}
				labels = append(labels, d.Label)
			}
			if text := strings.Join(labels, "\n"); len(labels) > 1 || (c.want == "") != (text == "") || !strings.Contains(text, c.want) {
				t.Errorf("warned of %q, expected %q", labels, c.want)
			}
		})
	}
}
