package ahead_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"descend/backend/sim"
	"descend/dialects/gpu"
	"descend/ir"
	"descend/passes/ahead"
	"descend/tools/driver"
)

// program has a loop of each thread over elements of a, which say which elements of x to take.
func program(params, round string) string {
	return fmt.Sprintf(`fn k<n: nat, m: nat>(a: & gpu.global [u32; n], x: %s gpu.global [f32; m], y: &uniq gpu.global [f32; 32], from: u32, to: u32)
  -[grid: gpu.grid<X<1>, X<32>>]-> () {
  sched block in grid {
    sched thread in block {
      let mut sum = 0.0f32;
      let mut last = 0u32;
      let mut i = from + index(thread) * 3;
      while i < to { %s };
      y[[thread]] = sum + last as f32
    }
  }
}
`, params, round)
}

// run runs the kernel on the simulator, with its loops as they are or as several rounds; it gives what is printed, the messages, and whether there was a loop
// to unroll.
func run(t *testing.T, unroll bool, args ...string) (out, messages string, found bool) {
	t.Helper()
	device := func(module *ir.Operation) (sim.Device, error) {
		for k := range ir.AllOf[gpu.FuncOp](module) {
			found = found || ahead.In(k.Operation)
			if unroll {
				ahead.Unroll(k.Operation)
			}
		}
		if diags := new(ir.Diagnostics); !ir.Verify(module, diags) {
			t.Error(diags.Sorted()[0])
		}
		return nil, nil
	}
	var o, e bytes.Buffer
	status := driver.MainWith(device, append([]string{"run", "p.desc", "--fn=k", "--diagnostics=short", "--out", "y=-", "--arg", "y=zeros"}, args...), strings.NewReader(""), &o, &e)
	for line := range strings.Lines(e.String()) {
		if strings.Contains(line, "p.desc:") {
			messages += line
		}
	}
	if (status != 0) != (messages != "") {
		t.Fatalf("%v: status %d\n%s", args, status, e.String())
	}
	return o.String(), messages, found
}

// TestSame runs loops of which some rounds fail, or none, as they are and unrolled: results and the message are the same. (Of several checks that fail, in
// different threads, either may be told.)
func TestSame(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, program("&", "sum = sum * 0.75 + x[a[i]]; last = a[i]; i += 7"))
	const n = 120
	elements := func(bad int) string {
		var all []string
		for i := range n {
			all = append(all, fmt.Sprint((i*5+3)%50))
		}
		if bad >= 0 {
			all[bad] = "50"
		}
		return "a=" + strings.Join(all, ",")
	}
	stopped := 0
	for _, c := range []struct{ bad, from, to int }{
		{-1, 0, 0}, {-1, 0, 1}, {-1, 0, 21}, {-1, 0, 22}, {-1, 0, 28}, {-1, 5, 120}, {-1, 0, 121}, {-1, 0, 4000000000}, {-1, 4294967295 - 200, 4294967295},
		{-1, 119, 120}, {0, 0, 120}, {7, 0, 120}, {14, 0, 120}, {21, 0, 120}, {28, 0, 120}, {35, 0, 120}, {113, 0, 120}, {119, 0, 120}, {-1, 40, 140},
	} {
		args := []string{"--arg", elements(c.bad), "--arg", "x=iota", "-D", "m=50", "--arg", fmt.Sprintf("from=%d", c.from), "--arg", fmt.Sprintf("to=%d", c.to)}
		out, messages, found := run(t, false, args...)
		again, sameMessages, _ := run(t, true, args...)
		if !found {
			t.Fatal("no loop is found")
		}
		if out != again || messages != sameMessages {
			t.Errorf("%v:\n%s%sand unrolled\n%s%s", c, out, messages, again, sameMessages)
		}
		if messages != "" {
			stopped++
		}
	}
	if stopped < 8 {
		t.Errorf("only %d runs were stopped by a check", stopped)
	}
}

// TestFound has loops that may be unrolled, and near misses: what rounds write may be read by the next one.
func TestFound(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct {
		name, params, round string
		want                bool
	}{
		{"a sum", "&", "sum += x[i]; i += 32", true},
		{"through indices", "&", "sum += x[a[i]]; i += 1", true},
		{"a counter that is used", "&", "sum += x[a[i]] * (i as f32); i += 1", true},
		{"memory that is written", "&uniq", "sum += x.take_left::<32>[[thread]]; x.take_left::<32>[[thread]] = sum; i += 1", false},
		{"an index from the round before", "&", "sum += x[last]; last = a[i]; i += 1", false},
		{"a check of what is written", "&", "last += a[last % 7]; sum += x[i]; i += 1", false},
		{"a step that is not constant", "&", "sum += x[i]; i += a[i] + 1", false},
		{"a step in the middle", "&", "i += 1; sum += x[i]", false},
		{"two steps", "&", "i += 1; sum += x[i]; i += 1", false},
		{"a condition", "&", "if a[i] > 3 { sum += x[i] }; i += 1", false},
		{"no load", "&", "sum += i as f32; i += 1", false},
		{"a loop inside", "&", "for j in 0..3 { sum += x[j] }; i += 1", false},
	} {
		write(t, program(c.params, c.round))
		args := []string{"--arg", "a=iota", "--arg", "x=iota", "-D", "n=64", "-D", "m=64", "--arg", "from=0", "--arg", "to=64"}
		out, messages, found := run(t, false, args...)
		again, sameMessages, _ := run(t, true, args...)
		if found != c.want || out != again || messages != sameMessages {
			t.Errorf("%s: found %v, want %v:\n%s%sand\n%s%s", c.name, found, c.want, out, messages, again, sameMessages)
		}
	}
}

func write(t *testing.T, text string) {
	t.Helper()
	if err := os.WriteFile("p.desc", []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
