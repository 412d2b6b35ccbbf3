package simtest

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"strings"

	"descend/ir"
)

// opRule is an operation on two operands of the same type (or one) with its meaning computed another way.
type opRule struct {
	name  string
	types []string
	to    string // result type; empty: the operands'
	attrs string
	// prepare are operations that change the second operand %y to %z, so that the operation is defined.
	prepare func(typ string) string
	// ints or floats compute the result.
	ints   func(x, y *big.Int, w int, signed func(*big.Int) *big.Int) *big.Int
	floats func(x, y float64) float64
	// bits computes from the bits of x.
	bits func(from string, x uint64) uint64
	// loose allows rounding differences between implementations.
	loose bool
}

var (
	intTypes   = []string{"i8", "i16", "i32", "i64"}
	floatTypes = []string{"f16", "f32", "f64"}
)

func unsignedRule(name string, f func(z, x, y *big.Int) *big.Int) opRule {
	return opRule{name: name, types: intTypes, ints: func(x, y *big.Int, w int, s func(*big.Int) *big.Int) *big.Int { return f(new(big.Int), x, y) }}
}

func signedRule(name string, f func(z, x, y *big.Int) *big.Int) opRule {
	return opRule{name: name, types: intTypes, ints: func(x, y *big.Int, w int, s func(*big.Int) *big.Int) *big.Int { return f(new(big.Int), s(x), s(y)) }}
}

func with(r opRule, prepare func(typ string) string) opRule { r.prepare = prepare; return r }

// positive makes a divisor greater than 0 in both readings.
func positive(typ string) string {
	w := 8 * Size(typ)
	return fmt.Sprintf("%%one = arith.constant 1 : %[1]s\n%%most = arith.constant %[2]d : %[1]s\n%%h = arith.andi %%y, %%most : %[1]s\n%%z = arith.ori %%h, %%one : %[1]s\n",
		typ, int64(1)<<(w-1)-1)
}

// below makes a shift count less than the width.
func below(typ string) string {
	return fmt.Sprintf("%%most = arith.constant %[2]d : %[1]s\n%%z = arith.andi %%y, %%most : %[1]s\n", typ, 8*Size(typ)-1)
}

func pick(first bool, x, y *big.Int) *big.Int {
	if first {
		return x
	}
	return y
}

func floatRule(name string, f func(x, y float64) float64) opRule {
	return opRule{name: name, types: floatTypes, floats: f}
}

func loose(r opRule, types ...string) opRule { r.loose, r.types = true, types; return r }

// numeric is a minimum or maximum that prefers numbers to NaN.
func numeric(f func(x, y float64) float64) func(x, y float64) float64 {
	return func(x, y float64) float64 {
		switch {
		case math.IsNaN(x):
			return y
		case math.IsNaN(y):
			return x
		}
		return f(x, y)
	}
}

func lesser(x, y float64) float64 { return -greater(-x, -y) }
func greater(x, y float64) float64 {
	switch {
	case math.IsNaN(x) || math.IsNaN(y):
		return math.NaN()
	case x > y:
		return x
	}
	return y
}

func signExtend(v uint64, w int) int64 { return int64(v<<(64-w)) >> (64 - w) }

// castRule converts; the meaning is computed on bits.
func castRule(name, from, to string, f func(x uint64) uint64) opRule {
	return opRule{name: name, types: []string{from}, to: to, bits: func(_ string, x uint64) uint64 { return f(x) }}
}

