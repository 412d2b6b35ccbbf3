package proof

import (
	"fmt"
	"math/big"
	"strings"

	"descend/ir"
)

// This file reads the contract of a kernel: what the attributes descend.params, descend.requires, descend.grid,
// descend.block and descend.shared_dynamic say in text. What a launch ensures is assumed: the requirements, extents of
// at least 1 and within the hardware's limits, and buffers of the sizes that are stated, which are memory that exists.

// reader reads an expression over the sizes.
type reader struct {
	s    *terms
	vars map[string]*term
	toks []string
	err  error
	// by are the divisors.
	by []*term
}

// tokens splits text into names, numbers and signs.
func tokens(text string) []string {
	var out []string
	for i := 0; i < len(text); {
		c := text[i]
		j := i + 1
		switch {
		case c == ' ':
			i++
			continue
		case c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
			for j < len(text) && (text[j] == '_' || text[j] == '$' || text[j] >= '0' && text[j] <= '9' || text[j] >= 'a' && text[j] <= 'z' || text[j] >= 'A' && text[j] <= 'Z') {
				j++
			}
		case strings.ContainsRune("<>=!", rune(c)) && j < len(text) && text[j] == '=':
			j++
		}
		out = append(out, text[i:j])
		i = j
	}
	return out
}

func (r *reader) peek() string {
	if len(r.toks) == 0 {
		return ""
	}
	return r.toks[0]
}

func (r *reader) next() string {
	t := r.peek()
	if len(r.toks) > 0 {
		r.toks = r.toks[1:]
	}
	return t
}

func (r *reader) fail(format string, args ...any) *term {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
	return r.s.num(0)
}

func (r *reader) sum() *term {
	a := r.product()
	for {
		switch r.peek() {
		case "+":
			r.next()
			a = r.s.add(a, r.product())
		case "-":
			r.next()
			a = r.s.sub(a, r.product())
		default:
			return a
		}
	}
}

func (r *reader) product() *term {
	a := r.factor()
	for {
		switch r.peek() {
		case "*":
			r.next()
			a = r.s.mul(a, r.factor())
		case "/":
			r.next()
			b := r.factor()
			a, r.by = r.s.div(a, b), append(r.by, b)
		case "%":
			r.next()
			b := r.factor() // nothing but 0 is a multiple of 0
			a = r.s.ite(r.s.eq(b, r.s.num(0)), a, r.s.mod(a, b))
		default:
			return a
		}
	}
}

func (r *reader) factor() *term {
	t := r.next()
	switch {
	case t == "(":
		a := r.sum()
		if r.next() != ")" {
			return r.fail("`)` is missing")
		}
		return a
	case t == "-":
		return r.s.sub(r.s.num(0), r.factor())
	case (t == "min" || t == "max") && r.peek() == "(":
		r.next()
		a := r.sum()
		for r.peek() == "," {
			r.next()
			b := r.sum()
			if t == "min" {
				a = r.s.ite(r.s.le(a, b), a, b)
			} else {
				a = r.s.ite(r.s.le(a, b), b, a)
			}
		}
		if r.next() != ")" {
			return r.fail("`)` is missing")
		}
		return a
	case t != "" && t[0] >= '0' && t[0] <= '9':
		n, ok := new(big.Int).SetString(t, 10)
		if !ok {
			return r.fail("`%s` is no number", t)
		}
		return r.s.bigNum(n)
	}
	if v := r.vars[t]; v != nil {
		return v
	}
	return r.fail("`%s` is not known", t)
}

// size reads a whole expression. Sizes are computed by whoever launches the kernel: no divisor may be zero.
func (k *kernel) size(text string) (*term, error) {
	r := &reader{s: k.s, vars: k.nats, toks: tokens(text)}
	t := r.sum()
	if r.err == nil && len(r.toks) > 0 {
		r.fail("`%s` is left over", strings.Join(r.toks, " "))
	}
	if r.err != nil {
		return nil, fmt.Errorf("in `%s`: %w", text, r.err)
	}
	for _, b := range r.by {
		k.faults = append(k.faults, fault{fmt.Sprintf("division by zero in the size `%s`", text), k.s.eq(b, k.s.num(0))})
	}
	return t, nil
}

