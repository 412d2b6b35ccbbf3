// Package copies makes plain copies of those that go on while their thread does something else, for what has no others: the CPU, and GPUs
// before compute capability 8.0.
//
//	%t = nvgpu.device_async_copy %x[%i], %s[%j], 2        %a = memref.load %x[%i];      memref.store %a, %s[%j]
//	%g = nvgpu.device_async_create_group            ->    %b = memref.load %x[%i + 1];  memref.store %b, %s[%j + 1]
//	nvgpu.device_async_wait %g
//
// A copy that is made where it begins is one of those that a program allows. Tokens become the number 0, which loops may carry.
// The package must not know targets.
package copies

import (
	"descend/dialects/arith"
	"descend/dialects/memref"
	"descend/dialects/nvgpu"
	"descend/dialects/scf"
	"descend/ir"
)

// In says whether an operation has copies in it.
func In(op *ir.Operation) bool {
	for range ir.AllOf[nvgpu.DeviceAsyncCreateGroupOp](op) {
		return true
	}
	return false
}

// Plain replaces the copies in a kernel.
func Plain(kernel *ir.Operation) {
	b := ir.NewBuilder(kernel.Context())
	token, number := nvgpu.AsyncToken(b.Ctx), b.Ctx.I32()
	var ops []*ir.Operation
	kernel.Walk(func(op *ir.Operation) ir.WalkResult {
		ops = append(ops, op)
		return ir.Advance
	})
	retype := func(vs []*ir.Value) {
		for _, v := range vs {
			if v.Type() == token {
				v.SetType(number)
			}
		}
	}
	for _, op := range ops {
		for _, r := range op.Regions() {
			for bl := range r.Blocks() {
				retype(bl.Args())
			}
		}
		if op != kernel {
			b.Before(op).At(op.Loc())
		}
		switch o := op.Typed().(type) {
		case nvgpu.DeviceAsyncCopyOp:
			plain(b, o)
			done(b, op)
		case nvgpu.DeviceAsyncCreateGroupOp:
			done(b, op)
		case nvgpu.DeviceAsyncWaitOp:
			op.Erase()
		default:
			retype(op.Results())
		}
	}
}

// plain makes loads and stores of a copy. If it reads some elements only, it asks for each, but once for all where all are there.
func plain(b *ir.Builder, o nvgpu.DeviceAsyncCopyOp) {
	load := func(i int64) *ir.Value { return memref.NewLoad(b, o.Src(), behind(b, o.SrcIndices()[0], i)) }
	each := func(element func(i int64) *ir.Value) []*ir.Value {
		for i := range o.DstElements() {
			memref.NewStore(b, element(i), o.Dst(), behind(b, o.DstIndices()[0], i))
		}
		return nil
	}
	some := o.SrcElements()
	if some == nil {
		each(load)
		return
	}
	elem := memref.TypeOf(o.Dst()).Elem
	zero := func() []*ir.Value { return []*ir.Value{arith.NewZero(b, elem)} }
	there := func(i int64, cond *ir.Value) *ir.Value {
		return scf.BuildIf(b, cond, []ir.Type{elem}, func() []*ir.Value { return []*ir.Value{load(i)} }, zero).Result(0)
	}
	all, orNone := allThere(b, some, o.DstElements())
	if o.DstElements() == 1 {
		each(func(i int64) *ir.Value { return there(i, all) })
		return
	}
	scf.BuildIf(b, all, nil, func() []*ir.Value { return each(load) }, func() []*ir.Value {
		return each(func(i int64) *ir.Value {
			if orNone {
				return zero()[0]
			}
			return there(i, arith.CmpI(b, arith.ULT, arith.NewConstantIndex(b, i), some))
		})
	})
}

// allThere is whether all n elements are read, and whether it is known that else none are.
func allThere(b *ir.Builder, some *ir.Value, n int64) (all *ir.Value, orNone bool) {
	if s, ok := ir.DefinedBy[arith.SelectOp](some); ok {
		yes, known1 := arith.ConstantInt(s.TrueValue())
		no, known2 := arith.ConstantInt(s.FalseValue())
		if known1 && known2 && yes == n && no == 0 {
			return s.Condition(), true
		}
	}
	return arith.CmpI(b, arith.UGE, some, arith.NewConstantIndex(b, n)), n == 1
}

// done replaces the token of an operation, where it is used, by the number 0, and the operation by nothing.
func done(b *ir.Builder, op *ir.Operation) {
	if t := op.Result(0); t.HasUses() {
		t.ReplaceAllUsesWith(arith.NewConstantInt(b, 0, b.Ctx.I32()))
	}
	op.Erase()
}

// behind is an index so many elements further on.
func behind(b *ir.Builder, index *ir.Value, n int64) *ir.Value {
	if n == 0 {
		return index
	}
	return arith.AddI(b, index, arith.NewConstantIndex(b, n))
}
