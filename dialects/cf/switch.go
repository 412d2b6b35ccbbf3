package cf

import (
	"fmt"
	"math/big"

	"descend/dialects/arith"
	"descend/dialects/ods"
	"descend/ir"
)

// SwitchOp is cf.switch.
type SwitchOp struct{ *ir.Operation }

// Def returns the definition.
func (SwitchOp) Def() *ir.OpDef { return switchDef }

const (
	caseValues   = "case_values"
	caseSegments = "case_operand_segments"
)

var (
	isInteger  = func(t ir.Type) bool { _, ok := t.(*ir.IntegerType); return ok }
	anyInteger = ir.TypeConstraint{Name: "integer", Is: isInteger, Class: isInteger}
	integers   = ir.AttrConstraint{Name: "integer elements attribute", Is: func(a ir.Attribute) bool {
		d, ok := a.(*ir.DenseAttr)
		return ok && anyInteger.Is(d.Elem())
	}}
)

var switchDef = &ir.OpDef{
	Name: "cf.switch", Summary: "branch by a number",
	Description: "Goes to the successor of the case whose value the flag has, else to the first one, the default, each with its own operands. " +
		"`case_operand_segments` says how many operands each case has. Values of cases are written without sign.",
	Example: `func.func @example(%flag: i32, %a: i32) {
  cf.switch %flag : i32, [
    default: ^bb1(%a : i32),
    42: ^bb1(%flag : i32),
    43: ^bb2
  ]
^bb1(%0: i32):
  cf.br ^bb2
^bb2:
  return
}
`,
	Operands: []ir.OperandDef{{Name: "flag", Type: anyInteger},
		{Name: "defaultOperands", Type: ods.AnyType, Arity: ir.Variadic},
		{Name: "caseOperands", Type: ods.AnyType, Arity: ir.Variadic}},
	Attrs:      []ir.AttrDef{{Name: caseValues, Attr: integers, Optional: true}, {Name: caseSegments, Attr: ir.DenseI32A}},
	Successors: -1,
	Traits:     ir.Pure | ir.Terminator | ir.AttrSizedOperands,
	Format: "$flag `:` type($flag) `,` custom<Cases>(successors, $defaultOperands, type($defaultOperands), $case_values, $caseOperands, " +
		"type($caseOperands), $case_operand_segments) attr-dict",
	Directives: map[string]ir.Directive{"Cases": {Print: printCases, Parse: parseCases}},
}

// Target is a block with what it gets as arguments.
type Target struct {
	Dest *ir.Block
	Args []*ir.Value
}

// NewSwitch builds cf.switch; the values are those of the cases, in order.
func NewSwitch(b *ir.Builder, flag *ir.Value, dflt Target, values []ir.Attribute, cases []Target) SwitchOp {
	st := ir.OperationState{Name: b.Ctx.OpName("cf.switch"), Operands: []*ir.Value{flag}}
	setTargets(b.Ctx, &st, dflt, values, cases)
	return SwitchOp{b.Create(st)}
}

// setTargets adds the successors, their operands, and the attributes that tell them apart.
func setTargets(c *ir.Context, st *ir.OperationState, dflt Target, values []ir.Attribute, cases []Target) {
	flag := st.Operands[0]
	st.Successors = []*ir.Block{dflt.Dest}
	st.Operands = append(st.Operands, dflt.Args...)
	sizes := make([]int64, len(cases))
	for i, t := range cases {
		sizes[i] = int64(len(t.Args))
		st.Successors = append(st.Successors, t.Dest)
		st.Operands = append(st.Operands, t.Args...)
	}
	segments := ods.SegmentSizes(c, 1, len(dflt.Args), len(st.Operands)-1-len(dflt.Args))
	st.SetAttr(segments.Name, segments.Value)
	st.SetAttr(caseSegments, c.DenseArray(c.I32(), sizes...))
	if len(cases) > 0 {
		st.SetAttr(caseValues, c.DenseOf(c.VectorType([]int64{int64(len(cases))}, nil, flag.Type()), values...))
	}
}

// Flag chooses the successor.
func (o SwitchOp) Flag() *ir.Value { return o.Operand(0) }

// Value is that of the i-th case.
func (o SwitchOp) Value(i int) *big.Int { return o.Attr(caseValues).(*ir.DenseAttr).Int(int64(i)) }

// Targets are the successors, the default first, with their operands.
func (o SwitchOp) Targets() []Target {
	out := make([]Target, o.NumSuccessors())
	for i, args := range ir.SuccessorOperands(o, o.Operation) {
		out[i] = Target{o.Successors()[i], args}
	}
	return out
}

