package npy

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"descend/ir/room"
)

// maxGenerated bounds what Generate makes, in bytes, so that a slip in a size
// is an error and not an exhausted machine.
const maxGenerated = 1 << 34

// Generators lists the specs that Generate accepts, for help texts.
const Generators = "zeros ones iota random[:SEED]"

// IsGenerator reports whether spec is written like a generator and not like
// the name of a file.
func IsGenerator(spec string) bool {
	name, _, _ := strings.Cut(spec, ":")
	switch name {
	case "random":
		return true
	case "zeros", "ones", "iota":
		return spec == name
	}
	return false
}

// Generate makes an array of the given type and shape:
//
//   - zeros, ones: every element 0 (false), 1 (true);
//   - iota: element i, counted in C order, is i modulo the number of values
//     that the type holds exactly: 2^bits for integers (wrapping), 2 for
//     bool, 2^8 for bf16, 2^11 for f16, 2^24 for f32, 2^53 for f64;
//   - random, random:SEED: floats uniform in [0, 1) on a grid that the type
//     holds exactly, signed integers uniform in [-100, 100), unsigned in
//     [0, 100), bools fair. SEED is a 64-bit natural, 0 if it is left out.
//     The same spec, type and shape always give the same bytes (PCG).
func Generate(spec, dtype string, shape []int) (Array, error) {
	n, err := GeneratedBytes(dtype, shape)
	if err != nil {
		return Array{}, err
	}
	value, err := generator(spec, dtype)
	if err != nil {
		return Array{}, err
	}
	size, err := ElemSize(dtype)
	if err != nil {
		return Array{}, err
	}
	data, err := room.Make[byte](int64(n))
	if err != nil {
		return Array{}, fmt.Errorf("an array of %s with shape %s: %w", dtype, ShapeString(shape), err)
	}
	if spec != "zeros" {
		fill(data, size, value)
	}
	return Array{DType: dtype, Shape: append([]int{}, shape...), Data: data}, nil
}

// GeneratedBytes is how many bytes Generate makes; the error is that it refuses so many.
func GeneratedBytes(dtype string, shape []int) (int, error) {
	n, err := NumBytes(dtype, shape)
	if err == nil && n > maxGenerated {
		err = fmt.Errorf("an array of %s with shape %s %w: %d bytes, at most %d are generated", dtype, ShapeString(shape), errTooLarge, n, maxGenerated)
	}
	return n, err
}

// fill writes the bits of the elements 0, 1, 2 and so on, each of size bytes.
func fill(data []byte, size int, bits func(uint64) uint64) {
	n := uint64(len(data) / size)
	switch size {
	case 1:
		for i := range n {
			data[i] = byte(bits(i))
		}
	case 2:
		for i := range n {
			binary.LittleEndian.PutUint16(data[2*i:], uint16(bits(i)))
		}
	case 4:
		for i := range n {
			binary.LittleEndian.PutUint32(data[4*i:], uint32(bits(i)))
		}
	default:
		for i := range n {
			binary.LittleEndian.PutUint64(data[8*i:], bits(i))
		}
	}
}

// generator returns a function from an element's index to its bits, to be
// called for 0, 1, 2 and so on.
func generator(spec, dtype string) (func(uint64) uint64, error) {
	name, arg, hasArg := strings.Cut(spec, ":")
	if hasArg && name != "random" || !IsGenerator(spec) {
		return nil, fmt.Errorf("unknown generator %q (want one of %s)", spec, Generators)
	}
	if dtype == Complex64 || dtype == Complex128 {
		return nil, fmt.Errorf("no generator makes arrays of %s", dtype)
	}
	seed := uint64(0)
	if hasArg {
		var err error
		if seed, err = strconv.ParseUint(arg, 10, 64); err != nil {
			return nil, fmt.Errorf("generator %q: the seed must be a natural number of at most 64 bits", spec)
		}
	}
	last := exactValues(dtype) - 1
	bits := encoder(dtype)
	switch name {
	case "zeros":
		return func(uint64) uint64 { return 0 }, nil
	case "ones":
		one := uint64(1)
		if isFloat(dtype) {
			one = bits(1)
		}
		return func(uint64) uint64 { return one }, nil
	case "iota":
		if isFloat(dtype) {
			return func(i uint64) uint64 { return bits(float64(i & last)) }, nil
		}
		return func(i uint64) uint64 { return i & last }, nil
	}
	rng := rand.New(rand.NewPCG(seed, 0x64657363656e64)) // "descend"
	switch {
	case dtype == "bool":
		return func(uint64) uint64 { return rng.Uint64() >> 63 }, nil
	case isFloat(dtype):
		digits := last + 1
		return func(uint64) uint64 { return bits(float64(rng.Uint64N(digits)) / float64(digits)) }, nil
	case dtype[0] == 'i':
		return func(uint64) uint64 { return uint64(int64(rng.Uint64N(200)) - 100) }, nil
	default:
		return func(uint64) uint64 { return rng.Uint64N(100) }, nil
	}
}

// exactValues is the length of the range 0, 1, 2, .. that a type holds
// exactly; for 64-bit integers it is cut to 2^63, which no index reaches.
func exactValues(dtype string) uint64 {
	switch dtype {
	case "bool":
		return 2
	case BFloat16:
		return 1 << 8
	case "f16":
		return 1 << 11
	case "f32":
		return 1 << 24
	case "f64":
		return 1 << 53
	case "i8", "u8":
		return 1 << 8
	case "i16", "u16":
		return 1 << 16
	case "i32", "u32":
		return 1 << 32
	}
	return 1 << 63
}

func isFloat(dtype string) bool { return dtype[0] == 'f' || dtype == BFloat16 }

// encoder gives the bits of numbers in a float type, which must be exact in it and not negative.
func encoder(dtype string) func(float64) uint64 {
	switch dtype {
	case "f64":
		return math.Float64bits
	case "f32":
		return func(v float64) uint64 { return uint64(math.Float32bits(float32(v))) }
	case BFloat16: // the upper half of an f32
		return func(v float64) uint64 { return uint64(math.Float32bits(float32(v)) >> 16) }
	}
	return halfBits
}

// halfBits are those of an f16: 5 exponent bits with bias 15, 10 fraction bits. The values made here are 0 or lie in [2^-11, 2^11], all of
// them normal.
func halfBits(v float64) uint64 {
	if v == 0 {
		return 0
	}
	frac, exp := math.Frexp(v) // v = frac * 2^exp, frac in [0.5, 1)
	return uint64(exp+14)<<10 | uint64(frac*2048)&0x3ff
}
