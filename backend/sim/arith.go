package sim

import (
	"math"
	"math/bits"

	"descend/ir"
)

// widthOf is the number of bits of a scalar.
func widthOf(t ir.Type) int {
	switch t := t.(type) {
	case *ir.IntegerType:
		return t.Width
	case *ir.FloatType:
		return t.Width()
	}
	return 64
}

func maskOf(width int) uint64 {
	if width >= 64 {
		return ^uint64(0)
	}
	return 1<<width - 1
}

func signed(v uint64, width int) int64 {
	s := 64 - width
	return int64(v<<s) >> s
}

func b2u(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// binary makes an operation on two registers.
func (c *code) binary(op *ir.Operation, f2 func(a, b uint64) uint64) exec {
	a, b, r := c.slot(op.Operand(0)), c.slot(op.Operand(1)), c.slot(op.Result(0))
	return func(f *frame, act []int32) {
		x, y, z := f.vals[a], f.vals[b], f.vals[r]
		for _, l := range act {
			z[l] = f2(x[l], y[l])
		}
	}
}

func (c *code) unary(op *ir.Operation, f1 func(a uint64) uint64) exec {
	a, r := c.slot(op.Operand(0)), c.slot(op.Result(0))
	return func(f *frame, act []int32) {
		x, z := f.vals[a], f.vals[r]
		for _, l := range act {
			z[l] = f1(x[l])
		}
	}
}

// arith compiles operations of the arith and math dialects; nil for others.
func (c *code) arith(op *ir.Operation) exec {
	if op.NumResults() != 1 {
		return nil
	}
	switch op.Name() {
	case "arith.constant":
		return c.constant(op)
	case "arith.addi":
		a, b, r, m := c.slot(op.Operand(0)), c.slot(op.Operand(1)), c.slot(op.Result(0)), maskOf(widthOf(op.Result(0).Type()))
		return func(f *frame, act []int32) {
			x, y, z := f.vals[a], f.vals[b], f.vals[r]
			for _, l := range act {
				z[l] = (x[l] + y[l]) & m
			}
		}
	case "arith.muli":
		a, b, r, m := c.slot(op.Operand(0)), c.slot(op.Operand(1)), c.slot(op.Result(0)), maskOf(widthOf(op.Result(0).Type()))
		return func(f *frame, act []int32) {
			x, y, z := f.vals[a], f.vals[b], f.vals[r]
			for _, l := range act {
				z[l] = (x[l] * y[l]) & m
			}
		}
	case "arith.select":
		p, a, b, r := c.slot(op.Operand(0)), c.slot(op.Operand(1)), c.slot(op.Operand(2)), c.slot(op.Result(0))
		return func(f *frame, act []int32) {
			k, x, y, z := f.vals[p], f.vals[a], f.vals[b], f.vals[r]
			for _, l := range act {
				if k[l] != 0 {
					z[l] = x[l]
				} else {
					z[l] = y[l]
				}
			}
		}
	case "arith.cmpi":
		return c.cmpi(op)
	case "arith.cmpf":
		return c.cmpf(op)
	case "arith.divsi", "arith.divui", "arith.remsi", "arith.remui", "arith.ceildivsi", "arith.floordivsi", "arith.ceildivui":
		return c.division(op)
	}
	if f := intBinary(op); f != nil {
		return c.binary(op, f)
	}
	if f := cast(op); f != nil {
		return c.unary(op, f)
	}
	return c.float(op)
}

func (c *code) constant(op *ir.Operation) exec {
	r := c.slot(op.Result(0))
	var v uint64
	switch a := op.Attr("value").(type) {
	case *ir.IntegerAttr:
		v = ir.WrapInt(a.Value, &ir.IntegerType{Width: 64, Sign: ir.Unsigned}).Uint64() & maskOf(widthOf(a.Type))
	case *ir.FloatAttr:
		v = a.Bits.Uint64()
	default:
		return nil
	}
	return func(f *frame, act []int32) { f.fill(r, act, v) }
}

func intBinary(op *ir.Operation) func(a, b uint64) uint64 {
	w := widthOf(op.Result(0).Type())
	m := maskOf(w)
	switch op.Name() {
	case "arith.subi":
		return func(a, b uint64) uint64 { return (a - b) & m }
	case "arith.andi":
		return func(a, b uint64) uint64 { return a & b }
	case "arith.ori":
		return func(a, b uint64) uint64 { return a | b }
	case "arith.xori":
		return func(a, b uint64) uint64 { return a ^ b }
	case "arith.shli":
		return func(a, b uint64) uint64 { return a << b & m }
	case "arith.shrui":
		return func(a, b uint64) uint64 { return a >> b }
	case "arith.shrsi":
		return func(a, b uint64) uint64 { return uint64(signed(a, w)>>b) & m }
	case "arith.minsi":
		return func(a, b uint64) uint64 { return uint64(min(signed(a, w), signed(b, w))) & m }
	case "arith.maxsi":
		return func(a, b uint64) uint64 { return uint64(max(signed(a, w), signed(b, w))) & m }
	case "arith.minui":
		return func(a, b uint64) uint64 { return min(a, b) }
	case "arith.maxui":
		return func(a, b uint64) uint64 { return max(a, b) }
	}
	return nil
}

// division fails on a zero divisor and on overflow: the program should have been guarded.
func (c *code) division(op *ir.Operation) exec {
	a, b, r := c.slot(op.Operand(0)), c.slot(op.Operand(1)), c.slot(op.Result(0))
	w := widthOf(op.Result(0).Type())
	m := maskOf(w)
	var f2 func(a, b uint64) uint64
	unsigned := false
	switch op.Name() {
	case "arith.divui":
		unsigned, f2 = true, func(a, b uint64) uint64 { return a / b }
	case "arith.remui":
		unsigned, f2 = true, func(a, b uint64) uint64 { return a % b }
	case "arith.ceildivui":
		unsigned, f2 = true, func(a, b uint64) uint64 { return (a + b - 1) / b }
	case "arith.divsi":
		f2 = func(a, b uint64) uint64 { return uint64(signed(a, w)/signed(b, w)) & m }
	case "arith.remsi":
		f2 = func(a, b uint64) uint64 { return uint64(signed(a, w)%signed(b, w)) & m }
	case "arith.floordivsi":
		f2 = func(a, b uint64) uint64 {
			x, y := signed(a, w), signed(b, w)
			q := x / y
			if x%y != 0 && (x < 0) != (y < 0) {
				q--
			}
			return uint64(q) & m
		}
	case "arith.ceildivsi":
		f2 = func(a, b uint64) uint64 {
			x, y := signed(a, w), signed(b, w)
			q := x / y
			if x%y != 0 && (x < 0) == (y < 0) {
				q++
			}
			return uint64(q) & m
		}
	}
	return func(f *frame, act []int32) {
		x, y, z := f.vals[a], f.vals[b], f.vals[r]
		for _, l := range act {
			if y[l] == 0 || !unsigned && y[l] == m && x[l] == 1<<(w-1) {
				d := f.m.fail(op, "sim-trap", "division by zero or overflow in a division")
				f.where(d, int(l))
				stop()
			}
			z[l] = f2(x[l], y[l])
		}
	}
}

func (c *code) cmpi(op *ir.Operation) exec {
	p, _ := op.IntAttr("predicate")
	w := widthOf(op.Operand(0).Type())
	a, b, r := c.slot(op.Operand(0)), c.slot(op.Operand(1)), c.slot(op.Result(0))
	switch p { // the common ones without a call per lane
	case 0, 6, 9:
		return func(f *frame, act []int32) {
			x, y, z := f.vals[a], f.vals[b], f.vals[r]
			for _, l := range act {
				z[l] = b2u(p == 0 && x[l] == y[l] || p == 6 && x[l] < y[l] || p == 9 && x[l] >= y[l])
			}
		}
	}
	var cmp func(a, b uint64) bool
	switch p {
	case 1:
		cmp = func(a, b uint64) bool { return a != b }
	case 2:
		cmp = func(a, b uint64) bool { return signed(a, w) < signed(b, w) }
	case 3:
		cmp = func(a, b uint64) bool { return signed(a, w) <= signed(b, w) }
	case 4:
		cmp = func(a, b uint64) bool { return signed(a, w) > signed(b, w) }
	case 5:
		cmp = func(a, b uint64) bool { return signed(a, w) >= signed(b, w) }
	case 7:
		cmp = func(a, b uint64) bool { return a <= b }
	default:
		cmp = func(a, b uint64) bool { return a > b }
	}
	return c.binary(op, func(a, b uint64) uint64 { return b2u(cmp(a, b)) })
}

func (c *code) cmpf(op *ir.Operation) exec {
	p, _ := op.IntAttr("predicate")
	t := op.Operand(0).Type().(*ir.FloatType)
	// bit 0: equal, bit 1: greater, bit 2: less, bit 3: unordered, as in LLVM's encoding of predicates
	return c.binary(op, func(a, b uint64) uint64 {
		x, y := ir.DecodeFloat(a, t.Kind), ir.DecodeFloat(b, t.Kind)
		var bit int64
		switch {
		case x != x || y != y:
			bit = 8
		case x == y:
			bit = 1
		case x > y:
			bit = 2
		default:
			bit = 4
		}
		return b2u(p&bit != 0)
	})
}

// cast compiles conversions.
func cast(op *ir.Operation) func(a uint64) uint64 {
	if op.NumOperands() != 1 {
		return nil
	}
	from, to := op.Operand(0).Type(), op.Result(0).Type()
	fw, m := widthOf(from), maskOf(widthOf(to))
	switch op.Name() {
	case "arith.extui", "arith.trunci", "arith.index_castui", "arith.bitcast":
		return func(a uint64) uint64 { return a & m }
	case "arith.extsi", "arith.index_cast":
		return func(a uint64) uint64 { return uint64(signed(a, fw)) & m }
	case "arith.sitofp":
		k := to.(*ir.FloatType).Kind
		if k == ir.F32 {
			return func(a uint64) uint64 { return uint64(math.Float32bits(float32(signed(a, fw)))) }
		}
		return func(a uint64) uint64 { return ir.EncodeFloat(float64(signed(a, fw)), k) }
	case "arith.uitofp":
		k := to.(*ir.FloatType).Kind
		if k == ir.F32 {
			return func(a uint64) uint64 { return uint64(math.Float32bits(float32(a))) }
		}
		return func(a uint64) uint64 { return ir.EncodeFloat(float64(a), k) }
	case "arith.fptosi", "arith.fptoui":
		k := from.(*ir.FloatType).Kind
		if op.Is("arith.fptosi") {
			return func(a uint64) uint64 { return uint64(int64(ir.DecodeFloat(a, k))) & m }
		}
		return func(a uint64) uint64 { return uint64(ir.DecodeFloat(a, k)) & m }
	case "arith.extf", "arith.truncf":
		k, k2 := from.(*ir.FloatType).Kind, to.(*ir.FloatType).Kind
		return func(a uint64) uint64 { return ir.EncodeFloat(ir.DecodeFloat(a, k), k2) }
	case "math.absi":
		return func(a uint64) uint64 {
			if v := signed(a, fw); v < 0 {
				return uint64(-v) & m
			}
			return a
		}
	case "math.ctpop":
		return func(a uint64) uint64 { return uint64(bits.OnesCount64(a)) }
	}
	return nil
}

// float compiles floating point arithmetic. f32 results are rounded from f64 arithmetic, which gives the
// correctly rounded result of + - * / and sqrt.
func (c *code) float(op *ir.Operation) exec {
	t, ok := op.Result(0).Type().(*ir.FloatType)
	if !ok {
		return nil
	}
	k := t.Kind
	if f := floatBinary(op.Name()); f != nil {
		switch k {
		case ir.F32:
			return c.binary(op, func(a, b uint64) uint64 {
				return uint64(math.Float32bits(float32(f(float64(math.Float32frombits(uint32(a))), float64(math.Float32frombits(uint32(b)))))))
			})
		case ir.F64:
			return c.binary(op, func(a, b uint64) uint64 {
				return math.Float64bits(f(math.Float64frombits(a), math.Float64frombits(b)))
			})
		}
		return c.binary(op, func(a, b uint64) uint64 { return ir.EncodeFloat(f(ir.DecodeFloat(a, k), ir.DecodeFloat(b, k)), k) })
	}
	if f := floatUnary(op.Name()); f != nil {
		return c.unary(op, func(a uint64) uint64 { return ir.EncodeFloat(f(ir.DecodeFloat(a, k)), k) })
	}
	if op.Is("math.fma") {
		x, y, z, r := c.slot(op.Operand(0)), c.slot(op.Operand(1)), c.slot(op.Operand(2)), c.slot(op.Result(0))
		return func(f *frame, act []int32) {
			for _, l := range act { // of f32: the product is exact in f64, the sum is rounded twice
				f.vals[r][l] = ir.EncodeFloat(math.FMA(ir.DecodeFloat(f.vals[x][l], k), ir.DecodeFloat(f.vals[y][l], k), ir.DecodeFloat(f.vals[z][l], k)), k)
			}
		}
	}
	return nil
}

func floatBinary(name string) func(a, b float64) float64 {
	switch name {
	case "arith.addf":
		return func(a, b float64) float64 { return a + b }
	case "arith.subf":
		return func(a, b float64) float64 { return a - b }
	case "arith.mulf":
		return func(a, b float64) float64 { return a * b }
	case "arith.divf":
		return func(a, b float64) float64 { return a / b }
	case "arith.remf":
		return math.Mod
	case "arith.minnumf":
		return minNum
	case "arith.maxnumf":
		return maxNum
	case "arith.minimumf":
		return math.Min
	case "arith.maximumf":
		return math.Max
	case "math.powf":
		return math.Pow
	case "math.atan2":
		return math.Atan2
	case "math.copysign":
		return math.Copysign
	}
	return nil
}

func minNum(a, b float64) float64 {
	if a != a {
		return b
	}
	if b != b {
		return a
	}
	return math.Min(a, b)
}

func maxNum(a, b float64) float64 {
	if a != a {
		return b
	}
	if b != b {
		return a
	}
	return math.Max(a, b)
}

func floatUnary(name string) func(a float64) float64 {
	switch name {
	case "arith.negf":
		return func(a float64) float64 { return -a }
	case "math.sqrt":
		return math.Sqrt
	case "math.rsqrt":
		return func(a float64) float64 { return 1 / math.Sqrt(a) }
	case "math.absf":
		return math.Abs
	case "math.exp":
		return math.Exp
	case "math.exp2":
		return math.Exp2
	case "math.log":
		return math.Log
	case "math.log2":
		return math.Log2
	case "math.sin":
		return math.Sin
	case "math.cos":
		return math.Cos
	case "math.floor":
		return math.Floor
	case "math.ceil":
		return math.Ceil
	case "math.trunc":
		return math.Trunc
	case "math.roundeven":
		return math.RoundToEven
	case "math.tanh":
		return math.Tanh
	}
	return nil
}
