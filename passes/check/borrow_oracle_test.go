package check_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"descend/ir"
)

// The oracle of borrow-check: random programs over variables, references and control flow are executed with
// Stacked Borrows (Jung et al., POPL 2020): every memory cell has a stack of the references that may still
// use it. What the checks accept must never use a reference that was taken off its stack, whatever the
// conditions are; nor one that was moved, nor a cell that has ended.

// bstmt is a statement of such a program.
type bstmt struct {
	kind       string
	a, b       string // variables
	body, rest []bstmt
}

// borrowGen makes random programs.
type borrowGen struct {
	r       *rand.Rand
	cells   []string // places of type i32 in scope
	fresh   int
	choices int
}

var uniqRefs, shrdRefs = []string{"u0", "u1"}, []string{"s0", "s1"}

func (g *borrowGen) pick(xs []string) string { return xs[g.r.Intn(len(xs))] }

func (g *borrowGen) stmts(n, depth int) []bstmt {
	var out []bstmt
	for range n {
		out = append(out, g.stmt(depth))
	}
	return out
}

func (g *borrowGen) stmt(depth int) bstmt {
	k := g.r.Intn(30) - 4
	if depth <= 0 && k >= 21 {
		k = g.r.Intn(21)
	}
	switch {
	case k == -4:
		return bstmt{kind: "pick", a: g.pick(shrdRefs), b: g.pick(g.cells)}
	case k == -3:
		return bstmt{kind: "put", a: g.pick(shrdRefs), b: g.pick(g.cells)}
	case k == -2:
		return bstmt{kind: "weak", a: g.pick(shrdRefs), b: g.pick(uniqRefs)}
	case k == -1:
		return bstmt{kind: "through", a: g.pick(shrdRefs), b: g.pick(g.cells)}
	case k < 2:
		return bstmt{kind: "write", a: g.pick(g.cells)}
	case k < 4:
		return bstmt{kind: "read", a: g.pick(g.cells)}
	case k < 6:
		return bstmt{kind: "shrd", a: g.pick(shrdRefs), b: g.pick(g.cells)}
	case k < 9:
		return bstmt{kind: "uniq", a: g.pick(uniqRefs), b: g.pick(g.cells)}
	case k < 11:
		return bstmt{kind: "store", a: g.pick(uniqRefs)}
	case k < 13:
		return bstmt{kind: "load", a: g.pick(append(append([]string(nil), uniqRefs...), shrdRefs...))}
	case k < 15:
		return bstmt{kind: "reshrd", a: g.pick(shrdRefs), b: g.pick(uniqRefs)}
	case k < 17:
		a := g.r.Intn(2)
		return bstmt{kind: "reuniq", a: uniqRefs[a], b: uniqRefs[1-a]}
	case k < 18:
		a := g.r.Intn(2)
		return bstmt{kind: "copy", a: shrdRefs[a], b: shrdRefs[1-a]}
	case k < 19:
		a := g.r.Intn(2)
		return bstmt{kind: "move", a: uniqRefs[a], b: uniqRefs[1-a]}
	case k < 20:
		return bstmt{kind: "set", a: g.pick(uniqRefs)}
	case k < 21:
		return bstmt{kind: "both", a: g.pick(g.cells), b: g.pick(g.cells)}
	case k < 23:
		g.choices++
		c := fmt.Sprintf("c%d", (g.choices-1)%3)
		return bstmt{kind: "if", a: c, body: g.stmts(1+g.r.Intn(3), depth-1), rest: g.stmts(g.r.Intn(3), depth-1)}
	case k < 25:
		return bstmt{kind: "for", body: g.stmts(1+g.r.Intn(4), depth-1)}
	}
	g.fresh++
	y := fmt.Sprintf("y%d", g.fresh)
	old := g.cells
	g.cells = append(append([]string(nil), old...), y)
	s := bstmt{kind: "scope", a: y, body: g.stmts(1+g.r.Intn(4), depth-1)}
	g.cells = old
	return s
}

