package oracle

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"descend/dialects"
	"descend/ir"
	"descend/ir/need"
	"descend/passes/driver"
	"descend/test/kit"
	"descend/tools/registry"
)

// judged are the dialects whose operations are changed at random.
var judged = []string{"arith", "cf", "func", "gpu", "math", "memref", "scf"}

// verdict is what a tool says of a module: the first error, "" if it takes the module, and then the text.
type verdict struct{ err, text string }

// seedModules are valid modules: the examples of the operations, and programs of mlir-text.
func seedModules(t *testing.T) (list []string) {
	for _, d := range dialects.Standard() {
		if !slices.Contains(judged, d.Name) {
			continue
		}
		for _, e := range d.Ops {
			list = append(list, e.Def.Example)
		}
	}
	for _, d := range judged {
		list = append(list, strings.Split(kit.Read(t, "../mlir-text/"+d+".mlir"), kit.ChunkMarker)...)
	}
	return slices.DeleteFunc(list, func(src string) bool { // those in custom form of dialects that are not ours
		c := registry.Context()
		c.AllowUnregistered = true
		m := ir.ParseModule(c, "seed", []byte(src), &ir.Diagnostics{})
		return m == nil || !ir.Verify(m, &ir.Diagnostics{})
	})
}

// mutator changes modules at random.
type mutator struct {
	r *rand.Rand
	c *ir.Context
}

// pick is one of a list.
func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// typePool are types of all kinds.
var typePool = []string{"i1", "i8", "i32", "i64", "si32", "ui8", "index", "f16", "bf16", "f32", "f64", "none", "complex<f32>", "tuple<i32>", "(i32) -> i32",
	"vector<4xi32>", "vector<4xf32>", "vector<2x2xf32>", "vector<[4]xi32>", "vector<4xindex>", "vector<f32>", "vector<4xi1>",
	"tensor<4xi32>", "tensor<?xf32>", "tensor<*xf32>", "tensor<4xi1>", "tensor<4xf32, 1>",
	"memref<4xi32>", "memref<?xf32>", "memref<*xf32>", "memref<4x4xf32, strided<[8, 1]>>", "memref<4xf32, 3>", "memref<?xf32, strided<[?], offset: ?>>", "memref<f32>",
	"memref<4xf32, #gpu.address_space<workgroup>>", "memref<16xi8>", "memref<?xi8>", "!gpu.async.token"}

// attrPool are attributes of all kinds.
var attrPool = []string{"unit", "true", "0 : i32", "1 : i64", "-1 : i64", "42 : i64", "3 : i32", "1 : index", "1.0 : f32", "\"text\"", "\"private\"", "[]", "[1, 2]", "{}", "{a = 1}", "@f", "@a::@b",
	"array<i32>", "array<i32: 1>", "array<i32: 1, 1>", "array<i32: 1, -1>", "array<i64: 0>", "array<i32: 1, 1, 1>", "array<i64: 1, 2, 3>", "array<i32: 0, 1, 1, 1>", "i32", "() -> ()", "(i32) -> i32", "memref<4xf32>",
	"dense<1> : tensor<4xi32>", "dense<1.0> : vector<4xf32>", "affine_map<(d0) -> (d0)>", "loc(unknown)", "#gpu<dim x>", "#arith.fastmath<none>", "#arith.overflow<nsw>"}

