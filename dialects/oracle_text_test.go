package dialects_test

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
)

// modules changes modules as text.
type modules struct{ r *rand.Rand }

func (g *modules) pick(list []string) string { return list[g.r.IntN(len(list))] }

// What stands in place of something else.
var (
	otherTypes = []string{"i1", "i8", "i32", "i64", "index", "f16", "f32", "f64", "bf16", "si8", "vector<4xf32>", "vector<4xi32>", "vector<4x2xf16>",
		"vector<[4]xi32>", "tensor<4xf32>", "tensor<?xi32>", "tensor<*xf32>", "memref<4xf32>", "memref<?xf32>", "memref<4x4xf32>", "memref<*xf32>", "memref<4xi32, 3>",
		"memref<?xf32, strided<[?], offset: ?>>", "memref<f32>", "memref<16x16xf16, 3>", "complex<f32>", "none", "(i32) -> i32", "tuple<i32>",
		"!gpu.async.token", "!nvgpu.device.async.token", "memref<4x?xf32, #gpu.address_space<workgroup>>", "memref<8xf32, affine_map<(d0)[s0] -> (d0 + s0)>>"}
	otherAttrs = []string{"1 : i32", "0 : index", "true", "2 : i64", "\"s\"", "unit", "f32", "[1, 2]", "[]", "array<i32: 1, 1>", "array<i64: 0, 2>",
		"dense<1> : tensor<4xi32>", "1.0 : f32", "@x", "affine_map<(d0) -> (d0)>", "{a = 1}", "#gpu<dim x>", "#arith.fastmath<fast>"}
	otherNumbers = []string{"0", "1", "2", "3", "4", "7", "8", "16", "32", "-1", "64", "4294967296"}
	typeText     = regexp.MustCompile(`\b(i1|i8|i16|i32|i64|index|f16|f32|f64)\b|(vector|tensor|memref)<[^<>]*(<[^<>]*>[^<>]*)*>`)
	numberText   = regexp.MustCompile(`(^|[ \[(<])(\d+)([\],:) >]|$)`)
	attrText     = regexp.MustCompile(`([a-zA-Z_]+) = ([^,{}<>\[\]]+)`)
	operandText  = regexp.MustCompile(`%[a-z0-9_#]+`)
)

// change makes one or two changes in a text.
func (g *modules) change(src string) string {
	for range 1 + g.r.IntN(4)/3 {
		if out := g.once(src); out != "" {
			src = out
		}
	}
	return strings.TrimRight(src, "\n") + "\n"
}

func (g *modules) once(src string) string {
	switch g.r.IntN(10) {
	case 0, 1: // a type everywhere
		if at := g.find(typeText, src); at != nil {
			old, by := src[at[0]:at[1]], g.pick(otherTypes)
			return typeText.ReplaceAllStringFunc(src, func(t string) string {
				if t == old {
					return by
				}
				return t
			})
		}
	case 2: // a type at one place
		return g.replace(src, g.find(typeText, src), g.pick(otherTypes))
	case 3, 4:
		if at := numberText.FindAllStringSubmatchIndex(src, -1); len(at) > 0 {
			m := at[g.r.IntN(len(at))]
			return src[:m[4]] + g.pick(otherNumbers) + src[m[5]:]
		}
	case 5:
		if at := attrText.FindAllStringSubmatchIndex(src, -1); len(at) > 0 {
			m := at[g.r.IntN(len(at))]
			return src[:m[4]] + g.pick(otherAttrs) + src[m[5]:]
		}
	case 6: // another value
		if names := operandText.FindAllString(src, -1); len(names) > 0 {
			return g.replace(src, g.find(operandText, src), g.pick(names))
		}
	case 7: // an attribute less
		if at := regexp.MustCompile(`[a-zA-Z_]+ = [^,{}<>\[\]]+(, )?`).FindAllStringIndex(src, -1); len(at) > 0 {
			return g.replace(src, at[g.r.IntN(len(at))], "")
		}
	case 8: // an operand less, with the comma
		if at := regexp.MustCompile(`%[a-z0-9_#]+, |, %[a-z0-9_#]+`).FindAllStringIndex(src, -1); len(at) > 0 {
			return g.replace(src, at[g.r.IntN(len(at))], "")
		}
	case 9: // a line less, or twice
		lines := strings.SplitAfter(src, "\n")
		i := g.r.IntN(len(lines))
		if g.r.IntN(2) == 0 {
			return strings.Join(slices.Delete(lines, i, i+1), "")
		}
		return strings.Join(slices.Insert(lines, i, lines[i]), "")
	}
	return ""
}

func (g *modules) find(what *regexp.Regexp, src string) []int {
	all := what.FindAllStringIndex(src, -1)
	if len(all) == 0 {
		return nil
	}
	return all[g.r.IntN(len(all))]
}

func (g *modules) replace(src string, at []int, by string) string {
	if at == nil {
		return ""
	}
	return src[:at[0]] + by + src[at[1]:]
}
