package main

import (
	"fmt"
	"slices"
	"strings"

	"descend/ir"
	"descend/ir/bail"
)

// Parse makes a module of a program; what is wrong with it is reported, and there is no module then.
func Parse(c *ir.Context, file, src string, diags *ir.Diagnostics) *ir.Operation {
	var wrong *mistake
	m := func() (m *ir.Operation) {
		defer bail.Catch(&wrong)
		return emit(c, file, read(c, file, src))
	}()
	if wrong != nil {
		diags.Errorf(wrong.at, "", "%s", wrong.text)
		return nil
	}
	return m
}

// emitter makes the operations of one function.
type emitter struct {
	*ir.Builder
	functions map[string]*Function
	variables map[string]*ir.Value
}

// emit makes a toy.func of each function. Arrays are tensor<*xf64> where the program does not say more.
func emit(c *ir.Context, file string, program []*Function) *ir.Operation {
	b := ir.NewBuilder(c).Detached()
	body := ir.NewBlock(b.Loc())
	m := b.OpR("builtin.module", nil, nil, []*ir.Region{ir.NewRegion(body)})
	functions := map[string]*Function{}
	for _, f := range program {
		if functions[f.Name] != nil || builtins[f.Name] {
			fail(f.At, "there is a function %s already", f.Name)
		}
		functions[f.Name] = f
	}
	main := functions["main"]
	switch {
	case main == nil:
		fail(c.FileLoc(file, 1, 1), "the program has no function main")
	case len(main.Params) > 0 || main.gives():
		fail(main.At, "main has no parameters and no result")
	}
	checkRecursion(program, functions)
	for _, f := range program {
		e := &emitter{b.AtEnd(body), functions, map[string]*ir.Value{}}
		e.function(f)
	}
	return m
}

// gives says whether a function has a result.
func (f *Function) gives() bool {
	return slices.ContainsFunc(f.Body, func(s Statement) bool { return s.Return && s.Value != nil })
}

// builtins are called like functions, and are operations.
var builtins = map[string]bool{"transpose": true, "print": true}

// checkRecursion refuses functions that call themselves, which would never end as there are no conditions.
func checkRecursion(program []*Function, functions map[string]*Function) {
	var path []*Function
	done := map[*Function]bool{}
	var visit func(f *Function)
	visit = func(f *Function) {
		path = append(path, f)
		for _, s := range f.Body {
			for call := range calls(s.Value) {
				callee := functions[call.Callee]
				if i := slices.Index(path, callee); callee != nil && i >= 0 {
					var names []string
					for _, p := range append(path[i:], callee) {
						names = append(names, p.Name)
					}
					fail(call.at, "a function must not call itself: %s", strings.Join(names, " calls "))
				}
				if callee != nil && !done[callee] {
					visit(callee)
				}
			}
		}
		path = path[:len(path)-1]
		done[f] = true
	}
	for _, f := range program {
		visit(f)
	}
}

// calls iterates over the calls in an expression.
func calls(e Expr) func(yield func(*Call) bool) {
	return func(yield func(*Call) bool) {
		var walk func(e Expr) bool
		walk = func(e Expr) bool {
			switch e := e.(type) {
			case *Binary:
				return walk(e.Left) && walk(e.Right)
			case *Call:
				return !slices.ContainsFunc(e.Args, func(a Expr) bool { return !walk(a) }) && yield(e)
			}
			return true
		}
		walk(e)
	}
}

