package lower

import (
	"fmt"
	"slices"
	"strings"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/ir"
)

// This file puts the functions that are arguments in the place of the parameters that are functions. An instance knows them:
// it calls them, and what they captured are further parameters.
//
//	call @map(%f, %x)   // %f = function @scaled(%by)      ->  call @map(%x, %by)
//	func @map(%op, %x) { %0 = read %op; apply %0(%1) }     ->  func @map(%x, %by) { %0 = read %by; call @scaled(%1, %0) }

// boundFunction is a function for a parameter, in terms of the instance.
type boundFunction struct {
	key      string
	attrs    []ir.NamedAttr // of the calls
	captured []ir.Type
}

// takesFunctions says whether a parameter of f is a function.
func takesFunctions(f descend.FuncOp) bool {
	return f.Type() != nil && slices.ContainsFunc(f.Type().Inputs, isFunction)
}

func isFunction(t ir.Type) bool {
	_, ok := t.(*descend.FnType)
	return ok
}

// functionArgs are the functions among the arguments of a call or launch.
func functionArgs(call *ir.Operation) (out []descend.FunctionOp) {
	for _, v := range call.Operands() {
		if o, ok := ir.DefinedBy[descend.FunctionOp](v); ok {
			out = append(out, o)
		}
	}
	return out
}

// captureArgs gives a call what its functions captured in their place, behind the other arguments.
func captureArgs(call *ir.Operation) {
	var rest, captured []*ir.Value
	for _, v := range call.Operands() {
		if o, ok := ir.DefinedBy[descend.FunctionOp](v); ok {
			captured = append(captured, o.Operands()...)
		} else {
			rest = append(rest, v)
		}
	}
	call.SetOperands(append(rest, captured...)...)
}

// boundTo is the function o of the caller for the i-th such parameter of f. The sizes of the caller in its generic arguments become
// further nats of the instance, op$0, op$1, .., whose values are added to s.
func (in *instantiator) boundTo(f descend.FuncOp, i int, o descend.FunctionOp, s *descend.Subst) (boundFunction, []string) {
	b := boundFunction{attrs: []ir.NamedAttr{ir.Attr("callee", o.Attr("callee"))}}
	key := []string{o.Callee()}
	var sizes []string
	g := in.funcs[o.Callee()]
	given := descend.Instantiation(o.Operation, g)
	lists := map[string][]ir.Attribute{}
	for j, p := range g.Generics() {
		own := fmt.Sprintf("fn%d_%d", i, j)
		switch p.Kind {
		case "nat":
			e := given.Nats[p.Name]
			if _, isConst := e.Const(); !isConst {
				t, names := ownSizes(f, own, descend.Array(in.ctx, in.ctx.I1(), e), s)
				e, sizes = t.(*descend.ArrayType).Size, append(sizes, names...)
			}
			lists["nats"] = append(lists["nats"], descend.Nat(in.ctx, e))
			key = append(key, e.String())
		case "mem":
			lists["mems"] = append(lists["mems"], in.ctx.StringAttr(string(given.Mem(descend.Mem(p.Name)))))
			key = append(key, string(given.Mem(descend.Mem(p.Name))))
		case "dty":
			t, names := ownSizes(f, own, given.Types[p.Name], s)
			sizes = append(sizes, names...)
			lists["types"] = append(lists["types"], in.ctx.TypeAttr(t))
			key = append(key, descend.Format(t))
		}
	}
	for _, k := range []string{"mems", "nats", "types"} {
		if l := lists[k]; len(l) > 0 {
			b.attrs = append(b.attrs, ir.Attr(k, in.ctx.ArrayAttr(l...)))
		}
	}
	for _, v := range o.Operands() {
		b.captured = append(b.captured, v.Type())
	}
	b.key = strings.Join(key, ";")
	return b, sizes
}

