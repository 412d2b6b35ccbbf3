// Package npy reads and writes NumPy's .npy files (format versions 1 to 3)
// and makes input arrays from generator names.
//
// It knows dtypes, shapes and bytes, nothing of Descend types: the caller
// compares an Array's DType and Shape with what a parameter asks for.
//
// Why not a library: the Go packages that exist (sbinet/npyio 0.6 to 0.14,
// kshedden/gonpy, datumbrain/npy, mendelics/go-npy) were read for this. None
// reads f16; npyio stops at version 2, finds header fields by searching for
// fixed spellings of them, panics on a header without a newline, takes a
// truncated file for a full one (it drops io.EOF), and allocates whatever the
// header asks for before reading a byte. These are the inputs that must give
// a clear error here, and the format is two pages long.
package npy

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Array is a dense array in memory.
type Array struct {
	// DType is the Descend name of the element type: one of bool, i8, i16,
	// i32, i64, u8, u16, u32, u64, f16, f32, f64; or Complex64, Complex128;
	// or BFloat16, which no file has.
	DType string
	// Shape holds the number of elements per dimension, outermost first.
	// An empty shape is a scalar (one element).
	Shape []int
	// Data holds the elements, little-endian, in C order (the last index
	// varies fastest): product(Shape) * element size bytes.
	Data []byte
}

// dtypes maps the names of element types to NumPy's kind letter and the size
// of an element in bytes.
var dtypes = []struct {
	name string
	kind byte
	size int
}{
	{"bool", 'b', 1},
	{"i8", 'i', 1}, {"i16", 'i', 2}, {"i32", 'i', 4}, {"i64", 'i', 8},
	{"u8", 'u', 1}, {"u16", 'u', 2}, {"u32", 'u', 4}, {"u64", 'u', 8},
	{"f16", 'f', 2}, {"f32", 'f', 4}, {"f64", 'f', 8},
	{Complex64, 'c', 8}, {Complex128, 'c', 16},
}

// Complex numbers are two floats, which Descend has no type for; these are NumPy's names.
const (
	Complex64  = "complex64"
	Complex128 = "complex128"
)

// BFloat16 is an element type of arrays in memory: files have its bits, as u16.
const BFloat16 = "bf16"

// NumPy is what NumPy calls an element type, "float32" of f32; "" if it is none.
func NumPy(dtype string) string {
	for _, d := range dtypes {
		switch {
		case d.name != dtype:
		case d.kind == 'b' || d.kind == 'c':
			return d.name
		default:
			return map[byte]string{'i': "int", 'u': "uint", 'f': "float"}[d.kind] + strconv.Itoa(8*d.size)
		}
	}
	return ""
}

// ElemSize returns the size in bytes of an element of the type dtype.
func ElemSize(dtype string) (int, error) {
	if dtype == BFloat16 {
		return 2, nil
	}
	for _, d := range dtypes {
		if d.name == dtype {
			return d.size, nil
		}
	}
	return 0, fmt.Errorf("%q is no element type of an array file (want one of %s)", dtype, dtypeNames())
}

func dtypeNames() string {
	var names []string
	for _, d := range dtypes {
		names = append(names, d.name)
	}
	return strings.Join(names, " ")
}

// errTooLarge is wrapped by every error about a shape that no memory holds.
var errTooLarge = errors.New("is too large")

// NumBytes returns the number of bytes of an array of the given type and
// shape, or an error if the shape has a negative extent or the size does not
// fit an int.
func NumBytes(dtype string, shape []int) (int, error) {
	size, err := ElemSize(dtype)
	if err != nil {
		return 0, err
	}
	n := size
	zero := false
	for _, d := range shape {
		if d < 0 {
			return 0, fmt.Errorf("shape %s has a negative extent", ShapeString(shape))
		}
		if d == 0 {
			zero = true
			continue
		}
		if n > math.MaxInt/d {
			return 0, fmt.Errorf("an array of %s with shape %s %w", dtype, ShapeString(shape), errTooLarge)
		}
		n *= d
	}
	if zero {
		return 0, nil
	}
	return n, nil
}

// ShapeString prints a shape as Python does: (), (4,), (2, 3).
func ShapeString(shape []int) string {
	var b strings.Builder
	b.WriteByte('(')
	for i, d := range shape {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprint(&b, d)
	}
	if len(shape) == 1 {
		b.WriteByte(',')
	}
	b.WriteByte(')')
	return b.String()
}
