package ir

import (
	"fmt"
	"maps"
	"runtime"
	"strings"
	"sync"
)

// Verify checks op and everything inside: structure, definitions, dominance, symbols, then the operations'
// own verifiers. It reports errors to diags and returns whether there were none. Of each isolated operation
// the first error is reported; isolated operations are checked in parallel, and reported in order.
func Verify(op *Operation, diags *Diagnostics) bool {
	return VerifyDominance(op, diags, NewDominance())
}

// VerifyDominance is Verify, and puts what it finds about dominance into dom, which is new.
func VerifyDominance(op *Operation, diags *Diagnostics, dom *Dominance) bool {
	v := &verifier{diags: diags, ctx: op.ctx, dom: dom}
	return v.isolated(op)
}

// Errorf reports an error of the operation, as "'name' op message".
func (op *Operation) Errorf(diags *Diagnostics, format string, args ...any) *Diagnostic {
	return op.report(diags, Error, "'"+op.name.Name+"' op "+fmt.Sprintf(format, args...))
}

// Warnf reports a warning at the operation.
func (op *Operation) Warnf(diags *Diagnostics, format string, args ...any) *Diagnostic {
	return op.report(diags, Warning, fmt.Sprintf(format, args...))
}

// Remarkf reports a remark at the operation: something worth knowing that is no mistake.
func (op *Operation) Remarkf(diags *Diagnostics, format string, args ...any) *Diagnostic {
	return op.report(diags, Remark, fmt.Sprintf(format, args...))
}

func (op *Operation) report(diags *Diagnostics, s Severity, message string) *Diagnostic {
	return diags.Report(&Diagnostic{Severity: s, Loc: op.Loc(), Op: op, Message: message})
}

// BareError is what a Verifier returns to report a message that does not begin with the name of the operation.
type BareError string

func (e BareError) Error() string { return string(e) }

// OpError is what a RegionVerifier returns to report another operation, one inside.
type OpError struct {
	Op  *Operation
	Err error
}

func (e *OpError) Error() string { return "'" + e.Op.Name() + "' op " + e.Err.Error() }

// verifier checks one isolated operation.
type verifier struct {
	calling
	diags  *Diagnostics
	nested []*Operation // isolated operations inside that are not checked yet: each is on its own
	ctx    *Context
	dom    *Dominance
	known  Type // a type that is of the context
}

func (v *verifier) opError(op *Operation, format string, args ...any) bool {
	op.Errorf(v.diags, format, args...)
	return false
}

// plainError reports without the name of the operation.
func (v *verifier) plainError(op *Operation, format string, args ...any) bool {
	v.diags.Report(&Diagnostic{Severity: Error, Loc: op.Loc(), Op: op, Message: fmt.Sprintf(format, args...)})
	return false
}

// isolated verifies op, which sees no values from outside.
func (v *verifier) isolated(op *Operation) bool {
	defer v.blame()
	if !v.operation(op) {
		return false
	}
	return len(op.regions) == 0 || v.dominance(op, v.dom)
}

// verifyNested checks the isolated operations that were met behind the first ones, several at a time.
func (v *verifier) verifyNested(first int) bool {
	nested := v.nested[first:]
	v.nested = v.nested[:first:first]
	n := len(nested)
	results := make([]Diagnostics, n)
	oks, doms := make([]bool, n), make([]*Dominance, n)
	work := func(i int) {
		doms[i] = NewDominance()
		w := &verifier{diags: &results[i], ctx: v.ctx, dom: doms[i]}
		oks[i] = w.isolated(nested[i])
	}
	if workers := min(runtime.GOMAXPROCS(0), n); workers > 1 && worthSharing(nested) {
		ParallelFor(workers, n, work)
	} else {
		for i := range n {
			work(i)
		}
	}
	ok := true
	for i := range results {
		ok = ok && oks[i]
		maps.Copy(v.dom.trees, doms[i].trees)
		for _, d := range results[i].list {
			v.diags.Report(d)
		}
	}
	return ok
}

// worthSharing says whether operations have so much in them that several goroutines are faster than one: to wake another core
// takes as long as to verify some hundred operations.
func worthSharing(ops []*Operation) bool {
	left := 2000
	for _, op := range ops {
		op.Walk(func(*Operation) WalkResult {
			if left--; left < 0 {
				return Interrupt
			}
			return Advance
		})
	}
	return left < 0
}

// ParallelFor calls f for 0..n-1 from several goroutines. A panic of f is raised again in the caller.
func ParallelFor(workers, n int, f func(i int)) {
	var wg sync.WaitGroup
	var mu sync.Mutex
	next := 0
	var failure any
	for range workers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer func() {
				if r := recover(); r != nil {
					mu.Lock()
					failure = r
					mu.Unlock()
				}
			}()
			for {
				mu.Lock()
				i := next
				next++
				mu.Unlock()
				if i >= n {
					return
				}
				f(i)
			}
		}()
	}
	wg.Wait()
	if failure != nil {
		panic(failure)
	}
}

