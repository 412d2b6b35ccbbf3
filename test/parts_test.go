package test

import (
	"bytes"
	"strings"
	"testing"

	"descend/backend/ptx"
	"descend/ir/need"
	"descend/tools/driver"
)

const quads = `fn quads<n: nat>(x: & gpu.global [f32; n * 128], y: &uniq gpu.global [f32; n * 128]) -[grid: gpu.grid<X<n>, X<32>>]-> () {
  sched(X) block in grid { sched(X) t in block {
    for i in 0..4 { y.group::<128>[[block]].group::<4>[[t]][i] = x.group::<128>[[block]].group::<4>[[t]][i] + 1.0 }
  } }
}
struct Fields { a: f32, v: [f32; 256], b: (f32, f32, f32), w: [f32; 256], c: f32 }
fn main(k: u32) -[t: cpu.thread]-> () {
  let mut s = GpuGlobal::zeros::<[Fields; 2]>();
  let x = GpuGlobal::zeros::<[f32; 1024]>();
  let mut y = GpuGlobal::zeros::<[f32; 1024]>();
  let nat m = k;
  LAUNCH
}
`

// TestPartsStayWhereTheyAre looks at what is made of a kernel for parts and fields: nothing is copied, and only parameters that start at a multiple
// of 16 bytes are accessed by four elements at once.
func TestPartsStayWhereTheyAre(t *testing.T) {
	need.Found(t, ptx.Ready())
	for _, c := range []struct{ name, args, loads, stores, kernel string }{
		{"whole", "&x, &uniq y", "ld.global.nc.v4", "st.global.v4", "quads("},
		{"from the start", "&x[0..256], &uniq y[0..256]", "ld.global.nc.v4", "st.global.v4", "quads("},
		{"at a multiple", "&x[8..264], &uniq y[512..768]", "ld.global.nc.v4", "st.global.v4", "quads__part_0a_1a("},
		{"at another place", "&x[6..262], &uniq y[512..768]", "ld.global.nc.f32", "st.global.v4", "quads__part_0_1a("},
		{"a field at another place", "&s[0].v, &uniq s[0].w", "ld.global.nc.f32", "st.global.v4", "quads__part_0("},
		{"a part of one at a multiple", "&s[0].v[3..131], &uniq s[0].w[1..129]", "ld.global.nc.v4", "st.global.f32", "quads__part_0a_1("},
		{"a field of an element", "&s[1].v, &uniq s[1].w", "ld.global.nc.f32", "st.global.f32", "quads__part_0_1("},
		{"at one that is not known", "&x[4..260], &uniq y[m..m + 256]", "ld.global.nc.v4", "st.global.f32", "quads__part_0a_1("},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.ReplaceAll(quads, "LAUNCH", "quads::<<<_, _>>>("+c.args+")")
			emit := func(what string) string {
				var out, errs bytes.Buffer
				if status := driver.Main([]string{"build", "-", "--emit=" + what, "-o", "-"}, strings.NewReader(text), &out, &errs); status != 0 {
					t.Fatalf("exit status %d\n%s", status, errs.String())
				}
				return out.String()
			}
			if gpu := emit("gpu"); strings.Count(gpu, "gpu.alloc") != 3 || strings.Contains(gpu, "gpu.memcpy") {
				t.Errorf("a part is copied:\n%s", gpu)
			}
			ptx := emit("ptx")
			if strings.Count(ptx, ".entry") != 1 || !strings.Contains(ptx, ".entry "+c.kernel) {
				t.Errorf("there is another kernel than %s", c.kernel)
			}
			for kind, want := range map[string]string{"ld.global": c.loads, "st.global": c.stores} {
				for line := range strings.SplitSeq(ptx, "\n") {
					if strings.Contains(line, kind) && !strings.Contains(line, want) {
						t.Errorf("found %q where %s is expected", strings.TrimSpace(line), want)
					}
				}
				if !strings.Contains(ptx, want) {
					t.Errorf("there is no %s", want)
				}
			}
		})
	}
}