// newType is a type of any kind, or one beside old.
func (m *mutator) newType(old ir.Type) ir.Type {
	c, r := m.c, m.r
	if r.IntN(2) == 0 {
		t, err := ir.ParseType(c, pick(r, typePool))
		if err != nil {
			panic(err)
		}
		return t
	}
	elem := func(t ir.Type) ir.Type {
		return pick(r, []ir.Type{c.I1(), c.I32(), c.I64(), c.F32(), c.F64(), c.Index(), c.Int(8), t})
	}
	shape := func(s []int64) []int64 {
		s = slices.Clone(s)
		switch r.IntN(5) {
		case 0:
			s = append(s, 4)
		case 1:
			if len(s) > 0 {
				s = s[1:]
			}
		case 2:
			if len(s) > 0 {
				s[r.IntN(len(s))] = pick(r, []int64{1, 2, 4, 8})
			}
		case 3:
			if len(s) > 0 {
				s[r.IntN(len(s))] = ir.Dynamic
			}
		}
		return s
	}
	switch t := old.(type) {
	case *ir.VectorType:
		s := shape(t.Shape)
		for i := range s {
			s[i] = max(s[i], 1)
		}
		return c.VectorType(s, nil, elem(t.Elem))
	case *ir.TensorType:
		return c.TensorType(shape(t.Shape), elem(t.Elem), t.Encoding)
	case *ir.MemRefType:
		if t.Unranked {
			return c.MemRefType([]int64{ir.Dynamic}, elem(t.Elem), nil, t.Space)
		}
		layout, space := t.Layout, t.Space
		switch r.IntN(5) {
		case 0:
			layout = nil
		case 1:
			space = pick(r, []ir.Attribute{nil, c.I64Attr(3)})
		}
		s := shape(t.Shape)
		if len(s) != len(t.Shape) {
			layout = nil
		}
		return c.MemRefType(s, elem(t.Elem), layout, space)
	}
	switch r.IntN(3) {
	case 0:
		return c.VectorType([]int64{4}, nil, elem(c.I32()))
	case 1:
		return c.TensorType([]int64{4}, elem(c.I32()), nil)
	}
	return elem(old)
}

// values are all results and arguments of blocks.
func values(module *ir.Operation) (list []*ir.Value) {
	for op := range module.All("") {
		list = append(list, op.Results()...)
		for _, g := range op.Regions() {
			for b := range g.Blocks() {
				list = append(list, b.Args()...)
			}
		}
	}
	return list
}

// replaceType changes a type, in types of functions too.
func (m *mutator) replaceType(t, old, by ir.Type) ir.Type {
	if t == old {
		return by
	}
	if f, ok := t.(*ir.FunctionType); ok {
		list := func(ts []ir.Type) []ir.Type {
			out := make([]ir.Type, len(ts))
			for i, x := range ts {
				out[i] = m.replaceType(x, old, by)
			}
			return out
		}
		return m.c.FunctionType(list(f.Inputs), list(f.Results))
	}
	return t
}

// replaceAttr changes the type that an attribute is or has.
func (m *mutator) replaceAttr(a ir.Attribute, old, by ir.Type) ir.Attribute {
	switch a := a.(type) {
	case *ir.TypeAttr:
		return m.c.TypeAttr(m.replaceType(a.Type, old, by))
	case *ir.IntegerAttr:
		if a.Type == old {
			switch by.(type) {
			case *ir.IntegerType, *ir.IndexType:
				return m.c.BigIntAttr(a.Value, by)
			}
		}
	}
	return a
}

