package ir

import (
	"errors"
	"regexp"
	"strings"
	"testing"
)

// A dialect with one operation, whose definition each test changes.

var badDef *OpDef // of badOp

type (
	badOp    struct{ *Operation }
	otherOp  struct{ *Operation }
	customOp struct{ badOp }
	inferOp  struct{ badOp }
	foldsOp  struct{ badOp }
	twiceOp  struct{ badOp }
	namelOp  struct{ badOp }
	leavesOp struct{ badOp }
)

func (badOp) Def() *OpDef                                            { return badDef }
func (otherOp) Def() *OpDef                                          { return &OpDef{Name: "bad.other"} }
func (customOp) PrintAsm(*Printer)                                   {}
func (customOp) ParseAsm(*Parser, *OperationState) error             { return nil }
func (inferOp) InferTypes(*Context, *OperationState) ([]Type, error) { return nil, nil }
func (leavesOp) LeavesFunction()                                     {}
func (foldsOp) Rewrites() []Rewrite                                  { return []Rewrite{{Name: "op-goes"}} }
func (namelOp) Rewrites() []Rewrite                                  { return []Rewrite{{}} }
func (twiceOp) Rewrites() []Rewrite {
	r := Rewrite{Name: "op-goes", Apply: func(*Operation, *Rewriter) bool { return false }}
	return []Rewrite{r, r}
}

func badEntry() OpEntry { return Op(func(o *Operation) badOp { return badOp{o} }) }

// badSite is the line of badEntry.
const badSite = "(ir.badOp, check_dialect_test.go:38)"

func dialectOf(ops ...OpEntry) *Dialect { return &Dialect{Name: "bad", Ops: ops} }