// bindFunctions puts functions in the place of the parameters of f that are such.
func bindFunctions(f descend.FuncOp, given []boundFunction) {
	if len(given) == 0 {
		return
	}
	var captured []*ir.Value
	next := 0
	for _, p := range f.Params() {
		if !isFunction(descend.ElemOf(p)) {
			continue
		}
		var places []*ir.Value
		for _, t := range given[next].captured {
			places = append(places, f.Body(0).AddArg(descend.Place(f.Context(), t), p.Location()))
		}
		for _, u := range p.Users() { // they read it
			u.ReplaceWith(functionOf(u, given[next], places))
		}
		captured = append(captured, places...)
		next++
	}
	for _, a := range slices.Collect(ir.AllOf[descend.ApplyOp](f.Operation)) {
		called(a)
	}
	replaceParams(f, captured)
}

// functionOf makes a function with what it captured where a parameter was read.
func functionOf(read *ir.Operation, g boundFunction, places []*ir.Value) *ir.Value {
	b := ir.NewBuilder(read.Context()).Before(read).At(read.Loc())
	var captured []*ir.Value
	for i, p := range places {
		captured = append(captured, b.Op("descend.read", []*ir.Value{p}, []ir.Type{g.captured[i]}).Result(0))
	}
	return b.Op("descend.function", captured, []ir.Type{read.Result(0).Type()}, g.attrs...).Result(0)
}

// called makes a call of the function that an apply is of.
func called(a descend.ApplyOp) {
	o, ok := ir.DefinedBy[descend.FunctionOp](a.Operand(0))
	if !ok {
		return
	}
	b := ir.NewBuilder(a.Context()).Before(a.Operation).At(a.Loc())
	operands := append([]*ir.Value{a.Operand(1)}, a.Args()...)
	var attrs []ir.NamedAttr
	for _, n := range []string{"callee", "nats", "mems", "types"} {
		if v := o.Attr(n); v != nil {
			attrs = append(attrs, ir.Attr(n, v))
		}
	}
	a.ReplaceWith(b.Op("descend.call", append(operands, o.Operands()...), []ir.Type{a.Result(0).Type()}, attrs...).Result(0))
}

// replaceParams takes the parameters that are functions away from the signature, and adds those that were captured.
func replaceParams(f descend.FuncOp, captured []*ir.Value) {
	c, t := f.Context(), f.Type()
	body := f.Body(0)
	in := slices.DeleteFunc(slices.Clone(t.Inputs), isFunction)
	lists := map[string][]ir.Attribute{}
	more := map[string]ir.Attribute{"arg_names": c.StringAttr("captured"), "arg_owners": exec.NewPathAttr(c, nil), "arg_mut": c.BoolAttr(false), "arg_exclusive": c.BoolAttr(false)}
	for name := range more {
		if l, ok := f.Attr(name).(*ir.ArrayAttr); ok {
			for i, e := range l.Elems {
				if !isFunction(t.Inputs[i]) {
					lists[name] = append(lists[name], e)
				}
			}
		}
	}
	for _, v := range captured {
		in = append(in, descend.ElemOf(v))
	}
	for name, a := range more {
		if f.HasAttr(name) {
			for range captured {
				lists[name] = append(lists[name], a)
			}
			f.SetAttr(name, c.ArrayAttr(lists[name]...))
		}
	}
	for i := len(t.Inputs) - 1; i >= 0; i-- {
		if isFunction(t.Inputs[i]) {
			body.EraseArg(i + 1)
		}
	}
	f.SetAttr("function_type", c.TypeAttr(c.FunctionType(in, t.Results)))
}

// eraseFunctions removes the functions that calls took, but not the conditions that are checked where they are.
func eraseFunctions(f descend.FuncOp) {
	for _, o := range slices.Collect(ir.AllOf[descend.FunctionOp](f.Operation)) {
		if checks := o.Attr("checks"); checks != nil {
			b := ir.NewBuilder(o.Context()).Before(o.Operation).At(o.Loc())
			block := ir.NewBlock(o.Loc())
			b.OpR("descend.scope", nil, nil, []*ir.Region{ir.NewRegion(block)}).SetAttr("checks", checks)
			descend.NewYield(b.AtEnd(block))
		}
		o.Erase()
	}
}
