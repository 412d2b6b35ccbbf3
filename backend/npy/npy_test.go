package npy

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// file builds a .npy file of the given version from a header text.
func file(version byte, header, data string) string {
	head := []byte(magic)
	head = append(head, version, 0)
	if version == 1 {
		head = binary.LittleEndian.AppendUint16(head, uint16(len(header)))
	} else {
		head = binary.LittleEndian.AppendUint32(head, uint32(len(header)))
	}
	return string(head) + header + data
}

func TestRoundTrip(t *testing.T) {
	for _, d := range dtypes {
		for _, shape := range [][]int{{}, {0}, {3}, {2, 3}, {4, 0, 5}, {2, 1, 3, 2}} {
			of, more := d.name, []int{}
			if d.kind == 'c' {
				of, more = "u8", []int{d.size}
			}
			a, err := Generate("random:7", of, append(more, shape...))
			if err != nil {
				t.Fatal(err)
			}
			a.DType, a.Shape = d.name, shape
			path := filepath.Join(t.TempDir(), "a.npy")
			if err := Write(path, a); err != nil {
				t.Fatal(err)
			}
			b, err := Read(path)
			if err != nil {
				t.Fatalf("%s %v: %v", d.name, shape, err)
			}
			if diff := cmp.Diff(a, b); diff != "" {
				t.Errorf("%s %v: %s", d.name, shape, diff)
			}
			raw, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if (len(raw)-len(a.Data))%64 != 0 {
				t.Errorf("%s %v: data starts at byte %d, want a multiple of 64", d.name, shape, len(raw)-len(a.Data))
			}
		}
	}
}

