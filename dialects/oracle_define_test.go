package dialects_test

import (
	"math/rand/v2"
	"slices"
	"strings"

	"descend/dialects"
	"descend/ir"
)

// oracle makes modules for operations.
type oracle struct {
	r        *rand.Rand
	c        *ir.Context
	entries  map[string]ir.OpEntry
	examples map[string]*ir.Operation
	types    []ir.Type                 // all that it knows
	allowed  map[string][]ir.Type      // those that a constraint allows, by operation and group
	attrs    []ir.Attribute            // all that it knows
	named    map[string][]ir.Attribute // those that examples have, by name
}

// newOracle reads the examples; types and attributes are those of examples and of the lists for changes of text.
func newOracle(ops []ir.OpEntry) *oracle {
	g := &oracle{c: dialects.MLIR(), entries: map[string]ir.OpEntry{}, examples: map[string]*ir.Operation{},
		allowed: map[string][]ir.Type{}, named: map[string][]ir.Attribute{}}
	for _, text := range otherTypes {
		g.addType(must(ir.ParseType(g.c, text)))
	}
	for _, elem := range []string{"i1", "i8", "i32", "i64", "index", "f16", "f32", "f64", "bf16", "si8", "i4"} {
		for _, text := range []string{"vector<4x%>", "vector<4x4x%>", "vector<[4]x%>", "vector<%>", "tensor<4x%>", "tensor<?x%>", "tensor<*x%>", "memref<4x%>",
			"memref<?x%>", "memref<?x4x%>", "memref<*x%>", "memref<%>", "memref<4x%, 3>", "memref<?x?x%, strided<[?, 1], offset: ?>>", "%"} {
			g.addType(must(ir.ParseType(g.c, strings.ReplaceAll(text, "%", elem))))
		}
	}
	for _, text := range otherAttrs {
		g.addAttr("", must(ir.ParseAttribute(g.c, text)))
	}
	for _, e := range ops {
		g.entries[e.Def.Name] = e
		m := ir.ParseModule(g.c, e.Def.Name, []byte(e.Def.Example), &ir.Diagnostics{})
		g.examples[e.Def.Name] = m
		m.Walk(func(op *ir.Operation) ir.WalkResult {
			for _, a := range op.Attrs() {
				g.addAttr(a.Name, a.Value)
			}
			for _, v := range slices.Concat(op.Operands(), op.Results()) {
				g.addType(v.Type())
			}
			return ir.Advance
		})
	}
	return g
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func (g *oracle) addType(t ir.Type) {
	if !slices.Contains(g.types, t) {
		g.types = append(g.types, t)
	}
}

func (g *oracle) addAttr(name string, a ir.Attribute) {
	if !slices.Contains(g.attrs, a) {
		g.attrs = append(g.attrs, a)
	}
	if name != "" && !slices.Contains(g.named[name], a) {
		g.named[name] = append(g.named[name], a)
	}
}

// chance is true in p of 100 cases.
func (g *oracle) chance(p int) bool { return g.r.IntN(100) < p }

func pick[T any](g *oracle, list []T) T { return list[g.r.IntN(len(list))] }

// module is the i-th module for an operation.
func (g *oracle) module(def *ir.OpDef, i int) string {
	text := &modules{g.r}
	if i%8 < 2 {
		return text.change(ir.Print(g.examples[def.Name], ir.PrintOptions{Generic: i%8 == 0}))
	}
	var m *ir.Operation
	valid := false
	for range 1 + 7*g.r.IntN(2) { // half of them are made again while they are wrong
		m = g.examples[def.Name].Clone(ir.NewMapping())
		if g.remake(m, def); ir.Verify(m, &ir.Diagnostics{}) {
			valid = true
			break
		}
	}
	src := printed(m, i%8 < 5 || !valid)
	if i%8 == 2 || i%8 == 6 {
		return text.change(src)
	}
	return strings.TrimRight(src, "\n") + "\n"
}

// printed is the text of a module, in generic form also where pretty form panics, which is reported later.
func printed(m *ir.Operation, generic bool) (src string) {
	defer func() {
		if recover() != nil {
			src = ir.Print(m, ir.PrintOptions{Generic: true})
		}
	}()
	return ir.Print(m, ir.PrintOptions{Generic: generic})
}

// remake puts another operation in the place of one of the example.
func (g *oracle) remake(m *ir.Operation, def *ir.OpDef) {
	old := pick(g, slices.Collect(m.All(def.Name)))
	n := &remade{oracle: g, def: def, old: old, at: ir.NewBuilder(g.c).Before(old), theme: pick(g, g.types)}
	if len(old.Operands()) > 0 && g.chance(50) {
		n.theme = pick(g, old.Operands()).Type()
	}
	if n.keep = 70; g.chance(40) {
		n.keep = 15
	}
	n.operands()
	n.results()
	n.attributes()
	n.regions()
	n.successors()
	n.replace()
}

// remade is an operation in the making.
type remade struct {
	*oracle
	def   *ir.OpDef
	old   *ir.Operation
	at    *ir.Builder
	theme ir.Type // the type that others are like
	keep  int     // of 100 parts, how many stay as they are
	st    ir.OperationState
	made  []*ir.Value
}

// value is a value of a type: one that is there, or a new one.
func (n *remade) value(t ir.Type) *ir.Value {
	if n.chance(60) {
		for _, v := range slices.Concat(n.made, n.old.Operands()) {
			if v.Type() == t {
				return v
			}
		}
	}
	v := n.at.Op("builtin.unrealized_conversion_cast", nil, []ir.Type{t}).Result(0)
	n.made = append(n.made, v)
	return v
}

// like is a type for a group: mostly one that the constraint allows and that is the theme, or has something of it.
func (n *remade) like(key string, c ir.TypeConstraint) ir.Type {
	if n.chance(6) {
		return pick(n.oracle, n.types)
	}
	if c.Only != nil {
		return c.Only(n.c)
	}
	key = n.def.Name + key
	all, ok := n.allowed[key]
	if !ok {
		for _, t := range n.types {
			if c.Is == nil || c.Is(t) {
				all = append(all, t)
			}
		}
		n.allowed[key] = all
	}
	if slices.Contains(all, n.theme) && n.chance(70) {
		return n.theme
	}
	if near := slices.DeleteFunc(slices.Clone(all), func(t ir.Type) bool { return !akin(t, n.theme) }); len(near) > 0 && n.chance(80) {
		return pick(n.oracle, near)
	}
	if len(all) == 0 {
		all = n.types
	}
	return pick(n.oracle, all)
}

// akin says whether two types have the same shape, or the same elements.
func akin(a, b ir.Type) bool {
	x, y := a.String(), b.String()
	cut := func(s string) (string, string) {
		i := strings.LastIndexByte(s, 'x')
		return s[:i+1], strings.TrimRight(s[i+1:], ">")
	}
	sx, ex := cut(x)
	sy, ey := cut(y)
	return sx == sy || ex == ey
}

// groups makes types for groups of operands or results; old are the sizes that they have.
func (n *remade) groups(key string, defs []ir.OperandDef, old func(name string) []ir.Type) [][]ir.Type {
	out := make([][]ir.Type, len(defs))
	for i, d := range defs {
		if n.chance(n.keep) {
			out[i] = old(d.Name)
			continue
		}
		count := 1
		switch {
		case n.chance(50):
			count = len(old(d.Name))
		case d.Arity == ir.Optional:
			count = n.r.IntN(2)
		case d.Arity == ir.Variadic:
			count = n.r.IntN(4)
		}
		for range count {
			out[i] = append(out[i], n.like(key+d.Name, d.Type))
		}
	}
	for _, names := range n.def.SameTypes {
		if n.chance(80) {
			for i, d := range defs {
				if slices.Contains(names, d.Name) && len(out[i]) == 1 && n.chance(90) {
					out[i] = []ir.Type{n.theme}
				}
			}
		}
	}
	if len(out) > 0 && n.chance(3) {
		i := n.r.IntN(len(out))
		if out[i] = append(out[i], pick(n.oracle, n.types)); n.chance(50) {
			out[i] = nil
		}
	}
	return out
}

func (n *remade) sizes(name string, trait ir.Trait, groups [][]ir.Type) {
	if !n.def.Has(trait) {
		return
	}
	var sizes []int64
	for _, g := range groups {
		sizes = append(sizes, int64(len(g)))
	}
	if n.chance(4) {
		i := n.r.IntN(len(sizes))
		sizes[i] = pick(n.oracle, []int64{0, 1, 2, -1})
	}
	n.st.SetAttr(name, n.c.DenseArray(n.c.I32(), sizes...))
}

func (n *remade) operands() {
	groups := n.groups("/", n.def.Operands, func(name string) []ir.Type { return ir.TypesOf(n.old.OperandGroup(name)) })
	for i, ts := range groups {
		old := n.old.OperandGroup(n.def.Operands[i].Name)
		if slices.Equal(ts, ir.TypesOf(old)) && n.chance(90) {
			n.st.Operands = append(n.st.Operands, old...)
			continue
		}
		for _, t := range ts {
			n.st.Operands = append(n.st.Operands, n.value(t))
		}
	}
	n.sizes("operandSegmentSizes", ir.AttrSizedOperands, groups)
}

func (n *remade) results() {
	groups := n.groups("/=", n.def.Results, func(name string) []ir.Type { return ir.TypesOf(n.old.ResultGroup(name)) })
	n.sizes("resultSegmentSizes", ir.AttrSizedResults, groups)
	n.st.Types = slices.Concat(groups...)
}

// inferred gives results the types that follow from the rest, where that can be told.
func (n *remade) inferred() {
	infer, ok := n.entries[n.def.Name].Wrap(nil).(ir.TypeInferrer)
	if !ok || n.chance(20) {
		return
	}
	defer func() { recover() }() // it is asked of what is wrong
	if ts, err := infer.InferTypes(n.c, &n.st); err == nil {
		n.st.Types = ts
	}
}

func (n *remade) attributes() {
	for _, d := range n.def.Attrs {
		if a := n.attribute(d); a != nil {
			n.st.SetAttr(d.Name, a)
		}
	}
	for _, a := range n.old.Attrs() { // what the definition does not know
		if n.st.Attr(a.Name) == nil && n.def.Inherent(a.Name) == nil && n.chance(80) {
			n.st.SetAttr(a.Name, a.Value)
		}
	}
	if n.chance(4) {
		n.st.SetAttr(pick(n.oracle, []string{"a", "foo.b", "gpu.kernel", "sym_visibility", "llvm.c", "func.d", "gpu.known_block_size", "callee"}), pick(n.oracle, n.attrs))
	}
}

func (n *remade) attribute(d ir.AttrDef) ir.Attribute {
	old := n.old.Attr(d.Name)
	symbol := d.Name == "sym_name" // others refer to it
	switch {
	case n.chance(n.keep) || symbol && n.chance(90):
		return old
	case n.chance(12) || (d.Optional || d.Default != nil) && n.chance(30):
		return nil
	case n.chance(12):
		return pick(n.oracle, n.attrs)
	}
	var fit []ir.Attribute
	list := n.named[d.Name]
	if len(list) == 0 || n.chance(50) {
		list = n.attrs
	}
	for _, a := range list {
		if d.Attr.Is == nil || d.Attr.Is(a) {
			fit = append(fit, a)
		}
	}
	if len(fit) == 0 {
		return old
	}
	return pick(n.oracle, fit)
}

func (n *remade) successors() {
	n.st.Successors = slices.Clone(n.old.Successors())
	if !n.chance(15) {
		return
	}
	all := slices.Collect(n.old.ParentRegion().Blocks())
	switch b := pick(n.oracle, all); {
	case len(n.st.Successors) == 0 || n.chance(20):
		n.st.Successors = append(n.st.Successors, b)
	case n.chance(30):
		n.st.Successors = n.st.Successors[1:]
	default:
		n.st.Successors[n.r.IntN(len(n.st.Successors))] = b
	}
}

// replace puts the new operation in the place of the old one.
func (n *remade) replace() {
	n.inferred()
	n.st.Name = n.old.OpName()
	op := n.at.Create(n.st)
	for i, r := range n.old.Results() {
		if !r.HasUses() {
			continue
		}
		if i < op.NumResults() && (op.Result(i).Type() == r.Type() || n.chance(20)) {
			r.ReplaceAllUsesWith(op.Result(i))
		} else {
			r.ReplaceAllUsesWith(n.value(r.Type()))
		}
	}
	n.old.Erase()
}
