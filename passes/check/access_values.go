package check

import (
	"fmt"
	"maps"
	"strings"

	"descend/dialects/descend"
	"descend/ir"
	"descend/passes/flow"
)

// Values that are the same whenever and by whomever they are computed in one execution of the function: pure operations
// on literals, nats of the signature, scalar parameters, and variables that have such a value where they are read.
//
// A variable that is written once has that value wherever it is read (it is assigned before use). For others the
// structured code is executed once, by package flow, with what each variable holds: at the end of an if or split that is the
// value on all ways, in a loop that assigns the variable nothing is known at its start. This speaks of each instance of a
// variable (a block's, a thread's) alone, so it does not matter who executes which branch; since the text of a value names
// nothing that differs between threads, two reads with one text have one value in all threads. Variables that are
// borrowed are left out.

// fixedValue is such a value. Values with one text are equal.
type fixedValue struct {
	text  string // "": it is not known to be fixed
	known bool   // it is n; a bool is 0 or 1
	n     int64
	// an integer is base + plus, wrapping; a bool says whether base is in the set. "": not known
	base string
	plus int64
	set  intSet
	t    *ir.IntegerType // of base
}

// maxTracked bounds the variables of a function that are followed.
const maxTracked = 32

// findValues prepares valueOf: it finds what variables that are written several times hold where they are read.
func (f *accessFunc) findValues() {
	f.numbers = map[string]int{}
	f.values, f.reads = map[*ir.Value]fixedValue{}, map[*ir.Operation]fixedValue{}
	f.plain, f.never = map[*ir.Value]bool{}, map[*ir.Operation]bool{}
	conditions := false
	followed := map[*ir.Value]bool{}
	f.fn.Walk(func(op *ir.Operation) ir.WalkResult {
		switch {
		case op.Is("descend.if") || op.Is("descend.while"):
			conditions = true
		case op.Is("descend.local") && f.writes[op.Result(0)] > 1 && len(followed) < maxTracked && f.isPlain(op.Result(0)):
			followed[op.Result(0)] = true
		}
		return ir.Advance
	})
	env := environment{}
	for _, p := range f.fn.Params() {
		if f.writes[p] > 0 && len(followed) < maxTracked && f.isPlain(p) {
			followed[p] = true
			env[p] = parameterValue(p)
		}
	}
	if !conditions || len(followed) == 0 {
		return
	}
	w := &valueWalk{f: f, followed: followed, assigned: map[*ir.Operation]map[*ir.Value]bool{}}
	for v := range followed {
		for u := range v.Uses() {
			if !u.Owner().Is("descend.write") {
				continue
			}
			for p := u.Owner().Parent(); p != nil; p = p.Parent() {
				switch p.Name() {
				case "descend.for_nat", "descend.for_each", "descend.while":
					if w.assigned[p] == nil {
						w.assigned[p] = map[*ir.Value]bool{}
					}
					w.assigned[p][v] = true
				}
			}
		}
	}
	flow.Forward(w, f.fn.Body(0), env)
}

// isPlain says whether a variable or parameter is a bool or integer that is only read and written as a whole.
func (f *accessFunc) isPlain(v *ir.Value) bool {
	ok, known := f.plain[v]
	if !known {
		ok = isPlain(v)
		f.plain[v] = ok
	}
	return ok
}