// TestBytesOfNumPy reads a file byte for byte as NumPy's documentation
// specifies it for np.save("x.npy", np.array([[1, 2], [3, 4]], dtype="<i2")).
func TestBytesOfNumPy(t *testing.T) {
	text := "{'descr': '<i2', 'fortran_order': False, 'shape': (2, 2), }"
	text += strings.Repeat(" ", 117-len(text)) + "\n"
	raw := "\x93NUMPY\x01\x00\x76\x00" + text + "\x01\x00\x02\x00\x03\x00\x04\x00"
	a, err := Decode(strings.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	want := Array{DType: "i16", Shape: []int{2, 2}, Data: []byte{1, 0, 2, 0, 3, 0, 4, 0}}
	if diff := cmp.Diff(want, a); diff != "" {
		t.Error(diff)
	}
	var out bytes.Buffer
	if err := Encode(&out, a); err != nil {
		t.Fatal(err)
	}
	if out.String() != raw {
		t.Errorf("written differently:\n%s", hex.Dump(out.Bytes()))
	}
}

func TestAccepted(t *testing.T) {
	tests := []struct {
		name, raw string
		want      Array
	}{
		{"version 2", file(2, "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }\n", "\x00\x00\x80\x3f"),
			Array{"f32", []int{1}, []byte{0, 0, 0x80, 0x3f}}},
		{"version 3", file(3, "{'descr': '<u8', 'fortran_order': False, 'shape': (), }\n", "\x01\x00\x00\x00\x00\x00\x00\x00"),
			Array{"u64", []int{}, []byte{1, 0, 0, 0, 0, 0, 0, 0}}},
		{"other order, quotes, spaces, no newline", file(1, `{ "shape":(2 ,1L),"fortran_order" : True,"descr":"|i1"}`, "ab"),
			Array{"i8", []int{2, 1}, []byte("ab")}},
		{"big-endian", file(1, "{'descr': '>i4', 'fortran_order': False, 'shape': (2,)}", "\x00\x00\x01\x02\xff\xff\xff\xfe"),
			Array{"i32", []int{2}, []byte{2, 1, 0, 0, 0xfe, 0xff, 0xff, 0xff}}},
		{"big-endian complex", file(1, "{'descr': '>c8', 'fortran_order': False, 'shape': (1,)}", "\x3f\x80\x00\x00\x40\x00\x00\x00"),
			Array{Complex64, []int{1}, []byte{0, 0, 0x80, 0x3f, 0, 0, 0, 0x40}}},
		{"half", file(1, "{'descr': '<f2', 'fortran_order': False, 'shape': (1,)}", "\x00\x3c"),
			Array{"f16", []int{1}, []byte{0, 0x3c}}},
		{"bool", file(1, "{'descr': '|b1', 'fortran_order': False, 'shape': (2,)}", "\x00\x01"),
			Array{"bool", []int{2}, []byte{0, 1}}},
		{"no elements, one huge extent", file(1, "{'descr': '<f4', 'fortran_order': True, 'shape': (1099511627776, 0)}", ""),
			Array{"f32", []int{1 << 40, 0}, []byte{}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "x.npy")
			if err := os.WriteFile(path, []byte(tt.raw), 0o600); err != nil {
				t.Fatal(err)
			}
			a, err := Read(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, a); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestRefused(t *testing.T) {
	head := func(descr, order, shape string) string {
		return "{'descr': " + descr + ", 'fortran_order': " + order + ", 'shape': " + shape + ", }\n"
	}
	tests := []struct{ name, raw, want string }{
		{"empty", "", "empty"},
		{"text", "hello, world: no array here", "wrong magic"},
		{"short text", "abc", "wrong magic"},
		{"npz", "PK\x03\x04aaaaaaaaaaaaaaa", "zip archive"},
		{"only magic", magic, "truncated"},
		{"no length", magic + "\x02\x00\x10", "truncated"},
		{"version 9", magic + "\x09\x00\x10\x00", "version 9.0"},
		{"cut header", magic + "\x01\x00\x80\x00{'descr'", "truncated"},
		{"huge header", magic + "\x02\x00\xff\xff\xff\xff", "claims to be"},
		{"truncated data", file(1, head("'<f4'", "False", "(4,)"), "0123456789"), "truncated: f32 with shape (4,) needs 16 data bytes, the file has 10"},
		{"no data", file(1, head("'<f4'", "False", "(1000000000000,)"), ""), "truncated"},
		{"too much data", file(1, head("'<f4'", "False", "(1,)"), "01234"), "too many"},
		{"fortran", file(1, head("'<f4'", "True", "(2, 2)"), strings.Repeat("0", 16)), "Fortran order"},
		{"object", file(1, head("'|O'", "False", "(1,)"), "x"), "Python objects"},
		{"complex", file(1, head("'<c32'", "False", "(1,)"), "x"), "complex"},
		{"text dtype", file(1, head("'<U4'", "False", "(1,)"), "x"), "text"},
		{"no dtype", file(1, head("''", "False", "(1,)"), "x"), "dtype \"\""},
		{"struct", file(1, head("[('a', '<f4')]", "False", "(1,)"), "x"), "structured"},
		{"overflow", file(1, head("'<f8'", "False", "(4294967296, 4294967296)"), "x"), "too large"},
		{"overflowing extent", file(1, head("'<f8'", "False", "(99999999999999999999,)"), "x"), "too large"},
		{"negative", file(1, head("'<f8'", "False", "(-1,)"), "x"), "negative"},
		{"dims", file(1, head("'<f8'", "False", "("+strings.Repeat("1,", 65)+")"), "x"), "64 dimensions"},
		{"bad bool", file(1, head("'|b1'", "False", "(3,)"), "\x00\x01\xff"), "element 2 is the byte 255"},
		{"no key", file(1, "{'descr': '<f4', 'shape': (1,)}", "0123"), "no key \"fortran_order\""},
		{"twice", file(1, "{'descr': '<f4', 'descr': '<f8'}", "0123"), "twice"},
		{"unknown key", file(1, "{'evil': 1}", "0123"), "unknown key"},
		{"not closed", file(1, "{'descr", "0123"), "not closed"},
		{"no dict", file(1, "(1, 2)", "0123"), "expected '{'"},
		{"trailing", file(1, head("'<f4'", "False", "(1,)")+"junk", "0123"), "goes on"},
		{"order", file(1, head("'<f4'", "Maybe", "(1,)"), "0123"), "neither True nor False"},
		{"shape", file(1, head("'<f4'", "False", "4"), "0123"), "expected '('"},
		{"shape word", file(1, head("'<f4'", "False", "(x,)"), "0123"), "is no number"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "x.npy")
			if err := os.WriteFile(path, []byte(tt.raw), 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := Read(path)
			if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.HasPrefix(err.Error(), path+": ") {
				t.Errorf("Read: got error %v, want one with %q", err, tt.want)
			}
			if _, err := Decode(strings.NewReader(tt.raw)); err == nil {
				t.Error("Decode takes it")
			}
		})
	}
}

func TestFileErrors(t *testing.T) {
	dir := t.TempDir()
	for _, path := range []string{filepath.Join(dir, "none.npy"), dir} {
		if _, err := Read(path); err == nil || strings.Count(err.Error(), path) != 1 {
			t.Errorf("Read(%s): %v", path, err)
		}
	}
	a := Array{DType: "f32", Shape: []int{1}, Data: make([]byte, 4)}
	if err := Write(filepath.Join(dir, "no", "x.npy"), a); err == nil {
		t.Error("wrote into a folder that does not exist")
	}
	// A failed write leaves the old file and nothing else.
	path := filepath.Join(dir, "x.npy")
	if err := Write(path, a); err != nil {
		t.Fatal(err)
	}
	if err := Write(path, Array{DType: "f32", Shape: []int{2}, Data: make([]byte, 4)}); err == nil {
		t.Error("wrote an array with too few bytes")
	}
	if b, err := Read(path); err != nil || !cmp.Equal(a, b) {
		t.Errorf("the old file is gone: %v %v", b, err)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
}

// TestMemory checks that a header's claim alone allocates nothing.
func TestMemory(t *testing.T) {
	raw := file(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000,)}", "x")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := Decode(strings.NewReader(raw)); err == nil {
		t.Fatal("accepted")
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 1<<20 {
		t.Errorf("allocated %d bytes for a file of %d", n, len(raw))
	}
}

func TestGenerate(t *testing.T) {
	value := func(a Array, i int) float64 {
		t.Helper()
		size, _ := ElemSize(a.DType)
		b := a.Data[i*size:]
		switch a.DType {
		case "f16":
			h := binary.LittleEndian.Uint16(b)
			if h>>10 == 0 {
				return float64(h) * math.Pow(2, -24)
			}
			return math.Ldexp(1+float64(h&0x3ff)/1024, int(h>>10)-15)
		case "f32":
			return float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
		case "f64":
			return math.Float64frombits(binary.LittleEndian.Uint64(b))
		case "i32":
			return float64(int32(binary.LittleEndian.Uint32(b)))
		default:
			return float64(b[0])
		}
	}
	for _, dtype := range []string{"f16", "f32", "f64", "i32", "u8", "bool"} {
		for i, want := range map[int]float64{0: 0, 1: 1, 2: 2, 3: 3, 255: 255} {
			if dtype == "bool" {
				want = float64(i % 2)
			}
			a, err := Generate("iota", dtype, []int{2, 150})
			if err != nil {
				t.Fatal(err)
			}
			if got := value(a, i); got != want {
				t.Errorf("iota %s: element %d is %v, want %v", dtype, i, got, want)
			}
		}
		a, err := Generate("ones", dtype, []int{1})
		if err != nil || value(a, 0) != 1 {
			t.Errorf("ones %s: %v %v", dtype, a, err)
		}
		a, err = Generate("random:3", dtype, []int{1000})
		if err != nil {
			t.Fatal(err)
		}
		lo, hi, sum := math.Inf(1), math.Inf(-1), 0.0
		for i := range 1000 {
			v := value(a, i)
			lo, hi, sum = min(lo, v), max(hi, v), sum+v
		}
		if dtype[0] == 'f' && (lo < 0 || hi >= 1 || math.Abs(sum/1000-0.5) > 0.05) {
			t.Errorf("random %s: min %v max %v mean %v", dtype, lo, hi, sum/1000)
		}
		if dtype == "i32" && (lo < -100 || hi >= 100 || lo > -80 || hi < 80) {
			t.Errorf("random i32: min %v max %v", lo, hi)
		}
		again, _ := Generate("random:3", dtype, []int{1000})
		other, _ := Generate("random:4", dtype, []int{1000})
		if !bytes.Equal(a.Data, again.Data) || bytes.Equal(a.Data, other.Data) {
			t.Errorf("random %s does not depend on the seed alone", dtype)
		}
	}
	for _, bad := range []string{"", "zero", "iota:1", "random:x", "random:-1", "random:", "zeros "} {
		if _, err := Generate(bad, "f32", []int{1}); err == nil {
			t.Errorf("Generate(%q) works", bad)
		}
	}
	if _, err := Generate("ones", "f32", []int{1 << 40}); err == nil {
		t.Error("made 4 TiB")
	}
	if _, err := Generate("ones", "f31", nil); err == nil {
		t.Error("made an f31")
	}
	if !IsGenerator("random:1") || IsGenerator("zeros.npy") || IsGenerator("iota:2") {
		t.Error("IsGenerator")
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(file(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }\n", "0123")))
	f.Add([]byte(file(3, "{'shape': (), \"descr\": '?', 'fortran_order': True}", "\x01")))
	f.Add([]byte(magic))
	f.Fuzz(func(t *testing.T, raw []byte) {
		a, err := Decode(bytes.NewReader(raw))
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := Encode(&out, a); err != nil {
			t.Fatal(err)
		}
		b, err := Decode(&out)
		if err != nil || !cmp.Equal(a.Data, b.Data) {
			t.Fatalf("%v: %v, then %v", err, a, b)
		}
	})
}
