package sema

import (
	"strings"

	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/ir"
)

// This file knows names of Rust, C and CUDA that do not exist here, and what is written instead.

// missingTypes are types that there are not, with what to use.
var missingTypes = map[string]string{
	"tf32": "tensor cores are not used yet: use `f32`", "f128": "the largest float is `f64`", "i128": "the largest integers are `i64` and `u64`",
	"u128": "the largest integers are `i64` and `u64`", "str": "there are no strings", "String": "there are no strings",
	"Vec": "arrays have a size that is part of the type: `[f32; n]`, on the heap `[f32; n] @ cpu.mem`",
	"Box": "a box is written with its memory: `f32 @ cpu.mem`", "Option": "enums have no values in them: use a `bool` beside the value, in a struct or tuple",
	"float2": "vectors of CUDA are tuples or structs: `(f32, f32)`", "float3": "vectors of CUDA are tuples or structs: `(f32, f32, f32)`",
	"float4": "vectors of CUDA are tuples or structs: `(f32, f32, f32, f32)`", "int2": "vectors of CUDA are tuples or structs: `(i32, i32)`",
	"int4": "vectors of CUDA are tuples or structs: `(i32, i32, i32, i32)`", "half2": "vectors of CUDA are tuples or structs: `(f16, f16)`",
	"dim3": "shapes are part of types and launches: `XYZ<4, 2, 1>`", "Self": "there are no methods: name the struct",
}

// constants are what other languages have for the limits of numbers and for famous ones, as they are written here.
var constants = func() map[string]string {
	m := map[string]string{
		"INFINITY": "f32::INFINITY", "NAN": "f32::NAN", "HUGE_VAL": "f64::INFINITY", "M_PI": "3.141592653589793",
		"FLT_MAX": "f32::MAX", "FLT_MIN": "f32::MIN_POSITIVE", "FLT_EPSILON": "f32::EPSILON", "DBL_MAX": "f64::MAX",
		"DBL_MIN": "f64::MIN_POSITIVE", "DBL_EPSILON": "f64::EPSILON", "INT_MAX": "i32::MAX", "INT_MIN": "i32::MIN", "UINT_MAX": "u32::MAX",
		"INT32_MAX": "i32::MAX", "INT32_MIN": "i32::MIN", "UINT32_MAX": "u32::MAX", "INT64_MAX": "i64::MAX", "INT64_MIN": "i64::MIN",
		"UINT64_MAX": "u64::MAX", "usize::MAX": "u64::MAX", "usize::MIN": "u64::MIN", "isize::MAX": "i64::MAX", "isize::MIN": "i64::MIN",
	}
	for _, c := range []string{"PI", "TAU", "E", "SQRT_2", "LN_2"} {
		v := map[string]string{"PI": "3.141592653589793", "TAU": "6.283185307179586", "E": "2.718281828459045", "SQRT_2": "1.4142135623730951", "LN_2": "0.6931471805599453"}[c]
		for _, t := range []string{"f32", "f64"} {
			m[t+"::consts::"+c], m["std::"+t+"::consts::"+c] = v+t, v+t
		}
	}
	for _, t := range []string{"f32", "f64"} {
		for _, c := range []string{"MAX", "MIN", "INFINITY", "NAN", "EPSILON"} {
			m["std::"+t+"::"+c] = t + "::" + c
		}
	}
	return m
}()

// constant reports a name that is a constant of another language; false if it is none.
func (e *terms) constant(p *ast.Path) bool {
	text := constants[p.String()]
	if text == "" {
		return false
	}
	e.fail(p.Span(), unknownName, "`%s` does not exist", p).WithLabel("there is no such constant").
		WithHelp("write `"+text+"`", ir.Edit{Loc: p.Span().Loc(e.c), Text: text})
	return true
}

