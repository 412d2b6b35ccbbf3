package arguments

import (
	"math/big"
	"strings"
	"testing"

	"descend/backend/npy"
	"descend/dialects/descend"
	"descend/frontend"
	"descend/frontend/source"
	"descend/ir"
	"descend/tools/registry"
)

// function compiles a program and gives one of its functions.
func function(t *testing.T, name, text string) descend.FuncOp {
	t.Helper()
	var diags ir.Diagnostics
	m := frontend.Compile(registry.Context(), []*source.File{source.NewFile("a.desc", text)}, &diags)
	if m == nil || diags.HasErrors() {
		t.Fatal(diags.Sorted())
	}
	f, ok := ir.As[descend.FuncOp](ir.LookupSymbol(m, name))
	if !ok {
		t.Fatal("no function " + name)
	}
	return f
}

// TestSizes wants the first candidates for which the clauses hold, and those that are given.
func TestSizes(t *testing.T) {
	f := function(t, "main", `fn main<n: nat, m: nat>(x: & cpu.mem [f32; n]) -[t: cpu.thread]-> () where n % 3 == 0, m < n { }`)
	nats, chosen, err := Sizes([]descend.FuncOp{f}, nil, []int64{64, 32, 96})
	if err != nil || nats["n"].Int64() != 96 || nats["m"].Int64() >= 96 || len(chosen) != 2 {
		t.Errorf("%v, chosen %v, %v", nats, chosen, err)
	}
	nats, chosen, err = Sizes([]descend.FuncOp{f}, map[string]*big.Int{"n": big.NewInt(9)}, []int64{64, 5})
	if err != nil || nats["n"].Int64() != 9 || nats["m"].Int64() != 5 || len(chosen) != 1 {
		t.Errorf("%v, chosen %v, %v", nats, chosen, err)
	}
	if _, _, err = Sizes([]descend.FuncOp{f}, nil, []int64{64}); err == nil {
		t.Error("sizes for which a clause is false")
	}
}

// TestElementTypes holds that a file with elements of another type is refused, and that the message says how NumPy converts it, where
// that keeps what the elements are.
func TestElementTypes(t *testing.T) {
	names := map[string]string{"bool": "bool", "i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64", "u8": "uint8", "u16": "uint16", "u32": "uint32",
		"u64": "uint64", "f16": "float16", "f32": "float32", "f64": "float64", "(f32, f32)": npy.Complex64, "(f64, f64)": npy.Complex128, "(i32, f32)": ""}
	for to, converted := range names {
		f := function(t, "main", `fn main<n: nat>(x: & cpu.mem [`+to+`; n]) -[t: cpu.thread]-> () { }`)
		for _, from := range []string{"bool", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f16", "f32", "f64", npy.Complex64, npy.Complex128} {
			_, err := Bind(f, []string{"x=given.npy"}, nil, func(string) (npy.Array, error) {
				size, err := npy.ElemSize(from)
				return npy.Array{DType: from, Shape: []int{3}, Data: make([]byte, 3*size)}, err
			})
			if from == to || from == converted {
				if err != nil {
					t.Errorf("%s as %s: %v", from, to, err)
				}
				continue
			}
			if from == "u8" && strings.HasPrefix(to, "(") { // bytes, without the dimension that these have
				continue
			}
			complexToReal := strings.HasPrefix(from, "complex") && !strings.HasPrefix(converted, "complex")
			want := `.astype("` + converted + `")`
			if err == nil || strings.Contains(err.Error(), ".astype") != (converted != "" && !complexToReal) ||
				strings.Contains(err.Error(), ".astype") && !strings.HasSuffix(err.Error(), want) {
				t.Errorf("%s as %s: %v, expected %s", from, to, err, want)
			}
		}
	}
}

// TestBind takes a file from a reader of the caller's, and finds the size in its shape.
func TestBind(t *testing.T) {
	f := function(t, "main", `fn main<n: nat>(x: & cpu.mem [[f32; 2]; n], k: i32) -[t: cpu.thread]-> () { }`)
	read := func(name string) (npy.Array, error) {
		return npy.Array{DType: "f32", Shape: []int{3, 2}, Data: make([]byte, 24)}, nil
	}
	b, err := Bind(f, []string{"x=given.npy", "k=-7"}, nil, read)
	if err != nil {
		t.Fatal(err)
	}
	if b.Nats["n"].Int64() != 3 || int32(b.Params[1].Bits) != -7 || len(b.Params[0].Array.Data) != 24 {
		t.Errorf("%v %v", b.Nats, b.Params)
	}
	if _, err = Bind(f, []string{"x=given.npy"}, nil, read); err == nil {
		t.Error("k is missing, and nobody says so")
	}
}
