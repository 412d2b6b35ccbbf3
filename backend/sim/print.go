package sim

import (
	"fmt"
	"strconv"
	"strings"

	"descend/ir"
)

// runtimeCall runs a function of the runtime library: descend_print_TYPE prints a scalar, descend_print_char
// a character by its number.
func (f *frame) runtimeCall(op *ir.Operation, name string, args []int) {
	kind, ok := strings.CutPrefix(name, "descend_print_")
	if !ok || len(args) != 1 {
		f.m.unsupported(op, "the external function %s", name)
	}
	v := f.vals[args[0]][0]
	if kind == "char" {
		fmt.Fprint(f.m.opts.Stdout, string(rune(uint32(v))))
		return
	}
	fmt.Fprint(f.m.opts.Stdout, FormatScalar(kind, v))
}

// FormatScalar prints the bits of a scalar of a named type (bool, i32, u8, f32 ..) as the language's print
// does: floats in the shortest form that reads back.
func FormatScalar(kind string, v uint64) string {
	switch kind {
	case "bool", "i1":
		return strconv.FormatBool(v&1 != 0)
	case "f16":
		return strconv.FormatFloat(ir.DecodeFloat(v, ir.F16), 'g', -1, 32)
	case "f32":
		return strconv.FormatFloat(ir.DecodeFloat(v&0xffffffff, ir.F32), 'g', -1, 32)
	case "f64":
		return strconv.FormatFloat(ir.DecodeFloat(v, ir.F64), 'g', -1, 64)
	case "i8", "i16", "i32", "i64":
		w, _ := strconv.Atoi(kind[1:])
		return strconv.FormatInt(signed(v&maskOf(w), w), 10)
	case "u8", "u16", "u32":
		w, _ := strconv.Atoi(kind[1:])
		return strconv.FormatUint(v&maskOf(w), 10)
	}
	return strconv.FormatUint(v, 10)
}

// printf prints once per active lane, in lane order.
func (c *code) printf(op *ir.Operation) exec {
	format := op.StringAttr("format")
	var args []int
	var types []ir.Type
	for _, v := range op.Operands() {
		args = append(args, c.slot(v))
		types = append(types, v.Type())
	}
	return func(f *frame, act []int32) {
		for _, l := range act {
			fmt.Fprint(f.m.opts.Stdout, formatC(format, func(i int) (uint64, ir.Type) {
				if i >= len(args) {
					return 0, nil
				}
				return f.vals[args[i]][l], types[i]
			}))
		}
	}
}

// formatC expands a C format string with the conversions that lowering makes: %d %u %lld %llu %f %g %s %%.
func formatC(format string, arg func(int) (uint64, ir.Type)) string {
	var b strings.Builder
	n := 0
	for i := 0; i < len(format); i++ {
		if format[i] != '%' || i+1 >= len(format) {
			b.WriteByte(format[i])
			continue
		}
		j := i + 1
		for j < len(format) && strings.IndexByte("0123456789.lh", format[j]) >= 0 {
			j++
		}
		if j >= len(format) {
			break
		}
		conv := format[j]
		if conv == '%' {
			b.WriteByte('%')
			i = j
			continue
		}
		v, t := arg(n)
		n++
		switch t := t.(type) {
		case *ir.FloatType:
			b.WriteString(FormatScalar(t.String(), v))
		default:
			if conv == 'd' || conv == 'i' {
				b.WriteString(strconv.FormatInt(signed(v, widthOf(t)), 10))
			} else {
				b.WriteString(strconv.FormatUint(v, 10))
			}
		}
		i = j
	}
	return b.String()
}
