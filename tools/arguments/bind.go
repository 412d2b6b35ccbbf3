package driver

import (
	"descend/dialects/gpu/contract"
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"descend/backend/npy"
	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/ir"
	"descend/ir/spell"
	"descend/passes/lower"
)

// param is a parameter of the function that "run" runs, as the outside sees it.
type param struct {
	name  string
	ref   bool
	uniq  bool
	elem  ir.Type // scalar type, of the array for references; u8 for arrays of structs and tuples, whose bytes are the innermost dimension
	dtype string  // its name: f32, u8, bool
	// complex is the type that a file has in place of the bytes of two f32 or two f64; "" for all else.
	complex string
	shape   []nat.Expr      // of references; outermost dimension first
	enums   []contract.Enum // in a value or element
	raw     bool            // an array of the bytes of structs and tuples
	typ     ir.Type         // the whole type, for messages

	file  string     // where the data of a reference comes from, if it is from a file
	array *npy.Array // the data of a reference
	bits  uint64     // the value of a scalar
}

// describe lists the parameters of a function that can be bound from outside.
func describe(f descend.FuncOp) ([]*param, error) {
	var out []*param
	for i, t := range f.Type().Inputs {
		p := &param{name: f.ParamName(i), typ: t}
		out = append(out, p)
		if r, ok := t.(*descend.RefType); ok {
			if r.Mem == descend.GPUShared {
				return nil, usagef("parameter %s of %s is shared memory: run a function that launches it", p.name, ir.SymbolName(f.Operation))
			}
			p.ref, p.uniq = true, r.Uniq
			t = r.Elem
			for {
				a, ok := t.(*descend.ArrayType)
				if !ok {
					break
				}
				p.shape = append(p.shape, a.Size)
				t = a.Elem
			}
			if a, ok := t.(*descend.AtomicType); ok {
				p.uniq = true // written through a shared reference
				t = a.Elem
			}
		}
		p.enums = lower.Enums(t)
		if e, ok := t.(*descend.EnumType); ok {
			t = e.Number()
		}
		if n, ok := lower.Bytes(t); ok && p.ref {
			p.shape, p.complex, p.raw = append(p.shape, n), lower.Complex(t), true
			t = f.Context().IntegerType(8, ir.Unsigned)
		}
		if !descend.IsScalar(t) {
			return nil, usagef("parameter %s: run passes scalars, and references to arrays of scalars, structs and tuples, not a %s", p.name, descend.UserFormat(p.typ))
		}
		p.elem = lower.Outside(f.Context(), t, p.ref)
		p.dtype = descend.Format(p.elem)
	}
	return out, nil
}

// binding is the outcome: parameters with data and the values of the function's nats.
type binding struct {
	place  string // of the function
	params []*param
	nats   map[string]*big.Int
	order  []string // of the function's nats
}

// bind reads --arg, solves the nats of the function from the shapes and makes generated arrays.
func (o *options) bind(f descend.FuncOp) (*binding, error) {
	params, err := describe(f)
	if err != nil {
		return nil, err
	}
	given := map[string]string{}
	for _, a := range o.args {
		name, value, ok := strings.Cut(a, "=")
		if !ok {
			return nil, usagef("--arg takes PARAMETER=VALUE, not %q", a)
		}
		if findParam(params, name) == nil {
			return nil, usagef("--arg %s: %s has no parameter %s; it has %s", a, ir.SymbolName(f.Operation), name, paramNames(params, name))
		}
		if _, twice := given[name]; twice {
			return nil, usagef("--arg gives %s twice", name)
		}
		given[name] = value
	}
	eqs := &equations{known: map[string]*big.Int{}}
	for n, v := range o.nats {
		eqs.known[n] = v
	}
	for _, p := range params {
		value, ok := given[p.name]
		switch {
		case !ok:
			return nil, usagef("parameter %s: %s needs --arg %s=%s", p.name, descend.UserFormat(p.typ), p.name, argForm(p))
		case !p.ref:
			if p.bits, err = p.scalar(value); err != nil {
				return nil, usagef("--arg %s=%s: %v", p.name, value, err)
			}
		case p.isList(value):
			if err := p.readList(value, eqs); err != nil {
				return nil, err
			}
		case !npy.IsGenerator(value):
			if err := p.load(value, eqs); err != nil {
				return nil, err
			}
		}
	}
	if err := eqs.solve(f); err != nil {
		return nil, err
	}
	for _, p := range params {
		if p.ref && p.array == nil {
			if err := p.generate(given[p.name], eqs.known); err != nil {
				return nil, err
			}
		}
	}
	for _, p := range params {
		if err := p.checkEnums(); err != nil {
			return nil, usagef("--arg %s=%s: %v", p.name, given[p.name], err)
		}
	}
	b := &binding{place: placeOf(ir.RangeOf(f.Loc())), params: params, nats: eqs.known}
	for _, g := range f.Generics() {
		if g.Kind == "nat" {
			b.order = append(b.order, g.Name)
		}
	}
	return b, nil
}

