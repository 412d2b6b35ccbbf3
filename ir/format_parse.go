package ir

import (
	"cmp"
	"slices"
)

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
	// What the lists above are cut from. A reader is used again and again, so that most operations need no memory but their own.
	refs   []OperandRef
	types  []Type
	values []*Value
}

// reader is an empty reader, for the operation that is read now.
func (p *Parser) reader(st *OperationState) *formatReader {
	if len(p.readers) == p.reading {
		p.readers = append(p.readers, &formatReader{Parser: p})
	}
	r, def := p.readers[p.reading], st.Name.Def
	p.reading++
	r.f, r.st, r.pos = formatOf(def), st, p.Pos()
	r.operands, r.opTypes, r.resTypes = empty(r.operands, len(def.Operands)), empty(r.opTypes, len(def.Operands)), empty(r.resTypes, len(def.Results))
	r.regions, r.succs = empty(r.regions, len(def.Regions)), empty(r.succs, max(def.Successors, 0))
	r.all, r.hasAll, r.allOps, r.allRes = nil, false, nil, nil
	r.refs, r.types, r.values = r.refs[:0], r.types[:0], r.values[:0]
	return r
}

// empty is a list of n zero values in the place of another list.
func empty[T any](s []T, n int) []T {
	s = slices.Grow(s[:0], n)[:n]
	clear(s)
	return s
}

func (p *Parser) parseFormat(st *OperationState) {
	r := p.reader(st)
	if r.f.err != nil {
		p.fail(p.opPos, "%s", r.f.err)
	}
	for i := range r.f.elems {
		r.elem(&r.f.elems[i])
	}
	r.resolve(st.Name.Def)
	p.reading--
}

// operandList reads operands separated by commas, perhaps none.
func (r *formatReader) operandList() []OperandRef {
	if r.tok.kind != tPercent {
		return nil
	}
	first := len(r.refs)
	for again := true; again; again = r.Accept(",") {
		r.refs = append(r.refs, r.Operand())
	}
	return r.refs[first:len(r.refs):len(r.refs)]
}

// operand reads a list of one operand.
func (r *formatReader) operand() []OperandRef {
	r.refs = append(r.refs, r.Operand())
	return r.refs[len(r.refs)-1 : len(r.refs) : len(r.refs)]
}

// one is a list of the type.
func (r *formatReader) one(t Type) []Type { return r.repeat(t, 1) }

// repeat is a list of n times the type.
func (r *formatReader) repeat(t Type, n int) []Type {
	first := len(r.types)
	for range n {
		r.types = append(r.types, t)
	}
	return r.types[first:len(r.types):len(r.types)]
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
			r.operands[e.idx] = r.operand()
		case Optional:
			if r.tok.kind == tPercent {
				r.operands[e.idx] = r.operand()
			}
		default:
			r.operands[e.idx] = r.operandList()
		}
	case fOperands:
		r.all, r.hasAll = r.operandList(), true
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
	ts := r.one(t)
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
		return r.one(d.Type.Body(r.Parser))
	}
	t := r.Type()
	if d.Type.Class != nil && !d.Type.Class(t) {
		r.FailAt(pos, "invalid kind of type specified")
	}
	return r.one(t)
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
		r.resolveRefs(r.all, ts)
	case r.allOps != nil:
		var refs []OperandRef
		for _, g := range r.operands {
			refs = append(refs, g...)
		}
		r.resolveRefs(refs, r.allOps)
	default:
		for i, g := range r.operands {
			r.resolveRefs(g, r.opTypes[i])
		}
	}
	st.Operands = r.values
	if def.Has(AttrSizedOperands) && !r.hasAll {
		sizes := make([]int64, len(r.operands))
		for i, g := range r.operands {
			sizes[i] = int64(len(g))
		}
		st.SetAttr(operandSegments.Name, r.ctx.DenseArray(r.ctx.I32(), sizes...))
	}
	for i := range r.regions {
		if r.regions[i] == nil {
			r.regions[i] = &Region{}
		}
	}
	st.Regions = r.regions
	if slices.Contains(r.succs, nil) {
		r.fail(r.opPos, "expected a successor")
	}
	st.Successors = r.succs
	r.results(def)
}

// resolveRefs adds the values of operands.
func (r *formatReader) resolveRefs(refs []OperandRef, ts []Type) {
	if len(refs) == len(ts) || len(ts) == 1 && len(refs) > 0 {
		for i, o := range refs {
			r.values = append(r.values, r.Resolve(o, ts[min(i, len(ts)-1)]))
		}
		return
	}
	pos := r.pos
	if len(refs) > 0 {
		pos = refs[0].Pos
	}
	r.FailAt(pos, "%d operands present, but expected %d", len(refs), len(ts))
}

// inferShared fills in the operand types that traits and constraints tell.
func (r *formatReader) inferShared(def *OpDef) {
	var shared Type
	if def.Has(SameOperandsAndResultType) {
		shared = cmp.Or(firstType(r.opTypes...), firstType(r.resTypes...), firstType(r.allOps, r.allRes))
	} else if def.Has(SameTypeOperands) {
		shared = cmp.Or(firstType(r.opTypes...), firstType(r.allOps))
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
			r.opTypes[i] = r.repeat(shared, len(r.operands[i]))
		}
		if r.opTypes[i] == nil && d.Type.Only != nil {
			r.opTypes[i] = r.repeat(d.Type.Only(r.ctx), len(r.operands[i]))
		}
	}
	if shared != nil && def.Has(SameOperandsAndResultType) {
		for i, d := range def.Results {
			if r.resTypes[i] == nil && d.Arity == One {
				r.resTypes[i] = r.one(shared)
			}
		}
	}
}

// firstType is the first type of the lists, nil if there is none.
func firstType(lists ...[]Type) Type {
	for _, ts := range lists {
		if len(ts) > 0 {
			return ts[0]
		}
	}
	return nil
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
	var known []Type
	for _, name := range names {
		if ts := *r.typesOfGroup(def, name); len(ts) == 1 && known == nil {
			known = ts
		}
	}
	for _, name := range names {
		if ts := r.typesOfGroup(def, name); *ts == nil {
			*ts = known
		}
	}
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
			r.resTypes[i] = r.one(d.Type.Only(r.ctx))
		}
		known = known && (r.resTypes[i] != nil || d.Arity != One)
	}
	if !known {
		if inf, ok := st.Name.typed.(TypeInferrer); ok {
			ts, err := inf.InferTypes(r.ctx, st)
			if err != nil {
				r.fail(r.opPos, "'%s' op %s", def.Name, err)
			}
			st.Types = ts
			return
		}
		r.fail(r.opPos, "type of a result of '%s' is not written and cannot be inferred", def.Name)
	}
	if len(r.resTypes) == 1 {
		st.Types = r.resTypes[0]
	} else {
		st.Types = slices.Concat(r.resTypes...)
	}
	if def.Has(AttrSizedResults) {
		sizes := make([]int64, len(def.Results))
		for i, ts := range r.resTypes {
			sizes[i] = int64(len(ts))
		}
		st.SetAttr(resultSegments.Name, r.ctx.DenseArray(r.ctx.I32(), sizes...))
	}
}
