// Package arguments gives functions their arguments from outside: arrays by parameter name, sizes that follow from their shapes or
// are chosen, and the launch of a kernel that is run alone. Descendc's run and the playground share it. It reads no files itself.
package arguments

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/big"
	"slices"
	"strings"

	"descend/backend/npy"
	"descend/dialects/descend"
	"descend/dialects/gpu/contract"
	"descend/dialects/nat"
	"descend/ir"
	"descend/ir/room"
	"descend/ir/spell"
	"descend/passes/lower"
)

// Param is a parameter of the function that is run, as the outside sees it.
type Param struct {
	Name  string
	Ref   bool
	Uniq  bool
	Elem  ir.Type // scalar type, of the array for references; u8 for arrays of structs and tuples, whose bytes are the innermost dimension
	DType string  // its name: f32, u8, bool, bf16
	// Complex is the type that a file has in place of the bytes of two f32 or two f64; "" for all else.
	Complex string
	Shape   []nat.Expr      // of references; outermost dimension first
	Enums   []contract.Enum // in a value or element
	Raw     bool            // an array of the bytes of structs and tuples
	Type    ir.Type         // the whole type, for messages

	File  string     // where the data of a reference comes from, if it is from a file
	Array *npy.Array // the data of a reference
	Bits  uint64     // the value of a scalar
}

// Describe lists the parameters of a function that can be bound from outside.
func Describe(f descend.FuncOp) ([]*Param, error) {
	var out []*Param
	for i, t := range f.Type().Inputs {
		p := &Param{Name: f.ParamName(i), Type: t}
		out = append(out, p)
		if r, ok := t.(*descend.RefType); ok {
			if r.Mem == descend.GPUShared {
				return nil, fmt.Errorf("parameter %s of %s is shared memory: run a function that launches it", p.Name, ir.SymbolName(f.Operation))
			}
			p.Ref, p.Uniq = true, r.Uniq
			t = r.Elem
			for {
				a, ok := t.(*descend.ArrayType)
				if !ok {
					break
				}
				p.Shape = append(p.Shape, a.Size)
				t = a.Elem
			}
			if a, ok := t.(*descend.AtomicType); ok {
				p.Uniq = true // written through a shared reference
				t = a.Elem
			}
		}
		p.Enums = lower.Enums(t)
		if e, ok := t.(*descend.EnumType); ok {
			t = e.Number()
		}
		if n, ok := lower.Bytes(t); ok && p.Ref {
			p.Shape, p.Complex, p.Raw = append(p.Shape, n), lower.Complex(t), true
			t = f.Context().IntegerType(8, ir.Unsigned)
		}
		if !descend.IsScalar(t) {
			return nil, fmt.Errorf("parameter %s: run passes scalars, and references to arrays of scalars, structs and tuples, not a %s", p.Name, descend.UserFormat(p.Type))
		}
		p.Elem = t
		if !p.Ref {
			p.Elem = lower.Outside(f.Context(), t, false)
		}
		p.DType = descend.Format(p.Elem)
	}
	return out, nil
}

// Binding is the outcome: parameters with data and the values of the function's nats.
type Binding struct {
	Place  ir.SourceRange // of the function
	Params []*Param
	Nats   map[string]*big.Int
	Order  []string // of the function's nats

	given map[string]string // for each parameter
}

// Reader reads the .npy file that an argument names.
type Reader func(name string) (npy.Array, error)

// Bind reads arguments, each PARAMETER=VALUE, solves the nats of the function from the shapes and makes generated arrays.
func Bind(f descend.FuncOp, args []string, nats map[string]*big.Int, read Reader) (*Binding, error) {
	b, err := Solve(f, args, nats, read)
	if err != nil {
		return nil, err
	}
	return b, b.Generate()
}

// Determined says whether arguments are right and determine the nats of the function; no arrays are made.
func Determined(f descend.FuncOp, args []string, nats map[string]*big.Int, read Reader) bool {
	_, err := Solve(f, args, nats, read)
	return err == nil
}

// Solve is Bind without generated arrays.
func Solve(f descend.FuncOp, args []string, nats map[string]*big.Int, read Reader) (*Binding, error) {
	params, err := Describe(f)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, g := range f.Generics() {
		if g.Kind == "nat" {
			names = append(names, g.Name)
		}
	}
	return bind(f.Operation, params, "nat", names, args, nats, read)
}

