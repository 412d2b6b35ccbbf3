package ir

// formatReader reads one operation by its format.
type formatReader struct {
	*Parser
	f        *opFormat
	st       *OperationState
	operands [][]OperandRef // by group
	all      []OperandRef   // of the operands directive
	hasAll   bool
	opTypes  [][]Type
	resTypes [][]Type
	allOps   []Type // type(operands)
	allRes   []Type
	regions  []*Region
	succs    []*Block
	pos      Pos
}

func (p *Parser) parseFormat(st *OperationState) {
	def := st.Name.Def
	r := &formatReader{Parser: p, f: formatOf(def), st: st, pos: p.Pos(),
		operands: make([][]OperandRef, len(def.Operands)), opTypes: make([][]Type, len(def.Operands)),
		resTypes: make([][]Type, len(def.Results))}
	if r.f.err != nil {
		p.fail(p.opPos, "%s", r.f.err)
	}
	if n := len(def.Regions); n > 0 {
		r.regions = make([]*Region, n)
	}
	if def.Successors > 0 {
		r.succs = make([]*Block, def.Successors)
	}
	for i := range r.f.elems {
		r.elem(&r.f.elems[i])
	}
	r.resolve(def)
}

// starts says whether the next token can begin the element, for optional groups.
func (r *formatReader) starts(e *fmtElem) bool {
	switch e.kind {
	case fLiteral:
		return r.is(e.text)
	case fOperand, fOperands:
		return r.tok.kind == tPercent
	case fOperandTypes, fResultTypes:
		return r.is("(") || r.is("<") || r.startsType()
	case fFunctional:
		return r.is("(")
	case fRegion, fRegions:
		return r.is("{")
	case fSuccessor, fSuccessors:
		return r.tok.kind == tCaret
	case fAttr:
		if starts := e.attr.Attr.Starts; starts != nil {
			return starts(r.Parser)
		}
		return r.startsAttribute()
	}
	return false
}

// lead is the number of the first element that writes more than spaces; len(list) if there is none.
func lead(list []fmtElem) int {
	for i := range list {
		if k := list[i].kind; k != fNoSpace && k != fSpace && k != fNewline {
			return i
		}
	}
	return len(list)
}

// group reads an optional group: the first element decides.
func (r *formatReader) group(e *fmtElem) {
	list := e.els
	first := lead(e.then)
	taken := first < len(e.then) && r.starts(&e.then[first])
	if taken {
		list = e.then
	}
	for i := range list {
		x := &list[i]
		if taken && x.kind == fAttr && i == e.anchor && i > first && x.attr.Attr.Name == UnitA.Name {
			r.st.SetAttr(x.text, r.ctx.unit)
			continue
		}
		r.elem(x)
	}
}

// oilist reads clauses as long as one begins, each at most once.
func (r *formatReader) oilist(e *fmtElem) {
	seen := make([]bool, len(e.clauses))
next:
	for {
		for i, clause := range e.clauses {
			if !r.is(clause[0].text) {
				continue
			}
			if seen[i] {
				r.fail(r.tok.start, "`%s` clause can appear at most once in the expansion of the oilist directive", clause[0].text)
			}
			seen[i] = true
			r.advance()
			r.clause(clause[1:], len(clause) == 2)
			continue next
		}
		return
	}
}

// clause reads what follows the keyword of a clause; a unit attribute alone is said by the keyword.
func (r *formatReader) clause(list []fmtElem, alone bool) {
	for i := range list {
		if x := &list[i]; alone && x.kind == fAttr && x.attr.Attr.Name == UnitA.Name {
			r.st.SetAttr(x.text, r.ctx.unit)
		} else {
			r.elem(x)
		}
	}
}

func (r *formatReader) attrType(a *AttrDef) Type {
	if a.Attr.Type == nil {
		return nil
	}
	return a.Attr.Type(r.ctx)
}

func (r *formatReader) setAttr(e *fmtElem, a Attribute) {
	c := e.attr.Attr
	is := c.Is
	if c.Storage != nil { // the verifier says more
		is = c.Storage
	}
	if is != nil && !is(a) {
		r.fail(r.lastEnd, "invalid kind of attribute specified: '%s' must be %s", e.text, c.Name)
	}
	r.st.SetAttr(e.text, a)
}