func (e *emitter) function(f *Function) {
	array := e.Ctx.UnrankedTensorType(e.Ctx.F64())
	inputs := slices.Repeat([]ir.Type{array}, len(f.Params))
	var results []ir.Type
	if f.gives() {
		results = []ir.Type{array}
	}
	attrs := []ir.NamedAttr{
		ir.Attr("sym_name", e.Ctx.StringAttr(f.Name)),
		ir.Attr("function_type", e.Ctx.TypeAttr(e.Ctx.FunctionType(inputs, results))),
	}
	if f.Name != "main" {
		attrs = append(attrs, ir.Attr("sym_visibility", e.Ctx.StringAttr("private")))
	}
	block := ir.NewBlock(f.At)
	for _, p := range f.Params {
		e.declare(p.at, p.Name, block.AddArg(array, p.at))
	}
	e.At(f.At).OpR("toy.func", nil, nil, []*ir.Region{ir.NewRegion(block)}, attrs...)
	e.AtEnd(block)
	for i, s := range f.Body {
		switch {
		case s.Return && i < len(f.Body)-1:
			fail(f.Body[i+1].At, "nothing is done behind a return")
		case s.Return && s.Value == nil:
			e.At(s.At).Op("toy.return", nil, nil)
		case s.Return:
			v := e.expr(s.Value)
			if v.Type() != array {
				v = e.At(s.At).Op("toy.cast", []*ir.Value{v}, []ir.Type{array}).Result(0)
			}
			e.At(s.At).Op("toy.return", []*ir.Value{v}, nil)
		case s.Var != "":
			v := e.expr(s.Value)
			if s.Shape != nil {
				v = e.At(s.At).Op("toy.reshape", []*ir.Value{v}, []ir.Type{e.Ctx.TensorType(s.Shape, e.Ctx.F64(), nil)}).Result(0)
			}
			e.declare(s.At, s.Var, v)
		default:
			call, ok := s.Value.(*Call)
			if !ok {
				fail(s.Value.Place(), "nobody uses this value")
			}
			e.call(call)
		}
	}
	if n := len(f.Body); n == 0 || !f.Body[n-1].Return {
		e.At(f.At).Op("toy.return", nil, nil)
	}
}

func (e *emitter) declare(at ir.Location, name string, v *ir.Value) {
	if e.variables[name] != nil {
		fail(at, "there is a variable %s already", name)
	}
	e.variables[name] = v
}

// expr makes the value of an expression.
func (e *emitter) expr(x Expr) *ir.Value {
	array := []ir.Type{e.Ctx.UnrankedTensorType(e.Ctx.F64())}
	switch x := x.(type) {
	case *Literal:
		var elems []ir.Attribute
		for _, v := range x.Elements {
			elems = append(elems, e.Ctx.FloatAttr(v, e.Ctx.F64()))
		}
		t := e.Ctx.TensorType(x.Shape, e.Ctx.F64(), nil)
		return e.At(x.at).Op("toy.constant", nil, []ir.Type{t}, ir.Attr("value", e.Ctx.DenseOf(t, elems...))).Result(0)
	case *Name:
		v := e.variables[x.Name]
		if v == nil {
			fail(x.at, "there is no variable %s here", x.Name)
		}
		return v
	case *Binary:
		l, r := e.expr(x.Left), e.expr(x.Right)
		return e.At(x.at).Op(map[string]string{"+": "toy.add", "*": "toy.mul"}[x.Op], []*ir.Value{l, r}, array).Result(0)
	}
	call := x.(*Call)
	if v := e.call(call); v != nil {
		return v
	}
	fail(call.at, "%s gives no value", call.Callee)
	return nil
}

// call makes a call, of a function or of an operation, and gives its value, nil if it has none.
func (e *emitter) call(x *Call) *ir.Value {
	want := 1
	f := e.functions[x.Callee]
	if !builtins[x.Callee] {
		if f == nil {
			fail(x.at, "there is no function %s", x.Callee)
		}
		want = len(f.Params)
	}
	if len(x.Args) != want {
		fail(x.at, "%s takes %s, and is given %d", x.Callee, count(want, "argument"), len(x.Args))
	}
	var args []*ir.Value
	for _, a := range x.Args {
		args = append(args, e.expr(a))
	}
	array := []ir.Type{e.Ctx.UnrankedTensorType(e.Ctx.F64())}
	e.At(x.at)
	switch {
	case x.Callee == "print":
		e.Op("toy.print", args, nil)
		return nil
	case x.Callee == "transpose":
		return e.Op("toy.transpose", args, array).Result(0)
	case f.gives():
		return e.Op("toy.generic_call", args, array, ir.Attr("callee", e.Ctx.SymbolRef(f.Name))).Result(0)
	}
	e.Op("toy.generic_call", args, nil, ir.Attr("callee", e.Ctx.SymbolRef(f.Name)))
	return nil
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
