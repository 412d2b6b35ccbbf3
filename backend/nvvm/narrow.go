package nvvm

import (
	"cmp"
	"slices"

	llvm "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"descend/backend/llvmgen"
	"descend/dialects/arith"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/scf"
	"descend/ir"
)

// This file computes the parts of an address that are made of ids, sizes and constants in 32 bits where they
// fit: the chips have no 64-bit integer unit, an addition is two instructions there, a shift three and a
// multiplication of 64-bit values three times that of 32-bit ones to 64. What loops add stays apart, in 64 bits,
// so that LLVM unrolls it into the constant offset of the instruction.

// narrowable bounds the 32-bit values: below it a value is the same with and without a sign.
const narrowable = 1 << 31

var noWrap = []enum.OverflowFlag{enum.OverflowFlagNSW, enum.OverflowFlagNUW}

// Sum adds the leading addends that are known to be small and gives the sum in 64 bits and the others. If
// there are fewer than two the sum is nil. It is computed by Horner's rule, largest factors first,
// 65536*a + 2048*b + 32*c as ((32*a + b)*64 + c)*32: each step is one instruction, and LLVM sees the alignment.
func (f *function) Sum(addends []*ir.Value) (sum value.Value, rest []*ir.Value) {
	type part struct {
		v      *ir.Value
		factor uint64
	}
	var parts []part
	total := uint64(0)
	for _, a := range addends {
		most := f.bound(a)
		if _, isConst := llvmgen.ConstantOf(a); isConst || total+most >= narrowable || f.has(a)&counted != 0 {
			break
		}
		total += most
		v, c := product(a)
		parts = append(parts, part{v, c})
	}
	n := len(parts)
	if n < 2 {
		return nil, addends
	}
	slices.SortStableFunc(parts, func(a, b part) int { return cmp.Compare(b.factor, a.factor) })
	factor := parts[0].factor
	sum = f.small(parts[0].v)
	for i, p := range parts[1:] {
		g := gcd(factor, p.factor)
		if i > 0 && g < factor {
			sum = f.opaque(sum)
		}
		s := f.Cur.NewAdd(f.times(sum, factor/g), f.times(f.small(p.v), p.factor/g))
		s.OverflowFlags = noWrap
		sum, factor = s, g
	}
	if factor > 1 {
		sum = f.opaque(sum)
	}
	return f.Cur.NewZExt(f.times(sum, factor), types.I64), addends[n:]
}

