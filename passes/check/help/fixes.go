package help

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/dialects/view"
	"descend/ir"
	"descend/passes/check/analysis"
	"descend/passes/place"
)

// Proposed fixes are values (dialects/descend/fixes.go): passes see no source text, the frontend turns them into edits. A fix is
// proposed only where the program with it is accepted as far as this error is concerned.

// SyncBefore is where a barrier can stand between a and a later op, or between op and itself or a in a later iteration: before
// the statement of this operation; nil where a barrier may not stand there.
func SyncBefore(fa *analysis.Facts, a, op *ir.Operation) ir.Location {
	at := op // the one whose block a is in too
	if a != op {
		for at.Parent() != nil && !at.Parent().IsAncestorOf(a) {
			at = at.Parent()
		}
	}
	for ; at.Parent() != nil && at.Parent().ParentRegion() != nil; at = at.Parent() {
		if p := at.Parent(); p.NumRegions() == 1 || sameRegion(p, a, op) {
			break
		}
	}
	if at.Block() == nil || !fa.MaySync(at.Block()) {
		return nil
	}
	return at.Loc()
}

// SyncWithin is the fix that puts a barrier between the value that a write stores and the write, and one before that if first is
// set. It is nil where a barrier may not stand there, and where the next statements write to the same variable: they may want the
// values that are there before.
func SyncWithin(fa *analysis.Facts, write *ir.Operation, first bool) ir.Fix {
	if write.Operand(0).DefiningOp() == nil || !fa.MaySync(write.Block()) {
		return nil
	}
	for op := write.Next(); op != nil; op = op.Next() {
		if ir.Is[descend.WriteOp](op) && descend.Root(op.Operand(1)) == descend.Root(write.Operand(1)) {
			return nil
		}
	}
	return descend.SyncWithin{Assignment: write.Loc(), First: first}
}

// SyncInLoop is where a barrier can stand in the body of a loop: before the statement of this operation, the one of the body
// that op is or belongs to; nil where a barrier may not stand there.
func SyncInLoop(fa *analysis.Facts, loop, op *ir.Operation) ir.Location {
	if !loop.IsAncestorOf(op) || loop == op {
		return nil
	}
	for op.Parent() != loop {
		op = op.Parent()
	}
	if !fa.MaySync(op.Block()) {
		return nil
	}
	return op.Loc()
}

// sameRegion says whether a and b are in one region of p.
func sameRegion(p, a, b *ir.Operation) bool {
	in := func(o *ir.Operation) *ir.Region {
		for o.Parent() != p {
			o = o.Parent()
		}
		return o.ParentRegion()
	}
	return in(a) == in(b)
}

// ReferenceType is the fix that gives a parameter the type of a reference with this uniqueness and memory; nil if the program
// calls the function, since its callers would be wrong then.
func ReferenceType(f descend.FuncOp, p *ir.Value, uniq bool, m descend.Mem) ir.Fix {
	if _, ok := descend.ElemOf(p).(*descend.RefType); !ok || isCalled(f) {
		return nil
	}
	return descend.ChangeReference{Param: p.Location(), Uniq: uniq, Mem: m}
}

// isCalled says whether the module calls or launches f.
func isCalled(f descend.FuncOp) bool {
	name, top := ir.SymbolName(f.Operation), f.Operation
	for top.Parent() != nil {
		top = top.Parent()
	}
	return !top.Walk(func(op *ir.Operation) ir.WalkResult {
		if n, ok := descend.CalleeOf(op); ok && n == name {
			return ir.Interrupt
		}
		return ir.Advance
	})
}

// AddWhere is the fix that adds a clause to a function.
func AddWhere(f descend.FuncOp, clause string) ir.Fix {
	return descend.AddClause{Func: f.Loc(), Clause: clause}
}

// OwnVariable is the fix that gives each resource e its own variable instead of the one of a resource around it; nil if others
// than these use it.
func OwnVariable(local, e *ir.Value) ir.Fix {
	op := local.DefiningOp()
	base := place.Exec(op)
	name, path := ResourceName(base, ""), strings.TrimPrefix(exec.ResourceOf(e).String(), exec.ResourceOf(base).String())
	path = strings.TrimPrefix(path, ".")
	if name == "" || path == "" || op.NumOperands() > 0 {
		return nil
	}
	initialized := false
	for _, u := range local.Users() {
		if w, ok := u.Typed().(descend.WriteOp); ok && u.HasAttr("init") && w.Place() == local {
			initialized = true
			continue
		}
		if x := place.Exec(u); exec.ResourceOf(x).String() != exec.ResourceOf(e).String() {
			return nil
		}
	}
	if !initialized {
		return nil
	}
	return descend.OwnVariable{Variable: op.Loc(), Owner: name + "." + path}
}

