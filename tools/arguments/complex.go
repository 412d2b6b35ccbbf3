package driver

import (
	"slices"

	"descend/backend/npy"
)

// This file hands arrays of two f32 or two f64 over as NumPy's complex numbers. A run knows them as the bytes that all
// structs are, which is a dimension more.

// asBytes gives the array of a file as the run knows it.
func (p *param) asBytes(a npy.Array) npy.Array {
	if p.complex == "" || a.DType != p.complex {
		return a
	}
	size, err := npy.ElemSize(a.DType)
	if err != nil {
		return a
	}
	return npy.Array{DType: p.dtype, Shape: append(slices.Clone(a.Shape), size), Data: a.Data}
}

// forFile gives the array as a file has it.
func (p *param) forFile() npy.Array {
	a := *p.array
	if p.complex != "" {
		a.DType, a.Shape = p.complex, a.Shape[:len(a.Shape)-1]
	}
	return a
}

// forPeople gives the array as it is printed: the two parts of a complex number beside each other.
func (p *param) forPeople() *npy.Array {
	a := *p.array
	if p.complex != "" {
		a.DType = map[string]string{npy.Complex64: "f32", npy.Complex128: "f64"}[p.complex]
		a.Shape = append(slices.Clone(a.Shape[:len(a.Shape)-1]), 2)
	}
	return &a
}