// product splits v into a value and a constant factor.
func product(v *ir.Value) (*ir.Value, uint64) {
	if op, ok := ir.DefinedBy[arith.MulIOp](v); ok {
		if c, ok := llvmgen.ConstantOf(op.Operand(1)); ok && c > 0 {
			x, d := product(op.Operand(0))
			return x, uint64(c) * d
		}
	}
	return v, 1
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// times multiplies a 32-bit value by a constant.
func (f *function) times(x value.Value, c uint64) value.Value {
	if c == 1 {
		return x
	}
	m := f.Cur.NewMul(x, constant.NewInt(types.I32, int64(c)))
	m.OverflowFlags = noWrap
	return m
}

// Addend computes an addend in 64 bits. A product with a run-time size is computed in 32 bits if it is small, and
// else from factors in 32 bits where they are.
func (f *function) Addend(v *ir.Value) value.Value {
	op, ok := ir.DefinedBy[arith.MulIOp](v)
	switch {
	case !ok:
		return f.Val(v)
	case f.bound(v) < narrowable:
		if f.has(v)&sized != 0 {
			return f.wide32(v)
		}
		return f.Val(v)
	case f.bound(op.Operand(0)) == narrowable:
		return f.Val(v)
	}
	m := f.Cur.NewMul(f.wide32(op.Operand(0)), f.wide32(op.Operand(1)))
	if f.bound(op.Operand(1)) < narrowable {
		m.OverflowFlags = noWrap
	}
	return m
}

// wide32 is a value in 64 bits, computed in 32 if it has a bound.
func (f *function) wide32(v *ir.Value) value.Value {
	if f.bound(v) == narrowable {
		return f.Val(v)
	}
	if c, ok := llvmgen.ConstantOf(v); ok {
		return constant.NewInt(types.I64, c)
	}
	if x, rest := f.Sum(llvmgen.Addends(v, nil)); x != nil && len(rest) == 0 {
		return x
	}
	return f.Cur.NewZExt(f.small(v), types.I64)
}

// bound is the largest value that v can have, if v consists of ids, sizes with a bound, counters of short loops
// and constants only and nothing in it reaches narrowable; else narrowable.
func (f *function) bound(v *ir.Value) uint64 {
	b, known := f.bounds[v]
	if !known {
		b = min(f.findBound(v), narrowable)
		f.bounds[v] = b
	}
	return b
}

func (f *function) findBound(v *ir.Value) uint64 {
	if c, ok := llvmgen.ConstantOf(v); ok {
		if c < 0 {
			return narrowable
		}
		return uint64(c)
	}
	if n, ok := f.nats[v]; ok {
		return n
	}
	if loop := counter(v); loop != nil {
		return counterBound(scf.ForOp{Operation: loop})
	}
	op := v.DefiningOp()
	if op == nil {
		return narrowable
	}
	switch o := op.Typed().(type) {
	case gpu.ThreadIDOp:
		return f.threadBound(o.Dim())
	case gpu.BlockIDOp:
		return f.blockBound(o.Dim())
	case arith.AddIOp, arith.MulIOp, arith.DivUIOp, arith.RemUIOp:
		return f.boundOf(op, f.bound(op.Operand(0)), f.bound(op.Operand(1)))
	}
	return narrowable
}

// boundOf is the largest value of an operation on values up to a and b. The least one is always 0 and bounds are below 2^31, so
// that nothing here needs the intervals of package num: a product of two has 62 bits.
func (f *function) boundOf(op *ir.Operation, a, b uint64) uint64 {
	if a == narrowable || b == narrowable {
		return narrowable
	}
	c, isConst := llvmgen.ConstantOf(op.Operand(1))
	switch op.Typed().(type) {
	case arith.AddIOp:
		return a + b
	case arith.MulIOp:
		return a * b
	case arith.DivUIOp:
		if isConst && c != 0 {
			return a / uint64(c)
		}
	case arith.RemUIOp:
		if isConst && c != 0 {
			return min(a, uint64(c)-1)
		}
	}
	return narrowable
}

// counter is the loop whose counter v is.
func counter(v *ir.Value) *ir.Operation {
	if v.DefiningOp() != nil || v.Index() != 0 {
		return nil
	}
	if p := v.OwnerBlock().Parent(); ir.Is[scf.ForOp](p) {
		return p
	}
	return nil
}

// counterBound is the largest value of the counter of a loop of few trips, which LLVM unrolls. Longer loops keep
// their counters in 64 bits: LLVM adds the stride to an address there.
func counterBound(loop scf.ForOp) uint64 {
	const few = 16
	lb, known := llvmgen.ConstantOf(loop.LowerBound())
	ub, ends := llvmgen.ConstantOf(loop.UpperBound())
	if !known || !ends || lb < 0 || ub <= lb || ub-lb > few {
		return narrowable
	}
	return uint64(ub) - 1
}

// parts says what a value with a bound is computed of.
type parts uint8

const (
	counted parts = 1 << iota // a loop's counter
	sized                     // a run-time size
)

func (f *function) has(v *ir.Value) parts {
	if counter(v) != nil {
		return counted
	}
	op := v.DefiningOp()
	if op == nil {
		return sized
	}
	p, known := f.parts[v]
	if !known {
		for _, x := range op.Operands() {
			p |= f.has(x)
		}
		f.parts[v] = p
	}
	return p
}

// sizes finds the largest values of the kernel's nats, from the conditions that every launch has to meet.
func (f *function) sizes(args []*ir.Value) {
	c, ok := contract.Of(f.Op)
	if !ok || len(c.Params) != len(args) {
		return
	}
	f.launch = c.Launch
	for i, n := range c.Bounds() {
		if n < narrowable {
			f.nats[args[i]] = uint64(n)
		}
	}
}

// opaque hides a sum from LLVM, which would distribute the factor that follows over the addends: more shifts and
// fewer of the chips' shift-and-add instructions. It costs nothing in machine code.
func (f *function) opaque(x value.Value) value.Value {
	i2d := f.Intrinsic("llvm.nvvm.lohi.i2d", types.Double, types.I32, types.I32)
	d2i := f.Intrinsic("llvm.nvvm.d2i.lo", types.I32, types.Double)
	return f.Cur.NewCall(d2i, f.Cur.NewCall(i2d, x, constant.NewInt(types.I32, 0)))
}

// low is the lower half of a size that fits there. A truncation would not do: LLVM makes masks of 64 bits of it
// where it is extended again.
func (f *function) low(v *ir.Value) value.Value {
	x, known := f.lows[v]
	if !known {
		d2i := f.Intrinsic("llvm.nvvm.d2i.lo", types.I32, types.Double)
		x = f.Allocs.NewCall(d2i, f.Allocs.NewBitCast(f.Vals[v], types.Double))
		f.lows[v] = x
	}
	return x
}

// threadBound is the largest thread id along a dimension.
func (f *function) threadBound(d gpu.Dim) uint64 {
	if sizes, ok := f.Op.Attr("known_block_size").(*ir.DenseArrayAttr); ok && int(d) < len(sizes.Values) {
		return uint64(sizes.Values[d]) - 1
	}
	return uint64(gpu.AnyTarget.Block[d]) - 1
}

// blockBound is the largest block id along a dimension. The chips have less than 2^16 blocks along y and z, so that a size
// that is the grid's along one of these as well as along x is that small.
func (f *function) blockBound(d gpu.Dim) uint64 {
	if sizes, ok := f.Op.Attr("known_grid_size").(*ir.DenseArrayAttr); ok && int(d) < len(sizes.Values) {
		return uint64(sizes.Values[d]) - 1
	}
	if d != gpu.X {
		return uint64(gpu.AnyTarget.Grid[d]) - 1
	}
	if f.launch != nil && f.launch.Grid[gpu.X] != "" {
		for _, same := range []gpu.Dim{gpu.Y, gpu.Z} {
			if f.launch.Grid[gpu.X] == f.launch.Grid[same] {
				return uint64(gpu.AnyTarget.Grid[same]) - 1
			}
		}
	}
	return narrowable
}

// small computes a value that has a bound.
func (f *function) small(v *ir.Value) value.Value {
	if c, ok := llvmgen.ConstantOf(v); ok {
		return constant.NewInt(types.I32, c)
	}
	if z, ok := f.Vals[v].(*llvm.InstZExt); ok {
		return z.From // an id
	}
	op := v.DefiningOp()
	switch {
	case counter(v) != nil:
		return f.Cur.NewTrunc(f.Vals[v], types.I32)
	case op == nil:
		return f.low(v)
	}
	a, b := f.small(op.Operand(0)), f.small(op.Operand(1))
	switch op.Typed().(type) {
	case arith.DivUIOp:
		return f.Cur.NewUDiv(a, b)
	case arith.RemUIOp:
		return f.Cur.NewURem(a, b)
	case arith.MulIOp:
		m := f.Cur.NewMul(a, b)
		m.OverflowFlags = noWrap
		return m
	}
	s := f.Cur.NewAdd(a, b)
	s.OverflowFlags = noWrap
	return s
}
