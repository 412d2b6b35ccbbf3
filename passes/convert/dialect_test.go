package convert_test

import (
	"fmt"
	"testing"

	"descend/dialects"
	"descend/dialects/arith"
	"descend/ir"
	"descend/passes/convert"
)

// The dialect q of these tests: numbers (!q.n, which become i32), pairs of them (!q.pair, which become two), and nothing (!q.unit, which becomes none).

type qType struct {
	ir.TypeBase
	name string
}

func (t *qType) String() string { return "!q." + t.name }

func qOf(c *ir.Context, name string) ir.Type {
	return ir.Intern(c, "q", name, func() *qType { return &qType{name: name} })
}

var anyQ = ir.TypeConstraint{Name: "type of q", Is: func(t ir.Type) bool { _, ok := t.(*qType); return ok }}

// qDef is an operation with operands and results of q.
func qDef(name string, operands, results ir.Arity, format string, traits ir.Trait, regions ...ir.RegionDef) *ir.OpDef {
	return &ir.OpDef{
		Name: "q." + name, Summary: "for tests", Traits: traits, Format: format, Regions: regions,
		Operands: []ir.OperandDef{{Name: "in", Type: anyQ, Arity: operands}},
		Results:  []ir.OperandDef{{Name: "out", Type: anyQ, Arity: results}},
	}
}

type (
	addOp   struct{ *ir.Operation } // sum of two, or twice one
	firstOp struct{ *ir.Operation } // the first one of a pair
	keepOp  struct{ *ir.Operation } // no pattern is for it
	scopeOp struct{ *ir.Operation }
	endOp   struct{ *ir.Operation }
)

const plain = "$in attr-dict `:` functional-type($in, $out)"

var (
	addDef   = qDef("add", ir.Variadic, ir.Variadic, plain, ir.Pure)
	firstDef = qDef("first", ir.Variadic, ir.Variadic, plain, ir.Pure)
	keepDef  = qDef("keep", ir.Variadic, ir.Variadic, plain, 0)
	scopeDef = qDef("scope", ir.Variadic, ir.Variadic, plain+" $body", 0, ir.RegionDef{Name: "body"})
	endDef   = qDef("end", ir.Variadic, ir.Variadic, plain, ir.Terminator)
)

func (addOp) Def() *ir.OpDef   { return addDef }
func (firstOp) Def() *ir.OpDef { return firstDef }
func (keepOp) Def() *ir.OpDef  { return keepDef }
func (scopeOp) Def() *ir.OpDef { return scopeDef }
func (endOp) Def() *ir.OpDef   { return endDef }

func context() *ir.Context {
	return dialects.MLIR(&ir.Dialect{
		Name: "q", Summary: "for tests",
		Ops: []ir.OpEntry{
			ir.Op(func(o *ir.Operation) addOp { return addOp{o} }), ir.Op(func(o *ir.Operation) firstOp { return firstOp{o} }),
			ir.Op(func(o *ir.Operation) keepOp { return keepOp{o} }), ir.Op(func(o *ir.Operation) scopeOp { return scopeOp{o} }),
			ir.Op(func(o *ir.Operation) endOp { return endOp{o} }),
		},
		ParseType: func(c *ir.Context, mnemonic, _ string, _ bool) (ir.Type, error) {
			if mnemonic != "n" && mnemonic != "pair" && mnemonic != "unit" {
				return nil, fmt.Errorf("unknown type")
			}
			return qOf(c, mnemonic), nil
		},
	})
}

// toI32 is the type converter of these tests.
func toI32(c *ir.Context) *convert.TypeConverter {
	tc := convert.NewTypeConverter()
	convert.Add(tc, func(t ir.Type) ir.Type { return t })
	convert.AddSeveral(tc, func(t *qType) ([]ir.Type, bool) {
		return map[string][]ir.Type{"n": {c.I32()}, "pair": {c.I32(), c.I32()}, "unit": nil}[t.name], true
	})
	return tc
}

// target wants nothing of q but what says nothing.
func target(tc *convert.TypeConverter) *convert.Target {
	t := convert.NewTarget().DialectsIf(tc.IsLegal, "func", "cf").LegalDialects("arith", "builtin", "scf").IllegalDialects("q")
	t.LegalIf(tc.IsLegal, keepOp{})
	return t
}

// parse reads a module.
func parse(t *testing.T, c *ir.Context, text string) *ir.Operation {
	t.Helper()
	var diags ir.Diagnostics
	m := ir.ParseModule(c, "t.mlir", []byte(text), &diags)
	if m == nil || diags.HasErrors() || !ir.Verify(m, &diags) {
		t.Fatal(diags.Sorted())
	}
	return m
}

// adds are the patterns of q.add: of two, and of one by way of two.
func adds() []convert.Pattern {
	two := convert.On(func(o addOp, in []*ir.Value, rw *convert.Rewriter) error {
		if len(in) != 2 {
			return fmt.Errorf("%d operands", len(in))
		}
		rw.Replace(o.Operation, arith.AddI(rw.Builder, in[0], in[1]))
		return nil
	})
	once := convert.On(func(o addOp, _ []*ir.Value, rw *convert.Rewriter) error {
		if o.NumOperands() != 1 {
			return fmt.Errorf("%d operands", o.NumOperands())
		}
		x := o.Operand(0)
		rw.ReplaceOp(o.Operation, rw.Op("q.add", []*ir.Value{x, x}, []ir.Type{x.Type()}))
		return nil
	})
	once.Name = "add-once"
	return []convert.Pattern{once, two}
}
