package ir

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// DefinitionError is a mistake in the definition of a dialect or of an operation: what Dialect.Check returns, and
// NewContext and Register panic with.
type DefinitionError struct {
	// Dialect is the name of the dialect; Op that of the operation, and Type its Go type, "" if the mistake is in the dialect.
	Dialect, Op, Type string
	// Site is where the operation is listed, "ops.go:14"; "" if that is not known.
	Site string
	// Message says what is wrong, and what to write.
	Message string
}

func (e *DefinitionError) Error() string {
	if e.Op == "" && e.Type == "" {
		return fmt.Sprintf("definition of dialect '%s': %s", e.Dialect, e.Message)
	}
	from := e.Type
	if e.Site != "" {
		from += ", " + e.Site
	}
	return fmt.Sprintf("definition of '%s' (%s): %s", e.Op, from, e.Message)
}

// Check finds mistakes in the definitions of the dialect, which would otherwise show when an operation is parsed, printed or
// rewritten, or as text that has lost a part of it. It returns a *DefinitionError for the first one, or nil.
func (d *Dialect) Check() error {
	if !isDialectName(d.Name) {
		return &DefinitionError{Dialect: d.Name, Message: "a name is a letter or '_', then letters, digits, '_' and '$'"}
	}
	byName := map[string]OpEntry{}
	rewrites := map[string]string{}
	for i, e := range d.Ops {
		if e.Def == nil || e.Wrap == nil {
			return e.mistake(d, "operation #%d has no definition, or no Go type: list it with ir.Op", i)
		}
		if old, ok := byName[e.Def.Name]; ok {
			return e.mistake(d, "%s is called that too", old.origin())
		}
		byName[e.Def.Name] = e
		if err := e.check(d); err != nil {
			return err
		}
		if err := e.checkRewrites(d, rewrites); err != nil {
			return err
		}
	}
	for _, e := range d.Ops {
		for _, p := range e.Def.Parents {
			if _, ok := byName[p]; !ok && strings.HasPrefix(p, d.Name+".") {
				return e.mistake(d, "the dialect has no operation '%s', which is to be around it", p)
			}
		}
		name := e.Def.Terminator
		if t, ok := byName[name]; ok && !t.Def.Has(Terminator) {
			return e.mistake(d, "the implicit terminator '%s' has not the trait Terminator", name)
		} else if !ok && strings.HasPrefix(name, d.Name+".") {
			return e.mistake(d, "the dialect has no operation '%s', the implicit terminator", name)
		}
	}
	return nil
}

// origin says which Go type an entry belongs to and where it is listed.
func (e OpEntry) origin() string {
	name, site := e.goType()
	if site == "" {
		return name
	}
	return name + " (" + site + ")"
}

func (e OpEntry) goType() (name, site string) {
	if e.Wrap != nil {
		name = fmt.Sprintf("%T", e.Wrap(nil))
	}
	if f := runtime.FuncForPC(e.made); f != nil {
		file, line := f.FileLine(e.made)
		site = fmt.Sprintf("%s:%d", filepath.Base(file), line)
	}
	return name, site
}

func (e OpEntry) mistake(d *Dialect, format string, args ...any) error {
	err := &DefinitionError{Dialect: d.Name, Message: fmt.Sprintf(format, args...)}
	err.Type, err.Site = e.goType()
	if e.Def != nil {
		err.Op = e.Def.Name
	}
	return err
}

// isDialectName says whether a dialect can be called so.
func isDialectName(s string) bool {
	for i := range len(s) {
		c := s[i]
		if chClass[c]&chLetter == 0 && c != '_' && (i == 0 || c != '$' && (c < '0' || c > '9')) {
			return false
		}
	}
	return s != ""
}

func isOpName(s string) bool {
	for i := range len(s) {
		if chClass[s[i]]&chBare == 0 {
			return false
		}
	}
	return s != "" && !strings.HasSuffix(s, ".")
}

// checked has the definitions that were found right: dialects are registered with many contexts.
var checked sync.Map // *OpDef -> string, the dialect