// TestDefinitionMistakes holds that each mistake in a definition is found when a context is made, and what is said.
func TestDefinitionMistakes(t *testing.T) {
	two := []OperandDef{{Name: "lhs", Type: AnyInt}, {Name: "rhs", Type: AnyInt}}
	res := []OperandDef{{Name: "res", Type: AnyInt}}
	body := []RegionDef{{Name: "body"}}
	optional := []AttrDef{{Name: "n", Optional: true}}
	for _, c := range []struct {
		def  OpDef
		want string
	}{
		{OpDef{Name: "op"}, `the name of an operation is that of its dialect, a point and a mnemonic: "bad.name"`},
		{OpDef{Name: "bad.a b"}, `the name of an operation is that of its dialect, a point and a mnemonic: "bad.name"`},
		{OpDef{Name: "arith.op"}, `listed in dialect 'bad'; its name has to begin with "bad."`},
		{OpDef{Operands: []OperandDef{{}}}, "operand #0 has no name"},
		{OpDef{Operands: two, Results: []OperandDef{{Name: "rhs"}}}, "two of its operands, results, attributes and regions are called 'rhs'"},
		{OpDef{Operands: []OperandDef{{Name: "a", Arity: Variadic}, {Name: "b", Arity: Optional}}},
			"it has 2 groups of operands of any size, and not the trait AttrSizedOperands that says which is which"},
		{OpDef{Results: []OperandDef{{Name: "a", Arity: Variadic}, {Name: "b", Arity: Variadic}}},
			"it has 2 groups of results of any size, and not the trait AttrSizedResults that says which is which"},
		{OpDef{Regions: []RegionDef{{Name: "a", Variadic: true}, {Name: "b"}}}, "region 'a' is variadic and not the last"},

		{OpDef{Traits: SingleBlock | NoTerminator}, "it has the trait SingleBlock and no region"},
		{OpDef{Traits: RecursiveMemoryEffects}, "it has the trait RecursiveMemoryEffects and no region"},
		{OpDef{Traits: ConstantLike, Results: res}, "it has the trait ConstantLike and no attribute 'value', which is what it stands for"},
		{OpDef{Traits: ConstantLike, Attrs: []AttrDef{{Name: "value"}}}, "it has the trait ConstantLike, but not one result and no operands"},
		{OpDef{Traits: ConstantLike, Attrs: []AttrDef{{Name: "value", Optional: true}}, Results: res}, "it has the trait ConstantLike, and its attribute 'value' is optional"},
		{OpDef{Parents: []string{"bad.none"}}, "the dialect has no operation 'bad.none', which is to be around it"},
		{OpDef{Traits: Symbol}, "it has the trait Symbol and no attribute 'sym_name', its name"},
		{OpDef{Traits: ImplicitTerminator, Regions: body}, "it has the trait ImplicitTerminator and no Terminator, the name of the operation that ends its regions"},
		{OpDef{Terminator: "bad.yield", Regions: body}, "it has a Terminator ('bad.yield') and not the trait ImplicitTerminator"},
		{OpDef{Traits: ImplicitTerminator, Terminator: "bad.yield", Regions: body}, "the dialect has no operation 'bad.yield', the implicit terminator"},
		{OpDef{Traits: ImplicitTerminator, Terminator: "bad.op", Regions: body}, "the implicit terminator 'bad.op' has not the trait Terminator"},
		{OpDef{Successors: 1}, "it has successors and not the trait Terminator"},

		{OpDef{Operands: two, Format: "$what attr-dict"}, "format: unknown $what"},
		{OpDef{Operands: two, Format: "$lhs `,` $rhs `:` type($lhs)"}, "'attr-dict' directive not found in custom assembly format"},
		{OpDef{Operands: two, Format: "$lhs attr-dict `:` type(operands)"}, "format: operand #1, named 'rhs', not found; suggest adding a '$rhs' directive"},
		{OpDef{Operands: two, Format: "$lhs `,` $rhs attr-dict `:` type($lhs)"},
			"format: type of operand #1, named 'rhs', is not buildable and a buildable type cannot be inferred; suggest adding a type constraint to the operation or adding a 'type($rhs)' directive"},
		{OpDef{Results: res, Format: "attr-dict"},
			"format: type of result #0, named 'res', is not buildable and a buildable type cannot be inferred; suggest adding a type constraint to the operation or adding a 'type($res)' directive"},
		{OpDef{Results: []OperandDef{{Name: "res", Type: I32T, Arity: Variadic}}, Format: "attr-dict"},
			"format: type of result #0, named 'res', is not buildable and a buildable type cannot be inferred; suggest adding a type constraint to the operation or adding a 'type($res)' directive"},
		{OpDef{Regions: body, Format: "attr-dict"}, "format: region #0, named 'body', not found; suggest adding a '$body' directive"},
		{OpDef{Successors: 1, Traits: Terminator, Format: "attr-dict"}, "format: successor #0 not found; suggest adding a '$succ0' directive"},
		{OpDef{Successors: -1, Traits: Terminator, Format: "attr-dict"}, "format: the successors are not found; suggest adding a 'successors' directive"},
		{OpDef{Attrs: []AttrDef{{Name: "n", Attr: I64A, Optional: true}}, Format: "$n attr-dict"},
			"format: attribute 'n' is optional and '$n' not the anchor of an optional group; suggest '(.. $n^ ..)?'"},
		{OpDef{Attrs: []AttrDef{{Name: "n", Optional: true, Attr: AttrConstraint{Parse: func(*Parser) Attribute { return nil }}}}, Format: "($n^)? attr-dict"},
			"format: an optional group begins with '$n', whose constraint has Parse and not Starts, which says whether it is there"},
		{OpDef{Attrs: []AttrDef{{Name: "n", Optional: true}}, Directives: directiveN, Format: "(custom<N>($n)^)? attr-dict"},
			"format: an optional group begins with custom<N>; the parser sees by a literal in front of it whether it is there"},
		{OpDef{Attrs: []AttrDef{{Name: "n", Optional: true}}, Directives: map[string]Directive{"N": {}}, Format: "(`n` custom<N>($n)^)? attr-dict"},
			"directive 'N' has no Print, or no Parse"},
		{OpDef{Operands: []OperandDef{{Name: "a", Type: I32T}}, Attrs: optional, Format: "(`n` $n^ $a)? attr-dict"},
			"format: operand 'a' is not optional, and '$a' stands in a group that may be left out"},
		{OpDef{Attrs: []AttrDef{{Name: "n", Optional: true}, {Name: "m"}}, Format: "(`n` $n^ $m)? attr-dict"},
			"format: attribute 'm' is not optional, and '$m' stands in a group that may be left out"},
		{OpDef{Regions: body, Attrs: optional, Format: "(`n` $n^ $body)? attr-dict"},
			"format: region 'body' is not optional, and '$body' stands in a group that may be left out"},
		{OpDef{Operands: []OperandDef{{Name: "a", Type: I32T}}, Format: "oilist(`a` $a) attr-dict"},
			"format: operand 'a' is not optional, and '$a' stands in a group that may be left out"},
		{OpDef{Format: "`x y` attr-dict"}, "format: `x y` is no literal: a keyword, or punctuation"},
		{OpDef{Format: "attr-dict attr-dict"}, "format: attr-dict is written twice"},
		{OpDef{Operands: two, Traits: SameTypeOperands, Format: "$lhs $rhs $lhs attr-dict `:` type($lhs)"}, "format: '$lhs' is written twice"},
		{OpDef{Operands: []OperandDef{{Name: "a", Type: I32T, Arity: Variadic}, {Name: "b", Type: I32T}}, Format: "$a `,` $b attr-dict"},
			"format: a ',' behind '$a' is read as one of that list"},
		{OpDef{Traits: ReturnLike}, "it has the trait ReturnLike and not the trait Terminator"},
		{OpDef{Attrs: []AttrDef{{Name: "n", Optional: true}}, Format: "(attr-dict $n^)?"},
			"format: an optional group begins with an element that may be absent itself; the parser sees by a literal in front of it whether it is there"},
	} {
		if c.def.Name == "" {
			c.def.Name = "bad.op"
		}
		badDef = &c.def
		want := "definition of '" + badDef.Name + "' " + badSite + ": " + c.want
		if got := newContextPanic(t, dialectOf(badEntry())); got != want {
			t.Errorf("%+v:\ngot  %s\nwant %s", c.def, got, want)
		}
	}
}