// opRules lists the operations of arith and math that have one result.
func opRules() []opRule {
	rules := []opRule{
		unsignedRule("arith.addi", (*big.Int).Add), unsignedRule("arith.subi", (*big.Int).Sub), unsignedRule("arith.muli", (*big.Int).Mul),
		unsignedRule("arith.andi", (*big.Int).And), unsignedRule("arith.ori", (*big.Int).Or), unsignedRule("arith.xori", (*big.Int).Xor),
		with(unsignedRule("arith.divui", (*big.Int).Div), positive), with(unsignedRule("arith.remui", (*big.Int).Mod), positive),
		with(signedRule("arith.divsi", (*big.Int).Quo), positive), with(signedRule("arith.remsi", (*big.Int).Rem), positive),
		with(unsignedRule("arith.shli", func(z, x, y *big.Int) *big.Int { return z.Lsh(x, uint(y.Uint64())) }), below),
		with(unsignedRule("arith.shrui", func(z, x, y *big.Int) *big.Int { return z.Rsh(x, uint(y.Uint64())) }), below),
		with(signedRule("arith.shrsi", func(z, x, y *big.Int) *big.Int { return z.Rsh(x, uint(y.Uint64())) }), below),
		unsignedRule("arith.minui", func(z, x, y *big.Int) *big.Int { return pick(x.Cmp(y) < 0, x, y) }),
		unsignedRule("arith.maxui", func(z, x, y *big.Int) *big.Int { return pick(x.Cmp(y) > 0, x, y) }),
		signedRule("arith.minsi", func(z, x, y *big.Int) *big.Int { return pick(x.Cmp(y) < 0, x, y) }),
		signedRule("arith.maxsi", func(z, x, y *big.Int) *big.Int { return pick(x.Cmp(y) > 0, x, y) }),
		floatRule("arith.addf", func(x, y float64) float64 { return x + y }), floatRule("arith.subf", func(x, y float64) float64 { return x - y }),
		floatRule("arith.mulf", func(x, y float64) float64 { return x * y }), floatRule("arith.divf", func(x, y float64) float64 { return x / y }),
		floatRule("arith.minnumf", numeric(lesser)), floatRule("arith.maxnumf", numeric(greater)),
		floatRule("arith.minimumf", lesser), floatRule("arith.maximumf", greater),
		floatRule("arith.negf", func(x, _ float64) float64 { return -x }), floatRule("math.absf", func(x, _ float64) float64 { return math.Abs(x) }),
		floatRule("math.floor", func(x, _ float64) float64 { return math.Floor(x) }), floatRule("math.ceil", func(x, _ float64) float64 { return math.Ceil(x) }),
		floatRule("math.trunc", func(x, _ float64) float64 { return math.Trunc(x) }), floatRule("math.roundeven", func(x, _ float64) float64 { return math.RoundToEven(x) }),
		floatRule("math.round", func(x, _ float64) float64 { return math.Trunc(x + math.Copysign(math.Nextafter(0.5, 0), x)) }), floatRule("math.copysign", math.Copysign),
		loose(floatRule("math.sqrt", func(x, _ float64) float64 { return math.Sqrt(x) }), "f32", "f64"),
		loose(floatRule("math.rsqrt", func(x, _ float64) float64 { return 1 / math.Sqrt(x) }), "f32", "f64"),
		loose(floatRule("math.exp", func(x, _ float64) float64 { return math.Exp(x) }), "f32", "f16"),
		loose(floatRule("math.exp2", func(x, _ float64) float64 { return math.Exp2(x) }), "f32"),
		loose(floatRule("math.log", func(x, _ float64) float64 { return math.Log(x) }), "f32"),
		loose(floatRule("math.log2", func(x, _ float64) float64 { return math.Log2(x) }), "f32"),
		loose(floatRule("math.sin", func(x, _ float64) float64 { return math.Sin(x) }), "f32"),
		loose(floatRule("math.cos", func(x, _ float64) float64 { return math.Cos(x) }), "f32"),
		loose(floatRule("math.powf", math.Pow), "f32"),
		loose(floatRule("arith.remf", math.Mod), "f32", "f64"),
		{name: "math.absi", types: intTypes, ints: func(x, _ *big.Int, w int, s func(*big.Int) *big.Int) *big.Int { return new(big.Int).Abs(s(x)) }},
		{name: "math.ctpop", types: intTypes, ints: func(x, _ *big.Int, w int, s func(*big.Int) *big.Int) *big.Int {
			return big.NewInt(int64(bits.OnesCount64(x.Uint64())))
		}},
		{name: "math.ctlz", types: intTypes, ints: func(x, _ *big.Int, w int, s func(*big.Int) *big.Int) *big.Int {
			return big.NewInt(int64(w - x.BitLen()))
		}},
		{name: "math.cttz", types: intTypes, ints: func(x, _ *big.Int, w int, s func(*big.Int) *big.Int) *big.Int {
			if x.Sign() == 0 {
				return big.NewInt(int64(w))
			}
			return big.NewInt(int64(x.TrailingZeroBits()))
		}},
	}
	preds := []string{"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"}
	for i, p := range preds {
		rules = append(rules, opRule{name: "arith.cmpi", attrs: p + ", ", types: []string{"i8", "i32", "i64"}, to: "i1",
			ints: func(x, y *big.Int, w int, s func(*big.Int) *big.Int) *big.Int {
				c := x.Cmp(y)
				if i >= 2 && i <= 5 {
					c = s(x).Cmp(s(y))
				}
				ok := [...]bool{c == 0, c != 0, c < 0, c <= 0, c > 0, c >= 0, c < 0, c <= 0, c > 0, c >= 0}[i]
				return pick(ok, big.NewInt(1), big.NewInt(0))
			}})
	}
	return append(rules, casts()...)
}