// check finds mistakes in one definition.
func (e OpEntry) check(d *Dialect) error {
	if of, ok := checked.Load(e.Def); ok && of == d.Name {
		return nil
	}
	def := e.Def
	wrong := func(format string, args ...any) error { return e.mistake(d, format, args...) }
	dialect, mnemonic, dotted := strings.Cut(def.Name, ".")
	switch {
	case !dotted || !isOpName(mnemonic):
		return wrong("the name of an operation is that of its dialect, a point and a mnemonic: \"%s.name\"", d.Name)
	case dialect != d.Name:
		return wrong("listed in dialect '%s'; its name has to begin with \"%s.\"", d.Name, d.Name)
	case len(def.Results) > 0 && leavesFunction(e.Wrap(nil)):
		return wrong("it leaves the function and has results")
	}
	for _, err := range []error{checkParts(def), checkTraits(def), e.checkFormat()} {
		if err != nil {
			return wrong("%s", err)
		}
	}
	checked.Store(def, d.Name)
	return nil
}

// checkParts wants names for the parts of an operation, each once, and groups that can be told apart.
func checkParts(def *OpDef) error {
	var names []string
	add := func(kind, name string, i int) error {
		if name == "" {
			return fmt.Errorf("%s #%d has no name", kind, i)
		}
		if slices.Contains(names, name) {
			return fmt.Errorf("two of its operands, results, attributes and regions are called '%s'", name)
		}
		names = append(names, name)
		return nil
	}
	for _, g := range []struct {
		kind  string
		defs  []OperandDef
		sized Trait
		trait string
	}{{"operand", def.Operands, AttrSizedOperands, "AttrSizedOperands"}, {"result", def.Results, AttrSizedResults, "AttrSizedResults"}} {
		variable := 0
		for i, o := range g.defs {
			if err := add(g.kind, o.Name, i); err != nil {
				return err
			}
			if o.Arity != One {
				variable++
			}
		}
		if variable > 1 && !def.Has(g.sized) && !(g.kind == "result" && def.Has(SameVariadicResultSize)) {
			return fmt.Errorf("it has %d groups of %ss of any size, and not the trait %s that says which is which", variable, g.kind, g.trait)
		}
	}
	for i, a := range def.Attrs {
		if err := add("attribute", a.Name, i); err != nil {
			return err
		}
	}
	for i, r := range def.Regions {
		if err := add("region", r.Name, i); err != nil {
			return err
		}
		if r.Variadic && i < len(def.Regions)-1 {
			return fmt.Errorf("region '%s' is variadic and not the last", r.Name)
		}
	}
	return nil
}

// ofRegions are the traits that say something about regions.
var ofRegions = []struct {
	trait Trait
	name  string
}{{SymbolTable, "SymbolTable"}, {SingleBlock, "SingleBlock"}, {NoTerminator, "NoTerminator"}, {ImplicitTerminator, "ImplicitTerminator"},
	{GraphRegion, "GraphRegion"}, {RecursiveMemoryEffects, "RecursiveMemoryEffects"}, {IsolatedFromAbove, "IsolatedFromAbove"},
	{AllocationScope, "AllocationScope"}}

// checkTraits wants what the traits rely on.
func checkTraits(def *OpDef) error {
	for _, t := range ofRegions {
		if def.Has(t.trait) && len(def.Regions) == 0 {
			return fmt.Errorf("it has the trait %s and no region", t.name)
		}
	}
	attr := func(name string) *AttrDef {
		for i := range def.Attrs {
			if def.Attrs[i].Name == name {
				return &def.Attrs[i]
			}
		}
		return nil
	}
	for _, names := range def.SameTypes {
		for _, n := range names {
			i, j := groupIndex(def.Operands, n), groupIndex(def.Results, n)
			if i < 0 && j < 0 || i >= 0 && def.Operands[i].Arity != One || j >= 0 && def.Results[j].Arity != One {
				return fmt.Errorf("SameTypes names '%s', which is not one operand or result", n)
			}
		}
	}
	for _, t := range def.TypeRules {
		if groupIndex(def.Operands, t.Of) < 0 && groupIndex(def.Results, t.Of) < 0 {
			return fmt.Errorf("a TypeRule names '%s', which is no operand or result", t.Of)
		}
		if i, j := groupIndex(def.Operands, t.From), groupIndex(def.Results, t.From); i < 0 && j < 0 || i >= 0 && def.Operands[i].Arity != One || j >= 0 && def.Results[j].Arity != One {
			return fmt.Errorf("a TypeRule follows from '%s', which is not one operand or result", t.From)
		}
	}
	switch {
	case def.Has(ConstantLike) && attr("value") == nil:
		return fmt.Errorf("it has the trait ConstantLike and no attribute 'value', which is what it stands for")
	case def.Has(ConstantLike) && attr("value").Optional:
		return fmt.Errorf("it has the trait ConstantLike, and its attribute 'value' is optional")
	case def.Has(ConstantLike) && (len(def.Operands) > 0 || len(def.Results) != 1 || def.Results[0].Arity != One):
		return fmt.Errorf("it has the trait ConstantLike, but not one result and no operands")
	case def.Has(Symbol) && attr(symName) == nil:
		return fmt.Errorf("it has the trait Symbol and no attribute '%s', its name", symName)
	case def.Has(ImplicitTerminator) && def.Terminator == "":
		return fmt.Errorf("it has the trait ImplicitTerminator and no Terminator, the name of the operation that ends its regions")
	case !def.Has(ImplicitTerminator) && def.Terminator != "":
		return fmt.Errorf("it has a Terminator ('%s') and not the trait ImplicitTerminator", def.Terminator)
	case def.Has(ReturnLike) && !def.Has(Terminator):
		return fmt.Errorf("it has the trait ReturnLike and not the trait Terminator")
	case def.Successors != 0 && !def.Has(Terminator):
		return fmt.Errorf("it has successors and not the trait Terminator")
	}
	return nil
}

