package drops_test

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/view"
	"descend/frontend"
	"descend/frontend/source"
	"descend/ir"
	"descend/passes"
	"descend/passes/check"
	"descend/passes/drops"
	"descend/passes/place"
)

// body is random statements of about n that move boxes and give variables new ones.
func body(r *rand.Rand, n int) string {
	var b strings.Builder
	for n > 0 {
		part := 1 + r.Intn(n)
		sub := func() string { return "{ " + body(r, (part-1)/2) + "}" }
		v := string(rune('a' + r.Intn(3)))
		switch k := r.Intn(14); {
		case k < 3:
			fmt.Fprintf(&b, "let x = %s; ", v)
		case k < 6:
			fmt.Fprintf(&b, "%s = CpuHeap::new(1); ", v)
		case k == 6:
			fmt.Fprintf(&b, "let mut y = %s; %s = y; ", v, string(rune('a'+r.Intn(3))))
		case k == 7:
			b.WriteString([]string{"p = (CpuHeap::new(1), CpuHeap::new(2)); ", "let q = p.0; ", "p.0 = CpuHeap::new(3); ", "let q = p.1; "}[r.Intn(4)])
		case k == 8:
			b.WriteString("if n < 1 { return }; ")
		case k < 10:
			fmt.Fprintf(&b, "if n < 2 %s; ", sub())
		case k < 11:
			fmt.Fprintf(&b, "if n < 3 %s else %s; ", sub(), sub())
		case k == 11:
			fmt.Fprintf(&b, "while %s %s; ", []string{"n < 4", "n < ({ c = CpuHeap::new(6); 5 })"}[r.Intn(2)], sub())
		case k == 12:
			fmt.Fprintf(&b, "for i in 0..3 %s; ", sub())
		default:
			fmt.Fprintf(&b, "%s; ", sub())
		}
		n -= part
	}
	return b.String()
}

// function is the function of a program that the checks accept, else nil.
func function(t *testing.T, text string) (f descend.FuncOp, accepted bool) {
	t.Helper()
	c := ir.NewContext(descend.Dialect(), exec.Dialect(), view.Dialect())
	diags := &ir.Diagnostics{}
	m := frontend.Compile(c, []*source.File{source.NewFile("t.desc", text)}, diags)
	if m == nil || diags.HasErrors() {
		t.Fatalf("%s\n%v", text, diags.Sorted())
	}
	for _, p := range check.Pipeline() {
		if err := p.Run(&passes.Context{Op: m, Diags: diags}); err != nil {
			t.Fatal(err)
		}
	}
	for op := range m.All("descend.func") {
		if g, ok := op.Typed().(descend.FuncOp); ok && g.StringAttr("sym_name") == "f" {
			f = g
		}
	}
	return f, !diags.HasErrors()
}

// machine executes a function with drops on a random way; there are the boxes that were made and not yet freed or moved.
type machine struct {
	r      *rand.Rand
	before map[*ir.Operation][]drops.Drop
	at     map[*ir.Region][]drops.Drop
	there  map[drops.Box]bool
	left   bool
	fault  string
}

func newMachine(r *rand.Rand, list []drops.Drop) *machine {
	m := &machine{r: r, before: map[*ir.Operation][]drops.Drop{}, at: map[*ir.Region][]drops.Drop{}, there: map[drops.Box]bool{}}
	for _, d := range list {
		if d.Before != nil {
			m.before[d.Before] = append(m.before[d.Before], d)
		} else {
			m.at[d.Region] = append(m.at[d.Region], d)
		}
	}
	return m
}

func (m *machine) wrong(op *ir.Operation, format string, args ...any) {
	if m.fault == "" {
		m.fault = fmt.Sprintf("%s at %v: %s", op.Name(), ir.RangeOf(op.Loc()), fmt.Sprintf(format, args...))
	}
}

func (m *machine) drop(op *ir.Operation, list []drops.Drop) {
	for _, d := range list {
		for _, b := range d.Boxes {
			if !m.there[b] {
				m.wrong(op, "%s%s is freed, but is not there", b.Root.DefiningOp().StringAttr("name"), b.Path)
			}
			delete(m.there, b)
		}
	}
}

func (m *machine) region(r *ir.Region) {
	if r.Empty() {
		m.drop(r.Op(), m.at[r])
		return
	}
	var declared []*ir.Value
	for op := range r.Front().Ops() {
		m.drop(op, m.before[op])
		m.uses(op)
		switch {
		case ir.Is[descend.LocalOp](op):
			declared = append(declared, op.Result(0))
		case ir.Is[descend.ReturnOp](op):
			m.left = true
			if len(m.there) > 0 {
				m.wrong(op, "%d boxes leak", len(m.there))
			}
		case ir.Is[descend.IfOp](op):
			m.region(op.Region(m.r.Intn(2)))
		case ir.Is[descend.WhileOp](op):
			m.region(op.Region(0))
			for !m.left && m.r.Intn(2) == 0 {
				if m.region(op.Region(1)); !m.left {
					m.region(op.Region(0))
				}
			}
		case ir.Is[descend.ForNatOp](op):
			for !m.left && m.r.Intn(2) == 0 {
				m.region(op.Region(0))
			}
		case op.NumRegions() > 0:
			m.region(op.Region(0))
		}
		if m.left {
			return
		}
	}
	m.drop(r.Op(), m.at[r])
	for b := range m.there {
		if slices.Contains(declared, b.Root) {
			m.wrong(r.Op(), "%s%s leaks", b.Root.DefiningOp().StringAttr("name"), b.Path)
		}
	}
}

// uses moves and gives boxes.
func (m *machine) uses(op *ir.Operation) {
	for _, u := range descend.UsesOf(op) {
		if !u.IsPlace() || !u.Gives() && u.Kind != descend.MoveUse {
			continue
		}
		p := place.Written(u.Of)
		var path descend.Fields
		for _, s := range p.Steps {
			path = path.Field(int(s.Field))
		}
		for _, b := range drops.Of(p.Root, descend.ElemOf(p.Root)) {
			switch {
			case !path.Covers(b.Path):
			case u.Gives() && m.there[b]:
				m.wrong(op, "%s leaks: it is written over", b.Root.DefiningOp().StringAttr("name"))
			case u.Gives():
				m.there[b] = true
			default:
				delete(m.there, b)
			}
		}
	}
}

// TestWays executes random programs on random ways: each box is freed or moved exactly once.
func TestWays(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	accepted, early := 0, 0
	for i := range 2000 {
		text := "fn f(n: i32) -[t: cpu.thread]-> () { let mut a = CpuHeap::new(1); let mut b = CpuHeap::new(2); let mut c: i32 @ cpu.mem;\n" +
			"let mut p = (CpuHeap::new(4), CpuHeap::new(5)); " + body(r, 2+i%12) + "}\n"
		f, ok := function(t, text)
		if !ok {
			continue
		}
		accepted++
		list := drops.Find(f)
		if slices.ContainsFunc(list, func(d drops.Drop) bool { return d.Early }) {
			early++
		}
		for range 30 {
			m := newMachine(r, list)
			m.region(f.Region(0))
			if len(m.there) > 0 && !m.left {
				m.wrong(f.Operation, "%d boxes leak", len(m.there))
			}
			if m.fault != "" {
				t.Fatalf("%s\n%s", text, m.fault)
			}
		}
	}
	if accepted < 300 || early < 100 {
		t.Errorf("%d programs were accepted, %d of them with boxes that end early: too few to say anything", accepted, early)
	}
}
