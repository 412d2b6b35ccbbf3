package descend

import (
	"fmt"
	"strings"

	"descend/ir"
)

// Function is a builtin function on scalars of one type, which is that of its result too.
type Function struct {
	Name string
	// Args is the number of its arguments.
	Args int
	// Floats and Ints say on what it is defined.
	Floats, Ints bool
}

// functions are the builtin functions, in the order in which docs name them.
var functions = func() (list []Function) {
	add := func(names string, args int, floats, ints bool) {
		for _, n := range strings.Fields(names) {
			list = append(list, Function{n, args, floats, ints})
		}
	}
	add("sqrt rsqrt cbrt floor ceil round trunc rint", 1, true, false)
	add("exp exp2 exp2_fast exp10 expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh tanh erf erfc", 1, true, false)
	add("pow atan2 hypot copysign", 2, true, false)
	add("fma", 3, true, false)
	add("abs", 1, true, true)
	add("min max", 2, true, true)
	add("popc clz ctz brev", 1, false, true)
	return list
}()

// Functions are the builtin functions of the language on scalars that give what they take.
func Functions() []Function { return functions }

// FunctionNamed is the builtin function of this name; nil if there is none.
func FunctionNamed(name string) *Function {
	for i := range functions {
		if functions[i].Name == name {
			return &functions[i]
		}
	}
	return nil
}

// On says whether the function is defined on a type.
func (f *Function) On(t ir.Type) bool {
	return Every(t, func(t ir.Type) bool {
		return IsFloat(t) && f.Floats || IsInteger(t) && f.Ints
	})
}

func functionNames() (names []string) {
	for _, f := range functions {
		names = append(names, f.Name)
	}
	return names
}

// MathOp is a builtin function on scalars.
type MathOp struct{ *ir.Operation }

var mathDef = &ir.OpDef{
	Name: "descend.math", Summary: "builtin function on scalars",
	Description: "Arguments and result have one type: a float, for popc, clz, ctz and brev an integer, for abs, min and max either. " +
		"exp2_fast is exp2 with a relative error of up to 2^-22, which may give 0 below 2^-126. " +
		"round rounds to the nearest whole number and halves away from zero, rint halves to the even one; popc, clz and ctz count the bits that are one, " +
		"those above the highest and those below the lowest such bit; brev reverses the order of the bits.",
	Example: `descend.func @f(%t: !exec.thread, %x: !descend.place<f32>) {
  %0 = descend.read %x : !descend.place<f32> -> f32
  %1 = descend.math "sqrt"(%0) : (f32) -> f32
  %2 = descend.math "fma"(%0, %1, %1) : (f32, f32, f32) -> f32
}
`,
	Operands: []ir.OperandDef{many("args", isScalar)},
	Results:  []ir.OperandDef{one("result", isScalar)},
	Attrs:    []ir.AttrDef{{Name: "name", Attr: oneOf(functionNames()...)}},
	Traits:   ir.SameOperandsAndResultType | ir.Pure,
	Format:   "$name `(` $args `)` attr-dict `:` functional-type($args, results)",
}

// Def is the definition.
func (MathOp) Def() *ir.OpDef { return mathDef }

// Function is the name of the function.
func (o MathOp) Function() string { return o.StringAttr("name") }

// Operator is the function as one of two scalars; false if it is none of those.
func (o MathOp) Operator() (Operator, bool) { return operatorOf(o.Function()) }

// Verify checks the number of arguments and that the function is defined on the type.
func (o MathOp) Verify() error {
	f := FunctionNamed(o.Function())
	if o.NumOperands() != f.Args {
		return fmt.Errorf("%s takes %d arguments, not %d", f.Name, f.Args, o.NumOperands())
	}
	if t := o.Result(0).Type(); !f.On(t) {
		return fmt.Errorf("%s is not defined on %s", f.Name, t)
	}
	return nil
}

// BitsOp gives the bits of a scalar another type.
type BitsOp struct{ *ir.Operation }

var bitsDef = &ir.OpDef{
	Name: "descend.bits", Summary: "the same bits as another type",
	Description: "The number or float with the same bits: both types have the same width, and neither is bool.",
	Example: `descend.func @f(%t: !exec.thread, %x: !descend.place<f32>) {
  %0 = descend.read %x : !descend.place<f32> -> f32
  %1 = descend.bits %0 : f32 -> ui32
}
`,
	Operands: []ir.OperandDef{one("value", isScalar)},
	Results:  []ir.OperandDef{one("result", isScalar)},
	Traits:   ir.Pure,
	Format:   "$value attr-dict `:` type($value) `->` type($result)",
}

// Def is the definition.
func (BitsOp) Def() *ir.OpDef { return bitsDef }

// Verify wants equal widths.
func (o BitsOp) Verify() error {
	if from, to := o.Operand(0).Type(), o.Result(0).Type(); !SameBits(from, to) {
		return fmt.Errorf("%s and %s do not have the same bits", from, to)
	}
	return nil
}

// SameBits says whether two types are numbers of the same number of bits.
func SameBits(a, b ir.Type) bool {
	n := Width(a)
	return n > 1 && n == Width(b)
}
