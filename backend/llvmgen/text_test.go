package llvmgen

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	llvm "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/metadata"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
)

// TestText has functions of all instructions that Text writes itself, in all forms, and of some that it leaves to the library: the text is the
// library's, and the module is as it was.
func TestText(t *testing.T) {
	m := llvm.NewModule()
	m.TargetTriple = "nvptx64-nvidia-cuda"
	m.NewGlobalDef("g\"lobal", constant.NewInt(types.I32, 1<<20))
	tuple := &metadata.Tuple{MetadataID: -1}
	m.MetadataDefs = append(m.MetadataDefs, tuple)
	md := llvm.Metadata{{Name: "invariant.load", Node: tuple}}
	printf := m.NewFunc("printf", types.I32, llvm.NewParam("", types.I8Ptr))
	printf.Sig.Variadic = true
	nothing := m.NewFunc("no thing", types.Void)
	vector, pair := types.NewVector(4, types.I32), types.NewStruct(types.I32, types.Float)

	f := m.NewFunc("f", types.I32, llvm.NewParam("", types.I32), llvm.NewParam("p q", types.NewPointer(types.I32)), llvm.NewParam("7", types.Float),
		llvm.NewParam("c", types.I1), llvm.NewParam("", vector), llvm.NewParam("pair", pair))
	f.Linkage = enum.LinkageInternal
	f.FuncAttrs = append(f.FuncAttrs, enum.FuncAttrNoUnwind)
	x, p, fl, c, v, s := f.Params[0], f.Params[1], f.Params[2], f.Params[3], f.Params[4], f.Params[5]
	b := f.NewBlock("")
	var ints []value.Value
	for _, k := range []int64{0, -1, 7, 0xfff, 0x1000, 0xffff, 123456, 1 << 40, -1 << 40} {
		ints = append(ints, constant.NewInt(types.I64, k))
	}
	for _, k := range ints {
		b.NewAdd(k, k)
	}
	b.NewXor(c, constant.True)
	b.NewXor(c, constant.NewInt(types.I1, 0))
	add := b.NewAdd(x, constant.NewInt(types.I32, 3))
	add.OverflowFlags = []enum.OverflowFlag{enum.OverflowFlagNUW, enum.OverflowFlagNSW}
	b.NewSub(add, x).OverflowFlags = []enum.OverflowFlag{enum.OverflowFlagNSW}
	b.NewMul(add, x).OverflowFlags = []enum.OverflowFlag{enum.OverflowFlagNUW}
	b.NewShl(add, x).OverflowFlags = []enum.OverflowFlag{enum.OverflowFlagNUW}
	b.NewLShr(add, x)
	b.NewLShr(add, x).Exact = true
	b.NewUDiv(add, x).Exact = true
	b.NewURem(add, x).Metadata = md
	b.NewAnd(add, x)
	b.NewOr(add, x)
	b.NewFAdd(fl, constant.NewFloat(types.Float, 0.1)).FastMathFlags = []enum.FastMathFlag{enum.FastMathFlagNNaN, enum.FastMathFlagNSZ}
	b.NewFMul(fl, fl)
	b.NewFDiv(fl, fl)
	b.NewFNeg(fl)
	named := b.NewICmp(enum.IPredULT, add, constant.NewUndef(types.I32))
	named.SetName("a name")
	b.NewTrunc(add, types.I8)
	b.NewZExt(add, types.I64)
	b.NewSExt(add, types.I64)
	b.NewFPExt(fl, types.Double)
	b.NewBitCast(fl, types.I32).Metadata = md
	b.NewFPToSI(fl, types.I32)
	b.NewInsertElement(constant.NewUndef(vector), add, constant.NewInt(types.I32, 1))
	b.NewExtractElement(v, constant.NewInt(types.I32, 0))
	b.NewInsertValue(s, add, 0)
	b.NewExtractValue(s, 1)
	b.NewSelect(c, add, x)
	b.NewSelect(named, fl, constant.NewFloat(types.Float, 2)).FastMathFlags = []enum.FastMathFlag{enum.FastMathFlagFast}
	at := b.NewGetElementPtr(types.I32, p, add)
	at.InBounds = true
	b.NewGetElementPtr(types.I32, m.Globals[0], constant.NewInt(types.I64, 0)).Metadata = md
	load := b.NewLoad(types.I32, at)
	load.Align, load.Metadata = 16, md
	b.NewLoad(types.I32, p).Volatile = true
	atomic := b.NewLoad(types.I32, p)
	atomic.Atomic, atomic.Ordering, atomic.SyncScope, atomic.Align = true, enum.AtomicOrderingMonotonic, "device", 4
	b.NewStore(load, m.Globals[0]).Align = 4
	store := b.NewStore(load, p)
	store.Volatile, store.Metadata = true, md
	late := b.NewStore(load, p)
	late.Atomic, late.Ordering, late.Align = true, enum.AtomicOrderingRelease, 4
	b.NewFence(enum.AtomicOrderingSequentiallyConsistent).SyncScope = "block"
	b.NewCall(nothing)
	call := b.NewCall(f, x, p, fl, c, v, s)
	call.FuncAttrs, call.Metadata = append(call.FuncAttrs, enum.FuncAttrConvergent), md
	b.NewCall(f, llvm.NewArg(x, enum.ParamAttrZeroExt), p, constant.NewUndef(types.Float), c, v, s).Tail = enum.TailTail
	b.NewCall(f, x, p, fl, c, v, s).ReturnAttrs = append(call.ReturnAttrs, enum.ReturnAttrZeroExt)
	b.NewCall(printf, constant.NewNull(types.I8Ptr), add)
	b.NewCall(llvm.NewInlineAsm(types.NewPointer(types.NewFunc(types.Void)), "bar.sync 0;", "~{memory}"))
	then, end := f.NewBlock("then\x01"), f.NewBlock("")
	b.NewCondBr(c, then, end)
	then.NewBr(end)
	phi := end.NewPhi(llvm.NewIncoming(add, b), llvm.NewIncoming(constant.NewInt(types.I32, 4), then))
	phi.Metadata = md
	again := f.NewBlock("12")
	end.NewSwitch(phi, again, llvm.NewCase(constant.NewInt(types.I32, 5), then))
	again.NewRet(phi)

	g := m.NewFunc("g", types.Void)
	only := g.NewBlock("entry")
	only.NewBr(only)

	want := m.String()
	for range 2 {
		if d := cmp.Diff(want, string(Text(m))); d != "" {
			t.Error(d)
		}
	}
	if d := cmp.Diff(want, m.String()); d != "" {
		t.Errorf("the module is another one now: %s", d)
	}
}