func casts() []opRule {
	f32 := func(v float64) uint64 { return ir.EncodeFloat(v, ir.F32) }
	of32 := func(x uint64) float64 { return ir.DecodeFloat(x, ir.F32) }
	of16 := func(x uint64) float64 { return ir.DecodeFloat(x, ir.F16) }
	of64 := math.Float64frombits
	return []opRule{
		castRule("arith.extsi", "i8", "i32", func(x uint64) uint64 { return uint64(signExtend(x, 8)) }),
		castRule("arith.extsi", "i16", "i64", func(x uint64) uint64 { return uint64(signExtend(x, 16)) }),
		castRule("arith.extui", "i8", "i64", func(x uint64) uint64 { return x }),
		castRule("arith.extui", "i32", "i64", func(x uint64) uint64 { return x }),
		castRule("arith.trunci", "i64", "i16", func(x uint64) uint64 { return x }),
		castRule("arith.trunci", "i32", "i8", func(x uint64) uint64 { return x }),
		castRule("arith.sitofp", "i32", "f32", func(x uint64) uint64 { return uint64(math.Float32bits(float32(int32(x)))) }),
		castRule("arith.sitofp", "i64", "f32", func(x uint64) uint64 { return uint64(math.Float32bits(float32(int64(x)))) }),
		castRule("arith.sitofp", "i64", "f64", func(x uint64) uint64 { return math.Float64bits(float64(int64(x))) }),
		castRule("arith.sitofp", "i16", "f16", func(x uint64) uint64 { return ir.EncodeFloat(float64(int16(x)), ir.F16) }),
		castRule("arith.uitofp", "i8", "f16", func(x uint64) uint64 { return ir.EncodeFloat(float64(uint8(x)), ir.F16) }),
		castRule("arith.uitofp", "i64", "f64", func(x uint64) uint64 { return math.Float64bits(float64(x)) }),
		castRule("arith.uitofp", "i64", "f32", func(x uint64) uint64 { return uint64(math.Float32bits(float32(x))) }),
		castRule("arith.fptosi", "f32", "i32", func(x uint64) uint64 { return uint64(int64(of32(x))) }),
		castRule("arith.fptosi", "f64", "i64", func(x uint64) uint64 { return uint64(int64(of64(x))) }),
		castRule("arith.fptosi", "f16", "i16", func(x uint64) uint64 { return uint64(int64(of16(x))) }),
		castRule("arith.extf", "f16", "f32", func(x uint64) uint64 { return f32(of16(x)) }),
		castRule("arith.extf", "f16", "f64", func(x uint64) uint64 { return math.Float64bits(of16(x)) }),
		castRule("arith.extf", "f32", "f64", func(x uint64) uint64 { return math.Float64bits(of32(x)) }),
		castRule("arith.truncf", "f32", "f16", func(x uint64) uint64 { return ir.EncodeFloat(of32(x), ir.F16) }),
		castRule("arith.truncf", "f64", "f16", func(x uint64) uint64 { return ir.EncodeFloat(of64(x), ir.F16) }),
		castRule("arith.truncf", "f64", "f32", func(x uint64) uint64 { return f32(of64(x)) }),
		castRule("arith.bitcast", "f32", "i32", func(x uint64) uint64 { return x }),
		castRule("arith.bitcast", "i16", "f16", func(x uint64) uint64 { return x }),
	}
}

// OpCase is a kernel that applies one operation to 64 pairs of random operands.
type OpCase struct {
	Run   *Run // arguments: first operands, second operands, results
	Loose bool
	rule  opRule
}