// clause reads a comparison of two expressions.
func (s *terms) clause(text string, vars map[string]*term) (*term, error) {
	r := &reader{s: s, vars: vars, toks: tokens(text)}
	a := r.sum()
	op := r.next()
	b := r.sum()
	var t *term
	switch op {
	case "<":
		t = s.lt(a, b)
	case "<=":
		t = s.le(a, b)
	case ">":
		t = s.lt(b, a)
	case ">=":
		t = s.le(b, a)
	case "==":
		t = s.eq(a, b)
	case "!=":
		t = s.not(s.eq(a, b))
	case "divides":
		t = s.and(s.lt(s.num(0), a), s.eq(s.mod(b, a), s.num(0)))
	default:
		r.fail("`%s` is no comparison", op)
	}
	if r.err == nil && len(r.toks) > 0 {
		r.fail("`%s` is left over", strings.Join(r.toks, " "))
	}
	if r.err != nil {
		return nil, fmt.Errorf("in `%s`: %w", text, r.err)
	}
	return t, nil
}

// texts are the strings of an array attribute.
func texts(a ir.Attribute) []string {
	var out []string
	if l, ok := a.(*ir.ArrayAttr); ok {
		for _, e := range l.Elems {
			if t, ok := e.(*ir.StringAttr); ok {
				out = append(out, t.Value)
			}
		}
	}
	return out
}

// dims are what there is of threads and blocks.
const (
	dimX = iota
	dimY
	dimZ
)

// limits of the hardware: threads of a block, blocks of a grid, threads of a block together.
var (
	blockLimit = [3]int64{1024, 1024, 64}
	gridLimit  = [3]int64{1<<31 - 1, 65535, 65535}
)

const (
	blockThreads = 1024
	sharedLimit  = 227 << 10 // bytes of shared memory of a block
)

var maxIndex = big.NewInt(1<<63 - 1)

// contract reads the attributes of the kernel. sizes fixes nats.
func (k *kernel) contract(sizes map[string]int64) error {
	s := k.s
	params, _ := k.op.Attr("descend.params").(*ir.ArrayAttr)
	if params == nil {
		return fmt.Errorf("the kernel has no descend.params")
	}
	args := k.op.Body(0).Args()
	if len(params.Elems) > len(args) {
		return fmt.Errorf("%d parameters are described, there are %d", len(params.Elems), len(args))
	}
	k.nats = map[string]*term{}
	for i, e := range params.Elems {
		d, ok := e.(*ir.DictAttr)
		if !ok || text(d, "kind") != "nat" {
			continue
		}
		name := text(d, "name")
		v := s.sym(name, ofGrid, new(big.Int), maxIndex)
		if n, ok := sizes[name]; ok {
			v = s.num(n)
		}
		k.nats[name] = v
		k.natNames = append(k.natNames, name)
		k.vals[args[i]] = value{t: v}
	}
	for _, c := range texts(k.op.Attr("descend.requires")) {
		f, err := s.clause(c, k.nats)
		if err != nil {
			return err
		}
		k.assume = append(k.assume, f)
	}
	k.tighten()
	for i, e := range params.Elems {
		if d, ok := e.(*ir.DictAttr); ok && text(d, "kind") != "nat" {
			if err := k.param(args[i], d); err != nil {
				return err
			}
		}
	}
	k.sharedParams(args[len(params.Elems):])
	return k.extents()
}

// tighten gives sizes the constant bounds that the requirements state, so that intervals know them.
func (k *kernel) tighten() {
	for _, f := range k.assume {
		if f.kind != kGE0 {
			continue
		}
		// c*n + d >= 0
		mons := f.args[0].monomials()
		c, d := (*monomial)(nil), new(big.Int)
		for i, m := range mons {
			switch {
			case len(m.atoms) == 0:
				d = m.coef
			case len(m.atoms) == 1 && m.atoms[0].kind == kSym && c == nil:
				c = &mons[i]
			default:
				c, d = nil, nil
			}
			if d == nil {
				break
			}
		}
		if c == nil || d == nil {
			continue
		}
		v := c.atoms[0]
		if c.coef.Sign() < 0 {
			if hi := floorDiv(d, new(big.Int).Neg(c.coef)); v.hi == nil || hi.Cmp(v.hi) < 0 {
				v.hi = hi
			}
		} else if lo := new(big.Int).Neg(floorDiv(d, c.coef)); v.lo == nil || lo.Cmp(v.lo) > 0 {
			v.lo = lo
		}
	}
}

func text(d *ir.DictAttr, name string) string {
	if a, ok := d.Get(name).(*ir.StringAttr); ok {
		return a.Value
	}
	return ""
}

