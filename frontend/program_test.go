package frontend

import (
	"fmt"
	"strings"
	"testing"

	"descend/dialects"
	"descend/dialects/descend"
	"descend/frontend/ast"
	"descend/frontend/sema"
	"descend/frontend/sema/infer"
	"descend/frontend/source"
	"descend/ir"
	"descend/test/kit"
)

// analyze analyzes one file.
func analyzeText(text string) (*Program, *source.File, *ir.Diagnostics) {
	f := source.NewFile("t.desc", text)
	diags := &ir.Diagnostics{}
	return Analyze(ir.NewContext(dialects.All()...), []*source.File{f}, diags), f, diags
}

// corpus are the programs of the repository, also those that are rejected.
func corpus(t *testing.T) []kit.Section {
	return kit.Sections(t, append([]string{"../test/language/*.desc", "../test/check/*.desc", "../test/paper/*.desc", "testdata/broken/*.desc",
		"sema/testdata/reject.desc"}, accepted...)...)
}

// TestNames holds that every name in a program without errors is that of something declared, or of the language. Names of modules are not
// in the table: what is called by a path is at its last part.
func TestNames(t *testing.T) {
	names := 0
	for _, src := range corpus(t) {
		p, f, diags := analyzeText(src.Text)
		if diags.Len() > 0 {
			continue
		}
		modules := map[source.Span]bool{}
		ast.Inspect(p.Tree(f), func(n ast.Node) bool {
			var name string
			switch n := n.(type) {
			case *ast.Ident:
				name = n.Name
			case *ast.Lifetime:
				name = n.Name
			case *ast.UseDecl:
				return false
			case *ast.Path:
				for _, module := range n.Parts[:len(n.Parts)-1] {
					modules[module.Span()] = true
				}
			}
			if name == "" || name == "_" || strings.Trim(name, "0123456789") == "" || p.Info.Builtin(n.Span()) || modules[n.Span()] {
				return true
			}
			names++
			s := p.SymbolAt(f, n.Span().Start)
			line, col := f.Position(n.Span().Start)
			switch {
			case s == nil:
				t.Errorf("%s:%d:%d: `%s` stands for nothing", src.Name(), line, col, name)
			case s.Name != name:
				t.Errorf("%s:%d:%d: `%s` stands for %s `%s`", src.Name(), line, col, name, s.Kind, s.Name)
			}
			return true
		})
	}
	if names < 5000 {
		t.Errorf("only %d names", names)
	}
}

// TestSameFindings holds that a program has the same findings with a table as without.
func TestSameFindings(t *testing.T) {
	for _, src := range corpus(t) {
		_, f, with := analyzeText(src.Text)
		without := &ir.Diagnostics{}
		Compile(ir.NewContext(dialects.All()...), []*source.File{f}, without)
		if a, b := fmt.Sprint(with.Sorted()), fmt.Sprint(without.Sorted()); a != b {
			t.Errorf("%s: %s, without a table %s", src.Name(), a, b)
		}
	}
}

// TestTypes holds that every term of a program without errors whose value is needed has a type: all that are operands, arguments,
// conditions, indices, or stand behind a `let`, but those that are nats or views.
func TestTypes(t *testing.T) {
	terms := 0
	for _, src := range corpus(t) {
		p, f, diags := analyzeText(src.Text)
		if diags.Len() > 0 {
			continue
		}
		need := func(xs ...ast.Expr) {
			for _, x := range xs {
				if x == nil || ast.ViewChainOf(x) != nil {
					continue
				}
				if n, _ := ast.NatOf(x); n != nil {
					continue
				}
				if c, ok := x.(*ast.LetCond); ok {
					x = c.X.(*ast.Borrow).X
				}
				if terms++; p.Info.Term(x.Span()) == nil {
					line, col := f.Position(x.Span().Start)
					t.Errorf("%s:%d:%d: no type of `%s`", src.Name(), line, col, x.Span().Text())
				} else if s := p.Info.Term(x.Span()).String(); infer.Blank(s) != s {
					t.Errorf("%s: the type of `%s` is %s", src.Name(), x.Span().Text(), s)
				}
			}
		}
		ast.Inspect(p.Tree(f), func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Let:
				need(n.Init)
			case *ast.Binary:
				need(n.X, n.Y)
			case *ast.Index:
				need(n.X, n.I)
			case *ast.Select:
				need(n.X)
			case *ast.Assign:
				need(n.X, n.Y)
			case *ast.If:
				need(n.Cond)
			case *ast.Cast:
				need(n.X)
			}
			return true
		})
	}
	if terms < 2000 {
		t.Errorf("only %d terms", terms)
	}
}

