package contract

import (
	"strings"

	"descend/dialects/ods"
	"descend/ir"
)

// What a module says of products of matrices that the lanes of a warp compute together.

// mmaPrefix begins the names of the functions of the module of kernels that compute such a product: with shuffles, for whoever has nothing
// better. All lanes of a warp call one together.
const mmaPrefix = "descend_mma_"

// MMA is such a product: c + a b, of tiles of 8 x 8 elements, of each of which a lane has two: of c lane l those of row l / 4, in columns l % 4 * 2
// and the next; of a, and of b's transposed tiles, what `descend.lane_factors` says. Factors of tf32 are rounded to it. a has High tiles on top of each other and Wide side by side, b Wide on top of each other.
// The function takes c, a and b, tile by tile, those of a in the order of rows, and gives the new c.
type MMA struct {
	In, Acc    string // types: f16, bf16, tf32, f64, i8, u8; f16, f32, f64, i32
	High, Wide int
}

// MMAs are those that there are: what tensor cores have instructions for.
var MMAs = []MMA{
	{"f16", "f32", 2, 2}, {"f16", "f16", 2, 2}, {"bf16", "f32", 2, 2},
	{"tf32", "f32", 2, 1}, {"f64", "f64", 1, 1},
	{"i8", "i32", 2, 4}, {"u8", "i32", 2, 4},
}

// MMAOf is the product of factors and sums of two types.
func MMAOf(in, acc string) (MMA, bool) {
	for _, m := range MMAs {
		if m.In == in && m.Acc == acc {
			return m, true
		}
	}
	return MMA{}, false
}

// Name is the name of the function.
func (m MMA) Name() string { return mmaPrefix + m.In + "_" + m.Acc }

// MMAFunction is the product that a function of the module of kernels computes; false for other operations.
func MMAFunction(op *ir.Operation) (MMA, bool) {
	if !op.Is("func.func") {
		return MMA{}, false
	}
	in, acc, _ := strings.Cut(strings.TrimPrefix(ir.SymbolName(op), mmaPrefix), "_")
	m, ok := MMAOf(in, acc)
	return m, ok && m.Name() == ir.SymbolName(op)
}

// DeviceFunction is the function of the module of kernels that an operation calls, nil if it calls none with a body.
func DeviceFunction(op *ir.Operation) *ir.Operation {
	if !op.Is("func.call") {
		return nil
	}
	ref, _ := op.Attr("callee").(*ir.SymbolRefAttr)
	if ref == nil || len(ref.Nested) > 0 {
		return nil
	}
	for at := op.Parent(); at != nil; at = at.Parent() {
		if !at.Is("gpu.module") {
			continue
		}
		if f := ir.LookupSymbol(at, ref.Root); f != nil && ods.FunctionTypeOf(f) != nil && f.Body(0) != nil {
			return f
		}
	}
	return nil
}
