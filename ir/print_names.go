package ir

import (
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
)

// valueNames holds the names of values and blocks in a text.
type valueNames struct {
	numbered []numberedValue  // values with plain numbers: first results of a group, and arguments
	index    map[*Value]int32 // places in numbered; made when another printer has used Value.number
	special  map[*Value]string
	groups   map[*Operation][]int // starts of result groups, if there is more than one
	blocks   map[*Block]int
	opIDs    map[*Operation]int32 // of operations without results; nil if they are not numbered
}

// numberedValue is a value that is written as a number. Value.number says where it is in the table. Several goroutines
// may print a value at once: a hint that leads to another value is not believed.
type numberedValue struct {
	v  *Value
	id int32
}

// id is the number of a value, false if it has none.
func (n *valueNames) id(v *Value) (int32, bool) {
	if i := int(atomic.LoadInt32(&v.number)); i < len(n.numbered) && n.numbered[i].v == v {
		return n.numbered[i].id, true
	}
	if _, ok := n.special[v]; ok {
		return 0, false
	}
	if n.index == nil {
		n.index = make(map[*Value]int32, len(n.numbered))
		for i, e := range n.numbered {
			n.index[e.v] = int32(i)
		}
	}
	if i, ok := n.index[v]; ok {
		return n.numbered[i].id, true
	}
	return 0, false
}

// naming numbers values as MLIR's printer does: breadth first in a region, nested regions from a stack.
type naming struct {
	*valueNames
	calling  *calling
	pretty   bool
	unique   bool
	value    int
	arg      int
	conflict int
	used     *usedNames
}

// usedNames are the names taken in a region and those around it.
type usedNames struct {
	parent *usedNames
	names  map[string]bool
}

func (u *usedNames) has(s string) bool {
	for ; u != nil; u = u.parent {
		if u.names[s] {
			return true
		}
	}
	return false
}

type namingWork struct {
	region               *Region
	value, arg, conflict int
	used                 *usedNames
}

func numberValues(root *Operation, opts PrintOptions, calling *calling) *valueNames {
	n := &naming{
		valueNames: &valueNames{special: map[*Value]string{},
			groups: map[*Operation][]int{}, blocks: map[*Block]int{}},
		calling: calling, pretty: !opts.Generic, unique: opts.Generic || opts.UniqueIDs, used: &usedNames{},
	}
	if opts.ValueUsers {
		n.opIDs = map[*Operation]int32{}
	}
	var stack []namingWork
	push := func(op *Operation) {
		for _, r := range op.regions {
			stack = append(stack, namingWork{r, n.value, n.arg, n.conflict, n.used})
		}
	}
	push(root)
	n.op(root)
	for len(stack) > 0 {
		w := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !n.unique {
			n.value, n.arg, n.conflict = w.value, w.arg, w.conflict
		}
		n.used = &usedNames{parent: w.used}
		n.region(w.region)
		for b := w.region.first; b != nil; b = b.next {
			for o := b.first; o != nil; o = o.next {
				push(o)
			}
		}
	}
	return n.valueNames
}

func (n *naming) region(r *Region) {
	if n.pretty && r.op != nil {
		if namer, ok := r.op.Typed().(ValueNamer); ok {
			n.calling.call("ValueNames", r.op)
			namer.ValueNames(func(v *Value, name string) {
				if v.arg != nil && v.arg.block.region == r && name != "" {
					n.set(v, name)
				}
			})
			n.calling.done()
		}
	}
	i := 0
	for b := r.first; b != nil; b = b.next {
		n.blocks[b] = i
		i++
		for _, a := range b.args {
			switch {
			case n.has(a):
			case b == r.first:
				n.set(a, "arg"+strconv.Itoa(n.arg))
				n.arg++
			default:
				n.enumerate(a)
			}
		}
		for o := b.first; o != nil; o = o.next {
			n.op(o)
		}
	}
}

// has says whether the value has a name that an operation proposed.
func (n *naming) has(v *Value) bool {
	_, ok := n.special[v]
	return ok
}

