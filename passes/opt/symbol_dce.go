package opt

import (
	"descend/ir"
	"descend/passes"
	"descend/passes/dataflow"
)

// SymbolDCE erases private symbols that nothing refers to.
type SymbolDCE struct{ anyOp }

// Name is the name of the pass.
func (*SymbolDCE) Name() string { return "symbol-dce" }

// Description is one line.
func (*SymbolDCE) Description() string { return "Eliminate dead symbols" }

// Run erases dead symbols in the symbol tables in c.Op. A symbol lives if it is not private, or if a living
// operation refers to it.
func (*SymbolDCE) Run(c *passes.Context) error {
	if err := needSymbolTable(c, "SymbolDCE"); err != nil {
		return err
	}
	live := map[*ir.Operation]bool{}
	hidden := c.Op.Parent() == nil || private(c.Op) // nothing refers into the outermost table
	markTable(c.Op, hidden, live)
	c.Op.Walk(func(table *ir.Operation) ir.WalkResult {
		if !table.Has(ir.SymbolTable) || table.NumRegions() == 0 {
			return ir.Advance
		}
		for b := range table.Region(0).Blocks() {
			for op := range b.Ops() {
				if op.Has(ir.Symbol) && ir.SymbolName(op) != "" && !live[op] {
					op.Erase()
					c.Stat("num-dce'd", 1)
				}
			}
		}
		return ir.Advance
	})
	c.Preserve(passes.Dominance)
	return nil
}

// needSymbolTable reports that a pass runs on an operation without symbol table.
func needSymbolTable(c *passes.Context, pass string) error {
	if c.Op.Has(ir.SymbolTable) {
		return nil
	}
	c.Op.Errorf(c.Diags, "was scheduled to run under %s, but does not define a symbol table", pass)
	return passes.ErrFailed
}

func private(op *ir.Operation) bool {
	v := op.StringAttr("sym_visibility")
	return v == "private" || v == "nested"
}

// markTable marks what lives in a symbol table; hidden says that the table itself is not visible from
// outside, so that nested visibility is private too.
func markTable(table *ir.Operation, hidden bool, live map[*ir.Operation]bool) {
	var work []*ir.Operation
	mark := func(op *ir.Operation) {
		if op != nil && !live[op] {
			live[op] = true
			work = append(work, op)
		}
	}
	for _, r := range table.Regions() {
		for b := range r.Blocks() {
			for op := range b.Ops() {
				v := op.StringAttr("sym_visibility")
				if !op.Has(ir.Symbol) || ir.SymbolName(op) == "" || v != "private" && !(hidden && v == "nested") {
					mark(op)
				}
			}
		}
	}
	for len(work) > 0 {
		op := work[len(work)-1]
		work = work[:len(work)-1]
		if op.Has(ir.SymbolTable) {
			markTable(op, hidden || private(op), live)
		}
		op.Walk(func(o *ir.Operation) ir.WalkResult {
			for _, a := range o.Attrs() {
				dataflow.EachSymbol(a.Value, func(s *ir.SymbolRefAttr) {
					for n := 0; n <= len(s.Nested); n++ {
						prefix := op.Context().SymbolRef(s.Root, s.Nested[:n]...)
						mark(ir.ResolveSymbol(o, prefix))
					}
				})
			}
			return ir.Advance
		})
	}
}