func (r *formatReader) elem(e *fmtElem) {
	def := r.st.Name.Def
	switch e.kind {
	case fLiteral:
		r.expectText(e.text)
	case fGroup:
		r.group(e)
	case fCustom:
		def.Directives[e.text].Parse(r.Parser, &Fields{r})
	case fOiList:
		r.oilist(e)
	case fOperand:
		switch def.Operands[e.idx].Arity {
		case One:
			r.operands[e.idx] = []OperandRef{r.Operand()}
		case Optional:
			if o, ok := r.OptionalOperand(); ok {
				r.operands[e.idx] = []OperandRef{o}
			}
		default:
			r.operands[e.idx] = r.Operands()
		}
	case fOperands:
		r.all, r.hasAll = r.Operands(), true
	case fOperandTypes:
		if e.idx < 0 {
			r.allOps = r.optionalTypes()
		} else {
			r.opTypes[e.idx] = r.typesFor(&def.Operands[e.idx], e)
		}
	case fResultTypes:
		if e.idx < 0 {
			r.allRes = r.optionalTypes()
		} else {
			r.resTypes[e.idx] = r.typesFor(&def.Results[e.idx], e)
		}
	case fFunctional:
		f := r.FunctionType()
		r.setTypes(&e.args[0], f.Inputs)
		r.setTypes(&e.args[1], f.Results)
	case fAttr:
		if parse := e.attr.Attr.Parse; parse != nil {
			r.setAttr(e, parse(r.Parser))
		} else {
			r.setAttr(e, r.Attribute(r.attrType(e.attr)))
		}
	case fAttrDict:
		r.attrDict(r.OptionalAttrDict)
	case fAttrDictKw:
		r.attrDict(r.OptionalAttrDictWithKeyword)
	case fRegion:
		if d := def.Regions[e.idx]; d.Variadic {
			r.regions = append(r.regions[:e.idx], r.regionList()...)
		} else {
			r.regions[e.idx] = r.Region()
		}
	case fRegions:
		r.regions = r.regionList()
	case fSuccessor:
		r.succs[e.idx] = r.Successor()
	case fSuccessors:
		r.succs = nil
		if r.tok.kind == tCaret {
			r.Comma("", "", func() { r.succs = append(r.succs, r.Successor()) })
		}
	}
}

// attrDict reads a dictionary, and checks the attributes of the definition that are in it.
func (r *formatReader) attrDict(read func(*OperationState)) {
	pos, before := r.Pos(), len(r.st.Attrs)
	read(r.st)
	def := r.st.Name.Def
	for i := range def.Attrs {
		d := &def.Attrs[i]
		for _, a := range r.st.Attrs[before:] {
			if a.Name == d.Name && !d.Discardable && d.Attr.Is != nil && !d.Attr.Is(a.Value) {
				r.FailAt(pos, "'%s' op attribute '%s' failed to satisfy constraint: %s", def.Name, d.Name, d.Attr.Name)
			}
		}
	}
}

// expectText reads a literal, which may be more than one token ("::").
func (r *formatReader) expectText(lit string) {
	if r.is(lit) {
		r.advance()
		return
	}
	if len(lit) > 1 && chClass[lit[0]]&chLetter == 0 && lit != "->" {
		end := r.tok.start + len(lit)
		if end <= len(r.src) && r.src[r.tok.start:end] == lit {
			r.resetTo(end)
			return
		}
	}
	r.expected(lit)
}

func (r *formatReader) regionList() []*Region {
	var out []*Region
	if r.is("{") {
		r.Comma("", "", func() { out = append(out, r.Region()) })
	}
	return out
}

func (r *formatReader) optionalTypes() []Type {
	t := r.OptionalType()
	if t == nil {
		return []Type{}
	}
	ts := []Type{t}
	for r.Accept(",") {
		ts = append(ts, r.Type())
	}
	return ts
}

func (r *formatReader) typesFor(d *OperandDef, e *fmtElem) []Type {
	if d.Arity != One {
		return r.optionalTypes()
	}
	pos := r.Pos()
	if d.Type.Body != nil && !e.qualified && r.tok.kind != tExclaim {
		return []Type{d.Type.Body(r.Parser)}
	}
	t := r.Type()
	if d.Type.Class != nil && !d.Type.Class(t) {
		r.FailAt(pos, "invalid kind of type specified")
	}
	return []Type{t}
}

func (r *formatReader) setTypes(e *fmtElem, ts []Type) {
	switch {
	case e.kind == fOperandTypes && e.idx < 0:
		r.allOps = ts
	case e.kind == fOperandTypes:
		r.opTypes[e.idx] = ts
	case e.idx < 0:
		r.allRes = ts
	default:
		r.resTypes[e.idx] = ts
	}
}

// resolve finds the types that were not written, the operands, and the results.
func (r *formatReader) resolve(def *OpDef) {
	st := r.st
	r.inferShared(def)
	switch {
	case r.hasAll:
		ts := r.allOps
		if ts == nil {
			for i := range r.opTypes {
				ts = append(ts, r.opTypes[i]...)
			}
		}
		st.Operands = r.resolveRefs(r.all, ts)
	case r.allOps != nil:
		var refs []OperandRef
		for _, g := range r.operands {
			refs = append(refs, g...)
		}
		st.Operands = r.resolveRefs(refs, r.allOps)
	default:
		for i, g := range r.operands {
			st.Operands = append(st.Operands, r.resolveRefs(g, r.opTypes[i])...)
		}
	}
	if def.Has(AttrSizedOperands) && !r.hasAll {
		sizes := make([]int64, len(r.operands))
		for i, g := range r.operands {
			sizes[i] = int64(len(g))
		}
		st.SetAttr(operandSegments.Name, r.ctx.DenseArray(r.ctx.I32(), sizes...))
	}
	for _, g := range r.regions {
		if g == nil {
			g = &Region{}
		}
		st.Regions = append(st.Regions, g)
	}
	for _, s := range r.succs {
		if s == nil {
			r.fail(r.opPos, "expected a successor")
		}
		st.Successors = append(st.Successors, s)
	}
	r.results(def)
}

