package ir

// SymbolName is the sym_name of an operation, "" if it has none.
func SymbolName(op *Operation) string { return op.StringAttr("sym_name") }

// LookupSymbol finds the operation directly in the first region of table that defines the symbol.
func LookupSymbol(table *Operation, name string) *Operation {
	if table.NumRegions() == 0 {
		return nil
	}
	for b := range table.Region(0).Blocks() {
		for o := range b.Ops() {
			if SymbolName(o) == name {
				return o
			}
		}
	}
	return nil
}

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
