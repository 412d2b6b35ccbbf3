package elementary

// Names are those of the functions of one number, as the math dialect has them; besides there are powf and atan2.
func Names() []string {
	return []string{"exp", "exp2", "exp10", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "asin", "acos", "atan",
		"sinh", "cosh", "tanh", "cbrt", "erf", "erfc"}
}

// Unary computes a function of one number; false if there is none of this name.
func Unary[V any](m Machine[V], name string, x V) (r V, ok bool) {
	switch name {
	case "exp":
		return Exp(m, x), true
	case "exp2":
		return Exp2(m, x), true
	case "exp10":
		return Exp10(m, x), true
	case "expm1":
		return Expm1(m, x), true
	case "log":
		return Log(m, x), true
	case "log2":
		return Log2(m, x), true
	case "log10":
		return Log10(m, x), true
	case "log1p":
		return Log1p(m, x), true
	case "sin":
		return Sin(m, x), true
	case "cos":
		return Cos(m, x), true
	case "tan":
		return Tan(m, x), true
	case "asin":
		return Asin(m, x), true
	case "acos":
		return Acos(m, x), true
	case "atan":
		return Atan(m, x), true
	case "sinh":
		return Sinh(m, x), true
	case "cosh":
		return Cosh(m, x), true
	case "tanh":
		return Tanh(m, x), true
	case "cbrt":
		return Cbrt(m, x), true
	case "erf":
		return Erf(m, x), true
	case "erfc":
		return Erfc(m, x), true
	}
	return r, false
}

// Binary computes a function of two numbers; false if there is none of this name.
func Binary[V any](m Machine[V], name string, x, y V) (r V, ok bool) {
	switch name {
	case "powf":
		return Pow(m, x, y), true
	case "atan2":
		return Atan2(m, x, y), true
	}
	return r, false
}