// change makes one change; false if it did not find what to change.
func (m *mutator) change(module *ir.Operation) bool {
	var ops []*ir.Operation
	for op := range module.All("") {
		if op.Def() != nil && slices.Contains(judged, op.OpName().Dialect.Name) {
			ops = append(ops, op)
		}
	}
	if len(ops) == 0 {
		return false
	}
	r, op := m.r, pick(m.r, ops)
	vals := values(module)
	switch k := r.IntN(12); {
	case k < 3: // one value
		if len(vals) == 0 {
			return false
		}
		v := pick(r, vals)
		v.SetType(m.newType(v.Type()))
	case k < 6: // all of a type
		if len(vals) == 0 {
			return false
		}
		old := pick(r, vals).Type()
		by := m.newType(old)
		for _, v := range vals {
			if v.Type() == old {
				v.SetType(by)
			}
		}
		for o := range module.All("") {
			for _, a := range o.Attrs() {
				if n := m.replaceAttr(a.Value, old, by); n != a.Value {
					o.SetAttr(a.Name, n)
				}
			}
		}
	case k < 8: // an attribute
		var names []string
		for _, a := range op.Attrs() {
			names = append(names, a.Name)
		}
		for _, a := range op.Def().Attrs {
			names = append(names, a.Name)
		}
		if len(names) == 0 || r.IntN(8) == 0 {
			names = []string{"foo", "gpu.foo", "llvm.foo", "sym_name", "operandSegmentSizes", "value", "sym_visibility"}
		}
		a, err := ir.ParseAttribute(m.c, pick(r, attrPool))
		if err != nil {
			panic(err)
		}
		if r.IntN(4) == 0 {
			a = nil
		}
		op.SetAttr(pick(r, names), a)
	case k < 10: // operands
		vs := op.Operands()
		switch n := len(vs); r.IntN(4) {
		case 0:
			if n == 0 {
				return false
			}
			i := r.IntN(n)
			vs = slices.Delete(vs, i, i+1)
		case 1:
			if n == 0 {
				return false
			}
			vs = append(vs, pick(r, vs))
		case 2:
			if n < 2 {
				return false
			}
			i, j := r.IntN(n), r.IntN(n)
			vs[i], vs[j] = vs[j], vs[i]
		default:
			if n == 0 || len(vals) == 0 {
				return false
			}
			vs[r.IntN(n)] = pick(r, vals)
		}
		op.SetOperands(vs...)
	case k < 11: // results
		types := []ir.Type{}
		for _, v := range op.Results() {
			types = append(types, v.Type())
		}
		if r.IntN(2) == 0 || len(types) == 0 || op.Result(len(types)-1).HasUses() {
			types = append(types, m.newType(m.c.I32()))
		} else {
			types = types[:len(types)-1]
		}
		m.rebuild(op, types)
	default: // regions
		if op.NumRegions() == 0 || r.IntN(3) == 0 {
			op.AddRegion(ir.NewRegion())
			return true
		}
		b := op.Body(0)
		switch {
		case b == nil:
			return false
		case r.IntN(2) == 0 && b.Back() != nil && b.Back().Unused():
			b.Back().Erase()
		case r.IntN(2) == 0:
			b.AddArg(m.newType(m.c.I32()), nil)
		case b.NumArgs() > 0 && !b.Arg(0).HasUses():
			b.EraseArg(0)
		default:
			return false
		}
	}
	return true
}

// rebuild gives op other result types.
func (m *mutator) rebuild(op *ir.Operation, types []ir.Type) {
	st := ir.OperationState{Name: op.OpName(), Loc: op.Loc(), Operands: op.Operands(), Types: types, Attrs: slices.Clone(op.Attrs()), Successors: op.Successors()}
	for _, g := range op.Regions() {
		n := ir.NewRegion()
		n.TakeBody(g)
		st.Regions = append(st.Regions, n)
	}
	n := ir.NewBuilder(m.c).Before(op).Create(st)
	for i, v := range op.Results() {
		if i < n.NumResults() {
			v.ReplaceAllUsesWith(n.Result(i))
		}
	}
	op.Erase()
}

// mutant is the generic form of a seed after one or two changes; "" if nothing could be changed.
func mutant(seeds []string, seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 7))
	c := registry.Context()
	c.AllowUnregistered = true
	m := &mutator{r, c}
	module := ir.ParseModule(c, "seed", []byte(pick(r, seeds)), &ir.Diagnostics{})
	for n := 1 + r.IntN(2)*r.IntN(2); n > 0; n-- {
		if !m.change(module) {
			return ""
		}
	}
	return ir.Print(module, ir.PrintOptions{Generic: true})
}

// ours is the verdict of descend-opt on chunks.
func ours(chunks []string) (string, string) {
	var out, errs bytes.Buffer
	cfg := driver.Config{Name: "descend-opt", NewContext: registry.Context, Passes: registry.Passes()}
	driver.Main(cfg, []string{"--allow-unregistered-dialect", "--split-input-file", "--mlir-print-op-on-diagnostic=0"}, strings.NewReader(strings.Join(chunks, kit.ChunkMarker)), &out, &errs)
	return out.String(), errs.String()
}

// theirs is that of mlir-opt; false if it ended by a signal.
func theirs(t *testing.T, chunks []string) (string, string, bool) {
	cmd := exec.Command(need.Program(t, "mlir-opt-19"), "--allow-unregistered-dialect", "--split-input-file", "--mlir-print-op-on-diagnostic=0", "--mlir-disable-threading")
	var out, errs bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(strings.Join(chunks, kit.ChunkMarker)), &out, &errs
	cmd.Run()
	return out.String(), errs.String(), cmd.ProcessState.Exited() && cmd.ProcessState.ExitCode() < 2
}

