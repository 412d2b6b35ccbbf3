package descend

import (
	"fmt"
	"slices"
	"strings"

	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/ir"
)

// enclosingFunc is the descend.func around op, nil if there is none.
func enclosingFunc(op *ir.Operation) *ir.Operation {
	for p := op.Parent(); p != nil; p = p.Parent() {
		if p.Is("descend.func") {
			return p
		}
	}
	return nil
}

// noArguments wants the regions to have no block arguments.
func noArguments(op *ir.Operation) error {
	for i, r := range op.Regions() {
		if b := r.Front(); b != nil && b.NumArgs() > 0 {
			return fmt.Errorf("region %d must have no block arguments", i)
		}
	}
	return nil
}

// checkYield compares what the i-th region yields with the results of op. A region that ends in a return
// yields nothing, since its end is not reached.
func checkYield(op *ir.Operation, i int) error {
	if err := noArguments(op); err != nil {
		return err
	}
	return checkYielded(op, i)
}

// checkYielded is checkYield for a region that may have block arguments.
func checkYielded(op *ir.Operation, i int) error {
	last := op.Body(i).Back()
	if last != nil && last.Is("descend.return") {
		return nil
	}
	n := 0
	if last != nil && last.Is("descend.yield") {
		n = last.NumOperands()
	}
	if n != op.NumResults() {
		return fmt.Errorf("region %d yields %d values for %d results", i, n, op.NumResults())
	}
	for j, r := range op.Results() {
		if t := last.Operand(j).Type(); t != r.Type() {
			return fmt.Errorf("region %d yields %s for result %d of type %s", i, t, j, r.Type())
		}
	}
	return nil
}

// wantElem wants v to be a place of type t.
func wantElem(what string, v *ir.Value, t ir.Type) error {
	if ElemOf(v) != t {
		return fmt.Errorf("%s must be a place of %s, not of %s", what, Format(t), Format(ElemOf(v)))
	}
	return nil
}

// wantType wants v to have type t.
func wantType(what string, v *ir.Value, t ir.Type) error {
	if v.Type() != t {
		return fmt.Errorf("%s must have type %s, not %s", what, t, v.Type())
	}
	return nil
}

// eraser maps types to their form without lifetimes, and without nats too when nats is set. Forms are kept
// as text: they are only compared.
type eraser struct{ nats bool }

func (e eraser) key(t ir.Type) string {
	switch t := t.(type) {
	case *ir.TupleType:
		parts := make([]string, len(t.Types))
		for i, x := range t.Types {
			parts[i] = e.key(x)
		}
		return "(" + strings.Join(parts, ", ") + ")"
	case *ArrayType:
		size := t.Size.Key()
		if e.nats {
			size = ""
		}
		if t.View {
			return "[[" + e.key(t.Elem) + "; " + size + "]]"
		}
		return "[" + e.key(t.Elem) + "; " + size + "]"
	case *RefType:
		return fmt.Sprintf("&%t %s %s", t.Uniq, t.Mem, e.key(t.Elem))
	case *BoxType:
		return e.key(t.Elem) + " @ " + string(t.Mem)
	case *StructType:
		var b strings.Builder
		b.WriteString(t.Name + "{")
		for _, f := range t.Fields {
			b.WriteString(f.Name + ":" + e.key(f.Type) + ",")
		}
		return b.String() + "}"
	case *MaybeType:
		return "?" + e.key(t.Elem)
	case *PlaceType:
		return "place " + e.key(t.Elem)
	}
	return t.String()
}

// sameButLifetimes says whether types are equal when lifetimes are left out.
func sameButLifetimes(a, b ir.Type) bool {
	return a == b || eraser{}.key(a) == eraser{}.key(b)
}

// sameButNats says whether types are equal when lifetimes and sizes are left out.
func sameButNats(a, b ir.Type) bool {
	return a == b || eraser{nats: true}.key(a) == eraser{nats: true}.key(b)
}

// MemOf is the memory that a place lies in as far as the place says it: the memory of the innermost
// reference or box that it goes through. A variable itself says nothing.
func MemOf(v *ir.Value) (Mem, bool) {
	for of, by := Base(v); of != nil; of, by = Base(of) {
		if ir.Is[DerefOp](by) {
			return memBehind(of)
		}
	}
	return "", false
}

// memBehind is the memory that the reference or box in a place leads to.
func memBehind(v *ir.Value) (Mem, bool) {
	switch t := ElemOf(v).(type) {
	case *RefType:
		return t.Mem, true
	case *BoxType:
		return t.Mem, true
	}
	return "", false
}

// names is what a function binds: nats, memories and data types.
type names struct{ nats, mems, types map[string]bool }

// binding checks that every variable in types and attributes of a function is bound.
type binding struct {
	names
	free map[ir.Type]freeNames // of the types seen
}

// freeNames are the variables of a type, sorted.
type freeNames struct{ nats, mems, types []string }

func newBinding(f FuncOp) *binding {
	b := &binding{names: names{map[string]bool{}, map[string]bool{}, map[string]bool{}}, free: map[ir.Type]freeNames{}}
	for _, g := range f.Generics() {
		switch g.Kind {
		case "nat":
			b.nats[g.Name] = true
		case "mem":
			b.mems[g.Name] = true
		case "dty":
			b.types[g.Name] = true
			for _, v := range SizeVars(g.Name) {
				b.nats[v] = true
			}
		}
	}
	return b
}