// ThreadsOf is how the source names each thread of a resource, as an owner does; "" if it has no name or no threads.
func ThreadsOf(e *ir.Value) string {
	name := ResourceName(e, "")
	path, ok := exec.Threads(e.OwnerBlock().Parent().Context(), exec.TypeOf(e))
	if name == "" || !ok {
		return ""
	}
	return name + "." + path.String()
}

// VariableOfEach is the fix that gives the owners their own variable; nil if others than threads use it.
func VariableOfEach(local *ir.Operation, owners string) ir.Fix {
	if local.NumOperands() > 0 {
		return nil
	}
	for _, u := range local.Result(0).Users() {
		if t := place.ExecType(u); !u.HasAttr("init") && (t == nil || !t.IsSingle()) {
			return nil
		}
	}
	return descend.OwnVariable{Variable: local.Loc(), Owner: owners}
}

// InitialValue is the fix that gives a scalar variable the value 0 or false where it is declared.
func InitialValue(local *ir.Operation) ir.Fix {
	if !local.HasAttr("mut") {
		return nil
	}
	zero := ""
	switch t := descend.ElemOf(local.Result(0)).(type) {
	case *ir.IntegerType:
		zero = "0"
		if t.Width == 1 {
			zero = "false"
		}
	case *ir.FloatType:
		zero = "0.0"
	default:
		return nil
	}
	return descend.InitialValue{Variable: local.Loc(), Value: zero}
}

// LendInstead is the fix that makes `let b = a` lend a instead of moving it; nil unless it is that, both are only read, and so
// a reference is as good.
func LendInstead(move *ir.Operation) ir.Fix {
	if !ir.Is[descend.MoveOp](move) || !move.Result(0).HasOneUse() || !place.UsageOf(move.Operand(0)).OnlyRead(move) {
		return nil
	}
	w, ok := move.Result(0).Users()[0].Typed().(descend.WriteOp)
	if !ok || !w.HasAttr("init") {
		return nil
	}
	local := w.Place().DefiningOp()
	if local == nil || !ir.Is[descend.LocalOp](local) || !place.UsageOf(w.Place()).OnlyRead(w.Operation) {
		return nil
	}
	return descend.LendValue{Variable: local.Loc()}
}

// selection is one `[..]` or `[[..]]` of a place, of an array in each dimension that it selects from.
type selection struct {
	at    ir.Location // of the place with it
	sizes []nat.Expr
}

// selections are the constant indices and the selects of a place in the order in which they are written.
func selections(v *ir.Value) ([]selection, bool) {
	var out []selection
	var last ir.Location // of the select that was added last
	if b := v.OwnerBlock(); v.DefiningOp() == nil && b != nil && ir.Is[descend.IfExistsOp](b.Parent()) {
		v = b.Parent().Operand(0) // of an element that exists
	}
	for op := v.DefiningOp(); op != nil && op.NumOperands() > 0 && !ir.Is[descend.LocalOp](op); op = op.Operand(0).DefiningOp() {
		size, ok := descend.ArraySize(op.Operand(0))
		isSelect := ir.Is[view.SelectOp](op)
		if at, isAt := op.Typed().(descend.AtOp); isAt {
			_, ok = at.Index().Const()
		} else if !isSelect {
			last = nil
			continue
		}
		if !ok {
			return nil, false
		}
		if isSelect && last == op.Loc() { // one select over several dimensions: this operation comes before
			first := &out[len(out)-1]
			first.sizes = append([]nat.Expr{size}, first.sizes...)
			continue
		}
		last = nil
		if isSelect {
			last = op.Loc()
		}
		out = append(out, selection{op.Loc(), []nat.Expr{size}})
	}
	slices.Reverse(out)
	return out, true
}