// writeStmts is the source of statements.
func writeStmts(b *strings.Builder, ss []bstmt, indent string) {
	for _, s := range ss {
		b.WriteString(indent)
		switch s.kind {
		case "write":
			fmt.Fprintf(b, "%s = 1;\n", s.a)
		case "read":
			fmt.Fprintf(b, "sink = sink + %s;\n", s.a)
		case "shrd":
			fmt.Fprintf(b, "%s = &%s;\n", s.a, s.b)
		case "uniq":
			fmt.Fprintf(b, "%s = &uniq %s;\n", s.a, s.b)
		case "store":
			fmt.Fprintf(b, "*%s = 2;\n", s.a)
		case "load":
			fmt.Fprintf(b, "sink = sink + *%s;\n", s.a)
		case "reshrd":
			fmt.Fprintf(b, "%s = &*%s;\n", s.a, s.b)
		case "reuniq":
			fmt.Fprintf(b, "%s = &uniq *%s;\n", s.a, s.b)
		case "copy", "move":
			fmt.Fprintf(b, "%s = %s;\n", s.a, s.b)
		case "set":
			fmt.Fprintf(b, "set(%s);\n", s.a)
		case "pick":
			fmt.Fprintf(b, "%s = pick(&%s, s1, c0);\n", s.a, s.b)
		case "put":
			fmt.Fprintf(b, "put(&uniq %s, &%s);\n", s.a, s.b)
		case "weak":
			fmt.Fprintf(b, "%s = weak(%s);\n", s.a, s.b)
		case "through":
			fmt.Fprintf(b, "{ let q = &uniq %s; *q = &%s; }\n", s.a, s.b)
		case "both":
			fmt.Fprintf(b, "both(&uniq %s, &%s);\n", s.a, s.b)
		case "if":
			fmt.Fprintf(b, "if %s {\n", s.a)
			writeStmts(b, s.body, indent+"  ")
			fmt.Fprintf(b, "%s} else {\n", indent)
			writeStmts(b, s.rest, indent+"  ")
			fmt.Fprintf(b, "%s}\n", indent)
		case "for":
			fmt.Fprintf(b, "for i in 0..2 {\n")
			writeStmts(b, s.body, indent+"  ")
			fmt.Fprintf(b, "%s}\n", indent)
		case "scope":
			fmt.Fprintf(b, "{\n%s  let mut %s = 0;\n", indent, s.a)
			writeStmts(b, s.body, indent+"  ")
			fmt.Fprintf(b, "%s}\n", indent)
		}
	}
}

func borrowProgram(ss []bstmt) string {
	var b strings.Builder
	b.WriteString(`fn set(u: &uniq cpu.mem i32) -[t: cpu.thread]-> () { *u = 1 }
fn both(u: &uniq cpu.mem i32, s: & cpu.mem i32) -[t: cpu.thread]-> () { *u = *s }
fn pick<'a>(r: &'a shrd cpu.mem i32, q: &'a shrd cpu.mem i32, c: bool) -[t: cpu.thread]-> &'a shrd cpu.mem i32 {
  if c { r } else { q }
}
fn put<'a>(p: &uniq cpu.mem (&'a shrd cpu.mem i32), q: &'a shrd cpu.mem i32) -[t: cpu.thread]-> () { *p = q }
fn weak<'a>(u: &'a uniq cpu.mem i32) -[t: cpu.thread]-> &'a shrd cpu.mem i32 { &*u }
fn f(c0: bool, c1: bool, c2: bool) -[t: cpu.thread]-> i32 {
  let mut sink = 0;
  let mut x0 = 0; let mut x1 = 0; let mut p = (0, 0);
  let mut z0 = 0; let mut z1 = 0; let z2 = 0;
  let mut u0 = &uniq z0; let mut u1 = &uniq z1; let mut s0 = &z2; let mut s1 = &z2;
`)
	writeStmts(&b, ss, "  ")
	b.WriteString("  sink\n}\n")
	return b.String()
}

// stackItem is an entry of a cell's stack.
type stackItem struct {
	tag  int
	uniq bool
}

// ref is a reference at run time; tag 0 is the variable itself.
type ref struct {
	cell string
	tag  int
}

// stacked executes with Stacked Borrows.
type stacked struct {
	stacks map[string][]stackItem
	refs   map[string]ref
	tags   int
	conds  map[string]bool
	err    string
}

// access uses a reference; what it takes off the stack may not be used again.
func (m *stacked) access(r ref, write bool) {
	st, ok := m.stacks[r.cell]
	if !ok {
		m.fail("%s has ended", r.cell)
		return
	}
	for i := len(st) - 1; i >= 0; i-- {
		if st[i].tag != r.tag {
			continue
		}
		if write {
			if !st[i].uniq {
				m.fail("write through a shared reference to %s", r.cell)
			}
			m.stacks[r.cell] = st[:i+1]
			return
		}
		kept := append([]stackItem(nil), st[:i+1]...)
		for _, it := range st[i+1:] {
			if !it.uniq {
				kept = append(kept, it)
			}
		}
		m.stacks[r.cell] = kept
		return
	}
	m.fail("a reference to %s is used after it was invalidated", r.cell)
}