// checkRewrites wants names, no two alike, and what is to be done.
func (e OpEntry) checkRewrites(d *Dialect, seen map[string]string) error {
	r, ok := e.Wrap(nil).(Rewritable)
	if !ok {
		return nil
	}
	for i, w := range r.Rewrites() {
		switch {
		case w.Name == "":
			return e.mistake(d, "rewrite #%d has no name", i)
		case w.Apply == nil:
			return e.mistake(d, "rewrite '%s' has no Apply", w.Name)
		case seen[w.Name] != "":
			return e.mistake(d, "rewrite '%s' is called as one of '%s'", w.Name, seen[w.Name])
		}
		seen[w.Name] = e.Def.Name
	}
	return nil
}

// mentions is what a format writes.
type mentions struct {
	operands, results, regions, successors map[int]bool // by number; -1: all
	operandTypes, resultTypes              map[int]bool
}

func mentionsOf(f *opFormat) *mentions {
	m := &mentions{map[int]bool{}, map[int]bool{}, map[int]bool{}, map[int]bool{}, map[int]bool{}, map[int]bool{}}
	m.list(f.elems)
	return m
}

func (m *mentions) list(elems []fmtElem) {
	for i := range elems {
		e := &elems[i]
		switch e.kind {
		case fOperand:
			m.operands[e.idx] = true
		case fOperands:
			m.operands[-1] = true
		case fRegion:
			m.regions[e.idx] = true
		case fRegions:
			m.regions[-1] = true
		case fSuccessor:
			m.successors[e.idx] = true
		case fSuccessors:
			m.successors[-1] = true
		case fOperandTypes:
			m.operandTypes[e.idx] = true
		case fResultTypes:
			m.resultTypes[e.idx] = true
		}
		m.list(e.args)
		m.list(e.then)
		m.list(e.els)
		for _, clause := range e.clauses {
			m.list(clause)
		}
	}
}

func has(m map[int]bool, i int) bool { return m[i] || m[-1] }