// schedulesAround are the scheduled resources around what e executes, the outermost first, without those of an owner; false
// if a split is among them or one has no name.
func schedulesAround(e *ir.Value, owner []place.Coord) ([]view.Scheduled, bool) {
	owned := map[*ir.Operation]bool{}
	for _, c := range owner {
		owned[c.Op] = true
	}
	var out []view.Scheduled
	for e.OwnerBlock() != nil && ir.Is[exec.SchedOp](e.OwnerBlock().Parent()) {
		op := e.OwnerBlock().Parent()
		if owned[op] {
			break
		}
		s := view.Scheduled{Name: scheduledName(e)}
		for _, a := range (exec.SchedOp{Operation: op}).Axes() {
			for _, c := range place.Coords(e) {
				if c.Op == op && c.Axis == a {
					s.Extents = append(s.Extents, c.Extent)
				}
			}
		}
		if s.Name == "" || len(s.Extents) != len((exec.SchedOp{Operation: op}).Axes()) {
			return nil, false
		}
		out = append(out, s)
		e = op.Operand(0)
	}
	slices.Reverse(out)
	return out, e.OwnerBlock() == nil || !ir.Is[exec.SplitOp](e.OwnerBlock().Parent())
}

// SelectAll is the help that makes a place select with every scheduled resource around what e executes, each where there are
// as many elements as resources, or after grouping where there is one index for a block and a thread; nil if it does not fit.
func SelectAll(v, e *ir.Value, owner []place.Coord) *ir.Help {
	at, ok := selections(v)
	rs, ok2 := schedulesAround(e, owner)
	if !ok || !ok2 || len(at) == 0 {
		return nil
	}
	var fix descend.SelectWith
	text := ""
	switch {
	case len(at) == len(rs):
		for i, r := range rs {
			if !slices.EqualFunc(at[i].sizes, r.Extents, nat.Expr.Equal) {
				return nil
			}
			text += "[[" + r.Name + "]]"
			fix.Selections = append(fix.Selections, descend.Selection{At: at[i].at, Text: "[[" + r.Name + "]]"})
		}
	case len(at) == 1:
		part, rest, ok := view.PartText(at[0].sizes, rs)
		if !ok || len(rest) > 0 {
			return nil
		}
		text = part
		fix.Selections = []descend.Selection{{At: at[0].at, Text: text}}
	default:
		return nil
	}
	return &ir.Help{Message: "select the part of each: " + text, Fix: fix}
}

// Dimensions is the help for a select at a place over several dimensions of which not all fit: which axis of the schedule selects from
// which of them, and the order of the axes with which they fit; nil where the schedule has one axis.
func Dimensions(v, e *ir.Value, at ir.Location, sched *ir.Operation) *ir.Help {
	all, _ := selections(v)
	i := slices.IndexFunc(all, func(s selection) bool { return s.at == at })
	s, ok := sched.Typed().(exec.SchedOp)
	if i < 0 || !ok || len(s.Axes()) < 2 || len(all[i].sizes) != len(s.Axes()) {
		return nil
	}
	name := ScheduledBy(sched)
	extents := map[exec.Axis]nat.Expr{}
	for _, c := range place.Coords(e) {
		if c.Op == sched {
			extents[c.Axis] = c.Extent
		}
	}
	var takes, order []string
	left := slices.Clone(s.Axes())
	for d, size := range all[i].sizes {
		a := s.Axes()[d]
		takes = append(takes, "over "+a.String()+" (`"+extents[a].String()+"`) from `"+size.String()+"` elements")
		if fit := slices.IndexFunc(left, func(a exec.Axis) bool { return extents[a].Equal(size) }); fit >= 0 {
			order = append(order, left[fit].String())
			left = slices.Delete(left, fit, fit+1)
		}
	}
	text := "`[[" + name + "]]` selects from " + strconv.Itoa(len(takes)) + " dimensions, the outermost by the first axis of the `sched`: " + strings.Join(takes, ", then ")
	if len(left) == 0 {
		text += "; they fit in the order `sched(" + strings.Join(order, ", ") + ") " + name + "`"
	}
	return &ir.Help{Message: text}
}

// PartOfEach is the help to select the part that each resource around what e executes has of the whole array; nil if that does not
// have one for each of them.
func PartOfEach(v, e *ir.Value, owner []place.Coord) *ir.Help {
	rs, ok := schedulesAround(e, owner)
	root := descend.Root(v)
	p, isPlace := root.Type().(*descend.PlaceType)
	if !ok || !isPlace {
		return nil
	}
	t := p.Elem
	if r, isRef := t.(*descend.RefType); isRef {
		t = r.Elem
	}
	text, ok := partText(view.Sizes(t), rs)
	if !ok {
		return nil
	}
	var each []string
	for _, r := range rs {
		each = append(each, "`"+r.Name+"`")
	}
	return &ir.Help{Message: "select the part of each " + strings.Join(each, " and ") + ": `" + PlaceText(root) + text + "`"}
}

