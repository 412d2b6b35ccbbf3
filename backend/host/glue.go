package host

import (
	"fmt"
	"strconv"
	"strings"

	"descend/backend/manifest"
	"descend/backend/runtime"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/nat"
	"descend/ir"
)

// This file writes the C part of a program: descriptors of its functions (runtime.h), expressions over their
// nats, and the functions that C calls.

// glue is the C text that is being written.
type glue struct {
	b     strings.Builder
	exprs map[string]string // names of the functions of expressions, by nats and text
}

func (g *glue) line(format string, args ...any) { fmt.Fprintf(&g.b, format+"\n", args...) }

// C is the C part. entry, if not empty, is the function that a main calls by default.
func (p *Program) C(entry string) (string, error) {
	cs, err := p.callables()
	if err != nil {
		return "", err
	}
	g := &glue{exprs: map[string]string{}}
	g.line("/* The outside of the program %s. */", p.Name)
	g.line("#include \"runtime.h\"\n")
	g.line("static descend_program program;\n")
	for i, im := range p.device.Images {
		g.line("static const char ptx%d[] =", i)
		for l := range strings.Lines(string(im.PTX)) {
			g.line("\t%s", quote(l))
		}
		g.line("\t\"\";\n")
	}
	for _, c := range cs {
		if err := g.callable(p, c); err != nil {
			return "", err
		}
	}
	cs = fromOutside(cs)
	g.line("static const descend_function functions[] = {")
	for _, c := range cs {
		kernel, entry := "NULL", "NULL"
		if c.kernel != nil {
			kernel = "&" + c.kernel.descriptor
		} else {
			entry = c.function.entry
		}
		g.line("\t{%s, %d, %d, %d, %d, %s__params, %s__results, %s__clauses, %s, %s},", quote(c.name), len(c.params), len(c.results), len(c.nats()),
			len(c.requires), c.symbol, c.symbol, c.symbol, kernel, entry)
	}
	g.line("\t{0}};\n")
	g.line("static const descend_image images[] = {")
	for i, im := range p.device.Images {
		g.line("\t{%s, ptx%d},", strings.TrimRight(strings.TrimPrefix(im.Target, "sm_"), "af"), i)
	}
	g.line("\t{0}};\n")
	g.line("static const descend_check checks[] = {")
	for _, k := range p.checks {
		g.line("\t{{%s, %d, %d}, %s, %s},", quote(k.File), k.Line, k.Column, quote(string(k.Kind)), quote(k.Text))
	}
	g.line("\t{{0}, NULL, NULL}};\n")
	g.line("static const char *const check_kernels[] = {")
	for _, op := range p.device.Checks {
		g.line("\t%s,", quote(kernelAround(op)))
	}
	g.line("\tNULL};\n")
	g.line("static descend_program program = {%s, %d, %d, %d, functions, images, checks, check_kernels, {NULL}, NULL};\n", quote(p.Name), len(cs), len(p.device.Images), len(p.checks))
	g.line("__attribute__((constructor)) static void start(void) { descend_register(&program); }\n")
	for i, c := range cs {
		g.wrapper(c, i)
	}
	if entry != "" {
		g.line("int main(int argc, char **argv) { return descend_main(&program, %s, argc, argv); }", quote(entry))
	}
	return g.b.String(), nil
}

// callable writes the descriptor parts of a function or kernel.
func (g *glue) callable(p *Program, c *callable) error {
	if c.function != nil {
		g.line("void %s(void **args);", c.function.entry)
	}
	nats := c.nats()
	for _, l := range []struct {
		suffix string
		list   []manifest.Param
	}{{"params", c.params}, {"results", c.results}} {
		var rows []string
		for _, x := range l.list {
			row, err := g.param(x, nats)
			if err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
			rows = append(rows, row)
		}
		g.line("static const descend_param %s__%s[] = {", c.symbol, l.suffix)
		for _, r := range rows {
			g.line("\t%s,", r)
		}
		g.line("\t{0}};")
	}
	var rows []string
	for i, k := range c.requires {
		name := fmt.Sprintf("%s__clause%d", c.symbol, i)
		g.clause(name, k, nats)
		rows = append(rows, fmt.Sprintf("{%s, %s}", quote(k.Clause()), name))
	}
	g.line("static const descend_clause %s__clauses[] = {%s};\n", c.symbol, strings.Join(append(rows, "{0}"), ", "))
	if c.kernel != nil {
		return g.kernel(c.kernel, p.device.Symbols[c.name], nats)
	}
	return nil
}