// checkFormat wants a format that can be understood and that writes everything which cannot be inferred; in the words of
// MLIR's mlir-tblgen.
func (e OpEntry) checkFormat() error {
	def, zero := e.Def, e.Wrap(nil)
	if _, custom := zero.(CustomAsm); custom && def.Format != "" {
		return fmt.Errorf("it has a Format, and PrintAsm and ParseAsm, which hide it")
	} else if custom || def.Format == "" {
		return nil
	}
	f := formatOf(def)
	if f.err != nil {
		return f.err
	}
	if !f.hasDict {
		return fmt.Errorf("'attr-dict' directive not found in custom assembly format")
	}
	for _, name := range slices.Sorted(maps.Keys(def.Directives)) {
		if d := def.Directives[name]; d.Print == nil || d.Parse == nil {
			return fmt.Errorf("directive '%s' has no Print, or no Parse", name)
		}
	}
	if err := checkOptional(def, f.elems, nil); err != nil {
		return err
	}
	m := mentionsOf(f)
	missing := func(kind string, i int, name string) error {
		return fmt.Errorf("format: %s #%d, named '%s', not found; suggest adding a '$%s' directive", kind, i, name, name)
	}
	for i, o := range def.Operands {
		if !has(m.operands, i) {
			return missing("operand", i, o.Name)
		}
	}
	for i, r := range def.Regions {
		if !has(m.regions, i) {
			return missing("region", i, r.Name)
		}
	}
	for i := range def.Successors {
		if !has(m.successors, i) {
			return fmt.Errorf("format: successor #%d not found; suggest adding a '$succ%d' directive", i, i)
		}
	}
	if def.Successors < 0 && !m.successors[-1] {
		return fmt.Errorf("format: the successors are not found; suggest adding a 'successors' directive")
	}
	if err := checkReadable(def, f.elems); err != nil {
		return err
	}
	if err := checkConditional(def, f.elems); err != nil {
		return err
	}
	return checkTypes(def, m, implements[TypeInferrer](zero))
}

func implements[T any](v any) bool { _, ok := v.(T); return ok }

// checkOptional wants attributes that may be absent to be the anchors of optional groups.
func checkOptional(def *OpDef, list []fmtElem, anchor *fmtElem) error {
	for i := range list {
		e := &list[i]
		if e.kind == fAttr && e.attr.Optional && e != anchor {
			return fmt.Errorf("format: attribute '%s' is optional and '$%s' not the anchor of an optional group; suggest '(.. $%s^ ..)?'", e.text, e.text, e.text)
		}
		if e.kind != fGroup {
			continue
		}
		var a *fmtElem
		if e.anchor >= 0 {
			a = &e.then[e.anchor]
		}
		if err := checkLead(e.then); err != nil {
			return err
		}
		if err := checkOptional(def, e.then, a); err != nil {
			return err
		}
		if err := checkOptional(def, e.els, nil); err != nil {
			return err
		}
	}
	return nil
}

