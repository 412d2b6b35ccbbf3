// Package check holds the access-safety checks: verifier passes over the descend dialect, one rule of the
// language each (docs/checks.md). They work on polymorphic functions, symbolically in the nats, and
// report diagnostics; a program that passes them all has no data race, no misplaced barrier and no access
// outside of its memory.
//
// An operation that one check has reported is poison for the later ones (attribute descend.poison): one
// mistake gives one error. What the checks prove is written on the IR as attributes, and lowering reads only
// that.
package check

import (
	"slices"
	"strconv"
	"strings"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/dialects/view"
	"descend/ir"
	"descend/passes"
	"descend/passes/dataflow"
	"descend/passes/place"
)

// poisonAttr marks operations that a check has reported.
const poisonAttr = "descend.poison"

// moduleState is what the checks share: the functions of the program and what several checks ask of them.
type moduleState struct {
	c    *passes.Context
	fns  map[string]descend.FuncOp
	info map[string]*funcInfo
	// order lists the functions with the callees before their callers, as far as there is no recursion.
	order []descend.FuncOp
	// cyclic are the functions that call themselves, perhaps through others, with the first of them.
	cyclic map[string]string
	// failed are the operations with errors, with the code; those of the first known findings.
	failed map[*ir.Operation]string
	known  int
	memo   *sharedFacts
	// last is the latest resolver.
	last   *place.Resolver
	lastOf *ir.Operation
}

// funcInfo is what the first look at a function finds.
type funcInfo struct {
	calls  []call
	allocs []*ir.Operation
	syncs  bool // there is a barrier in its body
}

// call is a call or launch.
type call struct {
	callee string
	op     *ir.Operation
}

func newModuleState(c *passes.Context) *moduleState {
	m := &moduleState{c: c, fns: map[string]descend.FuncOp{}, info: map[string]*funcInfo{}, cyclic: map[string]string{},
		failed: map[*ir.Operation]string{}, memo: &sharedFacts{byKey: map[string]*nat.Facts{}}}
	var all []descend.FuncOp
	collect := func(op *ir.Operation) {
		if f, ok := op.Typed().(descend.FuncOp); ok {
			name := ir.SymbolName(op)
			m.fns[name], m.info[name] = f, look(f)
			all = append(all, f)
		}
	}
	if c.Op.Is("descend.func") {
		collect(c.Op)
	} else {
		c.Op.Walk(func(op *ir.Operation) ir.WalkResult {
			if op.Is("descend.func") {
				collect(op)
				return ir.Skip
			}
			return ir.Advance
		})
	}
	m.sort(all)
	return m
}

// look takes a first look at a function.
func look(f descend.FuncOp) *funcInfo {
	info := &funcInfo{}
	f.Walk(func(op *ir.Operation) ir.WalkResult {
		if n, ok := calleeName(op); ok {
			info.calls = append(info.calls, call{n, op})
		} else if op.Is("exec.sync") {
			info.syncs = true
		} else if op.Is("descend.alloc") {
			info.allocs = append(info.allocs, op)
		}
		return ir.Advance
	})
	return info
}

// errors are the operations that errors were reported of so far, with the codes.
func (m *moduleState) errors() map[*ir.Operation]string {
	if m.c.Diags.Len() > m.known {
		for _, d := range m.c.Diags.InOrder()[m.known:] {
			if d.Severity == ir.Error && d.Op != nil {
				m.failed[d.Op] = d.Code
			}
			m.known++
		}
	}
	return m.failed
}

// resolver resolves the places of a function. It is kept until that of another function is asked for.
func (m *moduleState) resolver(f descend.FuncOp) *place.Resolver {
	if m.lastOf != f.Operation {
		m.last, m.lastOf = place.New(f.Operation), f.Operation
	}
	return m.last
}

// factsChanged says that the where clauses of a function may not be those of before.
func (m *moduleState) factsChanged(f descend.FuncOp) {
	if m.lastOf == f.Operation {
		m.last.ForgetFacts()
	}
}

// calleeName is the function that a call or launch names.
func calleeName(op *ir.Operation) (string, bool) {
	switch o := op.Typed().(type) {
	case descend.CallOp:
		return o.Callee(), true
	case descend.LaunchOp:
		return o.Callee(), true
	}
	return "", false
}