// typeIn is the type that an attribute is, or is of, if it is of a kind that has one.
func typeIn(a Attribute) Type {
	switch a := a.(type) {
	case *TypeAttr:
		return a.Type
	case *IntegerAttr:
		return a.Type
	case *FloatAttr:
		return a.Type
	}
	return nil
}

// operation checks op and what is inside. Isolated operations are checked before what op says of its regions, as MLIR does it.
func (v *verifier) operation(op *Operation) bool {
	for i, u := range op.operands {
		if u.value == nil {
			return v.opError(op, "null operand found (operand #%d)", i)
		}
	}
	if op.ctx != v.ctx {
		return v.opError(op, "is of another context than the operation around it")
	}
	for i, r := range op.results {
		if r.typ != v.known && !v.owns(r.typ) {
			return v.opError(op, "type '%s' of result #%d is not one of the context: it was made in another one, or without ir.Intern", r.typ, i)
		}
	}
	for _, a := range op.attrs {
		if t := typeIn(a.Value); t != nil && t != v.known && !v.owns(t) {
			return v.opError(op, "type '%s' in attribute '%s' is not one of the context: it was made in another one, or without ir.Intern", t, a.Name)
		}
	}
	if !v.dialectAttrs(op) {
		return false
	}
	if def := op.Def(); def != nil {
		if !v.definition(op, def) {
			return false
		}
	} else if !v.unregistered(op) {
		return false
	}
	for i, r := range op.regions {
		if !v.entrance(op, i, r) {
			return false
		}
	}
	first := len(v.nested)
	for _, r := range op.regions {
		if !v.region(op, r) {
			return false
		}
	}
	if len(v.nested) > first && !v.verifyNested(first) {
		return false
	}
	def := op.Def()
	if def == nil {
		return true
	}
	if def.Has(ImplicitTerminator) && !v.implicitTerminator(op, def) {
		return false
	}
	if def.Has(SymbolTable) && !v.symbolTable(op) {
		return false
	}
	if rv, ok := op.Typed().(RegionVerifier); ok {
		v.call("VerifyRegions", op)
		err := rv.VerifyRegions()
		v.done()
		if err != nil {
			return v.reportErr(op, err)
		}
	}
	return true
}

// dialectAttrs lets dialects check the attributes that operations of others have of them.
func (v *verifier) dialectAttrs(op *Operation) bool {
	for _, a := range op.attrs {
		prefix, _, ok := strings.Cut(a.Name, ".")
		if !ok {
			continue
		}
		d := v.ctx.Dialect(prefix)
		if d == nil || d.VerifyAttr == nil {
			continue
		}
		if err := d.VerifyAttr(op, a); err != nil {
			return v.reportErr(op, err)
		}
	}
	return true
}

// reportErr reports what a verifier returned.
func (v *verifier) reportErr(op *Operation, err error) bool {
	switch err := err.(type) {
	case BareError:
		return v.plainError(op, "%s", err)
	case *OpError:
		return v.opError(err.Op, "%s", err.Err)
	}
	return v.opError(op, "%s", err)
}

// owns says whether a type was made in the context that is verified.
func (v *verifier) owns(t Type) bool {
	if t == nil || !v.ctx.owns(t) {
		return false
	}
	v.known = t
	return true
}

func (v *verifier) unregistered(op *Operation) bool {
	d := op.name.Dialect
	switch {
	case d == nil && !op.ctx.AllowUnregistered && op.name.Name != "builtin.module":
		return v.opError(op, "created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used")
	case d != nil && !d.AllowsUnknownOps && !op.ctx.AllowUnregistered: // our dialects are parts of MLIR's
		v.diags.Report(&Diagnostic{
			Severity: Error, Loc: op.Loc(), Op: op, Notes: op.ctx.meantOp(op.name.Name),
			Message: fmt.Sprintf("unregistered operation '%s' found in dialect ('%s') that does not allow unknown operations", op.name.Name, d.Name),
		})
		return false
	}
	return true
}

// entrance checks what is seen of a region before its operations are.
func (v *verifier) entrance(op *Operation, i int, r *Region) bool {
	if op.Has(GraphRegion) && r.first != r.last {
		return v.opError(op, "expects graph region #%d to have 0 or 1 blocks", i)
	}
	if r.first != nil && r.first.uses != nil {
		return v.plainError(op, "entry block of region may not have predecessors")
	}
	return true
}

func (v *verifier) region(op *Operation, r *Region) bool {
	single := r.first == r.last
	for b := r.first; b != nil; b = b.next {
		if !v.block(op, b, single) {
			return false
		}
	}
	return true
}

