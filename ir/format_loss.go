package ir

// What a group of a format leaves out, where its anchor is absent, must not be there: a form that has lost something would be read
// as another operation. Definitions of which that can be said are refused (Dialect.Check); an operation that has such a part all the same is
// printed in generic form.

// part is what an element of a format writes of an operation: a group of operands or results, an attribute, a region.
type part struct {
	kind fmtKind
	idx  int
	name string
}

// partsIn calls f for what the elements of a list write, in groups too.
func partsIn(list []fmtElem, f func(p part, e *fmtElem)) {
	for i := range list {
		e := &list[i]
		switch e.kind {
		case fOperand, fOperandTypes:
			f(part{kind: fOperand, idx: e.idx}, e)
		case fAttr, fRegion, fSuccessor, fResultTypes:
			f(part{e.kind, e.idx, e.text}, e)
		case fOperands, fRegions, fSuccessors:
			f(part{kind: e.kind}, e)
		}
		partsIn(e.args, f)
		partsIn(e.then, f)
		partsIn(e.els, f)
		for _, clause := range e.clauses {
			partsIn(clause, f)
		}
	}
}

func partSet(list []fmtElem) map[part]bool {
	set := map[part]bool{}
	partsIn(list, func(p part, _ *fmtElem) { set[p] = true })
	return set
}

// always are the parts that a list writes of every operation.
func always(list []fmtElem) map[part]bool {
	set := map[part]bool{}
	for i := range list {
		switch e := &list[i]; e.kind {
		case fGroup:
			els := always(e.els)
			for p := range always(e.then) {
				set[p] = set[p] || els[p]
			}
		case fOiList:
		default:
			partsIn(list[i:i+1], func(p part, _ *fmtElem) { set[p] = true })
		}
	}
	return set
}

// mayLose says whether a group in the list has parts that do not come and go with its anchor.
func mayLose(list []fmtElem) bool {
	for i := range list {
		e := &list[i]
		if e.kind != fGroup {
			continue
		}
		if e.anchor >= 0 {
			anchor, els := partSet(e.then[e.anchor:e.anchor+1]), partSet(e.els)
			for p := range partSet(e.then) {
				if !anchor[p] && !els[p] {
					return true
				}
			}
		}
		if len(e.els) > 0 || mayLose(e.then) {
			return true
		}
	}
	return false
}

// loses says whether the form leaves out something that the operation has.
func (p *Printer) loses(f *opFormat) (lost bool) {
	used := len(p.ints)
	fp, written := p.newFormatPrinter(f), map[part]bool{}
	fp.written(f.elems, written)
	partsIn(f.elems, func(x part, e *fmtElem) { lost = lost || !written[x] && fp.present(e) })
	p.ints = p.ints[:used]
	return lost
}

// written adds the parts that the elements of a list write of the operation.
func (p *formatPrinter) written(list []fmtElem, set map[part]bool) {
	for i := range list {
		switch e := &list[i]; {
		case e.kind == fGroup && p.present(&e.then[e.anchor]):
			p.written(e.then, set)
		case e.kind == fGroup:
			p.written(e.els, set)
		default: // the clauses of a list are written where something of them is there
			partsIn(list[i:i+1], func(x part, _ *fmtElem) { set[x] = true })
		}
	}
}