func (n *naming) op(op *Operation) {
	if len(op.results) == 0 {
		if n.opIDs != nil {
			n.opIDs[op] = int32(n.value)
			n.value++
		}
		return
	}
	if n.pretty && op.name.wrap != nil {
		groups := map[int]bool{0: true}
		set := func(v *Value, name string) {
			if v.op == op && !n.has(v) && name != "" {
				n.set(v, name)
				groups[v.Index()] = true
			}
		}
		if namer, ok := op.Typed().(ValueNamer); ok {
			n.calling.call("ValueNames", op)
			namer.ValueNames(set)
			n.calling.done()
		} else if def := op.Def(); len(def.Results) > 1 {
			for _, d := range def.Results {
				if vs := op.ResultGroup(d.Name); len(vs) > 0 {
					set(vs[0], d.Name)
				}
			}
		}
		if len(groups) > 1 {
			for i := range op.results {
				if groups[i] {
					n.groups[op] = append(n.groups[op], i)
				}
			}
		}
	}
	if first := op.results[0]; !n.has(first) {
		n.enumerate(first)
	}
}

// set gives the value a name.
func (n *naming) set(v *Value, name string) { n.special[v] = n.unused(sanitize(name)) }

// enumerate gives the value the next number.
func (n *naming) enumerate(v *Value) {
	atomic.StoreInt32(&v.number, int32(len(n.numbered)))
	n.numbered = append(n.numbered, numberedValue{v, int32(n.value)})
	n.value++
}

func (n *naming) unused(name string) string {
	if n.used.has(name) {
		base := name + "_"
		for {
			name = base + strconv.Itoa(n.conflict)
			n.conflict++
			if !n.used.has(name) {
				break
			}
		}
	}
	if n.used.names == nil {
		n.used.names = map[string]bool{}
	}
	n.used.names[name] = true
	return name
}

// sanitize makes a suggestion a legal value name.
func sanitize(name string) string {
	ok := chClass[name[0]]&chDigit == 0
	for i := 0; i < len(name); i++ {
		ok = ok && chClass[name[i]]&chSuffix != 0
	}
	if ok {
		return name
	}
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		switch ch := name[i]; {
		case chClass[ch]&chSuffix != 0:
			b.WriteByte(ch)
		case ch == ' ':
			b.WriteByte('_')
		default:
			fmt.Fprintf(&b, "%X", ch)
		}
	}
	if s := b.String(); chClass[s[0]]&chDigit == 0 {
		return s
	}
	return "_" + b.String() // plain numbers are for values without a name
}

// append writes the name of a value or group, with %, without the number of the result.
func (n *valueNames) append(buf []byte, v *Value) []byte {
	buf = append(buf, '%')
	if id, ok := n.id(v); ok {
		return strconv.AppendInt(buf, int64(id), 10)
	}
	if s, ok := n.special[v]; ok {
		return append(buf, s...)
	}
	return append(buf[:len(buf)-1], "<<UNKNOWN SSA VALUE>>"...)
}

func (n *valueNames) block(b *Block) string {
	if i, ok := n.blocks[b]; ok {
		return "^bb" + strconv.Itoa(i)
	}
	return "^INVALIDBLOCK"
}

// Value writes the name of a value.
func (p *Printer) Value(v *Value) {
	if p.dry != nil {
		return
	}
	if v == nil {
		p.str("<<NULL VALUE>>")
		return
	}
	if v.op == nil || len(v.op.results) <= 1 {
		p.buf = p.names.append(p.buf, v)
		return
	}
	start, end := 0, len(v.op.results)
	for _, g := range p.names.groups[v.op] {
		if g <= v.Index() {
			start = g
		} else {
			end = min(end, g)
		}
	}
	p.buf = p.names.append(p.buf, v.op.results[start])
	if end-start > 1 {
		p.buf = append(p.buf, '#')
		p.buf = strconv.AppendInt(p.buf, int64(v.Index()-start), 10)
	}
}