// missingValues are words of other languages for values that there are not.
var missingValues = map[string]string{
	"None": "there are no optional values: use a `bool` beside the value", "null": "there are no null references", "NULL": "there are no null references",
	"nullptr": "there are no null references", "nil": "there are no null references", "self": "there are no methods: functions name their parameters",
	"this": "there are no methods: functions name their parameters", "warpSize": "a warp has 32 lanes",
}

// fences is what there is instead of them.
const fences = "leave it out: what one thread writes another one reads behind a barrier, `sync`, or in the next kernel; of a single number use atomics"

// missingFunctions are functions of other languages for which there is none here, with what to write.
var missingFunctions = map[string]string{
	"__syncthreads": "write `sync`", "__syncwarp": "write `sync(..)` with the name of the warp", "syncthreads": "write `sync`",
	"clamp": "write `min(max(x, low), high)`", "recip": "write `1.0 / x`", "signum": "write `if x < 0.0 { -1.0 } else { 1.0 }`", "square": "write `x * x`",
	"atomicAdd": "write `atomic_fetch_add(&shrd x, v)`", "atomicSub": "write `atomic_fetch_sub(&shrd x, v)`",
	"atomicMin": "write `atomic_fetch_min(&shrd x, v)`", "atomicMax": "write `atomic_fetch_max(&shrd x, v)`",
	"atomicExch": "write `atomic_exch(&shrd x, v)`", "atomicCAS": "write `atomic_cas(&shrd x, old, new)`",
	"__shfl_up_sync": "write `shfl_up(v, by)`: all lanes of the warp take part", "__shfl_down_sync": "write `shfl_down(v, by)`: all lanes of the warp take part",
	"__shfl_xor_sync": "write `shfl_xor(v, mask)`: all lanes of the warp take part", "__shfl_sync": "write `shfl(v, lane)`: all lanes of the warp take part",
	"atomicInc": "write `atomic_fetch_add(&shrd x, 1)`; there is none that begins again at a limit", "atomicDec": "write `atomic_fetch_sub(&shrd x, 1)`; there is none that begins again at a limit",
	"__threadfence": fences, "__threadfence_block": fences, "__threadfence_system": fences,
	"__syncthreads_or": "write `sync_or(b)`", "__syncthreads_and": "write `sync_and(b)`", "__syncthreads_count": "write `sync_count(b)`",
	"__any_sync": "write `any(b)`: all lanes of the warp take part", "__all_sync": "write `all(b)`: all lanes of the warp take part",
	"__ballot_sync": "write `ballot(b)`: all lanes of the warp take part", "__ldg": "read the place: what a kernel only reads is cached anyway",
	"malloc": "`CpuHeap::new(v)` allocates, and the end of its scope frees", "free": "memory is freed at the end of its scope",
	"cudaMalloc": "`GpuGlobal::copy(&v)` allocates on the GPU, and copies; `GpuGlobal::zeros::<[f32; n]>()` is an array of zeros there", "cudaFree": "memory is freed at the end of its scope",
	"cudaMemcpy": "write `copy_mem(&uniq dst, &src)`, to the GPU and from it", "memcpy": "write `copy_mem(&uniq dst, &src)` for arrays; scalars, and arrays and structs of them, are copied by `=`",
	"cudaDeviceSynchronize": "leave it out: the host waits for the kernels where it could see what they did, as in `copy_mem`",
	"memset":                "write `fill(&uniq x, v)`", "cudaMemset": "write `fill(&uniq x, v)`",
	"drop": "memory is freed at the end of its scope: make a block `{ .. }` for a shorter one", "len": "sizes are nats: give the size of the array a name, as in `[f32; n]`, and use that",
	"swap": "write `let x = a; a = b; b = x`", "panic": "write `assert(false)`", "Box::new": "write `CpuHeap::new(v)`",
	"sizeof": "sizes are counted in elements", "Vec::new": "arrays have a size that is part of the type: `[0.0f32; 16]`",
	"into": "write `x as f32`", "clone": "scalars, and arrays and structs of them, are copied by `=`", "to_vec": "arrays are copied by `=`",
	"iter": "loop over the array: `for x in a`", "iter_mut": "loop over the numbers: `for i in 0..n { a[i] = .. }`", "sum": "write a loop",
	"Some": "there are no optional values: use a `bool` beside the value", "Ok": "there are no results: use a `bool` beside the value",
	"unwrap": "there are no optional values", "as_ref": "borrow with `&`", "as_mut": "borrow with `&uniq`",
}

