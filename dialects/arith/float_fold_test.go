package arith_test

import (
	"math"
	"testing"

	"descend/dialects/arith"
	"descend/ir"
)

// specials are the numbers at which arithmetic on f32 is special.
var specials = []float32{0, float32(math.Copysign(0, -1)), 1, -1, 2, 0.5, 3, -7.25, math.MaxFloat32, -math.MaxFloat32,
	math.SmallestNonzeroFloat32, -math.SmallestNonzeroFloat32, 0x1p-126, 0x1.fffffep-127, float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN())}

// floatMeanings are the operations on f32, computed in f32 by the processor, or by cases.
var floatMeanings = map[string]func(x, y float32) float32{
	"arith.addf": func(x, y float32) float32 { return x + y },
	"arith.subf": func(x, y float32) float32 { return x - y },
	"arith.mulf": func(x, y float32) float32 { return x * y },
	"arith.divf": func(x, y float32) float32 { return x / y },
	"arith.remf": func(x, y float32) float32 { return float32(math.Mod(float64(x), float64(y))) },
	"arith.minimumf": func(x, y float32) float32 {
		if x != x || y != y {
			return x + y
		}
		return lesser(x, y)
	},
	"arith.maximumf": func(x, y float32) float32 {
		if x != x || y != y {
			return x + y
		}
		return -lesser(-x, -y)
	},
	"arith.minnumf": func(x, y float32) float32 { return numeric(x, y, lesser) },
	"arith.maxnumf": func(x, y float32) float32 {
		return numeric(x, y, func(x, y float32) float32 { return -lesser(-x, -y) })
	},
}

// lesser is the smaller number, -0 below +0.
func lesser(x, y float32) float32 {
	if x < y || x == y && math.Signbit(float64(x)) {
		return x
	}
	return y
}

// numeric is f of two numbers, or the number if only one is.
func numeric(x, y float32, f func(x, y float32) float32) float32 {
	switch {
	case x != x:
		return y
	case y != y:
		return x
	}
	return f(x, y)
}

func sameFloat(x, y float32) bool {
	return x != x && y != y || math.Float32bits(x) == math.Float32bits(y)
}

// TestFloatFoldsOnSpecials folds every operation with two constants, with a constant on either side, and with equal
// operands: what comes out is what IEEE 754 says, for each special number in the place of the variable.
func TestFloatFoldsOnSpecials(t *testing.T) {
	e := newEnv(t)
	folds := 0
	check := func(name string, l, r *ir.Value, x, y float32) {
		op := e.b.Op(name, []*ir.Value{l, r}, []ir.Type{e.c.F32()})
		res := e.fold(op.Result(0))
		if res == nil {
			return
		}
		folds++
		var got float32
		switch {
		case res.Attr != nil:
			got = float32(res.Attr.(*ir.FloatAttr).Float64())
		case res.Value == l:
			got = x
		case res.Value == r:
			got = y
		}
		if want := floatMeanings[name](x, y); !sameFloat(got, want) {
			t.Errorf("%s of %v and %v is folded to %v, want %v", name, x, y, got, want)
		}
	}
	for name := range floatMeanings {
		for _, x := range specials {
			check(name, e.f32, e.f32, x, x)
			cx := arith.NewConstantFloat(e.b, float64(x), e.c.F32())
			for _, y := range specials {
				cy := arith.NewConstantFloat(e.b, float64(y), e.c.F32())
				check(name, cx, cy, x, y)
				check(name, e.f32, cy, x, y)
				check(name, cx, e.f32, x, y)
			}
		}
	}
	if folds < 1000 {
		t.Errorf("only %d operations were folded", folds)
	}
}