func (m *stacked) fail(format string, args ...any) {
	if m.err == "" {
		m.err = fmt.Sprintf(format, args...)
	}
}

// lend makes a reference from another.
func (m *stacked) lend(from ref, uniq bool) ref {
	m.access(from, uniq)
	m.tags++
	m.stacks[from.cell] = append(m.stacks[from.cell], stackItem{m.tags, uniq})
	return ref{from.cell, m.tags}
}

// get is the reference in a variable.
func (m *stacked) get(name string) ref {
	r, ok := m.refs[name]
	if !ok {
		m.fail("%s was moved", name)
	}
	return r
}

func (m *stacked) run(ss []bstmt) {
	for _, s := range ss {
		if m.err != "" {
			return
		}
		switch s.kind {
		case "write":
			m.access(ref{s.a, 0}, true)
		case "read":
			m.access(ref{s.a, 0}, false)
		case "shrd":
			m.refs[s.a] = m.lend(ref{s.b, 0}, false)
		case "uniq":
			m.refs[s.a] = m.lend(ref{s.b, 0}, true)
		case "store":
			m.access(m.get(s.a), true)
		case "load":
			m.access(m.get(s.a), false)
		case "reshrd":
			m.refs[s.a] = m.lend(m.get(s.b), false)
		case "reuniq":
			m.refs[s.a] = m.lend(m.get(s.b), true)
		case "copy":
			m.refs[s.a] = m.get(s.b)
		case "move":
			m.refs[s.a] = m.get(s.b)
			delete(m.refs, s.b)
		case "set":
			m.access(m.lend(m.get(s.a), true), true)
		case "pick":
			if r := m.lend(ref{s.b, 0}, false); m.conds["c0"] {
				m.refs[s.a] = r
			} else {
				m.refs[s.a] = m.get("s1")
			}
		case "put", "through":
			m.refs[s.a] = m.lend(ref{s.b, 0}, false)
		case "weak":
			m.refs[s.a] = m.lend(m.lend(m.get(s.b), true), false)
		case "both":
			u := m.lend(ref{s.a, 0}, true)
			r := m.lend(ref{s.b, 0}, false)
			m.access(r, false)
			m.access(u, true)
			m.access(r, false) // both references live as long as the call
		case "if":
			if m.conds[s.a] {
				m.run(s.body)
			} else {
				m.run(s.rest)
			}
		case "for":
			m.run(s.body)
			m.run(s.body)
		case "scope":
			m.stacks[s.a] = []stackItem{{0, true}}
			m.run(s.body)
			delete(m.stacks, s.a)
		}
	}
}

// violation executes a program under all conditions and gives the first violation.
func violation(ss []bstmt) string {
	for bits := range 8 {
		m := &stacked{stacks: map[string][]stackItem{}, refs: map[string]ref{}, conds: map[string]bool{
			"c0": bits&1 != 0, "c1": bits&2 != 0, "c2": bits&4 != 0}}
		for _, c := range []string{"x0", "x1", "p.0", "p.1", "z0", "z1", "z2"} {
			m.stacks[c] = []stackItem{{0, true}}
		}
		m.refs["u0"], m.refs["u1"] = m.lend(ref{"z0", 0}, true), m.lend(ref{"z1", 0}, true)
		m.refs["s0"] = m.lend(ref{"z2", 0}, false)
		m.refs["s1"] = m.refs["s0"]
		m.run(ss)
		if m.err != "" {
			return m.err
		}
	}
	return ""
}

// TestBorrowOracle executes random programs: none that is accepted violates Stacked Borrows.
func TestBorrowOracle(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	accepted, rejected, needless := 0, 0, 0
	for range 600 {
		g := &borrowGen{r: r, cells: []string{"x0", "x1", "p.0", "p.1"}}
		ss := g.stmts(3+r.Intn(8), 2)
		text := borrowProgram(ss)
		_, diags := compileAndCheck("borrows.desc", text)
		why := violation(ss)
		if diags.HasErrors() {
			rejected++
			if why == "" {
				needless++
			}
			for _, d := range diags.Sorted() {
				if d.Severity == ir.Error && d.Code != "borrow-conflict" && d.Code != "dangling-borrow" && d.Code != "moved-value" {
					t.Errorf("unexpected %s\n%s", d, text)
				}
			}
			continue
		}
		accepted++
		if why != "" {
			t.Errorf("accepted, but %s:\n%s", why, text)
		}
	}
	t.Logf("%d accepted, %d rejected, %d of them run without violation", accepted, rejected, needless)
	if accepted < 60 || rejected < 60 {
		t.Errorf("one-sided generator: %d accepted, %d rejected", accepted, rejected)
	}
}