func findParam(params []*param, name string) *param {
	for _, p := range params {
		if p.name == name {
			return p
		}
	}
	return nil
}

// paramNames lists the parameters, with the one that a name was meant to be.
func paramNames(params []*param, name string) string {
	names := make([]string, len(params))
	for i, p := range params {
		names[i] = p.name
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ") + spell.DidYouMean(name, names)
}

func argForm(p *param) string {
	if p.ref {
		return "FILE.npy or zeros, ones, iota, random[:SEED] or 1,2,3"
	}
	return "VALUE"
}

// load reads an .npy file and notes what its shape says about the nats.
func (p *param) load(file string, eqs *equations) error {
	a, err := npy.Read(file)
	if err != nil {
		return usagef("--arg %s=%s: %v", p.name, file, err)
	}
	a = p.asBytes(a)
	if a.DType != p.dtype {
		return usagef("--arg %s=%s: holds %s, the parameter is %s", p.name, file, a.DType, descend.UserFormat(p.typ))
	}
	if len(a.Shape) != len(p.shape) {
		return usagef("--arg %s=%s: has shape %s, the parameter is %s with %d dimensions",
			p.name, file, npy.ShapeString(a.Shape), descend.UserFormat(p.typ), len(p.shape))
	}
	for i, n := range a.Shape {
		eqs.add(p.shape[i], int64(n), fmt.Sprintf("dimension %d of %s", i, file))
	}
	p.file, p.array = file, &a
	return nil
}

// generate makes the array of a generator; the nats are known.
func (p *param) generate(spec string, nats map[string]*big.Int) error {
	shape := make([]int, len(p.shape))
	for i, e := range p.shape {
		v, err := e.Eval(nats)
		if err != nil {
			return usagef("--arg %s=%s: size %s of %s: %v", p.name, spec, e, p.name, err)
		}
		if !v.IsInt64() || v.Int64() > math.MaxInt32*16 {
			return usagef("--arg %s=%s: dimension %d of %s elements is too large", p.name, spec, i, v)
		}
		shape[i] = int(v.Int64())
	}
	a, err := npy.Generate(spec, p.dtype, shape)
	if err != nil {
		return usagef("--arg %s=%s: %v", p.name, spec, err)
	}
	p.array = &a
	return nil
}

// scalar reads a value of the parameter, or an element, into its bits; of an enum the name of a variant or its number.
func (p *param) scalar(text string) (uint64, error) {
	if len(p.enums) == 0 || p.raw {
		return parseScalar(text, p.elem)
	}
	names := p.enums[0].Variants
	if i := slices.Index(names, text[strings.LastIndex(text, ":")+1:]); i >= 0 {
		return uint64(i), nil
	}
	bits, err := parseScalar(text, p.elem)
	if err != nil || bits >= uint64(len(names)) {
		return 0, fmt.Errorf("is no variant of the enum: they are %s", strings.Join(names, ", "))
	}
	return bits, nil
}

// checkEnums wants variants where the data of a reference has enums.
func (p *param) checkEnums() error {
	if p.array == nil || len(p.enums) == 0 || len(p.array.Data) == 0 {
		return nil
	}
	stride := 4
	if p.raw {
		stride = p.array.Shape[len(p.array.Shape)-1]
	}
	for i := 0; i < len(p.array.Data); i += stride {
		for _, e := range p.enums {
			if v := binary.LittleEndian.Uint32(p.array.Data[i+int(e.At):]); int(v) >= len(e.Variants) {
				return fmt.Errorf("element %d has %d for an enum, which is no variant: they are %s", i/stride, v, strings.Join(e.Variants, ", "))
			}
		}
	}
	return nil
}

// parseScalar reads a literal of a scalar type into its bits.
func parseScalar(text string, t ir.Type) (uint64, error) {
	switch t := t.(type) {
	case *ir.FloatType:
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return 0, fmt.Errorf("expected a number of type %s", descend.Format(t))
		}
		return ir.EncodeFloat(v, t.Kind), nil
	case *ir.IntegerType:
		if t.Width == 1 {
			switch text {
			case "true":
				return 1, nil
			case "false":
				return 0, nil
			}
			return 0, fmt.Errorf("expected true or false")
		}
		v, ok := new(big.Int).SetString(text, 0)
		if !ok {
			return 0, fmt.Errorf("expected an integer of type %s", descend.Format(t))
		}
		if ir.WrapInt(v, t).Cmp(v) != 0 {
			return 0, fmt.Errorf("does not fit into %s", descend.Format(t))
		}
		return ir.WrapInt(v, unsigned(t.Width)).Uint64(), nil
	}
	return 0, fmt.Errorf("cannot pass a %s", descend.Format(t))
}