// SuccessorRanges counts the operands for the default and for the cases.
func (o SwitchOp) SuccessorRanges() (first int, counts []int) {
	counts = []int{ods.SegmentLen(o.Operation, 1)}
	for _, n := range o.Attr(caseSegments).(*ir.DenseArrayAttr).Values {
		counts = append(counts, int(n))
	}
	return 1, counts
}

// SetSuccessorOperands replaces the operands for the successors.
func (o SwitchOp) SetSuccessorOperands(all [][]*ir.Value) {
	st := ir.OperationState{Operands: []*ir.Value{o.Flag()}}
	targets := make([]Target, len(all))
	for i, args := range all {
		targets[i] = Target{o.Successors()[i], args}
	}
	setTargets(o.Context(), &st, targets[0], o.values(), targets[1:])
	o.SetOperands(st.Operands...)
	for _, a := range st.Attrs {
		o.SetAttr(a.Name, a.Value)
	}
}

// values are those of the cases, as attributes.
func (o SwitchOp) values() []ir.Attribute {
	out := make([]ir.Attribute, o.NumSuccessors()-1)
	for i := range out {
		out[i] = o.Attr(caseValues).(*ir.DenseAttr).At(o.Context(), int64(i))
	}
	return out
}

// TakenSuccessor follows a constant flag.
func (o SwitchOp) TakenSuccessor(operands []ir.Attribute) int {
	c, ok := operands[0].(*ir.IntegerAttr)
	if !ok {
		return -1
	}
	for i := range o.NumSuccessors() - 1 {
		if o.Value(i).Cmp(c.Value) == 0 {
			return i + 1
		}
	}
	return 0
}

// Verify checks that the cases have values of the flag's type, and the operands against the arguments of the successors.
func (o SwitchOp) Verify() error {
	if err := ods.CheckSegments(o.Operation, 3); err != nil {
		return err
	}
	cases := o.NumSuccessors() - 1
	if cases < 0 {
		return fmt.Errorf("requires a default destination")
	}
	values, _ := o.Attr(caseValues).(*ir.DenseAttr)
	sizes := o.Attr(caseSegments).(*ir.DenseArrayAttr).Values
	total := int64(0)
	for _, size := range sizes {
		if size < 0 {
			return fmt.Errorf("'%s' attribute cannot have negative elements", caseSegments)
		}
		total += size
	}
	if n := ods.SegmentLen(o.Operation, 2); total != int64(n) {
		return fmt.Errorf("caseOperands count (%d) does not match with the total size (%d) specified in attribute '%s'", n, total, caseSegments)
	}
	for i, args := range ir.SuccessorOperands(o, o.Operation) {
		if i < o.NumSuccessors() {
			if err := checkSuccessor(args, o.Successors()[i], i); err != nil {
				return err
			}
		}
	}
	n := 0
	if values != nil {
		if flag := o.Flag().Type(); values.Elem() != flag {
			return fmt.Errorf("'flag' type ('%s') should match case value type ('%s')", flag, values.Elem())
		}
		n = int(values.Len())
	}
	if n != cases {
		return fmt.Errorf("number of case values (%d) should match number of case destinations (%d)", n, cases)
	}
	if len(sizes) != cases {
		return fmt.Errorf("'%s' has %d entries, but there are %d case destinations", caseSegments, len(sizes), cases)
	}
	return nil
}

// Rewrites knows constant flags, cases that do what the default does, and successors that only branch on.
func (SwitchOp) Rewrites() []ir.Rewrite {
	return []ir.Rewrite{{
		Name: "switch-decided", Benefit: 1, Args: "%x: i32, %y: i32",
		Before: `
  %c7 = arith.constant 7 : i32
  cf.switch %c7 : i32, [
    default: ^bb1(%x : i32),
    7: ^bb1(%y : i32)
  ]
^bb1(%0: i32):
  "test.use"(%0) : (i32) -> ()`,
		After: `
  cf.br ^bb1(%y : i32)
^bb1(%0: i32):
  "test.use"(%0) : (i32) -> ()`,
		Apply: ir.RewriteOn(SwitchOp.decide),
	}, {
		Name: "switch-drop-cases", Benefit: 1, Args: "%f: i32, %x: i32",
		Before: `
  cf.switch %f : i32, [
    default: ^bb1(%x : i32),
    7: ^bb1(%x : i32),
    8: ^bb2
  ]
^bb1(%0: i32):
  "test.use"(%0) : (i32) -> ()
  cf.br ^bb2
^bb2:`,
		After: `
  cf.switch %f : i32, [
    default: ^bb1(%x : i32),
    8: ^bb2
  ]
^bb1(%0: i32):
  "test.use"(%0) : (i32) -> ()
  cf.br ^bb2
^bb2:`,
		Apply: ir.RewriteOn(SwitchOp.dropCases),
	}, {
		Name: "switch-through", Benefit: 1, Args: "%f: i32, %x: i32, %y: i32",
		Before: `
  cf.switch %f : i32, [
    default: ^bb2(%x : i32),
    7: ^bb1(%y : i32)
  ]
^bb1(%0: i32):
  cf.br ^bb2(%0 : i32)
^bb2(%1: i32):
  "test.use"(%1) : (i32) -> ()`,
		After: `
  cf.switch %f : i32, [
    default: ^bb2(%x : i32),
    7: ^bb2(%y : i32)
  ]
^bb1(%0: i32):
  cf.br ^bb2(%0 : i32)
^bb2(%1: i32):
  "test.use"(%1) : (i32) -> ()`,
		Apply: ir.RewriteOn(SwitchOp.through),
	}}
}