// missingFunction is the help for the call at s of a function or method that only other languages have; nil if it is none.
func (e *fixer) missingFunction(p *ast.Path, args []ast.Expr, s source.Span) *ir.Help {
	if len(p.Parts) > 1 && builtinType(e.c, p.Parts[0].Name) != nil { // f32::max(a, b)
		p = &ast.Path{Base: p.Base, Parts: p.Parts[1:]}
		if known := ast.FunctionFor(p.String()); known != "" {
			return &ir.Help{Message: "functions are not of types: write `" + known + "`", Edits: []ir.Edit{{Loc: p.Span().Loc(e.c), Text: known}}}
		}
	}
	name := p.String()
	if len(args) == 1 && (ast.ScalarFor(name) != "" || isFloat(builtinType(e.c, name)) || isInteger(builtinType(e.c, name))) {
		to := ast.ScalarFor(name)
		if to == "" {
			to = name
		}
		open, end := p.Span(), args[0].Span().Tail()
		open.End, end.End = args[0].Span().Start, s.End
		before, after := "(", " as "+to+")"
		if !isPrimary(args[0]) {
			before, after = "((", ") as "+to+")"
		}
		return &ir.Help{Message: "a cast is written `as " + to + "`", Edits: []ir.Edit{{Loc: open.Loc(e.c), Text: before}, {Loc: end.Loc(e.c), Text: after}}}
	}
	if t := e.items.types[p.Parts[0].Name]; t != nil && (len(p.Parts) == 1 || len(p.Parts) == 2 && p.Parts[1].Name == "new") {
		return &ir.Help{Message: "write `" + t.decl.Name.Name + " { " + fieldsText(t) + " }`"}
	}
	if known := ast.FunctionFor(name); known != "" && known != name && len(args) > 0 && !strings.HasPrefix(known, "atomic") {
		return &ir.Help{Message: "write `" + known + "`", Edits: []ir.Edit{{Loc: p.Span().Loc(e.c), Text: known}}}
	}
	if text := missingFunctions[name]; text != "" {
		return &ir.Help{Message: text}
	}
	return nil
}

// fieldsText is how the fields of a struct are written in a value.
func fieldsText(t *structDef) string {
	var list []string
	for _, f := range t.decl.Fields {
		list = append(list, f.Name.Name+": ..")
	}
	return strings.Join(list, ", ")
}

// method is the help for x.name() where name is a function, with the text of x; nil if it is none.
func (e *fixer) method(x *ast.Member) *ir.Help {
	name := x.Step.Name.Name
	if f := ast.FunctionFor(name); f != "" {
		name = f
	}
	_, builtin := e.items.builtins[name]
	if f := e.items.fns[name]; !builtin && (f == nil || f.prelude) {
		if text := missingFunctions[x.Step.Name.Name]; text != "" {
			return &ir.Help{Message: text}
		}
		return nil
	}
	receiver := x.Span()
	receiver.End = x.Step.Span().Start - 1
	text := name + "(" + strings.TrimSpace(receiver.Text())
	for _, v := range x.Step.Views {
		text += ", " + v.Span().Text()
	}
	return &ir.Help{Message: "there are no methods: call the function", Edits: []ir.Edit{{Loc: source.Span{File: x.Span().File, Start: x.Span().Start, End: x.Span().End}.Loc(e.c), Text: text + ")"}}}
}