// param binds a buffer or a scalar.
func (k *kernel) param(arg *ir.Value, d *ir.DictAttr) error {
	name := text(d, "name")
	if p := text(d, "path"); p != "" {
		name += "." + p
	}
	mt, ok := arg.Type().(*ir.MemRefType)
	if !ok {
		k.vals[arg] = value{t: k.input(name, arg.Type())}
		return nil
	}
	n := k.s.num(1)
	for _, x := range texts(d.Get("shape")) {
		e, err := k.size(x)
		if err != nil {
			return err
		}
		n = k.s.mul(n, e)
	}
	size := bytesOf(mt.Elem)
	bytes := k.s.scale(big.NewInt(size), n)
	k.assume = append(k.assume, k.s.le(k.s.num(0), n), k.s.le(bytes, k.s.bigNum(maxIndex)))
	if len(mt.Shape) == 1 && mt.Shape[0] != ir.Dynamic && k.s.num(mt.Shape[0]) != n {
		k.faults = append(k.faults, fault{what: fmt.Sprintf("parameter %s has %d elements, its shape says otherwise", name, mt.Shape[0]),
			bad: k.s.not(k.s.eq(n, k.s.num(mt.Shape[0])))})
	}
	r := &root{name: name, bytes: bytes}
	if d.Get("permutation") != nil {
		r.numbers = n
	}
	k.vals[arg] = value{mem: []alt{{when: k.s.yes, root: r, off: k.s.num(0), elem: size, n: n}}}
	return nil
}

// sharedParams binds the attributions of the workgroup, which are arrays of their own.
func (k *kernel) sharedParams(args []*ir.Value) {
	total := int64(0)
	for i, a := range args {
		mt, ok := a.Type().(*ir.MemRefType)
		if !ok || len(mt.Shape) != 1 || mt.Shape[0] == ir.Dynamic {
			k.unmodelled("an attribution of type %s", a.Type())
			continue
		}
		size := bytesOf(mt.Elem)
		n := k.s.num(mt.Shape[0])
		total = (total+15)/16*16 + mt.Shape[0]*size
		r := &root{name: fmt.Sprintf("shared%d", i), bytes: k.s.scale(big.NewInt(size), n), shared: true, written: true}
		k.vals[a] = value{mem: []alt{{when: k.s.yes, root: r, off: k.s.num(0), elem: size, n: n}}}
	}
	if n, ok := k.op.IntAttr("descend.shared_static"); !ok || n < total {
		k.faults = append(k.faults, fault{what: fmt.Sprintf("static shared memory of %d bytes is said to be of %d", total, n), bad: k.s.yes})
	}
}

// extents makes the ids of blocks and threads.
func (k *kernel) extents() error {
	s := k.s
	grid, block := texts(k.op.Attr("descend.grid")), texts(k.op.Attr("descend.block"))
	if len(grid) != 3 || len(block) != 3 {
		return fmt.Errorf("the kernel has no extents")
	}
	threads := s.num(1)
	for d := range 3 {
		g, err := k.size(grid[d])
		if err != nil {
			return err
		}
		b, err := k.size(block[d])
		if err != nil {
			return err
		}
		k.gridDim[d], k.blockDim[d] = g, b
		k.assume = append(k.assume, s.le(s.num(1), g), s.le(g, s.num(gridLimit[d])), s.le(s.num(1), b), s.le(b, s.num(blockLimit[d])))
		k.block[d] = k.id("block"+"xyz"[d:d+1], ofBlock, g, gridLimit[d])
		k.thread[d] = k.id("thread"+"xyz"[d:d+1], ofThread, b, blockLimit[d])
		threads = s.mul(threads, b)
	}
	k.assume = append(k.assume, s.le(threads, s.num(blockThreads)))
	k.linear = s.add(k.thread[0], s.mul(k.blockDim[0], s.add(k.thread[1], s.mul(k.blockDim[1], k.thread[2]))))
	if k.warp = s.div(k.linear, s.num(32)); k.warp.kind == kDiv {
		k.warp.level = ofWarp
	}
	k.sharedBytes = s.num(0)
	if a, ok := k.op.Attr("descend.shared_dynamic").(*ir.StringAttr); ok {
		n, err := k.size(a.Value)
		if err != nil {
			return err
		}
		k.sharedBytes = n
		k.faults = append(k.faults, fault{fmt.Sprintf("dynamic shared memory of `%s` bytes", a.Value), s.or(s.lt(n, s.num(0)), s.lt(s.num(sharedLimit), n))})
	}
	return nil
}

// id is a block's or thread's number below an extent.
func (k *kernel) id(name string, l level, extent *term, limit int64) *term {
	s := k.s
	hi := big.NewInt(limit)
	if extent.hi != nil && extent.hi.Cmp(hi) < 0 {
		hi = extent.hi
	}
	if hi.Cmp(one) <= 0 {
		return s.num(0) // as launches have at least one
	}
	v := s.sym(name, l, new(big.Int), new(big.Int).Sub(hi, one))
	if _, ok := extent.constant(); !ok {
		v.facts = append(v.facts, s.lt(v, extent))
	}
	return v
}