// reasons are why verdicts differ: a part of mlir-opt's error that we do not give, or of ours that it does not give.
var reasons = []struct{ part, why string }{
	{"offloadingHandler", "handlers of other dialects are kept as text"},
	{"sym_visibility", "an attribute that gpu.module does not have is not looked at"},
	{"gpu.known_block_size", "a property of launches that nothing here reads"},
	{"rank-reduced version", "results of lower rank are judged by what lowering can do with them"},
	{"operandSegmentSizes", "sizes that are missing are no zeros"},
	{"requires dense i32 array", "sizes that are missing are no zeros"},
	{"workgroup_attributions", "attributes that mlir-opt keeps beside the properties are judged as properties"},
	{"incorrect number of indices for generic_atomic_rmw", "mlir-opt takes any number"},
	{"failed to verify that all of {dst, value} have same element type", "mlir-opt compares with the elements of vectors"},
}

// TestVerdicts holds that modules changed at random are taken or refused as mlir-opt-19 does, for almost all with the same first
// message, and that what both take is printed alike.
func TestVerdicts(t *testing.T) {
	n := 1500
	if s := os.Getenv("ORACLE_MUTANTS"); s != "" {
		var err error
		if n, err = strconv.Atoi(s); err != nil {
			t.Fatal(err)
		}
	}
	seeds := seedModules(t)
	var chunks []string
	for s := range n {
		if m := mutant(seeds, uint64(s)); m != "" {
			chunks = append(chunks, m)
		}
	}
	j := &judgement{t: t}
	for c := range slices.Chunk(chunks, 100) {
		j.judge(c)
	}
	t.Logf("%d modules: %d taken by both, %d refused with the same message, %d with another", j.taken+j.same+j.other, j.taken, j.same, j.other)
	if j.other*30 > j.same {
		t.Errorf("%d first messages of %d differ", j.other, j.same+j.other)
	}
}

type judgement struct {
	t                  *testing.T
	taken, same, other int
}

// judge compares the verdicts; modules at which mlir-opt ends by a signal are left out.
func (j *judgement) judge(chunks []string) {
	out, errs, ok := theirs(j.t, chunks)
	if !ok {
		if len(chunks) > 1 {
			j.judge(chunks[:len(chunks)/2])
			j.judge(chunks[len(chunks)/2:])
		}
		return
	}
	a := byChunk(j.t, chunks, out, errs)
	out, errs = ours(chunks)
	b := byChunk(j.t, chunks, out, errs)
	for i, x := range a {
		switch y := b[i]; {
		case x.err == "" && y.err == "":
			j.taken++
			if x.text != y.text {
				j.t.Errorf("taken, and printed as\n%s\nnot\n%s", y.text, x.text)
			}
		case x.err == y.err:
			j.same++
		case x.err != "" && y.err != "":
			j.other++
		case !slices.ContainsFunc(reasons, func(r struct{ part, why string }) bool { return strings.Contains(x.err+y.err, r.part) }):
			j.t.Errorf("mlir-opt-19 says %q, descend-opt %q, of\n%s", x.err, y.err, chunks[i])
		}
	}
}

var splitError = regexp.MustCompile(`(?m)^within split at <stdin>:(\d+) offset :\d+:\d+: error: (.*)$`)

// byChunk divides what a tool prints among the modules.
func byChunk(t *testing.T, chunks []string, out, errs string) []verdict {
	t.Helper()
	list, starts, line := make([]verdict, len(chunks)), map[string]int{}, 1
	for i, c := range chunks {
		starts[strconv.Itoa(line-min(i, 1))] = i
		line += strings.Count(c, "\n") + 1
	}
	for _, m := range splitError.FindAllStringSubmatch(errs, -1) {
		if i, ok := starts[m[1]]; !ok {
			t.Fatalf("no module begins at line %s: %s", m[1], m[0])
		} else if list[i].err == "" {
			list[i].err = m[2]
		}
	}
	texts := strings.Split(out, kit.ChunkMarker)
	if len(texts) != len(chunks) {
		t.Fatalf("%d modules are printed of %d", len(texts), len(chunks))
	}
	for i := range list {
		list[i].text = texts[i]
	}
	return list
}
