package ir

// Builder makes operations at an insertion point: before an operation, or at the end of a block.
type Builder struct {
	Ctx *Context
	// OnInsert, if set, is told of every operation that is inserted.
	OnInsert func(*Operation)
	arena    *Arena
	point    Point
}

// NewBuilder returns a builder without an insertion point: AtEnd, AtStart, Before or After set one, or Detached.
func NewBuilder(c *Context) *Builder {
	if c == nil {
		misuse("NewBuilder", "the context is nil")
	}
	return &Builder{Ctx: c, point: Point{loc: c.unknownLoc}}
}

// Detached lets the builder make operations that are in no block, and returns it.
func (b *Builder) Detached() *Builder {
	b.point.block, b.point.before, b.point.detached = nil, nil, true
	return b
}

// In lets the builder make operations in an arena and returns it.
func (b *Builder) In(a *Arena) *Builder {
	b.arena = a
	return b
}

// AtEnd sets the insertion point to the end of a block and returns the builder.
func (b *Builder) AtEnd(block *Block) *Builder {
	b.point.block, b.point.before = block, nil
	return b
}

// AtStart sets the insertion point to the start of a block.
func (b *Builder) AtStart(block *Block) *Builder {
	if block == nil {
		return b.AtEnd(nil)
	}
	b.point.block, b.point.before = block, block.first
	return b
}

// Before sets the insertion point before an operation.
func (b *Builder) Before(op *Operation) *Builder {
	if op == nil || op.block == nil {
		misuse("Builder.Before", "%s is in no block", op.calledAt())
	}
	b.point.block, b.point.before = op.block, op
	return b
}

// After sets the insertion point after an operation.
func (b *Builder) After(op *Operation) *Builder {
	if op == nil || op.block == nil {
		misuse("Builder.After", "%s is in no block", op.calledAt())
	}
	b.point.block, b.point.before = op.block, op.next
	return b
}

// At sets the location of what is made next and returns the builder.
func (b *Builder) At(l Location) *Builder {
	b.point.loc, b.point.place = l, place{}
	return b
}

// AtLocOf is At for the location of an operation.
func (b *Builder) AtLocOf(op *Operation) *Builder {
	if op == nil {
		misuse("Builder.AtLocOf", "the operation is nil")
	}
	b.point.loc, b.point.place = op.loc, op.place
	return b
}

// AtRange is At for the range of bytes [start, end) of a source file.
func (b *Builder) AtRange(f *SourceFile, start, end int) *Builder {
	b.point.loc, b.point.place = f.lazy(b.Ctx, start, end)
	return b
}

// Loc is the location given to operations made without one.
func (b *Builder) Loc() Location { return b.point.place.of(b.Ctx, b.point.loc) }

// Block is the block of the insertion point.
func (b *Builder) Block() *Block { return b.point.block }

// Point is an insertion point to come back to, with the location.
type Point struct {
	block  *Block
	before *Operation
	loc    Location
	place  place
	// detached: without a block, operations are in none; else that is a mistake.
	detached bool
}

// Save returns the insertion point and location.
func (b *Builder) Save() Point { return b.point }

// Restore goes back to a saved insertion point.
func (b *Builder) Restore(p Point) { b.point = p }

// Insert puts an operation, which is in no block, at the insertion point.
func (b *Builder) Insert(op *Operation) *Operation {
	if b.point.block == nil {
		if !b.point.detached {
			misuse("Builder.Insert", "the builder has no insertion point for %s; AtEnd, Before and the like set one", op.calledAt())
		}
		return op
	}
	if op != nil && op.ctx != b.Ctx {
		misuse("Builder.Insert", "%s is of another context than the builder", op.calledAt())
	}
	b.point.block.insertBefore("Builder.Insert", op, b.point.before)
	if b.OnInsert != nil {
		b.OnInsert(op)
	}
	return op
}

// Create makes the operation of the state and inserts it.
func (b *Builder) Create(st OperationState) *Operation {
	if st.Loc == nil {
		st.Loc, st.place = b.point.loc, b.point.place
	}
	st.check("Builder.Create", b.Ctx)
	return b.Insert(newOperation(b.arena, b.Ctx, &st))
}

// Op makes and inserts an operation by name: the short form of Create. It keeps none of the lists.
func (b *Builder) Op(name string, operands []*Value, types []Type, attrs ...NamedAttr) *Operation {
	n := b.Ctx.OpName(name)
	checkSimple("Builder.Create", b.Ctx, n, operands, types, attrs)
	op := simpleOperation(b.arena, b.Ctx, n, operands, types, attrs)
	if b.point.loc != nil {
		op.loc, op.place = b.point.loc, b.point.place
	}
	return b.Insert(op)
}

// OpR is Op with regions.
func (b *Builder) OpR(name string, operands []*Value, types []Type, regions []*Region, attrs ...NamedAttr) *Operation {
	return b.Create(OperationState{Name: b.Ctx.OpName(name), Operands: operands, Types: types, Regions: regions, Attrs: attrs})
}

// Attr is shorthand for a NamedAttr.
func Attr(name string, a Attribute) NamedAttr { return NamedAttr{Name: name, Value: a} }