// shownName is the name of a function as users write it: its instances for views have a number behind a `$`.
func shownName(name string) string {
	name, _, _ = strings.Cut(name, "$")
	return name
}

// sort finds the order and the cycles.
func (m *moduleState) sort(all []descend.FuncOp) {
	names := make([]string, len(all))
	for i, f := range all {
		names[i] = ir.SymbolName(f.Operation)
	}
	callees := func(f string) (list []string) {
		for _, c := range m.info[f].calls {
			if m.info[c.callee] != nil {
				list = append(list, c.callee)
			}
		}
		return list
	}
	for _, comp := range dataflow.Components(names, callees) {
		first := comp[len(comp)-1]
		for _, f := range comp {
			m.order = append(m.order, m.fns[f])
			if len(comp) > 1 || slices.Contains(callees(f), f) {
				m.cyclic[f] = first
			}
		}
	}
}

// fail reports an error at op and poisons it.
func (m *moduleState) fail(op *ir.Operation, slug, format string, args ...any) *ir.Diagnostic {
	return failAt(m.c, op, op.Loc(), slug, format, args...)
}

// failAt reports an error of op at loc and poisons op.
func failAt(c *passes.Context, op *ir.Operation, loc ir.Location, slug, format string, args ...any) *ir.Diagnostic {
	setPoison(op)
	d := c.Diags.Errorf(loc, slug, format, args...)
	d.Op = op
	return d
}

// setPoison marks an operation as reported.
func setPoison(op *ir.Operation) { op.SetAttr(poisonAttr, op.Context().UnitAttr()) }

// isPoison says whether an earlier error concerns op: it was reported itself, or a place, borrow or move that it
// uses was.
func isPoison(op *ir.Operation) bool {
	if op.HasAttr(poisonAttr) {
		return true
	}
	for i := range op.NumOperands() {
		v := op.Operand(i)
		if _, ok := v.Type().(*descend.PlaceType); ok && isPoisonPlace(v) {
			return true
		}
		if d := v.DefiningOp(); d != nil && (d.Is("descend.borrow") || d.Is("descend.move")) && d.HasAttr(poisonAttr) {
			return true
		}
	}
	return false
}

// isPoisonPlace says whether an operation on the way to a place was reported.
func isPoisonPlace(v *ir.Value) bool {
	for v != nil {
		op := v.DefiningOp()
		if op == nil {
			b := v.OwnerBlock()
			if b == nil || b.Parent() == nil || !(b.Parent().Is("descend.for_each") || b.Parent().Is("view.map")) {
				return false
			}
			op = b.Parent()
		}
		if op.HasAttr(poisonAttr) {
			return true
		}
		if op.Is("view.map") && v.DefiningOp() == op {
			bad := false
			op.Walk(func(o *ir.Operation) ir.WalkResult {
				bad = bad || o.HasAttr(poisonAttr)
				return ir.Advance
			})
			if bad {
				return true
			}
		}
		if op.Is("descend.local") {
			return holdsPoison(op)
		}
		if op.NumOperands() == 0 {
			return false
		}
		v = op.Operand(0)
		if _, ok := v.Type().(*descend.PlaceType); !ok {
			return false
		}
	}
	return false
}

// holdsPoison says whether an earlier error concerns the initial value of a variable.
func holdsPoison(local *ir.Operation) bool {
	o := declaredWith(local.Result(0))
	return o != nil && (o.Is("descend.borrow") && isPoison(o) || o.HasAttr(poisonAttr))
}

// initialBorrow is the borrow that a reference variable is declared with, or nil.
func initialBorrow(v *ir.Value) *ir.Operation {
	if o := declaredWith(v); o != nil && o.Is("descend.borrow") {
		return o
	}
	return nil
}

// declaredWith is the operation that gives the value that a variable is declared with, or nil; the frontend writes it right
// behind the declaration.
func declaredWith(v *ir.Value) *ir.Operation {
	o := v.DefiningOp()
	if o == nil || !o.Is("descend.local") || o.Next() == nil {
		return nil
	}
	w, ok := o.Next().Typed().(descend.WriteOp)
	if !ok || !w.HasAttr("init") || w.Place() != v {
		return nil
	}
	return w.Value().DefiningOp()
}

