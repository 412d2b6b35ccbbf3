package ir

import (
	"slices"
	"strings"
)

// definition checks an operation against its definition and calls its own verifier.
func (v *verifier) definition(op *Operation, def *OpDef) bool {
	var buf [8]Type
	if !v.counts(op, def) || !v.segments(op, "operand", def.Operands, len(op.operands), AttrSizedOperands, operandSegments.Name) ||
		!v.segments(op, "result", def.Results, len(op.results), AttrSizedResults, resultSegments.Name) ||
		!v.parents(op, def) || !v.singleBlocks(op, def) || !v.attributes(op, def) ||
		!v.groups(op, "operand", def.Operands, typesOfUses(buf[:0], op.operands), op.segments(AttrSizedOperands, operandSegments.Name)) ||
		!v.groups(op, "result", def.Results, appendTypesOf(buf[:0], op.results), op.segments(AttrSizedResults, resultSegments.Name)) ||
		!v.sameTypes(op, def) || !v.typeRules(op, def) || !v.regionDefs(op, def) || !v.symbol(op, def) || !v.traits(op, def) {
		return false
	}
	if own, ok := op.Typed().(Verifier); ok {
		v.call("Verify", op)
		err := own.Verify()
		v.done()
		if err != nil {
			return v.reportErr(op, err)
		}
	}
	return v.inferredTypes(op, def)
}

// typesOfUses appends the types of the values that are used.
func typesOfUses(ts []Type, us []*Use) []Type {
	for _, u := range us {
		ts = append(ts, u.value.typ)
	}
	return ts
}

func appendTypesOf(ts []Type, vs []*Value) []Type {
	for _, v := range vs {
		ts = append(ts, v.typ)
	}
	return ts
}

// segments checks the attribute that says how operands or results divide into groups.
func (v *verifier) segments(op *Operation, what string, defs []OperandDef, n int, sized Trait, attr string) bool {
	if !op.Has(sized) {
		return true
	}
	d, ok := op.Attr(attr).(*DenseArrayAttr)
	if !ok && op.Attr(attr) == nil && n > 0 {
		return v.opError(op, "%s count (%d) does not match with the total size (0) specified in attribute '%s'", what, n, attr)
	}
	if !ok {
		return v.opError(op, "requires dense i32 array attribute '%s'", attr)
	}
	sum := int64(0)
	for _, n := range d.Values {
		if n < 0 {
			return v.opError(op, "'%s' attribute cannot have negative elements", attr)
		}
		sum += n
	}
	if len(d.Values) != len(defs) {
		return v.opError(op, "'%s' attribute for specifying %s segments must have %d elements, but got %d", attr, what, len(defs), len(d.Values))
	}
	if sum != int64(n) {
		return v.opError(op, "%s count (%d) does not match with the total size (%d) specified in attribute '%s'", what, n, sum, attr)
	}
	return true
}

// groups checks the number and types of operands or results in each group.
func (v *verifier) groups(op *Operation, what string, defs []OperandDef, ts []Type, sizes Attribute) bool {
	same := what == "result" && op.Has(SameVariadicResultSize)
	var sizeBuf [8]int
	fit, ok := groupSizes(sizeBuf[:], defs, len(ts), sizes, same)
	if !ok && same { // the types that are inferred tell what is wrong
		fit, _ = groupSizes(sizeBuf[:], defs, len(ts)/2*2, sizes, same)
		ok = true
	}
	if seg, sized := sizes.(*DenseArrayAttr); !ok && sized {
		fit = fit[:0]
		for _, n := range seg.Values {
			fit = append(fit, int(n))
		}
	}
	i := 0
	for g, n := range fit {
		if defs[g].Arity == Optional && n > 1 {
			return v.opError(op, "%s group starting at #%d requires 0 or 1 element, but found %d", what, i, n)
		}
		c := defs[g].Type
		for range n {
			if c.Is != nil && !c.Is(ts[i]) {
				kind := [...]string{"", "", "variadic of "}[defs[g].Arity]
				return v.opError(op, "%s #%d must be %s%s, but got '%s'", what, i, kind, c.Name, ts[i])
			}
			i++
		}
	}
	return ok || v.opError(op, "sizes of %s groups do not fit the definition", what)
}

func (v *verifier) wrongCount(op *Operation, what string, defs []OperandDef, n int) bool {
	least, variable := 0, false
	for _, d := range defs {
		if d.Arity == One {
			least++
		} else {
			variable = true
		}
	}
	switch {
	case variable && n < least && what == "result":
		return v.opError(op, "expected %d or more results", least)
	case variable && n < least:
		return v.opError(op, "expected %d or more operands, but found %d", least, n)
	case least == 0 && what == "operand":
		return v.opError(op, "requires zero operands")
	case least == 0:
		return v.opError(op, "requires zero results")
	case least == 1 && what == "operand":
		return v.opError(op, "requires a single operand")
	case least == 1:
		return v.opError(op, "requires one result")
	}
	if what == "result" {
		return v.opError(op, "expected %d results", least)
	}
	return v.opError(op, "expected %d operands, but found %d", least, n)
}