func (b *binding) nat(e nat.Expr) error {
	for _, v := range e.Vars() {
		if !b.nats[v] {
			return fmt.Errorf("nat '%s' is bound neither by the function nor by what is around or before", v)
		}
	}
	return nil
}

func (b *binding) typ(t ir.Type) error {
	f, ok := b.free[t]
	if !ok {
		f.add(t)
		b.free[t] = f
	}
	for _, v := range f.nats {
		if !b.nats[v] {
			return fmt.Errorf("nat '%s' in %s is bound neither by the function nor by what is around or before", v, t)
		}
	}
	for _, v := range f.mems {
		if !b.mems[v] {
			return fmt.Errorf("memory '%s' in %s is not bound by the function", v, t)
		}
	}
	for _, v := range f.types {
		if !b.types[v] {
			return fmt.Errorf("type '%s' in %s is not bound by the function", v, t)
		}
	}
	return nil
}

// FreeNats are the variables of the sizes in a type, in the order of their first occurrence.
func FreeNats(t ir.Type) []string {
	var f freeNames
	f.add(t)
	var out []string
	for _, v := range f.nats {
		if !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

// FreeNames are the variables of a type, each once: of sizes, memories and types.
func FreeNames(t ir.Type) (nats, mems, types []string) {
	var f freeNames
	f.add(t)
	once := func(list []string) []string {
		list = slices.Clone(list)
		slices.Sort(list)
		return slices.Compact(list)
	}
	return once(f.nats), once(f.mems), once(f.types)
}

func (f *freeNames) mem(m Mem) {
	if m.IsVar() && !slices.Contains(f.mems, string(m)) {
		f.mems = append(f.mems, string(m))
	}
}

func (f *freeNames) add(t ir.Type) {
	switch t := t.(type) {
	case *ir.TupleType:
		for _, x := range t.Types {
			f.add(x)
		}
	case *ir.FunctionType:
		for _, x := range t.Inputs {
			f.add(x)
		}
		for _, x := range t.Results {
			f.add(x)
		}
	case *ArrayType:
		f.nats = append(f.nats, t.Size.Vars()...)
		f.add(t.Elem)
	case *RefType:
		f.mem(t.Mem)
		f.add(t.Elem)
	case *BoxType:
		f.mem(t.Mem)
		f.add(t.Elem)
	case *AtomicType:
		f.add(t.Elem)
	case *MaybeType:
		f.add(t.Elem)
	case *StructType:
		for _, x := range t.Fields {
			f.add(x.Type)
		}
	case *VarType:
		f.types = append(f.types, t.Name)
	case *ScalarVarType:
		f.types = append(f.types, t.Name)
	case *FnType:
		for _, x := range t.In {
			f.add(x)
		}
		f.add(t.Out)
	case *PlaceType:
		f.add(t.Elem)
	case *exec.Type:
		for _, d := range []exec.Dim{t.Dim, t.Inner} {
			for _, a := range d.Axes() {
				f.nats = append(f.nats, d.Size[a].Vars()...)
			}
		}
	}
}

func (b *binding) attr(a ir.Attribute) error {
	switch a := a.(type) {
	case *NatAttr:
		return b.nat(a.Expr)
	case *WhereAttr:
		if err := b.nat(a.Constraint.L); err != nil {
			return err
		}
		return b.nat(a.Constraint.R)
	case *exec.PathAttr:
		for _, s := range a.Path {
			if err := b.nat(s.At); err != nil {
				return err
			}
		}
	case *ir.TypeAttr:
		return b.typ(a.Type)
	case *ir.ArrayAttr:
		for _, e := range a.Elems {
			if err := b.attr(e); err != nil {
				return err
			}
		}
	}
	return nil
}

// block checks the operations of a block; it returns the first that uses an unbound name.
func (b *binding) block(blk *ir.Block) (*ir.Operation, error) {
	for _, a := range blk.Args() {
		if err := b.typ(a.Type()); err != nil {
			return blk.Parent(), err
		}
	}
	for o := range blk.Ops() {
		if err := b.op(o); err != nil {
			return o, err
		}
		bound := BoundNat(o)
		if bound != "" {
			if b.nats[bound] {
				return o, fmt.Errorf("nat '%s' is bound twice", bound)
			}
			b.nats[bound] = true
		}
		if ir.Is[LetNatOp](o) {
			defer delete(b.nats, bound)
			continue
		}
		for _, r := range o.Regions() {
			for inner := range r.Blocks() {
				if at, err := b.block(inner); err != nil {
					return at, err
				}
			}
		}
		if bound != "" {
			delete(b.nats, bound)
		}
	}
	return nil, nil
}

func (b *binding) op(o *ir.Operation) error {
	if err := checkUses(o); err != nil {
		return err
	}
	for _, r := range o.Results() {
		if err := b.typ(r.Type()); err != nil {
			return err
		}
	}
	for _, a := range o.Attrs() {
		if err := b.attr(a.Value); err != nil {
			return err
		}
	}
	return nil
}
