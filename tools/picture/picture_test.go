package picture_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"descend/backend/npy"
	"descend/backend/sim"
	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/frontend"
	"descend/frontend/diag"
	"descend/frontend/source"
	"descend/ir"
	"descend/passes"
	"descend/passes/lower"
	"descend/tools/arguments"
	"descend/tools/picture"
	"descend/tools/picture/page"
	"descend/tools/registry"
)

// pictures runs the function f of a program.
func pictures(t *testing.T, text string) ([]*picture.Picture, error) {
	t.Helper()
	var diags ir.Diagnostics
	file := source.NewFile("a.desc", text)
	m := frontend.Compile(registry.Context(), []*source.File{file}, &diags)
	if m == nil || diags.HasErrors() {
		t.Fatal(diags.Sorted())
	}
	f, _ := ir.As[descend.FuncOp](ir.LookupSymbol(m, "f"))
	args, err := arguments.Complete(f, nil)
	if err != nil {
		t.Fatal(err)
	}
	b, err := arguments.Bind(f, args, nil, npy.Read)
	if err != nil {
		t.Fatal(err)
	}
	executes := f.Exec().(*exec.Type)
	for _, p := range lower.Pipeline(lower.Options{Entry: "f"}) {
		pm := passes.NewManager("builtin.module")
		pm.Add(p)
		if err := pm.Run(m, &diags, passes.RunOptions{}); err != nil || diags.HasErrors() {
			t.Fatal(err, diags.Sorted())
		}
	}
	r := &picture.Recorder{Sources: diag.Sources{}.Add(file)}
	_, err = b.Start(sim.New(m, sim.Options{Trace: r}), "f", executes, nil)
	return r.Pictures(), err
}

const reverse = `fn f(x: &uniq gpu.global [i32; 128]) -[g: gpu.grid<X<2>, X<64>>]-> () {
  sched block in g {
    let s = alloc::<gpu.shared, [i32; 64]>();
    sched t in block { s[[t]] = x.group::<64>[[block]][[t]] }
    SYNC
    sched t in block { x.group::<64>[[block]][[t]] = s.reverse[[t]] }
  }
}`

// TestPicture has two blocks that reverse their halves through shared memory: what is read, written and waited for, by whom.
func TestPicture(t *testing.T) {
	list, err := pictures(t, strings.Replace(reverse, "SYNC", "sync;", 1))
	if err != nil || len(list) != 1 {
		t.Fatal(err, len(list))
	}
	p := list[0]
	var kinds []string
	for _, s := range p.Steps {
		kinds = append(kinds, s.Kind)
	}
	if got := strings.Join(kinds, " "); got != "read write barrier read write" {
		t.Fatalf("steps %s", got)
	}
	x, s := p.Arrays[0], p.Arrays[1]
	if x.Name != "x" || x.Memory != "global" || x.Count != 128 || x.Cols != 32 || x.Rows != 4 || s.Name != "s" || s.Memory != "shared" || s.Count != 64 {
		t.Errorf("arrays %+v %+v", x, s)
	}
	first, last := p.Steps[0], p.Steps[4]
	if len(first.Threads) != 128 || first.Threads[70] != 70 || first.Elements[70] != 70 || first.Values[70] != "70" || first.Cost.Sectors != 16 || first.Phase != 0 {
		t.Errorf("first step %+v", first)
	}
	if last.Elements[70] != 70 || last.Values[70] != "121" || last.Phase != 1 || last.Line != 6 || !strings.HasPrefix(last.Text, "x.group") {
		t.Errorf("last step %+v", last)
	}
	if read := p.Steps[3]; read.Elements[70] != 57 || read.Cost.Passes != 4 || read.Cost.Degree != 1 {
		t.Errorf("read of shared memory %+v", read)
	}
	if p.Conflict != nil || p.By != picture.ByBlock || p.Cut != "" {
		t.Errorf("%+v", p)
	}
}

// TestRace leaves out the barrier.
func TestRace(t *testing.T) {
	list, err := pictures(t, strings.Replace(reverse, "SYNC", "", 1))
	if !errors.Is(err, sim.ErrFailed) || len(list) != 1 || list[0].Conflict == nil {
		t.Fatal(err, list)
	}
	x := list[0].Conflict
	if x.First.Thread+x.Second.Thread != 63 || x.First.Kind != "write" || x.Second.Kind != "read" || x.First.Line != 4 || x.Second.Line != 6 || x.Element != x.First.Thread {
		t.Errorf("%+v", x)
	}
	svg := picture.SVG(list)
	for _, want := range []string{"Data race on s[", "thread (63) of block (0)", "thread (0) of block (0)", " x\""} {
		if !strings.Contains(svg, want) {
			t.Errorf("the drawing does not have %q", want)
		}
	}
}

// TestForms wants well-formed SVG, with a cell for each element, and a page that holds the data.
func TestForms(t *testing.T) {
	list, err := pictures(t, strings.Replace(reverse, "SYNC", "sync;", 1))
	if err != nil {
		t.Fatal(err)
	}
	svg := picture.SVG(list)
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if n := strings.Count(svg, `<rect x=`) - strings.Count(svg, `rx="3"`); n != 2*(128+64) { // two stretches of both arrays
		t.Errorf("%d cells", n)
	}
	list[0].Kernel = strings.Repeat("k", 150)
	width := 0
	if _, err := fmt.Sscanf(picture.SVG(list), `<svg xmlns="http://www.w3.org/2000/svg" width="%d"`, &width); err != nil || width < 150*6 {
		t.Errorf("a drawing of width %d has a line of 150 letters: %v", width, err)
	}
	form, err := page.HTML("a</script>.desc", list)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(form), "</script>"); n != 2 {
		t.Errorf("%d ends of scripts", n)
	}
	if strings.Contains(string(form), "http://") && strings.Count(string(form), "http://") != strings.Count(string(form), "http://www.w3.org/2000/svg") {
		t.Error("the page loads something")
	}
}
