package language_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"descend/backend/harness/hostdevice"
	"descend/backend/ptx"
	"descend/backend/sim"
	"descend/dialects/nat/written"
	"descend/ir"
	"descend/ir/need"
	"descend/tools/driver"
)

// TestNats computes random nats in loops, on the CPU and in a kernel, and compares with what is written: the checks prove
// it of dividends and differences as they are written, so what runs may not compute with others.
func TestNats(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	vars, most := []string{"a", "b", "c"}, int64(3)
	var list []*written.Expr
	for len(list) < 120 {
		w := written.Random(r, 2+r.IntN(3), vars, "+---**///%%mM")
		defined := strings.ContainsAny(w.String(), "/%") && strings.Contains(w.String(), "-")
		written.Each(vars, most, func(env map[string]int64) bool {
			v, ok := w.Eval(env)
			defined = defined && ok && v >= 0
			return defined
		})
		if defined && !w.BelowZero(vars, most) {
			list = append(list, w)
		}
	}
	n := int64(len(list)) * (most + 1) * (most + 1) * (most + 1)
	loops, ends := "", ""
	for _, v := range vars {
		loops += fmt.Sprintf("for %s in 0..%d { ", v, most+1)
		ends += " }"
	}
	var host, kernel strings.Builder
	for _, w := range list {
		fmt.Fprintf(&host, "  x[i] = nat_as_u64(%s); i += 1;\n", w)
		fmt.Fprintf(&kernel, "  y[[t]][i] = nat_as_u64(%s); i += 1;\n", w)
	}
	program := fmt.Sprintf(`fn k(y: &uniq gpu.global [[u64; %[1]d]; 1]) -[g: gpu.grid<X<1>, X<1>>]-> () {
  sched b in g { sched t in b { let mut i = 0; %[2]s
%[4]s %[3]s } }
}
fn main(x: &uniq cpu.mem [u64; %[1]d], y: &uniq cpu.mem [[u64; %[1]d]; 1]) -[t: cpu.thread]-> () {
  let mut i = 0; %[2]s
%[5]s %[3]s
  let mut d = GpuGlobal::alloc_copy(&*y);
  k::<<<X<1>, X<1>>>>(&uniq d);
  copy_mem_to_host(y, &d);
  print(*x); print(y[0])
}
`, n, loops, ends, kernel.String(), host.String())
	var values []string
	written.Each(vars, most, func(env map[string]int64) bool {
		for _, w := range list {
			v, _ := w.Eval(env)
			values = append(values, fmt.Sprint(v))
		}
		return true
	})
	file := filepath.Join(t.TempDir(), "nats.desc")
	if err := os.WriteFile(file, []byte(program), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, on := range []string{"sim", "nvvm", "cpu"} {
		t.Run(on, func(t *testing.T) {
			var device driver.NewDevice
			args := []string{"run", file, "--arg", "x=zeros", "--arg", "y=zeros"}
			if on != "sim" {
				need.Found(t, ptx.Ready())
			}
			switch on {
			case "cpu":
				args = append(args, "--device=cpu")
			case "nvvm":
				device = func(module *ir.Operation) (sim.Device, error) {
					d, err := hostdevice.New(module, 3)
					if err == nil {
						t.Cleanup(d.Close)
					}
					return d, err
				}
			}
			var out, errs bytes.Buffer
			if status := driver.MainWith(device, args, strings.NewReader(""), &out, &errs); status != 0 {
				t.Fatalf("exit status %d\n%.2000s", status, errs.String())
			}
			lines := strings.Split(strings.TrimSpace(out.String()), "\n")
			if len(lines) < 2 {
				t.Fatalf("it printed\n%.500s", out.String())
			}
			for i, line := range lines[:2] {
				got := strings.Split(strings.Trim(line, "[]"), ", ")
				if len(got) != len(values) {
					t.Fatalf("%d values, want %d", len(got), len(values))
				}
				for j := range got {
					if got[j] != values[j] {
						t.Errorf("%s: %s is %s, want %s", []string{"CPU", "kernel"}[i], list[j%len(list)], got[j], values[j])
					}
				}
			}
		})
	}
}