// param is the initializer of a descriptor.
func (g *glue) param(p manifest.Param, nats []string) (string, error) {
	kind := map[contract.Kind]string{contract.Ref: "DESCEND_REF", contract.Box: "DESCEND_BOX", contract.Nat: "DESCEND_NAT"}[p.Kind]
	if kind == "" {
		kind = "DESCEND_SCALAR"
	}
	elem := Scalar(p.Elem)
	text := p.Type
	if text == "" {
		text = elem
	}
	if p.Kind == contract.Nat {
		text = "nat"
	}
	align := sizes[elem]
	if p.Align > 0 {
		align = int(p.Align)
	}
	shape := "NULL"
	if p.Kind.IsBuffer() && len(p.Shape) > 0 {
		var fns []string
		for _, s := range p.Shape {
			fn, err := g.expr(s, nats)
			if err != nil {
				return "", err
			}
			fns = append(fns, fn)
		}
		shape = "(descend_expr *const[]){" + strings.Join(fns, ", ") + "}"
	}
	complex := "NULL"
	if p.Complex != "" {
		complex = quote(map[string]string{"complex64": "<c8", "complex128": "<c16"}[p.Complex])
	}
	enums := "NULL"
	stride := int64(sizes[elem])
	if len(p.Enums) > 0 {
		var list []string
		for _, e := range p.Enums {
			var names []string
			for _, v := range e.Variants {
				names = append(names, quote(v))
			}
			list = append(list, fmt.Sprintf("{%d, %d, (const char *const[]){%s}}", e.At, len(names), strings.Join(names, ", ")))
		}
		enums = "(const descend_enum[]){" + strings.Join(list, ", ") + "}"
		if n := len(p.Shape); p.Elem == "ui8" { // structs are bytes
			stride, _ = p.Shape[n-1].Const()
		}
	}
	return fmt.Sprintf("{%s, %s, %s, %s, %t, %t, %d, %d, %d, %s, %s, %d, %d, %s}", quote(p.FullName()), quote(text), quote(elem), kind,
		p.Mem == "gpu.global", p.Written, sizes[elem], align, len(p.Shape), shape, complex, stride, len(p.Enums), enums), nil
}

// variants are the names of the variants of a scalar that is an enum, with their numbers.
func variants(p manifest.Param) string {
	var names []string
	for _, e := range p.Enums {
		for i, v := range e.Variants {
			names = append(names, fmt.Sprintf("%d %s", i, v))
		}
	}
	return strings.Join(names, ", ")
}

// kernel writes the descriptor of a kernel.
func (g *glue) kernel(k *Kernel, symbol string, nats []string) error {
	var dims []string
	for _, e := range append(k.Grid[:], k.Block[:]...) {
		fn, err := g.expr(e, nats)
		if err != nil {
			return fmt.Errorf("%s: %w", k.name, err)
		}
		dims = append(dims, fn)
	}
	shared, err := g.expr(k.SharedDynamic, nats)
	if err != nil {
		return fmt.Errorf("%s: %w", k.name, err)
	}
	var args []byte
	for _, p := range k.Params {
		if p.Kind.IsBuffer() {
			args = append(args, 'p')
		} else {
			args = append(args, 's')
		}
	}
	cpu := "NULL"
	if k.cpu != "" {
		cpu = k.entry
		g.line("void %s(void **args, const uint64_t dims[6], uint64_t x, uint64_t end, uint64_t y, uint64_t z, void *shared);", cpu)
	}
	g.line("__attribute__((visibility(\"hidden\"))) const descend_kernel %s = {%s, %s, %s, %t, %t, %s, &program, {%s}, %s};\n", k.descriptor,
		quote(k.name), quote(symbol), cpu, k.strips, contract.IsCooperative(k.op), quote(string(args)), strings.Join(dims, ", "), shared)
	return nil
}