// decide turns a switch on a constant, or without cases, into cf.br.
func (o SwitchOp) decide(rw *ir.Rewriter) bool {
	taken := 0
	if o.NumSuccessors() > 1 {
		taken = o.TakenSuccessor([]ir.Attribute{arith.ConstantValue(o.Flag())})
	}
	if taken < 0 {
		return false
	}
	t := o.Targets()[taken]
	NewBranch(rw.Builder, t.Dest, t.Args...)
	rw.Erase(o.Operation)
	return true
}

// dropCases leaves out the cases that do what the default does.
func (o SwitchOp) dropCases(rw *ir.Rewriter) bool {
	targets, all := o.Targets(), o.values()
	dflt := targets[0]
	var values []ir.Attribute
	var cases []Target
	for i, t := range targets[1:] {
		if t.Dest != dflt.Dest || !sameValues(t.Args, dflt.Args) {
			values, cases = append(values, all[i]), append(cases, t)
		}
	}
	if len(cases) == len(all) {
		return false
	}
	NewSwitch(rw.Builder, o.Flag(), dflt, values, cases)
	rw.Erase(o.Operation)
	return true
}

// through goes straight to where successors that only branch go.
func (o SwitchOp) through(rw *ir.Rewriter) bool {
	targets, changed := o.Targets(), false
	for i, t := range targets {
		if dest, args, ok := passThrough(t.Dest, t.Args, o.Block()); ok {
			targets[i], changed = Target{dest, args}, true
		}
	}
	if !changed {
		return false
	}
	NewSwitch(rw.Builder, o.Flag(), targets[0], o.values(), targets[1:])
	rw.Erase(o.Operation)
	return true
}

// printCases writes "[ default: ^bb(..), 1: ^bb(..) ]", a line for each case.
func printCases(p *ir.Printer) {
	o := SwitchOp{p.Op()}
	p.Write("[")
	width := uint(o.Flag().Type().(*ir.IntegerType).Width)
	for i, t := range o.Targets() {
		label := "default"
		if i > 0 {
			unsigned := o.Value(i - 1)
			if unsigned.Sign() < 0 {
				unsigned = new(big.Int).Add(unsigned, new(big.Int).Lsh(big.NewInt(1), width))
			}
			p.Write(",")
			label = unsigned.String()
		}
		p.Newline()
		p.Write("  ", label, ": ")
		p.Successor(t.Dest, t.Args)
	}
	if o.NumSuccessors() > 1 {
		p.Newline()
	}
	p.Write("]")
}

// parseCases reads what printCases writes; values of cases may have a sign.
func parseCases(p *ir.Parser, f *ir.Fields) {
	var (
		c      = p.Context()
		flag   = f.TypesOf("flag")[0]
		dests  []*ir.Block
		values []ir.Attribute
		sizes  []int64
		args   [2][]ir.OperandRef // of the default, of the cases
		types  [2][]ir.Type
	)
	p.Comma("[", "]", func() {
		group := min(len(dests), 1)
		if group == 0 {
			p.Expect("default")
		} else {
			pos := p.Pos()
			if p.Peek("]") {
				p.FailAt(pos, "expected integer value")
			}
			v, ok := p.Attribute(flag).(*ir.IntegerAttr)
			if !ok {
				p.FailAt(pos, "expected integer value")
			}
			values = append(values, v)
		}
		p.Expect(":")
		dest, as, ts := p.SuccessorWithOperands()
		dests, args[group], types[group] = append(dests, dest), append(args[group], as...), append(types[group], ts...)
		if group == 1 {
			sizes = append(sizes, int64(len(as)))
		}
	})
	if len(dests) == 0 {
		p.Fail("expected 'default'")
	}
	f.Successors(dests...)
	for i, name := range []string{"defaultOperands", "caseOperands"} {
		f.Operands(name, args[i]...)
		f.Types(name, types[i]...)
	}
	f.Attr(caseSegments, c.DenseArray(c.I32(), sizes...))
	if len(values) > 0 {
		f.Attr(caseValues, c.DenseOf(c.VectorType([]int64{int64(len(values))}, nil, flag), values...))
	}
}