// query is a program with an error and positions in it, each between the marks «n and ».
const query = `struct Pair { first: i32, second: f32 }
view back = reverse;
fn double(x: i32) -[t: cpu.thread]-> i32 { x + x }
fn k<n: nat>(v: &uniq gpu.global [f32; n * 32]) -[grid: gpu.grid<X<n>, X<32>>]-> () {
  sched(X) block in grid {
    let tile = alloc::<gpu.shared, [f32; 32]>();
    sched(X) «1thread» in block { «2tile»[[«3thread»]] = v.back.group::<32>[[block]][[thread]] }
  }
}
fn main() -[t: cpu.thread]-> i32 {
  let broken = ;
  let mut a = [1, 2, 3];
  let p = Pair { «4first»: 1, second: 2.0 };
  let r = &uniq a;
  let wrong: bool = «5double»(p.first);
  «6(*r)[0]» = 4;
  let second = p.«7second»;
  for i in 0..3 { a[«8i»] = «9nothing» }
  «A»a[0]
}
`

// place is where a mark stands in the text without marks, and that text.
func place(mark string) (text string, offset int) {
	var b strings.Builder
	for rest := query; rest != ""; {
		i := strings.IndexAny(rest, "«»")
		if i < 0 {
			b.WriteString(rest)
			break
		}
		b.WriteString(rest[:i])
		if rest = rest[i:]; strings.HasPrefix(rest, "«") {
			if rest = rest[len("«"):]; rest[:1] == mark {
				offset = b.Len()
			}
			rest = rest[1:]
		} else {
			rest = rest[len("»"):]
		}
	}
	return b.String(), offset
}

func TestQueries(t *testing.T) {
	describe := func(p *Program, s *Symbol) string {
		if s == nil {
			return "nothing"
		}
		line, _ := s.Decl.File.Position(s.Decl.Start)
		out := fmt.Sprintf("%s %s of line %d", s.Kind, s.Name, line)
		if s.Type != nil {
			out += ": " + descend.UserFormat(s.Type)
		}
		if s.Exec != nil {
			out += ": " + s.Exec.User()
		}
		return fmt.Sprintf("%s, %d uses", out, len(p.Uses(s)))
	}
	for mark, want := range map[string]string{
		"1": "execution resource thread of line 7: gpu.thread, 3 uses",
		"2": "variable tile of line 6: &uniq gpu.shared [f32; 32], 2 uses",
		"3": "execution resource thread of line 7: gpu.thread, 3 uses",
		"4": "field first of line 1, 3 uses",
		"5": "function double of line 3, 2 uses",
		"7": "field second of line 1, 3 uses",
		"8": "nat i of line 18, 2 uses",
		"9": "nothing",
	} {
		text, at := place(mark)
		p, f, _ := analyzeText(text)
		if got := describe(p, p.SymbolAt(f, at)); got != want {
			t.Errorf("%s is %s, want %s", mark, got, want)
		}
	}
	text, at := place("6")
	p, f, diags := analyzeText(text)
	if typ, x := p.TypeAt(f, at+1); x == nil || x.Span().Text() != "*r" || descend.UserFormat(typ) != "[i32; 3]" {
		t.Errorf("the type of a term is %v", typ)
	}
	if typ, x := p.TypeAt(f, at+6); x == nil || x.Span().Text() != "(*r)[0]" || descend.UserFormat(typ) != "i32" {
		t.Errorf("the type of an element is %v", typ)
	}
	lent := p.LentAt(f, at)
	if len(lent) != 1 || lent[0].Holder.Name != "r" || lent[0].Borrow.Span().Text() != "&uniq a" {
		t.Errorf("%v is lent", lent)
	}
	if _, after := place("7"); len(p.LentAt(f, after)) != 0 {
		t.Errorf("%v is lent after the last use", p.LentAt(f, after))
	}
	visible := func(mark string) string {
		var names []string
		_, at := place(mark)
		for _, s := range p.Visible(f, at) {
			names = append(names, s.Name)
		}
		return strings.Join(names, " ")
	}
	if got := visible("2"); got != "thread tile block grid v n" {
		t.Errorf("visible in the kernel: %s", got)
	}
	if got := visible("A"); got != "second wrong r p a broken t" {
		t.Errorf("visible at the end: %s", got)
	}
	for mark, want := range map[string]string{"1": "block", "2": "thread", "5": "t"} {
		if _, at := place(mark); p.ResourceAt(f, at).Name != want {
			t.Errorf("%s is executed by %s, want %s", mark, p.ResourceAt(f, at).Name, want)
		}
	}
	var codes []string
	for _, d := range diags.Sorted() {
		codes = append(codes, d.Code)
	}
	if got := strings.Join(codes, " "); got != "syntax mismatched-types unknown-name" {
		t.Errorf("errors %s", got)
	}
	if len(p.Items()) < 5 || p.Items()[0].Kind != Struct || p.Info.Variable(sema.PlaceOf(p.Items()[0].Node)) != nil {
		t.Errorf("items %v", p.Items())
	}
}
