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
			t.Errorf("%s is accepted as %s", body[:min(len(body), 80)], ty)
		}
	}
}

// TestPlacesInTypes: an error is at its byte of the body, also of a nat in it.
func TestPlacesInTypes(t *testing.T) {
	c := ir.NewContext(Dialect())
	for body, want := range map[string]int{"[f32; n + ]": 10, "[[[f32; 4]; m * (2]; k]": 18, "{": 0, "(f32 f32)": 5, "&uniq 3 ": 8} {
		_, err := parseType(c, "place", body, true)
		e, ok := err.(ir.BodyError)
		if !ok {
			t.Errorf("%s: %v", body, err)
			continue
		}
		if at, msg := e.InBody(); at != want {
			t.Errorf("%s: %q at %d, want %d", body, msg, at, want)
		}
	}
}
