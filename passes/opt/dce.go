package opt

import (
	"fmt"
	"os"
	"sort"

	"descend/ir"
	"descend/passes"
)

// DCE erases operations that are unused and have no effect.
type DCE struct{ anyOp }

// Name is the name of the pass.
func (*DCE) Name() string { return "dce" }

// Description is one line.
func (*DCE) Description() string { return "Erase unused operations without effects" }

// Run erases dead operations inside c.Op.
func (*DCE) Run(c *passes.Context) error {
	for _, r := range c.Op.Regions() {
		deadInRegion(c, r)
	}
	return nil
}

// deadInRegion goes backwards, so that users go before what they use.
func deadInRegion(c *passes.Context, r *ir.Region) {
	var blocks []*ir.Block
	for b := range r.Blocks() {
		blocks = append(blocks, b)
	}
	for i := len(blocks) - 1; i >= 0; i-- {
		for op := blocks[i].Back(); op != nil; {
			prev := op.Prev()
			if !ir.IsTriviallyDead(op) {
				for _, inner := range op.Regions() {
					deadInRegion(c, inner)
				}
			}
			if ir.IsTriviallyDead(op) {
				op.Erase()
				c.Stat("erased", 1)
			}
			op = prev
		}
	}
}

// SymbolDCE erases private symbols that nothing refers to.
type SymbolDCE struct{ anyOp }

// Name is the name of the pass.
func (*SymbolDCE) Name() string { return "symbol-dce" }

// Description is one line.
func (*SymbolDCE) Description() string { return "Eliminate dead symbols" }

// Run erases dead symbols in the symbol tables in c.Op. A symbol lives if it is not private, or if a living
// operation refers to it.
func (*SymbolDCE) Run(c *passes.Context) error {
	if !c.Op.Has(ir.SymbolTable) {
		return fmt.Errorf("was scheduled to run under an operation that does not define a symbol table")
	}
	live := map[*ir.Operation]bool{}
	hidden := c.Op.Parent() != nil && private(c.Op)
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
	return nil
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
				eachSymbol(a.Value, func(s *ir.SymbolRefAttr) {
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

// eachSymbol calls f for the symbol references in an attribute.
func eachSymbol(a ir.Attribute, f func(*ir.SymbolRefAttr)) {
	switch a := a.(type) {
	case *ir.SymbolRefAttr:
		f(a)
	case *ir.ArrayAttr:
		for _, e := range a.Elems {
			eachSymbol(e, f)
		}
	case *ir.DictAttr:
		for _, e := range a.Entries {
			eachSymbol(e.Value, f)
		}
	}
}

// StripDebugInfo replaces all locations by unknown.
type StripDebugInfo struct{ anyOp }

// Name is the name of the pass.
func (*StripDebugInfo) Name() string { return "strip-debuginfo" }

// Description is one line.
func (*StripDebugInfo) Description() string { return "Strip debug info from all operations" }

// Run strips the locations of c.Op and everything inside.
func (*StripDebugInfo) Run(c *passes.Context) error {
	unknown := c.IR().UnknownLoc()
	c.Op.Walk(func(op *ir.Operation) ir.WalkResult {
		op.SetLoc(unknown)
		for _, r := range op.Regions() {
			for b := range r.Blocks() {
				for _, a := range b.Args() {
					a.SetLocation(unknown)
				}
			}
		}
		return ir.Advance
	})
	return nil
}

// PrintOpStats prints how many operations of each name there are, to standard error.
type PrintOpStats struct{ anyOp }

// Name is the name of the pass.
func (*PrintOpStats) Name() string { return "print-op-stats" }

// Description is one line.
func (*PrintOpStats) Description() string { return "Print statistics of operations" }

// Run counts the operations in c.Op, itself included.
func (*PrintOpStats) Run(c *passes.Context) error {
	counts := map[string]int{}
	width := 0
	c.Op.Walk(func(op *ir.Operation) ir.WalkResult {
		counts[op.Name()]++
		width = max(width, len(op.Name()))
		return ir.Advance
	})
	names := make([]string, 0, len(counts))
	for n := range counts {
		names = append(names, n)
	}
	sort.Strings(names)
	fmt.Fprintln(os.Stderr, "Operations encountered:\n-----------------------")
	for _, n := range names {
		fmt.Fprintf(os.Stderr, "  %-*s , %d\n", width, n, counts[n])
	}
	return nil
}