func (r *formatReader) resolveRefs(refs []OperandRef, ts []Type) []*Value {
	if len(refs) == 0 && len(ts) == 0 {
		return nil
	}
	if len(refs) == len(ts) || len(ts) == 1 && len(refs) > 0 {
		return r.ResolveAll(refs, ts)
	}
	pos := r.pos
	if len(refs) > 0 {
		pos = refs[0].Pos
	}
	r.FailAt(pos, "%d operands present, but expected %d", len(refs), len(ts))
	return nil
}

// inferShared fills in the operand types that traits and constraints tell.
func (r *formatReader) inferShared(def *OpDef) {
	first := func(lists ...[][]Type) Type {
		for _, l := range lists {
			for _, g := range l {
				if len(g) > 0 {
					return g[0]
				}
			}
		}
		return nil
	}
	var shared Type
	if def.Has(SameOperandsAndResultType) {
		shared = first(r.opTypes, r.resTypes, [][]Type{r.allOps, r.allRes})
	} else if def.Has(SameTypeOperands) {
		shared = first(r.opTypes, [][]Type{r.allOps})
	}
	for _, names := range def.SameTypes {
		r.sameTypes(def, names)
	}
	for i := range def.TypeRules {
		t := &def.TypeRules[i]
		if from, to := *r.typesOfGroup(def, t.From), r.typesOfGroup(def, t.Of); *to == nil && len(from) == 1 && r.allowed(def, t.From, from[0]) {
			*to = t.Types(r.ctx, from[0])
		}
	}
	for i, d := range def.Operands {
		if r.opTypes[i] == nil && shared != nil {
			r.opTypes[i] = repeat(shared, len(r.operands[i]))
		}
		if r.opTypes[i] == nil && d.Type.Only != nil {
			r.opTypes[i] = repeat(d.Type.Only(r.ctx), len(r.operands[i]))
		}
	}
	if shared != nil && def.Has(SameOperandsAndResultType) {
		for i, d := range def.Results {
			if r.resTypes[i] == nil && d.Arity == One {
				r.resTypes[i] = []Type{shared}
			}
		}
	}
}

// typesOfGroup is where the types of the operands or results of a name are kept.
func (r *formatReader) typesOfGroup(def *OpDef, name string) *[]Type {
	if i := groupIndex(def.Operands, name); i >= 0 {
		return &r.opTypes[i]
	}
	return &r.resTypes[mustGroup(def.Results, name)]
}

// allowed says whether a value of the group may have the type, and is an error if not.
func (r *formatReader) allowed(def *OpDef, name string, t Type) bool {
	c := TypeConstraint{}
	if i := groupIndex(def.Operands, name); i >= 0 {
		c = def.Operands[i].Type
	} else {
		c = def.Results[mustGroup(def.Results, name)].Type
	}
	if c.Is != nil && !c.Is(t) {
		r.FailAt(Pos(r.opPos), "'%s' must be %s, but got '%s'", name, c.Name, t)
	}
	return true
}

// sameTypes gives the type of one of the named groups to those that have none.
func (r *formatReader) sameTypes(def *OpDef, names []string) {
	var slots []*[]Type
	var known []Type
	for _, name := range names {
		slot := r.typesOfGroup(def, name)
		slots = append(slots, slot)
		if len(*slot) == 1 && known == nil {
			known = *slot
		}
	}
	for _, s := range slots {
		if *s == nil {
			*s = known
		}
	}
}

func repeat(t Type, n int) []Type {
	ts := make([]Type, n)
	for i := range ts {
		ts[i] = t
	}
	return ts
}

// results sets the result types.
func (r *formatReader) results(def *OpDef) {
	st := r.st
	if r.allRes != nil {
		st.Types = r.allRes
		return
	}
	known := true
	for i, d := range def.Results {
		if r.resTypes[i] == nil && d.Arity == One && d.Type.Only != nil {
			r.resTypes[i] = []Type{d.Type.Only(r.ctx)}
		}
		known = known && (r.resTypes[i] != nil || d.Arity != One)
	}
	if !known {
		if inf, ok := st.Name.wrap(nil).(TypeInferrer); ok {
			ts, err := inf.InferTypes(r.ctx, st)
			if err != nil {
				r.fail(r.opPos, "'%s' op %s", def.Name, err)
			}
			st.Types = ts
			return
		}
		r.fail(r.opPos, "type of a result of '%s' is not written and cannot be inferred", def.Name)
	}
	sizes := make([]int64, len(def.Results))
	for i := range def.Results {
		st.Types = append(st.Types, r.resTypes[i]...)
		sizes[i] = int64(len(r.resTypes[i]))
	}
	if def.Has(AttrSizedResults) {
		st.SetAttr(resultSegments.Name, r.ctx.DenseArray(r.ctx.I32(), sizes...))
	}
}