// bind is Solve for a function of these parameters and nats, which users know as what says.
func bind(f *ir.Operation, params []*Param, what string, names, args []string, nats map[string]*big.Int, read Reader) (b *Binding, err error) {
	given := map[string]string{}
	for _, a := range args {
		name, value, ok := strings.Cut(a, "=")
		if !ok || name == "" {
			return nil, fmt.Errorf("--arg takes PARAMETER=VALUE, not %q", a)
		}
		if Find(params, name) == nil {
			return nil, fmt.Errorf("--arg %s: %s has no parameter %s; it has %s", a, ir.SymbolName(f), name, Names(params, name))
		}
		if _, twice := given[name]; twice {
			return nil, fmt.Errorf("--arg gives %s twice", name)
		}
		given[name] = value
	}
	eqs := &equations{known: map[string]*big.Int{}}
	for n, v := range nats {
		eqs.known[n] = v
	}
	for _, p := range params {
		value, ok := given[p.Name]
		switch {
		case !ok:
			return nil, fmt.Errorf("parameter %s: %s needs --arg %s=%s", p.Name, descend.UserFormat(p.Type), p.Name, argForm(p))
		case !p.Ref:
			if p.Bits, err = p.scalar(value); err != nil {
				return nil, fmt.Errorf("--arg %s=%s: %v", p.Name, value, err)
			}
		case p.isList(value):
			if err := p.readList(value, eqs); err != nil {
				return nil, err
			}
		case !npy.IsGenerator(value):
			if err := p.load(value, eqs, read); err != nil {
				return nil, err
			}
		}
	}
	if err := eqs.solve(ir.SymbolName(f), what, names); err != nil {
		return nil, err
	}
	return &Binding{Place: ir.RangeOf(f.Loc()), Params: params, Nats: eqs.known, Order: names, given: given}, nil
}

// Generate makes the arrays that are given as generators, if there is memory for all of them, and looks at the enums of all.
func (b *Binding) Generate() error {
	shapes := make([][]int, len(b.Params))
	total := int64(0)
	for i, p := range b.Params {
		if !p.Ref || p.Array != nil {
			continue
		}
		var err error
		if shapes[i], err = p.shape(b.given[p.Name], b.Nats); err != nil {
			return err
		}
		n, err := npy.GeneratedBytes(p.DType, shapes[i])
		if err != nil {
			return fmt.Errorf("--arg %s=%s: %w", p.Name, b.given[p.Name], err)
		}
		total += min(int64(n), math.MaxInt64-total)
	}
	if err := room.Ask(total); err != nil {
		return fmt.Errorf("the arrays of --arg: %w", err)
	}
	for i, p := range b.Params {
		if shapes[i] == nil {
			continue
		}
		a, err := npy.Generate(b.given[p.Name], p.DType, shapes[i])
		if err != nil {
			return fmt.Errorf("--arg %s=%s: %w", p.Name, b.given[p.Name], err)
		}
		p.Array = &a
	}
	for _, p := range b.Params {
		if err := p.checkEnums(); err != nil {
			return fmt.Errorf("--arg %s=%s: %v", p.Name, b.given[p.Name], err)
		}
	}
	return nil
}

