package ir

// OptionalAttrDict reads {..} if it is next and adds its entries to the state.
func (p *Parser) OptionalAttrDict(st *OperationState) {
	if !p.is("{") {
		return
	}
	pos := p.tok.start
	for _, e := range p.dictEntries(nil) {
		if st.Attr(e.Name) != nil {
			p.fail(pos, "attribute '%s' occurs more than once in the attribute list", e.Name)
		}
		st.Attrs = append(st.Attrs, e)
	}
}

// OptionalAttrDictWithKeyword reads "attributes {..}" if it is next.
func (p *Parser) OptionalAttrDictWithKeyword(st *OperationState) {
	if p.Accept("attributes") {
		if !p.is("{") {
			p.wrongToken("expected '{' in attribute dictionary")
		}
		p.OptionalAttrDict(st)
	}
}

// Argument reads "%name", with typed ": type", and with that attributes and a location where present.
func (p *Parser) Argument(typed bool) Argument {
	a := Argument{Name: p.Operand()}
	if a.Name.Number != 0 {
		p.fail(int(a.Name.Pos), "result number not allowed in argument list")
	}
	if typed {
		a.Type = p.ColonType()
		a.Attrs = p.Dict()
		a.Loc = p.OptionalLocation()
	}
	return a
}

// OptionalArgument is Argument if one is next.
func (p *Parser) OptionalArgument(typed bool) (Argument, bool) {
	if p.tok.kind != tPercent {
		return Argument{}, false
	}
	return p.Argument(typed), true
}

// Region reads {..}; args become the arguments of its entry block. The implicit terminator is added where
// the operation has one.
func (p *Parser) Region(args ...Argument) *Region {
	def := p.opName.Def
	terminator := ""
	if def.Has(ImplicitTerminator) {
		terminator = def.Terminator
	}
	r := p.region(args, def.Has(IsolatedFromAbove), terminator)
	if r.Empty() && def.Has(SingleBlock) && def.Has(NoTerminator) {
		r.Append(&Block{})
	}
	return r
}

// OptionalRegion reads {..} if it is next, else returns nil.
func (p *Parser) OptionalRegion(args ...Argument) *Region {
	if !p.is("{") {
		return nil
	}
	return p.Region(args...)
}
