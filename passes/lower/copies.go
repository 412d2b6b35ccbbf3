package lower

import (
	"descend/dialects/descend"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/memref"
	"descend/dialects/nat"
	"descend/dialects/nvgpu"
	"descend/ir"
)

// This file lowers copies that go on while their thread does something else. The hardware copies 4, 8 or 16 bytes that start at a multiple of that in
// both memories: the largest size is taken of which this is proved, for any value of what the indices speak of. Elements of less
// than 4 bytes of which it is not proved are loaded and stored at once.

// copyAsync begins the copies of a place.
func (f *fn) copyAsync(o descend.CopyAsyncOp) {
	t := descend.ElemOf(o.To())
	leaf := t
	for {
		a, ok := leaf.(*descend.ArrayType)
		if !ok {
			break
		}
		leaf = a.Elem
	}
	dst, dstRoot, to := f.span(&reference{place: o.To()}, t)
	src, srcRoot, from := f.span(&reference{place: o.From()}, t)
	n, size := f.simplify(count(t)), descend.ScalarSize(leaf)
	aligned := min(f.alignOf(dst, dstRoot, size), f.alignOf(src, srcRoot, size))
	k := int64(1)
	for bytes := int64(16); bytes >= 4 && bytes >= size; bytes /= 2 {
		if c := bytes / size; bytes <= aligned && f.divides(c, n) && f.divides(c, to) && f.divides(c, from) {
			k = c
			break
		}
	}
	f.loopOver(n.Div(nat.Int(k)), func(i nat.Expr) {
		x, y := f.addressOf(f.simplify(from.Add(i.Mul(nat.Int(k))))), f.addressOf(f.simplify(to.Add(i.Mul(nat.Int(k)))))
		if k*size < 4 {
			memref.NewStore(f.b, memref.NewLoad(f.b, src, x), dst, y)
			return
		}
		nvgpu.NewDeviceAsyncCopy(f.b, src, []*ir.Value{x}, dst, []*ir.Value{y}, k, nil, k*size == 16)
	})
}

// divides says whether c divides a number of elements in any case.
func (f *indexer) divides(c int64, n nat.Expr) bool {
	return c == 1 || f.facts.Proves(nat.Constraint{L: n.Mod(nat.Int(c)), Rel: nat.EQ, R: nat.Int(0)})
}

// alignOf is the alignment of a buffer in bytes, as far as it is known; its elements have size bytes.
func (f *fn) alignOf(mem *ir.Value, r *root, size int64) int64 {
	switch i := mem.Index(); {
	case r.mem == nil && r.leafs != nil && r.space == gpu.AddressSpace(f.c, gpu.Workgroup):
		return gpu.SharedAlign
	case mem.OwnerBlock() != f.entry || mem.DefiningOp() != nil || r.mem != mem || f.kernel.align == "element":
		return size
	default:
		if whole, part := f.lentParts[i]; part && !whole {
			return size
		}
		return 16
	}
}

// copyToken groups the copies that were begun.
func (f *fn) copyToken(o descend.CopyTokenOp) {
	group := nvgpu.NewDeviceAsyncCreateGroup(f.b)
	contract.MarkGroup(group.DefiningOp())
	f.vals[o.Result(0)] = scalarValue(o.Result(0).Type(), group)
}

// finish waits for a group; how many later ones may go on, count-groups finds.
func (f *storage) finish(token *ir.Value) { nvgpu.NewDeviceAsyncWait(f.b, token, -1) }
