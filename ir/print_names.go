package ir

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
)

// valueNames holds the names of values and blocks in a text.
type valueNames struct {
	named  [][]namedValue       // first results of a group, and arguments, in pages of namePage
	count  int                  // of them
	index  map[*Value]int32     // their places; made when another printer has used Value.number
	texts  []string             // names that are no numbers, each once
	groups map[*Operation][]int // starts of result groups, if there is more than one
	blocks map[*Block]int
	opIDs  map[*Operation]int32 // of operations without results; nil if they are not numbered
}

// namedValue is a value with its number, or ^i if it is called texts[i]. Value.number says where it is in the table. Several
// goroutines may print a value at once: a hint that leads to another value is not believed.
type namedValue struct {
	v  *Value
	id int32
}

// namePage is the number of values on a page of the table, which need not be copied when it grows.
const namePage = 1 << 10

func (n *valueNames) at(i int) *namedValue { return &n.named[i/namePage][i%namePage] }

// id is what namedValue has of the value, false if it has no name.
func (n *valueNames) id(v *Value) (int32, bool) {
	if i := int(atomic.LoadInt32(&v.number)); i < n.count {
		if e := n.at(i); e.v == v {
			return e.id, true
		}
	}
	if n.index == nil {
		n.index = make(map[*Value]int32, n.count)
		for i := range n.count {
			n.index[n.at(i).v] = int32(i)
		}
	}
	if i, ok := n.index[v]; ok {
		return n.at(int(i)).id, true
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
	scope    *nameScope
	taken    map[string]*takenName
	text     []byte // the name in the making

	// What ValueNames is asked about: the results of an operation, or the arguments of a region.
	op        *Operation
	region    *Region
	results   []bool          // those of op that have a name now
	arguments map[*Value]bool // those of region
	propose   func(*Value, string)
}

// nameScope is a region with those around it.
type nameScope struct {
	parent *nameScope
	depth  int
}

// takenName is texts[text] with the scope that took it last. Regions come with all that is inside before the next one: so if a scope and
// one around it took a name, that was not free.
type takenName struct {
	text  int32
	scope *nameScope
}

// sees says whether u is s or around it.
func (s *nameScope) sees(u *nameScope) bool {
	for s.depth > u.depth {
		s = s.parent
	}
	return s == u
}

type namingWork struct {
	region               *Region
	value, arg, conflict int
	scope                *nameScope
}

func numberValues(root *Operation, opts PrintOptions, calling *calling) *valueNames {
	n := &naming{
		valueNames: &valueNames{groups: map[*Operation][]int{}, blocks: map[*Block]int{}},
		calling:    calling, pretty: !opts.Generic, unique: opts.Generic || opts.UniqueIDs,
		scope: &nameScope{}, taken: map[string]*takenName{},
	}
	n.propose = n.accept
	if opts.ValueUsers {
		n.opIDs = map[*Operation]int32{}
	}
	var stack []namingWork
	push := func(op *Operation) {
		for _, r := range op.regions {
			stack = append(stack, namingWork{r, n.value, n.arg, n.conflict, n.scope})
		}
	}
	push(root)
	n.operation(root)
	for len(stack) > 0 {
		w := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !n.unique {
			n.value, n.arg, n.conflict = w.value, w.arg, w.conflict
		}
		n.scope = &nameScope{parent: w.scope, depth: w.scope.depth + 1}
		n.blocksOf(w.region)
		for b := w.region.first; b != nil; b = b.next {
			for o := b.first; o != nil; o = o.next {
				push(o)
			}
		}
	}
	return n.valueNames
}

// blocksOf names the blocks of a region, their arguments, and the results of their operations.
func (n *naming) blocksOf(r *Region) {
	n.arguments = nil
	if n.pretty && r.op != nil && r.op.name.text().namer {
		n.region = r
		n.ask(r.op)
		n.region = nil
	}
	named := n.arguments
	i := 0
	for b := r.first; b != nil; b = b.next {
		n.blocks[b] = i
		i++
		for _, a := range b.args {
			switch {
			case named[a]:
			case b == r.first:
				n.text = strconv.AppendInt(append(n.text[:0], "arg"...), int64(n.arg), 10)
				n.set(a)
				n.arg++
			default:
				n.enumerate(a)
			}
		}
		for o := b.first; o != nil; o = o.next {
			n.operation(o)
		}
	}
}

// operation names the results of an operation.
func (n *naming) operation(op *Operation) {
	if len(op.results) == 0 {
		if n.opIDs != nil {
			n.opIDs[op] = int32(n.value)
			n.value++
		}
		return
	}
	if n.pretty && (op.name.text().namer || op.name.Def != nil && len(op.name.Def.Results) > 1) && n.proposed(op) {
		return
	}
	n.enumerate(op.results[0])
}

// proposed gives the results the names that the operation has for them, and says whether the first one has a name then. Each result with
// a name begins a group.
func (n *naming) proposed(op *Operation) bool {
	n.op, n.results = op, slices.Grow(n.results[:0], len(op.results))[:len(op.results)]
	clear(n.results)
	if op.name.text().namer {
		n.ask(op)
	} else {
		for _, d := range op.name.Def.Results {
			if vs := op.ResultGroup(d.Name); len(vs) > 0 {
				n.accept(vs[0], d.Name)
			}
		}
	}
	n.op = nil
	if len(op.results) == 1 {
		return n.results[0]
	}
	groups := []int{0}
	for i, named := range n.results {
		if named && i > 0 {
			groups = append(groups, i)
		}
	}
	if len(groups) > 1 {
		n.groups[op] = groups
	}
	return n.results[0]
}

// ask calls ValueNames.
func (n *naming) ask(op *Operation) {
	n.calling.call("ValueNames", op)
	op.Typed().(ValueNamer).ValueNames(n.propose)
	n.calling.done()
}

// accept takes a name that an operation proposes for a value, unless it has one or is of another operation.
func (n *naming) accept(v *Value, name string) {
	switch {
	case name == "":
		return
	case n.op != nil && v.op == n.op && !n.results[v.index]:
		n.results[v.index] = true
	case n.region != nil && v.arg != nil && v.arg.block.region == n.region:
		if n.arguments == nil {
			n.arguments = map[*Value]bool{}
		}
		n.arguments[v] = true
	default:
		return
	}
	n.text = append(n.text[:0], sanitize(name)...)
	n.set(v)
}

// set makes n.text the name of the value.
func (n *naming) set(v *Value) {
	n.enter(v, ^n.unused())
}

// enumerate gives the value the next number.
func (n *naming) enumerate(v *Value) {
	n.enter(v, int32(n.value))
	n.value++
}

func (n *naming) enter(v *Value, id int32) {
	atomic.StoreInt32(&v.number, int32(n.count))
	if n.count%namePage == 0 {
		n.named = append(n.named, make([]namedValue, namePage))
	}
	n.count++
	*n.at(n.count - 1) = namedValue{v, id}
}

// unused is the place in texts of n.text, with a number behind it if the name is taken.
func (n *naming) unused() int32 {
	t := n.taken[string(n.text)]
	if t != nil && n.scope.sees(t.scope) {
		n.text = append(n.text, '_')
		for base := len(n.text); t != nil && n.scope.sees(t.scope); n.conflict++ {
			n.text = strconv.AppendInt(n.text[:base], int64(n.conflict), 10)
			t = n.taken[string(n.text)]
		}
	}
	if t == nil {
		t = &takenName{text: int32(len(n.texts))}
		n.texts = append(n.texts, string(n.text))
		n.taken[n.texts[t.text]] = t
	}
	t.scope = n.scope
	return t.text
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
	switch id, ok := n.id(v); {
	case !ok:
		return append(buf[:len(buf)-1], "<<UNKNOWN SSA VALUE>>"...)
	case id < 0:
		return append(buf, n.texts[^id]...)
	default:
		return strconv.AppendInt(buf, int64(id), 10)
	}
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