// executorOf is the type of the resource that executes op; nil outside of functions.
func executorOf(op *ir.Operation) *exec.Type {
	if v := place.Exec(op); v != nil {
		return exec.TypeOf(v)
	}
	return nil
}

// executorLoc is where the resource that executes op comes from: the schedule, split or function.
func executorLoc(op *ir.Operation) ir.Location {
	if v := place.Exec(op); v != nil && v.OwnerBlock() != nil && v.OwnerBlock().Parent() != nil {
		return v.OwnerBlock().Parent().Loc()
	}
	return op.Loc()
}

// placeText is a place as the source names it: *vec, p.1, a[..].
func placeText(v *ir.Value) string {
	op := v.DefiningOp()
	if op == nil {
		b := v.OwnerBlock()
		if b == nil || b.Parent() == nil {
			return "_"
		}
		switch p := b.Parent(); {
		case p.Is("descend.func"):
			if n := (descend.FuncOp{Operation: p}).ParamName(v.Index() - 1); n != "" {
				return n
			}
		case p.Is("descend.for_each"):
			return placeText(p.Operand(0)) + "[..]"
		}
		return "_"
	}
	switch o := op.Typed().(type) {
	case descend.LocalOp:
		return o.VarName()
	case descend.AllocOp:
		return "alloc"
	case descend.DerefOp:
		return "*" + placeText(op.Operand(0))
	case descend.RetypeOp:
		return placeText(op.Operand(0))
	case descend.ProjOp:
		inner := placeText(op.Operand(0))
		if len(inner) > 0 && inner[0] == '*' {
			inner = inner[1:]
		}
		if s, ok := descend.ElemOf(op.Operand(0)).(*descend.StructType); ok && o.Number() >= 0 && o.Number() < len(s.Fields) {
			return inner + "." + s.Fields[o.Number()].Name
		}
		if d := op.Operand(0).DefiningOp(); d != nil && d.Is("view.split") && o.Number() < 2 {
			return inner + []string{".fst", ".snd"}[max(0, o.Number())]
		}
		return inner + "." + strconv.Itoa(o.Number())
	case descend.AtOp:
		return strings.TrimPrefix(placeText(op.Operand(0)), "*") + "[" + o.Index().String() + "]"
	case view.SplitOp:
		return strings.TrimPrefix(placeText(op.Operand(0)), "*") + ".split::<" + o.At().String() + ">"
	case view.RangeOp:
		return strings.TrimPrefix(placeText(op.Operand(0)), "*") + "[" + o.Lo().String() + ".." + o.Hi().String() + "]"
	}
	if op.NumOperands() > 0 {
		inner := placeText(op.Operand(0))
		if len(inner) > 0 && inner[0] == '*' {
			inner = inner[1:]
		}
		return inner + "[..]"
	}
	return "_"
}

// isDirect says whether a place is a variable or part of one, reached without a reference or box.
func isDirect(v *ir.Value) bool {
	for {
		op := v.DefiningOp()
		if op == nil {
			b := v.OwnerBlock()
			if b == nil || b.Parent() == nil {
				return false
			}
			if p := b.Parent(); p.Is("descend.for_each") {
				v = p.Operand(0)
				continue
			}
			return b.Parent().Is("descend.func")
		}
		switch {
		case op.Is("descend.local"):
			return true
		case op.Is("descend.deref") || op.NumOperands() == 0:
			return false
		}
		v = op.Operand(0)
	}
}

// rootVariable is the variable or parameter that a place is part of or reached from.
func rootVariable(v *ir.Value) *ir.Value {
	for {
		op := v.DefiningOp()
		if op == nil {
			if b := v.OwnerBlock(); b != nil && b.Parent() != nil && b.Parent().Is("descend.for_each") {
				v = b.Parent().Operand(0)
				continue
			}
			return v
		}
		if op.Is("descend.local") || op.NumOperands() == 0 {
			return v
		}
		v = op.Operand(0)
	}
}

// execTypeOf is the type of the resource that executes a function; nil if there is none.
func execTypeOf(f descend.FuncOp) *exec.Type {
	if f.Operation == nil {
		return nil
	}
	t, _ := f.Exec().(*exec.Type)
	return t
}
