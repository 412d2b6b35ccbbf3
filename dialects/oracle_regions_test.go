package dialects_test

import (
	"slices"

	"descend/ir"
)

// regions moves the regions of the old operation to the new one, makes others, or changes them.
func (n *remade) regions() {
	count := n.old.NumRegions()
	if defs := n.def.Regions; len(defs) > 0 && defs[len(defs)-1].Variadic && n.chance(20) || n.chance(1) {
		count = max(0, count+n.r.IntN(3)-1)
	}
	for i := range count {
		r := ir.NewRegion()
		switch {
		case i < n.old.NumRegions() && n.chance(max(n.keep, 50)):
			r.TakeBody(n.old.Region(i))
			if n.chance(35) {
				n.change(r)
			}
		case n.chance(90):
			for range 1 + n.r.IntN(8)/7 {
				r.Append(n.block())
			}
		}
		n.st.Regions = append(n.st.Regions, r)
	}
}

// regionType is a type for an argument of a block.
func (n *remade) regionType() ir.Type {
	list := slices.Concat([]ir.Type{n.c.Index(), n.theme}, ir.TypesOf(n.st.Operands), n.st.Types)
	if n.chance(10) {
		list = n.types
	}
	return pick(n.oracle, list)
}

// block makes a block with an end that the operation may have.
func (n *remade) block() *ir.Block {
	b := ir.NewBlock(n.old.Loc())
	for range n.r.IntN(4) {
		b.AddArg(n.regionType(), n.old.Loc())
	}
	if n.chance(95) {
		n.end(b)
	}
	return b
}

// end ends a block.
func (n *remade) end(b *ir.Block) {
	var own, ends []string
	for name, e := range n.entries {
		if e.Def.Has(ir.Terminator) && e.Def.Successors == 0 {
			if ends = append(ends, name); slices.Contains(e.Def.Parents, n.def.Name) || n.def.Terminator == name {
				own = append(own, name)
			}
		}
	}
	if len(own) > 0 && n.chance(90) {
		ends = own
	}
	if len(ends) == 0 {
		return
	}
	slices.Sort(ends)
	def := n.entries[pick(n.oracle, ends)].Def
	at := ir.NewBuilder(n.c).AtEnd(b)
	st := ir.OperationState{Name: n.c.OpName(def.Name)}
	ts := n.st.Types
	if n.chance(30) {
		ts = []ir.Type{n.regionType()}
	}
	if len(def.Operands) == 0 && n.chance(90) {
		ts = nil
	}
	for _, t := range ts {
		if i := slices.Index(ir.TypesOf(b.Args()), t); i >= 0 {
			st.Operands = append(st.Operands, b.Arg(i))
		} else {
			st.Operands = append(st.Operands, at.Op("builtin.unrealized_conversion_cast", nil, []ir.Type{t}).Result(0))
		}
	}
	at.Create(st)
}

// change changes something of a region.
func (n *remade) change(r *ir.Region) {
	if r.Empty() {
		r.Append(n.block())
		return
	}
	b := pick(n.oracle, slices.Collect(r.Blocks()))
	switch n.r.IntN(8) {
	case 0, 1:
		b.AddArg(n.regionType(), n.old.Loc())
	case 2, 3: // an argument of another type
		if b.NumArgs() > 0 {
			i := n.r.IntN(b.NumArgs())
			n.replaceArg(b, i)
			b.InsertArg(i, n.regionType(), n.old.Loc())
		}
	case 4:
		if b.NumArgs() > 0 {
			n.replaceArg(b, n.r.IntN(b.NumArgs()))
		}
	case 5:
		r.Append(n.block())
	case 6: // another end
		if end := b.Back(); end != nil && end.Unused() && end.NumSuccessors() == 0 {
			end.Erase()
			n.end(b)
		}
	case 7: // none
		if end := b.Back(); end != nil && end.Unused() {
			end.Erase()
		}
	}
}

// replaceArg takes an argument away; who uses it gets another value.
func (n *remade) replaceArg(b *ir.Block, i int) {
	if v := b.Arg(i); v.HasUses() {
		at := ir.NewBuilder(n.c).AtStart(b)
		v.ReplaceAllUsesWith(at.Op("builtin.unrealized_conversion_cast", nil, []ir.Type{v.Type()}).Result(0))
	}
	b.EraseArg(i)
}