// attributes checks that the attributes of the definition are there, by their names, and then what they are.
func (v *verifier) attributes(op *Operation, def *OpDef) bool {
	missing := ""
	for i := range def.Attrs {
		d := &def.Attrs[i]
		if !d.Optional && d.Default == nil && !d.isSymbolName() && op.Attr(d.Name) == nil && (missing == "" || d.Name < missing) {
			missing = d.Name
		}
	}
	if missing != "" {
		return v.opError(op, "requires attribute '%s'", missing)
	}
	for i := range def.Attrs {
		d := &def.Attrs[i]
		a := op.Attr(d.Name)
		if a == nil || d.isSymbolName() {
			continue
		}
		if d.Attr.Is != nil && !d.Attr.Is(a) {
			return v.opError(op, "attribute '%s' failed to satisfy constraint: %s", d.Name, d.Attr.Name)
		}
	}
	return true
}

// isSymbolName says whether an attribute is checked with the trait Symbol.
func (d *AttrDef) isSymbolName() bool { return d.Discardable && d.Name == symName }

// optional says whether an attribute of the definition may be absent.
func (d *OpDef) optional(name string) bool {
	return slices.ContainsFunc(d.Attrs, func(a AttrDef) bool { return a.Name == name && a.Optional })
}

func (v *verifier) symbol(op *Operation, def *OpDef) bool {
	if def.Has(Symbol) {
		a := op.Attr("sym_name")
		if s, ok := a.(*StringAttr); (a != nil || def.Inherent("sym_name") == nil && !def.optional("sym_name")) && (!ok || s.Value == "") {
			return v.opError(op, "requires string attribute 'sym_name'")
		}
		visibility := op.Attr("sym_visibility")
		if _, ok := visibility.(*StringAttr); visibility != nil && !ok {
			return v.opError(op, "requires visibility attribute 'sym_visibility' to be a string attribute, but got %s", visibility)
		}
		if a, ok := visibility.(*StringAttr); ok && !slices.Contains(visibilities, a.Value) {
			return v.opError(op, `visibility expected to be one of ["public", "private", "nested"], but got %s`, a)
		}
	}
	return true
}

// counts checks how many regions, results, successors and operands there are, in this order; of groups of any size the least.
func (v *verifier) counts(op *Operation, def *OpDef) bool {
	n, want := len(op.regions), len(def.Regions)
	variadic := want > 0 && def.Regions[want-1].Variadic
	if variadic && n < want-1 || !variadic && n != want {
		switch {
		case want == 0:
			return v.opError(op, "requires zero regions")
		case want == 1:
			return v.opError(op, "requires one region")
		}
		return v.opError(op, "expected %d regions", want)
	}
	if !enough(def.Results, len(op.results)) {
		return v.wrongCount(op, "result", def.Results, len(op.results))
	}
	if n := op.NumSuccessors(); def.Successors >= 0 && n != def.Successors {
		if def.Successors == 1 {
			return v.opError(op, "requires 1 successor but found %d", n)
		}
		return v.opError(op, "requires %d successors but found %d", def.Successors, n)
	}
	return enough(def.Operands, len(op.operands)) || v.wrongCount(op, "operand", def.Operands, len(op.operands))
}

// enough says whether n is as many as there are, or as many as there must be beside groups of any size.
func enough(defs []OperandDef, n int) bool {
	least := 0
	for _, d := range defs {
		if d.Arity == One {
			least++
		}
	}
	return n == least || n > least && least < len(defs)
}

// singleBlocks checks the traits SingleBlock and NoRegionArguments.
func (v *verifier) singleBlocks(op *Operation, def *OpDef) bool {
	for i, r := range op.regions {
		if def.Has(SingleBlock) && r.first != r.last {
			return v.opError(op, "expects region #%d to have 0 or 1 blocks", i)
		}
		if def.Has(SingleBlock) && !def.Has(NoTerminator) && r.first != nil && r.first.last == nil {
			return v.opError(op, "expects a non-empty block")
		}
	}
	for i, r := range op.regions {
		if !def.Has(NoRegionArguments) || r.first == nil || len(r.first.args) == 0 {
			continue
		}
		if len(op.regions) > 1 {
			return v.opError(op, "region #%d should have no arguments", i)
		}
		return v.opError(op, "region should have no arguments")
	}
	return true
}

func (v *verifier) regionDefs(op *Operation, def *OpDef) bool {
	for i, r := range op.regions {
		d := def.Regions[min(i, len(def.Regions)-1)]
		switch {
		case d.OneBlock && (r.Empty() || r.first != r.last), !d.MaybeEmpty && r.Empty() && def.Has(SingleBlock):
			return v.opError(op, "region #%d ('%s') failed to verify constraint: region with 1 blocks", i, d.Name)
		case r.Empty() && !d.MaybeEmpty:
			return v.opError(op, "region #%d ('%s') failed to verify constraint: region with at least 1 blocks", i, d.Name)
		}
	}
	return true
}

