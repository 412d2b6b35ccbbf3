package recheck

import (
	"fmt"
	"hash/maphash"
	"reflect"

	"descend/ir"
)

// hasher tells functions apart by their IR and by where it comes from.
type hasher struct {
	maphash.Hash
	values map[*ir.Value]int
	blocks map[*ir.Block]int
}

var textSeed = maphash.MakeSeed()

func (h *hasher) of(f *ir.Operation) uint64 {
	h.SetSeed(textSeed)
	h.Reset()
	h.values, h.blocks = map[*ir.Value]int{}, map[*ir.Block]int{}
	h.op(f)
	return h.Sum64()
}

func (h *hasher) op(op *ir.Operation) {
	maphash.WriteComparable(&h.Hash, op.OpName())
	h.place(op)
	for _, v := range op.Operands() {
		h.number(h.values[v])
	}
	for _, v := range op.Results() {
		h.id(v.Type())
		h.values[v] = len(h.values) + 1
	}
	for _, a := range op.Attrs() {
		h.WriteString(a.Name)
		h.id(a.Value)
	}
	for _, b := range op.Successors() {
		h.number(h.blocks[b])
	}
	for _, r := range op.Regions() {
		h.number(-1)
		for b := range r.Blocks() {
			h.blocks[b] = len(h.blocks) + 1
		}
		for b := range r.Blocks() {
			for _, v := range b.Args() {
				h.id(v.Type())
				h.values[v] = len(h.values) + 1
				h.location(v.Location())
			}
			for o := range b.Ops() {
				h.op(o)
			}
		}
	}
	h.number(-2)
}

func (h *hasher) number(n int) { maphash.WriteComparable(&h.Hash, n) }

// id writes what a type or attribute is. Those of a context are one for each meaning; others differ, and their functions are checked.
func (h *hasher) id(x any) {
	if x == nil {
		h.number(0)
		return
	}
	v := reflect.ValueOf(x)
	h.WriteString(v.Type().String())
	if v.Kind() == reflect.Pointer {
		maphash.WriteComparable(&h.Hash, v.Pointer())
	} else {
		h.WriteString(fmt.Sprint(x))
	}
}

// place writes where an operation comes from: from which part of a file, and where in it.
func (h *hasher) place(op *ir.Operation) {
	f, start, end := op.Bytes()
	if f == nil {
		h.location(op.Loc())
		return
	}
	h.WriteString(f.Name())
	h.number(start)
	h.number(end)
}

func (h *hasher) location(l ir.Location) {
	if l == nil {
		h.number(0)
		return
	}
	maphash.WriteComparable(&h.Hash, ir.RangeOf(l))
}
