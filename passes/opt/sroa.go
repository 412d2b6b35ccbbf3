package opt

import (
	"slices"

	"descend/dialects/ods"
	"descend/ir"
	"descend/passes"
)

// SROA splits memory on the stack of which only elements at constant places are read and written into memory
// for each element, which mem2reg then promotes.
//
//	%m = memref.alloca() : memref<4xi32>                %m = memref.alloca() : memref<i32>
//	memref.store %a, %m[%c1] : memref<4xi32>       ->   memref.store %a, %m[] : memref<i32>
//	%0 = memref.load %m[%c1] : memref<4xi32>            %0 = memref.load %m[] : memref<i32>
type SROA struct{ anyOp }

// Name is the name of the pass.
func (*SROA) Name() string { return "sroa" }

// Description is one line.
func (*SROA) Description() string { return "Scalar Replacement of Aggregates" }

// maxElements bounds the size of memory that is split.
const maxElements = 256

// Run splits the memory allocated inside c.Op.
func (*SROA) Run(c *passes.Context) error {
	for _, op := range slots(c.Op) {
		if split(op) {
			c.Stat("split", 1)
		}
	}
	c.Preserve(passes.Dominance)
	return nil
}

func split(alloc *ir.Operation) bool {
	slot := alloc.Typed().(ods.MemorySlot)
	memory, _, n, ok := slot.Slot()
	if !ok || n < 2 || n > maxElements {
		return false
	}
	accesses := map[int64][]ods.SlotAccess{}
	for u := range memory.Uses() {
		a, ok := u.Owner().Typed().(ods.SlotAccess)
		if !ok {
			return false
		}
		if m, written := a.Access(); m != memory || written == memory {
			return false
		}
		i, ok := a.Element()
		if !ok {
			return false
		}
		accesses[i] = append(accesses[i], a)
	}
	var numbers []int64
	for i := range accesses {
		numbers = append(numbers, i)
	}
	slices.Sort(numbers)
	b := ir.NewBuilder(alloc.Context()).Before(alloc).At(alloc.Loc())
	for _, i := range numbers {
		m := slot.NewElement(b)
		for _, a := range accesses[i] {
			a.Retarget(m)
		}
	}
	alloc.Erase()
	return true
}