// partText is the source text of the views and selects that give each of the resources its part of an array: of one without rows too,
// which blocks and threads of two dimensions take by tiles, as many elements in a row as they are.
func partText(sizes []nat.Expr, rs []view.Scheduled) (string, bool) {
	text, _, ok := view.PartText(sizes, rs)
	if ok || len(sizes) != 1 || len(rs) != 2 || len(rs[0].Extents) != 2 || len(rs[1].Extents) != 2 {
		return text, ok
	}
	rows, width := rs[0].Extents[0].Mul(rs[1].Extents[0]), rs[0].Extents[1].Mul(rs[1].Extents[1])
	if !rows.Mul(width).Equal(sizes[0]) || width.IsZero() {
		return "", false
	}
	text, _, ok = view.PartText([]nat.Expr{rows, width}, rs)
	return ".group::<" + width.String() + ">" + text, ok
}

// InRows is the help where an array without rows is indexed as in CUDA by a schedule over several dimensions; "" for one over a single one.
func InRows(sched *ir.Operation) string {
	s, ok := sched.Typed().(exec.SchedOp)
	if !ok || len(s.Axes()) != 2 {
		return ""
	}
	name := ScheduledBy(sched)
	return "take the array by rows, `[[f32; w]; h]` or `.group::<w>` of one of w times h elements, and select tiles: `.tile::<32, 32>[[" + name + "]]` for the `" + name + "`s, and behind it what each of them has"
}

// PartOf is the help to select the part that each resource of a schedule has, where it is not known how.
func PartOf(sched *ir.Operation) string {
	name := ScheduledBy(sched)
	return "select the part of each `" + name + "` with `[[" + name + "]]`, of an array that has one for each"
}

// OneAlone is the help for what an `if` lets the first resource of a schedule alone do, as `if index(thread) == 0`: a split tells the
// compiler so. It is empty where no such condition is around the operation.
func OneAlone(op, sched *ir.Operation) string {
	s, ok := sched.Typed().(exec.SchedOp)
	if !ok || len(s.Axes()) != 1 {
		return ""
	}
	for at := op; at.Parent() != nil && at != sched; at = at.Parent() {
		cond, isIf := at.Parent().Typed().(descend.IfOp)
		if !isIf || at.Block() != cond.Region(0).Front() {
			continue
		}
		cmp, isCompare := ir.DefinedBy[descend.CompareOp](cond.Condition())
		if !isCompare || cmp.Rel() != nat.EQ {
			continue
		}
		for i := range 2 {
			zero, isConst := ir.DefinedBy[descend.ConstOp](cmp.Operand(i))
			n, isInt := int64(0), false
			if isConst {
				n, isInt = zero.IntAttr("value")
			}
			if isInt && n == 0 && numbers(cmp.Operand(1-i), sched) {
				return Alone(sched)
			}
		}
	}
	return ""
}

// Alone is the text of a split of which the first resource of a schedule is a part alone; "" if the schedule is over several axes.
func Alone(sched *ir.Operation) string {
	s := exec.SchedOp{Operation: sched}
	if len(s.Axes()) != 1 {
		return ""
	}
	axis, name, from := s.Axes()[0], ScheduledBy(sched), ResourceName(s.From(), "block")
	return fmt.Sprintf("one alone is the part of a split: `split(%s) %s at 1 { first => sched(%[1]s) %[3]s in first { .. }, others => {} }`", axis, from, name)
}

// SelectNumber is the help that makes a place select with the resource of a schedule where it is indexed with its number, as
// `p[index(thread)]`; nil if it is not. Where there are fewer elements than resources a write is to those that exist.
func SelectNumber(use *ir.Operation, v *ir.Value, sched *ir.Operation) *ir.Help {
	s := exec.SchedOp{Operation: sched}
	at, ok := indexIn(v)
	if !ok || len(s.Axes()) != 1 || !numbers(at.Subscript(), sched) {
		return nil
	}
	have, ok := descend.ArraySize(at.Operand(0))
	want, ok2 := exec.TypeOf(s.From()).Extent(s.Axes()[0])
	if !ok || !ok2 {
		return nil
	}
	n, known := have.Const()
	m, known2 := want.Const()
	text := "[[" + ScheduledBy(sched) + "]]"
	switch {
	case have.Equal(want):
	case !known || !known2:
		return nil
	case n.Cmp(m) > 0:
		text = ".take_left::<" + want.String() + ">" + text
	case at.Result(0) == v && ir.Is[descend.WriteOp](use):
		text = ".pad::<" + want.String() + ">" + text
	default:
		return nil
	}
	return &ir.Help{Message: "select the element of each: " + text, Fix: descend.SelectWith{Selections: []descend.Selection{{At: at.Loc(), Text: text}}}}
}