// Find is the parameter with a name, nil if there is none.
func Find(params []*Param, name string) *Param {
	for _, p := range params {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// Names lists the parameters, with the one that a name was meant to be.
func Names(params []*Param, name string) string {
	names := make([]string, len(params))
	for i, p := range params {
		names[i] = p.Name
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ") + spell.DidYouMean(name, names)
}

func argForm(p *Param) string {
	if p.Ref {
		return "FILE.npy or zeros, ones, iota, random[:SEED] or 1,2,3"
	}
	return "VALUE"
}

// load reads an .npy file and notes what its shape says about the nats.
func (p *Param) load(file string, eqs *equations, read Reader) error {
	a, err := read(file)
	if errors.Is(err, fs.ErrNotExist) {
		similar := spell.DidYouMean(file, generators)
		if similar == "" {
			similar = "; an array is " + argForm(p)
		}
		return fmt.Errorf("--arg %s=%s: no such file%s", p.Name, file, similar)
	}
	if inner := errors.Unwrap(err); inner != nil && err.Error() == file+": "+inner.Error() {
		err = inner // the file is named here
	}
	if err != nil {
		return fmt.Errorf("--arg %s=%s: %w", p.Name, file, err)
	}
	a = p.FromFile(a)
	if a.DType != p.DType {
		return fmt.Errorf("--arg %s=%s: holds %s, the parameter is %s%s", p.Name, file, a.DType, descend.UserFormat(p.Type), p.conversion(a))
	}
	if len(a.Shape) != len(p.Shape) {
		return fmt.Errorf("--arg %s=%s: has shape %s, the parameter is %s with %s",
			p.Name, file, npy.ShapeString(a.Shape), descend.UserFormat(p.Type), dimensions(len(p.Shape)))
	}
	for i, n := range a.Shape {
		eqs.add(p.Shape[i], int64(n), fmt.Sprintf("dimension %d of %s", i, file))
	}
	p.File, p.Array = file, &a
	return nil
}

// generators are the names of those that take no more.
var generators = []string{"zeros", "ones", "iota", "random"}

// conversion says how NumPy makes an array of the parameter's element type of another one; "" if it has none of this type, or values
// would lose their imaginary parts.
func (p *Param) conversion(a npy.Array) string {
	to := npy.NumPy(p.DType)
	if p.Raw {
		to = p.Complex
	}
	if p.DType == npy.BFloat16 {
		return "; files have the bits, as u16: .astype(ml_dtypes.bfloat16).view(\"uint16\")"
	}
	if from := npy.NumPy(a.DType); to == "" || strings.HasPrefix(from, "complex") && p.Complex == "" {
		return ""
	}
	return "; NumPy converts it: .astype(\"" + to + "\")"
}

// shape is that of the array of a generator; the nats are known.
func (p *Param) shape(spec string, nats map[string]*big.Int) ([]int, error) {
	shape := make([]int, len(p.Shape))
	for i, e := range p.Shape {
		v, err := e.Eval(nats)
		if err != nil {
			return nil, fmt.Errorf("--arg %s=%s: size %s of %s: %v", p.Name, spec, e, p.Name, err)
		}
		if !v.IsInt64() || v.Int64() > math.MaxInt32*16 {
			return nil, fmt.Errorf("--arg %s=%s: dimension %d of %s elements is too large", p.Name, spec, i, v)
		}
		shape[i] = int(v.Int64())
	}
	return shape, nil
}

// scalar reads a value of the parameter, or an element, into its bits; of an enum the name of a variant or its number.
func (p *Param) scalar(text string) (uint64, error) {
	if len(p.Enums) == 0 || p.Raw {
		return ParseScalar(text, p.Elem)
	}
	names := p.Enums[0].Variants
	if i := slices.Index(names, text[strings.LastIndex(text, ":")+1:]); i >= 0 {
		return uint64(i), nil
	}
	bits, err := ParseScalar(text, p.Elem)
	if err != nil || bits >= uint64(len(names)) {
		return 0, fmt.Errorf("is no variant of the enum: they are %s", strings.Join(names, ", "))
	}
	return bits, nil
}

// checkEnums wants variants where the data of a reference has enums.
func (p *Param) checkEnums() error {
	if p.Array == nil || len(p.Enums) == 0 || len(p.Array.Data) == 0 {
		return nil
	}
	stride := 4
	if p.Raw {
		stride = p.Array.Shape[len(p.Array.Shape)-1]
	}
	for i := 0; i < len(p.Array.Data); i += stride {
		for _, e := range p.Enums {
			if v := binary.LittleEndian.Uint32(p.Array.Data[i+int(e.At):]); int(v) >= len(e.Variants) {
				return fmt.Errorf("element %d has %d for an enum, which is no variant: they are %s", i/stride, v, strings.Join(e.Variants, ", "))
			}
		}
	}
	return nil
}

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

// solve finds the values of the nats of a function; those that nothing determines are an error, as are
// contradictions.
func (q *equations) solve(fn, what string, nats []string) error {
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
					return fmt.Errorf("%s is %s: no %s makes %s equal to it", e.where, e.value, vars[0], e.expr)
				}
				q.known[vars[0]] = v
				progress = true
				continue
			}
			next = append(next, e)
		}
		left = next
	}
	for _, n := range nats {
		if q.known[n] == nil {
			return fmt.Errorf("nothing determines the %s %s of %s: give it with -D %s=..", what, n, fn, n)
		}
	}
	for _, e := range q.list {
		v, err := e.expr.Eval(q.known)
		if err != nil {
			return fmt.Errorf("%s: size %s: %v", e.where, e.expr, err)
		}
		if v.Cmp(e.value) != 0 && e.expr.String() == v.String() {
			return fmt.Errorf("%s is %s, but the parameter's size is %s", e.where, e.value, v)
		}
		if v.Cmp(e.value) != 0 {
			return fmt.Errorf("%s is %s, but the parameter's size %s is %s", e.where, e.value, e.expr, v)
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