// expr is the function that computes an expression.
func (g *glue) expr(text contract.Size, nats []string) (string, error) {
	key := strings.Join(nats, ",") + ";" + string(text)
	if g.exprs[key] != "" {
		return g.exprs[key], nil
	}
	e, err := text.Expr()
	if err != nil {
		return "", fmt.Errorf("the expression %q: %w", text, err)
	}
	name := fmt.Sprintf("expr%d", len(g.exprs))
	g.exprs[key] = name
	g.line("static bool %s(const int64_t *nats, int64_t *value) { /* %s */\n\tbool ok = true;\n\t(void)nats;\n\t*value = %s;\n\treturn ok;\n}", name, text, cExpr(e.Tree(), nats))
	return name, nil
}

// clause writes the function that decides a constraint.
func (g *glue) clause(name string, k nat.Constraint, nats []string) {
	g.line("static bool %s(const int64_t *nats) { /* %s */\n\tbool ok = true;\n\tint64_t a = %s, b = %s;\n\t(void)nats;", name, k.Clause(), cExpr(k.L.Tree(), nats), cExpr(k.R.Tree(), nats))
	op := map[nat.Rel]string{nat.EQ: "a == b", nat.NE: "a != b", nat.LT: "a < b", nat.LE: "a <= b", nat.GT: "a > b", nat.GE: "a >= b",
		nat.Divides: "descend_nat_divides(a, b)", nat.NotDivides: "!descend_nat_divides(a, b)", nat.Pow2: "a > 0 && b == 1 && (a & (a - 1)) == 0"}[k.Rel]
	g.line("\treturn ok && %s;\n}", op)
}

// cExpr is a C expression; overflow makes ok false.
func cExpr(n *nat.Node, nats []string) string {
	call := func(name, rest string) string {
		out := cExpr(n.Args[0], nats)
		for _, a := range n.Args[1:] {
			out = "descend_nat_" + name + "(" + out + ", " + cExpr(a, nats) + rest + ")"
		}
		return out
	}
	switch n.Op {
	case nat.OpConst:
		if n.Value.IsInt64() {
			return "INT64_C(" + n.Value.String() + ")"
		}
	case nat.OpVar:
		for i, name := range nats {
			if name == n.Name {
				return "nats[" + strconv.Itoa(i) + "]"
			}
		}
	case nat.OpAdd:
		return call("add", ", &ok")
	case nat.OpSub:
		return call("sub", ", &ok")
	case nat.OpMul:
		return call("mul", ", &ok")
	case nat.OpDiv:
		return call("div", ", &ok")
	case nat.OpMod:
		return call("mod", ", &ok")
	case nat.OpMin:
		return call("min", "")
	case nat.OpMax:
		return call("max", "")
	}
	return "(ok = false, INT64_C(0))" // a value that is not representable
}

// wrapper writes the function that C calls.
func (g *glue) wrapper(c *callable, index int) {
	var args []string
	for _, p := range cParams(c) {
		args = append(args, "(void *)&"+p.name)
		if p.result {
			args[len(args)-1] = "(void *)" + p.name
		}
	}
	if len(args) == 0 {
		args = []string{"NULL"}
	}
	g.line("DESCEND_API %s {\n\tvoid *args[] = {%s};\n\treturn descend_invoke(&functions[%d], args);\n}\n", prototype(c), strings.Join(args, ", "), index)
}

// cParam is a parameter of a C function.
type cParam struct {
	decl, name string
	result     bool
}

// reserved are C's and C++'s words that a parameter cannot have as its name, and that a program may use.
var reserved = strings.Fields(`alignas alignof and and_eq asm auto bitand bitor bool break case catch char class compl concept const
	consteval constexpr const_cast continue co_await co_return co_yield decltype default delete do double dynamic_cast else enum explicit
	export extern false float for friend goto if inline int long mutable namespace new noexcept not not_eq nullptr operator or or_eq private
	protected public register reinterpret_cast requires restrict return short signed sizeof static static_assert static_cast struct switch
	template this thread_local throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t while xor xor_eq
	NULL errno`)

