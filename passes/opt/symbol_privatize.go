package opt

import (
	"slices"

	"descend/ir"
	"descend/passes"
)

// SymbolPrivatize makes the symbols in a symbol table private, but for those that are excluded.
//
//	func.func @f() {..}   ->   func.func private @f() {..}
type SymbolPrivatize struct {
	anyOp
	Exclude []string
}

// Name is the name of the pass.
func (*SymbolPrivatize) Name() string { return "symbol-privatize" }

// Description is one line.
func (*SymbolPrivatize) Description() string { return "Mark symbols private" }

// Options binds the options.
func (p *SymbolPrivatize) Options(o *passes.Options) {
	o.Strings(&p.Exclude, "exclude", nil, "Comma separated list of symbols that should not be marked private")
}

// Run changes the symbols directly inside c.Op.
func (p *SymbolPrivatize) Run(c *passes.Context) error {
	if err := needSymbolTable(c, "SymbolPrivatize"); err != nil {
		return err
	}
	for _, r := range c.Op.Regions() {
		for b := range r.Blocks() {
			for op := range b.Ops() {
				n := ir.SymbolName(op)
				if n == "" || !op.Has(ir.Symbol) || slices.Contains(p.Exclude, n) || op.StringAttr("sym_visibility") == "private" {
					continue
				}
				op.SetAttr("sym_visibility", c.IR().StringAttr("private"))
				c.Stat("num-privatized", 1)
			}
		}
	}
	c.Preserve(passes.Dominance)
	return nil
}
