package dialects_test

import (
	"testing"

	"descend/dialects"
	"descend/dialects/arith"
	"descend/dialects/builtin"
	"descend/dialects/cf"
	fn "descend/dialects/func"
	"descend/dialects/gpu"
	"descend/dialects/llvm"
	"descend/dialects/math"
	"descend/dialects/memref"
	"descend/dialects/nvvm"
	"descend/dialects/scf"
	"descend/ir"
	"descend/passes/irtest"
	"descend/test/kit"
)

// TestBuilders makes a module of every level below descend with the builder functions alone and compares it
// with testdata/built.mlir.
func TestBuilders(t *testing.T) {
	c := dialects.MLIR()
	m := builtin.NewModule(c, nil)
	m.SetAttr("gpu.container_module", c.UnitAttr())
	b := ir.NewBuilder(c).AtEnd(m.Block())
	buildDevice(b)
	b.AtEnd(m.Block())
	buildHost(b)

	var diags ir.Diagnostics
	if !ir.Verify(m.Operation, &diags) {
		t.Fatal(diags.Sorted())
	}
	got := ir.Print(m.Operation, ir.PrintOptions{})
	const golden = "testdata/built.mlir"
	irtest.Golden(t, golden, got)
	compareLines(t, got, kit.MLIROpt(t, []string{got})[0])
}

func buildDevice(b *ir.Builder) {
	c := b.Ctx
	ref := c.MemRefType([]int64{ir.Dynamic}, c.F32(), nil, nil)
	words := c.MemRefType([]int64{ir.Dynamic}, c.I32(), nil, nil)
	mod := gpu.NewModule(b, "kernels")
	b.Before(mod.Block().Back())
	k := gpu.NewFunc(b, "kernel", true, []ir.Type{ref, words, c.Index()}, nil)
	k.SetArgAttr(0, "llvm.noalias", c.UnitAttr())
	k.SetAttr("nvvm.reqntid", c.DenseArray(c.I32(), 32, 1, 1))
	acc := k.AddPrivate(gpu.PrivateType(c, c.F32(), 4), nil)
	tile := k.AddWorkgroup(gpu.SharedType(c, c.F32(), 32), nil)
	k.SetWorkgroupAttr(0, "llvm.align", c.I64Attr(16))
	b.AtEnd(k.Entry())
	a, w, n := k.Params()[0], k.Params()[1], k.Params()[2]

	tid := gpu.NewThreadID(b, gpu.X)
	flat := arith.AddI(b, arith.MulI(b, gpu.NewBlockID(b, gpu.X), gpu.NewBlockDim(b, gpu.X)), tid)
	one, full := arith.NewConstantI32(b, 1), arith.NewConstantI32(b, -1)
	inside := arith.CmpI(b, arith.ULT, flat, n)
	v := scf.BuildIf(b, inside, []ir.Type{c.F32()},
		func() []*ir.Value { return []*ir.Value{memref.NewLoad(b, a, flat)} },
		func() []*ir.Value { return []*ir.Value{arith.NewZero(b, c.F32())} }).Result(0)
	memref.NewStore(b, v, tile, tid)
	gpu.NewBarrier(b)
	zero, step := arith.NewConstantIndex(b, 0), arith.NewConstantIndex(b, 1)
	sum := scf.BuildFor(b, zero, n, step, []*ir.Value{v}, func(iv *ir.Value, iter []*ir.Value) []*ir.Value {
		x := memref.NewLoad(b, tile, arith.RemUI(b, iv, arith.NewConstantIndex(b, 32)))
		return []*ir.Value{math.Fma(b, x, x, iter[0], arith.Contract)}
	}).Result(0)
	memref.NewStore(b, math.Sqrt(b, sum), acc, zero)
	other, _ := gpu.NewShuffle(b, gpu.ShuffleXor, sum, one, arith.NewConstantI32(b, 32))
	cond := arith.CmpF(b, arith.OLT, other, sum)
	votes := nvvm.NewBallot(b, full, cond)
	nvvm.NewWarpSync(b, full)
	old := memref.NewAtomicRMW(b, memref.AddI, votes, w, zero)
	memref.NewGenericAtomicRMW(b, w, []*ir.Value{zero}, func(x *ir.Value) *ir.Value { return arith.XOrI(b, x, old) })
	scf.BuildIf(b, arith.Not(b, cond), nil, func() []*ir.Value { llvm.NewTrap(b); return nil }, nil)
	loop := scf.NewWhile(b, []ir.Type{c.I32()}, one)
	p := b.Save()
	b.AtEnd(loop.Before())
	scf.NewCondition(b, arith.CmpI(b, arith.SLT, loop.Before().Arg(0), full), loop.Before().Arg(0))
	b.AtEnd(loop.After())
	scf.NewYield(b, arith.ShLI(b, loop.After().Arg(0), one))
	b.Restore(p)
	dyn := gpu.NewDynamicSharedMemory(b)
	memref.NewView(b, dyn, zero, gpu.SharedType(c, c.F32(), ir.Dynamic), n)
	gpu.NewPrintf(b, "%d\n", old)
	gpu.NewReturn(b)
}

func buildHost(b *ir.Builder) {
	c := b.Ctx
	ref := c.MemRefType([]int64{ir.Dynamic}, c.F32(), nil, nil)
	words := c.MemRefType([]int64{16}, c.I32(), nil, nil)
	memref.NewGlobal(b, "buffer", words, 16)
	fn.NewDeclaration(b, "ready", []ir.Type{c.Index()}, []ir.Type{c.I1()})
	f := fn.NewFunc(b, "host", []ir.Type{ref, c.Index()}, nil)
	b.AtEnd(f.Entry())
	h, n := f.Entry().Arg(0), f.Entry().Arg(1)
	ok := fn.NewCall(b, "ready", []ir.Type{c.I1()}, n).Result(0)
	cf.NewAssert(b, ok, "not ready")
	run, exit := ir.NewBlock(b.Loc()), ir.NewBlock(b.Loc())
	cf.NewCondBranch(b, ok, run, nil, exit, nil)
	f.FunctionBody().Append(run)
	f.FunctionBody().Append(exit)

	b.AtEnd(run)
	d := gpu.NewAlloc(b, ref, memref.NewDim(b, h, 0))
	gpu.NewMemcpy(b, d, h)
	w := memref.NewCast(b, memref.NewGetGlobal(b, "buffer", words), c.MemRefType([]int64{ir.Dynamic}, c.I32(), nil, nil))
	one := arith.NewConstantIndex(b, 1)
	gpu.NewLaunchFunc(b, "kernels", "kernel", gpu.Dim3{X: n, Y: one, Z: one}, gpu.Dim3{X: arith.NewConstantIndex(b, 32), Y: one, Z: one},
		arith.NewConstantI32(b, 128), d, w, n)
	gpu.NewMemcpy(b, h, d)
	gpu.NewDealloc(b, d)
	tmp := memref.NewAlloc(b, ref, n)
	memref.NewCopy(b, h, tmp)
	memref.NewDealloc(b, tmp)
	cf.NewBranch(b, exit)
	b.AtEnd(exit)
	fn.NewReturn(b)
}