// Ops is a module with a kernel for each operation and type.
func Ops() (source string, cases []*OpCase, err error) {
	var b strings.Builder
	b.WriteString("gpu.module @kernels {\n")
	for i, r := range opRules() {
		for _, typ := range r.types {
			to := r.to
			if to == "" {
				to = typ
			}
			name := fmt.Sprintf("k%d_%s", i, typ)
			fmt.Fprintf(&b, "gpu.func @%s(%%a: memref<64x%s>, %%b: memref<64x%s>, %%o: memref<64x%s>) kernel {\n", name, typ, typ, to)
			fmt.Fprintf(&b, "%%t = gpu.thread_id x\n%%x = memref.load %%a[%%t] : memref<64x%[1]s>\n%%y = memref.load %%b[%%t] : memref<64x%[1]s>\n", typ)
			y := "%y"
			if r.prepare != nil {
				b.WriteString(r.prepare(typ))
				y = "%z"
			}
			operands := "%x, " + y
			if r.unary() {
				operands = "%x"
			}
			types := typ
			if r.bits != nil {
				types += " to " + to
			}
			fmt.Fprintf(&b, "%%r = %s %s%s : %s\nmemref.store %%r, %%o[%%t] : memref<64x%s>\ngpu.return\n}\n", r.name, r.attrs, operands, types, to)
			run, err := parseRun(false, fmt.Sprintf("%s block=64 %s[64]:random %s[64]:random %s[64]:zeros", name, typ, typ, to))
			if err != nil {
				return "", nil, err
			}
			if r.floats != nil && !r.loose {
				specialPairs(run.Args[0], run.Args[1])
			}
			cases = append(cases, &OpCase{Run: run, Loose: r.loose, rule: r})
		}
	}
	b.WriteString("}\n")
	return b.String(), cases, nil
}

// specialPairs puts all pairs of these numbers in the place of the first elements of x and y.
func specialPairs(x, y Arg) {
	special := []float64{math.NaN(), math.Inf(1), math.Inf(-1), 1}
	n := Size(x.Type)
	put := func(to []byte, v float64) {
		for i, b := 0, ir.EncodeFloat(v, floatKinds[x.Type]); i < n; i, b = i+1, b>>8 {
			to[i] = byte(b)
		}
	}
	for i, v := range special {
		for j, w := range special {
			k := n * (len(special)*i + j)
			put(x.Data[k:], v)
			put(y.Data[k:], w)
		}
	}
}

func (r opRule) unary() bool {
	switch r.name {
	case "math.powf", "math.atan2", "math.copysign":
		return false
	case "arith.negf":
		return true
	}
	return r.bits != nil || strings.HasPrefix(r.name, "math.")
}

// Want is the result that arithmetic done another way gives.
func (c *OpCase) Want() []byte {
	args := c.Run.Args
	typ, to := args[0].Type, args[2].Type
	n, m := Size(typ), Size(to)
	var out []byte
	for i := range 64 {
		x, y := Arg{Data: args[0].Data[n*i : n*i+n]}.Bits(), Arg{Data: args[1].Data[n*i : n*i+n]}.Bits()
		r := c.rule.apply(typ, to, x, y)
		for j := range m {
			out = append(out, byte(r>>(8*j)))
		}
	}
	return out
}

func (r opRule) apply(typ, to string, x, y uint64) uint64 {
	switch {
	case r.bits != nil:
		return r.bits(typ, x)
	case r.floats != nil:
		k := floatKinds[typ]
		return ir.EncodeFloat(r.floats(ir.DecodeFloat(x, k), ir.DecodeFloat(y, k)), k)
	}
	w := 8 * Size(typ)
	mod := new(big.Int).Lsh(big.NewInt(1), uint(w))
	signed := func(v *big.Int) *big.Int {
		if v.Bit(w-1) == 1 {
			return new(big.Int).Sub(v, mod)
		}
		return v
	}
	switch {
	case strings.Contains(r.name, "div") || strings.Contains(r.name, "rem"):
		y = y&(1<<(w-1)-1) | 1
	case strings.HasPrefix(r.name, "arith.sh"):
		y &= uint64(w - 1)
	}
	v := r.ints(new(big.Int).SetUint64(x), new(big.Int).SetUint64(y), w, signed)
	return new(big.Int).Mod(v, new(big.Int).Lsh(big.NewInt(1), uint(8*Size(to)))).Uint64()
}