func (v *verifier) block(parent *Operation, b *Block, single bool) bool {
	for i, a := range b.args {
		if a.typ != v.known && !v.owns(a.typ) {
			return v.opError(parent, "type '%s' of block argument #%d is not one of the context: it was made in another one, or without ir.Intern", a.typ, i)
		}
	}
	def := parent.Def()
	noTerminator := single && (def == nil || def.Has(NoTerminator))
	if b.last == nil {
		if noTerminator {
			return true
		}
		loc := parent.Loc()
		v.diags.Report(&Diagnostic{Severity: Error, Loc: loc, Op: parent, Message: "empty block: expect at least a terminator"})
		return false
	}
	for o := b.first; o != nil; o = o.next {
		if o.NumSuccessors() > 0 && o != b.last {
			return v.plainError(o, "operation with block successors must terminate its parent block")
		}
		if o.Has(IsolatedFromAbove) {
			v.nested = append(v.nested, o)
			continue
		}
		if !v.operation(o) {
			return false
		}
	}
	for _, s := range b.last.Successors() {
		if s.region != b.region {
			return v.opError(b.last, "branching to block of a different region")
		}
	}
	if noTerminator {
		return true
	}
	if d := b.last.Def(); d != nil && !d.Has(Terminator) {
		text := Print(b.last, PrintOptions{Generic: true, LocalScope: true, AssumeVerified: true})
		if strings.Contains(text, "\n") {
			text = "\n" + text
		}
		return v.plainError(b.last, "block with no terminator, has %s", text)
	}
	return true
}

// dominance checks that operands are available where they are used, inside op but not in isolated
// operations there; those must not use what is outside of them.
func (v *verifier) dominance(op *Operation, dom *Dominance) bool {
	for _, r := range op.regions {
		for b := r.first; b != nil; b = b.next {
			reachable := r.first == r.last || dom.Reachable(b)
			for o := b.first; o != nil; o = o.next {
				if reachable && !v.operandsDominate(op, o, dom) {
					return false
				}
				if len(o.regions) > 0 && !o.Has(IsolatedFromAbove) && !v.dominance(o, dom) {
					return false
				}
			}
		}
	}
	return true
}

func (v *verifier) operandsDominate(parent, o *Operation, dom *Dominance) bool {
	for i, u := range o.operands {
		val := u.value
		if val.op != nil && val.op.block == o.block && hasSSADominance(o.block.region) && val.op != o {
			if val.op.IsBefore(o) {
				continue
			}
		} else if dom.Dominates(val, o) {
			continue
		}
		if iso := isolationBroken(o, val); iso != nil {
			o.Errorf(v.diags, "using value defined outside the region").Relate(iso.Loc(), "required by region isolation constraints")
			return false
		}
		d := &Diagnostic{Severity: Error, Loc: o.Loc(), Op: o, Message: fmt.Sprintf("operand #%d does not dominate this use", i)}
		if val.op != nil && val.op.block != nil {
			d.Relate(val.op.Loc(), "operand defined here%s", where(val, o))
		}
		v.diags.Report(d)
		return false
	}
	return true
}

// where tells the relation of a definition to a use that it does not dominate.
func where(val *Value, use *Operation) string {
	def := val.op.block
	switch {
	case def == use.block:
		return " (op in the same block)"
	case def.region == use.block.region:
		return " (op in the same region)"
	case def.region.IsProperAncestorOf(use.block.region):
		return " (op in a parent region)"
	case use.block.region.IsProperAncestorOf(def.region):
		return " (op in a child region)"
	}
	return " (op is neither in a parent nor in a child region)"
}

// isolationBroken is the isolated operation between the use and the definition, if any.
func isolationBroken(use *Operation, val *Value) *Operation {
	def := val.ParentBlock()
	if def == nil || def.region == nil {
		return nil
	}
	for p := use.Parent(); p != nil; p = p.Parent() {
		if p.Has(IsolatedFromAbove) {
			if def.region.op == p || p.IsAncestorOf(def.region.op) {
				return nil
			}
			return p
		}
	}
	return nil
}

// symbolTable checks that names are unique.
func (v *verifier) symbolTable(op *Operation) bool {
	if len(op.regions) != 1 {
		return v.opError(op, "Operations with a 'SymbolTable' must have exactly one region")
	}
	r := op.regions[0]
	if r.first == nil || r.first != r.last {
		return v.opError(op, "Operations with a 'SymbolTable' must have exactly one block")
	}
	seen := map[string]*Operation{}
	for o := range r.first.Ops() {
		name, ok := o.Attr("sym_name").(*StringAttr)
		if !ok {
			continue
		}
		if old := seen[name.Value]; old != nil {
			v.diags.Report(&Diagnostic{Severity: Error, Loc: o.Loc(), Op: o, Message: "redefinition of symbol named '" + name.Value + "'"}).
				Relate(old.Loc(), "see existing symbol definition here")
			return false
		}
		seen[name.Value] = o
	}
	return true
}
