package host

import (
	"fmt"
	"strings"

	llvm "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	"descend/backend/manifest"
	"descend/backend/runtime"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/ir"
)

// This file writes how C sees a program: the header, and the names and types of its functions.

// glue is the text that is being written.
type glue struct{ b strings.Builder }

func (g *glue) line(format string, args ...any) { fmt.Fprintf(&g.b, format+"\n", args...) }

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

// cParam is a parameter of a C function. elem is a scalar's type, "" for a pointer.
type cParam struct {
	decl, name, elem string
	result           bool
}

// abi is how C passes the parameter: small integers come extended.
func (p cParam) abi() (types.Type, []llvm.ParamAttribute) {
	signed, unsigned := []llvm.ParamAttribute{enum.ParamAttrSignExt}, []llvm.ParamAttribute{enum.ParamAttrZeroExt}
	switch p.elem {
	case "":
		return bytePtr, nil
	case "bool":
		return types.I1, unsigned
	case "i8":
		return types.I8, signed
	case "u8":
		return types.I8, unsigned
	case "i16":
		return types.I16, signed
	case "u16", "f16":
		return types.I16, unsigned
	case "i32", "u32":
		return types.I32, nil
	case "f32":
		return types.Float, nil
	case "f64":
		return types.Double, nil
	}
	return types.I64, nil
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
		elem := manifest.Scalar(p.Elem)
		t, name := ctypes[elem], fresh(p)
		if p.Kind.IsBuffer() {
			if !p.Written {
				t = "const " + t
			}
			t += " *"
			elem = ""
		} else {
			t += " "
		}
		out = append(out, cParam{t + name, name, elem, false})
	}
	for _, p := range c.results {
		t, name := ctypes[manifest.Scalar(p.Elem)]+" *", fresh(p)
		if p.Kind.IsBuffer() {
			t += "*"
		}
		out = append(out, cParam{t + name, name, "", true})
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
