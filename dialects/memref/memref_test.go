package memref_test

import (
	"strings"
	"testing"

	"descend/dialects"
	"descend/dialects/arith"
	"descend/dialects/memref"
	"descend/ir"
)

func setup(t *testing.T, args ...func(c *ir.Context) ir.Type) (*ir.Context, *ir.Builder, []*ir.Value) {
	t.Helper()
	c := dialects.MLIR()
	blk := ir.NewBlock(nil)
	for _, a := range args {
		blk.AddArg(a(c), nil)
	}
	return c, ir.NewBuilder(c).AtEnd(blk), blk.Args()
}

func ref(shape ...int64) func(c *ir.Context) ir.Type {
	return func(c *ir.Context) ir.Type { return c.MemRefType(shape, c.F32(), nil, nil) }
}

func index(c *ir.Context) ir.Type { return c.Index() }

func fold(v *ir.Value) []ir.FoldResult {
	op := v.DefiningOp()
	var consts []ir.Attribute
	for _, o := range op.Operands() {
		consts = append(consts, arith.ConstantValue(o))
	}
	return op.Typed().(ir.Folder).Fold(consts)
}

func TestDimFolds(t *testing.T) {
	c, b, a := setup(t, ref(ir.Dynamic, 4, ir.Dynamic), index, index)
	dyn := a[0].Type().(*ir.MemRefType)
	if r := fold(memref.NewDim(b, a[0], 1)); len(r) != 1 || r[0].Attr != c.IndexAttr(4) {
		t.Errorf("static extent folds to %+v", r)
	}
	if r := fold(memref.NewDim(b, a[0], 2)); r != nil {
		t.Errorf("extent of an argument folds to %+v", r)
	}
	m := memref.NewAlloc(b, dyn, a[1], a[2])
	if r := fold(memref.NewDim(b, m, 2)); len(r) != 1 || r[0].Value != a[2] {
		t.Errorf("extent of an allocation folds to %+v", r)
	}
	for _, i := range []int64{-1, 3} {
		if r := fold(memref.NewDim(b, a[0], i)); r != nil {
			t.Errorf("dimension %d folds to %+v", i, r)
		}
	}
}

func TestAccessLooksThroughCasts(t *testing.T) {
	c, b, a := setup(t, ref(16), index)
	wide := c.MemRefType([]int64{ir.Dynamic}, c.F32(), nil, nil)
	load := memref.NewLoad(b, memref.NewCast(b, a[0], wide), a[1])
	if r := fold(load); len(r) != 1 || r[0].Value != load || load.DefiningOp().Operand(0) != a[0] {
		t.Errorf("load of a cast folds to %+v", r)
	}
	// a cast that claims more than is known must stay
	narrow := c.MemRefType([]int64{8}, c.F32(), nil, nil)
	back := memref.NewLoad(b, memref.NewCast(b, memref.NewCast(b, a[0], wide), narrow), a[1])
	if r := fold(back); r != nil {
		t.Errorf("load of a narrowing cast folds to %+v", r)
	}
	if r := fold(memref.NewCast(b, memref.NewCast(b, a[0], wide), a[0].Type().(*ir.MemRefType))); len(r) != 1 || r[0].Value != a[0] {
		t.Errorf("cast back folds to %+v", r)
	}
}

func TestStridesAndOffset(t *testing.T) {
	c, _, _ := setup(t)
	_, strides, ok := memref.StridesAndOffset(c.MemRefType([]int64{2, ir.Dynamic, 4}, c.F32(), nil, nil))
	if !ok || strides[0] != ir.Dynamic || strides[1] != 4 || strides[2] != 1 {
		t.Errorf("strides %v, %v", strides, ok)
	}
}

// TestVerify runs the verifiers of operations that are wrong.
func TestVerify(t *testing.T) {
	c, b, a := setup(t, ref(4, 4), index, func(c *ir.Context) ir.Type { return c.I32() }, ref(5, 4))
	for _, k := range []struct {
		name string
		op   *ir.Operation
		want string
	}{
		{"indices", memref.NewLoad(b, a[0], a[1]).DefiningOp(), "incorrect number of indices for load, expected 2 but got 1"},
		{"value", memref.NewStore(b, a[2], a[0], a[1], a[1]).Operation, "type of 'value' matches element type of 'memref'"},
		{"sizes", memref.NewAlloc(b, a[0].Type().(*ir.MemRefType), a[1]).DefiningOp(), "dimension operand count"},
		{"kind", memref.NewAtomicRMW(b, memref.AddI, memref.NewLoad(b, a[0], a[1], a[1]), a[0], a[1], a[1]).DefiningOp(), "expects an integer type"},
		{"copy", memref.NewCopy(b, a[0], a[3]).Operation, "requires the same shape"},
		{"cast", memref.NewCast(b, a[0], a[3].Type().(*ir.MemRefType)).DefiningOp(), "cast incompatible"},
		{"global", memref.NewGlobal(b, "g", c.MemRefType([]int64{ir.Dynamic}, c.F32(), nil, nil), 0).Operation, "static shaped"},
		{"alignment", memref.NewAssumeAlignment(b, a[0], 12).Operation, "power of 2"},
		{"reinterpret", memref.NewReinterpretCast(b, a[0], a[0].Type().(*ir.MemRefType), memref.Const(0),
			[]memref.Extent{memref.Const(4)}, []memref.Extent{memref.Const(1)}).DefiningOp(), "expected 2 size values, got 1"},
	} {
		var diags ir.Diagnostics
		if ir.Verify(k.op, &diags) || !strings.Contains(diags.Sorted()[0].String(), k.want) {
			t.Errorf("%s: %v, want %q", k.name, diags.Sorted(), k.want)
		}
	}
	for _, v := range []*ir.Value{
		memref.NewLoad(b, a[0], a[1], a[1]),
		memref.NewAlloca(b, c.MemRefType([]int64{ir.Dynamic}, c.F32(), nil, nil), 16, a[1]),
		memref.NewReinterpretCast(b, a[0], c.MemRefType([]int64{16}, c.F32(), nil, nil), memref.Dyn(a[1]),
			[]memref.Extent{memref.Const(16)}, []memref.Extent{memref.Const(1)}),
	} {
		if err := v.DefiningOp().Typed().(ir.Verifier).Verify(); err != nil {
			t.Errorf("%s: %v", v.DefiningOp().Name(), err)
		}
	}
}
