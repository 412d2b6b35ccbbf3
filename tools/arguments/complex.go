package arguments

import (
	"fmt"
	"slices"

	"descend/backend/npy"
)

// This file hands arrays over that files have as another type: of two f32 or two f64 as NumPy's complex numbers, where a run knows the bytes
// that all structs are, which is a dimension more; and of bf16 as their bits.

// FromFile gives the array of a file as the run knows it.
func (p *Param) FromFile(a npy.Array) npy.Array {
	if p.DType == npy.BFloat16 && a.DType == "u16" {
		a.DType = p.DType
	}
	if p.Complex == "" || a.DType != p.Complex {
		return a
	}
	size, err := npy.ElemSize(a.DType)
	if err != nil {
		return a
	}
	return npy.Array{DType: p.DType, Shape: append(slices.Clone(a.Shape), size), Data: a.Data}
}

// ForFile gives the array as a file has it.
func (p *Param) ForFile() npy.Array {
	a := *p.Array
	if p.Complex != "" {
		a.DType, a.Shape = p.Complex, a.Shape[:len(a.Shape)-1]
	}
	return a
}

// ForPeople gives the array as it is printed: the two parts of a complex number beside each other.
func (p *Param) ForPeople() *npy.Array {
	a := *p.Array
	if p.Complex != "" {
		a.DType = map[string]string{npy.Complex64: "f32", npy.Complex128: "f64"}[p.Complex]
		a.Shape = append(slices.Clone(a.Shape[:len(a.Shape)-1]), 2)
	}
	return &a
}

// Describe is the type of an array with the sizes of the run, that of bytes for most structs and tuples.
func (p *Param) Describe() string {
	a := p.ForFile()
	text := a.DType
	for _, n := range slices.Backward(a.Shape) {
		text = fmt.Sprintf("[%s; %d]", text, n)
	}
	return text
}