// cParams are the parameters of a C function: those of the function, and pointers to where results go.
func cParams(c *callable) []cParam {
	used := map[string]bool{}
	for _, r := range reserved {
		used[r] = true
	}
	fresh := func(p manifest.Param) string {
		name := Identifier(strings.ReplaceAll(p.FullName(), ".", "_"))
		for used[name] {
			name += "_"
		}
		used[name] = true
		return name
	}
	var out []cParam
	for _, p := range c.params {
		t, name := ctypes[Scalar(p.Elem)], fresh(p)
		if p.Kind.IsBuffer() {
			if !p.Written {
				t = "const " + t
			}
			t += " *"
		} else {
			t += " "
		}
		out = append(out, cParam{t + name, name, false})
	}
	for _, p := range c.results {
		t, name := ctypes[Scalar(p.Elem)]+" *", fresh(p)
		if p.Kind.IsBuffer() {
			t += "*"
		}
		out = append(out, cParam{t + name, name, true})
	}
	return out
}

// prototype is the declaration of a C function.
func prototype(c *callable) string {
	var ps []string
	for _, p := range cParams(c) {
		ps = append(ps, p.decl)
	}
	if len(ps) == 0 {
		ps = []string{"void"}
	}
	return "int " + c.symbol + "(" + strings.Join(ps, ", ") + ")"
}

// quote is a C string literal.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\t':
			b.WriteString(`\t`)
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c == '?':
			b.WriteString(`\?`) // no trigraphs
		case c < ' ' || c > '~':
			fmt.Fprintf(&b, "\\%03o", c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// Header is the C header of the program.
func (p *Program) Header() (string, error) {
	cs, err := p.callables()
	if err != nil {
		return "", err
	}
	g := &glue{}
	guard := strings.ToUpper(p.Name) + "_H"
	g.line("/* The functions of the Descend program %s, for C11 and C++17. */", p.Name)
	g.line("#ifndef %s\n#define %s\n", guard, guard)
	g.b.WriteString(runtime.Header)
	g.line("\n#ifdef __cplusplus\nextern \"C\" {\n#endif")
	for _, c := range fromOutside(cs) {
		g.line("\n%s\n%s;", comment(c), prototype(c))
	}
	g.line("\n#ifdef __cplusplus\n}\n#endif\n#endif")
	return g.b.String(), nil
}

// comment says what a caller must know.
func comment(c *callable) string {
	var l []string
	what := "Calls " + c.name
	if c.kernel != nil {
		what = fmt.Sprintf("Runs the kernel %s with %s blocks of %s threads", c.name, extents(c.kernel.Grid), extents(c.kernel.Block))
	}
	l = append(l, what+"; gives 0, or another number on an error (descend_error).")
	names := cParams(c)
	for i, p := range append(append([]manifest.Param{}, c.params...), c.results...) {
		where := ""
		if p.Mem == "gpu.global" {
			where = " in memory of the device"
		}
		switch {
		case p.Kind == contract.Box && i >= len(c.params) && where != "":
			where += "; the caller frees it with descend_free"
		case p.Kind == contract.Box && i >= len(c.params):
			where += "; the caller frees it with free"
		case p.Kind == contract.Box && where != "":
			where += ", of descend_alloc; the function frees it"
		case p.Kind == contract.Box:
			where += ", of malloc; the function frees it"
		}
		switch {
		case p.Kind == contract.Scalar && len(p.Enums) > 0:
			l = append(l, fmt.Sprintf("%s: %s.", names[i].name, variants(p)))
		case p.Kind.IsBuffer() && p.Written && i < len(c.params):
			l = append(l, fmt.Sprintf("%s: %s%s, overlaps no other argument.", names[i].name, p.Type, where))
		case p.Kind.IsBuffer():
			l = append(l, fmt.Sprintf("%s: %s%s.", names[i].name, p.Type, where))
		}
	}
	for _, r := range c.requires {
		l = append(l, "Needs "+r.Clause()+".")
	}
	return "/* " + strings.Join(l, "\n * ") + " */"
}

func extents(d [3]contract.Size) contract.Size {
	out := d[0]
	for _, e := range d[1:] {
		if e != "1" {
			out = d[0] + " x " + d[1]
		}
	}
	if d[2] != "1" {
		out += " x " + d[2]
	}
	return out
}

// kernelAround is the name of the kernel that an operation stands in.
func kernelAround(op *ir.Operation) string {
	for ; op != nil; op = op.Parent() {
		if k, ok := ir.As[gpu.FuncOp](op); ok {
			return ir.SymbolName(k.Operation)
		}
	}
	return ""
}