func isPlain(v *ir.Value) bool {
	if _, ok := descend.ElemOf(v).(*ir.IntegerType); !ok {
		return false
	}
	for u := range v.Uses() {
		switch o := u.Owner().Typed().(type) {
		case descend.ReadOp:
		case descend.WriteOp:
			if o.Place() != v {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// environment is what variables hold at a point, a client's state of package flow: a variable that is missing has an unknown
// value, and joins leave out what differs, so that there are no more states above one than it has variables.
type environment map[*ir.Value]fixedValue

// Clone is a copy.
func (env environment) Clone() environment { return maps.Clone(env) }

// Join keeps the values that are the same on both ways.
func (env environment) Join(o environment) bool {
	n := len(env)
	maps.DeleteFunc(env, func(v *ir.Value, x fixedValue) bool { return x.text != o[v].text })
	return len(env) < n
}

func (env environment) set(v *ir.Value, x fixedValue) {
	if env[v] = x; x.text == "" {
		delete(env, v)
	}
}

// valueWalk executes a function with the values of some variables.
type valueWalk struct {
	f        *accessFunc
	followed map[*ir.Value]bool
	assigned map[*ir.Operation]map[*ir.Value]bool // by loops
	trial    bool                                 // the first condition of a loop is executed to see whether it is false
}

// Op assigns and reads variables.
func (w *valueWalk) Op(op *ir.Operation, env environment) {
	switch o := op.Typed().(type) {
	case descend.LocalOp:
		delete(env, op.Result(0))
	case descend.WriteOp:
		if w.followed[o.Place()] {
			env.set(o.Place(), w.f.valueOf(o.Value()))
		}
	case descend.ReadOp:
		if w.followed[op.Operand(0)] {
			w.f.reads[op] = env[op.Operand(0)]
		}
	}
}

// Enter finds out whether a while loop's first condition is false.
func (w *valueWalk) Enter(op *ir.Operation, env environment) {
	if !op.Is("descend.while") {
		return
	}
	w.f.never[op] = false // it may be in the condition of another loop, which is executed twice
	for v := range w.assigned[op] {
		if env[v].known && !w.trial {
			w.f.never[op] = w.isFalse(op.Region(0).Front(), env.Clone())
			break
		}
	}
}

// Leave leaves an operation: nothing happens.
func (w *valueWalk) Leave(*ir.Operation, environment) {}

// Edge goes on behind an if from the branch that is executed, where that is known, and knows nothing of what a loop assigns where
// an iteration begins and where it ends, which makes the head a fixpoint at once.
func (w *valueWalk) Edge(e flow.Edge, env environment) bool {
	switch e.Op.Typed().(type) {
	case descend.IfOp:
		if e.To == flow.Outside {
			c := w.f.valueOf(e.Op.Operand(0))
			return !c.known || (c.n != 0) == (e.From == 0)
		}
	case descend.ForNatOp, descend.ForEachOp:
		w.forget(e.Op, env)
	case descend.WhileOp:
		if e.From == 0 && w.f.never[e.Op] {
			return e.To == flow.Outside
		}
		w.forget(e.Op, env)
	}
	return true
}

// isFalse says whether the condition of a loop is false in env.
func (w *valueWalk) isFalse(cond *ir.Block, env environment) bool {
	values := w.f.values
	w.f.values = map[*ir.Value]fixedValue{} // the condition has other values later
	w.trial = true
	flow.Forward(w, cond, env)
	w.trial = false
	c := fixedValue{}
	if t := cond.Back(); t != nil && t.Is("descend.condition") {
		c = w.f.valueOf(t.Operand(0))
	}
	w.f.values = values
	return c.known && c.n == 0
}

// forget drops what is known of the variables that a loop assigns.
func (w *valueWalk) forget(loop *ir.Operation, env environment) {
	for v := range w.assigned[loop] {
		delete(env, v)
	}
}

// valueOf is the fixed value of v, if it is known to have one.
func (f *accessFunc) valueOf(v *ir.Value) fixedValue {
	x, ok := f.values[v]
	if !ok {
		f.values[v] = fixedValue{} // while it is computed
		x = f.computeValue(v)
		f.values[v] = x
	}
	return x
}

func (f *accessFunc) computeValue(v *ir.Value) fixedValue {
	op := v.DefiningOp()
	if op == nil {
		return fixedValue{}
	}
	switch o := op.Typed().(type) {
	case descend.ConstOp:
		a, ok := op.Attr("value").(*ir.IntegerAttr)
		t, isInt := v.Type().(*ir.IntegerType)
		if !ok || !isInt || !a.Value.IsInt64() {
			return fixedValue{text: op.Attr("value").String()}
		}
		return knownValue(a.Value.Int64(), t)
	case descend.NatOp:
		for _, n := range o.Nat().Vars() {
			if !f.isGeneric(n) {
				return fixedValue{} // a loop's variable
			}
		}
		return fixedValue{text: "nat " + o.Nat().Key()}
	case descend.ReadOp:
		return f.valueRead(op)
	case descend.IfOp:
		return f.chosen(op)
	case descend.CompareOp, descend.CastOp:
	case descend.BinaryOp, descend.UnaryOp:
		if _, float := v.Type().(*ir.FloatType); float {
			return fixedValue{} // may be contracted in one place and not in the other
		}
	default:
		return fixedValue{}
	}
	var args []fixedValue
	var texts []string
	for _, a := range op.Operands() {
		x := f.valueOf(a)
		if x.text == "" {
			return fixedValue{}
		}
		args, texts = append(args, x), append(texts, x.text)
	}
	out := fixedValue{}
	if t, ok := op.Operand(0).Type().(*ir.IntegerType); ok {
		switch op.Typed().(type) {
		case descend.CompareOp:
			out = compared(op.StringAttr("op"), args[0], args[1], t)
		case descend.BinaryOp:
			out = combined(op.StringAttr("op"), args[0], args[1], t)
		case descend.UnaryOp:
			if t.Width == 1 {
				return negated(args[0])
			}
		}
	}
	if out.text == "" {
		out.text = f.interned(fmt.Sprintf("%s %s (%s) : %s, %s", op.Name(), op.StringAttr("op"), strings.Join(texts, "; "), op.Operand(0).Type(), v.Type()))
	}
	return out
}

// interned is a short text for a long one, so that texts in texts do not grow.
func (f *accessFunc) interned(text string) string {
	n, ok := f.numbers[text]
	if !ok {
		n = len(f.numbers)
		f.numbers[text] = n
	}
	return fmt.Sprintf("value %d", n)
}

// valueRead is the value of a whole variable or scalar parameter where it is read.
func (f *accessFunc) valueRead(read *ir.Operation) fixedValue {
	if x, ok := f.reads[read]; ok {
		return x
	}
	p := read.Operand(0)
	l := p.DefiningOp()
	if isMut(f.fn, p) && !f.isPlain(p) {
		return fixedValue{}
	}
	switch {
	case l == nil && p.OwnerBlock() == f.fn.Body(0) && f.writes[p] == 0:
		if _, ref := descend.ElemOf(p).(*descend.RefType); !ref {
			return parameterValue(p)
		}
	case ir.Is[descend.LocalOp](l) && f.writes[p] == 1 && f.written[p] != nil:
		return f.valueOf(f.written[p])
	}
	return fixedValue{}
}

// parameterText begins the text of a parameter.
const parameterText = "parameter "

func parameterValue(p *ir.Value) fixedValue {
	x := fixedValue{text: fmt.Sprint(parameterText, p.Index())}
	if t, ok := descend.ElemOf(p).(*ir.IntegerType); ok && t.Width > 1 && t.Width <= 32 {
		x.base, x.t = x.text, t
	}
	return x
}

// chosen is the value of an if, as && and || make it.
func (f *accessFunc) chosen(op *ir.Operation) fixedValue {
	fst, snd := yielded(op, 0), yielded(op, 1)
	if op.NumResults() != 1 || fst == nil || snd == nil {
		return fixedValue{}
	}
	c, x, y := f.valueOf(op.Operand(0)), f.valueOf(fst), f.valueOf(snd)
	switch {
	case c.known && c.n != 0:
		return x
	case c.known:
		return y
	case c.text == "" || x.text == "" || y.text == "":
		return fixedValue{}
	case x.text == y.text:
		return x
	}
	return fixedValue{text: f.interned(fmt.Sprintf("if (%s; %s; %s)", c.text, x.text, y.text))}
}

// yielded is the value that a region of an if with one result ends with.
func yielded(op *ir.Operation, region int) *ir.Value {
	if op.NumRegions() <= region || op.Region(region).Empty() {
		return nil
	}
	t := op.Region(region).Front().Back()
	if t == nil || !t.Is("descend.yield") || t.NumOperands() != 1 {
		return nil
	}
	return t.Operand(0)
}

// knownValue is the number n, taken modulo the width of t.
func knownValue(n int64, t *ir.IntegerType) fixedValue {
	if t.Width == 1 {
		n &= 1
	} else if t.Width <= 32 {
		n = wrapped(n, t)
	}
	return fixedValue{text: fmt.Sprintf("%d : %s", n, t), known: true, n: n}
}

// boolValue is a known bool.
func boolValue(b bool) fixedValue {
	if b {
		return fixedValue{text: "1 : i1", known: true, n: 1}
	}
	return fixedValue{text: "0 : i1", known: true}
}

// negated is the opposite of a bool.
func negated(x fixedValue) fixedValue {
	if x.known {
		return boolValue(x.n == 0)
	}
	text, not := strings.CutPrefix(x.text, "!")
	if !not {
		text = "!" + x.text
	}
	out := fixedValue{text: text}
	if x.base != "" {
		out.base, out.t, out.set = x.base, x.t, x.set.complement(x.t)
	}
	return out
}

// compared is a comparison of integers; without a text if nothing is known but its operands.
func compared(rel string, a, b fixedValue, t *ir.IntegerType) fixedValue {
	holds := func(x, y int64) bool {
		return map[string]bool{"eq": x == y, "ne": x != y, "lt": x < y, "le": x <= y, "gt": x > y, "ge": x >= y}[rel]
	}
	if a.known && b.known {
		return boolValue(holds(a.n, b.n))
	}
	if a.known {
		a, b = b, a
		rel = map[string]string{"lt": "gt", "le": "ge", "gt": "lt", "ge": "le", "eq": "eq", "ne": "ne"}[rel]
	}
	if t.Width == 1 && b.known { // what it is for false and for true
		switch no, yes := holds(0, b.n), holds(1, b.n); {
		case no == yes:
			return boolValue(yes)
		case yes:
			return a
		}
		return negated(a)
	}
	if a.base == "" || t.Width == 1 || !b.known {
		return fixedValue{}
	}
	s := setOf(rel, b.n, t).shift(-a.plus, t)
	// equal sets of one base are equal conditions, however they are written
	return fixedValue{text: fmt.Sprintf("%s in %v", a.base, s), base: a.base, set: s, t: t}
}

// combined is an operation on integers; without a text if nothing is known but its operands.
func combined(op string, a, b fixedValue, t *ir.IntegerType) fixedValue {
	switch {
	case t.Width == 1 && a.known && b.known:
		return boolValue(map[string]int64{"and": a.n & b.n, "or": a.n | b.n, "xor": a.n ^ b.n}[op] != 0)
	case t.Width == 1 || t.Width > 32:
	case a.known && b.known && op == "add":
		return knownValue(a.n+b.n, t)
	case a.known && b.known && op == "sub":
		return knownValue(a.n-b.n, t)
	case b.known && a.base != "" && op == "sub":
		return moved(a, -b.n, t)
	case b.known && a.base != "" && op == "add":
		return moved(a, b.n, t)
	case a.known && b.base != "" && op == "add":
		return moved(b, a.n, t)
	}
	return fixedValue{}
}

// moved is x + n.
func moved(x fixedValue, n int64, t *ir.IntegerType) fixedValue {
	plus := wrapped(x.plus+n, t)
	if plus == 0 {
		return fixedValue{text: x.base, base: x.base, t: t}
	}
	return fixedValue{text: fmt.Sprintf("%s + %d", x.base, plus), base: x.base, plus: plus, t: t}
}
