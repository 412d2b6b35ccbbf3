package contract

import (
	"fmt"
	"slices"
	"strings"

	"descend/dialects/ods"
	"descend/ir"
)

// What a module says of products of matrices that the lanes of a warp compute together.

// mmaPrefix begins the names of the functions of the module of kernels that compute such a product: with shuffles, for whoever has nothing
// better. All lanes of a warp call one together.
const mmaPrefix = "descend_mma_"

// TileSide is the number of rows and of columns of a tile.
const TileSide = 8

// MMA is the least of such products: c + a b, of tiles of 8 x 8 elements, of each of which a lane has two: of c lane l those of row l / 4, in columns l % 4 * 2
// and the next; of a, and of b's transposed tiles, what `descend.lane_factors` says. Factors of tf32 are rounded to it. a has High tiles on top of each other and Wide side by side, b Wide on top of each other.
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

// Product is what a function computes: MMAs of one kind, whose sums are Rows on top of each other and Cols side by side, and Deep of them one after the
// other for each sum. The function takes the c of each, in the order of rows, then a, all of it in the order of rows, then b, in the order of columns, all
// tile by tile, and gives the new c of each.
type Product struct {
	MMA
	Rows, Cols, Deep int
}

// Name is the name of the function.
func (p Product) Name() string {
	return fmt.Sprintf("%s%s_%s_%dx%dx%d", mmaPrefix, p.In, p.Acc, p.Rows, p.Cols, p.Deep)
}

// Across is how many tiles a row of a has, and a column of b.
func (p Product) Across() int { return p.Deep * p.Wide }

// Sums, Left and Right are how many numbers a lane has of c, of a and of b.
func (p Product) Sums() int  { return p.Rows * p.Cols * 2 * p.High }
func (p Product) Left() int  { return p.Rows * 2 * p.High * p.Across() }
func (p Product) Right() int { return p.Cols * 2 * p.Across() }

// Operations are the multiplications and additions of all lanes of a warp.
func (p Product) Operations() int64 {
	return int64(p.Rows*p.Cols*p.Deep) * int64(2*TileSide*p.High*TileSide*p.Wide*TileSide)
}

// productNamed is the product of the function of a name; false for other names, and where numbers of other types are given and got.
func productNamed(name string, in, out []ir.Type) (Product, bool) {
	parts := strings.Split(strings.TrimPrefix(name, mmaPrefix), "_")
	if len(parts) != 3 {
		return Product{}, false
	}
	m, ok := MMAOf(parts[0], parts[1])
	p := Product{MMA: m}
	_, err := fmt.Sscanf(parts[2], "%dx%dx%d", &p.Rows, &p.Cols, &p.Deep)
	return p, ok && err == nil && p.Rows > 0 && p.Cols > 0 && p.Deep > 0 && p.Name() == name && p.takes(in, out)
}

// most bounds the numbers that a lane has of what one function adds up and multiplies.
const most = 1 << 12

// takes says whether a function is one of the product, by what it takes and gives.
func (p Product) takes(in, out []ir.Type) bool {
	if p.Rows > most || p.Cols > most || p.Deep > most || len(out) != p.Sums() || len(in) != p.Sums()+p.Left()+p.Right() {
		return false
	}
	spelled := map[string]string{"bf16": "f32", "tf32": "f32", "u8": "i8"} // as which numbers are kept
	are := func(ts []ir.Type, kind string) bool {
		if as := spelled[kind]; as != "" {
			kind = as
		}
		return !slices.ContainsFunc(ts, func(t ir.Type) bool { return t.String() != kind })
	}
	return are(out, p.Acc) && are(in[:p.Sums()], p.Acc) && are(in[p.Sums():], p.In)
}

// ProductOf is the product that a function of the module of kernels computes; false for other operations.
func ProductOf(op *ir.Operation) (Product, bool) {
	if t := ods.FunctionTypeOf(op); t != nil && op.Is("func.func") {
		return productNamed(ir.SymbolName(op), t.Inputs, t.Results)
	}
	return Product{}, false
}

// ProductCalled is the product whose function an operation calls; false for other operations.
func ProductCalled(op *ir.Operation) (Product, bool) {
	if ref, ok := op.Attr("callee").(*ir.SymbolRefAttr); ok && op.Is("func.call") && len(ref.Nested) == 0 {
		return productNamed(ref.Root, ir.TypesOf(op.Operands()), ir.TypesOf(op.Results()))
	}
	return Product{}, false
}

// DeviceFunction is the function of the module of kernels that an operation calls, nil if it calls none with a body.
func DeviceFunction(op *ir.Operation) *ir.Operation { return DeviceFunctionFrom(op, op) }

// DeviceFunctionFrom is DeviceFunction for an operation that stands for one inside of another one.
func DeviceFunctionFrom(op, place *ir.Operation) *ir.Operation {
	if !op.Is("func.call") {
		return nil
	}
	ref, _ := op.Attr("callee").(*ir.SymbolRefAttr)
	if ref == nil || len(ref.Nested) > 0 {
		return nil
	}
	for at := place.Parent(); at != nil; at = at.Parent() {
		if !at.Is("gpu.module") {
			continue
		}
		if f := ir.LookupSymbol(at, ref.Root); f != nil && ods.FunctionTypeOf(f) != nil && f.Body(0) != nil {
			return f
		}
	}
	return nil
}