// TestDialectMistakes does the same for what concerns several operations, or none.
func TestDialectMistakes(t *testing.T) {
	badDef = &OpDef{Name: "bad.op"}
	withFormat := func() *OpDef { return &OpDef{Name: "bad.op", Format: "attr-dict"} }
	for _, c := range []struct {
		dialects []*Dialect
		want     string
	}{
		{[]*Dialect{{Name: "a.b"}}, "definition of dialect 'a.b': a name is a letter or '_', then letters, digits, '_' and '$'"},
		{[]*Dialect{{}}, "definition of dialect '': a name is"},
		{[]*Dialect{dialectOf(), dialectOf(badEntry())}, "definition of dialect 'bad': another dialect of this name is registered"},
		{[]*Dialect{dialectOf(badEntry(), badEntry())}, "definition of 'bad.op' " + badSite + ": ir.badOp (check_dialect_test.go:38) is called that too"},
		{[]*Dialect{dialectOf(terminatedBy("ended.none")), {Name: "ended"}}, "(ir.badOp, check_dialect_test.go:38): dialect 'ended' has no operation 'ended.none', the implicit terminator"},
		{[]*Dialect{dialectOf(OpEntry{})}, "operation #0 has no definition, or no Go type: list it with ir.Op"},
		{[]*Dialect{dialectOf(OpEntry{Def: badDef})}, "operation #0 has no definition, or no Go type: list it with ir.Op"},
		{[]*Dialect{dialectOf(OpEntry{Def: &OpDef{Name: "bad.op", Results: []OperandDef{{Name: "value"}}}, Wrap: func(o *Operation) any { return leavesOp{badOp{o}} }})},
			"it leaves the function and has results"},
		{[]*Dialect{dialectOf(Op(func(o *Operation) foldsOp { return foldsOp{badOp{o}} }))}, "rewrite 'op-goes' has no Apply"},
		{[]*Dialect{dialectOf(Op(func(o *Operation) namelOp { return namelOp{badOp{o}} }))}, "rewrite #0 has no name"},
		{[]*Dialect{dialectOf(Op(func(o *Operation) twiceOp { return twiceOp{badOp{o}} }))}, "rewrite 'op-goes' is called as one of 'bad.op'"},
		{[]*Dialect{dialectOf(OpEntry{Def: withFormat(), Wrap: func(o *Operation) any { return customOp{badOp{o}} }})},
			"it has a Format, and PrintAsm and ParseAsm, which hide it"},
		{[]*Dialect{{Name: "bad", Ops: []OpEntry{badEntry()}, Rule: func(OpEntry) error { return errors.New("says nothing") }}}, badSite + ": says nothing"},
	} {
		if got := newContextPanic(t, c.dialects...); !regexp.MustCompile(regexp.QuoteMeta(c.want)).MatchString(got) {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

// TestDefinitionNearMisses holds that definitions beside the mistakes are taken.
func TestDefinitionNearMisses(t *testing.T) {
	two := []OperandDef{{Name: "lhs", Type: AnyInt}, {Name: "rhs", Type: AnyInt}}
	res := []OperandDef{{Name: "res", Type: AnyInt}}
	for _, def := range []OpDef{
		{Operands: two, Format: "$lhs `,` $rhs attr-dict `:` type($lhs)", Traits: SameTypeOperands},
		{Operands: two, Results: res, Format: "operands attr-dict `:` type($res)", Traits: SameOperandsAndResultType},
		{Operands: two, Results: res, Format: "operands attr-dict `:` functional-type(operands, results)"},
		{Results: []OperandDef{{Name: "res", Type: I32T}}, Format: "attr-dict"},
		{Attrs: []AttrDef{{Name: "n", Optional: true}}, Format: "($n^)? attr-dict"},
		{Attrs: []AttrDef{{Name: "n", Optional: true}}, Format: "attr-dict"},
		{Attrs: []AttrDef{{Name: "n", Optional: true, Attr: SymbolNameA}}, Format: "(` ` $n^)? attr-dict"},
		{Attrs: []AttrDef{{Name: "n", Optional: true}}, Directives: directiveN, Format: "(`n` custom<N>($n)^)? attr-dict"},
		{Regions: []RegionDef{{Name: "body"}}, Attrs: []AttrDef{{Name: "n", Optional: true}}, Format: "(`n` $n^ $body) : ($body)? attr-dict"},
		{Attrs: []AttrDef{{Name: "n", Optional: true}, {Name: "m", Default: func(c *Context) Attribute { return c.I64Attr(1) }}}, Format: "(`n` $n^ $m)? attr-dict"},
		{Traits: Symbol, Attrs: []AttrDef{{Name: "sym_name", Optional: true}}},
		{Traits: ImplicitTerminator, Terminator: "other.yield", Regions: []RegionDef{{Name: "body"}}},
	} {
		def.Name = "bad.op"
		badDef = &def
		if err := dialectOf(badEntry()).Check(); err != nil {
			t.Error(err)
		}
	}
	badDef = &OpDef{Name: "bad.op", Results: res, Format: "attr-dict"}
	if err := dialectOf(Op(func(o *Operation) inferOp { return inferOp{badOp{o}} })).Check(); err != nil {
		t.Error(err)
	}
	badDef = &OpDef{Name: "bad.op"}
	NewContext(dialectOf(badEntry()), dialectOf(badEntry())) // two values of one dialect
}

// newContextPanic is what NewContext says of the dialects.
func newContextPanic(t *testing.T, ds ...*Dialect) (message string) {
	t.Helper()
	defer func() {
		var e *DefinitionError
		if err, ok := recover().(error); ok && errors.As(err, &e) {
			message = e.Error()
		}
	}()
	NewContext(ds...)
	return "nothing"
}

// terminatedBy is an operation whose regions end with one of that name.
func terminatedBy(name string) OpEntry {
	e := badEntry()
	e.Def = &OpDef{Name: "bad.op", Traits: ImplicitTerminator, Terminator: name, Regions: []RegionDef{{Name: "body"}}}
	return e
}

// directiveN does nothing.
var directiveN = map[string]Directive{"N": {Print: func(*Printer) {}, Parse: func(*Parser, *Fields) {}}}

// TestFormatLosesNothing holds that what a form would leave out is printed in generic form.
func TestFormatLosesNothing(t *testing.T) {
	badDef = &OpDef{Name: "bad.op", Operands: []OperandDef{{Name: "a", Type: I32T, Arity: Optional}, {Name: "b", Type: I32T, Arity: Optional}},
		Attrs: []AttrDef{{Name: "n", Attr: I64A, Optional: true}}, Regions: []RegionDef{{Name: "body", MaybeEmpty: true}},
		Traits: AttrSizedOperands, Format: "(`a` $a^ $body)? (`no` $n^) : (`none` ($b^)?)? attr-dict"}
	c := NewContext(dialectOf(badEntry()))
	c.AllowUnregistered = true
	for _, test := range []struct{ src, want string }{
		{`bad.op none`, `bad.op none`},
		{`bad.op a %0 {} none %0`, `bad.op a %0 {`},
		{`"bad.op"(%0) <{operandSegmentSizes = array<i32: 0, 1>}> ({}) : (i32) -> ()`, `bad.op none %0`},
		{`"bad.op"(%0) <{n = 1 : i64, operandSegmentSizes = array<i32: 0, 1>}> ({}) : (i32) -> ()`, `"bad.op"(%0) <{n = 1 : i64, operandSegmentSizes = array<i32: 0, 1>}> ({`},
		{`"bad.op"(%0) <{n = 1 : i64, operandSegmentSizes = array<i32: 1, 0>}> ({}) : (i32) -> ()`, `bad.op a %0 {`},
		{`"bad.op"() <{n = 1 : i64, operandSegmentSizes = array<i32: 0, 0>}> ({ "t.x"() : () -> () }) : () -> ()`, `"bad.op"() <{`},
	} {
		m := readModule(t, c, "m.mlir", []byte("%0 = \"t.v\"() : () -> i32\n"+test.src+"\n"))
		pretty := Print(m, PrintOptions{})
		if !strings.Contains(pretty, test.want) {
			t.Errorf("%s prints\n%s\nwant %s", test.src, pretty, test.want)
		}
		again := readModule(t, c, "again.mlir", []byte(pretty))
		if a, b := Print(m, PrintOptions{Generic: true}), Print(again, PrintOptions{Generic: true}); a != b {
			t.Errorf("%s is\n%s\nand read again\n%s", test.src, a, b)
		}
	}
}
