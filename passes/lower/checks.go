package lower

import "descend/ir"

// A run-time check has one shape, which backends recognize by its attributes:
//
//	%bad = arith.cmpi uge, %index, %bound : index
//	scf.if %bad { "llvm.intr.trap"() : () -> () }
//	    {descend.check = "index", descend.text = "a[i]", descend.file = "f.desc",
//	     descend.line = 3 : i32, descend.column = 9 : i32}
//
// descend.check is "index" (the operands of the cmpi are index and bound), "division" (by zero), "overflow"
// (the least integer divided by -1), "assert", or "requires" (an obligation left to run time).

// check stops the kernel or program if bad holds.
func (f *fn) check(bad *ir.Value, kind, text string, at *ir.Operation) {
	r := ir.RangeOf(at.Loc())
	tb := ir.NewBlock(f.b.Loc())
	f.b.OpR("scf.if", []*ir.Value{bad}, nil, []*ir.Region{ir.NewRegion(tb), ir.NewRegion()},
		ir.Attr("descend.check", f.c.StringAttr(kind)),
		ir.Attr("descend.text", f.c.StringAttr(text)),
		ir.Attr("descend.file", f.c.StringAttr(r.File)),
		ir.Attr("descend.line", f.c.I32Attr(int64(r.Line))),
		ir.Attr("descend.column", f.c.I32Attr(int64(r.Col))))
	f.inBlock(tb, func() {
		f.b.Op("llvm.intr.trap", nil, nil)
		f.yield("scf.yield", nil)
	})
}
