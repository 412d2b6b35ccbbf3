package ir

// SymbolName is the sym_name of an operation, "" if it has none.
func SymbolName(op *Operation) string { return op.StringAttr(symName) }

// LookupSymbol finds the operation directly in the first region of table that defines the symbol.
func LookupSymbol(table *Operation, name string) *Operation {
	if table.NumRegions() == 0 {
		return nil
	}
	for b := range table.Region(0).Blocks() {
		if o := b.symbolTable()[name]; o != nil {
			return o
		}
	}
	return nil
}

// symbolTable gives the operations of the block by the symbols that they define, the first of each. It is made on
// the first use and again after the block or a name in it has changed, so that a lookup takes constant time.
func (b *Block) symbolTable() map[string]*Operation {
	if t := b.symbols.Load(); t != nil {
		return *t
	}
	t := map[string]*Operation{}
	for o := range b.Ops() {
		if n, ok := o.Attr(symName).(*StringAttr); ok && t[n.Value] == nil {
			t[n.Value] = o
		}
	}
	b.symbols.Store(&t) // another goroutine may have stored an equal one
	return t
}

// symName is the attribute with the name of a symbol.
const symName = "sym_name"

// NearestSymbolTable is the innermost operation around op (or op itself) with the SymbolTable trait.
func NearestSymbolTable(op *Operation) *Operation {
	for ; op != nil; op = op.Parent() {
		if op.Has(SymbolTable) {
			return op
		}
	}
	return nil
}

// ResolveSymbol finds what a reference at op denotes: its root in the nearest enclosing symbol table that
// defines it, then the nested names inside.
func ResolveSymbol(op *Operation, ref *SymbolRefAttr) *Operation {
	for t := NearestSymbolTable(op); t != nil; t = NearestSymbolTable(t.Parent()) {
		o := LookupSymbol(t, ref.Root)
		if o == nil {
			continue
		}
		for _, n := range ref.Nested {
			if o = LookupSymbol(o, n); o == nil {
				return nil
			}
		}
		return o
	}
	return nil
}
