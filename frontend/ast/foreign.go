package ast

// functions are the functions of the language that other languages write as methods, `x.sqrt()`, or call otherwise, by those names.
var functions = map[string]string{"ln": "log", "powf": "pow", "powi": "pow", "mul_add": "fma", "sqrtf": "sqrt", "rsqrtf": "rsqrt",
	"fabsf": "abs", "expf": "exp", "logf": "log", "sinf": "sin", "cosf": "cos", "fmaf": "fma", "hypotf": "hypot", "floorf": "floor",
	"ceilf": "ceil", "fmax": "max", "fmin": "min", "fmaxf": "max", "fminf": "min", "__expf": "exp", "__logf": "log", "__sinf": "sin",
	"__cosf": "cos", "__powf": "pow", "__fsqrt_rn": "sqrt", "__fmaf_rn": "fma", "printf": "print", "println": "print",
	"count_ones": "popc", "leading_zeros": "clz", "trailing_zeros": "ctz", "reverse_bits": "brev", "__popc": "popc", "__popcll": "popc",
	"__clz": "clz", "__clzll": "clz", "__brev": "brev", "__brevll": "brev", "is_nan": "isnan", "is_infinite": "isinf",
	"round_ties_even": "rint", "exp_m1": "expm1", "ln_1p": "log1p", "tanf": "tan", "tanhf": "tanh", "sinhf": "sinh", "coshf": "cosh",
	"asinf": "asin", "acosf": "acos", "atanf": "atan", "atan2f": "atan2", "exp2f": "exp2", "exp10f": "exp10", "expm1f": "expm1",
	"log2f": "log2", "log10f": "log10", "log1pf": "log1p", "cbrtf": "cbrt", "erff": "erf", "erfcf": "erfc", "roundf": "round",
	"truncf": "trunc", "rintf": "rint", "copysignf": "copysign", "__log2f": "log2", "__log10f": "log10", "__exp10f": "exp10",
	"__tanf": "tan", "fetch_add": "atomic_fetch_add", "fetch_sub": "atomic_fetch_sub", "fetch_min": "atomic_fetch_min", "fetch_max": "atomic_fetch_max",
	"fetch_and": "atomic_fetch_and", "fetch_or": "atomic_fetch_or", "fetch_xor": "atomic_fetch_xor",

	"sqrt": "sqrt", "rsqrt": "rsqrt", "abs": "abs", "fabs": "abs", "fma": "fma", "exp": "exp", "log": "log", "sin": "sin", "cos": "cos",
	"pow": "pow", "hypot": "hypot", "ceil": "ceil", "floor": "floor", "min": "min", "max": "max",
	"tanh": "tanh", "tan": "tan", "asin": "asin", "acos": "acos", "atan": "atan", "atan2": "atan2", "sinh": "sinh", "cosh": "cosh",
	"exp2": "exp2", "exp10": "exp10", "expm1": "expm1", "log2": "log2", "log10": "log10", "log1p": "log1p", "cbrt": "cbrt", "erf": "erf",
	"erfc": "erfc", "round": "round", "trunc": "trunc", "rint": "rint", "copysign": "copysign", "isnan": "isnan", "isinf": "isinf",
	"popc": "popc", "clz": "clz", "ctz": "ctz", "brev": "brev"}

// FunctionFor is the function of the language that a method or a function of another language is; "" if there is none.
func FunctionFor(name string) string { return functions[name] }

// scalars are scalar types as other languages call them.
var scalars = map[string]string{"int": "i32", "uint": "u32", "unsigned": "u32", "long": "i64", "short": "i16",
	"char": "u8", "byte": "u8", "usize": "u64", "isize": "i64", "size_t": "u64", "half": "f16", "bfloat16": "bf16", "nv_bfloat16": "bf16", "__nv_bfloat16": "bf16", "float": "f32",
	"double": "f64", "boolean": "bool", "int8_t": "i8", "int16_t": "i16", "int32_t": "i32", "int64_t": "i64",
	"uint8_t": "u8", "uint16_t": "u16", "uint32_t": "u32", "uint64_t": "u64", "void": "()"}

// ScalarFor is the scalar type that a type of another language is; "" if there is none.
func ScalarFor(name string) string { return scalars[name] }