// indexIn is the only index of a place that is known at run time only; false if there is none or are several.
func indexIn(v *ir.Value) (at descend.IndexOp, ok bool) {
	for op := v.DefiningOp(); op != nil && op.NumOperands() > 0 && !ir.Is[descend.LocalOp](op); op = op.Operand(0).DefiningOp() {
		if x, is := op.Typed().(descend.IndexOp); is {
			if ok {
				return at, false
			}
			at, ok = x, true
		}
	}
	return at, ok
}

// numbers says whether a value is the number of the resource that a schedule gives, perhaps by a variable that nobody assigns.
func numbers(v *ir.Value, sched *ir.Operation) bool {
	for op := v.DefiningOp(); op != nil; {
		switch o := op.Typed().(type) {
		case exec.PositionOp:
			return o.Of() == sched.Region(0).Front().Arg(0)
		case descend.CastOp:
			op = o.Operand(0).DefiningOp()
		case descend.ReadOp:
			local := o.Operand(0).DefiningOp()
			if local == nil || local.HasAttr("mut") {
				return false
			}
			op = place.DeclaredWith(o.Operand(0))
		default:
			return false
		}
	}
	return false
}

// MadeOf says what a value is made of: data that is read from memory, numbers of resources. Variables are what they are declared with.
func MadeOf(v *ir.Value) (data, number bool) {
	seen := map[*ir.Operation]bool{}
	var follow func(op *ir.Operation)
	follow = func(op *ir.Operation) {
		if op == nil || seen[op] {
			return
		}
		seen[op] = true
		number = number || ir.Is[exec.PositionOp](op)
		if ir.Is[descend.ReadOp](op) {
			v, ok := place.VariableOf(op.Operand(0))
			data = data || !ok
			if ok {
				follow(place.DeclaredWith(v))
			}
			return
		}
		data = data || ir.Is[descend.IfExistsOp](op)
		for _, v := range op.Operands() {
			follow(v.DefiningOp())
		}
	}
	follow(v.DefiningOp())
	return data, number
}

// ForSome says whether an operation is in an `if` that is for some of the threads alone, chosen by their numbers, as `if index(thread) < k`.
func ForSome(op *ir.Operation) bool {
	for ; op.Parent() != nil; op = op.Parent() {
		if cond, ok := op.Parent().Typed().(descend.IfOp); ok {
			if cmp, ok := ir.DefinedBy[descend.CompareOp](cond.Condition()); ok {
				if _, number := MadeOf(cmp.Result(0)); number {
					return true
				}
			}
		}
	}
	return false
}

// ScheduledBy is what the source calls the resource that a schedule gives.
func ScheduledBy(sched *ir.Operation) string {
	e := sched.Region(0).Front().Arg(0)
	if name := scheduledName(e); name != "" {
		return name
	}
	return LevelOf(exec.TypeOf(e))
}

// ScheduleText is the source text that schedules what a resource has, down to its threads, and the name of that resource.
func ScheduleText(c *ir.Context, e *ir.Value) string {
	t, name, text := exec.TypeOf(e), ResourceName(e, "_"), ""
	if t.Kind == exec.Warp {
		return "sched(X) lane in " + name + " { .. }"
	}
	for _, inner := range []string{"block", "thread"} {
		if inner == "block" && t.Kind != exec.Grid && t.Kind != exec.BlockGrp || t.IsSingle() {
			continue
		}
		var axes []string
		for _, a := range t.Dim.Axes() {
			axes = append(axes, a.String())
			if next, ok := t.Forall(c, a); ok {
				t = next
			}
		}
		text += "sched(" + strings.Join(axes, ", ") + ") " + inner + " in " + name + " { "
		name = inner
	}
	return text + ".." + strings.Repeat(" }", strings.Count(text, "{"))
}
