package ast

// functions are the functions of the language that other languages write as methods, `x.sqrt()`, or call otherwise, by those names.
var functions = map[string]string{"ln": "log", "powf": "pow", "powi": "pow", "mul_add": "fma", "sqrtf": "sqrt", "rsqrtf": "rsqrt",
	"fabsf": "abs", "expf": "exp", "logf": "log", "sinf": "sin", "cosf": "cos", "fmaf": "fma", "hypotf": "hypot", "floorf": "floor",
	"ceilf": "ceil", "fmax": "max", "fmin": "min", "fmaxf": "max", "fminf": "min", "__expf": "exp", "__logf": "log", "__sinf": "sin",
	"__cosf": "cos", "__powf": "pow", "__fsqrt_rn": "sqrt", "__fmaf_rn": "fma", "printf": "print", "println": "print",
	"fetch_add": "atomic_fetch_add", "fetch_sub": "atomic_fetch_sub", "fetch_min": "atomic_fetch_min", "fetch_max": "atomic_fetch_max",
	"fetch_and": "atomic_fetch_and", "fetch_or": "atomic_fetch_or", "fetch_xor": "atomic_fetch_xor",

	"sqrt": "sqrt", "rsqrt": "rsqrt", "abs": "abs", "fabs": "abs", "fma": "fma", "exp": "exp", "log": "log", "sin": "sin", "cos": "cos",
	"pow": "pow", "hypot": "hypot", "ceil": "ceil", "floor": "floor", "min": "min", "max": "max"}

// FunctionFor is the function of the language that a method or a function of another language is; "" if there is none.
func FunctionFor(name string) string { return functions[name] }

// scalars are scalar types as other languages call them.
var scalars = map[string]string{"int": "i32", "uint": "u32", "unsigned": "u32", "long": "i64", "short": "i16",
	"char": "u8", "byte": "u8", "usize": "u64", "isize": "i64", "size_t": "u64", "half": "f16", "float": "f32",
	"double": "f64", "boolean": "bool", "int8_t": "i8", "int16_t": "i16", "int32_t": "i32", "int64_t": "i64",
	"uint8_t": "u8", "uint16_t": "u16", "uint32_t": "u32", "uint64_t": "u64", "void": "()"}

// ScalarFor is the scalar type that a type of another language is; "" if there is none.
func ScalarFor(name string) string { return scalars[name] }
