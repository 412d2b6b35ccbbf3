package cost

import (
	"descend/dialects/gpu"
	"descend/dialects/gpu/traffic"
	"descend/dialects/memref"
	"descend/ir"
)

const sectorBytes = traffic.SectorSize

// spaceOf is the memory that a memref lies in. In functions of the CPU all is memory of a single thread.
func (w *walker) spaceOf(mem *ir.Value) gpu.Space {
	space, ok := gpu.SpaceOf(mem.Type().(*ir.MemRefType).Space)
	switch {
	case ok:
		return space
	case w.host != nil:
		return gpu.Private
	}
	return gpu.Global
}

// shares says whether threads share the memory of a memref.
func (w *walker) shares(mem *ir.Value) bool { return w.spaceOf(mem) != gpu.Private }

// access follows an operation that accesses memory.
func (w *walker) access(op *ir.Operation, all []memref.Access, m mask) *variable {
	w.forget(op.Results())
	for _, a := range all {
		if cut := w.part(op, a, m); cut != nil {
			return cut
		}
	}
	return nil
}

// part follows one of the accesses of an operation.
func (w *walker) part(op *ir.Operation, a memref.Access, m mask) *variable {
	t, ok := a.MemRef.Type().(*ir.MemRefType)
	if !ok {
		return nil
	}
	index := w.element(t, a.Indices)
	if !w.shares(a.MemRef) {
		w.own(op, a, index, m)
		return nil
	}
	if a.Lanes != 0 {
		m &= 1<<a.Lanes - 1
	}
	doubt := w.doubt
	if a.Some != nil {
		some := w.get(a.Some)
		if cut := w.cutFor(some, m); cut != nil {
			return cut
		}
		for l := range lanes {
			if some.known.has(l) && some.at[l] == 0 {
				m &^= 1 << l
			}
		}
		if m&^some.known != 0 {
			doubt |= AtMost
		}
	}
	if m == 0 {
		return nil
	}
	elem := memref.ElemBytes(t.Elem)
	n := Count{Op: op, Shared: w.spaceOf(a.MemRef) == gpu.Workgroup, Size: int(a.Bytes()), Doubt: doubt}
	address := unknown
	if p := w.places[a.MemRef]; p.offset != nil {
		address = p.offset.plus(index, elem)
	} else if n.Shared { // where an array starts makes no difference for conflicts
		address = constant(0).plus(index, elem)
	}
	if address.known&m != m {
		if cut := w.cutFor(address, m); cut != nil {
			return cut
		}
	}
	times := w.times()
	n.Warps, n.Lanes = times, times*int64(m.count())
	n.Bytes = n.Lanes * int64(n.Size)
	n.Fewest = times * int64((m.count()*n.Size+sectorBytes-1)/sectorBytes)
	if address.known&m != m {
		n.Unknown = times
		w.accesses = append(w.accesses, n)
		return nil
	}
	for i := range address.terms {
		if t := &address.terms[i]; !t.alike(m) {
			return t.v
		}
	}
	w.spread(&n, address, m, a.Updates)
	w.accesses = append(w.accesses, n)
	return nil
}

// alike says whether the lanes have the same factor.
func (t *term) alike(m mask) bool {
	for l := range lanes {
		if m.has(l) && t.by[l] != t.by[m.first()] {
			return false
		}
	}
	return true
}

// element is the number of an element in row-major order.
func (w *walker) element(t *ir.MemRefType, indices []*ir.Value) *value {
	out := constant(0)
	for i, v := range indices {
		if i > 0 {
			out = out.times(constant(t.Shape[i]))
		}
		out = out.plus(w.get(v), 1)
	}
	return out
}

// spread counts sectors or passes. They depend on where an access begins within a sector, or a word.
func (w *walker) spread(n *Count, address *value, m mask, update bool) {
	unit := int64(sectorBytes)
	if n.Shared {
		unit = traffic.WordBytes
	}
	base := address.at[m.first()]
	least := base
	for l := range lanes {
		if m.has(l) {
			least = min(least, address.at[l])
		}
	}
	access := traffic.Access{Size: n.Size, Update: update}
	for at, times := range w.starts(address, m, unit) {
		if times == 0 {
			continue
		}
		first := remainder(int64(at)+least-base, unit) // where the lane with the least address begins
		for l := range lanes {
			access.At[l] = traffic.Nobody
			if m.has(l) {
				access.At[l] = address.at[l] - least + first
			}
		}
		n.cost(&access, times)
	}
	n.Pattern = patternOf(address, m, n.Size)
}

// cost adds an access that is made so often.
func (n *Count) cost(a *traffic.Access, times int64) {
	if !n.Shared {
		s := a.Sectors()
		n.Sectors += int64(s) * times
		n.MostSectors = max(n.MostSectors, s)
		return
	}
	c := a.Shared()
	n.Passes += int64(c.Passes) * times
	n.Least += int64(c.Least) * times
	n.Degree = max(n.Degree, c.Degree)
}

// starts says how often the address of the first lane has each remainder of a unit, over all numbers of the variables. Those of v*by for
// the numbers of a variable v repeat, so that a few of them tell of all; sums of them are made one variable after the other.
func (w *walker) starts(address *value, m mask, unit int64) []int64 {
	n := make([]int64, unit)
	left := w.times()
	for i := range address.terms {
		left /= address.terms[i].v.size()
	}
	n[remainder(address.at[m.first()], unit)] = left
	for i := range address.terms {
		t := &address.terms[i]
		by, size := remainder(t.by[m.first()], unit), t.v.size()
		sums := make([]int64, unit)
		for k := range min(size, unit) {
			times := (size - k + unit - 1) / unit
			for at, before := range n {
				sums[remainder(int64(at)+remainder(t.v.lo+k, unit)*by, unit)] += before * times
			}
		}
		n = sums
	}
	return n
}

func remainder(x, unit int64) int64 { return (x%unit + unit) % unit }

// own follows an access to memory of a single thread: what it holds is known where integers are stored that are.
func (w *walker) own(op *ir.Operation, a memref.Access, index *value, m mask) {
	root := w.places[a.MemRef].root
	at, ok := index.same(m)
	s, isStore := op.Typed().(memref.StoreOp)
	switch {
	case root == nil || widthOf(memref.TypeOf(a.MemRef).Elem) == 0 && !isStore:
	case !isStore && ok:
		if v := w.cells[cell{root, at}]; v != nil && op.NumResults() == 1 {
			w.set(op.Result(0), v)
		}
	case isStore && !ok:
		for c := range w.cells {
			if c.root == root {
				delete(w.cells, c)
			}
		}
	case isStore:
		c := cell{root, at}
		old := w.cells[c]
		if old == nil {
			old = unknown
		}
		w.cells[c] = old.merge(w.get(s.Value()), m)
	}
}