// checkReadable wants literals that are single tokens, parts that are written once on each way through the form, and commas that the parser
// does not take for those of a list in front of them.
func checkReadable(def *OpDef, list []fmtElem) error {
	seen := map[part]bool{}
	for i := range list {
		e := &list[i]
		var err error
		switch e.kind {
		case fLiteral:
			if !isLiteral(e.text) {
				err = fmt.Errorf("format: `%s` is no literal: a keyword, or punctuation", e.text)
			}
		case fOperand, fAttr, fRegion, fAttrDict, fAttrDictKw:
			p := part{e.kind, e.idx, e.text}
			if seen[p] && (e.kind == fOperand || e.kind == fRegion) {
				err = fmt.Errorf("format: %s is written twice", def.partName(p))
			} else if seen[p] {
				err = fmt.Errorf("format: %s is written twice", cmp.Or(e.text, "attr-dict"))
			}
			seen[p] = true
		case fGroup:
			err = cmp.Or(checkReadable(def, e.then), checkReadable(def, e.els))
		case fOiList:
			for _, clause := range e.clauses {
				err = cmp.Or(err, checkReadable(def, clause))
			}
		}
		if err == nil && i+1 < len(list) && list[i+1].kind == fLiteral && list[i+1].text == "," && def.several(e) {
			err = fmt.Errorf("format: a ',' behind %s is read as one of that list", def.partName(part{kind: e.kind, idx: e.idx}))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// isLiteral says whether a literal of a format is one token.
func isLiteral(s string) bool {
	for i := range len(s) {
		if chClass[s[i]]&chBare == 0 && s[i] != '-' {
			return s == "->" || len(s) == 1 && strings.Contains(":,=<>()[]{}?+*/|!@#&^%", s) || s == "::" || s == "..."
		}
	}
	return true
}

// several says whether an element writes a list of any length, with commas.
func (d *OpDef) several(e *fmtElem) bool {
	switch e.kind {
	case fOperand, fOperandTypes:
		return e.idx < 0 || d.Operands[e.idx].Arity == Variadic
	case fResultTypes:
		return e.idx < 0 || d.Results[e.idx].Arity == Variadic
	case fOperands:
		return true
	}
	return false
}

func (d *OpDef) partName(p part) string {
	switch {
	case p.kind == fOperands || p.idx < 0:
		return "a list of values or types"
	case p.kind == fRegion:
		return "'$" + d.Regions[p.idx].Name + "'"
	case p.kind == fResultTypes:
		return "'type($" + d.Results[p.idx].Name + ")'"
	case p.kind == fOperandTypes:
		return "'type($" + d.Operands[p.idx].Name + ")'"
	}
	return "'$" + d.Operands[p.idx].Name + "'"
}

// checkConditional wants what every operation has to be written of every operation, not in a group that may be left out.
func checkConditional(def *OpDef, list []fmtElem) error {
	some, all := partSet(list), always(list)
	lost := func(p part) bool { return some[p] && !all[p] && !all[part{kind: fOperands}] }
	wrong := func(kind, name string) error {
		return fmt.Errorf("format: %s '%s' is not optional, and '$%s' stands in a group that may be left out", kind, name, name)
	}
	for i, o := range def.Operands {
		if o.Arity == One && lost(part{kind: fOperand, idx: i}) {
			return wrong("operand", o.Name)
		}
	}
	for _, a := range def.Attrs {
		if !a.Optional && a.Default == nil && lost(part{kind: fAttr, name: a.Name}) {
			return wrong("attribute", a.Name)
		}
	}
	for i, r := range def.Regions {
		if !r.MaybeEmpty && !r.Variadic && lost(part{kind: fRegion, idx: i}) {
			return wrong("region", r.Name)
		}
	}
	return nil
}

// checkLead wants a group to begin with something by which the parser sees whether it is there.
func checkLead(list []fmtElem) error {
	i := lead(list)
	if i == len(list) {
		return fmt.Errorf("format: an optional group is empty; the parser cannot see whether it is there")
	}
	switch e := &list[i]; e.kind {
	case fAttr:
		if c := e.attr.Attr; c.Parse != nil && c.Starts == nil {
			return fmt.Errorf("format: an optional group begins with '$%s', whose constraint has Parse and not Starts, which says whether it is there", e.text)
		}
	case fCustom:
		return fmt.Errorf("format: an optional group begins with custom<%s>; the parser sees by a literal in front of it whether it is there", e.text)
	case fAttrDict, fAttrDictKw, fGroup, fOiList:
		return fmt.Errorf("format: an optional group begins with an element that may be absent itself; the parser sees by a literal in front of it whether it is there")
	}
	return nil
}

// linked names the operands and results whose types are, by SameTypes, those of others that are written.
func (m *mentions) linked(def *OpDef) map[string]bool {
	out := map[string]bool{}
	for _, names := range def.SameTypes {
		for _, n := range names {
			i, j := groupIndex(def.Operands, n), groupIndex(def.Results, n)
			if i >= 0 && (has(m.operandTypes, i) || def.Operands[i].Type.Only != nil) || j >= 0 && has(m.resultTypes, j) {
				for _, n := range names {
					out[n] = true
				}
			}
		}
	}
	for _, t := range def.TypeRules {
		i, j := groupIndex(def.Operands, t.From), groupIndex(def.Results, t.From)
		if out[t.From] || i >= 0 && (has(m.operandTypes, i) || def.Operands[i].Type.Only != nil) || j >= 0 && has(m.resultTypes, j) {
			out[t.Of] = true
		}
	}
	return out
}

// checkTypes wants types to be written, or to follow from others.
func checkTypes(def *OpDef, m *mentions, inferred bool) error {
	same := def.Has(SameOperandsAndResultType) && len(m.operandTypes)+len(m.resultTypes) > 0
	linked := m.linked(def)
	missing := func(kind string, i int, name string) error {
		return fmt.Errorf("format: type of %s #%d, named '%s', is not buildable and a buildable type cannot be inferred; "+
			"suggest adding a type constraint to the operation or adding a 'type($%s)' directive", kind, i, name, name)
	}
	for i, o := range def.Operands {
		known := same || linked[o.Name] || def.Has(SameTypeOperands) && len(m.operandTypes) > 0
		if !known && !has(m.operandTypes, i) && o.Type.Only == nil {
			return missing("operand", i, o.Name)
		}
	}
	for i, o := range def.Results {
		known := inferred || linked[o.Name] || o.Arity == One && (same || o.Type.Only != nil)
		if !known && !has(m.resultTypes, i) {
			return missing("result", i, o.Name)
		}
	}
	return nil
}
