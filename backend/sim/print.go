package sim

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"descend/dialects/gpu/contract"
	"descend/ir"
)

// runtimeCall runs a function of the runtime library: descend_print_TYPE prints a scalar, descend_print_char
// a character by its number; descend_open_device and descend_use_device take the number of a GPU (passes/lower/host.go).
func (f *frame) runtimeCall(op *ir.Operation, name string, args []int) {
	if len(args) == 1 && (name == "descend_open_device" || name == "descend_use_device") {
		n := f.m.checkDevice(op, int64(f.vals[args[0]][0]))
		if name == "descend_use_device" {
			f.m.nextDevice = n
		}
		return
	}
	if name == contract.SyncGrid && f.m.opts.SyncGrid != nil {
		f.m.opts.SyncGrid()
		return
	}
	if f.m.printForMLIR(f, op, name, args) {
		return
	}
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
		return formatHalf(v & 0xffff)
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

// formatHalf is the shortest text that reads back as the same f16.
func formatHalf(v uint64) string {
	x := ir.DecodeFloat(v, ir.F16)
	for digits := 1; digits < 6; digits++ {
		text := strconv.FormatFloat(x, 'g', digits, 64)
		if y, err := strconv.ParseFloat(text, 64); err == nil && ir.EncodeFloat(y, ir.F16) == v {
			return strconv.FormatFloat(y, 'g', -1, 64)
		}
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
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

// formatC expands a C format string for integers and floats as C does.
func formatC(format string, arg func(int) (uint64, ir.Type)) string {
	var b strings.Builder
	n := 0
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			b.WriteByte(format[i])
			continue
		}
		j := i + 1
		for j < len(format) && strings.IndexByte("-+ #0123456789.", format[j]) >= 0 {
			j++
		}
		flags := format[i+1 : j]
		for j < len(format) && strings.IndexByte("lhz", format[j]) >= 0 {
			j++
		}
		if j >= len(format) {
			b.WriteString(format[i:])
			break
		}
		i = j
		if format[j] == '%' {
			b.WriteByte('%')
			continue
		}
		v, t := arg(n)
		n++
		b.WriteString(convert(flags, format[j], v, t))
	}
	return b.String()
}

// convert prints a number by one conversion.
func convert(flags string, conv byte, v uint64, t ir.Type) string {
	if ft, ok := t.(*ir.FloatType); ok {
		x := ir.DecodeFloat(v, ft.Kind)
		switch {
		case math.IsNaN(x):
			return "nan"
		case math.IsInf(x, 0):
			return strings.ToLower(strings.TrimPrefix(strconv.FormatFloat(x, 'g', -1, 64), "+"))
		case strings.IndexByte("eEfFgG", conv) < 0:
			conv = 'g'
		}
		if !strings.Contains(flags, ".") {
			flags += ".6"
		}
		return fmt.Sprintf("%"+flags+string(conv), x)
	}
	switch conv {
	case 'd', 'i':
		return fmt.Sprintf("%"+flags+"d", signed(v, widthOf(t)))
	case 'x', 'X', 'o', 'c':
		return fmt.Sprintf("%"+flags+string(conv), v)
	}
	return fmt.Sprintf("%"+flags+"d", v)
}