// implicitTerminator checks that the regions end with what the definition says.
func (v *verifier) implicitTerminator(op *Operation, def *OpDef) bool {
	for _, r := range op.regions {
		if r.first != nil && r.first == r.last && r.first.last != nil && !r.first.last.Is(def.Terminator) {
			op.Errorf(v.diags, "expects regions to end with '%s', found '%s'", def.Terminator, r.first.last.Name()).
				Note("in custom textual format, the absence of terminator implies '%s'", def.Terminator)
			return false
		}
	}
	return true
}

// typeRules checks OpDef.TypeRules.
func (v *verifier) typeRules(op *Operation, def *OpDef) bool {
	for i := range def.TypeRules {
		t := &def.TypeRules[i]
		if !slices.Equal(TypesOf(op.group(def, t.Of)), t.Types(op.ctx, op.group(def, t.From)[0].typ)) {
			return v.opError(op, "failed to verify that %s", t.Summary)
		}
	}
	return true
}

// group is the operands or results that the definition calls name.
func (op *Operation) group(def *OpDef, name string) []*Value {
	if groupIndex(def.Operands, name) >= 0 {
		return op.OperandGroup(name)
	}
	return op.ResultGroup(name)
}

// sameTypes checks the lists of OpDef.SameTypes.
func (v *verifier) sameTypes(op *Operation, def *OpDef) bool {
	for _, names := range def.SameTypes {
		var first Type
		for _, n := range names {
			if t := op.group(def, n)[0].typ; first == nil {
				first = t
			} else if t != first {
				return v.opError(op, "failed to verify that all of {%s} have same type", strings.Join(names, ", "))
			}
		}
	}
	return true
}

// parents checks that the operation around is one of those that the definition wants.
func (v *verifier) parents(op *Operation, def *OpDef) bool {
	p := op.Parent()
	if len(def.Parents) == 0 || p != nil && slices.Contains(def.Parents, p.Name()) {
		return true
	}
	one := ""
	if len(def.Parents) > 1 {
		one = "to be one of "
	}
	return v.opError(op, "expects parent op %s'%s'", one, strings.Join(def.Parents, ", "))
}

func (v *verifier) traits(op *Operation, def *OpDef) bool {
	if def.Has(Terminator) && op.block != nil && op.next != nil {
		return v.opError(op, "must be the last operation in the parent block")
	}
	if def.Has(SameOperandsAndResultType) && !sameType(op) {
		for _, t := range typesOfAll(op) {
			if len(op.results) > 0 && (elementOf(t) != elementOf(op.results[0].typ) || !MayHaveSameShape(t, op.results[0].typ)) {
				return v.opError(op, "requires the same type for all operands and results")
			}
		}
	}
	if def.Has(SameTypeOperands) {
		for _, u := range op.operands {
			if u.value.typ != op.operands[0].value.typ {
				return v.opError(op, "requires all operands to have the same type")
			}
		}
	}
	return true
}

// inferredTypes checks what is left of SameOperandsAndResultType after shapes that may be the same: MLIR finds results of other types
// than the first operand late. Operands of different types it does not find.
func (v *verifier) inferredTypes(op *Operation, def *OpDef) bool {
	if !def.Has(SameOperandsAndResultType) || sameType(op) {
		return true
	}
	for _, t := range typesOfAll(op) {
		if kindOf(t) != kindOf(op.results[0].typ) {
			return v.opError(op, "all non-scalar operands/results must have the same shape and base type")
		}
	}
	if len(op.operands) > 0 && len(op.results) == 1 && op.results[0].typ != op.operands[0].value.typ {
		return v.opError(op, "inferred type(s) '%s' are incompatible with return type(s) of operation '%s'", op.operands[0].value.typ, op.results[0].typ)
	}
	return v.opError(op, "requires the same type for all operands and results")
}

// kindOf tells vectors, scalable vectors, tensors and tensors without rank apart.
func kindOf(t Type) int {
	switch t := t.(type) {
	case *VectorType:
		if IsScalable(t) {
			return 4
		}
		return 1
	case *TensorType:
		if t.Unranked {
			return 3
		}
		return 2
	}
	return 0
}

// typesOfAll are the types of results and operands.
func typesOfAll(op *Operation) []Type {
	return typesOfUses(TypesOf(op.results), op.operands)
}

// sameType says whether all operands and results have one type.
func sameType(op *Operation) bool {
	var t Type
	for _, u := range op.operands {
		if t != nil && u.value.typ != t {
			return false
		}
		t = u.value.typ
	}
	for _, r := range op.results {
		if t != nil && r.typ != t {
			return false
		}
		t = r.typ
	}
	return true
}

var visibilities = []string{"public", "private", "nested"}