func unsigned(width int) ir.Type { return &ir.IntegerType{Width: width, Sign: ir.Unsigned} }

// equations are what shapes say about nats.
type equations struct {
	known map[string]*big.Int
	list  []equation
}

type equation struct {
	expr  nat.Expr
	value *big.Int
	where string
}

func (q *equations) add(e nat.Expr, value int64, where string) {
	q.list = append(q.list, equation{e, big.NewInt(value), where})
}

// solve finds the values of all nat generics of f; those that nothing determines are an error, as are
// contradictions.
func (q *equations) solve(f descend.FuncOp) error {
	left := q.list
	for progress := true; progress; {
		progress = false
		var next []equation
		for _, e := range left {
			expr := e.expr.Subst(constants(q.known))
			vars := expr.Vars()
			if len(vars) == 1 {
				v := solveFor(expr, vars[0], e.value)
				if v == nil {
					return usagef("%s is %s: no %s makes %s equal to it", e.where, e.value, vars[0], e.expr)
				}
				q.known[vars[0]] = v
				progress = true
				continue
			}
			next = append(next, e)
		}
		left = next
	}
	for _, g := range f.Generics() {
		if g.Kind == "nat" && q.known[g.Name] == nil {
			return usagef("nothing determines the nat %s of %s: give it with -D %s=..", g.Name, ir.SymbolName(f.Operation), g.Name)
		}
	}
	for _, e := range q.list {
		v, err := e.expr.Eval(q.known)
		if err != nil {
			return usagef("%s: size %s: %v", e.where, e.expr, err)
		}
		if v.Cmp(e.value) != 0 {
			return usagef("%s is %s, but the parameter's size %s is %s", e.where, e.value, e.expr, v)
		}
	}
	return nil
}

func constants(m map[string]*big.Int) map[string]nat.Expr {
	out := map[string]nat.Expr{}
	for n, v := range m {
		out[n] = nat.Big(v)
	}
	return out
}

// solveFor finds the value of the one variable of e for which e equals value: by division if e is linear,
// else by search, assuming that e grows with it. nil: there is none.
func solveFor(e nat.Expr, name string, value *big.Int) *big.Int {
	check := func(v *big.Int) int {
		r, err := e.Eval(map[string]*big.Int{name: v})
		if err != nil {
			return -1
		}
		return r.Cmp(value)
	}
	if coef, rest, ok := e.Linear(name); ok {
		c, ok1 := coef.Const()
		r, ok2 := rest.Const()
		if ok1 && ok2 && c.Sign() != 0 {
			v, m := new(big.Int).DivMod(new(big.Int).Sub(value, r), c, new(big.Int))
			if m.Sign() == 0 && v.Sign() >= 0 {
				return v
			}
			return nil
		}
	}
	lo, hi := big.NewInt(0), new(big.Int).Lsh(big.NewInt(1), 62)
	for lo.Cmp(hi) < 0 {
		mid := new(big.Int).Rsh(new(big.Int).Add(lo, hi), 1)
		if check(mid) < 0 {
			lo = mid.Add(mid, big.NewInt(1))
		} else {
			hi = mid
		}
	}
	if check(lo) == 0 {
		return lo
	}
	return nil
}
