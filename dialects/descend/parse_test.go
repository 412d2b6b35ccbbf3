package descend

import (
	"strings"
	"testing"

	"descend/ir"
)

func TestTypesRoundTrip(t *testing.T) {
	c := ir.NewContext(Dialect())
	for _, text := range []string{
		"!descend.array<[f32; n]>",
		"!descend.array<[[f64; 2048]; 2048]>",
		"!descend.view<[[f64; n*2 + 1]]>",
		"!descend.view<[[[[f64; 4]]; 8]]>",
		"!descend.view<[[[f64; 4]; 8]]>",
		"!descend.array<[[[f64; 4]]; 8]>",
		"!descend.ref<uniq, gpu.global, [[f64; 2048]; 2048]>",
		"!descend.ref<'a, shrd, m, [d; n]>",
		"!descend.ref<shrd, cpu.mem, &uniq gpu.shared [u8; 4]>",
		"!descend.box<[i32; n] @ gpu.global>",
		"!descend.struct<Pair {a: f32, b: (i32, bool), c: &'r shrd m f16}>",
		"!descend.place<(f32,)>",
		"!descend.place<()>",
		"!descend.atomic<u32>",
		"!descend.place<[AtomicU32; 256]>",
		"!descend.var<d>",
		"!descend.device",
	} {
		mnemonic, body, has := strings.Cut(strings.TrimPrefix(text, "!descend."), "<")
		body = strings.TrimSuffix(body, ">")
		ty, err := parseType(c, mnemonic, body, has)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if ty.String() != text {
			t.Errorf("%s prints as %s", text, ty)
		}
	}
}

func TestBadTypes(t *testing.T) {
	c := ir.NewContext(Dialect())
	for _, body := range []string{"", "[", "[f32", "[f32;", "[f32; n", "[f32; ]", "(", "(f32", "&", "& m", "S {a}", "S {a: f32", "f32 f32", "[f32; n]]",
		strings.Repeat("[", 100_000), strings.Repeat("(", 100_000)} {
		if ty, err := parseType(c, "place", body, true); err == nil {
			t.Errorf("%s is accepted as %s", clip(body), ty)
		}
	}
}
